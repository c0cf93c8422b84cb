"""The data themselves: panels of dots, rows of algorithms."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, NUMBERS, TICK, WORDS, Area, frame_of, ticks_across
from jointstats.drawing.figure_results import Results
from jointstats.drawing.frame import Body
from jointstats.drawing.style import (
    SMALL,
    TEXT,
    distinct,
    left_out,
    shortened,
    side_by_side,
    text_width,
)
from jointstats.drawing.themes import COLOUR, Look, mixed

NARROW, GAP = 1.35, 0.16  # inches: a panel at least, between panels
ROW, LEAST_ROW = 0.17, 0.125  # inches; at least
NAMES = 0.32  # of the width, for names
WANTED = 7  # algorithms that are shown rather than another line of measures
MIDDLE = 0.5  # of half a row that dots are lifted by, at most


@dataclass(frozen=True)
class _Plan:
    """How many panels are next to each other, how many rows they have, and how large all is."""

    columns: int
    names: float
    panel: float
    rows: int
    row: float
    height: float
    lines: int

    @property
    def panels(self) -> int:
        """How many panels there is room for."""
        return self.lines * self.columns

    @property
    def tall(self) -> float:
        """Inches of a panel with its words."""
        return WORDS + 0.03 + self.rows * self.row + TICK + NUMBERS + 0.04

    @classmethod
    def of(cls, content: Results, width: float, room: float) -> _Plan:
        widest = max((text_width(name, SMALL) for name in content.algorithms), default=0.0)
        names = min(widest, NAMES * width) + 0.06
        k, n = len(content.rulers), len(content.algorithms)
        columns, lines = side_by_side(k, width - names + GAP, NARROW + GAP)
        around = WORDS + 0.03 + TICK + NUMBERS + 0.04
        while lines > 1 and lines * (around + min(n, WANTED) * LEAST_ROW + 0.08) - 0.08 > room:
            lines -= 1  # some rows of all algorithms rather than all measures of a few
        panel = (width - names + GAP) / columns - GAP
        free = (room + 0.08) / lines - 0.08 - around
        row = min(ROW, max(free / n, LEAST_ROW))
        rows = max(1, min(n, int(free / row + 1e-6))) if free < math.inf else n
        plan = cls(columns, names, panel, rows, row, 0.0, lines)
        height = lines * (plan.tall + 0.08) - 0.08
        return cls(columns, names, panel, rows, row, height, lines)


def drawing(content: Results, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side, and below each other where the width is not enough."""
    plan = _Plan.of(content, width, room)
    said = (
        *left_out(len(content.algorithms), plan.rows, "algorithm"),
        *left_out(len(content.rulers), plan.panels, "measure"),
    )
    return Body(plan.height, lambda canvas: _paint(canvas, content, plan), None, said)


def _paint(canvas: Canvas, content: Results, plan: _Plan) -> None:
    short = distinct(content.algorithms, plan.names - 0.055, SMALL)
    for k, ruler in enumerate(content.rulers[: plan.panels]):
        top = (k // plan.columns) * (plan.tall + 0.08)
        left = plan.names + (k % plan.columns) * (plan.panel + GAP)
        area = Area(left, top + WORDS + 0.03, plan.panel, plan.rows * plan.row, ruler, FLAT)
        if k % plan.columns == 0:
            for i, name in enumerate(content.algorithms[: plan.rows]):
                y = area.top + (i + 0.5) * plan.row
                canvas.text(left - 0.06, y, short[name], SMALL, align="right")
        head = f"{ruler.measure}, better →"
        if text_width(head, TEXT) > plan.panel:
            head = f"{shortened(ruler.measure, plan.panel - 0.2, TEXT)} →"
        canvas.text(left, top + WORDS / 2, head, TEXT)
        _panel(canvas, content, k, area, plan)
        ticks_across(canvas, area, GAP / 2)


def _panel(canvas: Canvas, content: Results, k: int, area: Area, plan: _Plan) -> None:
    look = canvas.look

    def y(row: int, lift: float = 0.0) -> float:
        return area.top + (row + 0.5 - MIDDLE * lift / 2) * plan.row

    frame_of(canvas, area, 0.6)
    dots = [dot for dot in content.dots if dot.panel == k and dot.line < plan.rows]
    canvas.path([area.x(0.0)] * 2, [area.top, area.bottom], color=look.line, lw=0.6)
    size = 2.0 if len(dots) / plan.rows > 60 else 2.8
    colour = mixed(look.paper, look.fill("better"), 0.7)
    for dot in dots:
        canvas.dot(area.x(dot.x), y(dot.line, dot.lift), size, color=colour)
    for middle in content.middles:
        if middle.panel == k and middle.line < plan.rows and middle.median is not None:
            low, high = (area.x(x) for x in (middle.low or 0.0, middle.high or 0.0))
            at, half = y(middle.line), 0.36 * plan.row
            ink = mixed(look.paper, look.ink, 0.8)
            canvas.path([low, high], [at, at], color=ink, lw=1.6, zorder=4)
            x = area.x(middle.median)
            canvas.path([x, x], [at - half, at + half], color=look.ink, lw=1.4, zorder=5)
