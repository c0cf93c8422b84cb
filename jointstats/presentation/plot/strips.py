"""Strips of boxes: the factor's name, a box for each setting, how many change something."""

from __future__ import annotations

import math

from jointstats.presentation.figures.strips import Strips
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    LINE,
    SMALL,
    fitted,
    fitting,
    left_out,
    shortened,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look

ROW = 0.2  # inches of a strip
BOX, WIDE = 0.13, 0.2  # height of a box, and its width at most
GAP = 0.08
LEAST = 0.25  # of a box is filled if one pair of very many changes
BELOW = SMALL * LINE / 72 + 0.03  # of the line below a strip


def filled(share: float) -> float:
    """Part of a box that is filled, for a share of the pairs."""
    return LEAST + (1 - LEAST) * share if share else 0.0


def drawing(content: Strips, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out a strip for each factor, one below the other."""
    labels, size = fitted([one.label for one in content.strips], 0.35 * width)
    names = max((text_width(label, size) for label in labels), default=0.0)
    numbers = max((text_width(one.shown, SMALL) for one in content.strips), default=0.0)
    left, right = names + GAP, width - numbers - GAP
    shown = fitting(len(labels), ROW + BELOW, room)
    of_strip: dict[int, list[float]] = {}
    for box in content.boxes:
        of_strip.setdefault(box.strip, []).append(filled(box.value))

    def paint(canvas: Canvas) -> None:
        for i, one in enumerate(content.strips[:shown]):
            top = i * (ROW + BELOW)
            middle = top + ROW / 2
            canvas.text(0, middle, labels[i], size)
            canvas.text(width, middle, one.shown, SMALL, ha="right")
            parts = of_strip.get(i, [])
            step = min(WIDE, (right - left) / max(len(parts), 1))
            gap, edge = min(0.02, 0.15 * step), look.ink if step > 0.06 else look.paper
            for place, part in enumerate(parts):
                x, low = left + place * step + gap / 2, middle + BOX / 2
                canvas.box(x, low - BOX, step - gap, BOX, look.open, lw=0.5)
                if part:
                    canvas.box(
                        x, low - part * BOX, step - gap, part * BOX, look.fill("worse"), edge=edge,
                        lw=0.5,
                    )  # fmt: skip
            note = shortened(one.note, width - left, SMALL) if one.note else ""
            below = top + ROW + BELOW / 2 - 0.02 if parts else middle
            canvas.text(left, below, note, SMALL, color=look.quiet)

    high = shown * (ROW + BELOW)
    return Body(high, paint, left_out=left_out(len(labels), shown, "factor"))
