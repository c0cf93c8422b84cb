"""Three outcomes of two algorithms on a measure: better, practically equal, worse.

Each data set gives one outcome per measure, and a statement is a row of them. A measure has three
states where ties are an outcome of their own (codes 0 better, 1 equal, 2 worse), and two where
they are split (0 better, 1 worse, as everywhere else): then a tied case becomes both statements
with half the weight. Either way the code of the same result seen from the other algorithm is
``states - 1 - code``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import statements
from jointstats.evidence.arrays import Ints
from jointstats.evidence.counts import Tally, merge_rows
from jointstats.evidence.orders import TIE_TOLERANCE, magnitude

BETTER, EQUAL, WORSE = 0, 1, 2
MISSING = 3  # a result of one of the two is not there: no outcome, counts for nothing

_AT_ONCE = 1 << 14  # outcomes that are made together: they stay in the cache


def outcomes(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> Ints:
    """Outcome of the first algorithm against the second, for every case and measure.

    ``x`` and ``y`` are equal if ``|x - y| <= rope + 1e-13 max(|x|, |y|)``: the last is rounding.

    Parameters
    ----------
    values : array_like, shape (n, m, 2)
        Results of the two algorithms. A failed result is infinite in the direction of worse: it
        loses to every number and ties with the other's failure.
    signs : array_like, shape (m,)
        +1 where larger is better, -1 where smaller is.
    rope : array_like, shape (m,)
        Differences up to this size, in the measure's units, are practically none.

    Returns
    -------
    ndarray of int64, shape (n, m)
        ``BETTER``, ``EQUAL`` or ``WORSE``.

    Examples
    --------
    >>> outcomes([[[0.714, 0.7140000000000001]], [[0.81, 0.80]], [[0.7, 0.8]]], [1], [0.0])
    array([[1],
           [0],
           [2]])
    >>> outcomes([[[0.81, 0.80]]], [1], [0.01])
    array([[1]])
    """
    oriented = np.asarray(values) * np.asarray(signs, dtype=float)[:, None]
    return pair_outcomes(oriented, rope, [[0, 1]])[0].astype(np.int64)


def pair_outcomes(values: ArrayLike, rope: ArrayLike, pairs: ArrayLike) -> NDArray[np.int8]:
    """Outcomes of many pairs of algorithms, of the first against the second.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better on every measure; NaN where one is missing.
    rope : array_like, shape (m,)
        As for `outcomes`.
    pairs : array_like of int, shape (P, 2)
        Places of the algorithms.

    Returns
    -------
    ndarray of int8, shape (P, n, m)
        ``MISSING`` where a result of one of the two is missing.

    Examples
    --------
    >>> pair_outcomes([[[0.9, 0.9, 0.7]]], [0.0], [[0, 1], [0, 2], [2, 1]]).ravel()
    array([1, 0, 2], dtype=int8)
    >>> pair_outcomes([[[0.9, np.nan, 0.7]]], [0.0], [[0, 1], [0, 2], [2, 1]]).ravel()
    array([3, 0, 3], dtype=int8)
    """
    return ResultColumns.of(values).outcomes(rope, pairs)


@dataclass(frozen=True)
class ResultColumns:
    """Results of algorithms, column by column, to be compared in pairs.

    Attributes
    ----------
    values, sizes : ndarray, shape (l, m, n)
        Results, larger being better, and how large they are; a failed one has no size.
    absent : ndarray of bool, shape (l, m, n), or None
        Where a result is missing; None: nowhere.
    """

    values: NDArray[np.float64]
    sizes: NDArray[np.float64]
    absent: NDArray[np.bool_] | None

    @classmethod
    def of(cls, values: ArrayLike) -> ResultColumns:
        """From results of shape (n, m, l), NaN where one is missing."""
        columns = np.ascontiguousarray(np.transpose(np.asarray(values, dtype=np.float64)))
        absent = np.isnan(columns)
        return cls(columns, magnitude(columns), absent if absent.any() else None)

    @cached_property
    def _rooms(self) -> NDArray[np.float64]:
        """Room for the numbers of some pairs, used again and again."""
        step = max(1, _AT_ONCE // max(self.values[0].size, 1))
        return np.empty((3, step, *self.values.shape[1:]))

    def outcomes(self, rope: ArrayLike, pairs: ArrayLike) -> NDArray[np.int8]:
        """As `pair_outcomes`; the data sets of a pair and measure are side by side in memory."""
        both, widths = np.asarray(pairs, dtype=np.intp).reshape(-1, 2), np.asarray(rope)[:, None]
        seen = np.empty((len(both), *self.values.shape[1:]), dtype=np.int8)
        step = len(self._rooms[0])
        for start in range(0, len(both), step):
            a, b = both[start : start + step].T
            first, second, within = (room[: len(a)] for room in self._rooms)
            np.maximum(_rows(self.sizes, a, first), _rows(self.sizes, b, second), out=within)
            within *= TIE_TOLERANCE
            within += widths
            part = seen[start : start + step]
            with np.errstate(invalid="ignore", over="ignore"):
                np.subtract(_rows(self.values, a, first), _rows(self.values, b, second), out=first)
            _compared(first, within, part)
            if self.absent is not None:
                part[self.absent[a] | self.absent[b]] = MISSING
        return np.moveaxis(seen, 1, 2)


def _rows(columns: NDArray[np.float64], which: Ints, room: NDArray[np.float64]) -> Any:
    """Some of the algorithms' columns: one as it is, several side by side in the room."""
    if len(which) == 1:
        return columns[which[0]][None]
    return np.take(columns, which, axis=0, out=room, mode="clip")


def _compared(
    difference: NDArray[np.float64], within: NDArray[np.float64], seen: NDArray[np.int8]
) -> None:
    """Outcomes of results where larger is better; `within` is overwritten."""
    with np.errstate(invalid="ignore"):  # two failures, NaN, exceed nothing
        np.greater(difference, within, out=seen.view(np.bool_))
        np.negative(within, out=within)
        np.subtract((difference < within).view(np.int8), seen, out=seen)
    seen += EQUAL


def mirrored(codes: ArrayLike, states: ArrayLike = 3) -> Ints:
    """The same results seen from the other algorithm: ``states - 1 - code``.

    Parameters
    ----------
    codes : array_like of int, shape (..., m)
        Outcomes, or codes of statements.
    states : array_like of int, shape (m,) or one number, default 3
        2 or 3 per measure; outcomes have 3.

    Examples
    --------
    >>> mirrored([[0, 1, 2]]), mirrored([[0, 1, 0]], [3, 3, 2])
    (array([[2, 1, 0]]), array([[2, 1, 1]]))
    """
    return np.asarray(states) - 1 - np.asarray(codes, dtype=np.int64)


def outcome_counts(outcomes: ArrayLike, states: ArrayLike) -> tuple[Ints, NDArray[np.float64]]:
    """Count the statements, with ties as outcomes on some measures and split on the others.

    Parameters
    ----------
    outcomes : array_like of int, shape (n, m)
        From `outcomes`.
    states : array_like of int, shape (m,)
        3 where a tie is an outcome, 2 where it is split.

    Returns
    -------
    codes : ndarray of int64, shape (R, m)
        Distinct statements in lexicographic order.
    weights : ndarray, shape (R,)
        Their counts; they sum to n.

    Raises
    ------
    ExpansionLimitError
        If the split ties of a case would make too many statements.

    Examples
    --------
    Two ties on the second measure, counted as an outcome and split:

    >>> seen = [[0, 0], [0, 1], [0, 1]]
    >>> outcome_counts(seen, [2, 3])
    (array([[0, 0],
           [0, 1]]), array([1., 2.]))
    >>> outcome_counts(seen, [2, 2])
    (array([[0, 0],
           [0, 1]]), array([2., 1.]))
    """
    sizes, first = agreeing(outcomes, states)
    totals = statements.checked_totals(sizes, 0)
    tally = Tally(sizes.shape[1])
    for start, stop in statements.batches_of_cases(totals):
        case, codes = statements.combinations_of_cells(sizes[start:stop], first[start:stop])
        tally.add(codes, totals[start:stop][case])
    return tally.totals()


def expand_outcomes(outcomes: ArrayLike, states: ArrayLike) -> statements.Expansion:
    """List the weighted statements of every case, for tests that need rows.

    Parameters and errors are those of `outcome_counts`.

    Examples
    --------
    >>> rows = expand_outcomes([[0, 0], [1, 1]], [2, 3])
    >>> rows.case, rows.codes.tolist(), rows.weights
    (array([0, 1, 1]), [[0, 0], [0, 1], [1, 1]], array([1. , 0.5, 0.5]))
    """
    sizes, first = agreeing(outcomes, states)
    totals = statements.checked_totals(sizes, 0)
    statements.checked_sum(int(totals.sum()))
    case, codes = statements.combinations_of_cells(sizes, first)
    return statements.Expansion(case, codes, 1.0 / totals[case])


def split_statements(
    codes: ArrayLike, weights: ArrayLike, split: ArrayLike
) -> tuple[Ints, NDArray[np.float64]]:
    """Counts with ties as outcomes, turned into counts that split them: nothing else is lost.

    Parameters
    ----------
    codes : array_like of int, shape (R, m)
        Statements.
    weights : array_like, shape (R,)
        Their counts.
    split : array_like of bool, shape (m,)
        Measures of three states that shall have two.

    Returns
    -------
    codes, weights
        As of `outcome_counts`.

    Examples
    --------
    >>> split_statements([[0, 0], [0, 1]], [1.0, 2.0], [False, True])
    (array([[0, 0],
           [0, 1]]), array([2., 1.]))
    """
    rows, mass = np.asarray(codes, dtype=np.int64), np.asarray(weights)
    # Where nothing is split the code stays, whatever it means.
    sizes, first = agreeing(rows, np.where(split, 2, 3))
    case, split_codes = statements.combinations_of_cells(sizes, first)
    return merge_rows(split_codes, (mass / sizes.prod(axis=1))[case])


def agreeing(outcomes: ArrayLike, states: ArrayLike) -> tuple[Ints, Ints]:
    """How many codes agree with each outcome, and the first of them; they are consecutive.

    Parameters
    ----------
    outcomes : array_like of int, shape (n, m)
    states : array_like of int, shape (m,)
        As for `outcome_counts`.

    Returns
    -------
    sizes, first : ndarray of int64, shape (n, m)
    """
    seen, split = np.asarray(outcomes, dtype=np.int64), np.asarray(states) == 2
    sizes = 1 + (split & (seen == EQUAL)).astype(np.int64)
    return sizes, np.where(split, seen // 2, seen)
