"""Lines over a common axis, each test with a separate colour and dashes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import Area, Legend, Sample, Surround, apart, frame_of, ruler_for
from jointstats.drawing.content import Axis, Content, Curve
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, SMALL, SMALL_LINE, Look, widest_of, wrapped

WIDE = 5.0  # inches of the plane at most
SQUARE = 3.6  # of one whose axes have the same range
LOWEST = 0.6  # that can be read
TOP = 0.06  # inches over the plane, for the upper half of a number
NAMES = 0.3  # of the width, for names at the ends of curves
FAR = 0.16  # inches between such a name and its end at most
SPARSE = 30  # points that get a mark each
STYLES: dict[str, tuple[int, Any]] = {  # colour and dashes: either is enough
    "glrt": (1, ":"),
    "bayes": (0, "-"),
    "network": (3, (5.0, 2.0)),
    "network_average": (6, (5.0, 2.0, 1.0, 2.0)),
    "claim": (0, "-"),
}


@dataclass(frozen=True)
class Curves(Content):
    """Lines over a common axis, explained by a legend."""

    kind = "curves"

    across: Axis = field(default_factory=lambda: Axis(""))
    up: Axis = field(default_factory=lambda: Axis(""))
    curves: tuple[Curve, ...] = ()

    def area(self, left: float, top: float, wide: float, high: float) -> Area:
        """The plane, with rulers that hold every point."""
        xs, ys = ([p for curve in self.curves for p in getattr(curve, way)] for way in "xy")
        across, up = ruler_for(self.across, xs, wide, 0.62), ruler_for(self.up, ys, high, 0.4)
        return Area(left, top, wide, high, across, up)


def drawing(content: Curves, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Curves with their names at their ends, or with a legend under them."""
    plan = CurvesPlot(content, width, room, look, beside=True)
    if not plan.names:
        plan = CurvesPlot(content, width, room, look, beside=False)
    return Body(plan.height, plan.paint, plan.width)


class CurvesPlot:
    """Where everything is, in inches."""

    def __init__(
        self, content: Curves, width: float, room: float, look: Look, *, beside: bool
    ) -> None:
        self.content = content
        square = content.across.range == content.up.range
        labels = [curve.label for curve in content.curves]
        widest = widest_of(labels, SMALL)
        self.column = min(widest, NAMES * width) + 0.1 if beside else 0.0
        free = width - self.column
        most = min(SQUARE if square else WIDE, free - 0.6)
        round_ = Surround.of(content.across, content.up, most, 0.7 * most)
        wide = min(most, free - round_.left - (0.0 if beside else 0.15))
        self.legend = Legend([] if beside else self.samples(look), min(width, most + 0.6))
        rest = TOP + round_.below + (0.0 if beside else 0.06 + self.legend.height)
        high = max(min(wide if square else 0.6 * wide, room - rest), LOWEST)
        self.round = Surround.of(content.across, content.up, wide, high)
        wide = min(wide, free - self.round.left - 0.05)
        self.area = content.area(self.round.left, TOP, wide, high)
        self.names = self._names() if beside else []
        self.height = high + rest
        self.width = min(self.area.right + (self.column or 0.2), width)

    def samples(self, look: Look) -> list[Sample]:
        """The legend."""
        return [
            Sample(partial(_sample, style=_style(curve, look)), curve.label)
            for curve in self.content.curves
        ]

    def _names(self) -> list[tuple[float, list[str]]]:
        """Middles and lines of the names next to the ends; none if one would be far off."""
        curves, area = self.content.curves, self.area
        last = max(x for curve in curves for x in curve.x)
        if any(curve.x[-1] != last for curve in curves):
            return []
        lines = [wrapped(curve.label, self.column - 0.09, SMALL) for curve in curves]
        order = sorted(range(len(curves)), key=lambda i: area.y(curves[i].y[-1]))
        wanted = [area.y(curves[i].y[-1]) for i in order]
        step = max(map(len, lines)) * SMALL_LINE
        low, high = area.top + step / 2 - 0.06, area.bottom - step / 2 + 0.06
        places = apart(wanted, step, low, high)
        near = all(abs(a - b) <= FAR for a, b in zip(wanted, places, strict=True))
        fits = near and places[-1] <= high + 1e-6
        return [(y, lines[i]) for i, y in zip(order, places, strict=True)] if fits else []

    def paint(self, canvas: Canvas) -> None:
        """The curves, their axes, and their names or the legend."""
        area, curves = self.area, self.content.curves
        frame_of(canvas, area)
        for curve in curves:
            self.draw(canvas, area, curve)
        self.round.paint(canvas, area)
        for y, lines in self.names:
            top = y - len(lines) * SMALL_LINE / 2
            canvas.lines(area.right + 0.08, top, lines, SMALL)
        self.legend.paint(canvas, self.height - self.legend.height)

    def draw(self, canvas: Canvas, area: Area, curve: Curve) -> None:
        """A line, with marks where its points are few."""
        style = _style(curve, canvas.look)
        xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
        if curve.role == "reference" and len(set(ys)) == 1:  # a level: across the whole figure
            canvas.path([area.left, area.right], ys[:1] * 2, **style)
            return
        if len(xs) > 1:
            canvas.path(xs, ys, **style)
        if len(xs) == 1 or (curve.role == "right" and len(xs) <= SPARSE):
            for x, y in zip(xs, ys, strict=True):
                canvas.dot(x, y, 3, color=style["color"])


def _style(curve: Curve, look: Look) -> dict[str, Any]:
    """How a curve is drawn."""
    if curve.role == "reference":
        return {"color": look.quiet, "ls": "-", "lw": 0.8}
    nth, dashes = STYLES.get(curve.group, (0, "-"))
    return {"color": look.series[nth], "ls": dashes, "lw": 1.9 if curve.role == "right" else 0.8}


def _sample(
    canvas: Canvas, x: float, y: float, wide: float, high: float, style: dict[str, Any]
) -> None:
    canvas.path([x, x + wide], [y + high / 2] * 2, **style)
