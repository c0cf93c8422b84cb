"""From frames and matrices to a results table: roles, aggregation, missing values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import columns, options
from jointstats.labelled.errors import (
    ColumnError,
    DirectionError,
    DuplicateRowsError,
    InvalidValueError,
    MissingValuesError,
    OptionError,
)
from jointstats.labelled.in_sample import warn_in_sample
from jointstats.labelled.table import Dropped, ResultsTable, check_size, drop_unranked

if TYPE_CHECKING:
    import pandas as pd

MISSING_RULES = ("raise", "drop", "worst")
AGGREGATES = ("mean", "median")


def results_table(
    df: pd.DataFrame,
    *,
    dataset: Any,
    algorithm: Any,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    aggregate: str | None = None,
    min_folds: int | None = None,
    only: Sequence[Any] | None = None,
) -> ResultsTable:
    """Make a results table from a long data frame: a row for each data set and algorithm.

    Parameters
    ----------
    df : DataFrame
        One row per data set and algorithm (or several, with `aggregate`).
    dataset, algorithm : str
        Names of the columns that hold the data set and the algorithm.
    measures : dict
        Name of each measure's column to its direction: ``"max"`` if higher is better, ``"min"`` if
        lower is better. Never guessed.
    rope : dict, optional
        Measure to the width within which two results count as a tie (default 0), in the measure's
        own units. With one measure a bare number will do.
    missing : {"raise", "drop", "worst"}, default "raise"
        What to do where a result is missing: stop and name the cells; leave out the whole data set
        (counted in the result); or take the run as failed: it loses to every result and ties with
        other failures.
    aggregate : {"mean", "median"}, optional
        Combine several rows (folds, runs) of a data set and algorithm. Without it they are an
        error. One failed row makes the combined result failed, unless `min_folds` says otherwise.
    min_folds : int, optional
        Smallest number of rows with a value that makes a combined result valid.
    only : sequence of str, optional
        Keep only these algorithms.

    Returns
    -------
    ResultsTable

    Raises
    ------
    ColumnError, DirectionError, InvalidValueError, DuplicateRowsError, MissingValuesError,
    AlgorithmError, NoDataError, OptionError
        Each names the data set, algorithm, measure or option at fault.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> df = pd.DataFrame({
    ...     "data": ["iris", "iris", "wine", "wine"], "method": ["A", "B", "A", "B"],
    ...     "acc": [0.91, 0.93, 0.88, 0.90], "secs": [1.2, 0.8, 2.0, 1.5]})
    >>> js.results_table(df, dataset="data", algorithm="method",
    ...                  measures={"acc": "max", "secs": "min"})
    ResultsTable: 2 data sets × 2 algorithms × 2 measures
      algorithms: A, B
      measures:   acc (max), secs (min)
    """
    ways = options.directions(measures)
    min_folds = _check_rules(missing, aggregate, min_folds)
    d_codes, datasets = columns.names(columns.column(df, dataset, "data set"), "data set")
    a_codes, algorithms = columns.names(columns.column(df, algorithm, "algorithm"), "algorithm")
    if only is not None:
        keep = options.known_names("algorithm", only, algorithms)
        position = np.array([keep.index(a) if a in keep else -1 for a in algorithms])
        rows = position[a_codes] >= 0
        df, d_codes, a_codes, algorithms = df[rows], d_codes[rows], position[a_codes[rows]], keep
    check_size(datasets, algorithms, ways)

    def where(i: int) -> str:
        return f'for data set "{datasets[d_codes[i]]}", algorithm "{algorithms[a_codes[i]]}"'

    cells = d_codes * len(algorithms) + a_codes
    n_cells = len(datasets) * len(algorithms)
    per_cell = np.bincount(cells, minlength=n_cells).reshape(len(datasets), len(algorithms))
    if aggregate is None:
        _refuse_duplicates(per_cell, datasets, algorithms)
    values = np.full((len(datasets), len(ways), len(algorithms)), np.nan)
    for j, name in enumerate(ways):
        x = columns.numbers(columns.column(df, name, "measure"), name, where)
        if aggregate is None:
            flat = np.full(n_cells, np.nan)
            flat[cells] = x
        else:
            flat = _combine(x, cells, per_cell, aggregate, min_folds)
        values[:, j, :] = flat.reshape(per_cell.shape)
    return _finish(
        values, datasets, algorithms, ways, rope, missing, aggregate=aggregate, n_rows=len(df)
    )


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
    _check_rules(missing, None, None)
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
    return _finish(values, datasets, algorithms, ways, rope, missing, n_rows=len(datasets))


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
    _check_rules(missing, None, None)
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
    table = _finish(values, rows, algorithms, ways, rope, missing, n_rows=n)
    return table if only is None else table.select(algorithms=only)


def _numbered(n: int) -> list[str]:
    return [str(i + 1) for i in range(n)]


def _cell_of(rows: Sequence[str], algorithm: str) -> Any:
    return lambda i: f'for data set "{rows[i]}", algorithm "{algorithm}"'


def _check_rules(missing: str, aggregate: str | None, min_folds: Any) -> int | None:
    """Check the three rules; return `min_folds` as a number."""
    options.one_of("missing", missing, MISSING_RULES)
    if aggregate is not None:
        options.one_of("aggregate", aggregate, AGGREGATES)
    if min_folds is None:
        return None
    if aggregate is None:
        raise OptionError('min_folds goes with aggregate: say aggregate="mean" or "median".')
    return options.whole_number("min_folds", min_folds, 1)


def _refuse_duplicates(
    per_cell: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> None:
    if per_cell.max(initial=0) <= 1:
        return
    d, a = divmod(int(per_cell.argmax()), per_cell.shape[1])
    raise DuplicateRowsError(
        f'{per_cell[d, a]} rows for data set "{datasets[d]}" and algorithm "{algorithms[a]}" '
        f"({int((per_cell > 1).sum())} such pairs): if they are folds or runs, say "
        'aggregate="mean" or aggregate="median".'
    )


def _combine(
    x: np.ndarray,
    cells: np.ndarray,
    per_cell: np.ndarray,
    aggregate: str,
    min_folds: int | None,
) -> np.ndarray:
    """Mean or median of each cell's rows; a row that is missing counts as a failed fold."""
    import pandas as pd

    valid = ~np.isnan(x)
    groups = pd.Series(x[valid]).groupby(cells[valid], sort=False)
    combined = groups.mean() if aggregate == "mean" else groups.median()
    flat = np.full(per_cell.size, np.nan)
    flat[combined.index.to_numpy()] = combined.to_numpy()
    n_valid = np.bincount(cells[valid], minlength=per_cell.size)
    # The other algorithms of the data set show how many folds there should have been.
    expected = np.broadcast_to(per_cell.max(axis=1, keepdims=True), per_cell.shape).ravel()
    needed = expected if min_folds is None else np.minimum(min_folds, expected)
    flat[n_valid < np.maximum(needed, 1)] = np.nan
    return flat


def _finish(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    ways: dict[str, str],
    rope: Any,
    missing: str,
    *,
    aggregate: str | None = None,
    n_rows: int = 0,
) -> ResultsTable:
    """Apply the rule for missing values and freeze the table."""
    absent = np.isnan(values)
    names = list(ways)

    def cell(j: int, a: int) -> str:
        return f"{names[j]} of {algorithms[a]}"

    dropped: tuple[Dropped, ...] = ()
    if absent.any() and missing == "raise":
        first = [f'{cell(j, a)} on "{datasets[d]}"' for d, j, a in np.argwhere(absent)[:3].tolist()]
        number = int(absent.sum())
        tail = f" and {number - len(first)} more" if number > len(first) else ""
        raise MissingValuesError(
            f"{number} {'result is' if number == 1 else 'results are'} missing: "
            f"{'; '.join(first)}{tail}. Say "
            'missing="drop" to leave those data sets out, or missing="worst" to count them as '
            "failed runs."
        )
    kept, incomplete = list(datasets), None
    if absent.any() and missing == "drop":
        out = absent.any(axis=(1, 2))
        dropped = tuple(
            Dropped(datasets[d], f"{cell(*np.argwhere(absent[d])[0].tolist())} is missing")
            for d in map(int, np.flatnonzero(out))
        )
        values, incomplete = values[~out], values[out]
        kept = [name for name, gone in zip(datasets, out, strict=True) if not gone]
        if not kept:
            raise MissingValuesError(
                f"No data set is left: all {len(datasets)} have a missing result (the first: "
                f'{dropped[0].reason} on "{dropped[0].dataset}"). Use missing="worst", or compare '
                "fewer algorithms with only=."
            )
    table = ResultsTable(
        values=values,
        datasets=tuple(kept),
        algorithms=tuple(algorithms),
        measures=ways,
        rope=options.ropes(rope, ways),
        missing=missing,
        dropped=dropped,
        aggregate=aggregate,
        n_rows=n_rows,
        incomplete=incomplete,
    )
    check_size(table.datasets, table.algorithms, table.measures)
    return drop_unranked(table)


def as_table(source: Any, **keywords: Any) -> ResultsTable:
    """Turn the first argument of a test into a results table.

    A results table passes through (only ``only=`` may come with it); a data frame is read as long
    if ``dataset`` and ``algorithm`` are named, as wide otherwise; a mapping is read as matrices,
    or as wide frames.
    """
    import pandas as pd

    given = {name: value for name, value in keywords.items() if value is not None}
    if isinstance(source, ResultsTable):
        only = given.pop("only", None)
        if given:
            name = next(iter(given))
            _meant(name, (results_table, results_table_wide, results_table_matrices), "this test")
            raise OptionError(
                f"{name} cannot be changed in a test of a results table: say it when the table is "
                "made."
            )
        warn_in_sample(source)
        return source if only is None else source.select(algorithms=only)
    if not isinstance(source, pd.DataFrame | Mapping):
        raise InvalidValueError(
            "The first argument must be a results table, a data frame, or matrices by algorithm; "
            f"got {type(source).__name__}."
        )
    if "measures" not in given:
        raise DirectionError(
            "Say for every measure whether higher or lower is better, such as "
            'measures={"accuracy": "max", "time": "min"}.'
        )
    build, kind = _reader(source, given)
    for name in given:
        _meant(name, (build,), kind)
    return build(source, **given)


def _reader(source: Any, given: Mapping[str, Any]) -> tuple[Callable[..., ResultsTable], str]:
    """The function that makes a table of `source`, and what it takes it for."""
    import pandas as pd

    if isinstance(source, pd.DataFrame):
        if "algorithm" not in given:
            return results_table_wide, "a wide data frame (without algorithm=)"
        if "dataset" not in given:
            raise ColumnError("Say which column holds the data set: dataset=.")
        return results_table, "a long data frame"
    frames = any(isinstance(part, pd.DataFrame) for part in source.values())
    if frames and set(map(options.label, source)) == set(options.directions(given["measures"])):
        return results_table_wide, "wide data frames"
    return results_table_matrices, "matrices"


def _meant(name: str, functions: Sequence[Callable[..., Any]], kind: str) -> None:
    """Refuse a keyword that none of the functions knows."""
    if not any(name in signature(function).parameters for function in functions):
        raise OptionError(f"The option {name} has no meaning for {kind}.")
