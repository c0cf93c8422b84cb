"""Break-even prices: up to which price a gain is worth its cost, and from which it is not.

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

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.order_statistics import at_place, of_units, place_at_level, present
from jointstats.evidence.votes import Units


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
    up_to = [of_units(part, units, upper=False) for part, _ in sides]
    above = [of_units(part, units, upper=True) for _, part in sides]
    n = present(up_to[0])
    k = place_at_level(n, alpha / n_pairs / 4)
    some = k > 0
    return Prices(
        up_to=np.stack([np.where(some, at_place(x, k - 1), -np.inf) for x in up_to], axis=-1),
        above=np.stack([np.where(some, at_place(x, n - k), np.inf) for x in above], axis=-1),
        k=k,
        n=n,
    )


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
