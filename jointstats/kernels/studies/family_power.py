"""How often sign flips of whole families decide, if data sets of a family answer alike.

Each family has shares of its own, Dirichlet around the common ones (for one statement against the
rest: beta), so that two of its data sets agree with the intra-class correlation rho. Drawn one
after the other (Polya's urn), the data set after i others of its family

    copies one of them with probability  i rho / (1 - rho + i rho),

and shows a statement of its own otherwise. All families are of one size s.

Of one statement against another, the test takes the sizes |D_c| of the families' differences for
given, and so does the answer here: given how many families have each |D|, the critical sum of the
flips and the chance to reach it are sums over binomials, exactly. How many families have each |D|
is listed, or drawn where there is too much to list. Of more statements whole tables are drawn,
each with its own flips.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, xlog1py, xlogy

from jointstats.kernels.joint.families import leader_flips
from jointstats.kernels.studies.power import (
    Truth,
    compositions,
    multinomial_probability,
    n_compositions,
)
from jointstats.kernels.studies.simulation import child_generator

__all__ = [
    "FlipPower",
    "family_counts",
    "family_sizes",
    "flip_power",
    "is_listed",
    "rises_in_steps",
    "sampled_flips",
]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_LISTED = 5000  # ways for families to share their |D|
_STREAM = 7  # of the seed's children
_ROUNDING = 1e-9  # of a tail that equals the level


@dataclass(frozen=True)
class FlipPower:
    """Chances of sign flips of families, one statement against its opposite.

    Attributes
    ----------
    more, less : float
        Probability that the first is decided, and that the opposite is.
    mcse : float
        Monte Carlo standard error of the larger; 0 if exact.
    """

    more: float
    less: float
    mcse: float


def family_sizes(share: float, size: int, correlation: float) -> Array:
    """Probability that 0, 1, …, s data sets of a family show a statement: beta-binomial.

    Parameters
    ----------
    share : float
        The statement's share of all data sets.
    size : int
        Data sets in the family.
    correlation : float
        rho in [0, 1].

    Returns
    -------
    ndarray, shape (size + 1,)

    Examples
    --------
    >>> family_sizes(0.5, 2, 0.0), family_sizes(0.5, 2, 1.0)
    (array([0.25, 0.5 , 0.25]), array([0.5, 0. , 0.5]))
    """
    found = np.ones(1)
    for i in range(size):
        copied = i * correlation / (1 - correlation + i * correlation) if i else 0.0
        shows = (1 - copied) * share + copied * np.arange(i + 1) / max(i, 1)
        longer = np.zeros(i + 2)
        longer[:-1] += found * (1 - shows)
        longer[1:] += found * shows
        found = longer
    return found


def is_listed(families: int, size: int) -> bool:
    """Whether `flip_power` is exact."""
    return n_compositions(families, size // 2 + 1) <= MOST_LISTED


def rises_in_steps(families: int, size: int, correlation: float) -> bool:
    """Whether power falls back at some numbers of families: where few sizes |D| are possible."""
    return is_listed(families, size) and (size <= 3 or correlation == 1)


def flip_power(
    share: float,
    families: int,
    size: int,
    correlation: float,
    level: float,
    *,
    replicates: int = 1000,
    seed: int = 0,
) -> FlipPower:
    """Chance that sign flips of families decide for a statement, and for its opposite.

    Parameters
    ----------
    share, size, correlation
        As of `family_sizes`.
    families : int
    level : float
        Decided if P(sum of flips >= observed) is at most this; of a two-sided test, half its level.
    replicates : int, default 1000
        Draws, where not everything is listed.
    seed : int, default 0

    Returns
    -------
    FlipPower

    Examples
    --------
    Five families of two must all be on one side, and have a side:

    >>> flip_power(0.9, 5, 2, 1.0, 0.05).more.__round__(5)
    0.59049
    """
    each = family_sizes(share, size, correlation)
    # by |D| = s - 2 k, 0 or 1 last: how likely it is, and which side it is on
    low = np.arange(size // 2 + 1)
    for_it, against = each[::-1][low], each[low]
    likely = np.where(2 * low == size, against, for_it + against)
    side = np.divide(for_it, for_it + against, out=np.full(len(low), 0.5), where=likely > 0)
    if is_listed(families, size):
        ways = compositions(families, len(low))
        weight = multinomial_probability(ways, likely)
        possible = np.flatnonzero(weight)
        ways, weight = ways[possible], weight[possible]
    else:
        generator = child_generator(seed, _STREAM, families)
        drawn = generator.multinomial(families, likely / likely.sum(), replicates)
        ways, times = np.unique(drawn, axis=0, return_counts=True)
        weight = times / replicates
    differences = size - 2 * low
    binomials = _Binomials(side)
    chances = np.array([_given(way, differences, binomials, level) for way in ways])
    more, less = weight @ chances
    error = 0.0
    if not is_listed(families, size):
        error = math.sqrt(max(weight @ (chances - [more, less]) ** 2) / replicates)
    return FlipPower(min(float(more), 1.0), min(float(less), 1.0), error)


class _Binomials:
    """Binomial probabilities by magnitude, each computed once; probability 1/2 is the last."""

    def __init__(self, side: Array) -> None:
        self.side = np.append(side, 0.5)
        self.known: dict[tuple[int, int], Array] = {}

    def of(self, magnitude: int, n: int) -> Array:
        found = self.known.get((magnitude, n))
        if found is None:
            k, q = np.arange(n + 1), self.side[magnitude]
            log = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
            found = np.exp(log + xlogy(k, q) + xlog1py(n - k, -q))
            self.known[magnitude, n] = found
        return found


def _given(
    way: Ints, differences: Ints, binomials: _Binomials, level: float
) -> tuple[float, float]:
    """Chances of both decisions, given how many families have each |D|."""
    flips, true = np.ones(1), np.ones(1)
    for magnitude, (n, d) in enumerate(zip(way, differences, strict=True)):
        if n and d:
            flips = _add(flips, binomials.of(-1, n), d)
            true = _add(true, binomials.of(magnitude, n), d)
    tail = flips.cumsum()  # P(sum <= t) = P(sum >= -t): as many sums from either end
    decides = int((tail <= level * (1 + _ROUNDING)).sum())
    return float(true[len(true) - decides :].sum()), float(true[:decides].sum())


def _add(sums: Array, binomial: Array, step: int) -> Array:
    """Distribution of a sum with `step` times a binomial variable."""
    spaced = np.zeros((len(binomial) - 1) * step + 1)
    spaced[::step] = binomial
    return np.convolve(sums, spaced)


def family_counts(
    truth: Truth, families: int, size: int, correlation: float, rng: np.random.Generator
) -> Ints:
    """Draw how many data sets of each family show each statement of the truth.

    The first families are the same, however many are drawn.

    Returns
    -------
    (families, R) int64 array
    """
    own, whether, which = rng.random((families, 3, size)).swapaxes(0, 1)
    ends = np.cumsum(truth.shares)
    shown = np.searchsorted(ends, own * ends[-1], side="right")
    rows = np.arange(families)
    for i in range(1, size):
        copies = whether[:, i] * (1 - correlation + i * correlation) < i * correlation
        earlier = (which[:, i] * i).astype(np.int64)
        shown[:, i] = np.where(copies, shown[rows, earlier], shown[:, i])
    place = rows[:, None] * len(ends) + shown
    return np.bincount(place.ravel(), minlength=families * len(ends)).reshape(families, -1)


def sampled_flips(
    truth: Truth,
    families: int,
    size: int,
    correlation: float,
    alpha: float,
    seed: int,
    replicates: tuple[int, int],
) -> tuple[int, int]:
    """Number of right and of wrong decisions of sign flips for the leader in drawn tables.

    Parameters
    ----------
    truth : Truth
    families, size, correlation
        As of `flip_power`.
    alpha : float
        Level of the test, `jointstats.kernels.joint.families.leader_flips`.
    seed : int
    replicates : (int, int)
        First and last but one of the tables; table r begins alike for every number of families.

    Returns
    -------
    right, wrong : int
    """
    right = wrong = 0
    n_states = math.prod(truth.states)
    for replicate in range(*replicates):
        rng = child_generator(seed, _STREAM, 0, replicate)
        counts = family_counts(truth, families, size, correlation, rng)
        found = leader_flips(counts, n_states)
        if found.p_value <= alpha:
            right += found.leader == truth.best
            wrong += found.leader != truth.best
    return right, wrong
