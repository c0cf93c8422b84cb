"""The plain-data bridge: calls from R arrive as text and bare numbers, and leave as such.

No array or data frame crosses between the languages. A call is one JSON text and one flat list of
floats; names, flags and structure travel in the text, and every number of the user in the list, so
that no digit is lost. A reply has the same form, and it holds all that printing and
plotting need. Errors are returned, never raised: the classes of exceptions differ between
versions of reticulate, and Python's warnings would not reach R at all.

A node of the request's text is null, true, false, a string, a list of nodes, or an object whose
``is`` says how to read it (see ``_READERS`` of :mod:`.reading`).
"""

from typing import Any

from jointstats.interfaces.bridge.calls import call, run, snake_case
from jointstats.interfaces.bridge.host import end_workers, environment, loading_problems, pip_works
from jointstats.interfaces.bridge.reading import flat_numbers, unpack
from jointstats.interfaces.bridge.spelling import extras_come_by

__all__ = [
    "call",
    "end_workers",
    "environment",
    "extras_come_by",
    "flat_numbers",
    "loading_problems",
    "pack",
    "pip_works",
    "run",
    "snake_case",
    "unpack",
]


def __getattr__(name: str) -> Any:
    """Import what needs NumPy when it is needed: without it, the rest still reports this to R."""
    if name == "pack":
        from jointstats.interfaces.bridge.packing import pack

        return pack
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
