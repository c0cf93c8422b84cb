"""What a result says, as paragraphs and tables: laid out for a terminal here, and by R for its own.

The content of a text is decided once; how wide its lines are is decided where it is shown.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

WIDTH = 92


@dataclass(frozen=True)
class Heading:
    """The title of a text."""

    text: str


@dataclass(frozen=True)
class Words:
    """A paragraph; its lines after the first begin with the indent.

    With `keep` it is a line that stays one in a terminal, such as a row of names above marks.
    """

    text: str
    indent: str = ""
    keep: bool = False


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
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: str
    keys: int = 1


@dataclass(frozen=True)
class Stack:
    """Parts without empty lines between them."""

    parts: tuple[Part, ...]


Part = Heading | Words | Grid | Stack
Document = tuple[Part, ...]


def grid(names: Sequence[str], rows: Sequence[Sequence[str]], sides: str, keys: int = 1) -> Grid:
    """A table of cells."""
    return Grid(tuple(names), tuple(map(tuple, rows)), sides, keys)


def stack(*parts: Part | None) -> Stack | None:
    """Parts below each other; None if there are none."""
    kept = tuple(part for part in parts if part is not None)
    return Stack(kept) if kept else None


def listed(lines: Iterable[str], indent: str = "") -> Stack | None:
    """Lines below each other, each kept as it is; None if there are none."""
    return stack(*(Words(line, indent, keep=True) for line in lines))


def compose(*parts: Part | None) -> Document:
    """Paragraphs and tables, the absent ones left out."""
    return tuple(part for part in parts if part is not None)


def text(parts: Document, width: int = WIDTH) -> str:
    """Lay a document out in lines of at most `width` columns (tables may be wider)."""
    return "\n\n".join("\n".join(lines(part, width)) for part in parts)


@singledispatch
def lines(part: Any, width: int) -> list[str]:
    """The lines of one part."""
    raise NotImplementedError(type(part).__name__)


@lines.register
def _(part: Heading, width: int) -> list[str]:
    return [part.text, "=" * len(part.text)]


@lines.register
def _(part: Words, width: int) -> list[str]:
    if part.keep:
        return [part.text]
    return textwrap.wrap(
        part.text,
        width,
        subsequent_indent=part.indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


@lines.register
def _(part: Stack, width: int) -> list[str]:
    return [line for one in part.parts for line in lines(one, width)]


@lines.register
def _(part: Grid, width: int) -> list[str]:
    cells = [part.names, *part.rows]
    widths = [max(columns(row[i]) for row in cells) for i in range(len(part.names))]
    rule = "  " + "  ".join("-" * width for width in widths)
    first, *rest = (_line(row, widths, part.sides) for row in cells)
    return [first, rule, *rest]


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    padded = []
    for cell, width, side in zip(cells, widths, sides, strict=True):
        space = " " * (width - columns(cell))
        padded.append(space + cell if side == "r" else cell + space)
    return ("  " + "  ".join(padded)).rstrip()


def columns(letters: str) -> int:
    """Columns of a terminal that a text takes: Chinese letters two, combining accents none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in letters)
    return len(letters) + wide - sum(unicodedata.combining(letter) > 0 for letter in letters)


def packed(parts: Document) -> list[dict[str, Any]]:
    """A document as plain data, for R to lay out."""
    return list(_packed(parts))


def _packed(parts: Sequence[Part]) -> Iterator[dict[str, Any]]:
    for part in parts:
        if isinstance(part, Stack):
            yield {"is": "stack", "parts": packed(part.parts)}
        elif isinstance(part, Grid):
            yield {
                "is": "grid",
                "names": list(part.names),
                "columns": [list(cells) for cells in zip(*part.rows, strict=True)],
                "sides": part.sides,
                "keys": part.keys,
            }
        elif isinstance(part, Heading):
            yield {"is": "heading", "text": part.text}
        else:
            yield {"is": "words", "text": part.text, "indent": part.indent}
