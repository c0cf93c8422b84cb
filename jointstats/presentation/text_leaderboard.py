"""A leaderboard as text: the best algorithms, and how many more there are."""

from __future__ import annotations

from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.presentation import boards
from jointstats.presentation.document import Document, Words, compose, listed, stack
from jointstats.presentation.pieces import head, notes
from jointstats.presentation.text import document

MOST_ALGORITHMS = 20


@document.register
def _(result: LeaderboardResult) -> Document:
    more = boards.left_out(result, MOST_ALGORITHMS)
    rest = listed([more] if more else [])
    return compose(
        head("Leaderboard", result),
        Words(result.verdict, strong=True),
        Words(boards.joint_caption(result)),
        stack(boards.joint_board(result, MOST_ALGORITHMS), rest),
        Words(boards.alone_caption(result)),
        stack(boards.boards_alone(result, MOST_ALGORITHMS), rest),
        notes(result),
    )
