"""Statement counts of tables larger than memory: files read in pieces, and Dask data frames.

Counts add up, and what a data set shows depends on its own rows alone. So a table is counted piece
by piece, if only each data set's rows are in one piece: where they stand together in a file, the
data sets at the edges of the pieces are counted on their own; where they do not, all rows are
first sorted into as many files as there are pieces, by a hash of the data set's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import MissingExtraError, NoDataError, ReadError
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.parallel import spread
from jointstats.labelled.table import columns, reading
from jointstats.labelled.table.building import results_table
from jointstats.labelled.table.pieces import Source
from jointstats.labelled.table.results_table import check_size

if TYPE_CHECKING:
    import pandas as pd

ROWS = 1_000_000  # of a piece
_MARKER = "\x00"  # name of a made-up data set


@dataclass(frozen=True)
class Roles:
    """What the columns hold, and the rules of :func:`jointstats.results_table`."""

    dataset: Any
    algorithm: Any
    measures: dict[str, str]
    rules: dict[str, Any]

    def columns(self) -> list[Any]:
        """The columns that are needed."""
        return [self.dataset, self.algorithm, *self.measures]


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
    format : {"csv", "tsv", "parquet"}, optional
        Default: by the first file's ending.
    grouped : bool, optional
        Whether the rows of a data set stand together. By default the names are looked through
        first; if they do not, the rows are sorted into temporary files, as large as the table.
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
    roles = _roles(dataset, algorithm, measures, rope, missing, aggregate, min_folds)
    paths = [path] if isinstance(path, str | Path) else list(path)
    if not paths:
        raise ReadError("No file is named.")
    source = Source(
        tuple(map(str, paths)),
        reading._format(paths[0], format),
        options.whole_number("rows", rows, 1),
        n_jobs,
    )
    algorithms, n_rows = _known(only), None
    if algorithms is None or grouped is None:
        seen = source.map(_survey, [dataset, algorithm], (roles,))
        algorithms = algorithms or _first_appearance(part.algorithms for part in seen)
        grouped = _together(seen) if grouped is None else grouped
        n_rows = sum(part.n_rows for part in seen)
    check_size([_MARKER], algorithms, roles.measures)
    if grouped:
        pieces = source.map(_count_inside, roles.columns(), (roles, algorithms))
        counts = [part for part, _ in pieces]
        edges = [edge for _, edge in pieces if edge is not None]
        counts += [_count(_concat(edges), roles, algorithms)] if edges else []
    else:
        counts = _by_partition(source, roles, algorithms, n_rows)
    return _total(counts)


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
    grouped: bool = False,
) -> StatementCounts:
    """Count the dominance statements in a Dask data frame (extra ``dask``), on its cluster.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        A long table. It is computed where the active Dask client says; without a client, in this
        process; a worker that dies is replaced by the others.
    dataset, algorithm, measures, rope, missing, aggregate, min_folds, only
        As for :func:`jointstats.results_table`.
    grouped : bool, default False
        Say True if no data set is spread over several partitions: otherwise rows are shuffled.

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
        raise MissingExtraError(
            "Dask data frames need dask: pip install 'jointstats[dask]'."
        ) from None
    roles = _roles(dataset, algorithm, measures, rope, missing, aggregate, min_folds)
    for name, role in zip(roles.columns(), ["data set", "algorithm"], strict=False):
        columns.column(frame._meta, name, role)
    for name in roles.measures:
        columns.column(frame._meta, name, "measure")
    by_label = {options.label(name): name for name in frame.columns}
    needed = frame[[by_label[options.label(name)] for name in roles.columns()]]
    algorithms = _known(only)
    if algorithms is None:
        seen = compute(*[delayed(_survey)(part, roles) for part in needed.to_delayed()])
        algorithms = _first_appearance(part.algorithms for part in seen)
    check_size([_MARKER], algorithms, roles.measures)
    if not grouped:
        # By tasks: whatever a dead worker held is computed again by the others.
        needed = needed.shuffle(on=by_label[options.label(dataset)], shuffle_method="tasks")
    parts = [delayed(_count)(part, roles, algorithms) for part in needed.to_delayed()]
    while len(parts) > 1:
        parts = [delayed(_sum)(parts[i : i + 8]) for i in range(0, len(parts), 8)]
    return _total(compute(*parts))


# --- one piece ------------------------------------------------------------------------------------


def _roles(
    dataset: Any,
    algorithm: Any,
    measures: Any,
    rope: Any,
    missing: str,
    aggregate: str | None,
    min_folds: int | None,
) -> Roles:
    ways = options.directions(measures)
    rules = {"rope": options.ropes(rope, ways), "missing": missing, "aggregate": aggregate,
             "min_folds": min_folds}  # fmt: skip
    return Roles(dataset, algorithm, ways, rules)


def _known(only: Any) -> list[str] | None:
    return None if only is None else [options.label(name) for name in only]


def _count(frame: pd.DataFrame | None, roles: Roles, algorithms: Sequence[str]) -> StatementCounts:
    """Counts of the data sets in a frame, all of whose rows are there; it may be empty.

    A made-up complete data set at the end makes sure that every algorithm occurs and that
    something is left when all others are dropped; then it is taken away.
    """
    marker = _marker(roles, algorithms)
    table = results_table(
        marker if frame is None else _concat([_labelled(frame, roles), marker]),
        dataset=options.label(roles.dataset),
        algorithm=options.label(roles.algorithm),
        measures=roles.measures,
        only=algorithms,
        **roles.rules,
    )
    kept = len(table.datasets) - 1
    if kept == 0:
        m = len(roles.measures)
        return StatementCounts(
            table.algorithms,
            table.measures,
            np.zeros((0, m), dtype=np.int64),
            np.zeros(0),
            ties=dict.fromkeys(table.measures, 0),
            rope=table.rope,
            dropped=table.dropped,
        )
    return statement_counts(
        replace(table, values=table.values[:kept], datasets=table.datasets[:kept])
    )


def _labelled(frame: pd.DataFrame, roles: Roles) -> pd.DataFrame:
    """The needed columns, with names that are text."""
    parts = {
        options.label(name): columns.column(frame, name, role)
        for name, role in zip(
            roles.columns(), ["data set", "algorithm", *["measure"] * len(roles.measures)],
            strict=True,
        )
    }  # fmt: skip
    import pandas as pd

    return pd.DataFrame(parts)


def _marker(roles: Roles, algorithms: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    made_up: dict[str, Any] = {
        options.label(roles.dataset): [_MARKER] * len(algorithms),
        options.label(roles.algorithm): list(algorithms),
    }
    return pd.DataFrame(made_up | dict.fromkeys(roles.measures, 0.0))


def _concat(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(frames, ignore_index=True)


def _count_inside(
    frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str]
) -> tuple[StatementCounts, pd.DataFrame | None]:
    """Counts of all data sets but the first and the last, and the rows of these two."""
    import pandas as pd

    names, _ = pd.factorize(columns.column(frame, roles.dataset, "data set"))
    if not len(names):
        return _count(None, roles, algorithms), None
    at_edge = (names == names[0]) | (names == names[-1])
    return _count(frame[~at_edge], roles, algorithms), frame[at_edge]


def _total(counts: Iterable[StatementCounts | None]) -> StatementCounts:
    found = _sum([part for part in counts if part is not None])
    if found is None or found.n == 0:
        raise NoDataError(
            "No data set is left"
            + (f": all {found.n_dropped} have a missing result." if found else ".")
        )
    return found


def _sum(counts: Sequence[StatementCounts]) -> StatementCounts | None:
    return sum(counts[1:], start=counts[0]) if counts else None


# --- what is in the files -------------------------------------------------------------------------


@dataclass(frozen=True)
class _Survey:
    """Names in a piece: algorithms, and a hash of each run of rows of one data set."""

    algorithms: list[str]
    runs: np.ndarray
    n_rows: int


def _survey(frame: pd.DataFrame, roles: Roles) -> _Survey:
    import pandas as pd

    _, algorithms = columns.names(columns.column(frame, roles.algorithm, "algorithm"), "algorithm")
    series = columns.column(frame, roles.dataset, "data set")
    codes, _ = pd.factorize(series)
    starts = np.flatnonzero(np.diff(codes, prepend=-2))
    return _Survey(algorithms, _hashes(series.iloc[starts]), len(frame))


def _hashes(names: pd.Series) -> np.ndarray:
    import pandas as pd

    return pd.util.hash_pandas_object(names, index=False, categorize=False).to_numpy()


def _first_appearance(lists: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(name for names in lists for name in names))


def _together(seen: Sequence[_Survey]) -> bool:
    """Whether each data set has one run of rows, which may go on from one piece to the next."""
    runs = [part.runs for part in seen if len(part.runs)]
    later = [part[1:] if part[0] == before[-1] else part for before, part in pairwise(runs)]
    every = np.sort(np.concatenate([*runs[:1], *later])) if runs else np.zeros(0)
    return not (every[1:] == every[:-1]).any()


# --- rows that do not stand together --------------------------------------------------------------


def _by_partition(
    source: Source, roles: Roles, algorithms: Sequence[str], n_rows: int | None
) -> list[StatementCounts]:
    """Sort the rows into files by a hash of the data set's name, and count file by file."""
    with TemporaryDirectory(prefix="jointstats-") as folder:
        if n_rows is None:
            n_rows = sum(source.map(_n_rows, [roles.dataset], ()))
        parts = max(1, -(-n_rows // source.rows))
        source.map(_spill, roles.columns(), (roles, folder, parts))
        tasks = [(folder, part, roles, algorithms) for part in range(parts)]
        return spread(_count_partition, tasks, source.n_jobs, "partitions")


def _n_rows(frame: pd.DataFrame) -> int:
    return len(frame)


def _spill(frame: pd.DataFrame, roles: Roles, folder: str, parts: int) -> None:
    from uuid import uuid4

    own = _hashes(columns.column(frame, roles.dataset, "data set")) % np.uint64(parts)
    for part in np.unique(own).tolist():
        rows = frame[own == part]
        rows.to_pickle(Path(folder) / f"{part}-{uuid4().hex}.pickle", compression=None)


def _count_partition(
    folder: str, part: int, roles: Roles, algorithms: Sequence[str]
) -> StatementCounts:
    import pandas as pd

    files = sorted(Path(folder).glob(f"{part}-*.pickle"))
    frames = [pd.read_pickle(file) for file in files]
    return _count(_concat(frames) if frames else None, roles, algorithms)
