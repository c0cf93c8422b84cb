"""Sign flips of whole clusters, from the histograms of each cluster's outcomes.

The same claims, and the same numbers, as `jointstats.kernels.joint.family_claims` has from the
outcomes of every data set: here one case stands for all data sets of a cluster that show the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.family_claims import Shown
from jointstats.kernels.joint.outcomes import BETTER, MISSING, WORSE
from jointstats.kernels.joint.pair_counts import PairCounts
from jointstats.kernels.joint.pair_histograms import counts_of_histograms, histogram_outcomes

__all__ = ["agreement_of_histograms", "histogram_p_values"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_AT_ONCE = 1 << 22  # numbers in the histograms of some pairs


def histogram_p_values(
    histograms: ArrayLike, m: int, certain: ArrayLike | None = None
) -> tuple[Array, Array]:
    """p-values of every claim about every pair, from sign flips of whole clusters.

    Parameters
    ----------
    histograms : array_like of int, shape (C, P, K)
        From `jointstats.kernels.joint.pair_histograms.pair_histograms`.
    m : int
        Measures.
    certain : array_like of bool, shape (m,), optional
        As for `jointstats.kernels.joint.family_claims.family_p_values`.

    Returns
    -------
    p, measures_p
        As from there.

    Examples
    --------
    Better on both measures on eleven of twelve data sets, which are of four clusters:

    >>> found = np.zeros((4, 1, 9), dtype=int)
    >>> found[:, 0, 0], found[3, 0, 8] = [3, 3, 3, 2], 1
    >>> p, _ = histogram_p_values(found, 2)
    >>> p[0, 0].tolist()
    [0.125, 0.125, 0.125, 0.125]
    """
    h = np.asarray(histograms, dtype=np.int64)
    step = max(1, _AT_ONCE // max(1, h.shape[0] * h.shape[2]))
    parts = [
        _Shown(h[:, start : start + step], m, certain).p_values()
        for start in range(0, h.shape[1], step)
    ]
    p, measures_p = zip(*parts, strict=True)
    return np.concatenate(p), np.concatenate(measures_p)


def agreement_of_histograms(histograms: ArrayLike, m: int) -> Array:
    """What agreement within clusters is measured on, shape (P, C, 3).

    As `jointstats.kernels.joint.family_claims.agreement_of_pairs`.
    """
    h = np.asarray(histograms, dtype=np.int64)
    seen = _states(h, m)
    sweeps = [(seen == code).all(axis=1) for code in (BETTER, WORSE)]
    neither = (seen < MISSING).all(axis=1) & ~sweeps[0] & ~sweeps[1]
    found = h @ np.stack([*sweeps, neither], axis=1).astype(np.int64)
    return found.transpose(1, 0, 2).astype(float)


def _states(histograms: Ints, m: int) -> Ints:
    return histogram_outcomes(m, 3 if histograms.shape[-1] == 3**m else 4)


class _Shown(Shown):
    """What the data sets of every cluster show of every pair: the cases are the outcomes."""

    def __init__(self, histograms: Ints, m: int, certain: ArrayLike | None) -> None:
        counts: PairCounts = counts_of_histograms(histograms.sum(axis=0), m, certain)
        states = _states(histograms, m)
        seen = np.broadcast_to(states, (histograms.shape[1], *states.shape))
        # Floating-point products are fast, and exact below 2^53.
        self.numbers = histograms.transpose(1, 0, 2).astype(float)
        super().__init__(seen, counts, np.arange(len(histograms)), certain)

    def of_clusters(self, which: NDArray) -> Ints:
        """How many data sets of each cluster show one of each pair's outcomes, shape (P, C)."""
        return (self.numbers @ which[:, :, None].astype(float))[:, :, 0].astype(np.int64)

    def statements(self, pairs: Ints, leader: NDArray) -> tuple[Ints, Bools, Ints]:
        """Every outcome that some pairs show, pair by pair."""
        whole = self.there[pairs] & ~self.hidden[pairs]
        of, state = np.nonzero(whole & (self.numbers[pairs].sum(axis=1) > 0))
        lead = (self.seen[0, state] == leader[of]).all(axis=1)
        return of, lead, self.numbers[pairs][of, :, state].astype(np.int64)
