"""Inspect: logs of evaluations, and the frames that its `evals_df()` and `samples_df()` make."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ColumnError, ReadError
from jointstats.labelled.formats.format import SHAPES, Format, Found, Source
from jointstats.labelled.formats.inspect_logs import Log, Sample, log_files
from jointstats.labelled.formats.rows import column_names, failures, frame_of, repeated
from jointstats.labelled.formats.scores import Scores, found_scores

if TYPE_CHECKING:
    import pandas as pd

UNITS = ("sample", "task")
_COSTS = ("total_time", "working_time", "total_tokens")
# Grades, with the numbers that Inspect's accuracy makes of them.
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_EVALS = {"eval_id", "task_name", "model", "status", "total_samples"}
_SAMPLES = {"sample_id", "eval_id", "id", "epoch"}
_KEYS = ["task", "item", "model", "epoch"]

Row = tuple[str, str, Sample]  # task, model, and a sample


def _recognises(source: Source) -> bool:
    names = column_names(source)
    if names.issuperset(_EVALS) or names.issuperset(_SAMPLES):
        return True
    return bool(log_files(source))


def _read(source: Source, measures: Sequence[str] | None = None, unit: str | None = None) -> Found:
    """Find a row for each model and sample (and epoch), or for each model and task.

    Without `measures`, these are the score that most tasks have, and the others of these tasks;
    without `unit`, a data set is a sample if there are any.
    """
    options.one_of("unit", unit or "sample", UNITS)
    if source.object is not None or (source.is_file and source.columns):
        if column_names(source).issuperset(_EVALS):
            return _of_evals(source, measures, unit)
        return _of_samples(_frame_samples(source), source.name, measures, unit, ())
    logs = [Log.of(file) for file in log_files(source)]
    if not logs:
        raise ReadError(
            f"{source.name} has no logs of Inspect (.eval, .json), and is no frame of them."
        )
    logs, notes = _that_count(logs)
    samples = [(log.task, log.model, sample) for log in logs for sample in log.samples()]
    return _of_samples(samples, source.name, measures, unit, notes)


def _that_count(logs: list[Log]) -> tuple[list[Log], tuple[str, ...]]:
    """Of a task that was evaluated again after it had failed, the log that succeeded."""
    done = {(log.task, log.model) for log in logs if log.status == "success"}
    used = [log for log in logs if log.status == "success" or (log.task, log.model) not in done]
    notes = []
    if gone := len(logs) - len(used):
        notes.append(
            f"{wording.plural(gone, 'log')} {'is' if gone == 1 else 'are'} left out that did not "
            "succeed, where a later one did."
        )
    reasons = [log.reason for log in used if log.status != "success"]
    notes += failures(reasons, len(used), "evaluations")
    _refuse_twice([(log.task, log.model) for log in used], "name the logs that count")
    return used, tuple(notes)


def _refuse_twice(pairs: list[tuple[str, str]], cure: str) -> None:
    for task, model in repeated(pairs):
        raise ReadError(f'"{task}" was evaluated more than once with {model}: {cure}.')


def _frame_samples(source: Source) -> list[Row]:
    """The samples of a frame of `samples_df()`, which must say its task and model."""
    frame = frame_of(source, _SAMPLES, "a frame of samples_df()")
    if not {"task_name", "model"} <= {*frame.columns}:
        raise ColumnError(
            f"{source.name} does not state the task and model of its samples: "
            "give samples_df the columns EvalTask, EvalModel and SampleSummary, or give the logs "
            "themselves."
        )
    scores = [name for name in frame.columns if str(name).startswith("score_")]
    costs = [name for name in _COSTS if name in frame.columns]
    samples = []
    for row in frame.to_dict("records"):
        error = None if _blank(row.get("error")) else str(row["error"])
        sample = Sample(
            options.label(row["id"]),
            int(float(row["epoch"])),
            {name[len("score_") :]: row[name] for name in scores if not _blank(row[name])},
            {name: _score(row[name])[0] for name in costs},
            error,
        )
        samples.append((options.label(row["task_name"]), options.label(row["model"]), sample))
    return samples


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


def _flat(scores: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Scores by their names; those of a scorer that gives several, each by its own."""
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
    if not samples:
        raise ReadError(f"{name} has no samples.")
    for task, model, id, epoch in repeated([(t, m, s.id, s.epoch) for t, m, s in samples]):
        raise ReadError(
            f'{name} has sample {id} of "{task}" twice for {model}, epoch {epoch}: keep the '
            "evaluation that counts."
        )
    rows: list[tuple[Any, ...]] = []
    grades: dict[str, set[bool]] = {}
    odd: set[str] = set()
    for task, model, sample in samples:
        for measure, value in _flat(sample.scores):
            number, graded, fits = _score(value)
            if not fits:
                odd.add(f"{measure} of {task}")
                continue
            number = None if sample.error is not None else number
            rows.append((task, sample.id, model, sample.epoch, measure, "", number))
            grades.setdefault(measure, set()).add(graded or number is None)
    scores = Scores.of_rows(rows, name, "score that is a number or a grade (C, I)")
    costs = [n for n in _COSTS if any(s.costs.get(n) is not None for *_, s in samples)]
    chosen = None if measures is None else [n for n in measures if n not in costs] or None
    frame, names, left = scores.chosen(chosen)
    failed = [sample.error for *_, sample in samples if sample.error is not None]
    if odd:
        left = (*left, f"Left out, because it is no number: {options.shorten(sorted(odd))}.")
    full = _with_failed(frame, names, samples, costs)[[*_KEYS, *names, *costs]]
    ways = {n: "max" for n in names if grades.get(n) == {True}}
    notes = (*notes, *failures(failed, len(samples), "samples"), *left)
    found = found_scores(full, ways, unit or "sample", notes)
    if unit != "task":
        return found
    return replace(found, frame=full, roles={**found.roles, "dataset": "task"})


def _with_failed(
    frame: pd.DataFrame, names: list[str], samples: list[Row], costs: list[str]
) -> pd.DataFrame:
    """The same rows with costs, and a row without results for each sample that failed."""
    import pandas as pd

    tasks = set(frame["task"])
    every = pd.DataFrame(
        [
            {"task": task, "item": s.id, "model": model, "epoch": s.epoch}
            # The time that it took to fail is no result.
            | {name: None if s.error is not None else s.costs.get(name) for name in costs}
            for task, model, s in samples
            if task in tasks
        ]
    )
    joined = every.merge(frame, on=_KEYS, how="left")
    return joined.astype(dict.fromkeys([*names, *costs], float))


_SCORE = re.compile(r"score_(?!headline_).*(?<!_stderr)", re.DOTALL)


def _of_evals(source: Source, measures: Sequence[str] | None, unit: str | None) -> Found:
    """A row for each evaluation: a model on a task, its epochs already reduced."""
    if unit == "sample":
        raise ReadError(
            f"{source.name} has a row for each evaluation, no samples: give the logs, or the frame "
            "of samples_df()."
        )
    frame = frame_of(source, _EVALS, "a frame of evals_df()")
    names = [str(name) for name in frame.columns if _SCORE.fullmatch(str(name))]
    tasks, models = (frame[name].map(options.label) for name in ("task_name", "model"))
    pairs = list(zip(tasks, models, strict=True))
    _refuse_twice(pairs, "keep the row that counts")
    rows: list[tuple[Any, ...]] = []
    failed, lost = [], [0, 0]
    for (task, model), row in zip(pairs, frame.to_dict("records"), strict=True):
        if row["status"] != "success":
            failed.append("" if _blank(row.get("error_message")) else str(row["error_message"]))
        elif not _blank(row.get("completed_samples")):
            gone = int(float(row["total_samples"])) - int(float(row["completed_samples"]))
            lost = [lost[0] + gone, lost[1] + (gone > 0)]
        rows += [
            (task, "", model, 1, name, "", _score(row[name])[0])
            for name in names
            if not _blank(row[name])
        ]
    scores, names, left = Scores.of_rows(rows, source.name, "scores").chosen(measures)
    notes = failures(failed, len(frame), "evaluations")
    if lost[0]:
        notes += (
            f"{wording.plural(lost[0], 'sample')} failed in {lost[1]} of {len(frame)} evaluations: "
            "the scores are those of the others.",
        )
    ways = {name: "max" for name in names if name.endswith("_accuracy")}
    return found_scores(scores, ways, None, (*notes, *left))


FORMAT = Format(
    name="inspect",
    title="Inspect",
    takes="logs (.eval, .json) or folders of them; evals_df() and samples_df() as frame or CSV",
    states="higher is better of grades (C, I) and of accuracy; none of other scores, time, tokens",
    recognises=_recognises,
    read=_read,
    stumbles=(*SHAPES, struct.error),
)
