"""Figures of the tests of means: differences in rows, pairs, and the plane of two measures.

The plane has points, contours, regions and means, on measures or on learned ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import Area, Sample, Surround, apart, frame_of
from jointstats.drawing.content import Axis, Curve, FigureRow, Figures, test_name
from jointstats.drawing.differences import the_two
from jointstats.drawing.document import between, level, standing_of
from jointstats.drawing.figure_curves import TOP, Curves, CurvesPlot
from jointstats.drawing.figure_rows import FigureRows, balance, mean_shown
from jointstats.drawing.figure_wins import AHEAD, SHOWN, Wins
from jointstats.drawing.frame import Body
from jointstats.drawing.pairs import Pair, first_algorithms, sign_of, stripes_of_tests, wins
from jointstats.drawing.scales import within_reach
from jointstats.drawing.style import COLOUR, LINE, Look
from jointstats.evidence.arrays import Array
from jointstats.means.learned import LearnedMeasure, LearnedResult
from jointstats.means.means_results import HotellingResult, ManovaResult, ellipse

HALF, NEARLY_ALL = 1.386294, 5.991465  # squared radii that hold 50 % and 95 % of a plane normal
FEW = 5  # algorithms whose rows and contours can be told apart; of more, the means are drawn
POINTS = 2000  # of a group: more are a blot
TERMS = 3  # of a learned measure's formula
SIDE = 4.0  # inches of a plane at most
LOWEST = 0.8  # that can be read
MARKS = "osD^v<>PXph*"
DASHES = (":", "--", "-.")


def differences(result: HotellingResult) -> FigureRows:
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
            FigureRow(
                label=wording.measure(name, result.measures[name]),
                note="",
                value=way * row.mean_difference / deviation,
                low=low,
                high=high,
                shown=mean_shown(row),
                strong=row.winner is not None,
            )
        )
    reach = max([1.0, *(abs(end) for row in rows for end in (row.low, row.high) if end)])
    return FigureRows(
        title=words_of(result).title(),
        alt=f"Mean differences with simultaneous intervals. {result.verdict}",
        notes=(
            f"Numbers: mean differences {a} − {b}; their intervals hold jointly.",
            "Filled: shown alone; hollow: not.",
        ),
        rows=tuple(rows),
        unit="measure",
        scale=balance(
            np.ceil(reach * 2) / 2,
            "mean difference, in standard deviations of the differences",
            (b, a),
        ),
    )


def wins_of_means(result: ManovaResult) -> Wins:
    """Hotelling's test of every pair as frame and number, a t test of each measure as stripe."""
    singles = stripes_of_tests(result.singles, list(result.measures))
    first = first_algorithms(standing_of(result.algorithms, result.singles), None)
    drawn = []
    for row in between(result.pairs, frozenset(first)):
        stripes = singles[row.a, row.b]
        signs = [code.lower() for code in stripes if code.isupper()]
        number = "" if row.p_adjusted is None else wording.narrow_p(row.p_adjusted)
        strength = SHOWN if row.decided else AHEAD
        drawn.append(Pair(row.a, row.b, strength, sign_of(signs), stripes, number))
    correction = "" if result.p_adjust == "none" else f", {wording.corrected(result.p_adjust)}"
    note = (
        f"Frame, number: means differ ({test_name('hotelling')}, "
        f"{wording.adjusted_p(result.p_adjust)}). Strong stripe: the measure’s t test shows it"
        f"{correction}."
    )
    return wins(result, drawn, first, notes=[note], won="better where shown")


def sides(result: HotellingResult) -> tuple[str, str]:
    """The first algorithm, and the second or the hypothesis."""
    first = result.tests[0]
    return first.a, first.b if first.b is not None else "hypothesis"


# --- the plane of two measures, or of learned ones -----------------------------------------------


@dataclass(frozen=True)
class Plane(Curves):
    """Points, contours and means on two measures.

    With ``named``, the means carry the names of their groups (algorithms); otherwise a legend says
    what is what.
    """

    kind = "plane"

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
        curves=tuple(curve for curve in curves if curve.x),
    )


def _axis(result: HotellingResult, name: str) -> Axis:
    """An axis on which the first algorithm is better to the right, or upwards."""
    a, b = sides(result)
    return Axis(f"{name}: {a} − {b} ({a} better →)", reverse=result.measures[name] == "min")


def _points_note(result: HotellingResult, n: int) -> tuple[str, ...]:
    if not np.isfinite(result.covariance).all():
        return ("Outlines beyond the largest number are left out.",)
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
    """A curve of those points that a double holds."""
    x, y = within_reach(points[np.isfinite(points).all(axis=1)]).T.tolist()
    return Curve(label, group, role, tuple(x), tuple(y))


def drawing(content: Plane, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Groups with their names next to them; or one cloud of differences, explained by a legend."""
    if content.named:
        return _groups(content, width, room)
    cloud = _Cloud(content, width, room, look)
    return Body(cloud.height, cloud.paint, cloud.width)


def counted(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float, int]]:
    """Points that coincide as one, with their number.

    Examples
    --------
    >>> counted([0, 1, 0], [2, 2, 2])
    [(0, 2, 2), (1, 2, 1)]
    """
    return [(x, y, n) for (x, y), n in Counter(zip(xs, ys, strict=True)).items()]


class _Cloud(CurvesPlot):
    """One cloud of differences over a legend."""

    def __init__(self, content: Plane, width: float, room: float, look: Look) -> None:
        contours = [curve.label for curve in content.curves if curve.role == "contour"]
        self.dashes = dict(zip(contours, DASHES, strict=False))
        super().__init__(content, width, room, look, beside=False)

    def samples(self, look: Look) -> list[Sample]:
        return [Sample(partial(self._sample, curve), curve.label) for curve in self.content.curves]

    def _dash(self, curve: Curve) -> str:
        return self.dashes.get(curve.label, "-")

    def draw(self, canvas: Canvas, area: Area, curve: Curve) -> None:
        look = canvas.look
        xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
        if curve.role == "region":
            corners = list(zip(xs, ys, strict=True))
            canvas.polygon(corners, look.better[1], edge=look.better[0], lw=1.4, zorder=1.5)
        elif curve.role == "contour":
            canvas.path(xs, ys, color=look.quiet, lw=1.1, ls=self._dash(curve))
        elif curve.role == "data":
            for x, y, n in counted(xs, ys):  # as large as they are many
                _point(canvas, x, y, "data", math.sqrt(n))
        else:
            _point(canvas, xs[0], ys[0], curve.role)
        if curve.role == "origin":
            canvas.path([area.left, area.right], ys[:1] * 2, color=look.line, lw=0.6, zorder=1)
            canvas.path(xs[:1] * 2, [area.top, area.bottom], color=look.line, lw=0.6, zorder=1)

    def _sample(
        self, curve: Curve, canvas: Canvas, x: float, y: float, wide: float, high: float
    ) -> None:
        look, middle = canvas.look, y + high / 2
        if curve.role == "region":
            canvas.box(x, y, wide, high, look.better[1], edge=look.better[0])
        elif curve.role == "contour":
            dash = self._dash(curve)
            canvas.path([x, x + wide], [middle, middle], color=look.quiet, lw=1.1, ls=dash)
        else:
            _point(canvas, x + wide / 2, middle, curve.role)


def _point(canvas: Canvas, x: float, y: float, role: str, times: float = 1.0) -> None:
    look = canvas.look
    if role == "data":
        canvas.dot(x, y, 3 * times, color=look.ink, edge=look.paper, lw=0.3)
    elif role == "mean":
        canvas.dot(x, y, 6, color=look.better[0], zorder=3.1)
    else:
        for up in (-1, 1):
            ends = [x - 0.055, x + 0.055], [y + 0.055 * up, y - 0.055 * up]
            canvas.path(*ends, color=look.worse[0], lw=2, zorder=3.2)


def _groups(content: Plane, width: float, room: float) -> Body:
    """The names at the right, in the order of their means, a line to each."""
    means = [curve for curve in content.curves if curve.role == "mean"]
    groups = [curve.group for curve in means]
    names, size = style.named(groups, 0.3 * width)
    column = style.widest_of(names, size) + 0.3
    most = min(1.4 * SIDE, width - column - 0.5)
    round_ = Surround.of(content.across, content.up, most + column, SIDE)
    wide = max(min(most, width - column - round_.left - 0.1), 0.4)
    natural = min(SIDE, wide) if content.up.ticks else 0.5 + 0.25 * len(names)
    step = size * LINE / 72
    natural = max(natural, min(len(names) * step, SIDE))
    high = max(min(natural, room - round_.below - TOP), LOWEST)
    round_ = Surround.of(content.across, content.up, wide + column, high)
    wide = min(wide, max(width - column - round_.left, 0.4))
    size = max(style.LEAST, min(size, size * high / (len(names) * step)))
    n_named = min(len(names), max(1, int(high / (size * LINE / 72))))

    def paint(canvas: Canvas) -> None:
        area = content.area(round_.left, TOP, wide, high)
        frame_of(canvas, area)
        for curve in content.curves:
            _member(canvas, area, curve, groups.index(curve.group))
        places = [(area.x(mean.x[0]), area.y(mean.y[0])) for mean in means]
        _name(canvas, places, names, size, round_.left + wide, high, n_named)
        round_.paint(canvas, area)

    gone = style.left_out(len(names), n_named, "name")
    return Body(
        high + TOP + round_.below, paint, min(wide + column + round_.left + 0.1, width), gone
    )


def _member(canvas: Canvas, area: Area, curve: Curve, i: int) -> None:
    look = canvas.look
    color, shape = look.series[i % len(look.series)], MARKS[i % len(MARKS)]
    xs, ys = [area.x(x) for x in curve.x], [area.y(y) for y in curve.y]
    if curve.role == "contour":
        canvas.path(xs, ys, color=color)
        return
    for x, y in zip(xs, ys, strict=True):
        if curve.role == "data":
            canvas.dot(x, y, 3, shape=shape, color=style.mixed(look.paper, color, 0.4), zorder=1.5)
        else:
            canvas.dot(x, y, 7, shape=shape, color=color, edge=look.ink, zorder=4)


def _name(
    canvas: Canvas,
    means: list[tuple[float, float]],
    names: list[str],
    size: float,
    edge: float,
    high: float,
    n_named: int,
) -> None:
    """Lines from the means (inches) to their names right of `edge`, in the order of the means."""
    step = size * LINE / 72
    order = sorted(range(len(means)), key=lambda i: means[i][1])[:n_named]
    spread = apart([means[i][1] for i in order], step, step / 2, max(high - step / 2, step / 2))
    for i, y in zip(order, spread, strict=True):
        canvas.path([means[i][0], edge + 0.14], [means[i][1], y], color=canvas.look.line, lw=0.5)
        canvas.text(edge + 0.18, y, names[i], size)


# --- which figures there are ---------------------------------------------------------------------


def of_hotelling(result: HotellingResult) -> Figures:
    """Differences, and the plane of two measures: first, if there are no others."""
    figures: Figures = {"effects": partial(differences, result)}
    if len(estimable(result)) < 2:
        return figures
    two: Figures = {"plane": partial(plane, result)}
    return two | figures if len(result.measures) == 2 else figures | two


def of_manova(result: ManovaResult) -> Figures:
    """All pairs."""
    return {"wins": partial(wins_of_means, result)}


def of_learned(result: LearnedResult) -> Figures:
    """The plane of the first two learned measures."""
    return {"plane": partial(projections, result)}
