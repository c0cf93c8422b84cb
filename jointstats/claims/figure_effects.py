"""Sizes of differences: the median of each pair on each measure, with its joint bounds.

Of two algorithms a row for each measure, with Cliff's delta as a number; of more a panel for each
measure and a row for each pair. Every measure has its own unit, and better is always right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jointstats.base import wording
from jointstats.base.presenters import words_of
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.shown import RATIO
from jointstats.claims.words import states
from jointstats.claims.words_pairs import clause
from jointstats.claims.words_sizes import size_of
from jointstats.drawing.content import Content, FigureRow, Scale, sense
from jointstats.drawing.differences import Differences
from jointstats.drawing.document import level
from jointstats.drawing.figure_panels import Panel, Panels
from jointstats.drawing.figure_quadrant import Middle
from jointstats.drawing.figure_rows import FigureRows
from jointstats.drawing.scales import POINTS, Ruler, both_sides, place
from jointstats.evidence.arrays import Array
from jointstats.evidence.order_statistics import is_share
from jointstats.single.kernel_paired import cliffs_deltas
from jointstats.single.separate import LEVEL
from jointstats.table.results_table import ResultsTable

PAIRS = 21  # rows of a panel: all pairs of seven algorithms
ROWS = 12  # measures of two algorithms
_LABEL = "median difference"


def has_sizes(result: Comparison) -> bool:
    """Whether the result knows the difference of some pair on some measure."""
    if result.data is None or result.scale is None or result.groups:
        return False
    return len(result.pairs) > 1 or any(_known(result.pairs[0], name) for name in result.measures)


def _known(row: ComparedPair, measure: str) -> bool:
    return row.median is not None and row.median[measure] is not None


def effects(result: Comparison, table: ResultsTable) -> Content:
    """The median differences of all pairs with their bounds; of many, the best established."""
    measures = [_Sizes(result, table, name) for name in result.measures]
    if len(result.pairs) == 1:
        return _of_measures(result, measures)
    return _of_pairs(result, measures)


def _seen_by(
    row: ComparedPair, name: str, measure: str, *, ratio: bool
) -> tuple[float | None, float | None, float | None]:
    """Median, low and high bound of one of a pair over the other."""
    median, low, high = (
        None if sizes is None else sizes[measure] for sizes in (row.median, row.low, row.high)
    )
    if name == row.a:
        return median, low, high
    return _turned(median, ratio), _turned(high, ratio), _turned(low, ratio)


def _turned(size: float | None, ratio: bool) -> float | None:
    if size is None:
        return None
    return 1 / size if ratio else 0.0 - size


def middles(result: Comparison, row: ComparedPair, compared: Differences) -> tuple[Middle, ...]:
    """The median differences of a pair on two measures with their bounds, where both exist.

    There are none where a quadrant lays out as differences what is a ratio here, or vice versa.
    """
    boxes: list[Middle] = []
    for measure, ruler, rope in zip(
        compared.measures, compared.rulers, compared.ropes, strict=True
    ):
        ratio = ruler.unit == RATIO
        if result.scale is None or (result.scale[measure] == RATIO) != ratio:
            return ()
        sizes = _seen_by(row, compared.names[0], measure, ratio=ratio)
        places = [place(ruler.unit, size, rope) for size in sizes if size is not None]
        if len(places) < len(sizes):
            return ()
        boxes.append(Middle(*places))
    return tuple(boxes)


@dataclass(frozen=True)
class _Effect:
    """A median difference and its bounds as places, the first of the pair better at the right."""

    value: float | None
    low: float | None
    high: float | None
    shown: bool


@dataclass(frozen=True)
class _Sizes:
    """The differences of a comparison on one measure, in the unit in which they are worded."""

    result: Comparison
    table: ResultsTable
    measure: str

    @cached_property
    def values(self) -> Array:
        """All results on the measure, data sets × algorithms."""
        return self.table.known()[:, list(self.table.measures).index(self.measure)]

    @cached_property
    def unit(self) -> str:
        """Factors, percentage points, or the measure's own unit."""
        if self.result.scale is not None and self.result.scale[self.measure] == RATIO:
            return RATIO
        way = self.table.measures[self.measure]
        return POINTS if way == "max" and is_share(self.values) else ""

    def of(self, row: ComparedPair) -> _Effect:
        """The difference of a pair."""
        value, low, high = (
            None if size is None else place(self.unit, size)
            for size in _seen_by(row, row.names[0], self.measure, ratio=self.unit == RATIO)
        )
        shown = any(self.measure in each for each in (row.better_a, row.better_b, row.equal))
        return _Effect(value, low, high, shown)

    def ruler(self, effects: Sequence[_Effect]) -> Ruler:
        """As far as the points and bounds; a rope is no factor."""
        ends = [end for effect in effects for end in (effect.value, effect.low, effect.high) if end]
        rope = 0.0 if self.unit == RATIO else place(self.unit, self.table.rope[self.measure])
        return both_sides(self.unit, max(map(abs, ends), default=0.0), rope=rope)

    def delta(self, first: str, second: str) -> float:
        """Cliff's delta of two algorithms on the data sets that both have."""
        both = self.values[:, [self.table.algorithms.index(name) for name in (first, second)]]
        x, y = both[~np.isnan(both).any(axis=1)].T
        return float(cliffs_deltas([x], [y], LEVEL)[0][0])


def _of_measures(result: Comparison, measures: Sequence[_Sizes]) -> FigureRows:
    """The only pair, a row for each measure."""
    (pair,) = result.pairs
    first, second = pair.names
    rows = [_row(pair, sizes) for sizes in measures if _known(pair, sizes.measure)]
    return FigureRows(
        title=words_of(result).title("effects"),
        alt=f"Points with bounds: the median difference on each measure. {clause(pair)}.",
        notes=(
            f"{_bounds(result)} Counts: data sets on which {first} is better, and {second}. "
            f"{_filled(result)}",
        ),
        rows=tuple(rows[:ROWS]),
        scale=Scale(-1, 1, _LABEL, ticks=(), ends=(second, first), zero=True),
        more=max(len(rows) - ROWS, 0),
        unit="measure",
    )


def _row(pair: ComparedPair, sizes: _Sizes) -> FigureRow:
    """A measure: its size in words, and its counts, delta and p."""
    (first, second), measure, effect = pair.names, sizes.measure, sizes.of(pair)
    unknown = f", {pair.unknown[measure]} unknown" if pair.unknown[measure] else ""
    p = wording.p_value(min(pair.p_a[measure], pair.p_b[measure]))
    delta = f"delta {sizes.delta(first, second):+.2f}".replace("-", "−")
    counts = f"better on {pair.wins(first)[measure]}–{pair.wins(second)[measure]}{unknown}"
    _, size, bounds = size_of(sizes.result, pair, measure)
    return FigureRow(
        label=wording.measure(measure, sizes.result.measures[measure]),
        note=f"{counts}; {delta}; corrected p {p}",
        value=effect.value or 0.0,
        low=effect.low,
        high=effect.high,
        shown=f"{size}{bounds}" or "no difference",
        strong=effect.shown,
        ruler=sizes.ruler([effect]),
    )


def _of_pairs(result: Comparison, measures: Sequence[_Sizes]) -> Panels:
    """The pairs with the strongest evidence, by their difference on the first measure."""

    def on_the_first(row: ComparedPair) -> float:
        value = measures[0].of(row).value
        return -math.inf if value is None else value

    rows = sorted(result.strongest[:PAIRS], key=on_the_first, reverse=True)
    return Panels(
        title=words_of(result).title("effects"),
        alt=f"Points with bounds: median differences. {states(result.pairs)}.",
        notes=(f"Row: first / second algorithm. {_bounds(result)} {_filled(result)}",),
        names=tuple(" / ".join(row.names) for row in rows),
        panels=tuple(_panel(sizes, rows) for sizes in measures),
        label=wording.capital(_LABEL),
        more=len(result.pairs) - len(rows),
    )


def _panel(sizes: _Sizes, rows: Sequence[ComparedPair]) -> Panel:
    effects = [sizes.of(row) for row in rows]
    return Panel(
        measure=sizes.measure,
        direction=f"{sense(sizes.result.measures[sizes.measure])} is better",
        ruler=sizes.ruler(effects),
        value=tuple(effect.value for effect in effects),
        low=tuple(effect.low for effect in effects),
        high=tuple(effect.high for effect in effects),
        strong=tuple(effect.shown for effect in effects),
    )


def _bounds(result: Comparison) -> str:
    return f"Lines: bounds that hold jointly with {level(1 - result.alpha)} confidence."


def _filled(result: Comparison) -> str:
    ropes = result.data is not None and any(result.data.rope_widths)
    equal = ", or practically equal" if ropes else ""
    shaded = " Shaded: the rope." if ropes else ""
    return f"Filled: shown to be better more often{equal}; hollow: not shown.{shaded}"
