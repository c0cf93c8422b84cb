"""What the desk remembers of a visit: table and answers; and how far a computation has come."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from jointstats.evidence.progress import Loop
from jointstats.interfaces.app.complaints import RefusalError
from jointstats.interfaces.app.given import Given

if TYPE_CHECKING:
    import pandas as pd

    from jointstats.base.errors import Caution
    from jointstats.claims.comparison import Comparison
    from jointstats.table.formats.format import Format, Found, Source
    from jointstats.table.results_table import ResultsTable


Progress = Callable[[dict[str, Any]], None]

EVERY = 0.2  # seconds between two messages
_ELSEWHERE = (
    "Another {} than that of this window is open, maybe because another window of this page was "
    "used: open the table again, and compare."
)


@dataclass
class Opened:
    """A table as it was read.

    Attributes
    ----------
    name : str
        Of the file; of a packaged table with ``@`` before it.
    frame : DataFrame
    content : str
        Identifies the content of the files, however it is read: answers are counted by it.
    source, format, found, own
        Of files: what was given, the format that it was read in, what that found and stated, and
        the format's own options. A packaged table has none of them.
    reads : dict
        What was read anew for the visitor's choices, the last time.
    made : tuple, optional
        The roles for which a results table was made last, the table, and its cautions.
    """

    name: str
    frame: pd.DataFrame
    content: str
    source: Source | None = None
    format: Format | None = None
    found: Found | None = None
    own: dict[str, str] = field(default_factory=dict)
    reads: dict[str, Found] = field(default_factory=dict)
    made: tuple[dict[str, Any], ResultsTable, list[str]] | None = None

    @cached_property
    def mark(self) -> str:
        """Identifies this table, as it was read: requests about it carry it."""
        return marked(self.content, self.name, self.format and self.format.name, self.own)

    @property
    def states(self) -> bool:
        """Whether the file says what is where."""
        return self.format is not None and bool(self.format.states)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """What is to be said of how the file was read."""
        return () if self.found is None else self.found.cautions


@dataclass
class Answer:
    """The last answer: the comparison, its request, the remarks on changes and range."""

    result: Comparison
    asked: dict[str, Any]
    note: str
    held: list[str]

    @cached_property
    def mark(self) -> str:
        """Identifies this answer about the table: requests about it carry it."""
        return marked(self.asked)


class Teller:
    """Watches loops and stages, and reports the outermost of several steps.

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
        """Report immediately what is being done."""
        self._stage = (text, share)
        self._tell(text, share)

    def begin(self, loop: Loop) -> None:
        """A loop begins."""
        self._loops.append(loop)
        loop.moved = self._moved

    def end(self, loop: Loop) -> None:
        """A loop has ended."""
        self._loops = [other for other in self._loops if other is not loop]

    def _moved(self, loop: Loop) -> None:
        several = [loop for loop in self._loops if loop.total != 1]
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


@dataclass
class Visit:
    """All that is kept between two requests, which several windows of the page may make.

    Attributes
    ----------
    teller : Teller
        Receives how far a computation has come.
    data : bytes
        The files of the request.
    """

    teller: Teller = field(default_factory=Teller)
    data: bytes = b""
    opened: Opened | None = None
    answer: Answer | None = None
    answers: dict[str, list[Given]] = field(default_factory=dict)
    tried: dict[str, dict[str, int]] = field(default_factory=dict)
    holds: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def table(self, said: Mapping[str, Any]) -> Opened:
        """The table that a request is about, or a refusal if it is not the open one."""
        first = RefusalError("Open a table first.", "file")
        return _meant("table", said, self.opened, first)

    def last(self, said: Mapping[str, Any]) -> Answer:
        """The answer that a request is about, or a refusal if it is not the last one."""
        self.table(said)
        first = RefusalError("There is no answer yet. Compare first.", "option")
        return _meant("answer", said, self.answer, first)

    def given(self, opened: Opened) -> list[Given]:
        """The answers given about a table, first one first."""
        return self.answers.setdefault(opened.content, [])

    def known(self, opened: Opened) -> dict[str, int]:
        """How many values of each setting were tried on a table."""
        return self.tried.setdefault(opened.content, {})

    def held(self, opened: Opened, asked: Mapping[str, Any]) -> list[str]:
        """Where an answer about a table was found to hold, however often it is given."""
        return self.holds.setdefault((opened.content, marked(asked)), [])


def _meant(what: str, said: Mapping[str, Any], there: Any, first: RefusalError) -> Any:
    """What is there, if it is what a request means."""
    if there is None and said.get(what) is None:
        raise first
    if there is None or said.get(what) != there.mark:
        raise RefusalError(_ELSEWHERE.format(what), "elsewhere")
    return there


def marked(*parts: Any) -> str:
    """A mark that differs where one of these parts does."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
