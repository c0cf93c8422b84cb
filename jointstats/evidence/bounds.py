"""Bounds of the median difference of every pair on every measure, and shortfalls.

d_i is the difference of unit i, above 0 where the first algorithm is better. The same signs that
show a claim give its size: shift the second algorithm by r and ask again. With

    k = the largest integer with A(P(Bin(n, 1/2) <= k - 1), 1) <= alpha,

A being that of `jointstats.evidence.steps` with no chain finished, the k-th smallest and the k-th
largest d_i are bounds of the median. The bounds of all pairs and measures hold jointly with
confidence 1 - alpha, for every median where the median is an interval. A low bound above 0 implies
that "more often" is shown, unless a rope is declared: at most k - 1 units are against it, and at
the event of that claim A is at most alpha.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.order_statistics import (
    at_place,
    differences,
    largest_place,
    median,
    of_units,
    present,
)
from jointstats.evidence.steps import Chains
from jointstats.evidence.votes import Units


@dataclass(frozen=True)
class Bounds:
    """Joint bounds of median differences, of the first algorithm of P pairs over the second.

    Attributes
    ----------
    low, high : ndarray, shape (P, m)
        −inf and inf where there are too few units for a bound.
    middle : ndarray, shape (P, m)
        Median over the units whose result is known; NaN where there is none.
    k : ndarray of int, shape (P, m)
        The bounds are the k-th smallest and the k-th largest value; 0: none.
    n : ndarray of int, shape (P, m)
        Units.
    """

    low: Array
    high: Array
    middle: Array
    k: Ints
    n: Ints


def places(chains: Chains, n: ArrayLike, alpha: float) -> Ints:
    """Find k for numbers of units.

    Parameters
    ----------
    chains : Chains
        Of the table without groups.
    n : array_like of int
    alpha : float
        Probability, at most, that some bound does not hold.

    Examples
    --------
    Two algorithms, two measures:

    >>> chains = Chains(np.array([1, 1, 1, 1, 2, 2]), np.full(6, 51), np.array([0, 0, 0, 0, 1, 1]))
    >>> places(chains, [51], 0.05).tolist()
    [17]
    """

    def holds(below: Array) -> NDArray[np.bool_]:
        return chains.spent(below, np.ones(len(below), dtype=np.int64)) <= alpha

    return largest_place(n, holds)


def bounds_of_pairs(
    values: ArrayLike,
    pairs: ArrayLike,
    missing: int,
    chains: Chains,
    alpha: float,
    units: Units | None = None,
    scaled: ArrayLike | None = None,
) -> Bounds:
    """Bounds of the median difference of every pair on every measure.

    Parameters
    ----------
    values, pairs, missing, scaled
        As of `jointstats.evidence.order_statistics.differences`.
    chains : Chains
        Of all pairs of the comparison, without groups, even if `pairs` are some of them.
    alpha : float
    units : Units, optional
        By default each data set is one.

    Examples
    --------
    >>> from jointstats.evidence.scores import UNKNOWN
    >>> values = [[[x, 0.0]] for x in (0.1, 0.2, 0.3, 0.4, 0.5, -0.1, 0.9)]
    >>> two = Chains(np.array([1, 1]), np.array([7, 7]), np.array([0, 0]))
    >>> found = bounds_of_pairs(values, [[0, 1]], UNKNOWN, two, 0.05)
    >>> [float(x.item()) for x in (found.low, found.middle, found.high)]
    [-0.1, 0.3, 0.9]
    """
    low, high = differences(values, pairs, missing, scaled)
    known = np.where(low == high, low, np.nan)
    lower, upper, of_low, of_high = (
        of_units(part, units, upper=above)
        for part, above in ((low, False), (high, True), (known, False), (known, True))
    )
    n = present(lower)
    k = places(chains, n, alpha)
    some = k > 0
    return Bounds(
        low=np.where(some, at_place(lower, k - 1), -np.inf),
        high=np.where(some, at_place(upper, n - k), np.inf),
        middle=_between(median(of_low, upper=False), median(of_high, upper=True)),
        k=k,
        n=n,
    )


def _between(low: Array, high: Array) -> Array:
    """Halfway; the value itself where both are equal, also if infinite."""
    with np.errstate(invalid="ignore"):
        return np.where(low == high, low, (low + high) / 2)


@dataclass(frozen=True)
class Shortfalls:
    """How far each of l algorithms is behind the best of the others, in the median.

    Attributes
    ----------
    low, high : ndarray, shape (l, m)
        Joint bounds; 0: behind none.
    middle : ndarray, shape (l, m)
        NaN where an algorithm has no known difference.
    """

    low: Array
    high: Array
    middle: Array


def shortfalls(bounds: Bounds, pairs: ArrayLike, n_algorithms: int) -> Shortfalls:
    """The largest median difference by which another algorithm is ahead, and its bounds.

    Parameters
    ----------
    bounds : Bounds
    pairs : array_like of int, shape (P, 2)
        Those of the bounds. An algorithm is compared with its rivals among them only.
    n_algorithms : int

    Examples
    --------
    >>> one = np.array([[0.2]])
    >>> bounds = Bounds(one - 0.5, one + 0.5, one, np.array([[1]]), np.array([[7]]))
    >>> behind = shortfalls(bounds, [[0, 1]], 2)
    >>> [x.ravel().round(9).tolist() for x in (behind.low, behind.middle, behind.high)]
    [[0.0, 0.0], [0.0, 0.2], [0.3, 0.7]]
    """
    first, second = np.asarray(pairs, dtype=np.intp).T

    def largest(behind_second: Array, behind_first: Array) -> Array:
        most = np.full((n_algorithms, bounds.low.shape[1]), np.nan)
        np.fmax.at(most, first, -behind_second)
        np.fmax.at(most, second, behind_first)
        return np.maximum(most, 0.0)

    return Shortfalls(
        low=largest(bounds.high, bounds.low),
        high=largest(bounds.low, bounds.high),
        middle=largest(bounds.middle, bounds.middle),
    )
