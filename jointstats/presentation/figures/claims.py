"""A claim: its share of data sets against the threshold, and what the data sets show."""

from __future__ import annotations

from jointstats.kernels.joint.claim_tests import confidence_interval
from jointstats.labelled import wording
from jointstats.labelled.joint.claim_result import ClaimResult, more_than
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.words import titles


def share(result: ClaimResult) -> Rows:
    """The shares of data sets that show the claim and its opposite, with their intervals."""
    rows = [_interval(result, result.claim, result.count, strong=result.decided)]
    if result.opposite is not None:
        other = result.n_only_opposite + result.n_both
        rows.append(_interval(result, f"The opposite: {result.opposite}", other, strong=False))
    more = more_than(result.threshold)
    sides = "one-sided, for a claim named beforehand" if result.one_sided else "two-sided"
    return Rows(
        title=titles.title(result, "share"),
        alt=f"Points with intervals: share of data sets that show the claim. {result.verdict}",
        notes=(
            f"{'Filled: shown' if result.decided else 'Hollow: not shown'} ({result.exact} p "
            f"{wording.p_value(result.p_value)}, {sides}).",
        ),
        rows=tuple(rows),
        scale=Scale(
            0, 1, f"share of data sets ({wording.interval(result.level)}; more often →)",
            result.threshold, more,
        ),
    )  # fmt: skip


def outcomes(result: ClaimResult) -> Rows:
    """How many data sets show the claim, its opposite, both, or neither."""
    counted = {
        "the claim, and not its opposite": result.n_only,
        "both": result.n_both,
        "neither": result.n_neither,
        "the opposite, and not the claim": result.n_only_opposite,
    }
    if result.opposite is None:
        counted = {"the claim": result.count, "something else": result.n - result.count}
    rows = [
        Row(
            label=wording.capital(what),
            note="",
            value=float(count),
            shown=f"{count} ({wording.percent(count / result.n)})",
            strong=what.startswith("the claim"),
        )
        for what, count in counted.items()
        if count or what != "both"
    ]
    top = max(counted.values())
    return Rows(
        title=titles.title(result, "outcomes"),
        alt=f"Bars: number of data sets that show the claim, or not. {result.verdict}",
        notes=(f"The claim: {result.claim}.",),
        rows=tuple(rows),
        scale=Scale(
            0, top * 1.05, f"data sets, of {result.n}",
            ticks=tuple(range(0, top + 1, max(1, top // 6))),
        ),
        bars=True,
    )  # fmt: skip


def _interval(result: ClaimResult, label: str, count: int, *, strong: bool) -> Row:
    low, high = (float(end) for end in confidence_interval(count, result.n, result.level))
    said = f"{wording.percent(count / result.n)} [{words.span(low, high)}]"
    return Row(
        label=label,
        note=wording.seen(count, result.n),
        value=count / result.n,
        low=low,
        high=high,
        shown=said,
        strong=strong,
    )
