"""Inspect: logs of evaluations, and the frames that its `evals_df()` and `samples_df()` make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ColumnError, ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.inspect_logs import Log, Sample, log_files
from jointstats.labelled.formats.rows import column_names, failures, records_of, repeated
from jointstats.labelled.formats.scores import Scores, found_scores

UNITS = ("sample", "task")
_COSTS = ("total_time", "working_time", "total_tokens")
# Grades, with the numbers that Inspect's accuracy makes of them.
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_EVALS = {"eval_id", "task_name", "model", "status", "total_samples"}
_SAMPLES = {"sample_id", "eval_id", "id", "epoch"}
_SCORE = re.compile(r"score_(?!headline_).*(?<!_stderr)", re.DOTALL)
_KEYS = ["task", "item", "model", "epoch"]

Row = tuple[str, str, Sample]  # task, model, and a sample


def _read(source: Source, measures: Sequence[str] | None = None, unit: str | None = None) -> Found:
    """Find a row for each model and sample (and epoch), or for each model and task.

    Without `measures`, these are the score that most tasks have, and the others of these tasks;
    without `unit`, a data set is a sample if there are any.
    """
    options.one_of("unit", unit or "sample", UNITS)
    if source.object is not None or (source.is_file and source.columns):
        if column_names(source) >= _EVALS:
            return _of_evals(source, measures, unit)
        return _of_samples([*_framed(source)], source.name, measures, unit, ())
    logs = [Log.of(file) for file in log_files(source)]
    if not logs:
        raise ReadError(
            f"{source.name} has no logs of Inspect (.eval, .json), and is no frame of them."
        )
    # Of a task that was evaluated again after it had failed, the log that succeeded counts.
    done = {(log.task, log.model) for log in logs if log.status == "success"}
    used = [log for log in logs if log.status == "success" or (log.task, log.model) not in done]
    notes: tuple[str, ...] = ()
    if gone := len(logs) - len(used):
        are = "is" if gone == 1 else "are"
        notes = (
            f"{wording.plural(gone, 'log')} {are} left out that did not succeed, where a later one "
            "did.",
        )
    reasons = [log.reason for log in used if log.status != "success"]
    notes += failures(reasons, len(used), "evaluations")
    _refuse_twice([(log.task, log.model) for log in used], "name the logs that count")
    samples = [(log.task, log.model, sample) for log in used for sample in log.samples()]
    return _of_samples(samples, source.name, measures, unit, notes)


def _refuse_twice(pairs: list[tuple[str, str]], cure: str) -> None:
    for task, model in repeated(pairs):
        raise ReadError(f'"{task}" was evaluated more than once with {model}: {cure}.')


def _framed(source: Source) -> Iterator[Row]:
    """The samples of a frame of `samples_df()`, which must state its task and model."""
    records = records_of(source, _SAMPLES, "a frame of samples_df()")
    if not {"task_name", "model"} <= records[0].keys():
        raise ColumnError(
            f"{source.name} does not state the task and model of its samples: "
            "give samples_df the columns EvalTask, EvalModel and SampleSummary, or give the logs "
            "themselves."
        )
    for row in records:
        scores = {n.removeprefix("score_"): x for n, x in row.items() if n.startswith("score_")}
        sample = Sample(
            options.label(row["id"]),
            int(float(row["epoch"])),
            {name: x for name, x in scores.items() if not _blank(x)},
            {name: _score(row[name])[0] for name in _COSTS if name in row},
            None if _blank(row.get("error")) else str(row["error"]),
        )
        yield options.label(row["task_name"]), options.label(row["model"]), sample


def _blank(cell: Any) -> bool:
    return str(cell).strip() in ("", "None", "nan", "NaN", "<NA>")


def _score(value: Any) -> tuple[float | None, bool, bool]:
    """The number of a score, whether it is a grade, and whether it is a number at all."""
    if _blank(value):
        return None, False, True
    if value in _GRADES:
        return _GRADES[value], True, True
    try:
        return float(value), False, True
    except (TypeError, ValueError):
        return None, False, False


def _flat(scores: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names and values of scores; a scorer may give several."""
    for scorer, value in scores.items():
        if isinstance(value, dict):
            yield from ((f"score_{scorer}_{name}", part) for name, part in value.items())
        else:
            yield f"score_{scorer}", value


def _of_samples(
    samples: list[Row],
    name: str,
    measures: Sequence[str] | None,
    unit: str | None,
    notes: tuple[str, ...],
) -> Found:
    """The scores of samples with their costs, and a row without results for each that failed."""
    import pandas as pd

    if not samples:
        raise ReadError(f"{name} has no samples.")
    for task, model, id, epoch in repeated([(t, m, s.id, s.epoch) for t, m, s in samples]):
        raise ReadError(
            f'{name} has sample {id} of "{task}" twice for {model}, epoch {epoch}: keep the '
            "evaluation that counts."
        )
    rows: list[tuple[Any, ...]] = []
    graded_only: dict[str, bool] = {}
    odd: set[str] = set()
    for task, model, sample in samples:
        for measure, value in _flat(sample.scores):
            number, graded, fits = _score(value)
            if not fits:
                odd.add(f"{measure} of {task}")
                continue
            number = None if sample.error is not None else number
            rows.append((task, sample.id, model, sample.epoch, measure, "", number))
            graded_only[measure] = graded_only.get(measure, True) and (graded or number is None)
    scores = Scores.of_rows(rows, name, "score that is a number or a grade (C, I)")
    costs = [n for n in _COSTS if any(s.costs.get(n) is not None for *_, s in samples)]
    chosen = None if measures is None else [n for n in measures if n not in costs] or None
    frame, names, left = scores.chosen(chosen)
    tasks = set(frame["task"])
    every = [
        {"task": task, "item": s.id, "model": model, "epoch": s.epoch}
        # The time that it took to fail is no result.
        | {name: None if s.error is not None else s.costs.get(name) for name in costs}
        for task, model, s in samples
        if task in tasks
    ]
    full = pd.DataFrame(every).merge(frame, on=_KEYS, how="left")[[*_KEYS, *names, *costs]]
    full = full.astype(dict.fromkeys([*names, *costs], float))
    failed = [sample.error for *_, sample in samples if sample.error is not None]
    if odd:
        left = (*left, f"Left out, because it is no number: {options.shorten(sorted(odd))}.")
    notes = (*notes, *failures(failed, len(samples), "samples"), *left)
    ways = {n: "max" for n in names if graded_only.get(n)}
    results = found_scores(full, ways, unit or "sample", notes)
    if unit != "task":
        return results
    return replace(results, frame=full, roles={**results.roles, "dataset": "task"})


def _of_evals(source: Source, measures: Sequence[str] | None, unit: str | None) -> Found:
    """A row for each evaluation: a model on a task, its epochs already reduced."""
    if unit == "sample":
        raise ReadError(
            f"{source.name} has a row for each evaluation, no samples: give the logs, or the frame "
            "of samples_df()."
        )
    records = records_of(source, _EVALS, "a frame of evals_df()")
    pairs = [(options.label(row["task_name"]), options.label(row["model"])) for row in records]
    _refuse_twice(pairs, "keep the row that counts")
    rows: list[tuple[Any, ...]] = []
    failed, lost = [], []
    for (task, model), row in zip(pairs, records, strict=True):
        if row["status"] != "success":
            failed.append("" if _blank(row.get("error_message")) else str(row["error_message"]))
        elif not _blank(row.get("completed_samples")):
            lost.append(int(float(row["total_samples"])) - int(float(row["completed_samples"])))
        scores = {n: x for n, x in row.items() if _SCORE.fullmatch(n) and not _blank(x)}
        rows += [(task, "", model, 1, n, "", _score(x)[0]) for n, x in scores.items()]
    frame, names, left = Scores.of_rows(rows, source.name, "scores").chosen(measures)
    notes = failures(failed, len(records), "evaluations")
    if sum(lost):
        notes += (
            f"{wording.plural(sum(lost), 'sample')} failed in {sum(n > 0 for n in lost)} of "
            f"{len(records)} evaluations: the scores are those of the others.",
        )
    ways = {name: "max" for name in names if name.endswith("_accuracy")}
    return found_scores(frame, ways, None, (*notes, *left))


def _recognises(source: Source) -> bool:
    names = column_names(source)
    return names >= _EVALS or names >= _SAMPLES or bool(log_files(source))


FORMAT = Format(
    name="inspect",
    title="Inspect",
    takes="logs (.eval, .json) or folders of them; evals_df() and samples_df() as frame or CSV",
    states="higher is better of grades (C, I) and of accuracy; none of other scores, time, tokens",
    recognises=_recognises,
    read=_read,
)
