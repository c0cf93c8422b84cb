"""A claim: a bar of the votes, and below it their share with its interval and the threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.base.phrases import more_than
from jointstats.claims.claim_result import ClaimResult
from jointstats.drawing import figure_rows
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import FigureRow, Scale
from jointstats.drawing.figure_rows import FigureRows
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, SMALL, TEXT, TEXT_LINE, Look, text_width, wrapped
from jointstats.evidence.claim_tests import confidence_interval

BAR, GAP = 0.24, 0.08  # inches: height of the bar, and under it
PARTS = (("for", "better"), ("neither", "open"), ("against", "worse"))


@dataclass(frozen=True)
class ClaimVotes(FigureRows):
    """The votes for a claim; the rows are their share, and that of the claim and its opposite.

    Attributes
    ----------
    claim : str
        With the number of votes.
    votes : tuple of int
        For the claim, for neither, and against it.
    """

    kind = "claim"

    claim: str = ""
    votes: tuple[int, int, int] = (0, 0, 0)


def claim(result: ClaimResult) -> ClaimVotes:
    """The votes, the share for the claim, and that against its opposite."""
    rows = [_interval(result, "for the claim", result.yes, result.no, strong=result.decided)]
    if result.opposite is not None:
        votes = result.yes_against, result.no_against
        rows.append(_interval(result, "more often than its opposite", *votes, strong=False))
    sides = "one-sided, for a claim named in advance" if result.one_sided else "two-sided"
    votes_of = (result.yes, result.neither, result.no)
    voters = wording.units(sum(votes_of), result.n_families)
    return ClaimVotes(
        title=words_of(result).title("claim"),
        alt=f"A bar of votes, and points with intervals: share of votes for the claim. "
        f"{result.verdict}",
        notes=(
            f"{'Filled: shown' if result.decided else 'Hollow: not shown'} (exact p "
            f"{wording.p_value(result.p_value)}, {sides}).",
        ),
        rows=tuple(rows),
        scale=Scale(
            0,
            1,
            f"share of votes ({wording.interval(result.level)})",
            result.threshold,
            more_than(result.threshold),
        ),
        claim=f"{wording.capital(result.claim)} ({voters})",
        votes=votes_of,
    )


def _interval(result: ClaimResult, label: str, yes: int, no: int, *, strong: bool) -> FigureRow:
    n = yes + no
    low, high = (float(end) for end in confidence_interval(yes, n, result.level))
    share = yes / n if n else (low + high) / 2
    note = f"{yes} of {wording.units(n, result.n_families)}"
    return FigureRow.of_share(label, note, share, low, high, strong=strong)


def drawing(content: ClaimVotes, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the claim in words, the bar and the rows."""
    lines = wrapped(content.claim, width, TEXT)
    bar = len(lines) * TEXT_LINE + 0.06
    top = bar + BAR + GAP
    rows = figure_rows.drawing(content, width, room - top, look)

    def paint(canvas: Canvas) -> None:
        canvas.lines(0, 0, lines, TEXT)
        _votes(canvas.below(bar), content.votes, width)
        rows.paint(canvas.below(top))

    return Body(top + rows.height, paint, left_out=rows.left_out)


def _votes(canvas: Canvas, votes: tuple[int, int, int], width: float) -> None:
    """A part of the bar for each outcome, as long as it is frequent."""
    x = 0.0
    for count, (word, role) in zip(votes, PARTS, strict=True):
        if not count:
            continue
        wide = width * count / sum(votes)
        ink = canvas.cell(x, 0, wide, BAR, role, role != "open")
        labels = (f"{count} {word}", f"{count}", "")
        said = next(label for label in labels if not label or text_width(label, SMALL) < wide)
        canvas.text(x + wide / 2, BAR / 2, said, SMALL, align="center", color=ink)
        x += wide
