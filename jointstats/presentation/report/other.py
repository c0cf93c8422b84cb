"""Any other result as a page: its verdict, its figures, its table, and the call that made it."""

from __future__ import annotations

from jointstats.kernels.messages import literal
from jointstats.labelled.result import Result
from jointstats.labelled.sensitivity.result import SensitivityResult
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import used
from jointstats.presentation.report import blocks, figures, repeat
from jointstats.presentation.report.blocks import text
from jointstats.presentation.tables import Table, tables


def size(result: Result) -> str:
    """How many data sets, and which algorithms and measures."""
    names = ", ".join(result.algorithms[:FIRST])
    left = len(result.algorithms) - FIRST
    more = f" and {left} more" if left > 0 else ""
    return f"{used(result)}; algorithms: {names}{more}; measures: {', '.join(result.measures)}"


def body(result: Result, title: str) -> str:
    """The verdict, the first figure and the table; other figures, notes and the call fold."""
    first, *rest = result.figures or (None,)
    shown = "" if first is None else figures.image(result, first)
    tabled = "".join(blocks.table(made, title) for made in tables(result) if made.rows)
    parts = [
        ("figures", "Other figures", "".join(figures.image(result, name) for name in rest)),
        ("notes", "Notes", blocks.items(result.warnings) if result.warnings else ""),
        ("repeat", "How to repeat this", _call(result)),
    ]
    return (
        f'<p class="verdict">{text(result.verdict)}</p>{shown}{tabled}{blocks.CONTROLS}'
        + "".join(blocks.folded(name, made, key) for key, name, made in parts if made)
    )


def _call(result: Result) -> str:
    """The call, and what computed it."""
    call = dict(result.call)
    function = call.pop("function", "")
    given = "".join(f", {name}={literal(value)}" for name, value in call.items())
    of = "result" if isinstance(result, SensitivityResult) else "table"
    said = f"<pre>{text(f'result = js.{function}({of}{given})')}</pre>" if function else ""
    rows = [list(pair) for pair in repeat.versions().items()]
    return said + blocks.table(Table(["software", "version"], rows, "ll"), "Versions")
