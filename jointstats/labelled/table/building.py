"""From frames and matrices to a results table: roles, aggregation, missing values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import DuplicateRowsError, MissingValuesError, OptionError
from jointstats.labelled.table import columns, gaps
from jointstats.labelled.table.results_table import Dropped, ResultsTable, check_size, drop_unranked

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
        Smallest number of rows with a value that makes a combined result valid (default: all); of
        a data set with fewer rows, all are needed.
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
    columns.require_frame(df, "results_table")
    ways = options.directions(measures)
    min_folds = check_rules(missing, aggregate, min_folds)
    d_codes, datasets = columns.names(columns.column(df, dataset, "data set"), "data set")
    a_codes, algorithms = columns.names(columns.column(df, algorithm, "algorithm"), "algorithm")
    if only is not None:
        keep = options.known_names("algorithm", only, algorithms)
        position = np.array([keep.index(a) if a in keep else -1 for a in algorithms])
        rows = position[a_codes] >= 0
        df, a_codes, algorithms = df[rows], position[a_codes[rows]], keep
        # A data set on which none of them was run is no part of the comparison.
        present, d_codes = np.unique(d_codes[rows], return_inverse=True)
        datasets = [datasets[i] for i in present]
    check_size(datasets, algorithms, ways)
    results = {name: columns.column(df, name, "measure") for name in ways}

    def where(i: int) -> str:
        return f'for data set "{datasets[d_codes[i]]}", algorithm "{algorithms[a_codes[i]]}"'

    cells = d_codes * len(algorithms) + a_codes
    n_cells = len(datasets) * len(algorithms)
    per_cell = np.bincount(cells, minlength=n_cells).reshape(len(datasets), len(algorithms))
    if aggregate is None and per_cell.max(initial=0) > 1:
        _refuse_duplicates(df, per_cell, datasets, algorithms)
    values = np.full((len(datasets), len(ways), len(algorithms)), np.nan)
    for j, (name, column) in enumerate(results.items()):
        x = columns.numbers(column, name, where)
        if aggregate is None:
            flat = np.full(n_cells, np.nan)
            flat[cells] = x
        else:
            flat = _combine(x, cells, per_cell, aggregate, min_folds)
        values[:, j, :] = flat.reshape(per_cell.shape)
    few = "" if aggregate is None else gaps.too_few_rows(values, per_cell, datasets, algorithms)
    return finish(
        values, datasets, algorithms, ways, rope, missing, aggregate=aggregate, n_rows=len(df),
        why_missing=few,
    )  # fmt: skip


def check_rules(missing: str, aggregate: str | None, min_folds: Any) -> int | None:
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
    df: pd.DataFrame, per_cell: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> None:
    """Say what to do about several rows of a pair: copies are to be dropped, folds combined."""
    d, a = divmod(int(per_cell.argmax()), per_cell.shape[1])
    where = f'data set "{datasets[d]}" and algorithm "{algorithms[a]}"'
    number = int((per_cell > 1).sum())
    pairs = f"({number} such {'pair' if number == 1 else 'pairs'})"
    extra = int((per_cell - 1)[per_cell > 1].sum())
    if int(df.astype(str).duplicated().sum()) == extra:
        raise DuplicateRowsError(
            f"{per_cell[d, a]} rows for {where} {pairs} are identical in every column: "
            "drop the copies."
        )
    raise DuplicateRowsError(
        f"{per_cell[d, a]} rows for {where} {pairs}: if they are folds or runs, say "
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


def finish(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    ways: dict[str, str],
    rope: Any,
    missing: str,
    *,
    aggregate: str | None = None,
    n_rows: int = 0,
    why_missing: str = "",
) -> ResultsTable:
    """Apply the rule for missing values and freeze the table."""
    absent = np.isnan(values)
    names = list(ways)
    if absent.any():
        gaps.refuse_two_spellings(~absent, datasets, algorithms)

    def cell(j: int, a: int) -> str:
        return f"{names[j]} of {algorithms[a]}"

    dropped: tuple[Dropped, ...] = ()
    if absent.any() and missing == "raise":
        first = [f'{cell(j, a)} on "{datasets[d]}"' for d, j, a in np.argwhere(absent)[:3].tolist()]
        number = int(absent.sum())
        tail = f" and {number - len(first)} more" if number > len(first) else ""
        why = why_missing or gaps.mostly_absent(~absent, algorithms)
        raise MissingValuesError(
            f"{number} {'result is' if number == 1 else 'results are'} missing: "
            f"{'; '.join(first)}{tail}. {why}Say "
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
    check_size(datasets, table.algorithms, table.measures)
    if not table.comparable:  # otherwise its pairs can be: a test that needs more says so
        table.require_datasets()
    return drop_unranked(table)
