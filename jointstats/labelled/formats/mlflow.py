"""MLflow: the last values of runs' metrics, with their parameters.

After files that mlflow 3.17.2 wrote: the file store (mlruns/EXPERIMENT/RUN/), and the frame of
`search_runs()`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import column_names, records_of
from jointstats.labelled.formats.runs import found_runs

_COLUMNS = ("run_id", "experiment_id", "status")
_META = re.compile(rb"(?s)(?=.*^lifecycle_stage:)(?=.*^run_id:).*^status:", re.MULTILINE)
_STATUS = {"1": "RUNNING", "2": "SCHEDULED", "3": "FINISHED", "4": "FAILED", "5": "KILLED"}
_KINDS = ("metrics", "params", "tags")


def _stored(source: Source) -> Iterator[dict[str, Any]]:
    """The runs of a file store that are not deleted, under the names of `search_runs()`."""
    runs: dict[Path, dict[str, Any]] = {}
    for file in source.matching("meta.yaml", _META):
        about = dict(line.split(": ", 1) for line in file.text().splitlines() if ": " in line)
        if file.path is not None and about["lifecycle_stage"] == "active":
            row = {name: about[name].strip("'\"") for name in _COLUMNS}
            runs[file.path.parent] = row | {"status": _STATUS.get(row["status"], row["status"])}
    for file in source.each("*"):
        path = file.path or Path()
        folder = next((parent for parent in path.parents if parent in runs), None)
        kind, *name = path.relative_to(folder).parts if folder else ("",)
        if folder is not None and kind in _KINDS and name:
            text = file.text().strip()
            runs[folder]["/".join([f"{kind}.{name[0]}", *name[1:]])] = (
                _last(text, file.name) if kind == "metrics" else text
            )
    yield from runs.values()


def _last(text: str, name: str) -> str:
    """The value of the last step; each line holds time, value and step."""
    lines = [line.split() for line in text.splitlines()]
    if not lines or any(len(line) < 2 for line in lines):
        raise ReadError(f"{name} is broken: its lines must hold time, value and step.")
    steps = [(int(line[2]) if len(line) > 2 else 0, int(line[0])) for line in lines]
    return lines[steps.index(max(steps))][1]


def _read(source: Source) -> Found:
    """Find a row for each run; one that did not finish is missing."""
    if source.object is not None or (source.is_file and source.columns):
        rows = records_of(source, _COLUMNS, "a frame of search_runs()")
    else:
        rows = [*_stored(source)]
    names = dict.fromkeys(str(name) for row in rows for name in row)
    metrics = [name for name in names if name.startswith("metrics.")]
    hidden = [n for n in names if n.startswith("tags.mlflow.") and n != "tags.mlflow.runName"]
    hidden += ["artifact_uri", "start_time", "end_time", "run_id", "status"]
    failed = [None if row["status"] == "FINISHED" else str(row["status"]) for row in rows]
    shown = [{n: row.get(n) for n in names if n not in hidden} for row in rows]
    return found_runs(shown, metrics, failed, source.name)


def _recognises(source: Source) -> bool:
    names = column_names(source)
    if names:
        return names.issuperset(_COLUMNS) and any(n.startswith("metrics.") for n in names)
    return any(source.matching("meta.yaml", _META))


FORMAT = Format(
    "mlflow",
    "MLflow",
    takes="the folder mlruns, or one of an experiment; search_runs() as frame or CSV",
    states="none: MLflow keeps metrics, and which parameter is the data set or the algorithm "
    "you name with dataset= and algorithm=",
    recognises=_recognises,
    read=_read,
)
