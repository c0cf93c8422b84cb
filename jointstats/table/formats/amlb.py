"""The AutoML Benchmark: its results.csv, a row for each framework, task and fold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jointstats.base import options
from jointstats.base.errors import ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import column_names, failures, frame_of, numeric, refuse_repeated

if TYPE_CHECKING:
    import pandas as pd

# As the benchmark declares its metrics.
_HIGHER = ("acc", "auc", "auc_ovo", "auc_ovr", "balacc", "f05", "f1", "f2", "pr_auc", "r2")
_LOWER = (
    "logloss", "max_pce", "mean_pce", "mae", "mse", "msle", "rmse", "rmsle", "smape", "mape",
    "wape", "mase", "mql", "wql", "sql",
)  # fmt: skip
_WAYS = dict.fromkeys(_HIGHER, "max") | dict.fromkeys(_LOWER, "min")
_TIMES = ("training_duration", "predict_duration", "duration")
_NEEDED = {"task", "framework", "fold", "result"}
_MARKS = {"utc", "mode", "info"}


def _read(source: Source, constraint: str | None = None) -> Found:
    """Find a row for every fold, of one `constraint` (time and cores) if there are several."""
    frame = frame_of(source, _NEEDED, "an AutoML Benchmark table")
    frame = _of_constraint(frame, constraint, source.name)
    keys = ["framework", "task", "fold"]
    refuse_repeated(frame, keys, source.name, "job", "{} on {}, fold {}")
    measured = [name for name in _WAYS if name in frame.columns]
    times = [name for name in _TIMES if name in frame.columns]
    numeric(frame, ["result", *measured, *times], source.name)
    way = _direction(frame, source.name)
    gone = frame["result"].isna()
    frame.loc[gone, times] = float("nan")  # the time that it took to fail is no result
    info = frame.loc[gone, "info"] if "info" in frame.columns else gone[gone].map(lambda _: "")
    notes = failures(info.fillna("").map(str), len(frame), "jobs")
    times = [name for name in times if frame[name].notna().any()]
    ways = {"result": way, **dict.fromkeys(times)}
    also = {name: _WAYS[name] for name in measured}
    names = ("task", "framework")
    results = Found.of(frame, names, ways, ("fold", "cv"), notes=notes, also=also)
    return replace(results, roles={"measures": {}, **results.roles})


def _of_constraint(frame: pd.DataFrame, constraint: str | None, name: str) -> pd.DataFrame:
    if "constraint" not in frame.columns:
        return frame
    labels = frame["constraint"].map(options.label)
    there = sorted(set(labels))
    if constraint is not None:
        chosen = options.known_name("constraint", constraint, there)
        return frame[labels == chosen].reset_index(drop=True)
    if len(there) > 1:
        raise ReadError(
            f"{name} holds jobs under {len(there)} constraints ({options.shorten(there)}), which "
            "are not comparable: set ",
            Option("constraint", there[0]),
            ".",
        )
    return frame


def _direction(frame: pd.DataFrame, name: str) -> str | None:
    """Higher is better if every result is a score or a loss that is negated; else it is unknown."""
    if "metric" not in frame.columns:
        return None
    metric = frame["metric"].replace("", None)
    metric = metric.fillna(metric.groupby(frame["task"]).transform("first"))  # of a failed job
    if losses := sorted(set(metric[metric.isin(_LOWER)])):
        raise ReadError(
            f"{name} has results that are losses ({options.shorten(losses)}) and are not negated, "
            "as those of versions before 2021: negate them, and call their metric neg_…."
        )
    known = metric.isin(_HIGHER) | metric.fillna("").str.removeprefix("neg_").isin(_LOWER)
    return "max" if known.all() else None


FORMAT = Format(
    name="amlb",
    title="AutoML Benchmark",
    takes="results.csv (or the frame of it)",
    states="higher is better of result (losses are negated, neg_…); of its metrics (acc, logloss, "
    "…) as the benchmark declares them; none of the durations",
    recognises=lambda source: column_names(source) >= _NEEDED | _MARKS,
    read=_read,
)
