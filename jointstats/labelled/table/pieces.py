"""Files of one long table, read in pieces: row groups of Parquet, chunks of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jointstats.kernels.progress import track
from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.parallel import spread
from jointstats.labelled.table.reading import SEPARATORS, require_pyarrow, with_points

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Source:
    """Files of one format that are read in pieces."""

    paths: tuple[str, ...]
    kind: str
    rows: int
    n_jobs: int | None

    def map(self, function: Callable[..., Any], needed: list[Any], more: tuple) -> list[Any]:
        """Apply a function to the needed columns of every piece, in order."""
        if self.kind == "parquet":
            tasks = [(function, path, groups, needed, more) for path, groups in self._groups()]
            return spread(_on_row_groups, tasks, self.n_jobs, "pieces")
        return [function(piece, *more) for piece in track(self._chunks(needed), None, "pieces")]

    def _groups(self) -> Iterator[tuple[str, list[int]]]:
        """Row groups of at most so many rows together."""
        for path in self.paths:
            group: list[int] = []
            size = 0
            metadata = _parquet(path).metadata
            for i in range(metadata.num_row_groups):
                own = metadata.row_group(i).num_rows
                if group and size + own > self.rows:
                    yield path, group
                    group, size = [], 0
                group.append(i)
                size += own
            if group:
                yield path, group

    def _chunks(self, needed: list[Any]) -> Iterator[pd.DataFrame]:
        import pandas as pd

        for path in self.paths:
            try:
                for chunk in pd.read_csv(
                    path,
                    sep=SEPARATORS[self.kind],
                    usecols=lambda name: name in {options.label(n) for n in needed},
                    dtype=str,
                    keep_default_na=False,
                    encoding="utf-8-sig",
                    index_col=False,
                    chunksize=self.rows,
                ):
                    chunk = with_points(chunk) if self.kind == "csv2" else chunk
                    yield _with_floats(chunk, [options.label(name) for name in needed[2:]])
            except FileNotFoundError:
                raise ReadError(f"There is no file {path}.") from None
            except UnicodeDecodeError:
                raise ReadError(f"{path} is not UTF-8 text: save it as UTF-8.") from None
            except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
                raise ReadError(f"{path} is not a {self.kind.upper()} table: {error}.") from None


def _with_floats(frame: pd.DataFrame, measures: list[str]) -> pd.DataFrame:
    """Turn text into numbers where all of a column reads as such; the rest is for the checks."""
    for name in frame.columns.intersection(measures):
        try:
            frame[name] = frame[name].to_numpy(dtype=object).astype(float)
        except ValueError:
            continue
    return frame


def _parquet(path: str) -> Any:
    require_pyarrow()
    from pyarrow import ArrowException, parquet

    try:
        return parquet.ParquetFile(path)
    except FileNotFoundError:
        raise ReadError(f"There is no file {path}.") from None
    except (ArrowException, OSError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ReadError(f"{path} is not a Parquet table: {reason}.") from None


def _on_row_groups(
    function: Callable[..., Any], path: str, groups: list[int], needed: list[Any], more: tuple
) -> Any:
    file = _parquet(path)
    there = [name for name in file.schema_arrow.names if name in map(options.label, needed)]
    frame = file.read_row_groups(groups, columns=there, use_threads=False).to_pandas()
    return function(frame, *more)
