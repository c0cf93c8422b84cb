"""One process at a time: a file beside the one that is read, changed and written again.

The lock is a file that only one process can make. It works on every system and on network drives,
and needs nothing but the standard library; the price is that a process that is killed leaves it
behind, so that the error says what to do about it.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

from jointstats.labelled import files
from jointstats.labelled.errors import LedgerError

PATIENCE = 20.0  # seconds to wait for another process
PAUSE = 0.02  # between two tries


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep every other process from a file that is to be changed.

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
    files.check(path)
    lock = f"{os.path.realpath(path)}.lock"
    until = time.monotonic() + PATIENCE
    while not _made(lock):
        if time.monotonic() >= until:
            raise LedgerError(_kept(path, lock))
        time.sleep(PAUSE)
    try:
        with open(lock, "w", encoding="utf-8") as file:
            file.write(f"process {os.getpid()} on {socket.gethostname()}")
        yield
    finally:
        os.unlink(lock)


def _made(lock: str) -> bool:
    """Make the lock, if nobody has it."""
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    except FileExistsError:
        return False
    except PermissionError:
        # Windows says this of a file that is being deleted; a folder without permission was
        # refused before.
        if os.name != "nt":
            raise
        return False
    return True


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
