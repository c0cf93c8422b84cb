"""Compressed streams, one after the other, of which nothing is skipped.

Python's own readers of bz2 and xz end in silence at what is no stream. A file that several
compressors wrote side by side, and that was damaged, would lose all rows from there on.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import IO, Any

_PIECE = 1 << 16  # bytes that are read at once


class Streams(io.RawIOBase):
    """What the streams of a file hold.

    Parameters
    ----------
    there : path or binary file
    stream : callable
        Makes what decompresses one stream, such as ``bz2.BZ2Decompressor``.
    padded : bool, default False
        Whether there may be zeros between the streams and after them.
    """

    def __init__(self, there: Any, stream: Callable[[], Any], *, padded: bool = False) -> None:
        self._file: IO[bytes] = there if hasattr(there, "read") else open(there, "rb")  # noqa: SIM115
        self._stream, self._padding = stream, b"\0" if padded else b""
        self._one = stream()

    def readable(self) -> bool:
        """Whether it can be read: yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, as far as one piece goes; 0 at the end."""
        found = b""
        while not found:
            packed = b""
            if self._one.eof:
                packed = self._next()
                if not packed:
                    return 0
                self._one = self._stream()
            elif self._one.needs_input:
                packed = self._file.read(_PIECE)
                if not packed:
                    raise EOFError("it ends within what is compressed")
            found = self._one.decompress(packed, len(buffer))
        buffer[: len(found)] = found
        return len(found)

    def _next(self) -> bytes:
        """The first bytes of what comes after a stream; none at the end."""
        packed: bytes = self._one.unused_data or self._file.read(_PIECE)
        while self._padding and packed and not packed.strip(self._padding):
            packed = self._file.read(_PIECE)
        return packed.lstrip(self._padding) if self._padding else packed

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()
