"""From values to dominance statements: which strict orders were seen, and how often.

A statement is one strict order of the algorithms (best to worst) per measure, written as a row of
codes: for each measure the lexicographic rank 0, …, l!−1 of its order. Of the (l!)^m possible
statements only those observed are kept. A case with ties becomes all statements that agree with it
(every combination over measures of the linear extensions), with equal weights that sum to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import extensions
from jointstats.evidence.counts import Tally
from jointstats.evidence.orders import RankedCells, check_codable, rank_cells, rank_orders

CHUNK_ENTRIES = 2**22  # array entries worked on at once

T = TypeVar("T")


@dataclass(frozen=True)
class RankedChunk:
    """Some consecutive cases, ranked.

    Attributes
    ----------
    first : int
        Index of the first case.
    n_measures : int
        Cells per case.
    ranked : RankedCells
        The cells, case by case.
    """

    first: int
    n_measures: int
    ranked: RankedCells

    def per_relation(
        self, function: Callable[[NDArray[np.bool_]], T]
    ) -> Iterator[tuple[NDArray[np.intp], T]]:
        """Cells with the same ties between positions, and a function of their relation.

        If the function finds the ties to be too many, the error names the case.
        """
        for relation, members in self.ranked.groups():
            try:
                yield members, function(relation)
            except extensions.ExpansionLimitError as error:
                raise error.at(self.first + int(members[0]) // self.n_measures) from None


def ranked_chunks(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike, per_cell: int
) -> Iterator[RankedChunk]:
    """Rank consecutive cases, as many at a time as keep the work in memory.

    Parameters
    ----------
    values, signs, rope
        As for `rank_cells`.
    per_cell : int
        Array entries that the caller makes from one cell (case × measure).

    Yields
    ------
    RankedChunk
    """
    values = np.asarray(values)
    n, m, _ = values.shape
    step = max(1, CHUNK_ENTRIES // max(1, m * per_cell))
    for first in range(0, n, step):
        yield RankedChunk(first, m, rank_cells(values[first : first + step], signs, rope))


CASE_LIMIT = 1_000_000  # weighted statements that one case may become
TOTAL_LIMIT = 20_000_000  # … and all cases together
_PER_CELL = 16  # array entries made from a cell, about
_BATCH = 2**20  # statements expanded at once


@dataclass(frozen=True)
class SeenStatements:
    """Observed statements with their fractional counts.

    Attributes
    ----------
    codes : ndarray of int64, shape (R, m)
        Distinct statements in lexicographic order; the first measure is the most significant.
    weights : ndarray, shape (R,)
        Their counts; they sum to the number of cases n.
    n_algorithms : int
        The number l of algorithms.
    tied : ndarray of bool, shape (n, m)
        Whether a case has a tie on a measure.
    alone, possible : ndarray of int64, shape (R,)
        How many cases are that statement for certain, and how many could be.
    """

    codes: NDArray[np.int64]
    weights: NDArray[np.float64]
    n_algorithms: int
    tied: NDArray[np.bool_]
    alone: NDArray[np.int64]
    possible: NDArray[np.int64]


@dataclass(frozen=True)
class Expansion:
    """The statements of every case, one row each.

    Attributes
    ----------
    case : ndarray of int, shape (E,)
        Index of the case, never decreasing.
    codes : ndarray of int64, shape (E, m)
        The statement.
    weights : ndarray, shape (E,)
        Its weight; the weights of a case sum to 1.
    """

    case: NDArray[np.intp]
    codes: NDArray[np.int64]
    weights: NDArray[np.float64]


def statement_counts(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> SeenStatements:
    """Count the dominance statements of a results array.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results of l ≤ 20 algorithms on m measures over n cases. A failed result is −inf after
        orientation: it loses to every number and ties with other failures.
    signs : array_like, shape (m,)
        +1 where larger is better, −1 where smaller is.
    rope : array_like, shape (m,)
        Differences up to this size, in the measure's units, are ties.

    Returns
    -------
    SeenStatements
        The same, bit for bit, in any order of the cases.

    Raises
    ------
    TooManyAlgorithmsError
        If l > 20.
    ExpansionLimitError
        If a case, or all together, would become too many statements; ``case`` is the index of the
        case at fault.

    Notes
    -----
    Benavoli and de Campos (2016), section 2, with ties as in its footnote 3 except that all
    compatible statements weigh the same: repeated halving depends on the order of splitting.

    Examples
    --------
    Two algorithms, two cases; the second case has a tie on the first measure.

    >>> counts = statement_counts([[[1, 0], [3, 4]], [[5, 5], [3, 4]]], [1, 1], [0, 0])
    >>> counts.codes, counts.weights
    (array([[0, 1],
           [1, 1]]), array([1.5, 0.5]))
    """
    values = np.asarray(values)
    check_codable(values.shape[2])
    tally = Tally(values.shape[1])
    tied = [np.zeros((0, values.shape[1]), dtype=bool)]
    for chunk in _chunks(values, signs, rope):
        tied.append(chunk.cases.ranked.tied.reshape(-1, values.shape[1]))
        for case, codes in chunk.batches():
            tally.add(codes, chunk.totals[case])
    return SeenStatements(*tally.totals(), values.shape[2], np.concatenate(tied), *tally.bounds())


def expand_cases(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> Expansion:
    """List the weighted statements of every case, for tests that need rows.

    Parameters and errors are those of `statement_counts`.

    Examples
    --------
    >>> rows = expand_cases([[[1, 0], [3, 4]], [[5, 5], [3, 4]]], [1, 1], [0, 0])
    >>> rows.case, rows.codes.tolist(), rows.weights
    (array([0, 1, 1]), [[0, 1], [0, 1], [1, 1]], array([1. , 0.5, 0.5]))
    """
    values = np.asarray(values)
    check_codable(values.shape[2])
    cases = [np.zeros(0, dtype=np.intp)]
    codes = [np.zeros((0, values.shape[1]), dtype=np.int64)]
    weights = [np.zeros(0)]
    for chunk in _chunks(values, signs, rope):
        for case, rows in chunk.batches():
            cases.append(case + chunk.cases.first)
            codes.append(rows)
            weights.append(1.0 / chunk.totals[case])
    return Expansion(np.concatenate(cases), np.concatenate(codes), np.concatenate(weights))


# --- Expansion of cases --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chunk:
    """Some consecutive cases, ranked, and how many statements each of them stands for."""

    cases: RankedChunk
    sizes: NDArray[np.int64]  # (cases, m) linear extensions of each cell
    totals: NDArray[np.int64]  # (cases,) their products

    def batches(self) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int64]]]:
        """Cases (numbered from `first`) and codes of their statements, some at a time."""
        m = self.sizes.shape[1]
        for start, stop in batches_of_cases(self.totals):
            cells = self.cases.ranked.slice(start * m, stop * m)
            pool, starts = _code_pool(cells, self.sizes[start:stop].ravel())
            case, index = combinations_of_cells(self.sizes[start:stop], starts.reshape(-1, m))
            yield case + start, pool[index]


def _chunks(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> Iterator[_Chunk]:
    total = 0
    for cases in ranked_chunks(values, signs, rope, per_cell=_PER_CELL):
        by_cell = np.ones(cases.ranked.relation.size, dtype=np.int64)
        for members, count in cases.per_relation(extensions.count_linear_extensions):
            by_cell[members] = count
        sizes = by_cell.reshape(-1, cases.n_measures)
        chunk = _Chunk(cases, sizes, checked_totals(sizes, cases.first))
        total = checked_sum(total + int(chunk.totals.sum()))
        yield chunk


def _code_pool(
    ranked: RankedCells, sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Codes of all orders of every cell, and where in that pool each cell's begin."""
    pool = [rank_orders(ranked.order)]
    starts = np.arange(sizes.size)
    end = sizes.size
    for relation, members in ranked.groups():
        compatible = extensions.linear_extensions(relation, limit=int(sizes[members[0]]))
        orders = ranked.order[members][:, compatible]
        pool.append(rank_orders(orders.reshape(-1, compatible.shape[1])))
        starts[members] = end + np.arange(members.size) * compatible.shape[0]
        end += pool[-1].size
    return np.concatenate(pool), starts


def checked_totals(sizes: NDArray[np.int64], first: int) -> NDArray[np.int64]:
    """Count the combinations of each case's cell entries: the products of the rows of `sizes`.

    Raises `ExpansionLimitError` for the first of more than `CASE_LIMIT`; row 0 is case `first`.
    """
    with np.errstate(over="ignore"):
        over = np.flatnonzero(sizes.astype(np.float64).prod(axis=1) > CASE_LIMIT)
    if over.size:
        n_expansions = math.prod(sizes[over[0]].tolist())
        raise extensions.ExpansionLimitError(n_expansions, CASE_LIMIT, case=first + int(over[0]))
    return sizes.prod(axis=1)


def checked_sum(total: int) -> int:
    """Return how many statements all cases become, if they are at most `TOTAL_LIMIT`."""
    if total > TOTAL_LIMIT:
        raise extensions.ExpansionLimitError(total, TOTAL_LIMIT)
    return total


def batches_of_cases(totals: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Ranges start, stop of consecutive cases of about a million combinations at most."""
    ends = np.cumsum(totals)
    start = 0
    while start < totals.size:
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + _BATCH, side="right")))
        yield start, stop
        start = stop


def combinations_of_cells(
    sizes: NDArray[np.int64], starts: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Every combination, over measures, of the entries of a case's cells.

    Parameters
    ----------
    sizes : ndarray of int, shape (n, m)
        Entries of each cell.
    starts : ndarray of int, shape (n, m)
        Position of its first entry in some pool; the others follow.

    Returns
    -------
    case : ndarray of int, shape (E,)
        The case of each combination.
    index : ndarray of int, shape (E, m)
        Its entries' positions in the pool; the last measure varies fastest.
    """
    totals = sizes.prod(axis=1).astype(np.intp)
    case = np.repeat(np.arange(totals.size), totals)
    if case.size == totals.size:
        return case, starts
    rest = np.arange(case.size) - np.repeat(np.cumsum(totals) - totals, totals)
    index = starts[case]
    for k in range(sizes.shape[1] - 1, -1, -1):
        index[:, k] += rest % sizes[case, k]
        rest = rest // sizes[case, k]
    return case, index
