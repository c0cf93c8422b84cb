"""A comparison as text: the verdict, the leaderboard or the counts, every pair with a claim."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import OPEN, ComparedPair
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation import boards
from jointstats.presentation.document import Document, Grid, Stack, Words, compose, grid
from jointstats.presentation.leading import left_out
from jointstats.presentation.pieces import bullets, head, notes
from jointstats.presentation.text import document
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


def by_measure(row: ComparedPair) -> Grid:
    """Wins, ties and corrected p-values of each side, measure by measure, and jointly."""
    a, b = row.a, row.b
    rows = [
        [name, str(row.wins_a[name]), str(row.wins_b[name]), str(row.ties[name]),
         str(row.unknown[name]), wording.p_number(row.p_a[name]), wording.p_number(row.p_b[name]),
         *([] if row.votes_a is None or row.votes_b is None
           else [f"{row.votes_a[name]}–{row.votes_b[name]}"])]
        for name in row.measures
    ]  # fmt: skip
    names = ["measure", f"{a} better", f"{b} better", "ties", "unknown", f"p ({a})", f"p ({b})"]
    if row.votes_a is not None:
        names.append(f"families {a}–{b}")
    if row.p_joint_a is not None and row.p_joint_b is not None:
        joint = ["dominates", str(row.dominates_a), str(row.dominates_b), "", "",
                 wording.p_number(row.p_joint_a), wording.p_number(row.p_joint_b)]  # fmt: skip
        rows.append(joint + [""] * (len(names) - len(joint)))
    return grid(names, rows, "l" + "r" * (len(names) - 1))


def papers(result: Comparison) -> Stack | None:
    """The papers' tests of two algorithms, which have verdicts of their own."""
    if not result.tests:
        return None
    lines = [
        f"{wording.capital(wording.TEST_NAMES[name])}: {test.verdict}"
        for name, test in result.tests.items()
    ]
    said = bullets(lines)
    heading = Words(
        "Tests of dominance statements; they share no error rate with the claims above:"
    )
    return said and Stack((heading, *said.parts))
