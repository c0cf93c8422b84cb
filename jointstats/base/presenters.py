"""How a result finds its words, and what the interfaces do for it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from jointstats.base.facts import derived

presenters: dict[str, Callable[..., Any]] = {}
"""What the layers above do for a result, by name. They put it here when the package is imported, so
that nothing in this layer depends on how a result is worded or shown."""


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


class _Worded:
    """A field whose words are made when they are read; nothing is stored."""

    def __init__(self, method: str) -> None:
        self.method = method

    def __get__(self, result: Any, owner: type) -> Any:
        return self if result is None else getattr(words_of(result), self.method)()


def worded(method: str) -> Any:
    """Declare a field of a result that a method of its class of words makes."""
    return derived(_Worded(method))
