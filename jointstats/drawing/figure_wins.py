"""Every pair of algorithms above the diagonal, with the key below it; or the control's pairs.

A cell has a stripe for each measure, a frame where something is shown about all of them, and in its
middle a plate with one sign and one number. The number is left out first, then algorithms.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from jointstats.drawing import style
from jointstats.drawing.canvas import Box, Canvas
from jointstats.drawing.chart import HIGH, LINE_HIGH, SAMPLE, Heads, Legend, Painter, Sample
from jointstats.drawing.content import Content
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, LEAST, SMALL, SMALL_LINE, TEXT, Look

SHOWN, AHEAD, OPEN, EACH = "shown", "ahead", "open", "each"
SHOWN_OR_NOT = ("shown", "not shown")  # what a test of a stripe says
# A stripe, seen from the row: upper case where it is part of what is shown.
ROW, COLUMN, EQUAL, NOBODY, UNCLEAR = "r", "c", "e", "n", "o"
TURNED = str.maketrans("RrCc", "CcRr")
# The one sign of a cell, seen from the row.
WON, LOST, TRADE, ALIKE = ">", "<", "x", "="
TURNED_SIGN = {WON: LOST, LOST: WON}
TALL, LEAST_HIGH = 0.32, 0.115  # inches of a row
MOST_WIDE = 1.0  # inches of a cell
NAME = 0.26  # share of the width for the names of rows
LISTED = 0.24  # inches of a row of a list
SIGN = 5.5  # points
ROLES = {ROW: "better", COLUMN: "worse", EQUAL: "equal"}


@dataclass(frozen=True)
class Cell:
    """A pair, seen from the algorithm of its row.

    Attributes
    ----------
    row, column : str
    strength : str
        "shown"; "ahead" (not shown); "open"; "each" where every stripe is shown or not by itself.
    sign : str
        ">" (the row wins), "<" (the column wins), "x" (a trade-off), "=" (practically equal), or
        nothing.
    stripes : str
        A letter for every measure: r (row better), c (column better), e (practically equal) or n
        (neither), upper case where that is part of what is shown; o for what is unclear.
    number : str
        On a plate in the cell, where it fits.
    """

    row: str
    column: str
    strength: str
    sign: str
    stripes: str
    number: str = ""


@dataclass(frozen=True)
class Key:
    """What a mark means: ``look`` is a stripe, "frame", or a sign."""

    look: str
    words: str


@dataclass(frozen=True)
class Wins(Content):
    """Every pair of algorithms once, or a list of the pairs with the control.

    Attributes
    ----------
    algorithms : tuple of str
        Best first; the first that fit are drawn.
    measures : tuple of str
        Of the stripes, from the left.
    heads : tuple of str
        The same, with an arrow to the better side.
    cells : tuple of Cell
        The better one of the two is the row; in a list the control.
    keys : tuple of Key
        What colours, frames and signs mean, of those that occur.
    number : str
        The note that says what the number of a cell is.
    control : str or None
        If given, its pairs are listed.
    total : int
        How many algorithms there are: those that are not drawn are counted.
    noun : str
        What the rows are.
    """

    kind = "wins"

    algorithms: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    keys: tuple[Key, ...] = ()
    number: str = ""
    control: str | None = None
    total: int = 0
    noun: str = "algorithm"


def drawing(content: Wins, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the triangle, or the list, and its key."""
    if content.control is not None:
        pairs = _List(content, width, room)
        return _body(content, pairs, pairs.rows + 1)
    n = len(content.algorithms)
    while n > 2 and not _Triangle(content, n, width, room).fits:
        n -= 1
    return _body(content, _Triangle(content, n, width, room), n)


def _body(content: Wins, pairs: _Triangle | _List, shown: int) -> Body:
    gone = style.left_out(content.total, shown, content.noun)
    without = () if pairs.numbered else (content.number,)
    return Body(pairs.height, pairs.paint, left_out=gone, without=without)


class _Triangle:
    """The first `n` algorithms: names, cells above the diagonal, the key below it."""

    def __init__(self, content: Wins, n: int, width: float, room: float) -> None:
        self.content, self.names = content, content.algorithms[:n]
        self.samples = _samples(content)
        natural = style.widest_of(self.names, TEXT) + 0.06
        self.left = min(natural, NAME * width)
        self.wide = min((width - self.left) / (n - 1), MOST_WIDE)
        self.heads = Heads(self.names[1:], self.wide)
        self.high = min(TALL, max(0.78 * self.wide, LEAST_HIGH))
        inside = self._inside()
        self.legend = None if inside else Legend(self.samples, width)
        below = self.legend.height + 0.06 if self.legend else 0.0
        free = room - self.heads.height - below
        self.fits = self.wide >= LEAST_HIGH and (n - 1) * LEAST_HIGH <= free
        self.high = min(self.high, max(free / (n - 1), LEAST_HIGH))
        if inside and not self._inside():  # it was made too low
            self.legend = Legend(self.samples, width)
            below = self.legend.height + 0.06
        self.bottom = self.heads.height + (n - 1) * self.high
        self.height = self.bottom + below
        self.numbered = _numbered(content, self.wide, self.high)

    def _inside(self) -> bool:
        """Whether the key fits below the diagonal, a sample in each line."""
        widest = style.widest_of((sample.words for sample in self.samples), SMALL)
        rows = math.ceil((len(self.samples) * LINE_HIGH + 0.1) / self.high)
        first = len(self.names) - 1 - rows  # the row beside the first sample
        free = self.left + first * self.wide - min(self.left, MOST_WIDE) - 0.15
        return first > 0 and SAMPLE + 0.05 + widest <= free

    def paint(self, canvas: Canvas) -> None:
        """Names, cells and the key."""
        top = self.heads.height
        place = {name: i for i, name in enumerate(self.names)}
        widest = style.widest_of(self.names, TEXT)
        size = max(LEAST, min(TEXT, self.high * 72 / 1.15, TEXT * (self.left - 0.06) / widest))
        short = style.distinct(list(self.names), self.left - 0.055, size)
        for i, name in enumerate(self.names):
            if i:
                self.heads.paint(canvas, name, self._x(i) + self.wide / 2, top)
            if i < len(self.names) - 1:
                middle = top + (i + 0.5) * self.high
                canvas.text(self._x(i + 1) - 0.05, middle, short[name], size, align="right")
        for cell in self.content.cells:
            if cell.row in place and cell.column in place:
                x, y = self._x(place[cell.column]), top + place[cell.row] * self.high
                _paint_cell(canvas, cell, (x, y, self.wide, self.high), self.numbered)
        if self.legend:
            self.legend.paint(canvas, self.bottom + 0.06)
            return
        for k, sample in enumerate(self.samples):
            y = self.bottom - (len(self.samples) - k) * LINE_HIGH
            sample.paint(canvas, 0.0, y + (LINE_HIGH - HIGH) / 2, SAMPLE, HIGH)
            canvas.text(SAMPLE + 0.05, y + LINE_HIGH / 2, sample.words, SMALL)

    def _x(self, i: int) -> float:
        """The left side of a column."""
        return self.left + (i - 1) * self.wide


class _List:
    """A line for each pair with the control, under the names of the measures."""

    def __init__(self, content: Wins, width: float, room: float) -> None:
        self.content = content
        self.names = [cell.column for cell in content.cells]
        self.left = min(style.widest_of(self.names, TEXT) + 0.08, 0.4 * width)
        m = len(content.measures)
        self.stripe = min((width - self.left) / m, 0.8)
        self.wide = m * self.stripe
        self.heads = Heads(content.heads, self.stripe)
        self.legend = Legend(_samples(content), width)
        self.top = self.heads.height + SMALL_LINE
        free = room - self.top - self.legend.height - 0.06
        self.rows = style.fitting(len(self.names), LISTED, free)
        self.bottom = self.top + self.rows * LISTED
        self.height = self.bottom + self.legend.height + 0.06
        self.numbered = _numbered(content, self.wide, LISTED)

    def paint(self, canvas: Canvas) -> None:
        """Heads, names, cells and the key."""
        said = style.shortened(f"{self.content.control} against", self.left + self.wide, SMALL)
        canvas.small(0, SMALL_LINE / 2, said)
        for k, name in enumerate(self.content.heads):
            if name:
                self.heads.paint(canvas, name, self.left + (k + 0.5) * self.stripe, self.top)
        short = style.distinct(self.names, self.left - 0.075, TEXT)
        for i, cell in enumerate(self.content.cells[: self.rows]):
            y = self.top + i * LISTED
            canvas.text(0, y + LISTED / 2, short[cell.column], TEXT)
            _paint_cell(canvas, cell, (self.left, y, self.wide, LISTED), self.numbered)
        self.legend.paint(canvas, self.bottom + 0.06)


def _numbered(content: Wins, wide: float, high: float) -> bool:
    """Whether the numbers of all cells fit on their plates."""
    if not any(cell.number for cell in content.cells):
        return False
    widest = style.widest_of((cell.number for cell in content.cells), SMALL)
    sign = SIGN / 72 + 0.04 if any(cell.sign for cell in content.cells) else 0.0
    return high >= 0.16 and widest + sign + 0.13 <= wide


def _paint_cell(canvas: Canvas, cell: Cell, box: Box, numbered: bool) -> None:
    """Stripes, the frame of what is shown, and a plate with the sign and the number."""
    x, y, wide, high = box
    look, gap = canvas.look, min(0.02, 0.08 * high)
    x, y, wide, high = x + gap, y + gap, wide - 2 * gap, high - 2 * gap
    each = wide / len(cell.stripes)
    for k, letter in enumerate(cell.stripes):
        canvas.box(x + k * each, y, each, high, _fill(look, letter), lw=0)
    framed = cell.strength == SHOWN
    edge, lw = (look.ink, 1.2 if high > 0.15 else 0.8) if framed else (look.line, 0.3)
    canvas.box(x, y, wide, high, "none", edge=edge, lw=lw, zorder=2.3)
    number = cell.number if numbered else ""
    sign = SIGN / 72 if cell.sign else 0.0
    if not sign and not number:
        return
    between = 0.04 if sign and number else 0.0
    long = sign + between + style.text_width(number, SMALL)
    middle, left = y + high / 2, x + (wide - long) / 2
    half = min(0.075, 0.32 * high)
    side = 0.035 if high > 0.16 else 0.0
    plate = left - side, middle - half, long + 2 * side, 2 * half
    canvas.box(*plate, look.paper, lw=0, zorder=2.4)
    if sign:
        _sign(canvas, cell.sign, left + sign / 2, middle, min(SIGN, 120 * half))
    if number:
        ink = look.ink if framed or cell.strength == EACH else look.quiet
        canvas.text(left + sign + between, middle, number, SMALL, color=ink, zorder=4)


def _fill(look: Look, letter: str) -> str:
    """The colour of a stripe."""
    code = letter.lower()
    if code == UNCLEAR:
        return look.open
    if code == NOBODY:
        return look.paper
    return look.fill(ROLES[code], letter.isupper())


def _sign(canvas: Canvas, sign: str, x: float, y: float, size: float) -> None:
    """A triangle that points to the loser, a cross, or two lines."""
    ink = canvas.look.ink
    if sign == ALIKE:
        half = size / 144
        for up in (-0.4, 0.4):
            canvas.path([x - half, x + half], [y + up * half] * 2, color=ink, lw=1.1, zorder=4)
        return
    shape = {WON: ">", LOST: "<", TRADE: "X"}[sign]
    canvas.dot(x, y, size, shape=shape, color=ink, zorder=4)


def _samples(content: Wins) -> list[Sample]:
    """The key: colours of stripes, then frames and signs."""
    return [Sample(_painter(key), key.words) for key in content.keys]


def _painter(key: Key) -> Painter:
    def paint(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
        look = canvas.look
        if key.look.lower() in (*ROLES, NOBODY, UNCLEAR):
            canvas.box(x, y, width, height, _fill(look, key.look), edge=look.line, lw=0.3)
            return
        canvas.box(x, y, width, height, look.paper, edge=look.ink, lw=1.2)
        if key.look != "frame":
            _sign(canvas, key.look, x + width / 2, y + height / 2, SIGN)

    return paint
