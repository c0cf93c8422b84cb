"""All algorithms in order, measure by measure, with bars over those that are not told apart.

A bar has a dot for each of its members: a clique need not be contiguous in the order.
"""

from __future__ import annotations

import math

from jointstats.presentation.figures.content import Order, Orders
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.frame import Body
from jointstats.presentation.plot.style import (
    BLUE,
    GREY,
    SMALL,
    TEXT,
    distinct,
    shortened,
    text_width,
)
from jointstats.presentation.plot.themes import COLOUR, Look

STEP = 0.19  # from label to label
BAR = 0.13  # from clique to clique
ELBOW = 0.26  # from the scale to the rows of the labels
LABEL = 2.2  # widest label
TITLE = 0.5  # above a block's first label


def drawing(content: Orders, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """A block for each measure, side by side as far as they fit, and notes."""
    blocks = [_Block(order) for order in content.orders]
    wide, high = max(b.width for b in blocks), max(b.height for b in blocks)
    across = max(1, min(len(blocks), int(width / wide)))
    down = -(-len(blocks) // across)

    def paint(canvas: Canvas) -> None:
        for i, block in enumerate(blocks):
            block.paint(canvas, (i % across) * wide, (i // across) * high)

    return Body(down * high, paint, across * wide)


class _Block:
    """The order of one measure."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.lanes = _lanes(order)
        short = distinct(sorted(order.algorithms), LABEL, TEXT)  # the same in every block
        self.names = [
            f"{short[name]}  {rank:.2f}"
            for name, rank in zip(order.algorithms, order.mean_ranks, strict=True)
        ]
        self.left = 0.28
        self.rows = self.left + ELBOW
        self.reach = self.rows + BAR * (1 + max(self.lanes, default=-1))
        label = max(text_width(name, TEXT) for name in self.names)
        self.title = shortened(order.measure, LABEL + 0.8, TEXT)
        head = max(text_width(self.title, TEXT, True), text_width(self.order.direction, SMALL))
        self.width = max(self.reach + 0.06 + label, head) + 0.25
        self.height = TITLE + STEP * len(self.names) + 0.15

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.text(x, y + 0.08, self.title, TEXT, fontweight="bold")
        canvas.text(x, y + 0.24, self.order.direction, SMALL, color=GREY)
        n = len(self.names)
        top, step = y + TITLE, STEP * (n - 1) / max(n - 1, 1)

        def at(rank: float) -> float:
            return top + (rank - 1) * step

        scale = x + self.left
        canvas.path([scale, scale], [at(1), at(n)], color=GREY, lw=1)
        for tick in range(1, n + 1):
            canvas.path([scale - 0.05, scale], [at(tick)] * 2, color=GREY, lw=0.8)
            canvas.text(scale - 0.08, at(tick), str(tick), SMALL, ha="right", color=GREY)
        spread = apart([at(rank) for rank in self.order.mean_ranks], STEP, top, at(n))
        row = dict(zip(self.order.algorithms, spread, strict=True))
        for group, lane in zip(self.order.cliques, self.lanes, strict=True):
            place = x + self.rows + BAR * (lane + 0.5)
            canvas.path([place] * 2, [row[group[0]], row[group[-1]]], color="black", lw=1.6)
            for name in group:
                canvas.dot(place, row[name], 5, color="black", zorder=3)
        for name, rank, label in zip(self.names, self.order.mean_ranks, spread, strict=True):
            canvas.path(
                [scale, scale + 0.06, x + self.rows, x + self.reach],
                [at(rank), at(rank), label, label],
                color=BLUE, lw=0.8, zorder=1.5,
            )  # fmt: skip
            canvas.dot(scale, at(rank), 5, color=BLUE, zorder=3)
            canvas.text(x + self.reach + 0.05, label, name, TEXT)


def _lanes(order: Order) -> list[int]:
    """A lane for every clique, so that no two bars in a lane touch."""
    place = {name: i for i, name in enumerate(order.algorithms)}
    last: list[int] = []
    found = []
    for group in order.cliques:
        first, end = place[group[0]], place[group[-1]]
        lane = next((i for i, used in enumerate(last) if used < first), len(last))
        if lane == len(last):
            last.append(end)
        last[lane] = end
        found.append(lane)
    return found


def apart(wanted: list[float], step: float, low: float, high: float) -> list[float]:
    """Places at least `step` apart, in the order given and near those wanted, inside the range.

    Examples
    --------
    >>> [round(x, 6) for x in apart([1.0, 1.1, 3.0], 1.0, 0.0, 4.0)]
    [0.55, 1.55, 3.0]
    """
    clusters: list[tuple[float, int]] = []  # sum of wanted starts, size
    for i, x in enumerate(wanted):
        total, size = x - i * step, 1
        while clusters and clusters[-1][0] / clusters[-1][1] > total / size:
            more, members = clusters.pop()
            total, size = total + more, size + members
        clusters.append((total, size))
    starts = [total / size for total, size in clusters for _ in range(size)]
    most = high - (len(wanted) - 1) * step
    return [min(max(start, low), max(most, low)) + i * step for i, start in enumerate(starts)]
