"""Measures joined by lines as thick as the dependence is probable."""

from __future__ import annotations

import math

from jointstats.presentation.figures.content import Edge, Network
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    BLUE,
    LINE,
    SMALL,
    TEXT,
    shortened,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

NODE = 0.3  # inches: height of a measure's box
NAME = 1.5  # widest name
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)


def drawing(content: Network, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The network, its measures round an ellipse, and notes."""
    graph = _Graph(content)
    return Body(graph.picture, graph.paint, graph.width)


class _Graph:
    def __init__(self, content: Network) -> None:
        self.names = content.measures
        self.edges = content.edges
        self.shown = {name: shortened(name, NAME, TEXT) for name in self.names}
        self.wide = {name: text_width(self.shown[name], TEXT) + 0.2 for name in self.names}
        m = len(self.names)
        self.radius = (0.9 if m < 3 else 0.75 + 0.2 * m) if m > 1 else 0.0
        most = max(self.wide.values())
        self.width = max(2 * self.radius * 1.25 + most + 0.1, 4.2)
        self.picture = 2 * self.radius + NODE + 0.1 if m > 2 else NODE + 0.3
        self.place = {name: self._place(i, m) for i, name in enumerate(self.names)}

    def _place(self, i: int, m: int) -> Point:
        """Round an ellipse from the top; two measures side by side."""
        middle = self.picture / 2
        if m <= 2:
            return self.width / 2 + (self.radius * 1.3 * (2 * i - 1) if m > 1 else 0.0), middle
        angle = 2 * math.pi * i / m - math.pi / 2
        return (
            self.width / 2 + 1.25 * self.radius * math.cos(angle),
            middle + self.radius * math.sin(angle),
        )

    def paint(self, canvas: Canvas) -> None:
        taken = [self._box(name) for name in self.names]
        for edge in sorted(self.edges, key=lambda edge: -edge.probability):
            ends = self._edge_of(edge.a, edge.b), self._edge_of(edge.b, edge.a)
            _line(canvas, edge, ends)
            taken.append(_label(canvas, edge, ends, taken))
        for name in self.names:
            left, top, right, bottom = self._box(name)
            canvas.box(left, top, right - left, bottom - top, "#F2F6FB", edge=BLUE)
            canvas.text(*self.place[name], self.shown[name], TEXT, ha="center", zorder=5)

    def _box(self, name: str) -> Box:
        x, y = self.place[name]
        half = self.wide[name] / 2
        return x - half, y - NODE / 2, x + half, y + NODE / 2

    def _edge_of(self, name: str, other: str) -> Point:
        """Where the line to another measure leaves the box."""
        (x, y), to = self.place[name], self.place[other]
        dx, dy = to[0] - x, to[1] - y
        scale = min(
            (self.wide[name] / 2 + 0.03) / abs(dx) if dx else math.inf,
            (NODE / 2 + 0.03) / abs(dy) if dy else math.inf,
        )
        return x + scale * dx, y + scale * dy


def _line(canvas: Canvas, edge: Edge, ends: tuple[Point, Point]) -> None:
    p = edge.probability
    width, style = 0.6 + 3 * p, "-" if p >= 0.5 else (0, (4, 2))
    (x0, y0), (x1, y1) = ends
    canvas.path([x0, x1], [y0, y1], color=BLUE, lw=width, ls=style, zorder=1)
    if edge.to is None:
        return
    head, tail = ends if edge.to == edge.a else ends[::-1]
    length = math.dist(head, tail) or 1.0
    canvas.arrow(head, ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length), BLUE)


def _label(canvas: Canvas, edge: Edge, ends: tuple[Point, Point], taken: list[Box]) -> Box:
    """Write the probability where it hides nothing, as near the middle as possible."""
    half, high = text_width(edge.shown, SMALL) / 2 + 0.03, SMALL * LINE / 144 + 0.02
    (x0, y0), (x1, y1) = ends

    def at(t: float) -> Box:
        x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
        return x - half, y - high, x + half, y + high

    boxes = [at(t) for t in PLACES]
    box = min(boxes, key=lambda box: sum(_shared(box, other) for other in taken))
    canvas.box(box[0], box[1], 2 * half, 2 * high, "white", edge="none", zorder=3)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    canvas.text(*middle, edge.shown, SMALL, ha="center", zorder=4)
    return box


def _shared(a: Box, b: Box) -> float:
    """Area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)
