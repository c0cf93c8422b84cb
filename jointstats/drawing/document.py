"""What a result says, as paragraphs and tables, with the pieces that several results share.

The content of a text is decided once; how wide its lines are is decided where it is shown
(:mod:`jointstats.drawing.layout`).

All rows stay where the data are: ``to_frame()``, ``wins``, ``open``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from jointstats.base import wording
from jointstats.base.result import Result
from jointstats.base.rows import Columnar


@dataclass(frozen=True)
class Heading:
    """The title of a text."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; its lines after the first begin with the indent.

    With `keep` it is a line that stays one in a terminal, such as a row of names above marks;
    `strong` is bold where that can be shown; what `stays` is shown however little room there is.
    """

    text: str
    indent: str = ""
    keep: bool = False
    strong: bool = False
    stays: bool = False


@dataclass(frozen=True)
class ColumnGroup:
    """Columns of a table that stay together.

    Attributes
    ----------
    size : int
        How many they are.
    heading : str
        Above all of them, where a table has room for it.
    measure : str
        The columns are about this measure, and can be shown alone.
    """

    size: int
    heading: str = ""
    measure: str = ""


@dataclass(frozen=True)
class Grid:
    """A table of text cells: what every text, document and page shows of rows.

    Attributes
    ----------
    names : tuple of str
    rows : tuple of tuple of str
    sides : str
        ``l`` or ``r`` for each column.
    keys : int
        Columns at the left that say what a row is about: repeated where a table is split.
    groups : tuple of ColumnGroup
        The other columns; empty: each by itself.
    of : int
        How many rows there are in all, if these are the first ones.
    note : str
        Of a table in a document: how many rows are left out, and what lists them; what cells say.
    headings : mapping
        Row to the heading above it, where rows come in groups.
    marks : tuple of tuple of str
        Of every cell how it is set off: "bold", "underlined".
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: str
    keys: int = 1
    groups: tuple[ColumnGroup, ...] = ()
    of: int = 0
    note: str = ""
    headings: Mapping[int, str] = field(default_factory=dict)
    marks: tuple[tuple[str, ...], ...] = ()

    def noted(self, note: str, of: int = 0) -> Grid:
        """The same with a note, as the first ones of `of` rows."""
        return replace(self, note=note, of=of)


@dataclass(frozen=True)
class Stack:
    """Parts without empty lines between them."""

    parts: tuple[Part, ...]


Part = Heading | Paragraph | Grid | Stack
Document = tuple[Part, ...]


def grid(names: Sequence[str], rows: Sequence[Sequence[str]], sides: str, keys: int = 1) -> Grid:
    """A table of cells."""
    return Grid(tuple(names), tuple(map(tuple, rows)), sides, keys)


def stack(*parts: Part | None) -> Stack | None:
    """Parts below each other; None if there are none."""
    present = tuple(part for part in parts if part is not None)
    return Stack(present) if present else None


def listed(lines: Iterable[str], indent: str = "") -> Stack | None:
    """Lines below each other, each kept as it is; None if there are none."""
    return stack(*(Paragraph(line, indent, keep=True) for line in lines))


def compose(*parts: Part | None) -> Document:
    """Paragraphs and tables, the absent ones left out."""
    return tuple(part for part in parts if part is not None)


def columns(letters: str) -> int:
    """Columns of a terminal that a text takes: Chinese letters two, combining accents none."""
    if letters.isascii():
        return len(letters)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in letters)
    return len(letters) + wide - sum(unicodedata.combining(letter) > 0 for letter in letters)


def respelled(parts: Any, words: Mapping[str, str]) -> Any:
    """A document, or what it is made of, with some words for others: the names of a front end."""
    if isinstance(parts, str):
        for word, other in words.items():
            parts = parts.replace(word, other)
        return parts
    if isinstance(parts, tuple):
        return tuple(respelled(part, words) for part in parts)
    if isinstance(parts, Heading | Paragraph | ColumnGroup | Grid | Stack):
        names = [field.name for field in fields(parts)]
        inner = {name: respelled(getattr(parts, name), words) for name in names}
        return type(parts)(**inner)
    return parts


FIRST = 20  # algorithms of a matrix, of a figure, of the head of a leaderboard
MOST = 300  # rows of a table in a document

T = TypeVar("T", bound=Any)


def places(order: Sequence[str]) -> dict[str, int]:
    """Algorithm to its place in the order of the leaderboard, from 0."""
    return {name: i for i, name in enumerate(order)}


def among_the_first(
    rows: Sequence[T], order: Sequence[str], most: int = MOST, control: str | None = None
) -> list[T]:
    """Rows of pairs, by the places of the two; of more than `most`, those of the first algorithms.

    Parameters
    ----------
    rows : sequence
        With ``a`` and ``b``, one of each pair.
    order : sequence of str
        The algorithms, best first.
    most : int
    control : str, optional
        If given, `rows` are its pairs.
    """
    place = places(order)
    among: Sequence[T] = rows
    if len(rows) > most:
        names = frozenset(order[: _fitting(most, control)]) | {control}
        among = between(rows, names)
    return sorted(among, key=lambda row: sorted((place[row.a], place[row.b])))


def between(rows: Sequence[T], names: frozenset[Any]) -> list[T]:
    """The rows of pairs among these names; no other row is made."""
    return [rows[i] for i, pair in enumerate(_pairs(rows)) if names.issuperset(pair)]


def _pairs(rows: Sequence[Any]) -> Iterable[tuple[str, str]]:
    """The two algorithms of every row; rows that are made when needed are not made."""
    if isinstance(rows, Columnar):
        columns = rows.cells(("a", "b"))
        return zip(columns["a"], columns["b"], strict=True)
    return ((row.a, row.b) for row in rows)


def standing_of(algorithms: Sequence[str], rows: Iterable[Any]) -> tuple[str, ...]:
    """The algorithms by shown wins less losses, then by what the other pairs point to.

    For tests of pairs that have no leaderboard: pairs led less pairs trailed, then measures, each
    pair more the smaller its p-value; ties stay as in the table.
    """
    net: dict[str, list[float]] = {name: [0, 0, 0] for name in algorithms}
    for row in rows:
        for i, first in enumerate((row.winner, getattr(row, "better", None))):
            if first is not None:
                net[first][i] -= 1
                net[row.b if first == row.a else row.a][i] += 1
        points = _points(row)
        net[row.a][2] -= points
        net[row.b][2] += points
    return tuple(sorted(algorithms, key=net.__getitem__))


def _points(row: Any) -> float:
    """How far a pair points to its first algorithm: measures led less trailed, confidence."""
    firsts = [wording.first_of(places) for places in (getattr(row, "order", None) or {}).values()]
    better = getattr(row, "better", None)
    ahead = firsts.count(row.a) - firsts.count(row.b)
    side = (ahead > 0) - (ahead < 0) or (better == row.a) - (better == row.b)
    p = getattr(row, "p_value", None)
    sure = getattr(row, "probability", None) if p is None else 1 - p
    return ahead + side * (sure or 0.0)


def _fitting(most: int, control: str | None) -> int:
    """Of how many algorithms all pairs, or those with the control, are no more than `most`."""
    return most if control is not None else int((1 + (1 + 8 * most) ** 0.5) / 2)


def left_out(rows: int, shown: int, word: str = "row", where: str = "to_frame()") -> str:
    """How many rows are not shown, and what has them; nothing if all are."""
    if rows <= shown:
        return ""
    return f"{wording.plural(rows - shown, f'more {word}')}: {where}"


def first_of(algorithms: int) -> str:
    """That a figure has the first algorithms only, with a blank before it; or nothing."""
    return f" The first {FIRST} of {algorithms} algorithms." if algorithms > FIRST else ""


NO_INTERVAL = "no interval with families"
MOST_ROWS = 10


def head(title: str, result: Result) -> Stack:
    """Title, and what was compared on what."""
    return titled(title, on_what(result))


def size(result: Result) -> str:
    """How many data sets and algorithms, and which measures."""
    algorithms = wording.plural(len(result.algorithms), "algorithm")
    return f"{used(result)}, {algorithms}; {_measures(result)}"


def _measures(result: Result) -> str:
    return ", ".join(wording.measure(name, way) for name, way in result.measures.items())


def on_what(result: Result) -> str:
    """Data sets, algorithms and measures with their directions."""
    return (
        f"{used(result)}{f' of {result.whose}' if result.whose else ''}; {_algorithms(result)}; "
        f"measures: {_measures(result)} (↑ higher, ↓ lower is better)"
    )


def _algorithms(result: Result) -> str:
    """Their names, best first where there is a leaderboard; of many only the number."""
    if len(result.algorithms) > FIRST:
        return wording.plural(len(result.algorithms), "algorithm")
    return f"algorithms: {', '.join(result.best_first)}"


def used(result: Result) -> str:
    """How many data sets are used, of how many if some are not; pairs may share fewer."""
    said = wording.plural(result.n + result.n_dropped, result.case_noun)
    said = f"{result.n} of {said}" if result.n_dropped else said
    sizes = result.pair_sizes()
    if not sizes or min(sizes) == result.n:
        return said
    low, high = min(sizes), max(sizes)
    return f"{said} ({low if low == high else f'{low} to {high}'} for each pair)"


def bullets(lines: Sequence[str], *rates: str) -> Stack | None:
    """Sentences as a list; those that begin with an error rate are shown on every screen."""
    stays = [line.startswith(rates) for line in lines]
    return stack(*(Paragraph(f"- {lines[i]}", "  ", stays=stays[i]) for i in range(len(lines))))


def titled(title: str, words: str) -> Stack:
    """A title and the paragraph below it."""
    return Stack((Heading(title), Paragraph(words)))


def notes(result: Result) -> Stack | None:
    """Families, warnings, dropped data sets."""
    n_families = result.facts.n_families
    lines: list[str] = list(result.warnings)
    if n_families is not None:
        came = f"The data sets come in {wording.families(n_families)}; each family counts once."
        lines.insert(0, came)
    if result.n_dropped:
        dropped = result.facts.dropped
        named = wording.listing([f"{d.dataset} ({d.reason})" for d in dropped[:3]])
        more = f" and {result.n_dropped - 3} more" if result.n_dropped > 3 else ""
        allowed_for = getattr(result, "unknown", None) is not None
        lost = not allowed_for and any(d.reason.endswith(" is missing") for d in dropped)
        lines.append(
            f"{wording.plural(result.n_dropped, result.case_noun)} left out"
            + (f": {named}{more}." if named else ".")
            + (f" This is right only if {wording.MISSING_BY_CHANCE}." if lost else "")
        )
    failed = result.facts.n_failed
    if failed:
        lines.append(f"{wording.plural(failed, 'failed run')} ranked below all results.")
    return stack(*(Paragraph(f"Note: {line}", "      ", stays=True) for line in lines))


def interval(centre: float, low: float | None, high: float | None, why: str) -> str:
    """An effect and its interval, or why there is none."""
    if low is None or high is None:
        return f"{wording.significant(centre)} ({why})"
    return (
        f"{wording.significant(centre)} [{wording.significant(low)}, {wording.significant(high)}]"
    )


def level(coverage: float) -> str:
    """The level of an interval, as in a heading: "95 %"."""
    return f"{100 * coverage:g} %"


def span(low: float, high: float) -> str:
    """Two shares as an interval."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


Ordered = tuple[Sequence[str], Sequence[Sequence[str]]]  # names best first, and their groups


def orderings(orderings: Mapping[str, Ordered], what: str, test: str) -> Stack | None:
    """The order on each measure, and the cliques."""
    joined = f", and those that no {test} separates" if test else ""
    lines = [f"Algorithms by {what}, best first{joined}:"]
    for measure, (order, groups) in orderings.items():
        together = "".join(f"; ({', '.join(group)})" for group in groups if len(group) > 1)
        lines.append(f"  {measure}: {', '.join(order)}{together}")
    return listed(lines, "    ")


def number(x: float | None) -> str:
    """A number, or a dash if it is unknown."""
    return "–" if x is None else wording.significant(x)


def how_computed(method: str) -> str:
    """Of probabilities, in words."""
    return "sampled" if method == "monte_carlo" else method
