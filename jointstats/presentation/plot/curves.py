"""Lines over a common axis, each test with a colour and dashes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jointstats.presentation.figures.content import Curve, Curves
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    LINE,
    ORANGE,
    SMALL,
    TEXT,
    VERMILION,
    Drawing,
    label_axes,
    legend_below,
    set_title,
    size_of,
    wrapped,
)

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


def drawing(content: Curves) -> Drawing:
    """Curves, a legend under them, and notes."""
    square = content.across.range == content.up.range
    width, height = (SIDE, SIDE) if square else (SIDE * 1.3, SIDE * 0.8)
    notes = [line for note in content.notes for line in wrapped(note, width, SMALL)]

    def paint(ax: Axes) -> None:
        scale = min(1.0, size_of(ax)[0] / SIDE)
        for curve in content.curves:
            _draw(ax, curve)
        for way, axis in (("x", content.across), ("y", content.up)):
            if axis.range is not None:
                getattr(ax, f"set_{way}lim")(*axis.range)
        label_axes(ax, content.across, content.up, TEXT * scale)
        ax.tick_params(labelsize=SMALL * scale)
        set_title(ax, content.title, scale)
        legend_below(ax, ABOVE_LEGEND, len(content.curves), notes, scale)

    legend = 0.17 * -(-len(content.curves) // 2)
    below = 0.65 + legend + len(notes) * SMALL * LINE / 72
    return Drawing(width, height, paint, content.title, content.alt, below=below, left=0.6)


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
