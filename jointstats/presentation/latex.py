r"""Tables in LaTeX (booktabs), over several pages with longtable; all text is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jointstats.presentation.tables import Table

ONE_PAGE = 40  # rows of a table; a longer one goes over several pages
LONGEST = 45  # letters of a cell on one line

_LATEX = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "<": "$<$", ">": "$>$", "−": "$-$", "–": "--", "—": "---", "≥": r"$\geq$", "≤": r"$\leq$",
    "·": r"$\cdot$", "×": r"$\times$", "²": "$^2$", "½": r"$\frac{1}{2}$", "α": r"$\alpha$",
    "λ": r"$\lambda$", "↑": r"$\uparrow$", "↓": r"$\downarrow$", "→": r"$\rightarrow$",
    "…": r"\ldots{}", "“": "``", "”": "''", "’": "'", "|": r"\textbar{}", '"': "''",
    "\u00a0": "~", "\n": " ",
}  # fmt: skip
_SPECIAL = re.compile("[" + re.escape("".join(_LATEX)) + "]")
_MINUS = re.compile(r"(?<![\w.)-])-(?=\d)")
_MARKS = {"bold": r"\textbf{%s}", "underlined": r"\underline{%s}"}


def latex(content: Sequence[Table]) -> str:
    """Tables in LaTeX, an empty line between them."""
    return "\n\n".join(map(table, content))


def table(content: Table) -> str:
    """One table; longer than a page it needs the package longtable, too."""
    head = " & ".join(map(escaped, content.names)) + r" \\"
    sides = "".join(_columns(content))
    note = [rf"\par {escaped(content.note)}"] if content.note else []
    if len(content.rows) <= ONE_PAGE:
        before = [rf"\begin{{tabular}}{{{sides}}}", r"\toprule", head, r"\midrule"]
        return "\n".join([*before, *_body(content), r"\bottomrule", r"\end{tabular}", *note])
    width = len(content.names)
    more = rf"\multicolumn{{{width}}}{{r}}{{\emph{{continued}}}} \\"
    return "\n".join(
        [
            rf"\begin{{longtable}}{{{sides}}}",
            r"\toprule", head, r"\midrule", r"\endhead",
            r"\midrule", more, r"\endfoot",
            r"\bottomrule", r"\endlastfoot",
            *_body(content),
            r"\end{longtable}",
            *note,
        ]
    )  # fmt: skip


def _body(content: Table) -> Iterator[str]:
    """The rows, with headings between them."""
    width = len(content.names)
    for i, row in enumerate(content.rows):
        if i in content.headings:
            yield from [r"\addlinespace"] if i else []
            yield rf"\multicolumn{{{width}}}{{l}}{{\emph{{{escaped(content.headings[i])}}}}} \\"
        marks = content.marks[i] if content.marks else ()
        cells = (_marked(cell, mark or "") for cell, mark in zip_longest(row, marks))
        yield " & ".join(cells) + r" \\"


def _marked(cell: str, marks: str) -> str:
    """A cell with its marks, such as "bold underlined"."""
    said = escaped(cell)
    for mark in marks.split():
        said = _MARKS[mark] % said
    return said


def _columns(content: Table) -> Iterator[str]:
    cells = zip(content.names, *content.rows, strict=True)
    for side, column in zip(content.sides, cells, strict=True):
        long = side == "l" and max(map(len, column)) > LONGEST
        yield r"p{0.45\linewidth}" if long else side


def escaped(text: str) -> str:
    """Text as LaTeX takes it."""
    # A bracket after \\ would be read as its option: braces keep it a letter.
    text = _MINUS.sub("−", text)  # a minus, not a hyphen
    said = _SPECIAL.sub(lambda letter: _LATEX[letter[0]], text)
    return f"{{{said}}}" if said.startswith(("[", "*")) else said
