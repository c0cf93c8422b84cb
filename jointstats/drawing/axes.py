"""A display list drawn by matplotlib (extra ``plot``): on axes, or into a file."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import MissingExtraError
from jointstats.drawing.display import MIDDLE, Dots, Figure, Lines, Polygons, Text
from jointstats.evidence.messages import Extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
                mark.x, mark.y, "o", ms=144 * mark.radius, mfc=mark.fill or "none",
                mec=mark.edge or "none", mew=mark.lw, **how,
            )  # fmt: skip
    ax.set_label(shown.title)
    return ax


def _write(ax: Axes, mark: Text, layer: int) -> None:
    """Write a line literally, a name with two $ is not a formula; too wide letters get smaller."""
    down = MIDDLE * mark.size / 72
    x, y = (mark.x + down, mark.y) if mark.angle else (mark.x, mark.y + down)
    weight = "bold" if mark.bold else "normal"
    wide = _width(mark.text, mark.size, weight)
    line = _unhinted()(
        x, y, mark.text, fontsize=mark.size * min(1.0, mark.width / wide if wide else 1.0),
        fontweight=weight, ha=mark.align, va="baseline", rotation=mark.angle,
        rotation_mode="anchor", color=mark.colour, parse_math=False, zorder=layer,
    )  # fmt: skip
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
