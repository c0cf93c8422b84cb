"""Points, contours and means on two measures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jointstats.presentation.figures.content import Axis, Curve
from jointstats.presentation.figures.plane import Plane
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.orders import apart
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    LINE,
    ORANGE,
    PALE_BLUE,
    PURPLE,
    SKY,
    SMALL,
    TEXT,
    VERMILION,
    distinct,
    label_axes,
    label_lines,
    legend_below,
    size_of,
    text_width,
    write,
)
from jointstats.presentation.plot.themes import COLOUR, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDE = 4.4  # inches
WIDE = 1.35 * SIDE  # with names at the right
MARKS = "osD^v<>PXph*"
COLORS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, BLACK)
DASHES = (":", "--")


def drawing(content: Plane, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Groups with their names beside them; or one cloud of differences, explained by a legend."""
    return _groups(content) if content.named else _cloud(content)


def _cloud(content: Plane) -> Body:
    extra = [_more(axis, SIDE, TEXT) for axis in (content.across, content.up)]

    def paint(canvas: Canvas) -> None:
        ax, scale = canvas.panel(0.75 + extra[1], 0, SIDE, SIDE), canvas.scale
        dashes = iter(DASHES)
        for curve in content.curves:
            _mark(ax, curve, next(dashes, "-") if curve.role == "contour" else "")
        ax.margins(0.06)
        for way, axis in zip("xy", (content.across, content.up), strict=True):
            if axis.reverse:
                getattr(ax, f"{way}axis").set_inverted(True)
            getattr(ax, f"{way}axis").get_major_locator().set_params(nbins=5)
        ax.tick_params(labelsize=SMALL * scale)
        label_axes(ax, content.across, content.up, TEXT * scale)
        legend_below(ax, (0.53 + extra[0]) * scale, scale)

    return Body(SIDE + 1.1 + extra[0], paint, SIDE + 0.85 + extra[1])


def _mark(ax: Axes, curve: Curve, dashes: str) -> None:
    if curve.role == "region":
        ax.fill(curve.x, curve.y, facecolor=PALE_BLUE, edgecolor=BLUE, lw=1.5, label=curve.label)
    elif curve.role == "contour":
        ax.plot(curve.x, curve.y, dashes, color=GREY, lw=1.2, label=curve.label)
    elif curve.role == "data":
        ax.plot(curve.x, curve.y, ".", color=BLACK, ms=4, label=curve.label)
    elif curve.role == "mean":
        ax.plot(curve.x, curve.y, "o", color=BLUE, ms=6, label=curve.label)
    else:  # the origin
        ax.plot(curve.x, curve.y, "x", color=VERMILION, ms=9, mew=2, label=curve.label)
        ax.axhline(curve.y[0], color=GREY, lw=0.6, zorder=0)
        ax.axvline(curve.x[0], color=GREY, lw=0.6, zorder=0)


def _groups(content: Plane) -> Body:
    means = [curve for curve in content.curves if curve.role == "mean"]
    names = [curve.group for curve in means]
    height = SIDE if content.up.ticks else min(SIDE, 0.8 + 0.3 * len(names))
    below = 0.55 + _more(content.across, WIDE, SMALL)
    left = 0.65 + _more(content.up, height, SMALL)

    def paint(canvas: Canvas) -> None:
        ax, scale = canvas.panel(left, 0, WIDE, height), canvas.scale
        for curve in content.curves:
            i = names.index(curve.group)
            color, mark = COLORS[i % len(COLORS)], MARKS[i % len(MARKS)]
            if curve.role == "data":
                ax.plot(curve.x, curve.y, mark, color=color, ms=3, alpha=0.4, mew=0)
            elif curve.role == "contour":
                ax.plot(curve.x, curve.y, "-", color=color, lw=1)
            else:
                ax.plot(curve.x, curve.y, mark, mfc=color, mec=BLACK, ms=8, zorder=4)
        ax.margins(0.08)
        _name(ax, means, scale)
        if not content.up.ticks:
            ax.set_yticks([])
            ax.margins(y=0.15)
        label_axes(ax, content.across, content.up, SMALL * scale)
        ax.tick_params(labelsize=SMALL * scale)

    return Body(height + below, paint, WIDE + left + 0.1)


def _name(ax: Axes, means: list[Curve], scale: float) -> None:
    """Names at the right, in the order of their means from the top, a line to each."""
    size = TEXT * scale
    shown = list(distinct([curve.group for curve in means], 1.5, TEXT).values())
    at = np.array([(curve.x[0], curve.y[0]) for curve in means])
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    wide, high = size_of(ax)
    room = min(0.5, (max(text_width(name, size) for name in shown) + 0.35 * scale) / wide)
    ax.set_xlim(x0, x0 + (x1 - x0) / (1 - room))
    ax.set_ylim(y0, y1)
    order = np.argsort(-at[:, 1])
    unit = high / (y1 - y0)
    step = size * LINE / 72
    wanted = [(y1 - at[i, 1]) * unit for i in order]
    spread = apart(wanted, step, step / 2, high - step / 2)
    left = x1 + 0.2 * scale / wide * (x1 - x0) / (1 - room)
    for i, place in zip(order, spread, strict=True):
        y = y1 - place / unit
        ax.plot([at[i, 0], left], [at[i, 1], y], "-", color=GREY, lw=0.6, zorder=1)
        write(ax, left, y, f" {shown[i]}", size, va="center", ha="left")


def _more(axis: Axis, length: float, size: float) -> float:
    """Inches that an axis's words need beyond their first line."""
    return (len(label_lines(axis.label, length, size)) - 1) * size * LINE / 72
