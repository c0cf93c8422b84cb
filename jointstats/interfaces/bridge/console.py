"""What R prints of a result: its text in lines for R's console, and for narrower ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from jointstats.base.presenters import words_of
from jointstats.base.result import Result
from jointstats.drawing import layout, terminal
from jointstats.drawing.document import Document, Paragraph, respelled

NARROWER = (40, 60, 80)  # consoles on which a saved result may be printed

# R's names for what documents call by Python's.
_WORDS = {"to_frame()": "as.data.frame()", "summary()": "summary(x)"}


class Console(NamedTuple):
    """Columns of R's console, and whether it has the letters of ASCII only."""

    width: int = 80
    plain: bool = False


_CONSOLE: ContextVar[Console] = ContextVar("console")


@contextmanager
def shown_on(console: Mapping[str, Any]) -> Iterator[None]:
    """Lay out texts for this console."""
    before = _CONSOLE.set(Console(**{name: console[name] for name in console}))
    try:
        yield
    finally:
        _CONSOLE.reset(before)


def texts(result: Result) -> dict[str, Any]:
    """The whole text, one screen of it, and the verdict: of each the lines for every width.

    The verdict is bold; R removes the marks where it cannot be shown.
    """
    console = _CONSOLE.get(Console())
    widths = [*(width for width in NARROWER if width < console.width), console.width]

    def in_lines(parts: Document, most: int | None = None) -> list[str]:
        said = respelled(parts, _WORDS)
        rooms = (layout.Room(width, width, bold=True) for width in widths)
        return [in_r(terminal.laid_out(said, room, most, plain=console.plain)) for room in rooms]

    words = words_of(result)
    whole = words.document()
    return {
        "widths": widths,
        "whole": in_lines(whole),
        "short": in_lines(words.short() or whole, layout.SCREEN),
        "verdict": in_lines((Paragraph(result.verdict),)),
    }


def in_r(said: str) -> str:
    """A text with R's names of functions."""
    return str(respelled(said, _WORDS))
