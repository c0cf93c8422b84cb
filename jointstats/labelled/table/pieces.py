"""Files of one long table, read in pieces: row groups of Parquet, chunks of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jointstats.kernels.progress import track
from jointstats.labelled.parallel import spread
from jointstats.labelled.table import columns
from jointstats.labelled.table.reading import parquet_explained, read_text, require_pyarrow

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Source:
    """Files of one format that are read in pieces; the index of each counts the rows of its file.

    Attributes
    ----------
    paths : tuple of str
    kind : str
    columns : dict
        The columns that are needed, and what each holds.
    rows : int
        Of a piece.
    n_jobs : int or None
    """

    paths: tuple[str, ...]
    kind: str
    columns: dict[str, str]
    rows: int
    n_jobs: int | None

    def map(self, function: Callable[..., Any], more: tuple, *, keys: bool = False) -> list[Any]:
        """Apply a function to every piece, in order; with `keys`, without the measures."""
        needed = [name for name, role in self.columns.items() if not (keys and role == "measure")]
        if self.kind == "parquet":
            tasks = [(function, *groups, needed, more) for groups in self._groups()]
            return spread(_on_row_groups, tasks, self.n_jobs, "pieces")
        return [function(piece, *more) for piece in track(self._chunks(needed), None, "pieces")]

    def headers(self) -> Iterator[pd.DataFrame]:
        """The columns of each file, without rows."""
        for path in self.paths:
            if self.kind == "parquet":
                yield _parquet(path).schema_arrow.empty_table().to_pandas()
            else:
                yield next(read_text(path, self.kind, rows=1))[:0]

    def _groups(self) -> Iterator[tuple[str, list[int], int]]:
        """Row groups of at most so many rows together, and how many rows come before them."""
        for path in self.paths:
            group: list[int] = []
            start = size = 0
            metadata = _parquet(path).metadata
            for i in range(metadata.num_row_groups):
                own = metadata.row_group(i).num_rows
                if group and size + own > self.rows:
                    yield path, group, start
                    group, start, size = [], start + size, 0
                group.append(i)
                size += own
            if group:
                yield path, group, start

    def _chunks(self, needed: list[str]) -> Iterator[pd.DataFrame]:
        for path in self.paths:
            for piece in read_text(path, self.kind, rows=self.rows, needed=needed):
                yield self._with_floats(piece)

    def _with_floats(self, piece: pd.DataFrame) -> pd.DataFrame:
        """Turn text into numbers where all of a column reads as such; the rest is for the checks.

        So rows that wait for others of their data set take little room.
        """
        if not piece.columns.is_unique:  # the checks refuse it
            return piece
        floats: dict[str, Any] = {}
        for name in map(str, piece):
            if self.columns[name] == "measure":
                x, odd = columns.read_texts(piece[name])
                floats |= {} if odd.any() else {name: x}
        return piece.assign(**floats)


def _parquet(path: str) -> Any:
    require_pyarrow()
    from pyarrow import parquet

    with parquet_explained(path):
        return parquet.ParquetFile(path)


def _on_row_groups(
    function: Callable[..., Any],
    path: str,
    groups: list[int],
    start: int,
    needed: list[str],
    more: tuple,
) -> Any:
    import pandas as pd

    file = _parquet(path)
    there = [name for name in file.schema_arrow.names if name in needed]
    with parquet_explained(path):
        frame = file.read_row_groups(groups, columns=there, use_threads=False).to_pandas()
    frame.index = pd.RangeIndex(start, start + len(frame))
    return function(frame, *more)
