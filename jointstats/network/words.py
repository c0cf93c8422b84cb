"""Words of the network test."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.base import wording
from jointstats.base.phrases import fitting, in_words
from jointstats.drawing.document import MOST_ROWS, Paragraph, Part, grid, how_computed
from jointstats.drawing.words import grid_of
from jointstats.joint.words import JointWords, by_rule, how_often
from jointstats.network.network_result import NetworkResult


def _dependences(result: NetworkResult) -> str:
    m = len(result.measures)
    known = [edge for edge in result.edges if result.tells(edge)]
    if result.edges and not known:
        return "The data cannot tell which measures depend on each other"
    likely = sum(edge.probability > 0.5 for edge in known)
    if m == 2:
        tail = f"probably {'depend' if likely else 'do not depend'} on each other"
        both = wording.listing(list(result.measures))
        return fitting(f"{both} {tail}", f"The two measures {tail}")
    if not likely:
        return f"No two of {in_words(m)} measures probably depend on each other"
    verb = "depends" if likely == 1 else "depend"
    return f"{likely} of {m * (m - 1) // 2} pairs of measures probably {verb} on each other"


class NetworkWords(JointWords):
    """The words of the network test."""

    result: NetworkResult

    def title(self, figure: str | None = None) -> str:
        return _dependences(self.result) if figure == "network" else super().title(figure)

    def verdict(self) -> str:
        result = self.result
        if result.best is None or result.share is None or result.probability is None:
            return f"{len(result.tied_best)} dominance statements share the first place."
        said = wording.cell(result.best, result.question, result.control)
        p = wording.probability(result.probability, result.mcse or 0.0, 1 - result.alpha)
        limit = f"{1 - result.alpha:g}, the papers' rule, for which no error rate is known"
        return f"{by_rule(said, result.decided, limit, f'probability {p}')} {how_often(result)}"

    def before(self) -> Sequence[Part | None]:
        result = self.result
        limit = "no limit of parents"
        if result.max_parents is not None:
            limit = f"at most {wording.plural(result.max_parents, 'parent')}"
        about = {
            "best": f"best graph by BDeu ({limit})",
            "average": f"average over graphs ({limit})",
            "given": "given graph",
        }[result.structure]
        arrows = [f"{a.from_} {'→' if a.compelled else '–'} {a.to}" for a in result.arcs]
        graph = "; ".join(arrows) or "no arc: the measures are independent"
        legend = " (→ compelled direction)" if any(a.compelled for a in result.arcs) else ""
        certain = sorted(result.edges, key=lambda e: -e.probability)[:MOST_ROWS]
        groups = [
            [
                ", ".join(c.measures),
                wording.statement(c.order),
                wording.probability_cell(c.probability, c.mcse),
            ]
            for c in result.components
        ]
        dependences: Sequence[Part] = (
            Paragraph(
                "Probability that two measures are dependent, given the others "
                f"({result.edges_method}):"
            ),
            grid_of(certain, result),
        )
        averaged = None
        average = result.average
        if average is not None and average.probability_best is not None:
            averaged = Paragraph(
                f"Averaged over {average.classes} classes of graphs; the best graph (weight "
                f"{wording.probability(average.best_weight)}) alone gives "
                f"{wording.probability(average.probability_best, result.mcse or 0.0)}."
            )
        return [
            Paragraph(f"{wording.capital(about)}: {graph}{legend}"),
            averaged,
            Paragraph(
                "Groups of measures that depend on each other, each with its own test, which takes "
                "this graph for the true one:"
            ),
            grid(["measures", "most probable statement", "probability"], groups, "llr"),
            *(dependences if certain else ()),
            Paragraph(f"Probabilities of statements are {how_computed(result.method)}:"),
        ]
