"""Questions coarser than full orderings: cells that join many statements, and what they weigh.

The (l!)^m statements are more than data can fill. A Dirichlet distribution aggregates: the cells of
any partition of the statements are again Dirichlet, the parameter of a cell being its count plus
the prior mass of all its statements. Every question has two forms that agree: from the results
themselves, where ties are averaged over without listing their orderings, and (``…_from``) from
counted statements.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.counts import merge_rows
from jointstats.evidence.extensions import probability_first
from jointstats.evidence.statements import (
    RankedChunk,
    batches_of_cases,
    checked_sum,
    checked_totals,
    combinations_of_cells,
    ranked_chunks,
)

Counts = tuple[NDArray[np.int64], NDArray[np.float64]]


# --- Who is best on each measure -----------------------------------------------------------------


def best_cells(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> Counts:
    """Count which algorithm is best on each measure.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms.

    Returns
    -------
    cells : ndarray of int64, shape (R, m)
        Observed cells, in lexicographic order: for each measure the index of the best algorithm.
    weights : ndarray, shape (R,)
        Fractional counts; they sum to the number of cases.

    Raises
    ------
    ExpansionLimitError
        If a case, or all together, would be split into too many cells.
    NotComparableError
        If a value is NaN or, after orientation, +inf.

    Examples
    --------
    >>> best_cells([[[3, 2, 1], [5, 5, 0]]], [1, 1], [0, 0])
    (array([[0, 0],
           [0, 1]]), array([0.5, 0.5]))
    """
    parts = _Parts(np.shape(values)[1])
    for chunk in ranked_chunks(values, signs, rope, per_cell=np.shape(values)[2]):
        parts.add(_first_probabilities(chunk))
    return parts.counts()


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


# --- A control against the others ----------------------------------------------------------------


def control_cells(values: ArrayLike, signs: ArrayLike, rope: ArrayLike, control: int) -> Counts:
    """Count on which measures a control algorithm is best.

    Parameters
    ----------
    values, signs, rope
        As for `best_cells`.
    control : int
        Index of the control.

    Returns
    -------
    cells : ndarray of int64, shape (R, m)
        Observed cells, in lexicographic order: 1 where the control is best, 0 where another is.
    weights : ndarray, shape (R,)
        Fractional counts; they sum to the number of cases.

    Examples
    --------
    >>> control_cells([[[3, 2, 1], [5, 5, 0]]], [1, 1], [0, 0], control=1)
    (array([[0, 0],
           [0, 1]]), array([0.5, 0.5]))
    """
    parts = _Parts(np.shape(values)[1])
    for chunk in ranked_chunks(values, signs, rope, per_cell=np.shape(values)[2]):
        first = _first_probabilities(chunk)[..., control]
        parts.add(np.stack([1.0 - first, first], axis=-1))
    return parts.counts()


class _Parts:
    """Adds up products over measures of per-measure distributions, over cases."""

    def __init__(self, m: int) -> None:
        self._cells = [np.zeros((0, m), dtype=np.int64)]
        self._weights = [np.zeros(0)]
        self._n_cases = self._total = 0

    def add(self, probability: NDArray[np.float64]) -> None:
        """Add cases: ``probability[c, k, v]`` is that of value v on measure k in case c."""
        positive = probability > 0
        sizes = positive.sum(axis=2)
        totals = checked_totals(sizes, self._n_cases)
        self._total = checked_sum(self._total + int(totals.sum()))
        pool = np.nonzero(positive)[2]
        chance = probability[positive]
        starts = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
        for start, stop in batches_of_cases(totals):
            _, index = combinations_of_cells(sizes[start:stop], starts[start:stop])
            cells, weights = merge_rows(pool[index], chance[index].prod(axis=1))
            self._cells.append(cells)
            self._weights.append(weights)
        self._n_cases += totals.size

    def counts(self) -> Counts:
        return merge_rows(np.concatenate(self._cells), np.concatenate(self._weights))


def _first_probabilities(chunk: RankedChunk) -> NDArray[np.float64]:
    """Probability that each algorithm is first, shape (cases, m, l)."""
    order = chunk.ranked.order
    result = np.zeros(order.shape)
    np.put_along_axis(result, order[:, :1], 1.0, axis=1)
    for members, first in chunk.per_relation(probability_first):
        result[members[:, None], order[members]] = first
    return result.reshape(-1, chunk.n_measures, order.shape[1])
