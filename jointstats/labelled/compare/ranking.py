"""All algorithms in one line, measure by measure: mean ranks, and who cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jointstats.kernels.single.groups import groups
from jointstats.labelled.rows import Row
from jointstats.labelled.single.separate import SeparateTest
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True)
class Ranking:
    """The algorithms on one measure, best first.

    Attributes
    ----------
    measure : str
    algorithms : tuple of str
        By mean rank over the data sets, best first.
    mean_ranks : tuple of float
        1 is best; equal results share their mean rank.
    groups : tuple of tuple of str
        Largest sets of algorithms of which no two differ by the adjusted test; they may overlap.
        Beyond 52 such sets, the longest runs of neighbours of which no two differ.
    line : str
        Such as ``"RF > Bagging, AODE"``: ``>`` between neighbours that the test tells apart, a
        comma between those that it does not (which need not be equal).
    """

    measure: str
    algorithms: tuple[str, ...]
    mean_ranks: tuple[float, ...]
    groups: tuple[tuple[str, ...], ...]
    line: str

    def together(self, a: str, b: str) -> bool:
        """Whether the test does not tell these two apart, of two neighbours or of few groups."""
        return any({a, b} <= set(group) for group in self.groups)


@dataclass(frozen=True, kw_only=True)
class OneMeasure(Row):
    """What a comparison says of one measure alone.

    Attributes
    ----------
    ranking : Ranking
        All algorithms in one line.
    tests : sequence of SeparateTest
        The separate test of every pair.
    """

    ranking: Ranking
    tests: Sequence[SeparateTest]


def rank_algorithms(table: ResultsTable, tests: Sequence[SeparateTest]) -> dict[str, Ranking]:
    """Rank all algorithms on each measure.

    Parameters
    ----------
    table : ResultsTable
    tests : sequence of SeparateTest
        Those of a separate test of all pairs (:class:`SeparateResult`).

    Returns
    -------
    dict
        Measure to :class:`Ranking`.
    """
    decided = {(row.measure, frozenset((row.a, row.b))) for row in tests if row.winner}
    ranks = mean_ranks(table.known())
    rankings = {}
    for k, measure in enumerate(table.measures):
        order = np.argsort(ranks[k], kind="stable")
        names = tuple(table.algorithms[i] for i in order)
        apart = {pair for on, pair in decided if on == measure}
        signs = [" > " if frozenset(two) in apart else ", " for two in pairwise(names)]
        rankings[measure] = Ranking(
            measure,
            names,
            tuple(float(ranks[k][i]) for i in order),
            cliques(names, apart),
            "".join(w for two in zip(names, [*signs, ""], strict=True) for w in two),
        )
    return rankings


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


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Mean over data sets of the midranks (1 is best), shape (m, l), from values turned upwards.

    A midrank is 1, and for every other algorithm 1 if it is better, 1/2 if it is equal. Where
    values are missing (NaN) each of these is averaged over the data sets that have both; of two
    that share none nothing is known: 1/2.
    """
    there = ~np.isnan(values)
    if not there.all():
        return _mean_ranks_by_pairs(values, there)
    ranks = np.empty(values.shape)
    for i in range(values.shape[2]):  # one after the other: of all pairs it would be a large array
        own = values[:, :, [i]]
        ranks[:, :, i] = (values > own).sum(axis=2) + ((values == own).sum(axis=2) + 1) / 2
    return np.asarray(ranks.mean(axis=0))


def _mean_ranks_by_pairs(values: np.ndarray, there: np.ndarray) -> np.ndarray:
    m, l = values.shape[1:]
    ahead, both = np.zeros((m, l, l)), np.zeros((m, l, l))
    for one, known in zip(values, there, strict=True):  # of all data sets it would be a large array
        ahead += one[:, None, :] > one[:, :, None]
        ahead += 0.5 * (one[:, None, :] == one[:, :, None])
        both += known[:, None, :] & known[:, :, None]
    share = np.where(both > 0, ahead / np.maximum(both, 1), 0.5)
    return np.asarray(share.sum(axis=-1) + 0.5)  # it is equal to itself: 1/2 is in the sum
