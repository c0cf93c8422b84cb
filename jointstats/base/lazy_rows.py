"""Rows that are made when they are read: all pairs of 200 algorithms are 19,900.

What a test computed of all pairs are arrays; a row of them is an object with names, and takes
longer to make than to compute. Tables and counts of rows are made of the arrays themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from jointstats.base.rows import Row, cells, key_of

R = TypeVar("R", bound=Row)


class RowSource(ABC, Generic[R]):
    """What rows are made of; it does not change.

    Attributes
    ----------
    kind : type of Row
        The class of every row.
    """

    kind: type[R]

    @abstractmethod
    def __len__(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def row(self, i: int) -> R:
        """The row at a place, from 0; always an equal one."""

    def column(self, name: str) -> Sequence[Any] | np.ndarray | None:
        """The values of a column in all rows, or None if only the rows can tell them."""
        return None


class ColumnSource(RowSource[R]):
    """Rows whose fields are in columns.

    Parameters
    ----------
    kind : type of Row
    columns : mapping
        The values of each field that has no default: sequences or arrays of one length.
    """

    def __init__(self, kind: type[R], columns: Mapping[str, Sequence[Any] | np.ndarray]) -> None:
        self.kind, self.columns = kind, dict(columns)
        self._keys = {key_of(name): name for name in self.columns}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def row(self, i: int) -> R:
        """The row of the values at a place."""
        return self.kind(**{name: _plain(values[i]) for name, values in self.columns.items()})

    def column(self, name: str) -> Sequence[Any] | np.ndarray | None:
        """The column, if it is not left to its default."""
        return self.columns[self._keys[name]] if name in self._keys else None


class Coded(Sequence[Any]):
    """A column of few different values: each is kept once, and a number for every row.

    Parameters
    ----------
    values : sequence
    codes : array_like of int
        Place of each row's value among them.

    Examples
    --------
    >>> list(Coded(["A", "B", None], [0, 0, 2]))
    ['A', 'A', None]
    """

    def __init__(self, values: Sequence[Any], codes: Any) -> None:
        self.values, self.codes = values, np.asarray(codes, dtype=np.intp)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return Coded(self.values, self.codes[i])
        return self.values[self.codes[i]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes.tolist())


class LazyRows(Sequence[R]):
    """A sequence of rows that keeps none of them: it stands for a tuple.

    Parameters
    ----------
    source : RowSource
    places : sequence of int, optional
        Which rows of the source, in which sequence; default all.

    Examples
    --------
    >>> from jointstats.base.facts import Dropped
    >>> columns = {"dataset": ["d1", "d2"], "reason": ["late", "lost"]}
    >>> rows = LazyRows(ColumnSource(Dropped, columns))
    >>> len(rows), rows[-1].reason, rows[:1] == [rows[0]]
    (2, 'lost', True)
    """

    def __init__(self, source: RowSource[R], places: Any = None) -> None:
        self.source = source
        self.places = np.arange(len(source)) if places is None else np.asarray(places, np.intp)

    @property
    def kind(self) -> type[R]:
        """The class of the rows."""
        return self.source.kind

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, i: int) -> R: ...
    @overload
    def __getitem__(self, i: slice) -> LazyRows[R]: ...
    def __getitem__(self, i: int | slice) -> R | LazyRows[R]:
        if isinstance(i, slice):
            return LazyRows(self.source, self.places[i])
        return self.source.row(int(self.places[i]))

    def __iter__(self) -> Iterator[R]:
        return map(self.source.row, self.places.tolist())

    def at(self, places: Any) -> LazyRows[R]:
        """Some of the rows: places among these, or whether each is one of them (an array)."""
        return LazyRows(self.source, self.places[np.asarray(places)])

    def where(self, **values: Any) -> LazyRows[R]:
        """The rows with these values of some columns.

        Examples
        --------
        >>> from jointstats.base.facts import Dropped
        >>> columns = {"dataset": ["d1", "d2"], "reason": Coded(["late", "lost"], [0, 1])}
        >>> [row.dataset for row in LazyRows(ColumnSource(Dropped, columns)).where(reason="lost")]
        ['d2']
        """
        chosen = np.ones(len(self), dtype=bool)
        for name, value in values.items():
            column = self.source.column(name)
            if isinstance(column, Coded):
                alike = np.array([x == value for x in column.values], dtype=bool)
                chosen &= alike[column.codes[self.places]]
            else:
                chosen &= np.array([x == value for x in self.cells((name,))[name]], dtype=bool)
        return self.at(np.flatnonzero(chosen))

    def cells(self, names: Iterable[str]) -> dict[str, list[Any]]:
        """The values of some columns, as plain Python objects; rows are made only if need be."""
        columns = {name: self.source.column(name) for name in names}
        unknown = [name for name, values in columns.items() if values is None]
        by_rows = cells(list(self), unknown) if unknown else {}
        return {
            name: by_rows[name] if values is None else _picked(values, self.places)
            for name, values in columns.items()
        }

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazyRows) and other.source is self.source:
            if np.array_equal(other.places, self.places):
                return True
        elif not isinstance(other, LazyRows | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"<{len(self)} rows: {self.kind.__name__}>"


def _picked(values: Sequence[Any] | np.ndarray, places: np.ndarray) -> list[Any]:
    if isinstance(values, np.ndarray):
        return list(values[places].tolist())
    if isinstance(values, Coded):
        return list(map(values.values.__getitem__, values.codes[places].tolist()))
    return [values[i] for i in places.tolist()]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
