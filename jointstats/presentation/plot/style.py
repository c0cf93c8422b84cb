"""What all figures share: sizes of letters, and text that is measured, wrapped and shortened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jointstats.kernels.messages import Extra
from jointstats.labelled import wording
from jointstats.labelled.errors import MissingExtraError
from jointstats.presentation.figures.words import letters

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe & Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
BLUE, ORANGE, PURPLE, GREEN = "#0072B2", "#E69F00", "#CC79A7", "#009E73"
VERMILION, SKY, YELLOW, BLACK = "#D55E00", "#56B4E9", "#F0E442", "#000000"
PALE_BLUE, PALE_ORANGE, PALE_PURPLE = "#CCE3F0", "#FAEBCC", "#F5E4ED"
GREY, PALE_GREY = "#595959", "#E4E4E4"

TEXT, SMALL, HEADING = 8.0, 7.0, 9.5  # points
LEAST = 6.0  # no letter is smaller
MOST_LINES = 3  # of an axis's label
OVERHANG = 0.3  # inches by which it may be longer than the axis
LINE = 1.3  # of the font size, from line to line
HINTING, SMALLER = 1.05, 1.1  # screens round letters up, small ones most
HAIR = 0.001  # inches of text whose characters show nothing


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


def write(ax: Axes, x: float, y: float, text: str, size: float, **keywords: Any) -> Any:
    """Text as it stands: a name with two $ is no formula."""
    return ax.text(x, y, text, fontsize=size, parse_math=False, **keywords)


def label_lines(label: str, width: float, size: float) -> list[str]:
    """An axis's words in a few lines hardly longer than the axis; the rest is left out."""
    lines = wrapped(label, width + OVERHANG, size)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line of text in inches."""
    require_matplotlib()
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if bold else "normal")
    exact = float(text_to_path.get_text_width_height_descent(text, font, False)[0]) / 72
    return (HINTING if size >= SMALL else SMALLER) * (max(exact, HAIR) if text else 0.0)


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


def shortened(name: str, width: float, size: float, bold: bool = False) -> str:
    """A name no wider than `width` inches, its middle left out: both ends tell names apart."""
    if text_width(name, size, bold) <= width:
        return name

    def of(kept: int) -> str:
        if kept == len(name):
            return name
        return f"{name[: kept - kept // 2]}…{name[len(name) - kept // 2 :]}"

    return of(_longest(lambda n: text_width(of(n), size, bold) <= width, len(name)))


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


def fitted(texts: Sequence[str], width: float, size: float = TEXT) -> tuple[list[str], float]:
    """Texts no wider than `width` inches in letters of one size: smaller, then shortened.

    Returns the texts and the size, which is at most `size` and never under :data:`LEAST`.
    """
    widest = max((text_width(text, size) for text in texts), default=0.0)
    if widest > width:
        size = max(LEAST, min(size, size * width / widest))
    return [shortened(text, width, size) for text in texts], size


def thinned(
    ticks: Sequence[float], shown: Sequence[str], low: float, high: float, width: float
) -> list[float]:
    """The ticks that have room for their numbers: the first, the last, and some between them.

    Parameters
    ----------
    ticks : sequence of float
        From `low` to `high`.
    shown : sequence of str
        Their numbers.
    low, high : float
        Ends of the axis.
    width : float
        Its inches.
    """
    if not ticks:
        return []
    wide = [text_width(number, SMALL) + 0.06 for number in shown]
    unit = width / (high - low)

    def clash(i: int, j: int) -> bool:
        return abs(ticks[i] - ticks[j]) * unit < (wide[i] + wide[j]) / 2

    last = len(ticks) - 1
    kept = [0]
    for i in range(1, last):
        if not clash(kept[-1], i) and not clash(i, last):
            kept.append(i)
    if last and not clash(0, last):
        kept.append(last)
    return [ticks[i] for i in kept]


def fitting(n: int, each: float, room: float) -> int:
    """How many of `n` rows of `each` inches have a place in `room`; at least 1."""
    return n if n * each <= room + 1e-6 else max(1, int((room + 1e-6) / each))


def left_out(n: int, shown: int, word: str) -> tuple[str, ...]:
    """That rows are left out, counted, for :class:`~jointstats.presentation.plot.frame.Body`.

    Examples
    --------
    >>> left_out(40, 28, "algorithm")
    ('12 more algorithms are left out',)
    """
    more = n - shown
    if more <= 0:
        return ()
    return (f"{wording.plural(more, f'more {word}')} {'is' if more == 1 else 'are'} left out",)
