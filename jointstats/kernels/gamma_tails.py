"""The logarithm of a Gamma variable: density and distribution for tiny, huge and ordinary shapes.

Dirichlet posteriors ask for ``ln F`` with full *relative* accuracy, because it is multiplied by the
number of states that share it, which may be 1e300. SciPy's incomplete gamma functions give that,
except in the places that this module covers.
"""

from __future__ import annotations

import numpy as np
import scipy.special as sp
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Below this shape ``ln F_a(x) = -a E1(x)`` holds to the last digit of a double.
TINY_SHAPE = 1e-20
#: From this shape on the density is computed in saddle-point form.
_SADDLE_SHAPE = 30.0
#: From this shape on the far left tail of F is computed here: SciPy's series gets slow, then stops.
_UNIFORM_SHAPE = 1e4
#: ... and "far left" begins this many standard deviations below the mean.
_UNIFORM_SIGMAS = 4.5
#: Below this value of ln x a Gamma distribution function is its leading power of x.
_LOG_POWER_ONLY = -40.0
#: ln Gamma(1 + a) = a * polynomial(a): -Euler's constant, then zeta(k) / k with alternating sign.
_LOG_GAMMA1P_SERIES = (-0.5772156649015329, 0.8224670334241132, -0.40068563438653143, 0.2705808)


def log_gamma1p(a: Array) -> Array:
    """``ln Gamma(1 + a)`` with full relative accuracy, for ``a`` of 1e-20 just as for 1e6."""
    series = a * np.polynomial.polynomial.polyval(a, _LOG_GAMMA1P_SERIES)
    return np.where(a < 1e-4, series, sp.gammaln(1.0 + a))


def _stirling_remainder(a: Array) -> Array:
    """``ln Gamma(a) - [(a - 1/2) ln a - a + ln(2 pi) / 2]`` for ``a >= 30``."""
    b = 1.0 / (a * a)
    return (1 / 12 - b * (1 / 360 - b * (1 / 1260 - b * (1 / 1680 - b / 1188)))) / a


def exponential_integral(x: Array, t: Array) -> Array:
    """``E1(x)`` at ``x = exp(t)``, also where ``x`` underflows to zero."""
    return np.where(t < _LOG_POWER_ONLY, -np.euler_gamma - t, sp.exp1(np.maximum(x, 1e-300)))


class LogGammas:
    """The variables ``ln X_d`` with ``X_d ~ Gamma(shape_d, 1)``, evaluated on shared nodes.

    Parameters
    ----------
    shapes : array, shape (D,)
        Increasing, all above `TINY_SHAPE`.
    """

    def __init__(self, shapes: Array) -> None:
        self.shapes = shapes
        self.log_gamma1p = log_gamma1p(shapes)
        self._split = int(np.searchsorted(shapes, _SADDLE_SHAPE))
        small, large = shapes[: self._split], shapes[self._split :]
        self._small, self._large = small[:, None], large[:, None]
        self._small_constant = (np.log(small) - self.log_gamma1p[: self._split])[:, None]
        self._large_constant = 0.5 * np.log(large / (2 * np.pi)) - _stirling_remainder(large)
        self._large_constant = self._large_constant[:, None]
        # F is about 1/2 here; to the right of it 1 - Q is the accurate form.
        medians = np.log(shapes)
        medians[: self._split] = np.minimum(
            medians[: self._split], (self.log_gamma1p[: self._split] - np.log(2)) / small
        )
        self._log_median = medians[:, None]
        lower = np.where(shapes >= _UNIFORM_SHAPE, shapes - _UNIFORM_SIGMAS * np.sqrt(shapes), 0.0)
        self._far_left = np.maximum(lower, np.exp(_LOG_POWER_ONLY))[:, None]

    def log_density(self, x: Array, t: Array) -> Array:
        """Log density of ``ln X`` at ``t = ln x``, that is ``ln(x f(x))``; shape (D, nodes)."""
        out = np.empty((self.shapes.size, x.size))
        k = self._split
        out[:k] = self._small * t - x + self._small_constant
        mu = (x - self._large) / self._large
        out[k:] = self._large * (np.log1p(mu) - mu) + self._large_constant
        return out

    def log_cdf(self, x: Array, t: Array, log_density: Array) -> Array:
        """``ln P(X <= x)`` given `log_density` at the same nodes; shape (D, nodes)."""
        # Masks are applied by indexing: SciPy's own loops crash with the ufunc argument `where=`.
        far_left = x < self._far_left
        upper = (t >= self._log_median) & ~far_left
        out = np.zeros(log_density.shape)
        shapes = np.broadcast_to(self.shapes[:, None], out.shape)
        nodes = np.broadcast_to(x, out.shape)
        out[upper] = np.log1p(-sp.gammaincc(shapes[upper], nodes[upper]))
        lower = ~(far_left | upper)
        if lower.any():
            p = sp.gammainc(shapes[lower], nodes[lower])
            out[lower] = np.log(p)
            far_left[lower] = p < 1e-280
        if far_left.any():
            out[far_left] = log_density[far_left]
            out[far_left] += _log_left_ratio(shapes[far_left], nodes[far_left])
        return out


def _log_left_ratio(a: Array, x: Array) -> Array:
    """``ln[F(x) / (x f(x))]`` far to the left of the mean, where F is small or a power of x."""
    out = -np.log(a) - np.log1p(-x / (a + 1.0))  # bound by the geometric series: enough if F is nil
    huge = a >= _UNIFORM_SHAPE
    if huge.any():
        # Temme's uniform expansion, F = exp(-a eta^2/2) [erfcx(y)/2 - c0(eta)/sqrt(2 pi a)].
        shape = a[huge]
        mu = np.maximum((x[huge] - shape) / shape, -1 + 1e-15)
        eta = -np.sqrt(2.0 * (mu - np.log1p(mu)))
        c0 = 1.0 / mu - 1.0 / eta
        y = -eta * np.sqrt(shape / 2)
        scale = np.sqrt(2 * np.pi / shape)
        out[huge] = np.log(0.5 * sp.erfcx(y) * scale - c0 / shape) + _stirling_remainder(shape)
    return out
