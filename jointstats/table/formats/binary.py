"""Tables that are no text: Parquet, which needs pyarrow; sheets of Excel, which need openpyxl."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.base import options
from jointstats.base.errors import MissingExtraError, ReadError
from jointstats.evidence.messages import Extra, Option
from jointstats.table.formats.format import Found, Source
from jointstats.table.formats.opening import explained_as, plain_name, refuse_bomb, refuse_cells
from jointstats.table.formats.text import plain, refuse_columns

if TYPE_CHECKING:
    import pandas as pd

MOST_IN_SHEET = 1 << 20  # cells, as in one whole column: each takes long to read
_OLD = (".xls", ".ods", ".xlsb")


def _read_parquet(source: Source) -> Found:
    import pandas as pd

    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Reading Parquet needs pyarrow: ", Extra("parquet"), ", or save it as CSV."
        ) from None
    with explained_as(source.name, "a Parquet table"):
        file = parquet.ParquetFile(source.stream())
        about, texts = file.metadata, _texts(file.schema_arrow)
        refuse_columns(source.name, about.num_columns, source.most_columns)
        groups = [about.row_group(i) for i in range(about.num_row_groups)]
        refuse_cells(source.name, about.num_rows * about.num_columns)
        refuse_cells(
            source.name,
            sum(group.column(j).num_values for group in groups for j in range(group.num_columns)),
        )
        source.refuse_large(sum(group.total_byte_size for group in groups))
        frame = pd.read_parquet(source.stream(), read_dictionary=texts)
    source.refuse_large(sum(_letters(frame[name]) for name in texts))
    # Equal texts stay one object: a long one, repeated, would fill the memory.
    return Found(frame.astype(dict.fromkeys(texts, object)))


def _letters(column: pd.Series) -> int:
    """Letters of all cells, as a file of text would repeat them."""
    return sum(len(str(text)) * int(n) for text, n in column.value_counts().items())


def _texts(schema: Any) -> list[str]:
    """Columns of text, whose names are there once."""
    from pyarrow import types

    return [
        field.name
        for field in schema
        if (types.is_string(field.type) or types.is_large_string(field.type))
        and schema.names.count(field.name) == 1
        and "." not in field.name
    ]


def _read_excel(source: Source, sheet: str | None = None) -> Found:
    """The first row holds the names of the columns."""
    if Path(plain_name(source.given)).suffix.lower() in _OLD:
        raise ReadError(f"{source.name} is read as .xlsx only: save it so, or its sheet as CSV.")
    book = _book(source)
    chosen = _sheet([page.title for page in book.worksheets], sheet, source.name)
    with explained_as(source.name, "an Excel workbook"):
        rows = _rows(book[chosen], source, f'{source.name}, sheet "{chosen}"')
    # The workbook holds a text once that many cells repeat.
    source.refuse_large(sum(len(cell) for row in rows for cell in row if isinstance(cell, str)))
    return Found(_frame(rows, f'{source.name}, sheet "{chosen}"'))


def _book(source: Source) -> Any:
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise MissingExtraError(
            "Reading Excel needs openpyxl: ", Extra("excel"), ", or save the sheet as CSV."
        ) from None
    content = source.content
    with explained_as(source.name, "an Excel workbook"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            refuse_bomb(archive, source.name)
            source.refuse_large(sum(member.file_size for member in archive.infolist()))
        return load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)


def _sheet(there: list[str], said: str | None, name: str) -> str:
    if not there:
        raise ReadError(f"{name} has no sheet with cells: save the table in one.")
    if said is not None:
        return options.known_name("sheet", said, there)
    if len(there) > 1:
        raise ReadError(
            f"{name} has {len(there)} sheets ({options.shorten(there)}): name one with ",
            Option("sheet", there[0]),
            ".",
        )
    return there[0]


def _rows(sheet: Any, source: Source, name: str) -> list[list[Any]]:
    """The cells of each row, counted while they are read: what a sheet states can be wrong.

    A sheet that is too large is refused: one far cell fills it with empty ones.
    """
    sheet.reset_dimensions()
    rows: list[list[Any]] = []
    width = 1
    for row in sheet.iter_rows():
        rows.append(list(map(_value, row)))
        width = max(width, len(row))
        refuse_columns(f"{name},", width, source.most_columns)
        if len(rows) * width > MOST_IN_SHEET:
            raise ReadError(
                f"{name}, reaches to row {len(rows):,} and column {width:,}: delete the cells far "
                f"off, or save the table as CSV (at most {MOST_IN_SHEET:,} cells are read)."
            )
    return [row + [""] * (width - len(row)) for row in rows]


def _value(cell: Any) -> Any:
    """A cell's value; an empty one is an empty text, an error such as #DIV/0! is missing."""
    value = cell.value
    if cell.data_type == "e":
        return float("nan")
    if value is None:
        return ""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _frame(rows: list[list[Any]], name: str) -> pd.DataFrame:
    """The rows below the names; those that are all empty are not rows."""
    import pandas as pd

    full = [row for row in rows if not all(map(_is_empty, row))]
    if not full:
        raise ReadError(f"{name} is empty.")
    named = [i for i, cell in enumerate(full[0]) if not _is_empty(cell)]
    if any(not _is_empty(cell) for row in full[1:] for i, cell in enumerate(row) if i not in named):
        raise ReadError(f"{name} has a column without a name in its first row: give it one.")
    frame = pd.DataFrame([[row[i] for i in named] for row in full[1:]], columns=range(len(named)))
    frame.columns = [options.label(full[0][i]) for i in named]
    return frame


def _is_empty(cell: Any) -> bool:
    return cell is None or cell != cell or (isinstance(cell, str) and not cell.strip())


PARQUET = plain(
    "parquet", "Parquet", "a Parquet file (extra parquet)", _read_parquet, ".parquet", ".pq"
)
EXCEL = plain(
    "excel", "Excel", "an .xlsx workbook (extra excel); of several sheets one by sheet=",
    _read_excel, ".xlsx", ".xlsm", *_OLD,
)  # fmt: skip
