"""Tables of text: commas, semicolons or tabs between the columns; Markdown, ARFF, comments.

A line of commas is a cell for each of them, in memory fifty times the file: cells are counted
before they are read.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from jointstats.base.errors import ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats import binary, opening
from jointstats.table.formats.format import Found, Source, listed, never
from jointstats.table.written import all_with_points, joined_heads

if TYPE_CHECKING:
    import pandas as pd


IN_LINE = 1_000_000  # separators in a line, those in quoted text as well
_PIECE = 1 << 16  # bytes that are read at once
_BREAK = re.compile(rb"[\r\n]")


def _refuse_wide(source: Source, separator: str) -> None:
    """Refuse a file of too many columns; they are counted no further than just beyond."""
    n, ended = 1, False
    with io.BytesIO(source.content) if source.is_stdin else source.opened() as file:
        while not ended and n <= source.most_columns and (piece := file.read(_PIECE)):
            piece = piece.lstrip(b"\n") if n == 1 else piece  # of comments
            end = _BREAK.search(piece)
            n += piece.count(separator.encode(), 0, end.start() if end else len(piece))
            ended = end is not None
    opening.refuse_columns(source.name, n, source.most_columns)


@contextmanager
def narrow(source: Source, separator: str) -> Iterator[IO[bytes]]:
    """The file for reading bytes; it ends with a refusal in a line that is not a row of a table.

    A byte of zero is refused as what is not text: pandas before 3.0 ends a cell there.
    """
    stream = source.stream()
    file = stream.open("rb") if isinstance(stream, Path) else stream
    with io.BufferedReader(_Narrow(file, source.name, separator), 1 << 18) as stream:
        yield stream


class _Narrow(opening.Wrapped):
    def __init__(self, file: Any, name: str, separator: str) -> None:
        super().__init__(file)
        self._name, self._separator = name, separator.encode()
        # Empty lines without \n: pandas would lose a separator right after them.
        self._empty = re.compile(rb"(?<=[\r\n])\r+(?=" + self._separator + b")")
        self._cells = self._all = self._cell = 0  # of the line, of the file; bytes of the cell

    def readinto(self, buffer: Any) -> int:
        piece = self._file.read(len(buffer) // 2)
        while piece.endswith((b"\r", b"\n")) and len(piece) < len(buffer):
            if not (more := self._file.read(1)):
                break
            piece += more
        piece = self._empty.sub(b"", piece)
        if (null := piece.find(b"\0")) >= 0:
            raise UnicodeDecodeError("utf-8", piece, null, null + 1, opening.NULL)
        buffer[: len(piece)] = piece
        self._count(piece)
        return len(piece)

    def _count(self, piece: bytes) -> None:
        breaks = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        first = _BREAK.search(piece) if breaks >= 0 else None
        self._cells += piece.count(self._separator, 0, first.start() if first else len(piece))
        if self._cells > IN_LINE:
            raise ReadError(
                f"{self._name} has a line of more than {IN_LINE:,} cells, which is not a row of a "
                "table: look whether the file is damaged."
            )
        if first:
            self._cells = piece.count(self._separator, breaks)
        self._all += piece.count(self._separator) + piece.count(b"\n") + piece.count(b"\r")
        opening.refuse_cells(self._name, self._all)
        end = max(breaks, piece.rfind(self._separator))
        self._cell = len(piece) - end - 1 if end >= 0 else self._cell + len(piece)
        opening.refuse_long(self._name, self._cell)


SEPARATORS = {"csv": ",", "csv2": ";", "tsv": "\t"}
_SPREADSHEETS = (".xls", ".xlsx", ".ods")
_FEW_BYTES = 1 << 16  # below, pandas alone is faster
_JSON = re.compile(rb'\s*(\{\s*["}]|\[\s*[\[\]{"])')


def read_text(given: Any, kind: str, *, encoding: str = opening.UTF_8) -> pd.DataFrame:
    """Read a file of text; names such as NA or 007 stay as written, and the checks read numbers."""
    import pandas as pd

    source = given if isinstance(given, Source) else Source(given)
    _refuse_json(source, kind)
    _refuse_wide(source, SEPARATORS[kind])
    how: dict[str, Any] = {"sep": SEPARATORS[kind], "keep_default_na": False}
    # The header is read as a row, because pandas would rename the second of two equal columns
    # without a word. In pieces, pandas before 3.0 would cut a first row that is too long.
    how |= {"header": None, "encoding": encoding, "dtype": str, "low_memory": False}
    frame = None
    with _explained(source, kind):
        with narrow(source, SEPARATORS[kind]) as stream:
            first = pd.read_csv(stream, nrows=1, **how)
        header = list(map(str, first.iloc[0]))
        if len(header) == 1:
            refuse_separator(source.name, kind, header[0])
        # Blanks after each separator are for people; a quotation mark after them would stay.
        how["skipinitialspace"] = all(name.startswith(" ") for name in header[1:])
        if how["skipinitialspace"]:
            header = [name.strip(" ") for name in header]
        elif encoding == opening.UTF_8 and len(source.head(_FEW_BYTES)) == _FEW_BYTES:
            with narrow(source, SEPARATORS[kind]) as stream:
                frame = binary.of_rows(stream, SEPARATORS[kind], header)
        if frame is None:
            how |= {"names": range(len(header)), "index_col": False}
            with narrow(source, SEPARATORS[kind]) as stream:
                frame = pd.read_csv(stream, **how).iloc[1:].reset_index(drop=True)
    return frame.set_axis(header, axis=1)


def _place(source: Source, kind: str, reason: str) -> str:
    """The line of a row that is too long: pandas counts one with line breaks in cells once."""
    text = source.content.decode(errors="replace")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=SEPARATORS[kind])
    rows = filter(None, lines)
    try:
        width = len(next(rows))
        longer = next((row for row in rows if len(row) > width), None)
    except csv.Error:
        return reason
    if longer is None:
        return reason
    return f"Expected {width} fields in line {lines.line_num}, saw {len(longer)}"


def _with_points(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The columns of a file with decimal commas, with points; what has marks between thousands."""
    import pandas as pd

    columns = [frame.iloc[:, i].to_numpy(dtype=object) for i in range(frame.shape[1])]
    pointed, examples = all_with_points(columns)
    notes = tuple(
        f'The column "{frame.columns[i]}" is written with decimal commas and points between '
        f'thousands: "{text}" is read as {value:.12g}.'
        for i, (text, value) in examples.items()
    )
    pointed_frame = pd.DataFrame(dict(enumerate(pointed)), index=frame.index, dtype=object)
    return pointed_frame.set_axis(frame.columns, axis=1), notes


@contextmanager
def _explained(source: Source, kind: str) -> Iterator[None]:
    """Say in a sentence why a file cannot be read."""
    import pandas as pd

    name = source.name
    try:
        with opening.explained(name):
            yield
    except UnicodeDecodeError as error:
        if Path(name).suffix.lower() in _SPREADSHEETS:
            raise ReadError(f"{name} is a spreadsheet: save its sheet as CSV.") from None
        null = error.reason == opening.NULL
        raise (opening.has_null if null else opening.not_utf8)(name) from None
    except pd.errors.EmptyDataError:
        raise ReadError(f"{name} is empty.") from None
    except pd.errors.ParserError as error:
        if "out of memory" in str(error):
            raise MemoryError from error
        refuse_separator(name, kind, first_line(source))
        reason = str(error).replace("Error tokenizing data. C error: ", "").strip()
        place = _place(source, kind, reason)
        raise ReadError(f"{name} is not a {kind.upper()} table: {place}.") from None


def _refuse_json(source: Source, kind: str) -> None:
    if _JSON.match(source.head()):
        is_json = f"{source.name} holds JSON, not a {kind.upper()} table: set "
        raise ReadError(is_json, Option("format", "json"), ".")


def refuse_separator(name: str, kind: str, header: str) -> None:
    """Refuse a file whose header has no separator of its kind, but that of another."""
    if SEPARATORS[kind] in header:
        return
    for other, word in (("csv2", "semicolons"), ("tsv", "tabs"), ("csv", "commas")):
        if SEPARATORS[other] in header:
            separated = f"{name} seems to be separated by {word}, not as {kind}: set "
            raise ReadError(separated, Option("format", other), ".")


def first_line(source: Source) -> str:
    """The header as written, for a message."""
    return opening.beginning(source.head()).split("\n")[0]


# What text may hold besides separated columns. What no reader here takes is refused and named.

_RULE = re.compile(r"\s*\|?(\s*:?-{2,}:?\s*\|)*\s*:?-{2,}:?\s*\|?\s*")  # below a head in Markdown
_BAR = re.compile(r"(?<!\\)\|")
_STRONG = re.compile(r"(\*{1,3}|_{2,3}|`)(.*)\1")
_ARFF = re.compile(r"(?im)^\s*@relation\b")
_LATEX = re.compile(
    r"\\begin\s*\{(tabular|longtable|array|table)|\\(top|mid)rule\b|&.*\\\\\s*$", re.M
)
_YAML = re.compile(r"---\s*$|(- )?[\w ]+:\s*$|- [\w ]+: ", re.M)


def _contained(source: Source) -> Found | None:
    """The table of a text in Markdown or ARFF; None of any other, if it is not refused."""
    head = opening.beginning(source.head()).lstrip()
    if _ARFF.search(head):
        return Found(_arff(source))
    _refuse_others(head, source)
    lines = head.split("\n")
    pairs = pairwise(lines)
    if any("|" in above and "|" in below and _RULE.fullmatch(below) for above, below in pairs):
        return Found(_markdown(source))
    return None


def _refuse_others(head: str, source: Source) -> None:
    """Refuse what is a table for people or for other programs."""
    if found := _LATEX.search(head):
        line = head.count("\n", 0, found.start()) + 1
        raise ReadError(
            f"{source.name} holds LaTeX (line {line}), which is not read here: save the table from "
            "which it was made as CSV."
        )
    first = head.split("\n")[0]
    ending = Path(opening.plain_name(source.name)).suffix.lower()
    if ending in (".yaml", ".yml") or ("," not in first and _YAML.match(head)):
        raise ReadError(f"{source.name} is YAML, which is not read here: save it as JSON.")
    if curves := [name for name in source.columns if name.endswith(("__MIN", "__MAX"))]:
        raise ReadError(
            f'{source.name} is a chart of Weights & Biases (column "{curves[0]}"): its rows are '
            "steps, not results. Export the table of runs instead."
        )


def _arff(source: Source) -> pd.DataFrame:
    import pandas as pd
    from scipy.io.arff import loadarff

    with opening.explained_as(source.name, "an ARFF table that SciPy reads"):
        rows, about = loadarff(io.StringIO(source.text()))
    opening.refuse_cells(source.name, len(rows) * len(about.names()))
    frame = pd.DataFrame({name: rows[name].tolist() for name in about.names()})
    return frame.map(lambda cell: cell.decode() if isinstance(cell, bytes) else cell)


def _markdown(source: Source) -> pd.DataFrame:
    """The one table among the lines; bold and code are taken off its cells."""
    import pandas as pd

    lines = source.text().split("\n")
    opening.refuse_cells(source.name, sum(line.count("|") for line in lines))
    rules = [i for i, line in enumerate(lines) if "|" in line and _RULE.fullmatch(line)]
    if len(rules) > 1:
        raise ReadError(
            f"{source.name} has {len(rules)} tables (lines {rules[0]} and {rules[1]}): keep one."
        )
    head = _cells(lines[rules[0] - 1])
    width, rows = len(head), []
    for number, line in enumerate(lines[rules[0] + 1 :], rules[0] + 2):
        if "|" not in line:
            break
        rows.append(_cells(line))
        if len(rows[-1]) != width:
            raise ReadError(
                f"{source.name} is broken: line {number} has {len(rows[-1])} cells, the head "
                f"{width}."
            )
    frame = pd.DataFrame(rows, columns=range(width), dtype=str)
    return frame.set_axis(head, axis=1)


def _cells(line: str) -> list[str]:
    text = line.strip().removeprefix("|")
    text = text[:-1] if text.endswith("|") and not text.endswith("\\|") else text
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(text)]
    return [strong[2] if (strong := _STRONG.fullmatch(cell)) else cell for cell in cells]


def _prepared(source: Source, separator: str) -> tuple[Source, tuple[str, ...]]:
    """The file as UTF-8 without comments before its head, and what was done; or as it is."""
    start = source.head()
    notes: list[str] = []
    content = None
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = source.text("utf-16").encode()
        start, notes = content[: len(start)], [f"{source.name} is read as UTF-16."]
    if number := _comments(opening.beginning(start), separator):
        parts = (source.content if content is None else content).split(b"\n", number)
        content = b"\n" * number + parts[-1]  # the lines that follow keep their numbers
        first = parts[0].decode(errors="replace").strip()
        lines = f"Lines 1 to {number} are comments" if number > 1 else "Line 1 is a comment"
        notes.append(f'{lines} ("{first}") and left out.')
    if content is None:
        return source, ()
    path = Path(source.name)
    return replace(source, given=path, held={path: content}, heads={}), tuple(notes)


def _comments(text: str, separator: str) -> int:
    """How many lines before the head begin with #; one of as many cells as the next is the head."""
    lines = text.split("\n")
    number = next((i for i, line in enumerate(lines) if not line.startswith("#")), 0)
    if number and lines[number].count(separator) == lines[number - 1].count(separator):
        number -= 1
    return number


def _read(kind: str, source: Source) -> Found:
    """The table; of a file that is no UTF-8, as Windows would have written it, which is noted."""
    if (found := _contained(source)) is not None:
        return found
    source, notes = _prepared(source, SEPARATORS[kind])
    example = None
    try:
        frame = read_text(source, kind)
    except ReadError as error:
        if isinstance(error.__context__, UnicodeDecodeError):
            example = opening.windows_example(source.content)
        if example is None:
            raise
    if example is not None:
        frame = read_text(source, kind, encoding=opening.WINDOWS)
        other = f'{source.name} is not UTF-8 text, and is read as Windows-1252, such as "{example}"'
        notes = (*notes, f"{other}: if letters are wrong, save it as UTF-8.")
    if kind == "csv2":
        frame, thousands = _with_points(frame)
        notes = (*notes, *thousands)
    if heads := joined_heads([[*frame.columns], *frame.iloc[:2].to_numpy()]):
        names, number, said = heads
        frame = frame.iloc[number - 1 :].set_axis(names, axis=1).reset_index(drop=True)
        notes = (*notes, said)
    return Found(frame, notes=notes)


CSV = listed("csv", never, partial(_read, "csv"), ".csv", ".txt")
CSV2 = listed("csv2", never, partial(_read, "csv2"))
TSV = listed("tsv", never, partial(_read, "tsv"), ".tsv", ".tab")
