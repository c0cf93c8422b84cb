"""The words of results: a class of words for a class of results, and its rows as cells.

No result needs a line here or anywhere else of the presentation: what its columns declare makes its
table, and with that its text, Markdown, LaTeX and HTML.

A class of results names its words (``words = "joint.words.GLRTWords"``), so that no module knows
all of them. Sentences, text and table are made from facts when they are needed: kind, names,
numbers. Nothing is read out of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import wording
from jointstats.base.declare import declared
from jointstats.base.references import of_test
from jointstats.base.result import Result
from jointstats.base.rows import Column, Kind, Row, Table
from jointstats.base.rows import table as row_table
from jointstats.drawing import document
from jointstats.drawing.document import Document, Grid, Paragraph, Part

UNKNOWN = "–"
_ESTIMATE, _LOW, _HIGH = "estimate", "conf.low", "conf.high"  # broom's names


def cell(column: Column, value: Any, mcse: float | None = None) -> str:
    """A value as readers need it; of a probability with a Monte Carlo error, the digits it leaves.

    Examples
    --------
    >>> from jointstats.base.rows import P_VALUE, PROBABILITY
    >>> cell(Column("p", P_VALUE, ""), 1e-9), cell(Column("x", PROBABILITY, ""), 1 - 1e-9)
    ('< 0.001', '> 0.9999')
    """
    if value is None or value != value:
        return column.unknown
    if column.kind is Kind.PROBABILITY:
        return wording.probability_cell(value, mcse or 0.0)
    return _SAY[column.kind](value)


_WHOLE = 1e15  # up to here a whole number is printed with all of its digits


def _number(x: float) -> str:
    whole = abs(x) < _WHOLE and x == round(x)  # an infinite one cannot be rounded
    return wording.count(x) if whole else wording.significant(x)


# Of all kinds but probabilities, whose digits depend on their error, too.
_SAY: dict[Kind, Callable[[Any], str]] = {
    Kind.NAME: str,
    Kind.TEXT: str,
    Kind.FLAG: lambda flag: "yes" if flag else "no",
    Kind.WHOLE: str,
    Kind.COUNT: wording.count,
    Kind.NUMBER: _number,
    Kind.SHARE: wording.percent,
    Kind.P_VALUE: wording.p_number,
    Kind.ERROR: _number,
}


def table_of(result: Result) -> Grid:
    """The rows of a result as cells; an estimate is next to its interval."""
    return _grid(result.table(), result)


def grid_of(rows: Sequence[Row], result: Result) -> Grid:
    """Other rows of a result as cells, likewise."""
    return _grid(row_table(rows), result)


def _grid(table: Table, result: Result) -> Grid:
    if "measure" in [column.name for column in table.columns]:
        table = table.led_by("measure")
    level = getattr(result, "level", None)
    ends = {} if level is None else {column.name: _ends(column, table) for column in table.columns}
    bounds = {name for pair in ends.values() for name in pair}
    parts = [
        cell_column
        for column, values in zip(table.columns, table.values, strict=True)
        if _wanted(column, values) and column.name not in bounds
        for cell_column in _columns(column, values, table, result, ends.get(column.name, ()))
    ]
    names, sides, cells = zip(*parts, strict=True) if parts else ((), (), ())
    about = [column.kind is Kind.NAME for column in table.columns if column.shown]
    leading = about.index(False) if False in about else len(about)
    return document.grid(
        names, list(zip(*cells, strict=True)), "".join(sides), keys=max(1, leading)
    )


def _wanted(column: Column, values: Sequence[Any]) -> bool:
    """Not what has nothing to say, nor an error, which the digits of its number tell."""
    silent = column.kind in (Kind.WHOLE, Kind.TEXT) and all(value is None for value in values)
    silent = silent or (column.name == "ties" and not any(values))
    return column.shown and column.name != "mcse" and not (silent and values)


def _ends(column: Column, table: Table) -> tuple[str, ...]:
    """The columns of a column's interval: named after it, or after its first words."""
    names = {column.name: column.broom for column in table.columns}
    first = column.name.rpartition("_")[0]
    for stem in (column.name, *([] if first in names else [first])):
        ends = f"{stem}_low", f"{stem}_high"
        if names.keys() >= set(ends):
            return ends
    brooms = {broom: name for name, broom in names.items()}
    if column.broom == _ESTIMATE and brooms.keys() >= {_LOW, _HIGH}:
        return brooms[_LOW], brooms[_HIGH]
    return ()


def _columns(
    column: Column, values: Sequence[Any], table: Table, result: Result, ends: Sequence[str]
) -> list[tuple[str, str, list[str]]]:
    """Heading, side and cells of a column, and of its interval."""
    heading, side = _heading(column, result), "l" if column.kind in _WORDS else "r"
    errors = table.named("mcse") or (None,) * len(values)
    cells = [cell(column, value, mcse) for value, mcse in zip(values, errors, strict=True)]
    if not ends:
        return [(heading, side, cells)]
    level = getattr(result, "level", 0.0)
    bounds = list(zip(*(table.named(name) or () for name in ends), strict=True))
    if column.kind is Kind.SHARE:
        shares = [UNKNOWN if None in pair else document.span(*pair) for pair in bounds]
        return [(heading, side, cells), (wording.interval(level), "r", shares)]
    # In a measure's own units an estimate is read with its interval.
    none = document.NO_INTERVAL if result.facts.n_families else "too few for an interval"
    both = [
        document.interval(value, low, high, none) if value is not None else column.unknown
        for value, (low, high) in zip(values, bounds, strict=True)
    ]
    return [(f"{heading} [{100 * level:g} %]", "l", both)]


_WORDS = (Kind.NAME, Kind.TEXT, Kind.FLAG)


def _heading(column: Column, result: Result) -> str:
    if column.heading:
        return column.heading.replace("p_adjusted", _adjusted(result))
    if column.broom == "adj.p.value":
        return _adjusted(result)
    return "p" if column.broom == "p.value" else column.name.replace("_", " ")


def _adjusted(result: Result) -> str:
    correction = getattr(result, "p_adjust", None)
    return "p adjusted" if correction is None else wording.adjusted_p(correction)


class Words:
    """The words of any result; those of one class of results say more.

    Parameters
    ----------
    result : Result
    """

    def __init__(self, result: Any) -> None:
        self.result = result

    def verdict(self) -> str:
        """What the result means, in a sentence or a few."""
        return self.findings()[0]

    def findings(self) -> tuple[str, ...]:
        """All that the result found, the verdict first."""
        return (self.verdict(),)

    def title(self, figure: str | None = None) -> str:
        """The title of a figure; by default the verdict.

        A title says no more than what is shown. A figure that shows something else than the verdict
        (ranks, measures alone) has a separate title.

        Parameters
        ----------
        figure : str, optional
            Its name; default: the one that shows the verdict.

        Returns
        -------
        str
            About 70 characters, unless two names alone are longer.
        """
        return self.verdict().removesuffix(".")

    def heading(self) -> str:
        """The declared name of the test that was called, or what its results call it."""
        test = declared(self.result.call.get("function", ""))
        test = test or declared(f"{self.result.test}_test")
        return wording.capital(self.result.test.replace("_", " ") if test is None else test.title)

    def papers(self) -> Iterator[str]:
        """The keys of what the test rests on, in the bibliography."""
        result = self.result
        yield from of_test(result.call.get("function", ""), f"{result.test}_test", result.test)

    def document(self) -> Document:
        """What the result says, in the order of reading: verdict, table, what to keep in mind."""
        return document.compose(
            document.head(self.heading(), self.result),
            Paragraph(self.verdict(), strong=True),
            *self.before(),
            self.rows(),
            *self.after(),
            document.notes(self.result),
        )

    def before(self) -> Sequence[Part | None]:
        """What is between the verdict and the table; by default nothing."""
        return ()

    def rows(self) -> Part | None:
        """The table; by default the first rows, as declared, and how many more there are."""
        rows = table_of(self.result)
        more = document.left_out(len(rows.rows), document.MOST_ROWS)
        return noted(replace(rows, rows=rows.rows[: document.MOST_ROWS]), more)

    def after(self) -> Sequence[Part | None]:
        """What is between the table and the notes; by default nothing."""
        return ()

    def short(self) -> Document | None:
        """What one screen has room for, if that is more than the beginning of all."""
        return None

    def table(self) -> Grid:
        """The table in the digits and words that readers of a paper need; default: as declared."""
        return first_of(self.result, self.result.rows)


def noted(rows: Grid, note: str) -> Part | None:
    """A table with a line below it, if there is one."""
    return document.stack(rows, Paragraph(note)) if note else rows


def first_of(result: Any, rows: Sequence[Any], word: str = "row") -> Grid:
    """The first of these rows, as declared, and a note on how many are left out."""
    shown = grid_of(rows[: document.MOST], result)
    return shown.noted(document.left_out(len(rows), len(shown.rows), word), len(rows))
