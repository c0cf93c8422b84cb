"""A claim: its share of data sets against the threshold, and what the data sets show."""

from __future__ import annotations

from jointstats.kernels.joint.claim_tests import confidence_interval
from jointstats.labelled import wording
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.words import titles
from jointstats.words.claims import more_than


def claim(result: ClaimResult) -> Rows:
    """The share of votes for the claim and against its opposite, with the votes in numbers."""
    rows = [_interval(result, result.claim, result.yes, result.no, strong=result.decided)]
    if result.opposite is not None:
        votes = result.yes_against, result.no_against
        rows.append(_interval(result, "more often than its opposite", *votes, strong=False))
    more = more_than(result.threshold)
    sides = "one-sided, for a claim named in advance" if result.one_sided else "two-sided"
    return Rows(
        title=titles.title(result, "claim"),
        alt=f"Points with intervals: share of votes for the claim. {result.verdict}",
        notes=(
            f"{_votes(result)}. {'Filled: shown' if result.decided else 'Hollow: not shown'} "
            f"(exact p {wording.p_value(result.p_value)}, {sides}).",
        ),
        rows=tuple(rows),
        scale=Scale(
            0, 1, f"share of votes ({wording.interval(result.level)}; more often →)",
            result.threshold, more,
        ),
    )  # fmt: skip


def _votes(result: ClaimResult) -> str:
    """The outcomes of the vote: for the claim, against it, neither."""
    neither = f", neither: {result.neither}" if result.neither else ""
    what = wording.capital(wording.voters(result.n_families))
    return f"{what} for the claim: {result.yes}, against it: {result.no}{neither}"


def _interval(result: ClaimResult, label: str, yes: int, no: int, *, strong: bool) -> Row:
    n = yes + no
    low, high = (float(end) for end in confidence_interval(yes, n, result.level))
    share = yes / n if n else (low + high) / 2
    return Row(
        label=label,
        note=f"{yes} of {wording.units(n, result.n_families)}",
        value=share,
        low=low,
        high=high,
        shown=f"{wording.percent(share)} [{words.span(low, high)}]",
        strong=strong,
    )
