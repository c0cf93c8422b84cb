"""Errors and warnings with names of their own: each message names what is at fault and the cure."""

from __future__ import annotations

from typing import Any

from jointstats.kernels.messages import JointStatsError, Message, Part, visible

__all__ = [
    "AlgorithmError",
    "Caution",
    "ColumnError",
    "DecisionLostWarning",
    "DirectionError",
    "DuplicateRowsError",
    "InSampleError",
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
    "TestsDisagreeWarning",
    "TieExpansionError",
    "TiesWarning",
]


class ColumnError(JointStatsError):
    """A named column, data set, algorithm or measure is not in the input, or is there twice."""


class DirectionError(JointStatsError):
    """A measure has no direction, or one that is neither "max" nor "min"."""


class DuplicateRowsError(JointStatsError):
    """Several rows for one data set and algorithm, and no way of aggregating them was asked for."""


class InvalidValueError(JointStatsError):
    """A cell holds text or an infinite value where a number is needed."""


class MissingValuesError(JointStatsError):
    """Cells are missing and the call does not say what to do about them."""


class NoDataError(JointStatsError):
    """No data set, or no measure, is left to test."""


class AlgorithmError(JointStatsError):
    """Fewer or more algorithms than the test can compare."""


class OptionError(JointStatsError):
    """An option has a value outside its range."""


class ReadError(JointStatsError):
    """A file cannot be read as a results table."""


class LedgerError(JointStatsError):
    """A ledger of looks cannot be read, or what it holds and what is given do not agree."""


class TieExpansionError(JointStatsError):
    """A data set has so many ties that its compatible orderings cannot be listed."""


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
    """Another prior, hardly stronger, would undo the decision."""


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
        made = super().__new__(cls, visible("".join(map(str, parts))))
        made.parts, made.category = parts, category
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[Part, ...], dict[str, Any]]:
        """Cross to worker processes with all parts."""
        return self.parts, {"category": self.category}

    def warning(self) -> JointStatsWarning:
        """The warning to be given."""
        return self.category(*self.parts)
