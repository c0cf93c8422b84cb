"""A display list painted: as SVG by the core alone, or by matplotlib (extra ``plot``).

In a page the colours of roles are the page's variables, so that a figure follows a dark screen.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import MissingExtraError
from jointstats.drawing.marks import MIDDLE, Dots, Figure, Lines, Point, Polygons, Text
from jointstats.drawing.style import COLOUR, SHADES, is_measured
from jointstats.evidence.messages import Extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# DejaVu Sans, which the letters' places were measured in, is wider than the usual ones.
FAMILY = "DejaVu Sans, Arial, Helvetica, sans-serif"
ANCHORS = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}
ROLES = {colour: name for name, colour in COLOUR.roles.items()}
_UNSEEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not in XML

Colour = Callable[[str], str]


def file(figure: Figure) -> str:
    """A figure as an SVG file, on its paper."""
    high, wide = _n(72 * figure.height), _n(72 * figure.width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}pt" height="{high}pt" '
        f'viewBox="0 0 {wide} {high}" role="img" font-family="{FAMILY}" xml:space="preserve">'
        f"<title>{_escaped(figure.alt)}</title>\n"
        f'<rect width="{wide}" height="{high}" fill="{figure.paper}"/>\n'
        + "\n".join(_elements(figure, str))
        + "\n</svg>\n"
    )


def element(figure: Figure) -> str:
    """A figure as an element of a page, in the page's letters and colours."""
    high, wide = _n(72 * figure.height), _n(72 * figure.width)
    return (
        f'<svg role="img" aria-label="{_escaped(figure.alt)}" width="{96 * figure.width:.0f}" '
        f'viewBox="0 0 {wide} {high}" xml:space="preserve">'
        + "".join(_elements(figure, of_the_page))
        + "</svg>"
    )


def _elements(figure: Figure, colour: Colour) -> Iterator[str]:
    for mark in figure.marks:
        if isinstance(mark, Text):
            yield _text(mark, colour)
        elif isinstance(mark, Lines):
            dash = " ".join(map(_n, mark.dash))
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            stroke = _edge(mark.colour, mark.lw, colour)
            yield f'<path d="{"".join(map(_path, mark.paths))}" fill="none"{stroke}{dashes}/>'
        elif isinstance(mark, Polygons):
            edge = _edge(mark.edge, mark.lw, colour)
            for corners, fill in zip(mark.polygons, mark.fill, strict=True):
                yield f'<path d="{_path(corners)}Z" fill="{_fill(fill, colour)}"{edge}/>'
        elif isinstance(mark, Dots):
            ends = zip(mark.x, mark.y, strict=True)
            places = (f'cx="{_n(72 * x)}" cy="{_n(72 * y)}"' for x, y in ends)
            radius = _n(72 * mark.radius)
            circles = "".join(f'<circle {place} r="{radius}"/>' for place in places)
            edge = _edge(mark.edge, mark.lw, colour)
            yield f'<g fill="{_fill(mark.fill, colour)}"{edge}>{circles}</g>'


def _text(mark: Text, colour: Colour) -> str:
    """A line of text; one whose width is a guess gets the width that it was given."""
    x, y = 72 * mark.x, 72 * mark.y
    down = MIDDLE * mark.size
    x, y = (x + down, y) if mark.angle else (x, y + down)
    said = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(mark.size)}"{ANCHORS[mark.align]}'
    if mark.bold:
        said += ' font-weight="bold"'
    if mark.angle:
        said += f' transform="rotate(-{mark.angle} {_n(x)} {_n(y)})"'
    if not is_measured(mark.text, mark.bold):
        said += f' textLength="{_n(72 * mark.width)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {said} fill="{colour(mark.colour)}">{_escaped(mark.text)}</text>'


def _fill(fill: str | None, colour: Colour) -> str:
    return "none" if fill is None else colour(fill)


def _edge(edge: str | None, lw: float, colour: Colour) -> str:
    return "" if edge is None else f' stroke="{colour(edge)}" stroke-width="{_n(lw)}"'


def _path(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{_n(72 * x)} {_n(72 * y)}" for x, y in points)


def _n(number: float) -> str:
    """A number of points, to a tenth."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _escaped(text: str) -> str:
    return html.escape(_UNSEEN.sub("\ufffd", text))


@lru_cache(maxsize=512)
def of_the_page(colour: str) -> str:
    """The page's colour for one of a figure; a shade of a role, or a deep one, stays such.

    Examples
    --------
    >>> of_the_page("#595959"), of_the_page("#80B8D8")
    ('var(--quiet)', 'color-mix(in srgb,var(--better) 50%,var(--paper))')
    """
    if colour in ROLES:
        return f"var(--{ROLES[colour]})"
    for other, name in product(("paper", "ink"), SHADES):
        part = _part(colour, getattr(COLOUR, name)[0], getattr(COLOUR, other))
        if part is not None:
            return f"color-mix(in srgb,var(--{name}) {100 * part:.0f}%,var(--{other}))"
    return colour


def _part(colour: str, full: str, other: str) -> float | None:
    """How much of a colour is in its mixture with another one; None if it is none."""
    codes = [[int(code[i : i + 2], 16) for i in (1, 3, 5)] for code in (colour, full, other)]
    given, whole = ([a - b for a, b in zip(code, codes[2], strict=True)] for code in codes[:2])
    part = sum(a * b for a, b in zip(given, whole, strict=True)) / sum(b * b for b in whole)
    near = all(abs(a - part * b) < 3 for a, b in zip(given, whole, strict=True))
    return part if near and 0 < part <= 1 else None


DOTS = 200  # per inch, in a file of pixels
UNDATED: dict[str, dict[str, Any]] = {  # the same bytes every time
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}


def require_matplotlib() -> None:
    """Say which extra brings it, if it is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("Figures need matplotlib: ", Extra("plot"), ".") from None


def size_of(ax: Axes) -> tuple[float, float]:
    """Width and height in inches that axes with nothing outside them get of their figure."""
    ax.set_axis_off()
    figure: Any = ax.figure
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    box = ax.get_window_extent().transformed(figure.dpi_scale_trans.inverted())
    return float(box.width), float(box.height)


def paint(shown: Figure, ax: Axes) -> Axes:
    """Paint a figure on axes of its size."""
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.patches import Rectangle

    ax.set_axis_off()
    ax.set_xlim(0, shown.width)
    ax.set_ylim(shown.height, 0)
    if shown.paper != "#FFFFFF":
        ax.add_patch(Rectangle((0, 0), shown.width, shown.height, facecolor=shown.paper))
    for layer, mark in enumerate(shown.marks, start=2):
        how: dict[str, Any] = {"zorder": layer, "clip_on": False}
        if isinstance(mark, Text):
            _write(ax, mark, layer)
        elif isinstance(mark, Lines):
            # Matplotlib counts the parts of a dashed line in widths of the line.
            dash = (0, [part / mark.lw for part in mark.dash]) if mark.dash else "-"
            lines = LineCollection(
                mark.paths, colors=mark.colour, linewidths=mark.lw, linestyles=[dash], **how
            )
            ax.add_collection(lines, autolim=False)
        elif isinstance(mark, Polygons):
            fills, edge = [fill or "none" for fill in mark.fill], mark.edge or "none"
            filled = PolyCollection(
                mark.polygons, facecolors=fills, edgecolors=edge, linewidths=mark.lw, **how
            )
            ax.add_collection(filled, autolim=False)
        elif isinstance(mark, Dots):
            ax.plot(
                mark.x,
                mark.y,
                "o",
                ms=144 * mark.radius,
                mfc=mark.fill or "none",
                mec=mark.edge or "none",
                mew=mark.lw,
                **how,
            )
    ax.set_label(shown.title)
    return ax


def _write(ax: Axes, mark: Text, layer: int) -> None:
    """Write a line literally, a name with two $ is not a formula; too wide letters get smaller."""
    down = MIDDLE * mark.size / 72
    x, y = (mark.x + down, mark.y) if mark.angle else (mark.x, mark.y + down)
    weight = "bold" if mark.bold else "normal"
    wide = _width(mark.text, mark.size, weight)
    line = _unhinted()(
        x,
        y,
        mark.text,
        fontsize=mark.size * min(1.0, mark.width / wide if wide else 1.0),
        fontweight=weight,
        ha=mark.align,
        va="baseline",
        rotation=mark.angle,
        rotation_mode="anchor",
        color=mark.colour,
        parse_math=False,
        zorder=layer,
    )
    ax.add_artist(line)


@cache
def _unhinted() -> Any:
    """The class of lines without hinting, which widens small letters on a screen by a tenth."""
    from matplotlib import rcParams
    from matplotlib import text as letters

    class Unhinted(letters.Text):
        """A line as wide as it was measured; the setting holds for this line alone."""

        def draw(self, renderer: Any) -> None:
            before = rcParams["text.hinting"]
            rcParams["text.hinting"] = "no_hinting"
            try:
                super().draw(renderer)
            finally:
                rcParams["text.hinting"] = before

    return Unhinted


def _width(text: str, size: float, weight: str) -> float:
    """Inches of a text in the letters that matplotlib is set to."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight=weight)
    return float(text_to_path.get_text_width_height_descent(text, font, False)[0]) / 72


def on_new_axes(shown: Figure, figure: Any) -> Axes:
    """Paint a figure on all of a matplotlib figure."""
    figure.set_size_inches(shown.width, shown.height)
    figure.set_facecolor(shown.paper)
    return paint(shown, figure.add_axes((0, 0, 1, 1)))


def encoded(shown: Figure, kind: str) -> bytes:
    """The bytes of a file of this kind, such as "png"; the same every time."""
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure as Sheet

    target, sheet = io.BytesIO(), Sheet()
    fixed: Any = {"pdf.fonttype": 42}
    with matplotlib.rc_context(fixed):
        on_new_axes(shown, sheet)
        sheet.savefig(
            target, format=kind, dpi=DOTS, facecolor=shown.paper, metadata=UNDATED.get(kind)
        )
    return target.getvalue()
