"""What computations tell the front ends: parts of messages, and how far loops have come.

An error or a caution is a sequence of parts. Plain text is the same for everybody; an option, a
value, a function or an example is written by Python as Python, by the shell as flags, and by R as
R. ``str()`` of a part is Python's spelling; the other two are in the front ends.

Long loops report their progress to a watcher, if one is set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar

# Letters that command a terminal, turn the direction of writing, end lines or have no width, and
# halves of letters, which no file can hold. A line break is none of them.
_UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""A text whose control characters are visible escapes, so that it can be shown anywhere.

    Examples
    --------
    >>> visible("\x1b[31mred")
    '\\x1b[31mred'
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(lambda match: ascii(match[0])[1:-1], text)


class Said(Enum):
    """How an option is named where no value of it is given."""

    BARE = "the option itself, such as at the beginning of a sentence: alpha"
    ASKED = "as something to be given: control="


@dataclass(frozen=True)
class Option:
    """An option: by name alone, as something to be given, or with a value."""

    name: str
    value: Any = Said.BARE

    def __str__(self) -> str:
        if self.value is Said.BARE:
            return self.name
        return f"{self.name}=" if self.value is Said.ASKED else f"{self.name}={literal(self.value)}"


def asked(name: str) -> Option:
    """An option as something to be given: ``control=``."""
    return Option(name, Said.ASKED)


@dataclass(frozen=True)
class Value:
    """A value: one that was given, or one that would do."""

    value: Any

    def __str__(self) -> str:
        return literal(self.value)


@dataclass(frozen=True)
class TypeOf:
    """The type of what was given, where its value would be too long."""

    value: Any

    def __str__(self) -> str:
        return type(self.value).__name__


@dataclass(frozen=True)
class Function:
    """A public function, with the options that matter: ``pairwise_tests(test="glrt")``."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.options:
            return self.name
        return f"{self.name}({', '.join(str(Option(*pair)) for pair in self.options.items())})"


@dataclass(frozen=True)
class Call(Function):
    """A complete call that can be run as it is; in the shell, a command.

    Attributes
    ----------
    data : str, default "df"
        The first argument; in the shell the command that the options are added to.
    known : mapping
        Options that the call had before, which the command has as well.
    """

    data: str = "df"
    known: Mapping[str, Any] = field(default_factory=dict)

    @property
    def every(self) -> dict[str, Any]:
        """All options."""
        return {**self.options, **self.known}

    def __str__(self) -> str:
        said = (str(Option(*pair)) for pair in self.every.items())
        return f"{self.name}({', '.join([self.data, *said])})"


@dataclass(frozen=True)
class Extra:
    """How to install an optional dependency."""

    name: str

    def __str__(self) -> str:
        return f"pip install 'jointstats[{self.name}]'"


@dataclass(frozen=True)
class Spelled:
    """What the parts above cannot say: the words of each front end, Python's by default."""

    python: str
    shell: str | None = None
    r: str | None = None

    def __str__(self) -> str:
        return self.python


class Message:
    """What errors and warnings have in common: an exception whose arguments are the parts."""

    args: tuple[Any, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the message is made of."""
        return self.args

    def __str__(self) -> str:
        return visible("".join(map(str, self.args)))


Part = str | Option | Value | TypeOf | Function | Extra | Spelled


def as_sentence(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with a capital and a full stop: a kernel's complaint on its way to the user.

    Examples
    --------
    >>> "".join(map(str, as_sentence(["too many: set ", Option("max_parents", 1)])))
    'Too many: set max_parents=1.'
    """
    first, *more = parts
    return (first[:1].upper() + first[1:] if isinstance(first, str) else first, *more, ".")


def literal(value: Any) -> str:
    """A value as Python code, text in double quotes.

    Examples
    --------
    >>> literal({"accuracy": "max"}), literal(["A", 1.0, None])
    ('{"accuracy": "max"}', '["A", 1.0, None]')
    """
    if isinstance(value, str):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{visible(quoted)}"'
    if isinstance(value, Mapping):
        pairs = (f"{literal(key)}: {literal(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return repr(value)


class JointStatsError(Message, ValueError):
    """Base class: the input or an option is at fault, and the message says which and what to do.

    Made from the parts of its message: text, and what each front end spells in its own way (see
    :mod:`jointstats.evidence.messages`).
    """


class InvalidScaleError(JointStatsError):
    """A result on a ratio scale is not above 0."""


# --- Progress -------------------------------------------------------------------------------------

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
