"""The most probable statement under draws of a graph together with its tables.

Averaging over thousands of graphs one by one takes seconds; a study asks for it thousands of
times. Here every draw has its own graph, drawn exactly from the posterior, and its own tables:
the share of the draws in which a statement is the most probable one estimates the averaged
probability. Draws that give a measure the same parents share the work. All joint states are
listed, so this is for few of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.network.bdeu import CodedCases, SetScores, set_scores
from jointstats.kernels.network.dag_draws import MAX_ENUMERATED, all_dags, sample_dags
from jointstats.kernels.network.dags import members
from jointstats.kernels.network.edges import graph_posterior, local_scores
from jointstats.kernels.network.log_gamma import log_gamma_draws

__all__ = ["draw_graphs", "draw_most_probable"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


def draw_graphs(
    scores: SetScores, max_parents: int | None, size: int, rng: np.random.Generator
) -> Ints:
    """Draw graphs from their posterior under a uniform prior.

    Up to five measures all graphs are weighed and drawn systematically (each as often as its
    weight says, give or take one); beyond, they are drawn independently.

    Returns
    -------
    (size, m) int64 array
        Parent sets as bit masks.
    """
    if scores.m > MAX_ENUMERATED:
        return sample_dags(graph_posterior(scores, max_parents), size, rng)
    graphs = all_dags(scores.m)
    value = local_scores(scores, max_parents)[np.arange(scores.m), graphs].sum(axis=1)
    total = np.cumsum(np.exp(value - value.max()))
    places = (np.arange(size) + rng.random()) / size * total[-1]
    return graphs[np.minimum(np.searchsorted(total, places, side="right"), len(graphs) - 1)]


def draw_most_probable(
    cases: CodedCases, max_parents: int | None, size: int, rng: np.random.Generator
) -> Ints:
    """Draw a graph and its tables, and find the most probable joint state, many times.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.kernels.network.bdeu.coded_cases`.
    max_parents : int or None
        Limit on the number of parents.
    size : int
        Number of draws.
    rng : numpy.random.Generator

    Returns
    -------
    (size,) int64 array
        Number of the state, the first measure being the most significant.

    Examples
    --------
    The paper's Example 1; averaged over both graphs the exact probability of [1, 1] is .8291.

    >>> from jointstats.kernels.network.bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> found = draw_most_probable(cases, None, 20000, np.random.default_rng(1))
    >>> round(float(np.mean(found == 3)), 2)
    0.83
    """
    graphs = draw_graphs(set_scores(cases), max_parents, size, rng)
    log_share = np.zeros((int(np.prod(cases.states)), size))
    for child in range(cases.m):
        order = np.argsort(graphs[:, child], kind="stable")
        masks, starts = np.unique(graphs[order, child], return_index=True)
        for mask, draws in zip(masks.tolist(), np.split(order, starts[1:]), strict=True):
            table, place = _posterior(cases, child, members(mask))
            logs = log_gamma_draws(table.ravel(), len(draws), rng).reshape(*table.shape, -1)
            top = logs.max(axis=0)
            logs -= top + np.log(np.exp(logs - top).sum(axis=0))
            log_share[:, draws] += logs.reshape(table.size, -1)[place]
    return log_share.argmax(axis=0)


def _posterior(cases: CodedCases, child: int, parents: list[int]) -> tuple[Array, Ints]:
    """Dirichlet parameters (r, q) of a table, and the entry that each joint state reads."""
    sizes = [int(r) for r in cases.states]
    own = [child, *parents]
    shape = [sizes[j] for j in own]
    counts = np.bincount(
        np.ravel_multi_index(tuple(cases.codes[:, own].T), shape),
        cases.weights,
        minlength=int(np.prod(shape)),
    )
    joint = np.unravel_index(np.arange(int(np.prod(sizes))), sizes)
    place = np.ravel_multi_index(tuple(joint[j] for j in own), shape)
    table = np.asarray(counts + cases.ess / counts.size, dtype=np.float64)
    return table.reshape(shape[0], -1), place.astype(np.int64)
