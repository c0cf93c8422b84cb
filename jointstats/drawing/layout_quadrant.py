"""Two algorithms on two measures: a point for each data set, and a label in each corner."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import (
    NUMBERS,
    TICK,
    WORDS,
    Area,
    lines_of_ends,
    marks_width,
    ticks_across,
    ticks_up,
    titled,
    words_across,
    words_up,
)
from jointstats.drawing.figure_quadrant import SHOWN, Quadrant, Region, Spot
from jointstats.drawing.frame import Body
from jointstats.drawing.style import LEAST, SMALL, TEXT, fitted, text_width, wrapped
from jointstats.drawing.themes import COLOUR, Look

NUMBER = 13.0  # points of a corner's count
COUNT = 0.24  # inches of its line
SIDE = 0.32  # of the counts right and left of a band
MARKS = {"better": "o", "worse": "s", "trade": "D", "equal": "o"}
WIDEST, LEAST_HEIGHT, MOST_HEIGHT = 6.9, 1.1, 2.2  # inches, of the points
ONE, SEVERAL, MOST = 4.5, 10.0, 22.0  # points: diameters
LINES = 3  # of words below a count


def drawing(content: Quadrant, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The points between two strips of labels, with their rulers."""
    plan = _Plan.of(content, width, room)
    return Body(plan.height, lambda canvas: _paint(canvas, content, plan), plan.width)


@dataclass(frozen=True)
class _Plan:
    """Where everything is; ``labels`` are the lines of words of each corner."""

    area: Area
    across: list[tuple[str, str, str]]
    up: list[tuple[str, str, str]]
    width: float
    height: float
    labels: dict[tuple[int, int], list[str]]

    @classmethod
    def of(cls, content: Quadrant, width: float, room: float) -> _Plan:
        width = min(width, WIDEST)
        a, b = content.names
        numbers = marks_width(content.up)
        side = SIDE if content.up.equal else 0.0
        below = TICK + NUMBERS + 0.06
        free = room - below - 2 * WORDS - 0.02

        def upright(height: float) -> list[tuple[str, str, str]]:
            return lines_of_ends(titled(content.up), (b, a), height)

        def area_of(tall: float, left: float, strips: tuple[float, float]) -> Area:
            inset = (side, strips[0], side, strips[1])
            return Area(left, 0.02, width - left - 0.02, tall, content.across, content.up, inset)

        left = 2 * WORDS + numbers + 0.04
        trial = area_of(3.0, left, (0.5, 0.5))
        labels = {
            (region.across, region.up): _label(region, _room(trial, region))
            for region in content.regions
            if region.across and region.up
        }
        strips = _strips(labels)
        if LEAST_HEIGHT + sum(strips) > free:  # low figures have the numbers alone
            labels = {cell: [] for cell in labels}
            strips = _strips(labels)
        tall = min(max(0.42 * (width - numbers), LEAST_HEIGHT), MOST_HEIGHT) + sum(strips)
        tall = max(min(tall, free), LEAST_HEIGHT / 2 + sum(strips))
        up = upright(tall)
        left = len(up) * WORDS + numbers + 0.04
        across = lines_of_ends(titled(content.across), (b, a), width - left)
        area = area_of(tall, left, strips)
        high = area.bottom + below + len(across) * WORDS
        return cls(area, across, up, width, high, labels)


def _room(area: Area, region: Region) -> float:
    """Inches of a corner's words."""
    left, _, right, _ = _box(area, region)
    return right - left - 0.14


def _label(region: Region, free: float) -> list[str]:
    """The words of a corner: with the name of their algorithm, if that takes no more lines."""
    whole = wrapped(f"{region.who} {region.what}", free, SMALL)
    if not region.what.startswith("wins"):
        bare = wrapped(region.what, free, SMALL)
        whole = bare if len(bare) < len(whole) else whole
    whole = whole[:LINES]
    proof = wrapped(region.proof, free, SMALL) if region.proof else []
    return whole + proof if len(proof) <= LINES else whole


def _strips(labels: dict[tuple[int, int], list[str]]) -> tuple[float, float]:
    """Inches of the labels above the points, and of those below."""

    def high(side: int) -> float:
        lines = max(len(words) for (_, up), words in labels.items() if up == side)
        return COUNT + lines * NUMBERS + 0.08

    return high(1), high(-1)


def _paint(canvas: Canvas, content: Quadrant, plan: _Plan) -> None:
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
    ticks_across(canvas, area)
    ticks_up(canvas, area)
    words_across(canvas, area, area.bottom + TICK + NUMBERS + 0.06, plan.across)
    words_up(canvas, area, 0.0, plan.up)


def _box(area: Area, region: Region) -> tuple[float, float, float, float]:
    """Left, top, right and lower side of a region, in inches."""
    band, high = area.across.equal, area.up.equal
    xs = {
        -1: (area.left, area.x(-band)), 0: (area.x(-band), area.x(band)),
        1: (area.x(band), area.right),
    }[region.across]  # fmt: skip
    ys = {
        1: (area.top, area.y(high)), 0: (area.y(high), area.y(-high)),
        -1: (area.y(-high), area.bottom),
    }[region.up]  # fmt: skip
    return xs[0], ys[0], xs[1], ys[1]


def _shade(canvas: Canvas, area: Area, region: Region) -> None:
    """The paper of a region; what is shown has a strong frame."""
    left, top, right, bottom = _box(area, region)
    look, shown = canvas.look, region.shade == SHOWN
    canvas.box(
        left, top, right - left, bottom - top, look.fill(region.role, False),
        edge=look.fill(region.role, False), zorder=1,
    )  # fmt: skip
    if shown:
        d = 0.02
        canvas.path(
            [left + d, right - d, right - d, left + d, left + d],
            [top + d, top + d, bottom - d, bottom - d, top + d],
            color=look.ink, lw=1.5, zorder=3,
        )  # fmt: skip


def _lines(canvas: Canvas, area: Area) -> None:
    """The frame, the lines of no difference, and the bands of practical equality."""
    look = canvas.look
    canvas.path(
        [area.left, area.right, area.right, area.left, area.left],
        [area.top, area.top, area.bottom, area.bottom, area.top], color=look.line, lw=0.8,
    )  # fmt: skip
    for band, at, ends in (
        (area.across.equal, area.x, (area.top, area.bottom)),
        (area.up.equal, area.y, (area.left, area.right)),
    ):
        places = [-band, band] if band else [0.0]
        for place in places:
            line = [at(place)] * 2, list(ends)
            xs, ys = line if at == area.x else line[::-1]
            canvas.path(
                xs, ys, color=look.quiet, lw=0.9, zorder=2, ls="--" if band else "-",
            )  # fmt: skip


def _band(canvas: Canvas, plan: _Plan, region: Region) -> None:
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
    strong = region.shade == SHOWN
    canvas.text(
        x, y, f"{region.count}", 9.0, align="center", zorder=4,
        color=look.ink if region.count else look.quiet, bold=strong,
    )  # fmt: skip


def _corner(canvas: Canvas, plan: _Plan, region: Region) -> None:
    """The number of data sets in a corner, and below it what they show."""
    look, area = canvas.look, plan.area
    left, _, right, _ = _box(area, region)
    x, ha = (left + 0.07, "left") if region.across < 0 else (right - 0.07, "right")
    words = plan.labels[region.across, region.up]
    top = area.top + 0.03
    if region.up < 0:
        top = area.bottom - COUNT - len(words) * NUMBERS - 0.04
    ink = look.ink if region.count else look.quiet
    bold = bool(region.count)
    count, unit = f"{region.count}", "data set" if region.count == 1 else "data sets"
    wide = text_width(count, NUMBER, bold) + 0.05
    middle = top + COUNT / 2
    fits = bool(words) and wide + text_width(unit, TEXT) <= _room(area, region)
    before = wide if region.across < 0 else text_width(unit, TEXT) + 0.05
    at = x if region.across < 0 or not fits else x - before
    canvas.text(at, middle, count, NUMBER, align=ha, color=ink, bold=bold, zorder=4)
    if fits:
        at = x + before if region.across < 0 else x
        canvas.text(at, middle + 0.025, unit, TEXT, align=ha, color=ink, zorder=4)
    for i, line in enumerate(words):
        (said,), size = fitted([line], _room(area, region), SMALL)
        y = top + COUNT + (i + 0.5) * NUMBERS
        canvas.text(x, y, said, max(size, LEAST), align=ha, color=ink, zorder=4)


def _spot(canvas: Canvas, area: Area, spot: Spot, content: Quadrant) -> None:
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
    canvas.dot(x, y, size, shape=mark, color=face, edge=edge, lw=wide, zorder=5)
    if spot.count > 1 and content.numbered:
        canvas.text(
            x, y, f"{spot.count}", 6.0, align="center", color=look.on(face), zorder=6,
            bold=True,
        )  # fmt: skip
