"""Results as text and tables: plain, Markdown, LaTeX, HTML, and the cell of a notebook."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.base.result import Result
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.tables import by_measure, league_of, named
from jointstats.drawing import layout
from jointstats.drawing.document import FIRST, Grid, grid, left_out
from jointstats.interfaces import figures
from jointstats.table.results_table import ResultsTable


def summary(result: Result, width: int | None = None) -> str:
    """The whole result as text, as wide as the terminal; :data:`layout.WIDTH` elsewhere."""
    return layout.written(words_of(result).document(), width)


def shown(result: Result, width: int | None = None) -> str:
    """The result on one screen: what it says first, and where the rest is."""
    return layout.written(
        words_of(result).short() or words_of(result).document(), width, most=layout.SCREEN
    )


def table(result: Result, name: str | None = None) -> Grid:
    """The table of a result for a document; of a comparison the one with this name."""
    return named(result, name) if isinstance(result, Comparison) else words_of(result).table()


def to_markdown(result: Result, name: str | None = None) -> str:
    """The result's table in Markdown; of a comparison the league, or another named one."""
    return markdown(table(result, name))


def markdown(content: Grid) -> str:
    """A table in Markdown."""
    rule = ["---:" if side == "r" else "---" for side in content.sides]
    lines = [_markdown_line(content.names), "| " + " | ".join(rule) + " |"]
    for i, row in enumerate(content.rows):
        if i in content.headings:
            lines.append(_markdown_line([content.headings[i], *[""] * (len(row) - 1)]))
        lines.append(_markdown_line(row, content.marks[i] if content.marks else ()))
    return "\n".join([*lines, *(["", _plain(content.note)] if content.note else [])])


# What would be markup, and not the letters of a name: tags, entities, emphasis, code and links.
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|[\\`]|\*(?=\S)|(?<=\])\(")


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    entities = {"<": "&lt;", "&": "&amp;"}
    return _MARKUP.sub(lambda match: entities.get(match[0], f"\\{match[0]}"), text)


_MARKS = {"bold": "**%s**", "underlined": "<u>%s</u>"}


def _markdown_line(row: Sequence[str], marks: Sequence[str] = ()) -> str:
    cells = [_plain(cell).replace("|", r"\|").replace("\n", " ") for cell in row]
    for i, words in enumerate(marks):
        for mark in words.split():
            cells[i] = _MARKS.get(mark, "%s").replace("%s", cells[i])
    return "| " + " | ".join(cells) + " |"


def to_latex(result: Result, name: str | None = None) -> str:
    r"""A LaTeX ``tabular`` of the result; needs ``\usepackage{booktabs}``.

    Long statements wrap in a column of 0.45 line widths. More than 40 rows are a ``longtable``,
    which needs ``\usepackage{longtable}``, too. Of a comparison it is the league, or another of its
    tables by name.
    """
    return latex(table(result, name))


def html_table(content: Grid) -> str:
    """An HTML table: header cells in scope, the first column naming its row."""
    header = "".join(
        f'<th scope="col"{_style(name, side)}>{html.escape(name)}</th>'
        for name, side in zip(content.names, content.sides, strict=True)
    )
    # A sentence needs room: the table then scrolls sideways on a phone.
    room = any(len(row[0]) > 40 for row in content.rows)
    first = ' style="min-width:15rem"' if room else ""
    body = "".join(f"<tr>{_row(row, content.sides, first)}</tr>" for row in content.rows)
    note = f"<p>{html.escape(content.note)}</p>" if content.note else ""
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>{note}"


def _row(cells: Sequence[str], sides: str, style: str) -> str:
    first, *rest = cells
    return f'<th scope="row"{style}>{html.escape(first)}</th>' + "".join(
        f"<td{_style(cell, side)}>{html.escape(cell)}</td>"
        for cell, side in zip(rest, sides[1:], strict=True)
    )


def _style(cell: str, side: str) -> str:
    """Numbers on the right; numbers and intervals unbroken."""
    if side == "r":
        return ' style="text-align:right;white-space:nowrap"'
    return ' style="white-space:nowrap"' if " [" in cell else ""


ONE_PAGE = 40  # rows of a table; a longer one goes over several pages
LONGEST = 45  # letters of a cell on one line

_LATEX = {letter: rf"\{letter}" for letter in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": "$<$",
    ">": "$>$",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "²": "$^2$",
    "½": r"$\frac{1}{2}$",
    "α": r"$\alpha$",
    "λ": r"$\lambda$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "→": r"$\rightarrow$",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "’": "'",
    "|": r"\textbar{}",
    '"': "''",
    "\u00a0": "~",
    "\n": " ",
}
_SPECIAL = re.compile("[" + re.escape("".join(_LATEX)) + "]")
_MINUS = re.compile(r"(?<![\w.)-])-(?=\d)")
_COMMANDS = {"bold": r"\textbf{%s}", "underlined": r"\underline{%s}"}


def latex(content: Grid) -> str:
    """A table in LaTeX; longer than a page it needs the package longtable, too."""
    head = " & ".join(map(escaped, content.names)) + r" \\"
    sides = "".join(_columns(content))
    note = [rf"\par {escaped(content.note)}"] if content.note else []
    if len(content.rows) <= ONE_PAGE:
        kind, rows = "tabular", [*_body(content), r"\bottomrule"]
    else:
        more = rf"\multicolumn{{{len(content.names)}}}{{r}}{{\emph{{continued}}}} \\"
        ends = [r"\endhead", r"\midrule", more, r"\endfoot", r"\bottomrule", r"\endlastfoot"]
        kind, rows = "longtable", [*ends, *_body(content)]
    begin = [rf"\begin{{{kind}}}{{{sides}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*begin, *rows, rf"\end{{{kind}}}", *note])


def _body(content: Grid) -> Iterator[str]:
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
        said = _COMMANDS[mark] % said
    return said


def _columns(content: Grid) -> Iterator[str]:
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


ROWS = 12  # of a results table


def cell(result: Result) -> str:
    """Verdict, first figure, tables and what to keep in mind, without matplotlib."""
    picture = figures.to_svg(result, title=False, notes=False) if result.figures else ""
    shown = "".join([picture, *_shown(result)])
    notes = "".join(f"<p>{html.escape(text)}</p>" for text in result.warnings)
    return f"<div><p><strong>{html.escape(result.verdict)}</strong></p>{shown}{notes}</div>"


def cell_of_data(data: ResultsTable) -> str:
    """The first rows of a results table, and how many more there are."""
    frame = data.to_frame()
    numbers = [name in data.measures for name in frame.columns]
    rows = [
        [
            _number(value) if number else str(value)
            for value, number in zip(row, numbers, strict=True)
        ]
        for row in frame.head(ROWS).itertuples(index=False)
    ]
    sides = "".join("r" if number else "l" for number in numbers)
    more = left_out(len(frame), len(rows))
    said = html.escape(repr(data).splitlines()[0])
    heads = [
        wording.measure(name, data.measures[name]) if name in data.measures else str(name)
        for name in frame.columns
    ]
    return f"<div><p>{said}</p>{html_table(grid(heads, rows, sides).noted(more))}</div>"


def _number(value: float) -> str:
    return "–" if value != value else wording.significant(float(value))


def _shown(result: Result) -> list[str]:
    if isinstance(result, LeaderboardResult):
        return [_first(league_of(result), "algorithm")]
    if not isinstance(result, Comparison):
        return [_first(words_of(result).table(), "row")]
    if len(result.pairs) == 1:  # the verdict is its sentence
        return [_first(by_measure(result, result.pairs[0]), "measure")]
    return [
        _first(league_of(result.leaderboard), "algorithm"),
        _first(named(result, "pairs"), "pair"),
    ]


def _first(table: Grid, word: str) -> str:
    """The first rows of a table, and how many more there are."""
    of = max(table.of, len(table.rows))
    more = left_out(of, min(of, FIRST), word)
    note = " ".join(filter(None, (table.note if table.of <= len(table.rows) else "", more)))
    return html_table(replace(table, rows=table.rows[:FIRST], note=note))
