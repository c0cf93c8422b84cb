"""What is noticed on the way into a test: noted where it is seen, announced once by the call.

The intake sees what no result shows, such as rows that are folds. It notes that, and the public
function that the user called gives it to Python's warnings, together with what its result warns of.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from jointstats.labelled.errors import Caution

F = TypeVar("F", bound=Callable[..., Any])

# A variable of the context, not of the module: threads do not see each other's notes.
_noted: ContextVar[list[Caution] | None] = ContextVar("noted", default=None)


def note(caution: Caution) -> None:
    """Keep a caution for the call that is running; outside of any, announce it at once."""
    notes = _noted.get()
    if notes is None:
        announce([caution])
    elif caution not in notes:
        notes.append(caution)


@contextmanager
def noting() -> Iterator[list[Caution] | None]:
    """The notes of a public call; None within another one, which has them and speaks for both."""
    if _noted.get() is not None:
        yield None
        return
    notes: list[Caution] = []
    token = _noted.set(notes)
    try:
        yield notes
    finally:
        _noted.reset(token)


@contextmanager
def unheard() -> Iterator[None]:
    """Whatever is noted within is neither announced nor kept: a test that is run for another."""
    token = _noted.set([])
    try:
        yield
    finally:
        _noted.reset(token)


def announce(cautions: Iterable[Caution], stacklevel: int = 3) -> None:
    """Give cautions to Python's warnings, by default as of the line that called the caller."""
    for caution in cautions:
        warnings.warn(caution.warning(), stacklevel=stacklevel)


@contextmanager
def overheard() -> Iterator[list[str]]:
    """What another library says to Python's warnings: kept in the list at the end, not shown."""
    said: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield said
        said += [str(one.message) for one in caught]


def announced(function: F) -> F:
    """Let a public function that makes no result announce what it notes."""

    @wraps(function)
    def speaking(*data: Any, **options: Any) -> Any:
        with noting() as notes:
            made = function(*data, **options)
        announce(notes or ())
        return made

    return cast(F, speaking)


def keeping(function: F) -> F:
    """Let a function that makes a table keep in the table's notes what it notes of the cells."""

    @wraps(function)
    def making(*data: Any, **options: Any) -> Any:
        notes: list[Caution] = []
        token = _noted.set(notes)
        try:
            made = function(*data, **options)
        finally:
            _noted.reset(token)
        return replace(made, notes=(*made.notes, *notes)) if notes else made

    return cast(F, making)
