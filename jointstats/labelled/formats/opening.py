"""Bytes of a file, decompressed; addresses are refused, because nothing is fetched unasked.

Python's own readers of bz2 and xz end in silence at what is no stream. A file that several
compressors wrote side by side, and that was damaged, would lose all rows from there on.
"""

from __future__ import annotations

import bz2
import gzip
import io
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

from jointstats.labelled.errors import JointStatsError, ReadError

_READ_AT_ONCE = 1 << 16  # bytes that are read at once


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


class Streams(Wrapped):
    """The streams of a path or file, decompressed by what `stream` makes; zeros may pad them."""

    def __init__(self, there: Any, stream: Callable[[], Any], *, padded: bool = False) -> None:
        super().__init__(there if hasattr(there, "read") else open(there, "rb"))  # noqa: SIM115
        self._stream, self._padding = stream, b"\0" if padded else b""
        self._unpacker = stream()

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, as far as one piece goes; 0 at the end."""
        content = b""
        while not content:
            packed = b""
            if self._unpacker.eof:
                packed = self._next()
                if not packed:
                    return 0
                self._unpacker = self._stream()
            elif self._unpacker.needs_input:
                packed = self._file.read(_READ_AT_ONCE)
                if not packed:
                    raise EOFError("it ends within what is compressed")
            content = self._unpacker.decompress(packed, len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def _next(self) -> bytes:
        """The first bytes of what comes after a stream; none at the end."""
        packed: bytes = self._unpacker.unused_data or self._file.read(_READ_AT_ONCE)
        while self._padding and packed and not packed.strip(self._padding):
            packed = self._file.read(_READ_AT_ONCE)
        return packed.lstrip(self._padding) if self._padding else packed


try:
    import lzma
except ImportError:  # some Pythons are built without it, as is that of browsers
    lzma = None  # type: ignore[assignment]

COMPRESSED = (".gz", ".bz2", ".xz", ".zip")
_OPENERS: dict[str, Callable[[Any], Any]] = {  # of a path, or an open file
    ".gz": gzip.open,
    ".bz2": lambda there: Streams(there, bz2.BZ2Decompressor),
}
_BROKEN: tuple[type[Exception], ...] = (
    OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError,
)  # fmt: skip
if lzma:
    _OPENERS[".xz"] = lambda there: Streams(there, lzma.LZMADecompressor, padded=True)
    _BROKEN += (lzma.LZMAError,)
# What only other programs unpack, and the program.
_ELSEWHERE = {
    ".zst": "unzstd", ".7z": "7z x", ".rar": "unrar", ".lz4": "unlz4", ".tar": "tar -xf",
    ".tgz": "tar -xf",
}  # fmt: skip
LARGEST = 1 << 30  # bytes that a file of any kind may unpack to
RATIO = 200  # beyond that, so many times its size: tables shrink less, what is made to harm more
_PIECE = 1 << 20  # bytes that are read at once
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


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
    if lzma is None and Path(str(path)).suffix.lower() == ".xz":
        raise ReadError(
            f'{path} cannot be unpacked, for this Python lacks lzma: unpack it first (with "unxz").'
        )
    for ending, program in _ELSEWHERE.items():
        if ending in [suffix.lower() for suffix in Path(str(path)).suffixes[-2:]]:
            raise ReadError(
                f'{path} is packed: unpack it first (such as with "{program}"); '
                ".gz, .bz2, .xz and .zip are read as they are."
            )


@contextmanager
def opened(path: Path, content: bytes | None = None) -> Iterator[IO[bytes]]:
    """A file (or its `content` in memory) for reading bytes, decompressed."""
    refuse_packed(path)
    with explained(path), unpacking(path, content) as file:
        yield file


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
    there: Any = path if content is None else io.BytesIO(content)
    if path.suffix.lower() == ".zip":
        return _only_member(path, there)
    if opener := _OPENERS.get(path.suffix.lower()):
        size = path.stat().st_size if content is None else len(content)
        return bounded(opener(there), path, size)
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
            refuse_inflated(self._path)
        return size


def largest(packed: int) -> int:
    """Bytes to which a file of `packed` bytes may unpack."""
    return max(LARGEST, RATIO * packed)


def refuse_inflated(path: Any) -> NoReturn:
    """Refuse a file that unpacks to more than any table."""
    raise ReadError(
        f"{path} unpacks to more than {LARGEST >> 20:,} MB and {RATIO} times its size: unpack it "
        "first, if it is what it should be."
    )


def refuse_bomb(archive: zipfile.ZipFile, name: Any) -> None:
    """Refuse a zip, or a file that is one inside, whose members say that they are too large."""
    members = archive.infolist()
    packed = sum(member.compress_size for member in members)
    if sum(member.file_size for member in members) > largest(packed):
        refuse_inflated(name)


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
