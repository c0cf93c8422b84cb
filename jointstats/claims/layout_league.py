"""The league: names, bars of pairs with the price of each, and mean ranks.

Parts of the first bar have their names in them, where there is room; the legend has all of them.
Columns get narrower, then the last measures are left out where
the figure is too narrow for them; rows where it is too low.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from jointstats.claims.figure_league import League, Part, Run
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.frame import Body
from jointstats.drawing.keys import Heads, Legend, Sample
from jointstats.drawing.style import LINE, SMALL, TEXT, distinct, left_out, shortened, text_width
from jointstats.drawing.themes import COLOUR, Look, mixed

GAP, LITTLE = 0.13, 0.1  # inches between columns, of wide figures and of narrow ones
STEP, LOW_STEP, MANY = 0.21, 0.17, 12  # from row to row; of more rows than these
BAR, NOTCH, CELL = 0.62, 0.2, 0.86  # of a step: heights of bars, notches below them, and cells
WIDE = 4.5  # inches of a wide figure
NAME = 0.26  # share of the width for names
PALEST, STRONGEST = 0.06, 0.8  # shades of the worst and the best mean rank
NOTCHES = (3, 5, 6, 2, 1, 4)  # of the series: not blue, which wins have
SMALL_LINE = SMALL * LINE / 72


def drawing(content: League, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the league."""
    plan = _Plan.of(content, width, room)
    return Body(plan.above + plan.rows * plan.step, plan.paint, left_out=plan.left_out())


def bold_names(names: Sequence[str], width: float) -> tuple[dict[str, str], float]:
    """Names that fit their column in bold letters, too, and their points: a bit smaller first."""
    widest = max(text_width(name, TEXT, True) for name in names)
    points = max(SMALL, TEXT * min(1.0, width / widest))
    return distinct(names, width, points, bold=True), points


@dataclass(frozen=True)
class _Plan:
    """Where everything is, in inches; a bar of no width is left out."""

    content: League
    name: float
    gap: float
    bar: float
    cell: float
    measures: int
    rows: int
    step: float
    above: float
    legend: Legend | None
    heads: Heads
    named: set[int]

    @classmethod
    def of(cls, content: League, width: float, room: float) -> _Plan:
        name, bar, cell, gap, measures = _columns(content, width)
        heads = Heads(content.measures[:measures], cell)
        named = set() if _one_pair(content) or not bar else _named(content, bar)
        legend = None
        if bar and not _one_pair(content):
            legend = Legend([_sample(part) for part in content.parts], width)
        above = SMALL_LINE + heads.height + 0.03
        above += legend.height + 0.04 if legend and legend.height else 0.0
        n = len(content.algorithms)
        step = STEP if n <= MANY else LOW_STEP
        rows = n
        if above + n * step > room:
            rows = max(1, min(n, int((room - above) / LOW_STEP + 1e-6)))
            step = min(step, max(LOW_STEP, (room - above) / rows))
        return cls(content, name, gap, bar, cell, measures, rows, step, above, legend, heads, named)

    @property
    def bars(self) -> float:
        """Where bars begin."""
        return self.name + self.gap

    @property
    def cells(self) -> float:
        """Where mean ranks begin."""
        return self.bars + (self.bar + self.gap if self.bar else 0.0)

    def left_out(self) -> tuple[str, ...]:
        """What has no place."""
        every = self.content.more + len(self.content.algorithms)
        return (
            *left_out(every, self.rows, "algorithm"),
            *left_out(len(self.content.measures), self.measures, "measure"),
        )

    def paint(self, canvas: Canvas) -> None:
        """Heads, and a line for each algorithm."""
        content, quiet = self.content, canvas.look.quiet
        if self.legend:
            self.legend.paint(canvas, 0.0)
        over = self.above - 0.03
        if self.bar:
            y = over - SMALL_LINE / 2
            head = shortened(content.head, self.bar, SMALL)
            canvas.text(self.bars, y, head, SMALL, color=quiet)
        y = over - self.heads.height - SMALL_LINE / 2
        heads = ("mean rank (1 is best)", "mean rank", "rank")
        room = self.cell * self.measures
        said = next((head for head in heads if text_width(head, SMALL) <= room), heads[-1])
        canvas.text(self.cells, y, said, SMALL, color=quiet)
        priced = {int(k) for run in content.runs for k in run.price.split()}
        for k, name in enumerate(content.measures[: self.measures]):
            x = self.cells + k * self.cell
            self.heads.paint(canvas, name, x + self.cell / 2, over - 0.02)
            if k in priced:
                colour = _notch(canvas.look, k)
                canvas.box(x + 0.03, over - 0.025, self.cell - 0.06, 0.03, colour, lw=0)
        names, points = bold_names(content.algorithms[: self.rows], self.name)
        for i, name in enumerate(content.algorithms[: self.rows]):
            middle = self.above + (i + 0.5) * self.step
            canvas.text(
                self.name, middle, names[name], points, align="right", bold=content.strong[i]
            )
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
                said = _label(part, count)
            if text_width(said, SMALL) + 0.05 <= count * unit:
                fill = look.fill(part.role, part.shown)
                hatched = part.role == "trade" or (part.shown and part.role == "equal")
                middle, at = top + high / 2, x + count * unit / 2
                on = ink if joint < count else look.ink
                canvas.text(
                    at, middle, said, SMALL, align="center", color=on,
                    ground=fill if hatched else None, zorder=4,
                )  # fmt: skip
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
            fill = mixed(look.paper, look.fill("better"), shade)
            x = self.cells + k * self.cell
            canvas.box(x + 0.01, middle - high / 2, self.cell - 0.02, high, fill, lw=0)
            canvas.text(
                x + self.cell / 2, middle, f"{rank:.1f}", SMALL, align="center", color=look.on(fill)
            )


def _columns(content: League, width: float) -> tuple[float, float, float, float, int]:
    """Inches of names, bars, cells and gaps, and how many measures fit."""
    natural = max(text_width(name, TEXT, True) for name in content.algorithms) + 0.02
    name = min(natural, max(NAME * width, 0.88))
    bar = max(0.2 * width, 0.64) if content.parts else 0.0
    gap = GAP if width >= WIDE else LITTLE
    cell = max(text_width(f"{rank:.1f}", SMALL) for ranks in content.ranks for rank in ranks) + 0.08
    k = len(content.measures)
    while k > 1 and name + gap + (bar + gap if bar else 0.0) + k * cell > width + 1e-6:
        k -= 1
    spare = max(width - name - gap - (bar + gap if bar else 0.0) - k * cell, 0.0)
    level = max(text_width(measure, SMALL) for measure in content.measures[:k]) + 0.08
    if k * (level - cell) <= spare:  # then names of measures need not stand upright
        cell, spare = max(cell, level), spare - k * max(level - cell, 0.0)
    grow = min(spare, natural - name)
    name, spare = name + grow, spare - grow
    grow = spare if not bar else min(spare, k * max(0.56 - cell, 0.0))
    cell, spare = cell + grow / k, spare - grow
    return name, bar + spare if bar else 0.0, cell, gap, k


def _one_pair(content: League) -> bool:
    """Whether each bar is one pair, as with a control: then it has its state's name in it."""
    total = [sum(run.count for run in content.runs if run.line == 0)]
    total += [sum(run.count for run in content.runs if run.line == 1)]
    return max(total) <= 1


def _named(content: League, width: float) -> set[int]:
    """The parts of the first bar that have room for their names."""
    counts = [0] * len(content.parts)
    for run in content.runs:
        counts[run.part] += run.count if run.line == 0 else 0
    unit = width / (sum(counts) or 1)
    return {
        k
        for k, (part, count) in enumerate(zip(content.parts, counts, strict=True))
        if count and text_width(_label(part, count), SMALL) + 0.05 <= count * unit
    }


def _label(part: Part, count: int) -> str:
    return f"{part.label} {count}"


def _sample(part: Part) -> Sample:
    return Sample(lambda canvas, *box: _swatch(canvas, part, *box), part.label)


def _swatch(canvas: Canvas, part: Part, x: float, y: float, width: float, height: float) -> None:
    canvas.cell(x, y, width, height, part.role, part.shown)


def _notch(look: Look, k: int) -> str:
    """The colour of a measure's notches."""
    return look.series[NOTCHES[k % len(NOTCHES)]]
