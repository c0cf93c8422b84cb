"""Linear extensions: the strict orders that agree with a relation with ties.

A case with ties stands for all of them, with equal weights. They are listed, or counted and
averaged over without listing them. Relations are square boolean arrays without cycles:
``beats[i, j]`` says that i beats j.

Every count is made of down-sets: a down-set contains, with an algorithm, all algorithms that beat
it. Building a strict order from the best to the worst walks through down-sets, one algorithm a
step; so sums over all orders are sums over steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.orders import MAX_CODED_ALGORITHMS

MAX_DOWN_SETS = 2**18  # of one block of mutually entangled algorithms: about 100 MB


class ExpansionLimitError(JointStatsError):
    """Ties leave more possibilities than the stated limit.

    Attributes
    ----------
    n_expansions : int
        How many there are (or at least are, where counting them all would take too long).
    limit : int
        How many were allowed.
    case : int or None
        Index of the case at fault; None if all cases together exceed the limit, or if the error
        comes from a relation that belongs to no particular case.
    unit : str, default "weighted statements"
        What was counted.
    """

    def __init__(
        self,
        n_expansions: int,
        limit: int,
        case: int | None = None,
        unit: str = "weighted statements",
    ) -> None:
        where = "the ties" if case is None else f"the ties of case {case}"
        cure = "use a smaller rope or fewer algorithms"
        if unit == "weighted statements":
            cure += ", or ask a coarser question (which is best, a control, pairs)"
        super().__init__(f"{where} leave {n_expansions} {unit}, the limit is {limit}: {cure}")
        self.n_expansions = n_expansions
        self.limit = limit
        self.case = case
        self.unit = unit

    def at(self, case: int) -> ExpansionLimitError:
        """Give the same error, of a case."""
        return ExpansionLimitError(self.n_expansions, self.limit, case, self.unit)


@dataclass(frozen=True)
class Lattice:
    """What the down-sets of one block say of its linear extensions.

    Algorithms that beat the same others and lose to the same others are *twins*: only the number
    of twins placed matters, so 20 equal results make 21 down-sets and not 2^20.
    """

    twin: NDArray[np.intp]  # (b,) class of twins of each algorithm of the block
    total: int  # linear extensions
    first: NDArray[np.float64]  # (t,) probability that one of a class is the first


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


def _segment_sums(values: NDArray, labels: NDArray, n_labels: int) -> NDArray:
    """Sum `values` (of any type) over the labels 0, …, n_labels − 1; each label occurs."""
    order = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[order], np.arange(n_labels))
    return np.add.reduceat(values[order], starts)


def _check_down_sets(n: int) -> None:
    if n > MAX_DOWN_SETS:
        raise ExpansionLimitError(n, MAX_DOWN_SETS, unit="sets of algorithms to tell apart")


@lru_cache(maxsize=2048)
def _lattice(key: bytes, b: int) -> Lattice:
    beats = np.frombuffer(key, dtype=bool).reshape(b, b)
    _, member, twin = np.unique(
        np.hstack([beats, beats.T]), axis=0, return_index=True, return_inverse=True
    )
    twin = np.ravel(twin)
    size = np.bincount(twin)
    precedes = beats[np.ix_(member, member)].astype(np.int64)
    *radices, n_codes = np.cumprod([1, *(size + 1).tolist()], dtype=object)
    if n_codes >= 2**62:
        _check_down_sets(n_codes)
    radix = np.array(radices, dtype=np.int64)
    exact = np.int64 if b <= MAX_CODED_ALGORITHMS else object  # b! must fit
    state_code = np.zeros(1, dtype=np.int64)
    ways = np.ones(1, dtype=exact)
    levels = []  # per number of algorithms placed: class added, source, target, members
    n_states = 1
    for _ in range(b):
        placed = state_code[:, None] // radix % (size + 1)
        missing = size - placed
        free = (missing > 0) & ((missing @ precedes) == 0)
        source, adds = np.nonzero(free)
        members = missing[source, adds].astype(exact)
        state_code, target = np.unique(state_code[source] + radix[adds], return_inverse=True)
        n_states += state_code.size
        _check_down_sets(n_states)
        ways = _segment_sums(ways[source] * members, target, state_code.size)
        levels.append((adds, source, target, members))
    total = int(ways[0])
    completions = np.ones(1, dtype=exact)
    for _, source, target, members in reversed(levels[1:]):
        completions = _segment_sums(members * completions[target], source, source[-1] + 1)
    adds, _, target, members = levels[0]
    first = np.zeros(size.size)
    # A step that adds one of a class adds each of its members equally often.
    first[adds] = (members * completions[target] / total).astype(np.float64) / size[adds]
    return Lattice(twin, total, first)


def lattices(beats: ArrayLike) -> Iterator[tuple[NDArray[np.intp], Lattice]]:
    """Blocks of a relation, best first, each with its lattice."""
    beats = np.asarray(beats, dtype=bool)
    for block in _blocks(beats):
        yield block, _lattice(beats[np.ix_(block, block)].tobytes(), block.size)


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
    ExpansionLimitError
        If there are more than 2^18 down-sets.

    Examples
    --------
    >>> count_linear_extensions([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    2
    """
    return math.prod(lattice.total for _, lattice in lattices(beats))


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
    result = np.zeros(np.shape(beats)[0])
    block, lattice = next(lattices(beats))
    result[block] = lattice.first[lattice.twin]
    return result
