"""omnibenchmark: metrics of methods on data sets, and what their modules cost.

After the layout of its source (version 0.5, `cli/collect.py`): out/STAGE/MODULE/PARAMETERS/…, with
performance.txt of each module and what metric modules write (JSON objects of numbers, flat).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import column_names, frame_of
from jointstats.labelled.formats.scores import found_rows, number

_TABLE = {"s", "max_rss", "stage", "module", "dataset", "lineage"}
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


def _collected(source: Source) -> Iterator[Row]:
    """The rows of performances.tsv; it has 0 for what was too short to be measured."""
    frame = frame_of(source, _TABLE, "performances.tsv")
    stages = [
        s for s in dict.fromkeys(frame["stage"]) if s != frame["lineage"].iloc[0].split("/")[0]
    ]
    if len(stages) != 1:
        raise ReadError(
            f"{source.name} has modules of {len(stages)} stages ({options.shorten(stages)}): keep "
            "the rows of the stage that is compared, or give the folder of the output."
        )
    for row in frame[frame["stage"] == stages[0]].to_dict("records"):
        _, *steps = row["lineage"].split("/")[1::2]
        hashed = f".{row['param_hash']}" if row.get("param_hash") else ""
        for name in _COSTS:
            value = number(row.get(name))
            known = value if name == "s" or value else None
            yield row["dataset"], "", "/".join(steps) + hashed, 1, name, "", known


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set."""
    if column_names(source) >= _TABLE:
        rows = [*_collected(source)]
    else:
        rows = [*_metrics(source)]
        rows += _costs(source, {(row[0], row[2]) for row in rows})
    gone = sum(row[-1] is None for row in rows)
    notes = (f"{gone} of {len(rows)} values were not measured.",) if gone else ()
    return found_rows(rows, source, measures, {}, notes)


FORMAT = Format(
    "omnibenchmark",
    "omnibenchmark",
    takes="the folder out/ of a benchmark whose metrics are JSON objects, or performances.tsv",
    states="none, neither of metrics nor of seconds (s) and memory (max_rss)",
    recognises=lambda source: (
        column_names(source) >= _TABLE
        or any(_lineage(file) for file in source.each("*performance.txt"))
    ),
    read=_read,
)
