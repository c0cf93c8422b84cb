"""Curves of studies: ROC curves of the tests, and the chance of a right decision by size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jointstats.labelled.studies.plan import PlanResult
from jointstats.labelled.studies.simulate import RocResult
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    SMALL,
    TEXT,
    VERMILION,
    Drawing,
    set_title,
    size_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDE = 4.0  # inches
STYLES = {  # colour and dashes: either is enough
    "glrt": (ORANGE, (0, (1, 1))),
    "bayes": (BLUE, "-"),
    "network": (VERMILION, (0, (5, 2))),
    "network_average": (BLACK, (0, (5, 2, 1, 2))),
}
NAMES = {
    "glrt": "likelihood-ratio test",
    "bayes": "Bayesian test",
    "network": "network, best graph",
    "network_average": "network, averaged",
}


def roc(result: RocResult) -> Drawing:
    """ROC curve of each test, its area in the legend; the diagonal is chance."""

    def paint(ax: Axes) -> None:
        ax.plot([0, 1], [0, 1], "-", color="#BBBBBB", lw=1, label="chance (0.500)")
        for row in result.areas:
            color, dashes = STYLES[row["test"]]
            rates = result.curves[row["test"]]
            ax.plot(
                rates["false_positive_rate"], rates["true_positive_rate"], color=color, ls=dashes,
                lw=1.8, label=f"{NAMES[row['test']]} ({row['area']:.3f})",
            )  # fmt: skip
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1)
        _furnish(
            ax, title, "false positive rate (← lower is better)",
            "true positive rate (higher is better →)",
        )  # fmt: skip

    title = "Who tells a lead from a tie? ROC curves (area)"
    areas = ", ".join(f"{NAMES[row['test']]} {row['area']:.3f}" for row in result.areas)
    alt = f"ROC curves. Areas: {areas}; chance is 0.5."
    return Drawing(SIDE, SIDE, paint, title, alt, below=1.15, left=0.6)


def plan(result: PlanResult) -> Drawing:
    """Chance of a right decision (thick) and of a wrong one (thin) by number of data sets."""
    tests = list(dict.fromkeys(row["test"] for row in result.chances))

    def paint(ax: Axes) -> None:
        ax.axhline(result.wanted, color=GREY, lw=0.8, label=f"wanted: {result.wanted:g}")
        for test in tests:
            chosen = [row for row in result.chances if row["test"] == test]
            color, dashes = STYLES[test]
            n = [row["n"] for row in chosen]
            ax.plot(
                n, [row["right"] for row in chosen], color=color, ls=dashes, lw=2, marker="o",
                ms=3, label=f"{NAMES[test]}: right",
            )  # fmt: skip
            ax.plot(
                n, [row["wrong"] for row in chosen], color=color, ls=dashes, lw=0.8,
                label=f"{NAMES[test]}: wrong",
            )  # fmt: skip
        ax.set_ylim(0, 1)
        _furnish(ax, title, "data sets", "chance of the decision (right: higher is better →)")

    title = "How many data sets?"
    lines = 1 + 2 * len(tests)
    below = 0.65 + 0.17 * (-(-lines // 2))
    return Drawing(SIDE * 1.3, SIDE * 0.8, paint, title, result.verdict, below=below, left=0.6)


def _furnish(ax: Axes, title: str, across: str, up: str) -> None:
    scale = min(1.0, size_of(ax)[0] / SIDE)
    ax.set_xlabel(across, fontsize=TEXT * scale)
    ax.set_ylabel(up, fontsize=TEXT * scale)
    ax.tick_params(labelsize=SMALL * scale)
    set_title(ax, title, scale)
    ax.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.52 / size_of(ax)[1]), ncols=2, frameon=False,
        fontsize=SMALL * scale, handlelength=3,
    )  # fmt: skip
