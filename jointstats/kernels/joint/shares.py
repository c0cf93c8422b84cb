"""Shares of single components of a Dirichlet vector, and which of two is larger.

A component with parameter ``a`` of a Dirichlet vector with parameters that sum to ``total`` is
Beta(a, total - a). Parameters of 0 are components that are almost surely 0.
"""

from __future__ import annotations

import numpy as np
import scipy.special as sp
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError

Array = NDArray[np.float64]

#: A rest of the total below this fraction of it is rounding error.
_ROUNDING = 1e-15
#: Beyond, a Beta variable is normal to all digits.
_LIMIT = 1e14
#: With one parameter so many times the other ln(1 - x) is Gamma but for a correction. There SciPy's
#: inverse loses digits, all of them beside a parameter of just 1000.
_APART = 1e4


class InvalidShareError(JointStatsError):
    """Parameters that describe no Beta distribution, or a level outside (0, 1)."""


def share_mean(a: ArrayLike, total: ArrayLike) -> Array:
    """Posterior mean ``a / total`` of a component.

    Parameters
    ----------
    a, total : array_like
        Its Dirichlet parameter, and the sum of all parameters.

    Examples
    --------
    >>> float(share_mean(3.25, 13.0))
    0.25
    """
    a, total = _checked(a, total)
    return np.asarray(a / total)


def share_interval(a: ArrayLike, total: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """Equal-tailed credible interval of a component.

    Parameters
    ----------
    a, total : array_like
        Its Dirichlet parameter, and the sum of all parameters.
    level : float, default 0.95
        Posterior probability of the interval.

    Returns
    -------
    low, high : ndarray
        Quantiles of Beta(a, total - a); those below 1e-307 are given as 0.

    Raises
    ------
    InvalidShareError
        Unless ``0 <= a <= total``, ``total > 0`` and ``0 < level < 1``.

    Examples
    --------
    >>> low, high = share_interval(6.25, 13.0)
    >>> round(float(low), 6), round(float(high), 6)
    (0.226779, 0.740359)
    """
    a, total = _checked(a, total)
    if not 0 < level < 1:
        raise InvalidShareError("The level of an interval lies between 0 and 1.")
    b = _rest(total, a)
    return _beta_quantile(a, b, (1 - level) / 2), _beta_quantile(a, b, (1 + level) / 2)


def mixed_interval(
    a: ArrayLike, weights: ArrayLike, total: float, level: float = 0.95
) -> tuple[float, float]:
    """Equal-tailed credible interval of a component whose parameter is uncertain.

    Parameters
    ----------
    a : array_like, shape (D,)
        What its Dirichlet parameter may be.
    weights : array_like, shape (D,)
        With which probability; they sum to 1.
    total : float
        Sum of all parameters, the same whatever this one is.
    level : float, default 0.95
        Posterior probability of the interval.

    Returns
    -------
    low, high : float
        Quantiles of the mixture of Beta(a, total - a).

    Raises
    ------
    InvalidShareError
        As of `share_interval`.

    Examples
    --------
    >>> low, high = mixed_interval([5.25, 6.25], [0.5, 0.5], 13.0)
    >>> round(low, 6), round(high, 6)
    (0.186627, 0.715547)
    """
    parameter, place = np.unique(np.asarray(a, dtype=float), return_inverse=True)
    mass = np.bincount(place.ravel(), weights=np.asarray(weights, dtype=float))
    ends = share_interval(parameter, total, level)
    rest, found = _rest(np.asarray(total), parameter), []
    for end, p in zip(ends, ((1 - level) / 2, (1 + level) / 2), strict=True):
        low, high = float(end.min()), float(end.max())
        for _ in range(60):  # halvings of an interval within (0, 1)
            middle = 0.5 * (low + high)
            below = np.where(parameter == 0, 1.0, sp.betainc(parameter, rest, middle))
            low, high = (low, middle) if float(mass @ below) >= p else (middle, high)
        found.append(0.5 * (low + high))
    return found[0], found[1]


def probability_exceeds(a_first: ArrayLike, a_second: ArrayLike) -> Array:
    """Probability that one component exceeds another: P(Beta(a_first, a_second) > 1/2).

    The other components do not matter.

    Parameters
    ----------
    a_first, a_second : array_like
        Dirichlet parameters; not both 0.

    Examples
    --------
    >>> round(float(probability_exceeds(6.25, 3.25)), 6)
    0.848016
    """
    first, total = _checked(a_first, np.asarray(a_first) + np.asarray(a_second))
    second = total - first
    with np.errstate(all="ignore"):
        normal = sp.ndtr((first - second) / np.sqrt(total))
        exact = sp.betainc(second, first, 0.5)
    out = np.where(total > _LIMIT, normal, exact)
    return np.where(first == 0, 0.0, np.where(second == 0, 1.0, out))


def _checked(a: ArrayLike, total: ArrayLike) -> tuple[Array, Array]:
    a, total = np.asarray(a, dtype=float), np.asarray(total, dtype=float)
    rounding = _ROUNDING * np.abs(total)
    if not ((a >= 0) & (a <= total + rounding) & (total > 0) & np.isfinite(total)).all():
        raise InvalidShareError("Dirichlet parameters must be >= 0 and have a finite sum > 0.")
    return a, total


def _rest(total: Array, a: Array) -> Array:
    """``total - a``, with what is only rounding error set to 0."""
    rest = total - a
    return np.where(rest <= _ROUNDING * total, 0.0, rest)


@np.errstate(all="ignore")
def _beta_quantile(a: Array, b: Array, p: float) -> Array:
    """Quantile of Beta(a, b) for parameters from 0 to 1e300."""
    few, many = np.minimum(a, b), np.maximum(a, b)
    mean = a / (a + b)
    normal = mean + sp.ndtri(p) * np.sqrt(mean * (b / (a + b)) / (a + b))
    gamma = np.where(
        a < b, -np.expm1(-_log_rest(few, many, p)), np.exp(-_log_rest(few, many, 1 - p))
    )
    both, skewed = few > _LIMIT, many > _APART * (1 + few)
    out = np.where(both, normal, np.where(skewed, gamma, sp.betaincinv(a, b, p)))
    out = np.where(out < 1e-307, 0.0, out)  # underflow
    return np.where(a == 0, 0.0, np.where(b == 0, 1.0, out))


def _log_rest(few: Array, many: Array, p: float) -> Array:
    """Quantile of -ln(1 - x), x ~ Beta(few, many), where `many` is by far the larger one.

    With N = many + (few - 1)/2, as in Wise (1950), Biometrika 37, its density is proportional to
    exp(-N y) (2 sinh(y/2))^(few - 1) = exp(-N y) y^(few - 1) (1 + (few - 1) y^2 / 24 + ...).
    """
    size, g = many + (few - 1) / 2, sp.gammaincinv(few, p)
    return np.asarray(g / size * (1 + (few - 1) * (few + 1 + g) / (24 * size**2)))
