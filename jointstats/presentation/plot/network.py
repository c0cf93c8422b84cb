"""The network of the measures: how probable each dependence is, and which way it must point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from jointstats.labelled import wording
from jointstats.labelled.joint.network import NetworkResult
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.style import (
    BLUE,
    GREY,
    LINE,
    SMALL,
    TEXT,
    Drawing,
    shortened,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

NODE = 0.3  # inches: height of a measure's box
NAME = 1.5  # widest name
FAINT = 0.05  # less probable dependences are not drawn
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)


def network(result: NetworkResult) -> Drawing:
    """Measures joined by lines as thick as the dependence is probable."""
    return _Network(result).drawing()


class _Network:
    def __init__(self, result: NetworkResult) -> None:
        self.result = result
        self.names = list(result.measures)
        self.shown = {name: shortened(name, NAME, TEXT) for name in self.names}
        self.wide = {name: text_width(self.shown[name], TEXT) + 0.2 for name in self.names}
        m = len(self.names)
        self.radius = (0.9 if m < 3 else 0.75 + 0.2 * m) if m > 1 else 0.0
        most = max(self.wide.values())
        self.width = max(2 * self.radius * 1.25 + most + 0.1, 4.2)
        self.picture = 2 * self.radius + NODE + 0.1 if m > 2 else NODE + 0.3
        self.place = {name: self._place(i, m) for i, name in enumerate(self.names)}
        self.edges = [edge for edge in result.edges if edge["probability"] >= FAINT]

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

    def drawing(self) -> Drawing:
        foot = [line for text in self._foot() for line in wrapped(text, self.width, SMALL)]
        height = self.picture + 0.1 + len(foot) * SMALL * LINE / 72
        joined = [edge for edge in self.result.edges if edge["probability"] >= 0.5]
        title = "Which measures depend on each other?"
        said = wording.listing([f"{edge['a']} and {edge['b']}" for edge in joined])
        alt = f"Network of the measures. More probably dependent than not: {said or 'none'}."

        def paint(ax: Axes) -> None:
            canvas = Canvas(ax, self.width, height, title)
            self._paint(canvas)
            canvas.lines(0, self.picture + 0.1, foot, SMALL, color=GREY)

        return Drawing(self.width, height, paint, title, alt)

    def _foot(self) -> list[str]:
        lines = [
            "Lines: probability that two measures depend on each other directly; thicker is more "
            "probable, dashed below 0.5. Arrows: directions that all equivalent graphs share; a "
            "line without one can point either way."
        ]
        left = len(self.result.edges) - len(self.edges)
        if left:
            pairs = "pair is" if left == 1 else "pairs are"
            lines.append(f"{left} {pairs} less probable than {FAINT:g} and not drawn.")
        return lines

    def _paint(self, canvas: Canvas) -> None:
        taken = [self._box(name) for name in self.names]
        arrows = {
            frozenset((arc["from"], arc["to"])): arc for arc in self.result.arcs if arc["compelled"]
        }
        for edge in sorted(self.edges, key=lambda edge: -edge["probability"]):
            ends = self._ends(edge["a"], edge["b"])
            arc = arrows.get(frozenset((edge["a"], edge["b"])))
            self._line(canvas, edge, ends, arc)
            taken.append(self._label(canvas, edge, ends, taken))
        for name in self.names:
            left, top, right, bottom = self._box(name)
            canvas.box(left, top, right - left, bottom - top, "#F2F6FB", edge=BLUE)
            canvas.text(*self.place[name], self.shown[name], TEXT, ha="center", zorder=5)

    def _box(self, name: str) -> Box:
        x, y = self.place[name]
        half = self.wide[name] / 2
        return x - half, y - NODE / 2, x + half, y + NODE / 2

    def _ends(self, a: str, b: str) -> tuple[Point, Point]:
        return self._edge_of(a, self.place[b]), self._edge_of(b, self.place[a])

    def _edge_of(self, name: str, to: Point) -> Point:
        """Where the line to another point leaves the box."""
        x, y = self.place[name]
        dx, dy = to[0] - x, to[1] - y
        scale = min(
            (self.wide[name] / 2 + 0.03) / abs(dx) if dx else math.inf,
            (NODE / 2 + 0.03) / abs(dy) if dy else math.inf,
        )
        return x + scale * dx, y + scale * dy

    def _line(
        self, canvas: Canvas, edge: dict[str, Any], ends: tuple[Point, Point], arc: Any
    ) -> None:
        p = edge["probability"]
        width, style = 0.6 + 3 * p, "-" if p >= 0.5 else (0, (4, 2))
        (x0, y0), (x1, y1) = ends
        canvas.path([x0, x1], [y0, y1], color=BLUE, lw=width, ls=style, zorder=1)
        if arc is None:
            return
        head, tail = (ends[0], ends[1]) if arc["to"] == edge["a"] else (ends[1], ends[0])
        length = math.dist(head, tail) or 1.0
        canvas.arrow(head, ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length), BLUE)

    def _label(
        self, canvas: Canvas, edge: dict[str, Any], ends: tuple[Point, Point], taken: list[Box]
    ) -> Box:
        """Write the probability where it hides nothing, as near the middle as possible."""
        text = wording.probability(edge["probability"], 0.001)
        half, high = text_width(text, SMALL) / 2 + 0.03, SMALL * LINE / 144 + 0.02
        (x0, y0), (x1, y1) = ends

        def at(t: float) -> Box:
            x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
            return x - half, y - high, x + half, y + high

        boxes = [at(t) for t in PLACES]
        box = min(boxes, key=lambda box: sum(_shared(box, other) for other in taken))
        canvas.box(box[0], box[1], 2 * half, 2 * high, "white", edge="none", zorder=3)
        canvas.text(
            (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, text, SMALL, ha="center", zorder=4
        )
        return box


def _shared(a: Box, b: Box) -> float:
    """Area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)
