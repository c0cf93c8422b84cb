"""Pareto questions: who beats whom on all measures, and whom nobody beats on all of them.

Like the other coarse questions, each has two forms: from the results themselves, for any number of
algorithms, and (``…_from``) from counted statements. They agree; only where a rope makes ties that
are not transitive, statements remember less. A tie is split between the two of a pair, and an
algorithm's place among those that tie with it is random: whoever else is compared does not matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.orders import preference, unrank_orders
from jointstats.kernels.counting.ranked_chunks import CHUNK_ENTRIES
from jointstats.kernels.joint.tie_places import (
    EntangledTiesError,
    n_points,
    probability_nobody_ahead,
)

__all__ = [
    "beaten",
    "dominance_weights",
    "dominance_weights_from",
    "nondominated_weights",
    "nondominated_weights_from",
    "pair_cells",
]

_CHUNK = 2**19  # comparisons held at once
_MOST_POINTS = 2**31  # of all integrals over ties together: some half a minute


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
    for _, beats in _comparisons(values, signs, rope):
        # Better throughout but for ties, each of which goes either way.
        n_ties = (~(beats | beats.swapaxes(2, 3))).sum(axis=1, dtype=np.int32)
        result += np.where(_never_worse(beats), np.ldexp(1.0, -n_ties), 0.0).sum(axis=0)
    return result


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
    found = [
        np.any(np.all(beats, axis=1), axis=1) for _, beats in _comparisons(values, signs, rope)
    ]
    return np.concatenate(found)


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
    EntangledTiesError
        If in some case very many algorithms tie on five or more measures in many ways.

    Notes
    -----
    See `jointstats.kernels.joint.tie_places` for a case with ties.

    Examples
    --------
    >>> nondominated_weights([[[3, 2, 1], [5, 6, 0]]], [1, 1], [0, 0])
    array([1., 1., 0.])
    """
    n_algorithms = np.shape(values)[2]
    whole = np.zeros(n_algorithms)
    parts: list[list[float]] = [[] for _ in range(n_algorithms)]  # one exact sum of each
    points = 0.0
    for first, beats in _comparisons(values, signs, rope):
        rivals = _never_worse(beats)  # [c, j, i]: j may be ahead of i throughout
        whole += (~rivals.any(axis=1)).sum(axis=0)
        for case, i, ties in _ties_of_rivals(beats, rivals):
            points += n_points(ties)
            try:
                if points > _MOST_POINTS:
                    raise EntangledTiesError.of(ties)
                parts[i].append(probability_nobody_ahead(ties))
            except EntangledTiesError as error:
                raise error.at(first + case, i) from None
    return np.array(
        [math.fsum([*found, n]) for found, n in zip(parts, whole.tolist(), strict=True)]
    )


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


def _comparisons(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike
) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Who beats whom, shape (some cases, m, l, l), and the first of these cases."""
    values = np.asarray(values)
    n, m, n_algorithms = values.shape
    step = max(1, _CHUNK // max(1, m * n_algorithms**2))
    for first in range(0, n, step):
        yield first, preference(values[first : first + step], signs, rope)


def _never_worse(beats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether j is not worse than another one, i, on any measure, shape (cases, l, l)."""
    itself = np.eye(beats.shape[2], dtype=bool)
    worse: NDArray[np.bool_] = np.any(beats, axis=1)
    return ~worse.swapaxes(1, 2) & ~itself


def _ties_of_rivals(
    beats: NDArray[np.bool_], rivals: NDArray[np.bool_]
) -> Iterator[tuple[int, int, Counter[int]]]:
    """Each algorithm that ties decide about: case, index, and its rivals by what they tie on.

    That is a set of measures, with bit k for measure k.
    """
    m = beats.shape[1]
    bit = np.array([1 << k for k in range(m)])  # beyond 64 measures Python's own numbers
    everywhere: NDArray[np.bool_] = np.all(beats, axis=1)
    safe = ~np.any(everywhere, axis=1)  # [c, i]: nobody certainly beats i on all measures
    case, i, j = np.nonzero(rivals.swapaxes(1, 2) & safe[:, :, None])
    tied = (~beats[case, :, j, i]) @ bit
    starts = np.flatnonzero(np.diff(case * rivals.shape[1] + i, prepend=-1))
    stops = [*starts[1:], len(case)]
    for start, stop in zip(starts, stops, strict=False):
        yield int(case[start]), int(i[start]), Counter(tied[start:stop].tolist())


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
