"""The key of a figure: small samples with words, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.style import SMALL, text_width, wrapped

SAMPLE, HIGH = 0.24, 0.11  # inches of a sample
LINE_HIGH = 0.16
BETWEEN = 0.14

Painter = Callable[[Canvas, float, float, float, float], None]


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

    def paint(self, canvas: Canvas, y: float, x: float = 0.0) -> None:
        """Draw it from y downwards and x rightwards."""
        for sample, start, line in self.placed:
            top = y + line * LINE_HIGH
            left = x + start
            sample.paint(canvas, left, top + (LINE_HIGH - HIGH) / 2, SAMPLE, HIGH)
            canvas.text(left + SAMPLE + 0.05, top + LINE_HIGH / 2, sample.words, SMALL)
