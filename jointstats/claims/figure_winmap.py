"""The win map: mean ranks on two measures, arrows from winners, and what the next step costs.

A critical-difference diagram of two dimensions. Filled points are unbeaten. The stair joins those
of them than which no unbeaten algorithm has better mean ranks on both measures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from jointstats.base import wording
from jointstats.claims import words_several as words
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.words_sizes import two_measures
from jointstats.drawing import chart, style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content, Record
from jointstats.drawing.differences import the_two
from jointstats.drawing.frame import Body
from jointstats.drawing.marks import Point
from jointstats.drawing.placing import LINE, Label, Taken, boxes_round
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import SMALL, TEXT, Look, text_width
from jointstats.evidence.order_statistics import nondominated

FEW = 7  # algorithms all of whose wins have an arrow; of more, one arrow to each that is beaten
BOUNDED = 12  # algorithms; of more, the words of a step have no bounds
MOST, MOST_FREE = 60, 20  # algorithms with a name; unbeaten ones with a name wherever there is room
TALL = 0.66, 1.0  # of the width: height of the area of a wide figure, and of a narrow one
WIDE = 4.5  # inches of a wide figure
MOST_HEIGHT, LEAST_HEIGHT = 4.6, 1.2  # inches of the area
PAST = 0.06  # of the range of ranks: how far an axis reaches beyond it
UNBEATEN, BEATEN = 6.0, 4.0  # points: dots
APART = 0.05, 0.03  # inches from a dot's middle to the tip of an arrow, and from a name to a dot
HEAD, SMALL_HEAD = 0.09, 0.07  # inches: heads of arrows, of few algorithms and of many
WIDEST_NAME, WIDEST_WORDS, NARROW_WORDS = 0.38, 0.5, 0.33  # of the area's width
FAR = 0.17  # of the area's width: from its point to a name
FREE = 0.22  # of the area's width: right of all points, for the words of the last step
DEEP = 0.25  # how much of the ink is in the colour of the stair


@dataclass(frozen=True)
class Ranked:
    """An algorithm at its mean ranks on the two measures."""

    name: str
    x: float
    y: float
    unbeaten: bool


@dataclass(frozen=True)
class Arrow:
    """A win: places of both in the list of algorithms."""

    winner: int
    loser: int


@dataclass(frozen=True)
class Step:
    """From an unbeaten algorithm to the next one, which has the better mean rank across.

    Attributes
    ----------
    start, end : int
        Places in the list of algorithms.
    shown : bool
        Whether the trade-off of the two measures is shown.
    words : tuple of str
        What the step brings and what it costs, in lines.
    bounds : tuple of str
        The same with bounds.
    """

    start: int
    end: int
    shown: bool
    words: tuple[str, ...]
    bounds: tuple[str, ...]


@dataclass(frozen=True)
class WinMap(Content):
    """Algorithms by mean ranks, the best of the leaderboard first; arrows and steps."""

    kind = "winmap"

    measures: tuple[str, str] = ("", "")
    algorithms: tuple[Ranked, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    steps: tuple[Step, ...] = ()

    def records(self) -> Iterator[Record]:
        """A row for each algorithm: its mean ranks, who wins, its step to the next."""
        beaten_by = {arrow.loser: arrow.winner for arrow in reversed(self.arrows)}
        steps = {step.start: step for step in self.steps}
        for i, row in enumerate(self.algorithms):
            step = steps.get(i)
            yield (
                {"algorithm": row.name, "x": row.x, "y": row.y, "unbeaten": row.unbeaten}
                | self._at("winner", beaten_by.get(i))
                | self._at("following", None if step is None else step.end)
                | {"step": None if step is None else " ".join(step.words)}
                | {"shown": None if step is None else step.shown}
            )

    def _at(self, role: str, place: int | None) -> Record:
        """The name and the mean ranks of another algorithm, if there is one."""
        if place is None:
            return {role: None, f"x_{role}": math.nan, f"y_{role}": math.nan}
        row = self.algorithms[place]
        return {role: row.name, f"x_{role}": row.x, f"y_{role}": row.y}

    def axes(self) -> Record:
        """What the two axes show."""
        return {way: f"mean rank on {name}" for way, name in zip("xy", self.measures, strict=True)}


def possible(result: Comparison) -> bool:
    """Whether a comparison has three algorithms with ranks on two measures, and all their pairs."""
    ranks = [x for row in result.leaderboard.board for x in row.mean_rank.values()]
    few = len(result.algorithms) < 3 or len(result.measures) < 2
    return not few and result.control is None and bool(np.isfinite(ranks).all())


def win_map(result: Comparison, measures: Sequence[str] | None = None) -> WinMap:
    """The win map of a comparison.

    Parameters
    ----------
    result : Comparison
    measures : sequence of two str, optional
        Across, and up. Default: the first to maximise and the first to minimise, or the first two.
    """
    on = _two(result, measures)
    board = result.leaderboard.board
    algorithms = tuple(
        Ranked(row.algorithm, row.mean_rank[on[0]], row.mean_rank[on[1]], row.unbeaten)
        for row in board
    )
    place = {row.name: i for i, row in enumerate(algorithms)}
    wins = [Arrow(place[winner], place[loser]) for winner, loser in words.won(result)]
    stair = _stair(algorithms)
    names = [algorithms[i].name for i in stair]
    steps = tuple(
        _step(result, on, ends, result.pair(*both))
        for ends, both in zip(pairwise(stair), pairwise(names), strict=True)
    )
    return WinMap(
        title=words.map_title(result, on),
        alt=words.map_alt(result, on),
        notes=words.map_notes(
            result,
            each=len(algorithms) > FEW,
            steps=bool(steps),
            bounds=len(algorithms) <= BOUNDED and result.scale is not None,
        ),
        measures=on,
        algorithms=algorithms,
        arrows=tuple(_arrows(algorithms, wins, words.leader(result))),
        steps=steps,
    )


def _two(result: Comparison, measures: Sequence[str] | None) -> tuple[str, str]:
    """The measures that are named, or the first to maximise and to minimise, or the first two."""
    known = list(result.measures)
    if measures is not None:
        return the_two("measure", "measures", measures, known)
    x, y = two_measures(result.measures)
    return x, y


def _arrows(algorithms: Sequence[Ranked], won: Sequence[Arrow], leader: str | None) -> list[Arrow]:
    """All wins of few algorithms; else one a loser, of the title's algorithm or of the nearest."""

    def away(arrow: Arrow) -> tuple[bool, bool, float]:
        winner, loser = algorithms[arrow.winner], algorithms[arrow.loser]
        far = math.hypot(winner.x - loser.x, winner.y - loser.y)
        return winner.name != leader, not winner.unbeaten, far

    ordered = sorted(won, key=away)
    if len(algorithms) <= FEW:
        return ordered
    of_losers = {arrow.loser: arrow for arrow in reversed(ordered)}
    return sorted(of_losers.values(), key=away)


def _stair(algorithms: Sequence[Ranked]) -> list[int]:
    """Unbeaten algorithms than which none is better on both axes, the best upwards first."""
    unbeaten = [i for i, row in enumerate(algorithms) if row.unbeaten]
    if not unbeaten:
        return []
    first = nondominated([(-algorithms[i].x, -algorithms[i].y) for i in unbeaten])
    stair = [i for i, on in zip(unbeaten, first.tolist(), strict=True) if on]
    return sorted(stair, key=lambda i: (-algorithms[i].x, algorithms[i].y))


def _step(
    result: Comparison, on: tuple[str, str], ends: tuple[int, int], row: ComparedPair
) -> Step:
    """A step of the stair, from the row of its two algorithms."""
    start, end = (result.leaderboard.board[i].algorithm for i in ends)
    gain, cost = (words.question_of(result, name) for name in on)
    shown = gain in row.ahead(end) and cost in row.ahead(start)
    return Step(*ends, shown, *words.step_lines(result, row, end, on))


# --- Layout ---------------------------------------------------------------------------------------


def drawing(
    content: WinMap, width: float, room: float = math.inf, look: Look = style.COLOUR
) -> Body:
    """The points with their rulers; names and words are where nothing else is."""
    plan = _Map(content, width, room)
    return Body(plan.height, plan.paint, None, plan.left_out())


@dataclass(frozen=True)
class _Words:
    """Lines of words at their place."""

    lines: tuple[str, ...]
    label: Label
    bold: bool = False


class _Map:
    """Where everything is, in inches."""

    def __init__(self, content: WinMap, width: float, room: float) -> None:
        self.content = content
        below = chart.BELOW + style.TEXT_LINE
        most = min(TALL[width < WIDE] * width, MOST_HEIGHT, room - below - 0.04)
        tall = max(most, LEAST_HEIGHT)
        up = _ruler([row.y for row in content.algorithms], tall)
        left = chart.marks_width(up) + style.TEXT_LINE + 0.04
        across = _ruler([row.x for row in content.algorithms], width - left)
        roomy = width >= WIDE or len(content.algorithms) <= BOUNDED
        free = FREE * (width - left) if content.steps and roomy else 0.1
        inset = (0.1, 0.12, free, 0.1)
        self.area = chart.Area(left, 0.04, width - left - 0.02, tall, across, up, inset)
        self.height = self.area.bottom + below
        self.points = np.array(
            [(self.area.x(row.x), self.area.y(row.y)) for row in content.algorithms]
        )
        self.short = style.distinct(
            [row.name for row in content.algorithms], WIDEST_NAME * self.area.width, TEXT, True
        )
        self.taken = Taken(self.area, self._dots(), self._lines())
        unbeaten = [i for i, row in enumerate(content.algorithms) if row.unbeaten]
        others = [i for i, row in enumerate(content.algorithms) if not row.unbeaten]
        near = FAR * self.area.width
        far = math.inf if len(unbeaten) <= MOST_FREE else near
        named = [self._name(i, far) for i in unbeaten[:MOST]]
        steps = [self._costs(step) for step in content.steps]
        named += [self._name(i, near) for i in others[: max(MOST - len(unbeaten), 0)]]
        self.names = [name for name in named if name is not None]
        self.costs = [step for step in steps if step is not None]

    def left_out(self) -> tuple[str, ...]:
        """Names and words without room, counted."""
        names = len(self.content.algorithms) - len(self.names)
        steps = len(self.content.steps) - len(self.costs)
        said = [
            f"{wording.plural(n, what)} {'has' if n == 1 else 'have'} no room for {it}"
            for n, what, it in ((names, "algorithm", "a name"), (steps, "step", "words"))
            if n
        ]
        return ("; ".join(said),) if said else ()

    def _dots(self) -> np.ndarray:
        """The boxes of the points, and of the heads of arrows."""
        dots = [(UNBEATEN if row.unbeaten else BEATEN) / 144 for row in self.content.algorithms]
        around = boxes_round(self.points, np.array(dots) + APART[1])
        heads = [ends for arrow in self.content.arrows if (ends := self._head(arrow))]
        middles = np.array(heads).reshape(-1, 2, 2).mean(axis=1)
        return np.concatenate([around, boxes_round(middles, np.full(len(heads), HEAD / 2))])

    def _lines(self) -> np.ndarray:
        ends = [(arrow.winner, arrow.loser) for arrow in self.content.arrows]
        ends += [(step.start, step.end) for step in self.content.steps]
        return np.array([(*self.points[i], *self.points[j]) for i, j in ends]).reshape(-1, 4)

    def _name(self, i: int, far: float) -> _Words | None:
        """The name of an algorithm next to its point, or at most so far away."""
        row = self.content.algorithms[i]
        text, size = self.short[row.name], TEXT if row.unbeaten else SMALL
        wide, high = text_width(text, size, bold=row.unbeaten), LINE * size / SMALL
        (x, y), over = self.points[i].tolist(), row.unbeaten
        place = self.taken.place(x, y, wide, high, anywhere=far, over_lines=over)
        return None if place is None else _Words((text,), place, row.unbeaten)

    def _costs(self, step: Step) -> _Words | None:
        """The words of a step next to its middle, with bounds if there is room."""
        x, y = (self.points[step.start] + self.points[step.end]) / 2
        few = len(self.content.algorithms) <= BOUNDED and self.area.width > WIDE
        room, narrow = WIDEST_WORDS * self.area.width, NARROW_WORDS * self.area.width
        for lines in (
            *([step.bounds] if few else []),
            step.words,
            tuple(part for line in step.words for part in style.wrapped(line, narrow, SMALL)),
        ):
            shown = tuple(style.shortened(line, room, SMALL) for line in lines)
            wide, high = style.widest_of(shown, SMALL), len(lines) * style.SMALL_LINE
            place = self.taken.place(x, y, wide, high)
            if place is not None:
                return _Words(shown, place)
        return None

    def paint(self, canvas: Canvas) -> None:
        """The axes, arrows, stair, points, names and words."""
        look, area = canvas.look, self.area
        corner = [area.left, area.left, area.right], [area.top, area.bottom, area.bottom]
        canvas.path(*corner, color=look.line, lw=0.8)
        for arrow in self.content.arrows:
            self._arrow(canvas, arrow)
        deep = style.mixed(look.fill("trade"), look.ink, DEEP)
        for step in self.content.steps:
            xs, ys = self.points[[step.start, step.end]].T.tolist()
            canvas.path(xs, ys, color=deep, lw=2.0, ls="-" if step.shown else "--", zorder=3)
        for row, (x, y) in zip(self.content.algorithms, self.points.tolist(), strict=True):
            blue = look.fill("better")
            size, fill, edge = (
                (UNBEATEN, blue, blue) if row.unbeaten else (BEATEN, look.paper, look.quiet)
            )
            canvas.dot(x, y, size, color=fill, edge=edge, lw=0.9, zorder=5)
        for name in self.names:
            self._write(canvas, name, look.ink if name.bold else look.quiet)
        for cost in self.costs:
            self._write(canvas, cost, deep)
        self._axes(canvas)

    def _head(self, arrow: Arrow) -> tuple[Point, Point] | None:
        """Where the head of an arrow begins and ends; None if its points touch."""
        (x, y), (to_x, to_y) = self.points[[arrow.winner, arrow.loser]].tolist()
        long = math.hypot(to_x - x, to_y - y)
        head = APART[0] + (HEAD if len(self.content.algorithms) <= FEW else SMALL_HEAD)
        if long <= head:
            return None
        way = (to_x - x) / long, (to_y - y) / long
        return (
            (to_x - head * way[0], to_y - head * way[1]),
            (to_x - APART[0] * way[0], to_y - APART[0] * way[1]),
        )

    def _arrow(self, canvas: Canvas, arrow: Arrow) -> None:
        """From the winner's point to that of the loser."""
        if (head := self._head(arrow)) is None:
            return
        few = len(self.content.algorithms) <= FEW
        colour = style.mixed(canvas.look.fill("better"), canvas.look.paper, 0.0 if few else 0.3)
        (start, tip), (x, y), size = head, self.points[arrow.winner].tolist(), math.dist(*head)
        canvas.path([x, start[0]], [y, start[1]], color=colour, lw=1.2 if few else 0.7)
        way = (tip[0] - start[0]) / size, (tip[1] - start[1]) / size
        canvas.arrow(tip, way, colour, size=size)

    def _write(self, canvas: Canvas, placed: _Words, color: str) -> None:
        """Lines on a ground, and the line to their point if they are far from it."""
        look, label = canvas.look, placed.label
        if label.leader is not None:
            x, y, to_x, to_y = label.leader
            canvas.path([x, to_x], [y, to_y], color=look.line, lw=0.5, zorder=2.5)
        size = TEXT if placed.bold else SMALL
        step = LINE * size / SMALL if len(placed.lines) == 1 else style.SMALL_LINE
        ground = look.paper if label.over_lines else None
        for i, line in enumerate(placed.lines):
            y = label.top + (i + 0.5) * step
            canvas.text(
                label.left, y, line, size, bold=placed.bold, color=color, ground=ground, zorder=6
            )

    def _axes(self, canvas: Canvas) -> None:
        words: list[chart.Lines] = []
        sides = (self.area.width, self.area.height)
        for measure, long in zip(self.content.measures, sides, strict=True):
            text = f"mean rank on {measure}, better →"
            if text_width(text, TEXT) > long:
                text = style.shortened(f"rank on {measure} →", long, TEXT)
            words.append([("", "", text)])
        chart.axes(canvas, self.area, *words)


def _ruler(ranks: Sequence[float], long: float) -> Ruler:
    """From the worst mean rank to the best one, with some room at both ends."""
    past = PAST * max(max(ranks) - min(ranks), 1.0)
    ruler = chart.even(max(ranks) + past, min(ranks) - past, long, 0.5)
    there = sum(x >= 1 for x in ruler.ticks)  # the ticks descend
    return replace(ruler, ticks=ruler.ticks[:there], marks=ruler.marks[:there])
