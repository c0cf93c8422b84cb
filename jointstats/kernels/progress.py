"""Long loops report their progress here; whoever shows a bar puts it in. None by default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
Bar = Callable[[Iterable[T], int | None, str], Iterable[T]]

_bar: ContextVar[Bar | None] = ContextVar("progress_bar", default=None)


def track(items: Iterable[T], total: int | None, what: str) -> Iterable[T]:
    """Pass items through, showing a bar if one is in place.

    Parameters
    ----------
    items : iterable
    total : int or None
        Number of items, if known.
    what : str
        What is counted, such as ``"pairs"``.
    """
    bar = _bar.get()
    return items if bar is None else bar(items, total, what)


@contextmanager
def showing(bar: Bar | None) -> Iterator[None]:
    """Use this bar inside the ``with`` block."""
    token = _bar.set(bar)
    try:
        yield
    finally:
        _bar.reset(token)
