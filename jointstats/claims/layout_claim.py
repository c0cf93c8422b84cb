"""A claim: a bar of the votes, and below it their share with its interval and the threshold."""

from __future__ import annotations

import math

from jointstats.claims.figure_claim import Claim
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Row
from jointstats.drawing.frame import Body
from jointstats.drawing.style import LINE, SMALL, TEXT, fitted, text_width, wrapped
from jointstats.drawing.themes import COLOUR, Look

BAR, ROW = 0.24, 0.24  # inches
BESIDE = 4.5  # inches of a figure whose rows have their names at the left
SMALL_LINE = SMALL * LINE / 72
PARTS = (("for", "better"), ("neither", "open"), ("against", "worse"))


def drawing(content: Claim, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the claim in words, the bar and the rows."""
    plan = _Plan(content, width)
    return Body(plan.height, plan.paint)


class _Plan:
    """Where everything is, in inches."""

    def __init__(self, content: Claim, width: float) -> None:
        self.content, self.width = content, width
        self.lines = wrapped(content.claim, width, TEXT)
        self.beside = width >= BESIDE
        names = max(text_width(row.label, SMALL) for row in content.rows) + 0.1
        self.left = names if self.beside else 0.02
        self.number = max(text_width(row.shown, SMALL, True) for row in content.rows) + 0.1
        self.right = width - self.number
        self.row = ROW if self.beside else ROW + SMALL_LINE
        self.bar = len(self.lines) * TEXT * LINE / 72 + 0.06
        self.rows = self.bar + BAR + 0.08 + SMALL_LINE
        self.axis = self.rows + len(content.rows) * self.row
        self.height = self.axis + 2 * SMALL_LINE + 0.06

    def paint(self, canvas: Canvas) -> None:
        """The claim, its votes, their shares."""
        canvas.lines(0, 0, self.lines, TEXT)
        self._votes(canvas)
        look, content = canvas.look, self.content
        place = self._at(content.threshold)
        canvas.path([place] * 2, [self.rows, self.axis], ls=(3.0, 2.0), lw=0.9, zorder=1.5)
        half = text_width(content.threshold_label, SMALL) / 2
        x = min(max(place, half), self.width - half)
        y = self.rows - SMALL_LINE / 2
        canvas.text(x, y, content.threshold_label, SMALL, align="center", color=look.quiet)
        for i, row in enumerate(content.rows):
            self._share(canvas, row, self.rows + i * self.row)
        canvas.path([self._at(0), self._at(1)], [self.axis] * 2, color=look.line, lw=0.8)
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            x, y = self._at(share), self.axis + 0.05 + SMALL_LINE / 2
            canvas.path([x, x], [self.axis, self.axis + 0.03], color=look.line, lw=0.8)
            canvas.text(x, y, f"{100 * share:g} %", SMALL, align="center", color=look.quiet)
        (said,), size = fitted([content.label], self.width - self.left, SMALL)
        canvas.text(self.left, self.axis + 0.05 + 1.5 * SMALL_LINE, said, size, color=look.quiet)

    def _votes(self, canvas: Canvas) -> None:
        """A part of the bar for each outcome, as long as it is frequent."""
        content, total, x = self.content, sum(self.content.votes), 0.0
        if self.beside:
            middle = self.bar + BAR / 2
            canvas.text(0, middle, f"{total} {content.voter}", SMALL, color=canvas.look.quiet)
            x = self.left
        length = self.right - x
        for count, (word, role) in zip(content.votes, PARTS, strict=True):
            if not count:
                continue
            wide = length * count / total
            ink = canvas.cell(x, self.bar, wide, BAR, role, role != "open")
            labels = (f"{count} {word}", f"{count}", "")
            said = next(label for label in labels if not label or text_width(label, SMALL) < wide)
            canvas.text(x + wide / 2, self.bar + BAR / 2, said, SMALL, align="center", color=ink)
            x += wide

    def _share(self, canvas: Canvas, row: Row, top: float) -> None:
        look, y = canvas.look, top + ROW / 2
        if self.beside:
            canvas.text(0, y, row.label, SMALL)
        else:
            (said,), size = fitted([f"{row.label}: {row.note}"], self.width, SMALL)
            canvas.text(0, top + SMALL_LINE / 2, said, size, ground=look.paper)
            y += SMALL_LINE
        if row.low is not None and row.high is not None:
            ends = [self._at(row.low), self._at(row.high)]
            canvas.path(ends, [y, y], color=look.better[0], lw=1.6)
        inside = look.better[0] if row.strong else look.paper
        canvas.dot(self._at(row.value), y, 5.5, color=inside, edge=look.better[0], lw=1.2)
        canvas.text(self.width, y, row.shown, SMALL, align="right", bold=row.strong)

    def _at(self, share: float) -> float:
        low = self.left + 0.12
        return low + share * (self.right - 0.15 - low)
