"""How families of data sets vote, if data sets of a family answer alike.

Each family has shares of its own, Dirichlet around the common ones (for one statement against the
rest: beta), so that two of its data sets agree with the intra-class correlation rho. Drawn one
after the other (Polya's urn), the data set after i others of its family

    copies one of them with probability  i rho / (1 - rho + i rho),

and shows a statement of its own otherwise. All families are of one size s. A family votes for a
claim if most of its data sets show it, and for neither side if half of them do.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.joint.glrt import exact_p_value
from jointstats.kernels.studies.claim_power import claim_power
from jointstats.kernels.studies.power import Truth
from jointstats.kernels.studies.simulation import child_generator

__all__ = ["family_counts", "family_sizes", "family_votes", "sampled_leaders", "votes_power"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

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
    found = np.ones(1)
    for i in range(size):
        copied = i * correlation / (1 - correlation + i * correlation) if i else 0.0
        shows = (1 - copied) * share + copied * np.arange(i + 1) / max(i, 1)
        longer = np.zeros(i + 2)
        longer[:-1] += found * (1 - shows)
        longer[1:] += found * shows
        found = longer
    return found


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


def votes_power(
    families: ArrayLike,
    yes: float,
    no: float,
    threshold: float = 0.5,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
) -> Array:
    """Probability that the claim test decides for a claim, with so many families.

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
    own, whether, which = rng.random((families, 3, size)).swapaxes(0, 1)
    ends = np.cumsum(truth.shares)
    shown = np.searchsorted(ends, own * ends[-1], side="right")
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
