"""The summary table: of every algorithm its pairs, and its mean, median, spread and rank."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation.boards import ARROWS, ranks
from jointstats.presentation.report import blocks
from jointstats.presentation.report.blocks import Group
from jointstats.presentation.tables import Table


def summary(result: Comparison) -> str:
    """A row for each algorithm."""
    board = result.leaderboard
    several = len(board.board) > 2
    ranked = several and not result.groups
    made, groups = _table(board, ranked=ranked)
    caption = "Summary: every algorithm, best first" if several else "Summary"
    said = _meaning(board, ranked=ranked)
    return f'{blocks.table(made, caption, groups=groups)}<p class="note">{blocks.text(said)}</p>'


def _table(board: LeaderboardResult, *, ranked: bool) -> tuple[Table, list[Group]]:
    equal = any(row.equal for row in board.board)
    names = ["algorithm", "wins", "losses", "trade-offs", "ahead", "behind",
             *(["equal"] if equal else []), "open"]  # fmt: skip
    statistics = ["mean", "median", "SD", "mean rank", *(["ranks"] if ranked else [])]
    rows = [
        [row.algorithm, str(row.wins), str(row.losses), str(row.trade_offs), str(row.ahead),
         str(row.behind), *([str(row.equal or 0)] if equal else []), str(row.open),
         *(cell for name in board.measures for cell in _of_measure(row, name, ranked=ranked))]
        for row in board.board
    ]  # fmt: skip
    groups = [
        Group(f"{measure} {ARROWS[way]}", statistics, measure)
        for measure, way in board.measures.items()
    ]
    names += statistics * len(groups)
    return Table(names, rows, "l" + "r" * (len(names) - 1)), groups


def _of_measure(row: LeaderboardRow, measure: str, *, ranked: bool) -> list[str]:
    values = (row.mean[measure], row.median[measure], row.sd[measure])
    cells = ["–" if value is None else wording.significant(value) for value in values]
    cells.append(f"{row.mean_rank[measure]:.1f}")
    return [*cells, ranks(row.rank_low[measure], row.rank_high[measure])] if ranked else cells


def _meaning(board: LeaderboardResult, *, ranked: bool) -> str:
    """What the columns say."""
    said = [
        "Wins to open: pairs in each state.",
        "By measure: mean, median and standard deviation over the data sets, and the mean rank.",
    ]
    if len(board.board) > 2:
        said[0] = f"Best first: by wins minus losses, then by mean rank. {said[0]}"
    if ranked:
        said.append(
            "Ranks: those that the shown claims leave open on the measure, with "
            f"{100 * (1 - board.alpha):g} % confidence for all of them."
        )
    return " ".join(said)
