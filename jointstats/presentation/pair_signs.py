"""The state of a pair in a cell of a matrix: a sign, and the counts on every measure."""

from __future__ import annotations

from jointstats.labelled.claims.compared_pair import (
    AHEAD,
    JOINTLY_AHEAD,
    PRACTICALLY_EQUAL,
    TRADE_OFF,
    WINS,
    ComparedPair,
)

SIGNS = {"W": ">", "L": "<", "T": "×", "E": "=", "w": "(>)", "l": "(<)", "": "·"}
KEY = {
    "W": "row wins", "L": "column wins", "T": "trade-off", "E": "practically equal",
    "w": "row is ahead on some measures, or jointly",
    "l": "column is ahead on some measures, or jointly", "": "no difference established",
}  # fmt: skip
"""Row and column in capitals: a win or a loss; in small letters: ahead or behind."""


def stands(row: ComparedPair, a: str) -> str:
    """The state of a pair, seen from one of the two: one of the keys of `SIGNS`."""
    if row.state in (TRADE_OFF, PRACTICALLY_EQUAL):
        return "T" if row.state == TRADE_OFF else "E"
    sides = {WINS: "WL", AHEAD: "wl", JOINTLY_AHEAD: "wl"}.get(row.state)
    return "" if sides is None else sides[row.winner != a]


def counts(row: ComparedPair, a: str) -> str:
    """Data sets on which one of the two is better, and the other one, measure by measure.

    Where one of the two wins, they hold the price: no measure is left out.
    """
    other = row.b if a == row.a else row.a
    first, second = row.wins(a), row.wins(other)
    return " | ".join(f"{first[name]}–{second[name]}" for name in row.measures)
