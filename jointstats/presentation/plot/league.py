"""The league: names, bars of pairs, mean ranks with letters, and a column with intervals.

Columns get narrower, then letters, the column on the right and the last measures are left out where
the figure is too narrow for them; rows where it is too low.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.presentation.figures.league import League, Part
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

GAP, LITTLE = 0.13, 0.1  # inches between columns, of wide figures and of narrow ones
STEP, LOW_STEP, MANY = 0.2, 0.165, 12  # from row to row; of more rows than these
BAR, CELL = 0.72, 0.86  # of a step: heights of bars and cells
SIDE, WIDE = 0.85, 4.5  # the column on the right, in figures at least so wide
NAME, UPRIGHT = 0.26, 0.75  # share of the width for names; inches of upright names of measures
PALEST, STRONGEST = 0.06, 0.8  # shades of the worst and the best mean rank
SWATCH = 0.1


@dataclass(frozen=True)
class Plan:
    """How wide the columns are, in inches; 0 for one that is left out."""

    name: float
    bar: float
    cell: float
    side: float
    gap: float
    letters: bool
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
    below = SMALL * LINE / 72 + 0.04 if plan.side else 0.0
    n = len(content.algorithms)
    step = STEP if n <= MANY else LOW_STEP
    rows = n
    if above + n * step + below > room:
        rows = max(1, min(n, int((room - above - below) / LOW_STEP + 1e-6)))
        step = min(step, max(LOW_STEP, (room - above - below) / rows))
    names, points = _short(content.algorithms[:rows], plan.name)

    def paint(canvas: Canvas) -> None:
        _paint_legend(canvas, content, legend)
        _paint_heads(canvas, content, plan, heads, above, high)
        for i, name in enumerate(content.algorithms[:rows]):
            _paint_row(canvas, content, plan, i, (names[name], points), above + i * step, step)
        if plan.side:
            _paint_side(canvas, content, plan, above, rows, step)

    return Body(
        above + rows * step + below, paint,
        left_out=_left_out(content, plan, rows), without=_without(content, plan),
    )  # fmt: skip


def _short(names: Sequence[str], width: float) -> tuple[dict[str, str], float]:
    """Names that fit their column in bold letters, too, and their points: a bit smaller first."""
    widest = max(text_width(name, TEXT, True) for name in names)
    points = max(SMALL, TEXT * min(1.0, width / widest))
    bolder = max(text_width(name, TEXT, True) / text_width(name, TEXT) for name in names)
    return distinct(list(names), width / bolder, points), points


# --- Columns --------------------------------------------------------------------------------------


def _plan(content: League, width: float) -> Plan:
    """The widest columns that fit: without letters, without the right one, or fewer of them."""
    natural = max(text_width(name, TEXT, True) for name in content.algorithms) + 0.02
    name = min(natural, max(NAME * width, 0.88))
    bar = max(0.13 * width, 0.6) if content.parts else 0.0
    gap = GAP if width >= WIDE else LITTLE
    bare = _cell_width(content, letters=False)
    full = _cell_width(content, letters=True)
    side = SIDE if content.aside is not None and width >= WIDE else 0.0
    m = len(content.measures)
    tried = [(full, side, m), (bare, side, m), (bare, 0.0, m)]
    tried += [(bare, 0.0, k) for k in range(m - 1, 0, -1)]
    for cell, aside, k in tried:
        used = sum(x + gap for x in (bar, aside) if x) + name + gap + k * cell
        if used <= width + 1e-6 or k == 1:
            break
    spare = max(width - used, 0.0)
    letters = cell == full and bool(content.tiers)
    level = max(text_width(one, LEAST, True) for one in content.measures[:k]) + 0.03
    if k * (level - cell) <= spare:  # then names of measures need not stand upright
        cell, spare = max(cell, level), spare - k * max(level - cell, 0.0)
    grow = min(spare, max(0.3 * width - bar, 0.0)) if bar else 0.0
    bar, spare = bar + grow, spare - grow
    grow = min(spare, natural - name)
    name, spare = name + grow, spare - grow
    grow = min(spare, k * max(0.62 - cell, 0.0)) if bar else spare
    cell, spare = cell + grow / k, spare - grow
    return Plan(name, bar + spare if bar else 0.0, cell, aside, gap, letters, k)


def _cell_width(content: League, *, letters: bool) -> float:
    said = [
        _rank(rank) + (f" {content.tiers[i][k]}" if letters and content.tiers else "")
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
    for what, wide in (("bar", plan.bar), ("cells", cells), ("side", plan.side)):
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
    """Notes about columns that have no room."""
    aside = content.aside.note if content.aside is not None and not plan.side else ""
    return tuple(filter(None, (aside, "" if plan.letters else content.tiers_note)))


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
    said = {"bar": content.head}
    if content.aside is not None:
        said["side"] = content.aside.head
    places = _places(content, plan)
    found = {}
    for what, (_, wide) in places.items():
        if what == "cells":
            found[what] = [_head_of_cells(plan, wide)]
            continue
        lines = wrapped(said[what], wide, SMALL)
        if len(lines) > 2:
            lines = [lines[0], shortened(" ".join(lines[1:]), wide, SMALL)]
        found[what] = lines
    return found


def _head_of_cells(plan: Plan, wide: float) -> str:
    heads = ["mean rank, tier"] * plan.letters + ["mean rank", "rank"]
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
        letters = content.tiers[i][k] if plan.letters else ""
        _paint_rank(canvas, x, plan.cell, middle, _rank(rank), letters, look.on(fill))


def _shade(rank: float, worst: float, look: Look) -> str:
    share = (worst - rank) / max(worst - 1, 1e-9)
    return mixed(look.paper, look.fill("better"), PALEST + (STRONGEST - PALEST) * share)


def _paint_rank(
    canvas: Canvas, x: float, wide: float, middle: float, rank: str, letters: str, ink: str
) -> None:
    """A mean rank in the middle of its cell, or on its left with letters on the right."""
    if not letters:
        canvas.text(x + wide / 2, middle, rank, SMALL, ha="center", color=ink)
        return
    canvas.text(x + 0.04, middle, rank, SMALL, color=ink)
    canvas.text(x + wide - 0.04, middle, letters, SMALL, ha="right", color=ink, fontstyle="italic")


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
            on = _ground(canvas, part) if hatch(part.role, part.shown) else {}
            canvas.text(x + own / 2, middle, said, SMALL, ha="center", color=ink, **on, zorder=4)
        x += own


def _ground(canvas: Canvas, part: Part) -> dict[str, Any]:
    """Under a number on hatching: its colour, without the lines."""
    fill = canvas.look.fill(part.role, part.shown)
    return {"bbox": {"facecolor": fill, "edgecolor": "none", "pad": 0.6}}


def _paint_side(
    canvas: Canvas, content: League, plan: Plan, top: float, rows: int, step: float
) -> None:
    """Points with intervals over an axis from its low to its high end."""
    aside, look = content.aside, canvas.look
    if aside is None:
        return
    x, wide = _places(content, plan)["side"]
    inset = 0.06
    low, high = aside.limits

    def at(value: float) -> float:
        return x + inset + (wide - 2 * inset) * (value - low) / (high - low)

    bottom = top + rows * step
    for end in (low, (low + high) / 2, high):
        canvas.path([at(end)] * 2, [top, bottom], color=look.open, lw=0.8, zorder=1)
    for end, said, side in zip(aside.limits, aside.ends, ("left", "right"), strict=True):
        shift = -inset if side == "left" else inset
        canvas.text(
            at(end) + shift, bottom + 0.04 + SMALL * LINE / 144, said, SMALL, ha=side,
            color=look.quiet,
        )  # fmt: skip
    for i in range(rows):
        middle = top + (i + 0.5) * step
        if aside.low is not None and aside.high is not None:
            ends = [at(aside.low[i]), at(aside.high[i])]
            canvas.path(ends, [middle] * 2, color=look.fill("better"), lw=1.4)
        canvas.dot(at(aside.value[i]), middle, 4, color=look.fill("better"), zorder=3)
