"""Lines over a common axis, each test with a colour and dashes of its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from jointstats.presentation.figures.content import Curve, Curves
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    SMALL,
    TEXT,
    VERMILION,
    label_axes,
    legend_below,
)
from jointstats.presentation.plot.themes import COLOUR, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDE = 4.0  # inches
SPARSE = 30  # points that get a mark each
STYLES = {  # colour and dashes: either is enough
    "glrt": (ORANGE, (0, (1, 1))),
    "bayes": (BLUE, "-"),
    "network": (VERMILION, (0, (5, 2))),
    "network_average": (BLACK, (0, (5, 2, 1, 2))),
    "claim": (BLUE, "-"),
    "leader": (BLUE, "-"),
    "next": (ORANGE, (0, (5, 2))),
}
ABOVE_LEGEND = 0.52  # inches from the axes


def drawing(content: Curves, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Curves, a legend under them, and notes."""
    square = content.across.range == content.up.range
    wide, high = (SIDE, SIDE) if square else (SIDE * 1.3, SIDE * 0.8)

    def paint(canvas: Canvas) -> None:
        ax, scale = canvas.panel(0.6, 0, wide, high), canvas.scale
        for curve in content.curves:
            _draw(ax, curve)
        for way, axis in (("x", content.across), ("y", content.up)):
            if axis.range is not None:
                getattr(ax, f"set_{way}lim")(*axis.range)
        label_axes(ax, content.across, content.up, TEXT * scale)
        ax.tick_params(labelsize=SMALL * scale)
        legend_below(ax, ABOVE_LEGEND * scale, scale)

    legend = 0.17 * -(-len(content.curves) // 2)
    return Body(high + 0.65 + legend, paint, wide + 0.7)


def _draw(ax: Axes, curve: Curve) -> None:
    if curve.role == "reference":
        if len(set(curve.y)) == 1:  # a level: across the whole figure
            ax.axhline(curve.y[0], color=GREY, lw=0.8, label=curve.label)
        else:
            ax.plot(curve.x, curve.y, "-", color=GREY, lw=0.8, label=curve.label)
        return
    color, dashes = STYLES[curve.group]
    strong = curve.role == "right"
    ax.plot(
        curve.x, curve.y, color=color, ls=dashes, lw=1.9 if strong else 0.8, label=curve.label,
        marker="o" if strong and len(curve.x) <= SPARSE else "", ms=3,
    )  # fmt: skip
