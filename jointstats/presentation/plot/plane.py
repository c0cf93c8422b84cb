"""Points, contours and means on two measures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from jointstats.presentation.figures.content import Curve
from jointstats.presentation.figures.plane import Plane
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.legend import Legend, Sample, Surround, numbered
from jointstats.presentation.plot.orders import apart
from jointstats.presentation.plot.style import (
    LEAST,
    LINE,
    distinct,
    fitted,
    left_out,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TOP = 0.06  # inches over a plane, for the upper half of a number
SIDE = 4.0  # inches of a plane at most
LOWEST = 0.8  # that can be read
MARKS = "osD^v<>PXph*"
DASHES = (":", "--", "-.")


def drawing(content: Plane, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Groups with their names beside them; or one cloud of differences, explained by a legend."""
    layout = _groups if content.named else _cloud
    return layout(content, width, room, look)


def counted(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float, int]]:
    """Points that coincide as one, with their number.

    Examples
    --------
    >>> counted([0, 1, 0], [2, 2, 2])
    [(0, 2, 2), (1, 2, 1)]
    """
    return [(x, y, n) for (x, y), n in Counter(zip(xs, ys, strict=True)).items()]


def _cloud(content: Plane, width: float, room: float, look: Look) -> Body:
    most = min(SIDE, width - 0.6)
    round_ = Surround.of(content.across, content.up, most, most)
    side = min(most, width - round_.left - 0.15)
    legend = Legend([curve.label for curve in content.curves], min(width, side + round_.left + 0.2))
    rest = TOP + round_.below + 0.06 + legend.height
    high = max(min(side, room - rest), LOWEST)
    round_ = Surround.of(content.across, content.up, side, high)

    def paint(canvas: Canvas) -> None:
        ax = canvas.panel(round_.left, TOP, side, high)
        dashes = iter(DASHES)
        samples: list[Sample] = []
        for curve in content.curves:
            style = _style(curve, look, next(dashes, "-") if curve.role == "contour" else "")
            _mark(ax, curve, style, look)
            samples.append(partial(_sample, role=curve.role, style=style))
        _turned(ax, content)
        numbered(ax, side, high)
        round_.words(canvas, round_.left, side, high + TOP)
        legend.paint(canvas, high + rest - legend.height, samples)

    return Body(high + rest, paint, min(side + round_.left + 0.2, width))


def _style(curve: Curve, look: Look, dashes: str) -> dict[str, Any]:
    """How each part of a cloud is drawn."""
    if curve.role == "region":
        return {"facecolor": look.better[1], "edgecolor": look.better[0], "lw": 1.4}
    if curve.role == "contour":
        return {"ls": dashes, "color": look.quiet, "lw": 1.1, "marker": ""}
    if curve.role == "data":
        return {"ls": "", "marker": "o", "mfc": look.ink, "mec": look.paper, "mew": 0.3, "ms": 3}
    if curve.role == "mean":
        return {"ls": "", "marker": "o", "color": look.better[0], "ms": 6}
    return {"ls": "", "marker": "x", "color": look.worse[0], "ms": 8, "mew": 2}  # the origin


def _mark(ax: Axes, curve: Curve, style: dict[str, Any], look: Look) -> None:
    if curve.role == "region":
        ax.fill(curve.x, curve.y, **style)
    elif curve.role == "data":
        for x, y, n in counted(curve.x, curve.y):  # as large as they are many
            ax.plot([x], [y], **style | {"ms": style["ms"] * math.sqrt(n)})
    else:
        ax.plot(curve.x, curve.y, **style)
    if curve.role == "origin":
        ax.axhline(curve.y[0], color=look.line, lw=0.6, zorder=0)
        ax.axvline(curve.x[0], color=look.line, lw=0.6, zorder=0)


def _sample(canvas: Canvas, x: float, y: float, role: str, style: dict[str, Any]) -> None:
    if role == "region":
        canvas.box(x - 0.13, y - 0.045, 0.26, 0.09, style["facecolor"], edge=style["edgecolor"])
    elif role == "contour":
        canvas.path([x - 0.13, x + 0.13], [y, y], **style)
    else:
        canvas.path([x], [y], **style)


def _turned(ax: Axes, content: Plane) -> None:
    """Axes whose lower values are better point the other way."""
    ax.margins(0.07)
    for way, axis in zip("xy", (content.across, content.up), strict=True):
        if axis.reverse:
            getattr(ax, f"{way}axis").set_inverted(True)


def _groups(content: Plane, width: float, room: float, look: Look) -> Body:
    """The names at the right, in the order of their means, a line to each."""
    means = [curve for curve in content.curves if curve.role == "mean"]
    groups = [curve.group for curve in means]
    names, size = fitted(groups, 0.3 * width)
    if len(set(names)) < len(names):
        names = list(distinct(groups, 0.3 * width, size).values())
    column = max(text_width(name, size) for name in names) + 0.3
    most = min(1.4 * SIDE, width - column - 0.5)
    round_ = Surround.of(content.across, content.up, most + column, SIDE)
    wide = max(min(most, width - column - round_.left - 0.1), 0.4)
    natural = min(SIDE, wide) if content.up.ticks else 0.5 + 0.25 * len(names)
    step = size * LINE / 72
    natural = max(natural, min(len(names) * step, SIDE))
    high = max(min(natural, room - round_.below - TOP), LOWEST)
    round_ = Surround.of(content.across, content.up, wide + column, high)
    size = max(LEAST, min(size, size * high / (len(names) * step)))
    kept = min(len(names), max(1, int(high / (size * LINE / 72))))

    def paint(canvas: Canvas) -> None:
        ax = canvas.panel(round_.left, TOP, wide, high)
        for curve in content.curves:
            _member(ax, curve, groups.index(curve.group), look)
        _turned(ax, content)
        numbered(ax, wide, high)
        if not content.up.ticks:
            ax.set_yticks([])
            ax.margins(y=0.15)
        places = _places(ax, means, round_.left, wide, high)
        _name(canvas, places, names, size, round_.left + wide, high, kept)
        round_.words(canvas, round_.left, wide, high + TOP)

    gone = left_out(len(names), kept, "name")
    return Body(
        high + TOP + round_.below, paint, min(wide + column + round_.left + 0.1, width), gone
    )


def _member(ax: Axes, curve: Curve, i: int, look: Look) -> None:
    color, mark = look.series[i % len(look.series)], MARKS[i % len(MARKS)]
    if curve.role == "data":
        ax.plot(curve.x, curve.y, mark, color=color, ms=3, alpha=0.4, mew=0)
    elif curve.role == "contour":
        ax.plot(curve.x, curve.y, "-", color=color, lw=1)
    else:
        ax.plot(curve.x, curve.y, mark, mfc=color, mec=look.ink, mew=0.8, ms=7, zorder=4)


def _name(
    canvas: Canvas, means: list[tuple[float, float]], names: list[str], size: float, edge: float,
    high: float, kept: int,
) -> None:  # fmt: skip
    """Lines from the means (inches) to their names right of `edge`, in the order of the means."""
    step = size * LINE / 72
    order = sorted(range(len(means)), key=lambda i: means[i][1])[:kept]
    spread = apart([means[i][1] for i in order], step, step / 2, max(high - step / 2, step / 2))
    for i, y in zip(order, spread, strict=True):
        canvas.path([means[i][0], edge + 0.14], [means[i][1], y], color=canvas.look.line, lw=0.5)
        canvas.text(edge + 0.18, y, names[i], size)


def _places(
    ax: Axes, curves: list[Curve], left: float, wide: float, high: float
) -> list[tuple[float, float]]:
    """Where points of a panel are on the paper, in inches."""
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    return [
        (left + (curve.x[0] - x0) / (x1 - x0) * wide, TOP + (y1 - curve.y[0]) / (y1 - y0) * high)
        for curve in curves
    ]
