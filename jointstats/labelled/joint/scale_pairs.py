"""Totals of pairs from tables larger than memory: files read in pieces, and Dask data frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from jointstats.kernels.joint.pair_histograms import check_cells
from jointstats.labelled.given import (
    AggregateWord,
    FilePath,
    FormatWord,
    Label,
    Labels,
    MissingWord,
)
from jointstats.labelled.joint import parts
from jointstats.labelled.joint.in_pieces import ROWS, CountOf, count_dask, count_files
from jointstats.labelled.joint.pair_counting import base_of, totals_of
from jointstats.labelled.joint.pair_totals import PairTotals
from jointstats.labelled.table.roles import Roles, checked_roles


def read_pairs(
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
    cluster: Label = None,
    format: FormatWord | None = None,
    grouped: bool | None = None,
    rows: int = ROWS,
    n_jobs: int | str | None = None,
) -> PairTotals:
    r"""Count what every pair of algorithms shows in files that need not fit into memory.

    Parameters
    ----------
    path : str, path, or list of them
        Files of one long table, in order: CSV, TSV or Parquet (extra ``parquet``); or folders of
        them.
    dataset, algorithm, measures, rope, missing, aggregate, min_folds, only, cluster
        As for :func:`jointstats.results_table`; a data set may be an item, such as a question of a
        benchmark, and its family (`cluster`) the task that it is of.
    format : {"csv", "tsv", "parquet"}, optional
        Default: by the first file's ending.
    grouped : bool, optional
        Whether the rows of a data set stand together. By default the names tell; if they do not,
        as where every algorithm has a file of its own, the rows are sorted into temporary files, as
        large as the table (on a cluster, its workers exchange them). False sorts them anyway, True
        makes it an error if they do not.
    rows : int, default 1000000
        Rows held in memory at once, by each worker; of Parquet at least one row group.
    n_jobs : int or str, optional
        Workers, for Parquet, as for :func:`jointstats.pairwise_tests`; or the address of a Dask
        scheduler (extra ``scale``), whose workers see the files under the same names.

    Returns
    -------
    PairTotals
        Those of ``pair_totals(read_results(path, …))``, whatever the pieces are.

    Raises
    ------
    ReadError, MissingExtraError
        If a file cannot be read.
    TooManyOutcomesError
        If three outcomes of so many measures, of all pairs (and families), do not fit into memory.
    JointStatsError
        As :func:`jointstats.results_table`.

    Examples
    --------
    >>> import tempfile, pathlib, jointstats as js
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "results.csv"
    >>> _ = path.write_text("item,model,right\n1,A,1\n1,B,0\n2,A,1\n2,B,1\n")
    >>> js.read_pairs(path, dataset="item", algorithm="model", measures={"right": "max"}).outcomes
    array([[1, 1, 0]])
    """
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only, cluster=cluster,
    )  # fmt: skip
    found = count_files(
        path, roles, _totals(roles), format=format, grouped=grouped, rows=rows, n_jobs=n_jobs
    )
    return cast(PairTotals, found)


def dask_pairs(
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
    cluster: Label = None,
    grouped: bool = False,
) -> PairTotals:
    """Count what every pair of algorithms shows in a Dask data frame, on its cluster.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        A long table (extra ``scale``). It is computed where the active Dask client says; without a
        client, in this process; a worker that dies is replaced by the others.
    dataset, algorithm, measures, rope, missing, aggregate, min_folds, only, cluster
        As for :func:`jointstats.results_table`.
    grouped : bool, default False
        Say True if no data set is spread over several partitions (it is an error if one is):
        otherwise rows are shuffled.

    Returns
    -------
    PairTotals
        As :func:`read_pairs`.

    Raises
    ------
    MissingExtraError
        If Dask is not installed.
    JointStatsError
        As :func:`read_pairs`.

    Examples
    --------
    >>> import pandas as pd, dask.dataframe as dd, jointstats as js
    >>> df = pd.DataFrame({"item": [1, 1], "model": ["A", "B"], "right": [1, 0]})
    >>> js.dask_pairs(dd.from_pandas(df, npartitions=1), dataset="item", algorithm="model",
    ...               measures={"right": "max"}).outcomes
    array([[1, 0, 0]])
    """
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only, cluster=cluster,
    )  # fmt: skip
    found = count_dask(frame, roles, _totals(roles), grouped=grouped, function="dask_pairs")
    return cast(PairTotals, found)


def _totals(roles: Roles) -> CountOf:
    """How to count pairs, if their outcomes are not too many."""

    def count_of(algorithms: list[str]) -> parts.Count:
        l = len(algorithms)
        check_cells(1, l * (l - 1) // 2, base_of(roles.missing) ** len(roles.measures))
        return totals_of

    return count_of
