"""Statements as rows of tiles: for each measure who is better, best or first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jointstats.base.order import Places, first_of, is_tie, names_of
from jointstats.drawing.content import Content, Row, Scale, letters

SERIES = 6  # winners with a colour of their own
FIRST, SECOND, EQUAL, OTHER = "better", "worse", "equal", "open"


@dataclass(frozen=True)
class Tile:
    """What a statement says of one measure.

    Attributes
    ----------
    row, column : int
        Of the statement and of the measure, from 0.
    said, short : str
        Who is better, best or first: the name, and a few letters for it.
    look : str
        "better" (of two: who leads the first statement; or the control), "worse" (the other one),
        "equal", "open" (anybody else), or "1" to "6" for winners with a separate colour.
    """

    row: int
    column: int
    said: str
    short: str
    look: str


@dataclass(frozen=True)
class Name:
    """The short name of an algorithm, and the look of its tiles."""

    look: str
    short: str
    name: str


@dataclass(frozen=True)
class Statements(Content):
    """Statements as rows of tiles, each with a bar, and perhaps its share of data sets.

    Attributes
    ----------
    measures : tuple of str
    heads : tuple of str
        The same, with an arrow to the better side.
    rows : tuple of Row
        Bars. Those without tiles have their label in the tiles' place. ``note`` is on how many data
        sets the statement was seen.
    tiles : tuple of Tile
    keys : tuple of Name
        The algorithms that the tiles are about.
    scale : Scale
    counted : str
        What the numbers in the rows' notes are; or nothing.
    shares : tuple of Row
        Of the first rows the expected share of data sets, a point with its interval.
    share_label : str
    """

    kind = "statements"
    layout = "joint.layout_statements"

    measures: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    tiles: tuple[Tile, ...] = ()
    keys: tuple[Name, ...] = ()
    scale: Scale = field(default_factory=lambda: Scale(0, 1, ""))
    counted: str = ""
    shares: tuple[Row, ...] = ()
    share_label: str = ""


def tiles_of(
    orders: Sequence[Mapping[str, Places]],
    measures: Sequence[str],
    question: str = "orderings",
    control: str | None = None,
) -> tuple[tuple[Tile, ...], tuple[Name, ...]]:
    """The tiles of statements, and the short names of their algorithms.

    Parameters
    ----------
    orders : sequence of mappings
        For each measure, the names, best first.
    measures : sequence of str
    question : {"orderings", "best", "control"}
    control : str, optional
    """
    if question == "control" and control is not None:
        short = short_names([control])[control]
        looks = {True: (FIRST, control, short), False: (OTHER, f"not {control}", "not")}
        tiles = [
            Tile(i, k, said, few, look)
            for i, order in enumerate(orders)
            for k, measure in enumerate(measures)
            for look, said, few in [looks[bool(order[measure])]]
        ]
        return tuple(tiles), (Name(FIRST, short, control),)
    named = (name for order in orders for places in order.values() for name in names_of(places))
    names = list(dict.fromkeys(named))
    look_of = _looks(orders, names, question)
    short_of = short_names(names)
    tiles = []
    for i, order in enumerate(orders):
        for k, measure in enumerate(measures):
            tiles.append(_tile(i, k, order[measure], look_of, short_of))
    used = {tile.said for tile in tiles}
    keys = [Name(look_of[name], short_of[name], name) for name in names if name in used]
    return tuple(tiles), tuple(sorted(keys, key=lambda key: (key.look == OTHER, key.look)))


def _tile(
    i: int, k: int, places: Places, look_of: Mapping[str, str], short_of: Mapping[str, str]
) -> Tile:
    if is_tie(places):
        return Tile(i, k, "equal", "=", EQUAL)
    first = str(first_of(places))
    return Tile(i, k, first, short_of[first], look_of[first])


def _looks(
    orders: Sequence[Mapping[str, Places]], names: Sequence[str], question: str
) -> dict[str, str]:
    """The looks of the names: of two, who leads the first statement is the better one."""
    won = [Counter(str(first_of(at)) for at in order.values() if first_of(at)) for order in orders]
    if question == "orderings" and len(names) == 2:
        leader = won[0].most_common(1)[0][0] if won and won[0] else names[0]
        return {name: FIRST if name == leader else SECOND for name in names}
    total = Counter({name: 0 for name in names})
    for counts in won:
        total.update(counts)
    ranked = sorted(names, key=lambda name: -total[name])
    return {name: str(i + 1) if i < SERIES else OTHER for i, name in enumerate(ranked)}


def short_names(names: Sequence[str]) -> dict[str, str]:
    """A few letters for every name: capitals and digits, or the first letters; else A, B, C.

    Examples
    --------
    >>> short_names(["RandomForest", "AODE", "Logistic"])
    {'RandomForest': 'RF', 'AODE': 'AOD', 'Logistic': 'Log'}
    """
    short = {name: _short(name) for name in names}
    return short if len(set(short.values())) == len(names) else letters(names)


def _short(name: str) -> str:
    capitals = "".join(letter for letter in name if letter.isupper() or letter.isdigit())
    return capitals if 2 <= len(capitals) <= 3 else name[:3]
