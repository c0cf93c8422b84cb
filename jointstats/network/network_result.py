"""What the network test returns: its rows, and what a network or their average says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jointstats.base.rows import ERROR, NAME, NUMBER, PROBABILITY, WHOLE, Row, column
from jointstats.base.wording import Order
from jointstats.joint import result as shared
from jointstats.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.joint.pairwise_result import PosteriorPair
from jointstats.network import kernel_dags
from jointstats.network import kernel_leads as network_shares
from jointstats.network import structure as networks
from jointstats.network.kernel_average import AveragePosterior, lead_probability
from jointstats.network.kernel_bdeu import CodedCases, matching_rows
from jointstats.network.kernel_posterior import NetworkPosterior

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, kw_only=True)
class NetworkStatement(shared.ProbableStatement):
    """A row of :class:`NetworkResult`.

    Attributes
    ----------
    order : dict
        For each measure, the names that the statement ranks, best first.
    count : float
        Data sets that show it (0 of a probable one that none shows); fractional where ties were
        split.
    probability : float
        That it is the most probable statement, given the data.
    mcse : float
        Monte Carlo standard error of ``probability``; 0 if it is exact.
    share, share_low, share_high : float
        Expected share of data sets that show it; the interval matches two moments.
    """


@dataclass(frozen=True, kw_only=True)
class Component(Row):
    """A connected group of measures, with a separate test.

    Attributes
    ----------
    measures : list of str
        Its measures.
    order : dict
        The group's most probable statement: measure to names, best first.
    """

    measures: list[str]
    order: Order
    probability: float = column(PROBABILITY, "probability of the group's most probable statement")
    mcse: float = column(ERROR, "Monte Carlo standard error of the probability, 0 if exact")
    method: str = column(NAME, "how the probability was computed")


@dataclass(frozen=True, kw_only=True)
class Average(Row):
    """How far the average over graphs is from what the best graph alone says."""

    classes: int = column(WHOLE, "equivalence classes of graphs")
    best_weight: float = column(PROBABILITY, "posterior weight of the best graph's class")
    probability_best: float | None = column(PROBABILITY, "probability by the best graph alone")
    difference: float | None = column(NUMBER, "averaged probability minus that by the best graph")
    graph_draws: int = column(WHOLE, "graphs drawn, 0 if all classes were enumerated")
    weight_left_out: float = column(
        PROBABILITY, "posterior weight of the classes that are left out"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class NetworkResult(shared.JointResult):
    """Outcome of :func:`jointstats.network_test`.

    Attributes
    ----------
    statements : tuple of NetworkStatement
        The observed ones, and the most probable of the others.
    structure : str
        ``"best"``, ``"average"`` or ``"given"``.
    arcs : tuple of Arc
    edges : tuple of Dependence
        For every pair of measures.
    edges_method : str
        ``"exact"`` (summed over all graphs) or ``"pairwise"`` (each pair alone).
    score, score_lead_empty, score_lead_complete : float
        BDeu score of the graph, and its lead over the graphs without and with all arcs.
    components : tuple of Component
        Connected groups of measures in the graph, each with its own test. Its probability takes
        the graph for the true one (the best one, also where the joint answer averages over all).
    max_parents : int or None
        The limit that was used.
    ess : float
        Equivalent sample size of BDeu.
    tie_rule : str
        How tied data sets entered: ``"split"`` or ``"ignore"``.
    untied_arcs : tuple of Arc or None
        Arcs learned with tied data sets left out, if there are ties.
    average : Average or None
        For ``structure="average"``: how far it is from what the best graph alone says of ``best``.
    probability, mcse : float or None
        Probability that ``best`` is the most probable statement; its Monte Carlo standard error.
    lead : Lead
        Practical lead over all other statements.
    share : Share or None
        Expected share of ``best``. Its interval, that of a statement fixed in advance, matches two
        moments.
    chosen_share : ChosenShare or None
        Observed share of ``best``, with an interval that covers although it was chosen for being
        the most frequent; None if another was seen more often.
    decided : bool
        Whether the probability of ``best`` reaches 1 − ``alpha``, the papers' rule. How often that
        errs is not known: no error rate has been shown for this test.
    seed : int or None
        Of what was sampled.

    Others as in :class:`JointResult`.
    """

    words = "joint.words.NetworkWords"
    shows = "network.figures.of_network_test"
    shows_beside = "network.figures.of_network"
    by_the_papers = True

    test: ClassVar[str] = "network"

    statements: tuple[NetworkStatement, ...]
    structure: str
    arcs: tuple[networks.Arc, ...]
    edges: tuple[networks.Dependence, ...]
    edges_method: str
    score: float
    score_lead_empty: float
    score_lead_complete: float
    components: tuple[Component, ...]
    max_parents: int | None
    ess: float
    tie_rule: str
    untied_arcs: tuple[networks.Arc, ...] | None
    average: Average | None
    probability: float | None
    mcse: float | None
    lead: shared.Lead
    share: shared.Share | None
    chosen_share: shared.ChosenShare | None
    seed: int | None = None

    @property
    def rows(self) -> Sequence[NetworkStatement]:
        """The statements."""
        return self.statements

    def as_pair(self) -> PosteriorPair:
        """Return the row of two algorithms."""
        mcse = self.statements[0].mcse
        return self._as_pair(PosteriorPair, probability=self.probability, mcse=mcse, rule="network")

    def cases_each(self, edge: networks.Dependence) -> float:
        """Data sets for each configuration of what the two measures of an edge may say."""
        orders = float(math.factorial(len(self.algorithms)))
        states = [
            3.0 if self.tie_rules.get(name) == "equal" else orders for name in (edge.a, edge.b)
        ]
        return self.n / (states[0] * states[1])

    def tells(self, edge: networks.Dependence) -> bool:
        """Return whether the data tell of an edge.

        The odds for or against it are 2 to 1 at least, and there are two data sets at least for
        each configuration of its two measures.
        """
        p = edge.probability
        sure = max(p, 1 - p) >= networks.ODDS * min(p, 1 - p)
        return sure and self.cases_each(edge) >= networks.CASES_EACH

    def graph(self) -> nx.DiGraph:
        """Return the network as a ``networkx.DiGraph``, which ``structure=`` accepts."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(self.measures)
        graph.add_edges_from((a.from_, a.to, {"compelled": a.compelled}) for a in self.arcs)
        return graph


LEAD_DRAWS = 20_000
MOST_UNSEEN = 10  # probable statements listed although no data set shows them


@dataclass(frozen=True)
class Answers:
    """Statements with their probabilities and shares, the most probable first.

    Attributes
    ----------
    counts : StatementCounts
    cases : CodedCases
        What the posterior is computed from.
    posterior : NetworkPosterior or AveragePosterior
    level : float
        Level of the intervals.
    """

    counts: StatementCounts
    cases: CodedCases
    posterior: NetworkPosterior | AveragePosterior
    level: float

    @property
    def graphs(self) -> tuple[np.ndarray, np.ndarray]:
        """Graphs (K, m) and their weights: one graph, or those that are averaged."""
        if isinstance(self.posterior, AveragePosterior):
            graphs = np.array([network.parents for network in self.posterior.networks])
            return graphs, self.posterior.weights
        return self.posterior.parents[None, :], np.ones(1)

    @property
    def rows(self) -> tuple[NetworkStatement, ...]:
        """Every observed statement, and the most probable ones that were not observed."""
        return self._listed[0]

    @property
    def codes(self) -> np.ndarray:
        """The codes of the rows."""
        return self._listed[1]

    @cached_property
    def _listed(self) -> tuple[tuple[NetworkStatement, ...], np.ndarray]:
        counts = self.counts
        probable = np.asarray(self.posterior.most_probable(MOST_UNSEEN), dtype=np.int64)
        unseen = probable[matching_rows(counts.codes, probable) < 0]
        codes = np.concatenate([counts.codes, unseen])
        weights = np.append(counts.weights, np.zeros(len(unseen)))
        probability, mcse = self.posterior.probability(codes)
        # Equal probabilities (such as none in all draws) by count, then in code order.
        order = np.lexsort((*codes.T[::-1], -weights, -probability))[: shared.MOST_LISTED]
        # Ties can show a million statements: the shares of those listed are enough.
        mean, second = network_shares.average_moments(self.cases, *self.graphs, codes[order])
        low, high = network_shares.moment_interval(mean, second, self.level)
        rows = tuple(
            NetworkStatement(
                order=counts.order(codes[k]),
                count=float(weights[k]),
                probability=float(min(1.0, probability[k])),
                mcse=float(mcse[k]),
                share=float(mean[i]),
                share_low=float(low[i]),
                share_high=float(high[i]),
            )
            for i, k in enumerate(order.tolist())
        )
        return rows, codes[order]

    def unobserved(self) -> shared.Unobserved:
        """All statements not listed, together."""
        states = self.counts.n_states - len(self.rows)
        listed = sum(row.probability for row in self.rows)
        return shared.Unobserved(
            states=states, probability=max(0.0, 1.0 - listed) if states else 0.0
        )

    @property
    def best(self) -> NetworkStatement | None:
        """The statement that leads alone."""
        first = self.leaders()
        return first[0] if len(first) == 1 else None

    def facts(self) -> dict[str, Any]:
        """The fields of the result about its statements, and about the one that leads."""
        best = self.best
        return {
            **shared.of_leader(self.counts, best, self.level),
            "statements": self.rows,
            "unobserved": self.unobserved(),
            "tied_best": [] if best else [row.order for row in self.leaders()],
            "mcse": None if best is None else best.mcse,
        }

    def leaders(self) -> list[NetworkStatement]:
        """Statements that lead equally: the same probability and the same expected share."""
        top = self.rows[0]
        return [
            row
            for row in self.rows
            if abs(row.share - top.share) <= LEAD_TOLERANCE
            and abs(row.probability - top.probability) <= LEAD_TOLERANCE + 4 * (row.mcse + top.mcse)
        ]

    def lead(self, ratio: float, rng: np.random.Generator) -> shared.Lead:
        """Practical lead of the first statement over all others."""
        if len(self.rows) < 2:
            return shared.Lead(ratio=ratio, probability=1.0, mcse=0.0, difference=1.0)
        drawn = self.posterior.class_draws if isinstance(self.posterior, AveragePosterior) else 0
        probability, mcse = lead_probability(
            self.cases, *self.graphs, self.codes[0], ratio, LEAD_DRAWS, rng, graph_draws=drawn
        )
        top = self.rows[0]
        if probability > top.probability:  # two samples of the same thing, or of nested ones
            probability, mcse = top.probability, max(mcse, top.mcse)
        difference = top.share - self.rows[1].share
        return shared.Lead(ratio=ratio, probability=probability, mcse=mcse, difference=difference)

    def average(self, chosen: NetworkPosterior) -> Average | None:
        """How far an average is from what the best graph alone says."""
        answer = self.posterior
        if not isinstance(answer, AveragePosterior):
            return None
        same = [
            kernel_dags.markov_equivalent(network.parents, chosen.parents)
            for network in answer.networks
        ]
        alone = None if self.best is None else float(chosen.probability(self.codes[:1])[0][0])
        return Average(
            classes=len(answer.networks),
            best_weight=float(np.sum(answer.weights[same])),
            probability_best=alone,
            difference=None if alone is None else self.rows[0].probability - alone,
            graph_draws=answer.class_draws,
            weight_left_out=answer.dropped,
        )


def components(chosen: NetworkPosterior, counts: StatementCounts) -> tuple[Component, ...]:
    """Each connected group of measures with its own most probable statement."""
    names = list(counts.measures)
    components = []
    for part in chosen.components:
        measures = [names[i] for i in part.group]
        marginal = counts.select(measures=measures)
        components.append(
            Component(
                measures=measures,
                order=marginal.order(part.codes[0]),
                probability=float(part.probability[0]),
                mcse=float(part.mcse[0]),
                method="monte_carlo" if part.draws else "exact",
            )
        )
    return tuple(components)
