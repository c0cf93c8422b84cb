"""How sure is the structure? The exact posterior over all graphs, its edges, and draws from it.

Every graph without cycles has the same prior probability (Tian & He 2009 count them so; a prior
that is uniform over *orders* would favour graphs with many orders). With B_i(P) = exp(local
score) and A_i(U) = sum of B_i(P) over P within U, two sums over graphs obey inclusion and
exclusion over the sinks of a set, and over the sources outside it:

    R(S) = sum over T in S, not empty,      of (-1)^(|T|+1) R(S-T) prod_{j in T} A_j(S-T)
    G(U) = sum over T outside U, not empty, of (-1)^(|T|+1) G(U+T) prod_{j in T} A_j(U)

R(S) sums the graphs on S, G(U) the ways to complete a graph on U to one on all measures in which
no arc leads into U. R(all) = G(none) = Z. Every graph is a term at most 2^m times, so that little
accuracy is lost in the alternating sums. The posterior probability that U is closed under
parents is g(U) = R(U) G(U) / Z; restricting the second sum to T that hold a measure b leaves the
probability that U are exactly the non-descendants of b, from which the arcs into b follow. All of
it takes O(3^m) steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.messages import JointStatsError
from jointstats.network import kernel_bdeu as bdeu

MAX_EXACT = 18  # 16 measures take 5 s, and every further one three times as long


class ExactSumTooLargeError(JointStatsError):
    """The sum over all graphs of this number of measures takes too long."""


@dataclass(frozen=True)
class GraphPosterior:
    """Posterior over all graphs, uniform prior; see :func:`graph_posterior`.

    Attributes
    ----------
    log_sum : float
        Log of the sum of exp(score) over all graphs (within the parent limit).
    arcs : (m, m) float array
        Probability of every arc; ``[a, b]`` is a -> b.
    log_choices : (m, 2^m) float array
        Log of A_i(U).
    log_local : (m, 2^m) float array
        Local scores, log of B_i(P).
    log_rest : (2^m,) float array
        Log of G(U).
    """

    log_sum: float
    arcs: Array
    log_choices: Array
    log_local: Array
    log_rest: Array

    @property
    def edges(self) -> Array:
        """Probability that two measures are adjacent, in either direction."""
        return self.arcs + self.arcs.T


def graph_posterior(scores: bdeu.SetScores, max_parents: int | None = None) -> GraphPosterior:
    """Sum over all graphs exactly: normalising constant, arc and edge probabilities.

    Parameters
    ----------
    scores : SetScores
        From :func:`jointstats.network.kernel_bdeu.set_scores`.
    max_parents : int, optional
        Graphs with more parents for any measure have probability 0; default no limit.

    Raises
    ------
    ExactSumTooLargeError
        For more than 18 measures.

    Examples
    --------
    The paper's Example 1: counts 1, 2, 3, 6 of the statements 00, 01, 10, 11.

    >>> from jointstats.network.kernel_bdeu import coded_cases, set_scores
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> posterior = graph_posterior(set_scores(cases))
    >>> posterior.edges.round(4).tolist(), round(posterior.log_sum, 4)
    ([[0.0, 0.2904], [0.2904, 0.0]], -17.0276)
    """
    m = scores.m
    if m > MAX_EXACT:
        raise ExactSumTooLargeError(
            f"exact edge probabilities are limited to {MAX_EXACT} measures, here are {m}"
        )
    local = local_scores(scores, max_parents)
    choices = bdeu.over_subsets(np.logaddexp, local)
    below = _forward(choices)
    rest, others = _backward(choices, below)
    return GraphPosterior(float(below[-1]), _arcs(choices, others), choices, local, rest)


def local_scores(scores: bdeu.SetScores, max_parents: int | None) -> Array:
    """Log of B_i(P) for all measures i and sets P; -inf where P is not allowed."""
    limit = scores.m - 1 if max_parents is None else max_parents
    local = np.full((scores.m, 1 << scores.m), -np.inf)
    allowed = scores.masks[bdeu.set_size(scores.masks) <= limit]
    for i in range(scores.m):
        masks = allowed[(allowed >> i & 1) == 0]
        local[i, masks] = scores.at(masks | 1 << i) - scores.at(masks)
    return local


@lru_cache(maxsize=1)
def patterns(k: int) -> tuple[Array, Array]:
    """All subsets T of k elements: as rows of bits, and their signs (-1)^(|T|+1)."""
    sets = np.arange(1 << k)
    bits = ((sets[:, None] >> np.arange(k)) & 1).astype(np.float64)
    return bits, np.where(bdeu.set_size(sets) % 2, 1.0, -1.0)


def outside(choices: Array, inside: int) -> tuple[Ints, Ints, Array]:
    """For a set U: the measures j outside, the sets U + T, and log prod_{j in T} A_j(U)."""
    m = len(choices)
    free = np.array([j for j in range(m) if not inside >> j & 1], dtype=np.int64)
    factors = np.stack([(1 << free).astype(np.float64), choices[free, inside]], axis=1)
    table = patterns(m)[0][: 1 << len(free), : len(free)] @ factors
    return free, table[:, 0].astype(np.int64) + inside, table[:, 1]


def _forward(choices: Array) -> Array:
    """Log of R(S) for all sets S."""
    m = len(choices)
    # Of graphs that follow one order: R(S) is 1 to |S|! times it.
    scale = bdeu.largest_sums(m, lambda i, before: choices[i, before])
    total = np.zeros(1 << m)
    total[0] = 1.0
    below = np.zeros(1 << m)
    _, sign = patterns(m)
    for inside in range(1 << m):  # all subsets of a set come before it
        below[inside] = scale[inside] + np.log(total[inside])
        _, sets, weight = outside(choices, inside)
        term = np.exp(below[inside] + weight[1:] - scale[sets[1:]])
        total[sets[1:]] += sign[1 : len(sets)] * term
    return below


def _backward(choices: Array, below: Array) -> tuple[Array, Array]:
    """Log of G(U), and the posterior probability that U are the non-descendants of b.

    Returns arrays of shapes (2^m,) and (m, 2^m).
    """
    m = len(choices)
    bits, sign = patterns(m)
    rest = np.zeros(1 << m)
    others = np.zeros_like(choices)
    for inside in range((1 << m) - 2, -1, -1):
        free, sets, weight = outside(choices, inside)
        term = weight[1:] + rest[sets[1:]]
        scale = term.max()  # no term is larger than the sum
        term = sign[1 : len(sets)] * np.exp(term - scale)
        rest[inside] = scale + np.log(term.sum())
        alone = term @ bits[1 : len(sets), : len(free)]
        others[free, inside] = alone * np.exp(below[inside] + scale - below[-1])
    return rest, others


def _arcs(choices: Array, others: Array) -> Array:
    """P(a -> b): a set U of non-descendants, and a parent set within U that holds a."""
    m = len(choices)
    arcs = np.zeros((m, m))
    sets = np.arange(1 << m)
    for a in range(m):
        having = sets[(sets >> a & 1) == 1]
        for b in range(m):
            if a != b:
                without = np.exp(choices[b, having ^ (1 << a)] - choices[b, having])
                arcs[a, b] = np.sum(others[b, having] * (1 - without))
    return np.clip(arcs, 0.0, 1.0)


def sample_dags(posterior: GraphPosterior, size: int, rng: np.random.Generator) -> Ints:
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
        label, _ = bdeu.group_labels(states)
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


def _draw(chance: Array, size: int, rng: np.random.Generator) -> Ints:
    """Positions drawn with the given (unnormalised) chances."""
    total = np.cumsum(chance)
    return np.searchsorted(total, rng.random(size) * total[-1], side="right")


def _next_layer(posterior: GraphPosterior, inside: int, last: int) -> tuple[Ints, Array]:
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
    bits = patterns(len(choices))[0][: len(sets), : len(free)] == 1
    weight = np.where(bits, new, 0.0).sum(axis=1)
    include = np.exp(weight + ratio) * np.maximum(share, 0.0)
    for _, halves, _ in _by_bit(include, log_rest):
        halves[:, 0] -= halves[:, 1]
    include[0] = 0.0
    return sets, np.maximum(include, 0.0)


def _by_bit(values: Array, logs: Array) -> Iterator[tuple[int, Array, Array]]:
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
) -> Ints:
    """Parents of ``child`` among ``inside``, at least one of them in the last layer."""
    masks = np.zeros(1, dtype=np.int64)
    for j in range(len(posterior.arcs)):
        if inside >> j & 1:
            masks = np.concatenate([masks, masks | 1 << j])
    masks = masks[(masks & last) != 0]
    local = posterior.log_local[child, masks]
    return masks[_draw(np.exp(local - local.max()), size, rng)]
