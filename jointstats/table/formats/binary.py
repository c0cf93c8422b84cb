"""Tables that other packages read: Parquet and text with pyarrow, workbooks with python-calamine.

Text is read so only where pyarrow gives the frame of the readers here: of others, where it is not
there or refuses a file, the functions return None.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import IO, TYPE_CHECKING, Any

from jointstats.base import options
from jointstats.base.errors import JointStatsError, MissingExtraError, ReadError
from jointstats.evidence.messages import Extra, Option
from jointstats.table.formats import opening
from jointstats.table.formats.format import Found, Source, listed, never
from jointstats.table.formats.opening import LARGEST
from jointstats.table.written import joined_heads

if TYPE_CHECKING:
    import pandas as pd

_END = b"end"  # each cell of a last row that is added: an open quotation mark would swallow it
_MOST_EXACT = 2.0**63  # whole numbers beyond are no numbers of 64 bits, but objects or doubles
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a letter beyond 16 bits
_BLOCK = 1 << 20  # bytes that are parsed as one
_WIDEST = 400  # columns of records: who reads wider ones may count them before there is a frame
MOST_IN_SHEET = 1 << 20  # cells, as in one whole column: each takes long to read
_SHARED = "xl/sharedStrings.xml"


class _Ended(opening.Wrapped):
    """A file of bytes, followed by a row after its end."""

    def __init__(self, file: IO[bytes], row: bytes) -> None:
        super().__init__(file)
        self._row = io.BytesIO(row)

    def readinto(self, buffer: Any) -> int:
        piece = self._file.read(len(buffer)) or self._row.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def of_rows(file: IO[bytes], separator: str, header: Sequence[str]) -> pd.DataFrame | None:
    """The rows of UTF-8 text below the header; their cells are all text.

    Rows that are shorter or longer than the header are for the reader here. So is one column:
    there, an empty line is a cell.
    """
    width = len(header)
    try:
        import pyarrow as pa
        from pyarrow import csv
    except ImportError:
        return None
    if width < 2:
        return None
    names = list(map(str, range(width)))
    row = b"\n" + separator.encode().join([_END] * width) + b"\n"
    try:
        table = csv.read_csv(
            io.BufferedReader(_Ended(file, row), _BLOCK),
            csv.ReadOptions(column_names=names, use_threads=False),
            csv.ParseOptions(delimiter=separator, newlines_in_values=True),
            csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except JointStatsError:
        raise
    except (pa.ArrowException, ValueError):
        return None
    first, last = (table.slice(i, 1).to_pylist()[0].values() for i in (0, table.num_rows - 1))
    if [*first] != [*header] or {*last} - {_END.decode()}:
        return None
    return table.slice(1, table.num_rows - 2).to_pandas()


def of_records(content: bytes) -> pd.DataFrame | None:
    """Records in JSON Lines, if each cell is a text or a number."""
    try:
        import pyarrow as pa
        from pyarrow import compute, json
    except ImportError:
        return None
    lines = _lines(content)
    if lines < 2 or not _is_text(content):
        return None
    try:
        first = opening.parsed(content[: content.index(b"\n")].decode(), "the first record")
        # A text that looks like a date stays a text.
        texts = [(name, pa.string()) for name, cell in first.items() if isinstance(cell, str)]
        table = json.read_json(
            pa.BufferReader(content),
            json.ReadOptions(use_threads=False, block_size=_BLOCK),
            json.ParseOptions(explicit_schema=pa.schema(texts), newlines_in_values=False),
        )
    except (JointStatsError, pa.ArrowException, ValueError):
        return None
    kinds = {str(column.type) for column in table.columns}
    if table.num_rows != lines or not kinds <= {"string", "int64", "double", "bool"}:
        return None
    if not 0 < table.num_columns <= _WIDEST:
        return None
    for column in table.columns:
        kind = str(column.type)
        size = compute.binary_length(column) if kind == "string" else column
        bound = {"string": opening.LONGEST, "double": _MOST_EXACT}.get(kind)
        if bound and (compute.max(compute.abs(size)).as_py() or 0) >= bound:
            return None
    try:
        frame = table.to_pandas()
    except ValueError:  # older versions want other names of columns
        return None
    objects = [name for name in frame.columns if frame[name].dtype.kind == "O"]
    if any(frame[name].dtype == "object" and frame[name].isna().any() for name in objects):
        return None  # such a cell is None, or not in its record
    return frame[[*first, *(name for name in frame.columns if name not in first)]]


def _lines(content: bytes) -> int:
    """How many lines there are, if each begins and ends as an object does; otherwise none."""
    breaks = max(content.count(b"}\n{"), content.count(b"}\r\n{"))
    whole = content.startswith(b"{") and content.endswith((b"}", b"}\n", b"}\r\n"))
    return breaks + 1 if whole and breaks == content.count(b"\n", 0, len(content) - 1) else 0


def _is_text(content: bytes) -> bool:
    """Whether it is UTF-8 without halves of letters: pyarrow takes others as they are."""
    try:
        return _HALF.search(content) is None and (content.isascii() or bool(content.decode()))
    except UnicodeDecodeError:
        return False


def _read_parquet(source: Source) -> Found:
    import pandas as pd

    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Reading Parquet needs pyarrow: ", Extra("parquet"), ", or save it as CSV."
        ) from None
    with opening.explained_as(source.name, "a Parquet table"):
        file = parquet.ParquetFile(source.stream())
        about, texts = file.metadata, _texts(file.schema_arrow)
        opening.refuse_columns(source.name, about.num_columns, source.most_columns)
        groups = [about.row_group(i) for i in range(about.num_row_groups)]
        opening.refuse_cells(source.name, about.num_rows * about.num_columns)
        parts = [group.column(j) for group in groups for j in range(group.num_columns)]
        opening.refuse_cells(source.name, sum(part.num_values for part in parts))
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

    kinds = (types.is_string, types.is_large_string)
    texts = [field.name for field in schema if any(is_kind(field.type) for is_kind in kinds)]
    return [name for name in texts if schema.names.count(name) == 1 and "." not in name]


def _read_excel(source: Source, sheet: str | None = None) -> Found:
    """The first row holds the names of the columns."""
    book = _book(source)
    there = [page.name for page in book.sheets_metadata if str(page.typ).endswith("WorkSheet")]
    chosen = _sheet(there, sheet, source.name)
    name = f'{source.name}, sheet "{chosen}"'
    with opening.explained_as(source.name, "an Excel workbook"):
        page = book.get_sheet_by_name(chosen)
    _refuse_far(name, page.height, page.width, source.most_columns)
    rows = page.to_python()
    # The workbook holds a text once that many cells repeat.
    source.refuse_large(sum(len(cell) for row in rows for cell in row if isinstance(cell, str)))
    return _found(rows, name)


def _book(source: Source) -> Any:
    try:
        from python_calamine import load_workbook
    except ImportError:
        raise MissingExtraError(
            "Reading Excel needs python-calamine: ", Extra("excel"), ", or save the sheet as CSV."
        ) from None
    content = source.content
    with opening.explained_as(source.name, "an Excel workbook"):
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                opening.refuse_bomb(archive, source.name)
                source.refuse_large(sum(member.file_size for member in archive.infolist()))
                _refuse_filling(archive, source)
        return load_workbook(io.BytesIO(content))


def _sheet(there: list[str], said: str | None, name: str) -> str:
    if not there:
        raise ReadError(f"{name} has no sheet with cells: save the table in one.")
    if said is not None:
        return options.known_name("sheet", said, there)
    if len(there) > 1:
        several = f"{name} has {len(there)} sheets ({options.shorten(there)}): name one with "
        raise ReadError(several, Option("sheet", there[0]), ".")
    return there[0]


def _refuse_far(name: str, height: int, width: int, most_columns: int) -> None:
    """Refuse a sheet that is too large: one far cell fills it with empty ones."""
    if height * width > MOST_IN_SHEET:
        raise ReadError(
            f"{name}, reaches to row {height:,} and column {width:,}: delete the cells far "
            f"off, or save the table as CSV (at most {MOST_IN_SHEET:,} cells are read)."
        )
    opening.refuse_columns(f"{name},", width, most_columns)


# Of .xlsx: a row from 100,000 on or a column from AA on; the place of a cell or row; the number of
# a text that is there once.
_FAR = re.compile(rb"""\br\s*=\s*["'](?:[A-Za-z]{2}|[A-Za-z]?\d{6})""")
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]*)(\d+)""")
_TEXT = re.compile(rb"""\bt\s*=\s*["']s["'][^>]*>\s*<(?:\w+:)?v[^>]*>\s*(\d+)""")
# A row of .ods with its attributes and cells; a cell; how often both are repeated.
_ROW = re.compile(rb"<table:table-row\b([^>]*?)(?:/>|>(.*?)</table:table-row>)", re.DOTALL)
_CELL = re.compile(rb"<table:(?:covered-)?table-cell\b([^>]*)")
_TIMES = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["'](\d+)""")


def _refuse_filling(archive: zipfile.ZipFile, source: Source) -> None:
    """Refuse far cells and repeated texts before the reader fills the memory with them.

    The places of all cells are looked at: what a sheet states of its size can be wrong.
    """
    names = archive.namelist()
    if "content.xml" in names:
        sizes = [_size_of_ods(archive.read("content.xml"))]
    else:
        texts = archive.read(_SHARED) if _SHARED in names else b""
        lengths = list(map(len, re.split(rb"<(?:\w+:)?si\b", texts)[1:]))
        parts = [archive.read(n) for n in names if n.endswith(".xml") and n != _SHARED]
        sizes = [_size_of_xlsx(part, lengths) for part in parts]
    for height, width, letters in sizes:
        _refuse_far(f"{source.name}, in one of its sheets", height, width, source.most_columns)
        source.refuse_large(letters)


def _size_of_xlsx(part: bytes, lengths: Sequence[int]) -> tuple[int, int, int]:
    """Last row and column of a sheet, and letters of its texts, as often as they are repeated.

    Both are counted only where they may be too many: that takes longer than to read the sheet.
    """
    height = width = letters = 0
    if _FAR.search(part):
        places = set(_PLACE.findall(part))
        height = max((int(row) for _, row in places), default=0)
        width = max((_column(name.upper()) for name, _ in places), default=0)
    if max(lengths, default=0) * part.count(b"<") > LARGEST:
        counts = Counter(map(int, _TEXT.findall(part))).items()
        letters = sum(lengths[i] * number for i, number in counts if i < len(lengths))
    return height, width, letters


def _column(name: bytes) -> int:
    """The number of a column from its letters."""
    return reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, name, 0)


def _size_of_ods(content: bytes) -> tuple[int, int, int]:
    """The same of all sheets together; empty cells and rows that fill the sheet are none."""
    total = height = width = letters = 0
    for attributes, body in _ROW.findall(content):
        times = _times(attributes)
        filled = body[: body.find(b">", body.rfind(b"value-type")) + 1]
        cells = [_times(cell) for cell in _CELL.findall(filled)] if b"value-type" in body else []
        total += times
        if cells:
            height, width = total, max(width, sum(cells))
            letters += times * max(cells) * len(body)
    return height, width, letters


def _times(attributes: bytes) -> int:
    repeated = _TIMES.search(attributes)
    return int(repeated[1]) if repeated else 1


def _found(rows: list[list[Any]], name: str) -> Found:
    """The rows below the names; those that are all empty are not rows."""
    import pandas as pd

    full = [row for row in rows if not all(map(_is_empty, row))]
    if not full:
        raise ReadError(f"{name} is empty.")
    heads, number, *notes = joined_heads(full) or (_whole(full[0]), 1)
    named = [i for i, cell in enumerate(heads) if not _is_empty(cell)]
    columns = list(zip(*full[number:], strict=True)) or [()] * len(heads)
    for i, cells in enumerate(columns):
        if i not in named and not all(map(_is_empty, cells)):
            raise ReadError(f"{name} has a column without a name in its first row: give it one.")
    frame = pd.DataFrame({i: _whole(columns[i]) for i in named})
    frame.columns = [options.label(heads[i]) for i in named]
    return Found(frame, notes=tuple(notes))


def _whole(cells: Sequence[Any]) -> list[Any]:
    """Cells of a column, whole numbers as such: a workbook has none."""
    return [int(x) if isinstance(x, float) and x.is_integer() else x for x in cells]


def _is_empty(cell: Any) -> bool:
    return isinstance(cell, str) and not cell.strip()


PARQUET = listed("parquet", never, _read_parquet, ".parquet", ".pq")
_BOOKS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
EXCEL = listed("excel", never, _read_excel, *_BOOKS)
