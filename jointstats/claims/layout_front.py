"""Means of two measures: a point and a cross for each algorithm, the front as a line of steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from jointstats.base import wording
from jointstats.claims.figure_front import Front, Mean
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import (
    NUMBERS,
    TICK,
    WORDS,
    Area,
    marks_width,
    ticks,
    titled,
    words_across,
    words_up,
)
from jointstats.drawing.frame import Body
from jointstats.drawing.style import SMALL, TEXT, distinct, shortened, text_width
from jointstats.drawing.themes import COLOUR, Look

MOST_HEIGHT, LEAST_HEIGHT = 3.4, 1.2  # inches, of the points
FRONT, OTHER = 6.0, 4.0  # points
WIDEST_NAME, BOLD = 0.38, 1.12  # of the area's width; how much wider bold letters are
FEW = 20  # algorithms of whom all have crosses
LINE = 0.125  # inches: the height of a name

Box = tuple[float, float, float, float]  # left, top, right, bottom


def drawing(content: Front, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The means with their rulers; names are where nothing else is."""
    left = marks_width(content.up) + WORDS + 0.04
    wide = width - left - 0.02
    below = TICK + NUMBERS + 0.06 + WORDS
    tall = max(min(0.68 * wide, MOST_HEIGHT, room - below - 0.04), LEAST_HEIGHT)
    area = Area(left, 0.04, wide, tall, content.across, content.up, (0.08, 0.1, 0.08, 0.08))
    names = places_of_names(content.means, area)
    missing = sum(mean.named for mean in content.means) - len(names)
    have = "has" if missing == 1 else "have"
    said = (f"{wording.plural(missing, 'more algorithm')} {have} no room for a name",)

    def paint(canvas: Canvas) -> None:
        _paint(canvas, content, area, names)

    return Body(area.bottom + below, paint, None, said if missing else ())


def _paint(canvas: Canvas, content: Front, area: Area, names: list[Name]) -> None:
    look = canvas.look
    canvas.path(
        [area.left, area.left, area.right], [area.top, area.bottom, area.bottom],
        color=look.line, lw=0.8,
    )  # fmt: skip
    xs, ys = _steps([mean for mean in content.means if mean.front], area)
    canvas.path(xs, ys, color=look.fill("better"), lw=1.4, zorder=3)
    for mean in content.means:
        x, y = area.x(mean.x), area.y(mean.y)
        if mean.front or len(content.means) <= FEW:
            _cross(canvas, mean, area)
        fill = look.fill("better") if mean.front else look.paper
        edge = look.fill("better") if mean.front else look.quiet
        size = FRONT if mean.front else OTHER
        canvas.dot(x, y, size, color=fill, edge=edge, lw=0.9, zorder=5)
    for name in names:
        if name.line:
            canvas.path(*name.line, color=look.line, lw=0.5, zorder=2)
        canvas.text(
            name.left, name.y, name.text, SMALL, zorder=6, bold=name.front, ground=look.paper
        )
    ticks(canvas, area)
    for ruler, length, words in (
        (area.across, area.width, words_across), (area.up, area.height, words_up),
    ):  # fmt: skip
        text = f"{titled(ruler)}, better →"
        if text_width(text, TEXT) > length:
            text = shortened(f"{ruler.measure}, better →", length, TEXT)
        at = area.bottom + TICK + NUMBERS + 0.06 if words is words_across else 0.0
        words(canvas, area, at, [("", text, "")])


def _steps(front: Sequence[Mean], area: Area) -> tuple[list[float], list[float]]:
    """The line of steps: what lies under it and left of it is beaten on both."""
    high = [area.y(mean.y) for mean in front]
    xs, ys = [area.left], high[:1]
    for mean, y, next_y in zip(front, high, [*high[1:], area.bottom], strict=True):
        xs += [area.x(mean.x)] * 2
        ys += [y, next_y]
    return xs, ys


def _cross(canvas: Canvas, mean: Mean, area: Area) -> None:
    look = canvas.look
    colour = look.fill("better") if mean.front else look.line
    style: dict[str, Any] = {"color": colour, "lw": 0.7, "zorder": 4}
    if mean.x_low is not None and mean.x_high is not None:
        canvas.path([area.x(mean.x_low), area.x(mean.x_high)], [area.y(mean.y)] * 2, **style)
    if mean.y_low is not None and mean.y_high is not None:
        canvas.path([area.x(mean.x)] * 2, [area.y(mean.y_low), area.y(mean.y_high)], **style)


# --- Names ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Name:
    """A name with its place, and the line to its point if they are apart."""

    text: str
    left: float
    y: float
    front: bool
    line: tuple[list[float], list[float]] | None = None


AROUND = tuple(
    (dx, dy)
    for far in (0.07, 0.2, 0.34, 0.5, 0.7)
    for dx, dy in (
        (far, -far), (far, far), (-far, -far), (-far, far), (0.02 + far, 0.0), (-0.02 - far, 0.0),
        (0.0, -far - 0.05), (0.0, far + 0.05),
    )
)  # fmt: skip
"""Places tried for a name, in inches from its point: near ones first."""


def places_of_names(means: Sequence[Mean], area: Area) -> list[Name]:
    """Places at which names meet neither each other nor a point, those of the front first.

    They keep off the front's line, too, where they can; who has no place is left out.
    """
    taken: list[Box] = [
        _around(area.x(item.x), area.y(item.y), (FRONT if item.front else OTHER) / 100)
        for item in means
    ]
    xs, ys = _steps([mean for mean in means if mean.front], area)
    line = [
        (min(a[0], b[0]) - 0.01, min(a[1], b[1]) - 0.01, max(a[0], b[0]), max(a[1], b[1]) + 0.01)
        for a, b in pairwise(zip(xs, ys, strict=True))
    ]
    places = []
    named = sorted((mean for mean in means if mean.named), key=lambda mean: not mean.front)
    short = distinct([mean.name for mean in named], WIDEST_NAME * area.width / BOLD, SMALL)
    for mean in named:
        text = short[mean.name]
        wide = text_width(text, SMALL, bold=mean.front)
        place = _placed(mean, wide, area, [*taken, *line])
        if place is None and mean.front:
            place = _placed(mean, wide, area, taken) or _anywhere(mean, wide, area, taken)
        if place is not None:
            left, y, far = place
            taken.append((left, y - LINE / 2, left + wide, y + LINE / 2))
            x, at = area.x(mean.x), area.y(mean.y)
            near = min(max(x, left), left + wide)
            low = y - math.copysign(LINE / 2, y - at) * (abs(y - at) > 0.01)
            places.append(Name(text, left, y, mean.front, ([x, near], [at, low]) if far else None))
    return places


def _placed(
    mean: Mean, wide: float, area: Area, taken: Sequence[Box]
) -> tuple[float, float, bool] | None:
    """Where a name begins, its height, and whether it is far from its point."""
    x, y = area.x(mean.x), area.y(mean.y)
    for dx, dy in AROUND:
        left = x + dx - (wide if dx < 0 else wide / 2 if dx == 0 else 0.0)
        box = (left, y + dy - LINE / 2, left + wide, y + dy + LINE / 2)
        inside = (
            area.left <= box[0] and box[2] <= area.right
            and area.top <= box[1] and box[3] <= area.bottom
        )  # fmt: skip
        if inside and not any(_meet(box, other) for other in taken):
            return left, y + dy, max(abs(dx), abs(dy)) > 0.15
    return None


def _anywhere(
    mean: Mean, wide: float, area: Area, taken: Sequence[Box]
) -> tuple[float, float, bool] | None:
    """The nearest free place of the whole area."""
    x, y = area.x(mean.x), area.y(mean.y)
    free = [
        (math.hypot(max(left - x, x - left - wide, 0.0), at - y), left, at)
        for i in range(max(0, int((area.width - wide) / 0.1)) + 1)
        for k in range(int((area.height - LINE) / (LINE / 2)) + 1)
        for left, at in [(area.left + 0.1 * i, area.top + LINE / 2 * (k + 1))]
        if not any(
            _meet((left, at - LINE / 2, left + wide, at + LINE / 2), other) for other in taken
        )
    ]
    return (*min(free)[1:], True) if free else None


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
