"""What the network test returns, and its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jointstats.labelled.compare.pairs import PosteriorPair
from jointstats.labelled.joint import structure as networks
from jointstats.labelled.joint.result import (
    ChosenShare,
    JointResult,
    Lead,
    Order,
    ProbableStatement,
    Share,
)
from jointstats.labelled.rows import ERROR, NAME, NUMBER, PROBABILITY, WHOLE, Row, column

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, kw_only=True)
class NetworkStatement(ProbableStatement):
    """A row of :class:`NetworkResult`.

    Attributes
    ----------
    order : dict
        Measure to the names that the statement ranks, best first.
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
    """A connected group of measures, with a test of its own.

    Attributes
    ----------
    measures : list of str
    order : dict
        The group's most probable statement: measure to names, best first.
    """

    measures: list[str]
    order: Order
    probability: float = column(PROBABILITY, "of the group's most probable statement")
    mcse: float = column(ERROR, "Monte Carlo standard error of the probability, 0 if exact")
    method: str = column(NAME, "how the probability was computed")


@dataclass(frozen=True, kw_only=True)
class Average(Row):
    """How far the average over graphs is from what the best graph alone says."""

    classes: int = column(WHOLE, "equivalence classes of graphs")
    best_weight: float = column(PROBABILITY, "of the best graph's class")
    probability_best: float | None = column(PROBABILITY, "what the best graph alone says")
    difference: float | None = column(NUMBER, "by how much the average is above that")
    graph_draws: int = column(WHOLE, "graphs drawn, 0 if all classes were enumerated")
    weight_left_out: float = column(PROBABILITY, "of the classes that were left out")


@dataclass(frozen=True, kw_only=True, repr=False)
class NetworkResult(JointResult):
    """Outcome of :func:`jointstats.network_test`.

    Attributes
    ----------
    statements : tuple of NetworkStatement
        The observed ones, and the most probable of the others.
    structure : str
        ``"best"``, ``"average"`` or ``"given"``.
    arcs : tuple of Arc
    edges : tuple of Edge
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
        How tied data sets entered: ``"split"``, ``"ignore"`` or ``"em"``.
    untied_arcs : tuple of Arc or None
        Arcs learned with tied data sets left out, if there are ties.
    average : Average or None
        For ``structure="average"``: how far it is from what the best graph alone says of ``best``.
    probability, mcse : float or None
        Of ``best``.
    lead : Lead
        Practical lead over all other statements.
    share : Share or None
        Expected share of ``best``. Its interval, that of a statement fixed beforehand, matches two
        moments.
    chosen_share : ChosenShare or None
        Observed share of ``best``, with an interval that covers although it was chosen for being
        the most frequent; None if another was seen more often.
    decided : bool
        Whether the probability of ``best`` reaches 1 − ``alpha``, the papers' rule. How often that
        errs is not known: no error rate has been shown for this test.
    seed : int or None

    Others as in :class:`JointResult`.
    """

    test: ClassVar[str] = "network"

    statements: tuple[NetworkStatement, ...]
    structure: str
    arcs: tuple[networks.Arc, ...]
    edges: tuple[networks.Edge, ...]
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
    lead: Lead
    share: Share | None
    chosen_share: ChosenShare | None
    seed: int | None = None

    @property
    def rows(self) -> Sequence[NetworkStatement]:
        """The statements."""
        return self.statements

    def as_pair(self) -> PosteriorPair:
        """The row of two algorithms."""
        mcse = self.statements[0].mcse
        return self._as_pair(PosteriorPair, probability=self.probability, mcse=mcse, rule="network")

    def cases_each(self, edge: networks.Edge) -> float:
        """Data sets for each configuration of what the two measures of an edge may say."""
        orders = float(math.factorial(len(self.algorithms)))
        states = [
            3.0 if self.tie_rules.get(name) == "equal" else orders for name in (edge.a, edge.b)
        ]
        return self.n / (states[0] * states[1])

    def tells(self, edge: networks.Edge) -> bool:
        """Whether the data tell of an edge.

        The odds are 2 to 1 at least, for it or against it, and there are two data sets at least for
        each configuration of its two measures.
        """
        p = edge.probability
        sure = max(p, 1 - p) >= networks.ODDS * min(p, 1 - p)
        return sure and self.cases_each(edge) >= networks.CASES_EACH

    def graph(self) -> nx.DiGraph:
        """The network as a ``networkx.DiGraph``; pass it as ``structure=`` to use it again."""
        return networks.to_networkx(self.arcs, list(self.measures))
