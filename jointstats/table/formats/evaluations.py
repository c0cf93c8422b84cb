"""Programs that evaluate models and agents: lm-evaluation-harness, Inspect, and Harbor."""

from __future__ import annotations

import json
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import IO, Any, NamedTuple

from jointstats.base import options, wording
from jointstats.base.errors import MissingExtraError, ReadError
from jointstats.evidence.messages import Extra
from jointstats.table.formats import scores
from jointstats.table.formats.format import Found, Source, begins, listed
from jointstats.table.formats.opening import refuse_bomb

# lm-evaluation-harness: models on tasks.

_HARNESS = re.compile(rb'\s*\{\s*"results"\s*:\s*\{')
_NO_METRICS = ("alias", "name", "sample_len", "sample_count", "samples", "")
# What has to be alike for two models to be compared, by its name in the file.
_SETTINGS = {
    "n-shot": "numbers of examples in the prompt (n-shot)",
    "versions": "versions of the task",
    "n-samples": "numbers of samples",
}


def _read_harness(
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
    files = source.matching("*.json", _HARNESS)
    if not files:
        raise ReadError(f"{source.name} has no results of lm-evaluation-harness (results_….json).")
    for file in files:
        content = file.json
        config = content.get("config") or {}
        named = content.get("model_name") or config.get("model_name") or _harness_model(config)
        groups = _groups_within(content)
        part = [*_harness_rows(content, options.label(named or file.name), groups)]
        higher = content.get("higher_is_better") or {}
        ways |= {(row[0], row[4], (higher.get(row[0]) or {}).get(row[4])) for row in part}
        tasks = dict.fromkeys((row[2], row[0]) for row in part)
        settings += [(k, task, _setting(content, k, task)) for k in _SETTINGS for _, task in tasks]
        there += tasks
        rows += part
        grouped |= groups
    if again := scores.repeated(there):
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
        left = f"{scores.left_out(len(grouped), 'group')} ({options.shorten(sorted(grouped))})"
        notes = [f"{left}, whose subtasks are there."]
    what = "metric that is a number"
    table = scores.found_rows(rows, source, measures, stated, notes, None, filter, what)
    for kind, called in _SETTINGS.items():
        odd = scores.unlike(((task, value) for k, task, value in settings if k == kind), called)
        table = replace(table, notes=(*table.notes, *odd))
    return table


def _harness_model(config: dict[str, Any]) -> Any:
    """The model in its arguments, ``pretrained=``; a backend such as hf is no model."""
    pairs = config.get("model_args")
    if not isinstance(pairs, dict):
        pairs = dict(pair.split("=", 1) for pair in str(pairs or "").split(",") if "=" in pair)
    return pairs.get("pretrained") or config.get("model")


def _groups_within(content: dict[str, Any]) -> set[str]:
    """The groups whose subtasks are in the file as well."""
    below = content.get("group_subtasks") or {}
    return {group for group, tasks in below.items() if any(t in content["results"] for t in tasks)}


def _harness_rows(
    content: dict[str, Any], model: str, groups: set[str]
) -> Iterator[tuple[Any, ...]]:
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


LM_EVAL = listed("lm-eval", begins("*.json", _HARNESS), _read_harness)


# Inspect: its logs of evaluations, with a row for each model, sample and epoch.

UNITS = ("sample", "task")
_LOG = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:')
_PACKED = re.compile(b"PK")
_ZSTANDARD = 93  # what a zip calls it; Python knows it from 3.14 on
_LOCAL_HEADER = 30  # bytes before the name of a member of a zip
_SAMPLE_COSTS = ("total_time", "working_time", "total_tokens")
# Grades, with the numbers that Inspect's accuracy makes of them.
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_KEYS = ["task", "item", "model", "epoch"]


class _Log(NamedTuple):
    task: str
    model: str
    status: str
    reason: str  # why it did not succeed
    samples: list[dict[str, Any]]


def _logs(source: Source) -> list[Source]:
    return source.matching("*.eval", _PACKED) + source.matching("*.json", _LOG)


def _read_inspect(
    source: Source, measures: Sequence[str] | None = None, unit: str | None = None
) -> Found:
    """Find a row for each model, sample and epoch; a data set is a sample, or its task.

    Without `measures`, these are the score that most tasks have, and the others of these tasks. A
    sample that failed has a row without results.
    """
    import pandas as pd

    options.one_of("unit", unit or "sample", UNITS)
    logs = [_log(file) for file in _logs(source)]
    if not logs:
        raise ReadError(f"{source.name} has no logs of Inspect (.eval, .json).")
    used, notes = _that_count(logs)
    rows: list[tuple[Any, ...]] = []
    every: list[dict[str, Any]] = []
    failed: list[str] = []
    ungraded: set[str] = set()
    odd: set[str] = set()
    for task, model, sample in [(x.task, x.model, sample) for x in used for sample in x.samples]:
        error = sample.get("error")
        if error is not None:
            failed.append(str(error.get("message") if isinstance(error, dict) else error))
        key = (task, options.label(sample["id"]), model, int(sample.get("epoch") or 1))
        # The time that it took to fail is no result.
        costs = _sample_costs(sample) if error is None else {}
        every.append(dict(zip(_KEYS, key, strict=True)) | costs)
        for measure, value in _sample_scores(sample):
            try:
                number = float(_GRADES.get(value, value)) if value is not None else None
                number = None if number != number else number
            except (TypeError, ValueError):
                odd.add(f"{measure} of {task}")
                continue
            rows.append((*key, measure, "", number if error is None else None))
            if number is not None and value not in _GRADES:
                ungraded.add(measure)
    if not every:
        raise ReadError(f"{source.name} has no samples.")
    for task, id, model, epoch in scores.repeated([tuple(row[k] for k in _KEYS) for row in every]):
        raise ReadError(
            f'{source.name} has sample {id} of "{task}" twice for {model}, epoch {epoch}: keep the '
            "evaluation that counts."
        )
    what = "score that is a number or a grade (C, I)"
    graded = scores.frame_of_rows(rows, source.name, what)
    costly = [n for n in _SAMPLE_COSTS if any(row.get(n) is not None for row in every)]
    chosen = None if measures is None else [n for n in measures if n not in costly] or None
    frame, names, left = scores.chosen(graded, source.name, chosen)
    tasks = set(frame["task"])
    there = pd.DataFrame([row for row in every if row["task"] in tasks], columns=[*_KEYS, *costly])
    full = there.merge(frame, on=_KEYS, how="left")[[*_KEYS, *names, *costly]]
    full = full.astype(dict.fromkeys([*names, *costly], float))
    if odd:
        left = (*left, f"Left out, because it is not a number: {options.shorten(sorted(odd))}.")
    notes = (*notes, *scores.failures(failed, len(every), "samples"), *left)
    ways = {n: "max" for n in names if n not in ungraded}
    results = scores.found_scores(full, ways, unit or "sample", notes)
    if unit != "task":
        return results
    return replace(results, frame=full, roles={**results.roles, "dataset": "task"})


def _that_count(logs: Sequence[_Log]) -> tuple[list[_Log], tuple[str, ...]]:
    """The logs that count, one for each task and model, and notes on the others.

    Of a task that was evaluated again after it had failed, the log that succeeded counts.
    """
    done = {(log.task, log.model) for log in logs if log.status == "success"}
    used = [log for log in logs if log.status == "success" or (log.task, log.model) not in done]
    notes = scores.failures(
        [x.reason for x in used if x.status != "success"], len(used), "evaluations"
    )
    if gone := len(logs) - len(used):
        again = f"{scores.left_out(gone, 'log')} that did not succeed, where a later one did."
        notes = (again, *notes)
    for task, model in scores.repeated([(log.task, log.model) for log in used]):
        raise ReadError(
            f'"{task}" was evaluated more than once with {model}: name the logs that count.'
        )
    return used, notes


def _sample_costs(sample: dict[str, Any]) -> dict[str, Any]:
    usage = (sample.get("model_usage") or {}).values()
    tokens = [float(part["total_tokens"]) for part in usage if part.get("total_tokens")]
    return {n: sample.get(n) for n in _SAMPLE_COSTS[:2]} | {
        _SAMPLE_COSTS[2]: sum(tokens) if tokens else None
    }


def _sample_scores(sample: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names and values of scores; a scorer may give several."""
    for scorer, score in (sample.get("scores") or {}).items():
        value = score.get("value")
        parts = value.items() if isinstance(value, dict) else [("", value)]
        yield from ((f"score_{scorer}{name and '_'}{name}", part) for name, part in parts)


def _log(source: Source) -> _Log:
    """What a file says."""
    try:
        if source.name.endswith(".eval"):
            with source.opened() as raw, zipfile.ZipFile(raw) as file:
                refuse_bomb(file, source.name)
                if "header.json" not in file.namelist():
                    raise ReadError(
                        f"{source.name} is a log of an evaluation that did not end: evaluate again."
                    )
                header = _member(file, raw, "header.json", source)
                samples = _member(file, raw, "summaries.json", source)
        else:
            header = source.json
            samples = header.get("samples") or []
    except (zipfile.BadZipFile, KeyError, AttributeError, struct.error, json.JSONDecodeError):
        raise ReadError(f"{source.name} is a broken log of Inspect: evaluate again.") from None
    task, model = (options.label(header["eval"][name]) for name in ("task", "model"))
    status = options.label(header.get("status") or "started")
    why = (header.get("error") or {}).get("message") or f"status {status}"
    return _Log(task, model, status, options.label(why), samples)


def _member(file: zipfile.ZipFile, raw: IO[bytes], name: str, source: Source) -> Any:
    """The JSON of a member, also if it is compressed with Zstandard."""
    about = file.getinfo(name)
    source.refuse_large(about.file_size)
    if about.compress_type != _ZSTANDARD:
        return json.loads(file.read(name))
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError(
            "Logs of Inspect in its .eval format need zstandard: ", Extra("inspect"), "."
        ) from None
    raw.seek(about.header_offset + _LOCAL_HEADER - 4)
    name_size, extra_size = struct.unpack("<HH", raw.read(4))
    raw.seek(name_size + extra_size, 1)
    packed = raw.read(about.compress_size)
    try:
        unpacked = zstandard.ZstdDecompressor().stream_reader(packed).read(about.file_size)
    except zstandard.ZstdError:
        raise KeyError(name) from None
    return json.loads(unpacked)


INSPECT = listed("inspect", lambda source: bool(_logs(source)), _read_inspect)


# Harbor (Terminal-Bench 2): rewards and costs of agents on tasks, a file for each trial.
#
# After the models of the writer (harbor 0.26.0, `models/trial/result.py`): JOB/TRIAL/result.json.

_TRIAL = re.compile(rb'(?s)\s*\{(?=.*"task_name"\s*:)(?=.*"trial_name"\s*:)(?=.*"trial_uri"\s*:)')
_TRIAL_COSTS = ("cost_usd", "n_input_tokens", "n_output_tokens")


def _agents(contents: list[dict[str, Any]]) -> list[str]:
    """The agent and model of each trial; those of several versions or settings are numbered."""
    labels, ways = [], []
    for content in contents:
        about = content["agent_info"]
        model = (about.get("model_info") or {}).get("name")
        labels.append(options.label(f"{about['name']} ({model})" if model else about["name"]))
        settings = (content.get("config") or {}).get("agent")
        ways.append(f"{about.get('version')} {json.dumps(settings, sort_keys=True)}")
    numbers: dict[str, list[str]] = {}
    for label, way in dict.fromkeys(zip(labels, ways, strict=True)):
        numbers.setdefault(label, []).append(way)
    return [
        f"{label}, settings {numbers[label].index(way) + 1}" if numbers[label][1:] else label
        for label, way in zip(labels, ways, strict=True)
    ]


def _measured(content: dict[str, Any]) -> dict[str, float | None]:
    """Rewards and costs; of a trial without a valid reward none."""
    rewards = (content.get("verifier_result") or {}).get("rewards")
    if not rewards or content.get("reward_valid") is False:
        return {"reward": None}
    steps = [content, *(content.get("step_results") or [])]
    spent = [step["agent_result"] for step in steps if step.get("agent_result")]
    values = {name: scores.number(value) for name, value in rewards.items()}
    for name in _TRIAL_COSTS:
        numbers = [float(part[name]) for part in spent if part.get(name) is not None]
        values |= {name: sum(numbers)} if numbers else {}
    return values


def _read_harbor(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each agent, task and attempt; attempts are independent runs."""
    contents = [file.json for file in source.matching("result.json", _TRIAL)]
    contents.sort(key=lambda content: (content.get("started_at") or "", content["trial_name"]))
    attempts: Counter[tuple[str, str]] = Counter()
    rows: list[tuple[Any, ...]] = []
    failed = []
    several = len({content.get("source") for content in contents}) > 1
    for content, agent in zip(contents, _agents(contents), strict=True):
        folder = f"{content.get('source')}/" if several else ""
        task = folder + options.label(content["task_name"])
        attempts[task, agent] += 1
        values = _measured(content)
        if values == {"reward": None}:
            failed.append((content.get("exception_info") or {}).get("exception_type") or "")
        attempt = attempts[task, agent]
        rows += [(task, "", agent, attempt, name, "", x) for name, x in values.items()]
    notes = scores.failures(failed, len(contents), "trials")
    return scores.found_rows(rows, source, measures, {"reward": "max"}, notes)


HARBOR = listed("harbor", begins("result.json", _TRIAL), _read_harbor)
