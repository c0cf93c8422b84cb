"""Pieces of HTML that the report's sections are made of."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable

from jointstats.presentation.tables import Table, html_table

PHONE, DESK = 350, 1100  # CSS pixels that a table may be wide
LETTER, PADDING = 8.0, 17.0  # of a table's letters and cells, on average
SHORT = 14  # rows of a table that stays on one page
HINT = "scroll sideways →"


def text(said: str) -> str:
    """Text as HTML."""
    return html.escape(said)


def paragraph(said: str) -> str:
    """A paragraph of text."""
    return f"<p>{text(said)}</p>"


def items(lines: Iterable[str]) -> str:
    """A list of sentences."""
    return "<ul>" + "".join(f"<li>{text(line)}</li>" for line in lines) + "</ul>"


def table(made: Table, caption: str) -> str:
    """A table that scrolls in its own box, and says so, where the screen is too narrow."""
    kind = "wide short" if len(made.rows) <= SHORT else "wide"
    return (
        f'<div class="{kind}" tabindex="0" role="region" aria-label="{text(caption)}">'
        f"{html_table(made, caption)}</div>{hint(_width(made, _unbroken), _width(made, len))}"
    )


def folded(title: str, body: str) -> str:
    """What is shown when its title is clicked."""
    return f"<details><summary>{text(title)}</summary>{body}</details>"


def hint(on_phone: float, on_desk: float = 0.0) -> str:
    """That there is more to the right, for screens that are narrower than this."""
    if on_phone <= PHONE:
        return ""
    kind = "hint" if on_desk <= DESK else "hint always"
    return f'<p class="{kind}" aria-hidden="true">{HINT}</p>'


def _width(made: Table, letters: Callable[[str], int]) -> float:
    """CSS pixels that a table needs at least, estimated from the letters of its names and cells."""
    total = 0.0
    for i, side in enumerate(made.sides):
        cells = [row[i] for row in made.rows]
        most = max(map(_unbroken if side == "l" else len, cells), default=0)
        least = max(letters(made.names[i]), most) * LETTER
        if i == 0:
            least = max(least, 225 if any(len(cell) > 40 for cell in cells) else 70)
        total += least + PADDING
    return total


def _unbroken(cell: str) -> int:
    """Letters of a cell that stay on one line."""
    return len(cell) if " [" in cell else max(map(len, re.split(r"[ –-]", cell)))
