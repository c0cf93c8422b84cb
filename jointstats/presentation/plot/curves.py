"""Lines over a common axis, each test with a colour and dashes of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from jointstats.presentation.figures.content import Curve, Curves
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.chart import Area, even, frame_of, ticks_across, ticks_up
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.legend import Legend, Surround
from jointstats.presentation.plot.themes import COLOUR, Look

WIDE = 5.0  # inches of the plane at most
SQUARE = 3.6  # of one whose axes have the same range
LOWEST = 0.6  # that can be read
SPARSE = 30  # points that get a mark each
STYLES: dict[str, tuple[int, Any]] = {  # colour and dashes: either is enough
    "glrt": (1, ":"),
    "bayes": (0, "-"),
    "network": (3, (5.0, 2.0)),
    "network_average": (6, (5.0, 2.0, 1.0, 2.0)),
    "claim": (0, "-"),
    "leader": (0, "-"),
    "next": (1, (5.0, 2.0)),
}


def drawing(content: Curves, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Curves, and a legend under them."""
    square = content.across.range == content.up.range
    most = min(SQUARE if square else WIDE, width - 0.6)
    round_ = Surround.of(content.across, content.up, most, 0.7 * most)
    wide = min(most, width - round_.left - 0.15)
    legend = Legend([curve.label for curve in content.curves], min(width, wide + round_.left + 0.2))
    rest = 0.06 + round_.below + 0.06 + legend.height
    high = max(min(wide if square else 0.6 * wide, room - rest), LOWEST)
    round_ = Surround.of(content.across, content.up, wide, high)
    wide = min(wide, width - round_.left - 0.05)

    def paint(canvas: Canvas) -> None:
        across, up = (
            axis.range or _range([x for curve in content.curves for x in getattr(curve, way)])
            for way, axis in (("x", content.across), ("y", content.up))
        )
        rulers = even(*across, wide, 0.62), even(*up, high, 0.4)
        area = Area(round_.left, 0.06, wide, high, *rulers)
        frame_of(canvas, area)
        for curve in content.curves:
            _draw(canvas, area, curve, look)
        ticks_across(canvas, area)
        ticks_up(canvas, area)
        round_.words(canvas, round_.left, wide, high + 0.06)
        samples = [partial(_sample, style=_style(curve, look)) for curve in content.curves]
        legend.paint(canvas, high + rest - legend.height, samples)

    return Body(high + rest, paint, min(wide + round_.left + 0.2, width))


def _style(curve: Curve, look: Look) -> dict[str, Any]:
    """How a curve is drawn."""
    if curve.role == "reference":
        return {"color": look.quiet, "ls": "-", "lw": 0.8}
    nth, dashes = STYLES.get(curve.group, (0, "-"))
    return {"color": look.series[nth], "ls": dashes, "lw": 1.9 if curve.role == "right" else 0.8}


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that holds the values, and a bit of room."""
    low, high = min(values), max(values)
    room = 0.05 * (high - low) or 0.05 * max(abs(high), 1.0)
    return low - room, high + room


def _draw(canvas: Canvas, area: Area, curve: Curve, look: Look) -> None:
    style = _style(curve, look)
    xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
    if curve.role == "reference" and len(set(ys)) == 1:  # a level: across the whole figure
        canvas.path([area.left, area.right], ys[:1] * 2, **style)
        return
    if len(xs) > 1:
        canvas.path(xs, ys, **style)
    if len(xs) == 1 or (curve.role == "right" and len(xs) <= SPARSE):
        for x, y in zip(xs, ys, strict=True):
            canvas.dot(x, y, 3, color=style["color"])


def _sample(canvas: Canvas, x: float, y: float, style: dict[str, Any]) -> None:
    canvas.path([x - 0.13, x + 0.13], [y, y], **style)
