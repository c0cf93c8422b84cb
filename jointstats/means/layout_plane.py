"""Points, contours and means on two measures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import Area, Surround, even, frame_of
from jointstats.drawing.content import Curve
from jointstats.drawing.frame import Body
from jointstats.drawing.keys import Legend, Sample
from jointstats.drawing.layout_rankings import apart
from jointstats.drawing.style import LEAST, LINE, left_out, named, text_width
from jointstats.drawing.themes import COLOUR, Look, mixed
from jointstats.means.figure_plane import Plane

TOP = 0.06  # inches over a plane, for the upper half of a number
SIDE = 4.0  # inches of a plane at most
LOWEST = 0.8  # that can be read
MARKS = "osD^v<>PXph*"
DASHES = (":", "--", "-.")


def drawing(content: Plane, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Groups with their names next to them; or one cloud of differences, explained by a legend."""
    return (_groups if content.named else _cloud)(content, width, room, look)


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
    dashes = iter(DASHES)
    dashed = [next(dashes, "-") if curve.role == "contour" else "-" for curve in content.curves]
    samples = [
        Sample(partial(_sample, role=curve.role, dash=dash), curve.label)
        for curve, dash in zip(content.curves, dashed, strict=True)
    ]
    legend = Legend(samples, min(width, side + round_.left + 0.2))
    rest = TOP + round_.below + 0.06 + legend.height
    high = max(min(side, room - rest), LOWEST)
    round_ = Surround.of(content.across, content.up, side, high)
    side = min(side, width - round_.left - 0.05)

    def paint(canvas: Canvas) -> None:
        area = _area(content, round_.left, side, high)
        frame_of(canvas, area)
        for curve, dash in zip(content.curves, dashed, strict=True):
            _mark(canvas, area, curve, dash)
        round_.paint(canvas, area)
        legend.paint(canvas, high + rest - legend.height)

    return Body(high + rest, paint, min(side + round_.left + 0.2, width))


def _area(content: Plane, left: float, wide: float, high: float) -> Area:
    """The plane with rulers that hold every point; lower values point the other way if better."""
    rulers = []
    for way, axis, length, each in (
        ("x", content.across, wide, 0.62), ("y", content.up, high, 0.4),
    ):  # fmt: skip
        values = [value for curve in content.curves for value in getattr(curve, way)]
        low, top = min(values), max(values)
        room = (top - low or 1.0) * (0.07 if axis.ticks else 0.15)
        ends = (low - room, top + room)
        ruler = even(*(ends[::-1] if axis.reverse else ends), length, each)
        rulers.append(ruler if axis.ticks else replace(ruler, ticks=(), marks=()))
    across, up = rulers
    return Area(left, TOP, wide, high, across, up)


def _mark(canvas: Canvas, area: Area, curve: Curve, dash: str) -> None:
    """Draw a part of a cloud."""
    look = canvas.look
    xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
    if curve.role == "region":
        corners = list(zip(xs, ys, strict=True))
        canvas.polygon(corners, look.better[1], edge=look.better[0], lw=1.4, zorder=1.5)
    elif curve.role == "contour":
        canvas.path(xs, ys, color=look.quiet, lw=1.1, ls=dash)
    elif curve.role == "data":
        for x, y, n in counted(xs, ys):  # as large as they are many
            _point(canvas, x, y, "data", math.sqrt(n))
    else:
        _point(canvas, xs[0], ys[0], curve.role)
    if curve.role == "origin":
        for line in (([area.left, area.right], ys[:1] * 2), (xs[:1] * 2, [area.top, area.bottom])):
            canvas.path(*line, color=look.line, lw=0.6, zorder=1)


def _point(canvas: Canvas, x: float, y: float, role: str, times: float = 1.0) -> None:
    look = canvas.look
    if role == "data":
        canvas.dot(x, y, 3 * times, color=look.ink, edge=look.paper, lw=0.3)
    elif role == "mean":
        canvas.dot(x, y, 6, color=look.better[0], zorder=3.1)
    else:
        for up in (-1, 1):
            ends = [x - 0.055, x + 0.055], [y + 0.055 * up, y - 0.055 * up]
            canvas.path(*ends, color=look.worse[0], lw=2, zorder=3.2)


def _sample(
    canvas: Canvas, x: float, y: float, wide: float, high: float, role: str, dash: str
) -> None:
    look, middle = canvas.look, y + high / 2
    if role == "region":
        canvas.box(x, y, wide, high, look.better[1], edge=look.better[0])
    elif role == "contour":
        canvas.path([x, x + wide], [middle, middle], color=look.quiet, lw=1.1, ls=dash)
    else:
        _point(canvas, x + wide / 2, middle, role)


def _groups(content: Plane, width: float, room: float, look: Look) -> Body:
    """The names at the right, in the order of their means, a line to each."""
    means = [curve for curve in content.curves if curve.role == "mean"]
    groups = [curve.group for curve in means]
    names, size = named(groups, 0.3 * width)
    column = max(text_width(name, size) for name in names) + 0.3
    most = min(1.4 * SIDE, width - column - 0.5)
    round_ = Surround.of(content.across, content.up, most + column, SIDE)
    wide = max(min(most, width - column - round_.left - 0.1), 0.4)
    natural = min(SIDE, wide) if content.up.ticks else 0.5 + 0.25 * len(names)
    step = size * LINE / 72
    natural = max(natural, min(len(names) * step, SIDE))
    high = max(min(natural, room - round_.below - TOP), LOWEST)
    round_ = Surround.of(content.across, content.up, wide + column, high)
    wide = min(wide, max(width - column - round_.left, 0.4))
    size = max(LEAST, min(size, size * high / (len(names) * step)))
    n_named = min(len(names), max(1, int(high / (size * LINE / 72))))

    def paint(canvas: Canvas) -> None:
        area = _area(content, round_.left, wide, high)
        frame_of(canvas, area)
        for curve in content.curves:
            _member(canvas, area, curve, groups.index(curve.group))
        places = [(area.x(mean.x[0]), area.y(mean.y[0])) for mean in means]
        _name(canvas, places, names, size, round_.left + wide, high, n_named)
        round_.paint(canvas, area)

    gone = left_out(len(names), n_named, "name")
    return Body(
        high + TOP + round_.below, paint, min(wide + column + round_.left + 0.1, width), gone
    )


def _member(canvas: Canvas, area: Area, curve: Curve, i: int) -> None:
    look = canvas.look
    color, shape = look.series[i % len(look.series)], MARKS[i % len(MARKS)]
    xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
    if curve.role == "contour":
        canvas.path(xs, ys, color=color)
        return
    for x, y in zip(xs, ys, strict=True):
        if curve.role == "data":
            canvas.dot(x, y, 3, shape=shape, color=mixed(look.paper, color, 0.4), zorder=1.5)
        else:
            canvas.dot(x, y, 7, shape=shape, color=color, edge=look.ink, zorder=4)


def _name(
    canvas: Canvas, means: list[tuple[float, float]], names: list[str], size: float, edge: float,
    high: float, n_named: int,
) -> None:  # fmt: skip
    """Lines from the means (inches) to their names right of `edge`, in the order of the means."""
    step = size * LINE / 72
    order = sorted(range(len(means)), key=lambda i: means[i][1])[:n_named]
    spread = apart([means[i][1] for i in order], step, step / 2, max(high - step / 2, step / 2))
    for i, y in zip(order, spread, strict=True):
        canvas.path([means[i][0], edge + 0.14], [means[i][1], y], color=canvas.look.line, lw=0.5)
        canvas.text(edge + 0.18, y, names[i], size)
