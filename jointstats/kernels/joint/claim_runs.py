"""How often a claim holds, if the runs of a data set leave open whether it holds there.

With q_i = P(claim | runs of data set i) and p = P(claim) before them, data set i weighs q_i / p for
the claim and (1 - q_i) / (1 - p) against it. The share of the claim has a Beta posterior given on
how many data sets it holds, and this number the distribution of
`jointstats.kernels.joint.uncertain`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from jointstats.kernels.joint.uncertain import possible_counts

__all__ = ["UncertainShare", "uncertain_share"]


@dataclass(frozen=True)
class UncertainShare:
    """Posterior of the share of data sets on which a claim holds.

    Attributes
    ----------
    probability : float
        That the share exceeds the threshold.
    mean : float
        Expected share.
    mcse : float
        Monte Carlo standard error of the probability; 0 if exact.
    """

    probability: float
    mean: float
    mcse: float


def uncertain_share(
    given_runs: ArrayLike,
    before: float,
    threshold: float = 0.5,
    *,
    prior_strength: float = 1.0,
    rng: int | np.random.Generator = 0,
) -> UncertainShare:
    """Posterior of a claim's share from its probability on every data set.

    Parameters
    ----------
    given_runs : array_like, shape (n,)
        Probability of the claim on each data set, given its runs alone.
    before : float
        The same before the runs, inside (0, 1).
    threshold : float, default 0.5
    prior_strength : float, default 1
        Mass s of the prior Beta(s/2, s/2).
    rng : int or Generator, default 0
        Seed, if the counts are too many to list.

    Returns
    -------
    UncertainShare

    Examples
    --------
    Nine data sets are sure, and three say nothing beyond what was known before:

    >>> sure, open_ = [1.0] * 8 + [0.0], [0.25] * 3
    >>> found = uncertain_share(sure + open_, before=0.25)
    >>> round(found.probability, 6) == round(uncertain_share(sure, before=0.25).probability, 6)
    True
    """
    q = np.asarray(given_runs, dtype=float)
    weights = np.stack([q / before, (1 - q) / (1 - before)], axis=1)
    rows, states = np.nonzero(weights)
    half = prior_strength / 2
    found = possible_counts(rows, states, weights[rows, states], [half, half], rng=rng)
    a, b = (found.counts + half).T
    above, mcse = found.average(1 - betainc(a, b, threshold))
    mean, _ = found.average(a / (a + b))
    return UncertainShare(float(above), float(mean), float(mcse))
