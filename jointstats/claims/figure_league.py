"""The league: one line per algorithm, best first, with the states of its pairs.

A bar has the states of its pairs with the others, from wins to losses, with the price of each;
next to it is the mean rank on each measure. Parts of the first bar have their names in them, where
there is room; the legend has all of them. Columns get narrower, then the last measures are left out
where the figure is too narrow for them; rows where it is too low.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base.facts import words_of
from jointstats.claims.compared_pair import JOINTLY_BETTER
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard import side_of
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult, LeaderboardRow
from jointstats.claims.tables import head
from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import Heads, Legend, Sample
from jointstats.drawing.content import Content
from jointstats.drawing.document import FIRST
from jointstats.drawing.frame import Body
from jointstats.drawing.style import SMALL, TEXT, Look, named, text_width

PRICED = 60  # algorithms: of more, a pair is too narrow for a notch
_LOOKS = {  # role of a state in the theme, and whether its colour is strong
    "wins": ("better", True),
    "ahead": ("better", False),
    "trade_offs": ("trade", True),
    "possible_trade_offs": ("trade", False),
    "equal": ("equal", True),
    "open": ("open", True),
    "behind": ("worse", False),
    "losses": ("worse", True),
}
GAP, LITTLE = 0.13, 0.1  # inches between columns, of wide figures and of narrow ones
STEP, LOW_STEP, MANY = 0.21, 0.17, 12  # from row to row; of more rows than these
BAR, NOTCH, CELL = 0.62, 0.2, 0.86  # of a step: heights of bars, notches below them, and cells
WIDE = 4.5  # inches of a wide figure
NAME = 0.26  # share of the width for names
PALEST, STRONGEST = 0.06, 0.8  # shades of the worst and the best mean rank
NOTCHES = (3, 5, 6, 2, 1, 4)  # of the series: not blue, which wins have


@dataclass(frozen=True)
class Part:
    """A part of a bar: its role in the theme, whether its colour is strong, its name."""

    role: str
    shown: bool
    label: str


@dataclass(frozen=True)
class Run:
    """Pairs of one algorithm that are alike.

    Attributes
    ----------
    line, part : int
        Of the algorithm and of the part of its bar, from 0.
    price : str
        Numbers of the measures, from 0, on which the one that is not ahead has more wins, with
        blanks between them.
    joint : bool
        Whether one is jointly better, and ahead on no measure.
    count : int
    """

    line: int
    part: int
    price: str
    joint: bool
    count: int


@dataclass(frozen=True)
class League(Content):
    """A line for each algorithm, best first.

    Attributes
    ----------
    algorithms : tuple of str
    strong : tuple of bool
        Whether no algorithm wins against it.
    parts : tuple of Part
        Those that some bar has, in their order; none if every bar would be the same.
    runs : tuple of Run
        The bars, line by line and part by part.
    head : str
        Above the bars.
    measures : tuple of str
    ranks : tuple of tuple of float
        Mean rank of each algorithm, by measure.
    worst : float
        The largest mean rank possible.
    more : int
        Algorithms that are left out.
    """

    kind = "league"

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    parts: tuple[Part, ...] = ()
    runs: tuple[Run, ...] = ()
    head: str = ""
    measures: tuple[str, ...] = ()
    ranks: tuple[tuple[float, ...], ...] = ()
    worst: float = 1.0
    more: int = 0


def league(result: Comparison | LeaderboardResult, rows: int = FIRST) -> League:
    """The league of a comparison or a leaderboard.

    Parameters
    ----------
    result : Comparison or LeaderboardResult
    rows : int, default 20
        Algorithms at most; the others are counted.
    """
    board = result.leaderboard if isinstance(result, Comparison) else result
    shown = board.board[: max(rows, 1)]
    parts, runs = _bars(board, shown)
    return League(
        title=words_of(result).title("league"),
        alt=f"A line for each algorithm, best first. {words_of(result).title('league')}.",
        notes=tuple(_notes(parts, runs)),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(row.unbeaten for row in shown),
        parts=parts,
        runs=runs,
        head=_head(board),
        measures=tuple(board.measures),
        ranks=tuple(tuple(row.mean_rank[name] for name in board.measures) for row in shown),
        worst=float(len(board.board)),
        more=len(board.board) - len(shown),
    )


def _notes(parts: tuple[Part, ...], runs: tuple[Run, ...]) -> list[str]:
    if not parts:
        return ["All pairs are open: the data do not establish any difference."]
    notes = ["Best first. Bold: no algorithm wins against it."]
    if any(part.role == "trade" and not part.shown for part in parts):
        notes.append("Possible: a possible trade-off.")
    if any(run.price for run in runs):
        notes.append(
            "Dash under a pair: the one that is not ahead has more wins on the measure of this "
            "colour."
        )
    if any(run.joint for run in runs):
        notes.append("Hollow: jointly better, ahead on no measure alone.")
    return [" ".join(notes)]


def _head(board: LeaderboardResult) -> str:
    if board.control is not None:
        return f"against {board.control}"
    others = len(board.board) - 1
    return f"against {others} others" if others > 1 else "against the other"


def _bars(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow]
) -> tuple[tuple[Part, ...], tuple[Run, ...]]:
    """The parts that some bar has, and the bars; nothing where all is open."""
    names = [name for name in COUNTED if any(getattr(row, name) for row in shown)]
    if names in ([], ["open"]):
        return (), ()
    parts = tuple(Part(*_LOOKS[name], head(name)) for name in names)
    if len(board.board) <= PRICED:
        return parts, _runs(board, {row.algorithm: i for i, row in enumerate(shown)}, names)
    counts = [
        (i, k, getattr(row, name)) for i, row in enumerate(shown) for k, name in enumerate(names)
    ]
    return parts, tuple(Run(i, k, "", False, count) for i, k, count in counts if count)


def _runs(board: LeaderboardResult, lines: Mapping[str, int], names: list[str]) -> tuple[Run, ...]:
    """The pairs of the algorithms on these lines; those that are alike together."""
    counts: Counter[tuple[int, int, bool, str]] = Counter()
    measures = list(board.measures)
    for row in board.pairs:
        price = ""
        if row.subject is not None:
            price = " ".join(
                str(measures.index(name)) for name in row.price(row.subject) if name in measures
            )
        joint = row.state == JOINTLY_BETTER
        for name in (row.a, row.b):
            if name in lines:
                part = names.index(side_of(row.state, row.winner == name))
                counts[lines[name], part, joint, price] += 1
    return tuple(
        Run(line, part, price, joint, count)
        for (line, part, joint, price), count in sorted(counts.items())
    )


def drawing(
    content: League, width: float, room: float = math.inf, look: Look = style.COLOUR
) -> Body:
    """Lay out the league."""
    plan = _LeaguePlot(content, width, room)
    return Body(plan.above + plan.rows * plan.step, plan.paint, left_out=plan.left_out())


class _LeaguePlot:
    """Where everything is, in inches; a bar of no width is left out."""

    def __init__(self, content: League, width: float, room: float) -> None:
        self.content = content
        self.name, self.bar, self.cell, gap, self.measures = _columns(content, width)
        self.bars = self.name + gap  # where they begin, and mean ranks
        self.cells = self.bars + (self.bar + gap if self.bar else 0.0)
        self.heads = Heads(content.measures[: self.measures], self.cell)
        named = self.bar and not _one_pair(content)
        self.named = _named(content, self.bar) if named else set()
        self.legend = Legend([_sample(part) for part in content.parts], width) if named else None
        self.above = style.SMALL_LINE + self.heads.height + 0.03
        if self.legend and self.legend.height:
            self.above += self.legend.height + 0.04
        n, free = len(content.algorithms), room - self.above
        self.rows, self.step = n, STEP if n <= MANY else LOW_STEP
        if n * self.step > free:
            self.rows = max(1, min(n, int(free / LOW_STEP + 1e-6)))
            self.step = min(self.step, max(LOW_STEP, free / self.rows))

    def left_out(self) -> tuple[str, ...]:
        """What has no place."""
        every = self.content.more + len(self.content.algorithms)
        return (
            *style.left_out(every, self.rows, "algorithm"),
            *style.left_out(len(self.content.measures), self.measures, "measure"),
        )

    def paint(self, canvas: Canvas) -> None:
        """Heads, and a line for each algorithm."""
        content = self.content
        if self.legend:
            self.legend.paint(canvas, 0.0)
        over = self.above - 0.03
        if self.bar:
            y = over - style.SMALL_LINE / 2
            head = style.shortened(content.head, self.bar, SMALL)
            canvas.small(self.bars, y, head)
        y = over - self.heads.height - style.SMALL_LINE / 2
        heads = ("mean rank (1 is best)", "mean rank", "rank")
        room = self.cell * self.measures
        said = next((head for head in heads if text_width(head, SMALL) <= room), heads[-1])
        canvas.small(self.cells, y, said)
        priced = {int(k) for run in content.runs for k in run.price.split()}
        for k, name in enumerate(content.measures[: self.measures]):
            x = self.cells + k * self.cell
            self.heads.paint(canvas, name, x + self.cell / 2, over - 0.02)
            if k in priced:
                colour = _notch(canvas.look, k)
                canvas.box(x + 0.03, over - 0.025, self.cell - 0.06, 0.03, colour, lw=0)
        names, points = named(content.algorithms[: self.rows], self.name, bold=True)
        for i, name in enumerate(names):
            middle = self.above + (i + 0.5) * self.step
            canvas.text(self.name, middle, name, points, align="right", bold=content.strong[i])
            if self.bar:
                self._bar(canvas, i, self.above + i * self.step)
            self._ranks(canvas, i, middle)

    def _bar(self, canvas: Canvas, i: int, top: float) -> None:
        """The pairs of an algorithm: numbers on the parts, a notch for every price below them."""
        content, look = self.content, canvas.look
        runs = [run for run in content.runs if run.line == i]
        unit = self.bar / (sum(run.count for run in runs) or 1)
        top += 0.5 * (1 - BAR - NOTCH) * self.step
        x, high = self.bars, BAR * self.step
        for k, part in enumerate(content.parts):
            alike = [run for run in runs if run.part == k]
            count = sum(run.count for run in alike)
            if not count:
                continue
            ink = canvas.cell(x, top, count * unit, high, part.role, part.shown)
            joint = sum(run.count for run in alike if run.joint)
            if joint:
                wide, edge = joint * unit, look.fill(part.role, True)
                start = x + (count - joint) * unit
                box = start + 0.015, top + 0.015, wide - 0.03, high - 0.03
                canvas.box(*box, look.paper, edge=edge, lw=0.8)
            said = part.label if unit == self.bar else str(count)
            if i == 0 and k in self.named:
                said = f"{part.label} {count}"
            if text_width(said, SMALL) + 0.05 <= count * unit:
                fill = look.fill(part.role, part.shown)
                hatched = part.role == "trade" or (part.shown and part.role == "equal")
                middle, at = top + high / 2, x + count * unit / 2
                on, ground = ink if joint < count else look.ink, fill if hatched else None
                how: dict[str, Any] = {"align": "center", "color": on, "ground": ground}
                canvas.text(at, middle, said, SMALL, zorder=4, **how)
            self._notches(canvas, alike, x, top + high, unit)
            x += count * unit

    def _notches(
        self, canvas: Canvas, runs: Sequence[Run], x: float, top: float, unit: float
    ) -> None:
        """Below each pair the measures on which the one that loses or is behind is better."""
        for run in runs:
            measures = [int(k) for k in run.price.split()]
            for place in range(run.count if measures else 0):
                gap = min(0.02, 0.1 * unit)
                wide = (unit - 2 * gap) / len(measures)
                for j, k in enumerate(measures):
                    left = x + place * unit + gap + j * wide
                    high = NOTCH * self.step
                    canvas.box(left, top + 0.012, wide, high, _notch(canvas.look, k), lw=0)
            x += run.count * unit

    def _ranks(self, canvas: Canvas, i: int, middle: float) -> None:
        look, high = canvas.look, CELL * self.step
        for k in range(self.measures):
            rank = self.content.ranks[i][k]
            share = (self.content.worst - rank) / max(self.content.worst - 1, 1e-9)
            shade = PALEST + (STRONGEST - PALEST) * share
            fill = style.mixed(look.paper, look.fill("better"), shade)
            x = self.cells + k * self.cell
            canvas.box(x + 0.01, middle - high / 2, self.cell - 0.02, high, fill, lw=0)
            canvas.text(
                x + self.cell / 2, middle, f"{rank:.1f}", SMALL, align="center", color=look.on(fill)
            )


def _columns(content: League, width: float) -> tuple[float, float, float, float, int]:
    """Inches of names, bars, cells and gaps, and how many measures fit."""
    natural = style.widest_of(content.algorithms, TEXT, bold=True) + 0.02
    name = min(natural, max(NAME * width, 0.88))
    bar = max(0.2 * width, 0.64) if content.parts else 0.0
    gap = GAP if width >= WIDE else LITTLE
    cell = (
        style.widest_of((f"{rank:.1f}" for ranks in content.ranks for rank in ranks), SMALL) + 0.08
    )
    k = len(content.measures)
    while k > 1 and name + gap + (bar + gap if bar else 0.0) + k * cell > width + 1e-6:
        k -= 1
    spare = max(width - name - gap - (bar + gap if bar else 0.0) - k * cell, 0.0)
    level = style.widest_of(content.measures[:k], SMALL) + 0.08
    if k * (level - cell) <= spare:  # then names of measures need not stand upright
        cell, spare = max(cell, level), spare - k * max(level - cell, 0.0)
    grow = min(spare, natural - name)
    name, spare = name + grow, spare - grow
    grow = spare if not bar else min(spare, k * max(0.56 - cell, 0.0))
    cell, spare = cell + grow / k, spare - grow
    return name, bar + spare if bar else 0.0, cell, gap, k


def _one_pair(content: League) -> bool:
    """Whether each bar is one pair, as with a control: then it has its state's name in it."""
    return all(sum(run.count for run in content.runs if run.line == i) <= 1 for i in (0, 1))


def _named(content: League, width: float) -> set[int]:
    """The parts of the first bar that have room for their names."""
    first = [run for run in content.runs if run.line == 0]
    counts = [sum(run.count for run in first if run.part == k) for k in range(len(content.parts))]
    unit = width / (sum(counts) or 1)
    return {
        k
        for k, (part, n) in enumerate(zip(content.parts, counts, strict=True))
        if n and text_width(f"{part.label} {n}", SMALL) + 0.05 <= n * unit
    }


def _sample(part: Part) -> Sample:
    return Sample(lambda canvas, *box: canvas.cell(*box, part.role, part.shown), part.label)


def _notch(look: Look, k: int) -> str:
    """The colour of a measure's notches."""
    return look.series[NOTCHES[k % len(NOTCHES)]]
