"""Open Problems: metrics of methods on the data sets of a task.

After results.json and metric_info.json of openproblems.bio (2023 and 2025).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from jointstats.base import options
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import failures
from jointstats.table.formats.scores import found_rows, number

_RESULTS = re.compile(
    rb'(?s)\s*\[\s*\{(?=.*"dataset_id"\s*:)(?=.*"method_id"\s*:).*"metric_values"'
)
_COSTS = ("duration_sec", "peak_memory_mb")


def _files(source: Source) -> list[Source]:
    return source.matching("*.json", _RESULTS)


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set, with the values of metrics before any scaling."""
    rows: list[tuple[Any, ...]] = []
    ways: dict[str, str] = {}
    failed, total = [], 0
    files = _files(source)
    for file in files:
        for info in file.beside("metric_info.json"):
            for metric in info.json():
                ways[metric["metric_id"]] = "max" if metric["maximize"] else "min"
        folder = f"{file.parents[1]}/" if files[1:] and len(file.parents) > 1 else ""
        for result in file.json():
            resources = result.get("resources") or {}
            values = {name: number(x) for name, x in result["metric_values"].items()}
            if number(resources.get("exit_code")) or all(x is None for x in values.values()):
                code = number(resources.get("exit_code"))
                failed.append(f"exit code {code:g}" if code else "no value of any metric")
                values = dict.fromkeys(values)
                resources = {}
            values |= {name: number(resources.get(name)) for name in _COSTS}
            total += 1
            keys = folder + options.label(result["dataset_id"]), "", result["method_id"], 1
            rows += [(*keys, name, "", x) for name, x in values.items()]
    if measures is None and ways:
        rows = [row for row in rows if row[4] in ways or row[4] in _COSTS]
    return found_rows(rows, source, measures, ways, failures(failed, total, "results"))


FORMAT = Format(
    "open-problems",
    "Open Problems",
    takes="results.json with metric_info.json next to it, or their folder",
    states="maximize of metric_info.json; none of duration_sec and peak_memory_mb",
    recognises=lambda source: bool(_files(source)),
    read=_read,
)
