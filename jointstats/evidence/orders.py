"""Strict orders and their codes; which algorithm beats which on a measure.

On one measure, the results of a case define a relation "i beats j". Without ties it is one strict
order (best to worst); with ties it is a partial order, which is not transitive in its ties when
the region of practical equivalence is positive.

Relations are square boolean arrays: ``beats[i, j]`` says that i beats j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.messages import Function, JointStatsError, Option

MAX_CODED_ALGORITHMS = 20  # 20! < 2^63 < 21!
_CHUNK = 2**19  # comparisons held at once


class TooManyAlgorithmsError(JointStatsError):
    """More algorithms than a 64-bit code of a full ordering can tell apart."""


def check_codable(n_algorithms: int) -> None:
    """Raise `TooManyAlgorithmsError` if there are more full orderings than 64-bit codes."""
    if n_algorithms > MAX_CODED_ALGORITHMS:
        raise TooManyAlgorithmsError(
            f"complete orderings are limited to {MAX_CODED_ALGORITHMS} algorithms, here are "
            f"{n_algorithms}: compare the best ones (",
            Option("question", "best"),
            "), or compare pairs (",
            Function("pairwise_tests"),
            ")",
        )


# --- Codes of strict orders ----------------------------------------------------------------------


def rank_orders(orders: ArrayLike) -> NDArray[np.int64]:
    """Lexicographic rank of permutations.

    Parameters
    ----------
    orders : array_like of int, shape (N, l)
        Each row a permutation of 0, …, l−1, best to worst; l ≤ 20.

    Returns
    -------
    ndarray of int64, shape (N,)
        Ranks in 0, …, l!−1.

    Raises
    ------
    TooManyAlgorithmsError
        If l > 20.

    Examples
    --------
    >>> rank_orders([[0, 1, 2], [0, 2, 1], [2, 1, 0]])
    array([0, 1, 5])
    """
    orders = np.asarray(orders)
    n_algorithms = orders.shape[1]
    check_codable(n_algorithms)
    columns = np.ascontiguousarray(orders.T, dtype=np.int8)
    codes = np.zeros(orders.shape[0], dtype=np.int64)
    # Lehmer code: how many of those further back have a smaller index
    for p in range(n_algorithms):
        digit = np.zeros(orders.shape[0], dtype=np.int8)
        for q in range(p + 1, n_algorithms):
            digit += columns[q] < columns[p]
        codes *= n_algorithms - p
        codes += digit
    return codes


def unrank_orders(codes: ArrayLike, n_algorithms: int) -> NDArray[np.int64]:
    """Permutations with given lexicographic ranks: the inverse of `rank_orders`.

    Parameters
    ----------
    codes : array_like of int, shape (N,)
        Ranks in 0, …, l!−1.
    n_algorithms : int
        At most 20.

    Returns
    -------
    ndarray of int64, shape (N, l)
        Each row a permutation, best to worst.

    Raises
    ------
    TooManyAlgorithmsError
        If l > 20.

    Examples
    --------
    >>> unrank_orders([0, 1, 5], 3)
    array([[0, 1, 2],
           [0, 2, 1],
           [2, 1, 0]])
    """
    check_codable(n_algorithms)
    rest = np.asarray(codes)
    columns = np.empty((n_algorithms, rest.size), dtype=np.int64)
    for p in range(n_algorithms - 1, -1, -1):
        rest, columns[p] = np.divmod(rest, n_algorithms - p)
    for p in range(n_algorithms - 2, -1, -1):  # undo the Lehmer code from the back
        columns[p + 1 :] += columns[p + 1 :] >= columns[p]
    return np.ascontiguousarray(columns.T)


# --- From values to relations --------------------------------------------------------------------

#: Results that differ by no more than this share of the larger one are equal. A mean of k values,
#: added in any sequence, errs by at most k 1.1e-16: this serves the means of up to 450 folds.
TIE_TOLERANCE = 1e-13


def _beats(
    better: NDArray[np.float64], worse: NDArray[np.float64], rope: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Whether better − worse exceeds the rope, and what may be rounding.

    Decimal numbers are not exact in binary: 0.81 − 0.80 exceeds 0.01 by 9e-18, and must not. Two
    failed results (−inf − −inf = NaN) do not differ.
    """
    size = np.maximum(magnitude(better), magnitude(worse))
    with np.errstate(invalid="ignore", over="ignore"):
        return better - worse > rope + TIE_TOLERANCE * size


def magnitude(oriented: NDArray[np.float64]) -> NDArray[np.float64]:
    """How large results are; a failed one (−inf) has no size."""
    size: NDArray[np.float64] = np.abs(oriented)
    size[np.isinf(size)] = 0.0
    return size


def _oriented(values: ArrayLike, signs: ArrayLike) -> NDArray[np.float64]:
    """Values turned so that larger is better."""
    return np.asarray(values, dtype=np.float64) * np.asarray(signs, dtype=np.float64)[:, None]


def preference(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> NDArray[np.bool_]:
    """Whether one algorithm beats another, for every case, measure and pair.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results of l algorithms on m measures over n cases. A failed result is −inf after
        orientation (that is, −inf if larger is better, +inf if smaller is): it loses to every
        number and ties with other failures.
    signs : array_like, shape (m,)
        +1 where larger is better, −1 where smaller is.
    rope : array_like, shape (m,)
        Differences up to this size, in the measure's units, are ties; so are those of at most
        `TIE_TOLERANCE` times the larger result, which may be rounding.

    Returns
    -------
    ndarray of bool, shape (n, m, l, l)
        ``[c, k, i, j]``: i beats j on measure k in case c.

    Examples
    --------
    >>> preference([[[0.81, 0.80, 0.70]]], [1], [0.01])[0, 0].astype(int)
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]])
    """
    oriented = _oriented(values, signs)
    rope = np.asarray(rope)[:, None, None]
    return _beats(oriented[..., :, None], oriented[..., None, :], rope)


def beaten(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> NDArray[np.bool_]:
    """Find, case by case, the algorithms that another one beats on all measures.

    Parameters
    ----------
    values, signs, rope
        As for `preference`.

    Returns
    -------
    ndarray of bool, shape (n, l)

    Examples
    --------
    >>> beaten([[[3, 2], [5, 4]], [[1, 2], [1, 0]]], [1, 1], [0, 0])
    array([[False,  True],
           [False, False]])
    """
    values = np.asarray(values)
    n, m, n_algorithms = values.shape
    step = max(1, _CHUNK // max(1, m * n_algorithms**2))
    some = (preference(values[i : i + step], signs, rope) for i in range(0, n, step))
    return np.concatenate([np.any(np.all(beats, axis=1), axis=1) for beats in some])


@dataclass(frozen=True)
class RankedCells:
    """Cells (case × measure, case by case) brought into order.

    Attributes
    ----------
    order : ndarray of int, shape (cells, l)
        Algorithms sorted by value, best first; ties in no particular order.
    relation : ndarray of int, shape (cells,)
        Place in `relations` of the one between the *positions* of `order`; −1: a strict order.
    relations : list of ndarray of bool, shape (l, l)
        The distinct relations with ties. Between positions there are few: position p beats
        exactly the positions from some reach(p) on, and reach never decreases (a Catalan number:
        42 for 5 algorithms), however many cases there are.
    """

    order: NDArray[np.intp]
    relation: NDArray[np.intp]
    relations: list[NDArray[np.bool_]]

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Which cells have a tie, shape (cells,)."""
        return self.relation >= 0

    def slice(self, start: int, stop: int) -> RankedCells:
        """Take the cells start, …, stop − 1."""
        return RankedCells(self.order[start:stop], self.relation[start:stop], self.relations)

    def groups(self) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.intp]]]:
        """Each relation with ties that occurs, and the cells in which it holds."""
        cells = np.flatnonzero(self.tied)
        cells = cells[np.argsort(self.relation[cells], kind="stable")]
        kinds, starts = np.unique(self.relation[cells], return_index=True)
        for kind, members in zip(kinds, np.split(cells, starts[1:]), strict=False):
            yield self.relations[kind], members


def rank_cells(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> RankedCells:
    """Sort the algorithms within every case and measure, and find the ties.

    A compact form of `preference`, which see for the parameters; O(l log l) per cell without ties.

    Examples
    --------
    >>> ranked = rank_cells([[[0.70, 0.81, 0.80]]], [1], [0.01])
    >>> ranked.order, ranked.relations[0].astype(int)
    (array([[1, 2, 0]]), array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]]))
    """
    oriented = _oriented(values, signs)
    n, m, n_algorithms = oriented.shape
    oriented = oriented.reshape(n * m, n_algorithms)
    rope = np.tile(np.asarray(rope), n)[:, None]
    if n_algorithms == 2:
        swap = (oriented[:, 1] > oriented[:, 0]).astype(np.intp)
        order = np.stack([swap, 1 - swap], axis=1)
    else:
        order = np.argsort(-oriented, axis=1)
    ordered = np.take_along_axis(oriented, order, axis=1)
    # If every neighbour is beaten, everybody further back is.
    tied = np.flatnonzero(~_beats(ordered[:, :-1], ordered[:, 1:], rope).all(axis=1))
    some = ordered[tied]
    beats = _beats(some[:, :, None], some[:, None, :], rope[tied][:, :, None])
    reach = (n_algorithms - beats.sum(axis=2)).astype(np.uint16)
    kinds, kind = np.unique(reach, axis=0, return_inverse=True) if tied.size else (reach, tied)
    relation = np.full(n * m, -1, dtype=np.intp)
    relation[tied] = np.ravel(kind)
    return RankedCells(order, relation, [np.arange(n_algorithms) >= row[:, None] for row in kinds])
