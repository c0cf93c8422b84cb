"""Mean ranks on each measure, and sets of algorithms of which no two are apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jointstats.kernels.claims.bits import count
from jointstats.kernels.claims.votes import Summed
from jointstats.kernels.single.groups import groups


def cliques(names: tuple[str, ...], apart: set[frozenset[str]]) -> tuple[tuple[str, ...], ...]:
    """Largest sets of at least two names of which no pair is apart, in the order of the names.

    Runs of neighbours, if there are more such sets than anybody reads
    (:mod:`jointstats.kernels.single.groups`).
    """
    place = {name: i for i, name in enumerate(names)}
    separated = np.zeros((len(names), len(names)), dtype=bool)
    for pair in apart:
        i, j = (place[name] for name in pair)
        separated[i, j] = separated[j, i] = True
    found = (np.flatnonzero(group).tolist() for group in groups(separated)[0])
    return tuple(tuple(names[i] for i in group) for group in found if len(group) > 1)


@dataclass(frozen=True, eq=False)
class Ranks(Summed):
    """Who is ahead of whom on how many data sets, measure by measure; those of parts add up.

    Attributes
    ----------
    behind : ndarray, shape (m, l, l)
        Data sets on which the second algorithm is better than the first; equal ones count half.
    both : ndarray, shape (m, l, l)
        Data sets that have results of both.
    """

    behind: np.ndarray
    both: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> Ranks:
        """From values turned upwards, NaN where missing, shape (n, m, l)."""
        behind, both = np.empty((2, values.shape[1], *values.shape[2:] * 2))
        for j, columns in enumerate(values.transpose(1, 2, 0)):
            there = (~np.isnan(columns)).astype(float)
            both[j] = there @ there.T
            behind[j] = both[j] / 2
            rooms = np.empty((2, *columns.shape), dtype=bool)
            for i, own in enumerate(columns):
                above, below = rooms[:, i + 1 :]
                np.greater(columns[i + 1 :], own, out=above)
                np.less(columns[i + 1 :], own, out=below)
                lead = 0.5 * (count(above) - count(below))
                behind[j, i, i + 1 :] += lead
                behind[j, i + 1 :, i] -= lead
        return cls(behind, both)

    @property
    def mean(self) -> np.ndarray:
        """Mean over data sets of the midranks (1 is best), shape (m, l).

        A midrank is 1, and for every other algorithm 1 if it is better, 1/2 if it is equal. Where
        values are missing each of these is averaged over the data sets that have both; of two that
        share none nothing is known: 1/2.
        """
        n = self.both[..., 0]
        share = np.where(self.both > 0, self.behind / np.maximum(self.both, 1), 0.5)
        # It is equal to itself: 1/2 is in the sums. Where all have the same, one division will do.
        complete = (self.both == n[..., None]).all(axis=-1) & (n > 0)
        of_whole = (self.behind.sum(axis=-1) + n / 2) / np.maximum(n, 1)
        return np.asarray(np.where(complete, of_whole, share.sum(axis=-1) + 0.5))
