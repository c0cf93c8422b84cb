"""Results of tsml-eval and aeon: a file for each algorithm, data set and resample, or tables."""

from __future__ import annotations

import csv
import io
import re
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.base import wording
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.opening import plain_name
from jointstats.table.formats.rows import every_table, failures, refuse_twice
from jointstats.table.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd

# What the third line begins with, by its number of fields, unless it is a classification; and the
# direction that tsml-eval's own evaluation gives it.
_KINDS = {
    8: ("regression", "mean_squared_error", "min"),
    7: ("clustering", "clustering_accuracy", "max"),
    5: ("forecasting", "mean_absolute_percentage_error", "min"),
}
_CLASSIFICATION = ("classification", "accuracy", "max")
# What follows there, of every kind; -1 if it was not measured.
_COSTS = ("fit_time", "predict_time", "memory_usage")
# Directions of the measures in names of tables, as in tsml-eval's evaluation.
_WAYS = {
    "accuracy": "max", "balacc": "max", "auroc": "max", "f1": "max", "logloss": "min",
    "mse": "min", "rmse": "min", "mae": "min", "r2": "max", "mape": "min",
    "clacc": "max", "ri": "max", "ari": "max", "mi": "max", "ami": "max", "nmi": "max",
}  # fmt: skip
_NAMES = ("dataset", "algorithm")
_RUNS = ("resample", "cv")  # they split the same cases again: their training sets overlap
_FILE = re.compile(r"[^,\n]*,[^,\n]*,(test|train),\d*,[a-z/]+,", re.IGNORECASE)
_TABLE = re.compile(r"(resamples|folds):?,\s*\d", re.IGNORECASE)


_Result = tuple[tuple[str, str, str], bool, dict[str, Any]]  # kind, whether of training, the row


def _starts(source: Source, pattern: re.Pattern[str]) -> bool:
    return bool(pattern.match(source.head().decode("utf-8-sig", errors="ignore")))


def _read(source: Source) -> Found:
    parts = source.tables
    tables = [part for part in parts if _starts(part, _TABLE)]
    if tables and len(tables) < len(parts):
        raise ReadError(
            f"{source.name} holds tables of results and other files: name the tables alone."
        )
    return _of_tables(tables) if tables else _of_files(source, [_result(part) for part in parts])


def _of_files(source: Source, results: list[_Result]) -> Found:
    """Results of one file each; those of training data are left out."""
    import pandas as pd

    tested = [(kind, row) for kind, train, row in results if not train]
    kinds = sorted({kind[0] for kind, _ in tested})
    if len(kinds) != 1:
        what = f"of {wording.listing(kinds)}" if kinds else "of training data only"
        raise ReadError(f"{source.name} has results {what}: name a folder of one kind, tested.")
    _, measure, way = tested[0][0]
    frame = pd.DataFrame([row for _, row in tested])
    costs = [n for n in frame.columns if n.startswith(_COSTS) and frame[n].notna().any()]
    notes = failures(["no value (-1)"] * int(frame[measure].isna().sum()), len(frame), "files")
    if trained := len(results) - len(tested):
        are = "is" if trained == 1 else "are"
        left = f"{wording.plural(trained, 'file')} {are} left out, with results of training data."
        notes = (left, *notes)
    also = dict.fromkeys(costs, "min")
    return Found.of(frame, _NAMES, {measure: way}, _RUNS, notes=notes, also=also)


def _result(source: Source) -> _Result:
    """Read the three lines before the predictions."""
    lines = source.text().split("\n")[:3]
    cells = [next(csv.reader(io.StringIO(line)), []) for line in lines]
    if len(cells) < 3 or not _FILE.match(lines[0]):
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
    row: dict[str, Any] = {
        "dataset": head[0], "algorithm": folder or head[1], "resample": head[3] or "0",
        kind[1]: numbers[0], f"fit_time_{unit}": numbers[1], f"predict_time_{unit}": numbers[2],
    }  # fmt: skip
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
        long = _long(part, measure).assign(algorithm=algorithm)
        by_measure.setdefault(measure, []).append(long)
    frames = [pd.concat(some, ignore_index=True) for some in by_measure.values()]
    frame = frames[0]
    for more in frames[1:]:
        frame = frame.merge(more, on=[*_NAMES, "resample"], how="outer", sort=False)
    return Found.of(frame, _NAMES, {name: _WAYS.get(name) for name in by_measure}, _RUNS)


def _long(source: Source, measure: str) -> pd.DataFrame:
    wide = next(read_text(source, "csv"))
    refuse_twice(wide.columns, source)
    if (again := wide.iloc[:, 0].duplicated()).any():
        raise ReadError(f'{source.name} has "{wide.iloc[:, 0][again].iloc[0]}" twice: leave one.')
    wide.columns = ["dataset", *(str(name).strip() for name in wide.columns[1:])]
    return wide.melt("dataset", var_name="resample", value_name=measure)


FORMAT = Format(
    "tsml",
    "tsml-eval",
    takes="testResample*.csv of tsml-eval, tables such as HC2_accuracy.csv of aeon, or a folder",
    states="of the measure in the files and of times and memory, as tsml-eval's evaluation",
    recognises=every_table(lambda part: _starts(part, _FILE) or _starts(part, _TABLE)),
    read=_read,
)
