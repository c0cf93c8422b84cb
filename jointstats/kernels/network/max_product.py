"""The most probable joint state under tables drawn from their posterior; how often one leads.

Given the graph, every row of a conditional table has a Dirichlet posterior,
Dirichlet(w_jk + a / (q r)) with q parent configurations and r states. One draw of all tables has
one most probable joint state; it is found by max-product variable elimination, for a whole batch of
draws, in time that grows with the largest clique and not with the number of states.

P(one statement leads), with its own table entries averaged over for every draw of the others.

A statement is a path through the tables: it reads one entry V_i ~ Beta(a_i, b_i) of one row of
each measure's table. Given all the rest (the other rows, and how the others of its own rows share
1 - V_i), every rival is a number M times factors that the path alone decides: where a rival has
parents as the path has, V_i if it agrees on the measure and 1 - V_i if it does not, and otherwise
none. What the rival lacks to the path depends on the path only by where the two differ: there are
2^m patterns. One search for the rivals thus serves many draws of the path, and their average
(conditional Monte Carlo) varies far less than one draw that says yes or no: with P near .37
(`benchmarks/network.py`, four algorithms) as little as six such draws together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.joint.gamma_tails import log_gamma_draws
from jointstats.kernels.network.bdeu import CodedCases
from jointstats.kernels.network.dags import members
from jointstats.kernels.network.lazy_argmax import SLACK, LazySampler, Tables, sum_of_entries

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
            weight = sum(table[tuple(code[j] for j in scope)] for scope, table in factors)
            others = [
                self._eliminated(self._without(factors, j, code[j]))[0] for j in range(self.m)
            ]
            ahead += int((weight > np.max(others, axis=0) + np.log(ratio)).sum())
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
        for own_scope, values in factors:
            shape = [self.states[j] if j in own_scope else 1 for j in scope]
            table = table + values.reshape(*shape, size)
        return np.asarray(table)

    def _trace_back(self, traces: list[_Trace], size: int) -> NDArray[np.int64]:
        """Fix the measures in reverse order of elimination."""
        codes = np.zeros((size, self.m), dtype=np.int64)
        for v, rest, where in reversed(traces):
            index = tuple(codes[:, j] for j in rest)
            codes[:, v] = where[(*index, np.arange(size))]
        return codes


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
    largest = []
    for v in order:
        joined = set().union(*(scope for scope in current if v in scope))
        current = [scope for scope in current if v not in scope] + [joined - {v}]
        largest.append(tuple(sorted(joined)))
    return largest


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
    """Complete tables or only their largest entries: the ones that should take less time.

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


PATHS = 16  # draws of the path for each draw of the others
MOST_MEASURES = 8  # 2^m patterns are listed


class LeadingPath:
    """Draws P(a statement leads | everything but its own entries).

    Parameters
    ----------
    sampler : LazySampler
        Of at most `MOST_MEASURES` measures.
    code : sequence of int
        The statement, one of the cases.
    ratio : float, default 1
        Leading means to be more than this many times as probable as any other; at least 1.
    """

    def __init__(self, sampler: LazySampler, code: Sequence[int], ratio: float = 1.0) -> None:
        self.sampler, self.code, self.step = sampler, np.asarray(code), log(ratio)
        families = sampler.families
        self.entry = [family.entry_of(self.code) for family in families]
        place = {family.child: k for k, family in enumerate(families)}
        self.above = [sum(1 << place[j] for j in family.parents) for family in families]
        # The other cases, by where they stray from the path.
        children = [family.child for family in families]
        strays = (sampler.codes[:, children] != self.code[children]) @ (1 << np.arange(sampler.m))
        self.rivals = np.flatnonzero(strays)
        self.rivals = self.rivals[np.argsort(strays[self.rivals], kind="stable")]
        self.patterns, self.first = np.unique(strays[self.rivals], return_index=True)
        self.batch = max(16, min(sampler.batch, _BATCH_NUMBERS // (PATHS << sampler.m)))

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """P(the statement leads), for each of ``size`` draws of everything but its own entries."""
        parts = [
            self._draw_batch(min(self.batch, size - start), rng)
            for start in range(0, size, self.batch)
        ]
        return np.concatenate(parts)

    def _draw_batch(self, size: int, rng: np.random.Generator) -> Array:
        families, m = self.sampler.families, self.sampler.m
        drawn = [
            family.draw(size, rng, entry)
            for family, entry in zip(families, self.entry, strict=True)
        ]
        entry, rest = [e for e, _ in drawn], [r for _, r in drawn]
        weights, odds = self._path(size, rng)
        room = self._room(weights, odds)
        leads = np.ones((size, PATHS), dtype=bool)
        if len(self.rivals):
            observed = sum_of_entries(families, entry)[self.rivals]
            for pattern, best in zip(
                self.patterns, np.maximum.reduceat(observed, self.first), strict=True
            ):
                leads &= best[:, None] < room[m][pattern]
        # What the path still has to pay after each step, and nothing where it leads no more.
        ahead = np.cumsum(weights[::-1], axis=0)[::-1]
        ahead = np.concatenate([ahead[1:], np.zeros((1, size, PATHS))])
        ahead[:, ~leads] = np.inf
        floors = [(room[k + 1] + ahead[k]).min(axis=2) - SLACK for k in range(m)]
        most = list(zip(weights.max(axis=2), (weights - odds).max(axis=2), strict=True))
        outlook = self.sampler.continuations.outlook(entry, rest, self.entry, most)
        tables = Tables(entry, rest, floors, outlook, self.code)
        draws = np.flatnonzero(leads.any(axis=1))
        for leaf in self.sampler.descend(draws, tables, rng) if draws.size else []:
            rival = leaf[leaf.strays > 0]
            if not rival.draw.size:
                continue
            beaten = rival.log_p[:, None] >= room[m][rival.strays, rival.draw]
            draw, start = np.unique(rival.draw, return_index=True)
            leads[draw] &= ~np.logical_or.reduceat(beaten, start)
        return np.asarray(leads.mean(axis=1))

    def _path(self, size: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Logs of the path's entries and of their odds, (m, draws, paths)."""
        shape = (size, PATHS)
        logs, odds = np.empty((self.sampler.m, *shape)), np.empty((self.sampler.m, *shape))
        for k, (family, entry) in enumerate(zip(self.sampler.families, self.entry, strict=True)):
            row = family.entry_row[entry]
            same = family.entry_shape[family.entry_row == row].sum()
            a = family.entry_shape[entry]
            both = [a, same - a + family.others[row] * family.share]
            mine, rest = log_gamma_draws(both, size * PATHS, rng).reshape(2, *shape)
            odds[k] = mine - rest
            logs[k] = -np.logaddexp(0.0, -odds[k])
        return logs, odds

    def _room(self, weights: Array, odds: Array) -> list[Array]:
        """How probable a rival may be with these strays after each step, apart from the path.

        Returns arrays (patterns, draws, paths) of logs; the path's own factors cancel.
        """
        room = [np.full((1, *weights.shape[1:]), -self.step)]
        for k, above in enumerate(self.above):
            off = (np.arange(1 << k) & above).astype(bool)[:, None, None]
            stays = room[k] + np.where(off, weights[k], 0.0)
            leaves = room[k] + np.where(off, weights[k], odds[k])
            room.append(np.concatenate([stays, leaves]))
        return room


def path_of(sampler: object, code: Sequence[int], ratio: float = 1.0) -> LeadingPath | None:
    """The path of a statement, if this sampler has one: few measures, and seen in the cases."""
    if not isinstance(sampler, LazySampler) or sampler.m > MOST_MEASURES:
        return None
    seen = (sampler.codes == np.asarray(code)).all(axis=1).any()
    return LeadingPath(sampler, code, ratio) if seen else None


def mean_and_error(draws: Array) -> tuple[float, float]:
    """Mean of draws between 0 and 1, and its standard error: as if one more had been 1 off.

    Examples
    --------
    >>> mean_and_error(np.zeros(100))
    (0.0, 0.01)
    """
    n = len(draws)
    return float(draws.mean()), sqrt(float(draws.var()) / n + 1 / n**2)
