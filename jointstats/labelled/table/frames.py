"""Data frames of other libraries (Polars, PyArrow, DuckDB, …) as pandas frames, by narwhals.

Whatever is no frame passes through: the checks of each function say what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.kernels.messages import Extra, Function
from jointstats.labelled.errors import InvalidValueError, MissingExtraError

# Libraries whose frames narwhals reads.
_LIBRARIES = frozenset(
    {"polars", "pyarrow", "duckdb", "modin", "cudf", "ibis", "pyspark", "sqlframe", "narwhals"}
)


_DASK = frozenset({"dask", "dask_expr"})


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
        raise InvalidValueError(
            f"A Dask {type(source).__name__} is not taken here. Give it to ",
            Function("compare_algorithms"),
            " or ",
            Function("leaderboard"),
            "; count it with ",
            Function("statement_counts"),
            ", whose counts every joint test takes; or give a part that fits into memory "
            "(.compute()).",
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
        raise InvalidValueError(f"{name} is no data frame: give the frame it belongs to.") from None
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
    made = {name: pandas_of(part) for name, part in source.items()}
    changed = any(made[name] is not part for name, part in source.items())
    return made if changed else source


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
