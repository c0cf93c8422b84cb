"""Statement counts of tables larger than memory: files read in pieces, and Dask data frames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from jointstats.labelled.given import (
    AggregateWord,
    FilePath,
    FormatWord,
    Label,
    Labels,
    MissingWord,
    TiesWord,
)
from jointstats.labelled.joint import parts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.in_pieces import ROWS, CountOf, count_dask, count_files
from jointstats.labelled.joint.ties import tie_rules
from jointstats.labelled.kinds import TIES, WordOfEach
from jointstats.labelled.table.roles import Roles, checked_roles


def read_counts(
    path: FilePath,
    *,
    dataset: Label,
    algorithm: Label,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: MissingWord = "raise",
    aggregate: AggregateWord | None = None,
    min_folds: int | None = None,
    only: Labels | None = None,
    ties: TiesWord | Mapping[Any, str] = "auto",
    format: FormatWord | None = None,
    grouped: bool | None = None,
    rows: int = ROWS,
    n_jobs: int | str | None = None,
) -> StatementCounts:
    r"""Count the dominance statements in files that need not fit into memory.

    Parameters
    ----------
    path : str, path, or list of them
        Files of one long table, in order: CSV, TSV or Parquet (extra ``parquet``); or folders of
        them.
    dataset, algorithm, measures, rope, missing, aggregate, min_folds, only
        As for :func:`jointstats.results_table`.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        As for :func:`jointstats.statement_counts`.
    format : {"csv", "tsv", "parquet"}, optional
        Default: by the first file's ending.
    grouped : bool, optional
        Whether the rows of a data set stand together. By default the names tell; if they do not,
        the rows are sorted into temporary files, as large as the table. False sorts them anyway,
        True makes it an error if they do not.
    rows : int, default 1000000
        Rows held in memory at once, by each worker; of Parquet at least one row group.
    n_jobs : int, optional
        Workers, for Parquet, as for :func:`jointstats.pairwise_tests`.

    Returns
    -------
    StatementCounts
        Those of ``statement_counts(read_results(path, …))``; fractional counts agree up to
        rounding, and `dropped` may be in another order.

    Raises
    ------
    ReadError, MissingExtraError
        If a file cannot be read.
    JointStatsError
        As :func:`jointstats.results_table`.

    Examples
    --------
    >>> import tempfile, pathlib, jointstats as js
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "results.csv"
    >>> _ = path.write_text("data,method,acc\niris,A,0.91\niris,B,0.93\n")
    >>> js.read_counts(path, dataset="data", algorithm="method", measures={"acc": "max"}).n
    1
    """
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only,
    )  # fmt: skip
    found = count_files(
        path, roles, _statements(roles, ties), format=format, grouped=grouped, rows=rows,
        n_jobs=n_jobs,
    )  # fmt: skip
    return cast(StatementCounts, found)


def dask_counts(
    frame: Any,
    *,
    dataset: Label,
    algorithm: Label,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: MissingWord = "raise",
    aggregate: AggregateWord | None = None,
    min_folds: int | None = None,
    only: Labels | None = None,
    ties: TiesWord | Mapping[Any, str] = "auto",
    grouped: bool = False,
) -> StatementCounts:
    """Count the dominance statements in a Dask data frame (extra ``scale``), on its cluster.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        A long table. It is computed where the active Dask client says; without a client, in this
        process; a worker that dies is replaced by the others.
    dataset, algorithm, measures, rope, missing, aggregate, min_folds, only
        As for :func:`jointstats.results_table`.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        As for :func:`jointstats.statement_counts`.
    grouped : bool, default False
        Say True if no data set is spread over several partitions (it is an error if one is):
        otherwise rows are shuffled.

    Returns
    -------
    StatementCounts
        As :func:`read_counts`.

    Raises
    ------
    MissingExtraError
        If Dask is not installed.
    JointStatsError
        As :func:`jointstats.results_table`.

    Examples
    --------
    >>> import pandas as pd, dask.dataframe as dd, jointstats as js
    >>> df = pd.DataFrame({"data": ["iris", "iris"], "method": ["A", "B"], "acc": [0.9, 0.8]})
    >>> js.dask_counts(dd.from_pandas(df, npartitions=1), dataset="data", algorithm="method",
    ...                measures={"acc": "max"}).n
    1
    """
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only,
    )  # fmt: skip
    count_of = _statements(roles, ties)
    found = count_dask(frame, roles, count_of, grouped=grouped, function="dask_counts")
    return cast(StatementCounts, found)


def _statements(roles: Roles, ties: Any) -> CountOf:
    """How to count the statements of these algorithms."""
    said = WordOfEach(TIES).check("ties", ties)

    def count_of(algorithms: list[str]) -> parts.Count:
        return partial(parts.statements, ties=tie_rules(said, roles.rope, algorithms))

    return count_of
