"""Figures of a claim: its votes and their share with the threshold; what else shows a claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.base.phrases import more_than
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.watch_result import WatchResult
from jointstats.drawing import figure_rows
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Axis, Content, Curve, FigureRow, Scale
from jointstats.drawing.differences import Differences, Quadrant, QuadrantAnswer, quadrant_of
from jointstats.drawing.figure_curves import Curves
from jointstats.drawing.figure_rows import FigureRows
from jointstats.drawing.figure_simplex import TRIANGLES, Simplex, posterior, simplex
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, SMALL, TEXT, TEXT_LINE, Look, text_width, wrapped
from jointstats.evidence import dirichlet
from jointstats.evidence.claim_tests import confidence_interval
from jointstats.single.bayes_sign import PRIORS

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
    low, high = (float(end) for end in confidence_interval(yes, yes + no, result.level))
    return _share(result, label, (yes, no), (low, high), strong=strong)


def _share(
    result: ClaimResult | WatchResult,
    label: str,
    votes: tuple[int, int],
    ends: tuple[float, float],
    *,
    strong: bool,
) -> FigureRow:
    """The share of votes for something; without any the middle of its interval."""
    n = sum(votes)
    share = votes[0] / n if n else sum(ends) / 2
    note = f"{votes[0]} of {wording.units(n, result.n_families)}"
    return FigureRow.of_share(label, note, share, *ends, strong=strong)


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


# --- Other figures of a claim ---------------------------------------------------------------------


def shown_of_claim(result: ClaimResult, compared: Differences) -> QuadrantAnswer | None:
    """The results that show a claim; None if it names other measures, too."""
    named = {*result.better, *result.not_worse, *result.equal}
    if result.groups or not named <= set(compared.measures):
        return None
    way = 1 if compared.names == result.algorithms else -1
    cells = frozenset(
        cell
        for cell in product((-1, 0, 1), (-1, 0, 1))
        if _shows(result, dict(zip(compared.measures, (way * x for x in cell), strict=True)))
    )
    shown = "shown" if result.decided else "not shown"
    proof = f"the claim, {shown} (exact p {wording.p_value(result.p_value)})"
    return QuadrantAnswer(cells, result.decided, False, proof=proof)


def quadrant_of_claim(
    result: ClaimResult, pair: Sequence[str] | None = None, measures: Sequence[str] | None = None
) -> Quadrant:
    """The paired differences of the claim's two algorithms, unless others are named."""
    return quadrant_of(result, shown_of_claim, pair or result.algorithms, measures)


def _shows(result: ClaimResult, side: dict[str, int]) -> bool:
    wins = sum(side[name] == 1 for name in result.better)
    needed = len(result.better) if result.at_least is None else result.at_least
    no_loss = all(side[name] >= 0 for name in result.not_worse)
    return wins >= needed and no_loss and all(side[name] == 0 for name in result.equal)


def posterior_of_claim(result: ClaimResult) -> Simplex:
    """The posterior on every measure of a claim that has a rope, with the sign test's prior."""
    a, b = result.algorithms
    prior = result.prior_strength * np.array(PRIORS["rope"])
    triangles = []
    for row in result.by_measure:
        if row.rope:
            wins = (row.n_better, row.n_equal, row.n_worse)
            probable = dirichlet.probability_largest(np.array(wins, dtype=float) + prior)
            triangles.append(posterior(row.measure, (a, b), wins, prior, probable, shown=False))
    left = len(triangles) - TRIANGLES
    return simplex(
        title=f"{a} against {b}: better, practically equal or worse",
        triangles=triangles[:TRIANGLES],
        notes=["Each measure alone; the claim is tested on its own."],
        more=[f"{wording.plural(left, 'measure')} left out."] if left > 0 else [],
    )


def sequence(result: WatchResult) -> Content:
    """The share of votes for the claim, and what no look has excluded."""
    return _looks(result) if len(result.looks) > 1 else _look(result)


def _looks(result: WatchResult) -> Curves:
    n = tuple(float(look.n) for look in result.looks)
    ends = {
        f"{_sequence(result)}, lower end": [look.share_low for look in result.looks],
        "its upper end": [look.share_high for look in result.looks],
    }
    level = (result.threshold, result.threshold)
    shares = tuple(look.share or 0.0 for look in result.looks)
    return Curves(
        title=words_of(result).title("looks"),
        alt=f"Share of votes for the claim, look by look. {result.verdict}",
        notes=_notes(result),
        across=Axis("data sets looked at"),
        up=Axis("share of votes for the claim (more often →)", range=(0, 1)),
        curves=(
            Curve(more_than(result.threshold), "", "reference", (n[0], n[-1]), level),
            Curve("share so far", "claim", "right", n, shares),
            *(Curve(label, "claim", "wrong", n, tuple(y)) for label, y in ends.items()),
        ),
    )


def _look(result: WatchResult) -> FigureRows:
    """The first look is an interval; lines need two."""
    look = result.looks[0]
    votes, ends = (look.yes, look.no), (look.share_low, look.share_high)
    return FigureRows(
        title=words_of(result).title("looks"),
        alt=f"A point with an interval: share of votes for the claim. {result.verdict}",
        notes=_notes(result),
        rows=(_share(result, result.claim, votes, ends, strong=look.decided),),
        scale=Scale(
            0,
            1,
            f"share of votes ({_sequence(result)}; more often →)",
            result.threshold,
            more_than(result.threshold),
        ),
    )


def _notes(result: WatchResult) -> tuple[str, ...]:
    return (f"The claim: {result.claim}.", "The interval holds jointly at all looks.")


def _sequence(result: WatchResult) -> str:
    return f"{100 * result.level:g} % confidence sequence"
