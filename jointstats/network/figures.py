"""The network of the measures: how probable each dependence is, and what the data cannot tell.

Measures are joined by lines as thick as the dependence is probable, grey where it is unclear.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Content, Figures
from jointstats.drawing.figure_wins import EACH, NOBODY, ROW, UNCLEAR, Cell, Key, Wins
from jointstats.drawing.frame import Body
from jointstats.drawing.style import COLOUR, SMALL, SMALL_LINE, Look, fitted, text_width
from jointstats.joint.figures import probabilities
from jointstats.network import structure
from jointstats.network.network_result import NetworkResult

SURE = 0.95
GRAPH = 4  # measures of a graph; of more a triangle
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
NODE = 0.26  # inches: height of a measure's box
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)
MOST_WIDE = 4.6
BESIDE = "On their own:"


@dataclass(frozen=True)
class DrawnEdge:
    """A dependence: its probability, as number and in words, and where its arrow points, if any.

    ``told`` says whether the data tell of it; otherwise it is grey.
    """

    a: str
    b: str
    probability: float
    shown: str
    to: str | None = None
    told: bool = True


@dataclass(frozen=True)
class Network(Content):
    """Measures and the dependences among them; apart from these, the measures without one."""

    kind = "network"

    measures: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    edges: tuple[DrawnEdge, ...] = ()


def network(result: NetworkResult) -> Network | Wins:
    """Measures and their dependences: a graph, or from five measures on a triangle."""
    return graph(result) if len(result.measures) <= GRAPH else triangle(result)


def graph(result: NetworkResult) -> Network:
    """The dependences that are probable or unclear; measures without one are separate."""
    to = _arrows(result)
    shown = [edge for edge in result.edges if _drawn(result, edge)]
    joined = {name for edge in shown for name in (edge.a, edge.b)}
    notes = _cautions(result)
    if any(map(result.tells, shown)):
        notes.append(
            "Lines: probability that two measures depend on each other directly; grey is unclear."
            + " Arrows: directions of all equivalent graphs." * bool(to)
        )
    left = len(result.edges) - len(shown)
    if left:
        are = "pair is" if left == 1 else "pairs are"
        notes.append(f"{left} {are} improbable and not drawn.")
    return Network(
        title=words_of(result).title("network"),
        alt=_alt(result),
        notes=tuple(notes),
        measures=tuple(name for name in result.measures if name in joined),
        alone=tuple(name for name in result.measures if name not in joined),
        edges=tuple(_edge(result, edge, to.get((edge.a, edge.b))) for edge in shown),
    )


def _edge(result: NetworkResult, edge: structure.Dependence, to: str | None) -> DrawnEdge:
    shown = _number(result, edge)
    return DrawnEdge(edge.a, edge.b, edge.probability, shown, to, result.tells(edge))


def _drawn(result: NetworkResult, edge: structure.Dependence) -> bool:
    """Whether a dependence is probable, or unclear."""
    return edge.probability >= 0.5 or not result.tells(edge)


def _number(result: NetworkResult, edge: structure.Dependence) -> str:
    """The probability; a question mark where the data are too few for one to mean anything."""
    if _too_few(result, edge):
        return "?"
    return wording.narrow(wording.probability(edge.probability))


def _too_few(result: NetworkResult, edge: structure.Dependence) -> bool:
    return result.cases_each(edge) < structure.CASES_EACH


def triangle(result: NetworkResult) -> Wins:
    """The probability of every dependence; measures of a connected group are together."""
    to, cells = _arrows(result), []
    order = [name for part in result.components for name in part.measures]
    for edge in result.edges:
        row, column = sorted((edge.a, edge.b), key=order.index)
        target = to.get((edge.a, edge.b))
        arrow = "" if target is None else "→ " if target == column else "↓ "
        number = f"{arrow}{_number(result, edge)}"
        cells.append(Cell(row, column, EACH, "", _letter(result, edge), number))
    stripes = {cell.stripes for cell in cells}
    said = {
        ROW.upper(): f"probable: {SURE:g} or more",
        ROW: "rather probable: 2 to 1 or more",
        UNCLEAR: "unclear",
        NOBODY: "improbable",
    }
    number = "Number: probability that the two depend on each other directly, given the others."
    if to:
        number += " Arrow: a direction of all equivalent graphs, → to the column, ↓ to the row."
    return Wins(
        title=words_of(result).title("network"),
        alt=_alt(result),
        notes=(number, *_cautions(result)),
        algorithms=tuple(order),
        measures=("",),
        cells=tuple(cells),
        keys=tuple(Key(look, words) for look, words in said.items() if look in stripes),
        number=number,
        total=len(result.measures),
        noun="measure",
    )


def _arrows(result: NetworkResult) -> dict[tuple[str, str], str]:
    """Two measures, in either order, to the one at which the arrow between them points."""
    compelled = [arc for arc in result.arcs if arc.compelled]
    return {
        pair: arc.to for arc in compelled for pair in ((arc.from_, arc.to), (arc.to, arc.from_))
    }


def _letter(result: NetworkResult, edge: structure.Dependence) -> str:
    if not result.tells(edge):
        return UNCLEAR
    if edge.probability < 0.5:
        return NOBODY
    return ROW.upper() if edge.probability >= SURE else ROW


def _cautions(result: NetworkResult) -> list[str]:
    """What the data cannot tell, and the warnings of the result."""
    clear = [edge for edge in result.edges if result.tells(edge)]
    notes = []
    few = [edge for edge in result.edges if _too_few(result, edge)]
    if few:
        each = wording.significant(max(result.cases_each(edge) for edge in few), 2)
        which = "any" if len(few) == len(result.edges) else f"{len(few)} of {len(result.edges)}"
        notes.append(
            f"The data are too few to tell of {which} of the dependences: for each combination of "
            f"what two measures may say there {'is' if each == '1' else 'are'} "
            f"{each if float(each) >= 0.1 else 'fewer than 0.1'} data sets, and two are needed."
        )
    about = len(result.edges) - len(clear) - len(few)
    if about:
        notes.append(
            f"Unclear: {wording.plural(about, 'pair')} with odds below 2 to 1 either way; read "
            f"nothing into {'it' if about == 1 else 'them'}."
        )
    return [*notes, *result.warnings]


def _alt(result: NetworkResult) -> str:
    joined = [
        f"{edge.a} and {edge.b}"
        for edge in result.edges
        if result.tells(edge) and edge.probability > 0.5
    ]
    return (
        "Network of the measures. More probably dependent than not: "
        f"{wording.listing(joined) or 'none that the data tell'}."
    )


def drawing(content: Network, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """The network, its measures round an ellipse; under it those that depend on no other."""
    graph = _Graph(content, min(width, MOST_WIDE), room)
    return Body(graph.height, graph.paint)


class _Graph:
    def __init__(self, content: Network, width: float, room: float) -> None:
        self.edges, self.names, self.alone = content.edges, content.measures, content.alone
        m = len(self.names)
        every = [*self.names, *self.alone]
        label, self.size = fitted(every, width * (0.3 if m else 0.9) - 0.1)
        self.shown = dict(zip(every, label, strict=True))
        self.wide = {name: text_width(self.shown[name], self.size) + 0.16 for name in every}
        self.width = width
        self.rows = self._in_rows()
        below = len(self.rows) * (NODE + 0.06) + (0.1 if m and self.rows else 0.0)
        high = 0.0 if not m else NODE + 0.2 if m <= 2 else min(1.0 + 0.3 * m, 0.5 * width)
        self.picture = max(min(high, room - below), NODE if m else 0.0)
        self.height = self.picture + below
        self.place = {name: self._place(i, m) for i, name in enumerate(self.names)}

    def _in_rows(self) -> list[list[str]]:
        """The measures without a connection, in lines."""
        rows: list[list[str]] = []
        used = math.inf
        for name in self.alone:
            if used + self.wide[name] > self.width:
                rows.append([])
                used = text_width(BESIDE, SMALL) + 0.1
            rows[-1].append(name)
            used += self.wide[name] + 0.08
        return rows

    def _place(self, i: int, m: int) -> Point:
        """Round an ellipse from the top; two measures side by side."""
        across = (self.width - max(self.wide.values())) / 2
        if m <= 2:
            return self.width / 2 + across * 0.7 * (2 * i - 1) * (m > 1), self.picture / 2
        angle = 2 * math.pi * i / m - math.pi / 2
        return (
            self.width / 2 + across * math.cos(angle),
            self.picture / 2 + (self.picture - NODE) / 2 * math.sin(angle),
        )

    def paint(self, canvas: Canvas) -> None:
        taken = [self._box(name) for name in self.names]
        for edge in sorted(self.edges, key=lambda edge: -edge.probability):
            ends = self._edge_of(edge.a, edge.b), self._edge_of(edge.b, edge.a)
            _line(canvas, edge, ends)
            taken.append(_label(canvas, edge, ends, taken))
        for name in self.names:
            self._node(canvas, name, *self.place[name])
        if self.rows:
            y = self.height - len(self.rows) * (NODE + 0.06) + NODE / 2
            canvas.small(0, y, BESIDE)
        for i, row in enumerate(self.rows):
            x = text_width(BESIDE, SMALL) + 0.1
            for name in row:
                y = self.height - (len(self.rows) - i) * (NODE + 0.06) + NODE / 2
                self._node(canvas, name, x + self.wide[name] / 2, y)
                x += self.wide[name] + 0.08

    def _node(self, canvas: Canvas, name: str, x: float, y: float) -> None:
        look, wide = canvas.look, self.wide[name]
        edge = look.better[0] if name in self.place else look.line
        canvas.box(x - wide / 2, y - NODE / 2, wide, NODE, look.paper, edge=edge)
        canvas.text(x, y, self.shown[name], self.size, align="center", zorder=5)

    def _box(self, name: str) -> Box:
        x, y = self.place[name]
        half = self.wide[name] / 2
        return x - half, y - NODE / 2, x + half, y + NODE / 2

    def _edge_of(self, name: str, other: str) -> Point:
        """Where the line to another measure leaves the box."""
        (x, y), to = self.place[name], self.place[other]
        dx, dy = to[0] - x, to[1] - y
        scale = min(
            (self.wide[name] / 2 + 0.03) / abs(dx) if dx else math.inf,
            (NODE / 2 + 0.03) / abs(dy) if dy else math.inf,
        )
        return x + scale * dx, y + scale * dy


def _line(canvas: Canvas, edge: DrawnEdge, ends: tuple[Point, Point]) -> None:
    p, look = edge.probability, canvas.look
    colour = look.better[0] if edge.told else look.line
    width = 0.6 + 3 * p if edge.told else 0.8
    style = "-" if edge.told and p >= 0.5 else (4.0, 2.0)
    (x0, y0), (x1, y1) = ends
    canvas.path([x0, x1], [y0, y1], color=colour, lw=width, ls=style, zorder=1)
    if edge.to is None:
        return
    head, tail = ends if edge.to == edge.a else ends[::-1]
    length = math.dist(head, tail) or 1.0
    canvas.arrow(head, ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length), colour)


def _label(canvas: Canvas, edge: DrawnEdge, ends: tuple[Point, Point], taken: list[Box]) -> Box:
    """Write the probability where it hides nothing, as near the middle as possible."""
    half, high = text_width(edge.shown, SMALL) / 2 + 0.03, SMALL_LINE / 2 + 0.01
    (x0, y0), (x1, y1) = ends

    def at(t: float) -> Box:
        x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
        return x - half, y - high, x + half, y + high

    look, boxes = canvas.look, [at(t) for t in PLACES]
    box = min(boxes, key=lambda box: sum(_shared(box, other) for other in taken))
    canvas.box(box[0], box[1], 2 * half, 2 * high, look.paper, edge="none", zorder=3)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ink = look.ink if edge.told else look.quiet
    canvas.text(x, y, edge.shown, SMALL, align="center", zorder=4, color=ink)
    return box


def _shared(a: Box, b: Box) -> float:
    """Area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)


def of_network(result: NetworkResult) -> Figures:
    """The network of three measures or more: of two, the one number is a sentence."""
    return {} if len(result.measures) < 3 else {"network": partial(network, result)}


def of_network_test(result: NetworkResult) -> Figures:
    """Its statements, which are those of a Bayesian test, and the network."""
    return {"statements": partial(probabilities, result), **of_network(result)}
