"""Tables of text: commas, semicolons or tabs between the columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source, never
from jointstats.labelled.formats.opening import explained

if TYPE_CHECKING:
    import pandas as pd

SEPARATORS = {"csv": ",", "csv2": ";", "tsv": "\t"}
MANY = 1000  # columns
_SPREADSHEETS = (".xls", ".xlsx", ".ods")
_JSON = re.compile(rb'\s*(\{\s*["}]|\[\s*[\[\]{"])')


def read_text(
    given: Any, kind: str, *, rows: int | None = None, needed: Collection[str] | None = None
) -> Iterator[pd.DataFrame]:
    """Read a file of text in pieces of so many rows, or as one; the rows' index counts on.

    Names such as NA or 007 stay as written; numbers are read by the checks.

    Parameters
    ----------
    given : Source or path
    kind : {"csv", "csv2", "tsv"}
    rows : int, optional
        Of a piece; by default all are one.
    needed : collection of str, optional
        The columns that are needed (default: all).
    """
    import pandas as pd

    source = given if isinstance(given, Source) else Source(given)
    _refuse_json(source, kind)
    if source.is_file and len(source.columns) > MANY:
        yield from _of_many_columns(source, kind, rows, needed)
        return
    how: dict[str, Any] = {"sep": SEPARATORS[kind], "keep_default_na": False}
    # The header is read as a row, because pandas would rename the second of two equal columns
    # without a word.
    how |= {"header": None, "encoding": "utf-8-sig", "dtype": str}
    with _explained(source, kind):
        if needed is not None:
            header = pd.read_csv(source.stream(), nrows=1, **how).iloc[0].tolist()
            # With usecols pandas would cut the fields that are too many. So all columns are read,
            # but of those that are not needed one byte only: that takes no time.
            how["dtype"] = {i: str if n in needed else "S1" for i, n in enumerate(header)}
        with pd.read_csv(source.stream(), iterator=True, **how) as reader:
            first = reader.read(1).iloc[0].tolist()
            header = first if needed is None else header
            if len(header) == 1:
                refuse_separator(source.name, kind, str(header[0]))
            own = [i for i, name in enumerate(header) if needed is None or name in needed]
            start, ended = 0, False
            while not ended:
                try:
                    piece = reader.read(rows).iloc[:, own]
                except StopIteration:
                    if start:
                        return
                    piece = pd.DataFrame(columns=own, dtype=str)
                ended = rows is None or len(piece) < rows
                piece = with_points(piece) if kind == "csv2" else piece
                piece.columns = [header[i] for i in own]
                piece.index = pd.RangeIndex(start, start + len(piece))
                start += len(piece)
                yield piece


def _of_many_columns(
    source: Source, kind: str, rows: int | None, needed: Collection[str] | None
) -> Iterator[pd.DataFrame]:
    """The same for a table with so many columns that pandas' array for each would take minutes."""
    import pandas as pd

    try:
        text = io.StringIO(source.text(), newline="")
        header, *body = [row for row in csv.reader(text, delimiter=SEPARATORS[kind]) if row]
    except csv.Error as error:
        raise ReadError(f"{source.name} is not a {kind.upper()} table: {error}.") from None
    cells = np.full((len(body), len(header)), np.nan, dtype=object)
    for i, row in enumerate(body):
        if len(row) > len(header):
            raise ReadError(
                f"{source.name} is not a {kind.upper()} table: row {i + 1} has {len(row)} cells, "
                f"the first line {len(header)}."
            )
        cells[i, : len(row)] = row
    own = [i for i, name in enumerate(header) if needed is None or name in needed]
    frame = pd.DataFrame(cells[:, own], dtype=object)
    frame = with_points(frame) if kind == "csv2" else frame
    frame.columns = pd.Index([header[i] for i in own], dtype=object)
    step = max(len(frame), 1) if rows is None else rows
    for start in range(0, max(len(frame), 1), step):
        yield frame.iloc[start : start + step]


def with_points(frame: pd.DataFrame) -> pd.DataFrame:
    """Write numbers with decimal commas with points; other text stays as it is."""
    comma = r"^(\s*[-+]?\d*),(\d+(?:[eE][-+]?\d+)?\s*)$"
    return frame.replace(comma, r"\1.\2", regex=True)


@contextmanager
def _explained(source: Source, kind: str) -> Iterator[None]:
    """Say in a sentence why a file cannot be read."""
    import pandas as pd

    name = source.name
    try:
        with explained(name):
            yield
    except UnicodeDecodeError:
        if Path(name).suffix.lower() in _SPREADSHEETS:
            raise ReadError(f"{name} is a spreadsheet: save its sheet as CSV.") from None
        raise ReadError(f"{name} is not UTF-8 text: save it as UTF-8.") from None
    except pd.errors.EmptyDataError:
        raise ReadError(f"{name} is empty.") from None
    except pd.errors.ParserError as error:
        refuse_separator(name, kind, _first_line(source))
        reason = str(error).replace("Error tokenizing data. C error: ", "").strip()
        raise ReadError(f"{name} is not a {kind.upper()} table: {reason}.") from None


def _refuse_json(source: Source, kind: str) -> None:
    if _JSON.match(source.head()):
        raise ReadError(
            f"{source.name} holds JSON, not a {kind.upper()} table: say ",
            Option("format", "json"),
            ".",
        )


def refuse_separator(name: str, kind: str, header: str) -> None:
    """Refuse a file whose header has no separator of its kind, but that of another."""
    if SEPARATORS[kind] in header:
        return
    for other, word in (("csv2", "semicolons"), ("tsv", "tabs"), ("csv", "commas")):
        if SEPARATORS[other] in header:
            raise ReadError(
                f"{name} seems to be separated by {word}, not as {kind}: say ",
                Option("format", other),
                ".",
            )


def _first_line(source: Source) -> str:
    """The header as it stands, for a message."""
    return source.head().decode("utf-8-sig", errors="ignore").split("\n")[0]


def _read(source: Source, kind: str) -> Found:
    return Found(next(read_text(source, kind)))


def _format(kind: str, title: str, *endings: str) -> Format:
    return Format(
        kind,
        title,
        takes=f"a file of text with {title}",
        states="",
        recognises=never,
        read=partial(_read, kind=kind),
        endings=endings,
    )


CSV = _format("csv", "commas between the columns", ".csv", ".txt")
CSV2 = _format("csv2", "semicolons between the columns, and decimal commas or points")
TSV = _format("tsv", "tabs between the columns", ".tsv", ".tab")
