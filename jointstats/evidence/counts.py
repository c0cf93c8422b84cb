"""Sparse counts: distinct rows of codes with weights, and what can be done with them.

Sums do not depend on the sequence in which rows arrive: equal weights are multiplied by how often
they occur (three thirds are exactly 1), different ones are added in order of size.

The number of a statement among all of them has a digit for every measure, the last one fastest.
NumPy's own `ravel_multi_index` numbers no more than an index can tell apart: 2³¹ statements where
an index has 32 bits, as under WebAssembly. These numbers have 64 bits everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.orders import rank_orders, unrank_orders

_COMPACT_AT = 2**22  # rows that a tally lets pile up


def merge(
    codes_a: ArrayLike, weights_a: ArrayLike, codes_b: ArrayLike, weights_b: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Add two sets of counts of the same algorithms and measures.

    Parameters
    ----------
    codes_a, codes_b : array_like of int, shapes (R_a, m) and (R_b, m)
        Statements.
    weights_a, weights_b : array_like, shapes (R_a,) and (R_b,)
        Their counts.

    Returns
    -------
    codes : ndarray of int64, shape (R, m)
        Distinct statements in lexicographic order.
    weights : ndarray, shape (R,)
        Their summed counts.

    Examples
    --------
    >>> merge([[0], [1]], [2.0, 1.0], [[1]], [0.5])
    (array([[0],
           [1]]), array([2. , 1.5]))
    """
    return merge_rows(
        np.concatenate([np.asarray(codes_a), np.asarray(codes_b)]),
        np.concatenate([np.asarray(weights_a), np.asarray(weights_b)]),
    )


def merge_known(
    codes_a: ArrayLike, numbers_a: ArrayLike | None, codes_b: ArrayLike, numbers_b: ArrayLike | None
) -> NDArray[np.float64] | None:
    """Numbers of both, statement by statement as of `merge`, or None unless both are known.

    Examples
    --------
    >>> merge_known([[0], [1]], [2.0, 1.0], [[1]], [0.5])
    array([2. , 1.5])
    """
    if numbers_a is None or numbers_b is None:
        return None
    return merge(codes_a, numbers_a, codes_b, numbers_b)[1]


def restrict(
    codes: ArrayLike,
    weights: ArrayLike,
    n_algorithms: int,
    *,
    algorithms: ArrayLike | None = None,
    measures: ArrayLike | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Marginal counts: of some of the algorithms, on some of the measures.

    Parameters
    ----------
    codes : array_like of int, shape (R, m)
        Statements of `n_algorithms` algorithms.
    weights : array_like, shape (R,)
        Their counts.
    n_algorithms : int
        The number l of algorithms that the codes order.
    algorithms : array_like of int, optional
        Those to keep, in their new numbering: ``[3, 1]`` makes algorithm 3 the new 0.
    measures : array_like of int, optional
        Those to keep, in their new sequence.

    Returns
    -------
    codes, weights
        As of `merge`. They equal the counts made from the kept algorithms' values alone when
        there is no rope; with a rope, ties are not transitive and the two may differ.

    Examples
    --------
    The order 2, 0, 1 (code 4), seen once, without algorithm 0:

    >>> restrict([[4]], [1.0], 3, algorithms=[1, 2])
    (array([[1]]), array([1.]))
    """
    codes = np.asarray(codes, dtype=np.int64)
    if measures is not None:
        codes = codes[:, np.asarray(measures, dtype=np.intp)]
    if algorithms is not None:
        chosen = np.asarray(algorithms, dtype=np.intp)
        codes = np.column_stack([_suborders(column, n_algorithms, chosen) for column in codes.T])
    return merge_rows(codes, np.asarray(weights, dtype=np.float64))


def _suborders(
    codes: NDArray[np.int64], n_algorithms: int, chosen: NDArray[np.intp]
) -> NDArray[np.int64]:
    distinct, inverse = np.unique(codes, return_inverse=True)
    number = np.full(n_algorithms, -1)
    number[chosen] = np.arange(chosen.size)
    orders = number[unrank_orders(distinct, n_algorithms)]
    return rank_orders(orders[orders >= 0].reshape(-1, chosen.size))[inverse]


def group_rows(rows: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Sort rows of non-negative integers lexicographically and find the runs of equal ones.

    Parameters
    ----------
    rows : ndarray of int64, shape (N, c)
        Rows to group.

    Returns
    -------
    order : ndarray of int, shape (N,)
        Positions that sort the rows, the first column being the most significant.
    starts : ndarray of int
        Where, in the sorted rows, a new row begins.
    """
    if rows.shape[0] == 0:
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    keys = _packed(rows)
    order = np.lexsort(keys[::-1]) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    new = np.zeros(rows.shape[0], dtype=bool)
    new[0] = True
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    return order, np.flatnonzero(new)


def _packed(rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Columns joined in mixed radix, as many as fit into 63 bits: fewer keys to sort by."""
    keys: list[NDArray[np.int64]] = []
    space = 2**63
    for column in rows.T:
        radix = int(column.max()) + 1
        if space * radix < 2**63:
            keys[-1] = keys[-1] * radix + column
            space *= radix
        else:
            keys.append(column.copy())
            space = radix
    return keys


def merge_rows(
    rows: NDArray[np.int64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Distinct rows with summed weights; the result does not depend on the sequence of rows.

    Parameters
    ----------
    rows : ndarray of int64, shape (N, c)
        Rows of non-negative integers.
    weights : ndarray, shape (N,)
        Non-negative.

    Returns
    -------
    rows : ndarray of int64, shape (R, c)
        Distinct, in lexicographic order.
    weights : ndarray, shape (R,)
        Equal weights are multiplied, not added up (three thirds are 1); different ones are added
        from the smallest.
    """
    values, kind = np.unique(weights, return_inverse=True)
    labelled = np.column_stack([rows, np.ravel(kind)])
    order, starts = group_rows(labelled)
    labelled = labelled[order[starts]]
    times = np.diff(starts, append=rows.shape[0])
    return _sum_last_column(labelled, times * values[labelled[:, -1]])


def _sum_last_column(rows: NDArray[np.int64], terms: NDArray) -> tuple[NDArray[np.int64], NDArray]:
    """Sum the terms of sorted rows that differ in the last column only."""
    new = np.ones(rows.shape[0], dtype=bool)
    new[1:] = (rows[1:, :-1] != rows[:-1, :-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return rows[starts, :-1], np.add.reduceat(terms, starts)


class Tally:
    """Counts of (statement, k), where 1/k is the weight: integers, exact in any sequence."""

    def __init__(self, m: int) -> None:
        self._rows = [np.zeros((0, m + 1), dtype=np.int64)]
        self._times = [np.zeros(0, dtype=np.int64)]
        self._pending = 0
        self._threshold = _COMPACT_AT

    def add(self, codes: NDArray[np.int64], k: NDArray[np.int64]) -> None:
        """Add rows of codes, row i with the weight 1/k[i]."""
        self._append(np.column_stack([codes, k]), np.ones(k.size, dtype=np.int64))
        if self._pending > self._threshold:
            self._compact()
            self._threshold = max(self._threshold, 2 * self._pending)

    def _append(self, rows: NDArray[np.int64], times: NDArray[np.int64]) -> None:
        self._rows.append(rows)
        self._times.append(times)
        self._pending += times.size

    def _compact(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        rows, times = np.concatenate(self._rows), np.concatenate(self._times)
        self._rows, self._times, self._pending = [], [], 0
        order, starts = group_rows(rows)
        if starts.size:
            rows, times = rows[order[starts]], np.add.reduceat(times[order], starts)
        self._append(rows, times)
        return rows, times

    def totals(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Distinct rows of codes in lexicographic order, and their summed weights."""
        rows, times = self._compact()
        k = rows[:, -1]
        common = math.lcm(*np.unique(k).tolist())
        if common * int(times.sum()) < 2**53:  # a sum over the common denominator is exact
            codes, numerators = _sum_last_column(rows, times * (common // k))
            return codes, numerators / common
        return _sum_last_column(rows, times / k)

    def bounds(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By row of `totals`: how many cases are that row alone, and how many could be."""
        rows, times = self._compact()
        _, alone = _sum_last_column(rows, np.where(rows[:, -1] == 1, times, 0))
        _, possible = _sum_last_column(rows, times)
        return alone, possible


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
