"""Every pair of algorithms above the diagonal, a stripe for each measure; a list with a control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.drawing.content import Content

MOST = 40  # algorithms that can still be read on a page

SHOWN, AHEAD, OPEN, EACH = "shown", "ahead", "open", "each"
SHOWN_OR_NOT = ("shown", "not shown")  # what a test of a stripe says

# A stripe, seen from the row: upper case where it is part of what is shown.
ROW, COLUMN, EQUAL, NOBODY, UNCLEAR = "r", "c", "e", "n", "o"
_TURNED = str.maketrans("RrCc", "CcRr")

# The one sign of a cell, seen from the row.
WON, LOST, TRADE, ALIKE = ">", "<", "x", "="
_TURNED_SIGN = {WON: LOST, LOST: WON}


@dataclass(frozen=True)
class Cell:
    """A pair, seen from the algorithm of its row.

    Attributes
    ----------
    row, column : str
    strength : str
        "shown"; "ahead" (not shown); "open"; "each" where every stripe is shown or not by itself.
    sign : str
        ">" (the row wins), "<" (the column wins), "x" (a trade-off), "=" (practically equal), or
        nothing.
    stripes : str
        A letter for every measure: r (row better), c (column better), e (practically equal) or n
        (neither), upper case where that is part of what is shown; o for what is unclear.
    number : str
        On a plate in the cell, where it fits.
    """

    row: str
    column: str
    strength: str
    sign: str
    stripes: str
    number: str = ""


@dataclass(frozen=True)
class Key:
    """What a mark means: ``look`` is a stripe, "frame", or a sign."""

    look: str
    words: str


@dataclass(frozen=True)
class Wins(Content):
    """Every pair of algorithms once, or a list of the pairs with the control.

    Attributes
    ----------
    algorithms : tuple of str
        Best first; the first that fit are drawn.
    measures : tuple of str
        Of the stripes, from the left.
    heads : tuple of str
        The same, with an arrow to the better side.
    cells : tuple of Cell
        The better one of the two is the row; in a list the control.
    keys : tuple of Key
        What colours, frames and signs mean, of those that occur.
    number : str
        The note that says what the number of a cell is.
    control : str or None
        If given, its pairs are listed.
    total : int
        How many algorithms there are: those that are not drawn are counted.
    noun : str
        What the rows are.
    """

    kind = "wins"
    layout = "drawing.layout_wins"

    algorithms: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    keys: tuple[Key, ...] = ()
    number: str = ""
    control: str | None = None
    total: int = 0
    noun: str = "algorithm"


@dataclass(frozen=True)
class Pair:
    """What a result says of a pair, seen from its first algorithm.

    ``here`` and ``there`` are its number from either side.
    """

    a: str
    b: str
    strength: str
    sign: str
    stripes: str
    here: str = ""
    there: str = ""

    def cell(self, row: str) -> Cell:
        """Its cell in the row of one of the two."""
        if row == self.a:
            return Cell(self.a, self.b, self.strength, self.sign, self.stripes, self.here)
        sign = _TURNED_SIGN.get(self.sign, self.sign)
        stripes = self.stripes.translate(_TURNED)
        return Cell(self.b, self.a, self.strength, sign, stripes, self.there)


def wins(
    pairs: Iterable[Pair],
    algorithms: Sequence[str],
    measures: Mapping[str, str],
    *,
    title: str,
    number: str = "",
    notes: Sequence[str] = (),
    control: str | None = None,
    total: int | None = None,
    decides: tuple[str, str] = SHOWN_OR_NOT,
    won: str = "wins",
) -> Wins:
    """Lay the pairs out above the diagonal, or list those of the control.

    Parameters
    ----------
    pairs : iterable of Pair
        Only of the `algorithms`.
    algorithms : sequence of str
        Best first.
    measures : mapping
        Of the stripes: name to direction, or to nothing of a group of measures.
    title : str
    number : str
        What the number of a cell is.
    notes : sequence of str
    control : str, optional
    total : int, optional
        How many algorithms there are, if these are the first ones only.
    decides : tuple of str
        The words for a stripe whose test decides, and for one whose test does not.
    won : str
        What ">" says of the row.
    """
    place = {name: i for i, name in enumerate(algorithms)}
    listed_pairs = list(pairs)
    named = [wording.measure(name, way) if way else name for name, way in measures.items()]
    listed = len(measures) > 1 and control is None
    stripes = f"Stripes, from the left: {', '.join(named)}." if listed else ""
    cells = tuple(
        pair.cell(control or min(pair.a, pair.b, key=place.__getitem__)) for pair in listed_pairs
    )
    return Wins(
        title=title,
        alt=_alt(cells, control, decides),
        notes=tuple(filter(None, (stripes, number, *notes))),
        algorithms=tuple(algorithms),
        measures=tuple(measures),
        heads=tuple(named),
        cells=cells,
        keys=tuple(_keys(cells, control, decides, won)),
        number=number,
        control=control,
        total=len(algorithms) if total is None else total,
    )


def _keys(
    cells: Sequence[Cell], control: str | None, decides: tuple[str, str], won: str
) -> Iterable[Key]:
    """What the marks mean, of those that occur."""
    row, column = ("row", "column") if control is None else ("the control", "the other")
    letters = {letter for cell in cells for letter in cell.stripes}
    for code, who in ((ROW, row), (COLUMN, column)):
        if code.upper() in letters:
            yield Key(code.upper(), f"{who} better: {decides[0]}")
        if code in letters:
            yield Key(code, f"{who} better: {decides[1]}")
    if letters & {EQUAL, EQUAL.upper()}:
        yield Key(EQUAL.upper(), "practically equal")
    if NOBODY in letters:
        yield Key(NOBODY, "neither is better")
    signs = {cell.sign for cell in cells}
    said = {WON: f"{row} {won}", LOST: f"{column} {won}", TRADE: "trade-off"}
    yield from (Key(sign, words) for sign, words in said.items() if sign in signs)
    if any(cell.strength == SHOWN and not cell.sign for cell in cells):
        yield Key("frame", decides[0])


def _alt(cells: Sequence[Cell], control: str | None, decides: tuple[str, str]) -> str:
    """How many pairs are shown, for readers who do not see them."""
    what = "All pairs" if control is None else f"List of the pairs with {control}"
    reach = "are shown" if decides == SHOWN_OR_NOT else decides[0].replace("reaches", "reach")
    if any(cell.strength == EACH for cell in cells):
        won = sum(letter.isupper() for cell in cells for letter in cell.stripes)
        of = wording.plural(sum(len(cell.stripes) for cell in cells), "difference")
    else:
        won = sum(cell.strength == SHOWN for cell in cells)
        of = wording.plural(len(cells), "pair")
    return f"{what}, a stripe for each measure: {won} of {of} {reach}. The tables say which."
