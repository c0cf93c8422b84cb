"""Lines over a common axis, each test with a colour and dashes of its own."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from jointstats.presentation.figures.content import Curve, Curves
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.legend import Legend, Surround, numbered
from jointstats.presentation.plot.themes import COLOUR, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 5.0  # inches of the plane at most
SQUARE = 3.6  # of one whose axes have the same range
LOWEST = 0.6  # that can be read
SPARSE = 30  # points that get a mark each
STYLES: dict[str, tuple[int, Any]] = {  # colour and dashes: either is enough
    "glrt": (1, (0, (1, 1))),
    "bayes": (0, "-"),
    "network": (3, (0, (5, 2))),
    "network_average": (6, (0, (5, 2, 1, 2))),
    "claim": (0, "-"),
    "leader": (0, "-"),
    "next": (1, (0, (5, 2))),
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

    def paint(canvas: Canvas) -> None:
        ax = canvas.panel(round_.left, 0.06, wide, high)
        for curve in content.curves:
            _draw(ax, curve, look)
        for way, axis in (("x", content.across), ("y", content.up)):
            if axis.range is not None:
                getattr(ax, f"set_{way}lim")(*axis.range)
        numbered(ax, wide, high)
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


def _draw(ax: Axes, curve: Curve, look: Look) -> None:
    style = _style(curve, look)
    if curve.role == "reference" and len(set(curve.y)) == 1:  # a level: across the whole figure
        ax.axhline(curve.y[0], **style)
        return
    alone = len(curve.x) == 1 or (curve.role == "right" and len(curve.x) <= SPARSE)
    ax.plot(curve.x, curve.y, marker="o" if alone else "", ms=3, clip_on=False, **style)


def _sample(canvas: Canvas, x: float, y: float, style: dict[str, Any]) -> None:
    canvas.path([x - 0.13, x + 0.13], [y, y], **style)
