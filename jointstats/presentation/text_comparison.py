"""A comparison as text: the verdict, the leaderboard or the counts, every pair with a claim."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import OPEN
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.result import JointResult
from jointstats.presentation import boards
from jointstats.presentation.comparison_tables import by_measure
from jointstats.presentation.document import Document, Stack, Words, compose
from jointstats.presentation.leading import left_out
from jointstats.presentation.pieces import bullets, head, notes
from jointstats.presentation.text import document
from jointstats.words.beside_verdict import answer, heading
from jointstats.words.pair_sentences import sentence

MOST_PAIRS = 66  # pairs in sentences: as many as 12 algorithms have


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


def pair_sentences(result: Comparison, most: int = MOST_PAIRS) -> Stack | None:
    """Every pair that is not open in a sentence, strongest first; of many the first ones."""
    if len(result.pairs) == 1:
        return None
    states = result.strongest.cells(("state",))["state"]
    n = sum(state != OPEN for state in states)
    lines = [sentence(row) for row in result.strongest[: min(n, most)]]
    rest = left_out(n, len(lines), "pair")
    return bullets([*lines, *([rest] if rest else [])])


# --- Two algorithms -------------------------------------------------------------------------------


def papers(result: Comparison) -> Stack | None:
    """The papers' tests of two algorithms: numbers beside the verdict, which alone decides."""
    if not result.tests:
        return None
    lines = [
        f"{wording.capital(wording.TEST_NAMES[name])}: {answer(test)}"
        for name, test in result.tests.items()
        if isinstance(test, JointResult)
    ]
    said = bullets(lines)
    return said and Stack((Words(f"{heading(result)}:"), *said.parts))
