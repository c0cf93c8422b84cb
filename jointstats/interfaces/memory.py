"""How much memory a process may take: a table that needs more ends in a sentence."""

from __future__ import annotations

import os
import sys

SHARE = 0.5  # of the machine's memory, so that whatever else runs there goes on


def ceiling() -> int | None:
    """Bytes that the process may take; None where the system sets no such limit."""
    if not sys.platform.startswith("linux"):
        return None
    return int(SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))


def limit() -> int | None:
    """The limit of this process, if it has one."""
    if not sys.platform.startswith("linux"):
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return None if soft == resource.RLIM_INFINITY else soft


def hold(most: int | None) -> None:
    """Limit the bytes of this process and its children: beyond it is MemoryError.

    A lower limit that is set already stays.
    """
    if most is None or not sys.platform.startswith("linux"):
        return
    import resource

    limits = resource.getrlimit(resource.RLIMIT_DATA)
    least = min([most, *(limit for limit in limits if limit != resource.RLIM_INFINITY)])
    resource.setrlimit(resource.RLIMIT_DATA, (least, limits[1]))
