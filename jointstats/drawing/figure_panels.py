"""Forest rows on several measures: the rows' names at the left, a panel for each measure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, ticks_across
from jointstats.drawing.content import Content, Record, uncounted
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import COLOUR, Look

ROW = 0.19  # inches
NAMES = 0.4  # of the width
NARROWEST, WIDEST = 0.8, 1.6  # inches of a panel
GAP = 0.26
HEAD = 2 * style.SMALL_LINE + 0.06  # the measure and its better side
AXIS = 0.24  # numbers


@dataclass(frozen=True)
class Panel:
    """One measure: a point with an interval in each row, None where there is none.

    ``direction`` is "higher is better" or so; ``strong``: shown by the test.
    """

    measure: str
    direction: str
    value: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    strong: tuple[bool, ...]


@dataclass(frozen=True)
class Panels(Content):
    """The same rows on several measures, side by side.

    Attributes
    ----------
    names : tuple of str
        Of the rows.
    panels : tuple of Panel
    ends : tuple of str
        What a point at the left and at the right of zero means.
    label : str
        Of all panels' axes.
    limit : float
        Where they end on both sides.
    more : int
        Rows that are left out already.
    """

    kind = "panels"

    names: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    ends: tuple[str, str] = ("second better", "first better")
    label: str = ""
    limit: float = 1.0
    more: int = 0

    def records(self) -> Iterator[Record]:
        """A row for each point."""
        for panel in self.panels:
            points = zip(self.names, panel.value, panel.low, panel.high, panel.strong, strict=True)
            for pair, value, low, high, shown in points:
                if value is not None:
                    ends = {"value": value, "low": low, "high": high}
                    yield {"pair": pair, "measure": panel.measure} | ends | {"shown": shown}

    def axes(self) -> Record:
        """The common axis of the panels."""
        better = {panel.measure: panel.direction for panel in self.panels}
        said = {"x": f"{self.label}, the first better at the right", "zero": True, "better": better}
        return said | uncounted(self.more, "pair")


def drawing(content: Panels, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side as far as they fit, then below each other; the names before each."""
    names, size = style.named(content.names, NAMES * width)
    left = max(style.text_width(name, size) for name in names) + GAP
    across, down = style.side_by_side(len(content.panels), width - left, NARROWEST + GAP)
    wide = min((width - left) / across - GAP, WIDEST)
    foot = style.SMALL_LINE
    shown = style.fitting(len(names), down * ROW, room - (down * (HEAD + AXIS) + foot))
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
        canvas.small(0, down * block + foot / 2, said, width)

    gone = style.left_out(len(names) + content.more, shown, "pair")
    return Body(down * block + foot, paint, min(left + across * (wide + GAP), width), gone)


def _head(canvas: Canvas, panel: Panel, x: float, top: float, wide: float) -> None:
    line, middle = style.SMALL_LINE, x + wide / 2
    measure = style.shortened(panel.measure, wide + GAP / 2, style.SMALL, bold=True)
    canvas.text(middle, top - 1.5 * line - 0.04, measure, style.SMALL, align="center", bold=True)
    low = top - 0.5 * line - 0.04
    canvas.small(middle, low, panel.direction, wide + GAP / 2, "center")


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
