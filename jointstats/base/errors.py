"""Errors, and cautions: each names what is at fault and the cure; cautions are announced once.

What is noticed on the way into a test: noted where it is seen, announced once by the call.

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

from jointstats.evidence.messages import (
    Call,
    InvalidScaleError,
    JointStatsError,
    Message,
    Part,
    visible,
)

__all__ = [
    "AlgorithmError",
    "Caution",
    "ColumnError",
    "DecisionLostWarning",
    "DirectionError",
    "DuplicateRowsError",
    "InSampleError",
    "InvalidScaleError",
    "InvalidValueError",
    "JointStatsError",
    "JointStatsWarning",
    "LedgerError",
    "MissingExtraError",
    "MissingValuesError",
    "NoDataError",
    "OptionError",
    "PriorSensitivityWarning",
    "ReadError",
    "RolesError",
    "TestsDisagreeWarning",
    "TieExpansionError",
    "TiesWarning",
]


class ColumnError(JointStatsError):
    """A named column, data set, algorithm or measure is not in the input, or is there twice."""


class DirectionError(JointStatsError):
    """A measure has no direction, or one that is neither "max" nor "min"."""


class RolesError(ColumnError, DirectionError):
    """The call does not state what the columns hold; the message proposes a call that does."""

    def for_call(self, **changes: Any) -> RolesError:
        """The same, proposing a call of another function or with other data."""
        return RolesError(
            *(replace(p, **changes) if isinstance(p, Call) else p for p in self.parts)
        )


class DuplicateRowsError(JointStatsError):
    """Several rows for one data set and algorithm, without a rule to aggregate them."""


class InvalidValueError(JointStatsError):
    """A cell holds text or an infinite value where a number is needed."""


class MissingValuesError(JointStatsError):
    """Cells are missing and the call does not say what to do about them."""


class NoDataError(JointStatsError):
    """No data set, or no measure, remains to test."""


class AlgorithmError(JointStatsError):
    """Fewer or more algorithms than the test can compare."""


class OptionError(JointStatsError):
    """An option has a value outside its range."""


class ReadError(JointStatsError):
    """A file cannot be read as a results table."""


class LedgerError(JointStatsError):
    """A ledger of looks cannot be read, or what it holds and what is given do not agree."""


class TieExpansionError(JointStatsError):
    """A data set has too many ties to list its compatible orderings."""


class InSampleError(JointStatsError):
    """A measure was learned on the very rows on which it would be tested."""


class MissingExtraError(JointStatsError, ImportError):
    """An optional dependency is not installed; the message names the extra that brings it."""


class JointStatsWarning(Message, UserWarning):
    """Base class of the warnings; their texts are also kept in the result's ``warnings``."""


class TestsDisagreeWarning(JointStatsWarning):
    """Two p-values, or two tests, of the same question decide differently."""

    __test__ = False  # the name begins with "Tests": it is not a test case for pytest


class PriorSensitivityWarning(JointStatsWarning):
    """The posterior probability depends on the prior more than on the data."""


class DecisionLostWarning(PriorSensitivityWarning):
    """Another prior, little stronger, would undo the decision."""


class DoubtfulTableWarning(JointStatsWarning):
    """The table may not mean what the names of its columns and rows say."""


class TiesWarning(JointStatsWarning):
    """Data sets with ties were shared among all the statements that they do not contradict."""


class Caution(str):
    """What a result warns of: its text, which knows its parts and the class of its warning.

    Parameters
    ----------
    *parts : str or part of a message
    category : type, default JointStatsWarning
    """

    parts: tuple[Part, ...]
    category: type[JointStatsWarning]

    def __new__(
        cls, *parts: Part, category: type[JointStatsWarning] = JointStatsWarning
    ) -> Caution:
        """Spell the parts as Python does."""
        caution = super().__new__(cls, visible("".join(map(str, parts))))
        caution.parts, caution.category = parts, category
        return caution

    def __getnewargs_ex__(self) -> tuple[tuple[Part, ...], dict[str, Any]]:
        """Cross to worker processes with all parts."""
        return self.parts, {"category": self.category}

    def warning(self) -> JointStatsWarning:
        """The warning to be given."""
        return self.category(*self.parts)


F = TypeVar("F", bound=Callable[..., Any])

# A variable of the context, not of the module: threads do not see each other's notes.
_noted: ContextVar[list[Caution] | None] = ContextVar("noted", default=None)


def note(caution: Caution) -> None:
    """Keep a caution for the running call; outside of any call, announce it."""
    notes = _noted.get()
    if notes is None:
        announce([caution])
    elif caution not in notes:
        notes.append(caution)


@contextmanager
def unheard() -> Iterator[list[Caution]]:
    """Do not announce cautions within, which the caller gets: one test runs for another."""
    notes: list[Caution] = []
    token = _noted.set(notes)
    try:
        yield notes
    finally:
        _noted.reset(token)


@contextmanager
def noting() -> Iterator[list[Caution] | None]:
    """The notes of a public call; None within another one, which has them and speaks for both."""
    if _noted.get() is not None:
        yield None
        return
    with unheard() as notes:
        yield notes


def announce(cautions: Iterable[Caution]) -> None:
    """Give cautions to Python's warnings, as of the line that called the caller."""
    for caution in cautions:
        warnings.warn(caution.warning(), stacklevel=3)


@contextmanager
def overheard() -> Iterator[list[str]]:
    """What another library says to Python's warnings: kept in the list at the end, not shown."""
    said: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield said
        said += [str(warning.message) for warning in caught]


def announced(function: F) -> F:
    """Let a public function that makes no result announce what it notes."""

    @wraps(function)
    def speaking(*data: Any, **options: Any) -> Any:
        with noting() as notes:
            result = function(*data, **options)
        announce(notes or ())
        return result

    return cast(F, speaking)


def keeping(function: F) -> F:
    """Let a function that makes a table keep in the table's notes what it notes of the cells."""

    @wraps(function)
    def making(*data: Any, **options: Any) -> Any:
        with unheard() as notes:
            result = function(*data, **options)
        return replace(result, notes=(*result.notes, *notes)) if notes else result

    return cast(F, making)
