"""The data: of every result its deviation from the mean of all algorithms on the data set.

A panel for each measure, a row of dots for each algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.base import options, wording
from jointstats.drawing import scales, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, TICK, Area, frame_of, ticks_across
from jointstats.drawing.content import Content
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import COLOUR, Look, mixed
from jointstats.table.results_table import ResultsTable

MEASURES, ROWS = 6, 20  # panels and algorithms that can still be read
DOTS = 8000  # in a figure: of more, rows have their middle only
GOLDEN = (5**0.5 - 1) / 2  # multiples of it spread evenly
NARROW, GAP = 1.35, 0.16  # inches: a panel at least, between panels
ROW, LEAST_ROW = 0.17, 0.125  # inches; at least
NAMES = 0.32  # of the width, for names
WANTED = 7  # algorithms that are shown rather than another line of measures
MIDDLE = 0.5  # of half a row that dots are lifted by, at most


@dataclass(frozen=True)
class Middle:
    """The results of an algorithm on a measure: median and quartiles, in places.

    ``panel`` and ``line`` count from 0; ``missing`` counts data sets without a result.
    """

    panel: int
    line: int
    median: float | None
    low: float | None
    high: float | None
    missing: int


@dataclass(frozen=True)
class Dot:
    """A result: its place, its data set, and its distance from the middle of its row.

    ``lift`` is between −1 and 1.
    """

    panel: int
    line: int
    dataset: int
    x: float
    lift: float


@dataclass(frozen=True)
class Results(Content):
    """Deviations of algorithms on data sets."""

    kind = "results"

    algorithms: tuple[str, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    middles: tuple[Middle, ...] = ()
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
    rulers, middles, dots = [], [], []
    shown = values.size <= DOTS
    lifts = 2 * (np.arange(len(values)) * GOLDEN % 1) - 1
    for k, name in enumerate(on):
        places, ruler = scales.deviations(name, table.measures[name], every[:, columns[k]])
        places = places[:, order]
        rulers.append(ruler)
        for row in range(len(order)):
            places_ = places[:, row]
            there = np.flatnonzero(~np.isnan(places_))
            low, middle, high = (
                np.quantile(places_[there], (0.25, 0.5, 0.75)).tolist()
                if len(there)
                else (None, None, None)
            )
            middles.append(Middle(k, row, middle, low, high, len(places_) - len(there)))
            if shown:
                dots += [Dot(k, row, int(d), float(places_[d]), float(lifts[d])) for d in there]
    return Results(
        title=_title(table, len(values)),
        alt=f"Dots: the results of {len(order)} algorithms on {wording.listing(on)}, a row for "
        f"each algorithm, {wording.plural(len(values), 'data set')}.",
        notes=tuple(_notes(table, values, len(rulers), shown, len(asked), len(order))),
        algorithms=tuple(table.algorithms[i] for i in order),
        rulers=tuple(rulers),
        middles=tuple(middles),
        dots=tuple(dots),
    )


def _best_first(turned: np.ndarray) -> np.ndarray:
    """Places of the algorithms by mean rank over all measures and data sets."""
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(np.where(np.isnan(turned), -np.inf, turned), axis=2)
    return np.argsort(-ranks.mean(axis=(0, 1)), kind="stable")


def _title(table: ResultsTable, n: int) -> str:
    l = len(table.algorithms)
    return f"Results of {l} algorithms on {wording.plural(n, 'data set')}"


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
    left = [
        wording.plural(number, what)
        for number, what in (
            (table.n + table.n_dropped - len(values), "data set"),
            (len(table.algorithms) - rows, "more algorithm"),
            (measures - panels, "more measure"),
        )
        if number
    ]
    if left:
        more.append(f"{wording.listing(left)}: not shown")
    return [note, *([f"{wording.capital('; '.join(more))}."] if more else [])]


class _ResultsPlot:
    """How many panels are next to each other, how many rows they have, and how large all is."""

    def __init__(self, content: Results, width: float, room: float) -> None:
        widths = (style.text_width(name, style.SMALL) for name in content.algorithms)
        self.names = min(max(widths, default=0.0), NAMES * width) + 0.06
        k, n = len(content.rulers), len(content.algorithms)
        self.columns, lines = style.side_by_side(k, width - self.names + GAP, NARROW + GAP)
        around = style.TEXT_LINE + 0.03 + TICK + style.SMALL_LINE + 0.04
        while lines > 1 and lines * (around + min(n, WANTED) * LEAST_ROW + 0.08) - 0.08 > room:
            lines -= 1  # some rows of all algorithms rather than all measures of a few
        self.panel = (width - self.names + GAP) / self.columns - GAP
        free = (room + 0.08) / lines - 0.08 - around
        self.row = min(ROW, max(free / n, LEAST_ROW))
        self.rows = max(1, min(n, int(free / self.row + 1e-6))) if free < math.inf else n
        self.panels = lines * self.columns  # that there is room for
        rows = self.rows * self.row
        self.tall = style.TEXT_LINE + 0.03 + rows + TICK + style.SMALL_LINE + 0.04  # with words
        self.height = lines * (self.tall + 0.08) - 0.08


def drawing(content: Results, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side, and below each other where the width is not enough."""
    plan = _ResultsPlot(content, width, room)
    said = (
        *style.left_out(len(content.algorithms), plan.rows, "algorithm"),
        *style.left_out(len(content.rulers), plan.panels, "measure"),
    )
    return Body(plan.height, lambda canvas: _paint(canvas, content, plan), None, said)


def _paint(canvas: Canvas, content: Results, plan: _ResultsPlot) -> None:
    short = style.distinct(content.algorithms, plan.names - 0.055, style.SMALL)
    for k, ruler in enumerate(content.rulers[: plan.panels]):
        top = (k // plan.columns) * (plan.tall + 0.08)
        left = plan.names + (k % plan.columns) * (plan.panel + GAP)
        area = Area(
            left, top + style.TEXT_LINE + 0.03, plan.panel, plan.rows * plan.row, ruler, FLAT
        )
        if k % plan.columns == 0:
            for i, name in enumerate(content.algorithms[: plan.rows]):
                y = area.top + (i + 0.5) * plan.row
                canvas.text(left - 0.06, y, short[name], style.SMALL, align="right")
        head = f"{ruler.measure}, better →"
        if style.text_width(head, style.TEXT) > plan.panel:
            head = f"{style.shortened(ruler.measure, plan.panel - 0.2, style.TEXT)} →"
        canvas.text(left, top + style.TEXT_LINE / 2, head, style.TEXT)
        _panel(canvas, content, k, area, plan)
        ticks_across(canvas, area, GAP / 2)


def _panel(canvas: Canvas, content: Results, k: int, area: Area, plan: _ResultsPlot) -> None:
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
