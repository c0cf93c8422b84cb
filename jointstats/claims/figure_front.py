"""The Pareto front of two measures: a point and a cross for each algorithm, the front as steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.drawing import scales
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import TICK, Area, marks_width, ticks, titled, words_across, words_up
from jointstats.drawing.content import Content, Record, sense
from jointstats.drawing.differences import two_measures
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import (
    SMALL,
    SMALL_LINE,
    TEXT,
    TEXT_LINE,
    distinct,
    shortened,
    text_width,
)
from jointstats.drawing.themes import COLOUR, Look
from jointstats.evidence.averages import centred_means, is_wide, nondominated, shortfall
from jointstats.table.results_table import ResultsTable

NAMED, MOST = 12, 24  # algorithms with names: those of the front, and the nearest, up to so many
LEVEL = 0.95
MOST_HEIGHT, LEAST_HEIGHT = 3.4, 1.2  # inches, of the points
FRONT, OTHER = 6.0, 4.0  # points
WIDEST_NAME, BOLD = 0.38, 1.12  # of the area's width; how much wider bold letters are
FEW = 20  # algorithms of whom all have crosses
LINE = 0.125  # inches: the height of a name
Box = tuple[float, float, float, float]  # left, top, right, bottom
AROUND = tuple(
    place
    for far in (0.07, 0.2, 0.34, 0.5, 0.7)
    for place in (
        *((dx, dy) for dx in (far, -far) for dy in (-far, far)),
        *((dx, 0.0) for dx in (0.02 + far, -0.02 - far)),
        *((0.0, dy) for dy in (-far - 0.05, far + 0.05)),
    )
)
"""Places tried for a name, in inches from its point: near ones first."""


@dataclass(frozen=True)
class Mean:
    """An algorithm's means of both measures, in places, with their intervals.

    ``front``: no algorithm has better means of both; ``named``: its name is next to it.
    """

    name: str
    x: float
    x_low: float | None
    x_high: float | None
    y: float
    y_low: float | None
    y_high: float | None
    front: bool
    named: bool


@dataclass(frozen=True)
class Front(Content):
    """Means on two measures, those of the front from left to right first."""

    kind = "front"

    across: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    up: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    means: tuple[Mean, ...] = ()

    def records(self) -> Iterator[Record]:
        """A row for each algorithm: its means with their intervals."""
        for mean in self.means:
            row: Record = {"algorithm": mean.name}
            for axis, ruler in (("x", self.across), ("y", self.up)):
                ends = f"{axis}_low", f"{axis}_high"
                row[axis] = _value(getattr(mean, axis), ruler)
                for name, end in zip(ends, ends[:: int(ruler.sign)], strict=True):
                    row[name] = _value(getattr(mean, end), ruler)
            yield row | {"front": mean.front}

    def axes(self) -> Record:
        """The two measures with their units."""
        rulers, way = {"x": self.across, "y": self.up}, ("min", "max")
        names = {
            axis: f"{ruler.measure} ({ruler.unit}), {sense(way[ruler.sign > 0])} is better"
            for axis, ruler in rulers.items()
        }
        return names | {f"{axis}_log": ruler.log for axis, ruler in rulers.items()}


def _value(place: float | None, ruler: Ruler) -> float:
    """A place in the measure's unit."""
    if place is None:
        return math.nan
    return 10 ** (ruler.sign * place) if ruler.log else ruler.sign * place


def possible(table: ResultsTable | None) -> bool:
    """Whether a table has two measures, and data sets on which everybody has results."""
    return table is not None and len(table.measures) > 1 and len(_complete(table)) > 0


def front(result: Any, measures: Sequence[str] | None = None) -> Front:
    """The Pareto front of the means of two measures.

    Parameters
    ----------
    result : Result
        One that keeps its table.
    measures : sequence of two str, optional
        Default: quality and cost; without a cost the first, and the one that agrees least with it.
    """
    return front_of(result.data, measures)


def front_of(table: ResultsTable, measures: Sequence[str] | None = None) -> Front:
    """The same of a table."""
    on = two_measures(table, measures)
    values = _complete(table)
    (x, across), (y, up) = (_means(table, values, name) for name in on)
    points = np.stack([x.mean, y.mean], axis=1)
    first = nondominated(points)
    spread = points.max(axis=0) - points.min(axis=0)
    behind = shortfall(points / np.where(spread > 0, spread, 1.0))
    most = min(max(NAMED, int(first.sum())), MOST)
    named = np.lexsort((np.arange(len(first)), behind, ~first))[:most]
    order = np.lexsort((behind, np.where(first, x.mean, 0.0), ~first))
    means = tuple(
        Mean(table.algorithms[i], *_point(x, i), *_point(y, i), bool(first[i]), bool(i in named))
        for i in order.tolist()
    )
    return Front(
        title=_title(means, on),
        alt=_alt(means, on),
        notes=tuple(_notes(table, len(values), means, (across, up))),
        across=across,
        up=up,
        means=means,
    )


def _complete(table: ResultsTable) -> np.ndarray:
    """Results of the data sets on which no algorithm failed, turned so that higher is better."""
    turned = table.oriented()
    return np.asarray(turned[np.isfinite(turned).all(axis=(1, 2))])


def _means(table: ResultsTable, values: np.ndarray, name: str) -> Any:
    k = list(table.measures).index(name)
    sign = 1.0 if table.measures[name] == "max" else -1.0
    results = scales.within_reach(sign * values[:, k])
    log = is_wide(results)
    places = sign * (np.log10(results) if log else results)
    means = centred_means(places, LEVEL)
    ends = np.concatenate([means.mean, means.low, means.high])
    unit = "geometric mean" if log else "mean"
    return means, scales.ruler_of(name, unit, ends, sign=sign, log=log)


def _point(means: Any, i: int) -> tuple[float, float | None, float | None]:
    """A mean, and its interval if there is one."""
    low, high = (float(x) if np.isfinite(x) else None for x in (means.low[i], means.high[i]))
    return float(means.mean[i]), low, high


def _title(means: tuple[Mean, ...], on: tuple[str, str]) -> str:
    both = f"{on[0]} and {on[1]}"
    names = [mean.name for mean in means if mean.front]
    if len(names) == 1:
        return f"{names[0]} has the best mean of {on[0]} and of {on[1]}"
    if len(names) < 4 and sum(map(len, names)) < 50:
        word = "between" if len(names) == 2 else "among"
        return f"Best means of {both}: a choice {word} {wording.listing(names)}"
    return f"Best means of {both}: a choice among {len(names)} of {len(means)} algorithms"


def _alt(means: tuple[Mean, ...], on: tuple[str, str]) -> str:
    names = wording.some([mean.name for mean in means if mean.front], NAMED)
    return (
        f"Points: mean results of {len(means)} algorithms on {on[0]} (across) and {on[1]} (up). "
        f"On the front, where no other has better means of both: {names}."
    )


def _notes(
    table: ResultsTable, n: int, means: tuple[Mean, ...], rulers: Sequence[Ruler]
) -> list[str]:
    note = "Line: no algorithm has better means of both (not tested)."
    if n > 1:
        note += (
            f" Crosses: {100 * LEVEL:g} % intervals over {n} data sets, less each data set's mean."
        )
    more = [f"geometric means of {ruler.measure}" for ruler in rulers if ruler.unit != "mean"]
    left = table.n + table.n_dropped - n
    if left:
        verb = "is" if left == 1 else "are"
        more.append(f"{wording.plural(left, 'data set')} without all results {verb} left out")
    unnamed = sum(not mean.named for mean in means)
    if unnamed:
        more.append(f"{wording.plural(unnamed, 'algorithm')} without a name")
    return [note, *([f"{wording.capital('; '.join(more))}."] if more else [])]


def drawing(content: Front, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The means with their rulers; names are where nothing else is."""
    left = marks_width(content.up) + TEXT_LINE + 0.04
    wide = width - left - 0.02
    below = TICK + SMALL_LINE + 0.06 + TEXT_LINE
    tall = max(min(0.68 * wide, MOST_HEIGHT, room - below - 0.04), LEAST_HEIGHT)
    area = Area(left, 0.04, wide, tall, content.across, content.up, (0.08, 0.1, 0.08, 0.08))
    names = places_of_names(content.means, area)
    missing = sum(mean.named for mean in content.means) - len(names)
    have = "has" if missing == 1 else "have"
    said = (f"{wording.plural(missing, 'more algorithm')} {have} no room for a name",)

    def paint(canvas: Canvas) -> None:
        _paint(canvas, content, area, names)

    return Body(area.bottom + below, paint, None, said if missing else ())


def _paint(canvas: Canvas, content: Front, area: Area, names: list[PlacedName]) -> None:
    look = canvas.look
    corner = [area.left, area.left, area.right], [area.top, area.bottom, area.bottom]
    canvas.path(*corner, color=look.line, lw=0.8)
    xs, ys = _steps([mean for mean in content.means if mean.front], area)
    canvas.path(xs, ys, color=look.fill("better"), lw=1.4, zorder=3)
    for mean in content.means:
        x, y = area.x(mean.x), area.y(mean.y)
        if mean.front or len(content.means) <= FEW:
            _cross(canvas, mean, area)
        fill = look.fill("better") if mean.front else look.paper
        edge = look.fill("better") if mean.front else look.quiet
        size = FRONT if mean.front else OTHER
        canvas.dot(x, y, size, color=fill, edge=edge, lw=0.9, zorder=5)
    for name in names:
        if name.line:
            canvas.path(*name.line, color=look.line, lw=0.5, zorder=2)
        canvas.text(
            name.left, name.y, name.text, SMALL, zorder=6, bold=name.front, ground=look.paper
        )
    ticks(canvas, area)
    for ruler, length, words in (
        (area.across, area.width, words_across),
        (area.up, area.height, words_up),
    ):
        text = f"{titled(ruler)}, better →"
        if text_width(text, TEXT) > length:
            text = shortened(f"{ruler.measure}, better →", length, TEXT)
        at = area.bottom + TICK + SMALL_LINE + 0.06 if words is words_across else 0.0
        words(canvas, area, at, [("", text, "")])


def _steps(front: Sequence[Mean], area: Area) -> tuple[list[float], list[float]]:
    """The line of steps: what lies under it and left of it is beaten on both."""
    high = [area.y(mean.y) for mean in front]
    xs, ys = [area.left], high[:1]
    for mean, y, next_y in zip(front, high, [*high[1:], area.bottom], strict=True):
        xs += [area.x(mean.x)] * 2
        ys += [y, next_y]
    return xs, ys


def _cross(canvas: Canvas, mean: Mean, area: Area) -> None:
    look = canvas.look
    colour = look.fill("better") if mean.front else look.line
    style: dict[str, Any] = {"color": colour, "lw": 0.7, "zorder": 4}
    if mean.x_low is not None and mean.x_high is not None:
        canvas.path([area.x(mean.x_low), area.x(mean.x_high)], [area.y(mean.y)] * 2, **style)
    if mean.y_low is not None and mean.y_high is not None:
        canvas.path([area.x(mean.x)] * 2, [area.y(mean.y_low), area.y(mean.y_high)], **style)


@dataclass(frozen=True)
class PlacedName:
    """A name with its place, and the line to its point if they are apart."""

    text: str
    left: float
    y: float
    front: bool
    line: tuple[list[float], list[float]] | None = None


def places_of_names(means: Sequence[Mean], area: Area) -> list[PlacedName]:
    """Places at which names meet neither each other nor a point, those of the front first.

    They keep off the front's line, too, where they can; who has no place is left out.
    """
    taken: list[Box] = [
        _around(area.x(item.x), area.y(item.y), (FRONT if item.front else OTHER) / 100)
        for item in means
    ]
    xs, ys = _steps([mean for mean in means if mean.front], area)
    line = [
        (min(a[0], b[0]) - 0.01, min(a[1], b[1]) - 0.01, max(a[0], b[0]), max(a[1], b[1]) + 0.01)
        for a, b in pairwise(zip(xs, ys, strict=True))
    ]
    places = []
    named = sorted((mean for mean in means if mean.named), key=lambda mean: not mean.front)
    short = distinct([mean.name for mean in named], WIDEST_NAME * area.width / BOLD, SMALL)
    for mean in named:
        text = short[mean.name]
        wide = text_width(text, SMALL, bold=mean.front)
        place = _placed(mean, wide, area, [*taken, *line])
        if place is None and mean.front:
            place = _placed(mean, wide, area, taken) or _anywhere(mean, wide, area, taken)
        if place is not None:
            left, y, far = place
            taken.append((left, y - LINE / 2, left + wide, y + LINE / 2))
            x, at = area.x(mean.x), area.y(mean.y)
            near = min(max(x, left), left + wide)
            low = y - math.copysign(LINE / 2, y - at) * (abs(y - at) > 0.01)
            places.append(
                PlacedName(text, left, y, mean.front, ([x, near], [at, low]) if far else None)
            )
    return places


def _placed(
    mean: Mean, wide: float, area: Area, taken: Sequence[Box]
) -> tuple[float, float, bool] | None:
    """Where a name begins, its height, and whether it is far from its point."""
    x, y = area.x(mean.x), area.y(mean.y)
    for dx, dy in AROUND:
        left = x + dx - (wide if dx < 0 else wide / 2 if dx == 0 else 0.0)
        box = (left, y + dy - LINE / 2, left + wide, y + dy + LINE / 2)
        inside = area.left <= box[0] and box[2] <= area.right
        if (
            inside
            and area.top <= box[1]
            and box[3] <= area.bottom
            and not any(_meet(box, other) for other in taken)
        ):
            return left, y + dy, max(abs(dx), abs(dy)) > 0.15
    return None


def _anywhere(
    mean: Mean, wide: float, area: Area, taken: Sequence[Box]
) -> tuple[float, float, bool] | None:
    """The nearest free place of the whole area."""
    x, y = area.x(mean.x), area.y(mean.y)
    free = [
        (math.hypot(max(left - x, x - left - wide, 0.0), at - y), left, at)
        for i in range(max(0, int((area.width - wide) / 0.1)) + 1)
        for k in range(int((area.height - LINE) / (LINE / 2)) + 1)
        for left, at in [(area.left + 0.1 * i, area.top + LINE / 2 * (k + 1))]
        if not any(
            _meet((left, at - LINE / 2, left + wide, at + LINE / 2), other) for other in taken
        )
    ]
    return (*min(free)[1:], True) if free else None


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
