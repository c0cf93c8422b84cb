"""Simulated statements: who truly depends on whom, and how often each statement truly occurs.

A generator draws a *model*: a graph of the measures and one conditional table for each; or, for
`factor`, results of algorithms that share a latent factor within groups of measures.

Used to choose the default:     independent, tables
Not used to choose, to check:   fair, copies, factor
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from jointstats.evidence.orders import rank_orders

Generator = np.random.Generator
FACTOR_SHARE = 0.7  # of the variance within a group of measures


@dataclass(frozen=True)
class Model:
    """Parents of every measure, earlier ones only, and tables (states of the parents, states)."""

    parents: list[list[int]]
    tables: list[np.ndarray]

    def codes(self, n: int, rng: Generator) -> np.ndarray:
        codes = np.zeros((n, len(self.parents)), dtype=np.int64)
        for i, (above, table) in enumerate(zip(self.parents, self.tables, strict=True)):
            limits = np.cumsum(table[tuple(codes[:, above].T)], axis=-1)
            uniform = rng.random((n, 1)) * limits[..., -1:].reshape(-1, 1)
            codes[:, i] = (uniform > limits.reshape(-1, limits.shape[-1])).sum(axis=1)
        return codes

    def shares(self) -> np.ndarray:
        """Share of every joint statement, in code order."""
        m = len(self.parents)
        joint = np.ones((1,) * m)
        for i, (above, table) in enumerate(zip(self.parents, self.tables, strict=True)):
            axes = [*above, i]
            shape = [table.shape[axes.index(j)] if j in axes else 1 for j in range(m)]
            joint = joint * np.transpose(table, np.argsort(axes)).reshape(shape)
        return joint.ravel()

    def dependent(self) -> np.ndarray:
        """Which pairs of measures are adjacent."""
        m = len(self.parents)
        truth = np.zeros((m, m), dtype=bool)
        for i, above in enumerate(self.parents):
            truth[above, i] = truth[i, above] = True
        return truth


def plackett_luce(algorithms: int, rng: Generator) -> np.ndarray:
    """Probabilities of the l! orders where each next best is drawn in proportion to a strength."""
    strength = np.exp(rng.standard_normal(algorithms))
    return np.array(
        [
            math.prod(strength[a] / strength[list(order[k:])].sum() for k, a in enumerate(order))
            for order in permutations(range(algorithms))
        ]
    )


def independent(algorithms: int, m: int, rng: Generator) -> Model:
    """No edge; every distribution of a measure's orders equally likely."""
    r = math.factorial(algorithms)
    return Model([[] for _ in range(m)], [rng.dirichlet(np.ones(r)) for _ in range(m)])


def tables(algorithms: int, m: int, rng: Generator) -> Model:
    """0, 1 or 2 parents (probabilities .5, .35, .15), rows of tables uniform."""
    r = math.factorial(algorithms)
    size = np.minimum(rng.choice(3, m, p=[0.5, 0.35, 0.15]), np.arange(m))
    above = [sorted(rng.choice(i, k, replace=False).tolist()) for i, k in enumerate(size)]
    return Model(above, [rng.dirichlet(np.ones(r), (r,) * len(p)) for p in above])


def fair(algorithms: int, m: int, rng: Generator) -> Model:
    """No edge and no difference between algorithms: all orders equally frequent."""
    r = math.factorial(algorithms)
    return Model([[] for _ in range(m)], [np.full(r, 1 / r)] * m)


def copies(algorithms: int, m: int, rng: Generator) -> Model:
    """Every second measure, on average, repeats an earlier one's order in 30–90 % of cases."""
    r = math.factorial(algorithms)
    above = [[int(rng.integers(i))] if i and rng.random() < 0.5 else [] for i in range(m)]
    columns = []
    for p in above:
        order, same = plackett_luce(algorithms, rng), rng.uniform(0.3, 0.9)
        columns.append(same * np.eye(r) + (1 - same) * order if p else order)
    return Model(above, columns)


MODELS = {f.__name__: f for f in (independent, tables, fair, copies)}


def factor(algorithms: int, m: int, n: int, rng: Generator) -> tuple[np.ndarray, np.ndarray]:
    """Normal results; groups of 1–4 measures share a factor. All pairs in a group are dependent."""
    group = np.repeat(np.arange(m), rng.integers(1, 5, m))[:m]
    merit = 0.5 * rng.standard_normal((algorithms, m))
    common = rng.standard_normal((n, algorithms, m))[:, :, group]
    specific = rng.standard_normal((n, algorithms, m))
    result = merit + np.sqrt(FACTOR_SHARE) * common + np.sqrt(1 - FACTOR_SHARE) * specific
    best_first = np.argsort(-result, axis=1).transpose(0, 2, 1).reshape(n * m, algorithms)
    same = group[:, None] == group[None, :]
    return rank_orders(best_first).reshape(n, m), same & ~np.eye(m, dtype=bool)


def sample(
    name: str, algorithms: int, m: int, n: int, rng: Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Codes (n, m) of one simulated table, and which measures truly depend."""
    if name == "factor":
        return factor(algorithms, m, n, rng)
    model = MODELS[name](algorithms, m, rng)
    return model.codes(n, rng), model.dependent()


def true_shares(
    name: str, algorithms: int, m: int, positive: bool, margin: float, rng: Generator
) -> np.ndarray:
    """Shares of a positive case (one leader) or a negative one (two equal leaders)."""
    while True:
        shares = MODELS[name](algorithms, m, rng).shares()
        first, second = np.argpartition(-shares, 1)[:2]
        if (abs(shares[first] - shares[second]) > margin) == positive:
            if not positive:
                shares[[first, second]] = shares[[first, second]].mean()
            return shares / shares.sum()
