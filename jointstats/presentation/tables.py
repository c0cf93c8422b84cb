"""Results as tables: Markdown, LaTeX (booktabs), and HTML for notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.result import Result

_LATEX = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "−": "$-$", "–": "--",
}  # fmt: skip


def cells(result: Result) -> tuple[list[str], list[list[str]], str]:
    """The result's frame as text: column names, rows, and each column's side (l or r)."""
    frame = result.to_frame()
    numeric = [kind.kind in "fiu" for kind in frame.dtypes]
    rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False, name=None)]
    names = [str(name).replace("_", " ") for name in frame.columns]
    return names, rows, "".join("r" if number else "l" for number in numeric)


def _cell(value: Any) -> str:
    if value is None or value != value:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return wording.count(value) if value == round(value) else wording.significant(value)
    return str(value)


def to_markdown(result: Result) -> str:
    """A Markdown table of the result's frame."""
    names, rows, sides = cells(result)
    rule = ["---:" if side == "r" else "---" for side in sides]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |"
        for row in (names, rule, *rows)
    )


def to_latex(result: Result) -> str:
    r"""A LaTeX ``tabular`` of the result's frame; needs ``\usepackage{booktabs}``."""
    names, rows, sides = cells(result)
    body = [" & ".join(map(_escaped, row)) + r" \\" for row in rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            " & ".join(map(_escaped, names)) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in text)


def to_html(result: Result) -> str:
    """Verdict and table, for notebooks."""
    names, rows, sides = cells(result)
    notes = "".join(f"<p>{html.escape(text)}</p>" for text in result.warnings)
    return (
        f"<div><p><strong>{html.escape(result.verdict)}</strong></p>"
        f"{html_table(names, rows, sides)}{notes}</div>"
    )


def html_table(names: Sequence[str], rows: Sequence[Sequence[str]], sides: str) -> str:
    """An HTML table with header cells in scope."""
    style = {"l": ' style="text-align:left"', "r": ' style="text-align:right"'}
    header = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in names)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{style[side]}>{html.escape(cell)}</td>"
            for cell, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"
