"""Files that appear whole or not at all, and rows that are written to them.

One process at a time: a lock file next to the one that is read, changed and written again.

The lock is a file that only one process can make, on every system and on network drives. It names
its process and host. While the process runs, the system keeps the file for it (`flock`; Windows
removes no open file); when the process ends, however it ends, the system lets go. So a lock that a
killed process of this host has left behind is removed by the next one. The lock of another host
stays: the error says what to do about it.
"""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
import shutil
import socket
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import LedgerError, MissingExtraError, OptionError
from jointstats.base.rows import Kind, Table
from jointstats.evidence.messages import Extra

if TYPE_CHECKING:
    import pandas as pd


# Seconds for which others may read what is to be replaced: Windows refuses that long.
READERS = 2.0 if os.name == "nt" else 0.0


def check(path: Any, inputs: Iterable[Any] = ()) -> None:
    """Refuse a place where nothing could be written, before hours of work are lost to it.

    Parameters
    ----------
    path : str or path
    inputs : iterable of str or path
        Files that must not be overwritten; those that do not exist are ignored.

    Raises
    ------
    OSError
        If there is no such folder, or no permission.
    OptionError
        If the file is one of the inputs, or no file can have such a name.
    """
    try:
        target = Path(os.path.realpath(path))
    except ValueError:  # a zero byte, or half a letter
        raise OptionError(f"No file can be called {path}: name another one.") from None
    if any(os.path.exists(path) and target.exists() and target.samefile(path) for path in inputs):
        raise OptionError(f"{path} is the input file: name another file for the output.")
    if target.is_dir():
        raise _error(errno.EISDIR, path)
    if not target.parent.is_dir():
        raise _error(errno.ENOENT, path)
    needed = [target] if target.exists() else []
    needed += [target.parent] if not _is_special(target) else []
    if not all(os.access(path, os.W_OK) for path in needed):
        raise _error(errno.EACCES, path)


def write(path: Any, content: bytes) -> None:
    """Write a file next to its place, then put it there in one step.

    Raises
    ------
    OSError
        With the name of the file; what was there before is as it was.
    """
    check(path)
    target = Path(os.path.realpath(path))  # behind a link, which stays one
    try:
        if _is_special(target):
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def remove_unfinished(path: Any) -> None:
    """Remove what processes that were killed have left of writing a file.

    Call it only where no other process can be writing the file.
    """
    target = Path(os.path.realpath(path))
    unfinished = re.compile(re.escape(_beside(target)) + r"[0-9a-f]{8}\.part")
    with os.scandir(target.parent) as entries:
        left = [entry.path for entry in entries if unfinished.fullmatch(entry.name)]
    for path in left:
        os.unlink(path)


def _beside(target: Path) -> str:
    """How the names of its unfinished files begin; those of no other file do."""
    return f".{target.name[:40]}-{zlib.crc32(os.fsencode(target.name)):08x}-"


def _replace(target: Path, content: bytes) -> None:
    aside = target.with_name(f"{_beside(target)}{secrets.token_hex(4)}.part")
    try:
        with open(aside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # some file systems tell only now that the disk is full
        if target.exists():
            shutil.copymode(target, aside)
        _put(aside, target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def _put(aside: Path, target: Path) -> None:
    until = time.monotonic() + READERS
    while True:
        try:
            return os.replace(aside, target)
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(0.01)


def _is_special(target: Path) -> bool:
    """Whether it is a device or a pipe: these hold nothing that could be lost."""
    return target.exists() and not target.is_file()


def _error(number: int, path: Any) -> OSError:
    return OSError(number, os.strerror(number), str(path))


try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 20.0  # seconds to wait for another process
PAUSE = 0.02  # between two tries
UNSIGNED = 0.25  # seconds that a process may take to write its name into a lock that it has made


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep every other process from a file that is to be changed.

    What a killed process has left of its own attempt is removed.

    Parameters
    ----------
    path : str
        The file; behind a link, the file that it leads to.

    Raises
    ------
    LedgerError
        If another process keeps it for longer than `PATIENCE`; names the lock and the cure.
    OSError
        If nothing can be written there.
    """
    check(path)
    lock = f"{os.path.realpath(path)}.lock"
    until = time.monotonic() + PATIENCE
    while (held := _made(lock)) is None:
        if _removed_of_ended(lock):
            continue
        if time.monotonic() >= until:
            raise LedgerError(_kept(path, lock))
        time.sleep(PAUSE)
    try:
        os.write(held, f"process {os.getpid()} on {socket.gethostname()}".encode())
        remove_unfinished(path)
        yield
    finally:
        _give_back(lock, held)


def _made(lock: str) -> int | None:
    """Make the lock and keep it open, if it is free; its descriptor."""
    try:
        held = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return None
    except PermissionError:
        # Windows says this of a file that is being deleted; a folder without permission was
        # refused before.
        if os.name != "nt":
            raise
        return None
    # Others may have taken it for one that was left behind, before the system kept it.
    if _keep(held) is not False and _is_file(lock, held):
        return held
    os.close(held)
    return None


def _keep(held: int) -> bool | None:
    """Let the system keep an open file for this process; None if it cannot."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network drives
        return None
    return True


def _is_file(lock: str, held: int) -> bool:
    """Whether the lock is still the file that is open: it may have been deleted by hand."""
    try:
        return os.path.samestat(os.stat(lock), os.fstat(held))
    except FileNotFoundError:
        return False


def _removed_of_ended(lock: str) -> bool:
    """Remove the lock of a process of this host that has ended; whether that was done."""
    try:
        descriptor = os.open(lock, os.O_RDWR)
        try:
            if not _is_of_this_host(descriptor):
                return False
            if fcntl is not None:
                if not _keep(descriptor) or not _is_file(lock, descriptor):
                    return False
                os.unlink(lock)
                return True
        finally:
            os.close(descriptor)
        os.unlink(lock)  # Windows refuses it while the process keeps the file open
    except OSError:
        return False
    return True


def _is_of_this_host(descriptor: int) -> bool:
    """Whether a process of this host made the lock, or one that was killed before it signed."""
    text = os.read(descriptor, 4096).decode(errors="replace")
    if not text:
        return abs(time.time() - os.fstat(descriptor).st_mtime) > UNSIGNED
    return text.startswith("process ") and text.partition(" on ")[2] == socket.gethostname()


def _give_back(lock: str, held: int) -> None:
    """Remove the lock, if it is still that of this process, and let go of it."""
    is_ours = _is_file(lock, held)
    if fcntl is None:  # Windows removes no open file
        os.close(held)
    try:
        if is_ours:
            with suppress(FileNotFoundError):
                os.unlink(lock)
    finally:
        if fcntl is not None:  # let go only now: nobody else can have made another lock
            os.close(held)


def _kept(path: str, lock: str) -> str:
    try:
        with open(lock, encoding="utf-8") as file:
            who = file.read().strip()
    except (OSError, ValueError):
        who = ""
    return (
        f"The ledger {path} is kept by {who or 'another process'}, and was not free within "
        f"{PATIENCE:g} seconds: call again when that one is done, or, if it no longer runs, delete "
        f"the file {lock}."
    )


# pandas' types that know "unknown". What is not listed is a number with decimals.
TYPES: dict[Kind, Any] = dict.fromkeys((Kind.NAME, Kind.TEXT), "string")
TYPES |= {Kind.FLAG: "boolean", Kind.WHOLE: "Int64"}


class Tidy:
    """What amounts to one data frame, and is written as one."""

    def to_frame(self) -> pd.DataFrame:
        """The rows as a data frame with snake_case columns."""
        raise NotImplementedError

    def to_csv(self, path: Any = None, **which: Any) -> str | None:
        """Write the rows of :meth:`to_frame` as CSV, every number with all its digits.

        Parameters
        ----------
        path : str or path, optional
            The file: UTF-8, comma, decimal point, TRUE or FALSE, unknown cells empty. It appears
            whole or not at all. Without it the text is returned. Cells that begin with ``=`` are
            written as they are: open files with names of strangers in a spreadsheet as text.
        **which
            What :meth:`to_frame` takes: of a comparison ``what="board"``.

        Returns
        -------
        str or None
            The text, if there is no `path`.

        Raises
        ------
        OSError
            If nothing can be written there.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.sign_test(js.load_dataset("example1"))
        >>> print(result.to_csv().splitlines()[0][:49])
        a,b,measure,wins_a,wins_b,ties,statistic,p_value,
        """
        text = csv_text(self._typed_frame(**which))
        if path is None:
            return text
        write(path, text.encode())
        return None

    def to_parquet(self, path: Any, **which: Any) -> None:
        """Write the rows of :meth:`to_frame` as a Parquet file (extra ``parquet``).

        Names are text, counts whole numbers, decisions true or false, also where some or all are
        unknown: files of several results have the same types.

        Parameters
        ----------
        path : str or path
        **which
            What :meth:`to_frame` takes.

        Raises
        ------
        MissingExtraError
            If pyarrow is not installed.
        OSError
            If nothing can be written there.

        Examples
        --------
        >>> import tempfile, pathlib, pandas as pd, jointstats as js
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "tests.parquet"
        >>> js.sign_test(js.load_dataset("example1")).to_parquet(path)
        >>> pd.read_parquet(path).shape[0]
        2
        """
        write(path, parquet_bytes(self._typed_frame(**which)))

    def _typed_frame(self, **which: Any) -> pd.DataFrame:
        table = getattr(self, "table", None)
        return self.to_frame(**which) if table is None else typed_frame(table(**which))


def typed_frame(table: Table) -> pd.DataFrame:
    """The table as a data frame whose types follow from the kinds of its columns."""
    import pandas as pd

    pairs = zip(table.columns, table.values, strict=True)
    return pd.DataFrame(
        {c.name: pd.array(list(cells), dtype=TYPES.get(c.kind, "float64")) for c, cells in pairs}
    )


def csv_text(frame: pd.DataFrame) -> str:
    """A data frame as CSV, without its index; lines end alike on every system."""
    flags = frame.select_dtypes(["bool", "boolean"])
    # R and spreadsheets know truth values in capitals only; pandas and others read these, too.
    for name in flags:
        frame = frame.assign(**{str(name): flags[name].map({True: "TRUE", False: "FALSE"})})
    return frame.to_csv(index=False, lineterminator="\n")


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """A data frame as the content of a Parquet file, without its index."""
    try:
        import pyarrow  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise MissingExtraError("Writing Parquet needs pyarrow: ", Extra("parquet"), ".") from None
    content = io.BytesIO()
    frame.to_parquet(content, index=False)
    return content.getvalue()
