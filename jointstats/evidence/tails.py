"""Gamma and Beta variables into every tail: logarithms of distribution functions, and quantiles.

Dirichlet posteriors need ``ln F`` with full *relative* accuracy, because it is multiplied by the
number of states that share it, which may be 1e300; and shapes from 1e-20 to 1e30 meet in one
integral. SciPy's incomplete gamma functions serve shapes up to 1e4; beyond, Temme's uniform
asymptotic expansion is shorter, faster, and can use ``x - shape`` before it is rounded.

Draws are of logarithms, too: a Gamma variable of shape 2e-5 underflows in 98 % of draws, its
logarithm does not:
G(a) = G(a + 1) U^(1/a) in distribution, so ln G(a) = ln G(a + 1) - E / a with E exponential.

A component with parameter ``a`` of a Dirichlet vector with parameters that sum to ``total`` is
Beta(a, total - a). Parameters of 0 are components that are almost surely 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, as_floats, special

#: Below this shape ``ln F_a(x) = -a E1(x)`` holds to the last digit of a double.
TINY_SHAPE = 1e-20
#: From this shape on the density is computed in saddle-point form.
_SADDLE_SHAPE = 30.0
#: From this shape on F is computed by Temme's expansion.
_TEMME_SHAPE = 1e4
#: Below this value of ln x a Gamma distribution function is its leading power of x.
_LOG_POWER_ONLY = -40.0
#: Below this F is too small to matter, and soon underflows: its leading term will do.
_NEGLIGIBLE = 1e-280
#: Rounding must not turn x / a - 1 into -1, and logarithms into -inf.
_LEAST_MU = -1.0 + 1e-15
#: ln Gamma(1 + a) / a: minus Euler's constant, then zeta(k) / k with alternating sign.
_LOG_GAMMA1P = (-0.5772156649015329, 0.8224670334241132, -0.40068563438653143, 0.27058080842778454)
#: Taylor coefficients in eta of Temme's c0, c1 and c2 (SIAM J. Math. Anal. 10, 1979).
_TEMME_C0 = (-1 / 3, 1 / 12, -2 / 135, 1 / 864, 1 / 2835, -139 / 777600, 1 / 25515)
_TEMME_C1 = (-1 / 540, -1 / 288, 1 / 378, -77 / 77760)
_TEMME_C2 = (25 / 6048, -139 / 51840)
#: A rest of the total below this fraction of it is rounding error.
_REST = 1e-15
#: Beyond, a Beta variable is normal to all digits.
_NORMAL_FROM = 1e14
#: With one parameter so many times the other ln(1 - x) is Gamma but for a correction. There SciPy's
#: inverse loses digits, all of them beside a parameter of just 1000.
_APART = 1e4


class Nodes(NamedTuple):
    """Points ``x = centre + excess``: the excess keeps the digits that ``x`` rounds away."""

    x: Array
    log_x: Array
    centre: float
    excess: Array


def polyval(x: Array, coefficients: Sequence[float]) -> Array:
    """Polynomial with coefficients from the constant up (NumPy's own takes longer to start)."""
    out = np.full_like(x, coefficients[-1])
    for c in coefficients[-2::-1]:
        out *= x
        out += c
    return out


def log_gamma1p(a: Array) -> Array:
    """``ln Gamma(1 + a)`` with full relative accuracy, for ``a`` of 1e-20 just as for 1e6."""
    return np.where(a < 1e-4, a * polyval(a, _LOG_GAMMA1P), special.gammaln(1.0 + a))


def log1p_minus(mu: Array) -> Array:
    """``ln(1 + mu) - mu`` with full relative accuracy, for ``mu >= -1``."""
    r = mu / (2.0 + mu)  # ln(1 + mu) = 2 artanh(r)
    r2 = r * r
    series = polyval(r2, (1 / 3, 1 / 5, 1 / 7, 1 / 9, 1 / 11, 1 / 13))
    return np.where(np.abs(mu) < 0.1, r * (2.0 * r2 * series - mu), np.log1p(mu) - mu)


def exponential_integral(nodes: Nodes) -> Array:
    """``E1(x)``, also where ``x`` underflows to zero."""
    small = nodes.log_x < _LOG_POWER_ONLY
    return np.where(small, -np.euler_gamma - nodes.log_x, special.exp1(np.maximum(nodes.x, 1e-300)))


def _stirling_remainder(a: Array) -> Array:
    """``ln Gamma(a) - [(a - 1/2) ln a - a + ln(2 pi) / 2]`` for ``a >= 30``."""
    return polyval(1.0 / a**2, (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)) / a


class LogGammas:
    """The variables ``ln X_d`` with ``X_d ~ Gamma(shape_d, 1)``, evaluated at shared nodes.

    Parameters
    ----------
    shapes : array, shape (D,)
        Increasing, all from `TINY_SHAPE` on.
    """

    def __init__(self, shapes: Array) -> None:
        self.shapes = shapes
        self.log_gamma1p = log_gamma1p(shapes)
        self._saddle, self._temme = np.searchsorted(shapes, (_SADDLE_SHAPE, _TEMME_SHAPE))
        small, large = shapes[: self._saddle], shapes[self._saddle :]
        self._small_constant = (np.log(small) - self.log_gamma1p[: self._saddle])[:, None]
        constant = 0.5 * np.log(large / (2 * np.pi)) - _stirling_remainder(large)
        self._large_constant = constant[:, None]
        # F is about 1/2 here; to the right of it 1 - Q is the accurate form
        log_medians = np.log(shapes)
        if small.size:
            leading = (self.log_gamma1p[: self._saddle] - np.log(2)) / small
            log_medians[: self._saddle] = np.minimum(log_medians[: self._saddle], leading)
        self._log_medians = log_medians[:, None]

    @np.errstate(all="ignore")
    def evaluate(self, nodes: Nodes) -> tuple[Array, Array]:
        """Log density of ``ln X``, that is ``ln(x f(x))``, and ``ln P(X <= x)``.

        Returns
        -------
        log_density, log_cdf : ndarray, shape (D, nodes)
        """
        log_density = np.empty((self.shapes.size, nodes.x.size))
        log_cdf = np.empty_like(log_density)
        small, large = np.split(self.shapes[:, None], [self._saddle])
        if small.size:
            log_density[: self._saddle] = small * nodes.log_x - nodes.x + self._small_constant
        if large.size:
            mu = np.maximum(((nodes.centre - large) + nodes.excess) / large, _LEAST_MU)
            exponent = large * log1p_minus(mu)
            log_density[self._saddle :] = exponent + self._large_constant
            huge = slice(self._temme - self._saddle, None)
            log_cdf[self._temme :] = _log_cdf_temme(large[huge], mu[huge], exponent[huge])
        if self._temme:
            log_cdf[: self._temme] = self._log_cdf_scipy(nodes, log_density[: self._temme])
        return log_density, log_cdf

    def _log_cdf_scipy(self, nodes: Nodes, log_density: Array) -> Array:
        # Masks are applied by indexing: SciPy's own loops crash with the ufunc argument `where=`.
        out = np.empty(log_density.shape)
        shapes = np.broadcast_to(self.shapes[: self._temme, None], out.shape)
        x = np.broadcast_to(nodes.x, out.shape)
        left = np.broadcast_to(nodes.log_x < _LOG_POWER_ONLY, out.shape)
        right = ~left & (nodes.log_x >= self._log_medians[: self._temme])
        middle = ~(left | right)
        out[right] = np.log1p(-special.gammaincc(shapes[right], x[right]))
        if middle.any():
            p = special.gammainc(shapes[middle], x[middle])
            out[middle] = np.log(p)
            left = left.copy()
            left[middle] = p < _NEGLIGIBLE
        if left.any():
            rows, columns = np.nonzero(left)
            a, log_x = self.shapes[rows], nodes.log_x[columns]
            power = a * log_x - self.log_gamma1p[rows]
            series = log_density[left] - np.log(a) - np.log1p(-x[left] / (a + 1.0))
            out[left] = np.where(a < _SADDLE_SHAPE, power, series)
        return out


def _log_cdf_temme(a: Array, mu: Array, exponent: Array) -> Array:
    """``ln F`` for large shapes, with ``mu = x/a - 1`` and ``exponent = a (ln(1 + mu) - mu)``.

    With ``exponent = -a eta^2 / 2`` and ``eta`` of the sign of ``mu``, the smaller of the two
    tails is ``exp(exponent) [erfcx(|eta| sqrt(a/2)) / 2 +- (c0 + c1/a + ...) / sqrt(2 pi a)]``.
    """
    if not a.size:
        return exponent
    size = np.sqrt(-2.0 * exponent / a)
    eta = np.copysign(size, mu)
    c0 = np.where(size < 0.1, polyval(eta, _TEMME_C0), 1.0 / mu - 1.0 / eta)
    series = c0 + (polyval(eta, _TEMME_C1) + polyval(eta, _TEMME_C2) / a) / a
    tail = 0.5 * special.erfcx(np.sqrt(-exponent))
    tail += np.copysign(1.0, mu) * series / np.sqrt(2 * np.pi * a)
    return np.where(mu < 0, exponent + np.log(tail), np.log1p(-np.exp(exponent) * tail))


def log_gamma_draws(shapes: ArrayLike, size: int, rng: np.random.Generator) -> Array:
    """Draw logarithms of independent Gamma variables.

    Parameters
    ----------
    shapes : (K,) array
        Shapes, not negative; the logarithm of shape 0 is -inf.
    size : int
        Draws of each.
    rng : numpy.random.Generator

    Returns
    -------
    (K, size) float array
    """
    shape = np.asarray(shapes, dtype=np.float64)
    draws = np.empty((len(shape), size))
    # One call per distinct shape: a scalar shape is drawn twice as fast as an array of them.
    distinct, group = np.unique(shape, return_inverse=True)
    order = np.argsort(group, kind="stable")
    for a, rows in zip(distinct, np.split(order, np.cumsum(np.bincount(group)))[:-1], strict=True):
        if a == 0:
            draws[rows] = -np.inf
        elif a < 1:
            block = np.log(rng.standard_gamma(a + 1, (len(rows), size)))
            block -= rng.standard_exponential((len(rows), size)) / a
            draws[rows] = block
        else:
            draws[rows] = np.log(rng.standard_gamma(a, (len(rows), size)))
    return draws


def log_stick_draws(a: Array, b: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Draw V ~ Beta(a, b), one for each pair; return ln V and ln(1 - V).

    ``a`` is at least 1; where ``b`` is 0, V is 1.
    """
    left = np.log(rng.standard_gamma(a))
    with np.errstate(divide="ignore"):
        right = np.log(rng.standard_gamma(b + 1)) - rng.standard_exponential(len(b)) / b
    total = np.logaddexp(left, right)
    return left - total, right - total


# --- Beta variables -------------------------------------------------------------------------------


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
    out = np.where(total > _NORMAL_FROM, normal, exact)
    return np.where(first == 0, 0.0, np.where(second == 0, 1.0, out))


def _rest(total: Array, a: Array) -> Array:
    """``total - a``, with what is only rounding error set to 0."""
    rest = total - a
    return np.where(rest <= _REST * total, 0.0, rest)


@np.errstate(all="ignore")
def _beta_quantile(a: Array, b: Array, p: float) -> Array:
    """Quantile of Beta(a, b) for parameters from 0 to 1e300."""
    few, many = np.minimum(a, b), np.maximum(a, b)
    mean = a / (a + b)
    normal = mean + special.ndtri(p) * np.sqrt(mean * (b / (a + b)) / (a + b))
    gamma = np.where(
        a < b, -np.expm1(-_log_rest(few, many, p)), np.exp(-_log_rest(few, many, 1 - p))
    )
    both, skewed = few > _NORMAL_FROM, many > _APART * (1 + few)
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
