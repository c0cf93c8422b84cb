"""The same rows on several measures: the rows' names at the left, a panel for each measure.

Rows are pairs of algorithms with differences, or algorithms with ranks, or with the data: of every
result its deviation from the mean of all algorithms on the data set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.base import options, wording
from jointstats.drawing import scales, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, frame_of, interval, ticks_across, zero_line
from jointstats.drawing.content import Content, Record, sense, uncounted
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler, with_unit
from jointstats.drawing.style import COLOUR, Look, mixed
from jointstats.evidence.arrays import Array
from jointstats.table.results_table import ResultsTable

ROW, LOW_ROW = 0.19, 0.15  # inches; of more rows than pairs of seven algorithms
PAIRS = 21  # rows of pairs: all of seven algorithms
NAMES = 0.4  # of the width
NARROWEST, WIDEST = 0.8, 2.4  # inches of a panel
GAP = 0.2
HEAD = 0.06  # inches free under a panel's words
AXIS = 0.24  # numbers
SIDES = "← second better, first better →"  # of differences
FEWEST = 2  # rows of all panels, rather than more rows of some


PointInterval = tuple[float | None, float | None, float | None, bool]


@dataclass(frozen=True)
class Panel:
    """One measure: a point with an interval in each row, None where there is none.

    ``direction`` is "higher is better" or so; ``strong``: shown by the test, or first. Points are
    places on the ruler; ``shown`` are their numbers in words, or nothing.
    """

    measure: str
    direction: str
    ruler: Ruler
    value: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    strong: tuple[bool, ...]
    shown: tuple[str, ...] = ()

    @classmethod
    def of(cls, measure: str, way: str, ruler: Ruler, cells: Iterable[PointInterval]) -> Panel:
        """A panel of a point with its interval, and whether it is shown, in each row."""
        value, low, high, strong = zip(*cells, strict=True)
        return cls(measure, f"{sense(way)} is better", ruler, value, low, high, strong)

    @property
    def words(self) -> tuple[str, ...]:
        """The lines under its name."""
        return tuple(filter(None, (self.direction, self.ruler.unit)))

    def point(self, i: int) -> tuple[float | None, float | None, float | None]:
        """A row's point, and the ends of its interval."""
        return self.value[i], self.low[i], self.high[i]


@dataclass(frozen=True)
class Panels(Content):
    """The same rows on several measures, side by side.

    Attributes
    ----------
    names : tuple of str
        Of the rows.
    bold : tuple of bool
        Names that are strong; empty for none.
    panels : tuple of Panel
    label : str
        Of all panels' axes.
    differences : bool
        Whether points are differences, the first of a row better right of zero; else ranks, or
        results.
    more : int
        Rows that are left out already.
    unit : str
        What a row is: "pair" or "algorithm".
    """

    kind = "panels"

    names: tuple[str, ...] = ()
    bold: tuple[bool, ...] = ()
    panels: tuple[Panel, ...] = ()
    label: str = ""
    differences: bool = True
    more: int = 0
    unit: str = "pair"

    def records(self) -> Iterator[Record]:
        """A row for each point."""
        strong = "shown" if self.differences else "leads"
        for panel in self.panels:
            points = zip(self.names, panel.value, panel.low, panel.high, panel.strong, strict=True)
            for name, value, low, high, is_strong in points:
                if value is not None:
                    ends = {"value": value, "low": low, "high": high, strong: is_strong}
                    yield {self.unit: name, "measure": panel.measure} | ends

    def axes(self) -> Record:
        """The common axis of the panels, or that each has its own."""
        said = {"x": self.label} | uncounted(self.more, self.unit)
        if not self.differences:
            return said
        better = {panel.measure: with_unit(panel.ruler, panel.direction) for panel in self.panels}
        free = len({panel.ruler for panel in self.panels}) > 1
        side = {"x": f"{self.label}, the first better at the right"}
        return said | side | {"zero": True, "free": free, "better": better}


def drawing(content: Panels, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side as far as they fit, then below each other; the names before each."""
    plot = _ResultsPlot if isinstance(content, Results) else _PanelsPlot
    return plot(content, width, room).body()


class _PanelsPlot:
    """Where everything is, in inches."""

    def __init__(self, content: Panels, width: float, room: float) -> None:
        self.content, n = content, len(content.names)
        self.names, self.size = style.named(content.names, NAMES * width, bold=bool(content.bold))
        self.left = style.widest_of(self.names, self.size, bold=bool(content.bold)) + GAP
        panels = content.panels
        self.across, self.down = style.side_by_side(len(panels), width - self.left, NARROWEST + GAP)
        self.wide = min((width - self.left) / self.across - GAP, WIDEST)
        self.width = min(self.left + self.across * (self.wide + GAP), width)
        numbers = (text for panel in panels for text in panel.shown)
        self.number = style.widest_of(numbers, style.SMALL) + 0.06
        self.numbered = self.number > 0.06 and self.wide - self.number > 0.5
        label = f"{content.label}: {SIDES}" if content.differences else content.label
        self.said = style.wrapped(label, width, style.SMALL) if content.label else []
        self.head = HEAD + style.SMALL_LINE * (1 + max(len(panel.words) for panel in panels))
        self.row = ROW if n <= PAIRS else LOW_ROW
        free = room - len(self.said) * style.SMALL_LINE
        least = self.head + AXIS + min(n, FEWEST) * self.row
        self.down = style.fitting(self.down, least, free)
        self.rows = style.fitting(n, self.down * self.row, free - self.down * (self.head + AXIS))
        self.block = self.head + self.rows * self.row + AXIS
        self.height = self.down * self.block + len(self.said) * style.SMALL_LINE

    def body(self) -> Body:
        """The panels, and how many rows and panels have no place."""
        content = self.content
        gone = (
            *style.left_out(len(content.names) + content.more, self.rows, content.unit),
            *style.left_out(len(content.panels), self.across * self.down, "measure"),
        )
        return Body(self.height, self.paint, self.width, gone)

    def middle(self, top: float, i: int) -> float:
        """Inches from the top of the rows to the middle of one of them."""
        return top + (i + 0.5) * self.row

    def paint(self, canvas: Canvas) -> None:
        """Names and panels, and what the axes show."""
        bold = self.content.bold or (False,) * self.rows
        for line in range(self.down):
            top = line * self.block
            for i in range(self.rows):
                y, x = self.middle(top + self.head, i), self.left - GAP
                canvas.text(x, y, self.names[i], self.size, align="right", bold=bold[i])
            panels = self.content.panels[line * self.across : (line + 1) * self.across]
            for j, panel in enumerate(panels):
                self._panel(canvas, panel, self.left + j * (self.wide + GAP), top)
        y = self.down * self.block
        canvas.lines(0, y, self.said, style.SMALL, color=canvas.look.quiet)

    def _panel(self, canvas: Canvas, panel: Panel, x: float, top: float) -> None:
        free = self.wide + GAP / 2
        measure = style.shortened(panel.measure, free, style.SMALL, bold=True)
        y = canvas.lines(x, top, [measure], style.SMALL, bold=True)
        for words in panel.words:
            canvas.small(x, y + style.SMALL_LINE / 2, words, free)
            y += style.SMALL_LINE
        high, wide = self.rows * self.row, self.wide - (self.number if self.numbered else 0.0)
        self.rows_of(canvas, Area(x, top + self.head, wide, high, panel.ruler, FLAT), panel)

    def rows_of(self, canvas: Canvas, area: Area, panel: Panel) -> None:
        """The axis of a panel, and a point in each row."""
        if self.content.differences:
            zero_line(canvas, area)
        else:
            ticks_across(canvas, area, GAP / 2, self.wide - area.width + GAP / 2)
        for i in range(self.rows):
            self._point(canvas, area, panel, i)

    def _point(self, canvas: Canvas, area: Area, panel: Panel, i: int) -> None:
        (value, low, high), y, look = panel.point(i), self.middle(area.top, i), canvas.look
        if value is None:
            return
        if not self.content.differences and low is not None and high is not None:
            canvas.path([area.left, area.right], [y, y], color=look.open, lw=0.6, zorder=1)
            first, pale = area.x(low) - 0.02, look.fill("better", False)
            long, half = area.x(high) + 0.02 - first, 0.3 * self.row
            canvas.box(first, y - half, long, 2 * half, pale, edge=pale, lw=0)
            low = high = None
        ends = None if low is None or high is None else (area.x(low), area.x(high))
        interval(canvas, area.x(value), ends, y, strong=panel.strong[i])
        if self.numbered:
            end, bold = area.left + self.wide, panel.strong[i]
            canvas.text(end, y, panel.shown[i], style.SMALL, align="right", bold=bold)


# --- The data ------------------------------------------------------------------------------------

MEASURES, ROWS = 6, 20  # panels and algorithms that can still be read
DOTS = 8000  # in a figure: of more, rows have their middle only
GOLDEN = (5**0.5 - 1) / 2  # multiples of it spread evenly
MIDDLE = 0.5  # of half a row that dots are lifted by, at most


@dataclass(frozen=True)
class Dot:
    """A result: its panel and row, its place, and its distance from the middle of its row.

    ``lift`` is between −1 and 1.
    """

    panel: int
    line: int
    x: float
    lift: float


@dataclass(frozen=True)
class Results(Panels):
    """Deviations of algorithms on data sets; points are medians, intervals quartiles."""

    kind = "results"

    dots: tuple[Dot, ...] = ()


def results(table: ResultsTable, measures: Sequence[str] | None = None) -> Results:
    """Every result of a table; of many algorithms those with the best mean ranks.

    Parameters
    ----------
    table : ResultsTable
    measures : sequence of str, optional
        Only these; of many, the first six are shown.
    """
    asked = options.known_names("measure", measures or list(table.measures), list(table.measures))
    on = list(asked)[:MEASURES]
    columns = [list(table.measures).index(name) for name in on]
    every, _ = table.everything()
    order = _best_first(every * table.signs[:, None])[:ROWS]
    values = every[:, columns][:, :, order]
    panels, dots = [], []
    shown = values.size <= DOTS
    lifts = 2 * (np.arange(len(values)) * GOLDEN % 1) - 1
    for k, name in enumerate(on):
        places, ruler = scales.deviations(name, table.measures[name], every[:, columns[k]])
        places = places[:, order]
        quartiles = [_quartiles(column) for column in places.T]
        low, middle, high = zip(*quartiles, strict=True)
        panels.append(Panel(name, "better →", ruler, middle, low, high, (True,) * len(order)))
        if shown:
            there = np.argwhere(~np.isnan(places.T)).tolist()
            dots += [Dot(k, row, float(places[d, row]), float(lifts[d])) for row, d in there]
    return Results(
        title=f"Results of {len(table.algorithms)} algorithms on "
        f"{wording.plural(len(values), 'data set')}",
        alt=f"Dots: the results of {len(order)} algorithms on {wording.listing(on)}, a row for "
        f"each algorithm, {wording.plural(len(values), 'data set')}.",
        notes=tuple(_notes(table, values, len(panels), shown, len(asked), len(order))),
        names=tuple(table.algorithms[i] for i in order),
        panels=tuple(panels),
        differences=False,
        unit="algorithm",
        dots=tuple(dots),
    )


def _quartiles(column: Array) -> tuple[float | None, float | None, float | None]:
    """The quartiles of the results there are; None where there are none."""
    there = column[~np.isnan(column)]
    if not len(there):
        return None, None, None
    low, middle, high = np.quantile(there, (0.25, 0.5, 0.75)).tolist()
    return low, middle, high


def _best_first(turned: np.ndarray) -> np.ndarray:
    """Places of the algorithms by mean rank over all measures and data sets."""
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(np.where(np.isnan(turned), -np.inf, turned), axis=2)
    return np.argsort(-ranks.mean(axis=(0, 1)), kind="stable")


def _notes(
    table: ResultsTable, values: np.ndarray, panels: int, shown: bool, measures: int, rows: int
) -> list[str]:
    what = "Dots" if shown else "Bars"
    note = (
        f"{what}: results, less the mean of all algorithms on the data set. Tick: median; bar: "
        "middle half. Best mean rank first."
    )
    more = []
    if not shown:
        more.append("too many results to draw each")
    missing = int(np.isnan(values).sum())
    if missing:
        are = "is" if missing == 1 else "are"
        more.append(f"{wording.plural(missing, 'result')} {are} missing")
    gone = {
        "data set": table.n + table.n_dropped - len(values),
        "more algorithm": len(table.algorithms) - rows,
        "more measure": measures - panels,
    }
    left = [wording.plural(number, what) for what, number in gone.items() if number]
    if left:
        more.append(f"{wording.listing(left)}: not shown")
    return [note, *([f"{wording.capital('; '.join(more))}."] if more else [])]


class _ResultsPlot(_PanelsPlot):
    """Panels with the dots of every result."""

    content: Results

    def rows_of(self, canvas: Canvas, area: Area, panel: Panel) -> None:
        look, results = canvas.look, self.content
        frame_of(canvas, area, 0.6)
        canvas.path([area.x(0.0)] * 2, [area.top, area.bottom], color=look.line, lw=0.6)
        ticks_across(canvas, area, GAP / 2)
        k = results.panels.index(panel)
        dots = [dot for dot in results.dots if dot.panel == k and dot.line < self.rows]
        size = 2.0 if len(dots) / self.rows > 60 else 2.8
        colour = mixed(look.paper, look.fill("better"), 0.7)
        for dot in dots:
            y = area.top + (dot.line + 0.5 - MIDDLE * dot.lift / 2) * self.row
            canvas.dot(area.x(dot.x), y, size, color=colour)
        ink, half = mixed(look.paper, look.ink, 0.8), 0.36 * self.row
        for i in range(self.rows):
            y, (median, low, high) = self.middle(area.top, i), panel.point(i)
            if median is not None and low is not None and high is not None:
                canvas.path([area.x(low), area.x(high)], [y, y], color=ink, lw=1.6, zorder=4)
                x = area.x(median)
                canvas.path([x, x], [y - half, y + half], color=look.ink, lw=1.4, zorder=5)
