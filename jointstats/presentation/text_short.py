"""A comparison on one screen: the verdict, what it rests on, where more is."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import OPEN
from jointstats.labelled.compare.comparison import Comparison
from jointstats.presentation.boards import states_board
from jointstats.presentation.comparison_tables import by_measure
from jointstats.presentation.document import Document, Words, compose
from jointstats.presentation.pieces import bullets, notes, on_what
from jointstats.presentation.text import short
from jointstats.presentation.text_comparison import papers
from jointstats.words import league
from jointstats.words.comparison import condition, states

ROWS = 10  # algorithms of the leaderboard
LETTERS = 800  # of a verdict; a longer one is left to the whole text


@short.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    if len(first) > LETTERS:
        first = f"{states(result.pairs)}."
    two, rate = len(result.pairs) == 1, condition(result)
    return compose(
        Words(wording.capital(on_what(result))),
        Words(first, strong=True),
        by_measure(result.pairs[0]) if two else states_board(result.leaderboard, ROWS),
        bullets([rate, *(line for line in rest if line != rate)]),
        papers(result),
        notes(result) if _all_open(result) else None,
        _more(result),
    )


def _all_open(result: Comparison) -> bool:
    """Whether nothing is shown: notes then tell why, such as too few data sets."""
    return set(result.pairs.cells(("state",))["state"]) == {OPEN}


def _more(result: Comparison) -> Words | None:
    """What the whole text has in addition."""
    two, made = len(result.pairs) == 1, notes(result)
    more = [] if two else [f"the {league.RANKS}"]
    if _all_open(result):
        made = None
    elif not two:
        more.append("the pairs in sentences")
    if made is not None:
        more.append(wording.plural(len(made.parts), "note"))
    return Words(f"summary() adds {wording.listing(more)}.", stays=True) if more else None
