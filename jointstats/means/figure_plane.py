"""Normal theory: mean differences in rows; contours on two measures, and learned measures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from jointstats.base import wording
from jointstats.base.worded import words_of
from jointstats.drawing import content
from jointstats.drawing.content import Axis, Content, Curve, Row, Rows
from jointstats.drawing.figure_quadrant import the_two
from jointstats.drawing.pieces import interval, level
from jointstats.means.kernel_region import ellipse
from jointstats.means.learned import LearnedMeasure, LearnedResult
from jointstats.means.means_results import HotellingResult, MeanTest
from jointstats.single.corrected_t import CorrectedT, CorrectedTResult
from jointstats.single.figure_effects import MOST, balance, ends, round_up

Array = NDArray[np.float64]

HALF, NEARLY_ALL = 1.386294, 5.991465  # squared radii that hold 50 % and 95 % of a plane normal
FEW = 5  # algorithms whose rows and contours can be told apart; of more, the means are drawn
POINTS = 2000  # of a group: more are a blot
TERMS = 3  # of a learned measure's formula


@dataclass(frozen=True)
class Plane(Content):
    """Points, contours and means on two measures.

    With ``named``, the means carry the names of their groups (algorithms); otherwise a legend says
    what is what.
    """

    kind = "plane"
    layout = "means.layout_plane"

    across: Axis = field(default_factory=lambda: Axis(""))
    up: Axis = field(default_factory=lambda: Axis(""))
    curves: tuple[Curve, ...] = ()
    named: bool = False


def estimable(result: HotellingResult) -> list[str]:
    """Measures of the test that no others determine."""
    left_out = {row.measure for row in result.redundant}
    return [name for name in result.measures if name not in left_out]


def plane(result: HotellingResult, measures: Sequence[str] | None = None) -> Plane:
    """Mean difference on two measures: confidence region, normal contours, and the data sets.

    Parameters
    ----------
    result : HotellingResult
    measures : sequence of two str, optional
        Default: the first two.
    """
    asked = estimable(result)[:2] if measures is None else measures
    names = the_two("measure", "measures", asked, list(result.measures))
    at = [list(result.measures).index(name) for name in names]
    centre = np.array(result.region.centre)[at]
    spread = np.array(result.covariance)[np.ix_(at, at)]
    points = np.array(result.differences)[:, at]
    cases = f"{result.cases}s"
    curves = [
        _curve(f"{label} of {cases}, if normal", "contour", ellipse(centre, squared * spread))
        for squared, label in ((HALF, "50 %"), (NEARLY_ALL, "95 %"))
    ]
    curves.append(
        _curve(f"{level(result.level)} region of the mean", "region", result.ellipse(names))
    )
    if len(points) <= POINTS:
        curves.append(_curve(cases, "data", points))
    curves += [
        _curve("mean difference", "mean", centre[None]),
        _curve("no difference", "origin", np.zeros((1, 2))),
    ]
    across, up = (_axis(result, name) for name in names)
    return Plane(
        title=words_of(result).title(),
        alt=f"Two measures with the confidence region of the mean difference. {result.verdict}",
        notes=_points_note(result, len(points)),
        across=across,
        up=up,
        curves=tuple(curves),
    )


def _axis(result: HotellingResult, name: str) -> Axis:
    """An axis on which the first algorithm is better to the right, or upwards."""
    a, b = sides(result)
    return Axis(f"{name}: {a} − {b} ({a} better →)", reverse=result.measures[name] == "min")


def _points_note(result: HotellingResult, n: int) -> tuple[str, ...]:
    if n > POINTS:
        return (f"{n} points are left out.",)
    if result.form != "two-sample":
        return ()
    a, b = sides(result)
    return (f"Points: rows of {a} less the mean of {b}, and the mean of {a} less rows of {b}.",)


def projections(result: LearnedResult) -> Plane:
    """The algorithms on the first two learned measures, each with its mean and 50 % contour."""
    table = result.fitted if result.applied is None else result.applied
    names = [row.measure for row in result.learned[:2]]
    values = np.moveaxis(table.values[:, : len(names)], 2, 0)  # algorithms, rows, measures
    blocked = result.design == "blocked"
    if blocked:  # as when learning: what is common to a data set says nothing of algorithms
        values = values - values.mean(axis=0)
    single = len(names) == 1
    if single:  # one direction: a line for each algorithm
        lines = -np.arange(len(values))[:, None, None]
        values = np.concatenate([values, np.broadcast_to(lines, values.shape)], axis=-1)
    few = len(values) <= FEW
    curves: list[Curve] = []
    for name, points in zip(table.algorithms, values, strict=True):
        if few and len(points) <= POINTS:
            curves.append(_curve(name, "data", points, name))
        if few and not single and table.n > 2:
            outline = ellipse(points.mean(axis=0), HALF * np.cov(points.T))
            curves.append(_curve(name, "contour", outline, name))
        curves.append(_curve(name, "mean", points.mean(axis=0)[None], name))
    notes = ["Deviations from each data set's mean."] if blocked else []
    notes += ["On the rows that taught the measures."] if result.applied is None else []
    shares = ", ".join(f"{row.measure} {wording.percent(row.share)}" for row in result.learned)
    if few and values.shape[1] > POINTS:
        notes.append(f"{values.shape[1]} points of each algorithm are left out.")
    return Plane(
        title=words_of(result).title(),
        alt=f"Algorithms on the first learned measures. Shares of the difference: {shares}.",
        notes=tuple(notes),
        across=Axis(_formula(result.learned[0])),
        up=Axis("", ticks=False) if single else Axis(_formula(result.learned[1])),
        curves=tuple(curves),
        named=True,
    )


def _formula(row: LearnedMeasure) -> str:
    """A learned measure by its largest standardised weights."""
    ranked = sorted(row.standardised.items(), key=lambda pair: -abs(pair[1]))
    text = f"{row.measure} ({wording.percent(row.share)} of the difference) ="
    for i, (name, weight) in enumerate(ranked[:TERMS]):
        sign = "−" if weight < 0 else "+" if i else ""
        text += f" {sign} {abs(weight):.2f}·{name}" if sign else f" {abs(weight):.2f}·{name}"
    return f"{text} + …" if len(ranked) > TERMS else text


def _curve(label: str, role: str, points: Array, group: str = "") -> Curve:
    return Curve(label, group, role, tuple(points[:, 0].tolist()), tuple(points[:, 1].tolist()))


def sides(result: HotellingResult) -> tuple[str, str]:
    """The first algorithm, and the second or the hypothesis."""
    first = result.tests[0]
    return first.a, first.b if first.b is not None else "hypothesis"


def differences(result: HotellingResult) -> Rows:
    """Mean differences in standard deviations, with simultaneous intervals."""
    deviations = dict(zip(result.measures, np.sqrt(np.diagonal(result.covariance)), strict=True))
    a, b = sides(result)
    rows = []
    for row in result.tests:
        name, deviation = row.measure, float(deviations[row.measure])
        if deviation == 0:
            continue
        way = 1.0 if result.measures[name] == "max" else -1.0
        low, high = sorted(way * end / deviation for end in (row.low, row.high))
        rows.append(
            Row(
                label=wording.measure(name, result.measures[name]),
                note="",
                value=way * row.mean_difference / deviation,
                low=low,
                high=high,
                shown=_interval(row),
                strong=row.winner is not None,
            )
        )
    reach = max([1.0, *(abs(end) for row in rows for end in (row.low, row.high) if end)])
    return Rows(
        title=words_of(result).title(),
        alt=f"Mean differences with simultaneous intervals. {result.verdict}",
        notes=(
            f"Numbers: mean differences {a} − {b}; their intervals hold jointly.",
            "Filled: shown alone; hollow: not.",
        ),
        rows=tuple(rows),
        unit="measure",
        scale=balance(
            np.ceil(reach * 2) / 2, "mean difference, in standard deviations of the differences",
            (b, a),
        ),
    )  # fmt: skip


def corrected_differences(result: CorrectedTResult) -> Rows:
    """Mean difference of every pair over the folds; of many, the ones that differ most."""
    known = [(row, row.t) for row in result.tests if row.t is not None]
    shown = known
    if len(known) > MOST:
        shown = sorted(known, key=lambda pair: -abs(pair[1]))[:MOST]
    single = len(result.tests) == 1
    way = 1.0 if result.measures[result.measure] == "max" else -1.0
    adjusted = "" if result.p_adjust == "none" or single else f"{result.p_adjust}-adjusted "
    rows = []
    for row, _ in shown:
        low, high = sorted((way * row.low, way * row.high))
        rows.append(
            Row(
                label=f"{row.a} against {row.b}",
                note=f"{adjusted}p {wording.p_value(_p(row.p_adjusted))}",
                value=way * row.mean_difference,
                low=low,
                high=high,
                shown=_interval(row, way),
                strong=row.winner is not None,
            )
        )
    reach = max([abs(end) for row in rows for end in (row.low, row.high) if end], default=1.0)
    percent = level(result.level)
    notes = [
        f"Intervals of {percent}, of each pair alone, by the corrected t test. Filled: shown; "
        "hollow: not."
    ]
    return Rows(
        title=words_of(result).title(),
        alt=f"Points with {percent} intervals: mean differences over the folds. {result.verdict}",
        notes=tuple(notes),
        rows=tuple(rows),
        more=len(known) - len(shown),
        unit="pair",
        scale=balance(
            round_up(reach),
            f"mean difference of "
            f"{content.better(result.measure, result.measures[result.measure])}; "
            "positive: the first is better",
            ends(result.tests),
        ),
    )


def _p(p: float | None) -> float:
    """A p-value of a row that was tested."""
    return math.nan if p is None else p


def _interval(row: MeanTest | CorrectedT, way: float = 1.0) -> str:
    """Mean difference with its interval; with `way` -1 from the other side."""
    low, high = sorted((way * row.low, way * row.high))
    return interval(way * row.mean_difference, low, high, "").replace("-", "−")
