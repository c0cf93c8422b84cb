"""HELM: means of a model's metrics on the test instances of each run.

After the writer's source (crfm-helm 0.5.16, `benchmark/runner.py`, `metrics/statistic.py`): a
folder for each run, with run_spec.json and stats.json. Directions are those of its schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from jointstats.base import options
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.scores import found_rows, number

_STATS = re.compile(rb'(?s)\s*\[\s*\{\s*"name"\s*:\s*\{\s*"name"\s*:')
_OF_MODEL = re.compile(r"(^|,)(model|model_deployment)=[^,]*")
# As `lower_is_better` in the schemas (static/schema_*.yaml).
_HIGHER = (
    "exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
    "final_number_exact_match", "exact_match@5", "f1_score", "classification_macro_f1",
    "classification_micro_f1", "rouge_1", "rouge_2", "rouge_l", "bleu_1", "bleu_4", "math_equiv",
    "math_equiv_chain_of_thought", "code_eval_acc", "pass", "RR@10", "NDCG@10", "summac",
    "BERTScore-F", "chain_of_thought_correctness", "ifeval_strict_accuracy", "wildbench_score",
    "omni_math_accuracy", "safety_score", "bbq_accuracy", "execution_accuracy",
)  # fmt: skip
_LOWER = ("bits_per_byte", "perplexity", "ece_10_bin", "toxic_frac", "expected_max_toxicity",
          "wer_score", "cer_score", "mer_score")  # fmt: skip
_TIMES = ("inference_runtime", "inference_denoised_runtime")  # only if they are named
_QUALITY = dict.fromkeys(_HIGHER, "max") | dict.fromkeys(_LOWER, "min")


def _files(source: Source) -> list[Source]:
    return source.matching("stats.json", _STATS)


def _rows(file: Source) -> Iterator[tuple[Any, ...]]:
    """The means over the test instances (of a few scenarios valid) without perturbed ones."""
    specs = file.beside("run_spec.json")
    if not specs:
        raise ReadError(f"{file.name} has no run_spec.json next to it: give the folder of the run.")
    spec = specs[0].json()
    model = options.label(spec["adapter_spec"]["model"])
    scenario, _, settings = options.label(spec["name"]).partition(":")
    settings = _OF_MODEL.sub("", settings).strip(",")
    task = f"{scenario}:{settings}" if settings else scenario
    stats = file.json()
    tested = any(stat["name"].get("split") == "test" for stat in stats)
    for stat in stats:
        name = stat["name"]
        if (
            name.get("split") == ("test" if tested else "valid")
            and not {"perturbation", "sub_split"} & name.keys()
        ):
            yield task, "", model, 1, name["name"], "", number(stat.get("mean"))


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    rows = [row for file in _files(source) for row in _rows(file)]
    if measures is None:  # dozens of others count tokens and requests
        rows = [row for row in rows if row[4] in _QUALITY] or rows
    gone = sum(row[-1] is None for row in rows)
    notes = (f"{gone} of {len(rows)} metrics have no mean.",) if gone else ()
    return found_rows(rows, source, measures, _QUALITY | dict.fromkeys(_TIMES, "min"), notes)


FORMAT = Format(
    "helm",
    "HELM",
    takes="the folder of a suite (benchmark_output/runs/SUITE), or of some runs",
    states="of the main metrics (exact_match, f1_score, …) as lower_is_better in HELM's schemas",
    recognises=lambda source: bool(_files(source)),
    read=_read,
)
