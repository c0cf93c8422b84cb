"""The bytes of a file as a frame of text, whatever was dropped on the page."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from jointstats.kernels.messages import Extra
from jointstats.labelled.errors import JointStatsError, MissingExtraError
from jointstats.labelled.formats.opening import refuse_bomb
from jointstats.labelled.formats.text import SEPARATORS, read_text
from jointstats.presentation.app.complaints import RefusalError

if TYPE_CHECKING:
    import pandas as pd

READ_AS = {
    "csv": "CSV: columns separated by commas",
    "csv2": "CSV: columns separated by semicolons, decimal commas or points",
    "tsv": "TSV: columns separated by tabs",
    "json": "JSON: a list of rows, or lists by column",
    "excel": "an Excel file: its first sheet",
    "packaged": "a packaged table",
}
LARGEST = 1 << 30  # bytes of a compressed file, unpacked

_GZIP, _ZIP, _OLD_EXCEL, _PARQUET = b"\x1f\x8b", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1"


def frame_of(name: str, format: str | None, data: bytes) -> tuple[pd.DataFrame, str]:
    """The frame and what it was read as; every cell is text as it stands.

    Parameters
    ----------
    name : str
        Of the file, for messages and for its ending.
    format : {"csv", "csv2", "tsv", "json", "excel"}, optional
        Default: by the file's content; the page says which, and the visitor may say otherwise.
    data : bytes
    """
    if data[:2] == _GZIP:
        data = _unpacked(name, data)
    if not data.strip():
        raise RefusalError(f"{name} is empty.", "file")
    kind = format or _kind(name, data)
    if kind not in READ_AS or kind == "packaged":
        raise RefusalError(f"“Read as” knows {', '.join(list(READ_AS)[:-1])}; not {kind}.", "file")
    if kind == "excel":
        frame = _excel(name, data)
    elif kind == "json":
        frame = _json(name, data)
    else:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table.csv"
            path.write_bytes(data)
            frame = next(read_text(path, kind))
    if not len(frame):
        raise RefusalError(f"{name} has a head, but no row.", "file")
    frame.columns = [str(column) for column in frame.columns]
    return frame, kind


def _kind(name: str, data: bytes) -> str:
    if data[:4] == _ZIP:
        return "excel"
    if data[:4] == _OLD_EXCEL:
        raise RefusalError(
            f"{name} is an Excel file of the old kind (.xls): save it as .xlsx or as CSV.", "file"
        )
    if data[:4] == _PARQUET:
        raise RefusalError(
            f"{name} is a Parquet file, which this page does not read: save it as CSV, or use the "
            "Python package.",
            "file",
        )
    start = data[:4].removeprefix(b"\xef\xbb\xbf") + data[4:200]
    if name.lower().endswith(".json") or start.lstrip()[:1] in (b"[", b"{"):
        return "json"
    return _separated(data)


def _separated(data: bytes) -> str:
    """By what the columns are separated: what the head has most of outside of quotes."""
    head = re.sub(r'"[^"]*"', "", data.split(b"\n", 1)[0].decode("utf-8", "replace"))
    counts = {kind: head.count(mark) for kind, mark in SEPARATORS.items()}
    return max(counts, key=lambda kind: counts[kind]) if any(counts.values()) else "csv"


def _unpacked(name: str, data: bytes) -> bytes:
    try:
        with gzip.open(io.BytesIO(data)) as file:
            found = file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error):
        raise RefusalError(f"{name} is compressed, and cannot be unpacked.", "file") from None
    if len(found) > LARGEST:
        raise RefusalError(f"{name} is larger than {LARGEST >> 20:,} MB once unpacked.", "file")
    return found


def _excel(name: str, data: bytes) -> pd.DataFrame:
    import pandas as pd

    try:
        import openpyxl  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise MissingExtraError(
            f"{name} is an Excel file; reading it needs openpyxl: ",
            Extra("excel"),
            ". Or save the sheet as CSV.",
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_bomb(archive, name)
        cells = pd.read_excel(io.BytesIO(data), header=None, dtype=object, keep_default_na=False)
    except JointStatsError:
        raise
    except Exception:  # openpyxl raises whatever the broken part happened to raise
        raise RefusalError(f"{name} cannot be read as an Excel file (.xlsx).", "file") from None
    if not len(cells):
        raise RefusalError(f"The first sheet of {name} is empty.", "file")
    frame = cells.iloc[1:].map(_text).reset_index(drop=True)
    frame.columns = pd.Index([_text(cell) for cell in cells.iloc[0]])
    return frame


def _json(name: str, data: bytes) -> pd.DataFrame:
    import pandas as pd

    try:
        said = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise RefusalError(f"{name} is not JSON: {str(error)[:200]}.", "file") from None
    rows = isinstance(said, list) and said and all(isinstance(one, dict) for one in said)
    lists = isinstance(said, dict) and said and all(isinstance(v, list) for v in said.values())
    if lists and len({len(column) for column in said.values()}) != 1:
        raise RefusalError(f"The columns of {name} differ in length.", "file")
    if not (rows or lists):
        raise RefusalError(
            f'{name} is not a table: it must be a list of rows, such as [{{"dataset": "iris", '
            '"algorithm": "A", "accuracy": 0.9}], or lists by column.',
            "file",
        )
    frame = pd.DataFrame(said, dtype=object)
    nested = [str(name) for name in frame.columns if frame[name].map(_is_nested).any()]
    if nested:
        raise RefusalError(
            f"The column “{nested[0]}” of {name} holds lists: it must hold one value in each row.",
            "file",
        )
    return frame.map(_text)


def _is_nested(cell: Any) -> bool:
    return isinstance(cell, list | dict)


def _text(cell: Any) -> str:
    """A cell as text; whole numbers without a point, what is missing as nothing."""
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    return str(cell)
