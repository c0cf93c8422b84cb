"""Logs of runs, as MLflow, Optuna and Weights & Biases export them: a row for each run.

Only the user knows which column holds the data sets and which the algorithms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import column_names, failures, frame_of, numeric

if TYPE_CHECKING:
    import pandas as pd

# Names that are proposed first, where they are there.
_LIKELY = {
    "dataset": re.compile(r"data|task|problem|benchmark", re.I),
    "algorithm": re.compile(r"model|algorithm|method|sampler|classifier|estimator|optim", re.I),
}
_MLFLOW = {"run_id", "experiment_id", "status"}
_OPTUNA = {"number", "state", "datetime_start"}
_WANDB = {"Name", "State", "Created", "Runtime"}
_ABOUT = {  # a run, in an export of Weights & Biases
    *_WANDB, "ID", "Notes", "User", "Tags", "Sweep", "Updated", "End Time", "Hostname", "Host",
    "GPU Count", "GPU Type", "Commit", "Github", "Description", "Job Type", "Group",
} - {"Name"}  # fmt: skip


def _found(
    frame: pd.DataFrame, metrics: Sequence[str], done: pd.Series, state: pd.Series, what: str
) -> Found:
    """The metrics of runs, missing where a run is not `done`, and what may be their names."""
    if not metrics:
        raise ReadError(f"The {what} have no metric.")
    numeric(frame, metrics, f"the table of {what}")
    frame.loc[~done, list(metrics)] = float("nan")
    notes = failures(state[~done].map(str), len(frame), what)
    settings = [n for n in frame.columns if n not in metrics and frame[n].nunique() > 1]
    repeating = [n for n in settings if frame[n].nunique() < len(frame)] or settings
    choices = {
        role: sorted(repeating, key=lambda n: not likely.search(n))
        for role, likely in _LIKELY.items()
    }
    results = Found.of(frame, ("", ""), dict.fromkeys(metrics), notes=notes, choices=choices)
    return replace(results, roles={})


def _mlflow(source: Source) -> Found:
    frame = frame_of(source, _MLFLOW, "a frame of search_runs()")
    shown = [n for n in frame.columns if n.startswith(("metrics.", "params.", "tags."))]
    kept = [n for n in shown if not n.startswith("tags.mlflow.") or n == "tags.mlflow.runName"]
    metrics = [n for n in kept if n.startswith("metrics.")]
    status = frame["status"]
    return _found(frame[[*kept, "experiment_id"]].copy(), metrics, status == "FINISHED", status,
                  "runs")  # fmt: skip


def _optuna(source: Source) -> Found:
    frame = frame_of(source, _OPTUNA, "a frame of trials_dataframe()")
    values = [n for n in frame.columns if n == "value" or n.startswith("values_")]
    shown = [n for n in frame.columns if n.startswith(("params_", "user_attrs_"))]
    state = frame["state"].map(str)
    return _found(frame[[*values, *shown]].copy(), values, state == "COMPLETE", state, "trials")


def _wandb(source: Source) -> Found:
    """The export does not state which numbers are settings."""
    import pandas as pd

    frame = frame_of(source, _WANDB, "an export of runs")
    state = frame["State"].map(str)
    frame = frame.drop(columns=[n for n in frame.columns if n in _ABOUT])
    blank = frame.map(lambda x: x is None or x != x or str(x).strip() in ("", "NaN"))
    numbers = frame.where(~blank).apply(pd.to_numeric, errors="coerce")
    metrics = [
        str(n) for n in frame if not blank[n].all() and (numbers[n].notna() | blank[n]).all()
    ]
    return _found(frame, metrics, state == "finished", state, "runs")


def _format(
    name: str, title: str, takes: str, needed: set[str], read: Callable[[Source], Found]
) -> Format:
    states = "none: name the columns of the data sets and of the algorithms (dataset=, algorithm=)"
    known = lambda source: column_names(source) >= needed  # noqa: E731 - of one line
    return Format(name, title, f"{takes}, as frame or CSV", states, known, read)


MLFLOW = _format("mlflow", "MLflow", "runs of search_runs()", _MLFLOW, _mlflow)
OPTUNA = _format("optuna", "Optuna", "trials of trials_dataframe()", _OPTUNA, _optuna)
WANDB = _format("wandb", "Weights & Biases", "a table of runs", _WANDB, _wandb)
