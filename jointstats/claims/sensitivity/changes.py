"""What would change a verdict, as grids of cells: for texts, tables and the report."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.base import wording
from jointstats.claims.sensitivity.result import DATASET, SensitivityResult, Setting
from jointstats.drawing.document import Grid, grid
from jointstats.drawing.pieces import MOST_ROWS

NAMED = 4  # data sets, or statements, in a cell


def factors(result: SensitivityResult) -> Grid:
    """What was varied, and how often that changed something."""
    rows = [[row.factor, str(row.tried), str(row.changed), row.said] for row in result.factors]
    return grid(["varied", "settings", "change", "what came out"], rows, "lrrl")


def changing(result: SensitivityResult, most: int = MOST_ROWS) -> tuple[Grid | None, int]:
    """The settings that change something, and how many have no room; data sets come last."""
    ranked = sorted(
        (row for row in result.settings if row.changed), key=lambda row: row.factor == DATASET
    )
    if not ranked:
        return None, 0
    rows = [[row.setting, _change(row)] for row in ranked[:most]]
    return grid(["setting", "what changes"], rows, "ll"), max(len(ranked) - most, 0)


def _change(row: Setting) -> str:
    """What is no longer decided, and what is instead, or too."""
    gone, new = _some(row.gone), _some(row.new)
    return "; ".join([*([f"no longer: {gone}"] if gone else []), *([f"new: {new}"] if new else [])])


def _some(names: Sequence[str]) -> str:
    return "; ".join([*names[:NAMED], *([f"{len(names) - NAMED} more"] if names[NAMED:] else [])])


def fewest(result: SensitivityResult) -> Grid | None:
    """As few data sets as were found whose removal changes the state of a pair."""
    if not result.fewest:
        return None
    rows = [
        [
            row.statement,
            "not found" if row.found is None else f"{row.found}{'' if row.exact else ' or fewer'}",
            wording.some(row.datasets, NAMED) or "–",
        ]
        for row in result.fewest
    ]
    return grid(["decided", "data sets to leave out", "such as"], rows, "lrl")
