"""Suites of problems: indicators of jMetal, metrics of Open Problems and of omnibenchmark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jointstats.base import options, wording
from jointstats.base.errors import DuplicateRowsError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats.format import Found, Source, begins, listed
from jointstats.table.formats.scores import counted, failures, found_rows, number, refuse_twice
from jointstats.table.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd

# Quality indicators of jMetal: a row for each value of an indicator.

_EXECUTION = ("Algorithm", "ExecutionId")
_JMETAL = (*_EXECUTION, "Problem", "IndicatorName", "IndicatorValue")
_JMETAL_DIRECTIONS = ("MetricName", "Maximize")
_MAXIMIZE = {"true": "max", "false": "min"}


def _having(tables: Sequence[Source], names: Sequence[str]) -> list[Source]:
    """Those of some tables that have these columns."""
    return [x for x in tables if {*names} <= {name.strip() for name in x.columns}]


def _read_jmetal(source: Source, metrics: Any = None) -> Found:
    import pandas as pd

    tables = source.tables
    summaries, beside = _having(tables, _JMETAL), _having(tables, _JMETAL_DIRECTIONS)
    if not summaries:
        raise ReadError(
            f"{source.name} is not a summary of jMetal: its columns must be {', '.join(_JMETAL)}."
        )
    frame = _wide(pd.concat([_stripped(part) for part in summaries], ignore_index=True))
    indicators = [name for name in frame.columns if name not in ("Problem", *_EXECUTION)]
    given = [replace(source, given=metrics)] if metrics is not None else []
    ways: dict[str, str] = {}
    for file in [*beside, *given]:
        ways |= _jmetal_directions(file)
    notes: tuple[str, ...] = ()
    if number := len(tables) - len(summaries) - len(beside):
        files = wording.plural(number, "CSV file")
        are, none = ("is", "no summary") if number == 1 else ("are", "no summaries")
        notes = (f"{files} of the folder {are} left out: {none} of jMetal.",)
    stated = {name: ways.get(name) for name in indicators}
    runs = ("ExecutionId", "independent")
    return Found.of(frame, ("Problem", "Algorithm"), stated, runs, notes=notes)


def _stripped(source: Source) -> pd.DataFrame:
    frame = read_text(source, "csv").map(str.strip)
    frame.columns = frame.columns.astype(str).str.strip()
    refuse_twice(frame.columns, source)
    return frame


def _wide(frame: pd.DataFrame) -> pd.DataFrame:
    """A column for each indicator."""
    keys = ["Problem", *_EXECUTION, "IndicatorName"]
    twice = frame.duplicated(keys)
    if twice.any():
        row = frame[twice].iloc[0]
        raise DuplicateRowsError(
            f'There are several values of "{row["IndicatorName"]}" of "{row["Algorithm"]}" on '
            f'"{row["Problem"]}" in execution {row["ExecutionId"]}: one is needed.'
        )
    wide = frame.pivot(index=keys[:-1], columns="IndicatorName", values="IndicatorValue")
    in_sequence = frame[keys[:-1]].drop_duplicates()  # of rows, and of indicators
    wide = wide[frame["IndicatorName"].drop_duplicates()].rename_axis(columns=None).reset_index()
    return in_sequence.merge(wide, on=keys[:-1])


def _jmetal_directions(source: Source) -> dict[str, str]:
    """The directions of indicators, from a file of them."""
    frame = _stripped(source)
    if not set(_JMETAL_DIRECTIONS) <= set(frame.columns):
        needed = " is a CSV file with the columns MetricName and Maximize."
        raise ReadError(f"{source.name} does not state directions: ", Option("metrics"), needed)
    said = frame["Maximize"].str.lower()
    odd = frame[~said.isin(_MAXIMIZE)]
    if len(odd):
        name, word = odd.iloc[0]["MetricName"], odd.iloc[0]["Maximize"]
        raise ReadError(f'{source.name}: Maximize of "{name}" must be True or False; got "{word}".')
    return dict(zip(frame["MetricName"], said.map(_MAXIMIZE), strict=True))


JMETAL = listed(
    "jmetal", lambda source: any(_having([x], _JMETAL) for x in source.tables), _read_jmetal
)


# Open Problems: metrics of methods on the data sets of a task.
#
# After results.json and metric_info.json of openproblems.bio (2023 and 2025).

_OPEN_PROBLEMS = re.compile(
    rb'(?s)\s*\[\s*\{(?=.*"dataset_id"\s*:)(?=.*"method_id"\s*:).*"metric_values"'
)
_RESOURCES = ("duration_sec", "peak_memory_mb")


def _read_open_problems(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set, with the values of metrics before any scaling."""
    rows: list[tuple[Any, ...]] = []
    ways: dict[str, str] = {}
    failed, total = [], 0
    files = source.matching("*.json", _OPEN_PROBLEMS)
    for file in files:
        for info in file.beside("metric_info.json"):
            for metric in info.json:
                ways[metric["metric_id"]] = "max" if metric["maximize"] else "min"
        folder = f"{file.parents[1]}/" if files[1:] and len(file.parents) > 1 else ""
        for result in file.json:
            resources = result.get("resources") or {}
            values = {name: number(x) for name, x in result["metric_values"].items()}
            if number(resources.get("exit_code")) or all(x is None for x in values.values()):
                code = number(resources.get("exit_code"))
                failed.append(f"exit code {code:g}" if code else "no value of any metric")
                values = dict.fromkeys(values)
                resources = {}
            values |= {name: number(resources.get(name)) for name in _RESOURCES}
            total += 1
            keys = folder + options.label(result["dataset_id"]), "", result["method_id"], 1
            rows += [(*keys, name, "", x) for name, x in values.items()]
    if measures is None and ways:
        rows = [row for row in rows if row[4] in ways or row[4] in _RESOURCES]
    return found_rows(rows, source, measures, ways, failures(failed, total, "results"))


OPEN_PROBLEMS = listed("open-problems", begins("*.json", _OPEN_PROBLEMS), _read_open_problems)


# omnibenchmark: metrics of methods on data sets, and what their modules cost.
#
# After the layout of its source (version 0.5, `cli/collect.py`): out/STAGE/MODULE/PARAMETERS/…,
# with performance.txt of each module and what metric modules write (JSON objects of numbers, flat).

_PERFORMANCE = ("s", "max_rss", "cpu_time")

_Row = tuple[Any, ...]


def _lineage(file: Source) -> list[str]:
    """The modules that led to a file, that of the data first, with their parameters."""
    parts = file.parents[::-1]
    starts = [i for i, part in enumerate(parts) if part in ("data", "datasets", "download")]
    steps = parts[starts[-1] :] if starts else ()
    if len(steps) < 3 or len(steps) % 3:
        return []
    triples = [steps[i : i + 3] for i in range(0, len(steps), 3)]
    hashes = [p.lstrip(".") for *_, p in triples]
    return [
        m if h == "default" else f"{m}.{h}" for (_, m, _), h in zip(triples, hashes, strict=True)
    ]


def _omni_metrics(source: Source) -> Iterator[_Row]:
    """What metric modules wrote: the last module is the metric, those between are the method."""
    for file in source.each("*.json"):
        data, *method = _lineage(file) or [""]
        if len(method) < 2 or file.path is None or file.path.name == "parameters.json":
            continue
        content = file.json
        for name, value in content.items() if isinstance(content, dict) else ():
            if value is None or isinstance(value, int | float):
                yield data, "", "/".join(method[:-1]), 1, name, "", number(value)


def _omni_costs(source: Source, methods: set[tuple[str, str]]) -> Iterator[_Row]:
    for file in source.each("*performance.txt"):
        data, *method = _lineage(file) or [""]
        if (data, "/".join(method)) in methods:
            (row,) = csv.DictReader(io.StringIO(file.text()), delimiter="\t")
            for name in _PERFORMANCE:
                yield data, "", "/".join(method), 1, name, "", number(row.get(name))


def _read_omnibenchmark(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set."""
    rows = [*_omni_metrics(source)]
    rows += _omni_costs(source, {(row[0], row[2]) for row in rows})
    gone = sum(row[-1] is None for row in rows)
    notes = counted(gone, len(rows), "values were not measured")
    return found_rows(rows, source, measures, {}, notes)


OMNIBENCHMARK = listed(
    "omnibenchmark",
    lambda source: any(_lineage(file) for file in source.each("*performance.txt")),
    _read_omnibenchmark,
)
