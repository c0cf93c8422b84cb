"""The Open LLM Leaderboard: the data set `contents`, with a score of each model on each benchmark.

The results of its second version are those of lm-evaluation-harness.
"""

from __future__ import annotations

from typing import Any

from jointstats.base import options
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import column_names, failures, frame_of
from jointstats.table.formats.scores import found_rows, number

_CONTENTS = {"eval_name", "fullname", "Average ⬆️"}
_BENCHMARKS = (
    "IFEval", "BBH", "MATH Lvl 5", "GPQA", "MUSR", "MMLU-PRO",
    "ARC", "HellaSwag", "MMLU", "TruthfulQA", "Winogrande", "GSM8K",
)  # fmt: skip


def _read(source: Source) -> Found:
    """Find a row for each model and benchmark."""
    records = frame_of(source, _CONTENTS, "the contents of the leaderboard").to_dict("records")
    names = [n for n in _BENCHMARKS if n in records[0]]
    if not names:
        raise ReadError(f"{source.name} has no column of a benchmark, such as {_BENCHMARKS[0]}.")
    models = [options.label(row["fullname"]) for row in records]
    rows: list[tuple[Any, ...]] = []
    for model, row in zip(models, records, strict=True):
        kind = f" ({row['Precision']})" if models.count(model) > 1 and "Precision" in row else ""
        rows += [(name, "", model + kind, 1, "score", "", number(row.get(name))) for name in names]
    notes = failures(["no score" for row in rows if row[-1] is None], len(rows), "evaluations")
    return found_rows(rows, source, None, {"score": "max"}, notes)


FORMAT = Format(
    "open-llm-leaderboard",
    "the Open LLM Leaderboard",
    takes="contents as CSV or frame",
    states="higher is better of the scores by which it ranks",
    recognises=lambda source: column_names(source) >= _CONTENTS,
    read=_read,
)
