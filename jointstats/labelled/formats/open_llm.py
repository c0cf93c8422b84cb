"""The Open LLM Leaderboard: a score of each model on each benchmark.

After the documented layouts: the data set `contents` (a row for each model), and the results of
its first version, written by lighteval. Results of its second are those of lm-evaluation-harness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import column_names, failures, records_of
from jointstats.labelled.formats.scores import found_rows, number, unlike

_CONTENTS = {"eval_name", "fullname", "Average ⬆️"}
_BENCHMARKS = (
    "IFEval", "BBH", "MATH Lvl 5", "GPQA", "MUSR", "MMLU-PRO",
    "ARC", "HellaSwag", "MMLU", "TruthfulQA", "Winogrande", "GSM8K",
)  # fmt: skip
_RECORDS = re.compile(
    rb'(?s)\s*\[\s*\{(?=.*"eval_name")(?=.*"fullname").*"Average (\xe2\xac\x86|\\u2b06)'
)
_RESULTS = re.compile(rb'(?s)\s*\{\s*("config_general"\s*:|.*"harness\|)')
# The metric by which the leaderboard ranks, by the beginning of a task's name.
_RANKED = {
    "arc:challenge": "acc_norm", "hellaswag": "acc_norm", "hendrycksTest": "acc",
    "truthfulqa:mc": "mc2", "winogrande": "acc", "gsm8k": "acc", "drop": "f1",
}  # fmt: skip

Row = tuple[Any, ...]


def _of_contents(records: list[dict[Any, Any]], source: Source) -> Iterator[Row]:
    names = [n for n in _BENCHMARKS if n in records[0]]
    if not names:
        raise ReadError(f"{source.name} has no column of a benchmark, such as {_BENCHMARKS[0]}.")
    models = [options.label(row["fullname"]) for row in records]
    for model, row in zip(models, records, strict=True):
        kind = f" ({row['Precision']})" if models.count(model) > 1 and "Precision" in row else ""
        for name in names:
            yield name, "", model + kind, 1, "score", "", number(row.get(name))


def _of_results(file: Source, odd: set[str], shots: list[tuple[str, str]]) -> Iterator[Row]:
    content = file.json()
    about = content["config_general"]
    model = about.get("model_name") or about["model_config"]["model_name"]
    for key, measured in content["results"].items():
        task = key.split("|")[1] if "|" in key else key
        metric = next((m for t, m in _RANKED.items() if task.startswith(t)), None)
        if metric is None:
            odd.update({task} - {"all"})
            continue
        family, _, subject = task.partition("-")
        shots.append((task, key.split("|")[-1]))
        yield family, subject, options.label(model), 1, "score", "", number(measured.get(metric))


def _read(source: Source) -> Found:
    """Find a row for each model and benchmark; subjects of MMLU are of one family."""
    odd: set[str] = set()
    shots: list[tuple[str, str]] = []
    if _RECORDS.match(source.head()):
        rows = [*_of_contents(source.json(), source)]
    elif column_names(source) >= _CONTENTS:
        records = records_of(source, _CONTENTS, "the contents of the leaderboard")
        rows = [*_of_contents(records, source)]
    else:
        files = source.matching("*.json", _RESULTS)
        rows = [row for file in files for row in _of_results(file, odd, shots)]
    notes = failures(["no score" for row in rows if row[-1] is None], len(rows), "evaluations")
    notes += unlike(shots, "numbers of examples in the prompt")
    if odd:
        tasks = f"{wording.plural(len(odd), 'task')} ({options.shorten(sorted(odd))})"
        notes += (f"The leaderboard does not rank by {tasks}: left out.",)
    return found_rows(rows, source, None, {"score": "max"}, notes, "sample")


FORMAT = Format(
    "open-llm-leaderboard",
    "the Open LLM Leaderboard",
    takes="contents as CSV, JSON or frame; results_….json of version 1, or a folder of them",
    states="higher is better of the scores by which it ranks",
    recognises=lambda source: (
        column_names(source) >= _CONTENTS
        or bool(source.matching("*.json", _RESULTS))
        or bool(source.is_file and _RECORDS.match(source.head()))
    ),
    read=_read,
)
