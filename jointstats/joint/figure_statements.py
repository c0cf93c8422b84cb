"""Statements as rows of tiles: for each measure who is better, best or first.

A bar, or a point with its interval, is next to each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jointstats.base.wording import Places, first_of, is_tie, names_of
from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, Heads, Legend, Sample, interval, ticks_across
from jointstats.drawing.content import Content, FigureRow, Record, Scale, letters
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import COLOUR, LEAST, SMALL, Look, text_width

SERIES = 6  # winners with a colour of their own
FIRST, SECOND, EQUAL, OTHER = "better", "worse", "equal", "open"
ROW = 0.24  # inches
SHARE = 0.52  # of the width, for the tiles
TILE = 1.15  # the widest tile
GAP = 0.1
AXIS = 0.5  # of the shares, at the least
FOOT = 0.19  # under the rows, for numbers and for what the threshold is
SHARES = Ruler("", "", 0.0, 1.0, (0.0, 0.5, 1.0), ("0 %", "50 %", "100 %"))


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
class TileName:
    """The short name of an algorithm, and the look of its tiles."""

    look: str
    short: str
    name: str


@dataclass(frozen=True)
class StatementRows(Content):
    """Statements as rows of tiles, each with a bar, and perhaps its share of data sets.

    Attributes
    ----------
    measures : tuple of str
    heads : tuple of str
        The same, with an arrow to the better side.
    rows : tuple of FigureRow
        Bars. Those without tiles have their label in the tiles' place. ``note`` is on how many data
        sets the statement was seen.
    tiles : tuple of Tile
    keys : tuple of TileName
        The algorithms that the tiles are about.
    scale : Scale
    counted : str
        What the numbers in the rows' notes are; or nothing.
    shares : tuple of FigureRow
        Of the first rows the expected share of data sets, a point with its interval.
    share_label : str
    """

    kind = "statements"

    measures: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[FigureRow, ...] = ()
    tiles: tuple[Tile, ...] = ()
    keys: tuple[TileName, ...] = ()
    scale: Scale = field(default_factory=lambda: Scale(0, 1, ""))
    counted: str = ""
    shares: tuple[FigureRow, ...] = ()
    share_label: str = ""

    def records(self) -> Iterator[Record]:
        """A row for each statement, in words."""
        said: dict[int, list[str]] = {}
        for tile in self.tiles:
            said.setdefault(tile.row, []).append(f"{tile.said} on {self.measures[tile.column]}")
        for i, row in enumerate(self.rows):
            statement = ", ".join(said.get(i, [row.label]))
            values = {"value": row.value, "low": row.low, "high": row.high}
            yield {"statement": statement} | values | {"note": row.note, "leads": row.strong}

    def axes(self) -> Record:
        """Those of its scale."""
        return self.scale.axes()


def tiles_of(
    orders: Sequence[Mapping[str, Places]],
    measures: Sequence[str],
    question: str = "orderings",
    control: str | None = None,
) -> tuple[tuple[Tile, ...], tuple[TileName, ...]]:
    """The tiles of statements, and the short names of their algorithms.

    Parameters
    ----------
    orders : sequence of mappings
        For each measure, the names, best first.
    measures : sequence of str
    question : {"orderings", "best", "control"}
    control : str, optional
    """
    named = (name for order in orders for places in order.values() for name in names_of(places))
    names = list(dict.fromkeys(named)) if control is None else [control]
    look_of = _looks(orders, names, question) if control is None else {control: FIRST}
    short_of = short_names(names)
    tiles = tuple(
        _tile(i, k, order[measure], look_of, short_of, control)
        for i, order in enumerate(orders)
        for k, measure in enumerate(measures)
    )
    used = {tile.said for tile in tiles} | {control}
    keys = [TileName(look_of[name], short_of[name], name) for name in names if name in used]
    return tiles, tuple(sorted(keys, key=lambda key: (key.look == OTHER, key.look)))


def _tile(
    i: int,
    k: int,
    places: Places,
    look_of: Mapping[str, str],
    short_of: Mapping[str, str],
    control: str | None,
) -> Tile:
    if is_tie(places):
        return Tile(i, k, "equal", "=", EQUAL)
    first = first_of(places)
    if first is None:
        return Tile(i, k, f"not {control}", "not", OTHER)
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


def drawing(
    content: StatementRows, width: float, room: float = math.inf, look: Look = COLOUR
) -> Body:
    """Lay out the rows, the short names and the threshold."""
    tiles = _Tiles(content, width)
    key = Legend(tiles.samples(look), width)
    below = (FOOT if content.scale.threshold is not None or tiles.shares else 0.0) + (
        GAP + key.height if key.height else 0.0
    )
    shown = style.fitting(len(content.rows), ROW, room - tiles.head - below)
    height = tiles.head + shown * ROW

    def paint(canvas: Canvas) -> None:
        tiles.paint(canvas, shown)
        key.paint(canvas, height + below - key.height)

    gone = style.left_out(len(content.rows), shown, "row")
    if content.shares and not tiles.shares:
        gone = (*gone, "Expected shares of data sets are left out")
    return Body(height + below, paint, left_out=gone)


class _Tiles:
    """Where everything is: tiles, bars with their numbers, shares with theirs, counts."""

    def __init__(self, content: StatementRows, width: float) -> None:
        self.content, self.width = content, width
        rows, m = content.rows, len(content.measures)
        self.number = style.widest_of((row.shown for row in rows), SMALL, bold=True) + 0.06
        notes = [*content.counted.split(), *(row.note for row in rows)] if content.counted else []
        self.note = style.widest_of(notes, SMALL) + 0.1
        self.share = style.widest_of((row.shown for row in content.shares), SMALL) + 0.06
        self.told = 1 + max((tile.row for tile in content.tiles), default=-1)
        rest = width - self.number - (self.note if content.counted else 0.0)
        self.shares = bool(content.shares) and 0.5 * (rest - self.share) >= 3 * AXIS
        self.tile = min(TILE, (0.44 if self.shares else SHARE) * width / m)
        self.wide = m * self.tile
        self.heads = Heads(content.heads, self.tile)
        self.size, self.full = self._letters()
        self.left = self.wide + 0.12
        self.right = rest
        if self.shares:
            axis = (rest - self.left - self.share - 0.15) / 2
            self.right = self.left + axis
        wide = self.right - self.left
        self.axis = Area(self.left, 0.0, wide, 0.0, content.scale.ruler, FLAT)
        self.beside = Area(self.right + self.number + 0.15, 0.0, wide, 0.0, SHARES, FLAT)
        over = wide + self.number
        self.over = style.wrapped(content.scale.label, over - 0.05, SMALL)
        self.counted = style.wrapped(content.counted, self.note, SMALL) if content.counted else []
        second = wide + self.share
        self.second = style.wrapped(content.share_label, second, SMALL) if self.shares else []
        lines = max(len(self.over), len(self.counted), len(self.second))
        self.head = max(self.heads.height, lines * 0.125 + 0.05)

    def _letters(self) -> tuple[float, bool]:
        """Points of the letters in the tiles, and whether full names fit, in two lines at most."""
        for full in (True, False):
            said = {tile.said if full else tile.short for tile in self.content.tiles}
            widest = max((text_width(phrase, SMALL) for phrase in said), default=0.01)
            size = min(SMALL, SMALL * (self.tile - 0.04) / widest)
            if size >= LEAST:
                return size, full
            if full and all(_halves(phrase, self.tile - 0.04) for phrase in said):
                return LEAST, full
        return 0.0, False

    def samples(self, look: Look) -> list[Sample]:
        """What short names mean; nothing where the tiles have the names themselves."""
        if self.full:
            return []
        return [
            Sample(
                lambda canvas, *box, name=name: canvas.box(*box, colour(look, name.look)),
                f"{name.short}  {name.name}" if name.short != name.name else name.name,
            )
            for name in self.content.keys
        ]

    def paint(self, canvas: Canvas, shown: int) -> None:
        """The rows, under the names of the measures and of the numbers."""
        look = canvas.look
        for k, measure in enumerate(self.content.heads):
            self.heads.paint(canvas, measure, (k + 0.5) * self.tile, self.head)
        y = self.head - 0.03
        canvas.lines(self.left, y - 0.125 * len(self.over), self.over, SMALL, color=look.quiet)
        top = y - 0.125 * len(self.second)
        canvas.lines(self.beside.left, top, self.second, SMALL, color=look.quiet)
        if self.counted:
            top = y - 0.125 * len(self.counted)
            canvas.lines(self.width, top, self.counted, SMALL, color=look.quiet, align="right")
        for tile in self.content.tiles:
            if tile.row < shown:
                self._tile(canvas, tile)
        for i, row in enumerate(self.content.rows[:shown]):
            self._row(canvas, row, i)
        self._threshold(canvas, shown)

    def _tile(self, canvas: Canvas, tile: Tile) -> None:
        x, y = tile.column * self.tile, self.head + tile.row * ROW
        fill = colour(canvas.look, tile.look)
        box = (x + 0.01, y + 0.015, self.tile - 0.02, ROW - 0.03)
        canvas.box(*box, fill, edge=canvas.look.line if tile.look == EQUAL else fill, lw=0.4)
        if tile.look == EQUAL:
            canvas.specks(box, canvas.look.on(fill))
        if not self.size:
            return
        text = tile.said if self.full else tile.short
        lines = [text]
        if text_width(text, self.size) > self.tile - 0.03:
            lines = _halves(text, self.tile - 0.04) or lines
        for i, line in enumerate(lines):
            middle = y + ROW / 2 + (i - (len(lines) - 1) / 2) * 0.1
            ink, ground = canvas.look.on(fill), fill if tile.look == EQUAL else None
            how: dict[str, Any] = {"align": "center", "color": ink, "ground": ground}
            canvas.text(x + self.tile / 2, middle, line, self.size, **how)

    def _row(self, canvas: Canvas, row: FigureRow, i: int) -> None:
        look, y = canvas.look, self.head + (i + 0.5) * ROW
        if i >= self.told:
            canvas.small(0, y, style.shortened(row.label, self.left - 0.06, SMALL))
        x = self._at(row.value)
        fill = look.better[0 if row.strong else 1]
        box = (self.left, y - 0.06, max(x - self.left, 0.01), 0.12)
        canvas.box(*box, look.open if row.hatched else fill, edge=look.line, lw=0.4)
        if row.hatched:
            canvas.hatch(box, look.line)
        if row.low is not None and row.high is not None:
            canvas.path([self._at(row.low), self._at(row.high)], [y, y], lw=1.2, zorder=3)
        if row.reference is not None:
            at = self._at(row.reference)
            canvas.path([at, at], [y - 0.09, y + 0.09], lw=1.6, zorder=4)
        canvas.text(self.right + 0.06, y, row.shown, SMALL, bold=row.strong)
        if self.shares and i < len(self.content.shares):
            self._share(canvas, self.content.shares[i], y)
        if self.content.counted:
            canvas.small(self.width, y, row.note, align="right")

    def _at(self, value: float) -> float:
        scale = self.content.scale
        return self.axis.x(min(max(value, scale.low), scale.high))

    def _share(self, canvas: Canvas, row: FigureRow, y: float) -> None:
        """A point with its interval, on an axis from 0 to 100 %."""
        at, look = self.beside.x, canvas.look
        canvas.path([at(0), at(1)], [y, y], color=look.open, lw=0.6, zorder=1)
        ends = None if row.low is None or row.high is None else (at(row.low), at(row.high))
        interval(canvas, at(row.value), ends, y, strong=row.strong)
        canvas.text(at(1) + 0.05, y, row.shown, SMALL)

    def _threshold(self, canvas: Canvas, shown: int) -> None:
        scale, look = self.content.scale, canvas.look
        low = self.head + shown * ROW
        if self.shares:
            ticks_across(canvas, replace(self.beside, height=low))
        if scale.threshold is None:
            return
        x = self._at(scale.threshold)
        canvas.path([x, x], [self.head, low], color=look.ink, lw=0.9, ls=(3.0, 2.0), zorder=3.5)
        right = self.right + self.number - 0.05 if self.shares else self.width
        text = style.shortened(scale.threshold_label, right, SMALL)
        half = text_width(text, SMALL) / 2
        x = min(max(x, half), right - half)
        canvas.small(x, low + FOOT / 2, text, align="center")


def _halves(name: str, width: float) -> list[str]:
    """A name in two lines, broken before a capital, a blank or the like; none if neither fits."""
    if text_width(name, LEAST) <= width:
        return [name]
    halves = [
        [name[:i].rstrip(" _"), name[i:].lstrip(" _")]
        for i in range(2, len(name) - 1)
        if name[i] in " _-" or (name[i].isupper() and name[i - 1].islower())
    ]
    halves = [two for two in halves if style.widest_of(two, LEAST) <= width]
    return min(halves, key=lambda two: abs(len(two[0]) - len(two[1])), default=[])


def colour(look: Look, name: str) -> str:
    """The colour of a tile's look."""
    return look.series[int(name) - 1] if name.isdigit() else look.fill(name)
