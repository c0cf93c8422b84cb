"""Measures joined by lines as thick as the dependence is probable; grey where it is unclear."""

from __future__ import annotations

import math

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Edge, Network
from jointstats.drawing.frame import Body
from jointstats.drawing.style import LINE, SMALL, fitted, text_width
from jointstats.drawing.themes import COLOUR, Look

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

NODE = 0.26  # inches: height of a measure's box
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)
MOST_WIDE = 4.6
BESIDE = "On their own:"


def drawing(content: Network, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The network, its measures round an ellipse; under it those that depend on no other."""
    graph = _Graph(content, min(width, MOST_WIDE), room)
    return Body(graph.height, graph.paint)


class _Graph:
    def __init__(self, content: Network, width: float, room: float) -> None:
        self.edges, self.names, self.alone = content.edges, content.measures, content.alone
        m = len(self.names)
        every = [*self.names, *self.alone]
        label, self.size = fitted(every, width * (0.3 if m else 0.9) - 0.1)
        self.shown = dict(zip(every, label, strict=True))
        self.wide = {name: text_width(self.shown[name], self.size) + 0.16 for name in every}
        self.width = width
        self.rows = self._in_rows()
        below = len(self.rows) * (NODE + 0.06) + (0.1 if m and self.rows else 0.0)
        high = 0.0 if not m else NODE + 0.2 if m <= 2 else min(1.0 + 0.3 * m, 0.5 * width)
        self.picture = max(min(high, room - below), NODE if m else 0.0)
        self.height = self.picture + below
        self.place = {name: self._place(i, m) for i, name in enumerate(self.names)}

    def _in_rows(self) -> list[list[str]]:
        """The measures without a connection, in lines."""
        rows: list[list[str]] = []
        used = math.inf
        for name in self.alone:
            if used + self.wide[name] > self.width:
                rows.append([])
                used = text_width(BESIDE, SMALL) + 0.1
            rows[-1].append(name)
            used += self.wide[name] + 0.08
        return rows

    def _place(self, i: int, m: int) -> Point:
        """Round an ellipse from the top; two measures side by side."""
        across = (self.width - max(self.wide.values())) / 2
        if m <= 2:
            return self.width / 2 + across * 0.7 * (2 * i - 1) * (m > 1), self.picture / 2
        angle = 2 * math.pi * i / m - math.pi / 2
        return (
            self.width / 2 + across * math.cos(angle),
            self.picture / 2 + (self.picture - NODE) / 2 * math.sin(angle),
        )

    def paint(self, canvas: Canvas) -> None:
        taken = [self._box(name) for name in self.names]
        for edge in sorted(self.edges, key=lambda edge: -edge.probability):
            ends = self._edge_of(edge.a, edge.b), self._edge_of(edge.b, edge.a)
            _line(canvas, edge, ends)
            taken.append(_label(canvas, edge, ends, taken))
        for name in self.names:
            self._node(canvas, name, *self.place[name])
        if self.rows:
            y = self.height - len(self.rows) * (NODE + 0.06) + NODE / 2
            canvas.text(0, y, BESIDE, SMALL, color=canvas.look.quiet)
        for i, row in enumerate(self.rows):
            x = text_width(BESIDE, SMALL) + 0.1
            for name in row:
                y = self.height - (len(self.rows) - i) * (NODE + 0.06) + NODE / 2
                self._node(canvas, name, x + self.wide[name] / 2, y)
                x += self.wide[name] + 0.08

    def _node(self, canvas: Canvas, name: str, x: float, y: float) -> None:
        look, wide = canvas.look, self.wide[name]
        edge = look.better[0] if name in self.place else look.line
        canvas.box(x - wide / 2, y - NODE / 2, wide, NODE, look.paper, edge=edge)
        canvas.text(x, y, self.shown[name], self.size, align="center", zorder=5)

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
    p, look = edge.probability, canvas.look
    colour = look.better[0] if edge.told else look.line
    width = 0.6 + 3 * p if edge.told else 0.8
    style = "-" if edge.told and p >= 0.5 else (4.0, 2.0)
    (x0, y0), (x1, y1) = ends
    canvas.path([x0, x1], [y0, y1], color=colour, lw=width, ls=style, zorder=1)
    if edge.to is None:
        return
    head, tail = ends if edge.to == edge.a else ends[::-1]
    length = math.dist(head, tail) or 1.0
    canvas.arrow(head, ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length), colour)


def _label(canvas: Canvas, edge: Edge, ends: tuple[Point, Point], taken: list[Box]) -> Box:
    """Write the probability where it hides nothing, as near the middle as possible."""
    half, high = text_width(edge.shown, SMALL) / 2 + 0.03, SMALL * LINE / 144 + 0.01
    (x0, y0), (x1, y1) = ends

    def at(t: float) -> Box:
        x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
        return x - half, y - high, x + half, y + high

    look, boxes = canvas.look, [at(t) for t in PLACES]
    box = min(boxes, key=lambda box: sum(_shared(box, other) for other in taken))
    canvas.box(box[0], box[1], 2 * half, 2 * high, look.paper, edge="none", zorder=3)
    canvas.text(
        (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, edge.shown, SMALL, align="center", zorder=4,
        color=look.ink if edge.told else look.quiet,
    )  # fmt: skip
    return box


def _shared(a: Box, b: Box) -> float:
    """Area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)
