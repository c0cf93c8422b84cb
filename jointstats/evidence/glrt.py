"""Generalised likelihood ratio test of the most frequent statement against the runner-up.

With n_a the count of the most frequent statement and n_b that of the runner-up, the test asks
whether the first is also the most probable one; the other counts do not matter. All functions
broadcast, and accept fractional counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import special
from jointstats.evidence.messages import JointStatsError

_TINY = 1e-300  # in place of a count of 0, where the beta distribution is only defined as a limit


class InvalidCountsError(JointStatsError):
    """Counts are negative, not finite, or the runner-up has more than the winner."""


def _checked(n_a: ArrayLike, n_b: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b = np.broadcast_arrays(np.asarray(n_a, dtype=float), np.asarray(n_b, dtype=float))
    if not (np.isfinite(a).all() and (b >= 0).all() and (a >= b).all()):
        raise InvalidCountsError("counts must be finite with n_a >= n_b >= 0")
    return a, b


def log_likelihood_ratio(n_a: ArrayLike, n_b: ArrayLike) -> NDArray[np.float64]:
    """Compute −2 ln λ of Theorem 1.

    −2 ln λ = 2 [n_a ln n_a + n_b ln n_b − (n_a + n_b) ln((n_a + n_b)/2)], where 0 ln 0 = 0.

    Parameters
    ----------
    n_a, n_b : array_like
        Counts of the most frequent statement and of the runner-up, n_a ≥ n_b ≥ 0.

    Returns
    -------
    ndarray or float
        Non-negative; 0 if n_a = n_b.

    Raises
    ------
    InvalidCountsError
        If a count is negative or not finite, or n_b > n_a.

    References
    ----------
    Benavoli and de Campos (2016), Theorem 1.

    Examples
    --------
    Example 2 of the paper, λ ≈ 0.60068:

    >>> float(np.exp(-log_likelihood_ratio(6, 3) / 2).round(5))
    0.60068
    """
    a, b = _checked(n_a, n_b)
    total = a + b
    # With d = (n_a − n_b)/(n_a + n_b) this is (n_a + n_b) [(1+d) ln(1+d) + (1−d) ln(1−d)], which
    # loses no digits by subtracting large terms; for small d, in the form 2 d artanh d + ln(1−d²).
    d = np.divide(a - b, total, out=np.zeros(total.shape), where=total > 0)
    small = np.minimum(d, 0.5)
    near = 2 * small * np.arctanh(small) + np.log1p(-(small**2))
    far = special.xlog1py(1 + d, d) + special.xlog1py(1 - d, -d)
    return (total * np.where(d < 0.5, near, far))[()]


def asymptotic_p_value(n_a: ArrayLike, n_b: ArrayLike) -> NDArray[np.float64]:
    """p-value of Theorem 1: −2 ln λ against χ² with one degree of freedom.

    It is liberal for small counts (at level .05 the true size is .06–.25 for 5–10 cases); see
    `exact_p_value`. Parameters and errors are those of `log_likelihood_ratio`.

    Examples
    --------
    >>> float(asymptotic_p_value(6, 3).round(7))
    0.3126627
    """
    return special.erfc(np.sqrt(log_likelihood_ratio(n_a, n_b) / 2))


def exact_p_value(n_a: ArrayLike, n_b: ArrayLike) -> NDArray[np.float64]:
    """Exact conditional p-value: min(1, 2 P(Bin(n_a + n_b, ½) ≥ n_a)).

    Valid for any number of states and any probabilities of the others: given n_a + n_b and the
    other counts, the winner's count is binomial, and rejecting against the runner-up is enough to
    reject against every other state.

    Parameters
    ----------
    n_a, n_b : array_like
        Counts of the most frequent statement and of the runner-up, n_a ≥ n_b ≥ 0. Fractional
        counts use the continuous extension min(1, 2 I_½(n_a, n_b + 1)) of the binomial tail: with
        split ties it is the p-value of the shared counts, and no bound of any other.

    Returns
    -------
    ndarray or float
        1 if n_a = n_b; 2^(1 − n_a) if n_b = 0.

    Raises
    ------
    InvalidCountsError
        If a count is negative or not finite, or n_b > n_a.

    References
    ----------
    Hung and Fithian (2019), Rank verification for exponential families, Annals of Statistics 47.

    Examples
    --------
    >>> float(exact_p_value(6, 3))
    0.5078125
    """
    a, b = _checked(n_a, n_b)
    # I_½(n, n + 1) is above ½: the minimum gives 1 for equal counts, too.
    return np.minimum(1.0, 2 * special.betainc(np.maximum(a, _TINY), b + 1, 0.5))[()]


def worst_p_value(alone: ArrayLike, possible: ArrayLike, winner: int) -> float:
    """Exact p-value if every tied case speaks against the winner as far as it can.

    A tied case could be any of the states that it does not contradict. The rival that is worst for
    the winner gets all cases that it could have, and the winner keeps those that no rival could
    have. With finer measurements the ties would be resolved; their p-value would be no larger.

    Parameters
    ----------
    alone, possible : array_like, shape (R,)
        How many cases are each state for certain, and how many could be.
    winner : int
        Place of the state asked about.

    Examples
    --------
    Twelve cases for the first state, one for the second, and four that could be either:

    >>> round(worst_p_value([12, 1], [16, 5], 0), 6)
    0.143463
    """
    others = np.array(possible)
    others[winner] = 0
    rival, certain = others.max(initial=0), np.asarray(alone)[winner]
    return float(exact_p_value(certain, rival)) if certain > rival else 1.0


def winner_lead_lower_bound(
    n_a: ArrayLike, n_b: ArrayLike, level: float = 0.95
) -> NDArray[np.float64]:
    """Lower confidence bound for how many times more probable the winner is than any other state.

    With probability at least `level` the bound is at most θ_w / max_{j ≠ w} θ_j, where w is the
    state that happened to be the most frequent: choosing it by looking at the data is allowed for.

    Parameters
    ----------
    n_a, n_b : array_like
        Counts of the most frequent statement and of the runner-up, n_a ≥ n_b ≥ 0.
    level : float
        Confidence, in (0, 1).

    Returns
    -------
    ndarray or float
        q/(1 − q), where q solves 2 P(Bin(n_a + n_b, q) ≥ n_a) = 1 − level, if that exceeds 1;
        0 otherwise (nothing is claimed). Above 1 exactly where ``exact_p_value < 1 − level``.

    Raises
    ------
    InvalidCountsError
        If a count is negative or not finite, or n_b > n_a.

    Notes
    -----
    Given n_a + n_b, the other counts and that w won, n_a is binomial with q = θ_w/(θ_w + θ_j),
    truncated to values of at least half. For q ≥ ½ the truncation keeps at least half of the mass,
    hence the factor 2; for q < ½ it may keep less, so that no bound below 1 can be had this way.

    References
    ----------
    Hung and Fithian (2019), Rank verification for exponential families, Annals of Statistics 47.

    Examples
    --------
    >>> float(winner_lead_lower_bound(20, 4).round(3))
    1.675
    >>> float(winner_lead_lower_bound(6, 3))
    0.0
    """
    a, b = _checked(n_a, n_b)
    q = special.betaincinv(np.maximum(a, _TINY), b + 1, (1 - level) / 2)
    with np.errstate(divide="ignore"):
        ratio = q / (1 - q)
    return np.where(exact_p_value(a, b) < 1 - level, ratio, 0.0)[()]
