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
from jointstats.base.facts import words_of
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.shown import RATIO, in_points
from jointstats.claims.words_pairs import clause
from jointstats.claims.words_several import states
from jointstats.claims.words_sizes import seen_by, size_of
from jointstats.drawing.content import Content, FigureRow, Scale
from jointstats.drawing.differences import Differences
from jointstats.drawing.document import level
from jointstats.drawing.figure_panels import PAIRS, Panel, Panels, PointInterval
from jointstats.drawing.figure_quadrant import Middle
from jointstats.drawing.figure_rows import MOST, FigureRows
from jointstats.drawing.scales import POINTS, Ruler, both_sides, place
from jointstats.evidence.arrays import Array
from jointstats.single.kernel_paired import cliffs_deltas
from jointstats.single.separate import LEVEL
from jointstats.table.results_table import ResultsTable

_LABEL = "median difference"


def has_sizes(result: Comparison) -> bool:
    """Whether the result knows the difference of two on some measure; of more it does."""
    if result.scale is None or result.groups:
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
        sizes = seen_by(row, compared.names[0], measure, ratio)
        places = [place(ruler.unit, size, rope) for size in sizes if size is not None]
        if len(places) < len(sizes):
            return ()
        boxes.append(Middle(*places))
    return tuple(boxes)


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
        return POINTS if in_points(self.table, self.measure) else ""

    def of(self, row: ComparedPair) -> PointInterval:
        """The difference of a pair and its bounds as places, the first one better at the right."""
        value, low, high = (
            None if size is None else place(self.unit, size)
            for size in seen_by(row, row.names[0], self.measure, self.unit == RATIO)
        )
        shown = any(self.measure in each for each in (row.better_a, row.better_b, row.equal))
        return value, low, high, shown

    def ruler(self, effects: Sequence[PointInterval]) -> Ruler:
        """As far as the points and bounds; a rope is no factor."""
        ends = [end for effect in effects for end in effect[:3] if end]
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
    known = [sizes for sizes in measures if _known(pair, sizes.measure)]
    rows = tuple(_row(pair, sizes) for sizes in known[:MOST])
    return FigureRows(
        title=words_of(result).title("effects"),
        alt=f"Points with bounds: the median difference on each measure. {clause(pair)}.",
        notes=(
            f"{_bounds(result)} Counts: data sets on which {first} is better, and {second}. "
            f"{_filled(result)}",
        ),
        rows=rows,
        scale=Scale(-1, 1, _LABEL, ticks=(), ends=(second, first)),
        more=len(known) - len(rows),
        unit="measure",
    )


def _row(pair: ComparedPair, sizes: _Sizes) -> FigureRow:
    """A measure: its size in words, and its counts, delta and p."""
    (first, second), measure, effect = pair.names, sizes.measure, sizes.of(pair)
    value, low, high, strong = effect
    unknown = f", {pair.unknown[measure]} unknown" if pair.unknown[measure] else ""
    p = wording.p_value(min(pair.p_a[measure], pair.p_b[measure]))
    delta = f"delta {sizes.delta(first, second):+.2f}".replace("-", "−")
    counts = f"better on {pair.wins(first)[measure]}–{pair.wins(second)[measure]}{unknown}"
    _, size, bounds = size_of(sizes.result, pair, measure)
    return FigureRow(
        label=wording.measure(measure, sizes.result.measures[measure]),
        note=f"{counts}; {delta}; corrected p {p}",
        value=value or 0.0,
        low=low,
        high=high,
        shown=f"{size}{bounds}" or "no difference",
        strong=strong,
        ruler=sizes.ruler([effect]),
    )


def _of_pairs(result: Comparison, measures: Sequence[_Sizes]) -> Panels:
    """The pairs with the strongest evidence, by their difference on the first measure."""

    def on_the_first(row: ComparedPair) -> float:
        value = measures[0].of(row)[0]
        return -math.inf if value is None else value

    rows = sorted(result.strongest[:PAIRS], key=on_the_first, reverse=True)
    cells = [[sizes.of(row) for row in rows] for sizes in measures]
    drawn = zip(measures, cells, strict=True)
    return Panels(
        title=words_of(result).title("effects"),
        alt=f"Points with bounds: median differences. {states(result.pairs)}.",
        notes=(f"Row: first / second algorithm. {_bounds(result)} {_filled(result)}",),
        names=tuple(" / ".join(row.names) for row in rows),
        panels=tuple(
            Panel.of(sizes.measure, result.measures[sizes.measure], sizes.ruler(each), each)
            for sizes, each in drawn
        ),
        label=wording.capital(_LABEL),
        more=len(result.pairs) - len(rows),
    )


def _bounds(result: Comparison) -> str:
    return f"Lines: bounds that hold jointly with {level(1 - result.alpha)} confidence."


def _filled(result: Comparison) -> str:
    ropes = result.data is not None and any(result.data.rope_widths)
    equal = ", or practically equal" if ropes else ""
    shaded = " Shaded: the rope." if ropes else ""
    return f"Filled: shown to be better more often{equal}; hollow: not shown.{shaded}"
