"""Wilcoxon's signed-rank test, exact also where differences are tied.

Given the absolute differences, every pattern of signs is equally probable under the hypothesis,
whatever the ranks. Equal differences share their mean rank, which is a multiple of one half:
*doubled* midranks are whole numbers, and the distribution of their sum over the positive
differences follows by adding one difference after the other.

Source: Wilcoxon (1945); the conditional distribution with midranks: Lehmann, *Nonparametrics*
(1975), section 3.3; the shift algorithm: Streitberg & Röhmel (1986).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError

__all__ = ["NotFiniteDifferenceError", "SignedRank", "doubled_midranks", "signed_rank_test"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


class NotFiniteDifferenceError(JointStatsError):
    """A difference is missing or infinite, or the tolerance is negative."""


@dataclass(frozen=True)
class SignedRank:
    """Result of the exact signed-rank test.

    Attributes
    ----------
    statistic : float
        V, the sum of the midranks of the positive differences.
    p_value : float
        Two-sided: min(1, 2 min(P(V <= v), P(V >= v))).
    n_moved : int
        Differences other than zero.
    tied : bool
        Whether some of them are equal.
    """

    statistic: float
    p_value: float
    n_moved: int
    tied: bool


def signed_rank_test(differences: ArrayLike, tolerance: float = 0.0) -> SignedRank:
    """Exact two-sided signed-rank test, given the ties.

    Time and memory grow with the cube and the square of the number of differences: for a few
    hundred at most.

    Parameters
    ----------
    differences : array_like, shape (n,)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    tolerance : float, default 0
        Absolute differences no further apart than this are equal, and those no greater zero:
        0.9 - 0.8 and 0.8 - 0.7 are not the same number.

    Returns
    -------
    SignedRank

    Raises
    ------
    NotFiniteDifferenceError
        If a difference is missing or infinite, or the tolerance negative.

    Examples
    --------
    >>> signed_rank_test([0.01] * 5)
    SignedRank(statistic=15.0, p_value=0.0625, n_moved=5, tied=True)
    >>> signed_rank_test([1.0, 2.0, 3.0, -4.0, 5.0]).p_value
    0.4375
    """
    d = np.asarray(differences, dtype=float)
    if not np.isfinite(d).all() or not tolerance >= 0:
        raise NotFiniteDifferenceError("signed ranks need finite differences, a tolerance >= 0")
    moved = d[np.abs(d) > tolerance]
    ranks = doubled_midranks(np.abs(moved), tolerance)
    v, most = int(ranks[moved > 0].sum()), int(ranks.sum())
    # V is symmetric about half of the sum of all ranks: the smaller tail is the lower one
    tail = float(_probabilities(ranks)[: min(v, most - v) + 1].sum())
    return SignedRank(v / 2, min(1.0, 2 * tail), moved.size, np.unique(ranks).size < moved.size)


def doubled_midranks(values: ArrayLike, tolerance: float = 0.0) -> Ints:
    """Twice the mean rank of each value, whole numbers.

    A group of ties ends where the next value is more than the tolerance above the last.

    Examples
    --------
    >>> doubled_midranks([0.3, 0.1, 0.3, 0.7])
    array([5, 2, 5, 8])
    >>> doubled_midranks([0.9 - 0.8, 0.8 - 0.7], 1e-13)
    array([3, 3])
    """
    values = np.asarray(values, dtype=float)
    order = np.argsort(values, kind="stable")
    group = np.cumsum(np.diff(values[order], prepend=-np.inf) > tolerance) - 1
    last = np.cumsum(np.bincount(group))
    first = np.append(0, last[:-1]) + 1
    ranks = np.empty(values.size, dtype=np.int64)
    ranks[order] = (first + last)[group]
    return ranks


def _probabilities(ranks: Ints) -> Array:
    """P(sum of a random subset of the ranks = 0, 1, …): each rank is in it with probability ½."""
    p = np.zeros(int(ranks.sum()) + 1)
    p[0] = 1.0
    for rank in ranks.tolist():
        p[rank:] += p[:-rank].copy()
        p *= 0.5
    return p
