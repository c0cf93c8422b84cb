"""Critical-difference diagrams: all algorithms on a line of mean ranks, on paper and as TikZ.

A bar joins algorithms that are not separated. A clique need not be contiguous in the order: the
bar of one that is not has a dot for each member. Where a critical difference exists it is above
the line.

A document compiles by itself, and its ``tikzpicture`` can be copied.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content, Record
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, Look

BLOCK, MANY = 2.6, 8  # inches of a diagram beside another, of no more algorithms than these
BESIDE, UNDER = 0.25, 0.15  # inches between diagrams
STEP = 0.15  # from label to label
BAR = 0.075  # from clique to clique
LABEL = 0.31  # share of the width that labels on one side take at most
TICK = 0.2  # inches between two numbers of the line
FEWEST = 2  # algorithms of a diagram that is too low for all


@dataclass(frozen=True)
class Order:
    """The algorithms on one measure, best first: mean ranks, and cliques as lists of names."""

    measure: str
    direction: str
    algorithms: tuple[str, ...]
    mean_ranks: tuple[float, ...]
    cliques: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Orders(Content):
    """The order of the algorithms on each measure; ``direction`` is "higher is better" or so.

    Attributes
    ----------
    orders : tuple of Order
    critical : float or None
        Critical difference of mean ranks, where one number decides about every pair.
    tikz : str
        The same diagrams in TikZ, a LaTeX document.
    """

    kind = "rankings"

    orders: tuple[Order, ...] = ()
    critical: float | None = None
    tikz: str = ""

    def records(self) -> Iterator[Record]:
        """A row for each algorithm on each measure."""
        for order in self.orders:
            for name, rank in zip(order.algorithms, order.mean_ranks, strict=True):
                yield {"measure": order.measure, "algorithm": name, "mean_rank": rank}

    def axes(self) -> Record:
        """The line of mean ranks."""
        return {"x": "mean rank"}


def among(groups: Iterable[tuple[str, ...]], names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The cliques among some algorithms: the largest ones only, each once."""
    drawn = set(names)
    sets = {frozenset(drawn & set(group)): None for group in groups}
    largest = [some for some in sets if len(some) > 1 and not any(some < more for more in sets)]
    place = {name: i for i, name in enumerate(names)}
    ordered = [tuple(sorted(clique, key=place.__getitem__)) for clique in largest]
    return tuple(sorted(ordered, key=lambda group: [place[name] for name in group]))


def drawing(content: Orders, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Lay out a diagram for each measure, side by side where they are too high otherwise."""
    most = max(len(order.algorithms) for order in content.orders)
    n = most
    while n > FEWEST and _height(content, n) > room:
        n -= 1
    block = BLOCK if most <= MANY else 2 * BLOCK
    beside = max(1, min(len(content.orders), int((width + BESIDE) / (block + BESIDE))))
    below = int((room + UNDER) / (_height(content, n) + UNDER)) if room < math.inf else 1
    across = next((k for k in range(1, beside) if k * below >= len(content.orders)), beside)
    wide = (width - (across - 1) * BESIDE) / across
    blocks = [_Block(_first(order, n), wide, content) for order in content.orders]
    lines = [blocks[i : i + across] for i in range(0, len(blocks), across)]
    highs = [max(block.height for block in line) + UNDER for line in lines]
    while len(lines) > 1 and sum(highs) - UNDER > room + 1e-6:
        lines, highs = lines[:-1], highs[:-1]

    def paint(canvas: Canvas) -> None:
        for i, line in enumerate(lines):
            for k, block in enumerate(line):
                block.paint(canvas, k * (wide + BESIDE), sum(highs[:i]))

    shown = sum(map(len, lines))
    gone = style.left_out(len(blocks), shown, "measure") + style.left_out(most, n, "algorithm")
    return Body(sum(highs) - UNDER, paint, left_out=gone)


def _height(content: Orders, n: int) -> float:
    """Inches of the highest diagram of the first algorithms only."""
    return max(_Block(_first(order, n), 6.0, content).height for order in content.orders)


def _first(order: Order, n: int) -> Order:
    """The first algorithms of an order."""
    if n >= len(order.algorithms):
        return order
    names, ranks = order.algorithms[:n], order.mean_ranks[:n]
    cliques = among(order.cliques, names)
    return replace(order, algorithms=names, mean_ranks=ranks, cliques=cliques)


class _Block:
    """The diagram of one measure, on this width."""

    def __init__(self, order: Order, width: float, content: Orders) -> None:
        self.order, self.width, self.critical = order, width, content.critical
        self.lanes = lanes(order)
        room = LABEL * width - 0.05
        self.names = style.distinct(sorted(order.algorithms), room, style.TEXT)
        widest = style.widest_of(self.names.values(), style.TEXT)
        self.first, self.last = span(content)
        self.numbers = style.text_width(f" {self.last:.2f} ", style.SMALL)
        if widest + self.numbers > room:
            self.numbers = 0.0
        self.side = widest + self.numbers + 0.05
        self.half = -(-len(order.algorithms) // 2)
        self.line = 0.62 if self.critical is not None else 0.45
        self.top = self.line + 0.1 + BAR * (1 + max(self.lanes, default=-1)) + 0.08
        self.height = self.top + STEP * (self.half - 0.5)

    def at(self, rank: float) -> float:
        """Inches from the left of a mean rank."""
        left, right = self.side + 0.05, self.width - self.side - 0.05
        return left + (right - left) * (rank - self.first) / (self.last - self.first)

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        title = style.shortened(self.order.measure, self.width - 1.1, style.TEXT)
        canvas.text(x, y + 0.07, title, style.TEXT, bold=True)
        after = x + style.text_width(title, style.TEXT, True) + 0.08
        canvas.small(after, y + 0.07, self.order.direction)
        self._paint_line(canvas, x, y)
        for group, lane in zip(self.order.cliques, self.lanes, strict=True):
            self._paint_clique(canvas, x, y + self.line + 0.1 + BAR * lane, group)
        for i, rank in enumerate(self.order.mean_ranks):
            self._paint_label(canvas, x, y, i, rank)

    def _paint_line(self, canvas: Canvas, x: float, y: float) -> None:
        """The line of mean ranks with its numbers, and the critical difference above it."""
        look, line = canvas.look, y + self.line
        left, right = x + self.at(self.first), x + self.at(self.last)
        canvas.path([left, right], [line] * 2, color=look.line, lw=1)
        for tick in ticks(self.first, self.last, self.at(self.last) - self.at(self.first)):
            place = x + self.at(tick)
            canvas.path([place] * 2, [line - 0.05, line], color=look.line, lw=0.8)
            canvas.small(place, line - 0.05 - style.SMALL_LINE / 2, str(tick), align="center")
        if self.critical is not None:
            end, above = x + self.at(min(self.first + self.critical, self.last)), y + 0.32
            canvas.path([left, end], [above] * 2, color=look.ink, lw=1.4)
            for place in (left, end):
                canvas.path([place] * 2, [above - 0.03, above + 0.03], color=look.ink, lw=1)
            canvas.small(end + 0.05, above, f"CD {self.critical:.2f}")

    def _paint_clique(self, canvas: Canvas, x: float, y: float, group: Sequence[str]) -> None:
        """A bar over a clique; with a dot for each member where it passes somebody else."""
        rank = dict(zip(self.order.algorithms, self.order.mean_ranks, strict=True))
        ends = [x + self.at(rank[group[0]]) - 0.03, x + self.at(rank[group[-1]]) + 0.03]
        canvas.path(ends, [y] * 2, color=canvas.look.ink, lw=2.2, zorder=2.5)
        place = self.order.algorithms.index
        if place(group[-1]) - place(group[0]) < len(group):
            return
        for name in group:
            canvas.dot(x + self.at(rank[name]), y, 4.2, color=canvas.look.ink, zorder=3)

    def _paint_label(self, canvas: Canvas, x: float, y: float, i: int, rank: float) -> None:
        """A name with its mean rank, the better half on the left, and its line."""
        n, look = len(self.order.algorithms), canvas.look
        left = i < self.half
        row = y + self.top + STEP * (i if left else n - 1 - i)
        end = x + (self.side if left else self.width - self.side)
        place, blue = x + self.at(rank), look.fill("better")
        xs, ys = [place, place, end], [y + self.line, row, row]
        canvas.path(xs, ys, color=look.line, lw=0.6, zorder=1.5)
        canvas.dot(place, y + self.line, 3, color=blue, zorder=3)
        out, side = (-1, "right") if left else (1, "left")
        if self.numbers:
            canvas.small(end + 0.03 * out, row, f"{rank:.2f}", align=side)
        name = self.names[self.order.algorithms[i]]
        canvas.text(end + (0.03 + self.numbers) * out, row, name, style.TEXT, align=side)


def span(content: Orders) -> tuple[int, int]:
    """The first and the last whole rank of the lines: the same for every measure."""
    ranks = [rank for order in content.orders for rank in order.mean_ranks]
    first = math.floor(min(ranks))
    return first, math.ceil(max(*ranks, first + (content.critical or 0.0), first + 1))


def ticks(first: int, last: int, length: float) -> list[int]:
    """Ranks that are written at a line of this length, the first and the last among them.

    Examples
    --------
    >>> ticks(2, 7, 2.0), ticks(1, 20, 1.0)
    ([2, 3, 4, 5, 6, 7], [1, 5, 10, 15, 20])
    """
    each = length / (last - first)
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if each * s >= TICK), last)
    between = [x for x in range(step, last, step) if min(x - first, last - x) * each >= TICK]
    return [first, *between, last]


def lanes(order: Order) -> list[int]:
    """A lane for every clique, so that no two bars in a lane touch."""
    place = {name: i for i, name in enumerate(order.algorithms)}
    last: list[int] = []
    lanes_ = []
    for group in order.cliques:
        first, end = place[group[0]], place[group[-1]]
        lane = next((i for i, used in enumerate(last) if used < first), len(last))
        last[lane : lane + 1] = [end]
        lanes_.append(lane)
    return lanes_


WIDTH = 6.0  # cm of the line of mean ranks
APART, RAISED = 0.42, 0.2  # cm from label to label, from clique to clique
_ESCAPED = {letter: f"\\{letter}" for letter in "{}#$%&_"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
"""


def tikz(orders: Sequence[Order], critical: float | None, caption: str) -> str:
    """A LaTeX document with a diagram for each measure.

    Parameters
    ----------
    orders : sequence of Order
    critical : float or None
        The critical difference, if there is one.
    caption : str
        Comes first, as a comment.
    """
    pictures = "\n\n".join("\n".join(_picture(order, critical)) for order in orders)
    return f"% {caption}\n{_HEAD}\n{pictures}\n\n\\end{{document}}\n"


def escaped(text: str) -> str:
    r"""Text in which LaTeX's own characters stand for themselves.

    Examples
    --------
    >>> escaped("f_measure & 5 %")
    'f\\_measure \\& 5 \\%'
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text)


def _picture(order: Order, critical: float | None) -> Iterator[str]:
    n = len(order.algorithms)
    last = max(n, 2)
    half = -(-n // 2)

    def at(rank: float) -> str:
        return f"{WIDTH * (rank - 1) / (last - 1):.3f}"

    yield r"\begin{tikzpicture}[x=1cm, y=-1cm, font=\footnotesize]"
    title = f"{escaped(order.measure)} ({escaped(order.direction)})"
    above = 1.0 if critical is None else 1.4
    yield rf"  \node[anchor=base west, font=\bfseries\small] at (0, {-above:g}) {{{title}}};"
    if critical is not None:
        end = at(min(1 + critical, last))
        yield rf"  \draw[thick, |-|] (0, -0.75) -- ({end}, -0.75);"
        yield rf"  \node[anchor=west] at ({end}, -0.75) {{CD {critical:.2f}}};"
    yield rf"  \draw (0, 0) -- ({at(last)}, 0);"
    step = max(1, -(-last // 12))
    for tick in sorted({*range(1, last + 1, step), last}):
        yield rf"  \draw ({at(tick)}, 0) -- ({at(tick)}, -0.12) node[above] {{{tick}}};"
    rank = dict(zip(order.algorithms, order.mean_ranks, strict=True))
    for lane, group in enumerate(order.cliques):
        y = 0.25 + RAISED * lane
        first, end = at(rank[group[0]]), at(rank[group[-1]])
        yield rf"  \draw[very thick] ({first}, {y:g}) -- ({end}, {y:g});"
        for name in group:
            yield rf"  \fill ({at(rank[name])}, {y:g}) circle[radius=1.6pt];"
    top = 0.25 + RAISED * len(order.cliques) + 0.2
    for i, name in enumerate(order.algorithms):
        left = i < half
        y = top + APART * (i if left else n - 1 - i)
        x, anchor = ("-0.3", "east") if left else (f"{WIDTH + 0.3:g}", "west")
        label = f"{escaped(name)} ({rank[name]:.2f})"
        yield (rf"  \draw ({at(rank[name])}, 0) |- ({x}, {y:g}) node[anchor={anchor}] {{{label}}};")
    yield r"\end{tikzpicture}"
