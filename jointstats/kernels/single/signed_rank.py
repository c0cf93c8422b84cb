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

__all__ = [
    "NotFiniteDifferenceError",
    "SignedRank",
    "doubled_midranks",
    "rounding_of_differences",
    "signed_rank_test",
]

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


def signed_rank_test(differences: ArrayLike, tolerance: ArrayLike = 0.0) -> SignedRank:
    """Exact two-sided signed-rank test, given the ties.

    Time and memory grow with the cube and the square of the number of differences: for a few
    hundred at most.

    Parameters
    ----------
    differences : array_like, shape (n,)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    tolerance : float or array_like of shape (n,), default 0
        How far off each difference may be, such as `rounding_of_differences`. One that is no
        greater is zero, and two are equal if no further apart than both together.

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
    tolerances = np.broadcast_to(np.asarray(tolerance, dtype=float), d.shape)
    if not np.isfinite(d).all() or not (tolerances >= 0).all():
        raise NotFiniteDifferenceError("signed ranks need finite differences, a tolerance >= 0")
    far = np.abs(d) > tolerances
    moved = d[far]
    ranks = doubled_midranks(np.abs(moved), tolerances[far])
    v, most = int(ranks[moved > 0].sum()), int(ranks.sum())
    # V is symmetric about half of the sum of all ranks: the smaller tail is the lower one
    tail = float(_probabilities(ranks)[: min(v, most - v) + 1].sum())
    return SignedRank(v / 2, min(1.0, 2 * tail), moved.size, np.unique(ranks).size < moved.size)


def doubled_midranks(values: ArrayLike, tolerance: ArrayLike = 0.0) -> Ints:
    """Twice the mean rank of each value, whole numbers.

    A group of ties ends where the next value is above the last by more than both tolerances.

    Examples
    --------
    >>> doubled_midranks([0.3, 0.1, 0.3, 0.7])
    array([5, 2, 5, 8])
    >>> doubled_midranks([0.9 - 0.8, 0.8 - 0.7], 1e-13)
    array([3, 3])
    """
    values = np.asarray(values, dtype=float)
    order = np.argsort(values, kind="stable")
    off = np.broadcast_to(np.asarray(tolerance, dtype=float), values.shape)[order]
    apart = np.diff(values[order]) > off[1:] + off[:-1]
    group = np.cumsum(np.append(0, apart))[: values.size]
    last = np.cumsum(np.bincount(group))
    first = np.append(0, last[:-1]) + 1
    ranks = np.empty(values.size, dtype=np.int64)
    ranks[order] = (first + last)[group]
    return ranks


def rounding_of_differences(a: ArrayLike, b: ArrayLike) -> Array:
    """How far off a - b may be, because decimals are not exact in binary and means are rounded.

    Reading both and subtracting them err by at most 1 eps (|a| + |b|); the rest is for the last
    digits of means.

    Examples
    --------
    >>> bool(abs((0.9 - 0.8) - (0.8 - 0.7)) <= rounding_of_differences(0.9, 0.8))
    True
    """
    rounding: Array = 4 * np.finfo(float).eps * (np.abs(a) + np.abs(b))
    return rounding


def _probabilities(ranks: Ints) -> Array:
    """P(sum of a random subset of the ranks = 0, 1, …): each rank is in it with probability ½."""
    p = np.zeros(int(ranks.sum()) + 1)
    p[0] = 1.0
    for rank in ranks.tolist():
        p[rank:] += p[:-rank].copy()
        p *= 0.5
    return p
