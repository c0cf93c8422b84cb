"""The figures of results: their contents, drawn, packed for R, and as tidy frames.

What a figure shows is decided by its subject; the module of its kind lays it out, once, in inches
and colours, as a list of marks. Painters are matplotlib (for the extra ``plot``), the core alone
(SVG), and R's grid, which takes the list that :func:`display_list` gives.

The frames are in the measures' own units, a row for each point, bar or interval: for R's
``autoplot()``.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from numbers import Real
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.facts import figures_of
from jointstats.base.result import Result, plain
from jointstats.claims import figures as claims
from jointstats.drawing.content import Content
from jointstats.drawing.frame import MARGIN, NARROWEST, WIDEST, Drawing
from jointstats.drawing.painters import require_matplotlib
from jointstats.drawing.style import look_of
from jointstats.evidence.messages import asked
from jointstats.joint import figures as joint
from jointstats.means import figures as means
from jointstats.network import figures as network
from jointstats.single import figures as single

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class PlotError(JointStatsError):
    """There is no such figure of this result."""


def figure(result: Any, name: str | None = None, **options: Any) -> Content:
    """What a figure of a result shows.

    Parameters
    ----------
    result : Result
    name : str, optional
        One of :func:`figures_of`; default: the first.
    **options
        Of this figure: ``measures=(a, b)`` of a plane.

    Returns
    -------
    Content

    Raises
    ------
    PlotError
        If the result has no such figure, or the figure no such option.
    """
    figures = figures_of(result)
    if not figures:
        raise PlotError(f"There is no figure for {type(result).__name__}.")
    if name is not None and not isinstance(name, str):
        raise PlotError(
            "The first argument of plot() is the name of a figure, such as "
            f'"{next(iter(figures))}"; axes are given as ',
            asked("ax"),
            ".",
        )
    name = next(iter(figures)) if name is None else name
    if name not in figures:
        named = wording.listing([f'"{each}"' for each in figures])
        have = "figure is" if len(figures) == 1 else "figures are"
        what = f"{result.test} result" if isinstance(result, Result) else "results table"
        raise PlotError(f'There is no figure "{name}" of a {what}: its {have} {named}.')
    make = figures[name]
    known = list(inspect.signature(make).parameters)
    for option in options:
        if option not in known:
            has = f"only {wording.listing(known)}" if known else "none"
            raise PlotError(f'The figure "{name}" has no option "{option}" ({has}).')
    return make(**options).told()


def tikz(result: Any) -> str:
    """The critical-difference diagrams of a result as a LaTeX document."""
    shown: Any = figure(result, "rankings")
    return str(shown.tikz)


# --- Drawn ---------------------------------------------------------------------------------------


def draw(result: Any, name: str | None = None, ax: Axes | None = None, **how: Any) -> Axes:
    """Draw a figure of a result; :meth:`Result.plot` calls this.

    Parameters
    ----------
    result : Result
    name : str, optional
        Of the figure; default: the result's first.
    ax : matplotlib Axes, optional
        Where to draw (default: a new figure of fitting size).
    **how
        As :func:`drawing` takes it; a width is that of a new figure.

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
    if ax is not None and how.get("width") is not None:
        raise PlotError(
            "`width` is for a new figure. Axes that are given have their width already."
        )
    return drawing(result, name, **how).on(ax)


def drawing(
    shown: Any,
    name: str | None = None,
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
    name : str, optional
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
    content = _content(shown, name, **options)
    draws = import_module(type(content).__module__).drawing
    heading = title if isinstance(title, str) else content.title if title else ""
    said = content.notes if notes else ()
    return Drawing(content, draws, _inches(width), look_of(theme), heading, said)


def to_svg(result: Any, name: str | None = None, **how: Any) -> str:
    """A figure of a result as SVG."""
    return drawing(result, name, **how).svg()


def display_list(
    shown: Any, name: str | None = None, height: float | None = None, **how: Any
) -> dict[str, Any]:
    """Lay out a figure as a list of marks in plain values, for a painter in another language.

    Parameters
    ----------
    shown : Result or Content
    name : str, optional
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
    drawn = drawing(shown, name, **how)
    if height is None:
        return drawn.figure().to_dict()
    return drawn.fitting(drawn.inches or drawn.width, height, MARGIN).to_dict()


def caption(shown: Any, name: str | None = None, **options: Any) -> str:
    """Title and notes of a figure as text; :meth:`Result.caption` calls this."""
    content = _content(shown, name, **options)
    title = content.title if content.title.endswith((".", "?", "!")) else f"{content.title}."
    return " ".join([title, *content.notes])


def _content(shown: Any, name: str | None, **options: Any) -> Content:
    """What a figure of a result shows, or the content that is given."""
    return shown if isinstance(shown, Content) else figure(shown, name, **options)


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


# --- As data --------------------------------------------------------------------------------------

MAKERS = (claims, joint, means, network, single)  # of the kinds that a subject alone has, too


@dataclass(frozen=True)
class Named:
    """A figure's content, with the figure's name."""

    name: str
    content: Content


def write(content: Content) -> str:
    """A figure's content as JSON."""
    return json.dumps({"kind": content.kind} | _plain(content), ensure_ascii=False)


def read(text: str) -> Content:
    """The content that :func:`write` has written.

    Raises
    ------
    ValueError, LookupError, TypeError
        If the text is none of such, or of another version.
    """
    node = json.loads(text)
    content: Content = _of_type(_kinds()[node.pop("kind")], node)
    return content


def _plain(value: Any) -> Any:
    """Dataclasses as mappings; an empty field, or one as it is by default, is written, too."""
    if value is None or isinstance(value, str | int | float):  # most are
        return plain(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        if value and is_dataclass(value[0]) and all(type(row) is type(value[0]) for row in value):
            names = [field.name for field in fields(value[0])]  # by column: each name once
            return {name: [_plain(getattr(row, name)) for row in value] for name in names}
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return plain(value)


def _kinds() -> dict[str, type[Content]]:
    """The class of each kind of content."""
    return {item.kind: item for item in _below(Content)}


def _below(parent: type[Content]) -> list[type[Content]]:
    return [kind for child in parent.__subclasses__() for kind in (child, *_below(child))]


_hints = cache(get_type_hints)


def _of_type(of_type: Any, node: Any) -> Any:
    """A value of its field's type: dataclasses, tuples, and mappings of these."""
    origin, inner = get_origin(of_type), get_args(of_type)
    if is_dataclass(of_type) and isinstance(of_type, type):
        hints = _hints(of_type)
        return of_type(**{name: _of_type(hints[name], value) for name, value in node.items()})
    if origin in (Union, UnionType):
        some = next(kind for kind in inner if kind is not type(None))
        return None if node is None else _of_type(some, node)
    if origin is tuple and isinstance(node, dict):
        cells = zip(*node.values(), strict=True)
        return tuple(_of_type(inner[0], dict(zip(node, row, strict=True))) for row in cells)
    if origin is tuple:
        types = inner if inner[-1] is not Ellipsis else inner[:1] * len(node)
        return tuple(_of_type(entry, item) for entry, item in zip(types, node, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _of_type(inner[1], item) for key, item in node.items()}
    return node


TIDY = ("winmap", "effects", "ranks", "statements", "rankings", "posterior")
"""The figures that have such data, by name."""


def frame(content: Content) -> pd.DataFrame:
    """The data of a figure of those names, a row for each mark."""
    import pandas as pd

    table = pd.DataFrame(list(content.records()))
    unknown = table.columns[table.isna().all()]
    return table.astype(dict.fromkeys(unknown, float))  # None, of which nothing is known, is NaN
