"""Evaluations of language models: scores of models on tasks, as several programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import ReadError
from jointstats.table.formats import scores
from jointstats.table.formats.format import Found, Source, begins, listed

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


# MTEB: a model's main score on each task, and on each subset of tasks that have several.
#
# After files of the repository of MTEB's results (mteb 1.12 to 2): a folder for each model and its
# revision, with a file TASK.json for each task and model_meta.json, which names the model.

_MTEB = re.compile(
    rb'(?s)\s*\{(?=.*"scores"\s*:)(?=.*"(mteb_version|mteb_dataset_name|task_name)")'
)
_MAIN_SCORE = "main_score"
_MTEB_TIME = "evaluation_time"


def _mteb_model(file: Source) -> str:
    """The model's name in model_meta.json, or that of the folder MODEL/REVISION/."""
    for meta in file.beside("model_meta.json"):
        return options.label(meta.json["name"])
    if len(file.parents) < 2:
        raise ReadError(f"{file.name} does not state its model: give the folder MODEL/REVISION/.")
    return file.parents[1].replace("__", "/")


def _mteb_rows(file: Source) -> Iterator[tuple[Any, ...]]:
    content, model = file.json, _mteb_model(file)
    task = options.label(content["task_name"])
    parts = [
        (split, part.get("hf_subset", "default"), part)
        for split, several in content["scores"].items()
        for part in several
    ]
    for split, subset, part in parts:
        names = [*([split] if len(content["scores"]) > 1 else []), subset]
        item = "/".join(names) if len(parts) > 1 else ""
        if _MAIN_SCORE not in part:
            raise ReadError(
                f'{file.name} has no {_MAIN_SCORE} of "{task}": evaluate with mteb >= 1.12.'
            )
        values = {n: v for n, v in part.items() if v is None or isinstance(v, int | float)}
        values |= {_MTEB_TIME: content.get(_MTEB_TIME)} if len(parts) == 1 else {}
        for name, value in values.items():
            if name != "hf_subset":
                yield task, item, model, 1, name, "", scores.number(value)


def _read_mteb(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each model and task; subsets of a task are data sets of one family."""
    files = source.matching("*.json", _MTEB)
    rows = [row for file in files for row in _mteb_rows(file)]
    revisions = ((f.json["task_name"], f.json.get("dataset_revision")) for f in files)
    notes = scores.unlike(revisions, "revisions of the data set")
    if measures is None:  # hundreds of others
        rows = [row for row in rows if row[4] in (_MAIN_SCORE, _MTEB_TIME)]
    return scores.found_rows(rows, source, measures, {_MAIN_SCORE: "max"}, notes, "sample")


MTEB = listed("mteb", begins("*.json", _MTEB), _read_mteb)


# HELM: means of a model's metrics on the test instances of each run.
#
# After the writer's source (crfm-helm 0.5.16, `benchmark/runner.py`, `metrics/statistic.py`): a
# folder for each run, with run_spec.json and stats.json. Directions are those of its schemas.

_HELM = re.compile(rb'(?s)\s*\[\s*\{\s*"name"\s*:\s*\{\s*"name"\s*:')
_OF_MODEL = re.compile(r"(^|,)(model|model_deployment)=[^,]*")
# As `lower_is_better` in the schemas (static/schema_*.yaml).
_QUALITY = scores.directions(
    higher="exact_match quasi_exact_match prefix_exact_match quasi_prefix_exact_match "
    "final_number_exact_match exact_match@5 f1_score classification_macro_f1 "
    "classification_micro_f1 rouge_1 rouge_2 rouge_l bleu_1 bleu_4 math_equiv "
    "math_equiv_chain_of_thought code_eval_acc pass RR@10 NDCG@10 summac BERTScore-F "
    "chain_of_thought_correctness ifeval_strict_accuracy wildbench_score omni_math_accuracy "
    "safety_score bbq_accuracy execution_accuracy",
    lower="bits_per_byte perplexity ece_10_bin toxic_frac expected_max_toxicity wer_score "
    "cer_score mer_score",
)
# Only if they are named.
_HELM_TIMES = scores.directions(lower="inference_runtime inference_denoised_runtime")


def _helm_rows(file: Source) -> Iterator[tuple[Any, ...]]:
    """The means over the test instances (of a few scenarios valid) without perturbed ones."""
    specs = file.beside("run_spec.json")
    if not specs:
        raise ReadError(f"{file.name} has no run_spec.json next to it: give the folder of the run.")
    spec = specs[0].json
    model = options.label(spec["adapter_spec"]["model"])
    scenario, _, settings = options.label(spec["name"]).partition(":")
    settings = _OF_MODEL.sub("", settings).strip(",")
    task = f"{scenario}:{settings}" if settings else scenario
    stats = file.json
    tested = any(stat["name"].get("split") == "test" for stat in stats)
    for stat in stats:
        name = stat["name"]
        if (
            name.get("split") == ("test" if tested else "valid")
            and not {"perturbation", "sub_split"} & name.keys()
        ):
            yield task, "", model, 1, name["name"], "", scores.number(stat.get("mean"))


def _read_helm(source: Source, measures: Sequence[str] | None = None) -> Found:
    rows = [row for file in source.matching("stats.json", _HELM) for row in _helm_rows(file)]
    if measures is None:  # dozens of others count tokens and requests
        rows = [row for row in rows if row[4] in _QUALITY] or rows
    gone = sum(row[-1] is None for row in rows)
    notes = scores.counted(gone, len(rows), "metrics have no mean")
    return scores.found_rows(rows, source, measures, _QUALITY | _HELM_TIMES, notes)


HELM = listed("helm", begins("stats.json", _HELM), _read_helm)


# The Open LLM Leaderboard: the data set `contents`, with a score of each model on each benchmark.
#
# The results of its second version are those of lm-evaluation-harness.

_CONTENTS = {"eval_name", "fullname", "Average ⬆️"}
_BENCHMARKS = ["IFEval", "BBH", "MATH Lvl 5", "GPQA", "MUSR", "MMLU-PRO"]  # of the second version
_BENCHMARKS += ["ARC", "HellaSwag", "MMLU", "TruthfulQA", "Winogrande", "GSM8K"]  # of the first


def _read_leaderboard(source: Source) -> Found:
    """Find a row for each model and benchmark."""
    records = scores.frame_of(source, _CONTENTS, "the contents of the leaderboard").to_dict(
        "records"
    )
    names = [n for n in _BENCHMARKS if n in records[0]]
    if not names:
        raise ReadError(f"{source.name} has no column of a benchmark, such as {_BENCHMARKS[0]}.")
    models = [options.label(row["fullname"]) for row in records]
    rows: list[tuple[Any, ...]] = []
    for model, row in zip(models, records, strict=True):
        kind = f" ({row['Precision']})" if models.count(model) > 1 and "Precision" in row else ""
        rows += [
            (name, "", model + kind, 1, "score", "", scores.number(row.get(name))) for name in names
        ]
    notes = scores.failures(
        ["no score" for row in rows if row[-1] is None], len(rows), "evaluations"
    )
    return scores.found_rows(rows, source, None, {"score": "max"}, notes)


OPEN_LLM = listed("open-llm-leaderboard", scores.having(_CONTENTS), _read_leaderboard)


# OpenCompass: the summary, a row for each data set and metric, a column for each model.
#
# After the writer's source (opencompass 0.5.4, `summarizers/default.py`): summary_DATE.csv.

_SUMMARY = ("dataset", "version", "metric", "mode")
_AVERAGES = ("naive_average", "weighted_average", "sum", "standard_deviation")


def _read_opencompass(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each model and data set, without headings and without averages of groups."""
    rows: list[tuple[Any, ...]] = []
    versions: list[tuple[str, str]] = []
    averages: set[str] = set()
    empty: set[str] = set()
    for file in source.tables:
        frame = scores.frame_of(file, _SUMMARY, "a summary of OpenCompass")
        models = [name for name in frame.columns if name not in _SUMMARY]
        if not models:
            raise ReadError(f"{file.name} has no column of a model after {', '.join(_SUMMARY)}.")
        members = {metric for metric in frame["metric"] if metric not in ("-", *_AVERAGES)}
        for row in frame.to_dict("records"):
            task, metric = options.label(row["dataset"]), row["metric"]
            if metric == "-":
                empty.update(() if task.startswith("--") else [task])
            elif metric in _AVERAGES and members:
                averages.add(task)
            else:
                versions.append((task, row["version"]))
                rows += [(task, "", m, 1, metric, "", scores.number(row[m])) for m in models]
    notes = scores.failures(["no value" for row in rows if row[-1] is None], len(rows), "results")
    notes += scores.unlike(versions, "versions of the prompt")
    for tasks, what in ((averages, "average"), (empty, "empty row")):
        if tasks:
            notes += (f"{scores.left_out(len(tasks), what, sorted(tasks))}.",)
    return scores.found_rows(rows, source, measures, {}, notes)


OPENCOMPASS = listed(
    "opencompass", scores.every_table(lambda file: file.columns[:4] == _SUMMARY), _read_opencompass
)
