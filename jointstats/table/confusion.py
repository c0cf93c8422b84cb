"""From confusion counts to performance measures, with what is undefined left empty and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from jointstats.base import options
from jointstats.base.errors import Caution, ColumnError, InvalidValueError, announced, note
from jointstats.base.given import Label
from jointstats.evidence.messages import TypeOf, asked
from jointstats.table import columns
from jointstats.table import kernel_confusion as kernel
from jointstats.table.columns import pandas_of

if TYPE_CHECKING:
    import pandas as pd

COUNTS = ("tp", "fp", "tn", "fn")


@announced
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

    df = pandas_of(df)
    if not isinstance(df, pd.DataFrame):
        raise InvalidValueError("Counts come as a data frame; got ", TypeOf(df), ".")
    names = [measures] if isinstance(measures, str) else measures
    counts = {}
    for role, name in zip(COUNTS, (tp, fp, tn, fn), strict=True):
        cells = columns.column(df, name, f"counts of {role}")
        counts[role] = columns.numbers(cells, options.label(name), lambda i: f"in row {i + 1}")
    computed = kernel.confusion_measures(**counts, measures=names)
    taken = {options.label(name) for name in df.columns}
    clash = [name for name in computed.names if name in taken]
    if clash:
        raise ColumnError(
            f'The table has a column "{clash[0]}" already: rename it, or leave out that measure.'
        )
    frame = df.copy()
    for j, name in enumerate(computed.names):
        frame[name] = computed.values[..., j]
    frame.attrs["measures"] = dict(zip(computed.names, computed.directions, strict=True))
    _name_undefined(computed)
    return frame


def _name_undefined(computed: kernel.ConfusionMeasures) -> None:
    """Note every measure that is 0/0 somewhere."""
    said = []
    for j, name in enumerate(computed.names):
        rows = np.flatnonzero(computed.undefined[..., j])
        if rows.size:
            first = rows[0] + 1
            several = f"{rows.size} rows (the first: {first})"
            said.append(f"{name} in {f'row {first}' if rows.size == 1 else several}")
    if said:
        undefined = f"Undefined (0/0) and left missing: {', '.join(said)}. Say "
        note(Caution(undefined, asked("missing"), " when the table is made."))
