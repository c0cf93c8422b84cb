"""Graphs among measures, their equivalence classes, and the posterior weights of these.

A graph is an (m,) int64 array of parent sets as bit masks: bit ``j`` of ``parents[i]`` is the arc
``j -> i``. Two graphs are Markov equivalent, they state the same independences, if they have the
same edges and the same v-structures (a -> c <- b with a and b not adjacent).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints
from jointstats.evidence.messages import JointStatsError
from jointstats.network import kernel_edges
from jointstats.network.kernel_bdeu import SetScores, group_labels, members

Parents = Ints


class CyclicGraphError(JointStatsError):
    """The graph has a directed cycle."""


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
    return [(int(a), int(b)) for a, b in np.argwhere(adjacency(parents))]


def adjacency(parents: ArrayLike) -> Bools:
    """Arcs as an (m, m) boolean matrix: entry [a, b] is the arc a -> b."""
    masks = np.asarray(parents, dtype=np.int64)
    return ((masks[None, :] >> np.arange(len(masks))[:, None]) & 1).astype(bool)


def topological_order(parents: ArrayLike) -> list[int]:
    """Parents before children, the smallest number first; an error if there is a cycle."""
    masks = [int(p) for p in np.asarray(parents).tolist()]
    order: list[int] = []
    done = 0
    while len(order) < len(masks):
        ready = [i for i, p in enumerate(masks) if not done >> i & 1 and not p & ~done]
        if not ready:
            raise CyclicGraphError("the arcs of the graph form a cycle")
        order.append(ready[0])
        done |= 1 << order[-1]
    return order


def components(parents: ArrayLike) -> list[list[int]]:
    """Find the connected groups of measures, each ascending, ordered by their first measure.

    Examples
    --------
    >>> components([0, 0, 1])
    [[0, 2], [1]]
    """
    arcs = adjacency(parents)
    joined = arcs | arcs.T
    label = np.arange(len(joined))
    for i in range(len(joined)):  # all that is joined so far takes the smallest number
        reached = np.isin(label, label[joined[i]]) | (label == label[i])
        label[reached] = label[reached].min()
    return [np.flatnonzero(label == g).tolist() for g in np.unique(label)]


def is_complete(parents: ArrayLike, group: Sequence[int]) -> bool:
    """Whether all measures of a group are adjacent to each other."""
    edges = adjacency(parents)[np.ix_(group, group)]
    return 2 * int(edges.sum()) == len(group) * (len(group) - 1)


# --- Markov equivalence ---------------------------------------------------------------------


def class_keys(graphs: ArrayLike) -> Ints:
    """Rows that are equal for equivalent graphs: same edges and same v-structures.

    Parameters
    ----------
    graphs : (K, m) array of int
        Parent sets of K graphs.

    Returns
    -------
    (K, m(m-1)/2) int64 array
        For every pair of measures -1 if they are adjacent, otherwise the set of their common
        children.
    """
    masks = np.asarray(graphs, dtype=np.int64)
    m = masks.shape[1]
    has_parent = ((masks[:, None, :] >> np.arange(m)[:, None]) & 1).astype(bool)
    children = has_parent @ (np.int64(1) << np.arange(m))
    a, b = np.triu_indices(m, 1)
    adjacent = has_parent[:, a, b] | has_parent[:, b, a]
    return np.where(adjacent, -1, children[:, a] & children[:, b])


def markov_equivalent(first: ArrayLike, second: ArrayLike) -> bool:
    """Whether two graphs state the same independences.

    Examples
    --------
    >>> markov_equivalent([0, 1, 2], [2, 4, 0]), markov_equivalent([0, 5, 0], [2, 4, 0])
    (True, False)
    """
    return bool(np.all(class_keys(np.array([first])) == class_keys(np.array([second]))))


def cpdag(parents: ArrayLike) -> Bools:
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
    pairs = combinations(range(len(arrows)), 2)
    for (a, b), children in zip(pairs, class_keys(np.array([parents]))[0].tolist(), strict=True):
        for child in members(max(children, 0)):
            mixed[child, a] = mixed[child, b] = False
    return _orient_forced(mixed)


def _orient_forced(mixed: Bools) -> Bools:
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
            fourth = any(  # a - d -> c -> b; without d - b, a and c are adjacent
                undirected[a, d] and not edges[d, b]
                for c in into_b.tolist()
                for d in np.flatnonzero(directed[:, c]).tolist()
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


# --- weights of the classes -------------------------------------------------------------------

MAX_ENUMERATED = 5  # 29281 graphs in 8782 classes


@dataclass(frozen=True)
class ClassWeights:
    """Equivalence classes of graphs with their posterior weight, largest first.

    Attributes
    ----------
    graphs : (K, m) int64 array
        The lexicographically first member of every class.
    weights : (K,) float array
        Posterior probabilities, or their estimates if drawn; they sum to 1.
    draws : int
        0 if every class was enumerated; otherwise the number of graphs drawn.
    """

    graphs: Ints
    weights: Array
    draws: int


def class_weights(
    scores: SetScores,
    max_parents: int | None = None,
    draws: int = 1000,
    rng: np.random.Generator | None = None,
    posterior: kernel_edges.GraphPosterior | None = None,
) -> ClassWeights:
    """Equivalence classes and their posterior weights: all of them, or a sample.

    Up to five measures every class is enumerated and its weight exact. Beyond, ``draws`` graphs
    are drawn exactly from the posterior: a class has the share of the draws that fell into it.

    Parameters
    ----------
    scores : SetScores
    max_parents : int, optional
    draws : int, default 1000
    rng : Generator, optional
    posterior : GraphPosterior, optional
        If it is known.

    Examples
    --------
    >>> from jointstats.network.kernel_bdeu import coded_cases, set_scores
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> found = class_weights(set_scores(cases))
    >>> found.graphs.tolist(), found.weights.round(4).tolist()
    ([[0, 0], [0, 1]], [0.7096, 0.2904])
    """
    if scores.m <= MAX_ENUMERATED:
        graphs, weight = weighed_dags(scores, max_parents)
        return _grouped(graphs[weight > 0], weight[weight > 0], 0)
    if posterior is None:
        posterior = kernel_edges.graph_posterior(scores, max_parents)
    graphs = kernel_edges.sample_dags(posterior, draws, np.random.default_rng(rng))
    return _grouped(graphs, np.ones(draws), draws)


def _grouped(graphs: Ints, weight: Array, draws: int) -> ClassWeights:
    """Add up the weights of equivalent graphs."""
    label, first = group_labels(class_keys(graphs))
    total = np.bincount(label, weight) / weight.sum()
    members = graphs[first]
    if draws:
        members = np.array([first_of_class(graph) for graph in members])
    order = np.argsort(-total, kind="stable")
    return ClassWeights(members[order], total[order], draws)


def weighed_dags(scores: SetScores, max_parents: int | None) -> tuple[Parents, Array]:
    """All graphs on at most five measures, and their weights relative to the largest."""
    graphs = all_dags(scores.m)
    value = kernel_edges.local_scores(scores, max_parents)[np.arange(scores.m), graphs].sum(axis=1)
    return graphs, np.exp(value - value.max())


@lru_cache(maxsize=MAX_ENUMERATED)
def all_dags(m: int) -> Ints:
    """All graphs on m <= 5 measures, (1, 3, 25, 543, 29281), by their sorted arcs.

    Raises
    ------
    ExactSumTooLargeError
        For more than five measures.
    """
    if m > MAX_ENUMERATED:
        raise kernel_edges.ExactSumTooLargeError(
            f"graphs are enumerated for up to {MAX_ENUMERATED} measures"
        )
    if m == 1:
        return np.zeros((1, 1), dtype=np.int64)
    small = all_dags(m - 1)
    # Add a measure: any parents and any children among the others, unless that makes a cycle.
    sets = np.arange(1 << (m - 1), dtype=np.int64)
    old, above, under = np.meshgrid(np.arange(len(small)), sets, sets, indexing="ij")
    child = (under.ravel()[:, None] >> np.arange(m - 1)) & 1
    graphs = np.column_stack([small[old.ravel()] | child << (m - 1), above.ravel()])
    graphs = graphs[_acyclic(graphs)]
    place = np.arange(m)
    arcs = ((graphs[:, None, :] >> place[:, None]) & 1).reshape(len(graphs), -1)
    return graphs[np.lexsort(-arcs.T[::-1])]


def _acyclic(graphs: Ints) -> Bools:
    """Which graphs have no cycle: remove measures whose parents are gone until none remains."""
    m = graphs.shape[1]
    gone = np.zeros(len(graphs), dtype=np.int64)
    for _ in range(m):
        ready = (graphs & ~gone[:, None]) == 0
        gone |= ready @ (1 << np.arange(m))
    return gone == (1 << m) - 1


def graph_of(parents: Ints, group: Sequence[int]) -> list[int]:
    """Parent sets within a component, its measures numbered from 0."""
    place = {measure: k for k, measure in enumerate(group)}
    return [sum(1 << place[j] for j in members(int(parents[i]))) for i in group]
