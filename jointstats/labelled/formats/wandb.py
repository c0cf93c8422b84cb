"""Weights & Biases: the summaries of runs, with their configurations.

After the documented layouts: the CSV that a table of runs exports, the one of the guide to its
public API (columns summary, config and name), and folders of runs of version 0.18 or later
(files/config.yaml and files/wandb-summary.json).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import column_names, frame_of, records_of
from jointstats.labelled.formats.runs import found_runs

_EXPORT = {"Name", "State", "Created", "Runtime"}
_ABOUT = {
    *_EXPORT, "ID", "Notes", "User", "Tags", "Sweep", "Updated", "End Time", "Hostname", "Host",
    "GPU Count", "GPU Type", "Commit", "Github", "Description", "Job Type", "Group",
}  # fmt: skip
_API = {"summary", "config", "name"}
_SUMMARY = re.compile(rb'(?s)\s*\{(?=.*"_(timestamp|runtime|step|wandb)"\s*:)')
# A value in config.yaml: one line for each setting that is no list or object.
_SETTING = re.compile(r"^(\S[^:\n]*):\n(?:\s+desc:.*\n)?\s+value: (\S.*)$", re.MULTILINE)

Run = tuple[dict[str, Any], dict[str, Any], str | None]  # settings, summary, why it failed


def _numbers(summary: dict[str, Any]) -> dict[str, Any]:
    shown = {n: x for n, x in summary.items() if not n.startswith("_") or n == "_runtime"}
    return {
        n: x for n, x in shown.items() if isinstance(x, int | float) or x in ("NaN", "Infinity")
    }


def _folders(source: Source) -> Iterator[Run]:
    """The runs of folders; one that has a configuration and no summary did not end."""
    for file in source.each("config.yaml"):
        settings = {f"config.{name}": x.strip("'\"") for name, x in _SETTING.findall(file.text())}
        summaries = file.beside("wandb-summary.json")
        summary = _numbers(summaries[0].json()) if summaries else {}
        yield settings, summary, None if summary else "no summary"


def _of_api(source: Source) -> Iterator[Run]:
    for row in records_of(source, _API, "runs of the API"):
        parts = (row[name] for name in ("summary", "config"))
        summary, config = (ast.literal_eval(p) if isinstance(p, str) else p for p in parts)
        settings = {
            f"config.{name}": x for name, x in config.items() if not isinstance(x, list | dict)
        }
        summary = _numbers(summary)
        yield {"name": row["name"], **settings}, summary, None if summary else "no summary"


def _exported(source: Source) -> Found:
    """A row for each run; the export does not state which numbers are settings."""
    import pandas as pd

    frame = frame_of(source, _EXPORT, "an export of runs")
    failed = [None if x == "finished" else str(x) for x in frame["State"]]
    cells = frame.drop(columns=[name for name in frame.columns if name in _ABOUT - {"Name"}])
    blank = cells.map(lambda x: x is None or x != x or str(x).strip() in ("", "NaN"))
    numbers = cells.where(~blank).apply(pd.to_numeric, errors="coerce")
    metrics = [
        str(n) for n in cells if not blank[n].all() and (numbers[n].notna() | blank[n]).all()
    ]
    rows = cells.rename(columns=str).to_dict("records")
    return found_runs(rows, metrics, failed, source.name)


def _read(source: Source) -> Found:
    """Find a row for each run; one that did not finish is missing."""
    names = column_names(source)
    if names >= _EXPORT:
        return _exported(source)
    runs = [*(_of_api(source) if names >= _API else _folders(source))]
    metrics = dict.fromkeys(name for _, summary, _ in runs for name in summary)
    settings = dict.fromkeys(name for config, *_ in runs for name in config)
    rows = [
        {n: config.get(n) for n in settings} | {n: summary.get(n) for n in metrics}
        for config, summary, _ in runs
    ]
    return found_runs(rows, [*metrics], [why for *_, why in runs], source.name)


def _recognises(source: Source) -> bool:
    names = column_names(source)
    api = names == _API or names == _API | {"Unnamed: 0"} or names == _API | {""}
    return names >= _EXPORT or api or bool(source.matching("wandb-summary.json", _SUMMARY))


FORMAT = Format(
    "wandb",
    "Weights & Biases",
    takes="runs as exported to CSV, or the folder wandb with files/wandb-summary.json of runs",
    states="none: a summary keeps numbers, and which setting is the data set or the algorithm "
    "you name with dataset= and algorithm=",
    recognises=_recognises,
    read=_read,
)
