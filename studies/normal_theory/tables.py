"""How often does the joint test find what a single summary measure does not, and the reverse?

After Tables 1 and 2 of Yildiz & Alpaydin, "Multivariate comparison of classification algorithms":
the t test of error beside Hotelling's test of (tpr, fpr), and the t test of F beside Hotelling's
test of (precision, recall), for all pairs of seven classifiers on the folds of eight binary data
sets (the packaged table weka_folds), each run of ten-fold cross-validation on its own. Prints
Markdown.

    python studies/normal_theory/tables.py               # about ten seconds
"""

from __future__ import annotations

import platform
import warnings
from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd

import jointstats as js
from jointstats.kernels.normal.hotelling import HotellingT2, Status, all_pairs
from jointstats.kernels.single.multiplicity import adjust_p_values

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
    for one in caught:
        print(f"{one.message}\n")
    return frame


def p_values(run: pd.DataFrame, measures: list[str], ratio: float) -> tuple[np.ndarray, Counter]:
    """One p-value per pair of classifiers, NaN where there is no test."""
    wide = run.pivot(index="fold", columns="algorithm", values=measures)
    values = np.stack([wide[m].to_numpy() for m in measures], axis=-1)
    values = values[np.isfinite(values).all(axis=(1, 2))]
    _, fit = all_pairs(values, test_train_ratio=ratio)
    return fit.p_value, reasons(fit)


def reasons(fit: HotellingT2) -> Counter:
    return Counter(Status(int(s)).name for s in fit.status if s != Status.OK)


def decisions(
    frame: pd.DataFrame, question: str, *, holm: bool, ratio: float
) -> tuple[Counter, Counter]:
    single, joint = QUESTIONS[question]
    found: Counter = Counter()
    untested: Counter = Counter()
    for _, run in frame.groupby(["dataset", "run"]):
        rejects = []
        for measures in (single, joint):
            p, why = p_values(run, measures, ratio)
            untested += why
            p = np.where(np.isnan(p), 1.0, p)
            rejects.append((adjust_p_values(p, "holm") if holm else p) <= ALPHA)
        found.update(zip(*(r.tolist() for r in rejects), strict=True))
    return found, untested


def main() -> None:
    frame = folds()
    sets, runs = frame["dataset"].nunique(), frame["run"].nunique()
    pairs = len(list(combinations(frame["algorithm"].unique(), 2)))
    print(
        f"{sets} data sets × {runs} runs of ten-fold cross-validation × {pairs} pairs of "
        f"classifiers = {sets * runs * pairs} comparisons, in per cent; alpha = {ALPHA:g}; "
        f"jointstats {js.__version__}, NumPy {np.__version__}, Python {platform.python_version()}."
    )
    for question in QUESTIONS:
        columns = {
            "paired folds": decisions(frame, question, holm=False, ratio=0.0),
            "paired folds, Holm": decisions(frame, question, holm=True, ratio=0.0),
            "corrected": decisions(frame, question, holm=False, ratio=1 / 9),
        }
        print(f"\n## {question}\n")
        print("| | the paper's | " + " | ".join(columns) + " |")
        print("|---|---:|" + "---:|" * len(columns))
        for label, i in ROWS.items():
            cells = []
            for found, _ in columns.values():
                cells.append(f"{100 * found[CELLS[i]] / found.total():.2f}")
            print(f"| {label} | {PAPER[question][i]:.2f} | " + " | ".join(cells) + " |")
        untested = next(iter(columns.values()))[1]
        if untested:
            said = ", ".join(f"{n} {why.lower().replace('_', ' ')}" for why, n in untested.items())
            print(f"\nTests that cannot be computed count as not rejecting: {said}.")


if __name__ == "__main__":
    main()
