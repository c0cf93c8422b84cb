"""P(one statement leads), with its own table entries averaged over for every draw of the others.

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

import numpy as np
from numpy.typing import NDArray

from jointstats.evidence.gamma_tails import log_gamma_draws
from jointstats.network.kernel_lazy_argmax import SLACK, LazySampler, Tables, sum_of_entries

Array = NDArray[np.float64]
_BATCH_NUMBERS = 1 << 20  # numbers in the largest table of a batch
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
