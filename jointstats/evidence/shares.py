"""Shares of components of a Dirichlet vector: intervals, and the probability of a lead.

A component with parameter ``a`` of a Dirichlet vector with parameters that sum to ``total`` is
Beta(a, total - a). Parameters of 0 are components that are almost surely 0.

A lead over one rival that is fixed in advance says less than being the largest, and may have the
greater probability. The event here is ``theta_i > ratio * max of all others``: with ratio 1 it is
that of being the largest, and with a greater ratio it lies inside. As independent Gamma variables
``X_k ~ Gamma(alpha_k, 1)``, whose common sum cancels,

    P(theta_i > ratio * theta_k for all k) = int f_i(x) prod_{k != i} F_k(x / ratio) dx.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, as_floats, special
from jointstats.evidence.dirichlet import Maximum
from jointstats.evidence.gamma_tails import TINY_SHAPE, Nodes, exponential_integral
from jointstats.evidence.lattice import narrow, trapezoid


def beta_above(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> NDArray[np.float64]:
    """P(Beta(a, b) > x).

    SciPy's `betaincc`; SciPy 1.14 under WebAssembly answers NaN where either tail is smaller than
    some 1e-107: there the tail is computed from its other side.

    Examples
    --------
    >>> float(beta_above(2, 1, 0.5)), float(beta_above(800.5, 3200.5, 0.5)) < 1e-300
    (0.75, True)
    """
    tail = np.asarray(special.betaincc(a, b, x))
    lost = np.isnan(tail)
    if not lost.any():
        return tail
    return np.where(lost, special.betainc(b, a, 1 - np.asarray(x, dtype=float)), tail)


#: A rest of the total below this fraction of it is rounding error.
_ROUNDING = 1e-15
#: Beyond, a Beta variable is normal to all digits.
_LIMIT = 1e14
#: With one parameter so many times the other ln(1 - x) is Gamma but for a correction. There SciPy's
#: inverse loses digits, all of them beside a parameter of just 1000.
_APART = 1e4


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

    Examples
    --------
    >>> low, high = share_interval(6.25, 13.0)
    >>> round(float(low), 6), round(float(high), 6)
    (0.226779, 0.740359)
    """
    a, total = as_floats(a, total)
    b = _rest(total, a)
    return _beta_quantile(a, b, (1 - level) / 2), _beta_quantile(a, b, (1 + level) / 2)


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
    first, second = as_floats(a_first, a_second)
    total = first + second
    second = total - first
    with np.errstate(all="ignore"):
        normal = special.ndtr((first - second) / np.sqrt(total))
        exact = special.betainc(second, first, 0.5)
    out = np.where(total > _LIMIT, normal, exact)
    return np.where(first == 0, 0.0, np.where(second == 0, 1.0, out))


def _rest(total: Array, a: Array) -> Array:
    """``total - a``, with what is only rounding error set to 0."""
    rest = total - a
    return np.where(rest <= _ROUNDING * total, 0.0, rest)


@np.errstate(all="ignore")
def _beta_quantile(a: Array, b: Array, p: float) -> Array:
    """Quantile of Beta(a, b) for parameters from 0 to 1e300."""
    few, many = np.minimum(a, b), np.maximum(a, b)
    mean = a / (a + b)
    normal = mean + special.ndtri(p) * np.sqrt(mean * (b / (a + b)) / (a + b))
    gamma = np.where(
        a < b, -np.expm1(-_log_rest(few, many, p)), np.exp(-_log_rest(few, many, 1 - p))
    )
    both, skewed = few > _LIMIT, many > _APART * (1 + few)
    out = np.where(both, normal, np.where(skewed, gamma, special.betaincinv(a, b, p)))
    out = np.where(out < 1e-307, 0.0, out)  # underflow
    return np.where(a == 0, 0.0, np.where(b == 0, 1.0, out))


def _log_rest(few: Array, many: Array, p: float) -> Array:
    """Quantile of -ln(1 - x), x ~ Beta(few, many), where `many` is by far the larger one.

    With N = many + (few - 1)/2, as in Wise (1950), Biometrika 37, its density is proportional to
    exp(-N y) (2 sinh(y/2))^(few - 1) = exp(-N y) y^(few - 1) (1 + (few - 1) y^2 / 24 + ...).
    """
    size, g = many + (few - 1) / 2, special.gammaincinv(few, p)
    return np.asarray(g / size * (1 + (few - 1) * (few + 1 + g) / (24 * size**2)))


@np.errstate(all="ignore")
def probability_leads(
    parameters: ArrayLike,
    leader: int,
    ratio: float = 1.0,
    *,
    multiplicities: ArrayLike | Sequence[int] | None = None,
    diffuse_mass: float = 0.0,
) -> float:
    """Probability that one component is more than ``ratio`` times every other one.

    Parameters
    ----------
    parameters : array_like, shape (G,)
        Dirichlet parameters (count + prior), one per group; those of 0 belong to components that
        are almost surely 0.
    leader : int
        Group of the component asked about; of several with that parameter it is one.
    ratio : float, default 1
        At least 1.
    multiplicities : array_like, shape (G,), optional
        How many components share each parameter; default 1 each.
    diffuse_mass : float, default 0
        Prior mass spread over countless further components, as for
        `jointstats.evidence.dirichlet.probability_largest`.

    Returns
    -------
    float
        Absolute error below 1e-12.

    Examples
    --------
    >>> round(probability_leads([1.25, 2.25, 3.25, 6.25], 3), 6)
    0.798214
    >>> round(probability_leads([1.25, 2.25, 3.25, 6.25], 3, 1.5), 6)
    0.567576

    Three exponential variables, in closed form ratio B(ratio, 3):

    >>> round(probability_leads([1.0], 0, 2.0, multiplicities=[3]), 12) == round(1 / 6, 12)
    True
    """
    a = np.asarray(parameters, dtype=float)
    number = np.ones(a.shape) if multiplicities is None else np.asarray(multiplicities, dtype=float)
    rivals, alpha, tiny = number - (np.arange(a.size) == leader), a[leader], a < TINY_SHAPE
    diffuse = float((a * rivals)[tiny].sum()) + diffuse_mass
    if alpha < TINY_SHAPE:
        return 0.0
    shapes, group = np.unique(a[~tiny], return_inverse=True)
    others = np.bincount(group, weights=rivals[~tiny])
    if not (others.any() or diffuse):
        return 1.0
    place = int(np.searchsorted(shapes, alpha))
    everybody = others + (np.arange(shapes.size) == place)
    maximum, step = Maximum(shapes, everybody, diffuse), float(np.log(ratio))
    there = others > 0
    centre = max(1.0, float(np.max(shapes[there], initial=0.0)))

    def parts(u: Array) -> tuple[Array, Array, Array, Array]:
        """ln(x f_i), ln F_i at x, ln prod F_k at x / ratio, and d ln x / du."""
        nodes, slope = maximum.nodes(u)
        log_density, log_cdf = maximum.gammas.evaluate(nodes)
        shrunk = _shrunk(maximum, u, nodes, step, centre)
        _, rival_cdf = maximum.gammas.evaluate(shrunk)
        all_rivals = others[there] @ rival_cdf[there]
        if diffuse:
            all_rivals -= diffuse * exponential_integral(shrunk)
        return log_density[place], log_cdf[place], all_rivals, slope

    def log_cdf(u: Array) -> Array:
        """Of the largest of X_i and the rivals times the ratio: the integrand lies below it."""
        _, own_cdf, all_rivals, _ = parts(u)
        return own_cdf + all_rivals

    def integrand(u: Array) -> Array:
        log_density, _, all_rivals, slope = parts(u)
        return (np.exp(log_density + all_rivals) * slope)[None]

    # X_i ends where the maximum ends: what the rivals times the ratio do beyond does not matter
    return float(min(trapezoid(integrand, *narrow(log_cdf, *maximum.safe_window()))[0], 1.0))


def _shrunk(maximum: Maximum, u: Array, nodes: Nodes, step: float, centre: float) -> Nodes:
    """The nodes divided by the ratio, ``exp(step)``, relative to the centre of the rivals."""
    log_x = nodes.log_x - step
    if maximum.stretched:
        return Nodes(np.exp(log_x), log_x, 0.0, np.exp(log_x))
    excess = centre * np.expm1(u + (np.log(maximum.centre / centre) - step))
    return Nodes(np.exp(log_x), log_x, centre, excess)
