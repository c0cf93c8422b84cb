"""The most probable joint state under tables drawn from their posterior, by elimination.

Given the graph, every row of a conditional table has a Dirichlet posterior,
Dirichlet(w_jk + a / (q r)) with q parent configurations and r states. One draw of all tables has
one most probable joint state; it is found by max-product variable elimination, for a whole batch
of draws at once, in time that grows with the largest clique and not with the number of states.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.joint.gamma_tails import log_gamma_draws
from jointstats.kernels.network.bdeu import CodedCases
from jointstats.kernels.network.dags import members
from jointstats.kernels.network.lazy_argmax import LazySampler

Array = NDArray[np.float64]
_Factor = tuple[tuple[int, ...], Array]  # measures, and a table of them for every draw
_Trace = tuple[int, tuple[int, ...], NDArray[np.int64]]  # a measure, those it depends on, its best
_BATCH_NUMBERS = 1 << 20  # numbers in the largest table of a batch


class TableSampler:
    """Draws complete tables; for graphs whose cliques are small.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.kernels.network.bdeu.coded_cases`.
    parents : sequence of int
        Parent sets of the graph, as bit masks.
    """

    def __init__(self, cases: CodedCases, parents: Sequence[int]) -> None:
        self.m = cases.m
        self.states = [int(r) for r in cases.states]
        self.scopes = [tuple(sorted([*members(int(p)), i])) for i, p in enumerate(parents)]
        self.shapes = [self._posterior(cases, i) for i in range(self.m)]
        self.order = elimination_order(self.scopes, self.states)
        largest = max(
            self._size(scope) for scope in [*self.scopes, *cliques(self.scopes, self.order)]
        )
        self.batch = max(16, min(4096, _BATCH_NUMBERS // largest))

    def _size(self, scope: Sequence[int]) -> int:
        return int(np.prod([self.states[j] for j in scope], dtype=np.float64))

    def _posterior(self, cases: CodedCases, i: int) -> Array:
        """Dirichlet parameters of the table of measure i, child first, then parents ascending."""
        axes = [i, *(j for j in self.scopes[i] if j != i)]
        table = np.zeros([self.states[j] for j in axes])
        np.add.at(table, tuple(cases.codes[:, axes].T), cases.weights)
        return table + cases.ess / table.size

    def draw(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Most probable joint state of each of ``size`` draws, as a (size, m) array."""
        parts = [
            self._draw_batch(min(self.batch, size - start), rng)
            for start in range(0, size, self.batch)
        ]
        return np.concatenate(parts)

    def leads(self, code: Sequence[int], ratio: float, size: int, rng: np.random.Generator) -> int:
        """In how many of ``size`` draws a state is more than ``ratio`` times as probable as any.

        Every other state differs from it in some measure: the best of those that differ in the
        first, in the second and so on is the best of all others.
        """
        ahead = 0
        for start in range(0, size, self.batch):
            factors = self._draw_tables(min(self.batch, size - start), rng)
            own = sum(table[tuple(code[j] for j in scope)] for scope, table in factors)
            others = [
                self._eliminated(self._without(factors, j, code[j]))[0] for j in range(self.m)
            ]
            ahead += int((own > np.max(others, axis=0) + np.log(ratio)).sum())
        return ahead

    def _without(self, factors: list[_Factor], measure: int, state: int) -> list[_Factor]:
        """The factors with one state of one measure made impossible."""
        scope, table = factors[measure]
        changed = np.array(table)
        np.moveaxis(changed, scope.index(measure), 0)[state] = -np.inf
        return [*factors[:measure], (scope, changed), *factors[measure + 1 :]]

    def _draw_batch(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        _, traces = self._eliminated(self._draw_tables(size, rng))
        return self._trace_back(traces, size)

    def _draw_tables(self, size: int, rng: np.random.Generator) -> list[_Factor]:
        return [(scope, self._draw_table(i, size, rng)) for i, scope in enumerate(self.scopes)]

    def _eliminated(self, factors: list[_Factor]) -> tuple[Array, list[_Trace]]:
        """Log probability of the best state of each draw, and where to find it."""
        size = factors[0][1].shape[-1]
        traces = []
        for v in self.order:
            joined = [factor for factor in factors if v in factor[0]]
            factors = [factor for factor in factors if v not in factor[0]]
            scope = tuple(sorted(set().union(*(scope for scope, _ in joined))))
            table = self._product(joined, scope, size)
            rest = tuple(j for j in scope if j != v)
            best, where = _maximum(np.moveaxis(table, scope.index(v), 0))
            factors.append((rest, best))
            traces.append((v, rest, where))
        return np.sum([values for _, values in factors], axis=0), traces

    def _draw_table(self, i: int, size: int, rng: np.random.Generator) -> Array:
        """Log of a conditional table for every draw, axes in ascending order of the measures."""
        shape = self.shapes[i].shape
        table = log_gamma_draws(self.shapes[i].ravel(), size, rng).reshape(*shape, size)
        table -= _log_sum(table)
        return np.moveaxis(table, 0, self.scopes[i].index(i))

    def _product(self, factors: list[_Factor], scope: tuple[int, ...], size: int) -> Array:
        """Sum of logs over the union of the scopes."""
        table: Array | float = 0.0
        for own, values in factors:
            shape = [self.states[j] if j in own else 1 for j in scope]
            table = table + values.reshape(*shape, size)
        return np.asarray(table)

    def _trace_back(self, traces: list[_Trace], size: int) -> NDArray[np.int64]:
        """Fix the measures in reverse order of elimination."""
        found = np.zeros((size, self.m), dtype=np.int64)
        for v, rest, where in reversed(traces):
            index = tuple(found[:, j] for j in rest)
            found[:, v] = where[(*index, np.arange(size))]
        return found


def _log_sum(table: Array) -> Array:
    """Log of the sum of exp over the first axis."""
    top = table.max(axis=0)
    return top + np.log(np.exp(table - top).sum(axis=0))


def _maximum(table: Array) -> tuple[Array, NDArray[np.int64]]:
    """Maximum over the first axis and where it is; the draws lie contiguous in the last."""
    best = table[0]
    where = np.zeros(best.shape, dtype=np.int64)
    for k in range(1, len(table)):
        where[table[k] > best] = k
        best = np.maximum(best, table[k])
    return best, where


def elimination_order(scopes: Sequence[tuple[int, ...]], states: Sequence[int]) -> list[int]:
    """Order that always takes the measure whose clique is smallest; the first among equals."""
    left = {j for scope in scopes for j in scope}
    neighbours = {j: {k for s in scopes if j in s for k in s} - {j} for j in left}
    order = []
    while left:
        weight = {j: sum(np.log(states[k]) for k in neighbours[j] | {j}) for j in left}
        v = min(sorted(left), key=lambda j: round(weight[j], 9))
        for j in neighbours[v]:
            neighbours[j] |= neighbours[v]
            neighbours[j] -= {j, v}
        left.remove(v)
        order.append(v)
    return order


def cliques(scopes: Sequence[tuple[int, ...]], order: Sequence[int]) -> list[tuple[int, ...]]:
    """Scopes of the tables that elimination builds, one for each measure.

    Examples
    --------
    >>> cliques([(0,), (0, 1), (1, 2)], [0, 1, 2])
    [(0, 1), (1, 2), (2,)]
    """
    current = [set(scope) for scope in scopes]
    found = []
    for v in order:
        joined = set().union(*(scope for scope in current if v in scope))
        current = [scope for scope in current if v not in scope] + [joined - {v}]
        found.append(tuple(sorted(joined)))
    return found


_MAX_CLIQUE = 1 << 20
_PILOT = 64


class StateSampler(Protocol):
    """Draws the most probable state of a component under its posterior."""

    def draw(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Most probable states of ``size`` draws, as a (size, c) array."""
        ...

    def leads(self, code: Sequence[int], ratio: float, size: int, rng: np.random.Generator) -> int:
        """In how many of ``size`` draws a state is more than ``ratio`` times as probable as any."""
        ...


def choose_sampler(cases: CodedCases, parents: Sequence[int]) -> StateSampler:
    """Complete tables or only their largest entries, whichever should take less time.

    Nanoseconds a draw: about 40 for every number drawn, 3 for every number of a clique table, 30
    for every prefix that the lazy search may visit.
    """
    states = cases.states
    scopes = [tuple(sorted([*members(p), i])) for i, p in enumerate(parents)]

    def size(scopes: Sequence[tuple[int, ...]]) -> list[float]:
        return [float(np.prod(states[list(scope)])) for scope in scopes]

    clique = size(cliques(scopes, elimination_order(scopes, states.tolist())))
    complete = 40 * sum(size(scopes)) + 3 * sum(clique)
    if complete < 4000:
        return TableSampler(cases, parents)
    lazy = LazySampler(cases, parents)
    visited = lazy.expected_prefixes(_PILOT, np.random.default_rng(0))
    if max(clique) <= _MAX_CLIQUE and complete < 40 * lazy.numbers + 30 * visited:
        return TableSampler(cases, parents)
    return lazy
