"""Figures as words and numbers, neither colours nor places.

A kind of figure is a module: its content, derived from :class:`Content`, and the function
``drawing`` that lays it out. Every painter, in Python or in R, shows this and nothing else.

Words that several figures share (letters, statements that fit a figure) come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from jointstats.base import phrases, wording
from jointstats.drawing.document import span
from jointstats.drawing.scales import Ruler

Record = dict[str, Any]


@dataclass(frozen=True)
class Content:
    """What every figure has.

    Attributes
    ----------
    title, alt : str
    notes : tuple of str
    """

    kind: ClassVar[str] = ""

    title: str
    alt: str
    notes: tuple[str, ...] = ()

    def told(self) -> Content:
        """What is drawn of it: itself, or a sentence that says the same."""
        return self

    def records(self) -> Iterator[Record]:
        """Its data for R's ``autoplot()``: a row for each mark, in the measures' own units."""
        raise TypeError(f"A figure of the kind {self.kind} has no tidy data.")

    def axes(self) -> Record:
        """What the axes of these data show, and whether they are logarithmic."""
        return {}


Figures = dict[str, Callable[..., Content]]
"""The figures of a result: name to what makes its content; it shows the first one unasked."""


@dataclass(frozen=True)
class FigureRow:
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
    ruler : Ruler or None
        On which `value`, `low` and `high` are places; by default that of all rows.
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
    ruler: Ruler | None = None

    @classmethod
    def of_share(
        cls, label: str, note: str, share: float, low: float, high: float, *, strong: bool = True
    ) -> FigureRow:
        """A share with its interval, in per cent."""
        shown = f"{wording.percent(share)} [{span(low, high)}]"
        return cls(label, note, share, low, high, shown, strong)


@dataclass(frozen=True)
class Scale:
    """A horizontal axis: its range and words, and the value at which a test decides.

    ``ends`` says who is better on either side of a line at 0.
    """

    low: float
    high: float
    label: str
    threshold: float | None = None
    threshold_label: str = ""
    ticks: tuple[float, ...] = (0, 0.25, 0.5, 0.75, 1)
    ends: tuple[str, str] | None = None

    @property
    def ruler(self) -> Ruler:
        """The axis with its numbers."""
        marks = tuple(f"{tick:g}".replace("-", "−") for tick in self.ticks)
        return Ruler("", "", self.low, self.high, self.ticks, marks)

    def axes(self) -> Record:
        """What a horizontal axis shows, for tidy data."""
        right = f", {self.ends[1]} better at the right" if self.ends else ""
        return {"x": f"{self.label}{right}", "zero": self.ends is not None}


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


def test_name(key: str) -> str:
    """A test's name in words."""
    return phrases.TEST_NAMES.get(key, key)


def better(measure: str, direction: str) -> str:
    """A measure with its direction."""
    return f"{measure} ({sense(direction)} is better)"


def sense(direction: str) -> str:
    """Which end of a measure is better: "higher" or "lower"."""
    return "higher" if direction == "max" else "lower"


def uncounted(more: int, unit: str) -> Record:
    """How many rows data for R leave out, and their kind; nothing if none."""
    return {"more": f"{wording.plural(more, f'more {unit}')} left out"} if more else {}


def letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for every algorithm: A, B, …, Z, AA and so on."""
    shortest = {}
    for i, name in enumerate(names):
        text, n = "", i
        while n >= 0:
            text, n = chr(65 + n % 26) + text, n // 26 - 1
        shortest[name] = text
    return shortest


def places(order: wording.Places, most: int) -> str:
    """An ordering in words, its tail left out: "A > B > C > …"."""
    return wording.place([*order[:most], *(["…"] if len(order) > most else [])])


def statement(
    order: Mapping[str, wording.Places], question: str, control: str | None, most: int
) -> str:
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


def _on_most(order: Mapping[str, wording.Places]) -> str:
    """Two algorithms on many measures: "A is better than B on all 8 measures but time"."""
    firsts = [places[0] for places in order.values()]
    leader, other = wording.names_of(next(iter(order.values())))
    if firsts.count(leader) * 2 < len(firsts):
        leader, other = other, leader
    but = [measure for measure, places in order.items() if places[0] != leader]
    text = f"{leader} is better than {other} on all {len(order)} measures"
    return f"{text} but {wording.listing(but)}" if but else text
