"""Figures drawn with matplotlib (extra ``plot``): a module for every kind of content.

What they show is decided in :mod:`jointstats.presentation.figures`; here it gets its place and its
colour. A figure takes the axes that it is to be drawn on (default: a new figure of fitting size)
and returns them for further changes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jointstats.presentation import figures
from jointstats.presentation.figures.content import Content
from jointstats.presentation.plot.style import Drawing, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw", "drawing", "render"]


def draw(result: Any, figure: str | None = None, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw a figure of a result; :meth:`Result.plot` calls this.

    Parameters
    ----------
    result : Result
    figure : str, optional
        Its name; default: the result's first.
    ax : matplotlib Axes, optional
        Where to draw (default: a new figure of fitting size).
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
    >>> ax.get_title(loc="left")
    'B is better than A on both measures on 6 of 12 data sets: not shown'
    """
    require_matplotlib()
    return drawing(result, figure, **options).on(ax)


def drawing(
    result: Any, figure: str | None = None, *, width: float | None = None, **options: Any
) -> Drawing:
    """Lay out a figure of a result, with its size, title and alternative text, not yet drawn.

    Figures of rows and of orders can be laid out for another width (in inches).
    """
    shown = figures.figure(result, figure, **options)
    return render(shown, width)


def render(shown: Content, width: float | None = None) -> Drawing:
    """Lay out a figure's content: the module of this package that has the kind's name does it."""
    draws = import_module(f".{shown.kind}", __name__)
    return draws.drawing(shown) if width is None else draws.drawing(shown, width)
