"""P(a joint statement is the most probable one), averaged over the graphs of the measures.

No decision should hang on one graph chosen from thirty cases: every equivalence class has its
posterior weight, and its answer counts as much. Classes share components, so each component is
worked out once; the more weight the classes with it have, the more draws it gets.

Every other statement than one differs from it in some component. With a ratio of at least 1, a
statement therefore exceeds ratio times every other one just where its state does so in each
component: the probability of that is the product of the components'. A component in which all
measures are adjacent is a Dirichlet vector, and exact; the others are drawn.

Averaging over thousands of graphs one by one takes seconds; a study repeats it thousands of times.
For it every draw has its own graph, drawn exactly from the posterior, and its own tables: the share
of the draws in which a statement is the most probable one estimates the averaged probability. Draws
that give a measure the same parents share the work. All joint states are listed, so this is for few
of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.dirichlet import probability_leads
from jointstats.evidence.messages import track
from jointstats.evidence.tails import log_gamma_draws
from jointstats.network import kernel_dags, kernel_posterior
from jointstats.network.kernel_bdeu import CodedCases, SetScores, cases_of, members, set_scores
from jointstats.network.kernel_dags import ClassWeights, graph_of
from jointstats.network.kernel_edges import graph_posterior, sample_dags
from jointstats.network.kernel_lazy_argmax import LazySampler
from jointstats.network.kernel_leads import mean_and_error, path_of
from jointstats.network.kernel_posterior import Draws, Method, NetworkPosterior

_FEWEST = 16  # draws of a component, however little it counts
_LISTED = 5  # statements that each class contributes to the candidates


@dataclass(frozen=True)
class AveragePosterior:
    """Answers of all classes and their weights; see :func:`average_posterior`.

    Attributes
    ----------
    weights : (K,) float array
        Posterior weights of the classes kept, largest first; they sum to 1.
    networks : tuple of NetworkPosterior
        The answer of each class.
    class_draws : int
        Number of graphs drawn to find the classes; 0 if all were enumerated.
    dropped : float
        Weight of the lightest classes, which were left out: no probability can be wrong by more.
    """

    weights: Array
    networks: tuple[NetworkPosterior, ...]
    class_draws: int
    dropped: float

    @property
    def method(self) -> Method:
        """How the probabilities were found, over classes and within them."""
        kinds = {network.method for network in self.networks}
        if self.class_draws:
            kinds.add("monte_carlo")
        return kinds.pop() if len(kinds) == 1 else "mixed"

    def probability(self, codes: ArrayLike) -> tuple[Array, Array]:
        """Averaged probability of joint statements (Q, m), and its standard error.

        The error covers the draws within components, and the draws of graphs if there are any.
        """
        total, variance, spread = kernel_posterior.averaged(self.networks, self.weights, codes)
        error = np.sqrt(variance)
        return total, np.sqrt(error**2 + spread / self.class_draws) if self.class_draws else error

    def error(self, codes: ArrayLike) -> Array:
        """Standard error of the averaged probability that is due to draws within components."""
        return np.sqrt(kernel_posterior.averaged(self.networks, self.weights, codes)[1])

    def most_probable(self, count: int = 10) -> Ints:
        """Joint statements of the largest averaged probability, among those best in some class.

        Parameters
        ----------
        count : int, default 10
        """
        candidates = [network.most_probable(max(count, _LISTED)) for network in self.networks]
        rows = np.unique(np.concatenate(candidates), axis=0)
        probability, _ = self.probability(rows)
        return rows[np.argsort(-probability, kind="stable")[:count]]


def average_posterior(
    cases: CodedCases,
    classes: ClassWeights,
    *,
    target_mcse: float = 0.001,
    rng: np.random.Generator | int | None = None,
) -> AveragePosterior:
    """Average the probability of every joint statement over equivalence classes of graphs.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.network.kernel_bdeu.coded_cases`.
    classes : ClassWeights
        From :func:`jointstats.network.kernel_dags.class_weights`.
    target_mcse : float, default 0.001
        Monte Carlo standard error due to draws within classes that no statement exceeds. The
        lightest classes are left out up to a tenth of it in total weight.
    rng : numpy.random.Generator, int or None
        Generator or seed.

    Examples
    --------
    >>> from jointstats.network.kernel_bdeu import coded_cases, set_scores
    >>> from jointstats.network.kernel_dags import class_weights
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> averaged = average_posterior(cases, class_weights(set_scores(cases)))
    >>> averaged.method, averaged.probability([[1, 1]])[0].round(4).tolist()
    ('exact', [0.8291])
    """
    generator = np.random.default_rng(rng)
    n_classes = len(classes.weights)
    if not classes.draws:
        n_classes = int(np.searchsorted(np.cumsum(classes.weights), 1 - target_mcse / 10)) + 1
        n_classes = min(n_classes, len(classes.weights))
    graphs = classes.graphs[:n_classes]
    weights = classes.weights[:n_classes] / classes.weights[:n_classes].sum()
    keys, share, first = _components(graphs, weights)
    parts = {
        key: kernel_posterior.exact_or_draws(cases, graph, key[0]) for key, graph in first.items()
    }

    def answer() -> AveragePosterior:
        done = {k: p.posterior() if isinstance(p, Draws) else p for k, p in parts.items()}
        networks = tuple(
            NetworkPosterior(graph, tuple(done[key] for key in graph_keys))
            for graph, graph_keys in zip(graphs, keys, strict=True)
        )
        dropped = float(classes.weights[n_classes:].sum())
        return AveragePosterior(weights, networks, classes.draws, dropped)

    drawn = [(share[key], part) for key, part in sorted(parts.items()) if isinstance(part, Draws)]
    together = sum(weight for weight, _ in drawn)
    for weight, part in drawn:
        part.weight = weight / together
    return _to_target(answer, drawn, cases.codes, target_mcse, generator) if drawn else answer()


def _to_target(
    answer: Callable[[], AveragePosterior],
    drawn: Sequence[tuple[float, Draws]],
    codes: Ints,
    target: float,
    rng: np.random.Generator,
) -> AveragePosterior:
    """Draw each component in proportion to its weight until no statement's error exceeds a target.

    Many light components of one target each would need many more draws: few of them matter.
    """
    together = sum(weight for weight, _ in drawn)
    most = 0.25 * (together / target) ** 2  # enough whatever the probabilities
    size = min(float(kernel_posterior.BATCH), most)
    while True:
        for weight, part in track(drawn, len(drawn), "components"):
            wanted = max(_FEWEST, ceil(size * weight / together))
            if wanted > part.size:
                part.add(wanted - part.size, rng)
        average = answer()
        error = float(average.error(np.concatenate([codes, average.most_probable()])).max())
        if error <= target or size >= most:
            return average
        size = min(most, 1.1 * size * (error / target) ** 2)


_Key = tuple[tuple[int, ...], bytes]  # measures of a component, and the independences there


def _key(graph: Ints, group: list[int]) -> _Key:
    """Equal for components on the same measures that state the same independences."""
    inside = np.int64(sum(1 << i for i in group))
    family = np.where(inside >> np.arange(len(graph)) & 1, graph, 0)
    return tuple(group), kernel_dags.class_keys(family[None, :]).tobytes()


def _components(
    graphs: Ints, weights: Array
) -> tuple[list[list[_Key]], dict[_Key, float], dict[_Key, Ints]]:
    """The components of each graph; the weight of each component, and the first graph with it."""
    keys = [[_key(graph, group) for group in kernel_dags.components(graph)] for graph in graphs]
    weight_of: dict[_Key, float] = defaultdict(float)
    first: dict[_Key, Ints] = {}
    for graph, weight, of_graph in zip(graphs, weights.tolist(), keys, strict=True):
        for key in of_graph:
            weight_of[key] += weight
            first.setdefault(key, graph)
    return keys, weight_of, first


# --- How far a statement leads ---

_WORTH = 400  # draws from which averaging pays
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

    >>> from jointstats.network.kernel_bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> rng = np.random.default_rng(0)
    >>> p, mcse = lead_probability(cases, [[0, 0]], [1.0], [1, 1], 1.0, 100, rng)
    >>> round(p, 4), mcse
    (0.8417, 0.0)
    """
    masks, share = np.asarray(graphs, dtype=np.int64), np.asarray(weights, dtype=float)
    keys, weight_of, first = _components(masks, share)
    parts = {key: (cases_of(cases, key[0]), graph_of(first[key], key[0])) for key in weight_of}
    drawn = sum(weight_of[key] for key, (_, graph) in parts.items() if not _exact(graph))
    state = np.asarray(code, dtype=np.int64)
    leads = {}
    for key, weight in weight_of.items():
        size = ceil(draws * weight / max(drawn, weight))
        leads[key] = _leads(*parts[key], state[list(key[0])], ratio, size, rng)
    total, variance, spread = kernel_posterior.average_of_products(keys, share, leads)
    if graph_draws:
        variance += spread / graph_draws
    return float(total), sqrt(variance)


def _exact(parents: Sequence[int]) -> bool:
    return kernel_dags.is_complete(parents, range(len(parents)))


def _leads(
    cases: CodedCases,
    parents: Sequence[int],
    state: Ints,
    ratio: float,
    draws: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Probability for one component, and its standard error."""
    if not _exact(parents):
        draws, sampler = max(draws, _FEWEST), LazySampler(cases, parents)
        path = path_of(sampler, state.tolist(), ratio)
        if path is not None and draws >= _WORTH:
            return mean_and_error(path.draw(draws // _SPARED, rng))
        ahead = sampler.leads(state.tolist(), ratio, draws, rng)
        p = (ahead + 1) / (draws + 2)
        return ahead / draws, sqrt(p * (1 - p) / draws)
    seen = np.flatnonzero((cases.codes == state).all(axis=1))
    leader = int(seen[0]) if seen.size else len(cases.codes)
    parameters, times = cases.dirichlet()
    return probability_leads(parameters, leader, ratio, multiplicities=times), 0.0


# --- Draws of graphs ---


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
    if scores.m > kernel_dags.MAX_ENUMERATED:
        return sample_dags(graph_posterior(scores, max_parents), size, rng)
    graphs, weight = kernel_dags.weighed_dags(scores, max_parents)
    total = np.cumsum(weight)
    places = (np.arange(size) + rng.random()) / size * total[-1]
    return graphs[np.minimum(np.searchsorted(total, places, side="right"), len(graphs) - 1)]


def draw_most_probable(
    cases: CodedCases, max_parents: int | None, size: int, rng: np.random.Generator
) -> Ints:
    """Draw a graph and its tables, and find the most probable joint state, many times.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.network.kernel_bdeu.coded_cases`.
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

    >>> from jointstats.network.kernel_bdeu import coded_cases
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
    family = [child, *parents]
    shape = [sizes[j] for j in family]
    counts = np.bincount(
        np.ravel_multi_index(tuple(cases.codes[:, family].T), shape),
        cases.weights,
        minlength=int(np.prod(shape)),
    )
    joint = np.unravel_index(np.arange(int(np.prod(sizes))), sizes)
    place = np.ravel_multi_index(tuple(joint[j] for j in family), shape)
    table = np.asarray(counts + cases.ess / counts.size, dtype=np.float64)
    return table.reshape(shape[0], -1), place.astype(np.int64)
