"""Two algorithms on two measures: a point for each data set, and a label in each corner."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from jointstats.drawing import chart, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import COLOUR, Look

SHOWN, PALE = "shown", "pale"
NUMBER = 13.0  # points of a corner's count
COUNT = 0.24  # inches of its line
SIDE = 0.32  # of the counts right and left of a band
MARKS = {"better": "o", "worse": "s", "trade": "D", "equal": "o"}
WIDEST, LEAST_HEIGHT, MOST_HEIGHT = 6.9, 1.1, 2.2  # inches, of the points
ONE, SEVERAL, MOST = 4.5, 10.0, 22.0  # points: diameters
LINES = 3  # of words below a count
OVER = 5.2  # the layer of the medians: over points, under those with a number
CROSS = 0.06  # inches from the middle of the medians' cross to its ends


@dataclass(frozen=True)
class Spot:
    """Data sets at one place.

    Attributes
    ----------
    x, y : float
    count : int
    role : {"better", "worse", "trade", "equal"}
        Who is better there: the first on both (or on one, and equal on the other), the second, or
        each on one.
    edge : bool
        Whether a result failed, so that the place is the end of the scale.
    """

    x: float
    y: float
    count: int
    role: str
    edge: bool = False


@dataclass(frozen=True)
class Region:
    """One of the four results, or nine, with the number of data sets that show it.

    Attributes
    ----------
    across, up : int
        Whether the first is better (1), equal (0) or worse (−1).
    count : int
    role : str
        As of a :class:`Spot`.
    shade : {"", "pale", "shown"}
    who, what : str
        "RandomForest" and "more accurate, but slower", or "J48graft" and "better on both"; empty
        for a result in which one of the two measures is equal.
    proof : str
        What a test shows of it, in a few words.
    """

    across: int
    up: int
    count: int
    role: str
    shade: str = ""
    who: str = ""
    what: str = ""
    proof: str = ""


@dataclass(frozen=True)
class Middle:
    """A median difference and its bounds, as places on a ruler."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Quadrant(Content):
    """Differences of two algorithms on two measures, the better side of the first right and up.

    ``numbered``: points of several data sets have numbers. ``middles`` are across and up, or none.
    """

    kind = "quadrant"

    names: tuple[str, str] = ("", "")
    across: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    up: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    regions: tuple[Region, ...] = ()
    spots: tuple[Spot, ...] = ()
    numbered: bool = True
    middles: tuple[Middle, ...] = ()


def drawing(content: Quadrant, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The points between two strips of labels, with their rulers."""
    plan = _QuadrantPlot(content, width, room)
    return Body(plan.height, lambda canvas: _paint(canvas, content, plan), plan.width)


class _QuadrantPlot:
    """Where everything is; ``labels`` are the lines of words of each corner."""

    def __init__(self, content: Quadrant, width: float, room: float) -> None:
        self.content, self.width = content, min(width, WIDEST)
        ends, numbers = content.names[::-1], chart.marks_width(content.up)
        free = room - chart.BELOW - 2 * style.TEXT_LINE - 0.02
        trial = self._area(3.0, 2 * style.TEXT_LINE + numbers + 0.04, (0.5, 0.5))
        self.labels = {
            (region.across, region.up): _label(region, _room(trial, region))
            for region in content.regions
            if region.across and region.up
        }
        strips = _strips(self.labels)
        if LEAST_HEIGHT + sum(strips) > free:  # low figures have the numbers alone
            self.labels = {cell: [] for cell in self.labels}
            strips = _strips(self.labels)
        tall = min(max(0.42 * (self.width - numbers), LEAST_HEIGHT), MOST_HEIGHT) + sum(strips)
        tall = max(min(tall, free), LEAST_HEIGHT / 2 + sum(strips))
        self.up = chart.lines_of_ends(content.up, ends, tall)
        left = len(self.up) * style.TEXT_LINE + numbers + 0.04
        self.across = chart.lines_of_ends(content.across, ends, self.width - left)
        self.area = self._area(tall, left, strips)
        self.height = self.area.bottom + chart.BELOW + len(self.across) * style.TEXT_LINE

    def _area(self, tall: float, left: float, strips: tuple[float, float]) -> chart.Area:
        across, up = self.content.across, self.content.up
        side = SIDE if up.equal else 0.0
        inset = (side, strips[0], side, strips[1])
        return chart.Area(left, 0.02, self.width - left - 0.02, tall, across, up, inset)


def _room(area: chart.Area, region: Region) -> float:
    """Inches of a corner's words."""
    left, _, right, _ = _box(area, region)
    return right - left - 0.14


def _label(region: Region, free: float) -> list[str]:
    """The words of a corner: with the name of their algorithm, if that takes no more lines."""
    whole = style.wrapped(f"{region.who} {region.what}", free, style.SMALL)
    bare = style.wrapped(region.what, free, style.SMALL)
    whole = (bare if len(bare) < len(whole) else whole)[:LINES]
    proof = style.wrapped(region.proof, free, style.SMALL) if region.proof else []
    return whole + proof if len(proof) <= LINES else whole


def _strips(labels: dict[tuple[int, int], list[str]]) -> tuple[float, float]:
    """Inches of the labels above the points, and of those below."""

    def high(side: int) -> float:
        lines = max(len(words) for (_, up), words in labels.items() if up == side)
        return COUNT + lines * style.SMALL_LINE + 0.08

    return high(1), high(-1)


def _paint(canvas: Canvas, content: Quadrant, plan: _QuadrantPlot) -> None:
    area = plan.area
    for region in content.regions:
        if region.shade:
            _shade(canvas, area, region)
    _lines(canvas, area)
    for region in content.regions:
        corner = region.across and region.up
        (_corner if corner else _band)(canvas, plan, region)
    for spot in sorted(content.spots, key=lambda each: -each.count):
        _spot(canvas, area, spot, content)
    if content.middles:
        _middle(canvas, area, *content.middles)
    chart.axes(canvas, area, plan.across, plan.up)


def _box(area: chart.Area, region: Region) -> tuple[float, float, float, float]:
    """Left, top, right and lower side of a region, in inches."""
    band, high = area.across.equal, area.up.equal
    xs = area.left, area.x(-band), area.x(band), area.right
    ys = area.bottom, area.y(-high), area.y(high), area.top
    i, j = region.across + 1, region.up + 1
    return xs[i], ys[j + 1], xs[i + 1], ys[j]


def _shade(canvas: Canvas, area: chart.Area, region: Region) -> None:
    """The paper of a region; what is shown has a strong frame."""
    left, top, right, bottom = _box(area, region)
    look, shown = canvas.look, region.shade == SHOWN
    pale = look.fill(region.role, False)
    canvas.box(left, top, right - left, bottom - top, pale, edge=pale, zorder=1)
    if shown:
        d = 0.02
        inner = (left + d, right - d), (top + d, bottom - d)
        canvas.outline(*inner, color=look.ink, lw=1.5, zorder=3)


def _lines(canvas: Canvas, area: chart.Area) -> None:
    """The frame, the lines of no difference, and the bands of practical equality."""
    look = canvas.look
    sides = (area.left, area.right), (area.top, area.bottom)
    canvas.outline(*sides, color=look.line, lw=0.8)
    for band, at, ends in (
        (area.across.equal, area.x, (area.top, area.bottom)),
        (area.up.equal, area.y, (area.left, area.right)),
    ):
        places = [-band, band] if band else [0.0]
        for place in places:
            line = [at(place)] * 2, list(ends)
            xs, ys = line if at == area.x else line[::-1]
            canvas.path(xs, ys, color=look.quiet, lw=0.9, zorder=2, ls="--" if band else "-")


def _band(canvas: Canvas, plan: _QuadrantPlot, region: Region) -> None:
    """The number of data sets that are practically equal on one of the measures."""
    if not (region.across or region.up):
        return
    area, look = plan.area, canvas.look
    left, top, right, bottom = _box(area, region)
    x, y = (left + right) / 2, (top + bottom) / 2
    if region.across:
        x = area.left + SIDE / 2 if region.across < 0 else area.right - SIDE / 2
    if region.up:
        y = area.top + 0.16 if region.up > 0 else area.bottom - 0.16
    ink, bold = look.ink if region.count else look.quiet, region.shade == SHOWN
    canvas.text(x, y, f"{region.count}", 9.0, align="center", zorder=4, color=ink, bold=bold)


def _corner(canvas: Canvas, plan: _QuadrantPlot, region: Region) -> None:
    """The number of data sets in a corner, and below it what they show."""
    look, area = canvas.look, plan.area
    left, _, right, _ = _box(area, region)
    x, ha = (left + 0.07, "left") if region.across < 0 else (right - 0.07, "right")
    words = plan.labels[region.across, region.up]
    top = area.top + 0.03
    if region.up < 0:
        top = area.bottom - COUNT - len(words) * style.SMALL_LINE - 0.04
    ink = look.ink if region.count else look.quiet
    bold = bool(region.count)
    count, unit = f"{region.count}", "data set" if region.count == 1 else "data sets"
    wide = style.text_width(count, NUMBER, bold) + 0.05
    middle = top + COUNT / 2
    fits = bool(words) and wide + style.text_width(unit, style.TEXT) <= _room(area, region)
    before = wide if region.across < 0 else style.text_width(unit, style.TEXT) + 0.05
    at = x if region.across < 0 or not fits else x - before
    canvas.text(at, middle, count, NUMBER, align=ha, color=ink, bold=bold, zorder=4)
    if fits:
        at = x + before if region.across < 0 else x
        canvas.text(at, middle + 0.025, unit, style.TEXT, align=ha, color=ink, zorder=4)
    for i, line in enumerate(words):
        (said,), size = style.fitted([line], _room(area, region), style.SMALL)
        y = top + COUNT + (i + 0.5) * style.SMALL_LINE
        canvas.text(x, y, said, max(size, style.LEAST), align=ha, color=ink, zorder=4)


def _middle(canvas: Canvas, area: chart.Area, across: Middle, up: Middle) -> None:
    """The medians as a cross in the box of their bounds, which goes through points."""
    look, x, y = canvas.look, area.x(across.median), area.y(up.median)
    sides = (area.x(across.low), area.x(across.high)), (area.y(up.high), area.y(up.low))
    canvas.outline(*sides, color=look.ink, lw=1.1, zorder=OVER)
    for color, more in ((look.paper, 1.8), (look.ink, 0.0)):
        for xs, ys in (((x - CROSS, x + CROSS), (y, y)), ((x, x), (y - CROSS, y + CROSS))):
            canvas.path(xs, ys, color=color, lw=1.6 + more, zorder=OVER)


def _spot(canvas: Canvas, area: chart.Area, spot: Spot, content: Quadrant) -> None:
    """A point; larger ones stand for several data sets."""
    look = canvas.look
    colour, equal = look.fill(spot.role), spot.role == "equal"
    x, y = area.x(spot.x), area.y(spot.y)
    size = ONE
    if not content.numbered:
        most = max(spot.count for spot in content.spots)
        size = 1.2 + 3.2 * math.sqrt(spot.count / most)
    elif spot.count > 1:
        size = min(max(SEVERAL, ONE * math.sqrt(spot.count)), MOST)
    mark = "^" if spot.edge else MARKS[spot.role]
    if mark == "D":
        size *= 0.85
    face, edge = (look.paper, colour) if equal else (colour, look.paper)
    wide = 1.0 if equal else 0.5
    numbered = spot.count > 1 and content.numbered
    layer = OVER + 0.2 if numbered else OVER - 0.2
    canvas.dot(x, y, size, shape=mark, color=face, edge=edge, lw=wide, zorder=layer)
    if numbered:
        canvas.text(
            x, y, f"{spot.count}", 6.0, align="center", color=look.on(face), zorder=6, bold=True
        )
