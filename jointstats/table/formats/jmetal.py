"""Quality indicators of jMetal: a row for each value of an indicator."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jointstats.base import wording
from jointstats.base.errors import DuplicateRowsError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import refuse_twice
from jointstats.table.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd

_KEYS = ("Algorithm", "ExecutionId")
_COLUMNS = (*_KEYS, "Problem", "IndicatorName", "IndicatorValue")
_DIRECTIONS = ("MetricName", "Maximize")
_WAYS = {"true": "max", "false": "min"}


def _recognises(source: Source) -> bool:
    return any(_is_summary(part) for part in source.tables)


def _has(source: Source, *names: str) -> bool:
    return set(names) <= {name.strip() for name in source.columns}


def _is_summary(source: Source) -> bool:
    return _has(source, *_COLUMNS)


def _read(source: Source, metrics: Any = None) -> Found:
    import pandas as pd

    parts = source.tables
    summaries = [part for part in parts if _is_summary(part)]
    if not summaries:
        raise ReadError(
            f"{source.name} is not a summary of jMetal: its columns must be {', '.join(_COLUMNS)}."
        )
    frame = _wide(pd.concat([_stripped(part) for part in summaries], ignore_index=True))
    indicators = [name for name in frame.columns if name not in ("Problem", *_KEYS)]
    given = [replace(source, given=metrics)] if metrics is not None else []
    beside = [part for part in parts if _has(part, *_DIRECTIONS)]
    ways: dict[str, str] = {}
    for file in [*beside, *given]:
        ways |= _directions(file)
    notes: tuple[str, ...] = ()
    if number := len(parts) - len(summaries) - len(beside):
        files = wording.plural(number, "CSV file")
        are, none = ("is", "no summary") if number == 1 else ("are", "no summaries")
        notes = (f"{files} of the folder {are} left out: {none} of jMetal.",)
    stated = {name: ways.get(name) for name in indicators}
    runs = ("ExecutionId", "independent")
    return Found.of(frame, ("Problem", "Algorithm"), stated, runs, notes=notes)


def _stripped(source: Source) -> pd.DataFrame:
    frame = next(read_text(source, "csv")).map(str.strip)
    frame.columns = frame.columns.astype(str).str.strip()
    refuse_twice(frame.columns, source)
    return frame


def _wide(frame: pd.DataFrame) -> pd.DataFrame:
    """A column for each indicator."""
    keys = ["Problem", *_KEYS, "IndicatorName"]
    twice = frame.duplicated(keys)
    if twice.any():
        row = frame[twice].iloc[0]
        raise DuplicateRowsError(
            f'There are several values of "{row["IndicatorName"]}" of "{row["Algorithm"]}" on '
            f'"{row["Problem"]}" in execution {row["ExecutionId"]}: one is needed.'
        )
    indicators = list(dict.fromkeys(frame["IndicatorName"]))
    wide = frame.set_index(keys)["IndicatorValue"].unstack("IndicatorName")
    in_sequence = frame[keys[:-1]].drop_duplicates()
    wide = wide.loc[list(in_sequence.itertuples(index=False, name=None)), indicators]
    wide.columns.name = None
    return wide.reset_index()


def _directions(source: Source) -> dict[str, str]:
    """The directions of indicators, from a file of them."""
    frame = _stripped(source)
    if not set(_DIRECTIONS) <= set(frame.columns):
        raise ReadError(
            f"{source.name} does not state directions: ",
            Option("metrics"),
            " is a CSV file with the columns MetricName and Maximize.",
        )
    said = frame["Maximize"].str.lower()
    odd = frame[~said.isin(_WAYS)]
    if len(odd):
        name, word = odd.iloc[0]["MetricName"], odd.iloc[0]["Maximize"]
        raise ReadError(f'{source.name}: Maximize of "{name}" must be True or False; got "{word}".')
    return dict(zip(frame["MetricName"], said.map(_WAYS), strict=True))


FORMAT = Format(
    "jmetal",
    "the summary of jMetal",
    takes="QualityIndicatorSummary.csv of jMetal or jMetalPy, or a folder",
    states="those of a file with MetricName and Maximize, as SAES takes it: metrics=, or in the "
    "same folder; the summary itself states none",
    recognises=_recognises,
    read=_read,
)
