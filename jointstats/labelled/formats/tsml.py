"""Results of tsml-eval and aeon: a file for each algorithm, data set and resample, or tables."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import CELLS, Format, Found, Source
from jointstats.labelled.formats.opening import plain_name
from jointstats.labelled.formats.rows import every_table

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


def _start(source: Source) -> str:
    return source.head().decode("utf-8-sig", errors="ignore")


def _is_file(source: Source) -> bool:
    return bool(_FILE.match(_start(source)))


def _is_table(source: Source) -> bool:
    return bool(_TABLE.match(_start(source)))


def _read(source: Source) -> Found:
    parts = source.tables
    tables = [part for part in parts if _is_table(part)]
    if tables and len(tables) < len(parts):
        raise ReadError(
            f"{source.name} holds tables of results and other files: name the tables alone."
        )
    return _of_tables(tables) if tables else _of_files(source, [_result(part) for part in parts])


def _of_files(source: Source, results: list[_Result]) -> Found:
    """Results of one file each; those of training data are left out."""
    import pandas as pd

    tested = [(kind, row) for kind, train, row in results if not train]
    if not tested:
        raise ReadError(f"{source.name} has results of training data only: those of test data are "
                        "compared.")  # fmt: skip
    kinds = sorted({kind[0] for kind, _ in tested})
    if len(kinds) > 1:
        raise ReadError(
            f"{source.name} has results of {wording.listing(kinds)}: name a folder of one kind."
        )
    _, measure, way = tested[0][0]
    frame = pd.DataFrame([row for _, row in tested])
    costs = [
        name for name in frame.columns if name.startswith(_COSTS) and frame[name].notna().any()
    ]
    notes = _left_out(len(results) - len(tested), int(frame[measure].isna().sum()))
    also = dict.fromkeys(costs, "min")
    return Found.of(frame, _NAMES, {measure: way}, _RUNS, notes=tuple(notes), also=also)


def _left_out(trained: int, unmeasured: int) -> list[str]:
    notes = []
    if trained:
        files = "1 file is" if trained == 1 else f"{trained} files are"
        notes.append(f"{files} left out, with results of training data.")
    if unmeasured:
        files = "1 file has" if unmeasured == 1 else f"{unmeasured} files have"
        notes.append(f"{files} no value of the measure (-1): the result is missing.")
    return notes


def _result(source: Source) -> _Result:
    """Read the three lines before the predictions."""
    lines = source.text().split("\n")[:3]
    cells = [next(csv.reader(io.StringIO(line)), []) for line in lines]
    if len(cells) < 3 or not _FILE.match(lines[0]):
        raise ReadError(f"{source.name} is no result file of tsml-eval.")
    head, third = cells[0], cells[2]
    if len(head) < 5:  # a quotation mark that does not end
        raise ReadError(f"{source.name} is broken: its first line has {len(head)} cells.")
    predictions = len(head) > 5 and head[5].strip().upper() == "PREDICTIONS"
    kind = _CLASSIFICATION if predictions else _KINDS.get(len(third))
    try:
        numbers = [float(cell) for cell in third[:5]]
    except ValueError:
        numbers = []
    if kind is None or len(numbers) < 3:
        raise ReadError(
            f"{source.name} is no result file of tsml-eval: its third line must begin with the "
            "measure and the times."
        )
    unit = head[4].strip().lower()
    row: dict[str, Any] = {
        "dataset": head[0], "algorithm": _folder(source) or head[1],
        "resample": head[3] or "0", kind[1]: _measured(numbers[0]),
        f"fit_time_{unit}": _measured(numbers[1]), f"predict_time_{unit}": _measured(numbers[2]),
    }  # fmt: skip
    if len(numbers) == 5:
        row["memory_usage"] = _measured(numbers[4])
    return kind, head[2].strip().lower() == "train", row


def _measured(x: float) -> float:
    return float("nan") if x == -1 else x


def _folder(source: Source) -> str | None:
    """The algorithm's folder, ALGORITHM/Predictions/DATASET/, which tells variants apart."""
    parents = [] if source.path is None else list(source.path.parents)
    known = len(parents) > 2 and parents[1].name == "Predictions"
    return parents[2].name or None if known else None


def _of_tables(parts: list[Source]) -> Found:
    """Tables of one algorithm and measure each: a row for each data set, a column for each run."""
    import pandas as pd

    by_measure: dict[str, list[pd.DataFrame]] = {}
    for part in parts:
        algorithm, measure = _named(part)
        by_measure.setdefault(measure, []).append(_long(part, algorithm, measure))
    frames = [pd.concat(some, ignore_index=True) for some in by_measure.values()]
    frame = frames[0]
    for more in frames[1:]:
        frame = frame.merge(more, on=[*_NAMES, "resample"], how="outer", sort=False)
    return Found.of(frame, _NAMES, {name: _WAYS.get(name) for name in by_measure}, _RUNS)


def _named(source: Source) -> tuple[str, str]:
    """Algorithm and measure in a file's name, such as HC2_accuracy.csv."""
    stem = Path(plain_name(source.path)).stem if source.path is not None else "algorithm"
    algorithm, _, measure = stem.rpartition("_")
    return (algorithm, measure) if algorithm else (stem, "value")


def _long(source: Source, algorithm: str, measure: str) -> pd.DataFrame:
    import pandas as pd

    rows = [row for row in csv.reader(io.StringIO(source.text())) if row]
    if not rows:
        raise ReadError(f"{source.name} is empty.")
    header = [options.label(cell).strip() for cell in rows[0][1:]]
    sizes = Counter(len(row) for row in rows)
    if len(sizes) > 1:
        raise ReadError(f"{source.name} is broken: its rows have different numbers of cells.")
    datasets = [row[0] for row in rows[1:]]
    for what, names in (("row", datasets), ("column", header)):
        name, number = next(iter(Counter(names).most_common(1)), ("", 0))
        if number > 1:
            raise ReadError(f'{source.name} has {number} {what}s "{name}": leave one.')
    wide = pd.DataFrame([row[1:] for row in rows[1:]], columns=header, dtype=str)
    wide.insert(0, "dataset", datasets)
    long = wide.melt("dataset", var_name="resample", value_name=measure)
    return long.assign(algorithm=algorithm)


FORMAT = Format(
    "tsml",
    "tsml-eval",
    takes="testResample*.csv of tsml-eval, tables such as HC2_accuracy.csv of aeon, or a folder",
    states="of the measure in the files and of times and memory, as tsml-eval's evaluation",
    recognises=every_table(lambda part: _is_file(part) or _is_table(part)),
    read=_read,
    stumbles=CELLS,
)
