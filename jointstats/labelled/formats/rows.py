"""Rows of a table that another program wrote: columns, numbers as numbers, what had failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ColumnError, ReadError
from jointstats.labelled.formats.format import Source
from jointstats.labelled.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd


def column_names(source: Source) -> set[str]:
    """Names of the columns of a data frame, or of one file of text."""
    if is_frame(source.object):
        return set(map(str, source.object.columns))
    return set(source.columns) if source.is_file else set()


def frame_of(source: Source, needed: Collection[str], what: str) -> pd.DataFrame:
    """A copy of the frame, or the rows of the file as text.

    Parameters
    ----------
    source : Source
    needed : collection of str
        Columns that must be there.
    what : str
        What the columns make it, for the message, such as "a table of TabArena".

    Raises
    ------
    ReadError
        If it is neither a frame nor a file, or has no rows.
    ColumnError
        If it lacks a column.
    """
    if is_frame(source.object):
        frame = source.object.reset_index(drop=True).copy()
    elif source.is_file:
        frame = next(read_text(source, "csv"))
    else:
        raise ReadError(f"{source.name} is no single table: name a file, or give the data frame.")
    lacking = [name for name in needed if name not in frame.columns]
    if lacking:
        raise ColumnError(
            f"{source.name} is not {what}: it has no column {wording.any_of(sorted(lacking))}; the "
            f"columns are {options.shorten([str(name) for name in frame.columns])}."
        )
    refuse_twice(frame.columns, source)
    if frame.empty:
        raise ReadError(f"{source.name} has no rows.")
    return frame


def refuse_twice(columns: Iterable[Any], source: Source) -> None:
    """Refuse two columns of the same name, of which one would be lost.

    Raises
    ------
    ColumnError
    """
    for name, number in Counter(map(str, columns)).items():
        if number > 1:
            raise ColumnError(
                f'{source.name} has {number} columns of the name "{options.label(name)}": rename '
                "them, or leave out all but one."
            )


def numeric(frame: pd.DataFrame, names: Iterable[str], name: str) -> None:
    """Make numbers of columns; an empty cell is missing.

    Raises
    ------
    ReadError
        If a cell is neither.
    """
    import pandas as pd

    for column in names:
        text = frame[column]
        blank = text.isna() | text.map(lambda cell: isinstance(cell, str) and not cell.strip())
        values = pd.to_numeric(text.where(~blank, None), errors="coerce").astype(float)
        bad = values.isna() & ~blank & ~text.map(_is_nan)
        if bad.any():
            raise ReadError(
                f'{name}: the column "{column}" has {options.label(text[bad].iloc[0])}, which is '
                "no number."
            )
        frame[column] = values


def _is_nan(cell: Any) -> bool:
    return isinstance(cell, str) and cell.strip().lower() in ("nan", "none", "na", "<na>")


def is_frame(given: Any) -> bool:
    """Whether it is a data frame of pandas."""
    return type(given).__name__ == "DataFrame" and hasattr(given, "reset_index")


_SHOWN = 4  # reasons that a sentence names
_LONG = 90  # letters of a reason


def failures(reasons: Iterable[str], total: int, what: str) -> tuple[str, ...]:
    """Say how many of so many results failed, and why; nothing if none did.

    Parameters
    ----------
    reasons : iterable of str
        Of each failure, as its program gave it; empty if it gave none.
    total : int
        Results, failed or not.
    what : str
        What they are, in the plural, such as "jobs".
    """
    number = Counter(_line(one) for one in reasons)
    failed = number.total()
    if not failed:
        return ()
    told = [f"{reason} ({count})" for reason, count in number.most_common(_SHOWN)]
    more = len(number) - _SHOWN
    rest = f"; and {more} other reason{'s' if more > 1 else ''}" if more > 0 else ""
    return (f"{failed} of {total} {what} failed: {'; '.join(told)}{rest}.",)


def _line(reason: str) -> str:
    """A reason in one line, not too long."""
    line = options.label(" ".join(reason.split())).rstrip(".") or "no reason given"
    return line if len(line) <= _LONG else f"{line[: _LONG - 1]}…"
