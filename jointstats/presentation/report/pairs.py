"""Every pair in the report: its state and a sentence, strongest first; one pair by measure."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled.claims.compared_pair import (
    AHEAD,
    JOINTLY_AHEAD,
    NOT_WORSE,
    OPEN,
    PRACTICALLY_EQUAL,
    TRADE_OFF,
    WINS,
    ComparedPair,
)
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.comparison_tables import by_measure, named
from jointstats.presentation.leading import left_out
from jointstats.presentation.report import blocks
from jointstats.presentation.tables import Table

MOST = 800  # rows of the table

_MEANINGS = {
    WINS: "Win: better on some measure, and better or practically equal on every one; or shown to "
    "dominate, while the other has more wins on no measure.",
    TRADE_OFF: "Trade-off: each is better on some measure.",
    AHEAD: "Ahead: better on some measures, while others are open, equal or not worse.",
    JOINTLY_AHEAD: "Jointly ahead: dominates on more data sets than the other. To dominate is to "
    "be nowhere worse and somewhere better.",
    PRACTICALLY_EQUAL: "Practically equal: within the rope of every measure on most data sets.",
    NOT_WORSE: "Not worse: better or within the rope on more data sets than worse.",
    OPEN: "Open: nothing is shown, which does not mean that the two are equal. The p-value is then "
    "the smallest of all claims.",
}


def title(result: Comparison) -> str:
    """What the part of the report is called."""
    return "The pair by measure" if len(result.pairs) == 1 else "Every pair in sentences"


def table(result: Comparison, most: int = MOST) -> str:
    """The state of each pair, the sentence behind it, and its p-value; of one pair its counts."""
    if len(result.pairs) == 1:
        return _by_measure(result.pairs[0])
    made = named(result, "pairs")
    rows = made.rows[:most]
    note = left_out(made.of, len(rows), "pair", 'to_frame("pairs")')
    there = {row[2] for row in rows}
    said = [words for state, words in _MEANINGS.items() if state in there]
    said.insert(0, "Of a pair with a winner, or with one ahead, that one is a.")
    shown = blocks.table(replace(made, rows=rows, note=note), "Every pair, strongest first")
    return shown + blocks.paragraph(" ".join(said))


def _by_measure(row: ComparedPair) -> str:
    """Data sets and corrected p-values of each side, measure by measure."""
    made = by_measure(row)
    said = (
        f"{_MEANINGS[row.state]} Counts are data sets. p: corrected, of the claim that this "
        "algorithm is better than the other one on more data sets than worse."
    )
    whole = Table(list(made.names), [list(cells) for cells in made.rows], made.sides)
    return blocks.table(whole, "The pair by measure") + blocks.paragraph(said)
