"""The most frequent statement: its likelihood-ratio test, its lead over others, and its share.

With n_a the count of the most frequent statement and n_b that of the runner-up, the test asks
whether the first is also the most probable one; the other counts do not matter. All functions
broadcast, and accept fractional counts.

The largest of K observed shares tends to be too large: with many statements of nearly equal
probability the usual interval lies above the true share of the one that happened to lead.

*Lower end.* A statement of probability t errs if its count reaches some x with L(x) > t. Let L(x)
be the largest t below which P(Bin(n, s) >= x) <= s alpha / 2 for all s; then statement k errs with
probability at most theta_k alpha / 2, and any of them with at most alpha / 2, because the theta_k
sum to 1. The union bound is thus spread by the unknown probabilities themselves: a share of 1/64
pays for 64 statements, one of 1/2 for two, with any K.

*Upper end.* The usual one, U. Let k* be the most probable statement, fixed by theta, and w the most
frequent one. Where theta_w > U(X_w), theta_k* >= theta_w > U(X_w) >= U(X_k*), because U grows and
X_w >= X_k*: so k* errs as well, which has a probability of at most alpha / 2. Choosing the leader
costs nothing here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, as_floats, special
from jointstats.evidence.claim_tests import confidence_interval

_TINY = 1e-300  # in place of a count of 0, where the beta distribution is only defined as a limit
_MOST_STEPS = 200


def log_likelihood_ratio(n_a: ArrayLike, n_b: ArrayLike) -> Array:
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

    References
    ----------
    Benavoli and de Campos (2016), Theorem 1.

    Examples
    --------
    Example 2 of the paper, λ ≈ 0.60068:

    >>> float(np.exp(-log_likelihood_ratio(6, 3) / 2).round(5))
    0.60068
    """
    a, b = as_floats(n_a, n_b)
    total = a + b
    # With d = (n_a − n_b)/(n_a + n_b) this is (n_a + n_b) [(1+d) ln(1+d) + (1−d) ln(1−d)], which
    # loses no digits by subtracting large terms; for small d, in the form 2 d artanh d + ln(1−d²).
    d = np.divide(a - b, total, out=np.zeros(total.shape), where=total > 0)
    small = np.minimum(d, 0.5)
    near = 2 * small * np.arctanh(small) + np.log1p(-(small**2))
    far = special.xlog1py(1 + d, d) + special.xlog1py(1 - d, -d)
    return (total * np.where(d < 0.5, near, far))[()]


def asymptotic_p_value(n_a: ArrayLike, n_b: ArrayLike) -> Array:
    """p-value of Theorem 1: −2 ln λ against χ² with one degree of freedom.

    It is liberal for small counts (at level .05 the true size is .06–.25 for 5–10 cases); see
    `exact_p_value`. Parameters are those of `log_likelihood_ratio`.

    Examples
    --------
    >>> float(asymptotic_p_value(6, 3).round(7))
    0.3126627
    """
    return special.erfc(np.sqrt(log_likelihood_ratio(n_a, n_b) / 2))


def exact_p_value(n_a: ArrayLike, n_b: ArrayLike) -> Array:
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

    References
    ----------
    Hung and Fithian (2019), Rank verification for exponential families, Annals of Statistics 47.

    Examples
    --------
    >>> float(exact_p_value(6, 3))
    0.5078125
    """
    a, b = as_floats(n_a, n_b)
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


def winner_lead_lower_bound(n_a: ArrayLike, n_b: ArrayLike, level: float = 0.95) -> Array:
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
    a, b = as_floats(n_a, n_b)
    q = special.betaincinv(np.maximum(a, _TINY), b + 1, (1 - level) / 2)
    with np.errstate(divide="ignore"):
        ratio = q / (1 - q)
    return np.where(exact_p_value(a, b) < 1 - level, ratio, 0.0)[()]


def chosen_share_interval(
    count: ArrayLike, n: ArrayLike, level: float = 0.95
) -> tuple[Array, Array]:
    """Interval for the probability of the most frequent statement, chosen by looking at the data.

    Parameters
    ----------
    count, n : array_like
        How often the most frequent statement was seen (or any of them, if several lead equally),
        and how many data sets there are. The number of statements does not matter. Fractional
        counts use the continuous extension of the binomial tail.
    level : float, default 0.95
        Coverage, at least, for all probabilities.

    Returns
    -------
    low, high : ndarray
        low solves P(Bin(n, t) >= count) = t (1 - level) / 2; it is 0 for a count of up to 1.

    Examples
    --------
    Twelve of 30; the Clopper–Pearson interval begins at 0.2266.

    >>> low, high = chosen_share_interval(12, 30)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1831, 0.594)
    """
    x, n = as_floats(count, n)
    return _low(x, n, (1 - level) / 2), confidence_interval(x, n, level)[1]


def _low(x: Array, n: Array, tail: float) -> Array:
    """The root of ``P(Bin(n, t) >= x) = t * tail``, by iteration from above.

    P / t first grows and then falls to 1 at t = 1: the root is the only one, and the quantile for
    the tail of the last value lies between it and that value.
    """
    several = x > 1  # P(Bin(n, t) >= 1) exceeds t for every t
    a, b = x[several], (n - x)[several] + 1
    root = np.ones(a.shape)
    for _ in range(_MOST_STEPS):
        before, root = root, special.betaincinv(a, b, tail * root)
        if (np.abs(root - before) <= 1e-14 * before).all():
            break
    low = np.zeros(x.shape)
    low[several] = root
    return low
