"""Means, medians and standard deviations of algorithms, and intervals over the same data sets.

Data sets differ by far more than algorithms do. An interval that shows how well the algorithms'
means are separated uses the results less the mean of their data set (Cousineau 2005), whose
variance is too small by (l - 1) / l, as l results determine their mean (Morey 2008, Confidence
intervals from normalized data: a correction to Cousineau).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array

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


WIDE = 100.0  # positive values that differ by such a factor are compared by their ratio


def is_wide(values: NDArray[np.float64]) -> bool:
    """Whether values are all positive and span orders of magnitude."""
    known = values[np.isfinite(values)]
    return bool(len(known)) and known.min() > 0 and known.max() >= WIDE * known.min()


def is_share(values: NDArray[np.float64]) -> bool:
    """Whether values are shares, between 0 and 1."""
    known = values[np.isfinite(values)]
    return bool(len(known)) and known.min() >= 0 and known.max() <= 1
