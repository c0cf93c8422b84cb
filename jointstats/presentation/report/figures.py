"""The report's figures as images inside the page; a sentence stands for them without matplotlib."""

from __future__ import annotations

import base64
import html

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.errors import MissingExtraError
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.result import Result
from jointstats.presentation import plot
from jointstats.presentation.leading import FIRST
from jointstats.presentation.plot.frame import Drawing
from jointstats.presentation.report.blocks import hint

ABSENT = (
    '<p class="absent">The figures are left out: matplotlib is not installed '
    "(pip install 'jointstats[plot]').</p>"
)
PER_INCH = 96  # CSS pixels
PHONE = 3.55  # inches: as wide as a phone's screen
LEAST = 500  # CSS pixels of a wide figure that cannot be much narrower and still be read


def image(result: Result, figure: str | None, caption: str) -> str:
    """A figure with its caption and alternative text.

    A narrow screen gets a drawing of its own; one that cannot be narrower scrolls.
    """
    try:
        made = plot.drawing(result, figure)
        narrow = plot.drawing(result, figure, width=PHONE)
        data = _encoded(made)
        small = _encoded(narrow)
    except MissingExtraError:
        return ABSENT
    width = round(made.width * PER_INCH)
    label, alt = html.escape(made.title), html.escape(made.alt)
    least = LEAST if not small and width > LEAST else 0
    shown = f'<img src="{data}" alt="{alt}" width="{width}" style="min-width:{least}px">'
    if small:
        source = f'<source media="screen and (max-width:40rem)" srcset="{small}">'
        shown = f"<picture>{source}{shown}</picture>"
    return (
        f'<figure><div class="wide" tabindex="0" role="region" aria-label="{label}">{shown}</div>'
        f"{hint(least)}<figcaption>{html.escape(caption)}</figcaption></figure>"
    )


def _encoded(made: Drawing) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(made.svg().encode()).decode()}"


def main_statements(result: Comparison) -> str:
    """Probabilities of the statements: orderings of two algorithms, the best of more."""
    if "statements" not in result.figures:
        return ""
    return image(
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


def _not_drawn(result: Comparison, what: str) -> str:
    """That a figure of so many algorithms could not be read; nothing if it can."""
    n = len(result.algorithms)
    if n <= FIRST:
        return ""
    return (
        f'<p class="absent">{what} of {n} algorithms cannot be read as a figure: the '
        '<a href="#leaderboard">leaderboard</a> has all of them.</p>'
    )


def pairs(result: Comparison) -> str:
    """The joint test of every pair beside the separate ones."""
    return _not_drawn(result, "Every pair") or image(
        result,
        "matrix",
        "The cell of a row and a column compares the two, a stripe for each measure. Being better "
        "on single measures (stripes) and on all of them on the same data set (the numbers) are "
        "different things.",
    )


def rankings(result: Comparison) -> str:
    """Mean ranks with cliques."""
    return _not_drawn(result, "The orders") or image(
        result,
        "rankings",
        "Algorithms with a dot on the same black bar are not told apart on that measure. Only "
        "algorithms with a dot on the bar belong to it.",
    )


def effects(result: Comparison) -> str:
    """Effect sizes."""
    return image(
        result,
        "effects",
        "How far the two algorithms are apart on each measure. Decisions come from the p-value, "
        "which is corrected; the intervals are not.",
    )
