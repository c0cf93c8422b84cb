"""Figures inside the page, drawn by the core for wide and for narrow screens, with their notes."""

from __future__ import annotations

import html

from jointstats.labelled.result import Result
from jointstats.presentation import plot
from jointstats.presentation.figures import figure as content
from jointstats.presentation.figures.content import Content
from jointstats.presentation.plot import svg

NARROW = 3.8  # inches: a phone's screen


def first(result: Result) -> str:
    """The figure that the result shows unasked; its title is above it already."""
    return image(result, result.figures[0], titled=False)


def image(
    result: Result, figure: str | None = None, caption: str = "", *, titled: bool = True
) -> str:
    """A figure with its title and notes; its text for readers who do not see it is part of it."""
    shown = content(result, figure)
    title = f'<p class="title">{html.escape(shown.title)}</p>' if titled else ""
    (wide, without), (narrow, _) = _drawn(shown), _drawn(shown, NARROW)
    notes = [note for note in shown.notes if note not in without]
    said = html.escape(" ".join(filter(None, [caption, *notes])))
    below = f"<figcaption>{said}</figcaption>" if said else ""
    return (
        f'<figure>{title}<div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div>'
        f"{below}</figure>"
    )


def _drawn(shown: Content, width: float | None = None) -> tuple[str, tuple[str, ...]]:
    """A figure as SVG, and the notes that do not hold for what is drawn."""
    made = plot.render(shown, width, title=False, notes=False)
    return svg.element(made.figure()), made.without
