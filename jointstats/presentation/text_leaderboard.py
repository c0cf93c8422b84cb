"""A leaderboard as text: the best algorithms, and how many more there are."""

from __future__ import annotations

from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.presentation import boards
from jointstats.presentation.document import Document, Words, compose
from jointstats.presentation.leading import FIRST, left_out
from jointstats.presentation.pieces import bullets, head, notes
from jointstats.presentation.text import document
from jointstats.words import league
from jointstats.words.results import findings


@document.register
def _(result: LeaderboardResult) -> Document:
    first, *rest = findings(result)
    more = left_out(len(result.board), FIRST, "algorithm")
    return compose(
        head("Leaderboard", result),
        Words(first, strong=True),
        bullets(rest),
        boards.whole_board(result, FIRST),
        Words(f"{more}." if more else league.meaning(result)),
        notes(result),
    )
