"""The HTML report of a result: one self-contained file, the answers first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import Any

from jointstats.base import files
from jointstats.base.presenters import words_of
from jointstats.base.result import Result
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity.result import SensitivityResult
from jointstats.drawing.leading import FIRST
from jointstats.drawing.pieces import used
from jointstats.drawing.themes import COLOUR, DARK, Look
from jointstats.evidence.messages import literal
from jointstats.interfaces.report import blocks, comparison, sections
from jointstats.interfaces.report.blocks import text
from jointstats.interfaces.tables import tables


def write(result: Result, path: Any, *, sensitivity: bool = False) -> None:
    """Write the report to a file."""
    files.write(path, page(result, sensitivity=sensitivity).encode())


def page(
    result: Result, caution: str = "", remarks: Sequence[str] = (), *, sensitivity: bool = False
) -> str:
    """The report as HTML text.

    Parameters
    ----------
    result : Result
    caution : str, optional
        What must be read before the answer, such as that it is not the first one.
    remarks : sequence of str
        What the reader looked at in addition, such as where the answer holds.
    sensitivity : bool, default False
        Whether that of a comparison has all that would change it.
    """
    said = f'<p class="absent">{text(caution)}</p>' if caution else ""
    said += "".join(f'<p class="note">{text(remark)}</p>' for remark in remarks)
    if isinstance(result, Comparison):
        title, size = "Which algorithm is better?", comparison.size(result)
        body = comparison.body(result, sensitivity=sensitivity)
    else:
        title, size = words_of(result).heading(), _size(result)
        body = _body(result, title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{text(f"{title} {size}")}</title><link rel="icon" href="data:,">'
        f"<style>{style()}</style></head>"
        f"<body><header><h1>{text(title)}</h1><p>{text(size)}</p></header>"
        f"<main>{said}{body}</main><script>{script()}</script></body></html>\n"
    )


# --- Any result but a comparison ------------------------------------------------------------------


def _size(result: Result) -> str:
    """How many data sets, and which algorithms and measures."""
    names = ", ".join(result.algorithms[:FIRST])
    left = len(result.algorithms) - FIRST
    more = f" and {left} more" if left > 0 else ""
    return f"{used(result)}; algorithms: {names}{more}; measures: {', '.join(result.measures)}"


def _body(result: Result, title: str) -> str:
    """The verdict, the first figure and the table; other figures, notes and the call fold."""
    shown = blocks.first_figure(result) if result.figures else ""
    tabled = "".join(blocks.table(content, title) for content in tables(result) if content.rows)
    others = "".join(blocks.figure(result, name) for name in result.figures[1:])
    parts = [
        ("figures", "Other figures", others),
        ("notes", "Notes", blocks.items(result.warnings) if result.warnings else ""),
        ("repeat", "How to repeat this", _call(result) + sections.versions()),
    ]
    return (
        f'<p class="verdict">{text(result.verdict)}</p>{shown}{tabled}{blocks.CONTROLS}'
        + "".join(blocks.folded(name, content, key) for key, name, content in parts if content)
    )


def _call(result: Result) -> str:
    """The call that made the result."""
    call = dict(result.call)
    function = call.pop("function", "")
    given = "".join(f", {name}={literal(value)}" for name, value in call.items())
    of = "result" if isinstance(result, SensitivityResult) else "table"
    return f"<pre>{text(f'result = js.{function}({of}{given})')}</pre>" if function else ""


# --- How pages look and what moves in them ---

# By night what words stand on is darker than in figures of that theme: light words stay readable.
_NIGHT = replace(
    DARK, worse=("#8f6200", DARK.worse[1]), trade=("#9c4f7b", DARK.trade[1]),
    equal=("#00734f", DARK.equal[1]),
)  # fmt: skip


def _of_figures(look: Look) -> str:
    """The colours of a theme of the figures, by role."""
    pairs = {name: getattr(look, name) for name in ("better", "worse", "trade", "equal")}
    said = {name: shown for name, (shown, _) in pairs.items()}
    said |= {f"{name}-pale": pale for name, (_, pale) in pairs.items()}
    said |= {name: getattr(look, name) for name in ("open", "ink", "quiet", "line", "paper")}
    return "".join(f"--{name}:{colour};" for name, colour in said.items())


_LIGHT = (
    f"color-scheme:light;{_of_figures(COLOUR)}--rule:#d5d9de;--soft:#f2f5f9;--link:#0a4a75;"
    "--on-better:#fff;--on-worse:#000;--caution:#fff6e0"
)
_DARK = (
    f"color-scheme:dark;{_of_figures(_NIGHT)}--rule:#3a4149;--soft:#20252b;--link:#8cc8f0;"
    "--on-better:#000;--on-worse:#fff;--caution:#3d3214"
)


@lru_cache(maxsize=1)
def style() -> str:
    """The style of the report, which the page of the app has, too."""
    colours = (
        f":root{{{_LIGHT}}}:root[data-theme=dark]{{{_DARK}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme]){{{_DARK}}}}}\n"
    )
    return colours + _file("page.css")


@lru_cache(maxsize=1)
def script() -> str:
    """What the report does; nothing of a result is part of it."""
    return _file("page.js")


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
