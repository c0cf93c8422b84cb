"""Columns of frames of any library: a validator for each kind, names or numbers with gaps.

Data frames of other libraries (Polars, PyArrow, DuckDB, …) as pandas frames, by narwhals.

Other objects pass through; each function checks what it needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.errors import Caution, ColumnError, InvalidValueError, MissingExtraError, note
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Extra, Function, Option, Part, Spelled, TypeOf
from jointstats.table.written import Written, written

if TYPE_CHECKING:
    import pandas as pd


# Libraries whose frames narwhals reads.
_LIBRARIES = {"polars", "pyarrow", "duckdb", "modin", "cudf", "ibis", "pyspark", "sqlframe"}
_LIBRARIES |= {"narwhals"}
_DASK = {"dask", "dask_expr"}


def is_dask(source: Any) -> bool:
    """Whether it is a data frame of Dask, which is counted by partition."""
    return _library(source) in _DASK and getattr(source, "ndim", 0) == 2


def pandas_of(source: Any) -> Any:
    """A frame of another library as a pandas frame; anything else as it is.

    Frames that are not computed yet are. Categories that have an order keep it.

    Raises
    ------
    MissingExtraError
        If it is such a frame, and narwhals is not installed.
    InvalidValueError
        If it is another object of such a library, or cannot be computed; or of Dask.
    """
    library = _library(source)
    if library in _DASK:
        takers = (Function("compare_algorithms"), " or ", Function("leaderboard"))
        raise InvalidValueError(
            f"A Dask {type(source).__name__} is not taken here. Give it to ",
            *(*takers, "; count it with ", Function("statement_counts"), ", whose counts every "),
            "joint test takes; or give a part that fits into memory (.compute()).",
        )
    if library not in _LIBRARIES:
        return source
    name = f"{library}'s {type(source).__name__}"
    try:
        import narwhals as nw
    except ImportError:
        raise MissingExtraError(f"Reading {name} needs narwhals: ", Extra("frames"), ".") from None
    try:
        frame = nw.from_native(source)
    except TypeError:
        raise InvalidValueError(f"{name} is not a data frame: give the frame of it.") from None
    try:
        return _in_pandas(frame.collect() if isinstance(frame, nw.LazyFrame) else frame)
    except MemoryError:
        raise
    except Exception as error:  # of the other library: a query that fails, an extra of its own
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        raise InvalidValueError(f"{name} cannot be read: {reason}.") from None


def _library(source: Any) -> str:
    library, _, _ = type(source).__module__.partition(".")
    return library.lstrip("_")  # DuckDB's classes are of _duckdb


def pandas_within(source: Any) -> Any:
    """The same, also of every frame in a mapping of names to frames."""
    if not isinstance(source, Mapping):
        return pandas_of(source)
    converted = {name: pandas_of(part) for name, part in source.items()}
    changed = any(converted[name] is not part for name, part in source.items())
    return converted if changed else source


def _in_pandas(frame: Any) -> Any:
    """Column by column, because other ways need further libraries."""
    import narwhals as nw
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in frame.columns:
        cells = frame[name]
        if cells.dtype.is_numeric() and not cells.dtype.is_decimal():
            columns[name] = cells.to_numpy()
        elif cells.dtype == nw.Enum:
            order = cells.dtype.categories
            columns[name] = pd.Categorical(cells.to_list(), categories=order, ordered=True)
        else:
            columns[name] = pd.Series(cells.to_list(), dtype=object)
    return pd.DataFrame(columns)


# What files write for "no value"; everything else that is no number is an error.
MISSING_MARKS = frozenset({"", "na", "n/a", "nan", "null", "none", "?", "-", "<na>"})


TRUTH = {"true": 1.0, "yes": 1.0, "false": 0.0, "no": 0.0}


def require_frame(source: Any) -> pd.DataFrame:
    """The data frame, in pandas; other objects are refused, the name of a file with a hint.

    Raises
    ------
    InvalidValueError
    """
    import pandas as pd

    frame = pandas_of(source)
    if not isinstance(frame, pd.DataFrame):
        got = (" takes a data frame; got ", TypeOf(source), ".")
        raise InvalidValueError(Function("results_table"), *got, *file_hint(source))
    return frame


def file_hint(source: Any) -> tuple[Part, ...]:
    """What to do with the name of a file."""
    if not isinstance(source, str | PathLike):
        return ()
    call = f'read_results("{source}", …)'
    return (" A file is read by ", Spelled(call, r=call.replace("…", "...")), ".")


def column(frame: pd.DataFrame, name: Any, role: str) -> pd.Series:
    """Return the one column called `name`, matching names that are numbers as text too."""
    at = [i for i, known in enumerate(frame.columns) if label(known) == label(name)]
    if len(at) == 1:
        return frame.iloc[:, at[0]]
    if at:
        raise ColumnError(f'The column "{label(name)}" ({role}) is in the table {len(at)} times.')
    known = [label(column) for column in frame.columns]
    from difflib import get_close_matches

    close = get_close_matches(label(name), known, n=1)
    hint = f'Did you mean "{close[0]}"?' if close else f"The columns are {shorten(known)}."
    raise ColumnError(f'The table has no column "{label(name)}" ({role}). {hint}')


def coded(frame: pd.DataFrame, name: Any, role: str) -> tuple[np.ndarray, list[str]]:
    """The names in the one column called `name`, as :func:`names` codes them."""
    return names(column(frame, name, role), role)


def names(series: pd.Series, role: str) -> tuple[np.ndarray, list[str]]:
    """Code a column of names: integer codes, and the names in order of first appearance.

    Algorithms in an ordered categorical column (from R: in a factor) come in its order.

    Raises
    ------
    ColumnError
        If a name is missing or empty.
    """
    import pandas as pd

    _refuse_nested(series, role)
    in_order = role == "algorithm" and bool(getattr(series.dtype, "ordered", False))
    codes, values = pd.factorize(series, sort=in_order)
    # As objects, because Arrow's own strings are slow one by one; nearly all are text already.
    given = np.asarray(values, dtype=object).tolist()
    texts = [x if type(x) is str and x.isprintable() else label(x) for x in given]
    empty = [] if all(map(str.strip, texts)) else [i for i, x in enumerate(texts) if not x.strip()]
    if (codes < 0).any() or empty:
        bad = (codes < 0) | np.isin(codes, empty)
        raise ColumnError(
            f'The column "{label(series.name)}" ({role}) has no name in row '
            f"{int(np.flatnonzero(bad)[0]) + 1}: every row needs one."
        )
    if len(set(texts)) < len(texts):  # such as the number 1 and the text "1"
        codes, unique = pd.factorize(np.array(texts, dtype=object)[codes])
        return codes, list(unique)
    return codes, texts


def _refuse_nested(series: pd.Series, role: str) -> None:
    """Refuse cells that hold several things, such as lists, and what has no hash: no names."""
    if series.dtype != object:
        return
    for i, cell in enumerate(series.tolist()):
        if type(cell) is not str and (is_nested(cell) or type(cell).__hash__ is None):
            raise ColumnError(
                f'The column "{label(series.name)}" ({role}) holds several values in one cell (',
                TypeOf(cell),
                f", row {i + 1}): every row needs one name, a text or a number.",
            )


def matrix_of(given: Any, name: Any, width: int, rows: str) -> np.ndarray:
    """The matrix of an algorithm, with a column for each measure; `rows` are needed, too.

    Raises
    ------
    ColumnError
    """
    import pandas as pd

    matrix = f'matrix of algorithm "{label(name)}"'
    if isinstance(given, np.ma.MaskedArray):  # asarray would bring the masked values back
        plain = float if given.dtype.kind in "fiub" else object
        given = given if given.dtype.kind == "V" else np.ma.filled(given.astype(plain), np.nan)
    try:
        x = given.to_numpy() if isinstance(given, pd.DataFrame) else np.asarray(given)
    except ValueError:
        each = rows.removeprefix("rows for ").removesuffix("s")  # a data set, or a row
        raise ColumnError(
            f"The rows of the {matrix} are not of one length: every {each} needs a value of each "
            "measure, or a missing one."
        ) from None
    if x.dtype.kind == "V":
        raise ColumnError(
            f"The {matrix} has fields, or bytes, in its cells: give plain numbers, or a data frame."
        )
    x = x[:, None] if x.ndim == 1 and width == 1 else x
    if x.ndim != 2 or x.shape[1] != width:
        raise ColumnError(
            f"The {matrix} has shape {x.shape}: it needs {rows} and {width} columns, one per "
            "measure."
        )
    return x


def is_nested(cell: Any) -> bool:
    """Whether a cell holds several things: a list, a dictionary, an array."""
    return isinstance(cell, Mapping | set | frozenset | list) or np.ndim(cell) > 0


def numbers(series: pd.Series, measure: str, where: Any, *, plainly: bool = False) -> np.ndarray:
    """Turn a column into floats; missing marks become NaN, any other text is an error.

    Parameters
    ----------
    series : Series
        Numbers, truth values (as 0 and 1), or text that reads as numbers.
    measure : str
        Name used in messages.
    where : callable
        Row number to a description of the row, for messages.
    plainly : bool, default False
        Refuse percent signs, decimal commas and marks between thousands: for a piece of a column,
        which does not tell what they mean in all of it.

    Raises
    ------
    InvalidValueError
        If a cell holds text that is not a number, or an infinite value.
    """
    return numbers_together([series], measure, lambda i, _: where(i), plainly=plainly)[:, 0]


def numbers_together(
    columns: Sequence[pd.Series], measure: str, where: Any, *, plainly: bool = False
) -> np.ndarray:
    """The same of all columns of a measure, shape (rows, columns): one way of writing numbers.

    `where` takes the numbers of row and column.
    """
    parts = [_plain(series, measure) for series in columns]
    if any(odd.any() for _, odd in parts):
        cells = np.concatenate([series.to_numpy(dtype=object) for series in columns])
        x, odd = (np.concatenate(part) for part in zip(*parts, strict=True))
        read = Written(x, odd) if plainly else written(cells, x, odd)
        if read.odd.any():
            column, row = divmod(int(np.flatnonzero(read.odd)[0]), len(columns[0]))
            raise _no_number(columns[column].iloc[row], read, measure, where(row, column))
        if read.example is not None:
            note(how_written(f'The measure "{measure}"', read))
        values = read.values.reshape(len(columns), -1).T
    else:
        values = np.column_stack([x for x, _ in parts])
    if np.isinf(values).any():
        row, column = np.argwhere(np.isinf(values))[0].tolist()
        raise InvalidValueError(
            f'The measure "{measure}" is infinite {where(row, column)}: give a finite number, or '
            "leave the cell empty and use ",
            Option("missing", "worst"),
            " for a failed run.",
        )
    return values


def how_written(what: str, read: Written) -> Caution:
    """The sentence that says how numbers are written, and read."""
    text, value = read.example or ("", 0.0)
    return Caution(f'{what} is written with {read.how}: "{text}" is read as {value:.12g}.')


def _plain(series: pd.Series, measure: str) -> tuple[np.ndarray, np.ndarray]:
    """Plain numbers of a column, and which cells are neither these nor missing."""
    import pandas as pd

    kind = series.dtype
    if pd.api.types.is_complex_dtype(kind) or pd.api.types.is_datetime64_any_dtype(kind):
        raise InvalidValueError(f'The measure "{measure}" must hold numbers; it holds {kind}.')
    if pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_bool_dtype(kind):
        return series.to_numpy(dtype=float, na_value=np.nan), np.zeros(len(series), dtype=bool)
    x, odd = read_texts(series)
    if odd.any() and np.isnan(x).all():
        words = [TRUTH.get(str(cell).strip().casefold()) for cell in series[odd].tolist()]
        if None not in words:
            x[odd], odd = words, np.zeros(len(odd), dtype=bool)
    return x, odd


def _no_number(cell: Any, read: Written, measure: str, where: str) -> InvalidValueError:
    """What to say of a cell that is not a number, or may be several."""
    if is_nested(cell):
        return InvalidValueError(
            f'The measure "{measure}" holds several values in one cell (',
            TypeOf(cell),
            f") {where}: give one number, such as their mean, or a row for each.",
        )
    if read.doubt:
        return InvalidValueError(
            f'The measure "{measure}" cannot be read, because {read.doubt} ({where}). {read.cure}'
        )
    text = str(cell)
    return InvalidValueError(
        f'The measure "{measure}" holds the text {shorten([text])} {where}: a number is needed. ',
        *_cure(text.strip()),
    )


def read_written(series: pd.Series) -> Written:
    """What a column of text holds, in any notation of numbers."""
    cells = series.to_numpy(dtype=object)
    x, odd = read_texts(series)
    return written(cells, x, odd) if odd.any() else Written(x, odd)


def read_texts(series: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of a column of text, and which cells are neither a number nor missing."""
    cells = series.to_numpy(dtype=object)
    try:
        x = cells.astype(float)  # much the fastest
    except (TypeError, ValueError, OverflowError):
        x = np.array([_read(cell) for cell in cells], dtype=float)
    odd = np.isnan(x)
    odd[odd] = [not _is_missing(cell) for cell in cells[odd]]
    return x, odd


def _cure(text: str) -> tuple[Part, ...]:
    """How to write what this text seems to mean."""
    if re.fullmatch(r"[-+]?[\d.,]+ *%", text):
        return ("Leave out the percent sign.",)
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?", text):
        return ("Decimals need a point, and thousands no comma.",)
    if re.fullmatch(r"[-+]?[\d.]*,\d+", text):
        return ("Decimals need a point, not a comma.",)
    return ("If the run failed, leave the cell empty and say ", Option("missing", "worst"), ".")


def _is_missing(cell: Any) -> bool:
    if isinstance(cell, str):
        return cell.strip().lower() in MISSING_MARKS
    # pandas' NA is asked for by its text: whether it differs from itself has no answer.
    return cell is None or str(cell) == "<NA>" or (np.ndim(cell) == 0 and cell != cell)


def _read(cell: Any) -> float:
    try:
        return float(cell)
    except OverflowError:  # a whole number that is larger than any float
        return float("inf")
    except (TypeError, ValueError):
        return float("nan")
