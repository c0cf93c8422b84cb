"""How text writes numbers and heads: percent signs, decimal commas, thousands, two rows of heads.

Convention is that of a whole column, or of all columns of a measure: "1,204" alone may be 1.204 or
1204, next to "12,5" it is 1.204. What remains open is refused, never guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_NUMBER = r"[-+]?(?=[{d}]?\d)(?:[1-9]\d{{0,2}}(?:[{g}]\d{{3}})+|\d*)(?:[{d}]\d+)?(?:[eE][-+]?\d+)?"
# Decimal mark, and the mark between thousands.
_MARKS = ((".", ","), (",", "."))
_FITS = tuple(re.compile(_NUMBER.format(d=decimal, g=group)) for decimal, group in _MARKS)
_SIGN = "%"
_PLAIN = re.compile(r"[-+]?[\d.,]+%?")
_SPREAD = re.compile(r"[-+.,\d]+\s*%?\s*(±|\+/-|\(\s*[.\d])\s*[.,\d]+\s*%?\s*\)?")


@dataclass(frozen=True)
class Written:
    """What a column of text holds.

    Attributes
    ----------
    values : ndarray of float
        NaN where a cell is missing or no number.
    odd : ndarray of bool
        Which cells are neither numbers nor missing.
    how : str
        How the numbers are written, if not plainly: "percent signs and decimal commas".
    example : tuple of str and float, or None
        A cell that is not written plainly, and its number.
    doubt : str
        Why the numbers cannot be read; nothing if they can.
    cure : str
        How to write them instead.
    """

    values: np.ndarray
    odd: np.ndarray
    how: str = ""
    example: tuple[str, float] | None = None
    doubt: str = ""
    cure: str = ""


def written(cells: np.ndarray, values: np.ndarray, odd: np.ndarray) -> Written:
    """Read the cells that are not plain numbers, if all cells together tell how.

    Parameters
    ----------
    cells : ndarray of object
    values : ndarray of float
        The plain numbers, NaN elsewhere.
    odd : ndarray of bool
        Which cells are neither plain numbers nor missing.

    Returns
    -------
    Written
        With `doubt`, `odd` are all cells that are not written plainly.
    """
    texts = {at: _text(cells[at], values[at]) for at in np.flatnonzero(~np.isnan(values) | odd)}
    pairs = [text for at, text in texts.items() if odd[at] and _SPREAD.fullmatch(text)]
    if pairs:
        doubt = f'a cell holds a mean and its spread ("{pairs[0]}")'
        return Written(values, odd, doubt=doubt, cure="Keep the mean alone.")
    bare = {at: text.removesuffix(_SIGN).rstrip() for at, text in texts.items()}
    fits = {at: _fitting(bare[at], cells[at]) for at in texts}
    read = [at for at in texts if any(fits[at])]
    if not any(odd[at] for at in read):
        return Written(values, odd)
    signed = [at for at in read if texts[at].endswith(_SIGN)]
    if signed and len(signed) < len(read):
        without = next(at for at in read if not texts[at].endswith(_SIGN))
        some = f'some cells have a percent sign ("{texts[signed[0]]}")'
        cure = "Write all of them with a percent sign, or none."
        return Written(
            values, odd, doubt=f'{some}, others have none ("{texts[without]}")', cure=cure
        )
    convention, doubt = _convention([(bare[at], fits[at]) for at in read])
    if doubt:
        cure = "Decimals need a point, and thousands no comma."
        return Written(values, odd, doubt=doubt, cure=cure)
    numbers, left = values.copy(), odd.copy()
    for at in read:
        if isinstance(cells[at], str):
            numbers[at], left[at] = _number(bare[at], convention), False
    how = _how(bool(signed), [bare[at] for at in read], convention)
    example = max((at for at in read if odd[at]), key=lambda at: _marks(bare[at], convention))
    for at in read:  # a plain number that is another one in this convention says most
        if numbers[at] != values[at] and not odd[at]:
            example = at
    return Written(numbers, left, how, (texts[example], float(numbers[example])))


def all_with_points(
    columns: Sequence[np.ndarray],
) -> tuple[list[np.ndarray], dict[int, tuple[str, float]]]:
    """The columns of a file with decimal commas, with points.

    If commas are the decimal marks of all numbers that decide it, points separate thousands,
    also in a column without any comma. Such columns have an example, a cell and its number.
    """
    decimals = {mark for cells in columns for mark in _told(cells)}
    if decimals != {","}:
        return [with_points(cells) for cells in columns], {}
    examples: dict[int, tuple[str, float]] = {}
    pointed = []
    for i, cells in enumerate(columns):
        bare, _, comma = _bare(cells)
        named = any(text and not fits for text, fits in zip(bare, comma, strict=True))
        marked = [at for at in np.flatnonzero(comma) if "." in bare[at]]
        rewritten = cells.copy()
        # Without a comma, a column of names such as 1.204 and v2 is none of numbers.
        if any("," in text for text in bare) or not named:
            for at in np.flatnonzero(comma):
                number = bare[at].replace(".", "").replace(",", ".")
                rewritten[at] = cells[at].replace(bare[at], number)
            if marked:
                examples[i] = cells[marked[0]], _number(bare[marked[0]], 1)
        pointed.append(rewritten)
    return pointed, examples


def _told(cells: np.ndarray) -> set[str]:
    """Decimal marks of those numbers that could not be read otherwise."""
    read = zip(*_bare(cells), strict=True)
    marks = ((text, "." if point else ",") for text, point, comma in read if point != comma)
    return {mark for text, mark in marks if mark in text}


def _bare(cells: np.ndarray) -> tuple[list[str], list[bool], list[bool]]:
    """Cells without percent signs; which are numbers with decimal points, and with commas."""
    texts = (cell.strip() if isinstance(cell, str) else "" for cell in cells)
    bare = [text.removesuffix(_SIGN).rstrip() for text in texts]
    point, comma = ([pattern.fullmatch(text) is not None for text in bare] for pattern in _FITS)
    return bare, point, comma


def with_points(cells: np.ndarray) -> np.ndarray:
    """A column of a file with decimal commas, with points; text that is not a number stays.

    A column is unchanged if a point, or a comma, may separate thousands.
    """
    bare, point, comma = _bare(cells)
    for text, is_point, is_comma in zip(bare, point, comma, strict=True):
        if ("." in text and is_comma) or ("," in text and is_point and not is_comma):
            return cells
    rewritten = cells.copy()
    for i in np.flatnonzero(comma):
        rewritten[i] = cells[i].replace(",", ".")
    return rewritten


def _text(cell: Any, value: float) -> str:
    """A cell as it is written; a number as Python would write it."""
    if isinstance(cell, str):
        return cell.strip()
    return "" if np.isnan(value) else repr(float(value)).removesuffix(".0")


def _fitting(text: str, cell: Any) -> list[bool]:
    """Whether a text is a number with a decimal point, and with a decimal comma."""
    if isinstance(cell, str):
        return [pattern.fullmatch(text) is not None for pattern in _FITS]
    return [text != "", text.lstrip("-").isdigit()]  # a number with a point is read already


def _convention(cells: list[tuple[str, list[bool]]]) -> tuple[int, str]:
    """Which of the two marks is the decimal one, or why that is not known."""
    one_of_two = ([True, False], [False, True])
    only = [next((text for text, fits in cells if fits == want), None) for want in one_of_two]
    if None not in only:
        return 0, f'"{only[0]}" has a decimal point, "{only[1]}" a decimal comma'
    if only != [None, None]:
        return (0 if only[1] is None else 1), ""
    open_ = next((text for text, _ in cells if "," in text), None)
    if open_ is None:  # points alone are decimal, as everywhere
        return 0, ""
    first, two = (f"{_number(open_, convention):.12g}" for convention in (1, 0))
    return 0, f'"{open_}" may be {first} or {two}'


def _number(text: str, convention: int) -> float:
    decimal, group = _MARKS[convention]
    return float(text.replace(group, "").replace(decimal, "."))


def _marks(text: str, convention: int) -> int:
    """How many marks of a number need an explanation."""
    return text.count(_MARKS[convention][1]) + ("," in text)


def _how(signed: bool, texts: list[str], convention: int) -> str:
    """What is not plain in these numbers."""
    decimal, group = _MARKS[convention]
    marks = {".": "points", ",": "commas"}
    said = ["percent signs"] * signed
    said += ["decimal commas"] * (decimal == "," and any("," in text for text in texts))
    said += [f"{marks[group]} between thousands"] * any(group in text for text in texts)
    return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)


def joined_heads(rows: Sequence[Sequence[object]]) -> tuple[list[str], int, str] | None:
    """Names "measure algorithm" of two rows of heads, how many rows are heads, and what was done.

    A name above several columns is there once, or over each. What is not below such a name has one
    head only, for which pandas writes a third row. None if the second row is one of results.
    """
    if len(rows) < 3:
        return None
    first, second, third = ([str(cell).strip() for cell in row] for row in rows[:3])
    above: list[str] = []
    for name in first:
        above.append(name or (above[-1] if above else ""))
    several = {name for name, number in Counter(above).items() if name and number > 1}
    below = [name in several for name in above]
    pairs = [(above[i], second[i]) for i, is_below in enumerate(below) if is_below]
    alone = [i for i, is_below in enumerate(below) if not is_below]
    if not pairs or not alone or len({*pairs}) < len(pairs):
        return None
    if any(not low or _PLAIN.fullmatch(low) for _, low in pairs):
        return None
    number = 3 if all(bool(third[i]) != is_below for i, is_below in enumerate(below)) else 2
    if number == 2 and any(bool(first[i]) == bool(second[i]) for i in alone):
        return None
    names = [f"{top} {low}" for top, low in zip(above, second, strict=True)]
    for i in alone:
        names[i] = third[i] if number == 3 else first[i] or second[i]
    example = " ".join(pairs[0])
    return names, number, f'The first rows are heads, which are joined, such as "{example}".'
