"""Every pair in the report: its state and the sentence that says what is shown, strongest first."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.leading import left_out
from jointstats.presentation.report import blocks
from jointstats.presentation.tables import Table
from jointstats.words.pair_sentences import sentence

MOST = 800  # rows of the table

_STATES = (
    ("win", "Win: better on some measure, and better or practically equal on every one; or jointly "
            "better, with more wins of the other on no measure."),
    ("trade-off", "Trade-off: each is better on some measure."),
    ("ahead", "Ahead: better on some measures; the others are named as open, equal or not worse."),
    ("jointly ahead", "Jointly ahead: dominates on more data sets than it is dominated. To dominate "
                      "is to be nowhere worse and somewhere better."),
    ("practically equal", "Practically equal: within the rope on most data sets, on every "
                          "measure."),
    ("not worse", "Not worse: some claim is shown, and none that makes another state."),
    ("open", "Open: nothing is shown. This does not mean that the two are equal; the p-value is "
             "the smallest of all claims."),
)  # fmt: skip


def table(result: Comparison, most: int = MOST) -> str:
    """The state of each pair, the sentence behind it, and its corrected p-value."""
    every = result.strongest
    rows = every[:most]
    cells = [
        [*row.names, row.state, row.winner or "–", sentence(row, p=False),
         wording.p_number(row.p_adjusted)]
        for row in rows
    ]  # fmt: skip
    names = ["a", "b", "state", "winner or ahead", "what is shown", "corrected p"]
    note = left_out(len(every), len(cells), "pair", 'to_frame("pairs")')
    made = Table(names, cells, "lllllr", len(every), note)
    there = {row.state for row in rows}
    said = [words for state, words in _STATES if state in there]
    return blocks.table(made, "Every pair, strongest first") + blocks.paragraph(" ".join(said))
