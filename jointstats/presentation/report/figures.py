"""Figures inside the page, drawn by the core, each with its title and notes."""

from __future__ import annotations

import html

from jointstats.labelled.result import Result
from jointstats.presentation import plot
from jointstats.presentation.figures import figure as content
from jointstats.presentation.figures.content import Content
from jointstats.presentation.plot import svg

NARROW = 3.8  # inches: a phone's screen


def image(result: Result, figure: str | None = None, caption: str = "") -> str:
    """A figure with its title and notes; its text for readers who do not see it is part of it."""
    shown = content(result, figure)
    drawn, without = _drawn(shown)
    title = f'<p class="title">{html.escape(shown.title)}</p>'
    return _figure(shown, title + _scrolling(shown, drawn), without, caption)


def first(result: Result) -> str:
    """The figure that the result shows unasked, for wide and for narrow screens.

    Its title is above it already.
    """
    shown = content(result, result.figures[0])
    (wide, without), (narrow, _) = _drawn(shown), _drawn(shown, NARROW)
    screens = f'<div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div>'
    return _figure(shown, screens, without)


def _drawn(shown: Content, width: float | None = None) -> tuple[str, tuple[str, ...]]:
    """A figure as SVG, and the notes that do not hold for what is drawn."""
    made = plot.render(shown, width, title=False, notes=False)
    return svg.element(made.figure()), made.without


def _scrolling(shown: Content, drawn: str) -> str:
    title = html.escape(shown.title)
    return f'<div class="wide" tabindex="0" role="region" aria-label="{title}">{drawn}</div>'


def _figure(shown: Content, drawn: str, without: tuple[str, ...], caption: str = "") -> str:
    notes = [note for note in shown.notes if note not in without]
    said = html.escape(" ".join(filter(None, [caption, *notes])))
    below = f"<figcaption>{said}</figcaption>" if said else ""
    return f"<figure>{drawn}{below}</figure>"
