"""Reduce the rows that WEKA wrote, one per run and fold, to the shipped tables."""

import csv
import gzip
import hashlib
import io
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

# Columns of WEKA's output that are averaged as they stand. Its weighted true positive rate is
# left out because it is the accuracy; elapsed and testing times because they do not repeat.
AVERAGED = {
    "f_measure": "Weighted_avg_F_measure",
    "auc": "Weighted_avg_area_under_ROC",
    "kappa": "Kappa_statistic",
    "rmse": "Root_mean_squared_error",
    "mae": "Mean_absolute_error",
    "fpr": "Weighted_avg_false_positive_rate",
    "training_time": "UserCPU_Time_training",
}
# Of the class of index 0, which is the positive one.
COUNTS = {
    "tp": "Num_true_positives",
    "fp": "Num_false_positives",
    "tn": "Num_true_negatives",
    "fn": "Num_false_negatives",
}
# Binary data sets whose folds are shipped one by one.
FOLD_SETS = ["breast-w", "credit-g", "diabetes", "gbsg", "ionosphere", "sonar", "vote", "wdbc"]

Row = dict[str, str]


def read(work: Path, dataset: str, algorithm: str) -> list[Row]:
    with open(work / "results" / f"{dataset}__{algorithm}.csv", newline="") as file:
        return list(csv.DictReader(file))


def accuracy(row: Row) -> Fraction:
    """Share of the fold's instances that are classified correctly, exactly."""
    return Fraction(row["Number_correct"]) / Fraction(row["Number_of_testing_instances"])


def mean(values: Iterable[Fraction]) -> float:
    """Mean, rounded once: equal means are equal floats, whichever folds they come from."""
    numbers = list(values)
    return float(sum(numbers, Fraction(0)) / len(numbers))


def averages(rows: list[Row]) -> dict[str, float]:
    """Mean of every measure over the folds in which it is known (WEKA's ``?`` is unknown)."""
    return {"accuracy": mean(map(accuracy, rows))} | {
        name: mean(Fraction(row[column]) for row in rows if row[column] != "?")
        for name, column in AVERAGED.items()
    }


def fold_values(row: Row) -> dict[str, float | int]:
    counts = {name: int(float(row[column])) for name, column in COUNTS.items()}
    return {
        "run": int(row["Key_Run"]),
        "fold": int(row["Key_Fold"]),
        **counts,
        "accuracy": (counts["tp"] + counts["tn"]) / sum(counts.values()),
        **{name: float(row[column]) for name, column in AVERAGED.items()},
    }


def csv_text(records: list[dict[str, object]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def write_gzip(path: Path, text: str) -> None:
    """Compress without name and time, so that equal tables are equal files."""
    with (
        open(path, "wb") as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as file,
    ):
        file.write(text.encode())


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def described(work: Path, records: list[Row]) -> list[dict[str, object]]:
    """Describe the data sets: source, size and fingerprint."""
    ordered = sorted(records, key=lambda record: record["dataset"])
    return [r | {"sha256": sha256(work / "arff" / f"{r['dataset']}.arff")} for r in ordered]


def changed(work: Path, records: list[Row], shipped: Path) -> list[str]:
    """The data sets whose files are not those of the study, by their SHA-256."""
    with open(shipped, newline="") as file:
        known = {row["dataset"]: row["sha256"] for row in csv.DictReader(file)}
    digests = {str(row["dataset"]): row["sha256"] for row in described(work, records)}
    return sorted(name for name in digests | known if digests.get(name) != known.get(name))


def write_tables(work: Path, records: list[Row], algorithms: list[str], out: Path) -> None:
    """Write weka.csv, weka_folds.csv.gz and sets.csv."""
    names = sorted(record["dataset"] for record in records)
    weka: list[dict[str, object]] = [
        {"dataset": name, "algorithm": algorithm, **averages(read(work, name, algorithm))}
        for name in names
        for algorithm in sorted(algorithms)
    ]
    folds: list[dict[str, object]] = [
        {"dataset": name, "algorithm": algorithm, **fold_values(row)}
        for name in FOLD_SETS
        for algorithm in sorted(algorithms)
        for row in read(work, name, algorithm)
    ]
    (out / "weka.csv").write_text(csv_text(weka))
    write_gzip(out / "weka_folds.csv.gz", csv_text(folds))
    (out / "sets.csv").write_text(csv_text(described(work, records)))


def comparison(new: Path, shipped: Path, ignore: str = "") -> str:
    """Say whether a repeated table equals the shipped one, apart from one column."""
    if not shipped.exists():
        return f"{shipped.name}: nothing shipped to compare with"
    with open(new, newline="") as a, open(shipped, newline="") as b:
        ours, theirs = list(csv.DictReader(a)), list(csv.DictReader(b))
    rows = [i for i, pair in enumerate(zip(ours, theirs, strict=False)) if differ(*pair, ignore)]
    if len(ours) == len(theirs) and not rows:
        return f"{shipped.name}: equal to the shipped table" + (ignore and f", {ignore} aside")
    which = ", ".join(str(i + 2) for i in rows[:10])
    return f"{shipped.name}: {len(ours)} rows for {len(theirs)}; lines that differ: {which or '-'}"


def differ(ours: Row, theirs: Row, ignore: str) -> bool:
    return any(ours.get(column) != theirs[column] for column in theirs if column != ignore)
