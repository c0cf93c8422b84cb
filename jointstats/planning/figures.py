"""Figures of studies: ROC, and the chance of a right decision."""

from __future__ import annotations

from functools import partial

from jointstats.base.facts import words_of
from jointstats.drawing.content import Axis, Curve, Figures
from jointstats.drawing.figure_curves import Curves
from jointstats.planning.plan import PlanResult
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


def of_roc(result: RocResult) -> Figures:
    """The curve."""
    return {"roc": partial(roc, result)}


def of_plan(result: PlanResult) -> Figures:
    """The chances."""
    return {"plan": partial(chances, result)}
