"""Figures of comparisons, leaderboards, claims and tables: which there are, and their contents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from jointstats.base import wording
from jointstats.base.facts import figures_beside, words_of
from jointstats.base.phrases import jointly as jointly_sure
from jointstats.claims import compared_pair as compared
from jointstats.claims import figure_claim
from jointstats.claims.break_even import BreakEvenResult
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.compared_pair import TRADE_OFF, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.figure_break_even import prices
from jointstats.claims.figure_league import league
from jointstats.claims.figure_winmap import possible, win_map
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.shown import RATIO, in_points
from jointstats.claims.watch_result import WatchResult
from jointstats.claims.words_pairs import clause, jointly
from jointstats.claims.words_several import states
from jointstats.claims.words_sizes import seen_by, size_of
from jointstats.drawing import differences
from jointstats.drawing import figure_wins as matrix
from jointstats.drawing.content import Content, FigureRow, Figures, Scale
from jointstats.drawing.differences import Differences, QuadrantAnswer
from jointstats.drawing.document import FIRST, between, level
from jointstats.drawing.figure_panels import PAIRS, Panel, Panels, PointInterval, results
from jointstats.drawing.figure_quadrant import Middle
from jointstats.drawing.figure_rows import MOST, FigureRows
from jointstats.drawing.figure_simplex import three
from jointstats.drawing.pairs import Pair, first_algorithms, wins
from jointstats.drawing.scales import POINTS, Ruler, both_sides, place
from jointstats.evidence.arrays import Array
from jointstats.single.kernel_paired import cliffs_deltas
from jointstats.single.separate import LEVEL
from jointstats.table.results_table import ResultsTable


def ranks(board: LeaderboardResult) -> Panels:
    """Mean ranks of a leaderboard's first algorithms, and the ranks that the claims leave open."""
    rows, l = board.board[:FIRST], len(board.board)
    ticks = _rank_ticks(l)
    marks = tuple(f"{tick:g}" for tick in ticks)
    ruler = Ruler("", "", 1.0, float(max(l, 2)), ticks, marks)
    best = {name: min(row.mean_rank[name] for row in rows) for name in board.measures}
    title = words_of(board).title("ranks")
    return Panels(
        title=title,
        alt=f"Points: mean ranks of {len(rows)} algorithms on "
        f"{wording.listing(list(board.measures))}; bars: the ranks that remain possible. {title}.",
        notes=(
            "Point: mean rank over the data sets. Bar: the ranks that the claims do not exclude; "
            f"all bars hold {jointly_sure(board)}.",
        ),
        names=tuple(row.algorithm for row in rows),
        bold=tuple(row.unbeaten for row in rows),
        panels=tuple(
            Panel(
                measure=name,
                direction="",
                ruler=ruler,
                value=tuple(row.mean_rank[name] for row in rows),
                low=tuple(float(row.rank_low.get(name, 1)) for row in rows),
                high=tuple(float(row.rank_high.get(name, l)) for row in rows),
                strong=tuple(row.mean_rank[name] == best[name] for row in rows),
                shown=tuple(f"{row.mean_rank[name]:.1f}" for row in rows),
            )
            for name in board.measures
        ),
        label="rank, 1 is best",
        differences=False,
        more=l - len(rows),
        unit="algorithm",
    )


def _rank_ticks(l: int) -> tuple[float, ...]:
    """The first rank, the last, and round ones between them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, l) if l / step <= 6)
    between = [k for k in range(step, l, step) if k > 1 and l - k >= step / 2]
    return tuple(float(k) for k in dict.fromkeys([1, *between, l]))


def states_of_pairs(result: Comparison) -> matrix.Wins:
    """The state of each pair, and on how many data sets each of the two is better."""
    first = first_algorithms(result.order, result.control)
    rows = between(result.pairs, frozenset(first))
    ways = {name: result.measures.get(name, "") for name in result.questions}
    number = f"Number: data sets on which the row’s algorithm is {jointly(rows)}, and the other."
    drawn = wins(result, map(_compared, rows), first, measures=ways, number=number)
    return replace(drawn, alt=f"The states of {states(result.pairs)}.")


def _compared(row: ComparedPair) -> Pair:
    """One pair of a comparison, seen from its first algorithm."""
    mine, theirs = row.dominates_a, row.dominates_b
    if len(row.measures) == 1:
        ((mine, theirs),) = zip(row.wins_a.values(), row.wins_b.values(), strict=True)
    stripes = "".join(_stripe(row, measure) for measure in row.measures)
    numbers = f"{mine}–{theirs}", f"{theirs}–{mine}"
    return Pair(row.a, row.b, *_mark(row), stripes, *numbers)


def _mark(row: ComparedPair) -> tuple[str, str]:
    """Framed are the states of all measures together, with a sign; of others the stripes tell."""
    signs = {
        compared.WINS: matrix.WON if row.winner == row.a else matrix.LOST,
        compared.TRADE_OFF: matrix.TRADE,
        compared.PRACTICALLY_EQUAL: matrix.ALIKE,
    }
    if row.state in signs:
        return matrix.SHOWN, signs[row.state]
    return matrix.OPEN if row.state == compared.OPEN else matrix.EACH, ""


def _stripe(row: ComparedPair, measure: str) -> str:
    """The algorithm that is shown to be better on a measure, or better more often."""
    for name, code in ((row.a, matrix.ROW), (row.b, matrix.COLUMN)):
        if measure in row.ahead(name):
            return code.upper()
    if measure in row.equal:
        return matrix.EQUAL.upper()
    won, lost = row.wins_a[measure], row.wins_b[measure]
    if row.ties[measure] > max(won, lost):
        return matrix.EQUAL
    return matrix.NOBODY if won == lost else matrix.ROW if won > lost else matrix.COLUMN


def shown_in_quadrant(result: Comparison, compared: Differences) -> QuadrantAnswer:
    """What a comparison shows of the two, and between what their median differences are."""
    (row,) = result.pairs
    places = middles(result, row, compared)
    bounds = f"Box: bounds of both medians, jointly with {level(1 - result.alpha)} confidence."
    said = bounds if places else ""
    return replace(_shown_jointly(result, row, compared), middles=places, said_of_middles=said)


def _shown_jointly(result: Comparison, row: ComparedPair, compared: Differences) -> QuadrantAnswer:
    """A trade-off, or what the joint claim is about."""
    if result.groups or set(compared.measures) != set(result.measures):
        return QuadrantAnswer()
    if row.state == TRADE_OFF:
        side = 1 if compared.measures[0] in row.ahead(compared.names[0]) else -1
        proof = f"trade-off, corrected p {wording.p_value(row.p_adjusted)}"
        return QuadrantAnswer(frozenset({(side, -side)}), True, proof=proof)
    if row.joint is None:
        return QuadrantAnswer()
    way = 1 if row.joint == compared.names[0] else -1
    other = row.b if row.joint == row.a else row.a
    first, second = row.dominates(row.joint), row.dominates(other)
    both = ((way, way), (way, 0), (0, way))
    cells = frozenset(cell for cell in both if cell in compared.cells)
    p = row.p_joint_a if row.joint == row.a else row.p_joint_b
    proof = f"{first} to {second}" + ("" if p is None else f", corrected p {wording.p_value(p)}")
    return QuadrantAnswer(cells, True, proof=proof)


# --- sizes of differences -------------------------------------------------------------------------

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
        sizes = seen_by(result, row, compared.names[0], measure)
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
            for size in seen_by(self.result, row, row.names[0], self.measure)
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


# --- which figures there are ---------------------------------------------------------------------


def of_table(table: ResultsTable) -> Figures:
    """Every result; of two measures a quadrant, too: first, if there are two algorithms."""
    figures: Figures = {"results": partial(results, table)}
    if len(table.measures) > 1:
        two: Figures = {"quadrant": partial(differences.quadrant_of_table, table)}
        figures = two | figures if len(table.algorithms) == 2 else figures | two
    return figures


def of_claim(result: ClaimResult) -> Figures:
    """The votes, the posterior of three outcomes, and a quadrant."""
    figures: Figures = {"claim": partial(figure_claim.claim, result)}
    if three(result):
        figures["posterior"] = partial(figure_claim.posterior_of_claim, result)
    two = len(result.measures) == 2
    return differences.beside_quadrant(
        result, partial(figure_claim.quadrant_of_claim, result), figures, first=two
    )


def of_break_even(result: BreakEvenResult) -> Figures:
    """The prices."""
    return {"price": partial(prices, result)}


def of_watch(result: WatchResult) -> Figures:
    """The looks, if there are some."""
    return {"looks": partial(figure_claim.sequence, result)} if result.looks else {}


def of_leaderboard(result: LeaderboardResult) -> Figures:
    """The league and the ranks."""
    return {"league": partial(league, result), "ranks": partial(ranks, result)}


def of_comparison(result: Comparison) -> Figures:
    """Of two algorithms what differs between them; of more the state of all their pairs."""
    wins_of: Figures = {"wins": partial(states_of_pairs, result)}
    sizes: Figures = {}
    if result.data is not None and has_sizes(result):
        sizes = {"effects": partial(effects, result, result.data)}
    figures: Figures = {}
    if len(result.algorithms) > 2:
        figures = {"winmap": partial(win_map, result)} if possible(result) else {}
        figures |= {"league": partial(league, result), **wins_of, **sizes}
        figures["ranks"] = partial(ranks, result.leaderboard)
        if result.data is not None:
            figures["results"] = partial(results, result.data)
        return figures
    if len(result.measures) > 1 and result.data is not None:
        figures["quadrant"] = partial(differences.quadrant_of, result, shown_in_quadrant)
    figures |= sizes
    for test in ("bayes", "network"):
        if test in result.tests:
            figures |= figures_beside(result.tests[test])
    return figures or wins_of  # where no table is kept
