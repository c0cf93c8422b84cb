"""What the desk remembers of a visit: table and answers; and how far a computation has come.

A reader who looks at an answer and changes a setting can go on until it pleases. Therefore every
answer after the first one states this everywhere: in the page, the report, figures and code.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from jointstats.base import wording
from jointstats.evidence.messages import Loop
from jointstats.interfaces.app.complaints import LABELS, VALUES, RefusalError, label

if TYPE_CHECKING:
    import pandas as pd

    from jointstats.base.errors import Caution
    from jointstats.claims.comparison import Comparison
    from jointstats.table.formats.format import Format, Found, Source
    from jointstats.table.results_table import ResultsTable


_WAYS = {"max": "higher is better", "min": "lower is better", None: "not used"}
ALPHA = 0.05
MOST = 40  # answers that are kept in full


Given = dict[str, Any]
"""An answer that was given: ``asked``, its roles and settings, and its ``verdict``."""


def restored(saved: Any) -> list[Given]:
    """Answers that the page brings back; anything else is ignored."""
    if not isinstance(saved, list):
        return []
    return [
        {"asked": drawn["asked"], "verdict": str(drawn.get("verdict", ""))[:2000]}
        for drawn in saved[:MOST]
        if isinstance(drawn, dict) and isinstance(drawn.get("asked"), dict)
    ]


def place_of(asked: Mapping[str, Any], given: Sequence[Given]) -> int | None:
    """The number of the answer to the same question, from 1; None if it is a new one."""
    wanted = dict(_flat(asked))
    before = (dict(_flat(answer["asked"])) for answer in given)
    return next((i for i, settings in enumerate(before, 1) if settings == wanted), None)


def note(
    number: int, given: Sequence[Given], asked: Mapping[str, Any], tried: Mapping[str, int]
) -> str:
    """The remark on an answer after the first one.

    Parameters
    ----------
    number : int
        Of the answer, from 1.
    given : sequence of Given
    asked : dict
        What is answered now.
    tried : dict
        How many other settings of each factor were tried to see where a verdict holds.
    """
    if number <= 1 or not given:
        return ""
    first = given[0]
    verdict = f": “{first['verdict']}”, with" if first["verdict"] else " was given with"
    values = [f"{name}, {wording.plural(n, 'value')}" for name, n in tried.items()]
    return (
        "Settings were changed after an answer had been seen: this is answer "
        f"{number}. First answer{verdict} {_settings(first['asked'])}. "
        f"Changed since: {'; '.join(changes(first['asked'], asked)) or 'nothing that is kept'}."
    ) + (f" Other values had been tried: {'; '.join(values)}." if values else "")


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two questions, a phrase for each difference."""
    first, second = dict(_flat(before)), dict(_flat(after))
    names = dict.fromkeys([*first, *second])
    return [
        f"{name} from {_word(name, first.get(name))} to {_word(name, second.get(name))}"
        for name in names
        if first.get(name) != second.get(name)
    ]


def _settings(asked: Mapping[str, Any]) -> str:
    settings = dict(_flat(asked))
    ropes = [f"{name} {width:g}" for name, width in settings.items() if name.startswith(_ROPE)]
    rest = wording.listing([f"{label('alpha')} {settings[label('alpha')]:g}", *ropes])
    return rest if ropes else f"{rest}, and no rope"


_ROPE = "differences that do not matter on "


def _flat(asked: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every setting by the name that a reader knows it by; those not given have their usual value.

    Only what can be read is passed on: answers may come back from a link that somebody wrote.
    """
    roles, settings = (asked.get(part) for part in ("roles", "settings"))
    known = {**(roles if isinstance(roles, dict) else {})}
    known |= settings if isinstance(settings, dict) else {}
    level = known.get("alpha")
    yield label("alpha"), float(level) if isinstance(level, int | float) else ALPHA
    for name in LABELS:
        value = known.get(name)
        if name in ("alpha", "measures", "rope") or value in (None, "", [], {}):
            continue
        if isinstance(value, str):
            words = VALUES.get((name, value))
            yield label(name), value if words is None else f"“{words}”"
        else:
            yield label(name), value if isinstance(value, int | float) else json.dumps(value)
    for part, begin in (("measures", "measure "), ("rope", _ROPE)):
        nested = known.get(part)
        for key, value in nested.items() if isinstance(nested, dict) else ():
            if part == "measures":
                yield f"{begin}{key}", str(value)
            elif isinstance(value, int | float):
                yield f"{begin}{key}", float(value)


def _word(name: str, value: Any) -> str:
    if name.startswith("measure "):
        return f"“{_WAYS.get(value, str(value))}”"
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


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
    made: tuple[dict[str, Any], ResultsTable, list[Caution]] | None = None

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
class LastAnswer:
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
class Seen:
    """What a visitor has seen of a table, however it was read.

    Attributes
    ----------
    answers : list of Given
        The first one first.
    tried : dict
        How many other settings of each factor were tried.
    holds : dict
        Where an answer was found to hold, by the mark of its request.
    """

    answers: list[Given] = field(default_factory=list)
    tried: dict[str, int] = field(default_factory=dict)
    holds: dict[str, list[str]] = field(default_factory=dict)


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
    answer: LastAnswer | None = None
    seen: dict[str, Seen] = field(default_factory=dict)

    def table(self, said: Mapping[str, Any]) -> Opened:
        """The table that a request is about, or a refusal if it is not the open one."""
        first = RefusalError("Open a table first.", "file")
        return _meant("table", said, self.opened, first)

    def last(self, said: Mapping[str, Any]) -> LastAnswer:
        """The answer that a request is about, or a refusal if it is not the last one."""
        self.table(said)
        first = RefusalError("There is no answer yet. Compare first.", "option")
        return _meant("answer", said, self.answer, first)

    def about(self, opened: Opened) -> Seen:
        """What was seen of a table."""
        return self.seen.setdefault(opened.content, Seen())


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
