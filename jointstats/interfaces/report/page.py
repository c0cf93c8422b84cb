"""The HTML report of a result: one self-contained file, the answers first.

The first screen of a comparison answers with words and a picture; the rest folds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import Any

from jointstats.base import files, wording
from jointstats.base.facts import words_of
from jointstats.base.result import Result
from jointstats.claims import tables
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.sensitivity.sensitivity import SensitivityResult
from jointstats.claims.words_answers import answers
from jointstats.drawing.document import FIRST, ColumnGroup, grid, used
from jointstats.drawing.style import COLOUR, DARK, Look
from jointstats.evidence.messages import literal
from jointstats.interfaces.report import sections
from jointstats.interfaces.report.sections import text
from jointstats.interfaces.tables import table

PRINTED_PAIRS = 45  # of ten algorithms; more are printed only if they are open


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
        title, about = "Which algorithm is better?", size(result)
        body = _compared(result, sensitivity=sensitivity)
    else:
        title, about = words_of(result).heading(), _size(result)
        body = _body(result, title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{text(f"{title} {about}")}</title><link rel="icon" href="data:,">'
        f"<style>{style()}</style></head>"
        f"<body><header><h1>{text(title)}</h1><p>{text(about)}</p></header>"
        f"<main>{said}{body}</main><script>{script()}</script></body></html>\n"
    )


# --- A comparison ---------------------------------------------------------------------------------


def _compared(result: Comparison, *, sensitivity: bool) -> str:
    """Verdict, picture, answers and league; then everything else."""
    few = len(result.pairs) <= PRINTED_PAIRS
    findings = sections.items(result.findings) if len(result.pairs) > 1 else ""
    changes = sections.changes(result, whole=sensitivity)
    return (
        _first_screen(result)
        + summary(result.leaderboard, ranked=not result.groups)
        + sections.CONTROLS
        + sections.folded("findings", "The verdict in sentences", findings, printed=not few)
        + sections.folded(
            "pairs", sections.pairs_title(result), sections.pairs(result), printed=few
        )
        + sections.folded("data", "The data", sections.data(result))
        + sections.folded("tests", "The tests of the papers", sections.tests(result))
        + sections.folded("changes", "What would change the verdict?", changes, printed=sensitivity)
        + sections.folded("numbers", "What the numbers mean", sections.meanings(result))
        + sections.folded("notes", "Left out, tied, and warned about", sections.notes(result))
        + sections.folded("paper", "Paragraphs for a paper", _paper(result), printed=False)
        + sections.folded("repeat", "How to repeat this", sections.repeat(result))
    )


def size(result: Comparison) -> str:
    """How many algorithms, measures and data sets."""
    l, m = len(result.algorithms), len(result.measures)
    counts = wording.plural(l, "algorithm"), wording.plural(m, "measure"), used(result)
    return ", ".join(counts)


def _paper(result: Comparison) -> str:
    paragraphs = "".join(map(sections.paragraph, result.report_text().split("\n\n")))
    return f'<div class="paper">{paragraphs}</div>'


# --- The first screen: who wins, on what, how sure, and what would change that --------------------


def _first_screen(result: Comparison) -> str:
    shown = "".join(
        f"<div><h2>{question}</h2><p>{text(answer)}</p></div>"
        for question, answer in answers(result)
    )
    return (
        f'<p class="verdict">{text(result.verdict)}</p>'
        f'<div class="first">{sections.first_figure(result)}'
        f'<section class="answers" aria-label="The answers">{shown}</section></div>'
    )


# --- The league -----------------------------------------------------------------------------------


def summary(board: LeaderboardResult, *, ranked: bool) -> str:
    """A row for each algorithm, twice: its pairs and its ranks; then its values, by measure."""
    several = len(board.board) > 2
    ranked = several and ranked
    columns = dict(tables.columns_of_states(board))
    names = {tables.ALGORITHM: columns[tables.ALGORITHM]}
    order = ", best first" if several else ""
    return (
        _by_measure(board, columns, f"League: every algorithm{order}", _ranks if ranked else _rank)
        + f'<p class="note">{text(tables.meaning(board, ranked=ranked))}</p>'
        + _by_measure(
            board, names, "Values: mean, median and standard deviation over the data sets", _values
        )
    )


def _by_measure(
    board: LeaderboardResult,
    columns: dict[str, list[str]],
    caption: str,
    find: Callable[[LeaderboardResult, str], dict[str, list[str]]],
) -> str:
    """A table of columns, and of those that every measure has."""
    names, cells, groups = list(columns), list(columns.values()), [ColumnGroup(len(columns) - 1)]
    for measure, way in board.measures.items():
        found = find(board, measure)
        groups.append(ColumnGroup(len(found), wording.measure(measure, way), measure))
        names += found
        cells += found.values()
    rows = grid(names, list(zip(*cells, strict=True)), "l" + "r" * (len(names) - 1))
    return sections.table(replace(rows, groups=tuple(groups)), caption)


def _rank(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    return {tables.MEAN_RANK: [f"{row.mean_rank[measure]:.1f}" for row in board.board]}


def _ranks(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    possible = [tables.ranks(row.rank_low[measure], row.rank_high[measure]) for row in board.board]
    return _rank(board, measure) | {tables.RANKS: possible}


def _values(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    """Mean, median and spread, each with aligned decimals."""
    return {
        tables.head(name): wording.aligned([getattr(row, name)[measure] for row in board.board])
        for name in tables.STATISTICS
    }


# --- Any result but a comparison ------------------------------------------------------------------


def _size(result: Result) -> str:
    """How many data sets, and which algorithms and measures."""
    names = ", ".join(result.algorithms[:FIRST])
    left = len(result.algorithms) - FIRST
    more = f" and {left} more" if left > 0 else ""
    return f"{used(result)}; algorithms: {names}{more}; measures: {', '.join(result.measures)}"


def _body(result: Result, title: str) -> str:
    """The verdict, the first figure and the table; other figures, notes and the call fold."""
    shown = sections.first_figure(result) if result.figures else ""
    content = table(result)
    tabled = sections.table(content, title) if content.rows else ""
    others = "".join(sections.figure(result, name) for name in result.figures[1:])
    return (
        f'<p class="verdict">{text(result.verdict)}</p>{shown}{tabled}{sections.CONTROLS}'
        + sections.folded("figures", "Other figures", others, printed=False)
        + sections.folded("notes", "Notes", sections.items(result.warnings), printed=False)
        + sections.folded(
            "repeat", "How to repeat this", _call(result) + sections.versions(), printed=False
        )
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
    DARK,
    worse=("#8f6200", DARK.worse[1]),
    trade=("#9c4f7b", DARK.trade[1]),
    equal=("#00734f", DARK.equal[1]),
)


def _of_figures(look: Look) -> str:
    """The colours of a theme of the figures, by role."""
    return "".join(f"--{name}:{colour};" for name, colour in look.roles.items())


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
