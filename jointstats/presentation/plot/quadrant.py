"""Two algorithms on two measures: a point for each data set, and a number for each result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from jointstats.presentation.figures.quadrant import SHOWN, Quadrant, Region, Spot
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.chart import (
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
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import SMALL, distinct, shortened, text_width
from jointstats.presentation.plot.themes import COLOUR, Look

NUMBER = 14.0  # points of a result's count
COUNT = 0.27  # inches of a count's line
SIDE = 0.32  # of the counts right and left of a band
MARKS = {"better": "o", "worse": "s", "trade": "D", "equal": "o"}
WIDEST, LEAST_HEIGHT, MOST_HEIGHT = 6.9, 1.1, 2.8  # inches, of the points
ONE, SEVERAL, MOST = 4.5, 10.0, 22.0  # points: diameters


def drawing(content: Quadrant, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The points between two strips of counts, with their rulers."""
    plan = _Plan.of(content, width, room)
    return Body(plan.height, lambda canvas: _paint(canvas, content, plan), plan.width)


@dataclass(frozen=True)
class _Plan:
    """Where everything stands."""

    area: Area
    across: list[tuple[str, str, str]]
    up: list[tuple[str, str, str]]
    width: float
    height: float
    beside: bool
    worded: bool

    @classmethod
    def of(cls, content: Quadrant, width: float, room: float) -> _Plan:
        width = min(width, WIDEST)
        a, b = content.names
        numbers = marks_width(content.up)
        side = SIDE if content.up.equal else 0.0
        half = 0.39 * (width - numbers - 2 * WORDS)  # what every side of zero has at least
        beside = max(text_width(name, SMALL) for name in (a, b)) + 0.45 < half
        strip = COUNT + (2 if beside else 3) * NUMBERS + 0.06

        def upright(height: float) -> list[tuple[str, str, str]]:
            return lines_of_ends(titled(content.up), (b, a), height)

        below = TICK + NUMBERS + 0.06
        free = room - below - 2 * WORDS - 0.02
        worded = LEAST_HEIGHT + 2 * strip <= free  # low figures have the numbers alone
        strip = strip if worded else COUNT + 0.03
        inset = (side, strip, side, strip)
        tall = min(max(0.55 * (width - numbers), LEAST_HEIGHT), MOST_HEIGHT) + 2 * strip
        tall = max(min(tall, free), LEAST_HEIGHT / 2 + 2 * strip)
        up = upright(tall)
        left = len(up) * WORDS + numbers + 0.04
        across = lines_of_ends(titled(content.across), (b, a), width - left)
        area = Area(left, 0.02, width - left - 0.02, tall, content.across, content.up, inset)
        return cls(
            area, across, up, width, area.bottom + below + len(across) * WORDS, beside, worded
        )


def _paint(canvas: Canvas, content: Quadrant, plan: _Plan) -> None:
    area = plan.area
    for region in content.regions:
        if region.shade:
            _shade(canvas, area, region)
    _lines(canvas, area)
    for region in content.regions:
        _count(canvas, plan, region, content.names)
    for spot in sorted(content.spots, key=lambda one: -one.count):
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


def _count(canvas: Canvas, plan: _Plan, region: Region, names: tuple[str, str]) -> None:
    """The number of data sets in the corner, or beside the band, and the words under it."""
    area = plan.area
    left, top, right, bottom = _box(area, region)
    look, strong = canvas.look, bool(region.shade)
    shade: dict[str, Any] = {"color": look.ink if strong else look.quiet, "zorder": 4}
    if region.shade == SHOWN:
        shade["fontweight"] = "bold"
    text = f"{region.count}"
    if not (region.across and region.up):
        if region.across or region.up:
            x = (left + right) / 2 if not region.across else (
                area.left + SIDE / 2 if region.across < 0 else area.right - SIDE / 2
            )  # fmt: skip
            y = (top + bottom) / 2 if not region.up else (
                area.top + 0.16 if region.up > 0 else area.bottom - 0.16
            )  # fmt: skip
            canvas.text(x, y, text, 9.0, ha="center", **shade)
        return
    side = -1 if region.across < 0 else 1
    x, ha = (left + 0.07, "left") if side < 0 else (right - 0.07, "right")
    middle = _width(f"{region.count}", 9.0) if area.across.equal else 0.0
    free = right - left - 0.12 - middle / 2
    words = [one for one in (region.what, region.and_what) if one]
    if not plan.worded:
        words = []
    elif not plan.beside:
        words = [distinct(names, free, SMALL)[region.who], *words]
    y = area.top + 0.04 if region.up > 0 else area.bottom - COUNT - 0.03 - len(words) * NUMBERS
    canvas.text(x, y + 0.13, text, NUMBER, ha=ha, **shade)
    plain: dict[str, Any] = {"ha": ha, "color": look.ink, "zorder": 4}
    if plan.beside and plan.worded:
        wide = _width(text, NUMBER) + 0.06
        canvas.text(x - side * wide, y + 0.165, region.who, SMALL, **plain)
    for i, line in enumerate(words):
        at = y + COUNT + (i + 0.5) * NUMBERS
        canvas.text(x, at, shortened(line, free, SMALL), SMALL, **plain)


def _width(text: str, size: float) -> float:
    return text_width(text, size, bold=True)


def _spot(canvas: Canvas, area: Area, spot: Spot, content: Quadrant) -> None:
    """A point; larger ones stand for several data sets."""
    look = canvas.look
    colour, equal = look.fill(spot.role), spot.role == "equal"
    x, y = area.x(spot.x), area.y(spot.y)
    size = ONE
    if not content.numbered:
        most = max(one.count for one in content.spots)
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
            x, y, f"{spot.count}", 6.0, ha="center", color=look.on(face), zorder=6,
            fontweight="bold",
        )  # fmt: skip
