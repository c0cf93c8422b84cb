"""What all figures share: colours by role, sizes of letters, and text that is measured.

The colours of a role never decide alone: what is shown is strong and framed, what is not shown is
pale, a trade-off is hatched, and the figures' words say the same.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from jointstats.base import wording
from jointstats.base.errors import OptionError
from jointstats.drawing.content import letters

SHADES = ("better", "worse", "trade", "equal")  # roles with a strong colour and a pale one


@dataclass(frozen=True)
class Look:
    """The colours of a theme.

    Attributes
    ----------
    better, worse, trade, equal : tuple of str
        What is shown, and, paler, what is not.
    open : str
        What is neither.
    ink, quiet, line, paper : str
        Words, small print, axes and rules, the ground.
    series : tuple of str
        Curves and groups, one after the other; marks or dashes tell them apart, too.
    """

    better: tuple[str, str]
    worse: tuple[str, str]
    trade: tuple[str, str]
    equal: tuple[str, str]
    open: str
    ink: str
    quiet: str
    line: str
    paper: str
    series: tuple[str, ...]

    def fill(self, role: str, shown: bool = True) -> str:
        """The colour of a role: "better", "worse", "trade", "equal" or "open"."""
        colours = getattr(self, role)
        return str(colours if role == "open" else colours[0 if shown else 1])

    @property
    def roles(self) -> dict[str, str]:
        """Every colour but those of the series, by the name that pages have for it."""
        pairs = {name: getattr(self, name) for name in SHADES}
        pale = {f"{name}-pale": pair[1] for name, pair in pairs.items()}
        others = {name: getattr(self, name) for name in ("open", "ink", "quiet", "line", "paper")}
        return {name: pair[0] for name, pair in pairs.items()} | pale | others

    def on(self, fill: str) -> str:
        """Black or white: what can be read on this colour."""
        red, green, blue = (_linear(int(fill[i : i + 2], 16) / 255) for i in (1, 3, 5))
        light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return "#000000" if light > 0.18 else "#FFFFFF"


def mixed(first: str, second: str, share: float) -> str:
    """A colour between two: `share` of the second.

    Examples
    --------
    >>> mixed("#FFFFFF", "#0000FF", 0.5)
    '#8080FF'
    """
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (first, second)]
    parts = (round(a + share * (b - a)) for a, b in zip(*ends, strict=True))
    return "#" + "".join(f"{part:02X}" for part in parts)


def _linear(part: float) -> float:
    """A part of an sRGB colour as light (IEC 61966-2-1)."""
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


# Okabe & Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
COLOUR = Look(
    better=("#0072B2", "#CCE3F0"),
    worse=("#E69F00", "#FAEBCC"),
    trade=("#CC79A7", "#F5E4ED"),
    equal=("#009E73", "#CCECE3"),
    open="#E4E4E4",
    ink="#000000",
    quiet="#595959",
    line="#8C8C8C",
    paper="#FFFFFF",
    series=("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000"),
)
GREY = replace(
    COLOUR,
    better=("#404040", "#C8C8C8"),
    worse=("#B4B4B4", "#F2F2F2"),
    trade=("#8C8C8C", "#DCDCDC"),
    equal=("#FFFFFF", "#FFFFFF"),
    open="#E8E8E8",
    series=("#000000", "#8C8C8C", "#404040", "#B4B4B4", "#6E6E6E", "#C8C8C8", "#202020"),
)
DARK = Look(
    better=("#56B4E9", "#1E4660"),
    worse=("#E69F00", "#5A4312"),
    trade=("#CC79A7", "#563648"),
    equal=("#2DB892", "#14483A"),
    open="#3A424B",
    ink="#F0F0F0",
    quiet="#B4BCC4",
    line="#7A838C",
    paper="#14181D",
    series=("#56B4E9", "#E69F00", "#2DB892", "#E8773D", "#CC79A7", "#F0E442", "#F0F0F0"),
)
THEMES = {"colour": COLOUR, "grey": GREY, "dark": DARK}


def look_of(theme: str) -> Look:
    """The look of this name.

    Raises
    ------
    OptionError
        If there is none.

    Examples
    --------
    >>> look_of("grey").paper
    '#FFFFFF'
    """
    if theme not in THEMES:
        named = wording.listing([f'"{name}"' for name in THEMES])
        raise OptionError(f"There is no theme {theme!r}: the themes are {named}.")
    return THEMES[theme]


UNIT = 2048
UNKNOWN = 0.6  # of the size: a letter that the font lacks
NOTHING = ("Mn", "Me", "Cf", "Cc")  # categories of characters that take no room
HAIR = 0.001  # inches of text whose characters show nothing


@lru_cache(maxsize=1)
def _fonts() -> tuple[tuple[dict[int, int], dict[str, int]], ...]:
    """Widths by code and what pairs of letters are closer by, of regular and of bold letters."""
    text = files(__package__).joinpath("widths.json").read_text(encoding="utf-8")
    return tuple((_by_code(font["runs"]), font["closer"]) for font in json.loads(text).values())


def _by_code(runs: dict[str, list[int]]) -> dict[int, int]:
    return {int(first) + i: wide for first, run in runs.items() for i, wide in enumerate(run)}


@lru_cache(maxsize=8192)
def _units(text: str, bold: bool) -> float:
    widths, closer = _fonts()[bold]
    wide = sum(widths.get(ord(letter), 0) or _guessed(letter, widths) for letter in text)
    return wide + sum(closer.get(text[i : i + 2], 0) for i in range(len(text) - 1))


def _guessed(letter: str, widths: dict[int, int]) -> float:
    """The width of a letter that the font lacks."""
    if ord(letter) in widths or unicodedata.category(letter) in NOTHING:
        return 0.0
    return UNIT * (1.0 if unicodedata.east_asian_width(letter) in "WF" else UNKNOWN)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line of text in inches.

    Examples
    --------
    >>> round(text_width("accuracy", 72.0), 2), text_width("", 8.0)
    (4.51, 0.0)
    """
    return max(_units(text, bold) / UNIT * size / 72, HAIR) if text else 0.0


def widest_of(texts: Iterable[str], size: float, *, bold: bool = False) -> float:
    """Width of the widest of some lines of text in inches; 0 for none."""
    return max((text_width(text, size, bold) for text in texts), default=0.0)


def is_measured(text: str, bold: bool = False) -> bool:
    """Whether the font has every letter of a text, so that its width is no guess."""
    widths, _ = _fonts()[bold]
    return all(ord(letter) in widths for letter in text)


TEXT, SMALL, HEADING = 8.0, 7.0, 9.5  # points
LEAST = 6.0  # no letter is smaller
MOST_LINES = 3  # of an axis's label
OVERHANG = 0.3  # inches by which it may be longer than the axis
LINE = 1.3  # of the font size, from line to line
SMALL_LINE, TEXT_LINE = SMALL * LINE / 72, TEXT * LINE / 72  # inches
ROUNDING = 1e-9  # inches: a column as wide as a name holds it


def label_lines(label: str, width: float, size: float) -> list[str]:
    """An axis's words in a few lines about as long as the axis; the rest is left out."""
    lines = wrapped(label, width + OVERHANG, size)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]


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
    width += ROUNDING
    if text_width(name, size, bold) <= width:
        return name

    def of(n: int) -> str:
        if n == len(name):
            return name
        return f"{name[: n - n // 2]}…{name[len(name) - n // 2 :]}"

    return of(_longest(lambda n: text_width(of(n), size, bold) <= width, len(name)))


def distinct(names: Sequence[str], width: float, size: float, bold: bool = False) -> dict[str, str]:
    """Names no wider than `width` inches that differ: by their ends, or a letter if need be."""
    middle = {name: shortened(name, width, size, bold) for name in names}
    if len(set(middle.values())) == len(names):
        return middle
    tails = {name: _tail(name, width, size, bold) for name in names}
    if len(set(tails.values())) == len(names):
        return tails
    return {
        name: f"{letter} {shortened(name, width - 0.3, size, bold)}"
        for name, letter in letters(names).items()
    }


def _tail(name: str, width: float, size: float, bold: bool) -> str:

    def of(n: int) -> str:
        return name if n == len(name) else "…" + name[-n:]

    return of(_longest(lambda n: text_width(of(n), size, bold) <= width, len(name)))


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


def fitted(
    texts: Sequence[str], width: float, size: float = TEXT, *, bold: bool = False
) -> tuple[list[str], float]:
    """Texts no wider than `width` inches in letters of one size: smaller, then shortened.

    Returns the texts and the size, which is at most `size` and never under :data:`LEAST`.
    """
    wide = widest_of(texts, size, bold=bold)
    if wide > width:
        size = max(LEAST, min(size, size * width / wide))
    return [shortened(text, width, size, bold) for text in texts], size


def named(names: Sequence[str], width: float, *, bold: bool = False) -> tuple[list[str], float]:
    """The same of names, which stay distinct."""
    short, size = fitted(names, width, bold=bold)
    if len(set(short)) < len(set(names)):
        by_name = distinct(names, width, size, bold)
        short = [by_name[name] for name in names]
    return short, size


def side_by_side(m: int, room: float, each: float) -> tuple[int, int]:
    """How many of `m` panels of `each` inches fit next to each other, and in how many lines."""
    down = -(-m // max(1, min(m, int(room / each))))
    return -(-m // down), down


def fitting(n: int, each: float, room: float) -> int:
    """How many of `n` rows of `each` inches have a place in `room`; at least 1."""
    return n if n * each <= room + 1e-6 else max(1, int((room + 1e-6) / each))


def left_out(n: int, shown: int, word: str) -> tuple[str, ...]:
    """That rows are left out, counted, for :class:`~jointstats.drawing.frame.Body`.

    Examples
    --------
    >>> left_out(40, 28, "algorithm")
    ('12 more algorithms are left out',)
    """
    more = n - shown
    if more <= 0:
        return ()
    return (f"{wording.plural(more, f'more {word}')} {'is' if more == 1 else 'are'} left out",)
