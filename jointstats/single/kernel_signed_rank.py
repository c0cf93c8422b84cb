"""Wilcoxon's signed-rank test of many samples, exact also where differences are tied.

Given the absolute differences, every pattern of signs is equally probable under the hypothesis,
with any ranks. Equal differences share their mean rank, which is a multiple of one half: *doubled*
midranks are whole numbers, and the distribution of their sum over the positive differences follows
by adding one difference after the other.

Counts of patterns are whole numbers, and exact in any sequence of up to 53 differences: then
samples with the same ranks share their distribution. More differences are added in the sequence of
the data, because sums of more than 2^53 patterns are rounded.

Why our own Wilcoxon test: without ties and zeros it is R's ``wilcox.test`` (exact below 50
differences, otherwise normal with the correction for continuity), so both languages give one
p-value; SciPy draws the border elsewhere and corrects for continuity only if asked to. Where both
do the same they agree to 2e-16. With ties or zeros R is approximate, and calls five equal wins of
five significant at .05 (p = .037; of the 32 patterns of signs two are as extreme): here these are
exact, too.

Source: Wilcoxon (1945); the conditional distribution with midranks: Lehmann, *Nonparametrics*
(1975), section 3.3; the shift algorithm: Streitberg & Röhmel (1986).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints, special
from jointstats.evidence.messages import JointStatsError

EXACT_BELOW = 50  # differences; Wilcoxon's distribution is normal enough from here on, R's limit
EXACT_TIED = 200  # differences, some of them equal: 2 ms; the effort grows with the cube
_EXACT_BITS = 53  # of whole numbers: so many differences have at most 2^53 patterns of signs


class NotFiniteDifferenceError(JointStatsError):
    """A difference is missing or infinite, or the tolerance is negative."""


@dataclass(frozen=True)
class SignedRanks:
    """Ranks of the absolute differences of P samples.

    Attributes
    ----------
    ranks : ndarray of int, shape (P, n)
        Doubled midranks; 0 for differences that are zero, which are left out.
    positive : ndarray of int, shape (P,)
        Their sum over the positive differences: 2V.
    moved : ndarray of int, shape (P,)
        How many differences are not zero.
    """

    ranks: Ints
    positive: Ints
    moved: Ints

    @property
    def ties(self) -> Ints:
        """Sum of t^3 - t over the groups of t equal differences, shape (P,).

        Each takes a twelfth of its part from the sum of the squares of the ranks.
        """
        k = self.moved
        untied = 2 * k * (k + 1) * (2 * k + 1)
        squares = np.einsum("ij,ij->i", self.ranks, self.ranks)
        return np.asarray(untied - 3 * squares)

    def at(self, which: Any) -> SignedRanks:
        """Those of some samples."""
        return SignedRanks(self.ranks[which], self.positive[which], self.moved[which])


def signed_ranks(differences: ArrayLike, tolerance: ArrayLike = 0.0) -> SignedRanks:
    """Rank the absolute differences of each sample.

    Parameters
    ----------
    differences : array_like, shape (P, n)
        Paired differences; zeros are left out (Wilcoxon's own treatment).
    tolerance : float or array_like of shape (P, n), default 0
        How far off each difference may be, such as `rounding_of_differences`. One that is no
        greater is zero, and two are equal if no further apart than both together. Where it is
        infinite the difference does not count, and may be missing.

    Returns
    -------
    SignedRanks

    Raises
    ------
    NotFiniteDifferenceError
        If a difference that counts is missing or infinite, or a tolerance negative.

    Examples
    --------
    >>> found = signed_ranks([[0.01] * 5, [1.0, 2.0, 0.0, -4.0, 5.0]])
    >>> found.ranks.tolist(), found.positive, found.moved, found.ties
    ([[6, 6, 6, 6, 6], [2, 4, 0, 6, 8]], array([30, 14]), array([5, 4]), array([120,   0]))
    """
    d = np.asarray(differences, dtype=float)
    off = np.broadcast_to(tolerance, d.shape)
    counts = off < np.inf
    if not np.isfinite(d[counts]).all() or not (off >= 0).all():
        raise NotFiniteDifferenceError("signed ranks need finite differences, a tolerance >= 0")
    size = np.where(counts, np.abs(d), 0.0)
    far = size > off
    ranks = doubled_midranks(np.where(far, size, np.inf), np.where(far, off, 0.0)) * far
    moved = far.sum(axis=1, dtype=np.int64)  # its third power is asked for
    return SignedRanks(ranks, np.where(np.signbit(d), 0, ranks).sum(axis=1), moved)


def doubled_midranks(values: ArrayLike, tolerance: ArrayLike = 0.0) -> Ints:
    """Twice the mean rank of each value among its row, whole numbers.

    A group of ties ends where the next value is above the last by more than both tolerances.

    Parameters
    ----------
    values : array_like, shape (..., n)
    tolerance : float or array_like of the same shape, default 0

    Examples
    --------
    >>> doubled_midranks([0.3, 0.1, 0.3, 0.7])
    array([5, 2, 5, 8])
    >>> doubled_midranks([0.9 - 0.8, 0.8 - 0.7], 1e-13)
    array([3, 3])
    """
    x = np.asarray(values)
    n = x.shape[-1]
    order = np.argsort(x, kind="stable")
    ordered = np.take_along_axis(x, order, axis=-1)
    off = np.take_along_axis(np.broadcast_to(tolerance, x.shape), order, axis=-1)
    with np.errstate(invalid="ignore"):  # infinite ones, which are left out, are no further apart
        apart = np.diff(ordered) > off[..., 1:] + off[..., :-1]
    ends = np.full((*x.shape[:-1], 1), True)
    place = np.arange(n)
    first = np.concatenate([ends, apart], axis=-1) * place
    last = np.where(np.concatenate([apart, ends], axis=-1), place, n)[..., ::-1]
    both = np.maximum.accumulate(first, axis=-1)
    both += np.minimum.accumulate(last, axis=-1)[..., ::-1]
    ranks = np.empty(x.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, both + 2, axis=-1)
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
    rounding: Array = 4 * np.finfo(float).eps * np.abs(a) + 4 * np.finfo(float).eps * np.abs(b)
    return rounding


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
        How far off each may be: the `tolerance` of `signed_ranks`.

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
    exact = np.where(ranks.ties > 0, k <= EXACT_TIED, k < EXACT_BELOW)
    p = np.empty(k.shape)
    p[exact] = exact_p_values(ranks.at(exact))
    p[~exact] = _approximate(ranks.at(~exact))
    return Wilcoxon(ranks.positive / 2, p, exact, k)


def _approximate(ranks: SignedRanks) -> Array:
    """Normal approximation, corrected for ties and continuity."""
    k, v = ranks.moved, ranks.positive / 2
    variance = k * (k + 1) * (2 * k + 1) / 24 - ranks.ties / 48
    from_mean = np.maximum(0.0, np.abs(v - k * (k + 1) / 4) - 0.5)
    p: Array = 2.0 * special.ndtr(-from_mean / np.sqrt(variance))
    return p


def exact_p_values(ranks: SignedRanks) -> Array:
    """Exact two-sided p-values given the ties: min(1, 2 min(P(V <= v), P(V >= v))).

    Time and memory of a sample grow with the cube and the square of the number of differences: for
    a few hundred at most.

    Returns
    -------
    ndarray, shape (P,)

    Examples
    --------
    >>> exact_p_values(signed_ranks([[0.01] * 5, [1.0, 2.0, 3.0, -4.0, 5.0]]))
    array([0.0625, 0.4375])
    """
    # V is symmetric about half of the sum of all ranks: the smaller tail is the lower one
    tails = np.minimum(ranks.positive, ranks.ranks.sum(axis=1) - ranks.positive)
    p = np.empty(len(tails))
    for i, tail in enumerate(tails.tolist()):
        own = ranks.ranks[i][ranks.ranks[i] > 0].tolist()
        in_sequence = own if len(own) > _EXACT_BITS else sorted(own)
        p[i] = _ways(tuple(in_sequence))[: tail + 1].sum()
    return np.minimum(1.0, np.ldexp(p, 1 - ranks.moved))


@lru_cache(maxsize=128)  # samples without ties have one distribution for each number of differences
def _ways(ranks: tuple[int, ...]) -> Array:
    """In how many ways the ranks make a sum of 0, 1, ..., half of all."""
    ways = np.zeros(sum(ranks) // 2 + 1)
    ways[0] = 1.0
    for rank in ranks:
        ways[rank:] += ways[:-rank].copy()  # faster than to let NumPy see that they overlap
    return ways
