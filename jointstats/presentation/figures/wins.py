"""Every pair of algorithms as a matrix, a stripe for each measure: or a list, with a control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled import wording
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Content

MOST = 40  # algorithms of a matrix that can still be read on a page

SHOWN, AHEAD, OPEN, EACH = "shown", "ahead", "open", "each"
SHOWN_OR_NOT = ("shown", "not shown")  # what a test of a stripe says
SHOWN_EACH = "shown each"  # a key's: a strong stripe without a frame

# A stripe, seen from the row: upper case where it is part of what is shown.
ROW, COLUMN, EQUAL, NOBODY, UNCLEAR = "r", "c", "e", "n", "o"
_TURNED = str.maketrans("RrCc", "CcRr")

# Signs, seen from the row.
BETTER, WORSE, TRADE, ALIKE = "+", "−", "×", "="
WON, LOST = "▶", "◀"
_TURNED_SIGN = {BETTER: WORSE, WORSE: BETTER, WON: LOST, LOST: WON}


@dataclass(frozen=True)
class Cell:
    """A pair, seen from the algorithm of its row.

    Attributes
    ----------
    row, column : str
    strength : str
        "shown"; "ahead" (not shown); "open"; "each" where every stripe is shown or not by itself.
    sign : str
        "+" (row better), "−", "▶" (row wins), "◀", "×" (a trade-off), "=", or nothing.
    stripes : str
        A letter for every measure: r (row better), c (column better), e (practically equal) or n
        (nobody), upper case where that is part of what is shown; o for what cannot be told.
    first, second, third : str
        Numbers that may stand in the cell; where not all fit, the last ones are not drawn.
    """

    row: str
    column: str
    strength: str
    sign: str
    stripes: str
    first: str = ""
    second: str = ""
    third: str = ""


@dataclass(frozen=True)
class Key:
    """What a mark means: ``look`` is a strength, a stripe, or the sign of a trade-off."""

    look: str
    words: str


@dataclass(frozen=True)
class Matrix(Content):
    """Every pair of algorithms: a matrix, or a list of the pairs with the control.

    Attributes
    ----------
    algorithms : tuple of str
        Of the rows and columns, best first; the first that fit are drawn.
    measures : tuple of str
        Of the stripes, from the left.
    cells : tuple of Cell
        On both sides of the diagonal; in a list, those of the control's row.
    keys : tuple of Key
        What the colours and frames mean, of those that occur.
    numbers : tuple of str
        What the first, second and third number of a cell is; to be said where it is drawn.
    control : str or None
        If given, its pairs are listed.
    total : int
        How many algorithms there are: those that are not drawn are counted.
    noun : str
        What the rows are.
    """

    kind = "wins"
    packs: ClassVar[Mapping[str, type]] = {"cells": Cell, "keys": Key}

    algorithms: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    keys: tuple[Key, ...] = ()
    numbers: tuple[str, ...] = ()
    control: str | None = None
    total: int = 0
    noun: str = "algorithm"


@dataclass(frozen=True)
class Pair:
    """What a result says of a pair, seen from its first algorithm.

    ``here`` and ``there`` are the numbers of its two cells, the most important first.
    """

    a: str
    b: str
    strength: str
    sign: str
    stripes: str
    here: tuple[str, ...] = ()
    there: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """Its two cells, in the row of the first and of the second algorithm."""
        sign = _TURNED_SIGN.get(self.sign, self.sign)
        stripes = self.stripes.translate(_TURNED)
        return (
            Cell(self.a, self.b, self.strength, self.sign, self.stripes, *self.here),
            Cell(self.b, self.a, self.strength, sign, stripes, *self.there),
        )


def matrix(
    pairs: Iterable[Pair],
    algorithms: Sequence[str],
    measures: Sequence[str],
    *,
    title: str,
    numbers: Sequence[str] = (),
    notes: Sequence[str] = (),
    control: str | None = None,
    total: int | None = None,
    decides: tuple[str, str] = SHOWN_OR_NOT,
) -> Matrix:
    """Lay the pairs out as a matrix, or list those of the control.

    Parameters
    ----------
    pairs : iterable of Pair
        Only of the `algorithms`.
    algorithms : sequence of str
        Best first.
    measures : sequence of str
        Of the stripes.
    title : str
    numbers : sequence of str
        What the first, second and third number of a cell is.
    notes : sequence of str
    control : str, optional
    total : int, optional
        How many algorithms there are, if these are the first ones only.
    decides : tuple of str
        What is said of a stripe whose own test decides, and of one whose test does not.
    """
    shown = tuple(pairs)
    cells = [cell for pair in shown for cell in pair.cells]
    several = len(measures) > 1
    stripes = (
        f"Stripes, from the left: {', '.join(measures)}." if several and control is None else ""
    )
    return Matrix(
        title=title,
        alt=_alt(shown, control, decides),
        notes=tuple(filter(None, (stripes, *notes))),
        algorithms=tuple(algorithms),
        measures=tuple(measures),
        cells=tuple(cell for cell in cells if control in (None, cell.row)),
        keys=tuple(_keys(shown, control, several, decides)),
        numbers=tuple(numbers),
        control=control,
        total=len(algorithms) if total is None else total,
    )


def _keys(
    pairs: Sequence[Pair], control: str | None, several: bool, decides: tuple[str, str]
) -> Iterable[Key]:
    """What the marks mean, of those that occur."""
    what = " on the stripe’s measure" if several and control is None else ""
    yield Key(ROW.upper(), f"{'row' if control is None else 'the control'} better{what}")
    yield Key(COLUMN.upper(), f"{'column' if control is None else 'the other'} better")
    letters = {letter for pair in pairs for letter in pair.stripes}
    if letters & {EQUAL, EQUAL.upper()}:
        yield Key(EQUAL.upper(), "practically equal")
    found = {pair.strength for pair in pairs}
    strengths = {SHOWN: f"framed: {decides[0]}", AHEAD: f"pale: leads, {decides[1]}"}
    strengths[OPEN] = "short: open"
    yield from (Key(look, said) for look, said in strengths.items() if look in found)
    if EACH in found:
        if any(letter.isupper() for letter in letters):
            yield Key(SHOWN_EACH, f"strong: {decides[0]}")
        if any(letter.islower() for letter in letters):
            yield Key(AHEAD, f"pale: leads, {decides[1]}")
    signs = {pair.sign for pair in pairs}
    if signs & {WON, LOST}:
        who = ("row", "column") if control is None else ("the control", "the other")
        yield Key(WON, f"{WON} {who[0]} wins, {LOST} {who[1]} wins")
    if TRADE in signs:
        yield Key(TRADE, f"{TRADE} trade-off")


def _alt(pairs: Sequence[Pair], control: str | None, decides: tuple[str, str]) -> str:
    """How many pairs are shown, for readers who do not see the matrix."""
    what = "Matrix of pairs" if control is None else f"List of the pairs with {control}"
    reach = "are shown" if decides == SHOWN_OR_NOT else decides[0].replace("reaches", "reach")
    if any(pair.strength == EACH for pair in pairs):
        won = sum(letter.isupper() for pair in pairs for letter in pair.stripes)
        of = wording.plural(sum(len(pair.stripes) for pair in pairs), "difference")
    else:
        won = sum(pair.strength == SHOWN for pair in pairs)
        of = wording.plural(len(pairs), "pair")
    return f"{what}, a stripe for each measure: {won} of {of} {reach}. The tables say which."


def better_note(measures: Mapping[str, str]) -> str:
    """Which measures are better if lower; nothing if none is."""
    lower = [name for name, way in measures.items() if words.sense(way) == "lower"]
    if not lower:
        return ""
    return f"Lower is better on {wording.listing(lower)}."
