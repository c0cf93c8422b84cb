"""TabArena and bencheval: errors and times of methods on the folds of data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jointstats.base import options, wording
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import column_names, frame_of, numeric, refuse_repeated

if TYPE_CHECKING:
    import pandas as pd

_ERROR = "metric_error"
_TIMES = ("time_train_s", "time_infer_s")
_SHOWN = 8  # methods that a note names
_FLAGS = {"true": True, "1": True, "1.0": True}
_NAMES = ("dataset", "method")


def _read(source: Source) -> Found:
    frame = frame_of(source, [_ERROR, *_NAMES], "a table of TabArena")
    keys = [name for name in ("method", "dataset", "fold") if name in frame.columns]
    such = ", ".join(f"{key} {{}}" for key in keys)
    refuse_repeated(frame, keys, source.name, "result", such)
    times = [name for name in _TIMES if name in frame.columns]
    numeric(frame, [_ERROR, *times], source.name)
    notes = (*_imputed(frame), *_failed(frame))
    ways = {_ERROR: "min", **dict.fromkeys(times)}
    return Found.of(frame, _NAMES, ways, ("fold" if "fold" in keys else None, "cv"), notes=notes)


def _imputed(frame: pd.DataFrame) -> tuple[str, ...]:
    """State how many results of each method are a fallback method's."""
    if "imputed" not in frame.columns:
        return ()
    flags = frame["imputed"].map(lambda cell: _FLAGS.get(options.label(cell).lower(), False))
    if not flags.any():
        return ()
    counts = frame.loc[flags, "method"].map(options.label).value_counts(sort=False)
    whose = wording.some([f"{name}: {count}" for name, count in counts.items()], _SHOWN)
    return (
        f"{int(flags.sum())} of {len(frame)} results are imputed ({whose}): the method has failed, "
        "and these are the results of a fallback method.",
    )


def _failed(frame: pd.DataFrame) -> tuple[str, ...]:
    number = int(frame[_ERROR].isna().sum())
    return (f"{number} of {len(frame)} results have no {_ERROR}.",) if number else ()


FORMAT = Format(
    name="tabarena",
    title="TabArena",
    takes="results of TabArena or bencheval as CSV, or their frame",
    states="lower is better of metric_error; none of the times",
    recognises=lambda source: column_names(source) >= {_ERROR, *_TIMES, *_NAMES},
    read=_read,
)
