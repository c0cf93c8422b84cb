"""Bytes of a file, decompressed; addresses are refused, because nothing is fetched unasked."""

from __future__ import annotations

import bz2
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from jointstats.labelled.errors import ReadError

try:
    import lzma
except ImportError:  # some Pythons are built without it, as is that of browsers
    lzma = None  # type: ignore[assignment]

COMPRESSED = (".gz", ".bz2", ".xz", ".zip")
_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open}
_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, zipfile.BadZipFile)
if lzma:
    _OPENERS[".xz"] = lzma.open
    _BROKEN += (lzma.LZMAError,)
# What only other programs unpack, and the program.
_ELSEWHERE = {
    ".zst": "unzstd", ".7z": "7z x", ".rar": "unrar", ".lz4": "unlz4", ".tar": "tar -xf",
    ".tgz": "tar -xf",
}  # fmt: skip
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def plain_name(path: Any) -> str:
    """The name of a file without its folder, and without the endings of compression."""
    name = Path(str(path)).name
    while name.lower().endswith(COMPRESSED):
        name = name[: name.rindex(".")]
    return name


def refuse_address(path: Any) -> None:
    """Refuse the address of something elsewhere.

    Raises
    ------
    ReadError
    """
    text = str(path)
    if text.lower().startswith("file://"):
        raise ReadError(f"{text} is an address: name the file by its path, without file://.")
    if _ADDRESS.match(text):
        raise ReadError(f"{text} is an address: download it first, and name the file.")


def refuse_packed(path: Any) -> None:
    """Refuse a file that is compressed in a way that is not read here.

    Raises
    ------
    ReadError
    """
    if lzma is None and Path(str(path)).suffix.lower() == ".xz":
        raise ReadError(
            f'{path} cannot be unpacked, for this Python lacks lzma: unpack it first (with "unxz").'
        )
    for ending, program in _ELSEWHERE.items():
        if ending in [one.lower() for one in Path(str(path)).suffixes[-2:]]:
            raise ReadError(
                f'{path} is packed: unpack it first (such as with "{program}"); '
                ".gz, .bz2, .xz and .zip are read as they are."
            )


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file for reading bytes, decompressed; what goes wrong is said in a sentence.

    Raises
    ------
    ReadError
    """
    refuse_packed(path)
    with explained(path), _raw(path) as file:
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


def _raw(path: Path) -> IO[bytes]:
    ending = path.suffix.lower()
    if ending == ".zip":
        return io.BytesIO(_only_member(path))
    opener = _OPENERS.get(ending)
    return opener(path, "rb") if opener else open(path, "rb")


def _only_member(path: Path) -> bytes:
    """What the one file in a zip holds."""
    with zipfile.ZipFile(path) as archive:
        members = [one for one in archive.infolist() if not one.is_dir()]
        if not members:
            raise ReadError(f"{path} is an empty archive: there is no file in it.")
        if len(members) > 1:
            raise ReadError(
                f"{path} holds {len(members)} files: unpack it, and name one file, or their folder."
            )
        return archive.read(members[0])
