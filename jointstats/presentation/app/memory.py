"""How much memory the page's process may take: a table that needs more ends in a sentence."""

from __future__ import annotations

import os
import sys

SHARE = 0.5  # of the machine's memory, so that whatever else runs there goes on


def ceiling() -> int | None:
    """Bytes that the page's process may take; None where the system sets no such limit."""
    if not sys.platform.startswith("linux"):
        return None
    return int(SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))


def hold(most: int | None) -> None:
    """Let this process, and what it starts, take so many bytes at most: then MemoryError.

    A lower limit that is set already stays.
    """
    if most is None or not sys.platform.startswith("linux"):
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def too_much() -> str:
    """That a table needs more memory than there is, and what to do."""
    most = _held()
    what = "there is here" if most is None else f"the {most / 1e9:,.1f} GB that this page may take"
    return (
        f"This needs more memory than {what}: leave out algorithms, measures or data sets that "
        "are not compared, or use the Python package."
    )


def _held() -> int | None:
    """The limit of this process, if it has one."""
    if not sys.platform.startswith("linux"):
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return None if soft == resource.RLIM_INFINITY else soft
