"""Long loops report their progress here to a watcher, if one is set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(eq=False)
class Loop:
    """How far a loop has come.

    Attributes
    ----------
    what : str
        What is counted, such as ``"pairs"``.
    total : int or None
        How many there are, if known.
    done : int, default 0
        How many of them are done.
    moved : callable, optional
        Called with the loop after each step; a watcher without a thread of its own sets it.
    """

    what: str
    total: int | None
    done: int = 0
    moved: Callable[[Loop], None] | None = None

    def reach(self, done: int) -> None:
        """Note how many are done."""
        self.done = done
        if self.moved is not None:
            self.moved(self)


class Watcher(Protocol):
    """Shows loops while they run; it may do so from another thread."""

    def begin(self, loop: Loop) -> None:
        """A loop begins, maybe inside another one."""

    def end(self, loop: Loop) -> None:
        """It has ended, done or not."""


_here: ContextVar[Watcher | None] = ContextVar("watcher")
_usual: list[Watcher] = []


def track(items: Iterable[T], total: int | None, what: str) -> Iterable[T]:
    """Pass items through and count them for a watcher.

    Parameters
    ----------
    items : iterable
    total : int or None
        Number of items, if known.
    what : str
        What is counted, such as ``"pairs"``.
    """
    watcher = _watcher()
    return items if watcher is None else _counted(items, Loop(what, total), watcher)


@contextmanager
def showing(watcher: Watcher | None) -> Iterator[None]:
    """Set the watcher inside the ``with`` block; None: no watcher."""
    token = _here.set(watcher)
    try:
        yield
    finally:
        _here.reset(token)


def watches_by_default(watcher: Watcher) -> None:
    """Let this one watch wherever :func:`showing` says nothing."""
    _usual[:] = [watcher]


def _watcher() -> Watcher | None:
    return _here.get(_usual[0] if _usual else None)


def _counted(items: Iterable[T], loop: Loop, watcher: Watcher) -> Iterator[T]:
    watcher.begin(loop)
    try:
        for item in items:
            yield item
            loop.reach(loop.done + 1)
    finally:
        watcher.end(loop)
