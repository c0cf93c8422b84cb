"""Results as tables: Markdown, LaTeX (booktabs), and HTML for notebooks and the report."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.normal.hotelling import HotellingResult
from jointstats.labelled.normal.mardia import MardiaResult
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import SeparateResult
from jointstats.presentation.pieces import interval, span

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
    """The result's table in the digits and words that readers need; default: its frame."""
    frame = result.to_frame()
    numeric = [kind.kind in "fiu" for kind in frame.dtypes]
    says = [_sayer(str(name)) for name in frame.columns]
    rows = [
        [say(value) for say, value in zip(says, row, strict=True)]
        for row in frame.itertuples(index=False, name=None)
    ]
    names = [str(name).replace("_", " ") for name in frame.columns]
    return Table(names, rows, "".join("r" if number else "l" for number in numeric))


@table.register
def _(result: JointResult) -> Table:
    columns: dict[str, tuple[str, Any]] = {
        "count": ("count", lambda row: wording.count(row["count"])),
        "probability": ("probability", lambda row: _probability(row["probability"], row["mcse"])),
        "probability_lower": ("P lower", lambda row: _probability(row["probability_lower"])),
        "probability_upper": ("P upper", lambda row: _probability(row["probability_upper"])),
        "share": ("share", lambda row: _unknown(row["share"], wording.percent)),
        "share_low": ("95 % interval", lambda row: _span(row)),
    }
    first = result.statements[0] if result.statements else {}
    used = [
        columns[key]
        for key in columns
        if any(row.get(key) is not None for row in result.statements) or key in ("count",)
    ]
    if "probability_lower" in first:
        used = [column for column in used if column[0] != "probability"]
    names = ["statement", *(name for name, _ in used)]
    rows = [
        [
            wording.cell(row["order"], result.question, result.control),
            *(say(row) for _, say in used),
        ]
        for row in result.statements
    ]
    return Table(names, rows, "l" + "r" * len(used))


@table.register
def _(result: SeparateResult) -> Table:
    return separate_table(result.tests, result.p_adjust)


def tables(result: Result) -> list[Table]:
    """All tables of a result: of a comparison, the joint test first, then the separate ones."""
    if not isinstance(result, Comparison):
        return [table(result)]
    joint = result.pairs.get("bayes") or result.joint.get("bayes")
    return [*([] if joint is None else [table(joint)]), table(result)]


@table.register
def _(result: Comparison) -> Table:
    rows = [row for part in result.separate.values() for row in part["tests"]]
    return separate_table(rows, result.p_adjust)


def separate_table(tests: Sequence[dict[str, Any]], p_adjust: str) -> Table:
    """The separate tests, a row per measure and pair."""
    tied = any(row["ties"] for row in tests)
    rows = [
        [row["measure"], row["a"], row["b"], f"{row['wins_a']}–{row['wins_b']}",
         *([str(row["ties"])] if tied else []),
         wording.p_number(row["p_adjusted"]), row["winner"] or "not decided",
         interval(row, "median"), interval(row, "cliffs")]
        for row in tests
    ]  # fmt: skip
    names = ["measure", "a", "b", "wins a–b", *(["ties"] if tied else []),
             wording.adjusted_p(p_adjust), "better", "median a − b [95 %]",
             "Cliff's delta [95 %]"]  # fmt: skip
    return Table(names, rows, "lllr" + ("r" if tied else "") + "rlll")


@table.register
def _(result: PairwiseResult) -> Table:
    joint = bool(result.pairs) and "order" in result.pairs[0]
    given = bool(result.pairs) and "probability" in result.pairs[0]
    single = bool(result.pairs) and "measure" in result.pairs[0]
    names = ["a", "b", *(["measure"] if single else []), *(["leading statement"] if joint else [])]
    counted = joint and "count" in result.pairs[0]
    names += ["seen on"] if counted else []
    names += ["probability"] if given else ["p", wording.adjusted_p(result.p_adjust)]
    names += ["decided"] if joint else ["better"]
    rows = []
    for row in result.pairs:
        cells = [row["a"], row["b"], *([row["measure"]] if single else [])]
        cells += [row["statement"] or "several lead equally"] if joint else []
        cells += [wording.seen(row["count"], row["n"])] if counted else []
        values = [row["probability"]] if given else [row["p_value"], row["p_adjusted"]]
        cells += [_unknown(x, wording.probability if given else wording.p_number) for x in values]
        cells += [("yes" if row["decided"] else "no") if joint else row["winner"] or "not decided"]
        rows.append(cells)
    sides = "ll" + "l" * (single + joint) + "r" * counted + "r" * (1 if given else 2) + "l"
    return Table(names, rows, sides)


@table.register
def _(result: ParetoResult) -> Table:
    rows = [
        [row["a"], row["b"], wording.count(row["count_a"]), wording.count(row["count_b"]),
         wording.count(result.n - row["count_a"] - row["count_b"]),
         wording.probability(row["probability"]), wording.p_number(row["p_value_exact"]),
         row["winner"] or "not decided"]
        for row in result.pairs
    ]  # fmt: skip
    names = ["a", "b", "a better on all", "b better on all", "split", "P(a more often)", "exact p",
             "more often"]  # fmt: skip
    return Table(names, rows, "llrrrrrl")


@table.register
def _(result: HotellingResult) -> Table:
    return means_table(result.tests, result.p_adjust)


@table.register
def _(result: MardiaResult) -> Table:
    rows = [
        [str(row["sample"]), str(row["n"]), _unknown(row["skewness"], wording.significant),
         _unknown(row["skewness_p_adjusted"], wording.p_number),
         _unknown(row["kurtosis"], wording.significant),
         _unknown(row["kurtosis_p_adjusted"], wording.p_number),
         "–" if row["normal"] is None else "yes" if row["normal"] else "no"]
        for row in result.samples
    ]  # fmt: skip
    p = wording.adjusted_p(result.p_adjust)
    return Table(["sample", "n", "skewness", p, "kurtosis", p, "may be normal"], rows, "lrrrrrl")


def means_table(tests: Sequence[dict[str, Any]], p_adjust: str) -> Table:
    """Mean differences, a row per pair and measure."""
    bounded = any(row.get("low") is not None for row in tests)
    rows = [
        [row["measure"], row["a"], row["b"], _mean(row, bounded),
         _unknown(row["t"], wording.significant),
         _unknown(row["p_adjusted"], wording.p_number), row["winner"] or "not decided"]
        for row in tests
    ]  # fmt: skip
    names = ["measure", "a", "b", "mean a − b" + (" [interval]" if bounded else ""), "t",
             wording.adjusted_p(p_adjust), "better"]  # fmt: skip
    return Table(names, rows, "llllrrl")


def _mean(row: dict[str, Any], bounded: bool) -> str:
    mean = _unknown(row["mean_difference"], wording.significant)
    if not bounded or row["low"] is None:
        return mean
    return f"{mean} [{wording.significant(row['low'])}, {wording.significant(row['high'])}]"


def shares_table(result: ParetoResult) -> Table:
    """Non-dominated shares of a Pareto result, largest first."""
    rows = [
        [row["algorithm"], wording.count(row["count"]), wording.percent(row["share"]), _span(row)]
        for row in sorted(result.nondominated, key=lambda row: -row["share"])
    ]
    names = ["algorithm", "data sets", "expected share", f"{result.level:.0%} interval"]
    return Table(names, rows, "lrrr")


def _span(row: dict[str, Any]) -> str:
    low, high = row.get("share_low"), row.get("share_high")
    return "–" if low is None or high is None else span(low, high)


def _probability(p: float | None, mcse: float = 0.0) -> str:
    return "–" if p is None else wording.probability(p, mcse)


def _unknown(x: float | None, say: Any) -> str:
    return "–" if x is None or x != x else say(x)


def _sayer(name: str) -> Callable[[Any], str]:
    """What shows the values of a column; p-values and probabilities are never a false 0 or 1."""
    if name.startswith(("p_value", "p_adjusted")):
        return lambda p: _unknown(p, wording.p_number)
    if name.startswith("probability"):
        return lambda p: _unknown(p, wording.probability)
    return _cell


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
