"""The league: names, bars of pairs, mean ranks and the ranks that are possible.

Columns get narrower, then the possible ranks and the last measures are left out where the figure
is too narrow for them; rows where it is too low.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jointstats.presentation.figures.league import League
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    LEAST,
    LINE,
    SMALL,
    TEXT,
    distinct,
    left_out,
    shortened,
    text_width,
    wrapped,
)
from jointstats.presentation.plot.themes import COLOUR, Look, hatch, mixed
from jointstats.words import league

GAP, LITTLE = 0.13, 0.1  # inches between columns, of wide figures and of narrow ones
STEP, LOW_STEP, MANY = 0.2, 0.165, 12  # from row to row; of more rows than these
BAR, CELL = 0.72, 0.86  # of a step: heights of bars and cells
WIDE = 4.5  # inches of a wide figure
NAME, UPRIGHT = 0.26, 0.75  # share of the width for names; inches of upright names of measures
PALEST, STRONGEST = 0.06, 0.8  # shades of the worst and the best mean rank
SWATCH = 0.1


@dataclass(frozen=True)
class Plan:
    """How wide the columns are, in inches; 0 for one that is left out."""

    name: float
    bar: float
    cell: float
    gap: float
    sets: bool
    measures: int


def drawing(content: League, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the league."""
    plan = _plan(content, width)
    start = _places(content, plan)["bar"][0] if plan.bar and width >= WIDE else 0.0
    legend = [[(i, start + x) for i, x in line] for line in _legend(content, width - start)]
    heads = _heads(content, plan)
    high = _name_height(content, plan)
    above = len(legend) * SMALL * LINE / 72 + 0.05 * bool(legend)
    beside = max((len(lines) for what, lines in heads.items() if what != "cells"), default=0)
    above += max(SMALL * LINE / 72 + 0.02 + high, beside * SMALL * LINE / 72 + 0.04)
    n = len(content.algorithms)
    step = STEP if n <= MANY else LOW_STEP
    rows = n
    if above + n * step > room:
        rows = max(1, min(n, int((room - above) / LOW_STEP + 1e-6)))
        step = min(step, max(LOW_STEP, (room - above) / rows))
    names, points = bold_names(content.algorithms[:rows], plan.name)

    def paint(canvas: Canvas) -> None:
        _paint_legend(canvas, content, legend)
        _paint_heads(canvas, content, plan, heads, above, high)
        for i, name in enumerate(content.algorithms[:rows]):
            _paint_row(canvas, content, plan, i, (names[name], points), above + i * step, step)

    return Body(
        above + rows * step, paint,
        left_out=_left_out(content, plan, rows), without=_without(content, plan),
    )  # fmt: skip


def bold_names(names: Sequence[str], width: float) -> tuple[dict[str, str], float]:
    """Names that fit their column in bold letters, too, and their points: a bit smaller first."""
    widest = max(text_width(name, TEXT, True) for name in names)
    points = max(SMALL, TEXT * min(1.0, width / widest))
    bolder = max(text_width(name, TEXT, True) / text_width(name, TEXT) for name in names)
    return distinct(list(names), width / bolder, points), points


# --- Columns --------------------------------------------------------------------------------------


def _plan(content: League, width: float) -> Plan:
    """The widest columns that fit: without the possible ranks, or with fewer measures."""
    natural = max(text_width(name, TEXT, True) for name in content.algorithms) + 0.02
    name = min(natural, max(NAME * width, 0.88))
    bar = max(0.13 * width, 0.6) if content.parts else 0.0
    gap = GAP if width >= WIDE else LITTLE
    bare = _cell_width(content, sets=False)
    full = _cell_width(content, sets=True)
    m = len(content.measures)
    for cell, k in [(full, m), *((bare, k) for k in range(m, 0, -1))]:
        used = (bar + gap if bar else 0.0) + name + gap + k * cell
        if used <= width + 1e-6:
            break
    spare = max(width - used, 0.0)
    sets = cell == full and bool(content.sets)
    level = max(text_width(one, LEAST, True) for one in content.measures[:k]) + 0.03
    if k * (level - cell) <= spare:  # then names of measures need not stand upright
        cell, spare = max(cell, level), spare - k * max(level - cell, 0.0)
    grow = min(spare, max(0.3 * width - bar, 0.0)) if bar else 0.0
    bar, spare = bar + grow, spare - grow
    grow = min(spare, natural - name)
    name, spare = name + grow, spare - grow
    grow = min(spare, k * max(0.62 - cell, 0.0)) if bar else spare
    cell, spare = cell + grow / k, spare - grow
    return Plan(name, bar + spare if bar else 0.0, cell, gap, sets, k)


def _cell_width(content: League, *, sets: bool) -> float:
    said = [
        _rank(rank) + (f"  {content.sets[i][k]}" if sets and content.sets else "")
        for i, ranks in enumerate(content.ranks)
        for k, rank in enumerate(ranks)
    ]
    return max(text_width(one, SMALL) for one in set(said)) + 0.08


def _rank(rank: float) -> str:
    return f"{rank:.1f}"


def _places(content: League, plan: Plan) -> dict[str, tuple[float, float]]:
    """Left end and width of every column that is drawn."""
    found, x = {}, plan.name + plan.gap
    cells = plan.cell * plan.measures
    for what, wide in (("bar", plan.bar), ("cells", cells)):
        if wide:
            found[what] = (x, wide)
            x += wide + plan.gap
    return found


def _left_out(content: League, plan: Plan, rows: int) -> tuple[str, ...]:
    every = content.more + len(content.algorithms)
    return (
        *left_out(every, rows, "algorithm"),
        *left_out(len(content.measures), plan.measures, "measure"),
    )


def _without(content: League, plan: Plan) -> tuple[str, ...]:
    """Notes about what has no room."""
    return (content.sets_note,) if content.sets and not plan.sets else ()


# --- Above the rows -------------------------------------------------------------------------------


def _legend(content: League, width: float) -> Iterator[list[tuple[int, float]]]:
    """Lines of the legend: part and where it begins."""
    line: list[tuple[int, float]] = []
    x = 0.0
    for i, part in enumerate(content.parts):
        wide = SWATCH + 0.05 + text_width(part.label, SMALL) + 0.14
        if line and x + wide - 0.14 > width:
            yield line
            line, x = [], 0.0
        line.append((i, x))
        x += wide
    if line:
        yield line


def _paint_legend(canvas: Canvas, content: League, legend: list[list[tuple[int, float]]]) -> None:
    y = 0.0
    for line in legend:
        middle = y + SMALL * LINE / 144
        for i, x in line:
            part = content.parts[i]
            canvas.cell(x, middle - SWATCH / 2, SWATCH, SWATCH, part.role, part.shown)
            canvas.text(x + SWATCH + 0.05, middle, part.label, SMALL, color=canvas.look.quiet)
        y += SMALL * LINE / 72


def _heads(content: League, plan: Plan) -> dict[str, list[str]]:
    """Lines above each column."""
    places = _places(content, plan)
    found = {}
    for what, (_, wide) in places.items():
        if what == "cells":
            found[what] = [_head_of_cells(plan, wide)]
            continue
        lines = wrapped(content.head, wide, SMALL)
        if len(lines) > 2:
            lines = [lines[0], shortened(" ".join(lines[1:]), wide, SMALL)]
        found[what] = lines
    return found


def _head_of_cells(plan: Plan, wide: float) -> str:
    heads = [f"{league.MEAN_RANK}, {league.RANKS}"] * plan.sets + [league.MEAN_RANK, "rank"]
    return next((one for one in heads if text_width(one, SMALL) <= wide), heads[-1])


def _level(content: League, plan: Plan) -> float | None:
    """Points at which the measures' names fit their columns; None if they must stand upright."""
    widest = max(text_width(name, SMALL, True) for name in content.measures[: plan.measures])
    points = SMALL * min(1.0, (plan.cell - 0.02) / widest)
    return points if points >= LEAST else None


def _name_height(content: League, plan: Plan) -> float:
    if _level(content, plan) is not None:
        return SMALL * LINE / 72 + 0.02
    shown = content.measures[: plan.measures]
    return min(UPRIGHT, max(text_width(name, SMALL, True) for name in shown)) + 0.06


def _paint_heads(
    canvas: Canvas, content: League, plan: Plan, heads: dict[str, list[str]], y: float, high: float
) -> None:
    """Column heads that end at y, where the rows begin; names of measures are `high` inches."""
    places = _places(content, plan)
    for what, lines in heads.items():
        up = high + 0.02 if what == "cells" else 0.03
        top = y - up - len(lines) * SMALL * LINE / 72
        canvas.lines(places[what][0], top, lines, SMALL, color=canvas.look.quiet)
    shown = list(content.measures[: plan.measures])
    left, _ = places["cells"]
    points = _level(content, plan)
    short = distinct(shown, UPRIGHT, SMALL) if points is None else {name: name for name in shown}
    for k, name in enumerate(shown):
        x = left + (k + 0.5) * plan.cell
        if points is None:
            canvas.text(
                x, y - 0.04, short[name], SMALL, rotation=90, ha="center", va="bottom",
                fontweight="bold",
            )  # fmt: skip
        else:
            canvas.text(
                x, y - SMALL * LINE / 144 - 0.01, short[name], points, ha="center",
                fontweight="bold",
            )  # fmt: skip


# --- Rows -----------------------------------------------------------------------------------------


def _paint_row(
    canvas: Canvas,
    content: League,
    plan: Plan,
    i: int,
    name: tuple[str, float],
    y: float,
    step: float,
) -> None:
    look, middle = canvas.look, y + step / 2
    strong = "bold" if content.strong[i] else "normal"
    canvas.text(plan.name, middle, *name, ha="right", fontweight=strong)
    places = _places(content, plan)
    if "bar" in places:
        _paint_bar(canvas, content, i, places["bar"], middle, BAR * step)
    left, _ = places["cells"]
    for k in range(plan.measures):
        rank = content.ranks[i][k]
        fill = _shade(rank, content.worst, look)
        x, high = left + k * plan.cell, CELL * step
        canvas.box(x + 0.01, middle - high / 2, plan.cell - 0.02, high, fill, lw=0)
        possible = content.sets[i][k] if plan.sets else ""
        _paint_rank(canvas, x, plan.cell, middle, _rank(rank), possible, look.on(fill))


def _shade(rank: float, worst: float, look: Look) -> str:
    share = (worst - rank) / max(worst - 1, 1e-9)
    return mixed(look.paper, look.fill("better"), PALEST + (STRONGEST - PALEST) * share)


def _paint_rank(
    canvas: Canvas, x: float, wide: float, middle: float, rank: str, possible: str, ink: str
) -> None:
    """A mean rank in the middle of its cell, or on its left with the possible ranks."""
    if not possible:
        canvas.text(x + wide / 2, middle, rank, SMALL, ha="center", color=ink)
        return
    canvas.text(x + 0.04, middle, rank, SMALL, color=ink)
    canvas.text(x + wide - 0.04, middle, possible, SMALL, ha="right", color=ink)


def _paint_bar(
    canvas: Canvas, content: League, i: int, place: tuple[float, float], middle: float, high: float
) -> None:
    """The pairs of an algorithm: number, or of a single pair what it is, where that fits."""
    x, wide = place
    counts = content.counts[i]
    total = sum(counts)
    for part, count in zip(content.parts, counts, strict=True):
        if not count:
            continue
        own = wide * count / total
        ink = canvas.cell(x, middle - high / 2, own, high, part.role, part.shown)
        said = str(count) if total > 1 else part.label
        if text_width(said, SMALL) + 0.03 <= own:
            on = canvas.look.fill(part.role, part.shown) if hatch(part.role, part.shown) else None
            canvas.text(
                x + own / 2, middle, said, SMALL, ha="center", color=ink, ground=on, zorder=4
            )
        x += own
