"""How far one component of a Dirichlet vector leads over *all* others.

A lead over one rival that is fixed in advance says less than being the largest, and may have the
greater probability. The event here is ``theta_i > ratio * max of all others``: with ratio 1 it is
that of being the largest, and with a greater ratio it lies inside. As independent Gamma variables
``X_k ~ Gamma(alpha_k, 1)``, whose common sum cancels,

    P(theta_i > ratio * theta_k for all k) = int f_i(x) prod_{k != i} F_k(x / ratio) dx.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array
from jointstats.evidence.dirichlet import LARGEST_MULTIPLICITY, InvalidPosteriorError, Maximum
from jointstats.evidence.gamma_tails import TINY_SHAPE, Nodes, exponential_integral
from jointstats.evidence.lattice import narrow, trapezoid


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

    Raises
    ------
    InvalidPosteriorError
        For parameters or multiplicities that describe no posterior, or a ratio below 1.

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
    a, rivals, diffuse = _checked(parameters, leader, ratio, multiplicities, diffuse_mass)
    alpha = a[leader]
    if alpha < TINY_SHAPE:
        return 0.0
    shapes, group = np.unique(a[a >= TINY_SHAPE], return_inverse=True)
    others = np.bincount(group, weights=rivals[a >= TINY_SHAPE])
    if not (others.any() or diffuse):
        return 1.0
    place = int(np.searchsorted(shapes, alpha))
    everybody = others + (np.arange(shapes.size) == place)
    maximum, step = Maximum(shapes, everybody, everybody, diffuse), float(np.log(ratio))
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

    def log_cdfs(u: Array) -> tuple[Array, Array]:
        """Of the largest of X_i and the rivals times the ratio: the integrand lies below it."""
        _, own_cdf, all_rivals, _ = parts(u)
        return own_cdf + all_rivals, own_cdf + all_rivals

    def integrand(u: Array) -> Array:
        log_density, _, all_rivals, slope = parts(u)
        return (np.exp(log_density + all_rivals) * slope)[None]

    # X_i ends where the maximum ends: what the rivals times the ratio do beyond does not matter
    return float(min(trapezoid(integrand, *narrow(log_cdfs, *maximum.safe_window()))[0], 1.0))


def _shrunk(maximum: Maximum, u: Array, nodes: Nodes, step: float, centre: float) -> Nodes:
    """The nodes divided by the ratio, ``exp(step)``, relative to the centre of the rivals."""
    log_x = nodes.log_x - step
    if maximum.stretched:
        return Nodes(np.exp(log_x), log_x, 0.0, np.exp(log_x))
    excess = centre * np.expm1(u + (np.log(maximum.centre / centre) - step))
    return Nodes(np.exp(log_x), log_x, centre, excess)


def _checked(
    parameters: ArrayLike,
    leader: int,
    ratio: float,
    multiplicities: ArrayLike | Sequence[int] | None,
    diffuse_mass: float,
) -> tuple[Array, Array, float]:
    """Parameters, how many rivals have each, and the mass of those too small to count."""
    a = np.asarray(parameters, dtype=float)
    m = np.ones(a.shape) if multiplicities is None else np.asarray(multiplicities, dtype=float)
    if a.ndim != 1 or m.shape != a.shape or not (np.isfinite(a) & (a >= 0)).all():
        raise InvalidPosteriorError("Dirichlet parameters must be a row of finite numbers >= 0.")
    if not ((m >= 0) & (m <= LARGEST_MULTIPLICITY)).all() or m[leader] < 1:
        raise InvalidPosteriorError(
            "Multiplicities must lie between 0 and 1e300, the leader's be at least 1."
        )
    if not (np.isfinite(ratio) and ratio >= 1 and np.isfinite(diffuse_mass) and diffuse_mass >= 0):
        raise InvalidPosteriorError("A lead is a ratio of at least 1, a mass a number >= 0.")
    rivals = m - (np.arange(a.size) == leader)
    tiny = a < TINY_SHAPE
    return a, rivals, float((a * rivals)[tiny].sum()) + diffuse_mass
