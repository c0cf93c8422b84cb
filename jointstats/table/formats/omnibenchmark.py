"""omnibenchmark: metrics of methods on data sets, and what their modules cost.

After the layout of its source (version 0.5, `cli/collect.py`): out/STAGE/MODULE/PARAMETERS/…, with
performance.txt of each module and what metric modules write (JSON objects of numbers, flat).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.scores import found_rows, number

_COSTS = ("s", "max_rss", "cpu_time")

Row = tuple[Any, ...]


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


def _metrics(source: Source) -> Iterator[Row]:
    """What metric modules wrote: the last module is the metric, those between are the method."""
    for file in source.each("*.json"):
        data, *method = _lineage(file) or [""]
        if len(method) < 2 or file.path is None or file.path.name == "parameters.json":
            continue
        content = file.json()
        for name, value in content.items() if isinstance(content, dict) else ():
            if value is None or isinstance(value, int | float):
                yield data, "", "/".join(method[:-1]), 1, name, "", number(value)


def _costs(source: Source, methods: set[tuple[str, str]]) -> Iterator[Row]:
    for file in source.each("*performance.txt"):
        data, *method = _lineage(file) or [""]
        if (data, "/".join(method)) in methods:
            (row,) = csv.DictReader(io.StringIO(file.text()), delimiter="\t")
            for name in _COSTS:
                yield data, "", "/".join(method), 1, name, "", number(row.get(name))


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set."""
    rows = [*_metrics(source)]
    rows += _costs(source, {(row[0], row[2]) for row in rows})
    gone = sum(row[-1] is None for row in rows)
    notes = (f"{gone} of {len(rows)} values were not measured.",) if gone else ()
    return found_rows(rows, source, measures, {}, notes)


FORMAT = Format(
    "omnibenchmark",
    "omnibenchmark",
    takes="the folder out/ of a benchmark whose metrics are JSON objects",
    states="none, neither of metrics nor of seconds (s) and memory (max_rss)",
    recognises=lambda source: any(_lineage(file) for file in source.each("*performance.txt")),
    read=_read,
)
