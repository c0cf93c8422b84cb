"""Paper in inches, for figures that place every letter themselves.

Inches from the figure's top left, rightwards and downwards; sizes of letters and widths of lines
in points; colours are those of the theme. Marks are in the order in which they are painted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypedDict, Unpack

from jointstats.drawing.marks import Dots, Lines, Mark, Point, Polygons, Text, joined
from jointstats.drawing.style import LINE, SMALL, TEXT, Look, fitted, text_width

Box = tuple[float, float, float, float]  # left, top, width, height


class Edge(TypedDict, total=False):
    """The edge of a shape: its colour, its points, and the layer of the shape."""

    edge: str
    lw: float
    zorder: float


STEP, SPECKS = 0.075, 0.055  # inches between lines of hatching, and between dots
SPECK = 0.011  # inches: the radius of such a dot
ARROW = 0.16  # inches: length of the head of an arrow
DASHES = {"-": (), "--": (3.7, 1.6), ":": (1.0, 1.65), "-.": (6.4, 1.6, 1.0, 1.6)}
NONE = "none"


class Canvas:
    """What is drawn on a figure's body, in inches rightwards and downwards from its top left.

    Colours are those of the look, unless they are given; "none" is no fill or no edge. Marks of a
    higher `zorder` are painted later.

    Parameters
    ----------
    look : Look
    width : float
        Inches of the body.
    left, top : float
        Where the body begins on the figure: right of the margin and under the title.
    """

    def __init__(self, look: Look, width: float, left: float = 0.0, top: float = 0.0) -> None:
        self.look, self.width = look, width
        self._left, self._top = left, top
        self._drawn: list[tuple[float, Mark]] = []

    def marks(self) -> tuple[Mark, ...]:
        """All marks, in the order of their layers; neighbours that are alike as one."""
        ordered = [mark for _, mark in sorted(self._drawn, key=lambda entry: entry[0])]
        return joined(ordered)

    def below(self, y: float) -> Canvas:
        """The same paper, from `y` inches further down."""
        part = Canvas(self.look, self.width, self._left, self._top + y)
        part._drawn = self._drawn
        return part

    # --- Words ---

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = TEXT,
        *,
        align: str = "left",
        upright: bool = False,
        bold: bool = False,
        color: str | None = None,
        ground: str | None = None,
        zorder: float = 3,
    ) -> None:
        """One line, its middle at y; upright text is read upwards, and its middle is at x.

        Parameters
        ----------
        x, y : float
        text : str
        size : float
            Points.
        align : {"left", "center", "right"}
            Whether it begins at x (at y, if it is upright), has its middle or ends there.
        upright, bold : bool
        color : str, optional
        ground : str, optional
            Colour of a strip under the text, for text on lines or hatching.
        zorder : float
        """
        if not text:
            return
        wide = text_width(text, size, bold)
        if ground:
            half, start = 0.62 * size / 72, {"left": 0.0, "center": 0.5, "right": 1.0}[align] * wide
            strip = (x - start - 0.02, y - half, wide + 0.04, 2 * half)
            self.box(*strip, ground, edge=NONE, zorder=zorder)
        colour, angle = color or self.look.ink, 90 if upright else 0
        at = self._at(x, y)
        self._add(zorder, Text(*at, text, float(size), wide, align, angle, bold, colour))

    def small(
        self, x: float, y: float, text: str, width: float = math.inf, align: str = "left"
    ) -> None:
        """One line of small print; in `width` inches, by smaller letters, or shortened."""
        (shown,), size = fitted([text], width, SMALL)
        self.text(x, y, shown, size, align=align, color=self.look.quiet)

    def lines(self, x: float, y: float, lines: Sequence[str], size: float, **how: Any) -> float:
        """Lines downwards from y, each a :meth:`text`; returns where the next one begins."""
        for line in lines:
            self.text(x, y + size * LINE / 144, line, size, **how)
            y += size * LINE / 72
        return y

    # --- Shapes ---

    def path(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        *,
        color: str | None = None,
        lw: float = 1.0,
        ls: str | tuple[float, ...] = "-",
        zorder: float = 2,
    ) -> None:
        """Draw a line through points; `ls` names its dashes, or is their lengths in points."""
        dash = tuple(lw * part for part in DASHES[ls]) if isinstance(ls, str) else ls
        points = tuple(self._at(x, y) for x, y in zip(xs, ys, strict=True))
        alone = ((*points[0], *points[1]),) if len(points) == 2 else ()
        colour = color or self.look.ink
        self._add(zorder, Lines(alone, () if alone else points, colour, float(lw), dash))

    def outline(self, x: Point, y: Point, **style: Any) -> None:
        """Draw the four sides of a rectangle, from its left top corner: a :meth:`path`."""
        (left, right), (top, bottom) = x, y
        xs = [left, right, right, left, left]
        self.path(xs, [top, top, bottom, bottom, top], **style)

    def polygon(self, points: Sequence[Point], fill: str, **edge: Unpack[Edge]) -> None:
        """Draw a filled polygon."""
        corners = tuple(self._at(x, y) for x, y in points)
        fills = (fill if fill != NONE else None,)
        self._add(edge.get("zorder", 2), Polygons((corners,), fills, *_edge(edge)))

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, **edge: Unpack[Edge]
    ) -> None:
        """Draw a filled rectangle; (x, y) is its top left corner. Its edge is that of the paper."""
        right, bottom = x + width, y + height
        corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
        edge.setdefault("edge", self.look.paper)
        self.polygon(corners, fill, **edge)

    def cell(
        self, x: float, y: float, width: float, height: float, role: str, shown: bool = True
    ) -> str:
        """Draw a rectangle in the colour of a role; returns the colour of words on it.

        What is shown is strong and framed; a trade-off is hatched, a possible one is pale and
        hatched in the opposite direction; what is shown to be equal is dotted.
        """
        fill, ink = self.look.fill(role, shown), self.look.ink
        framed, box = shown and role != "open", (x, y, width, height)
        edge, layer = (ink, 2.2) if framed else (self.look.paper, 2)
        self.box(*box, fill, edge=edge, zorder=layer)
        if role == "trade":
            self.hatch(box, ink if shown else self.look.line, rising=shown, zorder=2.2)
        elif shown and role == "equal":
            self.specks(box, self.look.on(fill), zorder=2.2)
        return self.look.on(fill)

    def dot(
        self,
        x: float,
        y: float,
        size: float,
        *,
        shape: str = "o",
        color: str | None = None,
        **edge: Unpack[Edge],
    ) -> None:
        """Draw a mark whose diameter is `size` points.

        Shapes are "o", "s" (square), "D" (on its corner), "^", "v", "<", ">" (triangles),
        "P" and "X" (crosses), "p" (pentagon), "h" (hexagon) and "*".
        """
        fill, half, layer = color or self.look.ink, size / 144, edge.setdefault("zorder", 3)
        if shape != "o":
            around = [(x + half * dx, y + half * dy) for dx, dy in _SHAPES[shape]]
            self.polygon(around, fill, **edge)
            return
        (x, y), filled = self._at(x, y), fill if fill != NONE else None
        self._add(layer, Dots((x,), (y,), half, filled, *_edge(edge)))

    def arrow(self, tip: Point, towards: Point, color: str, size: float = ARROW) -> None:
        """Draw an arrow head at a point; `towards` is its direction, of length 1."""
        (x, y), (dx, dy) = tip, towards
        base, side = (x - size * dx, y - size * dy), (-dy * size * 0.45, dx * size * 0.45)
        first, last = ((base[0] + way * side[0], base[1] + way * side[1]) for way in (1, -1))
        self.polygon([tip, first, last], color, zorder=4.5)

    def hatch(self, box: Box, color: str, *, rising: bool = True, zorder: float = 2.2) -> None:
        """Draw lines across a box at 45 degrees, rising or falling to the right."""
        x, y, wide, high = box
        start = -high + STEP / 2
        while start < wide:
            low, up = max(0.0, -start), min(high, wide - start)
            if up > low:
                down = (high - low, high - up) if rising else (low, up)
                xs, ys = [x + start + low, x + start + up], [y + each for each in down]
                self.path(xs, ys, color=color, lw=0.6, zorder=zorder)
            start += STEP

    def specks(self, box: Box, color: str, zorder: float = 2.2) -> None:
        """Draw dots in a box, in rows that alternate."""
        x, y, wide, high = box
        rows, columns = max(1, int(high / SPECKS)), max(1, int(wide / SPECKS))
        for i in range(rows):
            for j in range(columns):
                across = min((j + 0.5 + 0.25 * (-1) ** i) / columns, 0.95)
                at = x + across * wide, y + (i + 0.5) / rows * high
                self.dot(*at, 144 * SPECK, color=color, zorder=zorder)

    # --- Marks ---

    def _at(self, x: float, y: float) -> Point:
        """A point on the figure."""
        return float(x + self._left), float(y + self._top)

    def _add(self, zorder: float, mark: Mark) -> None:
        self._drawn.append((zorder, mark))


def _edge(given: Edge) -> tuple[str | None, float]:
    """Colour and points of an edge; none without points."""
    edge, lw = given.get("edge", NONE), float(given.get("lw", 0.8))
    return (edge, lw) if edge != NONE and lw else (None, 0.0)


def _round(n: int, inner: float = 1.0) -> tuple[Point, ...]:
    """Corners round the middle, the first one upwards; every second one `inner` from it."""
    corners = [(inner if i % 2 else 1.0, math.radians(-90.0 + 360 / n * i)) for i in range(n)]
    return tuple((round(r * math.cos(a), 4), round(r * math.sin(a), 4)) for r, a in corners)


_ARM, _TURNS = ((-1, -3), (1, -3), (1, -1)), ((1, 0), (0, 1), (-1, 0), (0, -1))
_PLUS = tuple((c * x - s * y, s * x + c * y) for c, s in _TURNS for x, y in _ARM)
_SHAPES: dict[str, Sequence[Point]] = {
    "s": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "D": tuple((1.3 * x, 1.3 * y) for x, y in _round(4)),
    "^": ((0, -1), (1, 1), (-1, 1)),
    "v": ((0, 1), (-1, -1), (1, -1)),
    "<": ((-1, 0), (1, -1), (1, 1)),
    ">": ((1, 0), (-1, 1), (-1, -1)),
    "P": tuple((x / 3, y / 3) for x, y in _PLUS),
    "X": tuple(((x - y) / 4, (x + y) / 4) for x, y in _PLUS),
    "p": _round(5),
    "h": _round(6),
    "*": _round(10, inner=0.4),
}
