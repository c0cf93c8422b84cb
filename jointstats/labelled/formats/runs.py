"""Logs of runs: only the user knows what is a data set and what an algorithm."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Found
from jointstats.labelled.formats.rows import failures, numeric

# Names that are proposed first, where they are there.
_LIKELY = {
    "dataset": re.compile(r"data|task|problem|benchmark", re.I),
    "algorithm": re.compile(r"model|algorithm|method|sampler|classifier|estimator|optim", re.I),
}


def found_runs(
    rows: Sequence[Mapping[Any, Any]],
    metrics: Sequence[str],
    failed: Sequence[Any],
    name: str,
    what: str = "runs",
    ways: Mapping[str, str] | None = None,
) -> Found:
    """What a log of runs holds: its `metrics`, and settings that may be data set or algorithm.

    `failed` has the reason of each run without valid results; `ways` are stated directions.
    """
    import pandas as pd

    if not rows or not metrics:
        raise ReadError(f"{name} has no {'metric' if rows else what[:-1]}.")
    frame = pd.DataFrame(rows)
    numeric(frame, metrics, name)
    reasons = pd.Series(list(failed), index=frame.index, dtype=object)
    frame.loc[reasons.notna(), list(metrics)] = float("nan")
    notes = failures([str(reason) for reason in reasons.dropna()], len(frame), what)
    stated = {metric: (ways or {}).get(metric) for metric in metrics}
    settings = [n for n in frame.columns if n not in metrics and frame[n].nunique() > 1]
    repeating = [n for n in settings if frame[n].nunique() < len(frame)] or settings
    choices = {
        role: sorted(repeating, key=lambda n: not likely.search(n))
        for role, likely in _LIKELY.items()
    }
    results = Found.of(frame, ("", ""), stated, notes=notes, choices=choices)
    roles = {"measures": results.roles["measures"]} if "measures" in results.roles else {}
    return replace(results, roles=roles)
