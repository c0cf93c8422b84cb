"""The most probable joint state under posterior draws of tables that are too large to draw.

A measure with 24 states and five parents has 24^5 rows of which at most one per case was observed.
Three facts make it possible to draw only what matters, and to be exact in distribution still:

* A partial assignment (a prefix, parents first) has a probability, and its continuations have no
  more. The prefixes as probable as the best complete state are few: less than 1 / P(best) of each
  length, since they exclude each other.
* Dirichlet parameters add up: an observed row needs one draw for each state seen in it and one for
  all the others together. What the others share is split only where it could matter.
* A symmetric Dirichlet vector (an unobserved row, or that split) is drawn largest parts first, in
  size-biased order: V_k ~ Beta(1 + a, (K - k) a) of what is left, for a state drawn at random
  (Pitman 1996), until what is left cannot matter.

Whatever is drawn for a row is shared by all prefixes of the same draw that lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.network.bdeu import CodedCases, group_labels
from jointstats.kernels.network.dags import members, topological_order
from jointstats.kernels.network.log_gamma import log_gamma_draws, log_stick_draws

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
_BATCH_NUMBERS = 1 << 20
_MAX_FRONTIER = 1 << 20
_SLACK = 1e-10


class _Family:
    """A measure and its parents: the rows and entries of its table that were observed."""

    def __init__(self, cases: CodedCases, i: int, parents: int) -> None:
        self.child, self.parents = i, members(parents)
        self.states = int(cases.states[i])
        self.share = cases.ess / float(np.prod(cases.states[[*self.parents, i]]))
        row, first = group_labels(cases.codes[:, self.parents])
        self.trie = _Trie(cases.codes[first][:, self.parents], cases.states[self.parents])
        row = self.trie.find(cases.codes[:, self.parents])
        self.rows = len(first)
        # Entries (row, code), sorted by row and then by code.
        entry, first = group_labels(np.column_stack([row, cases.codes[:, i]]))
        self.entry_of_case = entry
        self.entry_row, self.entry_code = row[first], cases.codes[first, i]
        self.entry_shape = np.bincount(entry, cases.weights, len(first)) + self.share
        self.entries = np.bincount(self.entry_row, minlength=self.rows)
        self.start = np.cumsum(self.entries) - self.entries
        self.others = self.states - self.entries  # states not seen in the row
        # To number the states that were not seen: code minus the number of seen ones before it.
        before = np.arange(len(first)) - self.start[self.entry_row]
        self.gaps = self.entry_row * (self.states + 1) + self.entry_code - before

    def unseen_code(self, row: Ints, position: Ints) -> Ints:
        """The state at a position among those not seen in the row."""
        key = row * (self.states + 1) + position
        return position + np.searchsorted(self.gaps, key, side="right") - self.start[row]

    def draw(self, size: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Log of the observed entries, and of the rest of each observed row."""
        shapes = np.concatenate([self.entry_shape, self.others * self.share])
        logs = log_gamma_draws(shapes, size, rng)
        entry, rest = logs[: len(self.entry_shape)], logs[len(self.entry_shape) :]
        top = np.maximum(np.maximum.reduceat(entry, self.start), rest)
        total = np.add.reduceat(np.exp(entry - top[self.entry_row]), self.start)
        norm = top + np.log(total + np.exp(rest - top))
        return entry - norm[self.entry_row], rest - norm


class _Trie:
    """Finds rows of codes among known ones, column by column (one key would overflow)."""

    def __init__(self, known: Ints, states: Array) -> None:
        self.states = [int(r) for r in states]
        self.keys: list[Ints] = []
        node = np.zeros(len(known), dtype=np.int64)
        for column, r in zip(known.T, self.states, strict=True):
            keys, node = np.unique(node * r + column, return_inverse=True)
            self.keys.append(keys)

    def find(self, rows: Ints) -> Ints:
        """Number of each row among the known ones, -1 if it is not."""
        node = np.zeros(len(rows), dtype=np.int64)
        for column, r, keys in zip(rows.T, self.states, self.keys, strict=True):
            key = np.where(node >= 0, node * r + column, -1)
            place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
            node = np.where(keys[place] == key, place, -1)
        return node


@dataclass(frozen=True)
class _Prefixes:
    """Partial assignments: the draw they belong to, their codes (0 if open), log probability."""

    draw: Ints
    codes: Ints
    log_p: Array

    def __getitem__(self, rows: Ints | NDArray[np.bool_]) -> _Prefixes:
        return _Prefixes(self.draw[rows], self.codes[rows], self.log_p[rows])

    def extended(self, origin: Ints, child: int, code: Ints, log_p: Array) -> _Prefixes:
        codes = self.codes[origin]
        codes[:, child] = code
        return _Prefixes(self.draw[origin], codes, log_p)


@dataclass(frozen=True)
class _Tables:
    """One batch of draws: logs of observed entries and rests, and each draw's lower bound."""

    entry: list[Array]
    rest: list[Array]
    observed: Array  # log probability of every case's state
    bound: Array


class LazySampler:
    """Draws only the parts of tables that can hold the most probable joint state.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.kernels.network.bdeu.coded_cases`; at least one case.
    parents : sequence of int
        Parent sets of the graph, as bit masks.
    """

    def __init__(self, cases: CodedCases, parents: Sequence[int]) -> None:
        self.m, self.codes = cases.m, cases.codes
        order = topological_order(np.asarray(parents))
        self.families = [_Family(cases, i, int(parents[i])) for i in order]
        drawn = [len(family.entry_shape) + family.rows for family in self.families]
        self.numbers = sum(drawn)  # drawn at the start of every draw
        self.batch = max(16, min(4096, _BATCH_NUMBERS // max(len(cases.codes), *drawn)))

    def expected_prefixes(self, size: int, rng: np.random.Generator) -> float:
        """Most prefixes that a draw visits, on average: fewer than m / P(best observed state)."""
        with np.errstate(over="ignore"):
            return float(self.m * np.mean(np.exp(-self._tables(size, rng).bound)))

    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        """Most probable joint state of each of ``size`` draws, as a (size, m) array."""
        parts = [
            self._draw_batch(min(self.batch, size - start), rng)
            for start in range(0, size, self.batch)
        ]
        return np.concatenate(parts)

    def leads(self, code: Sequence[int], ratio: float, size: int, rng: np.random.Generator) -> int:
        """In how many of ``size`` draws a state is more than ``ratio`` times as probable as any."""
        return sum(
            self._leads_in_batch(np.asarray(code), ratio, min(self.batch, size - start), rng)
            for start in range(0, size, self.batch)
        )

    def _leads_in_batch(self, code: Ints, ratio: float, size: int, rng: np.random.Generator) -> int:
        """Whatever rivals it must be found: where it leads, those are above every observed one."""
        tables, draws, step = self._tables(size, rng), np.arange(size), np.log(ratio)
        own = (self.codes == code).all(axis=1)
        if own.any():  # beaten by an observed state, or to be compared with those above its limit
            limit = tables.observed[own][0] - step
            draws = np.flatnonzero(tables.observed[~own].max(axis=0, initial=-np.inf) < limit)
            tables = replace(tables, bound=limit)
        if not draws.size:
            return 0
        mine, others = np.full(size, -np.inf), np.full(size, -np.inf)
        for found in self._descend(self._roots(draws), 0, tables, rng):
            same = (found.codes == code).all(axis=1)
            mine[found.draw[same]] = found.log_p[same]
            np.maximum.at(others, found.draw[~same], found.log_p[~same])
        return int((mine[draws] - step > others[draws]).sum())

    def _draw_batch(self, size: int, rng: np.random.Generator) -> Ints:
        best = []
        tables = self._tables(size, rng)
        for found in self._descend(self._roots(np.arange(size)), 0, tables, rng):
            order = np.lexsort((found.log_p, found.draw))
            last_of_draw = np.flatnonzero(np.diff(found.draw[order], append=-1))
            best.append(found.codes[order[last_of_draw]])
        return np.concatenate(best)

    def _roots(self, draws: Ints) -> _Prefixes:
        """The empty prefix of each draw."""
        return _Prefixes(
            draws, np.zeros((draws.size, self.m), dtype=np.int64), np.zeros(draws.size)
        )

    def _tables(self, size: int, rng: np.random.Generator) -> _Tables:
        drawn = [family.draw(size, rng) for family in self.families]
        observed = np.sum(
            [
                entry[family.entry_of_case]
                for family, (entry, _) in zip(self.families, drawn, strict=True)
            ],
            axis=0,
        )
        bound = np.max(observed, axis=0) - _SLACK
        return _Tables([entry for entry, _ in drawn], [rest for _, rest in drawn], observed, bound)

    def _descend(
        self, prefixes: _Prefixes, level: int, tables: _Tables, rng: np.random.Generator
    ) -> list[_Prefixes]:
        """Extend prefixes, measure by measure, to all states that reach their draw's bound.

        Draws do not depend on each other, so a batch that grows too large is halved.
        """
        for step in range(level, self.m):
            first, last = int(prefixes.draw[0]), int(prefixes.draw.max())
            if len(prefixes.draw) > _MAX_FRONTIER and last > first:
                low = prefixes.draw <= (first + last) // 2
                halves = (prefixes[low], prefixes[~low])
                return [one for h in halves for one in self._descend(h, step, tables, rng)]
            prefixes = self._extend(prefixes, step, tables, rng)
        return [prefixes]

    def _extend(
        self, prefixes: _Prefixes, step: int, tables: _Tables, rng: np.random.Generator
    ) -> _Prefixes:
        """All continuations by one measure that may still lead to the best state."""
        family = self.families[step]
        row = family.trie.find(prefixes.codes[:, family.parents])
        bound = tables.bound[prefixes.draw]
        seen = np.flatnonzero(row >= 0)
        # States seen in an observed row.
        origin = np.repeat(seen, family.entries[row[seen]])
        entry = _ranges(family.start[row[seen]], family.entries[row[seen]])
        log_p = prefixes.log_p[origin] + tables.entry[step][entry, prefixes.draw[origin]]
        keep = log_p >= bound[origin]
        parts = [(origin[keep], family.entry_code[entry[keep]], log_p[keep])]
        # The other states of an observed row, and all states of a row never observed.
        mass = np.zeros(len(row))
        mass[seen] = tables.rest[step][row[seen], prefixes.draw[seen]]
        open_ = np.flatnonzero(prefixes.log_p + mass >= bound)
        if len(open_):
            limit = bound[open_] - prefixes.log_p[open_] - mass[open_]
            at, code, log_part = self._split(family, prefixes[open_], row[open_], limit, rng)
            origin = open_[at]
            parts.append((origin, code, prefixes.log_p[origin] + mass[origin] + log_part))
        origin, code, log_p = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.argsort(prefixes.draw[origin], kind="stable")
        return prefixes.extended(origin[order], family.child, code[order], log_p[order])

    def _split(
        self,
        family: _Family,
        prefixes: _Prefixes,
        row: Ints,
        limit: Array,
        rng: np.random.Generator,
    ) -> tuple[Ints, Ints, Array]:
        """Split mass among unseen states: (prefix, state, log of its part), parts >= limit."""
        asked = np.column_stack([prefixes.draw, row, prefixes.codes[:, family.parents]])
        group, first = group_labels(asked)  # prefixes that share a row share its split
        lowest = np.full(len(first), np.inf)
        np.minimum.at(lowest, group, limit)
        at, position, log_part = _largest_parts(
            np.where(row[first] >= 0, family.others[row[first]], family.states),
            family.share,
            lowest,
            rng,
        )
        known = row[first][at]
        code = np.where(known >= 0, family.unseen_code(known, position), position)
        # Join the parts of each group to the prefixes of that group.
        order = np.argsort(at, kind="stable")
        count = np.bincount(at, minlength=len(first))
        prefix = np.repeat(np.arange(len(group)), count[group])
        part = order[_ranges((np.cumsum(count) - count)[group], count[group])]
        keep = log_part[part] >= limit[prefix]
        return prefix[keep], code[part[keep]], log_part[part[keep]]


def _largest_parts(
    states: Ints, share: float, limit: Array, rng: np.random.Generator
) -> tuple[Ints, Ints, Array]:
    """Parts of symmetric Dirichlet vectors that are at least as large as a limit.

    Parameters
    ----------
    states : (G,) int array
        Number of states of each vector.
    share : float
        The common Dirichlet parameter.
    limit : (G,) float array
        Log of the smallest part that is wanted of each.

    Returns
    -------
    vector, state, log_part : arrays of the same length
    """
    vectors = np.arange(len(states))
    left = np.zeros(len(states))
    taken = np.empty((len(states), 0), dtype=np.int64)
    found: list[tuple[Ints, Ints, Array]] = []
    while len(vectors):
        remaining = states[vectors] - taken.shape[1] - 1
        rest = np.asarray(remaining * share, dtype=np.float64)
        log_v, log_rest = log_stick_draws(np.full(len(vectors), 1 + share), rest, rng)
        state = _draw_other(states[vectors], taken, rng)
        part = left + log_v
        large = part >= limit[vectors]
        found.append((vectors[large], state[large], part[large]))
        left = left + log_rest
        on = (left >= limit[vectors]) & (remaining > 0)
        taken = np.column_stack([taken, state])[on]
        vectors, left = vectors[on], left[on]
    vector, state, part = (np.concatenate(p) for p in zip(*found, strict=True))
    return vector, state, part


def _draw_other(states: Ints, taken: Ints, rng: np.random.Generator) -> Ints:
    """Draw one of the states that are not taken yet, each with the same chance."""
    state = rng.integers(0, states)
    again = np.flatnonzero(np.any(taken == state[:, None], axis=1))
    while len(again):
        state[again] = rng.integers(0, states[again])
        again = again[np.any(taken[again] == state[again, None], axis=1)]
    return state


def _ranges(start: Ints, count: Ints) -> Ints:
    """Concatenated ranges start, start + 1, ..., start + count - 1."""
    before = np.cumsum(count) - count
    return np.arange(int(count.sum())) + np.repeat(start - before, count)
