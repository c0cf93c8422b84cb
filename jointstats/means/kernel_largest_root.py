"""Null distribution of Roy's largest root, exactly.

The roots theta = lambda / (1 + lambda) of s-dimensional H against E have the joint density
C prod theta^m (1 - theta)^n prod (theta_i - theta_j). Integrated over the ordered roots below x it
is a Pfaffian of one-dimensional integrals (de Bruijn), which obey a two-term recursion; Chiani
(2016), "Distribution of the largest root of a matrix for Roy's test in multivariate analysis of
variance", Journal of Multivariate Analysis 143, 467-471. Everything is kept relative to complete
beta functions B(m + i, n + 1), so that nothing overflows. Small tail probabilities are integrated
from the density, which keeps their relative accuracy.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from jointstats.evidence.arrays import Array, special

TAIL_NODES = 60
SWITCH_TO_TAIL = 0.05
ACCURACY = 1e-7


class LargestRootAccuracyError(ArithmeticError):
    """Rounding error has eaten the exact distribution (many dimensions): simulate instead."""


def largest_root_sf(root: float, p: int, df_hypothesis: int, df_error: int) -> float:
    """P(largest eigenvalue of E^-1 H > root) if the hypothesis holds.

    Parameters
    ----------
    root : float
        Observed largest eigenvalue, >= 0.
    p : int
        Dimensions (rank of E).
    df_hypothesis, df_error : int
        Degrees of freedom of H and of E; ``df_error >= p``.

    Returns
    -------
    float
        Relative error below 1e-11 up to s = min(p, df_hypothesis) = 6 and 1e-8 up to 10.

    Raises
    ------
    LargestRootAccuracyError
        If rounding leaves less than seven digits (s above about 12).

    References
    ----------
    Chiani (2016), Journal of Multivariate Analysis 143, 467-471.

    Examples
    --------
    >>> round(largest_root_sf(0.5, p=2, df_hypothesis=2, df_error=27), 6)
    0.019143
    """
    if math.isinf(root):
        return 0.0
    s = min(p, df_hypothesis)
    m = (abs(p - df_hypothesis) - 1) / 2
    n = (df_error - p - 1) / 2
    theta, rest = root / (1 + root), 1 / (1 + root)
    if s == 1:
        return float(special.betainc(n + 1, m + 1, rest))
    _require_accuracy(s, m, n)
    below = math.exp(_log_constant(s, m, n) + _log_pfaffian(_integrals(theta, rest, s, m, n)))
    return 1 - below if 1 - below > SWITCH_TO_TAIL else _tail(rest, s, m, n)


def simulate_largest_root(
    p: int, df_hypothesis: int, df_error: int, draws: int, rng: np.random.Generator
) -> Array:
    """Draw the largest eigenvalue of E^-1 H under the hypothesis, shape (draws,)."""
    effects = rng.standard_normal((draws, df_hypothesis, p))
    # E = L L' with L lower triangular, chi on its diagonal (Bartlett's decomposition).
    lower = np.tril(rng.standard_normal((draws, p, p)))
    lower[:, range(p), range(p)] = np.sqrt(rng.chisquare(df_error - np.arange(p), (draws, p)))
    whitened = np.linalg.solve(lower, effects.swapaxes(-1, -2))
    singular = np.linalg.svd(whitened, compute_uv=False)
    return np.square(singular[..., 0])


def _log_constant(s: int, m: float, n: float) -> float:
    """Log of the density's constant times prod_i B(m + i, n + 1)."""
    i = np.arange(1, s + 1)
    log_c = (
        0.5 * math.log(math.pi)
        + special.gammaln(m + n + (s + i + 2) / 2)
        - special.gammaln(i / 2)
        - special.gammaln(m + (i + 1) / 2)
        - special.gammaln(n + (i + 1) / 2)
    )
    return float(np.sum(log_c + special.betaln(m + i, n + 1)))


def _integrals(x: float, rest: float, s: int, m: float, n: float) -> Array:
    """Skew matrix a_ij of double integrals over u < v < x, bordered by the single ones if s is odd.

    ``rest`` is 1 - x. With g_i = I_x(m + i, n + 1), integration by parts gives
    a_(i+1)j = a_ij + g_j (g_i - g_(i+1)) - 2 B_x(2m + i + j, 2n + 2) / ((m + i) B_i B_j),
    and g_i - g_(i+1) = x^(m+i) (1-x)^(n+1) / ((m + i) B_i) without cancellation.
    """
    i = np.arange(1, s + 1)
    log_b = special.betaln(m + i, n + 1)
    g = special.betainc(m + i, n + 1, x)
    with np.errstate(divide="ignore"):
        step = np.exp((m + i) * np.log(x) + (n + 1) * np.log(rest) - log_b) / (m + i)
    total = 2 * m + i[:, None] + i
    double = special.betainc(total, 2 * n + 2, x) * np.exp(
        special.betaln(total, 2 * n + 2) - log_b[:, None] - log_b
    )
    increment = g * step[:, None] - 2 * double / (m + i)[:, None]
    a = np.zeros((s, s))
    for j in range(s):
        a[j + 1 :, j] = np.cumsum(increment[j : s - 1, j])
    return _even(a - a.T, g)


def _even(a: Array, border: Array) -> Array:
    """Skew-symmetric matrix of even order, bordered if need be."""
    if len(a) % 2 == 0:
        return a
    return np.block([[a, border[:, None]], [-border[None, :], np.zeros((1, 1))]])


def _log_pfaffian(a: Array) -> float:
    return 0.5 * float(np.linalg.slogdet(a)[1])


@functools.lru_cache(maxsize=256)
def _require_accuracy(s: int, m: float, n: float) -> None:
    """Check that the probability of everything comes out as 1."""
    everything = _log_constant(s, m, n) + _log_pfaffian(_integrals(1.0, 0.0, s, m, n))
    if not abs(everything) < ACCURACY:
        raise LargestRootAccuracyError(f"exact largest root lost its accuracy: s={s}, m={m}, n={n}")


def _tail(rest: float, s: int, m: float, n: float) -> float:
    """P(largest theta > 1 - rest): its density integrated in tau, 1 - t = rest e^(-tau/(n+1))."""
    tau, weight = special.roots_laguerre(TAIL_NODES)
    beyond = rest * np.exp(-tau / (n + 1))
    log_inner = np.array([_log_smaller_roots(t, s, m, n) for t in beyond])
    log_front = _log_constant(s, m, n) - special.betaln(m + s, n + 1) + (n + 1) * math.log(rest)
    terms = weight * np.exp(m * np.log1p(-beyond) + log_inner + log_front)
    return float(terms.sum()) / (n + 1)


def _log_smaller_roots(rest: float, s: int, m: float, n: float) -> float:
    """Log integral over the s - 1 smaller roots below t = 1 - rest of prod (t - u) times density.

    The factor t - u turns u^(i-1) into t u^(i-1) - u^i: combinations of neighbouring integrals.
    """
    t = 1 - rest
    full = _integrals(t, rest, s, m, n)[:s, :s]
    i = np.arange(1, s + 1)
    ratio = ((m + i) / (m + i + n + 1))[: s - 1]  # B_(i+1) / B_i
    single = special.betainc(m + i, n + 1, t)
    border = t * single[:-1] - ratio * single[1:]
    turned = (
        t * t * full[:-1, :-1]
        - t * (ratio[:, None] * full[1:, :-1] + ratio * full[:-1, 1:])
        + ratio[:, None] * ratio * full[1:, 1:]
    )
    return _log_pfaffian(_even(turned, border))


def largest_root_p_value(
    root: float,
    p: int,
    df_hypothesis: int,
    df_error: int,
    *,
    draws: int = 20_000,
    rng: int | np.random.Generator | None = None,
) -> tuple[float, float]:
    """P value of Roy's largest root and its Monte Carlo standard error (0.0 if exact).

    Exact (`largest_root_sf`) unless there are too many dimensions for double precision; then
    simulated, p = (x + 1) / (draws + 1).

    Parameters
    ----------
    root, p, df_hypothesis, df_error
        As in `largest_root_sf`.
    draws : int, default 20000
        Number of simulated roots, if it comes to that.
    rng : int or numpy.random.Generator, optional
        Seed of the simulation.

    Returns
    -------
    tuple of float
        P value and Monte Carlo standard error.

    Examples
    --------
    >>> p_value, mcse = largest_root_p_value(0.5, p=1, df_hypothesis=2, df_error=27)
    >>> round(p_value, 6), mcse
    (0.004195, 0.0)
    """
    try:
        return largest_root_sf(root, p, df_hypothesis, df_error), 0.0
    except LargestRootAccuracyError:
        drawn = simulate_largest_root(p, df_hypothesis, df_error, draws, np.random.default_rng(rng))
        p_value = (int((drawn >= root).sum()) + 1) / (draws + 1)
        return p_value, math.sqrt(p_value * (1 - p_value) / draws)
