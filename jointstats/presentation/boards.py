"""A leaderboard as cells: a row for each algorithm, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation import leading
from jointstats.presentation.document import Grid, Stack, Words, grid, stack

ARROWS = {"max": "↑", "min": "↓"}
Columns = list[tuple[str, Callable[[LeaderboardRow], str]]]


def board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """The pairs of each algorithm by state; by measure the mean rank and the ranks that remain.

    Parameters
    ----------
    result : LeaderboardResult
    most : int, optional
        Rows; by default all.
    """
    states, ranked = _states(result), _ranked(result)
    made = _grid(result, [*states, *ranked], most)
    sides = "l" + "r" * (len(states) - 1) + "l" * len(ranked)
    return replace(made, sides=sides, groups=(len(states) - 1, *[1] * len(ranked)))


def states_board(result: LeaderboardResult, most: int) -> Stack | None:
    """The pairs of the first algorithms by state alone, and how many more there are."""
    made = _grid(result, _states(result), most)
    rest = _left_out(result, made)
    return stack(made, Words(rest) if rest else None)


def whole_board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """All of it, with the mean of every measure, in separate columns."""
    states = _states(result)
    parts = [_on_measure(result, name) for name in result.measures]
    groups: Columns = [
        (f"{name} ranks", _remaining(name))
        for name in _questions(result)
        if name not in result.measures
    ]
    parts += [groups] if groups else []
    made = _grid(result, [*states, *(column for part in parts for column in part)], most)
    return replace(made, groups=(len(states) - 1, *map(len, parts)))


def board_with_key(result: LeaderboardResult) -> Stack | None:
    """The first rows, how many more there are, and what the columns mean."""
    made = board(result, leading.FIRST)
    rest = _left_out(result, made)
    return stack(made, Words(f"{rest}." if rest else meaning(result)))


def _left_out(result: LeaderboardResult, made: Grid) -> str:
    return leading.left_out(
        len(result.board), len(made.rows), "algorithm", "leaderboard.to_frame()"
    )


def meaning(result: LeaderboardResult) -> str:
    """What the columns mean."""
    with_ = "" if result.control is None else f" Only pairs with {result.control} were compared."
    return (
        "Best first, by wins minus losses, then by mean rank. By measure: the mean rank, then the "
        f"ranks that remain, with {100 * (1 - result.alpha):g} % confidence for all of them "
        f"together.{with_}"
    )


def ranks(low: int, high: int) -> str:
    """A rank set.

    Examples
    --------
    >>> ranks(1, 4), ranks(2, 2)
    ('1–4', '2')
    """
    return str(low) if low == high else f"{low}–{high}"


def _questions(result: LeaderboardResult) -> tuple[str, ...]:
    """What the claims are about: the measures, or groups of them."""
    return tuple(result.board[0].rank_low)


def _states(result: LeaderboardResult) -> Columns:
    """How many pairs of an algorithm are in which state; some cannot arise."""
    columns: Columns = [
        ("algorithm", lambda row: row.algorithm),
        ("wins", lambda row: str(row.wins)),
        ("losses", lambda row: str(row.losses)),
    ]
    if len(_questions(result)) > 1:
        columns += [
            ("trade-offs", lambda row: str(row.trade_offs)),
            ("ahead", lambda row: str(row.ahead)),
            ("behind", lambda row: str(row.behind)),
        ]
    if result.board[0].equal is not None:
        columns.append(("equal", lambda row: str(row.equal)))
    return [*columns, ("open", lambda row: str(row.open))]


def _ranked(result: LeaderboardResult) -> Columns:
    """The mean rank on each measure with the ranks that remain; of groups these alone."""
    asked = _questions(result)
    columns: Columns = []
    for name, way in result.measures.items():
        columns.append((f"{name} {ARROWS[way]}", _rank(name, with_ranks=name in asked)))
    return columns + [(name, _remaining(name)) for name in asked if name not in result.measures]


def _rank(measure: str, *, with_ranks: bool) -> Callable[[LeaderboardRow], str]:
    remaining = _remaining(measure)
    return lambda row: f"{row.mean_rank[measure]:.1f}{f' ({remaining(row)})' if with_ranks else ''}"


def _remaining(question: str) -> Callable[[LeaderboardRow], str]:
    return lambda row: ranks(row.rank_low[question], row.rank_high[question])


def _on_measure(result: LeaderboardResult, measure: str) -> Columns:
    columns: Columns = [
        (f"{measure} {ARROWS[result.measures[measure]]}", lambda row: _value(row.mean[measure])),
        ("mean rank", lambda row: f"{row.mean_rank[measure]:.1f}"),
    ]
    if measure in _questions(result):
        columns.append(("ranks", _remaining(measure)))
    return columns


def _grid(result: LeaderboardResult, columns: Columns, most: int | None) -> Grid:
    rows = [[say(row) for _, say in columns] for row in result.board[:most]]
    return grid([name for name, _ in columns], rows, "l" + "r" * (len(columns) - 1))


def _value(x: float | None) -> str:
    return "–" if x is None else wording.significant(x)
