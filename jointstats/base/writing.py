"""Rows written to files: CSV, and Parquet with types that follow from the declared columns."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from jointstats.base import files
from jointstats.base.errors import MissingExtraError
from jointstats.evidence.messages import Extra

if TYPE_CHECKING:
    import pandas as pd
from jointstats.base.rows import Kind, Table

# pandas' types that know "unknown". What is not listed is a number with decimals.
TYPES = {Kind.NAME: "string", Kind.TEXT: "string", Kind.FLAG: "boolean", Kind.WHOLE: "Int64"}


class Tidy:
    """What amounts to one data frame, and is written as one."""

    def to_frame(self) -> pd.DataFrame:
        """The rows as a data frame with snake_case columns."""
        raise NotImplementedError

    def to_csv(self, path: Any = None, **which: Any) -> str | None:
        """Write the rows of :meth:`to_frame` as CSV, every number with all its digits.

        Parameters
        ----------
        path : str or path, optional
            The file: UTF-8, comma, decimal point, TRUE or FALSE, unknown cells empty. It appears
            whole or not at all. Without it the text is returned. Cells that begin with ``=`` are
            written as they are: open files with names of strangers in a spreadsheet as text.
        **which
            What :meth:`to_frame` takes: of a comparison ``what="board"``.

        Returns
        -------
        str or None
            The text, if there is no `path`.

        Raises
        ------
        OSError
            If nothing can be written there.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.sign_test(js.load_dataset("example1"))
        >>> print(result.to_csv().splitlines()[0][:49])
        a,b,measure,wins_a,wins_b,ties,statistic,p_value,
        """
        text = csv_text(self._typed_frame(**which))
        if path is None:
            return text
        files.write(path, text.encode())
        return None

    def to_parquet(self, path: Any, **which: Any) -> None:
        """Write the rows of :meth:`to_frame` as a Parquet file (extra ``parquet``).

        Names are text, counts whole numbers, decisions true or false, also where some or all are
        unknown: files of several results have the same types.

        Parameters
        ----------
        path : str or path
        **which
            What :meth:`to_frame` takes.

        Raises
        ------
        MissingExtraError
            If pyarrow is not installed.
        OSError
            If nothing can be written there.

        Examples
        --------
        >>> import tempfile, pathlib, pandas as pd, jointstats as js
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "tests.parquet"
        >>> js.sign_test(js.load_dataset("example1")).to_parquet(path)
        >>> pd.read_parquet(path).shape[0]
        2
        """
        files.write(path, parquet_bytes(self._typed_frame(**which)))

    def _typed_frame(self, **which: Any) -> pd.DataFrame:
        table = getattr(self, "table", None)
        return self.to_frame(**which) if table is None else typed_frame(table(**which))


def typed_frame(table: Table) -> pd.DataFrame:
    """The table as a data frame whose types follow from the kinds of its columns."""
    import pandas as pd

    pairs = zip(table.columns, table.values, strict=True)
    return pd.DataFrame(
        {column.name: pd.array(list(cells), dtype=_type(column.kind)) for column, cells in pairs}
    )


def _type(kind: Kind) -> Any:  # for pandas' stubs, which list every name of a type
    return TYPES.get(kind, "float64")


def csv_text(frame: pd.DataFrame) -> str:
    """A data frame as CSV, without its index; lines end alike on every system."""
    flags = frame.select_dtypes(["bool", "boolean"])
    # R and spreadsheets know truth values in capitals only; pandas and others read these, too.
    for name in flags:
        frame = frame.assign(**{str(name): flags[name].map({True: "TRUE", False: "FALSE"})})
    return frame.to_csv(index=False, lineterminator="\n")


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """A data frame as the content of a Parquet file, without its index."""
    try:
        import pyarrow  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise MissingExtraError("Writing Parquet needs pyarrow: ", Extra("parquet"), ".") from None
    content = io.BytesIO()
    frame.to_parquet(content, index=False)
    return content.getvalue()
