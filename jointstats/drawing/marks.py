"""The display list of a figure: its marks, in the order in which they are painted.

Inches from the figure's top left, rightwards and downwards; sizes of letters and widths of lines
in points; colours are those of the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, groupby
from typing import Any, ClassVar

Point = tuple[float, float]
DIGITS = 4  # of an inch

MIDDLE = 0.36
"""From the middle of a line down to its baseline, in sizes of its letters: half a capital's height.
"""


@dataclass(frozen=True)
class Mark:
    """What all marks share; of neighbours, what they hold in `joins` becomes that of one mark."""

    kind: ClassVar[str] = ""
    joins: ClassVar[tuple[str, ...]] = ()

    def to_dict(self) -> dict[str, Any]:
        """The mark as a dictionary of plain values."""
        given = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"kind": self.kind} | given


@dataclass(frozen=True)
class Text(Mark):
    """One line of text, level or (at an angle of 90) upwards.

    Attributes
    ----------
    x, y : float
        The middle of its height, and where it begins, has its middle or ends, as `align` says.
    size : float
    width : float
        Inches that it may take: a painter whose letters are wider squeezes it.
    """

    kind = "text"

    x: float
    y: float
    text: str
    size: float
    width: float
    align: str
    angle: int
    bold: bool
    colour: str


@dataclass(frozen=True)
class Lines(Mark):
    """Lines from point to point, each (x0, y0, x1, y1), or one through several points."""

    kind = "lines"
    joins = ("segments",)

    segments: tuple[tuple[float, float, float, float], ...]
    points: tuple[Point, ...]
    colour: str
    lw: float
    dash: tuple[float, ...]

    @property
    def paths(self) -> tuple[tuple[Point, ...], ...]:
        """The points of each line."""
        if self.points:
            return (self.points,)
        return tuple(((x0, y0), (x1, y1)) for x0, y0, x1, y1 in self.segments)

    def to_dict(self) -> dict[str, Any]:
        """The mark, with the one of segments and points that it has."""
        plain = super().to_dict()
        del plain["points" if self.segments else "segments"]
        return plain


@dataclass(frozen=True)
class Polygons(Mark):
    """Polygons, each with a fill or none, and an edge that all share or none."""

    kind = "polygons"
    joins = ("polygons", "fill")

    polygons: tuple[tuple[Point, ...], ...]
    fill: tuple[str | None, ...]
    edge: str | None
    lw: float


@dataclass(frozen=True)
class Dots(Mark):
    """Round marks of one size, in inches."""

    kind = "dots"
    joins = ("x", "y")

    x: tuple[float, ...]
    y: tuple[float, ...]
    radius: float
    fill: str | None
    edge: str | None
    lw: float


@dataclass(frozen=True)
class Figure:
    """A figure that is laid out: its size in inches, its paper, and its marks.

    Attributes
    ----------
    width, height : float
    paper : str
    alt : str
        What it shows, for readers who do not see it.
    title : str
    marks : tuple of Mark
    """

    width: float
    height: float
    paper: str
    alt: str
    title: str
    marks: tuple[Mark, ...]

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain values, for another language."""
        given = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return given | {"middle": MIDDLE, "marks": [mark.to_dict() for mark in self.marks]}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, tuple):
        return [_plain(part) for part in value if not isinstance(part, Mark)]
    return value


def joined(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The marks; neighbours that are alike as one."""
    return tuple(_joined(list(run)) for _, run in groupby(marks, _style))


def _style(mark: Mark) -> tuple[object, ...]:
    """What marks that may be joined have in common; of those that may not, the mark itself."""
    if not mark.joins or not getattr(mark, mark.joins[0]):
        return (id(mark),)
    return type(mark), *(getattr(mark, x.name) for x in fields(mark) if x.name not in mark.joins)


def _joined(run: Sequence[Mark]) -> Mark:
    """Neighbours of one style as one mark."""
    if len(run) == 1:
        return run[0]
    every = {name: [getattr(mark, name) for mark in run] for name in run[0].joins}
    return replace(run[0], **{name: tuple(chain(*parts)) for name, parts in every.items()})
