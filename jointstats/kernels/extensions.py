"""Linear extensions: the strict orders that agree with a relation with ties.

A case with ties stands for all of them, with equal weights. They are listed, counted and averaged
over by dynamic programming over down-sets (sets that contain, with an algorithm, all that beat it).

Relations are square boolean arrays: ``beats[i, j]`` says that i beats j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import comb

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.orders import MAX_CODED_ALGORITHMS

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

MAX_DOWN_SETS = 2**18  # of one block of mutually entangled algorithms: about 100 MB
MAX_SUBSETS = 2**20  # entries of one `ahead_distribution`


class CyclicRelationError(JointStatsError):
    """The relation contains a cycle, so that no strict order agrees with it."""


class ExpansionLimitError(JointStatsError):
    """Ties leave more strict orders than the stated limit.

    Attributes
    ----------
    n_expansions : int
        How many there are (or at least are, where counting them all would take too long).
    limit : int
        How many were allowed.
    case : int or None
        Index of the case at fault; None if all cases together exceed the limit, or if the error
        comes from a relation that belongs to no particular case.
    """

    def __init__(self, n_expansions: int, limit: int, case: int | None = None) -> None:
        where = "the ties" if case is None else f"the ties of case {case}"
        super().__init__(
            f"{where} leave {n_expansions} weighted orderings, more than the limit of {limit}: "
            "ask a coarser question (who is best, a control, pairs), or use a smaller rope"
        )
        self.n_expansions = n_expansions
        self.limit = limit
        self.case = case


# --- Linear extensions, listed -------------------------------------------------------------------


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


# --- Linear extensions, counted and averaged over ------------------------------------------------


@dataclass(frozen=True)
class _Lattice:
    """The down-sets of one block, as steps that add one algorithm.

    Algorithms that beat the same others and lose to the same others are *twins*: only the number
    of twins placed matters, so 20 equal results make 21 down-sets and not 2^20.
    """

    twin: NDArray[np.intp]  # (b,) class of twins of each algorithm of the block
    size: NDArray[np.int64]  # (t,) algorithms in each class
    total: int  # linear extensions
    placed: NDArray[np.int64]  # (steps, t) how many of each class are placed before the step
    adds: NDArray[np.intp]  # (steps,) class of the algorithm that the step adds
    flow: NDArray[np.float64]  # (steps,) probability that a random linear extension takes it


def _blocks(beats: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Cut a relation wherever all above the cut beat all below: the blocks are independent."""
    n_algorithms = beats.shape[0]
    place = np.argsort(beats.sum(axis=0), kind="stable")
    sorted_beats = beats[np.ix_(place, place)]
    cuts = [
        p
        for p in range(1, n_algorithms)
        if sorted_beats[:p, p:].all() and not sorted_beats[p:, :p].any()
    ]
    return np.split(place, cuts)


def _segment_sums(values: NDArray, labels: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Distinct labels, sums of `values` over each, and each value's position among them."""
    distinct, inverse = np.unique(labels, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[order], np.arange(distinct.size))
    return distinct, np.add.reduceat(values[order], starts), inverse


def _build_lattice(key: bytes, b: int) -> _Lattice:
    beats = np.frombuffer(key, dtype=bool).reshape(b, b)
    _, member, twin = np.unique(
        np.hstack([beats, beats.T]), axis=0, return_index=True, return_inverse=True
    )
    twin = np.ravel(twin)
    size = np.bincount(twin)
    precedes = beats[np.ix_(member, member)].astype(np.int64)
    radix = np.cumprod([1, *(size + 1).tolist()], dtype=object)
    if radix[-1] >= 2**62:
        raise ExpansionLimitError(2**62, MAX_DOWN_SETS)
    exact = np.int64 if b <= MAX_CODED_ALGORITHMS else object  # b! must fit
    state_code = np.zeros(1, dtype=np.int64)
    ways = np.ones(1, dtype=exact)
    levels = []  # per number of algorithms placed: (placed, adds, source, target, ways × members)
    n_states = 1
    for _ in range(b):
        placed = state_code[:, None] // radix[:-1].astype(np.int64) % (size + 1)
        missing = size - placed
        free = (missing > 0) & ((missing @ precedes) == 0)
        source, adds = np.nonzero(free)
        if source.size == 0:
            raise CyclicRelationError("the relation is cyclic: no order agrees with it")
        members = missing[source, adds].astype(exact)
        step_ways = ways[source] * members
        step_code = state_code[source] + radix[:-1].astype(np.int64)[adds]
        state_code, ways, target = _segment_sums(step_ways, step_code)
        levels.append((placed[source], adds, source, target, members, step_ways))
        n_states += state_code.size
        if n_states > MAX_DOWN_SETS:
            raise ExpansionLimitError(n_states, MAX_DOWN_SETS)
    total = int(ways[0])
    completions = np.ones(1, dtype=exact)
    flows = []
    for _, _, source, target, members, step_ways in reversed(levels):
        flows.append((step_ways * completions[target] / total).astype(np.float64))
        _, completions, _ = _segment_sums(members * completions[target], source)
    return _Lattice(
        twin,
        size,
        total,
        np.concatenate([level[0] for level in levels]),
        np.concatenate([level[1] for level in levels]),
        np.concatenate(flows[::-1]),
    )


_small_lattice = lru_cache(maxsize=2048)(_build_lattice)  # at most about 50 kB each
_large_lattice = lru_cache(maxsize=4)(_build_lattice)


def _lattice(beats: NDArray[np.bool_]) -> _Lattice:
    b = beats.shape[0]
    return (_small_lattice if b <= 8 else _large_lattice)(beats.tobytes(), b)


def _lattices(beats: ArrayLike) -> Iterator[tuple[NDArray[np.intp], _Lattice]]:
    """Blocks of a relation, best first, each with its lattice."""
    beats = np.asarray(beats, dtype=bool)
    for block in _blocks(beats):
        yield block, _lattice(beats[np.ix_(block, block)])


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
    for _, lattice in _lattices(beats):
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
    for block, lattice in _lattices(beats):
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
    for block, lattice in _lattices(beats):
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
        raise ExpansionLimitError(2**among.size, MAX_SUBSETS)
    subsets = np.arange(2**among.size)
    certain = 0  # bits of `among` in the blocks above that of i
    for block, lattice in _lattices(beats):
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
    lattice: _Lattice, block: NDArray[np.intp], i: int, among: list[int]
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
        for t in range(w + 1):
            with np.errstate(invalid="ignore"):
                chance = np.where(k >= t, comb(s - w, k - t), 0.0) / comb(s, k)
            keep = chance > 0
            parts.append((key[keep] + t * radix[c], weight[keep] * chance[keep], placed[keep]))
        key, weight, placed = (np.concatenate(column) for column in zip(*parts, strict=True))
    distinct, sums, _ = _segment_sums(weight, key)
    return distinct, sums
