"""The AutoML Benchmark: its results.csv, a row for each framework, task and fold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jointstats.kernels.messages import Option
from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.rows import (
    column_names,
    failures,
    frame_of,
    numeric,
    refuse_repeated,
)

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
_SIGNS = (("", 1.0), ("neg_", -1.0))
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
    metric = _metrics(frame, measured)
    notes, way = _higher_is_better(frame, metric)
    gone = frame["result"].isna()
    frame.loc[gone, times] = float("nan")  # the time that it took to fail is no result
    info = frame.loc[gone, "info"] if "info" in frame.columns else gone[gone].map(lambda _: "")
    notes = (*failures(info.fillna("").map(str), len(frame), "jobs"), *notes)
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


def _metrics(frame: pd.DataFrame, measured: list[str]) -> pd.Series:
    """The metric of each row's result, as current versions name it; empty if it is not known."""
    if "metric" in frame.columns:
        known = frame["metric"].replace("", None)
        by_task = known.groupby(frame["task"]).transform("first")  # a failed job may lack it
        return known.fillna(by_task).fillna("").map(str)
    # Versions of 2019 and 2020 do not name it: it is the one that equals the result.
    names = {}
    for task, part in frame[frame["result"].notna()].groupby("task"):
        signed = [(prefix + n, sign * part[n]) for n in measured for prefix, sign in _SIGNS]
        names[task] = next((n for n, x in signed if (part["result"] == x).all()), "")
    return frame["task"].map(names).fillna("")


def _higher_is_better(frame: pd.DataFrame, metric: pd.Series) -> tuple[tuple[str, ...], str | None]:
    """Turn losses as old versions wrote them; what is to be said, and the direction if known."""
    lower = metric.isin(_LOWER)
    turned = metric.str.removeprefix("neg_").isin(_LOWER) & ~lower
    if not (lower | turned | metric.isin(_HIGHER)).all():
        return (), None
    number = int(frame.loc[lower, "result"].notna().sum())
    if not number:
        return (), "max"
    frame.loc[lower, "result"] *= -1
    names = options.shorten(sorted(set(metric[lower])))
    return (
        f"{number} of {len(frame)} results are losses ({names}) that this version did not "
        "negate: they are negated, as current versions do, so that higher is better.",
    ), "max"


FORMAT = Format(
    name="amlb",
    title="AutoML Benchmark",
    takes="results.csv (or the frame of it)",
    states="higher is better of result (losses are negated, neg_…); of its metrics (acc, logloss, "
    "…) as the benchmark declares them; none of the durations",
    recognises=lambda source: column_names(source) >= _NEEDED | _MARKS,
    read=_read,
)
