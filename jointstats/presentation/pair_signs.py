"""How a pair stands in a cell of a matrix: a letter, a sign, and both counts."""

from __future__ import annotations

from jointstats.labelled.compare.pair_claim import LEANING, OPEN, PairClaim

SIGNS = {"W": ">", "L": "<", "T": "×", "E": "=", "w": "(>)", "l": "(<)", "": "·"}
KEY = {
    "W": "row beats column, shown", "L": "column beats row, shown", "T": "trade-off, shown",
    "E": "practically equal, shown", "w": "leaning to the row, not shown",
    "l": "leaning to the column, not shown", "": "open",
}  # fmt: skip
"""Row and column in capitals: shown; in small letters: leaning."""


def stands(row: PairClaim, a: str) -> str:
    """How a pair stands, seen from one of the two: one of the keys of `SIGNS`."""
    if row.strength == OPEN:
        return ""
    if row.strength == LEANING:
        return "w" if row.winner == a else "l"
    if row.winner is None:
        return "T" if row.measures or row.measures_other or row.ahead is not None else "E"
    return "W" if row.winner == a else "L"


def counts(row: PairClaim, a: str) -> str:
    """On how many data sets it is better on every measure, and the other one is."""
    first, second = row.sweeps_a, row.sweeps_b
    return f"{second}–{first}" if row.b == a else f"{first}–{second}"
