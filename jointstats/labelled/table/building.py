"""From frames and matrices to a results table: roles, aggregation, missing values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options
from jointstats.labelled.cautions import keeping
from jointstats.labelled.errors import ColumnError, OptionError
from jointstats.labelled.given import AggregateWord, Label, Labels, MissingWord, RunKind
from jointstats.labelled.table import gaps
from jointstats.labelled.table.all_runs import AllRuns, runs_of_rows
from jointstats.labelled.table.columns import require_frame
from jointstats.labelled.table.dropping import drop_incomplete, drop_unranked
from jointstats.labelled.table.families import families_of_rows
from jointstats.labelled.table.properties import Property, properties_of_rows
from jointstats.labelled.table.results_table import (
    ResultsTable,
    check_size,
)
from jointstats.labelled.table.roles import LEAVE_OUT, Roles, checked_roles
from jointstats.labelled.table.rows import cell_values, coded_rows

if TYPE_CHECKING:
    import pandas as pd


@keeping
def results_table(
    df: pd.DataFrame,
    *,
    dataset: Label = None,
    algorithm: Label = None,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: MissingWord = "raise",
    aggregate: AggregateWord | None = None,
    min_folds: int | None = None,
    only: Labels | None = None,
    cluster: Label | Mapping[Any, Any] = None,
    runs: Label = None,
    run_kind: RunKind | None = None,
    test_share: float | None = None,
    per_algorithm: Mapping[Any, str] | None = None,
    columns: str | None = None,
) -> ResultsTable:
    """Make a results table from a long data frame: a row for each data set and algorithm.

    Or, without `dataset`, from a leaderboard: a row for each algorithm, and a column for each data
    set and measure.

    Parameters
    ----------
    df : DataFrame
        One row per data set and algorithm (or several, with `aggregate`); or one per algorithm. Of
        pandas; or, with the extra ``frames``, of Polars, PyArrow, DuckDB and whatever else narwhals
        reads. So it is wherever a data frame is taken.
    dataset, algorithm : str
        Names of the columns that hold the data set and the algorithm. Without `dataset`, every
        algorithm has one row.
    measures : dict
        Name of each measure's column to its direction: ``"max"`` if higher is better, ``"min"`` if
        lower is better; ``"maximize"`` and ``"minimize"`` will do. Never guessed.
    rope : dict, optional
        Measure to the width within which two results count as a tie (default 0), in the measure's
        own units. With one measure a bare number will do.
    missing : {"raise", "drop", "unknown", "worst"}, default "raise"
        What to do where a result is missing: stop and name the cells; leave out the whole data set
        (counted in the result); take it as unknown: every question uses what is there, a pair of
        algorithms its common data sets (missing at random is assumed); or take the run as failed:
        it loses to every result and ties with other failures.
    aggregate : {"mean", "median"}, optional
        Combine several rows (folds, runs) of a data set and algorithm. Without it they are an
        error. One failed row makes the combined result failed, unless `min_folds` says otherwise.
    min_folds : int, optional
        Smallest number of rows with a value that makes a combined result valid (default: all); of
        a data set with fewer rows, all are needed.
    only : sequence of str, optional
        Keep only these algorithms.
    cluster : str, optional
        Name of the column that holds the family of each data set: data sets of one family (versions
        of one source, tasks of one suite) answer alike, and are not independent evidence.
    runs : str, optional
        Name of the column that holds the run (fold, seed, trial) of each row. Runs are combined by
        their mean, and kept: see `AllRuns`.
    run_kind : {"cv", "independent"}, optional
        What the runs are: of cross-validation or repeated splits, whose training sets overlap; or
        independent, such as seeds. Needed with `runs`.
    test_share : float, optional
        Share of the cases on which each run of cross-validation tests, such as 0.1 in tenfold
        cross-validation. Needed with ``run_kind="cv"``.
    per_algorithm : dict, optional
        Properties of the algorithms, such as their price: name of the column to ``"max"`` or
        ``"min"``. Each has one number for an algorithm, the same in all its rows: it is known, and
        never counted once per data set.
    columns : str, optional
        Of a leaderboard: how the columns are named, with ``{measure}`` and ``{dataset}`` in their
        places, such as ``"{dataset}_{measure}"``; ``"{dataset}"``, if all others are data sets of
        one measure. Default: told by the measures' names before or after those of the data sets,
        also in a second level of the columns.

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

    A leaderboard, with a price for each model:

    >>> board = pd.DataFrame({"model": ["A", "B"], "iris_acc": [0.91, 0.93],
    ...                       "wine_acc": [0.88, 0.9], "price": [20, 45]})
    >>> js.results_table(board, algorithm="model", measures={"acc": "max"},
    ...                  per_algorithm={"price": "min"})
    ResultsTable: 2 data sets × 2 algorithms × 1 measure
      algorithms: A, B
      measures:   acc (max)
      properties: price (min)
    """
    df = require_frame(df, "results_table")
    if algorithm is None:
        raise ColumnError("Say which column holds the algorithm: ", asked("algorithm"), ".")
    if dataset is None:
        from jointstats.labelled.table.leaderboard import leaderboard_table

        refuse_for_leaderboards(
            aggregate=aggregate, min_folds=min_folds, runs=runs, run_kind=run_kind,
            test_share=test_share,
        )  # fmt: skip
        return leaderboard_table(
            df, algorithm=algorithm, measures=measures, columns=columns, rope=rope,
            per_algorithm=per_algorithm, missing=missing, only=only, cluster=cluster,
        )  # fmt: skip
    if columns is not None:
        raise OptionError(
            Option("columns"),
            " is for a table with a row for each algorithm: say it without ",
            asked("dataset"),
            ".",
        )
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only, cluster=cluster, runs=runs,
        run_kind=run_kind, test_share=test_share, per_algorithm=per_algorithm,
    )  # fmt: skip
    return table_of(df, roles)


def table_of(frame: pd.DataFrame, roles: Roles) -> ResultsTable:
    """Make a results table from a long data frame whose roles are checked."""
    rows = coded_rows(frame, roles)
    if roles.only is not None:
        rows = rows.of(options.known_names("algorithm", roles.only, rows.algorithms))
    check_size(rows.datasets, rows.algorithms, roles.measures)
    values, per_cell = cell_values(rows, roles)
    return finish(
        values, rows.datasets, rows.algorithms, roles.measures, roles.rope, roles.missing,
        aggregate=roles.aggregate, n_rows=len(rows.frame), per_cell=per_cell,
        families=None if roles.cluster is None else families_of_rows(rows, roles.cluster),
        all_runs=None if roles.runs is None else runs_of_rows(rows, roles),
        properties=properties_of_rows(rows, roles.properties),
    )  # fmt: skip


def refuse_for_leaderboards(**given: Any) -> None:
    """Refuse options that need several rows of an algorithm."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(
                Option(name),
                " has no meaning for a table with a row for each algorithm; of a long table, say ",
                asked("dataset"),
                ".",
            )


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
    per_cell: np.ndarray | None = None,
    families: Mapping[str, str] | None = None,
    all_runs: AllRuns | None = None,
    properties: Mapping[str, Property] | None = None,
) -> ResultsTable:
    """Apply the rule for missing values and freeze the table."""
    per_cell = per_cell if aggregate else None
    found = gaps.find_gaps(values, datasets, algorithms, ways, per_cell)
    gaps.judge_gaps(found, algorithms, missing, partial(gaps.spelt, datasets))
    table = ResultsTable(
        values=values,
        datasets=tuple(datasets),
        algorithms=tuple(algorithms),
        measures=ways,
        rope=options.ropes(rope, ways),
        missing=missing,
        aggregate=aggregate,
        n_rows=n_rows,
        families=families,
        all_runs=all_runs,
        properties=properties or {},
    )
    check_size(datasets, table.algorithms, table.measures)
    table = drop_incomplete(table) if missing in LEAVE_OUT else table
    if not table.comparable:  # otherwise its pairs can be: a test that needs more says so
        table.require_datasets()
    return drop_unranked(table)
