"""Graphs among measures: the best one for a decomposable score, and its equivalence class.

A graph is an (m,) int64 array of parent sets as bit masks: bit ``j`` of ``parents[i]`` is the arc
``j -> i``. The best graph is found exactly, by dynamic programming over sets of measures
(Silander & Myllymäki 2006): the best network on a set ends in some measure whose parents are the
best among the others,

    V(S) = max over i in S of [ V(S - i) + best_i(S - i) ],   best_i(A) = max over P in A of s_i(P).

Before that, parent sets that a subset of theirs equals or beats are dropped, and measures that
can be ordered beforehand are separated: the search runs within the strongly connected parts of
the relation "may be a parent of".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components as graph_components

from jointstats.kernels.bdeu import SetScores, set_size

Parents = NDArray[np.int64]
_MAX_EQUAL = 200
MAX_SEARCH = 22  # measures searched together: memory is k 2^(k-1) numbers


class CyclicGraphError(ValueError):
    """The graph has a directed cycle."""


class SearchTooLargeError(ValueError):
    """Too many measures would have to be ordered together; a lower parent limit helps."""


# --- graphs ---------------------------------------------------------------------------------


def parents_of(arcs: Sequence[tuple[int, int]], m: int) -> Parents:
    """Parent sets of a graph given by its arcs (parent, child), which must have no cycle.

    Examples
    --------
    >>> parents_of([(0, 2), (1, 2)], 3).tolist()
    [0, 0, 3]
    """
    parents = np.zeros(m, dtype=np.int64)
    for parent, child in arcs:
        parents[child] |= np.int64(1) << parent
    topological_order(parents)
    return parents


def arcs_of(parents: ArrayLike) -> list[tuple[int, int]]:
    """Arcs (parent, child) of a graph, in lexicographic order."""
    arrows = adjacency(parents)
    return [(int(a), int(b)) for a, b in np.argwhere(arrows)]


def adjacency(parents: ArrayLike) -> NDArray[np.bool_]:
    """Arcs as an (m, m) boolean matrix: entry [a, b] is the arc a -> b."""
    masks = np.asarray(parents, dtype=np.int64)
    return ((masks[None, :] >> np.arange(len(masks))[:, None]) & 1).astype(bool)


def topological_order(parents: ArrayLike) -> list[int]:
    """Parents before children, the smallest number first; an error if there is a cycle."""
    masks = [int(p) for p in np.asarray(parents).tolist()]
    order: list[int] = []
    done = 0
    while len(order) < len(masks):
        ready = (i for i, p in enumerate(masks) if not done >> i & 1 and not p & ~done)
        try:
            order.append(next(ready))
        except StopIteration:
            raise CyclicGraphError("the arcs of the graph form a cycle") from None
        done |= 1 << order[-1]
    return order


def components(parents: ArrayLike) -> list[list[int]]:
    """Find the connected groups of measures, each ascending, ordered by their first measure.

    Examples
    --------
    >>> components([0, 0, 1])
    [[0, 2], [1]]
    """
    _, label = graph_components(csr_matrix(adjacency(parents)), directed=False)
    groups = [np.flatnonzero(label == g).tolist() for g in np.unique(label)]
    return sorted(groups)


def _members(mask: int) -> list[int]:
    return [j for j in range(mask.bit_length()) if mask >> j & 1]


def is_complete(parents: ArrayLike, group: Sequence[int]) -> bool:
    """Whether all measures of a group are adjacent to each other."""
    edges = adjacency(parents)[np.ix_(group, group)]
    return int(edges.sum()) == len(group) * (len(group) - 1) // 2


# --- Markov equivalence ---------------------------------------------------------------------


def _v_structures(arrows: NDArray[np.bool_]) -> set[tuple[int, int, int]]:
    """Parents a < b of one child that are not adjacent to each other."""
    edges = arrows | arrows.T
    return {
        (int(a), int(b), child)
        for child in range(len(arrows))
        for a, b in combinations(np.flatnonzero(arrows[:, child]).tolist(), 2)
        if not edges[a, b]
    }


def markov_equivalent(first: ArrayLike, second: ArrayLike) -> bool:
    """Whether two graphs state the same independences: same edges and same v-structures."""
    a, b = adjacency(first), adjacency(second)
    same_edges = a.shape == b.shape and bool(np.all((a | a.T) == (b | b.T)))
    return same_edges and _v_structures(a) == _v_structures(b)


def cpdag(parents: ArrayLike) -> NDArray[np.bool_]:
    """Essential graph of the equivalence class, as an (m, m) boolean matrix.

    An arc a -> b that all members share is True at [a, b] only; a reversible edge is True both
    ways.

    Examples
    --------
    >>> cpdag([0, 1]).tolist()
    [[False, True], [True, False]]
    """
    arrows = adjacency(parents)
    mixed = arrows | arrows.T
    for a, b, child in _v_structures(arrows):
        mixed[child, a] = mixed[child, b] = False
    return _orient_forced(mixed)


def _orient_forced(mixed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Direct every edge that Meek's (1995) four rules force, given the directed ones."""
    changed = True
    while changed:
        changed = False
        directed, undirected = mixed & ~mixed.T, mixed & mixed.T
        edges = mixed | mixed.T
        for a, b in np.argwhere(undirected).tolist():
            if not mixed[b, a] or not mixed[a, b]:
                continue
            into_a = np.flatnonzero(directed[:, a])
            into_b = np.flatnonzero(directed[:, b])
            chain = bool(np.any(~edges[into_a, b]))  # c -> a - b, c and b not adjacent
            shortcut = bool(np.any(directed[a] & directed[:, b]))  # a -> c -> b
            linked = [c for c in into_b.tolist() if undirected[a, c]]
            kite = any(not edges[c, d] for c, d in combinations(linked, 2))
            fourth = any(
                edges[a, d] and not edges[d, b] and edges[a, c]
                for c in into_b.tolist()
                for d in np.flatnonzero(directed[:, c]).tolist()
                if d != a and undirected[a, d]
            )
            if chain or shortcut or kite or fourth:
                mixed[b, a] = False
                changed = True
    return mixed


def first_of_class(parents: ArrayLike) -> Parents:
    """Return the lexicographically first graph of an equivalence class, by its sorted arcs.

    Examples
    --------
    >>> arcs_of(first_of_class(parents_of([(2, 1), (1, 0)], 3)))
    [(0, 1), (1, 2)]
    """
    mixed = cpdag(parents)
    m = len(mixed)
    for a, b in combinations(range(m), 2):
        if mixed[a, b] and mixed[b, a]:
            mixed[b, a] = False
            mixed = _orient_forced(mixed)
    return np.asarray((1 << np.arange(m, dtype=np.int64)) @ mixed, dtype=np.int64)


# --- candidates for parent sets -------------------------------------------------------------


@dataclass(frozen=True)
class Candidates:
    """Parent sets of one measure that no subset of theirs equals; the empty set is the first."""

    masks: NDArray[np.int64]
    scores: NDArray[np.float64]  # less the tolerance for every arc: of equals, fewer arcs win


def candidate_parents(scores: SetScores, child: int, max_parents: int | None = None) -> Candidates:
    """Parent sets of ``child`` that can occur in a best graph."""
    limit = scores.m - 1 if max_parents is None else min(max_parents, scores.m - 1)
    bit = np.int64(1) << child
    if limit >= scores.m - 1:
        masks = _spread(np.arange(1 << (scores.m - 1), dtype=np.int64), child)
    else:
        masks = scores.masks[(scores.masks & bit) == 0]
        masks = masks[set_size(masks) <= limit]
    value = scores.at(masks | bit) - scores.at(masks)
    value -= scores.tolerance * set_size(masks)
    if limit >= scores.m - 1:
        keep = value >= subset_maximum(value)
    else:
        keep = value >= _best_below(masks, value, scores.m)
    return Candidates(masks[keep], value[keep])


def subset_maximum(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every set, the maximum over its subsets (sets are positions in the array)."""
    best = value.copy()
    for step in 1 << np.arange(len(value).bit_length() - 1):
        halves = best.reshape(-1, 2, step)
        np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])
    return best


def _best_below(
    masks: NDArray[np.int64], value: NDArray[np.float64], m: int
) -> NDArray[np.float64]:
    """:func:`subset_maximum` where only the small sets are there, ascending."""
    best = value.copy()
    size = set_size(masks)
    for layer in range(1, int(size.max(initial=0)) + 1):
        here = np.flatnonzero(size == layer)
        for j in range(m):
            having = here[(masks[here] >> j & 1) == 1]
            smaller = np.searchsorted(masks, masks[having] ^ (np.int64(1) << j))
            best[having] = np.maximum(best[having], best[smaller])
    return best


def _spread(masks: NDArray[np.int64], bit: int) -> NDArray[np.int64]:
    """Make room for a zero at ``bit``."""
    low = masks & ((np.int64(1) << bit) - 1)
    return low | ((masks ^ low) << 1)


def _squeeze(masks: Any, bit: int) -> Any:
    """Take the zero at ``bit`` out again."""
    low = masks & ((np.int64(1) << bit) - 1)
    return low | ((masks ^ low) >> 1)


# --- the best graph -------------------------------------------------------------------------


def best_dag(scores: SetScores, max_parents: int | None = None) -> tuple[Parents, float]:
    """Find the graph of the largest total score, and that score.

    Equal scores (within ``scores.tolerance``) are settled in a fixed way: fewer arcs first, then
    the lexicographically first list of arcs. Where more than 200 graphs are equal, only the 200
    that the search meets first are compared, and the first member of the winner's equivalence
    class is returned.

    Parameters
    ----------
    scores : SetScores
        From :func:`jointstats.kernels.bdeu.set_scores`, for sets of up to ``max_parents + 1``.
    max_parents : int, optional
        Largest number of parents of a measure; default no limit.

    Returns
    -------
    parents : (m,) int64 array
        Parent sets as bit masks.
    score : float

    Raises
    ------
    SearchTooLargeError
        If more than 22 measures would have to be ordered together.

    Examples
    --------
    >>> from jointstats.kernels.bdeu import coded_cases, set_scores
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> parents, score = best_dag(set_scores(cases))
    >>> parents.tolist(), round(score, 6)
    ([0, 0], -17.370578)
    """
    found = np.zeros(scores.m, dtype=np.int64)
    for search in _searches(scores, max_parents):
        for child, mask in min(islice(search.optima(), _MAX_EQUAL), key=_sorted_arcs):
            found[child] = mask
    parents = first_of_class(found)
    bits = np.int64(1) << np.arange(scores.m)
    return parents, float(np.sum(scores.at(parents | bits) - scores.at(parents)))


def _sorted_arcs(choice: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted((parent, child) for child, mask in choice for parent in _members(mask))


def optimal_dags(
    scores: SetScores, max_parents: int | None = None, limit: int = 1000
) -> list[Parents]:
    """All graphs of the largest score with the fewest arcs (at most ``limit`` of them)."""
    found: list[list[tuple[int, int]]] = [[]]
    for search in _searches(scores, max_parents):
        optima = list(islice(search.optima(), limit))
        found = [done + more for done in found for more in optima][:limit]
    graphs = []
    for choice in found:
        parents = np.zeros(scores.m, dtype=np.int64)
        for child, mask in choice:
            parents[child] = mask
        graphs.append(parents)
    return sorted(graphs, key=arcs_of)


def _searches(scores: SetScores, max_parents: int | None) -> list[_Search]:
    """One search for each group of measures that must be ordered together."""
    candidates = [candidate_parents(scores, i, max_parents) for i in range(scores.m)]
    reach = np.array([np.bitwise_or.reduce(c.masks) for c in candidates], dtype=np.int64)
    _, label = graph_components(csr_matrix(adjacency(reach)), connection="strong")
    groups = [np.flatnonzero(label == g) for g in np.unique(label)]
    largest = max(len(group) for group in groups)
    if largest > MAX_SEARCH:
        raise SearchTooLargeError(
            f"{largest} measures would have to be ordered together (at most {MAX_SEARCH}): "
            f"set a lower max_parents"
        )
    return [_Search(group, candidates, scores.tolerance / 10) for group in groups]


class _Search:
    """Dynamic programming over the subsets of one group of measures."""

    def __init__(
        self, group: NDArray[np.int64], candidates: list[Candidates], slack: float
    ) -> None:
        self.group, self.slack = group.tolist(), slack
        self.candidates = [candidates[i] for i in self.group]
        self.inside = [self._within(c.masks) for c in self.candidates]
        k = len(self.group)
        self.best = np.full((k, 1 << (k - 1)), -np.inf)
        for i, choice in enumerate(self.candidates):
            np.maximum.at(self.best[i], _squeeze(self.inside[i], i), choice.scores)
            self.best[i] = subset_maximum(self.best[i])
        self.value = self._values()

    def _within(self, masks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Members of the group in every set, renumbered; parents outside come for free."""
        inner = np.zeros_like(masks)
        for position, measure in enumerate(self.group):
            inner |= (masks >> measure & 1) << position
        return inner

    def _values(self) -> NDArray[np.float64]:
        """V(S) for all subsets S of the group, by size."""
        k = len(self.group)
        value = np.full(1 << k, -np.inf)
        value[0] = 0.0
        sets = np.arange(1 << k, dtype=np.int64)
        sizes = set_size(sets)
        for size in range(1, k + 1):
            layer = sets[sizes == size]
            for i in range(k):
                having = layer[(layer >> i & 1) == 1]
                rest = having ^ (1 << i)
                total = value[rest] + self.best[i][_squeeze(rest, i)]
                value[having] = np.maximum(value[having], total)
        return value

    def optima(self) -> Iterator[list[tuple[int, int]]]:
        """Yield every best graph on the group once, as (measure, parent mask) pairs.

        A graph is taken apart sink by sink, always the largest sink first: so a sink that is
        larger than the one before it must have been that one's parent.
        """
        full = (1 << len(self.group)) - 1
        stack: list[tuple[int, float, int, int, list[tuple[int, int]]]]
        stack = [(full, self.slack, len(self.group), 0, [])]
        while stack:
            rest, slack, last, last_parents, done = stack.pop()
            if not rest:
                yield done
                continue
            steps = []
            for i in range(len(self.group)):
                if rest >> i & 1 and (i < last or last_parents >> i & 1):
                    before = rest ^ (1 << i)
                    for spent, inner, mask in self._choices(i, rest, slack):
                        choice = [*done, (self.group[i], mask)]
                        steps.append((before, slack - spent, i, inner, choice))
            stack.extend(steps)

    def _choices(self, i: int, rest: int, slack: float) -> list[tuple[float, int, int]]:
        """Parent sets of ``i`` as the last of ``rest`` that lose no more than the slack."""
        before = rest ^ (1 << i)
        best = self.best[i][_squeeze(np.int64(before), i)]
        if self.value[rest] - (self.value[before] + best) > slack:
            return []
        lost = self.value[rest] - (self.value[before] + self.candidates[i].scores)
        fits = np.flatnonzero((lost <= slack) & ((self.inside[i] & ~before) == 0))
        masks = self.candidates[i].masks
        tied = [(max(0.0, lost[f]), int(self.inside[i][f]), int(masks[f])) for f in fits.tolist()]
        return sorted(tied, key=lambda choice: _members(choice[2]), reverse=True)
