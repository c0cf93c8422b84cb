"""lm-evaluation-harness: models on tasks, or on the samples of tasks, and its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import SHAPES, Format, Found, Source
from jointstats.labelled.formats.rows import Scores, found_scores, repeated

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
                is_number = isinstance(value, int | float)
                if is_number or value is None or value == "N/A":
                    yield task, metric, filter or "none", float(value) if is_number else None

    def higher_is_better(self, task: str, metric: str) -> bool | None:
        """Whether higher is better, as the task says; None if it does not."""
        stated = (self.content.get("higher_is_better") or {}).get(task) or {}
        return stated.get(metric)

    def setting(self, what: str, task: str) -> Any:
        """One of the settings that have to be alike for two models to be compared on a task."""
        value = (self.content.get(what) or {}).get(task)
        if what == "n-samples":
            return value.get("effective") if isinstance(value, dict) else None
        return value


@dataclass(frozen=True)
class Samples:
    """One file of samples: a model on one task."""

    source: Source
    task: str
    model: str
    beside: Results | None

    @classmethod
    def of(cls, source: Source) -> Samples:
        """Task and model: as the file's name and the results beside it say, or else its folder."""
        name = (source.path or Path(source.name)).name
        stem = _STEM.match(name)
        task = stem["task"] if stem else name.split(".")[0].removeprefix("samples_")
        there = source.beside(f"*_{stem['date']}.json") if stem else ()
        beside = next(map(Results, there), None)
        model = source.folder if beside is None else beside.model
        if not model:
            raise ReadError(
                f"{source.name} does not say its model: give the results_….json that was written "
                "with it, too, or its folder."
            )
        return cls(source, task, model, beside)

    def higher_is_better(self, metric: str) -> bool | None:
        """Whether higher is better, as the results beside it say; None if they do not."""
        return None if self.beside is None else self.beside.higher_is_better(self.task, metric)

    def rows(self) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Each sample after each filter: its name, the filter, what was asked, its metrics.

        Raises
        ------
        ReadError
            If a line is no sample.
        """
        for number, line in enumerate(self.source.text().split("\n"), 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                doc = options.label(row["doc_id"])
            except (ValueError, RecursionError, KeyError, TypeError):
                raise ReadError(
                    f"{self.source.name} is cut or no file of samples: line {number} is no sample."
                ) from None
            names = row.get("metrics") or [name for name in row if name not in _FIELDS]
            kind = options.label(row.get("filter") or "none")
            yield doc, kind, str(row.get("doc_hash", "")), {name: row.get(name) for name in names}


# What has to be alike for two models to be compared, by its name in the file.
_SETTINGS = {
    "n-shot": "numbers of examples in the prompt (n-shot)",
    "versions": "versions of the task",
    "n-samples": "numbers of samples",
}


def unlike(results: Iterable[Results]) -> tuple[str, ...]:
    """Say of which tasks models were not evaluated alike."""
    pairs = [(one, task) for one in results for task in {task for task, *_ in one.rows()}]
    notes = []
    for what, called in _SETTINGS.items():
        seen: dict[str, set[str]] = {}
        for one, task in pairs:
            seen.setdefault(task, set()).add(str(one.setting(what, task)))
        if tasks := sorted(task for task, values in seen.items() if len(values) > 1):
            notes.append(
                f"Models were evaluated with different {called} on "
                f"{wording.plural(len(tasks), 'task')} ({options.shorten(tasks)}): their results "
                "there are not of the same thing."
            )
    return tuple(notes)


UNITS = ("task", "sample")

Row = tuple[Any, ...]  # a row of scores, and whether higher is better


def _recognises(source: Source) -> bool:
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
    return _of_samples([Samples.of(one) for one in samples], source.name, measures, filter, unit)


def _of_results(
    files: list[Results], name: str, measures: Sequence[str] | None, filter: str | None
) -> Found:
    _refuse_twice([(one.model, task) for one in files for task in {t for t, *_ in one.rows()}])
    rows = [
        (task, "", one.model, 1, metric, kind, value, one.higher_is_better(task, metric))
        for one in files
        for task, metric, kind, value in one.rows()
    ]
    found = _found(rows, name, "metric that is a number", measures, filter, None)
    notes = (*found.notes, *unlike(files))
    if groups := sorted({group for one in files for group in one.groups}):
        rows_of = "1 group is" if len(groups) == 1 else f"{len(groups)} groups are"
        left = f"{rows_of} left out ({options.shorten(groups)}), whose subtasks are there."
        notes = (left, *notes)
    return replace(found, notes=notes)


def _of_samples(
    files: list[Samples], name: str, measures: Sequence[str] | None, filter: str | None, unit: str
) -> Found:
    _refuse_twice([(one.model, one.task) for one in files])
    rows: list[Row] = []
    hashes: dict[tuple[str, str], str] = {}
    odd: set[str] = set()
    for one in files:
        for doc, kind, hash, metrics in one.rows():
            if hashes.setdefault((one.task, doc), hash) != hash:
                raise ReadError(
                    f'Sample {doc} of "{one.task}" is another question for {one.model} than for '
                    "the other models: evaluate all on the same samples."
                )
            for metric, value in metrics.items():
                if isinstance(value, list | dict | str):
                    odd.add(f"{metric} of {one.task}")
                    continue
                value = None if value is None else float(value)
                way = one.higher_is_better(metric)
                rows.append((one.task, doc, one.model, 1, metric, kind, value, way))
    what = "metric that is a number for each sample"
    found = _found(rows, name, what, measures, filter, unit)
    if not odd:
        return found
    left = f"Left out, because it is no number for each sample: {options.shorten(sorted(odd))}."
    return replace(found, notes=(*found.notes, left))


def _refuse_twice(pairs: list[tuple[str, str]]) -> None:
    if again := repeated(pairs):
        model, task = again[0]
        several = f", as are {wording.plural(len(again), 'task')} in all" if again[1:] else ""
        raise ReadError(
            f'"{task}" of {model} is there more than once{several}: name the files that count.'
        )


def _found(
    rows: list[Row],
    name: str,
    what: str,
    measures: Sequence[str] | None,
    filter: str | None,
    unit: str | None,
) -> Found:
    """The chosen measures, with directions where all the tasks state the same one."""
    scores = Scores.of_rows([row[:-1] for row in rows], name, what)
    frame, _, notes = scores.chosen(measures, filter)
    tasks = set(frame["task"])
    ways: dict[str, set[bool | None]] = {}
    for task, _, _, _, metric, _, _, higher in rows:
        if task in tasks:
            ways.setdefault(metric, set()).add(higher)
    stated = {metric: "max" for metric, higher in ways.items() if higher == {True}}
    stated |= {metric: "min" for metric, higher in ways.items() if higher == {False}}
    found = found_scores(frame, stated, unit, notes)
    return replace(found, frame=found.frame.drop(columns=["item", "epoch"], errors="ignore"))


FORMAT = Format(
    name="lm-eval",
    title="lm-evaluation-harness",
    takes="results_….json, samples_….jsonl, or folders of them",
    states="higher_is_better of each task's metrics, in results_….json",
    recognises=_recognises,
    read=_read,
    stumbles=SHAPES,
)
