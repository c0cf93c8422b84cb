"""Evidence that stays valid however often one looks: e-processes and confidence sequences.

Data sets arrive one by one, and somebody looks after each of them, and stops when it pleases. A
p-value that is right for one look errs more and more often then. An *e-process* does not: it is a
bet against the null hypothesis, fair or worse under it, so that the probability of ever reaching
1/alpha, at any look, is at most alpha (Ville's inequality).

A claim holds on k of the first n data sets. Betting that its share is p instead of q multiplies the
stake by p/q or (1 − p)/(1 − q); p is not known, so the stake is spread over all p by a
Beta(½, ½), cut at q for a one-sided question:

    E = ∫ p^k (1 − p)^(n−k) dπ(p) / (q^k (1 − q)^(n−k)).

It depends on k and n alone: looks may come after every data set or after many.

References: Ville (1939); Robbins (1970), Statistical methods related to the law of the iterated
logarithm; Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, special
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.shares import beta_above

_HALF = 0.5  # both parameters of the mixture
_UNDERFLOW = 1e-280  # the upper tail below which its ratio to the density is summed instead
_HALVINGS = 80  # of an interval within (0, 1): to the last digit of a double


class InvalidLooksError(JointStatsError):
    """Counts that cannot be those of a claim."""


def log_e_share(
    k: ArrayLike, n: ArrayLike, threshold: ArrayLike = 0.5, alternative: Alternative = "greater"
) -> Array:
    """Logarithm of the e-value against "the claim holds on a share of at most `threshold`".

    Parameters
    ----------
    k, n : array_like
        Number of data sets that show the claim so far, and of all so far.
    threshold : array_like
        The share q, between 0 and 1.
    alternative : {"greater", "two-sided"}, default "greater"
        Two-sided: against "on a share of just `threshold`".

    Returns
    -------
    ndarray
        Broadcast; 0 for n = 0.

    Raises
    ------
    InvalidLooksError
        Unless 0 <= k <= n.

    Examples
    --------
    >>> np.exp(log_e_share([0, 1, 5, 8], [0, 1, 5, 8])).round(3)
    array([  1.   ,   1.637,  15.642, 100.475])
    """
    k, n, q = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (k, n, threshold)))
    if not (np.isfinite(n).all() and (k >= 0).all() and (k <= n).all()):
        raise InvalidLooksError("a claim holds on at least 0 and at most all data sets so far")
    a, b = k + _HALF, n - k + _HALF
    two_sided = (
        special.betaln(a, b) - special.betaln(_HALF, _HALF) - k * np.log(q) - (n - k) * np.log1p(-q)
    )
    if alternative == "two-sided":
        return np.asarray(two_sided)
    above = beta_above(a, b, q)
    log_above = np.log(np.maximum(above, _UNDERFLOW))
    small = above < _UNDERFLOW
    if small.any():
        log_above = np.where(small, _log_far_tail(a, b, q, small), log_above)
    return np.asarray(two_sided + log_above - np.log(beta_above(_HALF, _HALF, q)))


def _log_far_tail(a: Array, b: Array, q: Array, wanted: NDArray[np.bool_]) -> Array:
    """``log P(Beta(a, b) > q)`` where that underflows, by the hypergeometric series.

    I_x(b, a) = x^b (1 − x)^a / (b B(a, b)) · Σ_j Π_{i<j} (a + b + i)/(b + 1 + i) x^j, x = 1 − q:
    all terms are positive, and so far below the mean they fall geometrically.
    """
    x = np.where(wanted, 1 - q, 0.0)
    term, total = np.ones_like(a), np.ones_like(a)
    j = 0
    while (term > 1e-17 * total).any():
        term = term * x * (a + b + j) / (b + 1 + j)
        total = total + term
        j += 1
    return np.asarray(
        b * np.log1p(-q) + a * np.log(q) - np.log(b) - special.betaln(a, b) + np.log(total)
    )


def log_e_more_often(
    only: ArrayLike, only_opposite: ArrayLike, alternative: Alternative = "greater"
) -> Array:
    """Logarithm of the e-value against "no more often than its opposite".

    For a claim and the same with the two algorithms exchanged, and for "better on everything" and
    "worse on everything". Data sets that show both or neither are no bet.

    Parameters
    ----------
    only, only_opposite : array_like
        Number of data sets so far that show the claim alone, and its opposite alone.
    alternative : {"greater", "two-sided"}
        Two-sided: against "just as often".

    Examples
    --------
    >>> np.exp(log_e_more_often([5, 8], [0, 3])).round(3)
    array([15.642,  1.426])
    """
    wins = np.asarray(only, dtype=float)
    return log_e_share(wins, wins + np.asarray(only_opposite), 0.5, alternative)


def anytime_p_value(log_e: ArrayLike) -> Array:
    """``min(1, 1/sup E)`` up to each look; the looks are the last axis.

    Under the null hypothesis the probability that it is ever at most alpha is at most alpha.

    Examples
    --------
    >>> anytime_p_value(np.log([0.5, 4, 2, 40]))
    array([1.   , 0.25 , 0.25 , 0.025])
    """
    highest = np.maximum.accumulate(np.asarray(log_e, dtype=float), axis=-1)
    return np.asarray(np.exp(-np.maximum(highest, 0.0)))


def confidence_sequence(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """All shares that the two-sided e-value does not reject: E < 1/(1 − `level`).

    With probability `level` all these intervals, after any number of data sets, hold the true
    share.

    Parameters
    ----------
    k, n : array_like
        As of :func:`log_e_share`.
    level : float
        Of all looks together.

    Returns
    -------
    low, high : ndarray

    Examples
    --------
    >>> low, high = confidence_sequence([0, 7, 70], [0, 10, 100])
    >>> low.round(3), high.round(3)
    (array([0.   , 0.252, 0.537]), array([1.   , 0.967, 0.834]))
    """
    k, n = np.broadcast_arrays(k, n)
    share = np.divide(k, n, out=np.full(n.shape, 0.5), where=n > 0)
    return (
        np.where(k > 0, _end(k, n, np.zeros_like(share), share, level), 0.0),
        np.where(k < n, _end(k, n, np.ones_like(share), share, level), 1.0),
    )


def _end(k: Array, n: Array, out: Array, inside: Array, level: float) -> Array:
    """Halve the interval between a rejected share and one that is not: E is convex there."""
    limit = -np.log1p(-level)
    for _ in range(_HALVINGS):
        middle = (out + inside) / 2
        q = np.clip(middle, np.nextafter(0, 1), np.nextafter(1, 0))
        rejected = log_e_share(k, n, q, "two-sided") >= limit
        out, inside = np.where(rejected, middle, out), np.where(rejected, inside, middle)
    return np.asarray(inside)


def running_intersection(low: ArrayLike, high: ArrayLike) -> tuple[Array, Array]:
    """What all intervals so far have in common; the looks are the last axis.

    A look cannot take back what an earlier one excluded. Where no share remains (which has at most
    the error probability of the sequence) the interval shrinks to a point of the latest.

    Examples
    --------
    >>> running_intersection([0.1, 0.3, 0.2], [0.9, 0.8, 0.95])
    (array([0.1, 0.3, 0.3]), array([0.9, 0.8, 0.8]))
    """
    lowest = np.maximum.accumulate(np.asarray(low, dtype=float), axis=-1)
    highest = np.minimum.accumulate(np.asarray(high, dtype=float), axis=-1)
    return lowest, np.maximum(lowest, highest)


def spent_level(position: ArrayLike, alpha: float = 0.05) -> Array:
    """Level of the i-th of any number of claims that share `alpha`: alpha / (i (i + 1)).

    All levels together are `alpha`, however many claims, such as one for each new algorithm,
    follow.

    Examples
    --------
    >>> spent_level([1, 2, 3], 0.06)
    array([0.03 , 0.01 , 0.005])
    """
    i = np.asarray(position, dtype=float)
    return np.asarray(alpha / (i * (i + 1)))
