"""Multivariate analysis of variance of l algorithms: the four statistics, and Roy's exact p-value.

The four statistics are functions of the eigenvalues of E^-1 H of a design (`kernel_scatter`),
computed as squared singular values of H^(1/2) E^(-1/2), so that neither matrix is formed.

Sources: Yildiz & Alpaydin, "Multivariate comparison of classification algorithms", equation 3;
Rencher, *Methods of Multivariate Analysis* (1995), chapter 6; Rao's and Pillai's F approximations
in the form that R's summary.manova prints.

The largest root. The roots theta = lambda / (1 + lambda) of s-dimensional H against E have the
joint density C prod theta^m (1 - theta)^n prod (theta_i - theta_j). Integrated over the ordered
roots below x it is a Pfaffian of one-dimensional integrals (de Bruijn), which obey a two-term
recursion; Chiani (2016), "Distribution of the largest root of a matrix for Roy's test in
multivariate analysis of variance", Journal of Multivariate Analysis 143, 467-471. Everything is
kept relative to complete beta functions B(m + i, n + 1), so that nothing overflows. Small tail
probabilities are integrated from the density, which keeps their relative accuracy.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jointstats.evidence.arrays import Array, special
from jointstats.means.kernel_scatter import Scatter

TAIL_NODES = 60
SWITCH_TO_TAIL = 0.05
ACCURACY = 1e-7


@dataclass(frozen=True)
class MultivariateStatistic:
    """One of the four statistics.

    Attributes
    ----------
    value : float
        Wilks' lambda (small is evidence), Pillai's trace, the Hotelling-Lawley trace, or the
        largest root of E^-1 H.
    f, df1, df2 : float
        F approximation (for Roy: R's bound).
    p_value : float
        Of the F approximation, NaN if that has no positive df2 (Hotelling-Lawley with very few
        cases); for Roy of the largest root's own distribution.
    exact : bool
        Whether ``p_value`` is exact under normality.
    p_value_lower_bound : float or None
        Roy only: the p-value of R's F, which is too small (it rejects too often).
    mcse : float, default 0
        Monte Carlo standard error of ``p_value``; 0.0 unless it had to be simulated.
    """

    value: float
    f: float
    df1: float
    df2: float
    p_value: float
    exact: bool
    p_value_lower_bound: float | None = None
    mcse: float = 0.0


class ManovaTests(NamedTuple):
    """The four statistics of one design."""

    wilks: MultivariateStatistic
    pillai: MultivariateStatistic
    hotelling_lawley: MultivariateStatistic
    roy: MultivariateStatistic


def manova(design: Scatter, *, rng: int | np.random.Generator | None = None) -> ManovaTests:
    """Test whether all algorithms have the same mean vector.

    Parameters
    ----------
    design : Scatter
        From `jointstats.means.kernel_scatter.one_way` or ``blocked``.
    rng : int or numpy.random.Generator, optional
        Seed; used only if Roy's distribution must be simulated (more than about 11 dimensions).

    Returns
    -------
    ManovaTests

    Raises
    ------
    TooFewCasesError
        If there are fewer error degrees of freedom than measures that vary.
    IdenticalAlgorithmsError
        If the algorithms have the same values everywhere.
    ConstantDifferenceError
        If a combination of measures differs between algorithms but does not vary within them.

    Notes
    -----
    With s = min(rank, df_hypothesis): Wilks' F is exact for s <= 2, Pillai's and Hotelling-Lawley's
    for s = 1, where all four agree. Roy's p-value is exact for every s.

    Examples
    --------
    >>> from jointstats.means.kernel_scatter import one_way
    >>> x = [[1.0, 2], [2, 1], [3, 3], [4, 5], [5, 3], [6, 5], [2, 2]]
    >>> tests = manova(one_way(x, list("aaabbba")))
    >>> round(tests.wilks.value, 4), round(tests.wilks.p_value, 4), tests.wilks.exact
    (0.1715, 0.0294, True)
    """
    design.check()
    roots, q = design.roots, int(design.error.rank)
    df_h, df_e = design.df_hypothesis, design.df_error
    s = min(q, df_h)
    tests = {}
    for name, (value, f, df1, df2) in _f_forms(roots, q, df_h, df_e).items():
        p_f = float(special.fdtrc(df1, df2, f))  # NaN if the approximation has no positive df2
        exact = s <= (2 if name == "wilks" else 1)
        tests[name] = MultivariateStatistic(value, f, df1, df2, p_f, exact)
    roy = tests["roy"]
    p_value, mcse = largest_root_p_value(roy.value, q, df_h, df_e, rng=rng)
    tests["roy"] = replace(
        roy, p_value=p_value, exact=mcse == 0, p_value_lower_bound=roy.p_value, mcse=mcse
    )
    return ManovaTests(**tests)


def _f_forms(
    roots: Array, p: int, df_h: int, df_e: int
) -> dict[str, tuple[float, float, float, float]]:
    """Value, F and its degrees of freedom of each statistic.

    Lambda = |E| / |E + H| (Rao's F), V = trace H (E + H)^-1, U = trace E^-1 H, and the largest root
    of E^-1 H.
    """
    s, larger, both = min(p, df_h), max(p, df_h), p * df_h
    log_lambda = -float(np.log1p(roots).sum())
    t = np.sqrt((p**2 * df_h**2 - 4) / (p**2 + df_h**2 - 5)) if s > 1 else 1.0
    df_lambda = (df_e + df_h - (p + df_h + 1) / 2) * t - (both - 2) / 2
    v, rest = float((roots / (1 + roots)).sum()), float((1 / (1 + roots)).sum())  # s - V
    df_v, df_u, df_root = s * (df_e - p + s), s * (df_e - p - 1) + 2, df_e - larger + df_h
    u, root = float(roots.sum()), float(roots[0])
    f_lambda = float(np.expm1(-log_lambda / t)) * df_lambda / both
    return {
        "wilks": (float(np.exp(log_lambda)), f_lambda, both, df_lambda),
        "pillai": (v, df_v * v / (both * rest), both, df_v),
        "hotelling_lawley": (u, df_u * u / (s * both), both, df_u),
        "roy": (root, df_root * root / larger, larger, df_root),
    }


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
