"""lm-evaluation-harness: models on tasks, or on the samples of tasks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import repeated
from jointstats.labelled.formats.scores import found_rows, unlike

_RESULTS = re.compile(rb'\s*\{\s*"results"\s*:\s*\{')
_SAMPLES = re.compile(rb'\s*\{"doc_id": ?\d+, ?"(doc|target)":')
_STEM = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.\-]+)\.jsonl")
# What a sample has besides its metrics.
_FIELDS = (
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
)  # fmt: skip
_NO_METRICS = ("alias", "name", "sample_len", "sample_count", "samples", "")
# What has to be alike for two models to be compared, by its name in the file.
_SETTINGS = {
    "n-shot": "numbers of examples in the prompt (n-shot)",
    "versions": "versions of the task",
    "n-samples": "numbers of samples",
}
UNITS = ("task", "sample")

Row = tuple[Any, ...]
Way = tuple[tuple[str, str], bool | None]  # task and metric, and whether higher is better


def _files(source: Source) -> tuple[list[Source], list[Source]]:
    """The files that hold results of whole tasks, and those that hold a row for each sample."""
    return source.matching("*.json", _RESULTS), source.matching("*.jsonl", _SAMPLES)


def _content(source: Source) -> dict[str, Any]:
    content = source.json()
    if not isinstance(content, dict) or not isinstance(content.get("results"), dict):
        raise ReadError(f"{source.name} is no file of results of lm-evaluation-harness.")
    return content


def _model(content: dict[str, Any], source: Source) -> str:
    """The model's name as it was given, or the kind of model."""
    config = content.get("config") or {}
    named = content.get("model_name") or config.get("model_name")
    return options.label(named or config.get("model") or source.name)


def _groups(content: dict[str, Any]) -> set[str]:
    """The groups whose subtasks are in the file as well."""
    below = content.get("group_subtasks") or {}
    return {group for group, tasks in below.items() if any(t in content["results"] for t in tasks)}


def _higher(content: dict[str, Any], task: str, metric: str) -> bool | None:
    return ((content.get("higher_is_better") or {}).get(task) or {}).get(metric)


def _stated(ways: Iterable[Way]) -> Callable[[set[str]], dict[str, str]]:
    """The directions of metrics on which all chosen tasks agree."""

    def stated(tasks: set[str]) -> dict[str, str]:
        there: dict[str, set[bool | None]] = {}
        for (task, metric), higher in ways:
            if task in tasks:
                there.setdefault(metric, set()).add(higher)
        agreed = {metric: way for metric, way in there.items() if way in ({True}, {False})}
        return {metric: "max" if True in way else "min" for metric, way in agreed.items()}

    return stated


def _rows(content: dict[str, Any], model: str) -> Iterator[Row]:
    """The values of tasks, without standard errors and without groups."""
    groups = _groups(content)
    for task, measured in content["results"].items():
        for key, value in measured.items() if task not in groups else ():
            metric, _, filter = key.partition(",")
            number = float(value) if isinstance(value, int | float) else None
            if metric.endswith("_stderr") or metric.strip() in _NO_METRICS:
                continue
            if number is not None or value is None or value == "N/A":
                yield task, "", model, 1, metric, filter or "none", number


def _read(
    source: Source,
    measures: Sequence[str] | None = None,
    unit: str | None = None,
    filter: str | None = None,
) -> Found:
    """Find a row for each model and task, or for each model and sample.

    Without `measures`, these are the metric that most tasks have, and the others of these tasks;
    without `unit`, a data set is a task if there is a file of results.
    """
    results, samples = _files(source)
    unit = unit or ("task" if results else "sample")
    options.one_of("unit", unit, UNITS)
    if unit == "sample" and not samples:
        raise ReadError(
            f"{source.name} has no samples (samples_….jsonl): evaluate with --log_samples."
        )
    if not results and not samples:
        raise ReadError(f"{source.name} has no results of lm-evaluation-harness.")
    if not results or unit == "sample":
        return _of_samples(source, samples, measures, filter, unit)
    rows: list[Row] = []
    there: list[tuple[str, str]] = []  # models and tasks
    ways: set[Way] = set()
    evaluated: list[tuple[dict[str, Any], dict[str, None]]] = []  # results and their tasks
    for file in results:
        content = _content(file)
        part = [*_rows(content, _model(content, file))]
        ways |= {((row[0], row[4]), _higher(content, row[0], row[4])) for row in part}
        evaluated.append((content, dict.fromkeys(row[0] for row in part)))
        there += dict.fromkeys((row[2], row[0]) for row in part)
        rows += part
    what = "metric that is a number"
    _refuse_twice(there)
    table = found_rows(rows, source, measures, _stated(ways), (), None, filter, what)
    notes = list(table.notes)
    for what, called in _SETTINGS.items():
        pairs = ((task, _setting(c, what, task)) for c, tasks in evaluated for task in tasks)
        notes += unlike(pairs, called)
    if groups := sorted(set().union(*(_groups(content) for content, _ in evaluated))):
        are = "is" if len(groups) == 1 else "are"
        number = f"{wording.plural(len(groups), 'group')} {are} left out"
        notes = [f"{number} ({options.shorten(groups)}), whose subtasks are there.", *notes]
    return replace(table, notes=tuple(notes))


def _setting(content: dict[str, Any], what: str, task: str) -> Any:
    value = (content.get(what) or {}).get(task)
    if what != "n-samples":
        return value
    return value.get("effective") if isinstance(value, dict) else None


def _task_of(source: Source) -> tuple[str, str, dict[str, Any]]:
    """Task, model and results: from the file's name and the results next to it, or its folder."""
    name = (source.path or Path(source.name)).name
    stem = _STEM.match(name)
    task = stem["task"] if stem else name.split(".")[0].removeprefix("samples_")
    for beside in source.beside(f"*_{stem['date']}.json") if stem else ():
        content = _content(beside)
        return task, _model(content, beside), content
    if not source.folder:
        raise ReadError(
            f"{source.name} does not state its model: give the results_….json that was written "
            "with it, too, or its folder."
        )
    return task, source.folder, {}


def _samples(source: Source) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(source.text().split("\n"), 1):
        try:
            if line.strip():
                row = json.loads(line)
                yield row | {"doc_id": options.label(row["doc_id"])}
        except (ValueError, RecursionError, KeyError, TypeError):
            raise ReadError(
                f"{source.name} is cut or no file of samples: line {number} is no sample."
            ) from None


def _of_samples(
    source: Source,
    files: list[Source],
    measures: Sequence[str] | None,
    filter: str | None,
    unit: str,
) -> Found:
    parts = [(file, *_task_of(file)) for file in files]
    _refuse_twice([(model, task) for _, task, model, _ in parts])
    rows: list[Row] = []
    ways: set[Way] = set()
    hashes: dict[tuple[str, str], str] = {}
    odd: set[str] = set()
    for file, task, model, content in parts:
        for row in _samples(file):
            doc, hash = row["doc_id"], str(row.get("doc_hash", ""))
            if hashes.setdefault((task, doc), hash) != hash:
                raise ReadError(
                    f'Sample {doc} of "{task}" is another question for {model} than for '
                    "the other models: evaluate all on the same samples."
                )
            kind = options.label(row.get("filter") or "none")
            for metric in row.get("metrics") or [n for n in row if n not in _FIELDS]:
                value = row.get(metric)
                if isinstance(value, list | dict | str):
                    odd.add(f"{metric} of {task}")
                    continue
                value = None if value is None else float(value)
                rows.append((task, doc, model, 1, metric, kind, value))
                ways.add(((task, metric), _higher(content, task, metric)))
    what = "metric that is a number for each sample"
    table = found_rows(rows, source, measures, _stated(ways), (), unit, filter, what)
    if not odd:
        return table
    left = f"Left out, because it is no number for each sample: {options.shorten(sorted(odd))}."
    return replace(table, notes=(*table.notes, left))


def _refuse_twice(pairs: list[tuple[str, str]]) -> None:
    if again := repeated(pairs):
        model, task = again[0]
        several = f", as are {wording.plural(len(again), 'task')} in all" if again[1:] else ""
        raise ReadError(
            f'"{task}" of {model} is there more than once{several}: name the files that count.'
        )


FORMAT = Format(
    name="lm-eval",
    title="lm-evaluation-harness",
    takes="results_….json, samples_….jsonl, or folders of them",
    states="higher_is_better of each task's metrics, in results_….json",
    recognises=lambda source: any(_files(source)),
    read=_read,
)
