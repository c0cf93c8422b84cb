"""Two algorithms on two measures: their differences on every data set, and what they add up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jointstats.base import options, wording
from jointstats.base.errors import OptionError
from jointstats.base.facts import words_of
from jointstats.base.phrases import comparative, is_cost
from jointstats.drawing import scales
from jointstats.drawing.content import Figures
from jointstats.drawing.figure_quadrant import PALE, SHOWN, Middle, Quadrant, Region, Spot
from jointstats.drawing.scales import POINTS, Ruler
from jointstats.evidence.arrays import Array
from jointstats.evidence.messages import Spelled
from jointstats.evidence.outcomes import pair_outcomes
from jointstats.table.results_table import ResultsTable

Cell = tuple[int, int]  # better (1), equal (0) or worse (−1), across and up
MANY = 400  # data sets; of more, neighbours share a point
GRID = 50  # points that then stand side by side


@dataclass(frozen=True)
class QuadrantAnswer:
    """What a test says of the two: its cells, its confidence and its words.

    Attributes
    ----------
    cells : frozenset of (int, int)
        Results that it names, better on the two measures being 1; empty for none.
    shown : bool
    leading : bool
        Whether the most frequent result is shaded, too, if it is another one.
    proof : str
        The evidence for the cells, in a few words.
    middles : tuple of Middle
        The median differences on the two measures with their bounds; empty if unknown.
    said_of_middles : str
        How sure the bounds are.
    """

    cells: frozenset[Cell] = frozenset()
    shown: bool = False
    leading: bool = True
    proof: str = ""
    middles: tuple[Middle, ...] = ()
    said_of_middles: str = ""


@dataclass(frozen=True)
class Differences:
    """Two algorithms on two measures of a table, data set by data set.

    Attributes
    ----------
    names, measures : tuple of str
        Two each.
    places : ndarray, shape (n, 2)
        Places of the differences on the two rulers; NaN where a result failed.
    sides : ndarray of int, shape (n, 2)
        1 where the first is better, 0 where they are equal, −1 where it is worse.
    directions : tuple of str
    rulers : tuple of Ruler
    ropes : tuple of float
    left_out : int
        Data sets without one of the four results.
    """

    names: tuple[str, str]
    measures: tuple[str, str]
    places: Array
    sides: NDArray[np.int64]
    directions: tuple[str, str]
    rulers: tuple[Ruler, Ruler]
    ropes: tuple[float, float]
    left_out: int

    @property
    def n(self) -> int:
        """Number of data sets."""
        return len(self.sides)

    def count(self, cell: Cell) -> int:
        """Data sets that show one result."""
        return int((self.sides == cell).all(axis=1).sum())

    @property
    def cells(self) -> list[Cell]:
        """All results: four, or more where there is a rope."""
        across, up = ((-1, 0, 1) if rope else (-1, 1) for rope in self.ropes)
        return [(x, y) for y in reversed(up) for x in across]

    @property
    def leading(self) -> Cell | None:
        """The most frequent result, if it is one."""
        counts = sorted(((self.count(cell), cell) for cell in self.cells), reverse=True)
        return counts[0][1] if counts[0][0] > counts[1][0] else None


def differences(
    table: ResultsTable, pair: Sequence[str] | None = None, measures: Sequence[str] | None = None
) -> Differences:
    """The differences of two algorithms of a table on two of its measures.

    Parameters
    ----------
    table : ResultsTable
    pair : sequence of two str, optional
        Default: the first two, the one first that is more often better on the first measure.
    measures : sequence of two str, optional
        Default: quality and cost; without a cost the first, and the one that agrees least with it.
    """
    on = two_measures(table, measures)
    names = the_two("algorithm", "pair", pair or table.algorithms[:2], table.algorithms)
    compared = _between(table, names, on)
    if pair is None and (compared.sides[:, 0].sum(), compared.sides[:, 1].sum()) < (0, 0):
        compared = _between(table, (names[1], names[0]), on)
    return compared


def _between(table: ResultsTable, names: tuple[str, str], measures: tuple[str, str]) -> Differences:
    columns = [list(table.measures).index(name) for name in measures]
    at = [table.algorithms.index(name) for name in names]
    turned = table.known()[:, columns][:, :, at]
    there = ~np.isnan(turned).any(axis=(1, 2))
    turned = turned[there]
    ropes = (table.rope[measures[0]], table.rope[measures[1]])
    sides = 1 - pair_outcomes(turned, ropes, [[0, 1]])[0].astype(np.int64)
    laid = []
    for k, name in enumerate(measures):
        way = table.measures[name]
        values = turned[:, k] * (1.0 if way == "max" else -1.0)
        values = np.where(np.isfinite(values), values, np.nan)
        laid.append(scales.differences(name, way, values[:, 0], values[:, 1], ropes[k]))
    (x, across), (y, up) = laid
    return Differences(
        names=names,
        measures=measures,
        places=np.stack([x, y], axis=1),
        sides=sides,
        directions=(table.measures[measures[0]], table.measures[measures[1]]),
        rulers=(across, up),
        ropes=ropes,
        left_out=table.n + table.n_dropped - int(there.sum()),
    )


def two_measures(table: ResultsTable, measures: Sequence[str] | None) -> tuple[str, str]:
    """The two requested measures; or quality and cost.

    Quality is the first measure that is no cost. Without a cost the second one is that which agrees
    least with the first: two measures agree if they put the algorithms into the same order on the
    same data sets.
    """
    names = list(table.measures)
    if measures is not None or len(table.measures) == 2:
        return the_two("measure", "measures", measures or names, names)
    costs = [name for name, way in table.measures.items() if is_cost(name, way)]
    quality = next((name for name in names if name not in costs), None)
    if costs and quality:
        return quality, costs[0]
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(table.oriented(), axis=2) - (len(table.algorithms) + 1) / 2
    shared = np.einsum("nl,nml->m", ranks[:, 0], ranks)
    size = np.sqrt(np.einsum("nml,nml->m", ranks, ranks))
    agreement = shared / np.where(size > 0, size, 1.0)
    return names[0], names[1 + int(agreement[1:].argmin())]


def the_two(what: str, option: str, given: Sequence[str], known: Sequence[str]) -> tuple[str, str]:
    """Two names that are known, and no more, as an option of a figure needs."""
    names = options.known_names(what, given, known)
    if len(names) != 2:
        among = wording.listing(list(known))
        raise OptionError(
            f"This figure has two {what}s: ",
            Spelled(f"say {option}=(a, b), of ", "of ", f"say {option} = c(a, b), of "),
            f"{among}.",
        )
    return names[0], names[1]


def quadrant(
    compared: Differences, answer: QuadrantAnswer | None = None, title: str = ""
) -> Quadrant:
    """Every data set at its two differences, with the number of those that show each result.

    Parameters
    ----------
    compared : Differences
    answer : Answer, optional
        What a test says of these two algorithms on these two measures; default: nothing was tested.
    title : str, optional
        Default: what the counts say.
    """
    asked = QuadrantAnswer() if answer is None else answer
    shaded = asked.cells or frozenset([compared.leading] if compared.leading else [])
    shades = dict.fromkeys(shaded, PALE)
    if asked.leading and compared.leading:
        shades[compared.leading] = PALE
    if asked.shown:
        shades |= dict.fromkeys(asked.cells, SHOWN)
    corners = [cell for cell in asked.cells if all(cell)]
    proven = max(corners, key=lambda cell: (compared.count(cell), cell), default=None)
    regions = tuple(
        _region(compared, cell, shades.get(cell, ""), asked.proof if cell == proven else "")
        for cell in compared.cells
    )
    aside = [f"{wording.capital(asked.proof)}."] if asked.proof and proven is None else []
    spots = _spots(compared)
    return Quadrant(
        title=title or described(compared),
        alt=_alt(compared, regions),
        notes=(*aside, *filter(None, [asked.said_of_middles]), *_notes(compared, spots)),
        names=compared.names,
        across=compared.rulers[0].told_of(compared.names[0]),
        up=compared.rulers[1].told_of(compared.names[0]),
        regions=regions,
        spots=spots,
        numbered=compared.n <= MANY,
        middles=asked.middles,
    )


def role_of(cell: Cell) -> str:
    """What a result is for the first algorithm: better, worse, a trade-off, or equal."""
    if cell == (0, 0):
        return "equal"
    return "trade" if min(cell) < 0 < max(cell) else "better" if max(cell) > 0 else "worse"


def _region(compared: Differences, cell: Cell, shade: str, proof: str) -> Region:
    who, what = _said(compared, cell)
    return Region(*cell, compared.count(cell), role_of(cell), shade, who, what, proof)


def _said(compared: Differences, cell: Cell) -> tuple[str, str]:
    """A result in words, of the first algorithm unless the second one is better on both."""
    (x, y), (a, b) = cell, compared.names
    if not (x and y):
        return "", ""
    if x == y:
        return a if x > 0 else b, "better on both"
    first, second = (
        comparative(name, way, better=side > 0)
        for name, way, side in zip(compared.measures, compared.directions, cell, strict=True)
    )
    return a, f"{first}, but {second}"


def _spots(compared: Differences) -> tuple[Spot, ...]:
    """Data sets by place; those at the same one, or if there are many near it, together."""
    places, edge = compared.places.copy(), np.isnan(compared.places)
    for k, ruler in enumerate(compared.rulers):
        ends = np.array([ruler.low, 0.0, ruler.high])
        places[edge[:, k], k] = ends[compared.sides[edge[:, k], k] + 1]
        unit = (ruler.high - ruler.low) / (GRID if compared.n > MANY else 1e12) or math.ulp(0)
        places[:, k] = np.where(edge[:, k], places[:, k], np.round(places[:, k] / unit) * unit)
    roles = [role_of((int(x), int(y))) for x, y in compared.sides]
    failed: list[bool] = [bool(row.any()) for row in edge]
    drawn = zip(places.tolist(), roles, failed, strict=True)
    together = Counter((x + 0.0, y + 0.0, role, out) for (x, y), role, out in drawn)
    return tuple(
        Spot(x, y, count, role, out) for (x, y, role, out), count in sorted(together.items())
    )


def described(compared: Differences) -> str:
    """What the counts say: the most frequent result, and on how many data sets."""
    (a, b), (first, second) = compared.names, compared.measures
    if compared.leading is None:
        return f"{a} and {b} on {first} and {second}: no result is the most frequent one"
    seen = wording.seen(compared.count(compared.leading), compared.n)
    return f"{outcome(compared.leading, compared.names, compared.measures)}: {seen}"


def outcome(cell: Cell, names: tuple[str, str], measures: tuple[str, str]) -> str:
    """One result in words, a clause."""
    (x, y), (a, b), (first, second) = cell, names, measures
    who, than = {1: a, -1: b}, {1: b, -1: a}
    if x == y:
        on = f"on {first} and {second}"
        return f"{who[x]} is better than {than[x]} {on}" if x else f"{a} and {b} are equal {on}"
    if x and y:
        return f"{who[x]} is better on {first}, {who[y]} on {second}"
    better, equal = (first, second) if x else (second, first)
    return f"{who[x or y]} is better than {than[x or y]} on {better}, equal on {equal}"


def _alt(compared: Differences, regions: tuple[Region, ...]) -> str:
    counts = "; ".join(
        f"{outcome((region.across, region.up), compared.names, compared.measures)}: {region.count}"
        for region in regions
    )
    (across, up), first = compared.measures, compared.names[0]
    return (
        f"Points: differences of {wording.plural(compared.n, 'data set')} on {across} (right: "
        f"{first} better) and {up} (up: {first} better). {counts}."
    )


def _notes(compared: Differences, spots: tuple[Spot, ...]) -> list[str]:
    """What a reader cannot see: ropes, and data sets that are in no count."""
    notes = []
    if any(compared.ropes):
        widths = [
            f"{_width(rope, ruler)} on {ruler.measure}"
            for rope, ruler in zip(compared.ropes, compared.rulers, strict=True)
            if rope
        ]
        both = compared.count((0, 0)) if all(compared.ropes) else 0
        equal = f", both on {wording.plural(both, 'data set')}" if both else ""
        notes.append(
            f"Between the dashed lines: practically equal (up to {wording.listing(widths)}{equal})."
        )
    tied = (1 - np.abs(compared.sides)).sum(axis=0).tolist()
    out = [
        f"{wording.plural(ties, 'data set')} with equal results on {name}"
        for name, rope, ties in zip(compared.measures, compared.ropes, tied, strict=True)
        if ties and not rope
    ]
    if compared.left_out:
        out.append(f"{wording.plural(compared.left_out, 'data set')} without all results")
    if out:
        notes.append(f"In no count: {wording.listing(out)}.")
    failed = sum(spot.count for spot in spots if spot.edge)
    if failed:
        notes.append(f"Triangles: {wording.plural(failed, 'data set')} with a failed result.")
    return notes


def _width(rope: float, ruler: Ruler) -> str:
    """A rope in the unit of its ruler."""
    return f"{100 * rope:g} {POINTS}" if ruler.unit.startswith(POINTS) else f"{rope:g}"


Asked = Callable[[Any, Differences], QuadrantAnswer | None]


def quadrant_of(
    result: Any,
    asked: Asked,
    pair: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
) -> Quadrant:
    """The paired differences of two algorithms on two measures of a result.

    Parameters
    ----------
    result : Result
        One that keeps its table.
    asked : callable
        What the result says of the two, if anything.
    pair : sequence of two str, optional
        Default: as of :func:`differences`.
    measures : sequence of two str, optional
        Default: quality and cost; without a cost the first, and the one that agrees least with it.
    """
    compared = differences(result.data, pair, measures)
    answer = asked(result, compared)
    titled = answer is not None and len(result.algorithms) == 2
    return quadrant(compared, answer, words_of(result).title("quadrant") if titled else "")


def quadrant_of_table(
    table: ResultsTable, pair: Sequence[str] | None = None, measures: Sequence[str] | None = None
) -> Quadrant:
    """The same for a table without a test."""
    return quadrant(differences(table, pair, measures))


def beside_quadrant(
    result: Any, make: Callable[..., Quadrant], others: Figures, *, first: bool
) -> Figures:
    """A quadrant after other figures, or before them, where the table is there."""
    table = result.data
    if table is None or len(table.measures) < 2:
        return others
    two: Figures = {"quadrant": make}
    return two | others if first else others | two
