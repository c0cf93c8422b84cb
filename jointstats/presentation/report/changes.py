"""What would change the verdict, and what would not: a folded part of a comparison's report."""

from __future__ import annotations

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.given import FactorWord
from jointstats.labelled.sensitivity.result import SensitivityResult
from jointstats.labelled.sensitivity.sensitivity import sensitivity
from jointstats.presentation import changes
from jointstats.presentation.document import Grid
from jointstats.presentation.report import blocks
from jointstats.presentation.tables import Table

# A page is made without waiting for the others.
CHEAP: tuple[FactorWord, ...] = ("level", "measure", "missing", "runs")
MOST = 20  # settings of each; a page of very many algorithms tries fewer
MOST_PAIRS = 190  # of which a page tries other settings unasked

_LEFT = (
    "Data sets and algorithms left out, and other ropes, take longer and are not tried here: "
    "sensitivity() does it, and so does a report that is asked for it (sensitivity=True)."
)


def section(result: Comparison, *, whole: bool) -> str:
    """Other settings and what is decided there: all of them, or those that take no time."""
    if result.data is None or (not whole and len(result.pairs) > MOST_PAIRS):
        return ""
    try:
        found = sensitivity(result) if whole else sensitivity(result, factors=CHEAP, most=MOST)
    except JointStatsError:  # a table of folds: nothing to vary
        return ""
    shown, left = changes.changing(found, blocks.TALL)
    more = f" and {left} more" if left else ""
    parts = [
        blocks.paragraph(found.verdict),
        _table(changes.factors(found), "What was varied"),
        _table(shown, f"Where something changes{more}"),
        _table(changes.fewest(found), "How many data sets must go"),
        blocks.items([*map(str, found.warnings), *_not_tried(found), *([] if whole else [_LEFT])]),
    ]
    return "".join(parts)


def _not_tried(found: SensitivityResult) -> list[str]:
    return [f"Not tried: {line}" for line in found.not_tried]


def _table(made: Grid | None, caption: str) -> str:
    if made is None:
        return ""
    rows = [list(row) for row in made.rows]
    return blocks.table(Table(list(made.names), rows, made.sides), caption)
