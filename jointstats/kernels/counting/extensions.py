"""Linear extensions: the strict orders that agree with a relation with ties.

A case with ties stands for all of them, with equal weights. They are listed, or counted and
averaged over without listing them. Relations are square boolean arrays: ``beats[i, j]`` says that
i beats j.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.down_sets import (
    CyclicRelationError,
    ExpansionLimitError,
    Lattice,
    lattices,
)
from jointstats.kernels.errors import JointStatsError

__all__ = [
    "CyclicRelationError",
    "ExpansionLimitError",
    "ahead_distribution",
    "count_linear_extensions",
    "linear_extensions",
    "position_distribution",
    "probability_before",
    "probability_first",
]

MAX_SUBSETS = 2**20  # entries of one `ahead_distribution`


def linear_extensions(beats: ArrayLike, limit: int = 1_000_000) -> NDArray[np.int64]:
    """All strict orders that agree with a relation, in lexicographic order.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.
    limit : int
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
        free = waiting & ((waiting @ beats.astype(np.uint8)) == 0)
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


def probability_before(beats: ArrayLike) -> NDArray[np.float64]:
    """Probability that one algorithm comes before another in a random linear extension.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.

    Returns
    -------
    ndarray, shape (l, l)
        ``[i, j]``: i comes before j; the diagonal is 0. Raises as `count_linear_extensions` does.

    Examples
    --------
    >>> probability_before([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    array([[0. , 0.5, 1. ],
           [0.5, 0. , 1. ],
           [0. , 0. , 0. ]])
    """
    n_algorithms = np.shape(beats)[0]
    result = np.zeros((n_algorithms, n_algorithms))
    below = np.ones(n_algorithms, dtype=bool)
    for block, lattice in lattices(beats):
        below[block] = False
        result[np.ix_(block, below)] = 1.0
        # Given the counts, each member of a class is equally likely to be among those placed.
        unplaced = 1.0 - lattice.placed / lattice.size
        by_class = np.zeros((lattice.size.size, lattice.size.size))
        np.add.at(
            by_class, lattice.adds, (lattice.flow / lattice.size[lattice.adds])[:, None] * unplaced
        )
        np.fill_diagonal(by_class, 0.5)
        result[np.ix_(block, block)] = by_class[np.ix_(lattice.twin, lattice.twin)]
    np.fill_diagonal(result, 0.0)
    return result


def ahead_distribution(
    beats: ArrayLike, i: int, among: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Distribution of the set of algorithms ahead of one, over random linear extensions.

    Parameters
    ----------
    beats : array_like of bool, shape (l, l)
        The relation.
    i : int
        The algorithm.
    among : array_like of int, shape (c,), optional
        Look at these others only; default: all l algorithms (i itself is never ahead of i).

    Returns
    -------
    ndarray, shape (2**c,)
        Entry S is the probability that, of `among`, exactly those whose bit is set in S are ahead
        (``among[0]`` has bit 1, ``among[1]`` bit 2, and so on). Sums to 1.

    Raises
    ------
    ExpansionLimitError
        If c > 20, or as `count_linear_extensions` does.

    Examples
    --------
    >>> ahead_distribution([[0, 0, 1], [0, 0, 1], [0, 0, 0]], 1, among=[0, 2])
    array([0.5, 0.5, 0. , 0. ])
    """
    among = np.arange(np.shape(beats)[0]) if among is None else np.asarray(among, dtype=np.intp)
    if 2**among.size > MAX_SUBSETS:
        raise ExpansionLimitError(2**among.size, MAX_SUBSETS, unit="sets of algorithms ahead")
    subsets = np.arange(2**among.size)
    certain = 0  # bits of `among` in the blocks above that of i
    for block, lattice in lattices(beats):
        bits = {int(a): 1 << k for k, a in enumerate(among) if a in block and a != i}
        if i not in block:
            certain |= sum(bits.values())
            continue
        key, probability = _ahead_by_class(lattice, block, i, list(bits))
        classes = lattice.twin[[int(np.flatnonzero(block == a)[0]) for a in bits]]
        wanted = np.zeros(subsets.size, dtype=np.int64)
        radix = np.cumprod([1, *(lattice.size + 1).tolist()])
        for bit, c in zip(bits.values(), classes, strict=True):
            wanted += np.where(subsets & bit, radix[c], 0)
        allowed = (subsets & ~sum(bits.values())) == certain
        found = np.minimum(np.searchsorted(key, wanted), key.size - 1)
        return np.where(allowed & (key[found] == wanted), probability[found], 0.0)
    raise JointStatsError(f"no algorithm {i} in a relation of {np.shape(beats)[0]}")


def _ahead_by_class(
    lattice: Lattice, block: NDArray[np.intp], i: int, among: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Probability of one particular set ahead of i, by its number of members in each class.

    The number is written in mixed radix (size of the class + 1).
    """
    own = lattice.twin[np.flatnonzero(block == i)[0]]
    steps = lattice.adds == own
    placed = lattice.placed[steps]
    weight = lattice.flow[steps] / lattice.size[own]
    others = lattice.size - (np.arange(lattice.size.size) == own)
    watched = np.bincount(lattice.twin[np.isin(block, among)], minlength=lattice.size.size)
    key = np.zeros(weight.size, dtype=np.int64)
    radix = np.cumprod([1, *(lattice.size + 1).tolist()])
    for c in np.flatnonzero(watched):
        # k of the s others of this class are ahead: all C(s, k) choices are equally likely, and
        # C(s − w, k − t) of them contain t given ones and no more of the w that are watched.
        k, s, w = placed[:, c], others[c], watched[c]
        parts = []
        ways = _binomials(s)[k]
        for t in range(w + 1):
            # The others that are not watched must make up the rest: between 0 and s − w of them.
            rest = np.clip(k - t, 0, s - w)
            chance = np.where(rest == k - t, _binomials(s - w)[rest], 0.0) / ways
            keep = chance > 0
            parts.append((key[keep] + t * radix[c], weight[keep] * chance[keep], placed[keep]))
        key, weight, placed = (np.concatenate(column) for column in zip(*parts, strict=True))
    distinct, inverse = np.unique(key, return_inverse=True)
    return distinct, np.bincount(inverse, weight).astype(np.float64)


def _binomials(n: int) -> NDArray[np.float64]:
    """C(n, 0), …, C(n, n), each the double nearest to it.

    `scipy.special.comb` of integers of 16 bits or less has single precision only.
    """
    return np.array([math.comb(int(n), k) for k in range(n + 1)], dtype=np.float64)
