"""The summary table: of every algorithm its pairs, and its mean, median, spread and rank."""

from __future__ import annotations

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation.boards import columns_of_states, value
from jointstats.presentation.report import blocks
from jointstats.presentation.report.blocks import Group
from jointstats.presentation.tables import Table
from jointstats.words import league


def summary(result: Comparison) -> str:
    """A row for each algorithm."""
    board = result.leaderboard
    several = len(board.board) > 2
    ranked = several and not result.groups
    made, groups = _table(board, ranked=ranked)
    caption = "Summary: every algorithm, best first" if several else "Summary"
    said = league.meaning(board, ranked=ranked)
    return f'{blocks.table(made, caption, groups=groups)}<p class="note">{blocks.text(said)}</p>'


def _table(board: LeaderboardResult, *, ranked: bool) -> tuple[Table, list[Group]]:
    states = columns_of_states(board)
    names = [name for name, _ in states]
    statistics = [*map(league.head, league.STATISTICS), league.MEAN_RANK]
    statistics += [league.RANKS] if ranked else []
    rows = [
        [
            *(say(row) for _, say in states),
            *(cell for name in board.measures for cell in _of_measure(row, name, ranked=ranked)),
        ]
        for row in board.board
    ]
    groups = [
        Group(league.measure(measure, way), statistics, measure)
        for measure, way in board.measures.items()
    ]
    names += statistics * len(groups)
    return Table(names, rows, "l" + "r" * (len(names) - 1)), groups


def _of_measure(row: LeaderboardRow, measure: str, *, ranked: bool) -> list[str]:
    cells = [value(getattr(row, name)[measure]) for name in league.STATISTICS]
    cells.append(f"{row.mean_rank[measure]:.1f}")
    if ranked:
        cells.append(league.ranks(row.rank_low[measure], row.rank_high[measure]))
    return cells
