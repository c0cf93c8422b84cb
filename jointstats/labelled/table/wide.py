"""Results tables from wide frames, and from one matrix per algorithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import ColumnError, DirectionError, DuplicateRowsError
from jointstats.labelled.table import columns
from jointstats.labelled.table.building import check_rules, finish
from jointstats.labelled.table.results_table import ResultsTable, check_size

if TYPE_CHECKING:
    import pandas as pd


def results_table_wide(
    frames: pd.DataFrame | Mapping[Any, pd.DataFrame],
    *,
    measures: Mapping[Any, str],
    dataset: Any = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
) -> ResultsTable:
    """Make a results table from wide data frames: rows are data sets, columns are algorithms.

    Parameters
    ----------
    frames : DataFrame or dict of DataFrame
        One frame for a single measure, or a frame for every measure by its name.
    measures : dict
        Measure to ``"max"`` or ``"min"``; for a single frame, its one measure.
    dataset : str, optional
        Column that holds the data set's name (default: the frame's index).
    rope, missing, only
        As in :func:`results_table`.

    Returns
    -------
    ResultsTable

    Raises
    ------
    ColumnError, DirectionError, InvalidValueError, MissingValuesError, AlgorithmError, NoDataError
        Each names what is at fault.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> wide = pd.DataFrame({"A": [0.91, 0.88], "B": [0.93, 0.90]}, index=["iris", "wine"])
    >>> js.results_table_wide(wide, measures={"accuracy": "max"}).values.tolist()
    [[[0.91, 0.93]], [[0.88, 0.9]]]
    """
    ways = options.directions(measures)
    check_rules(missing, None, None)
    if isinstance(frames, Mapping):
        by_name = {options.label(name): frame for name, frame in frames.items()}
        unknown = [name for name in by_name if name not in ways]
        lacking = [name for name in ways if name not in by_name]
        if unknown or lacking:
            name = (unknown + lacking)[0]
            other = "measures" if unknown else "the frames"
            raise DirectionError(f'The measure "{name}" is not in {other}: both must name it.')
    elif len(ways) == 1:
        by_name = {next(iter(ways)): frames}
    else:
        raise DirectionError(
            f"One wide frame holds one measure, but measures names {len(ways)}: give a frame for "
            'each, such as {"accuracy": df1, "time": df2}; or, for a long frame, say dataset= and '
            "algorithm=."
        )
    datasets: list[str] = []
    algorithms: list[str] = []
    parts = []
    for name in ways:
        frame = by_name[name]
        if dataset is not None:
            key = columns.column(frame, dataset, "data set")
            frame = frame.loc[:, [options.label(c) != options.label(dataset) for c in frame]]
        else:
            key = frame.index.to_series(name="the frame's index")
        codes, rows = columns.names(key, "data set")
        if len(rows) < len(codes):
            twice = rows[int(np.argmax(np.bincount(codes)))]
            raise DuplicateRowsError(
                f'The data set "{twice}" has several rows in the frame of "{name}": combine them '
                "first, or use a long frame with aggregate=."
            )
        cols = [options.label(c) for c in frame.columns]
        if len(set(cols)) < len(cols):
            twice = next(c for c in cols if cols.count(c) > 1)
            raise ColumnError(f'The algorithm "{twice}" has several columns (measure "{name}").')
        parts.append((name, frame, rows, cols))
        datasets += [row for row in rows if row not in set(datasets)]
        algorithms += [col for col in cols if col not in algorithms]
    if only is not None:
        algorithms = options.known_names("algorithm", only, algorithms)
    check_size(datasets, algorithms, ways)
    values = np.full((len(datasets), len(ways), len(algorithms)), np.nan)
    row_at = {name: i for i, name in enumerate(datasets)}
    for j, (name, frame, rows, cols) in enumerate(parts):
        at = [row_at[row] for row in rows]
        for c, col in enumerate(cols):
            if col in algorithms:
                where = _cell_of(rows, col)
                x = columns.numbers(frame.iloc[:, c], name, where)
                values[at, j, algorithms.index(col)] = x
    return finish(values, datasets, algorithms, ways, rope, missing, n_rows=len(datasets))


def results_table_matrices(
    matrices: Mapping[Any, Any],
    *,
    measures: Mapping[Any, str],
    datasets: Sequence[Any] | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
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
        raise ColumnError('Give the matrices by algorithm, such as {"A": matrix, "B": matrix}.')
    stack: list[np.ndarray] = []
    for name, matrix in matrices.items():
        if isinstance(matrix, np.ma.MaskedArray):  # asarray would bring the masked values back
            matrix = np.ma.filled(matrix.astype(float), np.nan)
        x = matrix.to_numpy() if isinstance(matrix, pd.DataFrame) else np.asarray(matrix)
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
        raise DuplicateRowsError("A data set is named twice in datasets.")
    algorithms = [options.label(name) for name in matrices]
    check_size(rows, algorithms, ways)
    values = np.full((n, len(ways), len(algorithms)), np.nan)
    for a, x in enumerate(stack):
        for j, name in enumerate(ways):
            series = pd.Series(list(x[:, j]) if x.dtype == object else x[:, j])
            values[:, j, a] = columns.numbers(series, name, _cell_of(rows, algorithms[a]))
    table = finish(values, rows, algorithms, ways, rope, missing, n_rows=n)
    return table if only is None else table.select(algorithms=only)


def _numbered(n: int) -> list[str]:
    return [str(i + 1) for i in range(n)]


def _cell_of(rows: Sequence[str], algorithm: str) -> Any:
    return lambda i: f'for data set "{rows[i]}", algorithm "{algorithm}"'
