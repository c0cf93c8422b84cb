"""Means of algorithms over the same data sets, with intervals that leave out what data sets share.

Data sets differ by far more than algorithms do. An interval that is to say how well the algorithms'
means are told apart is one of the results less the mean of their data set (Cousineau 2005), whose
variance is too small by (l - 1) / l, as l results determine their mean (Morey 2008, Confidence
intervals from normalized data: a correction to Cousineau).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

__all__ = ["CentredMeans", "centred_means", "nondominated", "shortfall"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class CentredMeans:
    """Means and their intervals, each of shape (l,)."""

    mean: Array
    low: Array
    high: Array


def centred_means(values: ArrayLike, level: float = 0.95) -> CentredMeans:
    """Mean of every algorithm, with an interval from which the data sets' own means are gone.

    Parameters
    ----------
    values : array_like, shape (n, l)
        Results of l algorithms on n data sets.
    level : float, default 0.95
        Coverage of each interval, if results are normal and all algorithms spread alike: one three
        times as noisy as the others is covered in 86 % (`make intervals`).

    Returns
    -------
    CentredMeans
        NaN ends for fewer than two data sets.

    Examples
    --------
    Data sets that differ, algorithms that always differ by the same:

    >>> found = centred_means([[1.0, 2.0], [11.0, 12.0], [6.0, 7.0]])
    >>> found.mean, (found.high - found.low).round(12)
    (array([6., 7.]), array([0., 0.]))
    """
    x = np.asarray(values, dtype=np.float64)
    n, l = x.shape
    unit = 2.0**600 if np.abs(x).max(initial=0.0) > 1e150 else 1.0  # or squares would overflow
    x = x / unit
    mean = x.mean(axis=0)
    if n < 2:
        return CentredMeans(mean * unit, np.full(l, np.nan), np.full(l, np.nan))
    centred = x - x.mean(axis=1, keepdims=True)
    error = centred.std(axis=0, ddof=1) * np.sqrt(l / (l - 1) / n)
    half = stats.t.ppf((1 + level) / 2, n - 1) * error
    with np.errstate(over="ignore"):  # an end beyond the largest number is infinite
        return CentredMeans(mean * unit, (mean - half) * unit, (mean + half) * unit)


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


def shortfall(points: ArrayLike) -> Array:
    """How much every point would have to gain on all coordinates to be beaten by none.

    Parameters
    ----------
    points : array_like, shape (l, m)
        Larger is better.

    Returns
    -------
    ndarray, shape (l,)
        0 for those whom nobody beats.

    Examples
    --------
    >>> shortfall([[1, 3], [2, 2], [1, 1], [3, 1]])
    array([0., 0., 1., 0.])
    """
    x = np.asarray(points, dtype=np.float64)
    behind = (x[None] - x[:, None]).min(axis=2)  # of each (row) behind each on its best
    return np.asarray(behind.max(axis=1))
