"""The tables that the gallery's figures are drawn of, by the name that a row of a sheet has."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

import jointstats as js

# What a reader is told beside the pictures.
SHOWN = {
    "2": "2 algorithms, 2 measures, 12 data sets",
    "pair": "2 algorithms, 6 measures, 51 data sets",
    "rope": "2 algorithms, 2 measures with a rope, 51 data sets",
    "7": "7 algorithms, 6 measures, 51 data sets",
    "12": "12 algorithms with names of up to 40 letters, 3 measures, 30 data sets",
    "40": "40 algorithms, 3 measures, 40 data sets",
    "100": "100 algorithms, 3 measures, 40 data sets",
    "none": "",
}
LONG = (
    "gradient boosted trees, tuned for a day", "random forest", "support vector machine (linear)",
    "support vector machine (radial), tuned", "k nearest neighbours", "nearest centroid",
    "logistic regression with all interactions", "naive Bayes", "majority class",
    "multi-layer perceptron, two layers", "decision tree", "transformer, pretrained, fine-tuned",
)  # fmt: skip


def made_up(names: tuple[str, ...], datasets: int, seed: int) -> js.ResultsTable:
    """Results made up by chance: algorithms differ in quality, some of the better are slower."""
    rng = np.random.default_rng(seed)
    quality = np.linspace(1.5, -1.5, len(names))
    noise = rng.normal(size=(datasets, len(names), 3))
    difficulty = rng.normal(size=(datasets, 1))
    accuracy = 1 / (1 + np.exp(-(1 + 0.5 * quality + 0.6 * difficulty + 0.3 * noise[..., 0])))
    auc = 1 / (1 + np.exp(-(2 + 0.5 * quality + 0.6 * difficulty + 0.3 * noise[..., 1])))
    slower = quality * rng.choice([-1, 2], len(names))
    seconds = np.exp(2 + 0.3 * slower + 0.5 * noise[..., 2])
    values = np.stack([accuracy, auc, seconds], axis=2)
    return js.results_table(
        {name: values[:, position] for position, name in enumerate(names)},
        measures={"accuracy": "max", "AUC": "max", "seconds": "min"},
    )


def numbered(count: int) -> js.ResultsTable:
    """Made-up results of models that have numbers."""
    return made_up(tuple(f"model {one:02d}" for one in range(1, count + 1)), 40, seed=1)


def rope() -> js.ResultsTable:
    """More accurate, but slower; half a percentage point of accuracy is practically nothing."""
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"}, rope={"accuracy": 0.005},
        only=["RandomForest", "BayesNet"],
    )  # fmt: skip


MAKERS: dict[str, Callable[[], js.ResultsTable]] = {
    "2": lambda: js.load_dataset("example1"),
    "pair": lambda: js.load_dataset("weka").select(["RandomForest", "Bagging"]),
    "rope": rope,
    "7": lambda: js.load_dataset("weka"),
    "12": lambda: made_up(LONG, 30, seed=2),
    "40": lambda: numbered(40),
    "100": lambda: numbered(100),
}


@cache
def table(name: str) -> js.ResultsTable | None:
    """A table by its name; ``none`` is for what needs no table."""
    return MAKERS[name]() if name in MAKERS else None


def write(folder: Path) -> None:
    """Write every table for R: its rows, and what else R has to know of it."""
    for name in MAKERS:
        made = MAKERS[name]()
        made.to_frame().to_csv(folder / f"{name}.csv", index=False)
        about = {"measures": dict(made.measures), "rope": made.rope or None,
                 "algorithms": list(made.algorithms)}  # fmt: skip
        (folder / f"{name}.json").write_text(json.dumps(about), encoding="utf-8")
