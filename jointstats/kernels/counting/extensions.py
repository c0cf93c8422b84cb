"""Linear extensions: the strict orders that agree with a relation with ties.

A case with ties stands for all of them, with equal weights. They are listed, or counted and
averaged over without listing them. Relations are square boolean arrays: ``beats[i, j]`` says that
i beats j.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.down_sets import (
    CyclicRelationError,
    ExpansionLimitError,
    lattices,
)

__all__ = [
    "CyclicRelationError",
    "ExpansionLimitError",
    "count_linear_extensions",
    "linear_extensions",
    "position_distribution",
    "probability_first",
]


def linear_extensions(beats: ArrayLike, limit: int = 1_000_000) -> NDArray[np.int64]:
    """All strict orders that agree with a relation, in lexicographic order.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.
    limit : int, default 1_000_000
        The most orders to list.

    Returns
    -------
    ndarray of int64, shape (E, l)
        Each row a permutation, best to worst.

    Raises
    ------
    ExpansionLimitError
        If there are more than `limit`.
    CyclicRelationError
        If there is none.

    Examples
    --------
    >>> linear_extensions([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    array([[0, 1, 2],
           [1, 0, 2]])
    """
    beats = np.asarray(beats, dtype=bool)
    total = count_linear_extensions(beats)
    if total > limit:
        raise ExpansionLimitError(total, limit)
    n_algorithms = beats.shape[0]
    orders = np.zeros((1, 0), dtype=np.int64)
    waiting = np.ones((1, n_algorithms), dtype=bool)
    for _ in range(n_algorithms):
        # Every prefix whose set is a down-set can be completed: no dead ends.
        free = waiting & ~(waiting @ beats)
        prefix, chosen = np.nonzero(free)  # row by row: lexicographic order is kept
        orders = np.column_stack([orders[prefix], chosen])
        waiting = waiting[prefix]
        waiting[np.arange(chosen.size), chosen] = False
    return orders


def count_linear_extensions(beats: ArrayLike) -> int:
    """How many strict orders agree with a relation.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.

    Returns
    -------
    int
        Exact, of any size.

    Raises
    ------
    CyclicRelationError
        If there is none.
    ExpansionLimitError
        If there are more than 2^18 down-sets.

    Examples
    --------
    >>> count_linear_extensions([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    2
    """
    total = 1
    for _, lattice in lattices(beats):
        total *= lattice.total
    return total


def probability_first(beats: ArrayLike) -> NDArray[np.float64]:
    """Probability that each algorithm comes first in a random linear extension.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.

    Returns
    -------
    ndarray, shape (l,)
        Sums to 1; raises as `count_linear_extensions` does.

    Examples
    --------
    >>> probability_first([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    array([0.5, 0.5, 0. ])
    """
    return position_distribution(beats)[:, 0]


def position_distribution(beats: ArrayLike) -> NDArray[np.float64]:
    """Probability of each algorithm's position in a random linear extension.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.

    Returns
    -------
    ndarray, shape (l, l)
        ``[i, p]``: algorithm i comes at position p (0 is the best). Rows and columns sum to 1;
        raises as `count_linear_extensions` does.

    Examples
    --------
    >>> position_distribution([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    array([[0.5, 0.5, 0. ],
           [0.5, 0.5, 0. ],
           [0. , 0. , 1. ]])
    """
    n_algorithms = np.shape(beats)[0]
    result = np.zeros((n_algorithms, n_algorithms))
    above = 0
    for block, lattice in lattices(beats):
        b = block.size
        by_class = np.zeros((lattice.size.size, b))
        # A step that adds one of a class adds each of its members equally often.
        share = lattice.flow / lattice.size[lattice.adds]
        np.add.at(by_class, (lattice.adds, lattice.placed.sum(axis=1)), share)
        result[block, above : above + b] = by_class[lattice.twin]
        above += b
    return result
