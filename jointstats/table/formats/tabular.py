"""Benchmarks of machine learning: their results by data set, method and fold."""

from __future__ import annotations

import csv
import io
import re
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import ReadError
from jointstats.evidence.messages import Option
from jointstats.table import columns
from jointstats.table.formats import scores
from jointstats.table.formats.format import Found, Source, listed
from jointstats.table.formats.opening import plain_name
from jointstats.table.formats.text import read_text, refuse_separator

if TYPE_CHECKING:
    import pandas as pd

# The AutoML Benchmark: its results.csv, a row for each framework, task and fold.

# As the benchmark declares its metrics.
_AMLB_HIGHER = scores.directions(higher="acc auc auc_ovo auc_ovr balacc f05 f1 f2 pr_auc r2")
_AMLB_LOWER = scores.directions(
    lower="logloss max_pce mean_pce mae mse msle rmse rmsle smape mape wape mase mql wql sql"
)
_AMLB_WAYS = _AMLB_HIGHER | _AMLB_LOWER
_DURATIONS = ("training_duration", "predict_duration", "duration")
_AMLB = {"task", "framework", "fold", "result"}
_MARKS = {"utc", "mode", "info"}


def _read_amlb(source: Source, constraint: str | None = None) -> Found:
    """Find a row for every fold, of one `constraint` (time and cores) if there are several."""
    frame = scores.frame_of(source, _AMLB, "an AutoML Benchmark table")
    frame = _of_constraint(frame, constraint, source.name)
    keys = ["framework", "task", "fold"]
    scores.refuse_repeated(frame, keys, source.name, "job", "{} on {}, fold {}")
    measured = [name for name in _AMLB_WAYS if name in frame.columns]
    times = [name for name in _DURATIONS if name in frame.columns]
    scores.numeric(frame, ["result", *measured, *times], source.name)
    way = _direction(frame, source.name)
    gone = frame["result"].isna()
    frame.loc[gone, times] = float("nan")  # the time that it took to fail is no result
    info = frame.loc[gone, "info"] if "info" in frame.columns else gone[gone].map(lambda _: "")
    notes = scores.failures(info.fillna("").map(str), len(frame), "jobs")
    times = [name for name in times if frame[name].notna().any()]
    better = {"result": way, **dict.fromkeys(times)}
    also = {name: _AMLB_WAYS[name] for name in measured}
    names = ("task", "framework")
    return Found.of(frame, names, better, ("fold", "cv"), notes=notes, also=also)


def _of_constraint(frame: pd.DataFrame, constraint: str | None, name: str) -> pd.DataFrame:
    if "constraint" not in frame.columns:
        return frame
    labels = frame["constraint"].map(options.label)
    there = sorted(set(labels))
    if constraint is not None:
        chosen = options.known_name("constraint", constraint, there)
        return frame[labels == chosen].reset_index(drop=True)
    if len(there) > 1:
        jobs = f"{name} holds jobs under {len(there)} constraints ({options.shorten(there)})"
        odd = ", which are not comparable: set "
        raise ReadError(jobs, odd, Option("constraint", there[0]), ".")
    return frame


def _direction(frame: pd.DataFrame, name: str) -> str | None:
    """Higher is better if every result is a score or a loss that is negated; else it is unknown."""
    if "metric" not in frame.columns:
        return None
    metric = frame["metric"].replace("", None)
    metric = metric.fillna(metric.groupby(frame["task"]).transform("first"))  # of a failed job
    if losses := sorted(set(metric[metric.isin(_AMLB_LOWER)])):
        raise ReadError(
            f"{name} has results that are losses ({options.shorten(losses)}) and are not negated, "
            "as those of versions before 2021: negate them, and call their metric neg_…."
        )
    known = metric.isin(_AMLB_HIGHER) | metric.fillna("").str.removeprefix("neg_").isin(_AMLB_LOWER)
    return "max" if known.all() else None


AMLB = listed("amlb", scores.having(_AMLB | _MARKS), _read_amlb)


# TabArena and bencheval: errors and times of methods on the folds of data sets.

_ERROR = "metric_error"
_SECONDS = ("time_train_s", "time_infer_s")
_METHODS_SHOWN = 8  # methods that a note names
_FLAGS = {"true": True, "1": True, "1.0": True}
_TABARENA = ("dataset", "method")


def _read_tabarena(source: Source) -> Found:
    frame = scores.frame_of(source, [_ERROR, *_TABARENA], "a table of TabArena")
    keys = [name for name in ("method", "dataset", "fold") if name in frame.columns]
    such = ", ".join(f"{key} {{}}" for key in keys)
    scores.refuse_repeated(frame, keys, source.name, "result", such)
    times = [name for name in _SECONDS if name in frame.columns]
    scores.numeric(frame, [_ERROR, *times], source.name)
    gone = int(frame[_ERROR].isna().sum())
    notes = (*_imputed(frame), *scores.counted(gone, len(frame), f"results have no {_ERROR}"))
    better = {_ERROR: "min", **dict.fromkeys(times)}
    folds = ("fold" if "fold" in keys else None, "cv")
    return Found.of(frame, _TABARENA, better, folds, notes=notes)


def _imputed(frame: pd.DataFrame) -> tuple[str, ...]:
    """State how many results of each method are a fallback method's."""
    if "imputed" not in frame.columns:
        return ()
    flags = frame["imputed"].map(lambda cell: _FLAGS.get(options.label(cell).lower(), False))
    counts = frame.loc[flags, "method"].map(options.label).value_counts(sort=False)
    whose = wording.some([f"{name}: {count}" for name, count in counts.items()], _METHODS_SHOWN)
    failed = "the method has failed, and these are the results of a fallback method"
    return scores.counted(int(flags.sum()), len(frame), f"results are imputed ({whose}): {failed}")


TABARENA = listed("tabarena", scores.having({_ERROR, *_SECONDS, *_TABARENA}), _read_tabarena)


# Result files of the WEKA Experimenter: a row for each data set, scheme, run and fold.

_WEKA = ("Key_Dataset", "Key_Scheme")
_WEKA_RUN = {"Key_Run": "run", "Key_Fold": "fold"}
_TESTED, _TRAINED = "Number_of_testing_instances", "Number_of_training_instances"
# These are named first where measures are listed.
_NAMED_FIRST = ["Percent_correct", "Correlation_coefficient", "Kappa_statistic"]
_NAMED_FIRST += ["Weighted_avg_F_measure", "Weighted_avg_area_under_ROC"]
_NAMED_FIRST += ["Root_mean_squared_error", "UserCPU_Time_training"]


def _read_weka(source: Source) -> Found:
    import pandas as pd

    frame = pd.concat([_weka_frame(part) for part in source.tables], ignore_index=True)
    frame["Scheme"] = _scheme_names(frame)
    roles = {"dataset": "Key_Dataset", "algorithm": "Scheme", **_weka_runs(frame)}
    return Found(frame, roles, undirected=_weka_measures(frame))


def _weka_frame(source: Source) -> pd.DataFrame:
    import pandas as pd

    # WEKA quotes with ', and escapes with a backslash.
    rows = list(csv.reader(io.StringIO(source.text()), quotechar="'", escapechar="\\"))
    header, body = rows[0] if rows else [], [row for row in rows[1:] if row]
    if not set(_WEKA) <= set(header):
        refuse_separator(source.name, "csv", ",".join(header))
        raise ReadError(
            f"{source.name} is not a result file of the WEKA Experimenter: it has no columns "
            f"{' and '.join(_WEKA)}."
        )
    scores.refuse_twice(header, source)
    for i, row in enumerate(body):
        if len(row) != len(header):
            raise ReadError(
                f"{source.name} is broken: row {i + 1} has {len(row)} cells, the first line "
                f"{len(header)}."
            )
    return pd.DataFrame(body, columns=header, dtype=str)


def _scheme_names(frame: pd.DataFrame) -> list[str]:
    """A short name for each row's scheme: its class, with options where those of a class differ."""
    import pandas as pd

    path = frame["Key_Scheme"].str.removeprefix("weka.classifiers.")
    options = frame.get("Key_Scheme_options", pd.Series("", index=frame.index)).str.strip()
    last = path.str.rsplit(".", n=1).str[-1]
    name = last.where(path.groupby(last).transform("nunique") == 1, path)
    several = options.groupby(path).transform("nunique") > 1
    return (name + (" " + options).where(several & (options != ""), "")).tolist()


def _weka_runs(frame: pd.DataFrame) -> dict[str, object]:
    """What the runs are, if there are several; training sets of folds and splits overlap."""
    keys = [name for name in _WEKA_RUN if name in frame and frame[name].nunique() > 1]
    if not keys:
        return {}
    parts = [_WEKA_RUN[name] + " " + frame[name].str.removesuffix(".0") for name in keys]
    frame["Run"] = [", ".join(row) for row in zip(*parts, strict=True)]
    roles: dict[str, object] = {"runs": "Run", "run_kind": "cv"}
    if {_TESTED, _TRAINED} <= set(frame.columns):
        tested, trained = (columns.read_texts(frame[name])[0] for name in (_TESTED, _TRAINED))
        share = float(tested.sum() / (tested + trained).sum())
        roles |= {"test_share": share} if 0 < share < 1 else {}
    return roles


def _weka_measures(frame: pd.DataFrame) -> tuple[str, ...]:
    """The columns of results that hold numbers."""
    numeric = []
    for name in frame.columns:
        if not name.startswith("Key_") and name not in ("Date_time", "Scheme", "Run"):
            x, odd = columns.read_texts(frame[name])
            numeric += [] if odd.any() or np.isnan(x).all() else [name]
    return tuple(sorted(numeric, key=lambda name: [*_NAMED_FIRST, name].index(name)))


WEKA = listed("weka", scores.every_table(lambda part: set(_WEKA) <= set(part.columns)), _read_weka)


# Results of tsml-eval and aeon: a file for each algorithm, data set and resample, or tables.

# What the third line begins with, by its number of fields, unless it is a classification; and the
# direction that tsml-eval's own evaluation gives it.
_KINDS = {
    8: ("regression", "mean_squared_error", "min"),
    7: ("clustering", "clustering_accuracy", "max"),
    5: ("forecasting", "mean_absolute_percentage_error", "min"),
}
_CLASSIFICATION = ("classification", "accuracy", "max")
# What follows there, of every kind; -1 if it was not measured.
_TSML_COSTS = ("fit_time", "predict_time", "memory_usage")
# Directions of the measures in names of tables, as in tsml-eval's evaluation.
_TSML_WAYS = scores.directions(
    higher="accuracy balacc auroc f1 r2 clacc ri ari mi ami nmi", lower="logloss mse rmse mae mape"
)
_TSML = ("dataset", "algorithm")
_RESAMPLES = ("resample", "cv")  # they split the same cases again: their training sets overlap
_TSML_FILE = re.compile(r"[^,\n]*,[^,\n]*,(test|train),\d*,[a-z/]+,", re.IGNORECASE)
_TSML_TABLE = re.compile(r"(resamples|folds):?,\s*\d", re.IGNORECASE)


# Kind, whether of training, and the row.
_TsmlResult = tuple[tuple[str, str, str], bool, dict[str, Any]]


def _starts(source: Source, *patterns: re.Pattern[str]) -> bool:
    head = source.head().decode("utf-8-sig", errors="ignore")
    return any(pattern.match(head) for pattern in patterns)


def _read_tsml(source: Source) -> Found:
    parts = source.tables
    tables = [part for part in parts if _starts(part, _TSML_TABLE)]
    if not tables:
        return _of_files(source, [_tsml_result(part) for part in parts])
    if len(tables) < len(parts):
        raise ReadError(
            f"{source.name} holds tables of results and other files: name the tables alone."
        )
    return _of_tables(tables)


def _of_files(source: Source, results: list[_TsmlResult]) -> Found:
    """Results of one file each; those of training data are left out."""
    import pandas as pd

    tested = [(kind, row) for kind, train, row in results if not train]
    kinds = sorted({kind[0] for kind, _ in tested})
    if len(kinds) != 1:
        what = f"of {wording.listing(kinds)}" if kinds else "of training data only"
        raise ReadError(f"{source.name} has results {what}: name a folder of one kind, tested.")
    _, measure, way = tested[0][0]
    frame = pd.DataFrame([row for _, row in tested])
    costs = [n for n in frame.columns if n.startswith(_TSML_COSTS) and frame[n].notna().any()]
    notes = scores.failures(
        ["no value (-1)"] * int(frame[measure].isna().sum()), len(frame), "files"
    )
    if trained := len(results) - len(tested):
        notes = (f"{scores.left_out(trained, 'file')}, with results of training data.", *notes)
    also = dict.fromkeys(costs, "min")
    return Found.of(frame, _TSML, {measure: way}, _RESAMPLES, notes=notes, also=also)


def _tsml_result(source: Source) -> _TsmlResult:
    """Read the three lines before the predictions."""
    lines = source.text().split("\n")[:3]
    cells = [next(csv.reader(io.StringIO(line)), []) for line in lines]
    if len(cells) < 3 or not _TSML_FILE.match(lines[0]):
        raise ReadError(f"{source.name} is not a result file of tsml-eval.")
    head, third = cells[0], cells[2]
    predictions = len(head) > 5 and head[5].strip().upper() == "PREDICTIONS"
    kind = _CLASSIFICATION if predictions else _KINDS.get(len(third))
    try:
        numbers = [nan if float(cell) == -1 else float(cell) for cell in third[:5]]
    except ValueError:
        numbers = []
    if kind is None or len(numbers) < 3 or len(head) < 5:  # such as an open quotation mark
        raise ReadError(
            f"{source.name} is not a result file of tsml-eval: its third line must begin with the "
            "measure and the times."
        )
    # The folder ALGORITHM/Predictions/DATASET/ names variants of an algorithm.
    parents = [] if source.path is None else [path.name for path in source.path.parents]
    folder = parents[2] if len(parents) > 2 and parents[1] == "Predictions" else ""
    unit = head[4].strip().lower()
    row: dict[str, Any] = {"dataset": head[0], "algorithm": folder or head[1]}
    row |= {"resample": head[3] or "0", kind[1]: numbers[0]}
    row |= {f"fit_time_{unit}": numbers[1], f"predict_time_{unit}": numbers[2]}
    row |= {"memory_usage": numbers[4]} if len(numbers) == 5 else {}
    return kind, head[2].strip().lower() == "train", row


def _of_tables(parts: list[Source]) -> Found:
    """Tables of one algorithm and measure each, such as HC2_accuracy.csv: a column for each run."""
    import pandas as pd

    by_measure: dict[str, list[pd.DataFrame]] = {}
    for part in parts:
        stem = Path(plain_name(part.path)).stem if part.path is not None else "algorithm"
        algorithm, _, measure = stem.rpartition("_")
        algorithm, measure = (algorithm, measure) if algorithm else (stem, "value")
        long = _of_one_table(part, measure).assign(algorithm=algorithm)
        by_measure.setdefault(measure, []).append(long)
    frames = [pd.concat(some, ignore_index=True) for some in by_measure.values()]
    frame = frames[0]
    for more in frames[1:]:
        frame = frame.merge(more, on=[*_TSML, "resample"], how="outer", sort=False)
    return Found.of(frame, _TSML, {name: _TSML_WAYS.get(name) for name in by_measure}, _RESAMPLES)


def _of_one_table(source: Source, measure: str) -> pd.DataFrame:
    wide = read_text(source, "csv")
    scores.refuse_twice(wide.columns, source)
    if (again := wide.iloc[:, 0].duplicated()).any():
        raise ReadError(f'{source.name} has "{wide.iloc[:, 0][again].iloc[0]}" twice: leave one.')
    wide.columns = ["dataset", *(str(name).strip() for name in wide.columns[1:])]
    return wide.melt("dataset", var_name="resample", value_name=measure)


TSML = listed(
    "tsml", scores.every_table(lambda part: _starts(part, _TSML_FILE, _TSML_TABLE)), _read_tsml
)
