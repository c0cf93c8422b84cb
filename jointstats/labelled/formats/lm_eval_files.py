"""Files of lm-evaluation-harness: results of whole tasks, and a row for each sample."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Source

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
