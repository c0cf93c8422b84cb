"""How far a computation has come, told as it goes: there may be no second thread to look."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jointstats.kernels.progress import Loop

Progress = Callable[[dict[str, Any]], None]

EVERY = 0.2  # seconds between two messages


class Teller:
    """Watches loops and stages, and tells what the outermost of several steps has done.

    Parameters
    ----------
    progress : callable, optional
        Takes ``{"text": str, "share": float or None}``.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._loops: list[Loop] = []
        self._stage: tuple[str, float | None] = ("", None)
        self._last = 0.0

    def stage(self, text: str, share: float | None = None) -> None:
        """Say at once what is being done."""
        self._stage = (text, share)
        self._tell(text, share)

    def begin(self, loop: Loop) -> None:
        """A loop begins."""
        self._loops.append(loop)
        loop.moved = self._moved

    def end(self, loop: Loop) -> None:
        """A loop has ended."""
        self._loops = [one for one in self._loops if one is not loop]

    def _moved(self, loop: Loop) -> None:
        several = [one for one in self._loops if one.total != 1]
        if not several or several[0] is not loop or time.monotonic() - self._last < EVERY:
            return
        stage, share = self._stage
        of = f" of {loop.total:,}" if loop.total else ""
        if share is None and loop.total:
            share = min(loop.done / loop.total, 1.0)
        self._tell(f"{stage}: {loop.done:,}{of} {loop.what}".removeprefix(": "), share)

    def _tell(self, text: str, share: float | None) -> None:
        self._last = time.monotonic()
        if self._progress is not None:
            self._progress({"text": text, "share": share})
