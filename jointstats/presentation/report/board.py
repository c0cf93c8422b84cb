"""The summary table: of every algorithm its pairs, and its mean, median, spread and rank."""

from __future__ import annotations

from itertools import takewhile

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.labelled.compare.pair_claim import SHOWN
from jointstats.presentation.boards import ranks, tier
from jointstats.presentation.leading import FIRST, MOST
from jointstats.presentation.report import blocks
from jointstats.presentation.report.blocks import Group
from jointstats.presentation.tables import Table

STATISTICS = ["mean", "median", "SD", "rank"]


def summary(result: Comparison) -> str:
    """A row for each algorithm."""
    made, groups = _table(result.leaderboard)
    several = len(result.algorithms) > 2
    caption = "Summary: every algorithm, best first" if several else "Summary"
    return blocks.table(made, caption, groups=groups) + _meaning(result.leaderboard)


def _table(board: LeaderboardResult) -> tuple[Table, list[Group]]:
    many, lettered = len(board.board) > 2, _lettered(board)
    equal = any(row.equal for row in board.board)
    lean = any(row.leads or row.trails for row in board.board)
    names = [
        "algorithm",
        "beats",
        "beaten by",
        "trade-offs",
        *(["equal"] if equal else []),
        *(["leads", "trails"] if lean else []),
        "open",
        *(["ranks"] if many else []),
    ]
    rows = [
        [row.algorithm, str(row.beats), str(row.beaten_by), str(row.trade_offs),
         *([str(row.equal or 0)] if equal else []),
         *([str(row.leads), str(row.trails)] if lean else []),
         str(row.open), *([ranks(row.rank_low, row.rank_high)] if many else []),
         *(cell for measure in board.measures for cell in _of_measure(row, measure, lettered))]
        for row in board.board
    ]  # fmt: skip
    arrow = {"max": "↑", "min": "↓"}
    groups = [
        Group(f"{measure} {arrow[way]}", STATISTICS, measure)
        for measure, way in board.measures.items()
    ]
    names += STATISTICS * len(groups)
    return Table(names, rows, "l" + "r" * (len(names) - 1)), groups


def _lettered(board: LeaderboardResult) -> bool:
    """Whether tiers are told by letters: of very many algorithms nobody could read them."""
    return board.board[0].letters is not None and len(board.board) <= FIRST


def _of_measure(row: LeaderboardRow, measure: str, lettered: bool) -> list[str]:
    values = (row.mean[measure], row.median[measure], row.sd[measure])
    letters = "" if row.letters is None or not lettered else f" {tier(row.letters[measure])}"
    return [
        *("–" if value is None else wording.significant(value) for value in values),
        f"{row.mean_rank[measure]:.1f}{letters}",
    ]


def _meaning(board: LeaderboardResult) -> str:
    """What the columns say."""
    said = ["Beats, beaten by, trade-offs: pairs of which it is shown."]
    if len(board.board) > 2:
        said = [
            f"Best first: by shown wins less shown losses, then by mean rank. {said[0]}",
            f"Ranks: what the shown pairs leave open{' jointly' * (len(board.measures) > 1)}, for "
            f"all algorithms at once with {100 * (1 - board.alpha):g} % confidence.",
        ]
    if any(row.leads for row in board.board):
        said.append("Leads, trails: pairs that only lean, to it or to the other.")
    rank = "By measure: mean, median and standard deviation over the data sets, and the mean rank"
    if not _lettered(board):
        said.append(f"{rank}.")
    else:
        said.append(
            f"{rank} with its tiers: two that share a letter are not separated, which does not "
            "mean equal."
        )
    return f'<p class="note">{blocks.text(" ".join(said))}</p>'


def beaten(result: Comparison) -> str:
    """By algorithm the names of those that it is shown to beat, and of its trade-offs."""
    beats: dict[str, set[str]] = {name: set() for name in result.order}
    traded: dict[str, set[str]] = {name: set() for name in result.order}
    for row in takewhile(lambda row: row.strength == SHOWN, result.wins):
        if row.winner is not None and row.loser is not None:
            beats[row.winner].add(row.loser)
        elif row.measures:
            traded[row.a].add(row.b)
            traded[row.b].add(row.a)

    def named(found: set[str]) -> str:
        return ", ".join(name for name in result.order if name in found) or "–"

    rows = [
        [name, named(beats[name]), named(traded[name])]
        for name in result.order[:MOST]
        if beats[name] or traded[name]
    ]
    if not rows:
        return ""
    made = Table(["algorithm", "beats", "trade-off with"], rows, "lll")
    return blocks.table(made, "Shown: who beats whom, and trade-offs")
