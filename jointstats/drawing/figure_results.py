"""The data: of every result its deviation from the mean of all algorithms on the data set.

A panel for each measure, a row of dots for each algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jointstats.base import options, wording
from jointstats.drawing import scales
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import Area, frame_of, ticks_across
from jointstats.drawing.figure_panels import GAP, Panel, Panels, PanelsPlot
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, Look, mixed
from jointstats.evidence.arrays import Array
from jointstats.table.results_table import ResultsTable

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
        ruler = replace(ruler, unit="")  # the note says it
        panels.append(Panel(name, "better →", ruler, middle, low, high, (True,) * len(order)))
        if shown:
            there = np.argwhere(~np.isnan(places.T)).tolist()
            dots += [Dot(k, row, float(places[d, row]), float(lifts[d])) for row, d in there]
    return Results(
        title=_title(table, len(values)),
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


def drawing(content: Results, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Panels side by side, and below each other where the width is not enough."""
    return _ResultsPlot(content, width, room).body()


class _ResultsPlot(PanelsPlot):
    """Panels with the dots of every result."""

    def __init__(self, content: Results, width: float, room: float) -> None:
        super().__init__(content, width, room)
        self.results = content

    def rows_of(self, canvas: Canvas, area: Area, panel: Panel) -> None:
        look, results = canvas.look, self.results
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
