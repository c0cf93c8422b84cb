"""P(a joint statement is the most probable one), given the graph of the measures.

The joint distribution is the product of its connected components', and so is the probability
that a statement is the most probable. A component in which all measures are adjacent is a
Dirichlet vector with parameters w_c + a / r_S: its probabilities are exact, by quadrature. The
others are estimated from draws of their conditional tables, each with its most probable state.
What is probable needs many: the leading state is drawn with its own entries averaged over, where
that is possible, and the others share the rest as they do in the plain draws.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.counts import codes_of, numbers_of
from jointstats.evidence.dirichlet import probability_largest
from jointstats.evidence.messages import track
from jointstats.network.kernel_bdeu import CodedCases, cases_of, group_labels, matching_rows
from jointstats.network.kernel_dags import components, graph_of, is_complete, topological_order
from jointstats.network.kernel_lazy_argmax import LazySampler
from jointstats.network.kernel_leads import LeadingPath, mean_and_error, path_of

BATCH = 8192  # draws between two looks at the Monte Carlo error
MAX_LISTED = 1000  # states listed besides the observed ones
_MAX_KEY = 2.0**62  # states that one integer can number
FEWEST = 64  # draws of a component, however little it counts
PATH_BATCH = 2048
_PATH_COST = 0.35  # an averaged draw takes two plain ones' time, and does for six

Method = Literal["exact", "monte_carlo", "mixed"]


@dataclass(frozen=True)
class ComponentPosterior:
    """One connected group of measures.

    Attributes
    ----------
    group : tuple of int
        The measures, ascending.
    codes : (K, c) int64 array
        States listed, most probable first: the observed ones and, if drawn, those drawn most.
    probability, mcse : (K,) float arrays
        Probability that the state is the most probable, and its Monte Carlo standard error.
    other : float
        Probability that a state not listed is the most probable.
    other_states : float
        Number of states not listed.
    draws : int
        Number of draws; 0 if the probabilities are exact.
    mcse_other : float, default 0
        Standard error of the probability of a state not listed.
    """

    group: tuple[int, ...]
    codes: Ints
    probability: Array
    mcse: Array
    other: float
    other_states: float
    draws: int
    mcse_other: float = 0.0

    def lookup(self, codes: ArrayLike) -> tuple[Array, Array]:
        """Probability and standard error of states (Q, c); those not listed share ``other``."""
        place = matching_rows(self.codes, np.asarray(codes, dtype=np.int64))
        each = self.other / self.other_states if self.other_states else 0.0
        probability = np.append(self.probability, each)
        return probability[place], np.append(self.mcse, self.mcse_other)[place]


@dataclass(frozen=True)
class NetworkPosterior:
    """All components; see :func:`network_posterior`.

    Attributes
    ----------
    parents : (m,) int64 array
        The graph.
    components : tuple of ComponentPosterior
        Ordered by their first measure.
    """

    parents: Ints
    components: tuple[ComponentPosterior, ...]

    @property
    def method(self) -> Method:
        """Whether probabilities are exact, estimated from draws, or products of both kinds."""
        drawn = [bool(component.draws) for component in self.components]
        return "mixed" if any(drawn) and not all(drawn) else "monte_carlo" if drawn[0] else "exact"

    def probability(self, codes: ArrayLike) -> tuple[Array, Array]:
        """Probability that a joint statement is the most probable, and its standard error.

        Parameters
        ----------
        codes : (Q, m) array of int

        Returns
        -------
        probability, mcse : (Q,) float arrays
        """
        total, variance, _ = averaged([self], np.ones(1), codes)
        return total, np.sqrt(variance)

    def most_probable(self, count: int = 10) -> Ints:
        """Joint statements of the largest probability among products of the states listed.

        Parameters
        ----------
        count : int, default 10

        Returns
        -------
        (up to count, m) int64 array
            Most probable first; statements of probability 0 are left out.
        """
        listed = [c.probability for c in self.components]
        start = (0,) * len(listed)
        if any(len(p) == 0 for p in listed):
            return np.empty((0, len(self.parents)), dtype=np.int64)

        def product(place: tuple[int, ...]) -> float:
            return float(np.prod([p[k] for p, k in zip(listed, place, strict=True)]))

        heap, known = [(-product(start), start)], {start}
        ranked: list[tuple[int, ...]] = []
        while heap and len(ranked) < count:
            value, place = heapq.heappop(heap)
            if value == 0:
                break
            ranked.append(place)
            for k in range(len(place)):
                after = (*place[:k], place[k] + 1, *place[k + 1 :])
                if after[k] < len(listed[k]) and after not in known:
                    known.add(after)
                    heapq.heappush(heap, (-product(after), after))
        codes = np.empty((len(ranked), len(self.parents)), dtype=np.int64)
        for k, component in enumerate(self.components):
            codes[:, list(component.group)] = component.codes[[place[k] for place in ranked]]
        return codes


def averaged(
    networks: Sequence[NetworkPosterior], weights: Array, codes: ArrayLike
) -> tuple[Array, Array, Array]:
    """What :func:`average_of_products` says of joint statements (Q, m), averaged over networks."""
    rows = np.asarray(codes, dtype=np.int64)
    every = {id(part): part for network in networks for part in network.components}
    factors = {key: part.lookup(rows[:, list(part.group)]) for key, part in every.items()}
    keys = [[id(part) for part in network.components] for network in networks]
    return average_of_products(keys, weights, factors)


K = TypeVar("K", bound=Hashable)


def average_of_products(
    parts: Sequence[Sequence[K]], weights: Array, factors: Mapping[K, tuple[Any, Any]]
) -> tuple[Any, Any, Any]:
    """Average over graphs of the product of a number of each component.

    Parameters
    ----------
    parts : sequence of sequences
        The components of each graph; graphs may share components.
    weights : (K,) float array
        Weights of the graphs.
    factors : mapping
        The number of each component, and its standard error.

    Returns
    -------
    average, variance, spread
        The variance of the average that is due to errors of the numbers; the variance over graphs.
    """
    total, squares = 0.0, 0.0
    slopes: dict[K, Any] = defaultdict(float)
    for keys, weight in zip(parts, weights.tolist(), strict=True):
        numbers = np.array([factors[key][0] for key in keys])
        product = numbers.prod(axis=0)
        total, squares = total + weight * product, squares + weight * product**2
        for k, key in enumerate(keys):
            slopes[key] += weight * np.delete(numbers, k, axis=0).prod(axis=0)
    variance = sum((slope * factors[key][1]) ** 2 for key, slope in slopes.items())
    return total, variance, np.maximum(squares - total**2, 0.0)


def network_posterior(
    cases: CodedCases,
    parents: ArrayLike,
    *,
    target_mcse: float = 0.001,
    rng: np.random.Generator | int | None = None,
) -> NetworkPosterior:
    """Probability of every joint statement to be the most probable one, given the graph.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.network.kernel_bdeu.coded_cases`.
    parents : (m,) array of int
        Parent sets as bit masks, with any number of parents; see
        :func:`jointstats.network.kernel_dags.parents_of`.
    target_mcse : float, default 0.001
        Monte Carlo standard error that no joint statement exceeds.
    rng : numpy.random.Generator, int or None
        Generator or seed; the same seed gives the same answer.

    Raises
    ------
    CyclicGraphError
        If the graph has a cycle.

    Examples
    --------
    The paper's Example 1, as two independent measures:

    >>> from jointstats.network.kernel_bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> posterior = network_posterior(cases, [0, 0])
    >>> posterior.method, posterior.most_probable(1).tolist()
    ('exact', [[1, 1]])
    >>> posterior.probability([[1, 1]])[0].round(4).tolist()
    [0.8417]
    """
    graph = np.asarray(parents, dtype=np.int64)
    topological_order(graph)
    generator = np.random.default_rng(rng)
    groups = components(graph)
    drawn = sum(not is_complete(graph, group) for group in groups)
    target = target_mcse / sqrt(max(1, drawn))  # errors of factors <= 1 add up in squares
    parts = (exact_or_draws(cases, graph, group) for group in groups)
    done = (
        part.to_target(target, generator) if isinstance(part, Draws) else part for part in parts
    )
    return NetworkPosterior(graph, tuple(done))


def exact_or_draws(
    cases: CodedCases, parents: Ints, group: Sequence[int]
) -> ComponentPosterior | Draws:
    """The exact answer of a complete component (or without cases), or an empty list of draws."""
    part = cases_of(cases, group)
    if is_complete(parents, group) or part.n == 0:
        return _exact(part, group)
    return Draws(part, group, LazySampler(part, graph_of(parents, group)))


def _exact(cases: CodedCases, group: Sequence[int]) -> ComponentPosterior:
    """A Dirichlet vector over all states of the component."""
    parameters, number = cases.dirichlet()
    probability = probability_largest(parameters, number)
    order = np.argsort(-probability[:-1], kind="stable")
    return ComponentPosterior(
        tuple(group),
        cases.codes[order],
        probability[:-1][order],
        np.zeros(len(order)),
        float(probability[-1]),
        float(number[-1]),
        0,
    )


_State = tuple[int, ...]


class Draws:
    """Draws of a component's most probable state; of the leading one perhaps better ones.

    Parameters
    ----------
    cases : CodedCases
        As the component sees them.
    group : sequence of int
        Its measures.
    sampler : LazySampler
    weight : float, default 1
        Of the component among those averaged: errors are as if this number of draws were wrong.
    """

    def __init__(
        self, cases: CodedCases, group: Sequence[int], sampler: LazySampler, weight: float = 1.0
    ) -> None:
        self.cases, self.group, self.sampler, self.weight = cases, group, sampler, weight
        self.wins: Counter[_State] = Counter()
        self.size = 0
        self.leading: dict[_State, tuple[float, float]] = {}  # probability and its error

    def add(self, size: int, rng: np.random.Generator) -> None:
        """Draw more."""
        self.wins.update(_tally(self.sampler.draw(size, rng), self.cases.states))
        self.size += size

    def to_target(self, target: float, rng: np.random.Generator) -> ComponentPosterior:
        """Draw batches until no state's standard error exceeds the target."""
        most = max(FEWEST, ceil(0.25 / target**2))  # enough whatever the probabilities
        batch = min(BATCH, most)
        self.add(batch, rng)
        path = self._path(target)
        if path is not None:  # what is left to the others is soon known
            first = self.wins.most_common(1)[0][0]
            self.leading[first] = _averaged(path, target, rng)
            batch = PATH_BATCH
        more = max(0, ceil((most - self.size) / batch))
        for _ in track(range(more), more, "batches of draws"):
            if max(self._shares(list(self.wins))[1]) <= target:
                break
            self.add(batch, rng)
        return self.posterior()

    def posterior(self) -> ComponentPosterior:
        """What the draws say: of the observed states, and of those drawn most."""
        seen = {tuple(code) for code in self.cases.codes.tolist()}
        rank = {code: (-count, code) for code, count in self.wins.items()}
        drawn = sorted(set(self.wins) - seen, key=rank.__getitem__)[:MAX_LISTED]
        listed = sorted([*seen, *drawn], key=lambda code: rank.get(code, (0, code)))
        probability, mcse = self._shares(listed)
        # The order is that of the answers, which need not be that of the wins.
        order = np.argsort(-probability, kind="stable")
        return ComponentPosterior(
            tuple(self.group),
            np.array(listed, dtype=np.int64)[order],
            probability[order],
            mcse[order],
            self._unlisted(listed),
            float(np.prod(self.cases.states)) - len(listed),
            self.size,
            self._error(0),
        )

    def _path(self, target: float) -> LeadingPath | None:
        """The path of the leading state, if it is better drawn with its own entries averaged over.

        All others must still reach the target by plain draws, which limits what is spared. A
        second state would never pay: each would have to be known the better.
        """
        first = self.wins.most_common(2)
        need = [(self._error(count) / target) ** 2 * self.size for _, count in first]
        spares = max([*need[1:], self.size]) + _PATH_COST * need[0] < need[0]
        return path_of(self.sampler, first[0][0]) if spares else None

    def _error(self, wins: int, draws: int | None = None) -> float:
        """Of a share of draws, from (x + 1) / (N + 2): never 0 for a share of 0."""
        size = self.size if draws is None else draws
        share = (wins + self.weight) / (size + 2 * self.weight)
        return sqrt(share * (1 - share) / size)

    @property
    def _left(self) -> tuple[float, int]:
        """Probability that the leading state leaves to the others, and their draws."""
        left = max(0.0, 1.0 - sum(p for p, _ in self.leading.values()))
        return left, self.size - sum(self.wins[code] for code in self.leading)

    def _unlisted(self, listed: Sequence[_State]) -> float:
        """Probability that none of the listed states is the most probable one."""
        left, draws = self._left
        known = sum(self.wins[code] for code in listed if code not in self.leading)
        return left * (draws - known) / max(draws, 1)

    def _shares(self, codes: Sequence[_State]) -> tuple[Array, Array]:
        """Probabilities and errors: of the leading state, and what the others share."""
        left, draws = self._left
        variance = sum(error**2 for _, error in self.leading.values())
        shares = []
        for code in codes:
            if code in self.leading:
                shares.append(self.leading[code])
                continue
            share = self.wins[code] / max(draws, 1)
            error = self._error(self.wins[code], max(draws, 1))
            shares.append((left * share, hypot(left * error, share * sqrt(variance))))
        return np.array([p for p, _ in shares]), np.array([error for _, error in shares])


def _averaged(path: LeadingPath, target: float, rng: np.random.Generator) -> tuple[float, float]:
    """Probability of the leading state, so precise that what it leaves to others is, too."""
    values = path.draw(PATH_BATCH, rng)
    while mean_and_error(values)[1] > 0.99 * target:
        values = np.append(values, path.draw(PATH_BATCH, rng))
    return mean_and_error(values)


def _tally(states: Ints, sizes: Array) -> dict[tuple[int, ...], int]:
    """How often each state was drawn."""
    if float(np.prod(sizes)) < _MAX_KEY:
        radix = [int(r) for r in sizes]
        key, count = np.unique(numbers_of(states, radix), return_counts=True)
        codes = codes_of(key, radix)
    else:
        label, first = group_labels(states)
        codes, count = states[first], np.bincount(label)
    return dict(zip(map(tuple, codes.tolist()), count.tolist(), strict=True))
