"""Names over columns: level where they fit, otherwise upright."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.style import (
    LEAST,
    LINE,
    SMALL,
    TEXT,
    distinct,
    fitted,
    text_width,
)

DOWN = 0.6  # from the middle of a name to its lower end, in sizes of its letters
HIGH = 1.1  # inches, at most, of names that stand upright
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
            self.height = min(HIGH, longest + 0.02) + 0.06
            self.label = distinct(names, self.height - 0.06, self.size)
        else:
            _, self.size = fitted(names, wide - 0.06)
            self.height = TEXT * LINE / 72 + 0.04
            self.label = distinct(names, wide - 0.06, self.size)

    def paint(self, canvas: Canvas, name: str, x: float, y: float) -> None:
        """Write a name, centred at x, so that it ends above y."""
        low, label = y - 0.04, self.label[name]
        if self.upright:
            canvas.text(x, low, label, self.size, upright=True)
        else:
            canvas.text(x, low - DOWN * self.size / 72, label, self.size, align="center")
