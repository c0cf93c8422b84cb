"""What every figure has round what its kind draws: a title above it, notes below it, a size.

A kind lays out its body for a width, and for a height if there is one; title and notes are laid out
here. Letters keep their size: what does not fit is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.base import files, wording
from jointstats.drawing import painters, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content
from jointstats.drawing.marks import Figure, Mark
from jointstats.drawing.style import COLOUR, HEADING, LINE, SMALL, SMALL_LINE, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMN, PAGE = 3.3, 6.9  # inches: a column of a paper, its page
TALLEST = 8.8  # inches of a body, where the height is free: with title and notes a page
NARROWEST, WIDEST = 2.0, 40.0
MARGIN = 0.06  # inches
GAP = 0.1  # between title, body and notes


@dataclass(frozen=True)
class Body:
    """What a kind draws between title and notes.

    Attributes
    ----------
    height : float
        Inches that it needs. More than the room that it was given: it cannot be drawn in it.
    paint : callable
        Draws it on a :class:`Canvas`, from (0, 0) rightwards and downwards.
    width : float, optional
        Inches that it needs, if fewer than it was given.
    left_out : tuple of str
        What had no place, counted: "12 more algorithms are left out". It is the first note.
    without : tuple of str
        Notes about what is left out, which are left out, too.
    """

    height: float
    paint: Callable[[Canvas], None]
    width: float | None = None
    left_out: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def said(self, notes: Sequence[str]) -> tuple[str, ...]:
        """The notes under it: first what had no place, then those that hold."""
        shown = (note for note in notes if note not in self.without)
        return (*(f"{note}." for note in self.left_out), *shown)


LaysOut = Callable[[Any, float, float, Look], Body]
"""The function ``drawing`` of a kind's module: lays out a content on the inches of width
given, no higher than the room, if that is possible, in a look."""


@dataclass(frozen=True)
class Sheet:
    """A figure laid out for one size: lines of the title, body, lines of the notes."""

    width: float
    height: float
    title: list[str]
    body: Body
    foot: list[str]
    margin: float

    def marks(self, look: Look) -> tuple[Mark, ...]:
        """What is to be painted; a body that is too high is left out."""
        top = self.margin + _above(self.title)
        paper = Canvas(look, self.width - 2 * self.margin, self.margin, top)
        paper.lines(0, self.margin - top, self.title, HEADING, bold=True)
        if self.body.height <= self.height - top - self.margin + 1e-6:
            self.body.paint(paper)
            y = self.body.height + GAP
            paper.lines(0, y, self.foot, SMALL, color=look.quiet)
        return paper.marks()


@dataclass(frozen=True)
class Drawing:
    """A content between its title and its notes, which knows its size before it is drawn.

    Attributes
    ----------
    content : Content
    draws : callable
        The function ``drawing`` of the kind.
    inches : float, optional
        Width of the whole figure; default: a page, or less if the body needs less.
    look : Look
    heading : str
        The title over it; "" for none.
    notes : sequence of str
    """

    content: Content
    draws: LaysOut
    inches: float | None = None
    look: Look = COLOUR
    heading: str = ""
    notes: Sequence[str] = ()

    @cached_property
    def sheet(self) -> Sheet:
        """The whole figure, laid out as high as it needs to be."""
        return self._lay_out(self.inches, math.inf, MARGIN)

    @property
    def width(self) -> float:
        """Inches of the whole figure."""
        return self.sheet.width

    @property
    def without(self) -> tuple[str, ...]:
        """Notes about what had no place."""
        return self.sheet.body.without

    def figure(self) -> Figure:
        """The display list, for any painter."""
        return self._listed(self.sheet)

    def fitting(self, width: float, height: float, margin: float = 0.0) -> Figure:
        """The display list of the same figure, laid out anew for this size."""
        return self._listed(self._lay_out(width, height, margin))

    def on(self, ax: Axes | None = None) -> Axes:
        """Draw on these axes, laid out anew for their size, or on those of a new pyplot figure."""
        painters.require_matplotlib()
        if ax is None:
            from matplotlib import pyplot

            return painters.on_new_axes(self.figure(), pyplot.figure())
        return painters.paint(self.fitting(*painters.size_of(ax)), ax)

    def svg(self) -> str:
        """The figure as SVG, without matplotlib, the same text every time."""
        return painters.file(self.figure())

    def save(self, path: Any) -> None:
        """Write the figure to a file, in the format that its ending says."""
        files.write(path, self.encoded(Path(path).suffix))

    def encoded(self, ending: str) -> bytes:
        """The bytes of a file with this ending, such as ".png"; the same every time."""
        kind = ending.removeprefix(".").lower()
        return self.svg().encode() if kind == "svg" else painters.encoded(self.figure(), kind)

    def _listed(self, sheet: Sheet) -> Figure:
        marks = sheet.marks(self.look)
        paper, words = self.look.paper, (self.content.alt, self.content.title)
        return Figure(sheet.width, sheet.height, paper, *words, marks)

    def _lay_out(self, width: float | None, height: float, margin: float) -> Sheet:
        """Rows are left out where the height is not enough, and notes over a third of it."""
        inner = (PAGE if width is None else width) - 2 * margin
        if width is None:
            inner = max(self._body(inner, math.inf).width or inner, COLUMN - 2 * margin)
            width = inner + 2 * margin
        heading = style.wrapped(self.heading, inner, HEADING, bold=True) if self.heading else []
        if height < 2.2 and len(heading) > 1:  # inches: a low figure has a title of one line
            heading = [style.shortened(self.heading, inner, HEADING, bold=True)]
        free = min(height - 2 * margin - _above(heading), TALLEST)
        body = self._body(inner, free)
        foot = _foot(body.said(self.notes), inner, free / 3)
        if height < math.inf:
            body = self._body(inner, free - _below(foot))
            foot = _foot(body.said(self.notes), inner, free - body.height)
        else:
            height = 2 * margin + _above(heading) + body.height + _below(foot)
        return Sheet(width, height, heading, body, foot, margin)

    def _body(self, width: float, room: float) -> Body:
        return self.draws(self.content, width, room, self.look)


def _above(heading: Sequence[str]) -> float:
    """Inches of the title and of what is free under it."""
    return len(heading) * HEADING * LINE / 72 + GAP if heading else 0.0


def _below(foot: Sequence[str]) -> float:
    """Inches of the notes and of what is free above them."""
    return len(foot) * SMALL_LINE + GAP if foot else 0.0


def _foot(notes: Sequence[str], width: float, room: float) -> list[str]:
    """Lines of the notes that fit; the others are counted."""
    wrapped_notes = [style.wrapped(note, width, SMALL) for note in notes]
    while wrapped_notes:
        left = len(notes) - len(wrapped_notes)
        more = [f"{wording.plural(left, 'more note')}."] if left else []
        lines = [*(line for drawn in wrapped_notes for line in drawn), *more]
        if _below(lines) <= room + 1e-6:
            return lines
        wrapped_notes.pop()
    return []
