"""Published benchmarks: MTEB, HELM, Open LLM, OpenCompass, Open Problems, omnibenchmark, jMetal."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jointstats.base import options, wording
from jointstats.base.errors import DuplicateRowsError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats import scores
from jointstats.table.formats.format import Found, Source, begins, listed
from jointstats.table.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd

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


# Open Problems: metrics of methods on the data sets of a task.
#
# After results.json and metric_info.json of openproblems.bio (2023 and 2025).

_OPEN_PROBLEMS = re.compile(
    rb'(?s)\s*\[\s*\{(?=.*"dataset_id"\s*:)(?=.*"method_id"\s*:).*"metric_values"'
)
_RESOURCES = ("duration_sec", "peak_memory_mb")


def _read_open_problems(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set, with the values of metrics before any scaling."""
    rows: list[tuple[Any, ...]] = []
    ways: dict[str, str] = {}
    failed, total = [], 0
    files = source.matching("*.json", _OPEN_PROBLEMS)
    for file in files:
        for info in file.beside("metric_info.json"):
            for metric in info.json:
                ways[metric["metric_id"]] = "max" if metric["maximize"] else "min"
        folder = f"{file.parents[1]}/" if files[1:] and len(file.parents) > 1 else ""
        for result in file.json:
            resources = result.get("resources") or {}
            values = {name: scores.number(x) for name, x in result["metric_values"].items()}
            if scores.number(resources.get("exit_code")) or all(x is None for x in values.values()):
                code = scores.number(resources.get("exit_code"))
                failed.append(f"exit code {code:g}" if code else "no value of any metric")
                values = dict.fromkeys(values)
                resources = {}
            values |= {name: scores.number(resources.get(name)) for name in _RESOURCES}
            total += 1
            keys = folder + options.label(result["dataset_id"]), "", result["method_id"], 1
            rows += [(*keys, name, "", x) for name, x in values.items()]
    if measures is None and ways:
        rows = [row for row in rows if row[4] in ways or row[4] in _RESOURCES]
    return scores.found_rows(
        rows, source, measures, ways, scores.failures(failed, total, "results")
    )


OPEN_PROBLEMS = listed("open-problems", begins("*.json", _OPEN_PROBLEMS), _read_open_problems)


# omnibenchmark: metrics of methods on data sets, and what their modules cost.
#
# After the layout of its source (version 0.5, `cli/collect.py`): out/STAGE/MODULE/PARAMETERS/…,
# with performance.txt of each module and what metric modules write (JSON objects of numbers, flat).

_PERFORMANCE = ("s", "max_rss", "cpu_time")

_Row = tuple[Any, ...]


def _lineage(file: Source) -> list[str]:
    """The modules that led to a file, that of the data first, with their parameters."""
    parts = file.parents[::-1]
    starts = [i for i, part in enumerate(parts) if part in ("data", "datasets", "download")]
    steps = parts[starts[-1] :] if starts else ()
    if len(steps) < 3 or len(steps) % 3:
        return []
    triples = [steps[i : i + 3] for i in range(0, len(steps), 3)]
    hashes = [p.lstrip(".") for *_, p in triples]
    return [
        m if h == "default" else f"{m}.{h}" for (_, m, _), h in zip(triples, hashes, strict=True)
    ]


def _omni_metrics(source: Source) -> Iterator[_Row]:
    """What metric modules wrote: the last module is the metric, those between are the method."""
    for file in source.each("*.json"):
        data, *method = _lineage(file) or [""]
        if len(method) < 2 or file.path is None or file.path.name == "parameters.json":
            continue
        content = file.json
        for name, value in content.items() if isinstance(content, dict) else ():
            if value is None or isinstance(value, int | float):
                yield data, "", "/".join(method[:-1]), 1, name, "", scores.number(value)


def _omni_costs(source: Source, methods: set[tuple[str, str]]) -> Iterator[_Row]:
    for file in source.each("*performance.txt"):
        data, *method = _lineage(file) or [""]
        if (data, "/".join(method)) in methods:
            (row,) = csv.DictReader(io.StringIO(file.text()), delimiter="\t")
            for name in _PERFORMANCE:
                yield data, "", "/".join(method), 1, name, "", scores.number(row.get(name))


def _read_omnibenchmark(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each method and data set."""
    rows = [*_omni_metrics(source)]
    rows += _omni_costs(source, {(row[0], row[2]) for row in rows})
    gone = sum(row[-1] is None for row in rows)
    notes = scores.counted(gone, len(rows), "values were not measured")
    return scores.found_rows(rows, source, measures, {}, notes)


OMNIBENCHMARK = listed(
    "omnibenchmark",
    lambda source: any(_lineage(file) for file in source.each("*performance.txt")),
    _read_omnibenchmark,
)


# Quality indicators of jMetal: a row for each value of an indicator.

_EXECUTION = ("Algorithm", "ExecutionId")
_JMETAL = (*_EXECUTION, "Problem", "IndicatorName", "IndicatorValue")
_JMETAL_DIRECTIONS = ("MetricName", "Maximize")
_MAXIMIZE = {"true": "max", "false": "min"}


def _having(tables: Sequence[Source], names: Sequence[str]) -> list[Source]:
    """Those of some tables that have these columns."""
    return [x for x in tables if {*names} <= {name.strip() for name in x.columns}]


def _read_jmetal(source: Source, metrics: Any = None) -> Found:
    import pandas as pd

    tables = source.tables
    summaries, beside = _having(tables, _JMETAL), _having(tables, _JMETAL_DIRECTIONS)
    if not summaries:
        raise ReadError(
            f"{source.name} is not a summary of jMetal: its columns must be {', '.join(_JMETAL)}."
        )
    frame = _wide(pd.concat([_stripped(part) for part in summaries], ignore_index=True))
    indicators = [name for name in frame.columns if name not in ("Problem", *_EXECUTION)]
    given = [replace(source, given=metrics)] if metrics is not None else []
    ways: dict[str, str] = {}
    for file in [*beside, *given]:
        ways |= _jmetal_directions(file)
    notes: tuple[str, ...] = ()
    if number := len(tables) - len(summaries) - len(beside):
        files = wording.plural(number, "CSV file")
        are, none = ("is", "no summary") if number == 1 else ("are", "no summaries")
        notes = (f"{files} of the folder {are} left out: {none} of jMetal.",)
    stated = {name: ways.get(name) for name in indicators}
    runs = ("ExecutionId", "independent")
    return Found.of(frame, ("Problem", "Algorithm"), stated, runs, notes=notes)


def _stripped(source: Source) -> pd.DataFrame:
    frame = read_text(source, "csv").map(str.strip)
    frame.columns = frame.columns.astype(str).str.strip()
    scores.refuse_twice(frame.columns, source)
    return frame


def _wide(frame: pd.DataFrame) -> pd.DataFrame:
    """A column for each indicator."""
    keys = ["Problem", *_EXECUTION, "IndicatorName"]
    twice = frame.duplicated(keys)
    if twice.any():
        row = frame[twice].iloc[0]
        raise DuplicateRowsError(
            f'There are several values of "{row["IndicatorName"]}" of "{row["Algorithm"]}" on '
            f'"{row["Problem"]}" in execution {row["ExecutionId"]}: one is needed.'
        )
    wide = frame.pivot(index=keys[:-1], columns="IndicatorName", values="IndicatorValue")
    in_sequence = frame[keys[:-1]].drop_duplicates()  # of rows, and of indicators
    wide = wide[frame["IndicatorName"].drop_duplicates()].rename_axis(columns=None).reset_index()
    return in_sequence.merge(wide, on=keys[:-1])


def _jmetal_directions(source: Source) -> dict[str, str]:
    """The directions of indicators, from a file of them."""
    frame = _stripped(source)
    if not set(_JMETAL_DIRECTIONS) <= set(frame.columns):
        needed = " is a CSV file with the columns MetricName and Maximize."
        raise ReadError(f"{source.name} does not state directions: ", Option("metrics"), needed)
    said = frame["Maximize"].str.lower()
    odd = frame[~said.isin(_MAXIMIZE)]
    if len(odd):
        name, word = odd.iloc[0]["MetricName"], odd.iloc[0]["Maximize"]
        raise ReadError(f'{source.name}: Maximize of "{name}" must be True or False; got "{word}".')
    return dict(zip(frame["MetricName"], said.map(_MAXIMIZE), strict=True))


JMETAL = listed(
    "jmetal", lambda source: any(_having([x], _JMETAL) for x in source.tables), _read_jmetal
)
