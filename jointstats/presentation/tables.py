"""Results as tables: Markdown, LaTeX (booktabs), and HTML for notebooks and the report."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.compare.pairs import (
    LikelihoodPair,
    MeanPair,
    PosteriorPair,
    SeparatePair,
)
from jointstats.labelled.compare.pairwise_result import (
    JointPairsResult,
    PairwiseResult,
    SeparatePairsResult,
)
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import LEVEL, SeparateResult, SeparateTest
from jointstats.presentation.boards import whole_board
from jointstats.presentation.cells import table_of
from jointstats.presentation.pieces import (
    delta_interval,
    level,
    median_interval,
    span,
    statement_columns,
)

_LATEX = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "<": "$<$", ">": "$>$", "−": "$-$", "–": "--", "—": "---", "≥": r"$\geq$", "≤": r"$\leq$",
    "·": r"$\cdot$", "×": r"$\times$", "²": "$^2$", "½": r"$\frac{1}{2}$", "α": r"$\alpha$",
    "λ": r"$\lambda$", "↑": r"$\uparrow$", "↓": r"$\downarrow$", "→": r"$\rightarrow$",
    "…": r"\ldots{}", "“": "``", "”": "''", "’": "'", "|": r"\textbar{}", '"': "''",
    "\u00a0": "~",
}  # fmt: skip
_SPECIAL = re.compile("[" + re.escape("".join(_LATEX)) + "]")
_MINUS = re.compile(r"(?<![\w.)-])-(?=\d)")


@dataclass(frozen=True)
class Table:
    """Text cells with their column names.

    Attributes
    ----------
    names : list of str
    rows : list of list of str
    sides : str
        ``l`` or ``r`` for each column.
    """

    names: list[str]
    rows: list[list[str]]
    sides: str


@singledispatch
def table(result: Result) -> Table:
    """The result's table in the digits and words that readers need; default: as declared."""
    made = table_of(result)
    return Table(list(made.names), [list(row) for row in made.rows], made.sides)


@table.register
def _(result: JointResult) -> Table:
    columns = statement_columns(result)
    rows = [
        [
            wording.cell(row.order, result.question, result.control),
            *(say(row) for say in columns.values()),
        ]
        for row in result.statements
    ]
    return Table(["statement", *columns], rows, "l" + "r" * len(columns))


@table.register
def _(result: SeparateResult) -> Table:
    return separate_table(result.tests, result.p_adjust, result.level)


def tables(result: Result) -> list[Table]:
    """All tables of a result: of a comparison, the joint test first, then the separate ones."""
    if not isinstance(result, Comparison):
        return [table(result)]
    joint = result.pairs.get("bayes") or result.joint.get("bayes")
    return [*([] if joint is None else [table(joint)]), table(result)]


@table.register
def _(result: Comparison) -> Table:
    rows = [row for part in result.separate.values() for row in part.tests]
    return separate_table(rows, result.p_adjust)


def separate_table(tests: Sequence[SeparateTest], p_adjust: str, coverage: float = LEVEL) -> Table:
    """The separate tests, a row per measure and pair."""
    tied = any(row.ties for row in tests)
    own = any(row.n is not None for row in tests)
    percent = level(coverage)
    rows = [
        [row.measure, row.a, row.b, f"{row.wins_a}–{row.wins_b}",
         *([str(row.ties)] if tied else []), *([str(row.n)] if own else []),
         wording.p_number(row.p_adjusted), row.winner or "not decided",
         median_interval(row), delta_interval(row)]
        for row in tests
    ]  # fmt: skip
    names = ["measure", "a", "b", "wins a–b", *(["ties"] if tied else []),
             *(["data sets"] if own else []),
             wording.adjusted_p(p_adjust), "better", f"median a − b [{percent}]",
             f"Cliff's delta [{percent}]"]  # fmt: skip
    return Table(names, rows, "lllr" + "r" * (tied + own) + "rlll")


@table.register
def _(result: JointPairsResult) -> Table:
    names = ["a", "b", "leading statement", "seen on", *_value_names(result), "decided"]
    rows = [
        [row.a, row.b, row.statement or "several lead equally", wording.seen(row.count, row.n),
         *_values(row), "yes" if row.decided else "no"]
        for row in result.pairs
    ]  # fmt: skip
    return Table(names, rows, "lllr" + "r" * len(_value_names(result)) + "l")


@table.register
def _(result: SeparatePairsResult) -> Table:
    names = ["a", "b", "measure", *_value_names(result), "better"]
    rows = [
        [row.a, row.b, row.measure, *_values(row), row.winner or "not decided"]
        for row in result.pairs
    ]
    return Table(names, rows, "lllrrl")


def _value_names(result: PairwiseResult) -> list[str]:
    return ["p", wording.adjusted_p(result.p_adjust)] if result.pairs[0].by_p else ["probability"]


def _values(row: PosteriorPair | LikelihoodPair | SeparatePair | MeanPair) -> list[str]:
    """What decides a pair: its probability, or its p-values."""
    if isinstance(row, PosteriorPair):
        return [_unknown(row.probability, lambda p: wording.probability_cell(p, row.mcse))]
    return [_unknown(p, wording.p_number) for p in (row.p_value, row.p_adjusted)]


@table.register
def _(result: ParetoResult) -> Table:
    rows = [
        [row.a, row.b, wording.count(row.count_a), wording.count(row.count_b),
         wording.count(result.n - row.count_a - row.count_b),
         wording.probability_cell(row.probability), wording.p_number(row.p_value),
         wording.p_number(row.p_adjusted), row.winner or "not decided"]
        for row in result.pairs
    ]  # fmt: skip
    names = ["a", "b", "a better on all", "b better on all", "neither", "P(a more often)",
             "exact p", wording.adjusted_p(result.p_adjust), "more often"]  # fmt: skip
    return Table(names, rows, "llrrrrrrl")


@table.register
def _(result: LeaderboardResult) -> Table:
    made = whole_board(result)
    return Table(list(made.names), [list(row) for row in made.rows], made.sides)


def shares_table(result: ParetoResult) -> Table:
    """Non-dominated shares of a Pareto result, largest first."""
    rows = [
        [row.algorithm, wording.count(row.count), wording.percent(row.share),
         span(row.share_low, row.share_high)]
        for row in sorted(result.nondominated, key=lambda row: -row.share)
    ]  # fmt: skip
    names = ["algorithm", "data sets", "expected share", wording.credible(result.level)]
    return Table(names, rows, "lrrr")


def _unknown(x: float | None, say: Any) -> str:
    return "–" if x is None or x != x else say(x)


def to_markdown(result: Result) -> str:
    """The result as a Markdown table; a comparison has two, of the joint and the separate tests."""
    return markdown(tables(result))


def markdown(made: Sequence[Table]) -> str:
    """Tables in Markdown, an empty line between them."""
    return "\n\n".join(map(_markdown_table, made))


def _markdown_table(made: Table) -> str:
    rule = ["---:" if side == "r" else "---" for side in made.sides]
    lines = [_markdown_line(row) for row in (made.names, *made.rows)]
    return "\n".join([lines[0], "| " + " | ".join(rule) + " |", *lines[1:]])


def _markdown_line(row: Sequence[str]) -> str:
    cells = [cell.replace("\\", "\\\\").replace("|", r"\|").replace("\n", " ") for cell in row]
    return "| " + " | ".join(cells) + " |"


def to_latex(result: Result) -> str:
    r"""A LaTeX ``tabular`` of the result; needs ``\usepackage{booktabs}`` and nothing else.

    Long statements wrap in a column of 0.45 line widths. A comparison has two tables, of the joint
    and of the separate tests.
    """
    return latex(tables(result))


def latex(made: Sequence[Table]) -> str:
    """Tables in LaTeX, as :func:`to_latex` describes, an empty line between them."""
    return "\n\n".join(map(_latex_table, made))


def _latex_table(made: Table) -> str:
    longest = [max(map(len, column)) for column in zip(made.names, *made.rows, strict=True)]
    sides = [
        r"p{0.45\linewidth}" if side == "l" and size > 45 else side
        for side, size in zip(made.sides, longest, strict=True)
    ]
    body = [" & ".join(map(_escaped, row)) + r" \\" for row in made.rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{''.join(sides)}}}",
            r"\toprule",
            " & ".join(map(_escaped, made.names)) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _escaped(text: str) -> str:
    # A bracket after \\ would be read as its option: braces keep it a letter.
    text = _MINUS.sub("−", text)  # a minus, not a hyphen
    escaped = _SPECIAL.sub(lambda letter: _LATEX[letter[0]], text)
    return f"{{{escaped}}}" if escaped.startswith(("[", "*")) else escaped


def to_html(result: Result) -> str:
    """Verdict and table, for notebooks."""
    notes = "".join(f"<p>{html.escape(text)}</p>" for text in result.warnings)
    return (
        f"<div><p><strong>{html.escape(result.verdict)}</strong></p>"
        f"{html_table(table(result))}{notes}</div>"
    )


def html_table(made: Table, caption: str = "") -> str:
    """An HTML table: header cells in scope, the first column naming its row."""
    header = "".join(
        f'<th scope="col"{_style(name, side)}>{html.escape(name)}</th>'
        for name, side in zip(made.names, made.sides, strict=True)
    )
    # A sentence needs room: the table then scrolls sideways on a phone.
    room = any(len(row[0]) > 40 for row in made.rows)
    first = ' style="min-width:15rem"' if room else ""
    body = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row"{first}>{html.escape(cell)}</th>'
            if i == 0
            else f"<td{_style(cell, side)}>{html.escape(cell)}</td>"
            for i, (cell, side) in enumerate(zip(row, made.sides, strict=True))
        )
        + "</tr>"
        for row in made.rows
    )
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"


def _style(cell: str, side: str) -> str:
    """Numbers on the right; numbers and intervals unbroken."""
    if side == "r":
        return ' style="text-align:right;white-space:nowrap"'
    return ' style="white-space:nowrap"' if " [" in cell else ""
