"""Forest rows on several measures: the rows' names at the left, a panel for each measure."""

from __future__ import annotations

import math

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, ticks_across
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import (
    LINE,
    SMALL,
    fitted,
    fitting,
    left_out,
    named,
    shortened,
    side_by_side,
    text_width,
)
from jointstats.drawing.themes import COLOUR, Look
from jointstats.single.figure_effects import Panel, Panels

ROW = 0.19  # inches
NAMES = 0.4  # of the width
NARROWEST, WIDEST = 0.8, 1.6  # inches of a panel
GAP = 0.26
HEAD = 2 * SMALL * LINE / 72 + 0.06  # the measure and its better side
AXIS = 0.24  # numbers


def drawing(content: Panels, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side as far as they fit, then below each other; the names before each."""
    names, size = named(content.names, NAMES * width)
    left = max(text_width(name, size) for name in names) + GAP
    across, down = side_by_side(len(content.panels), width - left, NARROWEST + GAP)
    wide = min((width - left) / across - GAP, WIDEST)
    foot = SMALL * LINE / 72
    shown = fitting(len(names), down * ROW, room - (down * (HEAD + AXIS) + foot))
    block = HEAD + shown * ROW + AXIS

    def paint(canvas: Canvas) -> None:
        for line in range(down):
            top = line * block + HEAD
            for i in range(shown):
                canvas.text(0, top + (i + 0.5) * ROW, names[i], size)
            for j, panel in enumerate(content.panels[line * across : (line + 1) * across]):
                x = left + j * (wide + GAP)
                _head(canvas, panel, x, top, wide)
                beyond, limit = 1.06 * content.limit, content.limit
                marks = (f"−{limit:g}", "0", f"{limit:g}")
                ruler = Ruler("", "", -beyond, beyond, (-limit, 0.0, limit), marks)
                area = Area(x, top, wide, shown * ROW, ruler, FLAT)
                _marks(canvas, area, panel, shown)
        said = f"{content.label}: ← {content.ends[0]} | {content.ends[1]} →"
        (line_,), small = fitted([said], width, SMALL)
        canvas.text(0, down * block + foot / 2, line_, small, color=look.quiet)

    gone = left_out(len(names) + content.more, shown, "pair")
    return Body(down * block + foot, paint, min(left + across * (wide + GAP), width), gone)


def _head(canvas: Canvas, panel: Panel, x: float, top: float, wide: float) -> None:
    line, middle = SMALL * LINE / 72, x + wide / 2
    measure = shortened(panel.measure, wide + GAP / 2, SMALL, bold=True)
    canvas.text(middle, top - 1.5 * line - 0.04, measure, SMALL, align="center", bold=True)
    (said,), size = fitted([panel.direction], wide + GAP / 2, SMALL)
    canvas.text(
        middle, top - 0.5 * line - 0.04, said, size, align="center", color=canvas.look.quiet
    )


def _marks(canvas: Canvas, area: Area, panel: Panel, shown: int) -> None:
    look = canvas.look
    canvas.path([area.left, area.right], [area.bottom] * 2, color=look.line, lw=0.8)
    canvas.path([area.x(0)] * 2, [area.top, area.bottom], color=look.line, lw=0.8, zorder=1)
    ticks_across(canvas, area)
    for i in range(shown):
        value, low, high = panel.value[i], panel.low[i], panel.high[i]
        if value is None:
            continue
        y = area.top + (i + 0.5) * ROW
        if low is not None and high is not None:
            canvas.path([area.x(low), area.x(high)], [y, y], color=look.better[0], lw=1.4)
        face = look.better[0] if panel.strong[i] else look.paper
        canvas.dot(area.x(value), y, 4, color=face, edge=look.better[0], lw=1.0)
