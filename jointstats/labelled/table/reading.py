"""Reading results from files, standard input, and the packaged tables."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Unpack

from jointstats.kernels.messages import Extra, Option, asked
from jointstats.labelled import options
from jointstats.labelled.errors import ColumnError, MissingExtraError, ReadError
from jointstats.labelled.given import FilePath, FileRoles, FormatWord
from jointstats.labelled.table.building import results_table, table_of
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.labelled.table.roles import checked_roles

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "csv2", "tsv", "parquet")
_ENDINGS = {
    ".csv": "csv", ".txt": "csv", ".tsv": "tsv", ".tab": "tsv", ".parquet": "parquet",
    ".pq": "parquet",
}  # fmt: skip
SEPARATORS = {"csv": ",", "csv2": ";", "tsv": "\t"}
_TEXTS = ("csv", "csv2", "tsv")
_SPREADSHEETS = (".xls", ".xlsx", ".ods")


def read_results(
    path: FilePath | IO[Any], *, format: FormatWord | None = None, **roles: Unpack[FileRoles]
) -> ResultsTable:
    r"""Read a results table from a CSV, TSV or Parquet file, or from standard input.

    The file is long, with a row for each data set and algorithm; or, without ``dataset``, a
    leaderboard with a row for each algorithm.

    Parameters
    ----------
    path : str or path
        A file, or ``"-"`` for standard input. Files ending in ``.gz``, ``.bz2``, ``.xz`` or
        ``.zip`` are decompressed.
    format : {"csv", "csv2", "tsv", "parquet"}, optional
        Default: by the file's ending, CSV for standard input. ``"csv2"`` is what spreadsheets save
        in many countries: semicolons between the columns, and decimal commas or points.
    **roles
        The keywords of :func:`jointstats.results_table`: ``dataset``, ``algorithm``,
        ``measures``, and optionally ``rope``, ``missing``, ``aggregate``, ``min_folds``, ``only``,
        ``per_algorithm``; ``columns`` of a leaderboard.

    Returns
    -------
    ResultsTable

    Raises
    ------
    ReadError
        If the file cannot be read as a table.
    MissingExtraError
        If reading Parquet needs the extra ``parquet``.
    JointStatsError
        As :func:`jointstats.results_table`.

    Examples
    --------
    >>> import tempfile, pathlib, jointstats as js
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "results.csv"
    >>> _ = path.write_text("data,method,acc\niris,A,0.91\niris,B,0.93\n")
    >>> js.read_results(path, dataset="data", algorithm="method", measures={"acc": "max"}).n
    1
    """
    given: dict[str, Any] = dict(roles)
    for role in ("algorithm", "measures"):
        if given.get(role) is None:
            raise ColumnError("Say which column holds what: ", asked(role), " is missing.")
    if given.get("dataset") is None:  # a row for each algorithm
        return results_table(read_frame(path, format=format), **given)
    checked = checked_roles(**given)
    return table_of(read_frame(path, format=format), checked)


def read_frame(path: Any, *, format: str | None = None) -> pd.DataFrame:
    """Read a file's columns as they stand, text as text, for :func:`results_table` to check."""
    kind = file_format(path, format)
    source = _source(path)
    if kind == "parquet":
        return _read_parquet(source, _named(path))
    return next(read_text(source, kind, path=path))


def read_text(
    source: Any,
    kind: str,
    *,
    path: Any = None,
    rows: int | None = None,
    needed: Collection[str] | None = None,
) -> Iterator[pd.DataFrame]:
    """Read a file of text in pieces of so many rows, or as one; the rows' index counts on.

    Names such as NA or 007 stay as written; numbers are read by the checks.
    """
    import pandas as pd

    path = source if path is None else path
    how: dict[str, Any] = {"sep": SEPARATORS[kind], "keep_default_na": False}
    # The header is read as a row, because pandas would rename the second of two equal columns
    # without a word.
    how |= {"header": None, "encoding": "utf-8-sig", "dtype": str}
    with _explained(path, kind, source):
        if needed is not None:
            header = pd.read_csv(source, nrows=1, **how).iloc[0].tolist()
            # With usecols pandas would cut the fields that are too many. So all columns are read,
            # but of those that are not needed one byte only: that takes no time.
            how["dtype"] = {i: str if n in needed else "S1" for i, n in enumerate(header)}
        with pd.read_csv(source, iterator=True, **how) as reader:
            first = reader.read(1).iloc[0].tolist()
            header = first if needed is None else header
            if len(header) == 1:
                _refuse_separator(_named(path), kind, str(header[0]))
            own = [i for i, name in enumerate(header) if needed is None or name in needed]
            start, ended = 0, False
            while not ended:
                try:
                    piece = reader.read(rows).iloc[:, own]
                except StopIteration:
                    if start:
                        return
                    piece = pd.DataFrame(columns=own, dtype=str)
                ended = rows is None or len(piece) < rows
                piece = with_points(piece) if kind == "csv2" else piece
                piece.columns = [header[i] for i in own]
                piece.index = pd.RangeIndex(start, start + len(piece))
                start += len(piece)
                yield piece


def _named(path: Any) -> str:
    return "standard input" if str(path) == "-" else str(path)


@contextmanager
def _explained(path: Any, kind: str, source: Any) -> Iterator[None]:
    """Say in a sentence why a file cannot be read."""
    import pandas as pd

    name = _named(path)
    try:
        yield
    except UnicodeDecodeError:
        if Path(name).suffix.lower() in _SPREADSHEETS:
            raise ReadError(f"{name} is a spreadsheet: save its sheet as CSV.") from None
        raise ReadError(f"{name} is not UTF-8 text: save it as UTF-8.") from None
    except pd.errors.EmptyDataError:
        raise ReadError(f"{name} is empty.") from None
    except pd.errors.ParserError as error:
        _refuse_separator(name, kind, _first_line(source))
        reason = str(error).replace("Error tokenizing data. C error: ", "").strip()
        raise ReadError(f"{name} is not a {kind.upper()} table: {reason}.") from None
    except FileNotFoundError:
        raise ReadError(f"There is no file {name}.") from None
    except (OSError, EOFError) as error:
        raise ReadError(f"{name} cannot be read: {error}.") from None


def _refuse_separator(name: str, kind: str, header: str) -> None:
    """Say by what the file is separated, if its header has no separator of its kind."""
    if SEPARATORS[kind] in header:
        return
    for other, word in (("csv2", "semicolons"), ("tsv", "tabs"), ("csv", "commas")):
        if SEPARATORS[other] in header:
            raise ReadError(
                f"{name} seems to be separated by {word}, not as {kind}: say ",
                Option("format", other),
                ".",
            )


def _first_line(source: Any) -> str:
    """The header as it stands, for a message; empty if it cannot be had so simply."""
    try:
        if isinstance(source, io.BytesIO):
            return source.getvalue().decode("utf-8-sig").split("\n")[0]
        with open(source, encoding="utf-8-sig") as file:
            return file.readline()
    except (OSError, UnicodeDecodeError):  # such as a compressed file
        return ""


def load_dataset(name: str) -> ResultsTable:
    """Load a packaged results table, with its roles and directions set.

    Parameters
    ----------
    name : str
        ``"example1"`` and ``"pnn"`` (Benavoli & de Campos 2016, Example 1 and Table 1),
        ``"weka"`` (seven classifiers on real data sets), ``"weka_folds"`` (per-fold confusion
        counts). :func:`list_datasets` names them all.

    Returns
    -------
    ResultsTable
        With the table's default measures; ``load_frame(name)`` has every column.

    Raises
    ------
    ColumnError
        If there is no such table.

    Examples
    --------
    >>> import jointstats as js
    >>> js.load_dataset("example1").measures
    {'accuracy': 'max', 'time': 'min'}
    """
    about = describe_dataset(name)
    chosen = about.get("default_measures") or list(about["measures"])
    keywords: dict[str, Any] = {}
    if "fold" in about:  # per-fold rows: the table needs one row per data set and algorithm
        keywords["aggregate"] = "mean"
    return results_table(
        load_frame(name),
        dataset=about["dataset"],
        algorithm=about["algorithm"],
        measures={measure: about["measures"][measure] for measure in chosen},
        rope={m: width for m, width in about.get("rope", {}).items() if m in chosen},
        **keywords,
    )


def list_datasets() -> dict[str, str]:
    """Names of the packaged tables and what each is.

    Returns
    -------
    dict
        Name to title.

    Examples
    --------
    >>> import jointstats as js
    >>> "example1" in js.list_datasets()
    True
    """
    folder = files("jointstats.datasets")
    names = sorted(f.name[: -len(".json")] for f in folder.iterdir() if f.name.endswith(".json"))
    return {name: describe_dataset(name)["title"] for name in names}


def describe_dataset(name: str) -> dict[str, Any]:
    """Roles, directions, ropes, source and description of a packaged table (its JSON file)."""
    folder = files("jointstats.datasets")
    known = [f.name[: -len(".json")] for f in folder.iterdir() if f.name.endswith(".json")]
    options.known_name("packaged table", name, sorted(known))
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def load_frame(name: str) -> pd.DataFrame:
    """All columns of a packaged table, as a data frame.

    Parameters
    ----------
    name : str
        As for :func:`load_dataset`.

    Returns
    -------
    DataFrame

    Examples
    --------
    >>> import jointstats as js
    >>> js.load_frame("pnn").shape
    (8, 4)
    """
    about = describe_dataset(name)
    folder = files("jointstats.datasets")
    file = next(f for f in folder.iterdir() if f.name in (f"{name}.csv", f"{name}.csv.gz"))
    frame = next(read_text(str(file), "csv"))
    for column in frame.columns.difference([about["dataset"], about["algorithm"]]):
        text = frame[column]
        whole = text.str.fullmatch(r"-?\d+").all()
        frame[column] = text.astype(int) if whole else text.replace("", "nan").astype(float)
    return frame


def known_format(path: Any, format: str | None) -> bool:
    """Whether a file's ending is that of the format, or of any known one."""
    endings = [ending.lower() for ending in Path(str(path)).suffixes]
    kinds = [_ENDINGS[ending] for ending in endings if ending in _ENDINGS]
    wanted = (format,) if format == "parquet" else tuple(FORMATS) if format is None else _TEXTS
    return bool(kinds) and kinds[-1] in wanted


def file_format(path: Any, format: str | None) -> str:
    """Check the format, or tell it by the file's ending."""
    if format is not None:
        return options.one_of("format", format, FORMATS)
    endings = [ending.lower() for ending in Path(str(path)).suffixes]
    endings = [e for e in endings if e not in (".gz", ".bz2", ".xz", ".zip", ".zst")]
    if str(path) == "-" or not endings:
        return "csv"
    return _ENDINGS.get(endings[-1], "csv")


def _source(path: Any) -> Any:
    if str(path) == "-":
        # Read here: pandas takes Ctrl-C while it reads for a broken file.
        return io.BytesIO(sys.stdin.buffer.read())
    if Path(str(path)).is_dir():
        raise ReadError(f"{path} is a folder: name a file.")
    return path


def with_points(frame: pd.DataFrame) -> pd.DataFrame:
    """Write numbers with decimal commas with points; other text stays as it is."""
    comma = r"^(\s*[-+]?\d*),(\d+(?:[eE][-+]?\d+)?\s*)$"
    return frame.replace(comma, r"\1.\2", regex=True)


def require_pyarrow() -> None:
    """Say which extra reads Parquet, if it is not installed."""
    try:
        import pyarrow  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise MissingExtraError("Reading Parquet needs pyarrow: ", Extra("parquet"), ".") from None


def _read_parquet(source: Any, name: str) -> pd.DataFrame:
    import pandas as pd

    require_pyarrow()
    with parquet_explained(name):
        return pd.read_parquet(source)


@contextmanager
def parquet_explained(name: str) -> Iterator[None]:
    """Say in a sentence why a Parquet file cannot be read."""
    from pyarrow import ArrowException

    try:
        yield
    except FileNotFoundError:
        raise ReadError(f"There is no file {name}.") from None
    except (ArrowException, OSError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ReadError(f"{name} is not a Parquet table: {reason}.") from None
