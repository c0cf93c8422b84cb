"""Tests of a claim that has votes for and against it.

Of n votes k are for the claim. Their *share* is compared with a threshold; against its opposite
(the two algorithms exchanged) the threshold is one half. All functions broadcast.

The posterior of the share is Beta(s/2 + k, s/2 + n - k). With any number of measures, a claim is
one question with two answers, and the prior mass s is spread over those two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, special
from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.shares import beta_above, share_interval

#: ``"greater"``: the claim was named before the data were seen. ``"two-sided"``: it was not.
Alternative = Literal["greater", "two-sided"]


class InvalidClaimCountsError(JointStatsError):
    """More data sets show a claim than there are, or fewer than none."""


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

    Raises
    ------
    InvalidClaimCountsError
        Unless 0 <= k <= n.

    Examples
    --------
    >>> found = claim_share(9, 12)
    >>> float(found.low.round(4)), float(found.high.round(4)), float(found.probability.round(6))
    (0.4281, 0.9451, 0.960555)
    """
    k, n = _checked(k, n)
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
    k, n = _checked(k, n)
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
    k, n = _checked(k, n)
    at_least = tail_at_least(k, n, threshold)
    if alternative == "greater":
        return at_least
    at_most = tail_at_least(n - k, n, 1 - threshold)
    return np.minimum(1.0, 2 * np.minimum(at_least, at_most))


def tail_at_least(k: ArrayLike, n: ArrayLike, threshold: ArrayLike = 0.5) -> Array:
    """``P(Bin(n, threshold) >= k) = I_threshold(k, n - k + 1)``.

    Examples
    --------
    >>> tail_at_least([0, 3], 3)
    array([1.   , 0.125])
    """
    k, n = np.asarray(k, dtype=float), np.asarray(n, dtype=float)
    return np.where(k > 0, special.betainc(k, n - k + 1, threshold), 1.0)


def _checked(k: ArrayLike, n: ArrayLike) -> tuple[Array, Array]:
    k, n = np.broadcast_arrays(np.asarray(k, dtype=float), np.asarray(n, dtype=float))
    if not (np.isfinite(n).all() and (k >= 0).all() and (k <= n).all()):
        raise InvalidClaimCountsError("a claim holds on at least 0 and at most all data sets")
    return k, n
