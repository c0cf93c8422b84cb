"""Pairs of algorithms as cells of a triangle or a list: seen from the row, with their key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.drawing import figure_wins as matrix
from jointstats.drawing.document import between, standing_of

MOST = 40  # algorithms that can still be read on a page


@dataclass(frozen=True)
class Pair:
    """What a result says of a pair, seen from its first algorithm.

    ``here`` and ``there`` are its number from either side; without ``there`` it is the same.
    """

    a: str
    b: str
    strength: str
    sign: str
    stripes: str
    here: str = ""
    there: str | None = None

    def cell(self, row: str) -> matrix.Cell:
        """Its cell in the row of one of the two."""
        if row == self.a:
            return matrix.Cell(self.a, self.b, self.strength, self.sign, self.stripes, self.here)
        there = self.here if self.there is None else self.there
        sign = matrix.TURNED_SIGN.get(self.sign, self.sign)
        stripes = self.stripes.translate(matrix.TURNED)
        return matrix.Cell(self.b, self.a, self.strength, sign, stripes, there)


def wins(
    result: Any,
    pairs: Iterable[Pair],
    first: Sequence[str],
    *,
    measures: Mapping[str, str] | None = None,
    number: str = "",
    notes: Sequence[str] = (),
    decides: tuple[str, str] = matrix.SHOWN_OR_NOT,
    won: str = "wins",
) -> matrix.Wins:
    """Lay the pairs out above the diagonal, or list those of the control.

    Parameters
    ----------
    result : Result
    pairs : iterable of Pair
        Only of the `first` algorithms.
    first : sequence of str
        Algorithms that are drawn, best first.
    measures : mapping, optional
        Of the stripes: name to direction, or to nothing of a group of measures; default: those of
        the result.
    number : str
        What the number of a cell is.
    notes : sequence of str
    decides : tuple of str
        The words for a stripe whose test decides, and for one whose test does not.
    won : str
        What ">" says of the row.
    """
    place = {name: i for i, name in enumerate(first)}
    control = getattr(result, "control", None)
    measures = result.measures if measures is None else measures
    named = tuple(wording.measure(name, way) if way else name for name, way in measures.items())
    listed = len(measures) > 1 and control is None
    stripes = f"Stripes, from the left: {', '.join(named)}." if listed else ""
    cells = tuple(
        pair.cell(control or min(pair.a, pair.b, key=place.__getitem__)) for pair in pairs
    )
    return matrix.Wins(
        title=words_of(result).title("wins"),
        alt=_alt(cells, control, decides),
        notes=tuple(filter(None, (stripes, number, *notes))),
        algorithms=tuple(first),
        measures=tuple(measures),
        heads=named,
        cells=cells,
        keys=tuple(_keys(cells, control, decides, won)),
        number=number,
        control=control,
        total=len(result.algorithms),
    )


def _keys(
    cells: Sequence[matrix.Cell], control: str | None, decides: tuple[str, str], won: str
) -> Iterable[matrix.Key]:
    """What the marks mean, of those that occur."""
    row, column = ("row", "column") if control is None else ("the control", "the other")
    letters = {letter for cell in cells for letter in cell.stripes}
    for code, who in ((matrix.ROW, row), (matrix.COLUMN, column)):
        if code.upper() in letters:
            yield matrix.Key(code.upper(), f"{who} better: {decides[0]}")
        if code in letters:
            yield matrix.Key(code, f"{who} better: {decides[1]}")
    if letters & {matrix.EQUAL, matrix.EQUAL.upper()}:
        yield matrix.Key(matrix.EQUAL.upper(), "practically equal")
    if matrix.NOBODY in letters:
        yield matrix.Key(matrix.NOBODY, "neither is better")
    signs = {cell.sign for cell in cells}
    said = {matrix.WON: f"{row} {won}", matrix.LOST: f"{column} {won}", matrix.TRADE: "trade-off"}
    yield from (matrix.Key(sign, words) for sign, words in said.items() if sign in signs)
    if any(cell.strength == matrix.SHOWN and not cell.sign for cell in cells):
        yield matrix.Key("frame", decides[0])


def _alt(cells: Sequence[matrix.Cell], control: str | None, decides: tuple[str, str]) -> str:
    """How many pairs are shown, for readers who do not see them."""
    what = "All pairs" if control is None else f"List of the pairs with {control}"
    reach = (
        "are shown" if decides == matrix.SHOWN_OR_NOT else decides[0].replace("reaches", "reach")
    )
    if any(cell.strength == matrix.EACH for cell in cells):
        won = sum(letter.isupper() for cell in cells for letter in cell.stripes)
        of = wording.plural(sum(len(cell.stripes) for cell in cells), "difference")
    else:
        won = sum(cell.strength == matrix.SHOWN for cell in cells)
        of = wording.plural(len(cells), "pair")
    return f"{what}, a stripe for each measure: {won} of {of} {reach}. The tables say which."


def first_algorithms(order: Sequence[str], control: str | None) -> list[str]:
    """The first of the order, the control always among them."""
    first = list(order[:MOST])
    if control is not None and control not in first:
        first[-1:] = [control]
    return first


def sign_of(codes: Sequence[str]) -> str:
    """What a statement says of all measures, seen from the first algorithm."""
    sides = set(codes) - {matrix.NOBODY, matrix.EQUAL}
    if len(sides) > 1:
        return matrix.TRADE
    if not sides:
        return matrix.ALIKE if matrix.EQUAL in codes else ""
    return matrix.WON if matrix.ROW in sides else matrix.LOST


def of_tests(result: Any, tests: Sequence[Any], name: str, decides: tuple[str, str]) -> matrix.Wins:
    """A test of each measure alone, of every pair: each stripe is a separate test.

    Parameters
    ----------
    result : Result
        With ``algorithms``, ``measures`` and ``control``.
    tests : sequence of rows
        ``a``, ``b``, ``measure``, ``winner``, and perhaps ``better`` and ``equivalent``.
    name : str
        The test in words.
    decides : tuple of str
        As of :func:`wins`.
    """
    order = standing_of(result.algorithms, tests)
    first = first_algorithms(order, result.control)
    stripes_of = stripes_of_tests(between(tests, frozenset(first)), list(result.measures))
    pairs = [Pair(a, b, matrix.EACH, "", stripes) for (a, b), stripes in stripes_of.items()]
    return wins(result, pairs, first, notes=[f"Each measure alone ({name})."], decides=decides)


def stripes_of_tests(tests: Iterable[Any], measures: Sequence[str]) -> dict[tuple[str, str], str]:
    """The pairs with a letter for every measure, upper case where its test shows it."""
    by_pair: dict[tuple[str, str], dict[str, str]] = {}
    for row in tests:
        by_pair.setdefault((row.a, row.b), {})[row.measure] = _letter(row)
    return {
        pair: "".join(letters.get(measure, matrix.NOBODY) for measure in measures)
        for pair, letters in by_pair.items()
    }


def _letter(row: Any) -> str:
    """What the test of one measure says."""
    if getattr(row, "equivalent", False):
        return matrix.EQUAL.upper()
    ahead = row.winner or getattr(row, "better", None)
    code = matrix.NOBODY if ahead is None else matrix.ROW if ahead == row.a else matrix.COLUMN
    return code.upper() if row.winner else code
