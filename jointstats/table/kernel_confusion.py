"""Performance measures of a two-class confusion matrix.

A ratio 0/0 (precision when nothing was called positive) has no value: it becomes NaN and is marked,
instead of a silent zero.

Sources: Fawcett, "An introduction to ROC analysis" (2006), for the rates; Cohen (1960) for kappa;
Matthews (1975) for the correlation coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.messages import JointStatsError

Floats = NDArray[np.float64]
Ratio = tuple[Floats, Floats]


class InvalidCountError(JointStatsError):
    """A count of a confusion matrix is negative or infinite."""


class UnknownMeasureError(JointStatsError):
    """No measure of that name can be computed from a confusion matrix."""


@dataclass(frozen=True)
class Counts:
    """The four counts, broadcast to one shape."""

    tp: Floats
    fp: Floats
    tn: Floats
    fn: Floats

    @property
    def positive(self) -> Floats:
        """Cases of the positive class."""
        return self.tp + self.fn

    @property
    def negative(self) -> Floats:
        """Cases of the negative class."""
        return self.tn + self.fp

    @property
    def called(self) -> Floats:
        """Cases called positive."""
        return self.tp + self.fp

    @property
    def not_called(self) -> Floats:
        """Cases called negative."""
        return self.tn + self.fn

    @property
    def total(self) -> Floats:
        """All cases."""
        return self.positive + self.negative

    @property
    def agreement(self) -> Floats:
        """The determinant tp tn - fp fn."""
        return self.tp * self.tn - self.fp * self.fn


def _kappa(c: Counts) -> Ratio:
    """(observed - expected agreement) / (1 - expected), both times total^2 / 2."""
    return 2 * c.agreement, c.called * c.negative + c.positive * c.not_called


def _mcc(c: Counts) -> Ratio:
    root = np.sqrt(c.called) * np.sqrt(c.positive) * np.sqrt(c.negative) * np.sqrt(c.not_called)
    return c.agreement, root


def _balanced(c: Counts) -> Ratio:
    """Mean of tpr and tnr over a common denominator: 0/0 if either class is empty."""
    return c.tp * c.negative + c.tn * c.positive, 2 * c.positive * c.negative


def _g_mean(c: Counts) -> Ratio:
    return np.sqrt(c.tp) * np.sqrt(c.tn), np.sqrt(c.positive) * np.sqrt(c.negative)


@dataclass(frozen=True)
class Formula:
    """How a measure is computed, and whether more (``"max"``) or less (``"min"``) is better."""

    direction: str
    ratio: Callable[[Counts], Ratio]


FORMULAS: dict[str, Formula] = {
    "tpr": Formula("max", lambda c: (c.tp, c.positive)),
    "fpr": Formula("min", lambda c: (c.fp, c.negative)),
    "fnr": Formula("min", lambda c: (c.fn, c.positive)),
    "specificity": Formula("max", lambda c: (c.tn, c.negative)),
    "precision": Formula("max", lambda c: (c.tp, c.called)),
    "recall": Formula("max", lambda c: (c.tp, c.positive)),
    "npv": Formula("max", lambda c: (c.tn, c.not_called)),
    "fdr": Formula("min", lambda c: (c.fp, c.called)),
    "f1": Formula("max", lambda c: (2 * c.tp, 2 * c.tp + c.fp + c.fn)),
    "jaccard": Formula("max", lambda c: (c.tp, c.tp + c.fp + c.fn)),
    "accuracy": Formula("max", lambda c: (c.tp + c.tn, c.total)),
    "error": Formula("min", lambda c: (c.fp + c.fn, c.total)),
    "balanced_accuracy": Formula("max", _balanced),
    "informedness": Formula("max", lambda c: (c.agreement, c.positive * c.negative)),
    "markedness": Formula("max", lambda c: (c.agreement, c.called * c.not_called)),
    "g_mean": Formula("max", _g_mean),
    "kappa": Formula("max", _kappa),
    "mcc": Formula("max", _mcc),
}
"""All measures by name: ``recall`` is ``tpr``, ``specificity`` 1 - ``fpr``, ``f1`` is F."""


@dataclass(frozen=True)
class ConfusionMeasures:
    """Measures computed from counts.

    Attributes
    ----------
    names : tuple of str
        The m measures.
    directions : tuple of str
        ``"max"`` or ``"min"`` for each.
    values : ndarray, shape (..., m)
        NaN where undefined, or where a count is missing.
    undefined : ndarray of bool, shape (..., m)
        Where the measure is 0/0.
    """

    names: tuple[str, ...]
    directions: tuple[str, ...]
    values: Floats
    undefined: NDArray[np.bool_]


def confusion_measures(
    tp: ArrayLike,
    fp: ArrayLike,
    tn: ArrayLike,
    fn: ArrayLike,
    measures: Sequence[str] | None = None,
) -> ConfusionMeasures:
    """Compute measures from true and false positives and negatives.

    Parameters
    ----------
    tp, fp, tn, fn : array_like, shape (...)
        Counts, >= 0, broadcast against each other; fractions (averages over folds) are allowed, NaN
        is a missing count and gives a missing measure.
    measures : sequence of str, optional
        Names among the keys of `FORMULAS`. Default: all.

    Returns
    -------
    ConfusionMeasures

    Raises
    ------
    InvalidCountError
        If a count is negative or infinite.
    UnknownMeasureError
        If a name is not that of a measure.

    Examples
    --------
    >>> found = confusion_measures([40, 0], [10, 0], [45, 90], [5, 10], ["precision", "tpr", "mcc"])
    >>> found.values.round(3)
    array([[0.8  , 0.889, 0.704],
           [  nan, 0.   ,   nan]])
    >>> found.undefined.tolist()
    [[False, False, False], [True, False, True]]
    """
    names = tuple(FORMULAS) if measures is None else tuple(measures)
    unknown = [name for name in names if name not in FORMULAS]
    if unknown:
        raise UnknownMeasureError(
            f'no measure "{unknown[0]}" of a confusion matrix; there are: {", ".join(FORMULAS)}'
        )
    counts = Counts(*np.broadcast_arrays(*(_counts(x) for x in (tp, fp, tn, fn))))
    over, under = np.empty((2, *counts.tp.shape, len(names)))
    for i, name in enumerate(names):
        over[..., i], under[..., i] = FORMULAS[name].ratio(counts)
    # A denominator of zero always meets a numerator of zero: counts are not negative.
    undefined = under == 0
    values = np.divide(over, under, out=np.full(over.shape, np.nan), where=~undefined)
    return ConfusionMeasures(
        names, tuple(FORMULAS[name].direction for name in names), values, undefined
    )


def _counts(x: ArrayLike) -> Floats:
    values = np.asarray(x, dtype=float)
    if np.any(values < 0) or np.any(np.isinf(values)):
        raise InvalidCountError("counts of a confusion matrix must be finite and not negative")
    return values
