"""Errors and warnings with names of their own: each message names what is at fault and the cure."""

from __future__ import annotations

from jointstats.kernels.errors import JointStatsError

__all__ = [
    "AlgorithmError",
    "ColumnError",
    "DirectionError",
    "DuplicateRowsError",
    "InSampleError",
    "InvalidValueError",
    "JointStatsError",
    "JointStatsWarning",
    "MissingExtraError",
    "MissingValuesError",
    "NoDataError",
    "OptionError",
    "PriorSensitivityWarning",
    "ReadError",
    "TestsDisagreeWarning",
    "TieExpansionError",
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


class TieExpansionError(JointStatsError):
    """A data set has so many ties that its compatible orderings cannot be listed."""


class InSampleError(JointStatsError):
    """A measure was learned on the very rows on which it would be tested."""


class MissingExtraError(ImportError, JointStatsError):
    """An optional dependency is not installed; the message names the extra that brings it."""


class JointStatsWarning(UserWarning):
    """Base class of the warnings; their texts are also kept in the result's ``warnings``."""


class TestsDisagreeWarning(JointStatsWarning):
    """Two p-values, or two tests, of the same question decide differently."""

    __test__ = False  # the name begins with "Tests": it is not a test case for pytest


class PriorSensitivityWarning(JointStatsWarning):
    """The posterior probability depends on the prior more than on the data."""
