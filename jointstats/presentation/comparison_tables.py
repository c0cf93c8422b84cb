"""The tables of a comparison for a paper: the league, its appendix, and the results themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jointstats.kernels.joint.pareto import beaten
from jointstats.kernels.messages import Function, Value
from jointstats.labelled import options, wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.compare.pair_claim import OPEN
from jointstats.labelled.errors import OptionError
from jointstats.labelled.findings.every_pair import by_strength
from jointstats.presentation.boards import tier
from jointstats.presentation.leading import FIRST, left_out
from jointstats.presentation.tables import Table, table, tests_alone
from jointstats.words.claims import claim, counted

MOST_PAIRS = 1000  # rows of an appendix
MOST_LETTERS = 6  # of a tier; with more of them the ranks that are left say more

ARROWS = {"max": "↑", "min": "↓"}


def named(result: Comparison, name: str | None = None) -> Table:
    """The table of a comparison that has this name; by default the league.

    Raises
    ------
    OptionError
        If there is none.
    """
    known = {"league": league, "pairs": pairs, "tests": tests_alone, "data": data}
    if not result.pairs:
        known["statements"] = _statements
    make: Callable[[Comparison], Table] = known[
        options.one_of("table", "league" if name is None else name, list(known))
    ]
    return make(result)


# --- The league -----------------------------------------------------------------------------------


def league(result: Comparison) -> Table:
    """A row for each algorithm, best first: its pairs by what is shown, and its mean ranks."""
    return league_of(result.leaderboard)


def league_of(board: LeaderboardResult) -> Table:
    """The same of a leaderboard."""
    equal = any(row.equal for row in board.board)
    lean = any(row.leads or row.trails for row in board.board)
    lettered = _lettered(board)
    rows = [
        [row.algorithm, str(row.beats), str(row.trade_offs), *([str(row.equal or 0)] * equal),
         *([str(row.leads), str(row.trails)] if lean else []), str(row.open), str(row.beaten_by),
         *(_rank(row.mean_rank[name], (row.letters or {}).get(name, ""), lettered=lettered)
           for name in board.measures)]
        for row in board.board
    ]  # fmt: skip
    names = ["algorithm", "wins", "trade-offs", *(["equal"] * equal),
             *(["lean to it", "lean away"] * lean), "open", "losses"]  # fmt: skip
    numbers = len(names) - 1
    measures = [f"{name} {ARROWS[way]}" for name, way in board.measures.items()]
    marks = [[""] * len(names) + ["raised"] * len(measures)] * len(rows)
    said = "Pairs by what is shown jointly; mean ranks by measure"
    said += ": two that share a letter are not separated." if lettered else "."
    sides = "l" + "r" * numbers + "l" * len(measures)
    return Table([*names, *measures], rows, sides, note=said, marks=marks)


def _lettered(board: LeaderboardResult) -> bool:
    """Whether there are tiers, and few enough to be read."""
    if board.runs_of_neighbours:
        return False
    found = [letters for row in board.board for letters in (row.letters or {}).values()]
    return bool(found) and max(len(tier(letters)) for letters in found) <= MOST_LETTERS


def _rank(rank: float, letters: str, *, lettered: bool) -> str:
    return f"{rank:.1f} {tier(letters)}" if lettered else f"{rank:.1f}"


# --- Every pair -----------------------------------------------------------------------------------


def pairs(result: Comparison) -> Table:
    """Every pair, strongest first: what is claimed of it, how surely, and how often it is seen."""
    rows = by_strength(result.wins, result.order)[:MOST_PAIRS]
    left = MOST_PAIRS - len(rows)
    rows += (
        by_strength(result.open, result.order) if len(result.open) <= left else (result.open[:left])
    )
    cells = [
        [*row.names, row.strength, counted(row) if row.strength == OPEN else claim(row),
         wording.p_number(row.p_adjusted)]
        for row in rows
    ]  # fmt: skip
    names = ["a", "b", "strength", "what is seen", "corrected p"]
    every = len(result.wins) + len(result.open)
    return Table(names, cells, "llllr", every, left_out(every, len(cells), "pair"))


def _statements(result: Comparison) -> Table:
    """The joint test of the only pair."""
    joint = result.joint.get("bayes")
    if joint is None:
        raise OptionError("Ties leave too many statements for a table of them.")
    return table(joint)


# --- Data sets and algorithms ---------------------------------------------------------------------


def data(result: Comparison) -> Table:
    """The results, measure by measure: bold who is not beaten jointly, underlined the best.

    Of very many algorithms the first ones; who is beaten, and who is best, is asked of all.
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
    made = Table(
        ["data set", *(result.data.algorithms[i] for i in places)], [], "l" + "r" * len(places)
    )
    for k, (measure, way) in enumerate(result.measures.items()):
        made.headings[len(made.rows)] = f"{measure} {ARROWS[way]}"
        for i, name in enumerate(names):
            made.rows.append([name, *(_value(values[i, k, j], known[i, k, j]) for j in places)])
            made.marks.append(["", *(_mark(free[i, j], best[i, k, j]) for j in places)])
    more = len(result.order) - len(places)
    said = (
        "Bold: on this data set no other algorithm is better on all measures at once. Underlined: "
        "best on this measure."
    )
    if more:
        said += f" {wording.plural(more, 'more algorithm')} left out of the table."
    return replace(made, note=said)


def _value(value: float, known: float) -> str:
    if np.isnan(value):
        return "failed" if known == -np.inf else "–"
    return wording.significant(float(value))


def _mark(free: bool, best: bool) -> str:
    return " ".join(["underlined"] * bool(best) + ["bold"] * bool(free))
