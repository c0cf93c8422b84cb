"""The most probable joint state under posterior draws of tables that are too large to draw.

A measure with 24 states and five parents has 24^5 rows; at most one per case was observed.
Three facts make it possible to draw only what matters, and to be exact in distribution still:

* A partial assignment (a prefix, parents first) has a probability, and its continuations have no
  more. The prefixes as probable as the best complete state are few: less than 1 / P(best) of each
  length, since they exclude each other.
* Dirichlet parameters add up: an observed row needs one draw for each state seen in it and one for
  all the others together. What the others share is split only where it could matter.
* A symmetric Dirichlet vector (an unobserved row, or that split) is drawn largest parts first, in
  size-biased order: V_k ~ Beta(1 + a, (K - k) a) of the remainder, for a state drawn at random
  (Pitman 1996), until the remainder cannot matter.

What is drawn for a row is shared by all prefixes of the same draw that lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jointstats.evidence.arrays import Array, Bools, Ints
from jointstats.evidence.tails import log_stick_draws
from jointstats.network.kernel_bdeu import CodedCases, group_labels
from jointstats.network.kernel_continuations import Continuations, Family, Outlook, ranges
from jointstats.network.kernel_dags import topological_order

_BATCH_NUMBERS = 1 << 20
_MAX_FRONTIER = 1 << 20
SLACK = 1e-10


@dataclass(frozen=True)
class Prefixes:
    """Partial assignments.

    Attributes
    ----------
    draw : (n,) int array
        The draw that each belongs to.
    codes : (n, m) int array
        States; 0 where still open.
    log_p : (n,) float array
        Log probability.
    strays : (n,) int array
        Where they differ from the leader, one bit for each step; 0 if there is none.
    hope : (n,) float array
        Log of a bound of what the open measures can contribute.
    """

    draw: Ints
    codes: Ints
    log_p: Array
    strays: Ints
    hope: Array

    def __getitem__(self, rows: Ints | Bools) -> Prefixes:
        return Prefixes(
            self.draw[rows], self.codes[rows], self.log_p[rows], self.strays[rows], self.hope[rows]
        )


@dataclass(frozen=True)
class Tables:
    """One batch of draws.

    Attributes
    ----------
    entry, rest : list of (K, draws) arrays
        Logs of the observed entries and of the rest of each observed row, by step.
    floors : list of (patterns, draws) arrays
        For each step what a prefix with these strays must promise to be of interest (its log).
    outlook : Outlook
        Bounds of what can follow.
    leader : (m,) int array, optional
        A state from which strays differ; none by default.
    """

    entry: list[Array]
    rest: list[Array]
    floors: list[Array]
    outlook: Outlook
    leader: Ints | None = None


class LazySampler:
    """Draws only the parts of tables that can hold the most probable joint state.

    Parameters
    ----------
    cases : CodedCases
        From :func:`jointstats.network.kernel_bdeu.coded_cases`; at least one case.
    parents : sequence of int
        Parent sets of the graph, as bit masks.
    """

    def __init__(self, cases: CodedCases, parents: Sequence[int]) -> None:
        self.m, self.codes = cases.m, cases.codes
        order = topological_order(np.asarray(parents))
        self.families = [Family(cases, i, int(parents[i])) for i in order]
        self.continuations = Continuations(self.families, cases.states)
        drawn = [len(family.entry_shape) + family.rows for family in self.families]
        self.batch = max(16, min(8192, _BATCH_NUMBERS // max(len(cases.codes), sum(drawn))))

    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        """Most probable joint state of each of ``size`` draws, as a (size, m) array."""
        return np.concatenate([self._draw_batch(n, rng) for n in batches(size, self.batch)])

    def leads(self, code: Sequence[int], ratio: float, size: int, rng: np.random.Generator) -> int:
        """In how many of ``size`` draws a state is more than ``ratio`` times as probable as any."""
        state = np.asarray(code)
        return sum(self._leads_in_batch(state, ratio, n, rng) for n in batches(size, self.batch))

    def _leads_in_batch(self, code: Ints, ratio: float, size: int, rng: np.random.Generator) -> int:
        """Rivals are searched for where neither their bound nor a known one decides."""
        tables, step = self._tables(size, rng), np.log(ratio)
        states, best = self.continuations.best_observed(tables.entry, tables.outlook)
        draws, sure = np.arange(size), 0
        path = [family.entry_of(code) for family in self.families]
        if min(path) >= 0:
            limit = sum(entry[e] for entry, e in zip(tables.entry, path, strict=True)) - step
            rival = self.continuations.best_rival(tables.entry, tables.rest, tables.outlook, path)
            sure = int((rival < limit).sum())
            if self.continuations.direct:  # the bound is a rival's
                return sure
            beaten = (states != code).any(axis=1) & (best >= limit)
            draws = np.flatnonzero((rival >= limit) & ~beaten)
        else:
            limit = self._floor(draws, best, tables)
        if not draws.size:
            return sure
        tables = replace(tables, floors=[limit[None] - SLACK] * self.m)
        mine, others = np.full(size, -np.inf), np.full(size, -np.inf)
        for leaf in self.descend(draws, tables, rng):
            same = (leaf.codes == code).all(axis=1)
            mine[leaf.draw[same]] = leaf.log_p[same]
            np.maximum.at(others, leaf.draw[~same], leaf.log_p[~same])
        return sure + int((mine[draws] - step > others[draws]).sum())

    def _draw_batch(self, size: int, rng: np.random.Generator) -> Ints:
        """The best observed state, unless the bound says that another may be better."""
        tables = self._tables(size, rng)
        states, log_p = self.continuations.best_observed(tables.entry, tables.outlook)
        open_ = np.flatnonzero(self.continuations.roots(tables.outlook) - SLACK > log_p)
        if not open_.size:
            return states
        limit = np.full(size, np.inf)
        limit[open_] = self._floor(open_, log_p[open_], tables)
        tables = replace(tables, floors=[limit[None] - SLACK] * self.m)
        for leaf in self.descend(open_, tables, rng):
            order = np.lexsort((leaf.log_p, leaf.draw))
            best = order[np.flatnonzero(np.diff(leaf.draw[order], append=-1))]
            states[leaf.draw[best]] = leaf.codes[best]
        return states

    def _tables(self, size: int, rng: np.random.Generator) -> Tables:
        drawn = [family.draw(size, rng) for family in self.families]
        entry, rest = [entry for entry, _ in drawn], [rest for _, rest in drawn]
        return Tables(entry, rest, [], self.continuations.outlook(entry, rest))

    def _floor(self, draws: Ints, log_p: Array, tables: Tables) -> Array:
        """The larger of a state's log probability and of that of the best case, in these draws."""
        seen = sum_of_entries(self.families, [entry[:, draws] for entry in tables.entry])
        return np.maximum(log_p, seen.max(axis=0))

    def descend(self, draws: Ints, tables: Tables, rng: np.random.Generator) -> list[Prefixes]:
        """All states that reach the floors of these draws."""
        nothing = np.zeros(draws.size, dtype=np.int64)
        codes = np.zeros((draws.size, self.m), dtype=np.int64)
        hope = self.continuations.roots(tables.outlook)[draws]
        roots = Prefixes(draws, codes, np.zeros(draws.size), nothing, hope)
        return self._descend(roots, 0, tables, rng)

    def _descend(
        self, prefixes: Prefixes, level: int, tables: Tables, rng: np.random.Generator
    ) -> list[Prefixes]:
        """Extend prefixes, measure by measure, to all states that reach their draw's bound.

        Draws do not depend on each other, so a batch that grows too large is halved.
        """
        for step in range(level, self.m):
            first, last = int(prefixes.draw[0]), int(prefixes.draw.max())
            if len(prefixes.draw) > _MAX_FRONTIER and last > first:
                low = prefixes.draw <= (first + last) // 2
                halves = (prefixes[low], prefixes[~low])
                return [leaf for h in halves for leaf in self._descend(h, step, tables, rng)]
            prefixes = self._extend(prefixes, step, tables, rng)
        return [prefixes]

    def _extend(
        self, prefixes: Prefixes, step: int, tables: Tables, rng: np.random.Generator
    ) -> Prefixes:
        """All continuations by one measure that may still lead to the best state."""
        family, floors = self.families[step], tables.floors[step]
        row = family.trie.find(prefixes.codes[:, family.parents])
        seen = np.flatnonzero(row >= 0)
        allowed = self.continuations.allowed(
            tables.outlook, step, prefixes.codes, row, prefixes.draw
        )
        hope = prefixes.hope - allowed  # of the other measures
        parts = [self._seen(prefixes, row, seen, hope, step, tables)]
        # The other states of an observed row, and all states of a row never observed.
        mass = np.zeros(len(row))
        mass[seen] = tables.rest[step][row[seen], prefixes.draw[seen]]
        # Which of them is the leader's own state is known after the split.
        floor = floors[prefixes.strays, prefixes.draw]
        if tables.leader is not None:
            floor = np.minimum(floor, floors[prefixes.strays | 1 << step, prefixes.draw])
        missing = floor - prefixes.log_p - mass - hope
        missing -= tables.outlook.any_state[step][prefixes.draw]
        open_ = np.flatnonzero(missing <= 0)
        if len(open_):
            limit = missing[open_]
            at, code, log_part = self._split(family, prefixes[open_], row[open_], limit, rng)
            origin = open_[at]
            draw, strays = prefixes.draw[origin], prefixes.strays[origin]
            if tables.leader is not None:
                strays |= (code != tables.leader[family.child]).astype(np.int64) << step
            log_p = (prefixes.log_p + mass)[origin] + log_part
            codes = prefixes.codes[origin]
            codes[:, family.child] = code
            ahead = hope[origin] + self.continuations.ahead(tables.outlook, step, codes, draw)
            keep = log_p + ahead >= floors[strays, draw]
            parts.append((origin[keep], code[keep], log_p[keep], strays[keep], ahead[keep]))
        origin, code, log_p, strays, hope = (np.concatenate(p) for p in zip(*parts, strict=True))
        order = np.argsort(prefixes.draw[origin], kind="stable")
        origin = origin[order]
        codes = prefixes.codes[origin]
        codes[:, family.child] = code[order]
        return Prefixes(prefixes.draw[origin], codes, log_p[order], strays[order], hope[order])

    def _seen(
        self, prefixes: Prefixes, row: Ints, seen: Ints, hope: Array, step: int, tables: Tables
    ) -> tuple[Ints, Ints, Array, Ints, Array]:
        """Continuations by states seen in an observed row: origin, code, log p, strays, hope."""
        family, entries = self.families[step], tables.outlook.entries[step]
        leader, floors = tables.leader, tables.floors[step]
        off: Ints = np.zeros(len(family.entry_code), dtype=np.int64)
        if leader is not None:
            off = (family.entry_code != leader[family.child]).astype(np.int64) << step
        origin = np.repeat(seen, family.entries[row[seen]])
        entry = ranges(family.start[row[seen]], family.entries[row[seen]])
        promise = (prefixes.log_p + hope)[origin] + entries[entry, prefixes.draw[origin]]
        strays = prefixes.strays[origin] | off[entry]
        keep = promise >= floors[strays, prefixes.draw[origin]]
        origin, entry, strays = origin[keep], entry[keep], strays[keep]
        draw, in_table = prefixes.draw[origin], tables.entry[step]
        part, code = in_table[entry, draw], family.entry_code[entry]
        ahead = entries[entry, draw] - part if entries is not in_table else np.zeros(len(part))
        return origin, code, prefixes.log_p[origin] + part, strays, hope[origin] + ahead

    def _split(
        self, family: Family, prefixes: Prefixes, row: Ints, limit: Array, rng: np.random.Generator
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
        part = order[ranges((np.cumsum(count) - count)[group], count[group])]
        keep = log_part[part] >= limit[prefix]
        return prefix[keep], code[part[keep]], log_part[part[keep]]


def batches(size: int, batch: int) -> list[int]:
    """Sizes of the batches that make up a number of draws."""
    return [min(batch, size - start) for start in range(0, size, batch)]


def sum_of_entries(families: Sequence[Family], entry: Sequence[Array]) -> Array:
    """Log probability of every case's state, for each draw."""
    parts = [e[family.entry_of_case] for family, e in zip(families, entry, strict=True)]
    return np.asarray(np.sum(parts, axis=0))


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
    parts: list[tuple[Ints, Ints, Array]] = []
    while len(vectors):
        remaining = states[vectors] - taken.shape[1] - 1
        rest = np.asarray(remaining * share, dtype=np.float64)
        log_v, log_rest = log_stick_draws(np.full(len(vectors), 1 + share), rest, rng)
        state = _draw_other(states[vectors], taken, rng)
        part = left + log_v
        large = part >= limit[vectors]
        parts.append((vectors[large], state[large], part[large]))
        left = left + log_rest
        on = (left >= limit[vectors]) & (remaining > 0)
        taken = np.column_stack([taken, state])[on]
        vectors, left = vectors[on], left[on]
    vector, state, part = (np.concatenate(p) for p in zip(*parts, strict=True))
    return vector, state, part


def _draw_other(states: Ints, taken: Ints, rng: np.random.Generator) -> Ints:
    """Draw one of the states that are not taken yet, each with the same chance."""
    state = rng.integers(0, states)
    again = np.flatnonzero(np.any(taken == state[:, None], axis=1))
    while len(again):
        state[again] = rng.integers(0, states[again])
        again = again[np.any(taken[again] == state[again, None], axis=1)]
    return state
