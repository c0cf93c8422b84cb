"""How often the claim test decides, if the claim holds on a supposed share of all data sets.

The test decides from a critical number of data sets on; how many of n show the claim is binomial.
Both are exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.claim_tests import Alternative, tail_at_least

__all__ = ["claim_power", "critical_count", "enough_from"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


def critical_count(
    n: ArrayLike,
    threshold: float = 0.5,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
) -> Ints:
    """The smallest k with which a claim that holds on k of n data sets is decided.

    P(Bin(n, threshold) >= k) falls with k: the first k at which it is at most alpha (two-sided:
    alpha / 2) is found by halving, for all n at once.

    Parameters
    ----------
    n : array_like of int
    threshold, alternative
        As for the test.
    alpha : float, default 0.05
        Below one half.

    Returns
    -------
    ndarray of int64
        n + 1 where even all data sets would not do.

    Examples
    --------
    >>> critical_count([4, 5, 12]), critical_count([5, 12], alternative="two-sided")
    (array([ 5,  5, 10]), array([ 6, 10]))
    """
    size = np.asarray(n, dtype=np.int64)
    level = alpha if alternative == "greater" else alpha / 2
    too_few, enough = np.zeros_like(size), size + 1
    while (enough - too_few > 1).any():
        middle = (too_few + enough) // 2
        decides = tail_at_least(middle, size, threshold) <= level
        enough = np.where(decides, middle, enough)
        too_few = np.where(decides, too_few, middle)
    return enough


def claim_power(
    n: ArrayLike,
    share: float,
    threshold: float = 0.5,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
) -> Array:
    """Probability that the claim is decided on n data sets.

    Parameters
    ----------
    n : array_like of int
    share : float
        Supposed true share of the data sets that show the claim.
    threshold, alpha, alternative
        As for the test.

    Returns
    -------
    ndarray
        P(Bin(n, share) >= critical count).

    Examples
    --------
    All of five must show it, which five do with probability .9^5:

    >>> claim_power([4, 5], 0.9).round(5)
    array([0.     , 0.59049])
    """
    size = np.asarray(n, dtype=np.int64)
    critical = critical_count(size, threshold, alpha, alternative)
    # Beyond n the tail is empty; its formula ends at n.
    reached = tail_at_least(np.minimum(critical, size), size, share)
    return np.where(critical > size, 0.0, reached)


def enough_from(power: ArrayLike, wanted: float) -> int | None:
    """The first place from which on the power is never below the wanted one again; None if none is.

    Power rises in steps that fall back: at a smaller place it may be high enough by luck.

    Examples
    --------
    >>> enough_from([0.2, 0.8, 0.7, 0.8, 0.9], 0.8), enough_from([0.9, 0.1], 0.8)
    (3, None)
    """
    short = np.flatnonzero(np.asarray(power) < wanted)
    first = int(short[-1]) + 1 if len(short) else 0
    return first if first < np.size(power) else None
