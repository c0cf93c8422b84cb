"""Results as tables: Markdown, LaTeX (booktabs), and HTML for notebooks and the report."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.labelled.compare.pairwise_result import (
    JointPairsResult,
    LikelihoodPair,
    MeanPair,
    PairwiseResult,
    PosteriorPair,
    SeparatePair,
    SeparatePairsResult,
)
from jointstats.labelled.joint.pareto import ParetoPair, ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.result import Result
from jointstats.labelled.sensitivity.result import SensitivityResult
from jointstats.labelled.single.separate import LEVEL, SeparateResult, SeparateTest
from jointstats.presentation.boards import whole_board
from jointstats.presentation.cells import table_of
from jointstats.presentation.changes import changing, factors
from jointstats.presentation.document import Grid
from jointstats.presentation.latex import latex
from jointstats.presentation.leading import MOST, left_out
from jointstats.presentation.pieces import (
    delta_interval,
    level,
    median_interval,
    span,
    statement_columns,
)


@dataclass(frozen=True)
class Table:
    """Text cells with their column names.

    Attributes
    ----------
    names : list of str
    rows : list of list of str
    sides : str
        ``l`` or ``r`` for each column.
    of : int
        How many rows there are in all, if these are the first ones.
    note : str
        How many rows are left out, and what lists them; or what the cells say.
    headings : dict
        Row to the heading above it, where rows come in groups.
    marks : list of list of str
        Of every cell how it is set off: "bold", "underlined".
    """

    names: list[str]
    rows: list[list[str]]
    sides: str
    of: int = 0
    note: str = ""
    headings: dict[int, str] = field(default_factory=dict)
    marks: list[list[str]] = field(default_factory=list)


def first_rows(names: list[str], rows: list[list[str]], sides: str, of: int, word: str) -> Table:
    """A table of some rows, with a note on those that are left out."""
    return Table(names, rows, sides, of, left_out(of, len(rows), word))


@singledispatch
def table(result: Result) -> Table:
    """The result's table in the digits and words that readers need; default: as declared."""
    return _bounded(table_of(result))


def _bounded(made: Grid) -> Table:
    """A grid as a table, its first rows if it has very many."""
    rows = [list(row) for row in made.rows[:MOST]]
    return first_rows(list(made.names), rows, made.sides, len(made.rows), "row")


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
    return separate_table(
        result.tests[:MOST], result.test, result.p_adjust, result.level, of=len(result.tests)
    )


def tables(result: Result, name: str | None = None) -> list[Table]:
    """The tables of a result for a document; of a comparison the one with this name."""
    if not isinstance(result, Comparison):
        return [table(result)]
    from jointstats.presentation.comparison_tables import named

    return [named(result, name)]


@table.register
def _(result: Comparison) -> Table:
    return tables(result)[0]


def separate_table(
    tests: Sequence[SeparateTest],
    test: str,
    p_adjust: str,
    coverage: float = LEVEL,
    *,
    of: int = 0,
) -> Table:
    """The separate tests, a row per measure and pair.

    Parameters
    ----------
    tests : sequence of SeparateTest
    test : str
        Which test this is: what it supposes is said below the table.
    p_adjust : str
    coverage : float
        Of the intervals.
    of : int
        How many tests there are, if these are some of them.
    """
    tied = any(row.ties for row in tests)
    own = any(row.n is not None for row in tests)
    percent = level(coverage)
    rows = [
        [row.measure, row.a, row.b, f"{row.wins_a}–{row.wins_b}",
         *([str(row.ties)] if tied else []), *([str(row.n)] if own else []),
         wording.p_number(row.p_adjusted), row.winner or "open",
         median_interval(row), delta_interval(row)]
        for row in tests
    ]  # fmt: skip
    names = ["measure", "a", "b", "wins a–b", *(["ties"] if tied else []),
             *(["data sets"] if own else []),
             wording.adjusted_p(p_adjust), "better", f"median a − b [{percent}]",
             f"Cliff's delta [about {percent}]"]  # fmt: skip
    made = first_rows(names, rows, "lllr" + "r" * (tied + own) + "rlll", of, "test")
    return _supposing(made, test)


def _supposing(made: Table, test: str) -> Table:
    """A table of tests with what these suppose below it."""
    supposed = wording.SYMMETRIC if test == "wilcoxon" else ""
    return replace(made, note=" ".join(filter(None, (supposed, made.note))))


@table.register
def _(result: JointPairsResult) -> Table:
    return joint_table(result, result.pairs[:MOST])


def joint_table(
    result: JointPairsResult,
    pairs: Sequence[LikelihoodPair | PosteriorPair],
) -> Table:
    """A joint test of these of its pairs."""
    names = ["a", "b", "most frequent statement", "seen on", *_value_names(result), "shown"]
    rows = [
        [row.a, row.b,
         row.statement or "several share the first place", wording.seen(row.count, row.n),
         *_values(row), "yes" if row.decided else "no"]
        for row in pairs
    ]  # fmt: skip
    sides = "lllr" + "r" * len(_value_names(result)) + "l"
    return first_rows(names, rows, sides, len(result.pairs), "pair")


@table.register
def _(result: SeparatePairsResult) -> Table:
    names = ["a", "b", "measure", *_value_names(result), "better"]
    rows = [
        [row.a, row.b, row.measure, *_values(row), row.winner or "open"]
        for row in result.pairs[:MOST]
    ]
    made = first_rows(names, rows, "lllrrl", len(result.pairs), "row")
    return _supposing(made, result.test_name)


def _value_names(result: PairwiseResult) -> list[str]:
    return ["p", wording.adjusted_p(result.p_adjust)] if result.pairs[0].by_p else ["probability"]


def _values(row: PosteriorPair | LikelihoodPair | SeparatePair | MeanPair) -> list[str]:
    """What decides a pair: its probability, or its p-values."""
    if isinstance(row, PosteriorPair):
        return [_unknown(row.probability, lambda p: wording.probability_cell(p, row.mcse))]
    return [_unknown(p, wording.p_number) for p in (row.p_value, row.p_adjusted)]


@table.register
def _(result: ParetoResult) -> Table:
    return pareto_table(result, result.pairs[:MOST])


def pareto_table(result: ParetoResult, pairs: Sequence[ParetoPair]) -> Table:
    """These of its pairs."""
    rows = [
        [row.a, row.b, str(row.count_a), str(row.count_b), wording.p_number(row.p_value),
         wording.p_number(row.p_adjusted), row.winner or "open", row.price or ""]
        for row in pairs
    ]  # fmt: skip
    names = ["a", "b", "a dominates", "b dominates", "exact p",
             wording.adjusted_p(result.p_adjust), "more often", "price: more wins on"]  # fmt: skip
    return first_rows(names, rows, "llrrrrll", len(result.pairs), "pair")


@table.register
def _(result: LeaderboardResult) -> Table:
    made = whole_board(result)
    return Table(list(made.names), [list(row) for row in made.rows], made.sides)


@table.register
def _(result: SensitivityResult) -> Table:
    """The settings that change something; of a verdict that nothing changes, the factors."""
    shown, left = changing(result, MOST)
    made = factors(result) if shown is None else shown
    rows = [list(row) for row in made.rows]
    return first_rows(list(made.names), rows, made.sides, len(rows) + left, "setting")


def shares_table(result: ParetoResult) -> Table:
    """Pareto-optimal shares, largest first."""
    rows = [
        [row.algorithm, str(row.count), _unknown(row.share, wording.percent),
         span(row.share_low, row.share_high)]
        for row in sorted(result.nondominated, key=lambda row: -row.count)
    ]  # fmt: skip
    what, interval = wording.voters(result.n_families), wording.interval(result.level)
    return Table(["algorithm", what, "share", interval], rows, "lrrr")


def _unknown(x: float | None, say: Any) -> str:
    return "–" if x is None or x != x else say(x)


def to_markdown(result: Result, name: str | None = None) -> str:
    """The result's table in Markdown; of a comparison the league, or another by its name."""
    return markdown(tables(result, name))


def markdown(made: Sequence[Table]) -> str:
    """Tables in Markdown, an empty line between them."""
    return "\n\n".join(map(_markdown_table, made))


def _markdown_table(made: Table) -> str:
    rule = ["---:" if side == "r" else "---" for side in made.sides]
    lines = [_markdown_line(made.names), "| " + " | ".join(rule) + " |"]
    for i, row in enumerate(made.rows):
        if i in made.headings:
            lines.append(_markdown_line([made.headings[i], *[""] * (len(row) - 1)]))
        lines.append(_markdown_line(row, made.marks[i] if made.marks else ()))
    return "\n".join([*lines, *(["", _plain(made.note)] if made.note else [])])


# What would be markup, and not the letters of a name: tags, entities, emphasis, code and links.
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|[\\`]|\*(?=\S)|(?<=\])\(")


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    entities = {"<": "&lt;", "&": "&amp;"}
    return _MARKUP.sub(lambda found: entities.get(found[0], f"\\{found[0]}"), text)


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
    return latex(tables(result, name))


def html_table(made: Table) -> str:
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
    note = f"<p>{html.escape(made.note)}</p>" if made.note else ""
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>{note}"


def _style(cell: str, side: str) -> str:
    """Numbers on the right; numbers and intervals unbroken."""
    if side == "r":
        return ' style="text-align:right;white-space:nowrap"'
    return ' style="white-space:nowrap"' if " [" in cell else ""
