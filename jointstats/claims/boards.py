"""A leaderboard as cells: a row for each algorithm, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jointstats.base import wording
from jointstats.claims import words_league
from jointstats.claims.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.drawing import leading
from jointstats.drawing.document import Grid, Paragraph, Stack, grid, stack

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
    return replace(rows, sides=sides, groups=(len(states) - 1, *[1] * len(ranked)))


def whole_board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """All of it, with the mean of every measure, in separate columns."""
    states = columns_of_states(result)
    parts = [_on_measure(result, name) for name in result.measures]
    groups: Columns = [
        (f"{name} {words_league.RANKS}", _possible(name))
        for name in words_league.questions(result)
        if name not in result.measures
    ]
    parts += [groups] if groups else []
    rows = _grid(result, [*states, *(column for part in parts for column in part)], most)
    return replace(rows, groups=(len(states) - 1, *map(len, parts)))


def board_with_key(result: LeaderboardResult) -> Stack | None:
    """The first rows, how many more there are, and what the columns mean."""
    rows = board(result, leading.FIRST)
    rest = _left_out(result, rows)
    return stack(rows, Paragraph(f"{rest}." if rest else words_league.meaning(result)))


def columns_of_states(result: LeaderboardResult) -> Columns:
    """The algorithm, and how many of its pairs are in which state."""
    counts = [(words_league.head(name), _text_of(name)) for name in words_league.counted(result)]
    return [(words_league.ALGORITHM, _text_of("algorithm")), *counts]


def _text_of(name: str) -> Callable[[LeaderboardRow], str]:
    return lambda row: str(getattr(row, name))


def _left_out(result: LeaderboardResult, rows: Grid) -> str:
    return leading.left_out(
        len(result.board), len(rows.rows), "algorithm", "leaderboard.to_frame()"
    )


def _ranked(result: LeaderboardResult) -> Columns:
    """The mean rank on each measure with the possible ranks; of groups these alone."""
    asked = words_league.questions(result)
    columns: Columns = []
    for name, way in result.measures.items():
        columns.append((wording.measure(name, way), _rank(name, with_ranks=name in asked)))
    return columns + [(name, _possible(name)) for name in asked if name not in result.measures]


def _rank(measure: str, *, with_ranks: bool) -> Callable[[LeaderboardRow], str]:
    possible = _possible(measure)
    return lambda row: f"{row.mean_rank[measure]:.1f}{f' ({possible(row)})' if with_ranks else ''}"


def _possible(question: str) -> Callable[[LeaderboardRow], str]:
    return lambda row: words_league.ranks(row.rank_low[question], row.rank_high[question])


def _on_measure(result: LeaderboardResult, measure: str) -> Columns:
    columns: Columns = [
        (wording.measure(measure, result.measures[measure]), lambda row: value(row.mean[measure])),
        (words_league.MEAN_RANK, lambda row: f"{row.mean_rank[measure]:.1f}"),
    ]
    if measure in words_league.questions(result):
        columns.append((words_league.RANKS, _possible(measure)))
    return columns


def _grid(result: LeaderboardResult, columns: Columns, most: int | None) -> Grid:
    rows = [[say(row) for _, say in columns] for row in result.board[:most]]
    return grid([name for name, _ in columns], rows, "l" + "r" * (len(columns) - 1))


def value(x: float | None) -> str:
    """A mean, median or spread; one that is unknown is a dash."""
    return "–" if x is None else wording.significant(x)
