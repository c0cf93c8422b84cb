"""Expected shares of statements given the graph, and how far one leads over *all* others.

A statement is a path through the tables: it reads one entry V_i ~ Beta(a_i, b_i) of one row of
each measure's table. Given all the rest (the other rows, and how the others of its own rows share
1 - V_i), every rival is a number M times factors that the path alone decides: where a rival has
parents as the path has, V_i if it agrees on the measure and 1 - V_i if it does not, and otherwise
none. What the rival lacks to the path depends on the path only by where the two differ: there are
2^m patterns. One search for the rivals thus serves many draws of the path, and their average
(conditional Monte Carlo) varies far less than one draw that says yes or no: with P near .37
(`benchmarks/network.py`, four algorithms) as little as six such draws together.

A statement's share is a product over measures of one entry of each conditional table. The tables'
rows are independent Dirichlet vectors, so that means and second moments are products, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, special
from jointstats.evidence.tails import log_gamma_draws
from jointstats.network import kernel_lazy_argmax as lazy
from jointstats.network.kernel_bdeu import CodedCases, group_labels, members
from jointstats.network.kernel_lazy_argmax import LazySampler, Tables

_BATCH_NUMBERS = 1 << 20  # numbers in the largest table of a batch
PATHS = 16  # draws of the path for each draw of the others
MOST_MEASURES = 8  # 2^m patterns are listed
_NORMAL = 1e10  # beta distributions of greater parameters are normal to ten digits


class Families:
    """Entries of some statements in the table of any measure with any parents, found once each.

    Parameters
    ----------
    cases : CodedCases
    codes : (Q, m) array of int
        Statements.
    """

    def __init__(self, cases: CodedCases, codes: ArrayLike) -> None:
        self.cases, self.codes = cases, np.asarray(codes, dtype=np.int64)
        self._found: dict[tuple[int, int], tuple[Array, Array]] = {}

    def entries(self, parents: ArrayLike) -> tuple[Array, Array]:
        """Dirichlet parameters of entries, and the sums of their rows, by statement and measure.

        Of a graph (parent sets as bit masks).
        """
        masks = [int(p) for p in np.asarray(parents).tolist()]
        families = [self._family(i, mask) for i, mask in enumerate(masks)]
        return np.stack([own for own, _ in families], 1), np.stack([row for _, row in families], 1)

    def _family(self, i: int, mask: int) -> tuple[Array, Array]:
        if (i, mask) not in self._found:
            above = members(mask)
            share = self.cases.ess / float(np.prod(self.cases.states[above]))
            matching = share / self.cases.states[i] + self._matching([*above, i])
            self._found[i, mask] = matching, share + self._matching(above)
        return self._found[i, mask]

    def _matching(self, columns: list[int]) -> Array:
        """Weight of the cases that agree with each statement on these measures."""
        known = len(self.cases.codes)
        both = np.concatenate([self.cases.codes[:, columns], self.codes[:, columns]])
        labels, first = group_labels(both)
        mass = np.bincount(labels[:known], self.cases.weights, len(first))
        return mass[labels[known:]].astype(np.float64)


def average_moments(
    cases: CodedCases, graphs: ArrayLike, weights: ArrayLike, codes: ArrayLike
) -> tuple[Array, Array]:
    """Mean and second moment of each statement's share, averaged over graphs.

    Parameters
    ----------
    cases : CodedCases
    graphs : (K, m) array of int
        Parent sets as bit masks.
    weights : (K,) array of float
        Weights of the graphs; they sum to 1.
    codes : (Q, m) array of int
        Statements.

    Examples
    --------
    >>> from jointstats.network.kernel_bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> mean, _ = average_moments(cases, [[0, 0]], [1.0], [[1, 1]])
    >>> round(float(mean[0]), 6)  # (9.5 / 13) (8.5 / 13)
    0.477811
    """
    families = Families(cases, codes)
    mean, second = np.zeros(len(families.codes)), np.zeros(len(families.codes))
    for graph, weight in zip(np.asarray(graphs), np.asarray(weights).tolist(), strict=True):
        own, row = families.entries(graph)
        mean += weight * (own / row).prod(axis=1)
        second += weight * (own * (own + 1) / (row * (row + 1))).prod(axis=1)
    return mean, second


def moment_interval(mean: ArrayLike, second: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """Interval of a share by the beta distribution with the same first two moments.

    Exact where the share has a beta distribution (a complete graph), an approximation elsewhere.
    """
    mean, second = np.asarray(mean, dtype=float), np.asarray(second, dtype=float)
    alone = mean * (1 - mean)  # the variance of a share that is 0 or 1
    variance = np.maximum(second - mean**2, 1e-14 * alone)  # of a smaller one little but rounding
    total = np.maximum(alone / variance - 1, 1e-12)
    tail = (1 - level) / 2
    return _quantile(mean, total, tail), _quantile(mean, total, 1 - tail)


def _quantile(mean: Array, total: Array, p: float) -> Array:
    """Quantile of a beta distribution; with very many cases, of the normal one."""
    a, b = mean * total, (1 - mean) * total
    normal = mean + special.ndtri(p) * np.sqrt(mean * (1 - mean) / (total + 1))
    # SciPy before 1.15 finds no quantile where both are greater.
    return np.asarray(np.where(np.minimum(a, b) > _NORMAL, normal, special.betaincinv(a, b, p)))


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
        return np.concatenate([self._draw_batch(n, rng) for n in lazy.batches(size, self.batch)])

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
            observed = lazy.sum_of_entries(families, entry)[self.rivals]
            for pattern, best in zip(
                self.patterns, np.maximum.reduceat(observed, self.first), strict=True
            ):
                leads &= best[:, None] < room[m][pattern]
        # What the path still has to pay after each step, and nothing where it leads no more.
        ahead = np.cumsum(weights[::-1], axis=0)[::-1]
        ahead = np.concatenate([ahead[1:], np.zeros((1, size, PATHS))])
        ahead[:, ~leads] = np.inf
        floors = [(room[k + 1] + ahead[k]).min(axis=2) - lazy.SLACK for k in range(m)]
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


def path_of(sampler: LazySampler, code: Sequence[int], ratio: float = 1.0) -> LeadingPath | None:
    """The path of a statement of few measures, seen in the cases, if plain draws cost more."""
    if sampler.m > MOST_MEASURES or sampler.continuations.direct:
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
