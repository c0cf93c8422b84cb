"""A result's rows as cells: how a value is printed follows from what its column is declared to be.

No result needs a line here or anywhere else of the presentation: what its columns declare makes its
table, and with that its text, Markdown, LaTeX and HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jointstats.base import wording
from jointstats.base.result import Result
from jointstats.base.rows import Column, Kind, Row, Table
from jointstats.base.rows import table as declared
from jointstats.drawing.document import Grid, grid
from jointstats.drawing.pieces import NO_INTERVAL, interval, span

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
    return _grid(declared(rows), result)


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
    return grid(names, list(zip(*cells, strict=True)), "".join(sides), keys=max(1, leading))


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
        shares = [UNKNOWN if None in pair else span(*pair) for pair in bounds]
        return [(heading, side, cells), (wording.interval(level), "r", shares)]
    # In a measure's own units an estimate is read with its interval.
    none = NO_INTERVAL if result.facts.n_families else "too few for an interval"
    both = [
        interval(value, low, high, none) if value is not None else column.unknown
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
