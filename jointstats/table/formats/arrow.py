"""Large tables of text through pyarrow (an extra), where it gives the frame of the readers here.

None is returned where pyarrow is not there, refuses a file, or would read it otherwise: the reader
here then reads it, or says what is wrong.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

from jointstats.base.errors import JointStatsError
from jointstats.table.formats import opening

if TYPE_CHECKING:
    import pandas as pd

_END = b"end"  # each cell of a last row that is added: an open quotation mark would swallow it
_MOST_EXACT = 2.0**63  # whole numbers beyond are no numbers of 64 bits, but objects or doubles
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a letter beyond 16 bits
_BLOCK = 1 << 20  # bytes that are parsed as one
_WIDEST = 400  # columns of records: who reads wider ones may count them before there is a frame


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
    if table.num_columns > _WIDEST:
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
