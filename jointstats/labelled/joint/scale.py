"""Statement counts of tables larger than memory: files read in pieces, and Dask data frames.

Counts add up, and what a data set shows depends on its own rows alone. So a table is counted piece
by piece, if only each data set's rows are in one piece: where they stand together in a file, the
data sets at the edges of the pieces are counted on their own; where they do not, all rows are
first sorted into as many files as there are pieces, by a hash of the data set's name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Extra, Function, Kind, Option
from jointstats.labelled import options
from jointstats.labelled.errors import (
    InvalidValueError,
    MissingExtraError,
    OptionError,
    ReadError,
)
from jointstats.labelled.joint import parts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.parts import PartialCounts, Rules
from jointstats.labelled.joint.ties import tie_rules
from jointstats.labelled.kinds import TIES, WordOfEach
from jointstats.labelled.parallel import spread
from jointstats.labelled.table import columns
from jointstats.labelled.table.pieces import Source
from jointstats.labelled.table.reading import file_format
from jointstats.labelled.table.roles import Roles, checked_roles
from jointstats.labelled.table.rows import coded_rows

if TYPE_CHECKING:
    import pandas as pd

ROWS = 1_000_000  # of a piece


def read_counts(
    path: Any,
    *,
    dataset: Any,
    algorithm: Any,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    aggregate: str | None = None,
    min_folds: int | None = None,
    only: Sequence[Any] | None = None,
    ties: Any = "auto",
    format: str | None = None,
    grouped: bool | None = None,
    rows: int = ROWS,
    n_jobs: int | None = None,
) -> StatementCounts:
    r"""Count the dominance statements in files that need not fit into memory.

    Parameters
    ----------
    path : str, path, or list of them
        Files of one long table, in order: CSV, TSV or Parquet (extra ``parquet``).
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
    ties = WordOfEach(TIES).check("ties", ties)
    source = _source(path, roles, format, rows, n_jobs)
    seen = source.map(parts.survey, (roles,), keys=True)
    for header in source.headers():
        roles.require(header)
    algorithms = parts.known_algorithms(seen, roles)
    rules = tie_rules(ties, roles.rope, algorithms)
    together = parts.in_one_run(seen)
    if grouped and not together:
        raise OptionError(
            "A data set has rows in several places of the file: leave ",
            Option("grouped"),
            " out, and the rows are sorted first.",
        )
    if together and grouped is not False:
        counted = _of_pieces(source, roles, algorithms, rules)
    else:
        n_rows = sum(part.n_rows for part in seen)
        counted = _of_partitions(source, roles, algorithms, rules, n_rows)

    def spellings(plains: Collection[str]) -> list[str]:
        found = source.map(parts.spelt_like, (roles, plains), keys=True)
        return [name for names in found for name in names]

    return parts.total_counts(counted, roles, algorithms, spellings)


def dask_counts(
    frame: Any,
    *,
    dataset: Any,
    algorithm: Any,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    aggregate: str | None = None,
    min_folds: int | None = None,
    only: Sequence[Any] | None = None,
    ties: Any = "auto",
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
    try:
        from dask import compute, delayed
    except ImportError:
        raise MissingExtraError("Dask data frames need dask: ", Extra("scale"), ".") from None
    if not hasattr(frame, "to_delayed"):
        raise InvalidValueError(
            Function("dask_counts"),
            " takes a Dask data frame; got ",
            Kind(frame),
            ".",
            *columns.file_hint(frame),
        )
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only,
    )  # fmt: skip
    ties = WordOfEach(TIES).check("ties", ties)
    roles.require(frame._meta)
    by_label = {options.label(name): name for name in frame.columns}
    needed = frame[[by_label[name] for name in roles.columns]]

    def of_each(function: Any, *more: Any) -> list[Any]:
        return list(compute(*[delayed(function)(part, *more) for part in needed.to_delayed()]))

    seen = of_each(parts.survey, roles, 0)
    algorithms = parts.known_algorithms(seen, roles)
    rules = tie_rules(ties, roles.rope, algorithms)
    if grouped and not parts.in_one_part(seen):
        raise OptionError(
            "A data set has rows in several partitions: leave ",
            Option("grouped"),
            " out, and the rows are shuffled first.",
        )
    if not grouped:
        # By tasks: whatever a dead worker held is computed again by the others.
        needed = needed.shuffle(on=by_label[options.label(dataset)], shuffle_method="tasks")
    count = delayed(parts.count_part)
    counted = [count(part, roles, algorithms, rules) for part in needed.to_delayed()]
    while len(counted) > 1:
        counted = [delayed(parts.added)(counted[i : i + 8]) for i in range(0, len(counted), 8)]

    def spellings(plains: Collection[str]) -> list[str]:
        return [name for names in of_each(parts.spelt_like, roles, plains) for name in names]

    return parts.total_counts(compute(*counted), roles, algorithms, spellings)


# --- files ----------------------------------------------------------------------------------------


def _source(path: Any, roles: Roles, format: str | None, rows: Any, n_jobs: int | None) -> Source:
    paths = [path] if isinstance(path, str | Path) else list(path)
    if not paths:
        raise ReadError("No file is named.")
    if "-" in map(str, paths):
        raise ReadError(
            "Standard input cannot be read twice: name a file, or use ",
            Function("read_results"),
            ".",
        )
    return Source(
        tuple(map(str, paths)),
        file_format(paths[0], format),
        roles.columns,
        options.whole_number("rows", rows, 1),
        n_jobs,
    )


def _of_pieces(
    source: Source, roles: Roles, algorithms: Sequence[str], ties: Rules
) -> list[PartialCounts]:
    """Count piece by piece, and the data sets at the edges of the pieces on their own."""
    import pandas as pd

    found = source.map(_count_inside, (roles, algorithms, ties))
    edges = [edge for _, edge in found]
    at_edges = parts.count_part(pd.concat(edges, ignore_index=True), roles, algorithms, ties)
    return [*(counted for counted, _ in found), at_edges]


def _count_inside(
    frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str], ties: Rules
) -> tuple[PartialCounts, pd.DataFrame]:
    """Counts of all data sets but the first and the last, and the rows of these two."""
    rows = coded_rows(frame, roles)
    edges = (rows.d_codes == 0) | (rows.d_codes == rows.d_codes[-1]) if len(frame) else []
    at_edge = np.array(edges, dtype=bool)
    return parts.count_rows(rows.where(~at_edge), roles, algorithms, ties), frame[at_edge]


def _of_partitions(
    source: Source, roles: Roles, algorithms: Sequence[str], ties: Rules, n_rows: int
) -> list[PartialCounts]:
    """Sort the rows into files by a hash of the data set's name, and count file by file."""
    with TemporaryDirectory(prefix="jointstats-") as folder:
        number = max(1, -(-n_rows // source.rows))
        source.map(_spill, (roles, folder, number))
        tasks = [(folder, part, roles, algorithms, ties) for part in range(number)]
        counted = spread(_count_partition, tasks, source.n_jobs, "partitions")
        return [part for part in counted if part is not None]


def _spill(frame: pd.DataFrame, roles: Roles, folder: str, number: int) -> None:
    from uuid import uuid4

    codes, names = columns.names(columns.column(frame, roles.dataset, "data set"), "data set")
    own = (parts.hashes(names) % np.uint64(number))[codes]
    for part in np.unique(own).tolist():
        # Files of a partition are read in the order of their rows.
        file = f"{part}-{frame.index[0]:020d}-{uuid4().hex}.pickle"
        frame[own == part].to_pickle(Path(folder) / file, compression=None)


def _count_partition(
    folder: str, part: int, roles: Roles, algorithms: Sequence[str], ties: Rules
) -> PartialCounts | None:
    import pandas as pd

    files = sorted(Path(folder).glob(f"{part}-*.pickle"))
    if not files:
        return None
    frames = [pd.read_pickle(file) for file in files]
    return parts.count_part(pd.concat(frames, ignore_index=True), roles, algorithms, ties)
