"""Colours by role: what a mark means decides its colour, a theme says which one that is.

The colours of a role never decide alone: what is shown is strong and framed, what is not shown is
pale, a trade-off is hatched, and the figures' words say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from jointstats.base import wording
from jointstats.base.errors import OptionError


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
