"""The report's figures inside the page; a sentence stands for them without matplotlib."""

from __future__ import annotations

import html

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.errors import MissingExtraError
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.result import Result
from jointstats.presentation import plot
from jointstats.presentation.figures import figure as content
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


def statements(result: Comparison) -> str:
    """Probabilities of the statements of two algorithms."""
    return image(
        result,
        "statements",
        "How probable it is that each statement is truly the most common one.",
    )


def network(part: NetworkResult) -> str:
    """The network of the measures, if there are three or more."""
    if "network" not in part.figures:
        return ""
    return image(
        part,
        "network",
        "Measures without a line say different things; measures with a thick line repeat each "
        "other in part. Dashed line: a link is less likely than not.",
    )
