"""How often does the joint test find what a single summary measure does not, and the reverse?

After Tables 1 and 2 of Yildiz & Alpaydin, "Multivariate comparison of classification algorithms":
the t test of error beside Hotelling's test of (tpr, fpr), and the t test of F beside Hotelling's
test of (precision, recall), for all pairs of seven classifiers on the folds of eight binary data
sets (the packaged table weka_folds), each run of ten-fold cross-validation on its own. Prints
Markdown; also into tables.csv, in numbers of comparisons.

    python studies/normal_theory/tables.py               # about ten seconds
"""

from __future__ import annotations

import csv
import platform
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import jointstats as js
from jointstats.evidence.multiplicity import adjust_p_values
from jointstats.means.kernel_hotelling import HotellingT2, Status, paired

FILE = Path(__file__).with_name("tables.csv")
ALPHA = 0.05
COUNTS = ["tp", "fp", "tn", "fn"]
QUESTIONS = {
    "error beside (tpr, fpr)": (["error"], ["tpr", "fpr"]),
    "F beside (precision, recall)": (["f1"], ["precision", "recall"]),
}
# Percentages of Tables 1 and 2 of the paper: (univariate, joint) rejects.
PAPER = {
    "error beside (tpr, fpr)": [7.80, 14.75, 1.52, 75.93],
    "F beside (precision, recall)": [7.46, 24.07, 1.69, 66.78],
}
WAYS: dict[str, dict[str, Any]] = {
    "paired folds": {"holm": False, "ratio": 0.0},
    "paired folds, Holm": {"holm": True, "ratio": 0.0},
    "corrected": {"holm": False, "ratio": 1 / 9},
}
CELLS = [(False, False), (False, True), (True, False), (True, True)]
ROWS = {
    "neither rejects": 0,
    "only the joint test rejects": 1,
    "only the single measure rejects": 2,
    "both reject": 3,
}


def folds() -> pd.DataFrame:
    frame = js.load_frame("weka_folds")[["dataset", "algorithm", "run", "fold", *COUNTS]]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frame = js.measures_from_confusion(
            frame, ["error", "tpr", "fpr", "precision", "recall", "f1"]
        )
    for warning in caught:
        print(f"{warning.message}\n")
    return frame


def p_values(run: pd.DataFrame, measures: list[str], ratio: float) -> tuple[np.ndarray, Counter]:
    """One p-value per pair of classifiers, NaN where there is no test."""
    wide = run.pivot(index="fold", columns="algorithm", values=measures)
    values = np.stack([wide[m].to_numpy() for m in measures], axis=-1)
    values = values[np.isfinite(values).all(axis=(1, 2))]
    by_algorithm = values.swapaxes(0, 1)
    first, second = np.triu_indices(len(by_algorithm), 1)
    fit = paired(by_algorithm[first], by_algorithm[second], test_train_ratio=ratio, errors="mark")
    return fit.p_value, reasons(fit)


def reasons(fit: HotellingT2) -> Counter:
    return Counter(Status(int(s)).name for s in fit.status if s != Status.OK)


def decisions(
    frame: pd.DataFrame, question: str, *, holm: bool, ratio: float
) -> tuple[Counter, Counter]:
    single, joint = QUESTIONS[question]
    counts: Counter = Counter()
    untested: Counter = Counter()
    for _, run in frame.groupby(["dataset", "run"]):
        rejects = []
        for measures in (single, joint):
            p, why = p_values(run, measures, ratio)
            untested += why
            p = np.where(np.isnan(p), 1.0, p)
            rejects.append((adjust_p_values(p, "holm") if holm else p) <= ALPHA)
        counts.update(zip(*(r.tolist() for r in rejects), strict=True))
    return counts, untested


def main() -> None:
    frame = folds()
    sets, runs = frame["dataset"].nunique(), frame["run"].nunique()
    pairs = len(list(combinations(frame["algorithm"].unique(), 2)))
    print(
        f"{sets} data sets × {runs} runs of ten-fold cross-validation × {pairs} pairs of "
        f"classifiers = {sets * runs * pairs} comparisons, in per cent; alpha = {ALPHA:g}; "
        f"jointstats {js.__version__}, NumPy {np.__version__}, Python {platform.python_version()}."
    )
    rows: list[dict[str, str]] = []
    for question in QUESTIONS:
        counts, untested = counted(frame, question)
        rows += counts
        print(f"\n## {question}\n")
        print("\n".join(markdown(counts)))
        if untested:
            said = ", ".join(f"{n} {why.lower().replace('_', ' ')}" for why, n in untested.items())
            print(f"\nTests that cannot be computed count as not rejecting: {said}.")
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def counted(frame: pd.DataFrame, question: str) -> tuple[list[dict[str, str]], Counter]:
    """A row for each way to decide, with numbers of comparisons; what could not be tested."""
    ways = {name: decisions(frame, question, **how) for name, how in WAYS.items()}
    rows = [
        {"question": question, "way": name}
        | {label: str(counts_of[CELLS[i]]) for label, i in ROWS.items()}
        | {"function": "hotelling_test"}
        for name, (counts_of, _) in ways.items()
    ]
    return rows, next(iter(ways.values()))[1]


def markdown(rows: list[dict[str, str]]) -> Iterator[str]:
    """A table of README.md, a line at a time."""
    yield "| | the paper's | " + " | ".join(WAYS) + " |"
    yield "|---|---:|" + "---:|" * len(WAYS)
    for label, i in ROWS.items():
        shares = [100 * int(row[label]) / sum(int(row[name]) for name in ROWS) for row in rows]
        cells = " | ".join(f"{share:.2f}" for share in (PAPER[rows[0]["question"]][i], *shares))
        yield f"| {label} | {cells} |"


if __name__ == "__main__":
    main()
