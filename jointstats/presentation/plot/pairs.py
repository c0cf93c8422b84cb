"""Every pair of algorithms as a matrix or a list.

A cell is blue where the algorithm of its row is better, orange where that of its column is, purple
and hatched where the two share the measures; pale where nothing is decided. The winner's letter
says the same without colour.
"""

from __future__ import annotations

import math
from typing import Any

from jointstats.presentation.figures.content import Cell, Pairs, Tile
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    PALE_BLUE,
    PALE_GREY,
    PALE_ORANGE,
    PALE_PURPLE,
    PURPLE,
    SMALL,
    TEXT,
    shortened,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look

CELL = 0.66  # inches
TILE = 0.2
NAME = 2.3  # widest name
KEY = 0.22  # a line of the key
ROW = 0.34  # of a list
ROW_WINS, COLUMN_WINS, BOTH = "row", "column", "both"
_STRONG = {ROW_WINS: BLUE, COLUMN_WINS: ORANGE, BOTH: PURPLE, "nobody": "white"}
_PALE = {ROW_WINS: PALE_BLUE, COLUMN_WINS: PALE_ORANGE, BOTH: PALE_PURPLE, "nobody": "white"}
_MIRRORED = {ROW_WINS: COLUMN_WINS, COLUMN_WINS: ROW_WINS}


def drawing(content: Pairs, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The pairs, the key of the colours, and notes."""
    figure = _Figure(content)
    wide, height = figure.list_size() if content.listed else figure.matrix_size()

    def paint(canvas: Canvas) -> None:
        figure.paint_list(canvas) if content.listed else figure.paint_matrix(canvas)
        _key(canvas, height + 0.1)

    return Body(height + 0.1 + KEY * 2, paint, max(wide, 4.2))


class _Figure:
    def __init__(self, content: Pairs) -> None:
        self.content = content
        self.algorithms, m = content.algorithms, len(content.measures)
        self.letter = dict(zip(content.algorithms, content.letters, strict=True))
        self.names = {a: f"{self.letter[a]}  {shortened(a, NAME, TEXT)}" for a in self.algorithms}
        self.left = max(text_width(name, TEXT) for name in self.names.values()) + 0.12
        self.across = 1 if m == 1 else 2 if m <= 4 else 3
        self.down = -(-m // self.across)
        self.tile = TILE if m <= 9 else CELL / self.down - 0.01

    def matrix_size(self) -> tuple[float, float]:
        side = CELL * len(self.algorithms)
        return self.left + side, 0.25 + side

    def list_size(self) -> tuple[float, float]:
        tiles = len(self.content.measures) * (TILE + 0.02) if self.content.tiles else 0.0
        return 2 * self.left + 0.3 + 1.15 + tiles, 0.1 + len(self._listed()) * ROW

    def _listed(self) -> list[tuple[str, str]]:
        shown: tuple[Cell | Tile, ...] = (*self.content.cells, *self.content.tiles)
        return list(dict.fromkeys((one.row, one.column) for one in shown))

    def paint_matrix(self, canvas: Canvas) -> None:
        top, place = 0.25, {name: i * CELL for i, name in enumerate(self.algorithms)}
        for name, at in place.items():
            y, x, letter = top + at, self.left + at, self.letter[name]
            canvas.text(0, y + CELL / 2, self.names[name], TEXT)
            canvas.text(x + CELL / 2, 0.12, letter, TEXT, ha="center", fontweight="bold")
            canvas.box(x, y, CELL, CELL, PALE_GREY)
            canvas.text(x + CELL / 2, y + CELL / 2, letter, TEXT, ha="center", color=GREY)
        for cell in self.content.cells:
            _cell(canvas, cell, self.left + place[cell.column], top + place[cell.row], CELL, CELL)
        for tile in self.content.tiles:
            k = self.content.measures.index(tile.measure)
            dx, dy = self._within(k)
            x, y = place[tile.row], place[tile.column]
            mirrored = _MIRRORED.get(tile.winner, tile.winner)
            _tile(canvas, tile.said, mirrored, self.left + x + dx, top + y + dy, self.tile)
            if not self.content.cells:
                _tile(canvas, tile.said, tile.winner, self.left + y + dx, top + x + dy, self.tile)

    def _within(self, k: int) -> tuple[float, float]:
        """Place of a measure's tile in a cell."""
        step = self.tile + 0.01
        return (
            (CELL - self.across * step) / 2 + k % self.across * step,
            (CELL - self.down * step) / 2 + k // self.across * step,
        )

    def paint_list(self, canvas: Canvas) -> None:
        second = self.left + 0.3
        y = {pair: 0.1 + i * ROW for i, pair in enumerate(self._listed())}
        for (a, b), top in y.items():
            canvas.text(0, top + 0.15, self.names[a], TEXT)
            canvas.text(self.left + 0.08, top + 0.15, "/", TEXT, color=GREY, ha="center")
            canvas.text(second, top + 0.15, self.names[b], TEXT)
        x = second + self.left
        for cell in self.content.cells:
            _cell(canvas, cell, x, y[cell.row, cell.column], 1.0, 0.3)
        x += 1.1 if self.content.cells else 0.0
        for tile in self.content.tiles:
            left = x + self.content.measures.index(tile.measure) * (TILE + 0.02)
            _tile(canvas, tile.said, tile.winner, left, y[tile.row, tile.column] + 0.05, TILE)


def _cell(canvas: Canvas, cell: Cell, x: float, y: float, width: float, height: float) -> None:
    fill = (_STRONG if cell.decided else _PALE)[cell.leader]
    hatch = "////" if cell.leader == BOTH and cell.decided else ""
    canvas.box(x, y, width, height, fill, hatch, "white" if fill != "white" else GREY)
    said = cell.said + ("*" if cell.decided else "")
    middle = x + width / 2
    keywords: dict[str, Any] = {
        "ha": "center",
        "color": "white" if fill == BLUE else BLACK,
        "fontweight": "bold" if cell.decided else "normal",
    }
    if hatch:
        keywords["bbox"] = {"facecolor": fill, "edgecolor": "none", "pad": 1}
    if height < CELL:
        canvas.text(middle, y + height / 2, f"{said}  {cell.number}", SMALL, **keywords)
        return
    size = TEXT + 1 if len(cell.said) <= 4 else SMALL
    canvas.text(middle, y + 0.36 * height, said, size, **keywords)
    canvas.text(middle, y + 0.7 * height, cell.number, SMALL, **keywords)


def _tile(canvas: Canvas, said: str, winner: str, x: float, y: float, side: float) -> None:
    canvas.box(x, y, side, side, _STRONG[winner], edge=GREY)
    canvas.text(
        x + side / 2, y + side / 2, said, SMALL * min(1.0, side / TILE), ha="center",
        color="white" if winner == ROW_WINS else BLACK,
    )  # fmt: skip


def _key(canvas: Canvas, y: float) -> None:
    """What the colours mean, in two lines."""
    x = 0.0
    for who, hatch, text in (
        (ROW_WINS, "", "row better"), (COLUMN_WINS, "", "column better"),
        (BOTH, "////", "each on some"),
    ):  # fmt: skip
        canvas.box(x, y + 0.03, 0.16, 0.15, _STRONG[who], hatch, GREY)
        canvas.text(x + 0.22, y + 0.11, text, SMALL)
        x += 0.22 + text_width(text, SMALL) + 0.2
    y, x = y + KEY, 0.0
    for who in (ROW_WINS, COLUMN_WINS, BOTH):
        canvas.box(x, y + 0.03, 0.16, 0.15, _PALE[who], "", GREY)
        x += 0.18
    canvas.text(x + 0.06, y + 0.11, "pale: leads, but is not decided; * decided", SMALL)
