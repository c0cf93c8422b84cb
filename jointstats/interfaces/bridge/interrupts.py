"""While the core works for another language, an interrupt is Python's alone."""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def python_takes_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here, and give it back to the host afterwards.

    A host such as R has a separate handler in C, which wakes both languages. With older
    versions of reticulate, R may then jump out of the middle of Python's work, and the process
    ends some calls later. An interrupt that comes while handlers are changed, or where Python
    ignores exceptions (as in ``__del__``), is raised at the end, when the host's are in place.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    in_c = _system_handler()
    came: list[int] = []

    def taken(number: int, _: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    in_python = signal.signal(signal.SIGINT, taken)
    try:
        yield
    finally:
        if _restored(in_python, in_c) or came:
            raise KeyboardInterrupt


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Raise at the end, and no sooner, an interrupt that comes while Python takes them.

    An import of a compiled module that was interrupted cannot be repeated in the same process.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _restored(in_python: signal._HANDLER, in_c: int | None) -> bool:
    """Put the handlers back; whether an interrupt came while it was done."""
    came = False
    while True:
        try:
            # None: set by the host in C, never through Python
            signal.signal(signal.SIGINT, signal.SIG_IGN if in_python is None else in_python)
            ctypes.pythonapi.PyOS_setsig(signal.SIGINT, ctypes.c_void_p(in_c))
        except KeyboardInterrupt:
            came = True
        else:
            return came


def _system_handler() -> int | None:
    """The handler of the operating system's signal, which Python knows only as its own."""
    ask = ctypes.pythonapi.PyOS_getsig
    ask.restype = ctypes.c_void_p
    return ask(signal.SIGINT)
