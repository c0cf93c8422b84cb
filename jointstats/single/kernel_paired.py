"""One measure, many pairs of algorithms: sign test, Wilcoxon's test, effect sizes, mean ranks.

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
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints, special
from jointstats.evidence.votes import Summed, count
from jointstats.single.kernel_signed_rank import SignedRanks, exact_p_values, signed_ranks

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
    p: Array = np.minimum(1.0, 2.0 * special.bdtr(np.minimum(a, b), n, 0.5))
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
    exact: Bools
    moved: Ints


def wilcoxon_tests(differences: ArrayLike, rounding: ArrayLike = 0.0) -> Wilcoxon:
    """Two-sided Wilcoxon signed-rank tests of paired differences.

    Parameters
    ----------
    differences : array_like, shape (P, n)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    rounding : float or array_like of shape (P, n), default 0
        How far off each may be: the `tolerance` of
        `jointstats.single.kernel_signed_rank.signed_ranks`.

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
    ranks = signed_ranks(differences, rounding)
    k = ranks.moved
    tied = ranks.ties > 0
    untied = ~tied & (k < EXACT_BELOW)
    given_ties = tied & (k <= EXACT_TIED)
    exact = untied | given_ties
    p = np.empty(k.shape)
    p[untied] = _untied(ranks.positive[untied] // 2, k[untied])
    p[given_ties] = exact_p_values(ranks.at(given_ties))
    p[~exact] = _approximate(ranks.at(~exact))
    return Wilcoxon(ranks.positive / 2, p, exact, k)


def _approximate(ranks: SignedRanks) -> Array:
    """Normal approximation, corrected for ties and continuity."""
    k, v = ranks.moved, ranks.positive / 2
    variance = k * (k + 1) * (2 * k + 1) / 24 - ranks.ties / 48
    from_mean = np.maximum(0.0, np.abs(v - k * (k + 1) / 4) - 0.5)
    p: Array = 2.0 * special.ndtr(-from_mean / np.sqrt(variance))
    return p


def _untied(v: Ints, k: Ints) -> Array:
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


SMALLEST_FOR_INTERVAL = 6  # below, no distribution-free 95 % interval exists


def median_intervals(x: ArrayLike, level: float = 0.95) -> tuple[Array, Array, Array]:
    """Medians with distribution-free intervals from order statistics.

    Parameters
    ----------
    x : array_like, shape (P, n)
        n > 0.
    level : float, default 0.95
        Coverage, at least.

    Returns
    -------
    median, low, high : ndarray, shape (P,)
        low and high are NaN if n is too small for the level (below 6 at 95 %).

    Examples
    --------
    >>> median_intervals([np.arange(1.0, 11.0)])
    (array([5.5]), array([2.]), array([9.]))
    """
    ranked = np.sort(np.asarray(x, dtype=float))
    n = ranked.shape[1]
    median = (ranked[:, (n - 1) // 2] + ranked[:, n // 2]) / 2
    covered = 1.0 - 2.0 * special.bdtr(
        np.arange(n), n, 0.5
    )  # of (x_(k+1), x_(n−k)), counted from 1
    enough = np.flatnonzero(covered >= level)
    if not enough.size:
        unknown = np.full(median.shape, np.nan)
        return median, unknown, unknown
    best = int(enough[-1])
    return median, ranked[:, best], ranked[:, n - 1 - best]


def cliffs_deltas(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> tuple[Array, Array, Array]:
    """Cliff's deltas, P(a > b) − P(a < b) over all pairs of data sets, with their intervals.

    Parameters
    ----------
    a, b : array_like, shape (P, n)
        Results of two algorithms on the same n data sets, higher is better; n > 0.
    level : float, default 0.95
        Approximate coverage; a study measures it.

    Returns
    -------
    delta, low, high : ndarray, shape (P,)
        The variance is that of a U-statistic of the n *pairs* (a_i, b_i), because the two columns
        are dependent; the interval is the asymmetric one of Feng & Cliff (2004), which stays
        inside [−1, 1]. It needs some spread: where every a is above every b, or below, the interval
        is an exact one. NaN for fewer than 6 data sets.

    Examples
    --------
    >>> cliffs_deltas([[2.0, 3.0, 4.0]], [[1.0, 1.5, 2.5]])[0].round(4)
    array([0.7778])
    """
    a_over, b_under = _sums_of_signs(np.asarray(a), np.asarray(b))
    n = a_over.shape[1]
    delta = a_over.sum(axis=1) / n**2  # whole numbers: exact in any sequence of the rows
    unknown = np.full(delta.shape, np.nan)
    if n < SMALLEST_FOR_INTERVAL:
        return delta, unknown, unknown
    # Hoeffding's first-order term, 4 var(k / 2n) / n, of whole numbers k: their sums are exact
    k = a_over + b_under
    k -= k.sum(axis=1, keepdims=True) // n
    spread_of_k = (k**2).sum(axis=1) - k.sum(axis=1) ** 2 / n
    variance = spread_of_k / (n - 1) / n**2 / n
    t = float(special.ndtri(0.5 + level / 2))
    square, cube = _power(delta, 2), _power(delta, 3)
    spread = t * np.sqrt(variance) * np.sqrt(_power(1 - square, 2) + t**2 * variance)
    divisor = 1 - square + t**2 * variance
    with np.errstate(invalid="ignore"):  # 0/0 where there is no spread
        low, high = (
            np.where(variance > 0, np.clip((delta - cube + side * spread) / divisor, -1, 1), np.nan)
            for side in (-1, 1)
        )
    apart, wholly = _low_if_apart(n, level), [delta >= 1, delta <= -1]
    return (delta, np.select(wholly, [apart, -1.0], low), np.select(wholly, [1.0, -apart], high))


def _low_if_apart(n: int, level: float) -> float:
    """Lower end for Cliff's delta where every a is above every b, so that no spread is seen.

    Of a_1 and b_2, a_3 and b_4, ... each two are independent, and a is above with probability
    p = P(a > b) ≤ (1 + delta) / 2: in all of them with p^⌊n/2⌋. No larger bound holds for even n:
    if a share q of the data sets has a too low and b too high, p = (1 − q)², and nothing of it is
    seen with probability (1 − q)^n.
    """
    return float(2 * (0.5 - level / 2) ** (1 / (n // 2)) - 1)


def _power(x: Array, exponent: int) -> Array:
    """Powers by the C library: NumPy's differ in the last bit from machine to machine."""
    return np.array([x_i**exponent for x_i in x.tolist()])


def _sums_of_signs(a: Array, b: Array) -> tuple[Ints, Ints]:
    """Sums of sign(a_i − y) over all y of b, and of sign(x − b_i) over all x of a.

    From one sorting of both, without forming all pairs.
    """
    n = a.shape[1]
    both = np.concatenate([a, b], axis=1)
    order = np.argsort(both, axis=1)
    ordered = np.take_along_axis(both, order, axis=1)
    differs = ordered[:, 1:] > ordered[:, :-1]
    edge = np.full((len(a), 1), True)
    place = np.arange(2 * n)
    # Of every group of equal values the first place, and the one behind the last
    first = np.maximum.accumulate(np.hstack([edge, differs]) * place, axis=1)
    behind = np.where(np.hstack([differs, edge]), place + 1, 2 * n)[:, ::-1]
    behind = np.minimum.accumulate(behind, axis=1)[:, ::-1]
    before = np.zeros((len(a), 2 * n + 1), dtype=np.int64)  # how many of a come before a place
    np.cumsum(order < n, axis=1, out=before[:, 1:])
    from_a = np.take_along_axis(before, first, axis=1) + np.take_along_axis(before, behind, axis=1)
    # Of all values those below minus those above, and the same of a alone
    of_a = from_a - n
    of_both = first + behind - 2 * n
    signs = np.where(order < n, of_both - of_a, -of_a)
    sums = np.empty_like(signs)
    np.put_along_axis(sums, order, signs, axis=1)
    return sums[:, :n], sums[:, n:]


@dataclass(frozen=True, eq=False)
class MeanRanks(Summed):
    """Data sets on which one algorithm is ahead of another, by measure; those of parts add up.

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
    def of(cls, values: np.ndarray) -> MeanRanks:
        """From values turned upwards, NaN where missing, shape (n, m, l)."""
        behind, both = np.empty((2, values.shape[1], *values.shape[2:] * 2))
        for j, columns in enumerate(values.transpose(1, 2, 0)):
            there = (~np.isnan(columns)).astype(float)
            both[j] = there @ there.T
            behind[j] = both[j] / 2
            rooms = np.empty((2, *columns.shape), dtype=bool)
            for i, results in enumerate(columns):
                above, below = rooms[:, i + 1 :]
                np.greater(columns[i + 1 :], results, out=above)
                np.less(columns[i + 1 :], results, out=below)
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
