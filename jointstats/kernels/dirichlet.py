"""Which component of a Dirichlet vector is the largest: exact probabilities by quadrature.

With independent ``X_k ~ Gamma(alpha_k, 1)`` the vector ``X / sum(X)`` is Dirichlet, so that

    P(theta_i is the largest) = int f_i(x) prod_{k != i} F_k(x) dx.

Equal parameters are one group with a multiplicity: the cost depends on the number of *distinct*
parameters, never on the number of states. Written with ``G = prod_k F_k``, the distribution
function of the maximum, every integral has the integrand ``G f_i / F_i``, and all of them lie
under the density of the maximum: one window and one set of nodes serve every group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.gamma_tails import TINY_SHAPE, LogGammas, exponential_integral

Array = NDArray[np.float64]

#: The window leaves out exp(-46) = 1e-20 of the distribution of the maximum on the left ...
_LEFT = 46.0
#: ... and this much on the right.
_RIGHT = 1e-18
#: With less total mass than this the left tail is stretched.
_STRETCH_BELOW = 2.0


class InvalidPosteriorError(ValueError):
    """Parameters, multiplicities or counts that describe no Dirichlet posterior."""


class _Maximum:
    """The logarithm of the largest of many independent Gamma variables.

    ``shapes`` are distinct and increasing; ``diffuse`` is prior mass on so many states that their
    common distribution function to the power of their number is ``exp(-diffuse E1(x))``.

    Nodes are values of ``u``: ``t = ln x = u``, or ``t = u - exp(-u)`` where the left tail, which
    falls like ``exp(total mass * t)``, would be too long.
    """

    def __init__(self, shapes: Array, multiplicities: Array, diffuse: float) -> None:
        self.gammas = LogGammas(shapes)
        self.multiplicities = multiplicities
        self.diffuse = diffuse
        self.mass = float(multiplicities @ shapes) + diffuse
        self.stretched = self.mass < _STRETCH_BELOW
        self.origin = 0.0

    def nodes(self, u: Array) -> tuple[Array, Array, Array]:
        """``x``, ``ln x`` and ``d ln x / du``."""
        if self.stretched:
            slope = np.exp(-u)
            t = u - slope
            return np.exp(t), t, 1.0 + slope
        return np.exp(self.origin) * np.exp(u), self.origin + u, np.ones_like(u)

    def log_cdf(self, u: Array) -> Array:
        x, t, _ = self.nodes(u)
        density = self.gammas.log_density(x, t)
        out = self.multiplicities @ self.gammas.log_cdf(x, t, density)
        if self.diffuse:
            out -= self.diffuse * exponential_integral(x, t)
        return out

    def window(self) -> tuple[float, float]:
        """Ends of the window in ``u``: crude bounds, then repeated division."""
        low, high = self._bounds()
        if self.stretched:
            low, high = -np.log1p(max(-low, 0.0)), high + 1.0
        while True:
            u = np.linspace(low, high, 17)
            values = self.log_cdf(u)
            first = max(int(np.count_nonzero(values < -_LEFT)) - 1, 0)
            last = min(int(np.count_nonzero(values < -_RIGHT)), 16)
            shrunk = last - first <= 8
            low, high = float(u[first]), float(u[last])
            if not shrunk:
                break
        if not self.stretched:
            self.origin = 0.5 * (low + high)
            low, high = low - self.origin, high - self.origin
        return low, high

    def _bounds(self) -> tuple[float, float]:
        """Values of ``ln x`` below and above which the maximum hardly ever lies."""
        a, m, s = self.gammas.shapes, self.multiplicities, self.diffuse
        left = _LEFT / m
        # F <= x^a / Gamma(1 + a), for each group and for all of them together
        lows = [np.max((self.gammas.log_gamma1p - left) / a, initial=-1e300)]
        lows.append((m @ self.gammas.log_gamma1p - np.euler_gamma * s - _LEFT) / self.mass)
        # the lower Chernoff bound exp(-(a - x)^2 / 2a)
        x = a - np.sqrt(2 * a * left)
        lows.append(np.log(np.max(x, initial=0.0)))
        # the upper ones: 1 - F <= a exp(-x) / x if a < 1, sub-gamma otherwise
        tail = np.log(m) - np.log(_RIGHT)
        x = np.where(a < 1, tail + np.log(a), a + np.sqrt(2 * a * tail) + tail)
        top = max(np.max(x, initial=1.0), np.log(max(s, _RIGHT)) - np.log(_RIGHT))
        return max(float(np.max(lows)), -1e300), float(np.log(top))


def _trapezoid(
    integrand: Callable[[Array], Array],
    low: float,
    high: float,
    *,
    total: float | None = None,
) -> Array:
    """Integrals over the rows of ``integrand(u)``, halving the step until they settle.

    The integrands are analytic and vanish at both ends: each halving squares the error. Where the
    integrals are known to sum to ``total``, that ends the search one step earlier.
    """
    n = 64
    u = np.linspace(low, high, n + 1)
    step = (high - low) / n
    trapezoid = integrand(u).sum(axis=1) * step
    while True:
        midpoint = integrand(u[:-1] + 0.5 * (u[1] - u[0])).sum(axis=1) * step
        gap = float(np.max(np.abs(trapezoid - midpoint)))
        trapezoid = 0.5 * (trapezoid + midpoint)
        settled = gap < 2e-13
        if total is not None and gap < 1e-6:
            settled |= abs(float(trapezoid.sum()) - total) < 1e-13
        if settled or n >= 1 << 15:
            return trapezoid
        n, step = 2 * n, 0.5 * step
        u = np.linspace(low, high, n + 1)


def probability_largest(
    parameters: ArrayLike,
    multiplicities: ArrayLike | Sequence[int] | None = None,
    *,
    diffuse_mass: float = 0.0,
) -> Array:
    """Probability that each group of equal parameters holds the largest component.

    Parameters
    ----------
    parameters : array_like, shape (G,)
        Dirichlet parameters (count + prior), one per group. A parameter of 0 is a component that
        is almost surely 0: its group has probability 0.
    multiplicities : array_like, shape (G,), optional
        How many components share each parameter; default 1 each. Python integers of any size up
        to 1e300 are accepted. 0 gives probability 0.
    diffuse_mass : float, default 0
        Total prior mass spread evenly on so many further components that a single one's share
        would underflow (the limit of ``K`` components of mass ``diffuse_mass / K``).

    Returns
    -------
    ndarray, shape (G,) or (G + 1,)
        The probability of each group *as a whole* (divide by the multiplicity for one member).
        With ``diffuse_mass > 0`` one more element at the end: the probability that the largest
        component is one of the diffuse ones. The elements sum to 1; absolute error below 1e-12.

    Raises
    ------
    InvalidPosteriorError
        Negative, infinite or missing parameters, or no mass at all.

    Examples
    --------
    >>> probability_largest([1.25, 2.25, 3.25, 6.25]).round(6)
    array([0.012363, 0.051923, 0.1375  , 0.798214])
    """
    a = np.atleast_1d(np.asarray(parameters, dtype=float))
    m = np.ones_like(a) if multiplicities is None else np.asarray(multiplicities, dtype=float)
    m = np.broadcast_to(m, a.shape)
    usable = np.isfinite(a).all() and np.isfinite(m).all() and np.isfinite(diffuse_mass)
    if not usable or (a < 0).any() or (m < 0).any() or diffuse_mass < 0:
        raise InvalidPosteriorError("parameters and multiplicities must be finite and >= 0")
    mass = a * m
    tiny = a < TINY_SHAPE
    diffuse = float(mass[tiny].sum()) + diffuse_mass
    present = ~tiny & (m > 0)
    if diffuse == 0 and not present.any():
        raise InvalidPosteriorError("a Dirichlet posterior needs at least one positive parameter")

    shapes, inverse = np.unique(a[present], return_inverse=True)
    counts = np.bincount(inverse, weights=m[present], minlength=shapes.size)
    largest = _probability_largest_distinct(shapes, counts, diffuse)

    out = np.zeros(a.size + 1)
    out[:-1][present] = largest[inverse] * (m[present] / counts[inverse])
    if diffuse:
        out[:-1][tiny] = largest[-1] * (mass[tiny] / diffuse)
        out[-1] = largest[-1] * (diffuse_mass / diffuse)
    return out if diffuse_mass else out[:-1]


def _probability_largest_distinct(shapes: Array, counts: Array, diffuse: float) -> Array:
    """One probability per distinct shape, and one for the diffuse mass at the end."""
    if not shapes.size:
        return np.ones(1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        maximum = _Maximum(shapes, counts, diffuse)
        low, high = maximum.window()
        log_counts = np.log(counts)[:, None]

        def integrand(u: Array) -> Array:
            x, t, slope = maximum.nodes(u)
            density = maximum.gammas.log_density(x, t)
            log_cdf = maximum.gammas.log_cdf(x, t, density)
            log_product = counts @ log_cdf
            if diffuse:
                log_product -= diffuse * exponential_integral(x, t)
            out = np.empty((shapes.size + 1, u.size))
            np.exp(log_counts + density - log_cdf + log_product, out=out[:-1])
            out[-1] = diffuse * np.exp(log_product - x)
            return out * slope

        return _trapezoid(integrand, low, high, total=1.0)
