"""The number of a statement among all of them: a digit for every measure, the last one fastest.

NumPy's own `ravel_multi_index` numbers no more than an index can tell apart: 2³¹ statements where
an index has 32 bits, as under WebAssembly. These numbers have 64 bits everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["codes_of", "numbers_of"]


def numbers_of(codes: ArrayLike, states: Sequence[int]) -> NDArray[np.int64]:
    """Number of each statement.

    Parameters
    ----------
    codes : array_like of int, shape (..., m)
        Code of every measure, below its number of states.
    states : sequence of int, length m
        Their product is at most 2⁶².

    Returns
    -------
    ndarray of int64, shape (...)

    Examples
    --------
    >>> numbers_of([[0, 0], [0, 5], [1, 2]], [2, 6]).tolist()
    [0, 5, 8]
    """
    digits = np.moveaxis(np.asarray(codes, dtype=np.int64), -1, 0)
    number = np.zeros(digits.shape[1:], dtype=np.int64)
    for digit, radix in zip(digits, states, strict=True):
        number = number * radix + digit
    return number


def codes_of(numbers: ArrayLike, states: Sequence[int]) -> NDArray[np.int64]:
    """The statements that have these numbers: the inverse of `numbers_of`.

    Returns
    -------
    ndarray of int64, shape (..., m)

    Examples
    --------
    >>> codes_of([0, 5, 8], [2, 6]).tolist()
    [[0, 0], [0, 5], [1, 2]]
    """
    rest = np.asarray(numbers, dtype=np.int64)
    codes = np.empty((len(states), *rest.shape), dtype=np.int64)
    for place in range(len(states) - 1, -1, -1):
        rest, codes[place] = np.divmod(rest, states[place])
    return np.moveaxis(codes, 0, -1)
