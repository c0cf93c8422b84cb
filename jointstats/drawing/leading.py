"""The part of very many rows that is printed: those about the first algorithms, in their order.

All rows stay where the data are: ``to_frame()``, ``wins``, ``open``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from jointstats.base import wording
from jointstats.base.order import first_of as first_of_places
from jointstats.base.rows import Columnar

FIRST = 20  # algorithms of a matrix, of a figure, of the head of a leaderboard
MOST = 300  # rows of a table in a document

T = TypeVar("T", bound=Any)


def places(order: Sequence[str]) -> dict[str, int]:
    """Algorithm to its place in the order of the leaderboard, from 0."""
    return {name: i for i, name in enumerate(order)}


def among_the_first(
    rows: Sequence[T], order: Sequence[str], most: int = MOST, control: str | None = None
) -> list[T]:
    """Rows of pairs, by the places of the two; of more than `most`, those of the first algorithms.

    Parameters
    ----------
    rows : sequence
        With ``a`` and ``b``, one of each pair.
    order : sequence of str
        The algorithms, best first.
    most : int
    control : str, optional
        If given, `rows` are its pairs.
    """
    place = places(order)
    among: Sequence[T] = rows
    if len(rows) > most:
        names = frozenset(order[: _fitting(most, control)]) | {control}
        among = between(rows, names)
    return sorted(among, key=lambda row: sorted((place[row.a], place[row.b])))


def between(rows: Sequence[T], names: frozenset[Any]) -> list[T]:
    """The rows of pairs among these names; no other row is made."""
    return [rows[i] for i, pair in enumerate(_pairs(rows)) if names.issuperset(pair)]


def _pairs(rows: Sequence[Any]) -> Iterable[tuple[str, str]]:
    """The two algorithms of every row; rows that are made when needed are not made."""
    if isinstance(rows, Columnar):
        columns = rows.cells(("a", "b"))
        return zip(columns["a"], columns["b"], strict=True)
    return ((row.a, row.b) for row in rows)


def standing_of(algorithms: Sequence[str], rows: Iterable[Any]) -> tuple[str, ...]:
    """The algorithms by shown wins less losses, then by what the other pairs point to.

    For tests of pairs that have no leaderboard: pairs led less pairs trailed, then measures, each
    pair more the smaller its p-value; ties stay as in the table.
    """
    net: dict[str, list[float]] = {name: [0, 0, 0] for name in algorithms}
    for row in rows:
        for i, first in enumerate((row.winner, getattr(row, "better", None))):
            if first is not None:
                net[first][i] -= 1
                net[row.b if first == row.a else row.a][i] += 1
        points = _points(row)
        net[row.a][2] -= points
        net[row.b][2] += points
    return tuple(sorted(algorithms, key=net.__getitem__))


def _points(row: Any) -> float:
    """How far a pair points to its first algorithm: measures led less trailed, confidence."""
    firsts = [first_of_places(places) for places in (getattr(row, "order", None) or {}).values()]
    better = getattr(row, "better", None)
    ahead = firsts.count(row.a) - firsts.count(row.b)
    side = (ahead > 0) - (ahead < 0) or (better == row.a) - (better == row.b)
    p = getattr(row, "p_value", None)
    sure = getattr(row, "probability", None) if p is None else 1 - p
    return ahead + side * (sure or 0.0)


def _fitting(most: int, control: str | None) -> int:
    """Of how many algorithms all pairs, or those with the control, are no more than `most`."""
    return most if control is not None else int((1 + (1 + 8 * most) ** 0.5) / 2)


def left_out(rows: int, shown: int, word: str = "row", where: str = "to_frame()") -> str:
    """How many rows are not shown, and what has them; nothing if all are."""
    if rows <= shown:
        return ""
    return f"{wording.plural(rows - shown, f'more {word}')}: {where}"


def first_of(algorithms: int) -> str:
    """That a figure has the first algorithms only, with a blank before it; or nothing."""
    return f" The first {FIRST} of {algorithms} algorithms." if algorithms > FIRST else ""
