"""Mean ranks on each measure, and sets of algorithms of which no two are apart."""

from __future__ import annotations

import numpy as np

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
