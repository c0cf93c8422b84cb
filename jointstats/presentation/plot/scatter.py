"""Normal theory as pictures: mean differences with contours, and learned measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.normal.confidence_region import ellipse
from jointstats.labelled import wording
from jointstats.labelled.normal.hotelling import HotellingResult
from jointstats.labelled.normal.learned import LearnedResult
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.plot import rows
from jointstats.presentation.plot.ranking import apart
from jointstats.presentation.plot.rows import Row, Scale
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    LINE,
    ORANGE,
    PALE_BLUE,
    PURPLE,
    SKY,
    SMALL,
    TEXT,
    VERMILION,
    Drawing,
    better,
    distinct,
    set_title,
    shortened,
    size_of,
    text_width,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = NDArray[np.float64]

SIDE = 4.4  # inches
HALF, MOST = 1.386294, 5.991465  # squared radii that hold 50 % and 95 % of a plane normal
FEW = 5  # algorithms whose rows and contours can be told apart; of more, the means are drawn
MARKS = "osD^v<>PXph*"
COLORS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, BLACK)


def differences(result: HotellingResult) -> Drawing:
    """Two measures: their plane. Otherwise: mean differences in standard deviations."""
    if len(result.measures) == 2 and not result.redundant:
        return plane(result)
    deviations = np.sqrt(np.diag(np.array(result.covariance)))
    a, b = result.tests[0]["a"], result.tests[0]["b"]
    lines, reach = [], 1.0
    for row, deviation in zip(result.tests, deviations, strict=False):
        if row["low"] is None or deviation == 0:
            continue
        sign = 1.0 if result.measures[row["measure"]] == "max" else -1.0
        ends = sorted(sign * row[key] / deviation for key in ("low", "high"))
        reach = max(reach, *map(abs, ends))
        lines.append(
            Row(
                label=better(row["measure"], result.measures[row["measure"]]),
                note=f"mean difference {wording.significant(row['mean_difference'])} "
                f"[{wording.significant(row['low'])}, {wording.significant(row['high'])}]",
                value=sign * row["mean_difference"] / deviation,
                low=ends[0],
                high=ends[1],
                strong=row["winner"] is not None,
            )
        )
    limit = float(np.ceil(reach * 2) / 2)
    return rows.drawing(
        lines,
        Scale(
            -limit, limit, "mean difference, in standard deviations of the differences",
            ticks=tuple(np.linspace(-limit, limit, 5)), ends=(b, a), zero=True,
        ),
        _title(result),
        f"Mean differences with simultaneous intervals. {result.verdict}",
        bars=False,
        footnote=f"Mean differences are {a} − {b}; their intervals hold for all measures at once. "
        "Filled: decided alone; hollow: not.",
    )  # fmt: skip


def plane(
    result: HotellingResult,
    measures: tuple[str, str] | None = None,
    table: ResultsTable | None = None,
) -> Drawing:
    """Mean difference on two measures: confidence region, normal contours, and the data sets.

    Parameters
    ----------
    result : HotellingResult
    measures : tuple of two str, optional
        Default: the first two.
    table : ResultsTable, optional
        The tested table; its data sets are drawn as points.
    """
    names = list(result.measures)[:2] if measures is None else list(measures)
    at = [list(result.measures).index(name) for name in names]
    centre = np.array(result.region["centre"])[at]
    spread = np.array(result.covariance)[np.ix_(at, at)]
    points = None if table is None else _points(result, table, names)

    def paint(ax: Axes) -> None:
        scale = min(1.0, min(size_of(ax)) / SIDE)
        for squared, style, label in ((HALF, ":", "50 %"), (MOST, "--", "95 %")):
            line = ellipse(centre, squared * spread)
            ax.plot(*line.T, style, color=GREY, lw=1.2, label=f"{label} of data sets, if normal")
        region = result.ellipse(names)
        level = f"{100 * result.region['level']:g} % region of the mean"
        ax.fill(*region.T, facecolor=PALE_BLUE, edgecolor=BLUE, lw=1.5, label=level)
        if points is not None:
            ax.plot(*points.T, ".", color=BLACK, ms=4, label="data sets")
        ax.plot(*centre, "o", color=BLUE, ms=6, label="mean difference")
        ax.plot([0], [0], "x", color=VERMILION, ms=9, mew=2, label="no difference")
        ax.axhline(0, color=GREY, lw=0.6, zorder=0)
        ax.axvline(0, color=GREY, lw=0.6, zorder=0)
        ax.margins(0.06)
        for axis, name in zip("xy", names, strict=True):
            _axis(ax, axis, name, result, scale)
        set_title(ax, _title(result), scale)
        ax.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False,
            fontsize=SMALL * scale,
        )  # fmt: skip

    return Drawing(
        SIDE, SIDE, paint, _title(result),
        f"Two measures with the confidence region of the mean difference. {result.verdict}",
        below=1.1, left=0.75,
    )  # fmt: skip


def _title(result: HotellingResult) -> str:
    decided = "Decided" if result.decided else "Not decided"
    return f"Do the means differ? {decided} (p {wording.p_value(result.p_value)})"


def _axis(ax: Axes, axis: str, name: str, result: HotellingResult, scale: float) -> None:
    """Turn the axis so that the first algorithm is better to the right, or upwards."""
    a, b = result.tests[0]["a"], result.tests[0]["b"]
    low, high = getattr(ax, f"get_{axis}lim")()
    if result.measures[name] == "min":
        getattr(ax, f"set_{axis}lim")(high, low)
    label = f"{name}: {a} − {b} ({a} better →)"
    if text_width(label, TEXT) > SIDE:
        label = f"{shortened(name, 1.6, TEXT)} ({shortened(a, 1.6, TEXT)} better →)"
    size = TEXT * scale
    getattr(ax, f"set_{axis}label")(label, fontsize=size, parse_math=False)
    getattr(ax, f"{axis}axis").get_major_locator().set_params(nbins=5)
    ax.tick_params(labelsize=SMALL * scale)


def _points(result: HotellingResult, table: ResultsTable, names: list[str]) -> Array:
    a, b = (table.algorithms.index(result.tests[0][side]) for side in "ab")
    at = [list(table.measures).index(name) for name in names]
    found: Array = table.values[:, at, a] - table.values[:, at, b]
    return found


def projections(result: LearnedResult) -> Drawing:
    """The algorithms on the first two learned measures, each with its mean and 50 % contour."""
    table = result.fitted if result.applied is None else result.applied
    names = [row["measure"] for row in result.learned[:2]]
    values = np.moveaxis(table.values[:, : len(names)], 2, 0)  # algorithms, rows, measures
    blocked = result.design == "blocked"
    if blocked:  # as when learning: what is common to a data set says nothing of algorithms
        values = values - values.mean(axis=0)
    if len(names) == 1:  # one direction: a line for each algorithm
        lines = -np.arange(len(values))[:, None, None]
        values = np.concatenate([values, np.broadcast_to(lines, values.shape)], axis=-1)
    few = len(values) <= FEW
    title = "Algorithms on the learned measures"
    notes = ["deviations from each data set's mean"] if blocked else []
    notes += ["on the rows that taught them"] if result.applied is None else []
    title += f" ({'; '.join(notes)})" if notes else ""

    def paint(ax: Axes) -> None:
        scale = min(1.0, size_of(ax)[0] / (SIDE * 1.35), size_of(ax)[1] / height)
        means = values.mean(axis=1)
        for i, points in enumerate(values):
            color, mark = COLORS[i % len(COLORS)], MARKS[i % len(MARKS)]
            if few:
                ax.plot(*points.T, mark, color=color, ms=3, alpha=0.4, mew=0)
            if few and len(names) == 2 and table.n > 2:
                ax.plot(*ellipse(means[i], HALF * np.cov(points.T)).T, "-", color=color, lw=1)
            ax.plot(*means[i], mark, mfc=color, mec=BLACK, ms=8, zorder=4)
        ax.margins(0.08)
        _named(ax, means, table.algorithms, scale)
        for axis, row, room in zip("xy", result.learned, (SIDE * 1.3, SIDE), strict=False):
            label = _formula(row, room)
            getattr(ax, f"set_{axis}label")(label, fontsize=SMALL * scale, parse_math=False)
        if len(names) == 1:
            ax.set_yticks([])
            ax.margins(y=0.15)
        ax.tick_params(labelsize=SMALL * scale)
        set_title(ax, title, scale)

    shares = ", ".join(
        f"{row['measure']} {wording.percent(row['share'])}" for row in result.learned
    )
    height = SIDE if len(names) == 2 else min(SIDE, 0.8 + 0.3 * len(values))
    return Drawing(
        SIDE * 1.35, height, paint, title,
        f"Algorithms on the first learned measures. Shares of the difference: {shares}.",
        below=0.55, left=0.65,
    )  # fmt: skip


def _named(ax: Axes, means: Array, names: tuple[str, ...], scale: float) -> None:
    """Names at the right, in the order of their means from the top, a line to each."""
    size = TEXT * scale
    shown = list(distinct(names, 1.5, TEXT).values())
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    wide, high = size_of(ax)
    room = min(0.5, (max(text_width(name, size) for name in shown) + 0.35 * scale) / wide)
    ax.set_xlim(x0, x0 + (x1 - x0) / (1 - room))
    ax.set_ylim(y0, y1)
    order = np.argsort(-means[:, 1])
    unit = high / (y1 - y0)
    step = size * LINE / 72
    wanted = [(y1 - means[i, 1]) * unit for i in order]
    spread = apart(wanted, step, step / 2, high - step / 2)
    left = x1 + 0.2 * scale / wide * (x1 - x0) / (1 - room)
    for i, place in zip(order, spread, strict=True):
        y = y1 - place / unit
        ax.plot([means[i, 0], left], [means[i, 1], y], "-", color=GREY, lw=0.6, zorder=1)
        write(ax, left, y, f" {shown[i]}", size, va="center", ha="left")


def _formula(row: dict[str, Any], width: float) -> str:
    """A learned measure by its largest standardised weights."""
    ranked = sorted(row["standardised"].items(), key=lambda item: -abs(item[1]))
    text = f"{row['measure']} ({wording.percent(row['share'])} of the difference) ="
    for i, (name, weight) in enumerate(ranked):
        sign = "−" if weight < 0 else "+" if i else ""
        longer = f"{text} {sign} {abs(weight):.2f}·{shortened(name, 1.2, SMALL)}".replace(
            "=  ", "= "
        )
        if text_width(longer + " + …", SMALL) > width:
            return f"{text} + …"
        text = longer
    return text
