"""Plain tables in JSON: records, columns, results by two names; and a record on each line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import ReadError
from jointstats.table.formats import arrow
from jointstats.table.formats.format import Found, Source
from jointstats.table.formats.opening import parsed, refuse_crowded, refuse_long
from jointstats.table.formats.text import plain, refuse_columns

if TYPE_CHECKING:
    import pandas as pd

OUTER, INNER, VALUE = "outer", "inner", "value"  # columns of results that are nested by two names
_SHAPES = (
    "a list of records, such as [{\"data\": \"iris\", \"acc\": 0.9}], or an object of columns"
)  # fmt: skip


def _read(source: Source) -> Found:
    return Found(_frame(source.json() if source.is_file else source.object, source))


def _is_results(source: Source) -> bool:
    """Whether it is an object of results by two names, which need not be in a file."""
    given = source.object
    if not isinstance(given, Mapping) or not given or not _is_nested(given):
        return False
    cells = [cell for cells in given.values() for cell in cells.values()]
    single = [x for cell in cells if isinstance(cell, Mapping) for x in cell.values()]
    return all(x is None or isinstance(x, int | float | str) for x in single)


def _frame(content: Any, source: Source) -> pd.DataFrame:
    import pandas as pd

    name, inner = source.name, _table_within(content)
    if isinstance(inner, list) and inner and all(isinstance(row, Mapping) for row in inner):
        names: set[str] = set()
        for record in inner:
            names.update(record)
            refuse_columns(name, len(names), source.most_columns)
        return _flat(pd.DataFrame.from_records(inner), name)
    if isinstance(inner, Mapping) and inner:
        refuse_columns(name, len(inner), source.most_columns)
        if _is_nested(inner):
            return _flat(_long(inner, name), name)
        columns = _aligned(inner)
        if columns and len(set(map(len, columns.values()))) == 1:
            return _flat(pd.DataFrame(columns), name)
    raise ReadError(f"{name} holds no table: needed is {_SHAPES}.")


def _table_within(content: Any) -> Any:
    """The table: under "data" (with "columns", if its rows are lists), or all of it."""
    inner = content.get("data") if isinstance(content, Mapping) else None
    names = content.get("columns") if isinstance(content, Mapping) else None
    if isinstance(inner, list) and isinstance(names, list):
        fitting = all(isinstance(row, list) and len(row) == len(names) for row in inner)
        fitting = fitting and not any(isinstance(name, list | Mapping) for name in names)
        return [dict(zip(names, row, strict=True)) for row in inner] if fitting else content
    if isinstance(inner, Mapping):
        nested = all(isinstance(cells, list | Mapping) for cells in inner.values())
        return inner if nested else content
    is_table = isinstance(inner, list) and all(isinstance(row, Mapping) for row in inner)
    return inner if is_table else content


def _aligned(inner: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Columns: lists, or objects of named rows, which need not come in one sequence."""
    if all(isinstance(cells, list) for cells in inner.values()):
        return dict(inner)
    if not all(isinstance(cells, Mapping) for cells in inner.values()):
        return {}
    rows = dict.fromkeys(row for cells in inner.values() for row in cells)
    return {name: [cells.get(row) for row in rows] for name, cells in inner.items()}


def _is_nested(inner: Mapping[str, Any]) -> bool:
    """Whether an object holds results by two names, such as those of models and data sets.

    Columns of a table have rows that are numbered, or hold names as well as numbers.
    """
    if not all(isinstance(cells, Mapping) and cells for cells in inner.values()):
        return False
    rows = {row for cells in inner.values() for row in cells}
    if rows == set(map(str, range(len(rows)))):
        return False
    cells = [cell for cells in inner.values() for cell in cells.values()]
    results = all(cell is None or isinstance(cell, int | float) for cell in cells)
    return results or all(isinstance(cell, Mapping) for cell in cells)


def _long(inner: Mapping[str, Mapping[str, Any]], name: str) -> pd.DataFrame:
    """A row for each two names; which are data sets and which algorithms, the user says."""
    import pandas as pd

    rows = [
        (outer, key, cell if isinstance(cell, Mapping) else {VALUE: cell})
        for outer, cells in inner.items()
        for key, cell in cells.items()
    ]
    taken = next((name for name in (OUTER, INNER) for _, _, cell in rows if name in cell), None)
    if taken:
        raise ReadError(f'{name} has a measure "{taken}", as its names are called: rename it.')
    return pd.DataFrame.from_records([{OUTER: o, INNER: i, **cell} for o, i, cell in rows])


def _flat(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Refuse cells that hold more than one value, or a text longer than any name."""
    for column in frame.columns:
        texts = (len(cell) for cell in frame[column] if isinstance(cell, str))
        refuse_long(name, max(texts, default=0))
        nested = [isinstance(cell, list | Mapping) for cell in frame[column]]
        if any(nested):
            raise ReadError(
                f'{name} is nested: "{column}" holds several values in record '
                f"{nested.index(True) + 1}; write each into a separate column."
            )
    return frame


def _read_lines(source: Source) -> Found:
    refuse_crowded(source.content, source.name)
    frame = arrow.of_records(source.content)
    if frame is not None:
        refuse_columns(source.name, frame.shape[1], source.most_columns)
        return Found(frame)
    lines = enumerate(source.text().split("\n"), 1)  # others that end lines may be in texts
    records = [parsed(line, source.name, i) for i, line in lines if line.strip()]
    return Found(_frame(records, source))


JSON = replace(
    plain(
        "json", "JSON", "a JSON file of records or of columns; results by two names, also as dict",
        _read, ".json", stumbles=(UnicodeEncodeError,),
    ),
    recognises=_is_results,
)  # fmt: skip
JSONL = plain(
    "jsonl", "JSON Lines", "a file with a JSON record on each line", _read_lines,
    ".jsonl", ".ndjson", stumbles=(UnicodeEncodeError,),
)  # fmt: skip
