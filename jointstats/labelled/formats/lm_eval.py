"""lm-evaluation-harness: models on tasks, or on the samples of tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import SHAPES, Format, Found, Source
from jointstats.labelled.formats.lm_eval_files import (
    Results,
    Samples,
    result_files,
    sample_files,
    unlike,
)
from jointstats.labelled.formats.scores import Scores

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
