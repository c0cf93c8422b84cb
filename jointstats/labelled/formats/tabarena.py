"""TabArena and bencheval: errors and times of methods on the folds of data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import column_names, frame_of, numeric, refuse_repeated

if TYPE_CHECKING:
    import pandas as pd

_ERROR = "metric_error"
_TIMES = ("time_train_s", "time_infer_s")
_SHOWN = 8  # methods that a note names
_FLAGS = {"true": True, "1": True, "1.0": True}
# What they call the same: results of single models "framework", examples of bencheval the others.
_METHOD = ("method", "framework")
_DATASET = ("dataset", "task")
_FOLD = ("fold", "seed", "split")


def _recognises(source: Source) -> bool:
    names = column_names(source)
    return {_ERROR, *_TIMES} <= names and all(
        any(name in names for name in some) for some in (_METHOD, _DATASET)
    )


def _read(source: Source) -> Found:
    frame = frame_of(source, [_ERROR], "a table of TabArena")
    method, dataset = (_one_of(frame, names, source.name) for names in (_METHOD, _DATASET))
    fold = next((name for name in _FOLD if name in frame.columns), None)
    keys = [method, dataset, *([fold] if fold else [])]
    such = ", ".join(f"{key} {{}}" for key in keys)
    refuse_repeated(frame, keys, source.name, "result", such)
    times = [name for name in _TIMES if name in frame.columns]
    also = [name for name in ("metric_error_val",) if name in frame.columns]
    numeric(frame, [_ERROR, *also, *times], source.name)
    ways = {_ERROR: "min", **dict.fromkeys(times)}
    notes = (*_imputed(frame, method), *_failed(frame))
    more = dict.fromkeys(also, "min")
    return Found.of(frame, (dataset, method), ways, (fold, "cv"), notes=notes, also=more)


def _one_of(frame: pd.DataFrame, names: tuple[str, ...], source: str) -> str:
    for name in names:
        if name in frame.columns:
            return name
    raise ReadError(f"{source} is not a table of TabArena: it has no column {names[0]}.")


def _imputed(frame: pd.DataFrame, method: str) -> tuple[str, ...]:
    """State how many results of each method are a fallback method's."""
    if "imputed" not in frame.columns:
        return ()
    flags = frame["imputed"].map(lambda cell: _FLAGS.get(options.label(cell).lower(), False))
    if not flags.any():
        return ()
    counts = frame.loc[flags, method].map(options.label).value_counts(sort=False)
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
    recognises=_recognises,
    read=_read,
)
