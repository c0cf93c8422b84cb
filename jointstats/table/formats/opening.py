"""Bytes of a file, decompressed, and as text; addresses are refused: nothing is fetched unasked.

Text is UTF-8, or what Windows' spreadsheets save as CSV. JSON names nothing twice: Python's own
reader silently keeps the last of two equal names. Whole numbers beyond doubles are infinite, as
those with an exponent are: some versions of pandas fail on them.
"""

from __future__ import annotations

import codecs
import gzip
import io
import json
import math
import os
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, NoReturn

from jointstats.base.errors import JointStatsError, ReadError


class Wrapped(io.RawIOBase):
    """A file that is read through another one, which it closes."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        """Whether it can be read: yes."""
        return True

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


COMPRESSED = (".gz", ".bz2", ".xz", ".zip")
_UNPACKERS: dict[str, Any] = {".gz": gzip}
_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, zipfile.BadZipFile)
_BROKEN += (RuntimeError,)  # such as that a file in a zip is encrypted, or packed in an unknown way
# What only other programs unpack, and the program.
_ELSEWHERE = {".zst": "unzstd", ".7z": "7z x", ".rar": "unrar", ".lz4": "unlz4"}
_ELSEWHERE |= dict.fromkeys((".tar", ".tgz"), "tar -xf")
try:
    import bz2
    import lzma
except ImportError:  # as in a browser
    _ELSEWHERE |= {".bz2": "bunzip2", ".xz": "unxz"}
else:
    _UNPACKERS |= {".bz2": bz2, ".xz": lzma}
    _BROKEN += (lzma.LZMAError,)
LARGEST = 1 << 28  # bytes that a file may unpack to, or that are parsed as one
SMALL, RATIO = 1 << 26, 200  # bytes that any may unpack to; how many times its size beyond that
MOST_CELLS = 5_000_000  # of a table, those in quoted text as well
LONGEST = 1 << 24  # bytes of a cell of text
_PIECE = 1 << 20  # bytes that are read at once
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
UTF_8, WINDOWS = "utf-8-sig", "cp1252"
NULL = "a byte of zero"  # the reason of a UnicodeDecodeError
# What no text holds, and what hardly any text holds unless it is UTF-8.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_UTF_8 = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SHOWN = 20  # letters of an example
_HALF = _SHOWN // 2


def plain_name(path: Any) -> str:
    """The name of a file without its folder, and without the endings of compression."""
    name = Path(str(path)).name
    while name.lower().endswith(COMPRESSED):
        name = name[: name.rindex(".")]
    return name


def refuse_impossible(path: Any) -> None:
    """Refuse an address, and what cannot be the name of a file."""
    text = str(path)
    if text.lower().startswith("file://"):
        raise ReadError(f"{text} is an address: name the file by its path, without file://.")
    if _ADDRESS.match(text):
        raise ReadError(f"{text} is an address: download it first, and name the file.")
    if not os.fspath(path):  # Path would take it for the folder that is worked in
        raise ReadError("The name of the file is empty: name a file, or a folder.")
    try:
        Path(path).is_dir()
        possible = b"\0" not in os.fsencode(path)
    except (OSError, UnicodeEncodeError):  # such as too long a name
        possible = False
    if not possible:
        raise ReadError(f"There is no file {path}, and there can be none of this name.")


def refuse_packed(path: Any) -> None:
    """Refuse a file that is compressed in a way that is not read here."""
    for ending, program in _ELSEWHERE.items():
        if ending in [suffix.lower() for suffix in Path(str(path)).suffixes[-2:]]:
            raise ReadError(
                f'{path} is packed: unpack it first (such as with "{program}"); '
                ".gz, .bz2, .xz and .zip are read as they are."
            )


@contextmanager
def explained(name: Any) -> Iterator[None]:
    """Say in a sentence why a file cannot be opened or unpacked."""
    try:
        yield
    except FileNotFoundError:
        raise ReadError(f"There is no file {name}.") from None
    except _BROKEN as error:
        raise ReadError(f"{name} cannot be read: {str(error).rstrip('.')}.") from None


@contextmanager
def explained_as(name: str, what: str) -> Iterator[None]:
    """Say in a sentence why another package, which may raise anything, cannot read a file."""
    try:
        yield
    except (JointStatsError, MemoryError):
        raise
    except FileNotFoundError:
        raise ReadError(f"There is no file {name}.") from None
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0].strip("'\"").rstrip(".")
        raise ReadError(f"{name} is not {what}: {reason}.") from None


def unpacking(path: Path, content: bytes | None = None) -> IO[bytes]:
    """A file for reading bytes, decompressed; of one in memory what it holds."""
    refuse_packed(path)
    there: Any = path if content is None else io.BytesIO(content)
    if path.suffix.lower() == ".zip":
        return _only_member(path, there)
    if unpacker := _UNPACKERS.get(path.suffix.lower()):
        size = path.stat().st_size if content is None else len(content)
        return bounded(unpacker.open(there), path, size)
    return open(path, "rb") if content is None else there


def is_stream(path: Any) -> bool:
    """Whether it can be read once only, and may have no end: a pipe, or a device."""
    try:
        mode = os.stat(os.path.expanduser(path)).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def whole(given: Any, name: str) -> bytes:
    """All bytes of what can be read only once, and may have no end; ``"-"`` is standard input."""

    def bounded(size: int) -> None:
        if size > LARGEST:
            raise ReadError(
                f"{name} goes on after {LARGEST >> 20:,} MB: write into a file what is to be "
                "read, and name that."
            )

    with explained(name), _once(given) as stream:
        return gathered(stream, bounded)


def gathered(file: Any, check: Callable[[int], None]) -> bytes:
    """All of an open file, as bytes; `check` gets their number after each piece."""
    content = io.BytesIO()
    while piece := file.read(_PIECE):  # with a larger size, this would take that much memory
        content.write(piece.encode() if isinstance(piece, str) else piece)
        check(content.tell())
    return content.getvalue()


def _once(given: Any) -> AbstractContextManager[Any]:
    """An open stream, closed by its opener."""
    if hasattr(given, "read"):
        return nullcontext(given)
    if str(given) == "-":
        return nullcontext(sys.stdin.buffer)
    return open(os.path.expanduser(given), "rb")


def bounded(file: Any, path: Path, packed: int) -> IO[bytes]:
    """An unpacked file that refuses to go on where it is beyond all measure."""
    return io.BufferedReader(_Bounded(file, path, packed), 1 << 18)


class _Bounded(Wrapped):
    def __init__(self, file: Any, path: Path, packed: int) -> None:
        super().__init__(file)
        self._path, self._most, self._read = path, largest(packed), 0

    def readinto(self, buffer: Any) -> int:
        size = self._file.readinto(buffer)
        self._read += size
        if self._read > self._most:
            refuse_inflated(self._path, self._most)
        return size


def largest(packed: int) -> int:
    """Bytes to which a file of `packed` bytes may unpack."""
    return min(LARGEST, max(SMALL, RATIO * packed))


def refuse_inflated(path: Any, most: int) -> NoReturn:
    """Refuse a file that unpacks to more than any table."""
    raise ReadError(
        f"{path} unpacks to more than {most >> 20:,} MB: unpack it first, if it is what it should "
        "be, or leave out what is not compared."
    )


def refuse_cells(name: str, number: int) -> None:
    """Refuse a table of more cells than are read: they take much more memory than their file."""
    if number > MOST_CELLS:
        raise ReadError(
            f"{name} has more than {MOST_CELLS:,} cells, and no more are read here: leave out the "
            "columns and rows that are not compared."
        )


def refuse_columns(name: str, number: int, most: int) -> None:
    """Refuse a table of more columns than are read."""
    if number > most:
        raise ReadError(
            f"{name} has more than {most:,} columns, and no more are read here: leave out those "
            "that are not compared, or give each data set and algorithm a row."
        )


def refuse_long(name: str, size: int) -> None:
    """Refuse a cell of text that is longer than any name or result."""
    if size > LONGEST:
        raise ReadError(
            f"{name} has a cell of more than {LONGEST >> 20} MB, which is not a result or a name: "
            "look whether the file is damaged."
        )


def refuse_bomb(archive: zipfile.ZipFile, name: Any) -> None:
    """Refuse a zip, or a file that is one inside, whose members say that they are too large."""
    members = archive.infolist()
    most = largest(sum(member.compress_size for member in members))
    if sum(member.file_size for member in members) > most:
        refuse_inflated(name, most)


def _only_member(path: Path, there: Any) -> IO[bytes]:
    """The one file in a zip, which stays open with it."""
    with zipfile.ZipFile(there) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        if not members:
            raise ReadError(f"{path} is an empty archive: there is no file in it.")
        if len(members) > 1:
            raise ReadError(
                f"{path} holds {len(members)} files: unpack it, and name one file, or their folder."
            )
        refuse_bomb(archive, path)
        return archive.open(members[0])


def not_utf8(name: Any) -> ReadError:
    """What to say of a file that is no UTF-8."""
    return ReadError(f"{name} is not UTF-8 text: save it as UTF-8.")


def has_null(name: Any) -> ReadError:
    """What to say of a file with a byte of zero, at which old versions of pandas end a cell."""
    return ReadError(
        f"{name} contains a NUL byte, so it is damaged or not UTF-8 text: save it as UTF-8."
    )


def beginning(head: bytes) -> str:
    """The first bytes of a file as text, which may end within a letter."""
    try:
        return codecs.getincrementaldecoder(UTF_8)().decode(head)
    except UnicodeDecodeError:
        windows = windows_example(head) is not None
        return head.decode(WINDOWS if windows else UTF_8, errors="ignore")


def windows_example(content: bytes) -> str | None:
    """The first letter beyond ASCII with what is around it, if this can be Windows-1252.

    A file with bytes that mean nothing there, or with letters of UTF-8, is damaged or mixes both.
    """
    if _NO_TEXT.search(content) or _UTF_8.search(content):
        return None
    try:
        text = content.decode(WINDOWS)
    except UnicodeDecodeError:
        return None
    example = re.search(rf"[^\s,;\t\"]{{0,{_HALF}}}[^\x00-\x7f][^\s,;\t\"]{{0,{_HALF}}}", text)
    return None if example is None else example[0]


def refuse_crowded(content: bytes, name: str) -> None:
    """Refuse JSON of too many values, before each becomes an object in memory."""
    refuse_cells(name, sum(map(content.count, (b",", b"[", b"{"))))


def parsed(text: str, name: str, line: int | None = None) -> Any:
    """The content of a text in JSON, or of one numbered line of JSON Lines."""
    what, where = ("JSON", "") if line is None else ("JSON Lines", f"of line {line}, ")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        at = line or error.lineno
        raise ReadError(f"{name} is not {what}: {error.msg} in line {at}.") from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ReadError(f"{name} cannot be read as {what}: {where}{why.rstrip('.')}.") from None


def _whole(digits: str) -> int | float:
    value = int(digits)
    if abs(value) <= sys.float_info.max:
        return value
    return math.inf if value > 0 else -math.inf


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f'one of its objects names "{twice}" twice')
    return content


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole)
