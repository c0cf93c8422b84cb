"""Rows that another program wrote: columns, numbers, repetitions, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from jointstats.base import options, wording
from jointstats.base.errors import ColumnError, ReadError
from jointstats.table.formats.format import Source
from jointstats.table.formats.text import first_line, read_text

if TYPE_CHECKING:
    import pandas as pd

K = TypeVar("K")


def every_table(test: Callable[[Source], bool]) -> Callable[[Source], bool]:
    """For a format that is known if all of the tables are: the one file, or each CSV file."""
    return lambda source: bool(source.tables) and all(map(test, source.tables))


def column_names(source: Source) -> set[str]:
    """Names of the columns of a data frame, or of one file of text."""
    if is_frame(source.object):
        return set(map(str, source.object.columns))
    return set(source.columns) if source.is_file else set()


def frame_of(source: Source, needed: Collection[str], what: str) -> pd.DataFrame:
    """A copy of the frame, or the rows of the file as text; `what` these columns make it."""
    if is_frame(source.object):
        frame = source.object.reset_index(drop=True).copy()
    elif source.is_file:
        frame = next(read_text(source, "tsv" if "\t" in first_line(source) else "csv"))
    else:
        raise ReadError(
            f"{source.name} is not a single table: name a file, or give the data frame."
        )
    if lacking := [name for name in needed if name not in frame.columns]:
        raise ColumnError(
            f"{source.name} is not {what}: it has no column {wording.any_of(sorted(lacking))}; the "
            f"columns are {options.shorten([str(name) for name in frame.columns])}."
        )
    refuse_twice(frame.columns, source)
    if frame.empty:
        raise ReadError(f"{source.name} has no rows.")
    return frame


def refuse_twice(columns: Iterable[Any], source: Source) -> None:
    """Refuse two columns of the same name: one would be lost."""
    for name, number in Counter(map(str, columns)).items():
        if number > 1:
            raise ColumnError(
                f'{source.name} has {number} columns of the name "{options.label(name)}": rename '
                "them, or leave out all but one."
            )


def refuse_repeated(
    frame: pd.DataFrame, keys: Sequence[str], name: str, what: str, such: str
) -> None:
    """Refuse several rows of the same keys; `such` has a place for each key of an example."""
    again = frame[frame.duplicated(keys)]
    if len(again):
        first = such.format(*(options.label(again.iloc[0][key]) for key in keys))
        raise ReadError(
            f"{name} holds {wording.plural(len(again), what)} more than once, such as {first}: "
            "keep the row that counts."
        )


def repeated(keys: Sequence[K]) -> list[K]:
    """Those that are there more than once, each as often as it is once more."""
    return list((Counter(keys) - Counter({*keys})).elements())


def numeric(frame: pd.DataFrame, names: Iterable[str], name: str) -> None:
    """Make numbers of columns; an empty cell is missing."""
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
    """State how many of `total` results (`what`, a plural) failed and why; nothing if none did."""
    number = Counter(map(_line, reasons))
    if not number:
        return ()
    shown = [f"{reason} ({count})" for reason, count in number.most_common(_SHOWN)]
    more = len(number) - _SHOWN
    rest = f"; and {more} other reason{'s' if more > 1 else ''}" if more > 0 else ""
    return (f"{number.total()} of {total} {what} failed: {'; '.join(shown)}{rest}.",)


def _line(reason: str) -> str:
    """A reason in one line, not too long."""
    line = options.label(" ".join(reason.split())).rstrip(".") or "no reason given"
    return line if len(line) <= _LONG else f"{line[: _LONG - 1]}…"
