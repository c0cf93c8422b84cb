"""Sample reports for the home page: of two, seven and forty algorithms."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import jointstats as js


def write(directory: Path) -> None:
    """Write the three reports."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, table in (("two", two()), ("seven", seven()), ("forty", many(40))):
        js.compare_algorithms(table).to_html(directory / f"{name}.html")


def two() -> js.ResultsTable:
    """Two classifiers, one more accurate, but slower."""
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"}, rope={"accuracy": 0.005},
        only=["RandomForest", "AODE"],
    )  # fmt: skip


def seven() -> js.ResultsTable:
    """The packaged study: seven classifiers, six measures."""
    return js.load_dataset("weka")


def many(algorithms: int, datasets: int = 40, seed: int = 1) -> js.ResultsTable:
    """Results made up by chance: models that differ in quality, the better ones being slower."""
    rng = np.random.default_rng(seed)
    quality = np.linspace(1.5, -1.5, algorithms)
    noise = rng.normal(size=(datasets, algorithms, 3))
    difficulty = rng.normal(size=(datasets, 1))
    accuracy = 1 / (1 + np.exp(-(1 + 0.5 * quality + 0.6 * difficulty + 0.3 * noise[..., 0])))
    auc = 1 / (1 + np.exp(-(2 + 0.5 * quality + 0.6 * difficulty + 0.3 * noise[..., 1])))
    seconds = np.exp(2 + 0.3 * quality * rng.choice([-1, 2], algorithms) + 0.5 * noise[..., 2])
    values = np.stack([accuracy, auc, seconds], axis=2)
    names = [f"model {number:02d}" for number in range(1, algorithms + 1)]
    return js.results_table_matrices(
        {name: values[:, position] for position, name in enumerate(names)},
        measures={"accuracy": "max", "AUC": "max", "seconds": "min"},
    )
