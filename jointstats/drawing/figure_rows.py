"""Rows as in a forest plot: the name on the left, an interval, the number on the right.

Names that need more than their column are above their interval, over the whole width; where the
figure may not be so high, they are shortened. What a figure cannot hold is left out and counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from jointstats.base import wording
from jointstats.drawing import chart, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, ticks_across, zero_line
from jointstats.drawing.content import Content, FigureRow, Record, Scale, sense, uncounted
from jointstats.drawing.document import interval
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import with_unit
from jointstats.drawing.style import COLOUR, Look

SAME = 3  # rows that show the same are told in a sentence
MOST = 12  # rows that can still be read
ROW, ABOVE = 0.2, 0.15  # inches: a row, and a name that stands above its interval
AXIS = 0.2  # of the numbers under the rows, or under a row with its own ruler
END = 0.13 / 3  # inches: half the end of an interval
GAP = 0.08  # between columns
NARROWEST = 0.8  # inches of the panel
NAMES, WIDEST = 0.42, 0.45  # of the width, for names at the left, for numbers at the right


@dataclass(frozen=True)
class FigureRows(Content):
    """Rows of points with intervals.

    Attributes
    ----------
    rows : tuple of FigureRow
    scale : Scale
    more : int
        Rows that are left out already.
    unit : str
        What a row is, for counting those that are left out: "algorithm".
    sentence : str
        Said instead of the rows, if they all show the same: see :meth:`told`.
    """

    kind = "rows"

    rows: tuple[FigureRow, ...] = ()
    scale: Scale = field(default_factory=lambda: Scale(0, 1, ""))
    more: int = 0
    unit: str = "row"
    sentence: str = ""

    def told(self) -> FigureRows:
        """Rows that all show the same become one sentence instead of a drawing.

        Three rows or more do, if they differ only in their names.
        """
        rows = self.rows
        if len(rows) < SAME or self.scale.ends or not rows[0].shown:
            return self
        if len({replace(row, label="", note="") for row in rows}) > 1:
            return self
        names = "; ".join(row.label for row in rows)
        sentence = f"Each of these {len(rows)} {self.unit}s: {rows[0].shown}. {names}."
        return replace(self, rows=(), sentence=sentence)

    def records(self) -> Iterator[Record]:
        """A row of data for each row."""
        for row in self.rows:
            values = {"value": row.value, "low": row.low, "high": row.high}
            if self.scale.ends:
                pair = " / ".join(reversed(self.scale.ends))
                measure, _ = wording.direction_of(row.label)
                yield {"pair": pair, "measure": measure} | values | {"shown": row.strong}
            else:
                yield {"statement": row.label} | values | {"note": row.note, "leads": row.strong}

    def axes(self) -> Record:
        """Those of its scale; which way is better on measures, and how many rows are left out."""
        ways = dict(wording.direction_of(row.label) for row in self.rows)
        better = {measure: f"{sense(way)} is better" for measure, way in ways.items() if way}
        said = self.scale.axes() | {"better": better} | uncounted(self.more, self.unit)
        rulers = {wording.direction_of(row.label)[0]: row.ruler for row in self.rows if row.ruler}
        if rulers:
            units = {name: with_unit(ruler, better[name]) for name, ruler in rulers.items()}
            said |= {"free": True, "better": units}
        return said


def balance(limit: float, label: str, ends: tuple[str, str]) -> Scale:
    """As far to the left as to the right of zero, and a little beyond the last ticks."""
    end = float(limit)
    ticks = (-end, -end / 2, 0.0, end / 2, end)
    beyond = round(1.04 * end, 12)
    return Scale(-beyond, beyond, label, ticks=ticks, ends=ends)


def drawing(content: FigureRows, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The rows, one below the other, and their axis; or the sentence that stands for them."""
    if content.sentence:
        said = style.wrapped(content.sentence, width, style.TEXT)
        number = style.wrapped(content.scale.label, width, style.SMALL)
        gone = style.left_out(content.more, 0, content.unit)
        high = len(said) * style.TEXT_LINE + len(number) * style.SMALL_LINE
        return Body(high, partial(_paint_sentence, said=said, number=number), left_out=gone)
    forest = _RowsPlot(content, width, room)
    gone = style.left_out(len(content.rows) + content.more, forest.shown, content.unit)
    if not forest.noted and any(row.note for row in content.rows):
        gone = (*gone, "Notes of the rows are left out")
    return Body(forest.height, forest.paint, left_out=gone)


def _paint_sentence(canvas: Canvas, said: list[str], number: list[str]) -> None:
    y = canvas.lines(0, 0, said, style.TEXT)
    canvas.lines(0, y, number, style.SMALL, color=canvas.look.quiet)


class _RowsPlot:
    """Columns and rows of a figure, in inches."""

    def __init__(self, content: FigureRows, width: float, room: float) -> None:
        self.content, self.width = content, width
        scale = content.scale
        self.head = style.SMALL_LINE + 0.04 if scale.threshold is not None else 0.0
        self.across = style.wrapped(scale.label, width, style.SMALL) if scale.label else []
        self.under = AXIS if content.rows[0].ruler else 0.0
        self.words = 0.04 if self.under else AXIS
        self.ruler = scale.ruler
        axis = len(self.across) * style.SMALL_LINE + (style.SMALL_LINE if scale.ends else 0.0)
        axis += self.words
        free = room - self.head - axis
        labels = [row.label for row in content.rows]
        widest = style.widest_of(labels, style.SMALL)
        row = ROW + self.under
        high = len(labels) * (row + ABOVE) <= free
        for self.above in dict.fromkeys((high and widest > NAMES * width, high)):
            self.step = row + ABOVE if self.above else row
            self.shown = style.fitting(len(labels), self.step, free)
            self.rows = content.rows[: self.shown]
            self._columns()
            if self.noted or not any(row.note for row in self.rows):
                break  # otherwise notes have more room over the rows
        self.height = self.head + self.shown * self.step + axis

    def _columns(self) -> None:
        """Names at the left (or above), the panel, numbers and, where there is room, notes."""
        labels = [row.label for row in self.rows]
        self.numbers, self.small = style.fitted(
            [row.shown for row in self.rows], WIDEST * self.width, style.SMALL
        )
        numbers = style.widest_of(self.numbers, self.small)
        notes = style.widest_of((row.note for row in self.rows), style.SMALL)
        self.number = numbers + GAP if numbers else 0.1
        free = self.width - self.number - NARROWEST
        if self.above:
            self.labels, self.size = style.fitted(labels, self.width)
            self.left = 0.12
        else:
            most = max(min(NAMES * self.width, free), 0.15 * self.width)
            self.labels, self.size = style.named(labels, most)
            names = style.widest_of(self.labels, self.size)
            self.left = min(names, self.width / 2) + GAP
        right = self.width - self.number
        self.note_at = self.width - notes
        if self.above:
            lines = zip(self.labels, self.rows, strict=True)
            used = max(
                style.text_width(x, self.size) + style.text_width(row.note, style.SMALL)
                for x, row in lines
            )
            self.noted = bool(notes) and used + 0.2 <= self.width
        else:
            self.noted = bool(notes) and right - self.left - notes - GAP > 2.0
            right -= notes + GAP if self.noted else 0.0
        self.right = max(right, self.left + 0.2)

    def paint(self, canvas: Canvas) -> None:
        """Draw the rows on the panel, and words round it."""
        shared = None if self.under else self._panel(canvas)
        for i, row in enumerate(self.rows):
            top = self.head + i * self.step
            low = top + self.step - self.under
            area = shared or self._own(canvas, row, low)
            self._words(canvas, i, top, low - ROW / 2)
            _interval(canvas, area, row, low - ROW / 2)
        self._axis(canvas)

    def _own(self, canvas: Canvas, row: FigureRow, low: float) -> Area:
        """A row's own axis, down to `low`."""
        ruler = row.ruler or self.ruler
        area = Area(self.left, low - ROW, self.right - self.left, ROW, ruler, FLAT)
        zero_line(canvas, area)
        return area

    def _panel(self, canvas: Canvas) -> Area:
        """Across: the scale; its line below, and those of zero and of the threshold."""
        scale, high, look = self.content.scale, self.shown * self.step, canvas.look
        area = Area(self.left, self.head, self.right - self.left, high, self.ruler, FLAT)
        canvas.path([area.left, area.right], [area.bottom] * 2, color=look.line, lw=0.8)
        ticks_across(canvas, area)
        lanes = [(area.top, area.bottom)]
        if self.above:  # lines leave out the names above the intervals
            low = [area.top + (i + 1) * self.step for i in range(self.shown)]
            lanes = [(y - ROW, y) for y in low]
        for ends in lanes:
            if scale.ends:
                canvas.path([area.x(0)] * 2, ends, color=look.line, lw=0.8, zorder=1)
            if scale.threshold is not None:  # on a strip of paper
                at = [area.x(scale.threshold)] * 2
                canvas.path(at, ends, color=look.paper, lw=2.6, zorder=3.2)
                canvas.path(at, ends, color=look.ink, ls="--", zorder=3.3)
        return area

    def _words(self, canvas: Canvas, i: int, top: float, middle: float) -> None:
        row, label = self.rows[i], self.labels[i]
        if self.above:
            y = top + ABOVE / 2 + 0.02
            canvas.text(0, y, label, self.size)
            if self.noted:
                canvas.small(self.width, y, row.note, align="right")
        else:
            canvas.text(0, middle, label, self.size)
        if row.shown:
            canvas.text(self.right + GAP, middle, self.numbers[i], self.small)
        if self.noted and not self.above:
            canvas.small(self.note_at, middle, row.note)

    def _axis(self, canvas: Canvas) -> None:
        """The better algorithm at either end, the scale's words, and those of the threshold."""
        scale, y = self.content.scale, self.head + self.shown * self.step + self.words
        span = (self.right - self.left) / (scale.high - scale.low)
        if scale.ends:
            middle = self.left - scale.low * span
            for said, x, side, wide in (
                (f"← {scale.ends[0]} better", middle - 0.1, "right", middle - 0.1),
                (f"{scale.ends[1]} better →", middle + 0.1, "left", self.width - middle - 0.1),
            ):
                (word,), size = style.fitted([said], wide, style.SMALL)
                if style.text_width(word, size) <= wide:
                    canvas.text(x, y + style.SMALL_LINE / 2, word, size, align=side)
            y += style.SMALL_LINE
        wide = style.widest_of(self.across, style.SMALL)
        x = min(max((self.left + self.right) / 2, wide / 2), self.width - wide / 2)
        canvas.lines(x, y, self.across, style.SMALL, align="center", color=canvas.look.quiet)
        if scale.threshold is not None:
            at = self.left + (scale.threshold - scale.low) * span
            right = at > self.width / 2
            free, align = (at, "right") if right else (self.width - at, "left")
            said = style.shortened(scale.threshold_label, free, style.SMALL)
            canvas.small(at, style.SMALL_LINE / 2, said, align=align)


def _interval(canvas: Canvas, area: Area, row: FigureRow, y: float) -> None:
    if row.low is not None and row.high is not None:
        ends, blue = (area.x(row.low), area.x(row.high)), canvas.look.better[0]
        canvas.path(ends, [y, y], color=blue, lw=1.6, zorder=2.5)
        for end in ends:
            canvas.path([end, end], [y - END, y + END], color=blue, zorder=2.5)
    chart.interval(canvas, area.x(row.value), None, y, size=5, strong=row.strong)


def mean_shown(row: Any, way: float = 1.0) -> str:
    """The mean difference of a row with its interval; with `way` -1 from the other side."""
    low, high = sorted((way * row.low, way * row.high))
    return interval(way * row.mean_difference, low, high, "").replace("-", "−")
