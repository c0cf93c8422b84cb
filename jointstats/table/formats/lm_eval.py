"""lm-evaluation-harness: models on tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import repeated
from jointstats.table.formats.scores import found_rows, unlike

_RESULTS = re.compile(rb'\s*\{\s*"results"\s*:\s*\{')
_NO_METRICS = ("alias", "name", "sample_len", "sample_count", "samples", "")
# What has to be alike for two models to be compared, by its name in the file.
_SETTINGS = {
    "n-shot": "numbers of examples in the prompt (n-shot)",
    "versions": "versions of the task",
    "n-samples": "numbers of samples",
}


def _files(source: Source) -> list[Source]:
    return source.matching("*.json", _RESULTS)


def _read(
    source: Source, measures: Sequence[str] | None = None, filter: str | None = None
) -> Found:
    """Find a row for each model and task.

    Without `measures`, these are the metric that most tasks have, and the others of these tasks.
    """
    rows: list[tuple[Any, ...]] = []
    there: list[tuple[str, str]] = []  # models and tasks
    ways: set[tuple[str, str, bool | None]] = set()  # task, metric, and whether higher is better
    settings: list[tuple[str, str, Any]] = []  # of which kind, the task, and its value
    grouped: set[str] = set()
    for file in _files(source):
        content = file.json()
        config = content.get("config") or {}
        named = content.get("model_name") or config.get("model_name") or _model(config)
        groups = _groups(content)
        part = [*_rows(content, options.label(named or file.name), groups)]
        higher = content.get("higher_is_better") or {}
        ways |= {(row[0], row[4], (higher.get(row[0]) or {}).get(row[4])) for row in part}
        tasks = dict.fromkeys((row[2], row[0]) for row in part)
        settings += [(k, task, _setting(content, k, task)) for k in _SETTINGS for _, task in tasks]
        there += tasks
        rows += part
        grouped |= groups
    if not _files(source):
        raise ReadError(f"{source.name} has no results of lm-evaluation-harness (results_….json).")
    if again := repeated(there):
        model, task = again[0]
        several = f", as are {wording.plural(len(again), 'task')} in all" if again[1:] else ""
        raise ReadError(
            f'"{task}" of {model} is there more than once{several}: name the files that count.'
        )

    def stated(tasks: set[str]) -> dict[str, str]:
        """The directions of metrics on which all chosen tasks agree."""
        known: dict[str, set[bool | None]] = {}
        for task, metric, way in ways:
            if task in tasks:
                known.setdefault(metric, set()).add(way)
        agreed = {metric: way for metric, way in known.items() if way in ({True}, {False})}
        return {metric: "max" if True in way else "min" for metric, way in agreed.items()}

    notes = []
    if grouped:
        are = "is" if len(grouped) == 1 else "are"
        number = f"{wording.plural(len(grouped), 'group')} {are} left out"
        notes = [f"{number} ({options.shorten(sorted(grouped))}), whose subtasks are there."]
    what = "metric that is a number"
    table = found_rows(rows, source, measures, stated, notes, None, filter, what)
    for kind, called in _SETTINGS.items():
        odd = unlike(((task, value) for k, task, value in settings if k == kind), called)
        table = replace(table, notes=(*table.notes, *odd))
    return table


def _model(config: dict[str, Any]) -> Any:
    """The model in its arguments, ``pretrained=``; a backend such as hf is no model."""
    said = config.get("model_args")
    pairs = (
        said
        if isinstance(said, dict)
        else dict(pair.split("=", 1) for pair in str(said or "").split(",") if "=" in pair)
    )
    return pairs.get("pretrained") or config.get("model")


def _groups(content: dict[str, Any]) -> set[str]:
    """The groups whose subtasks are in the file as well."""
    below = content.get("group_subtasks") or {}
    return {group for group, tasks in below.items() if any(t in content["results"] for t in tasks)}


def _rows(content: dict[str, Any], model: str, groups: set[str]) -> Iterator[tuple[Any, ...]]:
    """The values of tasks, without standard errors and without groups."""
    for task, measured in content["results"].items():
        for key, value in measured.items() if task not in groups else ():
            metric, _, filter = key.partition(",")
            number = float(value) if isinstance(value, int | float) else None
            if metric.endswith("_stderr") or metric.strip() in _NO_METRICS:
                continue
            if number is not None or value is None or value == "N/A":
                yield task, "", model, 1, metric, filter or "none", number


def _setting(content: dict[str, Any], kind: str, task: str) -> Any:
    value = (content.get(kind) or {}).get(task)
    if kind != "n-samples":
        return value
    return value.get("effective") if isinstance(value, dict) else None


FORMAT = Format(
    name="lm-eval",
    title="lm-evaluation-harness",
    takes="results_….json, or folders of them",
    states="higher_is_better of each task's metrics",
    recognises=lambda source: bool(_files(source)),
    read=_read,
)
