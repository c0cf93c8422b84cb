"""What the reader's terminal can show: its width, its letters, and whether bold is wanted."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from typing import Any

from jointstats.drawing import layout
from jointstats.drawing.document import Document, respelled

NARROWEST = 30
WIDEST_WORDS = 100  # longer lines are hard to read, however wide the terminal is

# What is printed where the terminal has no such letter; R has most of them (R/paint.R).
ASCII = {
    "↑ higher, ↓ lower is better": "max: higher, min: lower is better",
    "↑": "(max)", "↓": "(min)", "→": "->", "←": "<-",
    "≤": "at most", "≥": "at least", "−": "-", "–": "-", "…": "...", "×": "x", "·": "*",
    "χ": "chi", "²": "2", "λ": "lambda", "Λ": "Lambda", "Σ": "Sigma", "±": "+-", "─": "-",
    "◇": "<>", "“": '"', "”": '"', "’": "'", "‘": "'",
}  # fmt: skip


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
    room = layout.Room(bold=bold)
    if width is not None:
        room = layout.Room(min(width, WIDEST_WORDS), width, bold)
    return laid_out(parts, room, most, plain=not has_unicode())


def laid_out(parts: Document, room: layout.Room, most: int | None, *, plain: bool) -> str:
    """A document as text; a `plain` one has the letters of ASCII only, but for names."""
    text = layout.laid_out(respelled(parts, ASCII) if plain else parts, room, most)
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
    return str(respelled(text, ASCII))


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
