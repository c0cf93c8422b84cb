"""Differences of pairs, the values of units, and their order statistics.

A unit is a data set or a family of them. A family has its lower median where a value is a lower
limit, and its upper median where it is an upper one. NaN is no value: the unit has no result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import special
from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.messages import InvalidScaleError
from jointstats.evidence.outcomes import EQUAL, MISSING, ResultColumns
from jointstats.evidence.scores import ABSENT
from jointstats.evidence.votes import Units


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
    if units is None or units.n_families is None:
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
