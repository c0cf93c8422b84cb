"""How far one statement leads over *all* others, given the graph of the measures.

Statements are products of independent components' states, and every other statement differs in
some component. With a ratio of at least 1, a statement is therefore more than so many times as
probable as every other one just where its state is so in each component: the probability of that
is the product of the components'. A component in which all measures are adjacent is a Dirichlet
vector, and exact; the others are drawn.
"""

from __future__ import annotations

from collections import defaultdict
from math import ceil, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.leads import probability_leads
from jointstats.kernels.network.bdeu import CodedCases
from jointstats.kernels.network.dags import components, is_complete
from jointstats.kernels.network.leading_path import mean_and_error, path_of
from jointstats.kernels.network.posterior import cases_of, graph_of
from jointstats.kernels.network.samplers import choose_sampler

__all__ = ["lead_probability"]

_FEWEST = 64  # draws of a component, however little it counts
_SPARED = 6  # draws that one does for if the statement's own entries are averaged over


def lead_probability(
    cases: CodedCases,
    graphs: ArrayLike,
    weights: ArrayLike,
    code: ArrayLike,
    ratio: float,
    draws: int,
    rng: np.random.Generator,
    *,
    graph_draws: int = 0,
) -> tuple[float, float]:
    """P(a statement is more than ``ratio`` times as probable as every other).

    Parameters
    ----------
    cases : CodedCases
    graphs : (K, m) array of int
        Parent sets as bit masks; one graph, or those that are averaged.
    weights : (K,) array of float
        Weights of the graphs; they sum to 1.
    code : (m,) array of int
        The statement.
    ratio : float
        At least 1.
    draws : int
        Of all components that are not exact, shared among them by their weight; a sixth of it
        where the statement's own entries are averaged over, which is as precise.
    rng : numpy.random.Generator
    graph_draws : int, default 0
        How many graphs the weights were drawn from; 0 if they were enumerated.

    Returns
    -------
    probability, mcse : float
        The error is 0 where all is exact.

    Examples
    --------
    The paper's Example 1, as two independent measures:

    >>> from jointstats.kernels.network.bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> rng = np.random.default_rng(0)
    >>> p, mcse = lead_probability(cases, [[0, 0]], [1.0], [1, 1], 1.0, 100, rng)
    >>> round(p, 4), mcse
    (0.8417, 0.0)
    """
    masks, share = np.asarray(graphs, dtype=np.int64), np.asarray(weights, dtype=float)
    state = np.asarray(code, dtype=np.int64)
    parts = [[_key(graph, group) for group in components(graph)] for graph in masks]
    weight_of: dict[_Key, float] = defaultdict(float)
    for own, weight in zip(parts, share.tolist(), strict=True):
        for key in own:
            weight_of[key] += weight
    drawn = sum(weight for key, weight in weight_of.items() if not _exact(key))
    found = {
        key: _component(cases, key, state, ratio, ceil(draws * weight / max(drawn, weight)), rng)
        for key, weight in weight_of.items()
    }
    total, squares = 0.0, 0.0
    slope: dict[_Key, float] = defaultdict(float)
    for own, weight in zip(parts, share.tolist(), strict=True):
        factors = np.array([found[key][0] for key in own])
        total += weight * float(factors.prod())
        squares += weight * float(factors.prod()) ** 2
        for k, key in enumerate(own):
            slope[key] += weight * float(np.delete(factors, k).prod())
    variance = sum((slope[key] * found[key][1]) ** 2 for key in found)
    if graph_draws:
        variance += max(squares - total**2, 0.0) / graph_draws
    return total, sqrt(variance)


_Key = tuple[tuple[int, ...], tuple[int, ...]]  # measures of a component, and their parents there


def _key(graph: NDArray[np.int64], group: list[int]) -> _Key:
    return tuple(group), tuple(graph_of(graph, group))


def _exact(key: _Key) -> bool:
    group, parents = key
    return is_complete(parents, range(len(group)))


def _component(
    cases: CodedCases,
    key: _Key,
    code: NDArray[np.int64],
    ratio: float,
    draws: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Probability for one component, and its standard error."""
    group, parents = key
    own, state = cases_of(cases, group), code[list(group)]
    if not _exact(key):
        draws, sampler = max(draws, _FEWEST), choose_sampler(own, parents)
        path = path_of(sampler, state.tolist(), ratio)
        if path is not None:
            return mean_and_error(path.draw(max(draws // _SPARED, _FEWEST), rng))
        ahead = sampler.leads(state.tolist(), ratio, draws, rng)
        p = (ahead + 1) / (draws + 2)
        return ahead / draws, sqrt(p * (1 - p) / draws)
    states = float(np.prod(own.states))
    share = own.ess / states
    seen = np.flatnonzero((own.codes == state).all(axis=1))
    leader = int(seen[0]) if seen.size else len(own.codes)
    parameters = np.append(own.weights + share, share)
    times = np.append(np.ones(len(own.codes)), states - len(own.codes))
    return probability_leads(parameters, leader, ratio, multiplicities=times), 0.0
