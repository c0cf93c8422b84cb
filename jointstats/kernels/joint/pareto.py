"""Pareto questions: who beats whom on all measures, and whom nobody beats on all of them.

Like the other coarse questions, each has two forms that agree: from the results themselves, where
ties are averaged over without listing their orderings, and (``…_from``) from counted statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.extensions import (
    ExpansionLimitError,
    ahead_distribution,
    probability_before,
)
from jointstats.kernels.counting.orders import unrank_orders
from jointstats.kernels.counting.ranked_chunks import CHUNK_ENTRIES, RankedChunk, ranked_chunks

__all__ = [
    "dominance_weights",
    "dominance_weights_from",
    "nondominated_weights",
    "nondominated_weights_from",
    "pair_cells",
]


def dominance_weights(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> NDArray[np.float64]:
    """Count the cases in which one algorithm beats another on all measures, for every pair.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms.

    Returns
    -------
    ndarray, shape (l, l)
        ``[i, j]``: fractional number of cases in which i beats j on every measure; the diagonal
        is 0.

    Examples
    --------
    >>> dominance_weights([[[3, 2], [5, 5]], [[1, 2], [0, 1]]], [1, 1], [0, 0])
    array([[0. , 0.5],
           [1. , 0. ]])
    """
    n_algorithms = np.shape(values)[2]
    result = np.zeros((n_algorithms, n_algorithms))
    for chunk in ranked_chunks(values, signs, rope, per_cell=n_algorithms**2):
        result += _before_probabilities(chunk).prod(axis=1).sum(axis=0)
    return result


def dominance_weights_from(
    codes: ArrayLike, weights: ArrayLike, n_algorithms: int
) -> NDArray[np.float64]:
    """Count the cases in which one algorithm beats another on all measures, from statements.

    Parameters are those of `best_cells_from`, the result is that of `dominance_weights`.

    Examples
    --------
    >>> dominance_weights_from([[0, 0], [1, 1]], [0.5, 1.5], 2)
    array([[0. , 0.5],
           [1.5, 0. ]])
    """
    result = np.zeros((n_algorithms, n_algorithms))
    for dominates, share in _dominations(codes, weights, n_algorithms):
        result += np.tensordot(share, dominates, axes=1)
    return result


def pair_cells(dominance: ArrayLike, a: int, b: int, n: float) -> NDArray[np.float64]:
    """Split n cases for a pair: a dominates b, b dominates a, neither.

    Parameters
    ----------
    dominance : array_like, shape (l, l)
        From `dominance_weights`.
    a, b : int
        The pair.
    n : float
        The number of cases.

    Returns
    -------
    ndarray, shape (3,)
        Sums to n.

    Examples
    --------
    >>> pair_cells([[0, 0.5], [1, 0]], 0, 1, 2)
    array([0.5, 1. , 0.5])
    """
    dominance = np.asarray(dominance, dtype=np.float64)
    one, two = dominance[a, b], dominance[b, a]
    return np.array([one, two, max(0.0, n - one - two)])


def nondominated_weights(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike
) -> NDArray[np.float64]:
    """Count, for each algorithm, the cases in which nobody beats it on all measures.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms.

    Returns
    -------
    ndarray, shape (l,)
        Fractional numbers of cases.

    Raises
    ------
    ExpansionLimitError
        If more than 20 algorithms may dominate another in one case, because of ties.

    Notes
    -----
    A case with ties counts for the share of its compatible statements in which nobody dominates:
    the sets S_k ahead of the algorithm on the measures are independent, and by inclusion and
    exclusion P(∩ S_k = ∅) = Σ_T (−1)^|T| Π_k P(T ⊆ S_k).

    Examples
    --------
    >>> nondominated_weights([[[3, 2, 1], [5, 6, 0]]], [1, 1], [0, 0])
    array([1., 1., 0.])
    """
    n_algorithms = np.shape(values)[2]
    result = np.zeros(n_algorithms)
    for chunk in ranked_chunks(values, signs, rope, per_cell=n_algorithms**2):
        dominated = _before_probabilities(chunk).prod(axis=1)  # [c, j, i]: j ahead of i throughout
        candidates = dominated > 0
        n_candidates = candidates.sum(axis=1)
        # None: certainly not dominated. One: no need for sets.
        alone = np.where(n_candidates == 1, 1.0 - dominated.sum(axis=1), 0.0)
        result += np.where(n_candidates == 0, 1.0, alone).sum(axis=0)
        open_cases = (n_candidates > 1) & ~(dominated == 1).any(axis=1)
        for c, i in np.argwhere(open_cases):
            ahead = np.flatnonzero(candidates[c, :, i])
            result[i] += _nobody_ahead_everywhere(chunk, int(c), int(i), ahead)
    return result


def nondominated_weights_from(
    codes: ArrayLike, weights: ArrayLike, n_algorithms: int
) -> NDArray[np.float64]:
    """Count the cases in which nobody beats an algorithm on all measures, from statements.

    Parameters are those of `best_cells_from`, the result is that of `nondominated_weights`.

    Examples
    --------
    >>> nondominated_weights_from([[0, 2]], [1.0], 3)
    array([1., 1., 0.])
    """
    result = np.zeros(n_algorithms)
    for dominates, share in _dominations(codes, weights, n_algorithms):
        result += share @ ~dominates.any(axis=1)
    return result


def _before_probabilities(chunk: RankedChunk) -> NDArray[np.float64]:
    """Probability that i is before j, shape (cases, m, l, l)."""
    order = chunk.ranked.order
    place = np.argsort(order, axis=1)
    result = (place[:, :, None] < place[:, None, :]).astype(np.float64)
    for members, before in chunk.per_relation(probability_before):
        rows, columns = order[members][:, :, None], order[members][:, None, :]
        result[members[:, None, None], rows, columns] = before
    return result.reshape(-1, chunk.n_measures, *result.shape[1:])


def _nobody_ahead_everywhere(
    chunk: RankedChunk, case: int, i: int, candidates: NDArray[np.intp]
) -> float:
    """Probability that none of the candidates is ahead of i on all measures of one case."""
    joint = np.ones(1)  # grows to all subsets of the candidates
    for cell in range(case * chunk.n_measures, (case + 1) * chunk.n_measures):
        if not chunk.ranked.tied[cell]:
            continue  # all candidates are certainly ahead
        place = np.argsort(chunk.ranked.order[cell])
        relation = chunk.ranked.relations[chunk.ranked.relation[cell]]
        among = tuple(place[candidates].tolist())
        try:
            joint = joint * _all_ahead(relation.tobytes(), place.size, int(place[i]), among)
        except ExpansionLimitError as error:
            raise error.at(chunk.first + case) from None
    signs = np.array([1.0])
    for _ in range(candidates.size):
        signs = np.concatenate([signs, -signs])
    return float(np.clip(signs @ joint, 0.0, 1.0))


@lru_cache(maxsize=1024)
def _all_ahead(
    relation: bytes, n_algorithms: int, i: int, among: tuple[int, ...]
) -> NDArray[np.float64]:
    """Probability that all members of T are ahead of i, for every subset T of `among`."""
    beats = np.frombuffer(relation, dtype=bool).reshape(n_algorithms, n_algorithms)
    exactly = ahead_distribution(beats, i, among)
    for bit in range(len(among)):  # sum over supersets
        halves = exactly.reshape(-1, 2, 2**bit)
        halves[:, 0] += halves[:, 1]
    return exactly


def _dominations(
    codes: ArrayLike, weights: ArrayLike, n_algorithms: int
) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.float64]]]:
    """Who dominates whom in each statement (rows, l, l), and the statements' weights."""
    codes, weights = np.asarray(codes, dtype=np.int64), np.asarray(weights, dtype=np.float64)
    step = max(1, CHUNK_ENTRIES // n_algorithms**2)
    for start in range(0, len(codes), step):
        part = codes[start : start + step]
        dominates = ~np.eye(n_algorithms, dtype=bool)[None].repeat(len(part), axis=0)
        for column in part.T:
            place = np.argsort(unrank_orders(column, n_algorithms), axis=1)
            dominates &= place[:, :, None] < place[:, None, :]
        yield dominates, weights[start : start + step]
