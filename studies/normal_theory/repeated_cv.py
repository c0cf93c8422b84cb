"""How often do tests on repeated cross-validation reject when two learners are equally good?

One learner is trained on one half of the features and again on the other half. The halves are
exchangeable, so neither can be better, and every rejection is wrong. Ten times ten-fold
cross-validation of 200 cases; (tpr, fpr) jointly and accuracy alone, with and without the
correction of Nadeau and Bengio. Needs scikit-learn. Prints Markdown; also into repeated_cv.csv, and
p-values that a test computes again into repeated_cv_first.json.

    python studies/normal_theory/repeated_cv.py                 # 400 data sets, several minutes
    python studies/normal_theory/repeated_cv.py --datasets 40   # a quick look
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import jointstats as js
from jointstats.means.kernel_hotelling import one_sample
from jointstats.table.confusion import confusion_measures

FILE = Path(__file__).with_name("repeated_cv.csv")
FUNCTIONS = "hotelling_test corrected_t_test"
ALPHA, DATASETS, SEED = 0.05, 400, 2003
CASES, HALF, RUNS, FOLDS = 200, 5, 10, 10
RATIO = 1 / (FOLDS - 1)
LEARNERS = {
    "linear discriminant (stable)": LinearDiscriminantAnalysis,
    "1-nearest neighbour": lambda: KNeighborsClassifier(n_neighbors=1, algorithm="brute"),
    "decision stump (unstable)": lambda: DecisionTreeClassifier(max_depth=1, random_state=0),
    "decision tree": lambda: DecisionTreeClassifier(random_state=0),
}
TESTS = {
    "(tpr, fpr), T²": (["tpr", "fpr"], 0.0),
    "(tpr, fpr), corrected T²": (["tpr", "fpr"], RATIO),
    "accuracy, t": (["accuracy"], 0.0),
    "accuracy, corrected t": (["accuracy"], RATIO),
}


def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two normal classes; every feature is as informative as every other."""
    labels = rng.permutation(CASES) % 2
    return rng.normal(size=(CASES, 2 * HALF)) + 0.5 * labels[:, None], labels


def predictions(make, x: np.ndarray, labels: np.ndarray, splits: list) -> np.ndarray:
    """Predicted classes by fold, shape (folds, cases), -1 outside the test part."""
    out = np.full((len(splits), CASES), -1)
    for i, (train, test) in enumerate(splits):
        out[i, test] = make().fit(x[train], labels[train]).predict(x[test])
    return out


def measures(predicted: np.ndarray, labels: np.ndarray) -> dict[str, np.ndarray]:
    seen = predicted >= 0
    counts = [
        ((predicted == said) & (labels == truth) & seen).sum(axis=1)
        for said, truth in ((1, 1), (1, 0), (0, 0), (0, 1))  # tp, fp, tn, fn
    ]
    names = ["tpr", "fpr", "accuracy"]
    rates, _ = confusion_measures(*counts, measures=names)
    return dict(zip(names, rates.T, strict=True))


def p_values(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> list[float]:
    out = []
    for names, ratio in TESTS.values():
        d = np.stack([a[name] - b[name] for name in names], axis=-1)
        fit = one_sample(d, test_train_ratio=ratio, scale=np.ones(len(names)), errors="mark")
        out.append(1.0 if np.isnan(fit.p_value) else float(fit.p_value))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", type=int, default=DATASETS)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    begin = time.time()
    rejected = {name: np.zeros(len(TESTS)) for name in LEARNERS}
    for i in range(options.datasets):
        for name, p in of_data_set(i, options.seed).items():
            rejected[name] += np.array(p) <= ALPHA
    shares = [
        {"learner": name}
        | {test: f"{x / options.datasets:.3f}" for test, x in zip(TESTS, counts, strict=True)}
        | {"function": FUNCTIONS}
        for name, counts in rejected.items()
    ]
    error = np.sqrt(ALPHA * (1 - ALPHA) / options.datasets)
    print(
        f"{options.datasets} data sets of {CASES} cases, {RUNS} × {FOLDS}-fold cross-validation; "
        f"share of p ≤ {ALPHA:g}; the standard error of a true {ALPHA:g} is {error:.3f}. Seed "
        f"{options.seed}; jointstats {js.__version__}, scikit-learn {sklearn.__version__}, NumPy "
        f"{np.__version__}, Python {platform.python_version()}; {time.time() - begin:.0f} s.\n"
    )
    print("\n".join(markdown(shares)))
    if (options.datasets, options.seed) == (DATASETS, SEED):
        with FILE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(shares[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(shares)
        write_first()


def write_first() -> None:
    """The p-values of one learner on the first data set."""
    first = {"p_values": of_data_set(0, learners=1), "function": FUNCTIONS}
    text = json.dumps(first, indent=1)
    FILE.with_name("repeated_cv_first.json").write_text(text + "\n", encoding="utf-8")


def of_data_set(i: int, seed: int = SEED, learners: int = len(LEARNERS)) -> dict[str, list[float]]:
    """P-values of all tests on one data set, by learner."""
    x, labels = draw(np.random.default_rng([seed, i]))
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=RUNS, random_state=i)
    splits = list(folds.split(x, labels))
    halves = {
        name: [
            measures(predictions(make, part, labels, splits), labels)
            for part in (x[:, :HALF], x[:, HALF:])
        ]
        for name, make in list(LEARNERS.items())[:learners]
    }
    return {name: p_values(*two) for name, two in halves.items()}


def markdown(rows: Sequence[dict[str, str]]) -> Iterator[str]:
    """The table of README.md, a line at a time."""
    yield "| learner on either half of the features | " + " | ".join(TESTS) + " |"
    yield "|---|" + "---:|" * len(TESTS)
    for row in rows:
        yield "| " + " | ".join([row["learner"], *(row[test] for test in TESTS)]) + " |"


if __name__ == "__main__":
    main()
