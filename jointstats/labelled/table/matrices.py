"""Results tables from one matrix per algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jointstats.kernels.messages import Option, Spelled
from jointstats.labelled import options
from jointstats.labelled.cautions import keeping
from jointstats.labelled.errors import ColumnError, DuplicateRowsError
from jointstats.labelled.given import Labels, MissingWord
from jointstats.labelled.table import columns as cells
from jointstats.labelled.table.building import finish
from jointstats.labelled.table.families import in_families
from jointstats.labelled.table.frames import pandas_within
from jointstats.labelled.table.results_table import ResultsTable, check_size
from jointstats.labelled.table.roles import check_rules
from jointstats.labelled.table.wide import cell_of


@keeping
def results_table_matrices(
    matrices: Mapping[Any, Any],
    *,
    measures: Mapping[Any, str],
    datasets: Labels | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: MissingWord = "raise",
    only: Labels | None = None,
    cluster: Mapping[Any, Any] | None = None,
) -> ResultsTable:
    """Make a results table from one matrix per algorithm, the papers' M^(A), M^(B) (Eq. 1).

    Parameters
    ----------
    matrices : dict of array_like, each of shape (n, m)
        Algorithm to its matrix: rows are data sets, columns are measures in the order of
        `measures`. For one measure a vector will do.
    measures : dict
        Measure to ``"max"`` or ``"min"``, in the order of the columns.
    datasets : sequence of str, optional
        Names of the rows (default ``"1"``, ``"2"``, …).
    rope, missing, only
        As in :func:`results_table`.
    cluster : dict, optional
        Every data set to its family: those of one family are not independent evidence.

    Returns
    -------
    ResultsTable

    Raises
    ------
    ColumnError, DirectionError, InvalidValueError, MissingValuesError, AlgorithmError, NoDataError
        Each names what is at fault.

    Examples
    --------
    >>> import jointstats as js
    >>> js.results_table_matrices({"A": [[0.9, 12.0]], "B": [[0.8, 10.0]]},
    ...                           measures={"accuracy": "max", "time": "min"}).n
    1
    """
    import pandas as pd

    ways = options.directions(measures)
    check_rules(missing, None, None)
    if not isinstance(matrices, Mapping):
        raise ColumnError(
            "Give the matrices by algorithm, such as ",
            Spelled('{"A": matrix, "B": matrix}', r="list(A = matrix, B = matrix)"),
            ".",
        )
    stack: list[np.ndarray] = []
    for name, matrix in pandas_within(matrices).items():
        _refuse_fields(matrix, name)
        if isinstance(matrix, np.ma.MaskedArray):  # asarray would bring the masked values back
            plain = float if matrix.dtype.kind in "fiub" else object
            matrix = np.ma.filled(matrix.astype(plain), np.nan)
        x = matrix.to_numpy() if isinstance(matrix, pd.DataFrame) else _array(matrix, name)
        _refuse_fields(x, name)
        x = x[:, None] if x.ndim == 1 and len(ways) == 1 else x
        if x.ndim != 2 or x.shape[1] != len(ways):
            raise ColumnError(
                f'The matrix of algorithm "{options.label(name)}" has shape {x.shape}: needed are '
                f"rows for data sets and {len(ways)} columns, one per measure."
            )
        if stack and len(x) != len(stack[0]):
            raise ColumnError(
                f'The matrix of algorithm "{options.label(name)}" has {len(x)} rows, the first '
                f"has {len(stack[0])}: every algorithm needs the same data sets."
            )
        stack.append(x)
    n = len(stack[0]) if stack else 0
    rows = [options.label(d) for d in datasets] if datasets is not None else _numbered(n)
    if len(rows) != n:
        raise ColumnError(f"{len(rows)} data sets are named, but the matrices have {n} rows.")
    if len(set(rows)) < n:
        raise DuplicateRowsError("A data set is named twice in ", Option("datasets"), ".")
    algorithms = [options.label(name) for name in matrices]
    check_size(rows, algorithms, ways)
    values = np.full((n, len(ways), len(algorithms)), np.nan)
    for j, name in enumerate(ways):
        given = [pd.Series(list(x[:, j]) if x.dtype == object else x[:, j]) for x in stack]
        values[:, j] = cells.numbers_together(
            given, name, lambda i, a: cell_of(rows, algorithms[a])(i)
        )
    table = finish(values, rows, algorithms, ways, rope, missing, n_rows=n)
    table = in_families(table, cluster)
    return table if only is None else table.select(algorithms=only)


def _refuse_fields(matrix: Any, name: Any) -> None:
    """Refuse the cells of structured arrays, which no column of numbers can hold."""
    if getattr(getattr(matrix, "dtype", None), "kind", "") == "V":
        raise ColumnError(
            f'The matrix of algorithm "{options.label(name)}" has fields, or bytes, in its cells: '
            "give plain numbers, or a data frame."
        )


def _array(matrix: Any, name: Any) -> np.ndarray:
    """A matrix that was given as lists or whatever else NumPy reads."""
    try:
        return np.asarray(matrix)
    except ValueError:
        raise ColumnError(
            f'The rows of the matrix of algorithm "{options.label(name)}" are not of one length: '
            "every data set needs a value of each measure, or a missing one."
        ) from None


def _numbered(n: int) -> list[str]:
    return [str(i + 1) for i in range(n)]
