"""Every pair of algorithms, a stripe for each measure: a matrix, or the list of a control's pairs.

What is shown is strong, and framed if it is about all measures together; what leads fills its
stripe, pale; what is open is a short bar, upwards where the row's algorithm is better. Stripes of
the column's algorithm are hatched where they are pale, for grey print.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from jointstats.presentation.figures.wins import (
    AHEAD,
    COLUMN,
    EACH,
    EQUAL,
    NOBODY,
    OPEN,
    ROW,
    SHOWN,
    SHOWN_EACH,
    TRADE,
    UNCLEAR,
    WON,
    Cell,
    Matrix,
)
from jointstats.presentation.plot.canvas import NONE, Box, Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.heads import Heads
from jointstats.presentation.plot.keys import Legend, Painter, Sample
from jointstats.presentation.plot.style import (
    LEAST,
    LINE,
    SMALL,
    distinct,
    fitted,
    fitting,
    left_out,
    text_width,
    wrapped,
)
from jointstats.presentation.plot.themes import COLOUR, Look

SIDE = 0.1  # inches: the smallest cell
WIDEST, HIGHEST = 1.0, 0.42  # the largest one
NAMES = 0.32  # of the width, for the names on the left
GAP = 0.1
BAR = 0.3  # of a cell's height, of a bar of what is open
ROLES = {ROW: "better", COLUMN: "worse", EQUAL: "equal", UNCLEAR: "open"}


def drawing(content: Matrix, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the matrix, or the list, and its key."""
    key = Legend([Sample(_sample(one.look), one.words) for one in content.keys], width)
    free = room - key.height - GAP
    kind = _Matrix if content.control is None else _List
    made = kind(content, width, free)
    said = [wrapped(text, width, SMALL) for text in content.numbers[: made.numbers]]
    lines = [line for one in said for line in one]
    low = key.height + len(lines) * SMALL * LINE / 72
    if lines:
        made = kind(content, width, room - GAP - low)

    def paint(canvas: Canvas) -> None:
        made.paint(canvas)
        key.paint(canvas, made.height + GAP)
        canvas.lines(0, made.height + GAP + key.height, lines, SMALL, color=look.quiet)

    left = left_out(made.total, made.shown, content.noun)
    return Body(made.height + GAP + low, paint, left_out=left)


class _Matrix:
    def __init__(self, content: Matrix, width: float, room: float) -> None:
        names, self.total = content.algorithms, content.total
        label, size = fitted(names, NAMES * width)
        widest = max(text_width(one, size) for one in label)
        self.left = widest + 0.06
        n = min(len(names), max(1, int((width - self.left) / SIDE)))
        self.wide = min(WIDEST, (width - self.left) / n)
        self.head = Heads(names[:n], self.wide).height
        high = min(HIGHEST, max(SIDE, 0.62 * self.wide)) if self.wide > 0.3 else self.wide
        if n * high > room - self.head:
            high = max(SIDE, (room - self.head) / n)
        n = fitting(n, high, room - self.head)
        self.shown, self.high = n, high
        self.size = min(size, high * 72 / 1.15)
        self.names = names[:n]
        self.label = distinct(self.names, widest + 0.01, self.size)
        self.heads = Heads(self.names, self.wide)
        self.height = self.head + n * high
        kept = set(self.names)
        self.cells = [one for one in content.cells if one.row in kept and one.column in kept]
        self.words = _Words(self.cells, self.wide, high)
        self.numbers = self.words.lines

    def paint(self, canvas: Canvas) -> None:
        place = {name: i for i, name in enumerate(self.names)}
        for name, i in place.items():
            y, x = self.head + i * self.high, self.left + i * self.wide
            canvas.text(0, y + self.high / 2, self.label[name], self.size)
            self.heads.paint(canvas, name, x + self.wide / 2, self.head)
            ends = [x, x + self.wide], [y, y + self.high]
            canvas.path(*ends, color=canvas.look.open, lw=1.2, zorder=1)
        for cell in self.cells:
            x = self.left + place[cell.column] * self.wide
            y = self.head + place[cell.row] * self.high
            _cell(canvas, cell, (x, y, self.wide, self.high), self.words)


class _List:
    """The pairs with the control: a row each, its cell under the names of the measures."""

    def __init__(self, content: Matrix, width: float, room: float) -> None:
        control = content.control
        others = [name for name in content.algorithms if name != control]
        found = {cell.column: cell for cell in content.cells}
        self.total, self.numbers = content.total - 1, 3
        (self.corner, *label), self.size = fitted([f"{control} against", *others], NAMES * width)
        self.left = max(text_width(one, self.size) for one in (self.corner, *label)) + 0.08
        self.said = {name: _beside(found[name]) for name in others}
        right = max(text_width(one, SMALL) for one in self.said.values()) + 0.1
        m = len(content.measures)
        self.wide = min(width - self.left - right, max(0.8, 0.62 * m))
        self.measures = content.measures
        self.heads = Heads(content.measures, self.wide / m)
        self.head = self.heads.height
        self.high = 0.21
        self.shown = fitting(len(others), self.high, room - self.head)
        self.rows = [(text, found[name]) for text, name in zip(label, others, strict=True)][
            : self.shown
        ]
        self.height = self.head + self.shown * self.high

    def paint(self, canvas: Canvas) -> None:
        step = self.wide / len(self.measures)
        for k, name in enumerate(self.measures):
            self.heads.paint(canvas, name, self.left + (k + 0.5) * step, self.head)
        canvas.text(0, self.head - 0.1, self.corner, self.size, color=canvas.look.quiet)
        for i, (text, cell) in enumerate(self.rows):
            y = self.head + i * self.high
            canvas.text(0, y + self.high / 2, text, self.size)
            _cell(canvas, cell, (self.left, y, self.wide, self.high))
            canvas.text(
                self.left + self.wide + 0.08, y + self.high / 2, self.said[cell.column], SMALL,
                fontweight="bold" if cell.strength == SHOWN else "normal",
            )  # fmt: skip


def _beside(cell: Cell) -> str:
    return "  ".join(filter(None, (cell.sign, cell.first, cell.second, cell.third)))


# --- a cell --------------------------------------------------------------------------------------


class _Words:
    """How many of the numbers of all cells fit, and in letters of which size."""

    def __init__(self, cells: Sequence[Cell], wide: float, high: float) -> None:
        self.size, self.lines = SMALL, 0
        texts = [_numbers(cell) for cell in cells]
        for lines in (3, 2, 1):
            shown = [text for one in texts for text in one[:lines]]
            if not any(one[lines - 1] for one in texts):
                continue
            widest = max(text_width(text, SMALL, True) for text in shown)
            size = min(SMALL, (high - 0.04) * 72 / (lines * 1.15), SMALL * (wide - 0.05) / widest)
            if size >= LEAST:
                self.size, self.lines = size, lines
                return

    def of(self, cell: Cell) -> list[str]:
        """The lines of a cell."""
        return [text for text in _numbers(cell)[: self.lines] if text]


def _numbers(cell: Cell) -> list[str]:
    """The numbers of a cell; what a frame and its colour do not say, the sign says."""
    sign = "" if cell.sign in "+−" else cell.sign
    return [f"{sign} {cell.first}".strip(), cell.second, cell.third]


def _gap(wide: float) -> float:
    """Inches that are free round a cell."""
    return min(0.012, 0.04 * wide)


def _cell(canvas: Canvas, cell: Cell, box: Box, words: _Words | None = None) -> None:
    """A pair's stripes, frame, mark of a trade-off, and numbers."""
    gap, look = _gap(box[2]), canvas.look
    x, y, wide, high = box[0] + gap, box[1] + gap, box[2] - 2 * gap, box[3] - 2 * gap
    box = (x, y, wide, high)
    lines = words.of(cell) if words else []
    if cell.strength == OPEN:
        _open(canvas, cell, box, lines, words)
        return
    fills = {
        _stripe(canvas, letter, (at, y, long, high)) for letter, at, long in _runs(cell, x, wide)
    }
    if cell.strength == SHOWN:
        if cell.sign == TRADE:
            canvas.hatch(box, look.ink)
        canvas.box(*box, NONE, edge=look.ink, lw=1.0 if high > 0.15 else 0.7, zorder=2.4)
    ground = fills.pop() if len(fills) == 1 else ""
    for i, text in enumerate(lines):
        at = y + high / 2 + (i - (len(lines) - 1) / 2) * min(1.25 * SMALL / 72, high / len(lines))
        _number(canvas, text, x + wide / 2, at, cell, words.size if words else SMALL, ground)


def _number(
    canvas: Canvas, text: str, x: float, y: float, cell: Cell, size: float, ground: str
) -> None:
    """A number in a cell: on a strip of paper where the cell has several colours, or hatching."""
    look, bold = canvas.look, "bold" if cell.strength == SHOWN else "normal"
    canvas.text(
        x, y, text, size, ha="center", zorder=3, fontweight=bold,
        color=look.on(ground) if ground else look.ink, ground=None if ground else look.paper,
    )  # fmt: skip


def _open(canvas: Canvas, cell: Cell, box: Box, lines: Sequence[str], words: _Words | None) -> None:
    """Short bars on a line, upwards where the row's algorithm is better; numbers above them."""
    (x, y, wide, high), look = box, canvas.look
    if lines and words:
        middle = x + wide / 2
        canvas.text(middle, y + 0.27 * high, lines[0], words.size, ha="center", color=look.quiet)
        y, high = y + 0.48 * high, 0.52 * high
    middle, bar = y + high / 2, BAR * high if not lines else high / 2
    canvas.path([x, x + wide], [middle, middle], color=look.line, lw=0.5, zorder=2.1)
    for letter, left, long in _runs(cell, x, wide):
        if letter != NOBODY:
            top = {ROW: middle - bar, COLUMN: middle, EQUAL: middle - bar / 3}[letter]
            tall = bar if letter != EQUAL else 2 * bar / 3
            fill, edge = look.fill(ROLES[letter], shown=False), _edge(look, letter)
            canvas.box(left, top, long, tall, fill, edge=edge, lw=0.3)


def _runs(cell: Cell, x: float, wide: float) -> Iterator[tuple[str, float, float]]:
    """Neighbouring stripes that are alike as one: letter, left end, width."""
    step, at = wide / len(cell.stripes), 0
    for letter, run in groupby(cell.stripes):
        n = len(list(run))
        yield letter, x + at * step, n * step
        at += n


def _stripe(canvas: Canvas, letter: str, box: Box) -> str:
    """One stripe; returns its colour, or "" if words cannot stand on it as they are."""
    shown, code, look = letter.isupper(), letter.lower(), canvas.look
    if code == NOBODY:
        return look.paper
    fill = look.fill(ROLES[code], shown)
    canvas.box(*box, fill, edge=_edge(look, code) if code == EQUAL else fill, lw=0.1)
    if code == EQUAL:
        canvas.specks(box, look.on(fill))
    elif code == COLUMN and not shown:
        canvas.hatch(box, look.fill(ROLES[code]), rising=False)
    else:
        return fill
    return ""


def _edge(look: Look, code: str) -> str:
    """The edge of a stripe or bar; what is equal may be as white as the paper."""
    return look.line if code == EQUAL else look.fill(ROLES[code])


# --- the key -------------------------------------------------------------------------------------


_SAMPLES = {
    TRADE: Cell("", "", SHOWN, TRADE, "RC"),
    SHOWN: Cell("", "", SHOWN, "", "R"),
    SHOWN_EACH: Cell("", "", EACH, "", "RC"),
    WON: Cell("", "", SHOWN, WON, "R"),
    AHEAD: Cell("", "", AHEAD, "", "rc"),
    OPEN: Cell("", "", OPEN, "", "rc"),
}


def _sample(look: str) -> Painter:
    cell = _SAMPLES.get(look) or Cell("", "", EACH, "", look)

    def paint(canvas: Canvas, *box: float) -> None:
        _cell(canvas, cell, box)  # type: ignore[arg-type]
        if look == NOBODY:
            x, y, wide, high = box
            canvas.box(x, y, wide, high, NONE, edge=canvas.look.line, lw=0.4)

    return paint
