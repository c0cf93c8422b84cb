"""The leaderboard in the report, and, of many algorithms, whom each of them beats."""

from __future__ import annotations

from itertools import takewhile

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pair_claim import SHOWN
from jointstats.presentation import first_table
from jointstats.presentation.leading import FIRST
from jointstats.presentation.report import blocks
from jointstats.presentation.tables import Table, compact_board

CAPTION = "Leaderboard: of every algorithm, in how many pairs what is shown"


def leaderboard(result: Comparison) -> str:
    """The first rows, then all; nothing of two algorithms."""
    if not result.pairs:
        return ""
    board = result.leaderboard
    made, what = compact_board(board), blocks.paragraph(first_table.meaning(board))
    if len(made.rows) <= FIRST:
        return blocks.table(made, CAPTION) + what
    first = Table(made.names, made.rows[:FIRST], made.sides)
    whole = blocks.table(made, f"{CAPTION}: all {len(made.rows)}")
    return (
        blocks.table(first, f"{CAPTION}: the first {FIRST} of {len(made.rows)}")
        + what
        + blocks.folded(f"All {len(made.rows)} algorithms", whole)
        + blocks.folded("Whom each algorithm beats, and where it is a trade-off", _beaten(result))
    )


def _beaten(result: Comparison) -> str:
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
        for name in result.order
        if beats[name] or traded[name]
    ]
    made = Table(["algorithm", "beats", "trade-off with"], rows, "lll")
    return blocks.table(made, "Shown: who beats whom, and trade-offs")
