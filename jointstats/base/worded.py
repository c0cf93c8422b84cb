"""How a result finds its words: its class names the class that makes them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def words_of(result: Any) -> Any:
    """The words of a result, of the class that its ``words`` is, or names below this package.

    Returns
    -------
    jointstats.drawing.words.Words
    """
    if isinstance(result.words, type):
        return result.words(result)
    module, _, name = result.words.rpartition(".")
    return getattr(import_module(f"jointstats.{module}"), name)(result)
