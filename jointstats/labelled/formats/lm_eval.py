"""lm-evaluation-harness: models on tasks, or on the samples of tasks, and its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import SHAPES, Format, Found, Source
from jointstats.labelled.formats.rows import Scores

_RESULTS = re.compile(rb'\s*\{\s*"results"\s*:\s*\{')
_SAMPLES = re.compile(rb'\s*\{"doc_id": ?\d+, ?"(doc|target)":')
_STEM = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.\-]+)\.jsonl")
# What stands beside the metrics of a sample.
_FIELDS = (
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
)  # fmt: skip
_NO_METRICS = ("alias", "name", "sample_len", "sample_count", "samples", "")


def result_files(source: Source) -> list[Source]:
    """The files that hold results of whole tasks."""
    return [one for one in source.each("*.json") if _RESULTS.match(one.head())]


def sample_files(source: Source) -> list[Source]:
    """The files that hold a row for each sample."""
    return [one for one in source.each("*.jsonl") if _SAMPLES.match(one.head())]


@dataclass(frozen=True)
class Results:
    """One file of results: a model on some tasks."""

    source: Source

    @cached_property
    def content(self) -> dict[str, Any]:
        """The file's JSON.

        Raises
        ------
        ReadError
            If it is not a file of results.
        """
        content = self.source.json()
        if not isinstance(content, dict) or not isinstance(content.get("results"), dict):
            raise ReadError(f"{self.source.name} is no file of results of lm-evaluation-harness.")
        return content

    @property
    def model(self) -> str:
        """The model's name: as it was given, or the kind of model."""
        config = self.content.get("config") or {}
        named = self.content.get("model_name") or config.get("model_name")
        return options.label(named or config.get("model") or self.source.name)

    @cached_property
    def groups(self) -> set[str]:
        """The groups whose subtasks are in the file as well."""
        results = self.content["results"]
        below = self.content.get("group_subtasks") or {}
        return {name for name, own in below.items() if any(one in results for one in own)}

    def rows(self) -> Iterator[tuple[str, str, str, float | None]]:
        """Task, metric, filter and value, without standard errors and without groups."""
        for task, measured in self.content["results"].items():
            if task in self.groups:
                continue
            for key, value in measured.items():
                metric, _, filter = key.partition(",")
                if metric.endswith("_stderr") or metric.strip() in _NO_METRICS:
                    continue
                if isinstance(value, int | float):
                    yield task, metric, filter or "none", float(value)
                elif value is None or value == "N/A":
                    yield task, metric, filter or "none", None

    def higher_is_better(self, task: str, metric: str) -> bool | None:
        """Whether higher is better, as the task says; None if it does not."""
        stated = (self.content.get("higher_is_better") or {}).get(task) or {}
        return stated.get(metric)

    def setting(self, task: str) -> Mapping[str, Any]:
        """What has to be alike for two models to be compared on a task."""
        number = (self.content.get("n-samples") or {}).get(task) or {}
        return {
            "shots": (self.content.get("n-shot") or {}).get(task),
            "version": (self.content.get("versions") or {}).get(task),
            "samples": number.get("effective") if isinstance(number, dict) else None,
        }


@dataclass(frozen=True)
class Sample:
    """A sample after one filter: its metrics that are numbers, and the names of the others."""

    doc: str
    filter: str
    hash: str
    metrics: dict[str, float | None]
    no_numbers: tuple[str, ...]


@dataclass(frozen=True)
class Samples:
    """One file of samples: a model on one task."""

    source: Source

    @property
    def _path(self) -> Path:
        return self.source.path or Path(self.source.name)

    @property
    def task(self) -> str:
        """The task, from the file's name."""
        found = _STEM.match(self._path.name)
        return found["task"] if found else self._path.name.split(".")[0].removeprefix("samples_")

    @cached_property
    def beside(self) -> Results | None:
        """The results that were written with it; None if they are not there any more."""
        found = _STEM.match(self._path.name)
        there = self.source.beside(f"*_{found['date']}.json") if found else ()
        return next(map(Results, there), None)

    @property
    def model(self) -> str:
        """The model: as the results beside it say, or else the name of its folder."""
        if self.beside is not None:
            return self.beside.model
        if not self.source.folder:
            raise ReadError(
                f"{self.source.name} does not say its model: give the results_….json that was "
                "written with it, too, or its folder."
            )
        return self.source.folder

    def higher_is_better(self, metric: str) -> bool | None:
        """Whether higher is better, as the results beside it say; None if they do not."""
        return None if self.beside is None else self.beside.higher_is_better(self.task, metric)

    def rows(self) -> Iterator[Sample]:
        """Each sample after each filter.

        Raises
        ------
        ReadError
            If a line is no sample.
        """
        for number, line in enumerate(self.source.text().split("\n"), 1):
            if line.strip():
                yield self._sample(number, line)

    def _sample(self, number: int, line: str) -> Sample:
        try:
            row = json.loads(line)
            doc = options.label(row["doc_id"])
        except (ValueError, RecursionError, KeyError, TypeError):
            raise ReadError(
                f"{self.source.name} is cut or no file of samples: line {number} is no sample."
            ) from None
        names = row.get("metrics") or [name for name in row if name not in _FIELDS]
        values = {name: row.get(name) for name in names}
        numbers = {n: _number(x) for n, x in values.items() if not isinstance(x, list | dict | str)}
        return Sample(
            doc,
            options.label(row.get("filter") or "none"),
            str(row.get("doc_hash", "")),
            numbers,
            tuple(name for name in values if name not in numbers),
        )


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def unlike(results: Iterable[Results]) -> tuple[str, ...]:
    """Say of which tasks models were not evaluated alike."""
    seen: dict[tuple[str, str], set[str]] = {}
    for one in results:
        for task in {task for task, *_ in one.rows()}:
            for what, value in one.setting(task).items():
                seen.setdefault((what, task), set()).add(str(value))
    notes = []
    for what, told in (
        ("shots", "numbers of examples in the prompt (n-shot)"),
        ("version", "versions of the task"),
        ("samples", "numbers of samples"),
    ):
        tasks = sorted(task for (kind, task), values in seen.items()
                       if kind == what and len(values) > 1)  # fmt: skip
        if tasks:
            notes.append(
                f"Models were evaluated with different {told} on {len(tasks)} "
                f"task{'s' if len(tasks) > 1 else ''} ({options.shorten(tasks)}): their results "
                "there are not of the same thing."
            )
    return tuple(notes)


UNITS = ("task", "sample")

Ways = dict[tuple[str, str], set[bool | None]]


def _recognises(source: Source) -> bool:
    files = source.paths
    if not files:
        return False
    known = [*result_files(source), *sample_files(source)]
    return bool(known) and (not source.is_file or len(known) == 1)


def _read(
    source: Source,
    measures: Sequence[str] | None = None,
    unit: str | None = None,
    filter: str | None = None,
) -> Found:
    """Find a row for each model and task, or for each model and sample.

    Parameters
    ----------
    source : Source
    measures : list of str, optional
        By default the metric that most tasks have, and the others of these tasks.
    unit : {"task", "sample"}, optional
        What a data set is. By default a task, if there is a file of results.
    filter : str, optional
        Which filter of the answers counts, where there are several.
    """
    results, samples = result_files(source), sample_files(source)
    if unit is None:
        unit = "task" if results else "sample"
    options.one_of("unit", unit, UNITS)
    if unit == "sample" and not samples:
        raise ReadError(
            f"{source.name} has no samples (samples_….jsonl): evaluate with --log_samples."
        )
    if not results and not samples:
        raise ReadError(f"{source.name} has no results of lm-evaluation-harness.")
    if results and unit == "task":
        return _of_results([Results(one) for one in results], source.name, measures, filter)
    return _of_samples([Samples(one) for one in samples], source.name, measures, filter, unit)


def _of_results(
    files: list[Results], name: str, measures: Sequence[str] | None, filter: str | None
) -> Found:
    import pandas as pd

    _refuse_twice([(one.model, task) for one in files for task in {t for t, *_ in one.rows()}])
    rows = [
        {"task": task, "item": "", "model": one.model, "epoch": 1, "measure": metric,
         "filter": kind, "value": value}
        for one in files for task, metric, kind, value in one.rows()
    ]  # fmt: skip
    if not rows:
        raise ReadError(f"{name} has no metric that is a number.")
    frame, names, notes = Scores(pd.DataFrame(rows), name).chosen(measures, filter)
    ways: Ways = {}
    for one in files:
        for task, metric, *_ in one.rows():
            ways.setdefault((task, metric), set()).add(one.higher_is_better(task, metric))
    groups = sorted({group for one in files for group in one.groups})
    if groups:
        rows_of = "1 group is" if len(groups) == 1 else f"{len(groups)} groups are"
        notes = (
            f"{rows_of} left out ({options.shorten(groups)}), whose subtasks are there.",
            *notes,
        )
    found = frame.rename(columns={"task": "dataset"}).drop(columns=["item", "epoch"])
    return _found(found, names, ways, set(frame["task"]), {}, (*notes, *unlike(files)))


def _of_samples(
    files: list[Samples],
    name: str,
    measures: Sequence[str] | None,
    filter: str | None,
    unit: str,
) -> Found:
    import pandas as pd

    _refuse_twice([(one.model, one.task) for one in files])
    rows: list[dict[str, Any]] = []
    hashes: dict[tuple[str, str], str] = {}
    odd: set[tuple[str, str]] = set()
    ways: Ways = {}
    for one in files:
        for sample in one.rows():
            keys = {"task": one.task, "item": sample.doc, "model": one.model, "epoch": 1}
            if hashes.setdefault((one.task, sample.doc), sample.hash) != sample.hash:
                raise ReadError(
                    f'Sample {sample.doc} of "{one.task}" is another question for {one.model} than '
                    "for the other models: evaluate all on the same samples."
                )
            odd |= {(one.task, metric) for metric in sample.no_numbers}
            for metric, value in sample.metrics.items():
                rows.append(keys | {"measure": metric, "filter": sample.filter, "value": value})
                stated = one.higher_is_better(metric)
                ways.setdefault((one.task, metric), set()).add(stated)
    if not rows:
        raise ReadError(f"{name} has no metric that is a number for each sample.")
    frame, names, notes = Scores(pd.DataFrame(rows), name).chosen(measures, filter)
    tasks = set(frame["task"])
    if odd:
        told = options.shorten(sorted({f"{metric} of {task}" for task, metric in odd}))
        notes = (*notes, f"Left out, because it is no number for each sample: {told}.")
    if unit == "task":
        found = frame.rename(columns={"task": "dataset"}).drop(columns=["item", "epoch"])
        return _found(found, names, ways, tasks, {"aggregate": "mean"}, notes)
    found = frame.assign(dataset=frame["task"] + "/" + frame["item"]).drop(
        columns=["item", "epoch"]
    )
    return _found(found, names, ways, tasks, {"cluster": "task"} if len(tasks) > 1 else {}, notes)


def _refuse_twice(pairs: list[tuple[str, str]]) -> None:
    again = [pair for i, pair in enumerate(pairs) if pair in pairs[:i]]
    if again:
        model, task = again[0]
        raise ReadError(
            f'"{task}" of {model} is there more than once, as are '
            f"{wording.plural(len(again), 'task')} in all: name the files that count."
            if len(again) > 1
            else f'"{task}" of {model} is there more than once: name the files that count.'
        )


def _found(
    frame: Any,
    names: list[str],
    ways: Ways,
    tasks: set[str],
    roles: Mapping[str, Any],
    notes: tuple[str, ...],
) -> Found:
    """Directions where all the tasks state the same one."""
    stated: dict[str, str] = {}
    for name in names:
        of_tasks: set[bool | None] = set().union(
            *(own for (task, metric), own in ways.items() if metric == name and task in tasks)
        )
        if of_tasks in ({True}, {False}):
            stated[name] = "max" if of_tasks == {True} else "min"
    return Found(
        frame,
        {"dataset": "dataset", "algorithm": "model", "measures": stated, **roles},
        undirected=tuple(name for name in names if name not in stated),
        notes=notes,
    )


FORMAT = Format(
    name="lm-eval",
    title="lm-evaluation-harness",
    takes="results_….json, samples_….jsonl, or folders of them",
    states="higher_is_better of each task's metrics, in results_….json",
    recognises=_recognises,
    read=_read,
    stumbles=SHAPES,
)
