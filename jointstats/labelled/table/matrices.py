"""Results tables from one matrix per algorithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled import options
from jointstats.labelled.errors import ColumnError, DuplicateRowsError
from jointstats.labelled.table import columns as cells
from jointstats.labelled.table.building import finish
from jointstats.labelled.table.families import in_families
from jointstats.labelled.table.results_table import ResultsTable, check_size
from jointstats.labelled.table.roles import check_rules
from jointstats.labelled.table.wide import cell_of


def matrices_table(
    matrices: Mapping[Any, Any],
    *,
    measures: Mapping[Any, str],
    datasets: Sequence[Any] | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
    cluster: Any = None,
) -> ResultsTable:
    """A table from one matrix per algorithm, the papers' M^(A), M^(B) (Eq. 1)."""
    import pandas as pd

    ways = options.directions(measures)
    check_rules(missing, None, None)
    stack: list[np.ndarray] = []
    for name, matrix in matrices.items():
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
