"""Which statements a data set may show if some of its results are missing.

On one measure the known results leave a set of cells: orderings of the algorithms, the best one,
whether the control is best, or the outcome of two. An algorithm may be best if its result is
missing, or if no known result is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Ints
from jointstats.evidence.extensions import ExpansionLimitError, linear_extensions
from jointstats.evidence.orders import preference, rank_orders
from jointstats.evidence.outcomes import EQUAL, MISSING
from jointstats.evidence.statements import combinations_of_cells

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
    values: ArrayLike, rope: ArrayLike, question: str = "orderings", control: int = 0
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
    """

    def cell(beats: NDArray[np.bool_]) -> Ints:
        if question == "orderings":
            return rank_orders(linear_extensions(beats, limit=LIMIT))
        best = np.flatnonzero(~beats.any(axis=0))  # whom no other beats
        return best if question == "best" else np.unique(best == control).astype(np.int64)

    return _of_each(values, rope, cell)


def compatible_outcomes(outcomes: ArrayLike, states: ArrayLike) -> Compatible:
    """Outcomes of two algorithms that agree with what is known.

    Parameters
    ----------
    outcomes : array_like of int, shape (n, m)
        From `jointstats.evidence.outcomes.pair_outcomes`.
    states : array_like of int, shape (m,)
        3 where a tie is an outcome, 2 where it is split.

    Returns
    -------
    Compatible
        As of `compatible`, with the same limit.

    Examples
    --------
    >>> found = compatible_outcomes([[0, 3], [3, 3], [1, 2]], [2, 3])
    >>> found.rows.tolist(), found.codes.tolist()
    ([0, 0, 0, 2, 2], [[0, 0], [0, 1], [0, 2], [0, 2], [1, 2]])
    """
    seen, sizes = np.asarray(outcomes), np.asarray(states).tolist()
    cells = [
        [_outcome_cell(code, size) for code, size in zip(row, sizes, strict=True)]
        for row in seen.tolist()
    ]
    return _combined(cells, len(sizes), ~(seen == MISSING).all(axis=1))


def _outcome_cell(code: int, states: int) -> Ints:
    if code == MISSING or (code == EQUAL and states == 2):
        return np.arange(states, dtype=np.int64)
    return np.array([code if states == 3 else code // 2], dtype=np.int64)


def _of_each(
    values: ArrayLike, rope: ArrayLike, cell: Callable[[NDArray[np.bool_]], Ints]
) -> Compatible:
    """What every measure of every data set may show, from wins among known results."""
    x = np.asarray(values, dtype=float)
    there = ~np.isnan(x)
    # What is missing beats nobody, as if it had failed; but nobody beats it.
    beats = preference(np.where(there, x, -np.inf), np.ones(x.shape[1]), rope)
    beats &= there[..., None, :]
    memo: dict[bytes, Ints] = {}

    def known(i: int, k: int) -> Ints:
        key = beats[i, k].tobytes()
        if key not in memo:
            memo[key] = cell(beats[i, k])
        return memo[key]

    cells = [[known(i, k) for k in range(x.shape[1])] for i in range(x.shape[0])]
    return _combined(cells, x.shape[1], (there.sum(axis=2) > 1).any(axis=1))


def _combined(cells: Sequence[Sequence[Ints]], m: int, telling: NDArray[np.bool_]) -> Compatible:
    """Every combination over the measures, of the data sets that tell something."""
    rows = np.flatnonzero(telling)
    if not rows.size:
        return Compatible(rows, np.zeros((0, m), dtype=np.int64))
    chosen = [cells[i] for i in rows.tolist()]
    number = sum(prod(codes.size for codes in row) for row in chosen)
    if number > LIMIT:
        raise ExpansionLimitError(number, LIMIT)
    sizes = np.array([[codes.size for codes in row] for row in chosen])
    codes = np.concatenate([codes for row in chosen for codes in row])
    starts = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
    case, index = combinations_of_cells(sizes, starts)
    return Compatible(rows[case], codes[index])
