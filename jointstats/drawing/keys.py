"""Keys of a figure, and names over its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jointstats.drawing.canvas import Canvas
from jointstats.drawing.style import LEAST, SMALL, TEXT_LINE, distinct, fitted, text_width, wrapped

SAMPLE, HIGH = 0.24, 0.11  # inches of a sample
LINE_HIGH = 0.16
BETWEEN = 0.14

Painter = Callable[[Canvas, float, float, float, float], object]


@dataclass(frozen=True)
class Sample:
    """A sample, drawn into a box (x, y, width, height), and its words."""

    paint: Painter
    words: str


class Legend:
    """Samples in lines no longer than `width` inches."""

    def __init__(self, samples: Sequence[Sample], width: float) -> None:
        self.placed: list[tuple[Sample, float, int]] = []
        x, line = 0.0, 0
        for sample in samples:
            (words,) = wrapped(sample.words, width - SAMPLE - 0.05, SMALL)[:1]
            long = SAMPLE + 0.05 + text_width(words, SMALL)
            if x and x + long > width:
                x, line = 0.0, line + 1
            self.placed.append((Sample(sample.paint, words), x, line))
            x += long + BETWEEN
        self.height = (line + 1) * LINE_HIGH if samples else 0.0

    def paint(self, canvas: Canvas, y: float) -> None:
        """Draw it from y downwards."""
        for sample, left, line in self.placed:
            top = y + line * LINE_HIGH
            sample.paint(canvas, left, top + (LINE_HIGH - HIGH) / 2, SAMPLE, HIGH)
            canvas.text(left + SAMPLE + 0.05, top + LINE_HIGH / 2, sample.words, SMALL)


DOWN = 0.6  # from the middle of a name to its lower end, in sizes of its letters
UPRIGHT = 1.1  # inches, at most, of names that stand upright
FLAT = 0.52  # inches of a column under which names stand upright


class Heads:
    """The names of columns of this width, in letters of one size.

    Attributes
    ----------
    height : float
        Inches over the columns.
    """

    def __init__(self, names: Sequence[str], wide: float) -> None:
        widest = max((text_width(name, SMALL) for name in names), default=0.0)
        self.upright = wide < FLAT and widest > wide - 0.05
        if self.upright:
            self.size = max(LEAST, min(SMALL, wide * 72 / 1.15))
            longest = max(text_width(name, self.size) for name in names)
            self.height = min(UPRIGHT, longest + 0.02) + 0.06
            self.label = distinct(names, self.height - 0.06, self.size)
        else:
            _, self.size = fitted(names, wide - 0.06)
            self.height = TEXT_LINE + 0.04
            self.label = distinct(names, wide - 0.06, self.size)

    def paint(self, canvas: Canvas, name: str, x: float, y: float) -> None:
        """Write a name, centred at x, so that it ends above y."""
        low, label = y - 0.04, self.label[name]
        if self.upright:
            canvas.text(x, low, label, self.size, upright=True)
        else:
            canvas.text(x, low - DOWN * self.size / 72, label, self.size, align="center")
