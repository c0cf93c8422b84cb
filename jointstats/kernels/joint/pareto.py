"""Who is beaten on all measures, data set by data set."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.orders import preference

__all__ = ["beaten"]

_CHUNK = 2**19  # comparisons held at once


def beaten(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> NDArray[np.bool_]:
    """Say, case by case, whom another algorithm beats on all measures at once.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms. Nobody beats what is missing (NaN).

    Returns
    -------
    ndarray of bool, shape (n, l)

    Examples
    --------
    >>> beaten([[[3, 2], [5, 4]], [[1, 2], [1, 0]]], [1, 1], [0, 0])
    array([[False,  True],
           [False, False]])
    """
    found = [np.any(np.all(beats, axis=1), axis=1) for beats in _comparisons(values, signs, rope)]
    return np.concatenate(found)


def _comparisons(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike
) -> Iterator[NDArray[np.bool_]]:
    """Who beats whom, shape (some cases, m, l, l)."""
    values = np.asarray(values)
    n, m, n_algorithms = values.shape
    step = max(1, _CHUNK // max(1, m * n_algorithms**2))
    for first in range(0, n, step):
        yield preference(values[first : first + step], signs, rope)
