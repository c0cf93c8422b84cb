"""The league in words: columns with their order and meaning, and its cells, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jointstats.base import wording
from jointstats.base.phrases import jointly
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult, LeaderboardRow
from jointstats.drawing import document
from jointstats.drawing.document import ColumnGroup, Grid, Paragraph, Stack, grid, number, stack

ALGORITHM, MEAN_RANK, RANKS = "algorithm", "mean rank", "possible ranks"
STATISTICS = ("mean", "median", "sd")  # of a measure, in this order


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


Columns = list[tuple[str, Callable[[LeaderboardRow], str]]]


def board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """The pairs of each algorithm by state; by measure the mean rank and the possible ranks.

    Parameters
    ----------
    result : LeaderboardResult
    most : int, optional
        Rows; by default all.
    """
    states, ranked = columns_of_states(result), _ranked(result)
    rows = _grid(result, [*states, *ranked], most)
    sides = "l" + "r" * (len(states) - 1) + "l" * len(ranked)
    return replace(rows, sides=sides, groups=_sized(len(states) - 1, *[1] * len(ranked)))


def whole_board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """All of it, with the mean of every measure, in separate columns."""
    states = columns_of_states(result)
    parts = [_on_measure(result, name) for name in result.measures]
    groups: Columns = [
        (f"{name} {RANKS}", _possible(name))
        for name in questions(result)
        if name not in result.measures
    ]
    parts += [groups] if groups else []
    rows = _grid(result, [*states, *(column for part in parts for column in part)], most)
    return replace(rows, groups=_sized(len(states) - 1, *map(len, parts)))


def _sized(*sizes: int) -> tuple[ColumnGroup, ...]:
    return tuple(map(ColumnGroup, sizes))


def board_with_key(result: LeaderboardResult) -> Stack | None:
    """The first rows, how many more there are, and what the columns mean."""
    rows = board(result, document.FIRST)
    rest = _left_out(result, rows)
    return stack(rows, Paragraph(f"{rest}." if rest else meaning(result)))


def columns_of_states(result: LeaderboardResult) -> Columns:
    """The algorithm, and how many of its pairs are in which state."""
    counts = [(head(name), _text_of(name)) for name in counted(result)]
    return [(ALGORITHM, _text_of("algorithm")), *counts]


def _text_of(name: str) -> Callable[[LeaderboardRow], str]:
    return lambda row: str(getattr(row, name))


def _left_out(result: LeaderboardResult, rows: Grid) -> str:
    return document.left_out(
        len(result.board), len(rows.rows), "algorithm", "leaderboard.to_frame()"
    )


def _ranked(result: LeaderboardResult) -> Columns:
    """The mean rank on each measure with the possible ranks; of groups these alone."""
    asked = questions(result)
    columns: Columns = []
    for name, way in result.measures.items():
        columns.append((wording.measure(name, way), _rank(name, with_ranks=name in asked)))
    return columns + [(name, _possible(name)) for name in asked if name not in result.measures]


def _rank(measure: str, *, with_ranks: bool) -> Callable[[LeaderboardRow], str]:
    possible = _possible(measure)
    return lambda row: f"{row.mean_rank[measure]:.1f}{f' ({possible(row)})' if with_ranks else ''}"


def _possible(question: str) -> Callable[[LeaderboardRow], str]:
    return lambda row: ranks(row.rank_low[question], row.rank_high[question])


def _on_measure(result: LeaderboardResult, measure: str) -> Columns:
    columns: Columns = [
        (wording.measure(measure, result.measures[measure]), lambda row: number(row.mean[measure])),
        (MEAN_RANK, lambda row: f"{row.mean_rank[measure]:.1f}"),
    ]
    if measure in questions(result):
        columns.append((RANKS, _possible(measure)))
    return columns


def _grid(result: LeaderboardResult, columns: Columns, most: int | None) -> Grid:
    rows = [[say(row) for _, say in columns] for row in result.board[:most]]
    return grid([name for name, _ in columns], rows, "l" + "r" * (len(columns) - 1))
