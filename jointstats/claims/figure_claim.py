"""A claim: a bar of the votes, and below it their share with its interval and the threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.phrases import more_than
from jointstats.base.presenters import words_of
from jointstats.claims.claim_result import ClaimResult
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content, FigureRow
from jointstats.drawing.frame import Body
from jointstats.drawing.style import (
    COLOUR,
    SMALL,
    SMALL_LINE,
    TEXT,
    TEXT_LINE,
    Look,
    fitted,
    text_width,
    wrapped,
)
from jointstats.evidence.claim_tests import confidence_interval

BAR, ROW = 0.24, 0.24  # inches
BESIDE = 4.5  # inches of a figure whose rows have their names at the left
PARTS = (("for", "better"), ("neither", "open"), ("against", "worse"))


@dataclass(frozen=True)
class ClaimVotes(Content):
    """The votes for a claim, and their share against its threshold.

    Attributes
    ----------
    claim : str
    votes : tuple of int
        For the claim, for neither, and against it.
    voter : str
        What votes: "data sets" or "families of data sets".
    rows : tuple of FigureRow
        The share of votes for the claim, and of those for it and for its opposite.
    threshold : float
        The share that the claim is to exceed.
    threshold_label, label : str
        Of the threshold, and of the axis of shares.
    """

    kind = "claim"

    claim: str = ""
    votes: tuple[int, int, int] = (0, 0, 0)
    voter: str = ""
    rows: tuple[FigureRow, ...] = ()
    threshold: float = 0.5
    threshold_label: str = ""
    label: str = ""


def claim(result: ClaimResult) -> ClaimVotes:
    """The votes, the share for the claim, and that against its opposite."""
    rows = [_interval(result, "for the claim", result.yes, result.no, strong=result.decided)]
    if result.opposite is not None:
        votes = result.yes_against, result.no_against
        rows.append(_interval(result, "more often than its opposite", *votes, strong=False))
    sides = "one-sided, for a claim named in advance" if result.one_sided else "two-sided"
    return ClaimVotes(
        title=words_of(result).title("claim"),
        alt=f"A bar of votes, and points with intervals: share of votes for the claim. "
        f"{result.verdict}",
        notes=(
            f"{'Filled: shown' if result.decided else 'Hollow: not shown'} (exact p "
            f"{wording.p_value(result.p_value)}, {sides}).",
        ),
        claim=wording.capital(result.claim),
        votes=(result.yes, result.neither, result.no),
        voter=wording.voters(result.n_families),
        rows=tuple(rows),
        threshold=result.threshold,
        threshold_label=more_than(result.threshold),
        label=f"share of votes ({wording.interval(result.level)})",
    )


def _interval(result: ClaimResult, label: str, yes: int, no: int, *, strong: bool) -> FigureRow:
    n = yes + no
    low, high = (float(end) for end in confidence_interval(yes, n, result.level))
    share = yes / n if n else (low + high) / 2
    note = f"{yes} of {wording.units(n, result.n_families)}"
    return FigureRow.of_share(label, note, share, low, high, strong=strong)


def drawing(content: ClaimVotes, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the claim in words, the bar and the rows."""
    plan = _ClaimPlot(content, width)
    return Body(plan.height, plan.paint)


class _ClaimPlot:
    """Where everything is, in inches."""

    def __init__(self, content: ClaimVotes, width: float) -> None:
        self.content, self.width = content, width
        self.lines = wrapped(content.claim, width, TEXT)
        self.beside = width >= BESIDE
        names = max(text_width(row.label, SMALL) for row in content.rows) + 0.1
        self.left = names if self.beside else 0.02
        self.number = max(text_width(row.shown, SMALL, True) for row in content.rows) + 0.1
        self.right = width - self.number
        self.row = ROW if self.beside else ROW + SMALL_LINE
        self.bar = len(self.lines) * TEXT_LINE + 0.06
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
        canvas.small(x, y, content.threshold_label, align="center")
        for i, row in enumerate(content.rows):
            self._share(canvas, row, self.rows + i * self.row)
        canvas.path([self._at(0), self._at(1)], [self.axis] * 2, color=look.line, lw=0.8)
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            x, y = self._at(share), self.axis + 0.05 + SMALL_LINE / 2
            canvas.path([x, x], [self.axis, self.axis + 0.03], color=look.line, lw=0.8)
            canvas.small(x, y, f"{100 * share:g} %", align="center")
        y = self.axis + 0.05 + 1.5 * SMALL_LINE
        canvas.small(self.left, y, content.label, self.width - self.left)

    def _votes(self, canvas: Canvas) -> None:
        """A part of the bar for each outcome, as long as it is frequent."""
        content, total, x = self.content, sum(self.content.votes), 0.0
        if self.beside:
            middle = self.bar + BAR / 2
            canvas.small(0, middle, f"{total} {content.voter}")
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

    def _share(self, canvas: Canvas, row: FigureRow, top: float) -> None:
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
