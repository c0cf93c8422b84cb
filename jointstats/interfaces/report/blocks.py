"""Pieces of HTML that the report's sections are made of."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence

from jointstats.base.result import Result
from jointstats.drawing import painters
from jointstats.drawing.content import Content
from jointstats.drawing.document import ColumnGroup, Grid
from jointstats.interfaces.figures import drawing
from jointstats.interfaces.figures import figure as content

SHORT = 14  # rows of a table that stays on one page of paper
TALL = 25  # rows from which a table scrolls in its own box: the page stays short
NAME = 32  # letters of a name that stays on one line
TOOLS = 4  # rows from which a table is sorted, filtered, copied and saved
LONG = 40  # letters of a cell that needs room

NARROW = 3.8  # inches of a figure on a phone

CONTROLS = '<div class="bar" id="bar"></div>'  # the page's script fills it
UPRIGHT, ACROSS = 14, 20  # columns that fit on a sheet of paper without being made smaller
LANDSCAPE = 20  # columns from which a table is printed across

# Names of columns by which the reader chooses rows.
CHOICES = {name: name for name in ("algorithm", "measure", "state")}
CHOICES |= {"a": "algorithm", "b": "algorithm"}


def text(said: str) -> str:
    """Text as HTML."""
    return html.escape(said)


def paragraph(said: str) -> str:
    """A paragraph of text."""
    return f"<p>{text(said)}</p>"


def items(lines: Iterable[str]) -> str:
    """A list of sentences; nothing if there are none."""
    listed = "".join(f"<li>{text(line)}</li>" for line in lines)
    return f"<ul>{listed}</ul>" if listed else ""


def table(content: Grid, caption: str) -> str:
    """A table that scrolls in its own box where the screen is too narrow.

    Longer ones get tools from the page's script: their columns sort, rows are chosen by algorithm,
    measure and state, and all is copied or saved as CSV. Without scripts it is all there.
    """
    size = " short" if len(content.rows) <= SHORT else " tall" if len(content.rows) > TALL else ""
    across = len(content.names) > LANDSCAPE
    size += " across" if across else ""
    smaller = (ACROSS if across else UPRIGHT) / len(content.names)
    fit = f' style="--fit:{smaller:.2f}"' if smaller < 1 else ""
    tools = ' class="tools"' if len(content.rows) >= TOOLS else ""
    body = "".join(f"<tr>{_row(cells, content.sides)}</tr>" for cells in content.rows)
    note = f'<p class="note">{text(content.note)}</p>' if content.note else ""
    return (
        f'<div class="wide{size}"{fit} tabindex="0" role="region" aria-label="{text(caption)}">'
        f"<table{tools}><caption>{text(caption)}</caption><thead>{_head(content)}</thead>"
        f"<tbody>{body}</tbody></table></div>{note}"
    )


def _head(content: Grid) -> str:
    """The names of the columns; above groups of them, which are the last ones, their headings."""
    headed = [group for group in content.groups if group.heading]
    alone = len(content.names) - sum(group.size for group in headed)
    first = "".join(
        _heading(name, side, two_lines=bool(headed))
        for name, side in zip(content.names[:alone], content.sides, strict=False)
    )
    if not headed:
        return f"<tr>{first}</tr>"
    above = "".join(
        f'<th scope="colgroup" colspan="{group.size}"'
        f"{_attributes({'data-m': group.measure})}>{text(group.heading)}</th>"
        for group in headed
    )
    owners = [group for group in headed for _ in range(group.size)]
    pairs = zip(content.names[alone:], owners, strict=True)
    below = "".join(_heading(name, "r", of=group) for name, group in pairs)
    return f"<tr>{first}{above}</tr><tr>{below}</tr>"


def _heading(
    name: str, side: str, *, two_lines: bool = False, of: ColumnGroup | None = None
) -> str:
    known = {"class": "r"} if side == "r" else {}
    if two_lines:
        known["rowspan"] = "2"
    if of is not None:
        known |= {"data-of": of.heading, "data-m": of.measure}
    if name in CHOICES:
        known["data-by"] = CHOICES[name]
    return f'<th scope="col"{_attributes(known)}>{text(name)}</th>'


def _row(cells: Sequence[str], sides: str) -> str:
    first, *rest = cells
    kind = ' class="n"' if len(first) <= NAME else _room(first)
    return f'<th scope="row"{kind}>{text(first)}</th>' + "".join(
        f"<td{_side(cell, side)}>{text(cell)}</td>"
        for cell, side in zip(rest, sides[1:], strict=True)
    )


def _side(cell: str, side: str) -> str:
    """Numbers are at the right; intervals stay on one line, sentences get room."""
    if side == "r":
        return ' class="r"'
    return ' class="n"' if " [" in cell else _room(cell)


def _room(cell: str) -> str:
    return ' class="s"' if len(cell) > LONG else ""


def _attributes(known: Mapping[str, str]) -> str:
    return "".join(f' {name}="{text(value)}"' for name, value in known.items())


def folded(key: str, title: str, body: str, *, printed: bool = True) -> str:
    """A part of the page that opens when its title is clicked; nothing without a body.

    On paper there are those that are open, and the `printed` ones.
    """
    kind = ' class="printed"' if printed else ""
    return (
        f'<details id="{key}"{kind}><summary><h2>{text(title)}</h2></summary>'
        f'<div class="part">{body}</div></details>'
        if body
        else ""
    )


# --- Figures, for wide and for narrow screens, with their notes ---


def first_figure(result: Result) -> str:
    """The figure that the result shows unasked; its title is above it already."""
    return figure(result, result.figures[0], titled=False)


def figure(
    result: Result, name: str | None = None, caption: str = "", *, titled: bool = True
) -> str:
    """A figure with its title and notes; its text for readers who do not see it is part of it."""
    shown = content(result, name)
    title = f'<p class="title">{text(shown.title)}</p>' if titled else ""
    (wide, without), (narrow, _) = _drawn(shown), _drawn(shown, NARROW)
    notes = [note for note in shown.notes if note not in without]
    said = text(" ".join(filter(None, [caption, *notes])))
    below = f"<figcaption>{said}</figcaption>" if said else ""
    return (
        f'<figure>{title}<div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div>'
        f"{below}</figure>"
    )


def _drawn(shown: Content, width: float | None = None) -> tuple[str, tuple[str, ...]]:
    """A figure as SVG, and the notes that do not hold for what is drawn."""
    drawn = drawing(shown, width=width, title=False, notes=False)
    return painters.element(drawn.figure()), drawn.without
