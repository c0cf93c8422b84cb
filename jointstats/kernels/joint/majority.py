"""P(one algorithm is better on more than half of all data sets, on every measure at once).

The shares of the outcomes of two algorithms have a Dirichlet posterior, whose prior spreads its
mass s evenly over all statements: on each measure "better" is one of two states, or of three where
ties occur. A posterior Dirichlet(n + s p) is B G + (1 - B) H with independent B ~ Beta(s, n),
G ~ Dirichlet(s p) and H ~ Dirichlet(n). H has one part for each outcome seen. G is drawn by its
sticks: V_t ~ Beta(1, s) of what is left belongs to a statement drawn from p (Sethuraman 1994, A
constructive definition of Dirichlet priors), so that the number of statements does not matter.
"""

from __future__ import annotations

from math import ceil, log

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

from jointstats.kernels.errors import JointStatsError

__all__ = ["MOST_MASS", "InvalidMajorityError", "probability_of_majorities"]

Array = NDArray[np.float64]

MOST_MASS = 100.0  # sticks grow with the prior's mass
_LEFT = 1e-10  # of the prior's mass, which no stick gets
_BATCH = 2000  # draws at once


class InvalidMajorityError(JointStatsError):
    """Counts or masses that describe no posterior, or more mass than can be drawn."""


def probability_of_majorities(
    better: ArrayLike,
    weights: ArrayLike,
    prior_share: ArrayLike,
    strength: float,
    *,
    draws: int = 20_000,
    seed: int = 0,
) -> tuple[float, float]:
    """Probability that the share of data sets with "better" exceeds one half on every measure.

    Parameters
    ----------
    better : array_like of bool, shape (R, m)
        Whether the algorithm is better on each measure, for each outcome seen.
    weights : array_like, shape (R,)
        How many data sets show the outcome.
    prior_share : array_like, shape (m,)
        Prior probability of "better" on each measure: 1/2, or 1/3 where ties are an outcome.
    strength : float
        The prior's total mass s.
    draws, seed : int
        For several measures, which are sampled; one is exact.

    Returns
    -------
    probability, mcse : float

    Raises
    ------
    InvalidMajorityError
        For a mass outside (0, 100], or without data.

    Examples
    --------
    Nine of twelve on one measure: P(Beta(9.5, 3.5) > 1/2).

    >>> p, mcse = probability_of_majorities([[True], [False]], [9, 3], [0.5], 1.0)
    >>> round(p, 10), mcse
    (0.9605553505, 0.0)
    """
    won = np.asarray(better)
    n, share = np.asarray(weights, dtype=float), np.asarray(prior_share, dtype=float)
    if not (0 < strength <= MOST_MASS and n.size and n.sum() > 0 and (n >= 0).all()):
        raise InvalidMajorityError(
            f"a majority needs data sets, and a prior mass above 0 and of at most {MOST_MASS:g}"
        )
    if won.shape[1] == 1:
        for_it = float(n @ won[:, 0]) + strength * share[0]
        return float(betainc(n.sum() + strength - for_it, for_it, 0.5)), 0.0
    patterns, cell = np.unique(won, axis=0, return_inverse=True)
    counts: Array = np.bincount(np.ravel(cell), weights=n).astype(float)
    rng = np.random.default_rng(seed)
    sizes = [min(_BATCH, draws - start) for start in range(0, draws, _BATCH)]
    hits = 0
    for size in sizes:
        drawn = _shares(patterns[counts > 0], counts[counts > 0], share, strength, size, rng)
        hits += int((drawn > 0.5).all(axis=1).sum())
    p = (hits + 1) / (draws + 2)
    return hits / draws, float(np.sqrt(p * (1 - p) / draws))


def _shares(
    patterns: NDArray[np.bool_],
    counts: Array,
    prior_share: Array,
    strength: float,
    size: int,
    rng: np.random.Generator,
) -> Array:
    """Draw the share of "better" on each measure, shape (size, m)."""
    of_prior = rng.beta(strength, counts.sum(), (size, 1))
    seen = rng.dirichlet(counts, size) @ patterns
    return of_prior * _prior_shares(prior_share, strength, size, rng) + (1 - of_prior) * seen


def _prior_shares(
    prior_share: Array, strength: float, size: int, rng: np.random.Generator
) -> Array:
    sticks = ceil(log(_LEFT) / log(strength / (strength + 1))) + 1
    total, left = np.zeros((size, prior_share.size)), np.ones((size, 1))
    for _ in range(sticks):
        part = left * rng.beta(1, strength, (size, 1))
        total += part * (rng.random(total.shape) < prior_share)
        left = left - part
    return total + left * prior_share
