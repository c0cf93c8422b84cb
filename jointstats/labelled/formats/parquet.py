"""Parquet files, which need pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jointstats.kernels.messages import Extra
from jointstats.labelled.errors import JointStatsError, MissingExtraError, ReadError
from jointstats.labelled.formats.format import Format, Found, Source, never
from jointstats.labelled.formats.text import refuse_columns


def require_pyarrow() -> None:
    """Say which extra reads Parquet, if it is not installed."""
    try:
        import pyarrow  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise MissingExtraError(
            "Reading Parquet needs pyarrow: ", Extra("parquet"), ", or save it as CSV."
        ) from None


@contextmanager
def parquet_explained(name: str) -> Iterator[None]:
    """Say in a sentence why a Parquet file cannot be read."""
    try:
        yield
    except (JointStatsError, MemoryError):
        raise
    except FileNotFoundError:
        raise ReadError(f"There is no file {name}.") from None
    except (
        Exception
    ) as error:  # pyarrow and pandas raise whatever the broken part happened to raise
        reason = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        raise ReadError(f"{name} is not a Parquet table: {reason}.") from None


def _read(source: Source) -> Found:
    import pandas as pd

    require_pyarrow()
    from pyarrow.parquet import read_metadata

    with parquet_explained(source.name):
        number = read_metadata(source.stream()).num_columns
        refuse_columns(source.name, number, source.most_columns)
        return Found(pd.read_parquet(source.stream()))


FORMAT = Format(
    "parquet",
    "Parquet",
    takes="a Parquet file (extra parquet)",
    states="",
    recognises=never,
    read=_read,
    endings=(".parquet", ".pq"),
)
