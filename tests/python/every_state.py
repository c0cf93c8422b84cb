"""Small tables of two or three algorithms, one for every state of a pair."""

import numpy as np

import jointstats as js

MEASURES = {"x": "max", "y": "max"}
ROPES = {"practically equal": {"x": 0.5, "y": 0.5}, "not worse": {"x": 0.5}}

#: What A is on x and on y (better, worse, or equal), and on how many data sets.
OUTCOMES = {
    "practically equal": {"==": 40},
    "trade-off": {"+-": 40},
    "win": {"++": 40},
    "ahead": {"++": 3, "+-": 3, "+=": 34},
    "possible trade-off": {"++": 16, "+-": 24},
    "jointly better": {"++": 12, "-+": 56, "+-": 43},
    "not worse": {"=+": 10, "=-": 5, "+-": 6},
    "open": {"++": 10, "--": 10, "+-": 10, "-+": 10},
}
WINNERS = {"win": "A", "ahead": "A", "jointly better": "A"}
SIZE = {"+": 1.0, "=": 0.0, "-": -1.0}


def table(state: str, *, third: bool = False) -> js.ResultsTable:
    """A table whose pair A, B is in this state; all others win against a third algorithm."""
    a = np.array([[SIZE[sign] for sign in signs] for signs, n in OUTCOMES[state].items()
                  for _ in range(n)])  # fmt: skip
    level = np.random.default_rng(1).permutation(len(a))[:, None] / 8
    values = {"A": a + level, "B": 0 * a + level} | ({"C": level - 9 + 0 * a} if third else {})
    return js.results_table(values, measures=MEASURES, rope=ROPES.get(state))


def compared(state: str, *, third: bool = False) -> js.Comparison:
    """The comparison of such a table."""
    return js.compare_algorithms(table(state, third=third))
