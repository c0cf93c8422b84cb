"""Break-even prices along an axis: the better algorithm, open parts, and data sets as ticks.

A strip shows the prices at which either algorithm is shown to be better. Below it each data set
that trades the gain for the cost has a tick at its price, in a row of the algorithm with the gain:
that algorithm is better there at lower prices, its rival at higher ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.claims.break_even import BreakEvenResult
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, TICK, Area, even, ticks_across
from jointstats.drawing.content import Content
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, SMALL, SMALL_LINE, Look, distinct, fitted, widest_of

MARGIN = 1.3  # of the largest shown price: where the axis ends
MOST = 0.9  # of the data sets' prices that have a place, if none is shown
STRIP, ROW, GAP = 0.26, 0.2, 0.05  # inches: heights, and between the parts
NAMES = 0.3  # of the width, for names
NAMED = 0.35  # inches of a stretch with a name
ROLES = ("better", "worse")


@dataclass(frozen=True)
class Stretch:
    """Prices from `low` to `high` at which the same is known: which algorithm is better, if any."""

    low: float
    high: float
    better: int | None


@dataclass(frozen=True)
class PriceAxis(Content):
    """Stretches of an axis of prices, and the prices of single data sets.

    Attributes
    ----------
    algorithms : tuple of str
    label : str
        Of the axis.
    high : float
        Its end; it begins at 0.
    stretches : tuple of Stretch
    prices_a, prices_b : tuple of float
        Of the data sets on which each algorithm has the gain; those beyond the end, too.
    """

    kind = "price"

    algorithms: tuple[str, ...] = ()
    label: str = ""
    high: float = 1.0
    stretches: tuple[Stretch, ...] = ()
    prices_a: tuple[float, ...] = ()
    prices_b: tuple[float, ...] = ()

    @property
    def beyond(self) -> tuple[int, int]:
        """How many prices of each row are beyond the end of the axis."""
        first, second = (sum(x > self.high for x in row) for row in (self.prices_a, self.prices_b))
        return first, second


def prices(result: BreakEvenResult) -> PriceAxis:
    """The axis of prices of a result, cut where an algorithm is shown to be better."""
    high = _reach(result)
    return PriceAxis(
        title=words_of(result).title("price"),
        alt=f"A strip of prices, and a tick for each data set. {result.verdict}",
        notes=(_note(result),),
        algorithms=result.algorithms,
        label=f"price: {result.unit}",
        high=high,
        stretches=_stretches(result, high),
        prices_a=result.prices_a,
        prices_b=result.prices_b,
    )


def _reach(result: BreakEvenResult) -> float:
    """The end of the axis: beyond every shown price, or most prices of data sets."""
    shown = [x for side in result.sides for x in (side.up_to, side.above) if x]
    single = [*result.prices_a, *result.prices_b]
    if shown:
        return MARGIN * max(shown)
    return float(np.quantile(single, MOST)) * MARGIN if single else 1.0


def _stretches(result: BreakEvenResult, high: float) -> tuple[Stretch, ...]:
    """The axis, cut where an algorithm begins or ends to be better."""
    below = [math.inf if side.always else side.up_to or 0.0 for side in result.sides]
    above = [math.inf if side.above is None else side.above for side in result.sides]
    cuts = sorted({0.0, high, *(x for x in (*below, *above) if 0 < x < high)})
    stretches = []
    for low, end in pairwise(cuts):
        better = [i for i in (0, 1) if end <= below[i] or low >= above[i]]
        stretches.append(Stretch(low, end, better[0] if better else None))
    return tuple(stretches)


def _note(result: BreakEvenResult) -> str:
    """What is filled, and which data sets have no tick."""
    said = "Filled: shown. A tick is a data set; the algorithm of its row is better left of it."
    none = [
        f"{name} is better on {wording.plural(n, 'data set')} at every price"
        for name, n in zip(result.algorithms, (result.always_a, result.always_b), strict=True)
        if n
    ]
    return f"{said} {wording.listing(none)}." if none else said


def drawing(content: PriceAxis, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the strip, a row of ticks for each algorithm with any, and the axis."""
    plan = _PricePlan(content, width)
    return Body(plan.height, plan.paint)


class _PricePlan:
    """Where everything is, in inches."""

    def __init__(self, content: PriceAxis, width: float) -> None:
        self.content, self.width = content, width
        self.rows = [(i, row) for i, row in enumerate((content.prices_a, content.prices_b)) if row]
        self.names = distinct(content.algorithms, NAMES * width, SMALL)
        self.left = widest_of(self.names.values(), SMALL) + 0.1
        more = [f"+{n}" for n in content.beyond if n]
        self.right = width - widest_of(more, SMALL) - 0.06
        self.bottom = STRIP + GAP + len(self.rows) * ROW
        self.height = self.bottom + TICK + 0.04 + 2 * SMALL_LINE

    def paint(self, canvas: Canvas) -> None:
        """The strip, the rows, the axis."""
        content, long = self.content, self.right - self.left
        ruler = even(0.0, content.high, long, 0.5)
        area = Area(self.left, STRIP, long, self.bottom - STRIP, ruler, FLAT)
        canvas.small(0, STRIP / 2, "better")
        for stretch in content.stretches:
            self._stretch(canvas, area, stretch)
        for place, (i, row) in enumerate(self.rows):
            self._row(canvas, area, i, row, STRIP + GAP + place * ROW)
        ends = [self.left, self.right]
        canvas.path(ends, [self.bottom] * 2, color=canvas.look.line, lw=0.8)
        ticks_across(canvas, area)
        y = self.bottom + TICK + 0.04 + 1.5 * SMALL_LINE
        canvas.small(self.width, y, content.label, self.width, align="right")

    def _stretch(self, canvas: Canvas, area: Area, stretch: Stretch) -> None:
        """A part of the strip with its algorithm, if there is room for the name."""
        x, wide = area.x(stretch.low), area.x(stretch.high) - area.x(stretch.low)
        role = "open" if stretch.better is None else ROLES[stretch.better]
        ink = canvas.cell(x, 0, wide, STRIP, role)
        name = "open" if stretch.better is None else self.content.algorithms[stretch.better]
        if wide >= NAMED:
            (said,), size = fitted([name], wide - 0.06)
            canvas.text(x + wide / 2, STRIP / 2, said, size, align="center", color=ink)

    def _row(self, canvas: Canvas, area: Area, i: int, row: tuple[float, ...], top: float) -> None:
        """The ticks of an algorithm, and how many are beyond the end."""
        colour, y = canvas.look.fill(ROLES[i]), top + ROW / 2
        canvas.text(0, y, self.names[self.content.algorithms[i]], SMALL)
        for price in row:
            if price <= self.content.high:
                x = area.x(price)
                canvas.path([x, x], [top + 0.02, top + ROW - 0.02], color=colour, lw=1.2)
        beyond = self.content.beyond[i]
        if beyond:
            canvas.small(self.width, y, f"+{beyond}", align="right")
