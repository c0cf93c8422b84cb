"""How often the claim test decides, for data sets and for families that answer alike.

Each family has its own shares, Dirichlet around the common ones (for one statement against the
rest: beta), so that two of its data sets agree with the intra-class correlation rho. Drawn one
after the other (Polya's urn), the data set after i others of its family

    copies one of them with probability  i rho / (1 - rho + i rho),

and shows a statement of its own otherwise. All families are of one size s. A family votes for a
claim if most of its data sets show it, and for neither side if half of them do.

The test decides from a critical number of votes on; of votes that are cast at all, the number for
the claim is binomial. Both are exact.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.claim_tests import Alternative, tail_at_least
from jointstats.evidence.glrt import exact_p_value
from jointstats.joint.kernel_decisions import child_generator
from jointstats.planning.kernel_power import Truth


def critical_count(
    n: ArrayLike, threshold: float = 0.5, alpha: float = 0.05, alternative: Alternative = "greater"
) -> Ints:
    """The smallest k with which a claim that holds on k of n data sets is decided.

    P(Bin(n, threshold) >= k) falls with k: the first k at which it is at most alpha (two-sided:
    alpha / 2) is found by halving, for all n together.

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
        Assumed true share of the data sets that show the claim.
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


_STREAM = 7  # of the seed's children
_ROUNDING = 1e-9  # thirds that sum to a whole number


def family_sizes(share: float, size: int, correlation: float) -> Array:
    """Probability that 0, 1, …, s data sets of a family show a statement: beta-binomial.

    Parameters
    ----------
    share : float
        The statement's share of all data sets.
    size : int
        Data sets in the family.
    correlation : float
        rho in [0, 1].

    Returns
    -------
    ndarray, shape (size + 1,)

    Examples
    --------
    >>> family_sizes(0.5, 2, 0.0), family_sizes(0.5, 2, 1.0)
    (array([0.25, 0.5 , 0.25]), array([0.5, 0. , 0.5]))
    """
    sizes = np.ones(1)
    for i in range(size):
        copied = i * correlation / (1 - correlation + i * correlation) if i else 0.0
        shows = (1 - copied) * share + copied * np.arange(i + 1) / max(i, 1)
        longer = np.zeros(i + 2)
        longer[:-1] += sizes * (1 - shows)
        longer[1:] += sizes * shows
        sizes = longer
    return sizes


def family_votes(share: float, size: int, correlation: float) -> tuple[float, float]:
    """Probability that a family votes for a claim, and against it.

    Parameters
    ----------
    share, size, correlation
        As of `family_sizes`.

    Examples
    --------
    >>> family_votes(0.7, 1, 0.0), tuple(round(p, 3) for p in family_votes(0.7, 2, 0.0))
    ((0.7, 0.30000000000000004), (0.49, 0.09))
    """
    shown = family_sizes(share, size, correlation)
    number = np.arange(size + 1)
    return float(shown[2 * number > size].sum()), float(shown[2 * number < size].sum())


def claim_holds(share: float, threshold: float, size: int, correlation: float) -> bool:
    """Whether more than the threshold of the families that vote, vote for the claim."""
    yes, no = family_votes(share, size, correlation)
    return yes > threshold * (yes + no)


def votes_power(
    families: ArrayLike,
    yes: float,
    no: float,
    threshold: float = 0.5,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
) -> Array:
    """Probability that the claim test decides for a claim, with this number of families.

    The number of families that vote at all is binomial, and so are the votes for the claim, given
    that number: both sums are exact.

    Parameters
    ----------
    families : array_like of int
    yes, no : float
        From `family_votes`.
    threshold, alpha, alternative
        As for the test.

    Examples
    --------
    Five families must all vote for it:

    >>> votes_power([4, 5], 0.9, 0.1).round(5)
    array([0.     , 0.59049])
    """
    number = np.asarray(families, dtype=np.int64)
    voting = min(yes + no, 1.0)
    given = np.arange(int(number.max(initial=0)) + 1)
    power = claim_power(given, yes / voting, threshold, alpha, alternative)
    if voting == 1:
        return np.asarray(power[number])
    from scipy.stats import binom  # slow to load

    return np.asarray([binom.pmf(given[: f + 1], f, voting) @ power[: f + 1] for f in number.flat])


def family_counts(
    truth: Truth, families: int, size: int, correlation: float, rng: np.random.Generator
) -> Ints:
    """Draw how many data sets of each family show each statement of the truth.

    The first families are the same, however many are drawn.

    Returns
    -------
    (families, R) int64 array
    """
    side, whether, which = rng.random((families, 3, size)).swapaxes(0, 1)
    ends = np.cumsum(truth.shares)
    shown = np.searchsorted(ends, side * ends[-1], side="right")
    rows = np.arange(families)
    for i in range(1, size):
        copies = whether[:, i] * (1 - correlation + i * correlation) < i * correlation
        earlier = (which[:, i] * i).astype(np.int64)
        shown[:, i] = np.where(copies, shown[rows, earlier], shown[:, i])
    place = rows[:, None] * len(ends) + shown
    return np.bincount(place.ravel(), minlength=families * len(ends)).reshape(families, -1)


def sampled_leaders(
    truth: Truth,
    families: int,
    size: int,
    correlation: float,
    alpha: float,
    seed: int,
    replicates: tuple[int, int],
) -> tuple[int, int]:
    """Number of right and of wrong decisions of the likelihood-ratio test in drawn tables.

    The statements of a family weigh 1 in all; counts are rounded down.

    Parameters
    ----------
    truth : Truth
    families, size, correlation
        As of `family_counts`.
    alpha : float
    seed : int
    replicates : (int, int)
        First and last but one of the tables; table r begins alike for every number of families.

    Returns
    -------
    right, wrong : int
    """
    right = wrong = 0
    for replicate in range(*replicates):
        rng = child_generator(seed, _STREAM, 0, replicate)
        weights = family_counts(truth, families, size, correlation, rng).sum(axis=0) / size
        leader = int(weights.argmax())
        first = math.floor(weights[leader] + _ROUNDING)
        second = math.floor(np.delete(weights, leader).max(initial=0.0) + _ROUNDING)
        if first > second and float(exact_p_value(first, second)) <= alpha:
            right += leader == truth.best
            wrong += leader != truth.best
    return right, wrong
