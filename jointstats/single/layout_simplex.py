"""Triangles of three outcomes: points of the posterior, and the probability of each outcome."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.display import Point
from jointstats.drawing.frame import Body
from jointstats.drawing.style import (
    LINE,
    SMALL,
    TEXT,
    left_out,
    shortened,
    side_by_side,
    text_width,
)
from jointstats.drawing.themes import COLOUR, Look, mixed
from jointstats.single.figure_simplex import Simplex, Triangle

NARROW, SIDE, LEAST_SIDE = 1.4, 2.4, 0.9  # inches: a triangle's cell at least, its sides
GAP = 0.2  # between triangles
WORDS, LABEL = SMALL * LINE / 72, TEXT * LINE / 72
FLAT = math.sqrt(3) / 2
ROLES, MARKS = ("better", "equal", "worse"), ("o", "D", "s")  # right, top, left


def drawing(content: Simplex, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Triangles side by side, and below each other where the width is not enough."""
    shown = content.triangles
    columns, rows = side_by_side(len(shown), width + GAP, NARROW + GAP)
    cell = min((width + GAP) / columns - GAP, SIDE + 0.6)
    words = LABEL + 2 * WORDS + 2 * WORDS + 0.1  # label, top, corners
    side = min(cell - 0.1, SIDE, ((room + GAP) / rows - GAP - words) / FLAT)
    if side < LEAST_SIDE:
        side = min(cell - 0.1, LEAST_SIDE)
        rows = max(1, min(rows, int((room + GAP) / (side * FLAT + words + GAP))))
    tall = side * FLAT + words
    drawn = shown[: rows * columns]
    said = left_out(len(shown), len(drawn), "triangle")

    def paint(canvas: Canvas) -> None:
        for i, triangle in enumerate(drawn):
            x, y = (i % columns) * (cell + GAP), (i // columns) * (tall + GAP)
            _triangle(canvas, triangle, x, y, cell, side)

    return Body(rows * (tall + GAP) - GAP, paint, None, said)


def _triangle(
    canvas: Canvas, triangle: Triangle, x: float, y: float, cell: float, side: float
) -> None:
    """One triangle with its words in a cell whose top left is (x, y)."""
    look = canvas.look
    canvas.text(x, y + LABEL / 2, shortened(triangle.label, cell, TEXT), TEXT)
    left, top = x + (cell - side) / 2, y + LABEL + 2 * WORDS
    low = top + side * FLAT

    def at(first: float, equal: float) -> tuple[float, float]:
        """Where shares are: 1 of the first is the right corner, 1 of equality the top."""
        return left + side * (first + equal / 2), low - side * FLAT * equal

    corners = [at(1, 0), at(0, 1), at(0, 0)]
    canvas.path(
        [p[0] for p in (*corners, corners[0])], [p[1] for p in (*corners, corners[0])],
        color=look.line, lw=0.8,
    )  # fmt: skip
    middle = at(1 / 3, 1 / 3)
    for side_of in ((0.5, 0.5), (0.0, 0.5), (0.5, 0.0)):
        to = at(*side_of)
        canvas.path([middle[0], to[0]], [middle[1], to[1]], color=look.line, lw=0.8, ls="--")
    _points(canvas, triangle, at)
    _words(canvas, triangle, x, cell, top, low)


def _points(canvas: Canvas, triangle: Triangle, at: Callable[[float, float], Point]) -> None:
    look = canvas.look
    shares = [
        (first, equal, 1 - first - equal)
        for first, equal in zip(triangle.first, triangle.equal, strict=True)
    ]
    for k, (role, mark) in enumerate(zip(ROLES, MARKS, strict=True)):
        colour = mixed(look.paper, look.fill(role), 0.7)
        for p in shares:
            if p[k] == max(p):
                canvas.dot(*at(p[0], p[1]), 2.2, shape=mark, color=colour)


def _words(
    canvas: Canvas, triangle: Triangle, x: float, cell: float, top: float, low: float
) -> None:
    """The three outcomes with their probabilities: on top, and under the lower corners."""
    right, left = (f"{name} better" for name in triangle.names)
    if max(text_width(right, SMALL), text_width(left, SMALL)) > cell / 2 - 0.05:
        right, left = triangle.names
    places = (
        (x + cell, low + 0.05, "right", right, cell / 2 - 0.05),
        (x + cell / 2, top - 2 * WORDS, "center", "practically equal", cell),
        (x, low + 0.05, "left", left, cell / 2 - 0.05),
    )
    for k, (at, y, side, words, free) in enumerate(places):
        style: dict[str, Any] = {"align": side, "zorder": 4}
        if k == triangle.leading and triangle.shown:
            style["bold"] = True
        shade = canvas.look.ink if k == triangle.leading else canvas.look.quiet
        for i, line in enumerate((shortened(words, free, SMALL, bold=True), triangle.numbers[k])):
            canvas.text(at, y + (i + 0.5) * WORDS, line, SMALL, color=shade, **style)
