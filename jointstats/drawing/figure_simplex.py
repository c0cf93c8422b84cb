"""Three outcomes of two algorithms: better, practically equal, worse, and how probable each is.

A triangle has points of the posterior, and the probability of each outcome.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content, Record
from jointstats.drawing.frame import Body
from jointstats.drawing.marks import Point
from jointstats.drawing.style import COLOUR, SMALL, SMALL_LINE, TEXT, TEXT_LINE, Look

TRIANGLES = 6  # triangles that can still be read
POINTS, SEED = 300, 0
DIGITS = 3  # of a point's shares
_MARKS = f"Points: {POINTS} draws of the posterior. Number: P that the outcome is most common."
NARROW, SIDE, LEAST_SIDE = 1.4, 2.4, 0.9  # inches: a triangle's cell at least, its sides
GAP = 0.2  # between triangles
FLAT = math.sqrt(3) / 2
ROLES, MARKS = ("better", "equal", "worse"), ("o", "D", "s")  # right, top, left


@dataclass(frozen=True)
class Triangle:
    """The posterior of two algorithms on a measure.

    Attributes
    ----------
    label : str
        What it is about.
    names : tuple of str
        Who is better in the right corner, and in the left; on top they are practically equal.
    numbers : tuple of str
        Probability that each outcome is the most common one: right, top, left.
    leading : int
        The most probable of these, from 0; −1 for none.
    shown : bool
    first, equal : tuple of float
        Points of the posterior: shares of data sets on which the first is better, and on which
        both are practically equal.
    """

    label: str
    names: tuple[str, str]
    numbers: tuple[str, str, str]
    leading: int
    shown: bool
    first: tuple[float, ...]
    equal: tuple[float, ...]


@dataclass(frozen=True)
class Simplex(Content):
    """Triangles, one for each pair and measure."""

    kind = "simplex"

    triangles: tuple[Triangle, ...] = ()

    def records(self) -> Iterator[Record]:
        """A row for each point."""
        for triangle in self.triangles:
            a, b = triangle.names
            for first, equal in zip(triangle.first, triangle.equal, strict=True):
                worse = max(1 - first - equal, 0.0)
                shares = {"a_better": first, "equal": equal, "b_better": worse}
                yield {"panel": triangle.label, "a": a, "b": b} | shares


def simplex(title: str, triangles: list[Triangle], notes: list[str], more: list[str]) -> Simplex:
    """A figure of these triangles; ``more`` are notes on what is left out."""
    said = "; ".join(
        f"{triangle.label}: {triangle.names[0]} better {triangle.numbers[0]}, practically equal "
        f"{triangle.numbers[1]}, {triangle.names[1]} better {triangle.numbers[2]}"
        for triangle in triangles
    )
    return Simplex(
        title=title,
        alt=f"Triangles of three outcomes with their probabilities. {said}.",
        notes=(" ".join((*notes, _MARKS, *more)),),
        triangles=tuple(triangles),
    )


def posterior(
    label: str,
    names: tuple[str, str],
    counts: tuple[int, int, int],
    prior: np.ndarray,
    probable: Iterable[float],
    *,
    shown: bool,
) -> Triangle:
    """Draws of the posterior of these counts, with the probability of each outcome."""
    parameters = np.array(counts, dtype=float) + prior
    drawn = np.random.default_rng(SEED).standard_gamma(parameters, size=(POINTS, 3))
    drawn = np.round(drawn / drawn.sum(axis=1, keepdims=True), DIGITS)
    shares = [float(p) for p in probable]
    alone = sorted(shares)[-1] - sorted(shares)[-2] > 1e-9
    first, second, third = (wording.probability(p) for p in shares)
    return Triangle(
        label=label,
        names=names,
        numbers=(first, second, third),
        leading=shares.index(max(shares)) if alone else -1,
        shown=shown,
        first=tuple(drawn[:, 0].tolist()),
        equal=tuple(drawn[:, 1].tolist()),
    )


def drawing(content: Simplex, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Triangles side by side, and below each other where the width is not enough."""
    shown = content.triangles
    columns, rows = style.side_by_side(len(shown), width + GAP, NARROW + GAP)
    cell = min((width + GAP) / columns - GAP, SIDE + 0.6)
    words = TEXT_LINE + 2 * SMALL_LINE + 2 * SMALL_LINE + 0.1  # label, top, corners
    side = min(cell - 0.1, SIDE, ((room + GAP) / rows - GAP - words) / FLAT)
    if side < LEAST_SIDE:
        side = min(cell - 0.1, LEAST_SIDE)
        rows = max(1, min(rows, int((room + GAP) / (side * FLAT + words + GAP))))
    tall = side * FLAT + words
    drawn = shown[: rows * columns]
    said = style.left_out(len(shown), len(drawn), "triangle")

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
    canvas.text(x, y + TEXT_LINE / 2, style.shortened(triangle.label, cell, TEXT), TEXT)
    left, top = x + (cell - side) / 2, y + TEXT_LINE + 2 * SMALL_LINE
    low = top + side * FLAT

    def at(first: float, equal: float) -> tuple[float, float]:
        """Where shares are: 1 of the first is the right corner, 1 of equality the top."""
        return left + side * (first + equal / 2), low - side * FLAT * equal

    xs, ys = zip(*(at(*corner) for corner in ((1, 0), (0, 1), (0, 0), (1, 0))), strict=True)
    canvas.path(xs, ys, color=look.line, lw=0.8)
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
        colour = style.mixed(look.paper, look.fill(role), 0.7)
        for p in shares:
            if p[k] == max(p):
                canvas.dot(*at(p[0], p[1]), 2.2, shape=mark, color=colour)


def _words(
    canvas: Canvas, triangle: Triangle, x: float, cell: float, top: float, low: float
) -> None:
    """The three outcomes with their probabilities: on top, and under the lower corners."""
    right, left = (f"{name} better" for name in triangle.names)
    if max(style.text_width(right, SMALL), style.text_width(left, SMALL)) > cell / 2 - 0.05:
        right, left = triangle.names
    places = (
        (x + cell, low + 0.05, "right", right, cell / 2 - 0.05),
        (x + cell / 2, top - 2 * SMALL_LINE, "center", "practically equal", cell),
        (x, low + 0.05, "left", left, cell / 2 - 0.05),
    )
    for k, (at, y, side, words, free) in enumerate(places):
        leads = k == triangle.leading
        shade = canvas.look.ink if leads else canvas.look.quiet
        how: Any = {"align": side, "bold": leads and triangle.shown, "color": shade, "zorder": 4}
        for i, line in enumerate(
            (style.shortened(words, free, SMALL, bold=True), triangle.numbers[k])
        ):
            canvas.text(at, y + (i + 0.5) * SMALL_LINE, line, SMALL, **how)


def three(result: Any) -> bool:
    """Whether a result has a measure with a rope: only then there are three outcomes."""
    return any(width > 0 for width in result.rope.values())
