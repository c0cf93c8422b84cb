"""The inputs of the recorded answers: packaged tables, 200 random ones, and tables of folds.

Everything is drawn by PCG64 from a seed of its own and rounded, so that each machine gets the same
numbers: no multiplication of matrices, whose last bits depend on the processor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

import jointstats as js

SEED = 20261122
N_RANDOM = 200
N_FOLDS = 32
PACKAGED = ("example1", "pnn", "weka", "weka_folds")
WEKA_FOLDS = ("breast-w", "credit-g", "diabetes", "gbsg", "ionosphere", "sonar", "vote", "wdbc")
_NAMES = ("A", "B", "C", "D", "E")


@dataclass(frozen=True)
class Source:
    """A table before it becomes one: a long data frame, and what `results_table` is told of it."""

    name: str
    frame: pd.DataFrame
    roles: dict[str, Any]
    algorithms: tuple[str, ...]
    measures: dict[str, str]
    traits: tuple[str, ...] = ()
    table_roles: dict[str, Any] = field(default_factory=dict)

    @property
    def folds(self) -> bool:
        return "run" in self.roles

    def table(self) -> Any:
        """The results table, or the table of folds."""
        if self.name in PACKAGED:
            return js.load_dataset(self.name)
        return js.results_table(self.frame, **self.roles, **self.table_roles)

    def in_families(self) -> pd.DataFrame:
        """The long frame with a column of families: two data sets, three, two, ..."""
        place = {name: i for i, name in enumerate(self.frame["dataset"].unique())}
        number = self.frame["dataset"].map(place)
        return self.frame.assign(family=(2 * number + 1) // 5)

    def matrices(self) -> dict[str, np.ndarray]:
        """A matrix for each algorithm, with fewer rows for each later one: unpaired samples."""
        rows = {
            name: self.frame.loc[self.frame["algorithm"] == name, list(self.measures)].to_numpy()
            for name in self.algorithms
        }
        return {name: x[: len(x) - i] for i, (name, x) in enumerate(rows.items())}


@cache
def source(name: str) -> Source:
    """The input of this name: ``r000`` to ``r199``, ``f00`` to ``f31``, or a packaged table's."""
    if name.startswith("weka_folds:"):
        return _weka_folds(name.split(":")[1])
    if name in PACKAGED:
        return _packaged(name)
    return _random_folds(name) if name.startswith("f") else _random(name)


def random_names() -> list[str]:
    return [f"r{i:03d}" for i in range(N_RANDOM)]


def fold_names() -> list[str]:
    """Random tables of folds, and the folds of every packaged data set."""
    return [f"f{i:02d}" for i in range(N_FOLDS)] + [f"weka_folds:{of}" for of in WEKA_FOLDS]


def _random(name: str) -> Source:
    rng = np.random.default_rng([SEED, int(name[1:])])
    n_algorithms = int(rng.choice([2, 3, 4, 5], p=[0.38, 0.3, 0.24, 0.08]))
    n_measures = int(rng.choice([1, 2, 3, 4], p=[0.1, 0.35, 0.35, 0.2]))
    n = int(rng.integers(4, 26))
    measures = {f"m{j + 1}": str(rng.choice(["max", "min"])) for j in range(n_measures)}
    x, traits = _values(rng, n, n_algorithms, n_measures)
    roles: dict[str, Any] = {"dataset": "dataset", "algorithm": "algorithm", "measures": measures}
    rope, missing = rng.random(2)
    if rope < 0.2:
        chosen = list(measures)[: int(rng.integers(1, 3))]
        roles["rope"] = {m: float(rng.choice([0.1, 0.25, 0.5])) for m in chosen}
        traits.append("rope")
    if missing < 0.2:
        roles["missing"] = "drop" if missing < 0.1 else "worst"
        traits.append(roles["missing"])
        gaps = rng.random(x.shape) < 0.03
        gaps[int(rng.integers(n)), int(rng.integers(n_algorithms)), 0] = True
        x[gaps] = np.nan
    algorithms = _NAMES[:n_algorithms]
    frame = _long(x, algorithms, measures, {"dataset": [f"D{d + 1:02d}" for d in range(n)]})
    return Source(name, frame, roles, algorithms, measures, tuple(traits))


def _values(
    rng: np.random.Generator, n: int, n_algorithms: int, n_measures: int
) -> tuple[np.ndarray, list[str]]:
    """Results that share what is easy and hard, with effects from none to plain."""
    traits = []
    size = float(rng.choice([0.0, 0.4, 1.0, 4.0], p=[0.2, 0.3, 0.3, 0.2]))
    traits.append(f"effect {size:g}")
    effect = size * rng.standard_normal((1, n_algorithms, n_measures))
    shared = float(rng.choice([0.0, 0.6, 2.0])) * rng.standard_normal((n, n_algorithms, 1))
    hard = 2.0 * rng.standard_normal((n, 1, n_measures))
    x = effect + shared + hard + rng.standard_normal((n, n_algorithms, n_measures))
    kind = rng.random()
    if n_measures > 1 and kind < 0.08:  # says nothing new: covariances are singular
        x[:, :, -1] = x[:, :, 0] if kind < 0.04 else 1 - 2 * x[:, :, 0]
        traits.append("redundant")
    coarse = rng.random() < 0.3
    traits += ["ties"] if coarse else []
    return np.round(x, int(rng.integers(0, 2)) if coarse else 6) + 0.0, traits


def _random_folds(name: str) -> Source:
    rng = np.random.default_rng([SEED, 1000 + int(name[1:])])
    n_algorithms, n_measures = int(rng.integers(2, 5)), int(rng.integers(1, 4))
    runs, folds = int(rng.integers(1, 6)), int(rng.integers(2, 7))
    x, traits = _values(rng, max(runs * folds, 4), n_algorithms, n_measures)
    runs = len(x) // folds
    x = x[: runs * folds]
    measures = {f"m{j + 1}": str(rng.choice(["max", "min"])) for j in range(n_measures)}
    algorithms = _NAMES[:n_algorithms]
    run, fold = (axis.ravel().tolist() for axis in np.divmod(np.arange(runs * folds), folds))
    frame = _long(x, algorithms, measures, {"run": run, "fold": fold})
    roles = {"algorithm": "algorithm", "measures": measures, "run": "run", "fold": "fold"}
    return Source(name, frame, roles, algorithms, measures, tuple(traits))


def _long(
    x: np.ndarray, algorithms: tuple[str, ...], measures: dict[str, str], rows: dict[str, list]
) -> pd.DataFrame:
    parts = [
        pd.DataFrame(rows | {"algorithm": name} | {m: x[:, i, j] for j, m in enumerate(measures)})
        for i, name in enumerate(algorithms)
    ]
    return pd.concat(parts, ignore_index=True)


def _packaged(name: str) -> Source:
    table = js.load_dataset(name)
    return Source(name, js.load_frame(name), {}, table.algorithms, table.measures)


def _weka_folds(of: str) -> Source:
    measures = {"accuracy": "max", "f_measure": "max", "rmse": "min"}
    algorithms = ("AODE", "J48graft", "Logistic")
    roles = {"algorithm": "algorithm", "measures": measures, "run": "run", "fold": "fold"}
    more = {"dataset": "dataset", "of": of, "only": list(algorithms)}
    frame = js.load_frame("weka_folds")
    return Source(f"weka_folds:{of}", frame, roles, algorithms, measures, (), more)
