"""What all figures share: where to draw, colours that survive grey print, and measured text."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.kernels.messages import Extra
from jointstats.labelled import files
from jointstats.labelled.errors import MissingExtraError
from jointstats.presentation.figures.content import Axis
from jointstats.presentation.figures.words import letters

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe & Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
BLUE, ORANGE, PURPLE, GREEN = "#0072B2", "#E69F00", "#CC79A7", "#009E73"
VERMILION, SKY, YELLOW, BLACK = "#D55E00", "#56B4E9", "#F0E442", "#000000"
PALE_BLUE, PALE_ORANGE, PALE_PURPLE = "#CCE3F0", "#FAEBCC", "#F5E4ED"
GREY, PALE_GREY = "#595959", "#E4E4E4"

TEXT, SMALL, HEADING = 9.0, 7.5, 10.0  # points
MOST_LINES = 3  # of an axis's label
OVERHANG = 0.3  # inches by which it may be longer than the axis
LINE = 1.3  # of the font size, from line to line
MARGIN = 0.15  # inches
DOTS = 150  # per inch, in a file of pixels
HINTING = 1.05  # screens round letters up: a line may be so much wider than its outlines


@dataclass(frozen=True)
class Drawing:
    """A figure that knows its size before it is drawn.

    Attributes
    ----------
    width, height : float
        Of the axes, in inches, if the text has its full size.
    paint : callable
        Draws on the axes that it is given, whatever their size.
    title : str
    alt : str
        What the figure shows, for readers who do not see it.
    below, left : float
        Inches that axis labels need outside the axes.
    adapts : bool
        Whether the figure can be laid out for another width.
    """

    width: float
    height: float
    paint: Callable[[Axes], None]
    title: str
    alt: str
    below: float = 0.0
    left: float = 0.0
    adapts: bool = False

    def on(self, ax: Axes | None = None) -> Axes:
        """Draw on these axes, or on those of a new pyplot figure."""
        require_matplotlib()
        if ax is None:
            from matplotlib import pyplot

            ax = self._axes(pyplot.figure())
        self.paint(ax)
        return ax

    def svg(self, *, text: bool = False) -> str:
        """The figure as SVG, letters as outlines or as text, the same bytes every time."""
        require_matplotlib()
        import matplotlib

        target = io.StringIO()
        letters = {"svg.fonttype": "none" if text else "path"}
        with matplotlib.rc_context(letters | {"svg.hashsalt": "jointstats"}):
            self._figure().savefig(target, format="svg", metadata={"Date": None, "Creator": None})
        return target.getvalue()

    def save(self, path: Any) -> None:
        """Write the figure to a file, in the format that its ending says."""
        files.write(path, self.encoded(Path(path).suffix))

    def encoded(self, ending: str) -> bytes:
        """The bytes of a file with this ending, such as ".png"."""
        require_matplotlib()
        target = io.BytesIO()
        self._figure().savefig(target, format=ending.removeprefix(".").lower(), dpi=DOTS)
        return target.getvalue()

    def _figure(self) -> Figure:
        """Draw on a figure of its own, which pyplot does not know."""
        from matplotlib.figure import Figure

        figure = Figure()
        self.paint(self._axes(figure))
        return figure

    def _axes(self, figure: Figure) -> Axes:
        """Size the figure, and place the axes in it."""
        lines = len(wrapped(self.title, self.width, HEADING, bold=True))
        top = MARGIN + lines * HEADING * LINE / 72 + 0.1
        width = self.width + self.left + 2 * MARGIN
        height = self.height + self.below + top + MARGIN
        place = (
            (self.left + MARGIN) / width,
            (self.below + MARGIN) / height,
            self.width / width,
            self.height / height,
        )
        figure.set_size_inches(width, height)
        return figure.add_axes(place)


def require_matplotlib() -> None:
    """Say which extra brings the figures, if it is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("Figures need matplotlib: ", Extra("plot"), ".") from None


def size_of(ax: Axes) -> tuple[float, float]:
    """Width and height of the axes in inches."""
    box = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    return float(box.width), float(box.height)


def set_title(ax: Axes, title: str, scale: float = 1.0) -> None:
    """A bold title on the left, in as many lines as the axes are wide."""
    lines = wrapped(title, size_of(ax)[0], HEADING * scale, bold=True)
    ax.set_title(
        "\n".join(lines), loc="left", fontsize=HEADING * scale, fontweight="bold", parse_math=False,
        pad=8 * scale,
    )  # fmt: skip


def write(ax: Axes, x: float, y: float, text: str, size: float, **keywords: Any) -> Any:
    """Text as it stands: a name with two $ is no formula."""
    return ax.text(x, y, text, fontsize=size, parse_math=False, **keywords)


def label_lines(label: str, width: float, size: float) -> list[str]:
    """An axis's words in a few lines hardly longer than the axis; the rest is left out."""
    lines = wrapped(label, width + OVERHANG, size)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]


def label_axes(ax: Axes, across: Axis, up: Axis, size: float) -> None:
    """Write the axes' words, wrapped to the length of the axes."""
    for way, axis, length in zip("xy", (across, up), size_of(ax), strict=True):
        text = "\n".join(label_lines(axis.label, length, size))
        getattr(ax, f"set_{way}label")(text, fontsize=size, parse_math=False)


def legend_below(ax: Axes, start: float, entries: int, notes: Sequence[str], scale: float) -> None:
    """A legend in two columns from `start` inches under the axes, and notes under it."""
    high = size_of(ax)[1]
    ax.legend(
        loc="upper center", bbox_to_anchor=(0.5, -start / high), ncols=2, frameon=False,
        fontsize=SMALL * scale, handlelength=3,
    )  # fmt: skip
    lines_below(ax, start + 0.17 * -(-entries // 2) + 0.1, notes, scale)


def lines_below(ax: Axes, start: float, lines: Sequence[str], scale: float) -> None:
    """Small print from `start` inches under the axes."""
    for i, line in enumerate(lines):
        y = -(start + i * SMALL * scale * LINE / 72) / size_of(ax)[1]
        write(ax, 0, y, line, SMALL * scale, color=GREY, va="top", transform=ax.transAxes)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line of text in inches."""
    require_matplotlib()
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if bold else "normal")
    exact = float(text_to_path.get_text_width_height_descent(text, font, False)[0]) / 72
    return HINTING * exact


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Lines of text that are no wider than `width` inches; a word that is wider is broken."""
    space = text_width("n n", size, bold) - text_width("nn", size, bold)
    lines: list[str] = []
    line, used = "", 0.0
    for word in text.split():  # word by word: widths of words are measured once
        wide = text_width(word, size, bold)
        if line and used + space + wide <= width:
            line, used = f"{line} {word}", used + space + wide
            continue
        if line:
            lines.append(line)
        while (cut := _fitting(word, width, size, bold)) < len(word):
            lines.append(word[:cut])
            word = word[cut:]
        line, used = word, text_width(word, size, bold)
    return [*lines, line] if line or not lines else lines


def _fitting(word: str, width: float, size: float, bold: bool) -> int:
    return _longest(lambda n: text_width(word[:n], size, bold) <= width, len(word))


def shortened(name: str, width: float, size: float) -> str:
    """A name no wider than `width` inches, its middle left out: both ends tell names apart."""

    def of(kept: int) -> str:
        if kept == len(name):
            return name
        return f"{name[: kept - kept // 2]}…{name[len(name) - kept // 2 :]}"

    return of(_longest(lambda n: text_width(of(n), size) <= width, len(name)))


def distinct(names: Sequence[str], width: float, size: float) -> dict[str, str]:
    """Names no wider than `width` inches that differ: by their ends, or a letter if need be."""
    middle = {name: shortened(name, width, size) for name in names}
    if len(set(middle.values())) == len(names):
        return middle
    tails = {name: _tail(name, width, size) for name in names}
    if len(set(tails.values())) == len(names):
        return tails
    return {name: f"{a} {shortened(name, width - 0.3, size)}" for name, a in letters(names).items()}


def _tail(name: str, width: float, size: float) -> str:

    def of(kept: int) -> str:
        return name if kept == len(name) else "…" + name[-kept:]

    return of(_longest(lambda n: text_width(of(n), size) <= width, len(name)))


def _longest(fits: Callable[[int], bool], most: int) -> int:
    """The most letters that fit, of `most`; at least 1.

    From few upwards: measuring a long text takes as long as it is, and most of it will not fit.
    """
    low, high = 1, 2  # `low` is taken to fit
    while high < most and fits(high):
        low, high = high, 2 * high
    high = min(high, most)
    if fits(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
