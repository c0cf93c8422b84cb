"""Graphs drawn exactly from their posterior, and the equivalence classes of graphs.

:mod:`jointstats.network.kernel_edges` has the sums over graphs that this rests on, and the
notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jointstats.network.kernel_bdeu import SetScores, group_labels
from jointstats.network.kernel_dags import class_keys, first_of_class
from jointstats.network.kernel_edges import (
    ExactSumTooLargeError,
    GraphPosterior,
    graph_posterior,
    local_scores,
    outside,
    patterns,
)

MAX_ENUMERATED = 5  # 29281 graphs in 8782 classes


def sample_dags(
    posterior: GraphPosterior, size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw graphs exactly and independently from their posterior.

    A graph is drawn layer by layer: the sources, then the sources among the rest, and so on; each
    of these has a parent in the layer before it (Kuipers & Moffa 2017 call it the outpoint
    partition). The next layer T after the measures U, whose last layer is L, follows from the
    probability that it includes a given set,

        prod_{j in K} [A_j(U) - A_j(U-L)] M(U+K),
        M(X) = sum over Y that include X of (-1)^|Y-X| prod_{j in Y-X} A_j(U-L) G(Y)

    (M: the completions in which no measure is content with parents in U-L), by inversion.

    Parameters
    ----------
    posterior : GraphPosterior
        From :func:`graph_posterior`.
    size : int
        Number of graphs.
    rng : numpy.random.Generator

    Returns
    -------
    (size, m) int64 array
        Parent sets as bit masks.
    """
    m = len(posterior.arcs)
    parents = np.zeros((size, m), dtype=np.int64)
    inside = np.zeros(size, dtype=np.int64)
    last = np.zeros(size, dtype=np.int64)
    while True:
        open_ = np.flatnonzero(inside != (1 << m) - 1)
        if not len(open_):
            return parents
        states = np.stack([inside[open_], last[open_]], axis=1)
        label, _ = group_labels(states)
        order = np.argsort(label, kind="stable")
        for rows in np.split(open_[order], np.cumsum(np.bincount(label))[:-1]):
            u, layer = int(inside[rows[0]]), int(last[rows[0]])
            sets, chance = _next_layer(posterior, u, layer)
            drawn = sets[_draw(chance, len(rows), rng)]
            for j in range(m):
                mine = rows[(drawn >> j & 1) == 1]
                if len(mine) and layer:
                    parents[mine, j] = _draw_parents(posterior, j, u, layer, len(mine), rng)
            inside[rows] = u | drawn
            last[rows] = drawn


def _draw(chance: NDArray[np.float64], size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Positions drawn with the given (unnormalised) chances."""
    total = np.cumsum(chance)
    return np.searchsorted(total, rng.random(size) * total[-1], side="right")


def _next_layer(
    posterior: GraphPosterior, inside: int, last: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Candidates T for the layer after ``last``, the newest of ``inside``, with their chances."""
    early = inside & ~last
    choices, rest = posterior.log_choices, posterior.log_rest
    free, sets, _ = outside(choices, inside)
    sets = sets ^ inside
    log_rest = rest[sets | inside]
    ratio = log_rest - log_rest[0]
    new = choices[free, inside]
    share = np.ones(len(sets))  # M(U+K) / G(U+K)
    if last:
        content = choices[free, early]
        with np.errstate(divide="ignore"):
            new = new + np.log(-np.expm1(np.minimum(content - new, 0.0)))
        for k, halves, logs in _by_bit(share, log_rest):
            halves[:, 0] -= np.exp(content[k] + logs[:, 1] - logs[:, 0]) * halves[:, 1]
    bits = patterns(len(choices)).bits[: len(sets), : len(free)] == 1
    weight = np.where(bits, new, 0.0).sum(axis=1)
    include = np.exp(weight + ratio) * np.maximum(share, 0.0)
    for _, halves, _ in _by_bit(include, log_rest):
        halves[:, 0] -= halves[:, 1]
    include[0] = 0.0
    return sets, np.maximum(include, 0.0)


def _by_bit(
    values: NDArray[np.float64], logs: NDArray[np.float64]
) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
    """Split two arrays over sets by one element after another: ``[:, 0]`` lacks it."""
    for k in range(len(values).bit_length() - 1):
        yield k, values.reshape(-1, 2, 1 << k), logs.reshape(-1, 2, 1 << k)


def _draw_parents(
    posterior: GraphPosterior,
    child: int,
    inside: int,
    last: int,
    size: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Parents of ``child`` among ``inside``, at least one of them in the last layer."""
    masks = np.zeros(1, dtype=np.int64)
    for j in range(len(posterior.arcs)):
        if inside >> j & 1:
            masks = np.concatenate([masks, masks | 1 << j])
    masks = masks[(masks & last) != 0]
    local = posterior.log_local[child, masks]
    return masks[_draw(np.exp(local - local.max()), size, rng)]


# --- equivalence classes ----------------------------------------------------------------------


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

    graphs: NDArray[np.int64]
    weights: NDArray[np.float64]
    draws: int


def class_weights(
    scores: SetScores,
    max_parents: int | None = None,
    draws: int = 1000,
    rng: np.random.Generator | None = None,
    posterior: GraphPosterior | None = None,
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
        graphs = all_dags(scores.m)
        local = local_scores(scores, max_parents)
        value = local[np.arange(scores.m), graphs].sum(axis=1)
        weight = np.exp(value - value.max())
        return _grouped(graphs[weight > 0], weight[weight > 0], 0)
    if posterior is None:
        posterior = graph_posterior(scores, max_parents)
    graphs = sample_dags(posterior, draws, np.random.default_rng(rng))
    return _grouped(graphs, np.ones(draws), draws)


def _grouped(graphs: NDArray[np.int64], weight: NDArray[np.float64], draws: int) -> ClassWeights:
    """Add up the weights of equivalent graphs."""
    label, first = group_labels(class_keys(graphs))
    total = np.bincount(label, weight) / weight.sum()
    members = graphs[first]
    if draws:
        members = np.array([first_of_class(graph) for graph in members])
    order = np.argsort(-total, kind="stable")
    return ClassWeights(members[order], total[order], draws)


@lru_cache(maxsize=MAX_ENUMERATED)
def all_dags(m: int) -> NDArray[np.int64]:
    """All graphs on m <= 5 measures, (1, 3, 25, 543, 29281), by their sorted arcs.

    Raises
    ------
    ExactSumTooLargeError
        For more than five measures.
    """
    if m > MAX_ENUMERATED:
        raise ExactSumTooLargeError(f"graphs are enumerated for up to {MAX_ENUMERATED} measures")
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


def _acyclic(graphs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which graphs have no cycle: remove measures whose parents are gone until none remains."""
    m = graphs.shape[1]
    gone = np.zeros(len(graphs), dtype=np.int64)
    for _ in range(m):
        ready = (graphs & ~gone[:, None]) == 0
        gone |= ready @ (1 << np.arange(m))
    return gone == (1 << m) - 1
