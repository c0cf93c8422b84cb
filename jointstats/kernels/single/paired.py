"""One measure, many pairs of algorithms at once: the sign test and Wilcoxon's signed-rank test.

Why our own Wilcoxon test: without ties and zeros it is R's ``wilcox.test`` (exact below 50
differences, otherwise normal with the correction for continuity), so both languages give one
p-value; SciPy draws the border elsewhere and corrects for continuity only if asked to. Where both
do the same they agree to 2e-16. And all pairs of many algorithms are one array, whose exact
distributions are made once. With ties or zeros R is approximate, and calls five equal wins of five
significant at .05 (p = .037; of the 32 patterns of signs two are as extreme): here these are exact,
too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, ndtr

from jointstats.kernels.single.signed_rank import SignedRanks, exact_p_values, signed_ranks

__all__ = ["EXACT_BELOW", "EXACT_TIED", "Wilcoxon", "sign_test_p_values", "wilcoxon_tests"]

Array = NDArray[np.float64]

EXACT_BELOW = 50  # differences; Wilcoxon's distribution is normal enough from here on, R's limit
EXACT_TIED = 200  # differences, some of them equal: 2 ms; the effort grows with the cube


def sign_test_p_values(wins_a: ArrayLike, wins_b: ArrayLike) -> Array:
    """Two-sided exact p-values of the sign test, ties left out.

    Parameters
    ----------
    wins_a, wins_b : array_like of int
        Number of data sets on which A, or B, is better.

    Returns
    -------
    ndarray
        min(1, 2·P(Bin(n, ½) ≥ max(wins))), as R's ``binom.test``; 1 without any win.

    Examples
    --------
    >>> sign_test_p_values([9, 0], [3, 0])
    array([0.14599609, 1.        ])
    """
    a, b = np.asarray([wins_a, wins_b], dtype=np.int64)
    n = (a + b).astype(np.intc)  # what SciPy counts with on every system
    p: Array = np.minimum(1.0, 2.0 * bdtr(np.minimum(a, b), n, 0.5))
    return p


@dataclass(frozen=True)
class Wilcoxon:
    """Wilcoxon's signed-rank test of P samples.

    Attributes
    ----------
    statistic : ndarray, shape (P,)
        V, the sum of the (mean) ranks of the positive differences.
    p_value : ndarray, shape (P,)
        Two-sided; 1 if all differences are zero.
    exact : ndarray of bool, shape (P,)
        Otherwise by the normal approximation.
    moved : ndarray of int, shape (P,)
        How many differences are not zero.
    """

    statistic: Array
    p_value: Array
    exact: NDArray[np.bool_]
    moved: NDArray[np.int64]


def wilcoxon_tests(differences: ArrayLike, rounding: ArrayLike = 0.0) -> Wilcoxon:
    """Two-sided Wilcoxon signed-rank tests of paired differences.

    Parameters
    ----------
    differences : array_like, shape (P, n)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    rounding : float or array_like of shape (P, n), default 0
        How far off each may be: the `tolerance` of
        `jointstats.kernels.single.signed_rank.signed_ranks`.

    Returns
    -------
    Wilcoxon
        Exact for fewer than 50 differences other than zero, and for up to 200 if some of them are
        equal: then given the ties. Otherwise by the normal approximation with the corrections for
        ties and continuity.

    Examples
    --------
    >>> found = wilcoxon_tests([[1.0, 2.0, 3.0, -4.0, 5.0], [0.01] * 5])
    >>> found.statistic, found.p_value, found.exact
    (array([11., 15.]), array([0.4375, 0.0625]), array([ True,  True]))
    """
    found = signed_ranks(differences, rounding)
    k = found.moved
    tied = found.ties > 0
    untied = ~tied & (k < EXACT_BELOW)
    given_ties = tied & (k <= EXACT_TIED)
    exact = untied | given_ties
    p = np.empty(k.shape)
    p[untied] = _untied(found.positive[untied] // 2, k[untied])
    p[given_ties] = exact_p_values(found.at(given_ties))
    p[~exact] = _approximate(found.at(~exact))
    return Wilcoxon(found.positive / 2, p, exact, k)


def _approximate(found: SignedRanks) -> Array:
    """Normal approximation, corrected for ties and continuity."""
    k, v = found.moved, found.positive / 2
    variance = k * (k + 1) * (2 * k + 1) / 24 - found.ties / 48
    from_mean = np.maximum(0.0, np.abs(v - k * (k + 1) / 4) - 0.5)
    p: Array = 2.0 * ndtr(-from_mean / np.sqrt(variance))
    return p


def _untied(v: NDArray[np.int64], k: NDArray[np.int64]) -> Array:
    """Exact p-values without ties."""
    p = np.empty(v.shape)
    lower = np.minimum(v, k * (k + 1) // 2 - v)  # V is symmetric about its mean
    for size in np.unique(k).tolist():
        of = k == size
        p[of] = np.minimum(1.0, 2.0 * _signed_rank_cdf(size)[lower[of]])
    return p


@lru_cache(maxsize=EXACT_BELOW)
def _signed_rank_cdf(k: int) -> Array:
    """P(V <= v) for v = 0, 1, …: the share of the 2^k subsets of the ranks 1…k with such a sum.

    The numbers of subsets are below 2^53 and thus exact.
    """
    ways = np.zeros(k * (k + 1) // 2 + 1)
    ways[0] = 1.0
    for rank in range(1, k + 1):
        ways[rank:] += ways[:-rank].copy()
    cdf: Array = np.cumsum(ways) / 2.0**k
    return cdf
