"""From confusion counts to performance measures, with what is undefined left empty and named.

A ratio 0/0 (precision when nothing was called positive) has no value: it becomes NaN and is marked,
instead of a silent zero.

Sources: Fawcett, "An introduction to ROC analysis" (2006), for the rates; Cohen (1960) for kappa;
Matthews (1975) for the correlation coefficient.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from jointstats.base import errors, options
from jointstats.base.kinds import Label
from jointstats.evidence.messages import JointStatsError, TypeOf, asked
from jointstats.table import columns

if TYPE_CHECKING:
    import pandas as pd


class InvalidCountError(JointStatsError):
    """A count of a confusion matrix is negative or infinite."""


class UnknownMeasureError(JointStatsError):
    """No measure of that name can be computed from a confusion matrix."""


COUNTS = ("tp", "fp", "tn", "fn")


@errors.announced
def measures_from_confusion(
    df: pd.DataFrame,
    measures: Sequence[str] | None = None,
    *,
    tp: Label = "tp",
    fp: Label = "fp",
    tn: Label = "tn",
    fn: Label = "fn",
) -> pd.DataFrame:
    """Compute performance measures from true and false positives and negatives.

    Parameters
    ----------
    df : DataFrame
        Four columns of counts, and any others; a row is one confusion matrix (of a fold or a data
        set).
    measures : sequence of str, optional
        Among ``tpr``, ``fpr``, ``fnr``, ``specificity``, ``precision``, ``recall``, ``npv``,
        ``fdr``, ``f1``, ``jaccard``, ``accuracy``, ``error``, ``balanced_accuracy``,
        ``informedness``, ``markedness``, ``g_mean``, ``kappa``, ``mcc``. Default: all.
    tp, fp, tn, fn : str
        Names of the columns of counts.

    Returns
    -------
    DataFrame
        A copy of `df` with a column for every measure; ``attrs["measures"]`` holds their
        directions (``"min"`` for fpr, fnr, fdr and error, ``"max"`` for the others).

    Warns
    -----
    JointStatsWarning
        If a measure is 0/0 in some row: its value there is missing.

    Raises
    ------
    UnknownMeasureError
        If a name is not that of a measure.
    InvalidCountError
        If a count is negative.
    ColumnError, InvalidValueError
        If a column is missing, holds text, or would be overwritten.

    Notes
    -----
    A measure over folds is the mean of the folds' values; the value of summed counts is another
    number (Forman & Scholz 2010). Sum the counts first if that is what is wanted. ``recall`` is
    ``tpr``, ``error`` is 1 − ``accuracy``, ``specificity`` is 1 − ``fpr``: name one of each.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> counts = pd.DataFrame({"tp": [40, 30], "fp": [10, 5], "tn": [45, 50], "fn": [5, 15]})
    >>> js.measures_from_confusion(counts, ["tpr", "fpr"]).round(3)
       tp  fp  tn  fn    tpr    fpr
    0  40  10  45   5  0.889  0.182
    1  30   5  50  15  0.667  0.091
    """
    import pandas as pd

    df = columns.pandas_of(df)
    if not isinstance(df, pd.DataFrame):
        raise errors.InvalidValueError("Counts come as a data frame; got ", TypeOf(df), ".")
    names = list(MEASURES) if measures is None else options.one_or_several(measures)
    counts = {}
    for role, name in zip(COUNTS, (tp, fp, tn, fn), strict=True):
        cells = columns.column(df, name, f"counts of {role}")
        counts[role] = columns.numbers(cells, options.label(name), lambda i: f"in row {i + 1}")
    values, undefined = confusion_measures(**counts, measures=names)
    taken = {options.label(name) for name in df.columns}
    clash = [name for name in names if name in taken]
    if clash:
        raise errors.ColumnError(
            f'The table has a column "{clash[0]}" already: rename it, or leave out that measure.'
        )
    frame = df.copy()
    for j, name in enumerate(names):
        frame[name] = values[..., j]
    frame.attrs["measures"] = {name: MEASURES[name] for name in names}
    _name_undefined(names, undefined)
    return frame


def _name_undefined(names: Sequence[str], undefined: np.ndarray) -> None:
    """Note every measure that is 0/0 somewhere."""
    said = []
    for j, name in enumerate(names):
        rows = np.flatnonzero(undefined[..., j])
        if rows.size:
            first = rows[0] + 1
            several = f"{rows.size} rows (the first: {first})"
            said.append(f"{name} in {f'row {first}' if rows.size == 1 else several}")
    if said:
        lacking = f"Undefined (0/0) and left missing: {', '.join(said)}. Say "
        errors.note(errors.Caution(lacking, asked("missing"), " when the table is made."))


def confusion_measures(
    tp: ArrayLike, fp: ArrayLike, tn: ArrayLike, fn: ArrayLike, measures: Sequence[str]
) -> tuple[np.ndarray, np.ndarray]:
    """Compute measures from true and false positives and negatives.

    Parameters
    ----------
    tp, fp, tn, fn : array_like, shape (...)
        Counts, >= 0, broadcast against each other; fractions (averages over folds) are allowed, NaN
        is a missing count and gives a missing measure.
    measures : sequence of str
        Names among `MEASURES`.

    Returns
    -------
    values : ndarray, shape (..., m)
        NaN where undefined, or where a count is missing.
    undefined : ndarray of bool, shape (..., m)
        Where the measure is 0/0.

    Raises
    ------
    InvalidCountError
        If a count is negative or infinite.
    UnknownMeasureError
        If a name is not that of a measure.

    Examples
    --------
    >>> names = ["precision", "tpr", "mcc"]
    >>> values, undefined = confusion_measures([40, 0], [10, 0], [45, 90], [5, 10], names)
    >>> values.round(3)
    array([[0.8  , 0.889, 0.704],
           [  nan, 0.   ,   nan]])
    >>> undefined.tolist()
    [[False, False, False], [True, False, True]]
    """
    unknown = [name for name in measures if name not in MEASURES]
    if unknown:
        raise UnknownMeasureError(
            f'no measure "{unknown[0]}" of a confusion matrix; there are: {", ".join(MEASURES)}'
        )
    counts = np.broadcast_arrays(*(_counts(x) for x in (tp, fp, tn, fn)))
    ratios = _ratios(*counts)
    over, under = np.empty((2, *counts[0].shape, len(measures)))
    for i, name in enumerate(measures):
        over[..., i], under[..., i] = ratios[name]
    # A denominator of zero always meets a numerator of zero: counts are not negative.
    undefined = under == 0
    return np.divide(over, under, out=np.full(over.shape, np.nan), where=~undefined), undefined


def _counts(x: ArrayLike) -> np.ndarray:
    values = np.asarray(x, dtype=float)
    if np.any(values < 0) or np.any(np.isinf(values)):
        raise InvalidCountError("counts of a confusion matrix must be finite and not negative")
    return values


def _ratios(
    tp: np.ndarray, fp: np.ndarray, tn: np.ndarray, fn: np.ndarray
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Numerator and denominator of every measure."""
    positive, negative, called, not_called = tp + fn, tn + fp, tp + fp, tn + fn
    total, agreement = positive + negative, tp * tn - fp * fn
    return {
        "tpr": (tp, positive),
        "fpr": (fp, negative),
        "fnr": (fn, positive),
        "specificity": (tn, negative),
        "precision": (tp, called),
        "recall": (tp, positive),
        "npv": (tn, not_called),
        "fdr": (fp, called),
        "f1": (2 * tp, 2 * tp + fp + fn),
        "jaccard": (tp, tp + fp + fn),
        "accuracy": (tp + tn, total),
        "error": (fp + fn, total),
        # The mean of tpr and specificity over a common denominator: 0/0 if either class is empty.
        "balanced_accuracy": (tp * negative + tn * positive, 2 * positive * negative),
        "informedness": (agreement, positive * negative),
        "markedness": (agreement, called * not_called),
        "g_mean": (np.sqrt(tp) * np.sqrt(tn), np.sqrt(positive) * np.sqrt(negative)),
        # (observed - expected agreement) / (1 - expected), both times total^2 / 2.
        "kappa": (2 * agreement, called * negative + positive * not_called),
        "mcc": (
            agreement,
            np.sqrt(called) * np.sqrt(positive) * np.sqrt(negative) * np.sqrt(not_called),
        ),
    }


_ERRORS = ("fpr", "fnr", "fdr", "error")
MEASURES = {name: "min" if name in _ERRORS else "max" for name in _ratios(*np.ones((4, 1)))}
