"""The tables of a comparison for a paper: the league, its appendix, and the results themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import OptionError
from jointstats.base.phrases import all_of
from jointstats.base.presenters import words_of
from jointstats.claims import words_league as words
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.words_league import board
from jointstats.claims.words_pairs import clause
from jointstats.drawing.document import FIRST, Grid, grid, left_out
from jointstats.evidence.measure_rules import beaten
from jointstats.evidence.messages import Function, Value

MOST_PAIRS = 1000  # rows of an appendix


def named(result: Comparison, name: str | None = None) -> Grid:
    """The table of a comparison that has this name; by default the league.

    Raises
    ------
    OptionError
        If there is none.
    """
    known = {"league": league, "pairs": pairs, "data": data}
    if result.tests:
        known["statements"] = _statements
    make: Callable[[Comparison], Grid] = known[
        options.one_of("table", "league" if name is None else name, list(known))
    ]
    return make(result)


# --- The league -----------------------------------------------------------------------------------


def league(result: Comparison) -> Grid:
    """A row for each algorithm, best first: its pairs by state, mean ranks and possible ranks."""
    return league_of(result.leaderboard)


def league_of(result: LeaderboardResult) -> Grid:
    """The same of a leaderboard."""
    return board(result).noted(words.meaning(result))


# --- Every pair -----------------------------------------------------------------------------------


def pairs(result: Comparison) -> Grid:
    """Every pair, strongest first: its state, what it rests on and costs, and its p-value."""
    rows = result.strongest[:MOST_PAIRS]
    cells = [[*row.names, row.state, clause(row), wording.p_number(row.p_adjusted)] for row in rows]
    names = ["a", "b", "state", "what the data show", "corrected p"]
    every = len(result.pairs)
    return grid(names, cells, "llllr").noted(left_out(every, len(cells), "pair"), every)


def by_measure(row: ComparedPair) -> Grid:
    """Wins, ties and the smaller corrected p-value, measure by measure, and jointly."""
    a, b = row.a, row.b
    rows = [
        [name, str(row.wins_a[name]), str(row.wins_b[name]), str(row.ties[name]),
         str(row.unknown[name]), *([str(row.both_failed[name])] if row.both_failed else []),
         wording.p_number(min(row.p_a[name], row.p_b[name])),
         *([] if row.votes_a is None or row.votes_b is None
           else [f"{row.votes_a[name]}–{row.votes_b[name]}"])]
        for name in row.measures
    ]  # fmt: skip
    failed = ["both failed"] if row.both_failed else []
    names = ["measure", f"{a} better", f"{b} better", "ties", "unknown", *failed, "corrected p"]
    if row.votes_a is not None:
        names.append(f"families {a}–{b}")
    if row.p_joint_a is not None and row.p_joint_b is not None:
        tied = any(row.ties.values()) or row.both_failed
        label = "none worse" if tied else all_of(row.measures)
        joint = [label, str(row.dominates_a), str(row.dominates_b), "", "", *("" for _ in failed),
                 wording.p_number(min(row.p_joint_a, row.p_joint_b))]  # fmt: skip
        rows.append(joint + [""] * (len(names) - len(joint)))
    return grid(names, rows, "l" + "r" * (len(names) - 1))


def _statements(result: Comparison) -> Grid:
    """The Bayesian test of all statements of the only pair."""
    bayes = result.tests.get("bayes")
    if bayes is None:
        raise OptionError("Ties leave too many statements for a table of them.")
    return words_of(bayes).table()


# --- Data sets and algorithms ---------------------------------------------------------------------


def data(result: Comparison) -> Grid:
    """The results, measure by measure: undominated ones in bold, the best underlined.

    Of very many algorithms the first ones are columns; all of them are compared.
    """
    if result.data is None:
        raise OptionError(
            "This comparison does not keep its results: ", Function("compare_algorithms"),
            " makes one that has the table ", Value("data"), ".",
        )  # fmt: skip
    known = result.data.known()
    values, names = result.data.everything()
    if len(known) < len(values):
        values, names = result.data.values, result.data.datasets
    free = ~beaten(known, np.ones(len(result.measures)), result.data.rope_widths)
    best = known == np.max(np.where(np.isnan(known), -np.inf, known), axis=2, keepdims=True)
    places = [result.data.algorithms.index(name) for name in result.order[:FIRST]]
    head = ["data set", *(result.data.algorithms[i] for i in places)]
    cells = [
        [name, *(_value(values[i, k, j], known[i, k, j]) for j in places)]
        for k in range(len(result.measures))
        for i, name in enumerate(names)
    ]
    marks = [
        ("", *(_mark(free[i, j], best[i, k, j]) for j in places))
        for k in range(len(result.measures))
        for i in range(len(names))
    ]
    headings = {
        k * len(names): wording.measure(*measure)
        for k, measure in enumerate(result.measures.items())
    }
    more = len(result.order) - len(places)
    said = (
        "Bold: no other algorithm is better on all measures on this data set. Underlined: best on "
        "this measure."
    )
    if more:
        said += f" {wording.plural(more, 'more algorithm')} left out of the table."
    shown = grid(head, cells, "l" + "r" * len(places))
    return replace(shown, note=said, headings=headings, marks=tuple(marks))


def _value(value: float, known: float) -> str:
    if np.isnan(value):
        return "failed" if known == -np.inf else "–"
    return wording.significant(float(value))


def _mark(free: bool, best: bool) -> str:
    return " ".join(["underlined"] * bool(best) + ["bold"] * bool(free))
