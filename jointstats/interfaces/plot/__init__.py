"""Figures as pictures: a module for every kind of content lays it out, once, in inches.

What they show is decided in :mod:`jointstats.interfaces.figures`; here it gets its place and its
colour, as a list of marks: the module ``display``. Painters are matplotlib (``axes``, for the extra
``plot``), the core alone (``svg``), and R's grid, which takes the list that :func:`display_list`
gives.
"""

from __future__ import annotations

from importlib import import_module
from numbers import Real
from typing import TYPE_CHECKING, Any

from jointstats.drawing.content import Content
from jointstats.drawing.frame import MARGIN, NARROWEST, WIDEST, Drawing, frame
from jointstats.drawing.painters import require_matplotlib
from jointstats.drawing.style import look_of
from jointstats.interfaces import figures
from jointstats.interfaces.figures import PlotError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["caption", "display_list", "draw", "drawing"]


def draw(
    result: Any,
    figure: str | None = None,
    ax: Axes | None = None,
    *,
    width: float | None = None,
    theme: str = "colour",
    title: bool | str = True,
    notes: bool = True,
    **options: Any,
) -> Axes:
    """Draw a figure of a result; :meth:`Result.plot` calls this.

    Parameters
    ----------
    result : Result
    figure : str, optional
        Its name; default: the result's first.
    ax : matplotlib Axes, optional
        Where to draw (default: a new figure of fitting size).
    width : float, optional
        Inches of the new figure.
    theme : {"colour", "grey", "dark"}
    title : bool or str
    notes : bool
    **options
        Of the figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    MissingExtraError
        Without matplotlib.
    PlotError
        If the result has no such figure.

    Examples
    --------
    >>> import jointstats as js
    >>> ax = js.bayes_test(js.load_dataset("example1")).plot()
    >>> ax.get_label()
    'B is better than A on both measures on 6 of 12 data sets: not shown'
    """
    require_matplotlib()
    if ax is not None and width is not None:
        raise PlotError(
            "`width` is for a new figure. Axes that are given have their width already."
        )
    how: dict[str, Any] = {"width": width, "theme": theme, "title": title, "notes": notes}
    return drawing(result, figure, **how, **options).on(ax)


def drawing(
    shown: Any,
    figure: str | None = None,
    *,
    width: float | None = None,
    theme: str = "colour",
    title: bool | str = True,
    notes: bool = True,
    **options: Any,
) -> Drawing:
    """Lay out a figure of a result, or a figure's content: the module with the kind's name does it.

    Parameters
    ----------
    shown : Result or Content
    figure : str, optional
        Of a result: the figure's name.
    width : float, optional
        Inches.
    theme : {"colour", "grey", "dark"}
    title : bool or str
    notes : bool
    **options
        Of the figure of a result.

    Returns
    -------
    Drawing
        With its size, title and alternative text, not yet drawn.
    """
    content = shown if isinstance(shown, Content) else figures.figure(shown, figure, **options)
    draws = import_module(type(content).__module__).drawing
    heading = title if isinstance(title, str) else content.title if title else ""
    said = content.notes if notes else ()
    return frame(content, draws, _inches(width), look_of(theme), heading, said)


def to_svg(result: Any, figure: str | None = None, **how: Any) -> str:
    """A figure of a result as SVG."""
    return drawing(result, figure, **how).svg()


def display_list(
    shown: Any, figure: str | None = None, height: float | None = None, **how: Any
) -> dict[str, Any]:
    """Lay out a figure as a list of marks in plain values, for a painter in another language.

    Parameters
    ----------
    shown : Result or Content
    figure : str, optional
        Of a result: the figure's name.
    height : float, optional
        Inches of the whole figure; by default it is as high as it needs.
    **how
        As :func:`drawing` takes it.

    Returns
    -------
    dict
        As :meth:`~jointstats.drawing.marks.Figure.to_dict` gives it.

    Examples
    --------
    >>> import jointstats as js
    >>> made = display_list(js.leaderboard(js.load_dataset("weka")), width=3.3)
    >>> made["width"], made["paper"], sorted(made["marks"][0])[:2]
    (3.3, '#FFFFFF', ['edge', 'fill'])
    """
    drawn = drawing(shown, figure, **how)
    if height is None:
        return drawn.figure().to_dict()
    return drawn.fitting(drawn.width, height, MARGIN).to_dict()


def caption(result: Any, figure: str | None = None, **options: Any) -> str:
    """Title and notes of a figure as text; :meth:`Result.caption` calls this."""
    return caption_of(figures.figure(result, figure, **options))


def caption_of(shown: Content) -> str:
    """Title and notes of a figure's content as text."""
    title = shown.title if shown.title.endswith((".", "?", "!")) else f"{shown.title}."
    return " ".join([title, *shown.notes])


def _inches(width: float | None) -> float | None:
    """A width that a figure can have."""
    if width is None:
        return None
    number = isinstance(width, Real) and not isinstance(width, bool)
    if not number or not NARROWEST <= width <= WIDEST:
        raise PlotError(
            f"A width is a number of inches from {NARROWEST:g} to {WIDEST:g}, not {width!r}."
        )
    return float(width)
