"""The tables of a comparison: the league with its columns, all pairs, the results themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import OptionError
from jointstats.base.facts import words_of
from jointstats.base.phrases import jointly
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult, LeaderboardRow
from jointstats.claims.words_pairs import clause, other_of, share_of
from jointstats.claims.words_sizes import size_of, size_seen_by
from jointstats.drawing import document
from jointstats.drawing.document import FIRST, Grid, grid, left_out
from jointstats.evidence.messages import Function, Value
from jointstats.evidence.orders import beaten

MOST_PAIRS = 1000  # rows of an appendix
ALGORITHM, MEAN_RANK, RANKS = "algorithm", "mean rank", "possible ranks"
STATISTICS = ("mean", "median", "sd")  # of a measure, in this order


def named(result: Comparison, name: str | None = None) -> Grid:
    """The table of a comparison that has this name; by default the league.

    Raises
    ------
    OptionError
        If there is none.
    """
    known: dict[str, Callable[[Comparison], Grid]] = {
        "league": league, "pairs": pairs, "measures": measures, "data": data
    }  # fmt: skip
    if result.tests:
        known["statements"] = _statements
    return known[options.one_of("table", "league" if name is None else name, list(known))](result)


# --- The league -----------------------------------------------------------------------------------


def league(result: Comparison) -> Grid:
    """A row for each algorithm, best first: its pairs by state, mean ranks and possible ranks."""
    return league_of(result.leaderboard)


def league_of(result: LeaderboardResult) -> Grid:
    """The same of a leaderboard."""
    return board(result).noted(meaning(result))


def head(name: str) -> str:
    """The heading of a column of the rows.

    Examples
    --------
    >>> head("possible_trade_offs"), head("sd")
    ('possible', 'SD')
    """
    short = {"sd": "SD", "possible_trade_offs": "possible"}
    return short.get(name, name.replace("_", "-"))


def questions(result: LeaderboardResult) -> tuple[str, ...]:
    """What the claims are about: the measures, or groups of them."""
    return tuple(result.board[0].rank_low)


def counted(result: LeaderboardResult) -> tuple[str, ...]:
    """The columns that count pairs by state, as attributes of a row; without what cannot arise."""
    impossible = set()
    if len(questions(result)) == 1:
        impossible |= {"ahead", "trade_offs", "possible_trade_offs", "behind"}
    if result.board[0].equal is None:
        impossible.add("equal")
    return tuple(name for name in COUNTED if name not in impossible)


def ranks(low: int, high: int) -> str:
    """A set of possible ranks.

    Examples
    --------
    >>> ranks(1, 4), ranks(2, 2)
    ('1–4', '2')
    """
    return str(low) if low == high else f"{low}–{high}"


def possible_ranks(result: LeaderboardResult) -> str:
    """What possible ranks are: a sentence."""
    return f"Possible ranks: those that the claims do not exclude; all hold {jointly(result)}."


def key(result: LeaderboardResult) -> str:
    """The order of the rows, and what it is to be ahead, if some pair may be so."""
    order = "Best first, by wins minus losses, then by mean rank." * (len(result.board) > 2)
    states = "Ahead: better on some measures at no price, or jointly better. "
    states += "Possible: a possible trade-off."
    return f"{order} {states if 'ahead' in counted(result) else ''}".strip()


def meaning(result: LeaderboardResult, *, ranked: bool = True) -> str:
    """What the columns and their order mean; `ranked` if possible ranks are among them."""
    first, last = (head(counted(result)[i]) for i in (0, -1))
    counts = f"The columns {first} to {last} count the other algorithms."
    possible = possible_ranks(result) if ranked else ""
    only = f"Only pairs with {result.control} were compared." if result.control else ""
    return " ".join(filter(None, (key(result), counts, possible, only)))


Columns = list[tuple[str, list[str]]]  # names with their cells


def board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """The pairs of each algorithm by state; by measure the mean rank and the possible ranks.

    Parameters
    ----------
    result : LeaderboardResult
    most : int, optional
        Rows; by default all.
    """
    states, ranked = columns_of_states(result, most), _ranked(result, most)
    sides = "l" + "r" * (len(states) - 1) + "l" * len(ranked)
    return replace(
        _grid([*states, *ranked]), sides=sides, groups=_sized(len(states) - 1, *[1] * len(ranked))
    )


def whole_board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """All of it, with the mean of every measure, in separate columns."""
    rows, asked, states = result.board[:most], questions(result), columns_of_states(result, most)
    parts: list[Columns] = []
    for name, way in result.measures.items():
        means = [document.number(row.mean[name]) for row in rows]
        part = [(wording.measure(name, way), means), (MEAN_RANK, _mean_ranks(rows, name))]
        parts.append(part + ([(RANKS, _possible(rows, name))] if name in asked else []))
    of_groups = [name for name in asked if name not in result.measures]
    parts.append([(f"{name} {RANKS}", _possible(rows, name)) for name in of_groups])
    sizes = [len(part) for part in parts if part]
    return replace(_grid(sum(parts, states)), groups=_sized(len(states) - 1, *sizes))


def _sized(*sizes: int) -> tuple[document.ColumnGroup, ...]:
    return tuple(map(document.ColumnGroup, sizes))


def board_with_key(result: LeaderboardResult) -> document.Stack | None:
    """The first rows, how many more there are, and what the columns mean."""
    rest = left_out(len(result.board), FIRST, "algorithm", "leaderboard.to_frame()")
    return document.stack(
        board(result, FIRST), document.Paragraph(f"{rest}." if rest else meaning(result))
    )


def columns_of_states(result: LeaderboardResult, most: int | None = None) -> Columns:
    """The algorithm, and how many of its pairs are in which state."""
    rows = result.board[:most]
    counts = [(head(name), [str(getattr(row, name)) for row in rows]) for name in counted(result)]
    return [(ALGORITHM, [row.algorithm for row in rows]), *counts]


def _ranked(result: LeaderboardResult, most: int | None) -> Columns:
    """The mean rank on each measure with the possible ranks; of groups these alone."""
    rows, asked = result.board[:most], questions(result)
    columns: Columns = []
    for name, way in result.measures.items():
        cells = _mean_ranks(rows, name)
        if name in asked:
            both = zip(cells, _possible(rows, name), strict=True)
            cells = [f"{rank} ({possible})" for rank, possible in both]
        columns.append((wording.measure(name, way), cells))
    return columns + [
        (name, _possible(rows, name)) for name in asked if name not in result.measures
    ]


def _mean_ranks(rows: Sequence[LeaderboardRow], measure: str) -> list[str]:
    return [f"{row.mean_rank[measure]:.1f}" for row in rows]


def _possible(rows: Sequence[LeaderboardRow], question: str) -> list[str]:
    return [ranks(row.rank_low[question], row.rank_high[question]) for row in rows]


def _grid(columns: Columns) -> Grid:
    names, cells = zip(*columns, strict=True)
    return grid(names, list(zip(*cells, strict=True)), "l" + "r" * (len(columns) - 1))


# --- Every pair -----------------------------------------------------------------------------------


def pairs(result: Comparison) -> Grid:
    """Every pair, strongest first: its state, what it rests on and costs, and its p-value."""
    rows = result.strongest[:MOST_PAIRS]
    cells = [[*row.names, row.state, clause(row), wording.p_number(row.p_adjusted)] for row in rows]
    names = ["a", "b", "state", "what the data show", "corrected p"]
    every = len(result.pairs)
    return grid(names, cells, "llllr").noted(left_out(every, len(cells), "pair"), every)


def measures(result: Comparison) -> Grid:
    """Every pair on every measure: wins, the median difference with its bounds, and the p-value."""
    rows = result.strongest[: MOST_PAIRS // len(result.questions)]
    cells = [
        [*row.names, *(shown[name] for name in PAIRS_AND_MEASURES)]
        for row in rows
        for shown in (_on_measure(result, row, name, row.names[0]) for name in row.measures)
    ]
    names, every = ["a", "b", *PAIRS_AND_MEASURES], len(result.pairs)
    more = left_out(every, len(rows), "pair")
    return grid(names, cells, "lllrrlr").noted(more, every * len(result.questions))


PAIRS_AND_MEASURES = ("measure", "data sets", "reverse", "median difference", "corrected p")

# Columns of the table of one pair, with their sides; the others only where a cell is filled.
OF_PAIR = {
    "measure": "l", "more wins": "l", "data sets": "r", "reverse": "r", "equal": "r",
    "unknown": "r", "both failed": "r", "families": "r", "median difference": "l",
    "corrected p": "r",
}  # fmt: skip
ALWAYS = ("measure", "more wins", "data sets", "reverse", "corrected p")


def by_measure(result: Comparison, row: ComparedPair) -> Grid:
    """Wins, median differences and corrected p-values: a row for each measure, and jointly."""
    rows = [_on_measure(result, row, measure, _first(row, measure)) for measure in row.measures]
    if row.p_joint_a is not None and row.p_joint_b is not None:
        rows.append(_jointly(row, row.p_joint_a, row.p_joint_b))
    names = [name for name in OF_PAIR if name in ALWAYS or any(cells.get(name) for cells in rows)]
    cells = [[cells.get(name, "") for name in names] for cells in rows]
    return grid(names, cells, "".join(OF_PAIR[name] for name in names))


def _first(row: ComparedPair, measure: str) -> str:
    """The algorithm that is shown to be better on a measure, or has more wins."""
    better = (name for name in row.names if measure in row.better(name))
    return next(better, max(row.names, key=lambda name: row.wins(name)[measure]))


def _on_measure(result: Comparison, row: ComparedPair, measure: str, first: str) -> dict[str, str]:
    wins = {name: row.wins(name)[measure] for name in row.names}
    other = other_of(row, first)
    favours, size, bounds = size_of(result, row, measure)
    if favours is None:
        size, bounds = size_seen_by(result, row, measure, first)
    votes = {row.a: row.votes_a or {}, row.b: row.votes_b or {}}
    families = f"{votes[first][measure]} of {row.n_families}" if row.n_families else ""
    return {
        "measure": measure,
        "more wins": _better(row, measure, first),
        "data sets": share_of(row, measure, first),
        "reverse": str(wins[other]),
        "equal": _count(row.ties[measure]),
        "unknown": _count(row.unknown[measure]),
        "both failed": _count((row.both_failed or {}).get(measure)),
        "families": families,
        "median difference": f"{size}{bounds}{f' for {other}' if favours == other else ''}",
        "corrected p": wording.p_number(min(row.p_a[measure], row.p_b[measure])),
    }


def _jointly(row: ComparedPair, p_a: float, p_b: float) -> dict[str, str]:
    first = max(row.names, key=row.dominates)
    n, reverse = row.dominates(first), row.dominates(other_of(row, first))
    return {
        "measure": "jointly",
        "more wins": first if n > reverse else "neither",
        "data sets": f"{n} of {row.n}",
        "reverse": str(reverse),
        "corrected p": wording.p_number(min(p_a, p_b)),
    }


def _better(row: ComparedPair, measure: str, name: str) -> str:
    """The algorithm with more wins, or that is shown to be better, and practical equality."""
    more = row.wins(name)[measure] > row.wins(other_of(row, name))[measure]
    better = [name] if more or measure in row.better(name) else []
    equal = ["practically equal"] if measure in row.equal else []
    return ", ".join([*better, *equal]) or "neither"


def _count(n: int | None) -> str:
    return str(n) if n else ""


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
    # Where a result is unknown, nothing is known of who is not beaten.
    free, whole = np.zeros(known[:, 0].shape, dtype=bool), ~np.isnan(known).any(axis=(1, 2))
    free[whole] = ~beaten(known[whole], np.ones(len(result.measures)), result.data.rope_widths)
    best = known == np.max(np.where(np.isnan(known), -np.inf, known), axis=2, keepdims=True)
    places = [result.data.algorithms.index(name) for name in result.order[:FIRST]]
    head = ["data set", *(result.data.algorithms[i] for i in places)]
    cells: list[list[str]] = []
    marks: list[tuple[str, ...]] = []
    headings = {}
    for k, measure in enumerate(result.measures.items()):
        headings[len(cells)] = wording.measure(*measure)
        for i, name in enumerate(names):
            cells.append([name, *(_value(values[i, k, j], known[i, k, j]) for j in places)])
            marks.append(("", *(_mark(free[i, j], best[i, k, j]) for j in places)))
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
