"""Rows with declared columns, and tables of them: in memory, as frames and as files."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from difflib import get_close_matches
from enum import Enum
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    import pandas as pd


class Kind(Enum):
    """What the values of a column are; decides their type in R, and how they are printed."""

    NAME = "name"  # of an algorithm, a measure, a data set, a method
    TEXT = "text"  # words for readers
    FLAG = "flag"  # true or false
    WHOLE = "whole"  # a whole number
    COUNT = "count"  # a number of data sets, fractional where ties were split
    NUMBER = "number"  # a statistic, or a value in a measure's own units
    SHARE = "share"  # of data sets, between 0 and 1
    PROBABILITY = "probability"
    P_VALUE = "p_value"
    ERROR = "error"  # Monte Carlo standard error

    @property
    def is_text(self) -> bool:
        """Whether the values are words."""
        return self in (Kind.NAME, Kind.TEXT)


NAME, TEXT, FLAG, WHOLE, COUNT = Kind.NAME, Kind.TEXT, Kind.FLAG, Kind.WHOLE, Kind.COUNT
NUMBER, SHARE, ERROR = Kind.NUMBER, Kind.SHARE, Kind.ERROR
PROBABILITY, P_VALUE = Kind.PROBABILITY, Kind.P_VALUE


@dataclass(frozen=True)
class Column:
    """One column of a result's rows.

    Attributes
    ----------
    name : str
    kind : Kind
    meaning : str
        What it says, for the reference pages: a phrase without a full stop.
    unit : str
        Such as ``"of the measure"``; empty for a bare number.
    broom : str
        Its name in R's ``tidy()``, where broom has one for such values; empty: the same name.
    spread : bool or str
        The value is a mapping of names to values; each value becomes a column ``name_key``. A text
        replaces the name there (``weights``, but ``weight_time``).
    heading : str
        Its head in a table for readers; empty: its name. ``p_adjusted`` in it stands
        for "p (Holm)" or what else the correction was.
    shown : bool
        Whether such a table has it; frames always have.
    unknown : str
        What such a table says instead of None.
    stem, key : str
        Of a column made by ``spread``: its name without the key, and the key, such as a measure.
    """

    name: str
    kind: Kind
    meaning: str
    unit: str = ""
    broom: str = ""
    spread: bool | str = False
    heading: str = ""
    shown: bool = True
    unknown: str = "–"
    stem: str = ""
    key: str = ""


def column(
    kind: Kind,
    meaning: str,
    *,
    unit: str = "",
    broom: str = "",
    spread: bool | str = False,
    heading: str = "",
    shown: bool = True,
    unknown: str = "–",
    **default: Any,
) -> Any:
    """Declare a column: the value of a field in the class body of a :class:`Row`.

    Fields without a declaration (the ``order`` of a statement) are part of ``to_dict()``, but of no
    table. `default` is what :func:`dataclasses.field` takes.
    """
    declared = Column("", kind, meaning, unit, broom, spread, heading, shown, unknown)
    return field(metadata={"column": declared}, **default)


# How a table for readers shows who is decided to be better.
BETTER: dict[str, Any] = {"heading": "better", "unknown": "open"}


@dataclass(frozen=True, kw_only=True)
class Row:
    """Base of all rows: a frozen dataclass whose fields are declared with :func:`column`.

    ``row.probability`` and ``row["probability"]`` are the same. A name that Python reserves has an
    underscore behind it as an attribute only: ``row.from_`` and ``row["from"]``.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Say in the class's help what its columns are: their meaning is declared once."""
        super().__init_subclass__(**keywords)
        declared_here = {name: item for name, item in vars(cls).items() if isinstance(item, Field)}
        every = getattr(super(cls, cls), "__dataclass_fields__", {}) | declared_here
        declared = {
            name: item.metadata["column"]
            for name, item in every.items()
            if "column" in item.metadata
        }
        if declared:
            lines = [f"{name}\n    {item.meaning}" for name, item in declared.items()]
            head = inspect.cleandoc(cls.__doc__ or "")
            cls.__doc__ = "\n".join([head, "", "Columns", "-------", *lines])

    def __getitem__(self, name: str) -> Any:
        kind: Any = type(self)  # a type checker takes the hash of a row's class for a row's
        if name in _names(kind):
            return getattr(self, _names(kind)[name])
        close = get_close_matches(str(name), self.keys(), n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(self)}."
        raise KeyError(f'{type(self).__name__} has no "{name}"; {hint}')

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """Names of all fields, so that ``dict(row)`` works."""
        kind: Any = cls
        return tuple(_names(kind))

    @classmethod
    def columns(cls) -> tuple[Column, ...]:
        """The declared columns, in their order."""
        kind: Any = cls
        return _columns(kind)


def key_of(name: str) -> str:
    """Name of a field for readers outside Python, whose reserved words concern Python alone."""
    return name.removesuffix("_")


@cache
def _names(kind: Any) -> dict[str, str]:
    return {key_of(f.name): f.name for f in fields(kind)}


@cache
def _columns(kind: Any) -> tuple[Column, ...]:
    declared = [(key_of(f.name), f.metadata.get("column")) for f in fields(kind)]
    return tuple(replace(column, name=name) for name, column in declared if column is not None)


@dataclass(frozen=True)
class Table:
    """Columns of values: the one model of all views of rows.

    Attributes
    ----------
    columns : tuple of Column
    values : tuple of tuple
        The values of each column; None where unknown.
    """

    columns: tuple[Column, ...]
    values: tuple[tuple[Any, ...], ...]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.values[0]) if self.values else 0

    def with_first(self, declared: Column, values: Iterable[Any]) -> Table:
        """The table with another column in front."""
        return Table((declared, *self.columns), (tuple(values), *self.values))

    def led_by(self, name: str) -> Table:
        """The table with one of its columns in front."""
        i = [column.name for column in self.columns].index(name)
        order = [i, *(j for j in range(len(self.columns)) if j != i)]
        return Table(tuple(self.columns[j] for j in order), tuple(self.values[j] for j in order))

    def named(self, name: str) -> tuple[Any, ...] | None:
        """The values of the column of this name, if there is one."""
        names = [column.name for column in self.columns]
        return self.values[names.index(name)] if name in names else None

    def by_measure(self, measures: Sequence[str]) -> Table:
        """A row for each row and measure: its names, and what columns hold of this measure."""
        names = [*takewhile(lambda i: self.columns[i].kind is NAME, range(len(self.columns)))]
        places: dict[str, dict[str, int]] = {}
        for i, made in enumerate(self.columns):
            if made.key in measures:
                places.setdefault(made.stem, {})[made.key] = i
        rows = [(row, measure) for row in range(self.n_rows) for measure in measures]
        columns = [self.columns[i] for i in names]
        values = [tuple(self.values[i][row] for row, _ in rows) for i in names]
        columns.append(Column("measure", NAME, "the measure, or group of measures"))
        values.append(tuple(measure for _, measure in rows))
        for stem, at in places.items():
            columns.append(replace(self.columns[next(iter(at.values()))], name=stem))
            values.append(tuple(self.values[at[m]][row] if m in at else None for row, m in rows))
        return Table(tuple(columns), tuple(values))

    def to_frame(self) -> pd.DataFrame:
        """The table as a data frame."""
        import pandas as pd

        pairs = zip(self.columns, self.values, strict=True)
        return pd.DataFrame(
            {declared.name: _filled(declared.kind, values) for declared, values in pairs}
        )


def _filled(kind: Kind, values: tuple[Any, ...]) -> Any:
    """The cells of a column; where all are unknown, of the type that known ones would have."""
    if kind is FLAG or not values or any(value is not None for value in values):
        return list(values)
    import pandas as pd

    return pd.Series(list(values), dtype=pd.Series(["text"]).dtype if kind.is_text else float)


@runtime_checkable
class Columnar(Protocol):
    """Rows that can tell their columns without being made (:class:`LazyRows`)."""

    def cells(self, names: Iterable[str]) -> dict[str, list[Any]]:
        """The values of some columns."""


def cells(rows: Sequence[Row], names: Iterable[str]) -> dict[str, list[Any]]:
    """The values of some columns of rows, or of other attributes, of each in a list."""
    if isinstance(rows, Columnar):
        return rows.cells(names)
    kind: Any = type(rows[0]) if rows else Row
    attributes = {name: _names(kind).get(name, name) for name in names}
    return {
        name: [getattr(row, attribute) for row in rows] for name, attribute in attributes.items()
    }


def table(rows: Sequence[Row], kind: type[Row] | None = None) -> Table:
    """The table of some rows, all of one type; `kind` is that type where there may be none.

    A column that is unknown in every row because the call did not request it (its default is None)
    is left out; other unknown columns stay.
    """
    kind = type(rows[0]) if rows else kind
    if kind is None:
        return Table((), ())
    unasked = {key_of(f.name) for f in fields(kind) if f.default is None}
    columns: list[Column] = []
    values: list[tuple[Any, ...]] = []
    every = cells(rows, [declared.name for declared in kind.columns()])
    for declared in kind.columns():
        values_here = every[declared.name]
        if declared.kind is TEXT:  # names of measures are text here, and a list in to_dict()
            values_here = [None if cell is None else str(cell) for cell in values_here]
        if declared.name in unasked and all(cell is None for cell in values_here):
            continue
        if not declared.spread:
            columns.append(declared)
            values.append(tuple(values_here))
            continue
        stem = declared.spread if isinstance(declared.spread, str) else declared.name
        for key in values_here[0] if values_here else ():
            made = replace(declared, name=f"{stem}_{key}", spread=False, stem=stem, key=key)
            columns.append(made)
            values.append(tuple(cell[key] for cell in values_here))
    return Table(tuple(columns), tuple(values))
