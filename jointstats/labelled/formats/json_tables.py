"""Plain tables in JSON: records, columns, or either within an object; and a record on each line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source, never
from jointstats.labelled.formats.strict_json import parsed

if TYPE_CHECKING:
    import pandas as pd

_SHAPES = (
    "a list of records, such as [{\"data\": \"iris\", \"acc\": 0.9}], or an object of columns"
)  # fmt: skip


def _read(source: Source) -> Found:
    return Found(_frame(source.json(), source.name))


def _frame(content: Any, name: str) -> pd.DataFrame:
    import pandas as pd

    inner = _table_within(content)
    if isinstance(inner, list) and inner and all(isinstance(one, Mapping) for one in inner):
        return _flat(pd.DataFrame.from_records(inner), name)
    if isinstance(inner, Mapping) and inner:
        columns = {key: own for key, cells in inner.items() if (own := _column(cells)) is not None}
        if len(columns) == len(inner) and len(set(map(len, columns.values()))) == 1:
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
        return inner if all(isinstance(one, list | Mapping) for one in inner.values()) else content
    is_table = isinstance(inner, list) and all(isinstance(one, Mapping) for one in inner)
    return inner if is_table else content


def _column(cells: Any) -> list[Any] | None:
    """A column's cells, also if they stand under the names of rows."""
    if isinstance(cells, Mapping):
        return list(cells.values())
    return cells if isinstance(cells, list) else None


def _flat(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Refuse cells that hold more than one value."""
    for column in frame.columns:
        nested = [isinstance(cell, list | Mapping) for cell in frame[column]]
        if any(nested):
            raise ReadError(
                f'{name} is nested: "{column}" holds several values in record '
                f"{nested.index(True) + 1}; write each into a column of its own."
            )
    return frame


def _read_lines(source: Source) -> Found:
    records = []
    for i, line in enumerate(source.text().split("\n")):  # others that end lines may be in texts
        if not line.strip():
            continue
        try:
            records.append(parsed(line))
        except json.JSONDecodeError as error:
            raise ReadError(
                f"{source.name} is not JSON Lines: {error.msg} in line {i + 1}."
            ) from None
        except (RecursionError, ValueError) as error:
            deep = isinstance(error, RecursionError)
            why = "it is nested too deeply" if deep else str(error).rstrip(".")
            raise ReadError(
                f"{source.name} cannot be read as JSON Lines: of line {i + 1}, {why}."
            ) from None
    return Found(_frame(records, source.name))


JSON = Format(
    "json",
    "JSON",
    takes="a JSON file of records or of columns",
    states="",
    recognises=never,
    read=_read,
    endings=(".json",),
    stumbles=(UnicodeEncodeError,),
)
JSONL = Format(
    "jsonl",
    "JSON Lines",
    takes="a file with a JSON record on each line",
    states="",
    recognises=never,
    read=_read_lines,
    endings=(".jsonl", ".ndjson"),
    stumbles=(UnicodeEncodeError,),
)
