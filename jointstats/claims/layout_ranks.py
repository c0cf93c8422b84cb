"""Ranks: a row for each algorithm, a track for each measure with a point and a bar."""

from __future__ import annotations

import math

from jointstats.claims.layout_league import bold_names
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, ticks_across
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import (
    LINE,
    SMALL,
    TEXT,
    fitted,
    fitting,
    left_out,
    shortened,
    side_by_side,
    text_width,
)
from jointstats.drawing.themes import COLOUR, Look
from jointstats.single.figure_ranks import Ranks, Track

ROW, LOW_ROW, MANY = 0.2, 0.15, 12  # inches; of more algorithms than these
NAMES = 0.3  # share of the width
NARROWEST, FEWEST = 0.75, 2  # inches of a track, rows of a block
GAP = 0.16
SMALL_LINE = SMALL * LINE / 72


def drawing(content: Ranks, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Tracks side by side as far as they fit, then below each other; the names before each."""
    return _Plan(content, width, room).body()


class _Plan:
    """Where everything is, in inches."""

    def __init__(self, content: Ranks, width: float, room: float) -> None:
        self.content = content
        n, m = len(content.algorithms), len(content.tracks)
        self.row = ROW if n <= MANY else LOW_ROW
        natural = max(text_width(name, TEXT, True) for name in content.algorithms) + 0.02
        self.name = min(natural, NAMES * width)
        self.across, self.down = side_by_side(m, width - self.name, NARROWEST + GAP)
        self.head, self.foot = SMALL_LINE + 0.05, SMALL_LINE + 0.08
        least = self.head + self.foot + min(n, FEWEST) * self.row
        if self.down * least > room - SMALL_LINE:
            self.down = max(1, int((room - SMALL_LINE) / least))
        widths = (text_width(text, SMALL) for track in content.tracks for text in track.shown)
        self.number = max(widths) + 0.06
        self.wide = min((width - self.name) / self.across - GAP, 2.4)
        self.numbered = self.wide - self.number > 0.5
        rest = self.down * (self.head + self.foot) + SMALL_LINE
        self.rows = fitting(n, self.down * self.row, room - rest)
        self.block = self.head + self.rows * self.row + self.foot
        self.width = self.name + self.across * (self.wide + GAP)

    def body(self) -> Body:
        n, m = len(self.content.algorithms), len(self.content.tracks)
        gone = (
            *left_out(n + self.content.more, self.rows, "algorithm"),
            *left_out(m, min(m, self.down * self.across), "measure"),
        )
        return Body(self.down * self.block + SMALL_LINE, self.paint, self.width, left_out=gone)

    def paint(self, canvas: Canvas) -> None:
        names = self.content.algorithms[: self.rows]
        short, size = bold_names(names, self.name)
        for line in range(self.down):
            top = line * self.block
            for i, name in enumerate(names):
                y = top + self.head + (i + 0.5) * self.row
                canvas.text(
                    self.name, y, short[name], size, align="right", bold=self.content.strong[i]
                )
            tracks = self.content.tracks[line * self.across : (line + 1) * self.across]
            for k, track in enumerate(tracks):
                self._track(canvas, track, self.name + GAP + k * (self.wide + GAP), top)
        y = self.down * self.block + SMALL_LINE / 2
        (said,), size = fitted([self.content.label], self.width - self.name - GAP, SMALL)
        canvas.text(self.name + GAP, y, said, size, color=canvas.look.quiet)

    def _track(self, canvas: Canvas, track: Track, x: float, top: float) -> None:
        look, content = canvas.look, self.content
        length = self.wide - (self.number if self.numbered else 0.08)
        head = shortened(track.measure, self.wide, SMALL, bold=True)
        canvas.text(x, top + SMALL_LINE / 2, head, SMALL, bold=True)
        top += self.head
        across = Ruler("", "", *content.ends, content.ticks, content.marks)
        area = Area(x, top, length, self.rows * self.row, across, FLAT)
        for i in range(self.rows):
            y = top + (i + 0.5) * self.row
            canvas.path([x, area.right], [y, y], color=look.open, lw=0.6, zorder=1)
            self._point(canvas, track, i, y, area)
        ticks_across(canvas, area, GAP / 2, self.wide - length + GAP / 2)

    def _point(self, canvas: Canvas, track: Track, i: int, y: float, area: Area) -> None:
        look, pale = canvas.look, canvas.look.fill("better", False)
        first, last = area.x(track.low[i]), area.x(track.high[i])
        half = 0.3 * self.row
        canvas.box(first - 0.02, y - half, last - first + 0.04, 2 * half, pale, edge=pale, lw=0)
        inside = look.fill("better") if track.strong[i] else look.paper
        canvas.dot(area.x(track.value[i]), y, 4.5, color=inside, edge=look.fill("better"), lw=1.1)
        if self.numbered:
            canvas.text(
                area.left + self.wide, y, track.shown[i], SMALL, align="right",
                bold=track.strong[i],
            )  # fmt: skip
