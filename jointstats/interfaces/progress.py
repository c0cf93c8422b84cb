"""The line that says how far a long computation has come, for a person who watches.

It appears after two seconds and goes when the work is done. It is written to the terminal or the
notebook only, never into a file or a pipe, and not at all where JOINTSTATS_PROGRESS is ``no``.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jointstats.evidence.messages import Loop, showing

AFTER = 2.0  # seconds before anything is shown
EVERY = 0.25  # seconds between two looks
SWITCH = "JOINTSTATS_PROGRESS"
_OFF = ("0", "no", "off", "false", "never")
_BAR = 20


class ProgressLine:
    """Shows the outermost loop of several steps, on one line that is written over.

    Parameters
    ----------
    stream : text stream, optional
        By default Python's standard error, as it is when a loop begins.
    """

    def __init__(self, stream: Any = None) -> None:
        self._stream = self._given = stream
        self._loops: list[tuple[Loop, float]] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._pid = os.getpid()

    def begin(self, loop: Loop) -> None:
        """Watch a loop; the first one starts the clock."""
        with self._lock:
            self._loops.append((loop, time.monotonic()))
            if self._thread is not None or not self._has_a_reader():
                return
            self._ended = threading.Event()
            self._thread = threading.Thread(target=self._watch, args=(self._ended,), daemon=True)
            self._thread.start()

    def end(self, loop: Loop) -> None:
        """Watch it no more; after the last one the line is gone."""
        with self._lock:
            self._loops = [other for other in self._loops if other[0] is not loop]
            thread = self._thread
            if self._loops or thread is None:
                return
            self._thread = None
            self._ended.set()
        thread.join()

    def _has_a_reader(self) -> bool:
        """Whether a person watches this very process; a copy made by fork has no thread."""
        from multiprocessing import parent_process  # nothing that a help text needs

        copied = os.getpid() != self._pid or parent_process() is not None
        if copied or _is_off(os.environ.get(SWITCH, "")):
            return False
        self._stream = sys.stderr if self._given is None else self._given
        return is_watched(self._stream)

    def _watch(self, ended: threading.Event) -> None:
        width, counted, seconds = 0, None, 0.0
        try:
            wait = AFTER
            while not ended.wait(wait):
                wait = EVERY
                with self._lock:
                    several = [loop for loop in self._loops if loop[0].total != 1]
                    shown = (several or self._loops)[:1]
                if not shown:
                    continue
                loop, begun = shown[0]
                # While a step takes its time, what is still to go does not grow with it.
                if counted != (loop, loop.done) or not loop.total or not 0 < loop.done < loop.total:
                    counted, seconds = (loop, loop.done), time.monotonic() - begun
                line = progress_line(loop, seconds, shutil.get_terminal_size().columns)
                self._write(f"\r{line.ljust(width)}")
                width = len(line)
            if width:
                self._write(f"\r{' ' * width}\r")
        except (OSError, ValueError):  # the terminal has gone, or the stream is closed
            return

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def progress_line(loop: Loop, seconds: float, columns: int = 80) -> str:
    """One line about a loop that has run so long.

    Examples
    --------
    >>> progress_line(Loop("pairs", 4950, 990), 10.0)
    '[####................]  990 of 4,950 pairs, some 40 s to go'
    >>> progress_line(Loop("pieces", None, 12), 75.0)
    '12 pieces, 1 min 15 s so far'
    >>> progress_line(Loop("work", 1), 3.0)
    'working, 3 s so far'
    """
    if loop.total is None or loop.total <= 1:
        done = f"{loop.done:,} {loop.what}" if loop.done else "working"
        return f"{done}, {_duration(seconds)} so far"[: columns - 1]
    share = min(loop.done / loop.total, 1.0)
    filled = int(_BAR * share)
    bar = f"[{'#' * filled}{'.' * (_BAR - filled)}]"
    if 0 < share < 1:
        when = f"some {_duration(seconds * (1 - share) / share)} to go"
    else:
        when = f"{_duration(seconds)} so far"
    return f"{bar}  {loop.done:,} of {loop.total:,} {loop.what}, {when}"[: columns - 1]


def is_watched(stream: Any) -> bool:
    """Whether a stream is a terminal's or a notebook's."""
    try:
        if stream is not None and stream.isatty():
            return True
    except (AttributeError, ValueError):
        return False
    return _in_a_notebook()


@contextmanager
def working(stream: Any = None) -> Iterator[None]:
    """Show within the ``with`` block that something goes on, whether in a loop or not."""
    line, whole = ProgressLine(stream), Loop("work", 1)
    with showing(line):
        line.begin(whole)
        try:
            yield
        finally:
            line.end(whole)


@contextmanager
def working_for_a_host(switch: str = "") -> Iterator[None]:
    """The same for a program that runs Python inside: on the terminal's own standard error.

    Python's may be a substitute there, which calls the host; no thread may write to it.

    Parameters
    ----------
    switch : str, default ""
        JOINTSTATS_PROGRESS as the host has it; Python knows only its value at the start.
    """
    if _is_off(switch) or not os.isatty(2):
        with showing(None):
            yield
        return
    with open(os.dup(2), "w", errors="replace") as terminal, working(terminal):
        yield


def _is_off(switch: str) -> bool:
    return switch.strip().lower() in _OFF


def _in_a_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def _duration(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
