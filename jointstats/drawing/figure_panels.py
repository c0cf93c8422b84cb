"""Forest rows on several measures: the rows' names at the left, a panel for each measure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, zero_line
from jointstats.drawing.content import Content, Record, uncounted
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler, with_unit
from jointstats.drawing.style import COLOUR, Look

ROW = 0.19  # inches
NAMES = 0.4  # of the width
NARROWEST, WIDEST = 0.8, 2.4  # inches of a panel
GAP = 0.26
HEAD = 0.06  # inches free under a panel's words
AXIS = 0.24  # numbers


@dataclass(frozen=True)
class Panel:
    """One measure: a point with an interval in each row, None where there is none.

    ``direction`` is "higher is better" or so; ``strong``: shown by the test. Points are places on
    the ruler.
    """

    measure: str
    direction: str
    ruler: Ruler
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
    more : int
        Rows that are left out already.
    """

    kind = "panels"

    names: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    ends: tuple[str, str] = ("second better", "first better")
    label: str = ""
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
        better = {panel.measure: with_unit(panel.ruler, panel.direction) for panel in self.panels}
        free = len({panel.ruler for panel in self.panels}) > 1
        said = {"x": f"{self.label}, the first better at the right", "zero": True, "free": free}
        return said | {"better": better} | uncounted(self.more, "pair")


def drawing(content: Panels, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side as far as they fit, then below each other; the names before each."""
    names, size = style.named(content.names, NAMES * width)
    left = max(style.text_width(name, size) for name in names) + GAP
    across, down = style.side_by_side(len(content.panels), width - left, NARROWEST + GAP)
    wide = min((width - left) / across - GAP, WIDEST)
    said = style.wrapped(
        f"{content.label}: ← {content.ends[0]} | {content.ends[1]} →", width, style.SMALL
    )
    foot = len(said) * style.SMALL_LINE
    units = any(panel.ruler.unit for panel in content.panels)
    head = HEAD + (3 if units else 2) * style.SMALL_LINE
    shown = style.fitting(len(names), down * ROW, room - (down * (head + AXIS) + foot))
    block = head + shown * ROW + AXIS

    def paint(canvas: Canvas) -> None:
        for line in range(down):
            top = line * block + head
            for i in range(shown):
                canvas.text(0, top + (i + 0.5) * ROW, names[i], size)
            for j, panel in enumerate(content.panels[line * across : (line + 1) * across]):
                x = left + j * (wide + GAP)
                _head(canvas, panel, x, top - head, wide)
                _marks(canvas, Area(x, top, wide, shown * ROW, panel.ruler, FLAT), panel, shown)
        canvas.lines(0, down * block, said, style.SMALL, color=look.quiet)

    gone = style.left_out(len(names) + content.more, shown, "pair")
    return Body(down * block + foot, paint, min(left + across * (wide + GAP), width), gone)


def _head(canvas: Canvas, panel: Panel, x: float, top: float, wide: float) -> None:
    middle, wide = x + wide / 2, wide + GAP / 2
    measure = style.shortened(panel.measure, wide, style.SMALL, bold=True)
    y = canvas.lines(middle, top, [measure], style.SMALL, align="center", bold=True)
    for i, words in enumerate(filter(None, (panel.direction, panel.ruler.unit))):
        canvas.small(middle, y + (i + 0.5) * style.SMALL_LINE, words, wide, "center")


def _marks(canvas: Canvas, area: Area, panel: Panel, shown: int) -> None:
    look = canvas.look
    zero_line(canvas, area)
    for i in range(shown):
        value, low, high = panel.value[i], panel.low[i], panel.high[i]
        if value is None:
            continue
        y = area.top + (i + 0.5) * ROW
        if low is not None and high is not None:
            canvas.path([area.x(low), area.x(high)], [y, y], color=look.better[0], lw=1.4)
        face = look.better[0] if panel.strong[i] else look.paper
        canvas.dot(area.x(value), y, 4, color=face, edge=look.better[0], lw=1.0)
