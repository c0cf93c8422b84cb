"""Questions about statements: who is best, or the control; and what incomplete data sets may show.

The (l!)^m statements are more than data can fill. A Dirichlet distribution aggregates: the cells of
any partition of the statements are again Dirichlet, the parameter of a cell being its count plus
the prior mass of all its statements. Every question has two forms that agree: from the results
themselves, where ties are averaged over without listing their orderings, and (``…_from``) from
counted statements.

On one measure the known results leave a set of cells: orderings of the algorithms, the best one,
whether the control is best, or the outcome of two. An algorithm may be best if its result is
missing, or if no known result is better.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import statements
from jointstats.evidence.arrays import Ints
from jointstats.evidence.counts import merge_rows
from jointstats.evidence.extensions import ExpansionLimitError, linear_extensions, probability_first
from jointstats.evidence.orders import preference, rank_orders

Counts = tuple[NDArray[np.int64], NDArray[np.float64]]


# --- Who is best on each measure -----------------------------------------------------------------


def best_cells(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike, control: int | None = None
) -> Counts:
    """Count which algorithm is best on each measure, or whether a control is.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms.
    control : int, optional
        Index of a control: only whether it is the best is asked.

    Returns
    -------
    cells : ndarray of int64, shape (R, m)
        Observed cells, in lexicographic order: for each measure the index of the best algorithm; or
        1 where the control is best, 0 where another is.
    weights : ndarray, shape (R,)
        Fractional counts; they sum to the number of cases.

    Raises
    ------
    ExpansionLimitError
        If a case, or all together, would be split into too many cells.

    Examples
    --------
    >>> best_cells([[[3, 2, 1], [5, 5, 0]]], [1, 1], [0, 0])
    (array([[0, 0],
           [0, 1]]), array([0.5, 0.5]))
    >>> best_cells([[[3, 2, 1], [5, 5, 0]]], [1, 1], [0, 0], control=1)
    (array([[0, 0],
           [0, 1]]), array([0.5, 0.5]))
    """
    counts = [(np.zeros((0, np.shape(values)[1]), dtype=np.int64), np.zeros(0))]
    n_cases = total = 0
    for chunk in statements.ranked_chunks(values, signs, rope, per_cell=np.shape(values)[2]):
        chance = _first_probabilities(chunk)
        if control is not None:
            first = chance[..., control]
            chance = np.stack([1.0 - first, first], axis=-1)
        totals = statements.checked_totals((chance > 0).sum(axis=2), n_cases)
        total = statements.checked_sum(total + int(totals.sum()))
        counts += _products(chance, totals)
        n_cases += totals.size
    cells, weights = (np.concatenate(parts) for parts in zip(*counts, strict=True))
    return merge_rows(cells, weights)


def _products(chance: NDArray[np.float64], totals: Ints) -> Iterator[Counts]:
    """Products over measures: ``chance[c, k, v]`` is that of value v on measure k in case c."""
    positive = chance > 0
    sizes, pool, share = positive.sum(axis=2), np.nonzero(positive)[2], chance[positive]
    starts = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
    for start, stop in statements.batches_of_cases(totals):
        _, index = statements.combinations_of_cells(sizes[start:stop], starts[start:stop])
        yield merge_rows(pool[index], share[index].prod(axis=1))


def best_cells_from(codes: ArrayLike, weights: ArrayLike, n_algorithms: int) -> Counts:
    """Count which algorithm is best on each measure, from counted statements.

    Parameters
    ----------
    codes : array_like of int, shape (R, m)
        Statements of `n_algorithms` algorithms.
    weights : array_like, shape (R,)
        Their counts.
    n_algorithms : int
        The number l of algorithms.

    Returns
    -------
    cells, weights
        As of `best_cells`.

    Examples
    --------
    >>> best_cells_from([[0, 3], [1, 5]], [1.0, 2.0], 3)
    (array([[0, 1],
           [0, 2]]), array([1., 2.]))
    """
    # Codes are lexicographic: the first algorithm is the most significant digit.
    best = np.asarray(codes, dtype=np.int64) // math.factorial(n_algorithms - 1)
    return merge_rows(best, np.asarray(weights, dtype=np.float64))


def _first_probabilities(chunk: statements.RankedChunk) -> NDArray[np.float64]:
    """Probability that each algorithm is first, shape (cases, m, l)."""
    order = chunk.ranked.order
    result = np.zeros(order.shape)
    np.put_along_axis(result, order[:, :1], 1.0, axis=1)
    for members, first in chunk.per_relation(probability_first):
        result[members[:, None], order[members]] = first
    return result.reshape(-1, chunk.n_measures, order.shape[1])


# --- Incomplete data sets -------------------------------------------------------------------------

LIMIT = 60_000  # statements of all data sets together


@dataclass(frozen=True)
class Compatible:
    """The statements that data sets may show.

    Attributes
    ----------
    rows : ndarray of int64, shape (E,)
        The data set of each entry, never decreasing; data sets where everything is possible have
        none.
    codes : ndarray of int64, shape (E, m)
        A statement that it may show.
    """

    rows: Ints
    codes: Ints


def compatible(
    values: ArrayLike,
    rope: ArrayLike,
    question: str = "orderings",
    control: int = 0,
    equal: ArrayLike = False,
) -> Compatible:
    """Statements that agree with what is known.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better on every measure; NaN where one is missing.
    rope : array_like, shape (m,)
        Differences up to this size are ties, which any ordering agrees with.
    question : {"orderings", "best", "control"}, default "orderings"
        Whether codes say the ordering of all algorithms, who is best, or whether the control is.
    control : int, default 0
        Its place.
    equal : array_like of bool, shape (m,), default False
        Whether a tie is an outcome of the two algorithms: codes are 0, 1 (equal) and 2.

    Returns
    -------
    Compatible

    Raises
    ------
    ExpansionLimitError
        If there are more than `LIMIT`.

    Examples
    --------
    A beats B, C is missing:

    >>> known = [[[2.0, 1.0, np.nan]]]
    >>> compatible(known, [0.0]).codes.ravel().tolist()
    [0, 1, 4]
    >>> compatible(known, [0.0], "best").codes.ravel().tolist()
    [0, 2]
    >>> compatible(known, [0.0], "control", 0).codes.ravel().tolist()
    [0, 1]

    Of two, A beats B on the first measure, and what is known of the second is a tie:

    >>> compatible([[[2.0, 1.0], [3.0, 3.0]]], [0.0, 0.0], equal=True).codes.tolist()
    [[0, 1]]
    """
    x = np.asarray(values, dtype=float)
    there = ~np.isnan(x)
    # What is missing beats nobody, as if it had failed; but nobody beats it.
    beats = preference(np.where(there, x, -np.inf), np.ones(x.shape[1]), rope)
    beats &= there[..., None, :]
    as_outcome = np.broadcast_to(equal, x.shape[1])
    memo: dict[tuple[bytes, bytes, bool], Ints] = {}

    def known(i: int, k: int) -> Ints:
        key = beats[i, k].tobytes(), there[i, k].tobytes(), bool(as_outcome[k])
        if key not in memo:
            memo[key] = (
                _outcomes(beats[i, k], there[i, k])
                if as_outcome[k]
                else _cell(beats[i, k], question, control)
            )
        return memo[key]

    cells = [[known(i, k) for k in range(x.shape[1])] for i in range(x.shape[0])]
    return _combined(cells, x.shape[1], (there.sum(axis=2) > 1).any(axis=1))


def _outcomes(beats: NDArray[np.bool_], there: NDArray[np.bool_]) -> Ints:
    """What a measure may show of two algorithms whose ties are an outcome."""
    if not there.all():
        return np.arange(3)
    return np.array([1 + beats[1, 0] - beats[0, 1].astype(int)])


def _cell(beats: NDArray[np.bool_], question: str, control: int) -> Ints:
    """What a measure may show, from wins among known results."""
    if question == "orderings":
        return rank_orders(linear_extensions(beats, limit=LIMIT))
    best = np.flatnonzero(~beats.any(axis=0))  # whom no other beats
    return best if question == "best" else np.unique(best == control).astype(np.int64)


def _combined(cells: Sequence[Sequence[Ints]], m: int, telling: NDArray[np.bool_]) -> Compatible:
    """Every combination over the measures, of the data sets that tell something."""
    rows = np.flatnonzero(telling)
    if not rows.size:
        return Compatible(rows, np.zeros((0, m), dtype=np.int64))
    chosen = [cells[i] for i in rows.tolist()]
    number = sum(math.prod(codes.size for codes in row) for row in chosen)
    if number > LIMIT:
        raise ExpansionLimitError(number, LIMIT)
    sizes = np.array([[codes.size for codes in row] for row in chosen])
    codes = np.concatenate([codes for row in chosen for codes in row])
    starts = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
    case, index = statements.combinations_of_cells(sizes, starts)
    return Compatible(rows[case], codes[index])
