"""The report's figures inside the page; a sentence stands for them without matplotlib."""

from __future__ import annotations

import html

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.errors import MissingExtraError
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.result import Result
from jointstats.presentation import plot
from jointstats.presentation.figures import figure as content
from jointstats.presentation.leading import FIRST
from jointstats.presentation.report.vector import svg

ABSENT = (
    '<p class="absent">The figures are left out: matplotlib is not installed '
    "(pip install 'jointstats[plot]').</p>"
)


def image(
    result: Result, figure: str | None = None, caption: str = "", *, titled: bool = True
) -> str:
    """A figure with its title and notes; its text for readers who do not see it is part of it."""
    try:
        shown = content(result, figure)
        made = plot.render(shown, title=False, notes=False)
        drawn = svg(made, f"{result.test}-{figure or 'first'}")
    except MissingExtraError:
        return ABSENT
    above = f'<p class="title">{html.escape(shown.title)}</p>' if titled else ""
    notes = [note for note in shown.notes if note not in made.without]
    said = html.escape(" ".join(filter(None, [caption, *notes])))
    below = f"<figcaption>{said}</figcaption>" if said else ""
    return (
        f'<figure>{above}<div class="wide" tabindex="0" role="region" '
        f'aria-label="{html.escape(shown.title)}">{drawn}</div>{below}</figure>'
    )


def first(result: Result) -> str:
    """The figure that the result shows unasked, below the title that stands there already."""
    return image(result, result.figures[0], titled=False)


def further(result: Result, figure: str, caption: str) -> str:
    """A figure that is not the first one, which the page has shown already."""
    return "" if figure == result.figures[0] else image(result, figure, caption)


def main_statements(result: Comparison) -> str:
    """Probabilities of the statements: orderings of two algorithms, the best of more."""
    if "statements" not in result.figures:
        return ""
    return further(
        result,
        "statements",
        "How probable it is that each result is truly the most common one. The test decides where "
        "a bar passes the dashed line. Brackets: 95 % interval of the expected share of data sets.",
    )


def nondominated(part: ParetoResult) -> str:
    """Shares of data sets on which an algorithm is not dominated."""
    return image(
        part,
        "shares",
        "The further right, the more rarely another algorithm is better on all measures at once. "
        f"Lines: {wording.interval(part.level)}s.",
    )


def normal(part: Result) -> str:
    """A test of means, or the check of normality."""
    captions = {
        "hotelling": "Mean differences; intervals that hold for all measures at once.",
        "manova": "Mean values of every pair: all measures at once (frame and number), each alone "
        "(stripes).",
        "mardia": "Short bars speak against normal differences.",
    }
    return image(part, None, captions[part.test])


def network(part: NetworkResult) -> str:
    """The network of the measures."""
    return image(
        part,
        "network",
        "Measures without a line say different things; measures with a thick line repeat each "
        "other in part. Dashed line: a link is less likely than not.",
    )


def rankings(result: Comparison) -> str:
    """Mean ranks with cliques; of very many algorithms the tables have them."""
    if len(result.algorithms) > FIRST:
        return ""
    return further(
        result,
        "rankings",
        "Algorithms with a dot on the same black bar are not told apart on that measure. Only "
        "algorithms with a dot on the bar belong to it.",
    )


def effects(result: Comparison) -> str:
    """Effect sizes."""
    return further(
        result,
        "effects",
        "How far the two algorithms are apart on each measure. Decisions come from the p-value, "
        "which is corrected; the intervals are not.",
    )
