"""What would change a verdict, as text: the factors in sum, what changes, and what must go."""

from __future__ import annotations

from jointstats.labelled.sensitivity.result import SensitivityResult
from jointstats.presentation.changes import changing, factors, fewest
from jointstats.presentation.document import Document, Grid, Stack, Words, compose, stack
from jointstats.presentation.leading import left_out
from jointstats.presentation.pieces import head, notes
from jointstats.presentation.text import document

MOST_STATEMENTS = 5


@document.register
def _(result: SensitivityResult) -> Document:
    changes, left = changing(result)
    further = len(result.statements) - MOST_STATEMENTS
    decided = "; ".join(
        [*result.statements[:MOST_STATEMENTS], *([f"and {further} more"] if further > 0 else [])]
    )
    more = left_out(left, 0, "setting")
    return compose(
        head("Sensitivity", result),
        Words(result.verdict, strong=True),
        Words(f"The result itself ({result.of}): {decided or 'nothing is decided'}."),
        factors(result),
        _titled("Where something changes", changes),
        Words(more) if more else None,
        _titled("How many data sets must go", fewest(result)),
        stack(*(Words(f"Not tried: {line}", "  ") for line in result.not_tried)),
        notes(result),
    )


def _titled(title: str, made: Grid | None) -> Stack | None:
    return None if made is None else stack(Words(f"{title}:"), made)
