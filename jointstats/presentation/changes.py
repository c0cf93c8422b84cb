"""What would change a verdict, as grids of cells: for texts, tables and the report."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.sensitivity.result import DATASET, VERDICT, SensitivityResult, Setting
from jointstats.presentation.document import Grid, grid
from jointstats.presentation.pieces import MOST_ROWS

NAMED = 4  # data sets, or statements, in a cell


def factors(result: SensitivityResult) -> Grid:
    """What was varied, and how often that changed something."""
    rows = [
        [
            row.named,
            str(row.tried),
            str(row.changed),
            f"{row.said} ({row.how})",
        ]
        for row in result.factors
    ]
    return grid(["varied", "settings", "change", "what came out"], rows, "lrrl")


def changing(result: SensitivityResult, most: int = MOST_ROWS) -> tuple[Grid | None, int]:
    """The settings that change something, and how many have no room; data sets come last."""
    ranked = sorted(
        (row for row in result.settings if row.changed),
        key=lambda row: (row.about != VERDICT, row.factor == DATASET),
    )
    if not ranked:
        return None, 0
    rows = [[row.setting, _change(row)] for row in ranked[:most]]
    made = grid(["setting", "what changes"], rows, "ll")
    return made, max(len(ranked) - most, 0)


def _change(row: Setting) -> str:
    """What is no longer decided, and what is instead, or too."""
    gone, new = _some(row.gone), _some(row.new)
    return "; ".join([*([f"no longer: {gone}"] if gone else []), *([f"new: {new}"] if new else [])])


def _some(names: Sequence[str]) -> str:
    return "; ".join([*names[:NAMED], *([f"{len(names) - NAMED} more"] if names[NAMED:] else [])])


def fewest(result: SensitivityResult) -> Grid | None:
    """How many data sets must go before something is no longer decided."""
    if not result.fewest:
        return None
    rows = [
        [
            row.statement,
            str(row.at_least),
            "not found" if row.found is None else str(row.found),
            wording.some(row.datasets, NAMED) or "any that show it",
        ]
        for row in result.fewest
    ]
    return grid(["decided", "at least", "enough", "such as"], rows, "lrrl")
