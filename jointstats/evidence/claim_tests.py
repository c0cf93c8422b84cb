"""Tests of a claim that has votes for and against it: at one look, or however often one looks.

Of n votes k are for the claim. Their *share* is compared with a threshold; against its opposite
(the two algorithms exchanged) the threshold is one half. All functions broadcast.

The posterior of the share is Beta(s/2 + k, s/2 + n - k). With any number of measures, a claim is
one question with two answers, and the prior mass s is spread over those two.

Where data sets arrive one by one, and somebody looks after each of them and stops when it pleases,
a p-value that is right for one look errs more and more often. An *e-process* does not: it is a bet
against the null hypothesis, fair or worse under it, so that the probability of ever reaching
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

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, as_floats, special
from jointstats.evidence.tails import beta_above, share_interval
from jointstats.evidence.votes import tail_at_least

#: ``"greater"``: the claim was named before the data were seen. ``"two-sided"``: it was not.
Alternative = Literal["greater", "two-sided"]


@dataclass(frozen=True)
class ClaimShare:
    """What is known of the share of votes for a claim.

    Attributes
    ----------
    low, high : ndarray
        Clopper–Pearson confidence interval.
    credible_low, credible_high : ndarray
        Equal-tailed interval of the posterior.
    probability : ndarray
        Posterior probability that the share exceeds the threshold.
    """

    low: Array
    high: Array
    credible_low: Array
    credible_high: Array
    probability: Array


def claim_share(
    k: ArrayLike,
    n: ArrayLike,
    threshold: float = 0.5,
    *,
    prior_strength: float = 1.0,
    level: float = 0.95,
) -> ClaimShare:
    """The share of votes for a claim: its intervals, and the probability that it is large enough.

    Parameters
    ----------
    k, n : array_like
        Number of votes for the claim, and of all.
    threshold : float, default 0.5
        Share that the claim's is compared with.
    prior_strength : float, default 1
        Total mass s of the prior.
    level : float
        Of both intervals.

    Returns
    -------
    ClaimShare

    Examples
    --------
    >>> found = claim_share(9, 12)
    >>> float(found.low.round(4)), float(found.high.round(4)), float(found.probability.round(6))
    (0.4281, 0.9451, 0.960555)
    """
    k, n = as_floats(k, n)
    a, b = k + prior_strength / 2, n - k + prior_strength / 2
    low, high = confidence_interval(k, n, level)
    credible = share_interval(a, a + b, level)
    return ClaimShare(
        low=low,
        high=high,
        credible_low=credible[0],
        credible_high=credible[1],
        probability=beta_above(a, b, threshold),
    )


def votes_p_value(
    worst: tuple[int, int],
    best: tuple[int, int],
    threshold: float = 0.5,
    alternative: Alternative = "greater",
) -> float:
    """p-value of a claim from its votes, valid for all true values behind unknown outcomes.

    Parameters
    ----------
    worst, best : (int, int)
        Votes for the claim and against it, with everything unknown against it, and for it.
    threshold, alternative
        As for `binomial_p_value`.

    Examples
    --------
    >>> votes_p_value((5, 0), (5, 0)), votes_p_value((1, 5), (3, 3), alternative="two-sided")
    (0.03125, 1.0)
    """
    upper = float(tail_at_least(worst[0], sum(worst), threshold))
    if alternative == "greater":
        return upper
    return min(1.0, 2 * min(upper, below_p_value(best, threshold)))


def below_p_value(best: tuple[int, int], threshold: float = 0.5) -> float:
    """p-value against "the claim's share is at least the threshold", one-sided and exact.

    Parameters
    ----------
    best : (int, int)
        Votes for the claim and against it, with everything unknown for it.

    Examples
    --------
    >>> below_p_value((0, 5)), below_p_value((3, 3))
    (0.03125, 0.65625)
    """
    return float(tail_at_least(best[1], sum(best), 1 - threshold))


def confidence_interval(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """Clopper–Pearson interval of a share: all thresholds that the two-sided test does not reject.

    Examples
    --------
    >>> low, high = confidence_interval([0, 6], [12, 12])
    >>> low.round(4), high.round(4)
    (array([0.    , 0.2109]), array([0.2646, 0.7891]))
    """
    k, n = as_floats(k, n)
    tail = (1 - level) / 2
    low = np.where(k > 0, special.betaincinv(k, n - k + 1, tail), 0.0)
    high = np.where(k < n, special.betaincinv(k + 1, n - k, 1 - tail), 1.0)
    return low, high


def binomial_p_value(
    k: ArrayLike, n: ArrayLike, threshold: float = 0.5, alternative: Alternative = "greater"
) -> Array:
    """Exact p-value of k successes in n trials, of probability at most (or just) the threshold.

    One-sided P(X >= k); two-sided min(1, 2 min(P(X >= k), P(X <= k))), which belongs to the
    Clopper–Pearson interval: p <= alpha just where that leaves the threshold out.

    Examples
    --------
    >>> binomial_p_value([5, 9], [5, 12]).round(6)
    array([0.03125 , 0.072998])
    >>> binomial_p_value([5, 9], [5, 12], alternative="two-sided").round(6)
    array([0.0625  , 0.145996])
    """
    k, n = as_floats(k, n)
    at_least = tail_at_least(k, n, threshold)
    if alternative == "greater":
        return at_least
    at_most = tail_at_least(n - k, n, 1 - threshold)
    return np.minimum(1.0, 2 * np.minimum(at_least, at_most))


# --- Any number of looks --------------------------------------------------------------------------

_HALF = 0.5  # both parameters of the mixture
_UNDERFLOW = 1e-280  # the upper tail below which its ratio to the density is summed instead
_HALVINGS = 80  # of an interval within (0, 1): to the last digit of a double


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

    Examples
    --------
    >>> np.exp(log_e_share([0, 1, 5, 8], [0, 1, 5, 8])).round(3)
    array([  1.   ,   1.637,  15.642, 100.475])
    """
    k, n, q = as_floats(k, n, threshold)
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


def _log_far_tail(a: Array, b: Array, q: Array, wanted: Bools) -> Array:
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
