"""Simulated truths, and tables that come of them.

Truths are drawn from the prior of a test: then its probabilities are right on average, by
definition, and a study can only find the program wrong. Or *elsewhere*: the results of two
algorithms are normal, which no prior here describes; then the study says how far off they are.
"""

from __future__ import annotations

from math import factorial
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import jointstats as js
from jointstats.evidence.orders import rank_orders, unrank_orders
from jointstats.network.kernel_best_dag import default_ess, default_parent_limit
from jointstats.network.kernel_dags import adjacency, all_dags
from jointstats.planning.kernel_power import shift_shares

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Generator = np.random.Generator

SEED = 2016
SPREADS = (0.1, 0.2, 0.4, 0.8)
"""How far true means are apart, elsewhere: in standard deviations of a difference of results."""
CORRELATION = 0.5


def generator(name: str) -> Generator:
    """Random numbers of one curve, whatever is computed before it."""
    return np.random.default_rng([SEED, crc32(name.encode())])


# --- Truths --------------------------------------------------------------------------------------


def symmetric(l: int, m: int, rng: Generator) -> Array:
    """Shares of the (l!)^m statements: Dirichlet, a mass of 1 in equal parts."""
    return dirichlet(np.full(factorial(l) ** m, 1 / factorial(l) ** m), 1, rng)[0]


def normal(m: int, rng: Generator) -> Array:
    """Shares of the 2^m statements of two algorithms whose results are normal."""
    return shift_shares(rng.choice(SPREADS) * rng.standard_normal(m), CORRELATION)


def network(l: int, m: int, n: int, rng: Generator) -> tuple[Array, Flags]:
    """Shares of a random network, and which measures are adjacent.

    Every graph within the limit of parents alike, and tables from the prior of BDeu.
    """
    r = factorial(l)
    limit, mass = default_parent_limit(n, [r] * m), default_ess(n, [r] * m)
    graphs = all_dags(m)
    parents = (graphs[:, :, None] >> np.arange(m)) & 1
    within = np.flatnonzero(parents.sum(axis=2).max(axis=1) <= limit)
    graph = rng.choice(within)
    joint = np.ones((1,) * m)
    for child, row in enumerate(parents[graph]):
        above = np.flatnonzero(row).tolist()
        rows = r ** len(above)
        table = dirichlet(np.full(r, mass / (r * rows)), rows, rng)
        axes = [*above, child]
        table = table.reshape((r,) * len(axes)).transpose(np.argsort(axes))
        joint = joint * table.reshape([r if j in axes else 1 for j in range(m)])
    directed = adjacency(graphs[graph])
    return joint.ravel(), directed | directed.T


def dirichlet(shapes: Array, rows: int, rng: Generator) -> Array:
    """Draws, shape (rows, K), of shapes that may be so small that a gamma variable is 0."""
    size = (rows, shapes.size)
    log = np.log(rng.standard_gamma(shapes + 1, size)) + np.log(rng.random(size)) / shapes
    share: Array = np.exp(log - log.max(axis=1, keepdims=True))
    return share / share.sum(axis=1, keepdims=True)


# --- Tables --------------------------------------------------------------------------------------


def names_of(number: int, prefix: str) -> list[str]:
    return [f"{prefix}{i + 1}" for i in range(number)]


def drawn(shares: Array, n: int, l: int, m: int, rng: Generator) -> Ints:
    """Statements of n data sets, a code for each measure, shape (n, m)."""
    joint = rng.choice(shares.size, n, p=shares)
    return np.stack(np.unravel_index(joint, (factorial(l),) * m), axis=1).astype(np.int64)


def table_of(codes: Ints, l: int) -> js.ResultsTable:
    """A table whose data sets show these statements."""
    best_first = unrank_orders(codes.ravel(), l).reshape(*codes.shape, l)
    values = -np.argsort(best_first, axis=-1).astype(float)
    matrices = {name: values[..., i] for i, name in enumerate(names_of(l, "a"))}
    measures = dict.fromkeys(names_of(codes.shape[1], "m"), "max")
    return js.results_table(matrices, measures=measures)


def joint_code(order: dict[str, Any], l: int) -> int:
    """The code of a statement as a result names it."""
    rows = np.array([[int(name[1:]) - 1 for name in best_first] for best_first in order.values()])
    return int(np.ravel_multi_index(rank_orders(rows), (factorial(l),) * len(rows)))
