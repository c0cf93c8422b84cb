"""A comparison on one screen: who wins, at what price, the table, the leaders, where more is."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.presentation.boards import states_board
from jointstats.presentation.comparison_tables import by_measure
from jointstats.presentation.document import Document, Words, compose
from jointstats.presentation.pieces import bullets, notes, on_what, size
from jointstats.presentation.text import short
from jointstats.presentation.text_comparison import papers
from jointstats.words import league
from jointstats.words.changes import changes
from jointstats.words.comparison import condition
from jointstats.words.leaders import leaders

ROWS, MOST_ROWS = 5, 10  # algorithms of the league, if there are more than the second number
LETTERS = 300  # of the verdict; a longer one is left to the whole text


@short.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    if len(result.pairs) == 1:
        return compose(
            Words(wording.capital(on_what(result))),
            Words(first, strong=True),
            by_measure(result.pairs[0]),
            bullets(rest),
            papers(result),
            notes(result),
        )
    rows = ROWS if len(result.order) > MOST_ROWS else MOST_ROWS
    return compose(
        Words(wording.capital(size(result))),
        Words(first if len(first) <= LETTERS else result.leaderboard.verdict, strong=True),
        states_board(result.leaderboard, rows),
        Words(key) if (key := league.ahead(result.leaderboard)) else None,
        bullets([*(leaders(result) or changes(result)), condition(result)]),
        notes(result),
        Words(_more(result, rows), stays=True),
    )


def _more(result: Comparison, rows: int) -> str:
    """What the whole text has in addition."""
    left = len(result.order) - rows
    algorithms = f"{wording.plural(left, 'more algorithm')}, " if left > 0 else ""
    return f"{algorithms}{wording.plural(len(result.pairs), 'pair')}: summary()"
