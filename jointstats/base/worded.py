"""How a result finds its words and its figures: its class names them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def words_of(result: Any) -> Any:
    """The words of a result, of the class that its ``words`` is, or names below this package.

    Returns
    -------
    jointstats.drawing.words.Words
    """
    kind = result.words
    return (kind if isinstance(kind, type) else _named(kind))(result)


def figures_of(shown: Any) -> Any:
    """The figures of a result or table: name to what makes the content; the first is the default.

    Its class names the function that lists them (``shows``); without one it has no figures.

    Returns
    -------
    jointstats.drawing.content.Figures
    """
    where = getattr(shown, "shows", "")
    return _named(where)(shown) if where else {}


def figures_beside(test: Any) -> Any:
    """What a comparison shows of a test that it carries, likewise (``shows_beside``)."""
    return _named(test.shows_beside)(test) if test.shows_beside else {}


def _named(where: str) -> Any:
    """What a dotted name below this package stands for."""
    module, _, name = where.rpartition(".")
    return getattr(import_module(f"jointstats.{module}"), name)
