"""Tables of 2 to 100 algorithms by name, for sample reports and tests of figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

import jointstats as js

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
    return made_up(tuple(f"model {number:02d}" for number in range(1, count + 1)), 40, seed=1)


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
def table(name: str) -> js.ResultsTable:
    """A table by its name."""
    return MAKERS[name]()
