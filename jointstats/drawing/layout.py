"""A document as lines, for the width and the letters of the reader's terminal."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from jointstats.base import wording
from jointstats.drawing import document
from jointstats.drawing.document import Document, Grid, Heading, Paragraph, Part, Stack

NARROWEST = 30
WIDEST_WORDS = 100  # longer lines are hard to read, however wide the terminal is

# What is printed where the terminal has no such letter; R has most of them (R/paint.R).
ASCII = {
    "↑ higher, ↓ lower is better": "max: higher, min: lower is better",
    "↑": "(max)",
    "↓": "(min)",
    "→": "->",
    "←": "<-",
    "≤": "at most",
    "≥": "at least",
    "−": "-",
    "–": "-",
    "…": "...",
    "×": "x",
    "·": "*",
    "χ": "chi",
    "²": "2",
    "λ": "lambda",
    "Λ": "Lambda",
    "Σ": "Sigma",
    "±": "+-",
    "─": "-",
    "◇": "<>",
    "“": '"',
    "”": '"',
    "’": "'",
    "‘": "'",
}


def written(
    parts: Document, width: int | None = None, *, most: int | None = None, bold: bool = False
) -> str:
    """A document in letters that standard output has; with `most`, in no more lines.

    Parameters
    ----------
    parts : Document
    width : int, optional
        Columns. By default those of the terminal; where there is none, paragraphs have 92 columns
        and tables 100, so that a file is the same wherever it is written.
    most : int, optional
    bold : bool, default False
    """
    width = own_width() if width is None else max(NARROWEST, width)
    room = Room(bold=bold)
    if width is not None:
        room = Room(min(width, WIDEST_WORDS), width, bold)
    return in_letters(parts, room, most, plain=not has_unicode())


def in_letters(parts: Document, room: Room, most: int | None, *, plain: bool) -> str:
    """A document as text; a `plain` one has the letters of ASCII only, but for names."""
    text = laid_out(document.respelled(parts, ASCII) if plain else parts, room, most)
    return text.replace("… ", "... ").replace("…", ".") if plain else text


def own_width() -> int | None:
    """Columns of the terminal that standard output is; None if it is none."""
    if not is_terminal(sys.stdout):
        return None
    return max(NARROWEST, shutil.get_terminal_size().columns)


def command_width() -> int | None:
    """Columns of what a command prints: as COLUMNS requests, or those of the terminal."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked) > 0:
        return max(NARROWEST, int(asked))
    return own_width()


def has_unicode(stream: Any = None) -> bool:
    """Whether a stream (default: standard output) takes every letter."""
    encoding = getattr(stream or sys.stdout, "encoding", None)
    try:
        return codecs.lookup(encoding or "utf-8").name.startswith("utf")
    except LookupError:
        return False


def in_ascii(text: str) -> str:
    """A text in the letters that every terminal has, but for names."""
    return str(document.respelled(text, ASCII))


def shows_bold(stream: Any = None) -> bool:
    """Whether a stream is a terminal that shows bold, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb"):
        return False
    return is_terminal(stream or sys.stdout)


def is_terminal(stream: Any) -> bool:
    """Whether a stream is a terminal; one that is closed is none."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


WIDTH = 92  # of paragraphs where nothing else is asked for
WIDEST = 100  # of tables then
SCREEN = 40  # lines, at most, of a text in short
_LEAST_NAME = 10  # letters that are left of a name, however narrow the page
_LEAST_TEXT = 24  # of a sentence in a cell, before the table is split instead
_BOLD, _NOT_BOLD = "\x1b[1m", "\x1b[22m"


class Room(NamedTuple):
    """What lines may take: columns of paragraphs and of tables, and whether bold can be shown."""

    words: int = WIDTH
    grids: int = WIDEST
    bold: bool = False


class Unit(NamedTuple):
    """Lines that are shown together, or not at all."""

    lines: list[str]
    stays: bool = False


def laid_out(parts: Document, room: Room, most: int | None = None) -> str:
    """A document as text; of more lines than `most`, the last ones are counted.

    What always stays, such as notes (``Words.stays``), comes last, after what is left out.
    """
    lines_of = [list(units(part, room)) for part in parts]
    every = [unit for i, block in enumerate(lines_of) for unit in (*[_EMPTY] * bool(i), *block)]
    if most is None or len(_flat(every)) <= most:
        return "\n".join(_flat(every))
    last = [unit for unit in every if unit.stays]
    others = [unit for unit in every if not unit.stays]
    left = most - len(_flat(last)) - 2  # an empty line, and how many are left out
    n_whole = 0
    while n_whole < len(others) and len(others[n_whole].lines) <= left:
        left -= len(others[n_whole].lines)
        n_whole += 1
    shown = _flat(others[:n_whole])
    while shown and not shown[-1]:
        shown.pop()
    lines = sum(1 for line in _flat(others[n_whole:]) if line)
    said = f"… {wording.plural(lines, 'more line')}: summary()"
    return "\n".join([*shown, "", said, *_flat(last)])


_EMPTY = Unit([""])


def _flat(units_: Sequence[Unit] | Iterator[Unit]) -> list[str]:
    return [line for unit in units_ for line in unit.lines]


# --- Parts ----------------------------------------------------------------------------------------


def units(part: Part, room: Room) -> Iterator[Unit]:
    """The lines of one part, in units."""
    if isinstance(part, Stack):
        for item in part.parts:
            yield from units(item, room)
    elif isinstance(part, Heading):
        yield Unit([part.text, "=" * len(part.text)])
    elif isinstance(part, Paragraph):
        yield _paragraph(part, room)
    else:
        yield from _table(part, room)


def _paragraph(part: Paragraph, room: Room) -> Unit:
    lines = [part.text]
    if not part.keep or document.columns(part.text) > room.grids:
        lines = textwrap.wrap(
            part.text,
            room.words,
            subsequent_indent=part.indent[: max(0, room.words - 10)],
            break_on_hyphens=False,
            break_long_words=room.words != WIDTH,  # a file keeps every name whole
        )
    if part.strong and room.bold:
        lines = [f"{_BOLD}{line}{_NOT_BOLD}" for line in lines]
    return Unit(lines, stays=part.stays)


def _table(part: Grid, room: Room) -> Iterator[Unit]:
    for i, grid in enumerate(blocks(part, room.grids)):
        if i:
            yield Unit([""])
        widths = _widths(grid)
        names, *rows = (_row(row, widths, grid.sides) for row in _all(grid))
        rule = "  " + "  ".join("-" * width for width in widths)
        yield Unit([*names, rule])
        yield from (Unit(lines) for lines in rows)


# --- Tables ---------------------------------------------------------------------------------------


def blocks(grid: Grid, width: int) -> Iterator[Grid]:
    """The table as one or several that fit the width; the first column is repeated.

    Sentences at the left are folded, and names shortened, if that is enough; else the table is
    split between its groups of columns. Names that would look alike when shortened are folded.
    """
    keys, wide = grid.keys, _widths(grid)
    if sum(wide) + 2 * len(wide) <= width:
        yield grid
        return
    narrow = _with_narrow_keys(grid, width)
    if narrow is not None:
        yield narrow
        return
    room = width - sum(wide[:keys]) - 2 * keys
    widest = max([w + 2 for w in wide[keys:]], default=0)
    if widest > room:
        each = max(_LEAST_NAME, (width - min(widest, width // 2)) // keys - 2)
        limits = [min(w, each) for w in wide[:keys]]
        room = max(_LEAST_NAME + 2, width - sum(limits) - 2 * keys)
        limits += [min(w, room - 2) for w in wide[keys:]]
        narrow = _narrowed(grid, limits)
        grid = narrow if _tells_apart(narrow, grid) else _narrowed(grid, limits, whole=True)
        wide = _widths(grid)
    beside: list[int] = []
    for group in _groups(grid):
        if beside and sum(wide[i] + 2 for i in (*beside, *group)) > room:
            yield _part(grid, beside)
            beside = []
        for i in group:  # a group that is too wide by itself is split as well
            if beside and sum(wide[j] + 2 for j in (*beside, i)) > room:
                yield _part(grid, beside)
                beside = []
            beside = [*beside, i]
    yield _part(grid, beside)


def _with_narrow_keys(grid: Grid, width: int) -> Grid | None:
    """The table with as much of its keys as there is room for; None if that is too little."""
    wide = _widths(grid)
    keys, others = wide[: grid.keys], wide[grid.keys :]
    room = width - sum(others) - 2 * len(wide)
    sentences = any(" " in row[0] for row in grid.rows)
    for limit in range(max(keys), (_LEAST_TEXT if sentences else _LEAST_NAME) - 1, -1):
        if sum(min(limit, natural) for natural in keys) <= room:
            narrow = _narrowed(grid, [*(min(limit, natural) for natural in keys), *others])
            return narrow if _tells_apart(narrow, grid) else None
    return None


def _tells_apart(narrow: Grid, grid: Grid) -> bool:
    """Whether what rows are about still differs where it did."""
    before, after = ({row[: grid.keys] for row in item.rows} for item in (grid, narrow))
    return len(after) == len(before)


def _groups(grid: Grid) -> Iterator[range]:
    """Places of the columns that stay together, group by group; by default each by itself."""
    end = len(grid.names)
    starts, at = [], grid.keys
    for size in [group.size for group in grid.groups] or [1] * (end - grid.keys):
        starts.append(at)
        at += size
    return (range(first, last) for first, last in pairwise([*starts, end]))


def _part(grid: Grid, places: Sequence[int]) -> Grid:
    """The keys of a table and some of its other columns."""
    chosen = [*range(grid.keys), *places]
    names, *rows = (tuple(row[i] for i in chosen) for row in _all(grid))
    return Grid(names, tuple(rows), "".join(grid.sides[i] for i in chosen), grid.keys)


def _narrowed(grid: Grid, limits: Sequence[int], *, whole: bool = False) -> Grid:
    """The table with cells folded, and words in them shortened (or broken), to these widths."""
    names, *rows = (
        tuple(
            "\n".join(_folded(cell, limit, whole)) for cell, limit in zip(row, limits, strict=True)
        )
        for row in _all(grid)
    )
    return Grid(names, tuple(rows), grid.sides, grid.keys, grid.groups)


def _folded(cell: str, limit: int, whole: bool) -> list[str]:
    """A cell in lines of this width; a longer word keeps its ends, or is broken."""
    words = cell if whole else " ".join(shortened(word, limit) for word in cell.split(" "))
    return textwrap.wrap(words, limit, break_on_hyphens=False) or [""]


def shortened(word: str, limit: int) -> str:
    """A word of at most this width, which keeps its ends.

    Examples
    --------
    >>> shortened("RandomForestOfTrees", 11)
    'Rando…Trees'
    """
    if document.columns(word) <= limit:
        return word
    tail = (limit - 1) // 2
    head = limit - 1 - tail
    while head > 1 and document.columns(word[:head]) + 1 + document.columns(word[-tail:]) > limit:
        head, tail = head - 1, max(1, tail - 1)  # letters that take two columns
    return f"{word[:head]}…{word[-tail:]}"


def _all(grid: Grid) -> list[tuple[str, ...]]:
    return [grid.names, *grid.rows]


def _widths(grid: Grid) -> list[int]:
    cells = zip(*_all(grid), strict=True)
    return [
        max(document.columns(line) for cell in column for line in cell.split("\n"))
        for column in cells
    ]


def _row(cells: Sequence[str], widths: Sequence[int], sides: str) -> list[str]:
    """The lines of a row; folded cells have several."""
    lines = zip_longest(*(cell.split("\n") for cell in cells), fillvalue="")
    return [_line(line, widths, sides) for line in lines]


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    padded = []
    for cell, width, side in zip(cells, widths, sides, strict=True):
        space = " " * (width - document.columns(cell))
        padded.append(space + cell if side == "r" else cell + space)
    return ("  " + "  ".join(padded)).rstrip()
