"""The network of the measures: how probable each dependence is, and which way it must point."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.presentation.figures.content import Edge, Network
from jointstats.words import titles

FAINT = 0.05  # less probable dependences are not drawn


def network(result: NetworkResult) -> Network:
    """Measures, and the dependences that are not negligible."""
    to = {frozenset((arc.from_, arc.to)): arc.to for arc in result.arcs if arc.compelled}
    shown = [edge for edge in result.edges if edge.probability >= FAINT]
    joined = [f"{edge.a} and {edge.b}" for edge in result.edges if edge.probability >= 0.5]
    notes = [
        "Lines: probability that two measures depend on each other directly; thicker is more "
        "probable, dashed below 0.5. Arrows: directions that all equivalent graphs share; a "
        "line without one can point either way."
    ]
    left = len(result.edges) - len(shown)
    if left:
        pairs = "pair is" if left == 1 else "pairs are"
        notes.append(f"{left} {pairs} less probable than {FAINT:g} and not drawn.")
    return Network(
        title=titles.title(result, "network"),
        alt="Network of the measures. More probably dependent than not: "
        f"{wording.listing(joined) or 'none'}.",
        notes=tuple(notes),
        measures=tuple(result.measures),
        edges=tuple(
            Edge(
                edge.a, edge.b, edge.probability,
                wording.probability(edge.probability),
                to.get(frozenset((edge.a, edge.b))),
            )
            for edge in shown
        ),
    )  # fmt: skip
