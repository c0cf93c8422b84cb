"""What would change a verdict, as text: the factors in sum, what changes, and what must go."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.claims.sensitivity.changes import changing, factors, fewest
from jointstats.claims.sensitivity.result import SensitivityResult
from jointstats.drawing.document import Grid, Part, Stack, Words, stack
from jointstats.drawing.leading import left_out
from jointstats.interfaces.text import after, before, rows_of

MOST_STATEMENTS = 5


@before.register
def _(result: SensitivityResult) -> Sequence[Part | None]:
    further = len(result.statements) - MOST_STATEMENTS
    more = [f"and {further} more"] if further > 0 else []
    decided = "; ".join([*result.statements[:MOST_STATEMENTS], *more])
    decides = f": {decided}" if decided else " decides nothing"
    return [Words(f"The result itself ({result.of}){decides}.")]


rows_of.register(SensitivityResult, factors)


@after.register
def _(result: SensitivityResult) -> Sequence[Part | None]:
    changes, left = changing(result)
    more = left_out(left, 0, "setting")
    return [
        _titled("Where something changes", changes),
        Words(more) if more else None,
        _titled("How many data sets must go", fewest(result)),
        stack(*(Words(f"Not tried: {line}", "  ") for line in result.not_tried)),
    ]


def _titled(title: str, rows: Grid | None) -> Stack | None:
    return None if rows is None else stack(Words(f"{title}:"), rows)
