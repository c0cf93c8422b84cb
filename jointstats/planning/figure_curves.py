"""Curves of studies and looks: ROC, the chance of a right decision, a claim look by look."""

from __future__ import annotations

from jointstats.base import wording
from jointstats.base.phrases import more_than
from jointstats.base.worded import words_of
from jointstats.claims.watch_result import WatchResult
from jointstats.drawing.content import Axis, Content, Curve, Curves, Row, Rows, Scale
from jointstats.planning.plan_result import PlanResult
from jointstats.planning.simulate import RocResult

NAMES = {
    "glrt": "likelihood-ratio test",
    "bayes": "Bayesian test",
    "network": "network, best graph",
    "network_average": "network, averaged",
    "claim": "claim test",
}


def roc(result: RocResult) -> Curves:
    """ROC curve of each test, its area in the legend; the diagonal is chance."""
    curves = [Curve("chance (0.500)", "", "reference", (0.0, 1.0), (0.0, 1.0))]
    for row in result.areas:
        rates = result.curves[row.test]
        across, up = (
            tuple(map(float, rates[key])) for key in ("false_positive_rate", "true_positive_rate")
        )
        label = f"{NAMES[row.test]} ({row.area:.3f})"
        curves.append(Curve(label, row.test, "right", across, up))
    areas = ", ".join(f"{NAMES[row.test]} {row.area:.3f}" for row in result.areas)
    return Curves(
        title=words_of(result).title(),
        alt=f"ROC curves. Areas: {areas}; chance is 0.5.",
        across=Axis("false positive rate (← lower is better)", range=(0, 1)),
        up=Axis("true positive rate (higher is better →)", range=(0, 1)),
        curves=tuple(curves),
    )


def chances(result: PlanResult) -> Curves:
    """Chance of a right decision (thick) and of a wrong one (thin) by number of data sets."""
    sizes = [row.n for row in result.chances]
    wanted = (result.wanted, result.wanted)
    curves = [
        Curve(f"wanted: {result.wanted:g}", "", "reference", (min(sizes), max(sizes)), wanted)
    ]
    for test in dict.fromkeys(row.test for row in result.chances):
        chosen = [row for row in result.chances if row.test == test]
        n = tuple(row.n for row in chosen)
        for role, y in (
            ("right", tuple(row.right for row in chosen)),
            ("wrong", tuple(row.wrong for row in chosen)),
        ):
            curves.append(Curve(f"{NAMES[test]}: {role}", test, role, n, y))
    return Curves(
        title=words_of(result).title(),
        alt=result.verdict,
        across=Axis("data sets"),
        up=Axis("chance of showing it (right: higher is better →)", range=(0, 1)),
        curves=tuple(curves),
    )


def sequence(result: WatchResult) -> Content:
    """The share of votes for the claim, and what no look has excluded."""
    return _several(result) if len(result.looks) > 1 else _one(result)


def _several(result: WatchResult) -> Curves:
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


def _one(result: WatchResult) -> Rows:
    """The first look is an interval; lines need two."""
    look = result.looks[0]
    more = more_than(result.threshold)
    share = look.share if look.share is not None else (look.share_low + look.share_high) / 2
    note = f"{look.yes} of {wording.units(look.yes + look.no, result.n_families)}"
    low, high = look.share_low, look.share_high
    row = Row.of_share(result.claim, note, share, low, high, strong=look.decided)
    return Rows(
        title=words_of(result).title("looks"),
        alt=f"A point with an interval: share of votes for the claim. {result.verdict}",
        notes=_notes(result),
        rows=(row,),
        scale=Scale(
            0, 1, f"share of votes ({_sequence(result)}; more often →)", result.threshold, more
        ),
    )


def _notes(result: WatchResult) -> tuple[str, ...]:
    return (f"The claim: {result.claim}.", "The interval holds jointly at all looks.")


def _sequence(result: WatchResult) -> str:
    return f"{100 * result.level:g} % confidence sequence"
