"""Figures as words and numbers, neither colours nor places, and the kinds that subjects share.

A kind that belongs to one subject is in that subject's module.

Every painter, in Python or in R, shows this and nothing else. ``title``, ``notes``
(sentences under the figure) and ``alt`` (for readers who do not see it) belong to every kind.

Words that several figures share (letters, statements that fit a figure) come last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from jointstats.base import wording
from jointstats.base.order import Places, names_of
from jointstats.drawing.pieces import span

SAME = 3  # rows that show the same are told in a sentence


@dataclass(frozen=True)
class Content:
    """What every figure has.

    Attributes
    ----------
    title, alt : str
    notes : tuple of str
    """

    kind: ClassVar[str] = ""
    layout: ClassVar[str] = ""  # the module, below `jointstats`, whose `drawing` lays it out

    title: str
    alt: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A sentence, a bar or an interval, and a note.

    Attributes
    ----------
    label, note : str
        At the left of the bar or above it; the note is left out where it has no room.
    value : float
        Length of the bar, or the interval's point.
    low, high : float or None
        The interval.
    shown : str
        The value in words, at the right.
    strong : bool
        Whether to fill the bar or point: it is decided, or leads.
    hatched : bool
        For what was never seen.
    reference : float or None
        A mark for comparison.
    """

    label: str
    note: str
    value: float
    low: float | None = None
    high: float | None = None
    shown: str = ""
    strong: bool = True
    hatched: bool = False
    reference: float | None = None

    @classmethod
    def of_share(
        cls, label: str, note: str, share: float, low: float, high: float, *, strong: bool = True
    ) -> Row:
        """A share with its interval, in per cent."""
        shown = f"{wording.percent(share)} [{span(low, high)}]"
        return cls(label, note, share, low, high, shown, strong)


@dataclass(frozen=True)
class Scale:
    """A horizontal axis: its range and words, and the value at which a test decides.

    ``ends`` says who is better on either side, and ``zero`` draws a line between them.
    """

    low: float
    high: float
    label: str
    threshold: float | None = None
    threshold_label: str = ""
    ticks: tuple[float, ...] = (0, 0.25, 0.5, 0.75, 1)
    ends: tuple[str, str] | None = None
    zero: bool = False


@dataclass(frozen=True)
class Rows(Content):
    """Rows of bars (from the scale's low end) or of points with intervals.

    Attributes
    ----------
    rows : tuple of Row
    scale : Scale
    bars : bool
    more : int
        Rows that are left out already.
    unit : str
        What a row is, for counting those that are left out: "algorithm".
    sentence : str
        Said instead of the rows, if they all show the same: see :func:`told`.
    """

    kind = "rows"
    layout = "drawing.rows"

    rows: tuple[Row, ...] = ()
    scale: Scale = field(default_factory=lambda: Scale(0, 1, ""))
    bars: bool = False
    more: int = 0
    unit: str = "row"
    sentence: str = ""


def told(content: Content) -> Content:
    """Bars and intervals that all show the same become one sentence instead of a drawing.

    Parameters
    ----------
    content : Content

    Returns
    -------
    Content
        The same, unless it has three rows or more that differ only in their names.
    """
    if not isinstance(content, Rows) or len(content.rows) < SAME or content.scale.ends:
        return content
    first = content.rows[0]
    if not first.shown or any(_mark(row) != _mark(first) for row in content.rows):
        return content
    names = "; ".join(row.label for row in content.rows)
    return replace(
        content,
        rows=(),
        sentence=f"Each of these {len(content.rows)} {content.unit}s: {first.shown}. {names}.",
    )


def _mark(row: Row) -> tuple[object, ...]:
    """What a row shows in addition to its words."""
    point = None if row.low is None else row.value  # of a bar, the number says how long it is
    return row.shown, row.strong, row.hatched, row.reference, row.low, row.high, point


@dataclass(frozen=True)
class Edge:
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
    layout = "network.layout"

    measures: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()


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
    layout = "drawing.layout_rankings"

    orders: tuple[Order, ...] = ()
    critical: float | None = None
    tikz: str = ""


@dataclass(frozen=True)
class Curve:
    """Points joined by a line, or, in a plane, on their own.

    ``role`` says how to draw it. Of curves: "right" (thick), "wrong" (thin), "reference" (grey).
    In a plane: "data" (points), "region" (filled outline), "contour" (outline), "mean" (one mark),
    "origin" (a cross). ``group`` shares a colour and a mark.
    """

    label: str
    group: str
    role: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Axis:
    """An axis of a plane: its words; reversed if lower values are better; ``range`` if fixed."""

    label: str
    reverse: bool = False
    range: tuple[float, float] | None = None
    ticks: bool = True


@dataclass(frozen=True)
class Curves(Content):
    """Lines over a common axis, explained by a legend."""

    kind = "curves"
    layout = "drawing.layout_curves"

    across: Axis = field(default_factory=lambda: Axis(""))
    up: Axis = field(default_factory=lambda: Axis(""))
    curves: tuple[Curve, ...] = ()


def test_name(key: str) -> str:
    """A test's name in words."""
    return wording.TEST_NAMES.get(key, key)


def better(measure: str, direction: str) -> str:
    """A measure with its direction."""
    return f"{measure} ({sense(direction)} is better)"


def sense(direction: str) -> str:
    """Which end of a measure is better: "higher" or "lower"."""
    return "higher" if direction == "max" else "lower"


def letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for every algorithm: A, B, …, Z, AA and so on."""
    shortest = {}
    for i, name in enumerate(names):
        text, n = "", i
        while n >= 0:
            text, n = chr(65 + n % 26) + text, n // 26 - 1
        shortest[name] = text
    return shortest


def places(order: Places, most: int) -> str:
    """An ordering in words, its tail left out: "A > B > C > …"."""
    return wording.place([*order[:most], *(["…"] if len(order) > most else [])])


def statement(order: Mapping[str, Places], question: str, control: str | None, most: int) -> str:
    """A statement in words; of a long ordering only the first places, of many measures the rest."""
    pair = all(len(places) == 2 for places in order.values())
    if question == "orderings" and len(order) > 3 and pair:
        return _on_most(order)
    if question != "orderings" or all(len(places) <= max(most, 2) for places in order.values()):
        return wording.cell(order, question, control)
    together: dict[str, list[str]] = {}
    for measure, item in order.items():
        together.setdefault(places(item, most), []).append(measure)
    return "; ".join(f"{text} on {wording.listing(on)}" for text, on in together.items())


def _on_most(order: Mapping[str, Places]) -> str:
    """Two algorithms on many measures: "A is better than B on all 8 measures but time"."""
    firsts = [places[0] for places in order.values()]
    leader, other = names_of(next(iter(order.values())))
    if firsts.count(leader) * 2 < len(firsts):
        leader, other = other, leader
    but = [measure for measure, places in order.items() if places[0] != leader]
    text = f"{leader} is better than {other} on all {len(order)} measures"
    return f"{text} but {wording.listing(but)}" if but else text


Figures = dict[str, Callable[..., Content]]
