"""A comparison and its leaderboard as text: on one screen, and whole."""

from __future__ import annotations

from jointstats.base import wording
from jointstats.base.conditions import guarantee
from jointstats.base.worded import findings
from jointstats.claims import boards, words_league
from jointstats.claims.boards import states_board
from jointstats.claims.compared_pair import OPEN
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard import LeaderboardResult
from jointstats.claims.sensitivity.words import changes
from jointstats.claims.tables import by_measure
from jointstats.claims.text_claims import MOST_PAIRS, in_sentences
from jointstats.claims.words_league import leaders
from jointstats.drawing.document import Document, Part, Stack, Words, compose
from jointstats.drawing.leading import FIRST, left_out
from jointstats.drawing.pieces import bullets, head, notes, on_what, size
from jointstats.interfaces.text import document, short
from jointstats.joint.result import JointResult
from jointstats.joint.words import answer, heading


@document.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    return compose(
        head("Comparison of algorithms", result),
        Words(first, strong=True),
        bullets(rest),
        *(
            (by_measure(result.pairs[0]), papers(result))
            if len(result.pairs) == 1
            else (boards.board_with_key(result.leaderboard), None)
        ),
        pair_sentences(result),
        notes(result),
    )


def pair_sentences(result: Comparison, most: int = MOST_PAIRS) -> Part | None:
    """Every pair that is not open in a sentence, strongest first; of many the first ones."""
    if len(result.pairs) == 1:
        return None
    n = sum(state != OPEN for state in result.strongest.cells(("state",))["state"])
    return in_sentences(result.strongest[: min(n, most)], n)


# --- Two algorithms -------------------------------------------------------------------------------


def papers(result: Comparison) -> Stack | None:
    """The papers' tests of two algorithms: numbers next to the verdict, which alone decides."""
    if not result.tests:
        return None
    lines = [
        f"{wording.capital(wording.TEST_NAMES[name])}: {answer(test)}"
        for name, test in result.tests.items()
        if isinstance(test, JointResult)
    ]
    said = bullets(lines)
    return said and Stack((Words(f"{heading(result)}:"), *said.parts))


@document.register
def _(result: LeaderboardResult) -> Document:
    first, *rest = findings(result)
    more = left_out(len(result.board), FIRST, "algorithm")
    return compose(
        head("Leaderboard", result),
        Words(first, strong=True),
        bullets(rest),
        boards.whole_board(result, FIRST),
        Words(f"{more}." if more else words_league.meaning(result)),
        notes(result),
    )


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
        Words(words_league.key(result.leaderboard)),
        bullets(
            [
                *(leaders(result) or changes(result)),
                *words_league.opposing_means(result, 1),
                guarantee(result),
            ]
        ),
        notes(result),
        Words(_more(result, rows), stays=True),
    )


def _more(result: Comparison, rows: int) -> str:
    """What the whole text has in addition."""
    left = len(result.order) - rows
    algorithms = f"{wording.plural(left, 'more algorithm')}, " if left > 0 else ""
    return f"{algorithms}{wording.plural(len(result.pairs), 'pair')}: summary()"
