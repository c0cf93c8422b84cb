"""The report's figures as images inside the page; a sentence stands for them without matplotlib."""

from __future__ import annotations

import base64
import html

from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.errors import MissingExtraError
from jointstats.labelled.joint.network import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.result import Result
from jointstats.presentation import plot

ABSENT = (
    '<p class="absent">The figures are left out: matplotlib is not installed '
    "(pip install 'jointstats[plot]').</p>"
)
PER_INCH = 96  # CSS pixels


def image(result: Result, figure: str | None, caption: str) -> str:
    """A figure with its caption and alternative text; it scrolls where the screen is narrow."""
    try:
        made = plot.drawing(result, figure)
        data = base64.b64encode(made.svg().encode()).decode()
    except MissingExtraError:
        return ABSENT
    width = round(made.width * PER_INCH)
    label, alt = html.escape(made.title), html.escape(made.alt)
    return (
        f'<figure><div class="wide" tabindex="0" role="region" aria-label="{label}">'
        f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}" width="{width}" '
        f'style="min-width:{min(width, 520)}px"></div>'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
    )


def main_statements(result: Comparison) -> str:
    """Probabilities of the statements: orderings of two algorithms, the best of more."""
    if "statements" not in result.figures:
        return ""
    return image(
        result,
        "statements",
        "How probable it is that each statement is the most common one. The test decides where a "
        "bar passes the dashed line. Brackets: 95 % interval of the expected share of data sets.",
    )


def nondominated(part: ParetoResult) -> str:
    """Shares of data sets on which an algorithm is not dominated."""
    return image(
        part,
        "shares",
        "The further right, the more rarely another algorithm is better on all measures at once.",
    )


def normal(part: Result) -> str:
    """A test of means, or the check of normality."""
    captions = {
        "hotelling": "Mean differences; intervals that hold for all measures at once.",
        "manova": "Mean values of every pair: all measures at once above the diagonal, each alone "
        "below it.",
        "mardia": "Short bars speak against normal differences.",
    }
    return image(part, None, captions[part.test])


def network(part: NetworkResult) -> str:
    """The network of the measures."""
    return image(
        part,
        "network",
        "Measures without a line say different things; measures with a thick one repeat each "
        "other in part.",
    )


def pairs(result: Comparison) -> str:
    """The joint test of every pair beside the separate ones."""
    return image(
        result,
        "pairs",
        "Every algorithm has a letter. Where the joint test and the small tiles disagree, being "
        "better on single measures and being better on all of them at once are different things.",
    )


def rankings(result: Comparison) -> str:
    """Mean ranks with cliques."""
    return image(
        result,
        "rankings",
        "Algorithms that share a black bar are not told apart on that measure.",
    )


def effects(result: Comparison) -> str:
    """Effect sizes."""
    return image(
        result, "effects", "An interval that does not reach the middle line speaks for one side."
    )
