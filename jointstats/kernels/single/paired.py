"""One measure, two algorithms: the sign test, Wilcoxon's signed-rank test, and effect sizes.

Why our own Wilcoxon test: without ties and zeros it is R's ``wilcox.test`` (exact below 50
differences, otherwise normal with the correction for continuity), so both languages give one
p-value; SciPy draws the border elsewhere and corrects for continuity only if asked to. Where both
do the same they agree to 2e-16. And the exact distribution is made once for all pairs of many
algorithms. With ties or zeros R is approximate, and calls five equal wins of five significant at
.05 (p = .037; of the 32 patterns of signs two are as extreme): here these are exact, too.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, betaincinv, ndtr, ndtri

from jointstats.kernels.single.signed_rank import doubled_midranks, signed_rank_test

EXACT_BELOW = 50  # differences; Wilcoxon's distribution is normal enough from here on, R's limit
EXACT_TIED = 200  # differences, some of them equal: 7 ms; the effort grows with the cube

SMALLEST_FOR_INTERVAL = 6  # below, no distribution-free 95 % interval exists


def sign_test_p_value(wins_a: float, wins_b: float) -> float:
    """Two-sided exact p-value of the sign test, ties left out.

    Parameters
    ----------
    wins_a, wins_b : float
        Number of data sets on which A, or B, is better.

    Returns
    -------
    float
        min(1, 2·P(Bin(n, ½) ≥ max(wins))), as R's ``binom.test``; 1 without any win.

    Examples
    --------
    >>> round(sign_test_p_value(9, 3), 12)
    0.14599609375
    """
    n = wins_a + wins_b
    if n == 0:
        return 1.0
    return float(min(1.0, 2.0 * bdtr(min(wins_a, wins_b), n, 0.5)))


def wilcoxon_p_value(
    differences: np.ndarray, rounding: ArrayLike = 0.0
) -> tuple[float, float, str]:
    """Two-sided Wilcoxon signed-rank test of paired differences.

    Parameters
    ----------
    differences : ndarray, shape (n,)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    rounding : float or array_like of shape (n,), default 0
        How far off each may be: the `tolerance` of
        `jointstats.kernels.single.signed_rank.signed_rank_test`.

    Returns
    -------
    statistic : float
        V, the sum of the (mean) ranks of the positive differences.
    p_value : float
        Exact for fewer than 50 differences other than zero, and for up to 200 if some of them are
        equal: then given the ties. Otherwise by the normal approximation with the corrections for
        ties and continuity; 1 if all are zero.
    method : {"exact", "approximate"}
        Which of the two it was.

    Examples
    --------
    >>> wilcoxon_p_value(np.array([1.0, 2.0, 3.0, -4.0, 5.0]))
    (11.0, 0.4375, 'exact')
    >>> wilcoxon_p_value(np.array([0.01, 0.01, 0.01, 0.01, 0.01]))
    (15.0, 0.0625, 'exact')
    """
    d = np.asarray(differences, dtype=float)
    off = np.broadcast_to(np.asarray(rounding, dtype=float), d.shape)
    far = np.abs(d) > off
    d, off = d[far], off[far]
    k = len(d)
    if k == 0:
        return 0.0, 1.0, "exact"
    ranks = doubled_midranks(np.abs(d), off)
    _, times = np.unique(ranks, return_counts=True)
    v = float(ranks[d > 0].sum() / 2)
    most = k * (k + 1) // 2
    if len(times) == k < EXACT_BELOW:
        p = 2.0 * _signed_rank_cdf(k)[int(min(v, most - v))]  # V is symmetric about most / 2
        return v, float(min(1.0, p)), "exact"
    if len(times) < k <= EXACT_TIED:
        return v, signed_rank_test(d, off).p_value, "exact"
    variance = k * (k + 1) * (2 * k + 1) / 24 - ((times**3 - times) / 48).sum()
    from_mean = max(0.0, abs(v - most / 2) - 0.5)  # corrected for continuity
    return v, float(2.0 * ndtr(-from_mean / np.sqrt(variance))), "approximate"


@lru_cache(maxsize=EXACT_BELOW)
def _signed_rank_cdf(k: int) -> np.ndarray:
    """P(V <= v) for v = 0, 1, …: the share of the 2^k subsets of the ranks 1…k with such a sum.

    The numbers of subsets are below 2^53 and thus exact.
    """
    ways = np.zeros(k * (k + 1) // 2 + 1)
    ways[0] = 1.0
    for rank in range(1, k + 1):
        ways[rank:] += ways[:-rank].copy()
    return np.cumsum(ways) / 2.0**k


def median_interval(x: np.ndarray, level: float = 0.95) -> tuple[float, float, float]:
    """Median with a distribution-free interval from order statistics.

    Parameters
    ----------
    x : ndarray, shape (n,)
    level : float, default 0.95
        Coverage, at least.

    Returns
    -------
    median, low, high : float
        low and high are NaN if n is too small for the level (below 6 at 95 %).

    Examples
    --------
    >>> median_interval(np.arange(1.0, 11.0))
    (5.5, 2.0, 9.0)
    """
    x = np.sort(np.asarray(x, dtype=float))
    n = len(x)
    k = np.arange(n // 2 + 1)
    covered = 1.0 - 2.0 * bdtr(k, n, 0.5)  # of (x_(k+1), x_(n−k)), counted from 1
    enough = np.flatnonzero(covered >= level)
    median = float(np.median(x))
    if len(enough) == 0:
        return median, float("nan"), float("nan")
    k_best = int(enough[-1])
    return median, float(x[k_best]), float(x[n - 1 - k_best])


def cliffs_delta(a: np.ndarray, b: np.ndarray, level: float = 0.95) -> tuple[float, float, float]:
    """Cliff's delta, P(a > b) − P(a < b) over all pairs of data sets, with its interval.

    Parameters
    ----------
    a, b : ndarray, shape (n,)
        Results of the two algorithms on the same n data sets, higher is better.
    level : float, default 0.95

    Returns
    -------
    delta, low, high : float
        The variance is that of a U-statistic of the n *pairs* (a_i, b_i), because the two columns
        are dependent; the interval is the asymmetric one of Feng & Cliff (2004), which stays
        inside [−1, 1]. NaN for fewer than 6 data sets.

    Examples
    --------
    >>> round(cliffs_delta(np.array([2.0, 3.0, 4.0]), np.array([1.0, 1.5, 2.5]))[0], 4)
    0.7778
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    n = len(a)
    a_over = _sum_of_signs(a, b)  # of a_i against every b
    b_under = -_sum_of_signs(b, a)  # of every a against b_i
    delta = float(a_over.sum() / n**2)  # whole numbers: exact in any sequence of the rows
    if n < SMALLEST_FOR_INTERVAL:
        return delta, float("nan"), float("nan")
    projection = (a_over + b_under) / (2 * n)
    variance = 4.0 * projection.var(ddof=1) / n  # Hoeffding's first-order term
    t = float(ndtri(0.5 + level / 2))
    spread = t * np.sqrt(variance) * np.sqrt((1 - delta**2) ** 2 + t**2 * variance)
    divisor = 1 - delta**2 + t**2 * variance
    if variance == 0:  # no spread was seen: certain only if every a is above (or below) every b
        return (delta, delta, delta) if abs(delta) == 1 else (delta, float("nan"), float("nan"))
    low, high = ((delta - delta**3 + side * spread) / divisor for side in (-1, 1))
    return delta, float(max(-1.0, low)), float(min(1.0, high))


def _sum_of_signs(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Sum over y of sign(x_i − y), without forming all pairs."""
    y = np.sort(y)
    below = np.searchsorted(y, x, side="left")
    above = len(y) - np.searchsorted(y, x, side="right")
    return below - above


def share_interval(count: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Clopper–Pearson interval of a share, from `count` of `n`; fractional counts are accepted.

    Examples
    --------
    >>> low, high = share_interval(6, 12)
    >>> round(low, 4), round(high, 4)
    (0.2109, 0.7891)
    """
    tail = (1 - level) / 2
    low = float(betaincinv(count, n - count + 1, tail)) if count > 0 else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    return low, high
