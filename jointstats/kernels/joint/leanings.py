"""To whom the data lean, pair by pair, when many pairs are looked at.

Of pair i, the first algorithm sweeps (is better on every measure) on a_i data sets, the second on
b_i. Let theta_i be the probability that, of these two, the first happens. Whoever leads in the
counts may lead by chance; how often that is so depends on how far the algorithms differ at all,
and this all pairs tell together:

    a_i | theta_i ~ Bin(a_i + b_i, theta_i),    theta_i ~ Beta(c, c),    c on a grid.

Besides, theta_i = 1/2 may hold for every pair (nobody differs: every leaning is wrong), or for
each pair with a chance of one half (some of the algorithms are equal, or nearly so). Relative to
theta_i = 1/2, the marginal likelihood of one pair is

    L(c) = prod_{j<a} (1 + j/c) prod_{j<b} (1 + j/c) / prod_{j<a+b} (1 + j/2c),

or (1 + L(c)) / 2 where half of the pairs are equal. The probability that the leading algorithm
truly sweeps more often is I_1/2(b + c, a + c), there times L(c) / (1 + L(c)), averaged over c and
over what else may be.

Pairs that share an algorithm tell in part the same: the product of the likelihoods is raised to a
power below 1 (`power_of_pairs`). Otherwise one algorithm that happened to do well would look like
many pairs that differ.

Nothing here controls an error rate: it says how many leanings to expect to be wrong. Source: the
beta-binomial model of Robbins' empirical Bayes, here with a prior for c in place of one estimate
(Efron, "Large-Scale Inference", Cambridge 2010, chapter 1 and section 11.5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, expit

from jointstats.kernels.errors import JointStatsError

__all__ = [
    "CONCENTRATIONS",
    "HALF_EQUAL",
    "NO_DIFFERENCE",
    "InvalidLeaningsError",
    "Leanings",
    "leanings",
    "power_of_pairs",
]

Array = NDArray[np.float64]

#: Finite values of c: from shares that are nearly all 0 or 1 to a standard deviation of .016.
CONCENTRATIONS = 2.0 ** np.arange(-3, 10)

#: Prior probability that no two of the algorithms differ.
NO_DIFFERENCE = 0.2

#: If some differ, prior probability that about half of the pairs do not: so small that it costs
#: little where all algorithms differ, and enough to be found in the data where it is so.
HALF_EQUAL = 0.05

#: Squared correlation of the leads in two pairs that share an algorithm. Between equal algorithms
#: it is 1/9 for wins on one measure, and 1/4 for differences of normal scores, where l(l - 1)/2
#: pairs are worth just l - 1. The value between them was the best calibrated one by simulation.
_SQUARED_CORRELATION = 1 / 6


class InvalidLeaningsError(JointStatsError):
    """Counts that no pairs can have, or an option out of its range."""


@dataclass(frozen=True)
class Leanings:
    """To whom the data lean in P pairs.

    Attributes
    ----------
    probability : ndarray, shape (P,)
        Probability that the algorithm with more sweeps truly sweeps more often than the other;
        with equal counts, that the first one does.
    leaning : ndarray of bool, shape (P,)
        Whether the counts differ and the probability is at least 1 - alpha.
    weights : ndarray, shape (2, C)
        Posterior probabilities of every c, where all pairs differ and where half of them do.
    no_difference : float
        Posterior probability that no two algorithms differ; with the weights, 1.
    """

    probability: Array
    leaning: NDArray[np.bool_]
    weights: Array
    no_difference: float

    def expected_wrong(self, among: ArrayLike | None = None) -> float:
        """How many of the leanings, or of those in a mask of pairs, to expect to be wrong."""
        chosen = self.leaning if among is None else self.leaning & np.asarray(among, dtype=bool)
        return float((1.0 - self.probability[chosen]).sum())


def leanings(
    first: ArrayLike,
    second: ArrayLike,
    *,
    power: float = 1.0,
    alpha: float = 0.05,
    concentrations: ArrayLike = CONCENTRATIONS,
    no_difference: float = NO_DIFFERENCE,
    half_equal: float = HALF_EQUAL,
) -> Leanings:
    """Learn from all pairs how far algorithms differ, and say of each to whom the data lean.

    Parameters
    ----------
    first, second : array_like of int, shape (P,)
        On how many data sets each of the two sweeps. Pairs may have different numbers of data
        sets; those on which neither sweeps say nothing here.
    power : float, default 1
        In (0, 1]: what the product of the likelihoods is raised to, from `power_of_pairs`.
    alpha : float, default 0.05
        A leaning has a probability of at least ``1 - alpha``.
    concentrations : array_like, shape (C,)
        Finite values of c > 0, equally probable before the data are seen.
    no_difference : float, default 0.2
        Prior probability that nobody differs, in [0, 1).
    half_equal : float, default 0.05
        If some differ, prior probability that half of the pairs do not, in [0, 1].

    Returns
    -------
    Leanings

    Raises
    ------
    InvalidLeaningsError
        If counts are negative or no whole numbers, or an option is out of its range.

    Examples
    --------
    Twelve of fourteen, alone and among seven pairs that are as clear:

    >>> alone = leanings([12], [2])
    >>> among = leanings([12] * 7, [2] * 7)
    >>> alone.probability.round(4), among.probability[:1].round(4)
    (array([0.9174]), array([0.996]))
    """
    a, b = _checked(first, second, power, alpha, no_difference, half_equal)
    c = np.asarray(concentrations, dtype=float)
    if c.ndim != 1 or not c.size or not ((c > 0) & np.isfinite(c)).all():
        raise InvalidLeaningsError("concentrations are finite numbers above 0")
    # Pairs with the same counts are one kind; as one number, they are sorted much faster.
    more, less = np.maximum(a, b), np.minimum(a, b)
    base = more.max(initial=0) + 1
    kind, pair, times = np.unique(more * base + less, return_inverse=True, return_counts=True)
    high, low = np.divmod(kind, base)
    log_l = _log_likelihoods(high, low, c)
    evidence = power * np.stack([log_l @ times, (np.logaddexp(0.0, log_l) - np.log(2)) @ times])
    each = (1 - no_difference) / c.size * np.array([[1 - half_equal], [half_equal]])
    largest = max(float(evidence.max()), 0.0)
    weights, none = each * np.exp(evidence - largest), no_difference * np.exp(-largest)
    total = weights.sum() + none
    weights, none = weights / total, none / total
    leads = betainc(low + c[:, None], high + c[:, None], 0.5)
    probability = (weights[0] @ leads + weights[1] @ (leads * expit(log_l)))[pair]
    return Leanings(
        probability=probability,
        leaning=(a != b) & (probability >= 1 - alpha),
        weights=weights,
        no_difference=float(none),
    )


def power_of_pairs(first: ArrayLike, second: ArrayLike) -> float:
    """How much of a pair's likelihood is its own, if pairs share algorithms.

    P pairs are worth P^2 / sum r^2 independent ones, where r are the correlations between any two
    of them. Pairs that share an algorithm are given r^2 = 1/6, others none. For all pairs of l
    algorithms the power is 3 / (l + 1): they are worth about 1.5 (l - 2).

    Parameters
    ----------
    first, second : array_like, shape (P,)
        Names or numbers of the two algorithms of each pair.

    Returns
    -------
    float
        In (0, 1]; 1 for pairs that share nothing.

    Examples
    --------
    All pairs of four algorithms; three of them against the first:

    >>> round(power_of_pairs([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3]), 6)
    0.6
    >>> round(power_of_pairs([0, 0, 0], [1, 2, 3]), 6)
    0.75
    """
    both = np.concatenate([np.asarray(first), np.asarray(second)])
    _, which, times = np.unique(both, return_inverse=True, return_counts=True)
    sharing = 2 * times[np.ravel(which)].sum() / max(both.size, 1) - 2  # per pair, itself left out
    return float(1.0 / (1.0 + _SQUARED_CORRELATION * max(sharing, 0.0)))


def _log_likelihoods(a: NDArray[np.int64], b: NDArray[np.int64], c: Array) -> Array:
    """Log L(c) of each kind of pair, shape (C, kinds)."""
    j = np.arange(int((a + b).max(initial=0)))

    def products(concentration: Array) -> Array:
        """Logarithm of prod_{j<k} (1 + j / concentration) for k = 0, 1, …: (C, k)."""
        return np.cumsum(np.pad(np.log1p(j / concentration[:, None]), ((0, 0), (1, 0))), axis=1)

    # The table of the logarithms is as long as the largest count, whatever the number of pairs.
    single, double = products(c), products(2 * c)
    log_likelihoods: Array = single[:, a] + single[:, b] - double[:, a + b]
    return log_likelihoods


def _checked(
    first: ArrayLike,
    second: ArrayLike,
    power: float,
    alpha: float,
    no_difference: float,
    half_equal: float,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    counts = np.stack([a, b]) if a.shape == b.shape and a.ndim == 1 else np.array([-1.0])
    if not (np.isfinite(counts) & (counts >= 0) & (counts == np.floor(counts))).all():
        raise InvalidLeaningsError("sweeps are counted: two whole numbers >= 0 for each pair")
    if not (0 < power <= 1 and 0 < alpha < 1):
        raise InvalidLeaningsError("the power lies in (0, 1], and alpha in (0, 1)")
    if not (0 <= no_difference < 1 and 0 <= half_equal <= 1):
        raise InvalidLeaningsError("prior probabilities lie between 0 and 1")
    return a.astype(np.int64), b.astype(np.int64)
