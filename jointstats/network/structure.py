"""The network of the measures: which are dependent, learned from statements or given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np

from jointstats.base import errors, options
from jointstats.base.kinds import Choice, WordOfEach
from jointstats.base.rows import FLAG, NAME, PROBABILITY, Row, column
from jointstats.evidence.messages import Option, Spelled, Value, as_sentence
from jointstats.evidence.statements import Expansion
from jointstats.network import kernel_bdeu as bdeu
from jointstats.network import kernel_best_dag, kernel_dags, kernel_edges

NetworkTies = Annotated[
    Literal["auto", "equal", "split", "ignore"] | Mapping[Any, str], WordOfEach()
]
if TYPE_CHECKING:
    import networkx as nx

    Graph: TypeAlias = Literal["best", "average"] | nx.DiGraph[Any] | Iterable[tuple[Any, Any]]
else:  # annotations are read when the package runs, too, and load nothing
    Graph = Literal["best", "average"] | Any
GraphChoice = Annotated[Graph, Choice(other=True)]
MOST_EXACT_EDGES = 14  # measures for which edge probabilities are summed exactly: a few seconds
DEGENERATE = 0.5  # share of cases that stand alone among their parents
CASES_EACH = 2  # data sets for each configuration of two measures, at least, to tell of an edge
ODDS = 2  # of an edge or against it, at least, to tell of it


@dataclass(frozen=True, kw_only=True)
class Arc(Row):
    """An arc of a network of measures."""

    from_: str = column(NAME, "the parent")
    to: str = column(NAME, "the child")
    compelled: bool = column(FLAG, "whether every equivalent graph has this direction")


@dataclass(frozen=True, kw_only=True)
class Dependence(Row):
    """How probable it is that two measures depend on each other directly."""

    a: str = column(NAME, "a measure")
    b: str = column(NAME, "another measure")
    probability: float = column(PROBABILITY, "that they are adjacent")


@dataclass(frozen=True)
class Structure:
    """A graph of the measures and what speaks for it.

    Attributes
    ----------
    parents : ndarray of int64, shape (m,)
        Parent sets as bit masks.
    cases : CodedCases
        The statements from which the posterior is computed.
    scores : SetScores or None
        Scores of the sets of measures; None if the graph was given.
    max_parents : int or None
        The limit that was used.
    score, score_lead_empty, score_lead_complete : float
        BDeu score of the graph, and its lead over the empty and the complete graph.
    """

    parents: np.ndarray
    cases: bdeu.CodedCases
    scores: bdeu.SetScores | None
    max_parents: int | None
    score: float
    score_lead_empty: float
    score_lead_complete: float

    def facts(self) -> dict[str, Any]:
        """The fields of a result about the graph's score."""
        names = ("score", "score_lead_empty", "score_lead_complete", "max_parents")
        return {name: getattr(self, name) for name in names}


def learn_structure(
    cases: bdeu.CodedCases, max_parents: Any, fitting: bdeu.CodedCases | None = None
) -> Structure:
    """Best graph by BDeu, learned from `fitting` (default: the cases themselves)."""
    source = cases if fitting is None else fitting
    limit = kernel_best_dag.parent_limit(max_parents, source)
    scores = bdeu.set_scores(source, None if limit is None else limit + 1)
    try:
        parents, _ = kernel_best_dag.best_dag(scores, limit)
    except kernel_best_dag.SearchTooLargeError as error:
        raise errors.OptionError(*as_sentence(error.parts)) from None
    return _described(parents, cases, scores, limit)


def given_structure(cases: bdeu.CodedCases, graph: Any, measures: Sequence[str]) -> Structure:
    """A graph of the caller's: a networkx.DiGraph, or arcs (parent, child), by measure names."""
    nodes, arcs = _nodes_and_arcs(graph)
    for node in nodes:
        options.known_name("measure (in the graph)", node, measures)
    place = {name: i for i, name in enumerate(measures)}
    numbered = [(place[options.label(a)], place[options.label(b)]) for a, b in arcs]
    if any(a == b for a, b in numbered):
        raise errors.OptionError("An arc of the graph leads from a measure to itself.")
    try:
        parents = kernel_dags.parents_of(numbered, len(measures))
    except kernel_dags.CyclicGraphError:
        said = "The arcs of the graph form a cycle: give a directed acyclic graph."
        raise errors.OptionError(said) from None
    return _described(parents, cases, None, None)


def _nodes_and_arcs(graph: Any) -> tuple[list[Any], list[tuple[Any, Any]]]:
    if hasattr(graph, "is_directed"):  # networkx, without importing it
        if not graph.is_directed():
            said = Spelled(" (networkx.DiGraph).", r=".", shell=".")
            raise errors.OptionError("The graph must be directed", said)
        return list(graph.nodes), list(graph.edges)
    try:
        arcs = [(a, b) for a, b in graph]
    except (TypeError, ValueError):
        given = Spelled(
            "a networkx.DiGraph of the measures, or a list of arcs (parent, child)",
            r="or a list of arcs, each c(parent, child)",
        )
        parts = (' must be "best", "average", ', given, "; got ", Value(graph), ".")
        raise errors.OptionError(Option("structure"), *parts) from None
    return [name for arc in arcs for name in arc], arcs


def _described(
    parents: np.ndarray, cases: bdeu.CodedCases, scores: bdeu.SetScores | None, limit: int | None
) -> Structure:
    score = bdeu.network_score(cases, parents)
    empty = bdeu.network_score(cases, np.zeros(cases.m, dtype=np.int64))
    complete = bdeu.set_score(cases, (1 << cases.m) - 1) - bdeu.set_score(cases, 0)
    return Structure(parents, cases, scores, limit, score, score - empty, score - complete)


def untied(rows: Expansion, states: Sequence[float], ess: float) -> bdeu.CodedCases | None:
    """The cases without a tie; None if there is none."""
    whole = rows.weights == 1.0
    if not whole.any():
        return None
    return bdeu.coded_cases(rows.codes[whole], rows.weights[whole], states, ess)


def degenerate(structure: Structure) -> list[int]:
    """Measures whose parents leave most cases alone: their arcs say nothing."""
    share = bdeu.isolated_share(structure.cases, structure.parents)
    return [i for i, alone in enumerate(share.tolist()) if alone > DEGENERATE]


def arc_list(structure: Structure, measures: Sequence[str]) -> tuple[Arc, ...]:
    """Arcs by name, and whether every equivalent graph has them in this direction."""
    essential = kernel_dags.cpdag(structure.parents)
    return tuple(
        Arc(from_=measures[a], to=measures[b], compelled=not bool(essential[b, a]))
        for a, b in kernel_dags.arcs_of(structure.parents)
    )


def edge_list(
    structure: Structure, measures: Sequence[str], limit: int | None
) -> tuple[tuple[Dependence, ...], str, kernel_edges.GraphPosterior | None]:
    """Posterior probability of every edge, how it was found, and the posterior itself.

    Up to 14 measures the sum over all graphs within the parent limit is exact. Beyond,
    ``"pairwise"`` compares, for each pair of measures alone, dependence with independence: it
    ignores the other measures.
    """
    m = len(measures)
    scores = structure.scores
    if scores is None:
        most = 2 if m > MOST_EXACT_EDGES else None if limit is None else limit + 1
        scores = bdeu.set_scores(structure.cases, most)
    posterior = None
    if m <= MOST_EXACT_EDGES:
        posterior = kernel_edges.graph_posterior(scores, limit)
        probability = posterior.edges
    else:
        probability = _pairwise(scores)
    listed = tuple(
        Dependence(a=measures[i], b=measures[j], probability=float(min(1.0, probability[i, j])))
        for i in range(m)
        for j in range(i + 1, m)
    )
    return listed, "exact" if posterior is not None else "pairwise", posterior


def _pairwise(scores: bdeu.SetScores) -> np.ndarray:
    single = scores.at(1 << np.arange(scores.m, dtype=np.int64))
    none = float(scores.at(np.zeros(1, dtype=np.int64))[0])
    probability = np.zeros((scores.m, scores.m))
    for i in range(scores.m):
        for j in range(i + 1, scores.m):
            both = float(scores.at(np.array([(1 << i) | (1 << j)]))[0])
            gain = both + none - float(single[i]) - float(single[j])
            # Two graphs with the edge, one without it, all equally probable beforehand.
            probability[i, j] = 1 / (1 + 0.5 * math.exp(-gain))
    return probability + probability.T
