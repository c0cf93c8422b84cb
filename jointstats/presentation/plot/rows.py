"""Figures made of rows: a sentence, a bar or an interval under it, and a note.

The text stands inside the axes, so that no margin has to fit it: long names wrap, and in axes that
are too small the letters shrink until the rows fit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    LINE,
    SMALL,
    TEXT,
    label_lines,
    shortened,
    text_width,
    wrapped,
    write,
)
from jointstats.presentation.plot.themes import COLOUR, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LANE, GAP = 0.17, 0.13  # inches: height of a bar, space between rows
SCALES = tuple(1 - 0.05 * i for i in range(18))


def drawing(content: Rows, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The rows, one below the other."""
    across = label_lines(content.scale.label, width - 0.3, TEXT)
    below = 0.25 + len(across) * TEXT * LINE / 72
    inner = width - 0.2

    def paint(canvas: Canvas) -> None:
        ax = canvas.panel(0.1, 0, inner, height)
        _paint(ax, content, "", across, inner, height)

    height = _Layout.of(content.rows, content.scale, "", inner, 1.0).height
    return Body(height + below, paint)


@dataclass(frozen=True)
class _Layout:
    """Wrapped texts, and the height that they need."""

    labels: list[list[str]]
    notes: list[list[str]]
    foot: list[str]
    head: float
    size: float
    small: float
    height: float

    @classmethod
    def of(
        cls, rows: Sequence[Row], scale: Scale, footnote: str, width: float, factor: float
    ) -> _Layout:
        size, small, inner = TEXT * factor, SMALL * factor, width - 0.12 * factor
        labels = [wrapped(row.label, inner, size) for row in rows]
        notes = [wrapped(row.note, inner, small) if row.note else [] for row in rows]
        foot = wrapped(footnote, inner, small) if footnote else []
        head = small * LINE / 72 + 0.05 * factor if scale.threshold is not None else 0.04
        lines = sum(map(len, labels)) * size + (sum(map(len, notes)) + len(foot)) * small
        height = head + lines * LINE / 72 + len(rows) * (LANE + GAP) * factor + 0.05
        height += size * LINE / 72 if scale.ends else 0.0
        return cls(labels, notes, foot, head, size, small, height)


def _paint(
    ax: Axes, content: Rows, footnote: str, across: list[str], width: float, available: float
) -> None:
    rows, scale = content.rows, content.scale
    for factor in SCALES:  # the largest letters that fit
        layout = _Layout.of(rows, scale, footnote, width, factor)
        if layout.height <= available + 1e-6:
            break
    span = scale.high - scale.low
    ax.set_xlim(scale.low, scale.high)
    ax.set_ylim(max(layout.height, available), 0)  # in inches, downwards
    left = scale.low + 0.03 / width * span
    y = layout.head
    for row, label, note in zip(rows, layout.labels, layout.notes, strict=True):
        y = _lines(ax, left, y, label, layout.size, BLACK)
        lane = LANE * factor
        middle = y + lane / 2
        if scale.zero:
            ax.plot([0, 0], [y, y + lane], "-", color=GREY, lw=1)
        (_bar if content.bars else _interval)(ax, row, scale, middle, lane, layout, span / width)
        if scale.threshold is not None:  # over the bar, on a strip of paper
            ends = [y - 0.02, y + lane + 0.02]
            ax.plot([scale.threshold] * 2, ends, "-", color="white", lw=3, zorder=3.2)
            ax.plot([scale.threshold] * 2, ends, "--", color=BLACK, lw=1.2, zorder=3.3)
        y = _lines(ax, left, y + lane + 0.02, note, layout.small, GREY) + GAP * factor - 0.02
    y = _lines(ax, left, y, layout.foot, layout.small, GREY)
    if scale.ends:
        room = 0.45 * width
        for x, side, name, text in (
            (left, "left", scale.ends[0], "← {} better"),
            (scale.high, "right", scale.ends[1], "{} better →"),
        ):
            said = text.format(shortened(name, room - 0.8 * factor, layout.size))
            at = (
                max(y, ax.get_ylim()[0] - layout.size * LINE / 72 - 0.02) + layout.size * LINE / 144
            )
            write(ax, x, at, said, layout.size, ha=side, va="center_baseline")
    if scale.threshold is not None:
        near = (scale.threshold - scale.low) / span > 0.5
        write(
            ax, scale.threshold, 0.03, scale.threshold_label, layout.small, color=GREY,
            ha="right" if near else "left", va="top",
        )  # fmt: skip
    _furnish(ax, scale, across, factor, width)


def _lines(ax: Axes, x: float, y: float, lines: list[str], size: float, color: str) -> float:
    """Write lines downwards from y, and return where the next one begins."""
    for line in lines:
        write(ax, x, y + 0.5 * size * LINE / 72, line, size, color=color, va="center_baseline")
        y += size * LINE / 72
    return y


def _bar(
    ax: Axes, row: Row, scale: Scale, y: float, lane: float, layout: _Layout, unit: float
) -> None:
    fill = "white" if row.hatched else BLUE if row.strong else "#9ecae1"
    keywords: dict[str, Any] = {"hatch": "////"} if row.hatched else {}
    ax.barh(
        [y], [row.value - scale.low], height=lane * 0.9, left=scale.low, color=fill,
        edgecolor=GREY if row.hatched else BLUE, linewidth=0.8, **keywords,
    )  # fmt: skip
    if row.low is not None and row.high is not None:
        _whisker(ax, row.low, row.high, y, lane, BLACK)
    if row.reference is not None:
        ax.plot([row.reference], [y], "D", mfc="white", mec=BLACK, ms=4.5, zorder=3.5)
    room = text_width(row.shown, layout.size, True) * unit + 0.12 * unit
    x, side, inside = _beside(row, scale, room, 0.05 * unit)
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    inverse = inside and row.strong and not row.hatched
    write(
        ax, x, y, row.shown, layout.size, fontweight="bold", va="center_baseline",
        ha=side, color="white" if inverse else BLACK, zorder=4,
        bbox=paper if row.hatched or not inside else None,
    )  # fmt: skip


def _beside(row: Row, scale: Scale, room: float, gap: float) -> tuple[float, str, bool]:
    """Where the value stands, which side of it is there, and whether it is inside the bar.

    Behind the bar, or before its end, or at the end of the axis, or, where a threshold is so near
    the axis that nothing fits before it, behind that: never across the threshold.
    """
    line = math.inf if scale.threshold is None else scale.threshold
    end = row.value if row.high is None else max(row.value, row.high)
    if end + room <= scale.high and not end < line < end + room:
        return end + gap, "left", False
    start = row.value if row.low is None else min(row.value, row.low)
    if start - room < line <= start:
        start = line
    if start - room >= scale.low:
        return start - gap, "right", True
    if line - room < scale.low:
        return line + gap, "left", False
    return min(line - gap, scale.high), "right", False


def _interval(
    ax: Axes, row: Row, scale: Scale, y: float, lane: float, layout: _Layout, unit: float
) -> None:
    if row.reference is not None:
        ax.plot([row.reference], [y], "D", mfc="white", mec=GREY, ms=4.5, zorder=2.5)
    if row.low is not None and row.high is not None:
        _whisker(ax, row.low, row.high, y, lane, BLUE)
    ax.plot([row.value], [y], "o", mfc=BLUE if row.strong else "white", mec=BLUE, ms=6, zorder=3)


def _whisker(ax: Axes, low: float, high: float, y: float, lane: float, color: str) -> None:
    ax.plot([low, high], [y, y], "-", color=color, lw=1.8, solid_capstyle="butt")
    for end in (low, high):
        ax.plot([end, end], [y - lane / 3, y + lane / 3], "-", color=color, lw=1.2)


def _furnish(ax: Axes, scale: Scale, across: list[str], factor: float, width: float) -> None:
    ax.set_yticks([])
    ax.set_xticks(list(scale.ticks))
    ax.tick_params(axis="x", labelsize=SMALL * factor)
    size = TEXT * factor
    size *= max(0.5, min(1.0, width / max(text_width(line, size) for line in across)))
    ax.set_xlabel("\n".join(across), fontsize=size, parse_math=False)
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
