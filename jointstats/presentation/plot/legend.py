"""What a plane of data has round it: words of its axes, round numbers, and a legend below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jointstats.presentation.figures.content import Axis
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.style import LINE, SMALL, fitted, label_lines, text_width

SAMPLE = 0.34  # inches: a piece of line, or a mark, and the space behind it
HEIGHT = SMALL * LINE / 72  # of a line
Sample = Callable[[Canvas, float, float], None]


@dataclass(frozen=True)
class Surround:
    """Places round a plane on a figure `width` inches wide.

    Attributes
    ----------
    left, below : float
        Inches for the upward axis, and for the other.
    across, up : list of str
        Their words in lines.
    """

    left: float
    below: float
    across: list[str]
    up: list[str]

    @classmethod
    def of(cls, across: Axis, up: Axis, wide: float, high: float) -> Surround:
        """For a plane of about this size."""
        first, second = label_lines(across.label, wide, SMALL), label_lines(up.label, high, SMALL)
        first, second = [x for x in first if x], [x for x in second if x]
        numbers = 0.42 if up.ticks else 0.1
        return cls(numbers + len(second) * HEIGHT, 0.24 + len(first) * HEIGHT, first, second)

    def words(self, canvas: Canvas, left: float, wide: float, high: float) -> None:
        """Write them round the plane, whose top is at 0."""
        quiet = canvas.look.quiet
        half = max((text_width(line, SMALL) for line in self.across), default=0.0) / 2
        middle = max(half, min(left + wide / 2, canvas.width - half))
        canvas.lines(middle, high + 0.22, self.across, SMALL, ha="center", color=quiet)
        for i, line in enumerate(self.up):
            at = left - self.left + (i + 0.5) * HEIGHT
            canvas.text(at, high / 2, line, SMALL, rotation=90, color=quiet)


class Legend:
    """Samples and their words in columns.

    Parameters
    ----------
    labels : sequence of str
    width : float
        Inches.
    """

    def __init__(self, labels: Sequence[str], width: float) -> None:
        self.labels, self.size = fitted(labels, width - SAMPLE, SMALL)
        widest = max((text_width(one, self.size) for one in self.labels), default=0.0)
        self.step = widest + SAMPLE + 0.15
        self.across = max(1, min(3, int((width + 0.15) / self.step), len(self.labels)))
        self.height = -(-len(self.labels) // self.across) * HEIGHT

    def paint(self, canvas: Canvas, y: float, samples: Sequence[Sample]) -> None:
        """Draw it from y downwards; a sample draws itself at the middle of its place."""
        for i, (label, sample) in enumerate(zip(self.labels, samples, strict=True)):
            x = i % self.across * self.step
            middle = y + (i // self.across + 0.5) * HEIGHT
            sample(canvas, x + 0.13, middle)
            canvas.text(x + SAMPLE, middle, label, self.size)
