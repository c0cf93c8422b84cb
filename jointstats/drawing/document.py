"""What a result says, as paragraphs and tables: what a terminal, or R's console, shows in lines.

The content of a text is decided once; how wide its lines are is decided where it is shown
(:mod:`jointstats.drawing.layout`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any


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
class Grid:
    """A table of text cells.

    Attributes
    ----------
    names : tuple of str
    rows : tuple of tuple of str
    sides : str
        ``l`` or ``r`` for each column.
    keys : int
        Columns at the left that say what a row is about: repeated where a table is split.
    groups : tuple of int
        How many of the other columns stay together, group by group; empty: each by itself.
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
    groups: tuple[int, ...] = ()
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
    if isinstance(parts, Heading | Paragraph | Grid | Stack):
        names = [field.name for field in fields(parts)]
        inner = {name: respelled(getattr(parts, name), words) for name in names}
        return type(parts)(**inner)
    return parts
