"""A comparison as a page: the first screen answers with words and a picture; the rest folds."""

from __future__ import annotations

from collections.abc import Callable

from jointstats.base import wording
from jointstats.claims import words_league
from jointstats.claims.boards import columns_of_states
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.words_answers import answers
from jointstats.drawing.document import grid
from jointstats.drawing.pieces import used
from jointstats.interfaces.report import blocks, sections
from jointstats.interfaces.report.blocks import Group, text

PRINTED_PAIRS = 45  # of ten algorithms; more are printed only if they are open


def body(result: Comparison, *, sensitivity: bool = False) -> str:
    """Verdict, picture, answers and league; then everything else."""
    few = len(result.pairs) <= PRINTED_PAIRS
    findings = blocks.items(result.findings) if len(result.pairs) > 1 else ""
    parts = [
        ("findings", "The verdict in sentences", findings, not few),
        ("pairs", sections.pairs_title(result), sections.pairs(result), few),
        ("data", "The data", sections.data(result), True),
        ("tests", "The tests of the papers", sections.tests(result), True),
        ("changes", "What would change the verdict?",
         sections.changes(result, whole=sensitivity), sensitivity),
        ("numbers", "What the numbers mean", sections.meanings(result), True),
        ("notes", "Left out, tied, and warned about", sections.notes(result), True),
        ("paper", "Paragraphs for a paper", _paper(result), False),
        ("repeat", "How to repeat this", sections.repeat(result), True),
    ]  # fmt: skip
    return (
        _first_screen(result)
        + summary(result.leaderboard, ranked=not result.groups)
        + blocks.CONTROLS
        + "".join(
            blocks.folded(name, content, key, printed=printed)
            for key, name, content, printed in parts
            if content
        )
    )


def size(result: Comparison) -> str:
    """How many algorithms, measures and data sets."""
    l, m = len(result.algorithms), len(result.measures)
    counts = wording.plural(l, "algorithm"), wording.plural(m, "measure"), used(result)
    return ", ".join(counts)


def _paper(result: Comparison) -> str:
    paragraphs = "".join(map(blocks.paragraph, result.report_text().split("\n\n")))
    return f'<div class="paper">{paragraphs}</div>'


# --- The first screen: who wins, on what, how sure, and what would change that --------------------


def _first_screen(result: Comparison) -> str:
    shown = "".join(
        f"<div><h2>{question}</h2><p>{text(answer)}</p></div>"
        for question, answer in answers(result)
    )
    return (
        f'<p class="verdict">{text(result.verdict)}</p>'
        f'<div class="first">{blocks.first_figure(result)}'
        f'<section class="answers" aria-label="The answers">{shown}</section></div>'
    )


# --- The league -----------------------------------------------------------------------------------


def summary(board: LeaderboardResult, *, ranked: bool) -> str:
    """A row for each algorithm, twice: its pairs and its ranks; then its values, by measure."""
    several = len(board.board) > 2
    ranked = several and ranked
    columns = {name: [say(row) for row in board.board] for name, say in columns_of_states(board)}
    names = {words_league.ALGORITHM: columns[words_league.ALGORITHM]}
    order = ", best first" if several else ""
    return (
        _by_measure(board, columns, f"League: every algorithm{order}", _ranks if ranked else _rank)
        + f'<p class="note">{text(words_league.meaning(board, ranked=ranked))}</p>'
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
    cells, groups = list(columns.values()), []
    for measure, way in board.measures.items():
        columns_ = find(board, measure)
        groups.append(Group(wording.measure(measure, way), list(columns_), measure))
        cells += columns_.values()
    names = [*columns, *(name for group in groups for name in group.names)]
    rows = [list(row) for row in zip(*cells, strict=True)]
    table = grid(names, rows, "l" + "r" * (len(names) - 1))
    return blocks.table(table, caption, groups=groups)


def _rank(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    return {words_league.MEAN_RANK: [f"{row.mean_rank[measure]:.1f}" for row in board.board]}


def _ranks(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    possible = [
        words_league.ranks(row.rank_low[measure], row.rank_high[measure]) for row in board.board
    ]
    return _rank(board, measure) | {words_league.RANKS: possible}


def _values(board: LeaderboardResult, measure: str) -> dict[str, list[str]]:
    """Mean, median and spread, each with aligned decimals."""
    return {
        words_league.head(name): wording.aligned(
            [getattr(row, name)[measure] for row in board.board]
        )
        for name in words_league.STATISTICS
    }
