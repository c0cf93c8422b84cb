"""Files of one long table, read in pieces: row groups of Parquet, chunks of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.kernels.progress import track
from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.catalogue import by_ending
from jointstats.labelled.formats.opening import refuse_address
from jointstats.labelled.formats.parquet import parquet_explained, require_pyarrow
from jointstats.labelled.formats.text import SEPARATORS, read_text
from jointstats.labelled.parallel import streamed
from jointstats.labelled.table import columns

if TYPE_CHECKING:
    import pandas as pd


KINDS = (*SEPARATORS, "parquet")


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
    n_jobs : int, str or None
    """

    paths: tuple[str, ...]
    kind: str
    columns: dict[str, str]
    rows: int
    n_jobs: int | str | None

    def map(self, function: Callable[..., Any], more: tuple, *, keys: bool = False) -> list[Any]:
        """Apply a function to every piece, in order; with `keys`, without the measures."""
        return list(self.each(function, more, keys=keys))

    def each(
        self, function: Callable[..., Any], more: tuple, *, keys: bool = False
    ) -> Iterator[Any]:
        """The same, one after the other, so that not all of it need be kept."""
        if self.kind == "parquet":
            tasks = [(function, task, more) for task in self.tasks(keys=keys)]
            yield from streamed(_on_row_groups, tasks, self.n_jobs, "pieces")
            return
        for piece in track(self._chunks(self._needed(keys)), None, "pieces"):
            yield function(piece, *more)

    def tasks(self, *, keys: bool = False) -> list[tuple]:
        """The pieces of Parquet files, each as the arguments of :func:`read_groups`."""
        needed = self._needed(keys)
        names = [name for name, role in self.columns.items() if role != "measure"]
        return [(*groups, needed, names) for groups in self._groups()]

    def _needed(self, keys: bool) -> list[str]:
        return [name for name, role in self.columns.items() if not (keys and role == "measure")]

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


def _parquet(path: str, names: Sequence[str] = ()) -> Any:
    """A file of which some columns, if they are text, are read as codes of distinct values."""
    require_pyarrow()
    from pyarrow import parquet, types

    with parquet_explained(path):
        file = parquet.ParquetFile(path)
        kinds = dict(zip(file.schema_arrow.names, file.schema_arrow.types, strict=True))
        plain = (types.is_string, types.is_large_string)  # the others have codes already, or none
        texts = [name for name in names if name in kinds and any(is_(kinds[name]) for is_ in plain)]
        if texts:
            file = parquet.ParquetFile(path, metadata=file.metadata, read_dictionary=texts)
        return file


def _on_row_groups(function: Callable[..., Any], task: tuple, more: tuple) -> Any:
    return function(read_groups(*task), *more)


def read_groups(
    path: str, groups: list[int], start: int, needed: list[str], names: list[str]
) -> pd.DataFrame:
    """Read some row groups of a Parquet file.

    Parameters
    ----------
    path : str
    groups : list of int
    start : int
        Rows of the file that come before them.
    needed : list of str
        Columns.
    names : list of str
        Columns of text that has few distinct values: it is read as codes, never as text.
    """
    import pandas as pd

    file = _parquet(path, names)
    there = [name for name in file.schema_arrow.names if name in needed]
    with parquet_explained(path):
        frame = file.read_row_groups(groups, columns=there, use_threads=False).to_pandas()
    frame.index = pd.RangeIndex(start, start + len(frame))
    return frame


def files_of(paths: Sequence[Any], format: str | None) -> list[str]:
    """The files that are named, and those of a format in the folders that are, by their names.

    Raises
    ------
    ReadError
        If a folder has no such file.
    """
    found: list[str] = []
    for path in paths:
        refuse_address(path)
        if not Path(str(path)).is_dir():
            found.append(str(path))
            continue
        own = sorted(
            str(one)
            for one in Path(str(path)).iterdir()
            if one.is_file() and _known(one, format) and not one.name.startswith((".", "_"))
        )
        if not own:
            raise ReadError(f"The folder {path} has no CSV, TSV or Parquet file.")
        found += own
    return found


def kind_of(path: Any, format: str | None) -> str:
    """How a file is read in pieces: as the format says, or by its ending; CSV if neither does."""
    if format is not None and format != "auto":
        return options.one_of("format", format, KINDS)
    known = by_ending(path)
    return known.name if known is not None and known.name in KINDS else "csv"


def _known(path: Path, format: str | None) -> bool:
    """Whether a file's ending is that of the format, or of any that is read in pieces."""
    wanted = KINDS if format in (None, "auto") else (format,) if format == "parquet" else SEPARATORS
    found = by_ending(path)
    return found is not None and found.name in wanted
