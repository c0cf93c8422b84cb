"""Bounds of median differences of pairs, their shortfalls, and break-even prices.

d_i is the difference of unit i, above 0 where the first algorithm is better. The same signs that
show a claim give its size: shift the second algorithm by r and ask again. With

    k = the largest integer with A(P(Bin(n, 1/2) <= k - 1), 1) <= alpha,

A being that of `jointstats.evidence.steps` with no chain finished, the k-th smallest and the k-th
largest d_i are bounds of the median. The bounds of all pairs and measures hold jointly with
confidence 1 - alpha, for every median where the median is an interval. A low bound above 0 implies
that "more often" is shown, unless a rope is declared: at most k - 1 units are against it, and at
the event of that claim A is at most alpha.

A break-even price says up to which price a gain is worth its cost, and from which it is not.

On unit i the first algorithm gains g_i on one measure and saves s_i on another (on a ratio scale in
doublings). If a unit of saving is worth lambda >= 0 units of gain, it is better where

    g_i + lambda s_i > 0.                                                                       (1)

=========  ====================================================================================
up to      inf if g > 0 and s >= 0; g / -s if g > 0 > s; otherwise −inf
from       0 if g >= 0 and s >= 0, not both 0; -g / s if s > 0 > g; otherwise inf
=========  ====================================================================================

So (1) holds for every lambda below *up to*, and for every lambda above *from*. The second algorithm
has the same with both signs changed. What is unknown is −inf in *up to* and inf in *from*. With
the level alpha/4 for each of the four, an algorithm is better on most units for all prices below
the k-th smallest *up to* and above the k-th largest *from*. At each price that claim is implied by
one that does not depend on the price, so it holds for all prices jointly and without symmetry.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import order_statistics as ordered
from jointstats.evidence.arrays import Array, Ints, special
from jointstats.evidence.steps import Chains
from jointstats.evidence.votes import Units

SIDES = 4  # prices of a pair that may be false: up to and from which each of two is better


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

    return ordered.largest_place(n, holds)


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
    low, high = ordered.differences(values, pairs, missing, scaled)
    known = np.where(low == high, low, np.nan)
    lower, upper, of_low, of_high = (
        ordered.of_units(part, units, upper=above)
        for part, above in ((low, False), (high, True), (known, False), (known, True))
    )
    n = ordered.present(lower)
    k = places(chains, n, alpha)
    some = k > 0
    return Bounds(
        low=np.where(some, ordered.at_place(lower, k - 1), -np.inf),
        high=np.where(some, ordered.at_place(upper, n - k), np.inf),
        middle=_between(ordered.median(of_low, upper=False), ordered.median(of_high, upper=True)),
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


@dataclass(frozen=True)
class Prices:
    """Prices at which each of two algorithms is shown to be better, for P pairs.

    Attributes
    ----------
    up_to : ndarray, shape (P, 2)
        By side: better at all prices below; −inf: at none, inf: at all.
    above : ndarray, shape (P, 2)
        By side: better at all prices above; inf: at none, 0: at all.
    k, n : ndarray of int, shape (P,)
        The prices are the k-th smallest and the k-th largest of those of n units; k = 0: none.
    """

    up_to: Array
    above: Array
    k: Ints
    n: Ints


def prices_of_pairs(
    gain: tuple[ArrayLike, ArrayLike],
    saving: tuple[ArrayLike, ArrayLike],
    alpha: float,
    n_pairs: int,
    units: Units | None = None,
) -> Prices:
    """Break-even prices of pairs.

    Parameters
    ----------
    gain, saving : (array_like, array_like), each of shape (P, n)
        Least and largest possible differences of the first algorithm over the second, from
        `jointstats.evidence.order_statistics.differences`.
    alpha : float
        Probability, at most, of any false price.
    n_pairs : int
        Pairs that the table compares, also if fewer are given; 1 for a pair named in advance.
    units : Units, optional
        By default each data set is one.

    Examples
    --------
    One point more accurate and one doubling slower on seven data sets:

    >>> g, s = np.ones((1, 7)), -np.ones((1, 7))
    >>> found = prices_of_pairs((g, g), (s, s), 0.05, 1)
    >>> found.up_to.tolist(), found.above.tolist()
    ([[1.0, -inf]], [[inf, 1.0]])
    """
    (g_low, g_high), (s_low, s_high) = (
        tuple(np.asarray(part, dtype=float) for part in both) for both in (gain, saving)
    )
    absent = np.isnan(g_low) | np.isnan(s_low)
    known = (g_low == g_high) & (s_low == s_high)
    sides = [_prices(sign * g_low, sign * s_low, known, absent) for sign in (1, -1)]
    up_to = [ordered.of_units(part, units, upper=False) for part, _ in sides]
    above = [ordered.of_units(part, units, upper=True) for _, part in sides]
    n = ordered.present(up_to[0])
    k = ordered.place_at_level(n, alpha / n_pairs / SIDES)
    some = k > 0
    return Prices(
        up_to=np.stack(
            [np.where(some, ordered.at_place(x, k - 1), -np.inf) for x in up_to], axis=-1
        ),
        above=np.stack(
            [np.where(some, ordered.at_place(x, n - k), np.inf) for x in above], axis=-1
        ),
        k=k,
        n=n,
    )


def price_levels(n: int) -> Array:
    """The levels of one pair at which the prices of n units change, ascending.

    Examples
    --------
    >>> price_levels(7).round(6).tolist()
    [0.03125, 0.25, 0.90625]
    """
    levels = SIDES * special.bdtr(np.arange(n // 2 + 1), n, 0.5)
    return levels[levels < 1]


def _prices(
    g: Array, s: Array, known: NDArray[np.bool_], absent: NDArray[np.bool_]
) -> tuple[Array, Array]:
    """*Up to* and *from* of each data set."""
    price = break_even(g, s)
    traded = (g > 0) & (s < 0), (g < 0) & (s > 0)
    nowhere_worse = (g >= 0) & (s >= 0) & ((g > 0) | (s > 0))
    up_to = np.where(traded[0], price, np.where((g > 0) & (s >= 0), np.inf, -np.inf))
    above = np.where(traded[1], price, np.where(nowhere_worse, 0.0, np.inf))
    unknown = ~known | np.isnan(up_to) | np.isnan(above)  # or both sizes are infinite
    up_to[unknown], above[unknown] = -np.inf, np.inf
    up_to[absent] = above[absent] = np.nan
    return up_to, above


def break_even(gain: ArrayLike, saving: ArrayLike) -> Array:
    """The price at which a gain and a saving of opposite signs balance; NaN for others.

    Examples
    --------
    >>> break_even([1.0, -2.0, 1.0], [-2.0, 1.0, 1.0])
    array([0.5, 2. , nan])
    """
    g, s = np.asarray(gain, dtype=float), np.asarray(saving, dtype=float)
    opposed = ((g > 0) & (s < 0)) | ((g < 0) & (s > 0))
    with np.errstate(invalid="ignore"):  # both infinite
        return np.where(opposed, -g / np.where(opposed, s, 1.0), np.nan)
