"""How wide a table of text is, counted before anything is made of it.

A line of commas is a cell for each of them: in memory that is fifty times the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.encodings import NULL
from jointstats.labelled.formats.format import Source

IN_LINE = 1_000_000  # separators in a line, those in quoted text as well
_PIECE = 1 << 16  # bytes that are read at once
_BREAK = re.compile(rb"[\r\n]")


def refuse_columns(name: str, number: int, most: int) -> None:
    """Refuse a table of more columns than are read.

    Raises
    ------
    ReadError
    """
    if number > most:
        raise ReadError(
            f"{name} has more than {most:,} columns, and no more are read here: leave out those "
            "that are not compared, or give each data set and algorithm a row."
        )


def refuse_wide(source: Source, separator: str, most: int) -> None:
    """Refuse a file whose first line has more than so many columns.

    Raises
    ------
    ReadError
    """
    held = source.is_stdin
    with io.BytesIO(source.content) if held else source.opened() as file:
        refuse_columns(source.name, _cells(file, separator, most), most)


def _cells(file: IO[bytes], separator: str, most: int) -> int:
    """The cells of the first line; they are counted no further than just beyond `most`."""
    n = 1
    while n <= most and (piece := file.read(_PIECE)):
        end = _BREAK.search(piece)
        n += piece.count(separator.encode(), 0, end.start() if end else len(piece))
        if end:
            break
    return n


@contextmanager
def narrow(source: Source, separator: str) -> Iterator[IO[bytes]]:
    """The file for reading bytes; it ends with a refusal in a line that is no row of a table.

    A byte of zero is refused as what is no text: pandas before 3.0 ends a cell there.
    """
    stream = source.stream()
    file = stream.open("rb") if isinstance(stream, Path) else stream
    with io.BufferedReader(_Narrow(file, source.name, separator), 1 << 18) as made:
        yield made


class _Narrow(io.RawIOBase):
    def __init__(self, file: Any, name: str, separator: str) -> None:
        self._file, self._name, self._separator = file, name, separator.encode()
        self._cells = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._file.read(len(buffer))
        if (null := piece.find(b"\0")) >= 0:
            raise UnicodeDecodeError("utf-8", piece, null, null + 1, NULL)
        buffer[: len(piece)] = piece
        breaks = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        first = _BREAK.search(piece) if breaks >= 0 else None
        self._cells += piece.count(self._separator, 0, first.start() if first else len(piece))
        if self._cells > IN_LINE:
            refuse_line(self._name)
        if first:
            self._cells = piece.count(self._separator, breaks)
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()


def rows_of(text: str, separator: str, name: str) -> Iterator[str]:
    """The lines of a text, with a refusal instead of one that is no row of a table."""
    for line in io.StringIO(text, newline=""):
        if line.count(separator) > IN_LINE:
            refuse_line(name)
        yield line


def refuse_line(name: str) -> None:
    """Refuse a line of more cells than any row has.

    Raises
    ------
    ReadError
    """
    raise ReadError(
        f"{name} has a line of more than {IN_LINE:,} cells, which is no row of a table: look "
        "whether the file is damaged."
    )
