"""The bump chart: a line of mean ranks for each algorithm, with its name at both ends."""

from __future__ import annotations

import math
from collections.abc import Callable

from jointstats.presentation.figures.league import Bump
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.rankings import apart
from jointstats.presentation.plot.style import (
    LEAST,
    LINE,
    SMALL,
    TEXT,
    distinct,
    left_out,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look, mixed

STEP, LEAST_STEP = 0.19, 0.13  # inches from label to label
LOW = 1.7  # inches of the lines at least, where there is room
LABEL = 0.3  # share of the width that the names on one side take at most
ELBOW = 0.12  # inches from the last measure to the name
UPRIGHT = 0.8  # inches of names of measures that stand upright
At = Callable[[float], float]
DASHES = ("-", "--", ":")  # every colour once with each


def drawing(content: Bump, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out the lines between their names."""
    side = _side(content, width)
    left, right = side + ELBOW, width - side - ELBOW
    each = (right - left) / max(len(content.measures) - 1, 1)
    widest = max(text_width(name, SMALL, True) for name in content.measures)
    points = SMALL * min(1.0, (each - 0.05) / widest)
    level = points >= LEAST
    head = SMALL * LINE / 72 + 0.06 if level else min(widest, UPRIGHT) + 0.1
    n = len(content.algorithms)
    while n > 2 and head + n * LEAST_STEP > room:
        n -= 1
    high = max(n * STEP, LOW)
    high = min(high, max(room - head, n * LEAST_STEP))
    step = min(STEP, high / n)

    def paint(canvas: Canvas) -> None:
        _paint_heads(canvas, content, left, each, head, points if level else None)
        _paint_lines(canvas, content, n, (left, right), each, (head, high, step), side)

    every = len(content.algorithms) + content.more
    return Body(head + high, paint, left_out=left_out(every, n, "algorithm"))


def _side(content: Bump, width: float) -> float:
    """Inches of the names on one side."""
    natural = max(text_width(_label(name, 10.0), TEXT) for name in content.algorithms)
    return min(natural, LABEL * width)


def _label(name: str, rank: float | None) -> str:
    return name if rank is None else f"{name} {rank:.1f}"


def _paint_heads(
    canvas: Canvas, content: Bump, left: float, each: float, head: float, points: float | None
) -> None:
    """Names of measures over their lines; upright without points."""
    names = list(content.measures)
    short = distinct(names, UPRIGHT, SMALL) if points is None else {name: name for name in names}
    for k, name in enumerate(names):
        x = left + k * each
        if points is None:
            canvas.text(x, head - 0.06, short[name], SMALL, upright=True, bold=True)
        else:
            y = SMALL * LINE / 144
            canvas.text(x, y, short[name], points, align="center", bold=True)


def _paint_lines(
    canvas: Canvas, content: Bump, n: int, ends: tuple[float, float], each: float,
    down: tuple[float, float, float], side: float,
) -> None:  # fmt: skip
    look, (left, right), (top, high, step) = canvas.look, ends, down
    ranks = content.ranks[:n]
    low, worst = (f(rank for places in ranks for rank in places) for f in (min, max))
    inset = step / 2

    def at(rank: float) -> float:
        return top + inset + (high - 2 * inset) * (rank - low) / max(worst - low, 1e-9)

    for k in range(len(content.measures)):
        canvas.path([left + k * each] * 2, [top, top + high], color=look.open, lw=0.8, zorder=1)
    for i, places in enumerate(ranks):
        colour, dash = _style(content, i, look)
        xs = [left + k * each for k in range(len(places))]
        ys = [at(rank) for rank in places]
        wide, above = (1.8, 1.0) if content.strong[i] else (0.9, 0.0)
        canvas.path(xs, ys, color=colour, lw=wide, ls=dash, zorder=3 + above)
        for x, y in zip(xs, ys, strict=True):
            canvas.dot(x, y, 3.5, color=colour, zorder=3.5 + above)
    for k, out in ((0, -1), (len(content.measures) - 1, 1)):
        _paint_names(canvas, content, n, k, out, (left if out < 0 else right, side), at, down)


def _style(content: Bump, i: int, look: Look) -> tuple[str, str]:
    """Colour and dashes of a line: grey of those against which some algorithm wins."""
    if not content.strong[i]:
        return mixed(look.paper, look.line, 0.7), "-"
    nth = sum(content.strong[:i])
    return look.series[nth % len(look.series)], DASHES[nth // len(look.series) % len(DASHES)]


def _paint_names(
    canvas: Canvas, content: Bump, n: int, k: int, out: int, place: tuple[float, float], at: At,
    down: tuple[float, float, float],
) -> None:  # fmt: skip
    """Names next to the first (out = -1) or the last measure, in the order of its ranks."""
    x, side = place
    top, high, step = down
    order = sorted(range(n), key=lambda i: content.ranks[i][k])
    wanted = [at(content.ranks[i][k]) for i in order]
    spread = apart(wanted, step, top + step / 2, top + high - step / 2)
    names = content.algorithms[:n]
    numbered = all(text_width(_label(name, 10.0), TEXT) <= side for name in names)
    short = distinct(list(names), side, TEXT)
    for i, from_y, y in zip(order, wanted, spread, strict=True):
        colour, _ = _style(content, i, canvas.look)
        end = x + out * (ELBOW - 0.03)
        canvas.path([x + out * 0.03, end], [from_y, y], color=colour, lw=0.7, zorder=2)
        rank = content.ranks[i][k] if numbered else None
        canvas.text(
            end + out * 0.03, y, _label(short[names[i]], rank), TEXT,
            align="right" if out < 0 else "left",
            color=canvas.look.ink if content.strong[i] else canvas.look.quiet,
        )  # fmt: skip
