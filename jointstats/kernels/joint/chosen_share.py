"""Confidence interval for the share of a statement that was chosen for being the most frequent.

The largest of K observed shares tends to be too large: with many statements of nearly equal
probability the usual interval lies above the true share of the one that happened to lead.

*Lower end.* A statement of probability t errs if its count reaches some x with L(x) > t. Let L(x)
be the largest t below which P(Bin(n, s) >= x) <= s alpha / 2 for all s; then statement k errs with
probability at most theta_k alpha / 2, and any of them with at most alpha / 2, because the theta_k
sum to 1. The union bound is thus spread by the unknown probabilities themselves: a share of 1/64
pays for 64 statements, one of 1/2 for two, whatever K is.

*Upper end.* The usual one, U. Let k* be the most probable statement, fixed by theta, and w the most
frequent one. Where theta_w > U(X_w), theta_k* >= theta_w > U(X_w) >= U(X_k*), because U grows and
X_w >= X_k*: so k* errs as well, which has a probability of at most alpha / 2. Choosing the leader
costs nothing here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.messages import Option, Value

__all__ = ["InvalidChosenShareError", "chosen_share_interval"]

Array = NDArray[np.float64]

_MOST_STEPS = 200


class InvalidChosenShareError(JointStatsError):
    """Counts that belong to no share, or a level outside (0, 1)."""


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
        Coverage, at least, whatever the probabilities.

    Returns
    -------
    low, high : ndarray
        low solves P(Bin(n, t) >= count) = t (1 - level) / 2; it is 0 for a count of up to 1.

    Raises
    ------
    InvalidChosenShareError
        Unless ``0 <= count <= n``, ``n > 0`` and ``0 < level < 1``.

    Examples
    --------
    Twelve of 30; the Clopper–Pearson interval begins at 0.2266.

    >>> low, high = chosen_share_interval(12, 30)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1831, 0.594)
    """
    x, n = np.broadcast_arrays(np.asarray(count, dtype=float), np.asarray(n, dtype=float))
    if not (np.isfinite(n).all() and (n > 0).all() and (x >= 0).all() and (x <= n).all()):
        raise InvalidChosenShareError("a count lies between 0 and the number of data sets")
    if not 0 < level < 1:
        raise InvalidChosenShareError(
            Option("level"), " must lie between 0 and 1, not ", Value(level)
        )
    tail = (1 - level) / 2
    high = np.where(x < n, betaincinv(x + 1, np.maximum(n - x, 1e-300), 1 - tail), 1.0)
    return _low(x, n, tail), high


def _low(x: Array, n: Array, tail: float) -> Array:
    """The root of ``P(Bin(n, t) >= x) = t * tail``, by iteration from above.

    P / t first grows and then falls to 1 at t = 1: the root is the only one, and the quantile for
    the tail of the last value lies between it and that value.
    """
    several = x > 1  # P(Bin(n, t) >= 1) exceeds t for every t
    a, b = x[several], (n - x)[several] + 1
    root = np.ones(a.shape)
    for _ in range(_MOST_STEPS):
        before, root = root, betaincinv(a, b, tail * root)
        if (np.abs(root - before) <= 1e-14 * before).all():
            break
    low = np.zeros(x.shape)
    low[several] = root
    return low
