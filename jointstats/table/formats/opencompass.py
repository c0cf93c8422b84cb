"""OpenCompass: the summary, a row for each data set and metric, a column for each model.

After the writer's source (opencompass 0.5.4, `summarizers/default.py`): summary_DATE.csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import every_table, failures, frame_of
from jointstats.table.formats.scores import found_rows, number, unlike

_KEYS = ("dataset", "version", "metric", "mode")
_GROUPS = ("naive_average", "weighted_average", "sum", "standard_deviation")


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each model and data set, without headings and without averages of groups."""
    rows: list[tuple[Any, ...]] = []
    versions: list[tuple[str, str]] = []
    averages: set[str] = set()
    empty: set[str] = set()
    for file in source.tables:
        frame = frame_of(file, _KEYS, "a summary of OpenCompass")
        models = [name for name in frame.columns if name not in _KEYS]
        if not models:
            raise ReadError(f"{file.name} has no column of a model after {', '.join(_KEYS)}.")
        members = {metric for metric in frame["metric"] if metric not in ("-", *_GROUPS)}
        for row in frame.to_dict("records"):
            task, metric = options.label(row["dataset"]), row["metric"]
            if metric == "-":
                empty.update(() if task.startswith("--") else [task])
            elif metric in _GROUPS and members:
                averages.add(task)
            else:
                versions.append((task, row["version"]))
                rows += [(task, "", m, 1, metric, "", number(row[m])) for m in models]
    notes = failures(["no value" for row in rows if row[-1] is None], len(rows), "results")
    notes += unlike(versions, "versions of the prompt")
    for tasks, what in ((averages, "average"), (empty, "empty row")):
        if tasks:
            are = "is" if len(tasks) == 1 else "are"
            some = f"{wording.plural(len(tasks), what)} ({options.shorten(sorted(tasks))})"
            notes += (f"{some} {are} left out.",)
    return found_rows(rows, source, measures, {}, notes)


FORMAT = Format(
    "opencompass",
    "OpenCompass",
    takes="summary_….csv, or several of them",
    states="none: the summary gives metrics without saying which way is better",
    recognises=every_table(lambda file: file.columns[:4] == _KEYS),
    read=_read,
)
