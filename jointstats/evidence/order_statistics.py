"""Means and medians of algorithms, differences of pairs, and their order statistics.

Data sets differ by far more than algorithms do. An interval that shows how well the algorithms'
means are separated uses the results less the mean of their data set (Cousineau 2005), whose
variance is too small by (l - 1) / l, as l results determine their mean (Morey 2008, Confidence
intervals from normalized data: a correction to Cousineau).

A unit is a data set or a family of them. A family has its lower median where a value is a lower
limit, and its upper median where it is an upper one. NaN is no value: the unit has no result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Ints, special
from jointstats.evidence.messages import InvalidScaleError
from jointstats.evidence.outcomes import EQUAL, MISSING, ResultColumns
from jointstats.evidence.scores import ABSENT
from jointstats.evidence.votes import Units

WIDE = 100.0  # positive values that differ by such a factor are compared by their ratio


@dataclass(frozen=True, eq=False)
class Moments:
    """What the values of each column come to.

    Attributes
    ----------
    n : ndarray of int, shape (m, l)
        Values that are there.
    mean : ndarray, shape (m, l)
        NaN where there is none, or one is infinite: a failed run.
    sd : ndarray, shape (m, l)
        Standard deviation; NaN of fewer than two values.
    median : ndarray, shape (m, l), or None
        None of parts: their medians say nothing about that of the whole.
    """

    n: NDArray[np.int64]
    mean: Array
    sd: Array
    median: Array | None

    @classmethod
    def of(cls, values: Array) -> Moments:
        """The moments of values, shape (n, m, l), NaN where there is none.

        Examples
        --------
        >>> x = np.array([[[1.0]], [[2.0]], [[6.0]]])
        >>> one, two = Moments.of(x[:1]), Moments.of(x[1:])
        >>> (one + two).mean.tolist(), (one + two).sd.round(6).tolist()
        ([[3.0]], [[2.645751]])
        """
        moments, n = np.empty((3, *values.shape[1:])), np.empty(values.shape[1:], dtype=np.int64)
        for k, i in np.ndindex(n.shape):
            there = values[~np.isnan(values[:, k, i]), k, i]
            n[k, i], moments[:, k, i] = len(there), _moments(there)
        return cls(n, *moments)

    def __add__(self, other: Moments) -> Moments:
        n = self.n + other.n
        share = other.n / np.maximum(n, 1)
        apart = np.where((self.n > 0) & (other.n > 0), other.mean - self.mean, 0.0)
        mean = np.where(self.n > 0, self.mean, other.mean) + share * apart
        between = np.abs(apart) * np.sqrt(self.n * share)
        # By hypotenuses, because squares of large numbers would overflow.
        spread = np.hypot(np.hypot(self._spread, other._spread), between)
        sd = np.where(n > 1, spread / np.sqrt(np.maximum(n - 1, 1)), np.nan)
        return Moments(n, mean, sd, None)

    @property
    def _spread(self) -> Array:
        """Square root of the sum of squared deviations from the mean."""
        freedom = np.maximum(self.n - 1, 0)
        return np.asarray(np.where(freedom > 0, self.sd, 0.0) * np.sqrt(freedom))

    def turned(self, signs: ArrayLike) -> Moments:
        """Those of values times the sign of each measure."""
        turn = np.asarray(signs)[:, None]
        median = None if self.median is None else turn * self.median
        return replace(self, mean=turn * self.mean, median=median)


def median_of(x: Array) -> float:
    """Median, also of numbers whose sum is beyond the doubles; NaN of none."""
    if len(x) == 0:
        return math.nan
    unit = 2.0 if np.abs(x).max() > 1e300 else 1.0
    return unit * float(np.median(x / unit))


def _moments(x: Array) -> tuple[float, float, float]:
    """Mean, deviation and median by exact sums: the same in any sequence of the rows."""
    if len(x) == 0:
        return math.nan, math.nan, math.nan
    median = median_of(x)
    if not np.isfinite(x).all():  # a failed run
        return math.nan, math.nan, median
    unit = 2.0**600 if np.abs(x).max() > 1e150 else 1.0  # squares of such values would overflow
    small = x / unit
    mean = math.fsum(small.tolist()) / len(x)
    squares = math.fsum(((small - mean) ** 2).tolist())
    sd = unit * math.sqrt(squares / (len(x) - 1)) if len(x) > 1 else math.nan
    return unit * mean, sd, median


def nondominated(points: ArrayLike) -> NDArray[np.bool_]:
    """Which points no other one beats: as good on every coordinate, and better on one.

    Parameters
    ----------
    points : array_like, shape (l, m)
        Larger is better.

    Examples
    --------
    >>> nondominated([[1, 3], [2, 2], [1, 2], [3, 1]])
    array([ True,  True, False,  True])
    """
    x = np.asarray(points)
    as_good = (x[:, None] >= x[None]).all(axis=2)
    beats = as_good & (x[:, None] > x[None]).any(axis=2)
    return np.asarray(~beats.any(axis=0))


def is_wide(values: NDArray[np.float64], rope: float) -> bool:
    """Whether values are all positive, span orders of magnitude, and none is below the rope."""
    known = values[np.isfinite(values)]
    low = known.min(initial=np.inf)
    return bool(len(known)) and low > 0 and low >= rope and bool(known.max() >= WIDE * low)


def is_share(values: NDArray[np.float64]) -> bool:
    """Whether values are shares, between 0 and 1."""
    known = values[np.isfinite(values)]
    return bool(len(known)) and known.min() >= 0 and known.max() <= 1


def on_scale(values: ArrayLike, signs: ArrayLike, ratio: ArrayLike) -> Array:
    """Values whose differences are the sizes: logarithms on a ratio scale.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better; NaN where one is missing, −inf where a run failed.
    signs : array_like, shape (m,)
        +1 where larger results are better, -1 where smaller ones are.
    ratio : array_like of bool, shape (m,)
        Measures on a ratio scale; their results are positive.

    Raises
    ------
    InvalidScaleError

    Examples
    --------
    Twice as fast:

    >>> float(np.ptp(on_scale([[[-1.0, -2.0]]], [-1], [True])).round(6))
    0.693147
    """
    scaled, turns = np.array(values, dtype=float), np.asarray(signs, dtype=float)
    for j in np.flatnonzero(ratio):
        column = scaled[:, j]
        there = np.isfinite(column)
        positive = turns[j] * column[there]
        if (positive <= 0).any():
            raise InvalidScaleError("results on a ratio scale must be positive")
        column[there] = turns[j] * np.log(positive)
    return scaled


def differences(
    values: ArrayLike, pairs: ArrayLike, missing: int, scaled: ArrayLike | None = None
) -> tuple[Array, Array]:
    """The least and the largest difference of each pair that is possible on each data set.

    Results that the outcomes call equal without a rope differ by 0.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better; NaN where one is missing, −inf where a run failed.
    pairs : array_like of int, shape (P, 2)
    missing : int
        What a missing result is: ``UNKNOWN`` (any difference is possible) or ``ABSENT`` (none is).
    scaled : array_like, shape (n, m, l), optional
        The same from `on_scale`.

    Returns
    -------
    low, high : ndarray, shape (P, m, n)
        −inf and inf where the difference is unknown, or both runs failed; NaN where it is absent.

    Examples
    --------
    >>> from jointstats.evidence.scores import UNKNOWN
    >>> low, high = differences([[[3.0, 2.0]], [[np.nan, 1.0]]], [[0, 1]], UNKNOWN)
    >>> low.tolist(), high.tolist()
    ([[[1.0, -inf]]], [[[1.0, inf]]])
    """
    results, both = np.asarray(values, dtype=float), np.asarray(pairs, dtype=np.intp)
    columns = np.transpose(results if scaled is None else np.asarray(scaled, dtype=float))
    seen = np.moveaxis(ResultColumns.of(results).outcomes(np.zeros(results.shape[1]), both), 2, 1)
    first, second = both.T
    with np.errstate(invalid="ignore"):  # two failures
        low = columns[first] - columns[second]
    unknown = np.isnan(low)
    low[seen == EQUAL] = 0.0
    low[unknown] = -np.inf
    high = np.where(unknown, np.inf, low)
    if missing == ABSENT:
        low[seen == MISSING] = high[seen == MISSING] = np.nan
    return low, high


def at_place(values: Array, place: ArrayLike) -> Array:
    """The value at a place (0 for the smallest) of those along the last axis that are not NaN.

    Parameters
    ----------
    values : ndarray, shape (..., n)
    place : array_like of int, shape (...)
        Beyond the values: NaN.

    Examples
    --------
    >>> at_place(np.array([[3.0, np.nan, 1.0]] * 2), [1, 2]).tolist()
    [3.0, nan]
    """
    where = np.asarray(place)
    inside = (where >= 0) & (where < values.shape[-1])
    chosen = np.take_along_axis(
        np.sort(values, axis=-1), np.where(inside, where, 0)[..., None], axis=-1
    )
    return np.where(inside, chosen[..., 0], np.nan)


def present(values: Array) -> Ints:
    """How many values along the last axis are not NaN."""
    return np.asarray(np.count_nonzero(~np.isnan(values), axis=-1))


def median(values: Array, *, upper: bool) -> Array:
    """Lower or upper median along the last axis of what is not NaN.

    Examples
    --------
    >>> two = np.array([0.1, 0.4, np.nan])
    >>> float(median(two, upper=False)), float(median(two, upper=True))
    (0.1, 0.4)
    """
    n = present(values)
    return at_place(values, n // 2 if upper else (n - 1) // 2)


def of_units(values: Array, units: Units | None, *, upper: bool) -> Array:
    """The value of each unit: the lower or upper median of its data sets.

    Parameters
    ----------
    values : ndarray, shape (..., n)
    units : Units or None
        None: each data set is one.
    upper : bool

    Returns
    -------
    ndarray, shape (..., G)

    Examples
    --------
    >>> families = Units(np.array([0, 0, 1]))
    >>> of_units(np.array([0.5, -1.0, 0.2]), families, upper=True).tolist()
    [0.5, 0.2]
    """
    if units is None or units.single:
        return values
    order, starts = units.by_unit
    members: list[Any] = np.split(values[..., order], starts[1:], axis=-1)
    return np.stack([median(part, upper=upper) for part in members], axis=-1)


def place_at_level(n: ArrayLike, level: float) -> Ints:
    """The largest k with P(Bin(n, 1/2) <= k - 1) <= level: the k-th smallest is a lower bound.

    A median is below the k-th smallest of n values with that probability at most.

    Examples
    --------
    >>> place_at_level([6, 7, 51], 0.05 / 4).tolist()
    [0, 1, 18]
    """
    return largest_place(n, lambda below: below <= level)


def largest_place(n: ArrayLike, holds: Callable[[Array], NDArray[np.bool_]]) -> Ints:
    """The largest k for which ``holds`` is true of P(Bin(n, 1/2) <= k - 1), and of all below.

    Examples
    --------
    >>> largest_place([6, 7], lambda below: 4 * below <= 0.05).tolist()
    [0, 1]
    """
    numbers = np.asarray(n, dtype=np.int64)
    largest = np.zeros(numbers.shape, dtype=np.int64)
    for size in np.unique(numbers):
        below = special.bdtr(np.arange(size // 2 + 1), int(size), 0.5)
        largest[numbers == size] = np.count_nonzero(holds(below))
    return largest
