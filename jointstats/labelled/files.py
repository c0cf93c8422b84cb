"""Files that appear whole or not at all: what stood there before stays until the new one is."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jointstats.labelled.errors import OptionError

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
    if any(os.path.exists(one) and target.exists() and target.samefile(one) for one in inputs):
        raise OptionError(f"{path} is the file that is read: name another one to be written.")
    if target.is_dir():
        raise _error(errno.EISDIR, path)
    if not target.parent.is_dir():
        raise _error(errno.ENOENT, path)
    needed = [target] if target.exists() else []
    needed += [target.parent] if not _is_special(target) else []
    if not all(os.access(one, os.W_OK) for one in needed):
        raise _error(errno.EACCES, path)


def write(path: Any, content: bytes) -> None:
    """Write a file beside its place, then put it there in one step.

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
    for one in left:
        os.unlink(one)


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
