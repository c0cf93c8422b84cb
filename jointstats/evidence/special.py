"""SciPy's special functions, loaded when the first of them is used.

Half of what a short command takes would otherwise be their import.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    value = getattr(import_module("scipy.special"), name)
    globals()[name] = value
    return value
