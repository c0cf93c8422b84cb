"""Counting tables larger than memory, whatever is counted: files in pieces, and Dask data frames.

What is counted adds up, and what a data set shows depends on its own rows alone. So a table is
counted piece by piece, if only each data set's rows are in one piece: where they stand together in
a file, the data sets at the edges of the pieces are counted on their own; where they do not, all
rows are first sorted into as many files as there are pieces, by a hash of the data set's name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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
from jointstats.labelled.joint.parts import Count, PartialCounts, Totals
from jointstats.labelled.parallel import connected, streamed
from jointstats.labelled.table import columns
from jointstats.labelled.table.pieces import Source, files_of, kind_of, read_groups
from jointstats.labelled.table.roles import Roles
from jointstats.labelled.table.rows import coded_rows

if TYPE_CHECKING:
    import pandas as pd

ROWS = 1_000_000  # of a piece

# What is to be counted, once the algorithms are known.
CountOf = Callable[[list[str]], Count]


def count_files(
    path: Any,
    roles: Roles,
    count_of: CountOf,
    *,
    format: str | None,
    grouped: bool | None,
    rows: Any,
    n_jobs: int | str | None,
) -> Totals:
    """Count a table in files that need not fit into memory.

    Parameters
    ----------
    path, format, grouped, rows, n_jobs
        As for :func:`jointstats.read_counts`.
    roles : Roles
    count_of : callable
    """
    source = _source(path, roles, format, rows, n_jobs)
    seen = source.map(parts.survey, (roles,), keys=True)
    for header in source.headers():
        roles.require(header)
    algorithms = parts.known_algorithms(seen, roles)
    count = count_of(algorithms)
    together = parts.in_one_run(seen)
    if grouped and not together:
        raise OptionError(
            "A data set has rows in several places of the file: leave ",
            Option("grouped"),
            " out, and the rows are sorted first.",
        )
    if together and grouped is not False:
        counted = _of_pieces(source, roles, algorithms, count)
    elif isinstance(n_jobs, str) and source.kind == "parquet":
        return _on_cluster(source, roles, count_of, n_jobs)
    else:
        n_rows = sum(part.n_rows for part in seen)
        counted = _of_partitions(source, roles, algorithms, count, n_rows)

    def spellings(plains: Collection[str]) -> list[str]:
        found = source.map(parts.spelt_like, (roles, plains), keys=True)
        return [name for names in found for name in names]

    return parts.total_counts(counted, roles, algorithms, spellings)


def count_dask(
    frame: Any, roles: Roles, count_of: CountOf, *, grouped: bool, function: str
) -> Totals:
    """Count a Dask data frame where its client says.

    Parameters
    ----------
    frame, grouped
        As for :func:`jointstats.dask_counts`.
    roles : Roles
    count_of : callable
    function : str
        Name of the public function, for messages.
    """
    try:
        from dask import compute, delayed
    except ImportError:
        raise MissingExtraError("Dask data frames need dask: ", Extra("scale"), ".") from None
    if not hasattr(frame, "to_delayed"):
        raise InvalidValueError(
            Function(function),
            " takes a Dask data frame; got ",
            Kind(frame),
            ".",
            *columns.file_hint(frame),
        )
    roles.require(frame._meta)
    by_label = {options.label(name): name for name in frame.columns}
    needed = frame[[by_label[name] for name in roles.columns]]

    def of_each(function: Any, *more: Any) -> list[Any]:
        return list(compute(*[delayed(function)(part, *more) for part in needed.to_delayed()]))

    seen = of_each(parts.survey, roles, 0)
    algorithms = parts.known_algorithms(seen, roles)
    how = count_of(algorithms)
    if grouped and not parts.in_one_part(seen):
        raise OptionError(
            "A data set has rows in several partitions: leave ",
            Option("grouped"),
            " out, and the rows are shuffled first.",
        )
    if not grouped:
        # By tasks: whatever a dead worker held is computed again by the others.
        needed = needed.shuffle(on=by_label[options.label(roles.dataset)], shuffle_method="tasks")
    count = delayed(parts.count_part)
    counted = [count(part, roles, algorithms, how) for part in needed.to_delayed()]
    while len(counted) > 1:
        counted = [delayed(parts.added)(counted[i : i + 8]) for i in range(0, len(counted), 8)]

    def spellings(plains: Collection[str]) -> list[str]:
        return [name for names in of_each(parts.spelt_like, roles, plains) for name in names]

    return parts.total_counts(compute(*counted), roles, algorithms, spellings)


# --- files ----------------------------------------------------------------------------------------


def _source(path: Any, roles: Roles, format: str | None, rows: Any, n_jobs: Any) -> Source:
    paths = files_of([path] if isinstance(path, str | Path) else list(path), format)
    if not paths:
        raise ReadError("No file is named.")
    if "-" in paths:
        raise ReadError(
            "Standard input cannot be read twice: name a file, or use ",
            Function("read_results"),
            ".",
        )
    return Source(
        tuple(paths),
        kind_of(paths[0], format),
        roles.columns,
        options.whole_number("rows", rows, 1),
        n_jobs,
    )


def _of_pieces(
    source: Source, roles: Roles, algorithms: Sequence[str], count: Count
) -> Iterator[PartialCounts]:
    """Count piece by piece, and the data sets at the edges of the pieces on their own."""
    import pandas as pd

    edges = []
    for counted, edge in source.each(_count_inside, (roles, algorithms, count)):
        edges.append(edge)
        yield counted
    yield parts.count_part(pd.concat(edges, ignore_index=True), roles, algorithms, count)


def _count_inside(
    frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str], count: Count
) -> tuple[PartialCounts, pd.DataFrame]:
    """Counts of all data sets but the first and the last, and the rows of these two."""
    rows = coded_rows(frame, roles)
    edges = (rows.d_codes == 0) | (rows.d_codes == rows.d_codes[-1]) if len(frame) else []
    at_edge = np.array(edges, dtype=bool)
    edge = _with_own_names(frame[at_edge], roles)
    return parts.count_rows(rows.where(~at_edge), roles, algorithms, count), edge


def _with_own_names(frame: pd.DataFrame, roles: Roles) -> pd.DataFrame:
    """Some rows whose columns know only their own names, not all names of the piece."""
    names = [name for name, role in roles.columns.items() if role != "measure"]
    return frame.astype(dict.fromkeys([name for name in names if name in frame], object))


def _of_partitions(
    source: Source, roles: Roles, algorithms: Sequence[str], count: Count, n_rows: int
) -> Iterator[PartialCounts]:
    """Sort the rows into files by a hash of the data set's name, and count file by file."""
    with TemporaryDirectory(prefix="jointstats-") as folder:
        number = max(1, -(-n_rows // source.rows))
        source.map(_spill, (roles, folder, number))
        tasks = [(folder, part, roles, algorithms, count) for part in range(number)]
        counted = streamed(_count_partition, tasks, source.n_jobs, "partitions")
        yield from (part for part in counted if part is not None)


def _spill(frame: pd.DataFrame, roles: Roles, folder: str, number: int) -> None:
    from uuid import uuid4

    codes, names = columns.names(columns.column(frame, roles.dataset, "data set"), "data set")
    own = (parts.hashes(names) % np.uint64(number))[codes]
    order = np.argsort(own, kind="stable")
    some, starts = np.unique(own[order], return_index=True)
    sorted_rows = frame.iloc[order]
    for part, rows in zip(some.tolist(), np.split(np.arange(len(order)), starts[1:]), strict=True):
        # Files of a partition are read in the order of their rows.
        file = f"{part}-{frame.index[0]:020d}-{uuid4().hex}.pickle"
        piece = _with_own_names(sorted_rows.iloc[rows[0] : rows[-1] + 1], roles)
        piece.to_pickle(Path(folder) / file)


def _count_partition(
    folder: str, part: int, roles: Roles, algorithms: Sequence[str], count: Count
) -> PartialCounts | None:
    import pandas as pd

    files = sorted(Path(folder).glob(f"{part}-*.pickle"))
    if not files:
        return None
    frames = [pd.read_pickle(file) for file in files]
    return parts.count_part(pd.concat(frames, ignore_index=True), roles, algorithms, count)


def _on_cluster(source: Source, roles: Roles, count_of: CountOf, address: str) -> Totals:
    """Let the workers of a cluster exchange the rows of the data sets among themselves."""
    from dask import dataframe

    tasks = source.tasks()
    like = _read_plainly((*tasks[0][:1], [], *tasks[0][2:]), roles)
    with connected(address):
        frame = dataframe.from_map(
            _read_plainly, tasks, roles=roles, meta=like, enforce_metadata=False
        )
        return count_dask(frame, roles, count_of, grouped=False, function="read_pairs")


def _read_plainly(task: tuple, roles: Roles) -> pd.DataFrame:
    return _with_own_names(read_groups(*task), roles)
