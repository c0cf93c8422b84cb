"""Mardia's multivariate skewness and kurtosis, a check of joint normality.

With g_ij = (x_i - m)' S^-1 (x_j - m) and S of divisor n: b1 = sum g_ij^3 / n^2 and
b2 = sum g_ii^2 / n. Under normality their distribution depends on n and p only, so it is simulated
once and kept: the asymptotic p-values are useless at the sizes of comparison studies (at n = 10 the
test of skewness never rejects).

Sources: Mardia (1970), "Measures of multivariate skewness and kurtosis with applications",
Biometrika 57, 519-530; Mardia (1974), "Applications of some measures of multivariate skewness and
kurtosis in testing normality and robustness studies", Sankhya B 36, 115-128.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, special
from jointstats.means import kernel_rank

CHUNK_ELEMENTS = 1_000_000


@dataclass(frozen=True)
class NormalityStatistic:
    """Skewness or kurtosis and its p-values.

    Attributes
    ----------
    value : float
        b1 or b2.
    p_value : float
        Monte Carlo: upper tail for skewness, two-sided (twice the smaller tail) for kurtosis.
    mcse : float
        Its Monte Carlo standard error.
    p_asymptotic : float
        By the chi-squared (skewness) or standard normal (kurtosis) statistic of 1970.
    p_small_sample : float
        The same with the moments of 1974; NaN where they do not exist.
    """

    value: float
    p_value: float
    mcse: float
    p_asymptotic: float
    p_small_sample: float


@dataclass(frozen=True)
class MardiaTests:
    """Mardia's two tests of one sample.

    Attributes
    ----------
    skewness, kurtosis : NormalityStatistic
    rank : int
        Measures that are not combinations of earlier ones; they take the place of p.
    independent : ndarray of bool, shape (p,)
    """

    skewness: NormalityStatistic
    kurtosis: NormalityStatistic
    rank: int
    independent: Bools


def mardia(
    x: ArrayLike, *, draws: int = 9_999, seed: int = 0, scale: ArrayLike | None = None
) -> MardiaTests:
    """Test whether rows come from one multivariate normal distribution.

    Parameters
    ----------
    x : array_like, shape (n, p)
        Rows are cases, columns measures (for a paired test: differences).
    draws : int, default 9999
        Simulated normal samples for the Monte Carlo p-values.
    seed : int, default 0
        Seed of the simulation. The null distribution of each (n, p, draws, seed) is kept, so that
        testing many samples of one size costs one simulation.
    scale : array_like, shape (p,), optional
        See `jointstats.means.kernel_rank.orthonormal_columns`.

    Returns
    -------
    MardiaTests

    Raises
    ------
    TooFewCasesError
        If n <= p + 1 (of the measures that vary): skewness and kurtosis are then constants.
    IdenticalAlgorithmsError
        If no measure varies.

    Examples
    --------
    >>> x = np.random.default_rng(5).exponential(size=(40, 2))
    >>> tests = mardia(x)
    >>> round(tests.skewness.value, 3), tests.skewness.p_value < 0.01
    (2.653, True)
    """
    values = np.asarray(x, dtype=float)
    n = len(values)
    magnitude = np.abs(values).max(axis=0) if scale is None else scale
    columns = kernel_rank.orthonormal_columns(values - values.mean(axis=0), scale=magnitude)
    q = int(columns.rank)
    if columns.constant.all():
        raise kernel_rank.IdenticalAlgorithmsError("no measure varies")
    if n <= q + 1:
        raise kernel_rank.TooFewCasesError(f"needed are more than {q + 1} cases")
    b1, b2 = (float(b) for b in skewness_kurtosis(columns.basis[:, columns.independent]))
    null_b1, null_b2 = simulated_null(n, q, draws, seed)
    skewness, kurtosis = _skewness(b1, n, q, null_b1), _kurtosis(b2, n, q, null_b2)
    return MardiaTests(skewness, kurtosis, q, columns.independent)


def skewness_kurtosis(basis: Array) -> tuple[Array, Array]:
    """Compute b1 and b2 from an orthonormal basis of the centred rows, in which g_ij = n u_i'u_j.

    Parameters
    ----------
    basis : ndarray, shape (..., n, q)

    Returns
    -------
    tuple of ndarray, shape (...)
        b1 = n sum_abc (sum_i u_ia u_ib u_ic)^2 and b2 = n sum_i |u_i|^4.

    Examples
    --------
    >>> u = np.array([[-1.0], [0.0], [1.0]]) / np.sqrt(2)
    >>> [float(b.round(12)) for b in skewness_kurtosis(u)]
    [0.0, 1.5]
    """
    n, q = basis.shape[-2:]
    pairs = (basis[..., :, None] * basis[..., None, :]).reshape(*basis.shape[:-2], n, q * q)
    third = pairs.swapaxes(-1, -2) @ basis
    b1 = n * (third**2).sum(axis=(-1, -2))
    b2 = n * ((basis**2).sum(axis=-1) ** 2).sum(axis=-1)
    return b1, b2


@functools.lru_cache(maxsize=64)
def simulated_null(n: int, q: int, draws: int, seed: int) -> tuple[Array, Array]:
    """Simulate b1 and b2 of normal samples, each sorted.

    Parameters
    ----------
    n, q : int
        Rows and dimensions, n > q + 1.
    draws, seed : int

    Returns
    -------
    tuple of ndarray, shape (draws,)
        Read-only: the result is kept for later calls.

    Examples
    --------
    >>> b1, b2 = simulated_null(20, 2, 4000, 1)
    >>> bool(abs(b2.mean() - 8 * 19 / 21) < 0.1)  # its mean is p (p + 2) (n - 1) / (n + 1)
    True
    """
    rng = np.random.default_rng(seed)
    b1, b2 = (np.sort(part) for part in _simulated(n, q, draws, rng.standard_normal))
    b1.flags.writeable = b2.flags.writeable = False
    return b1, b2


def _simulated(
    n: int, q: int, draws: int, draw: Callable[[tuple[int, int, int]], Array]
) -> tuple[Array, Array]:
    """Compute b1 and b2 of many drawn samples, a chunk at a time."""
    draws_of = []
    chunk = max(1, CHUNK_ELEMENTS // (n * q * q))
    for start in range(0, draws, chunk):
        sample = draw((min(chunk, draws - start), n, q))
        sample -= sample.mean(axis=1, keepdims=True)
        draws_of.append(skewness_kurtosis(np.linalg.qr(sample)[0]))
    b1, b2 = (np.concatenate(part) for part in zip(*draws_of, strict=True))
    return b1, b2


@functools.lru_cache(maxsize=64)
def simulated_power(
    n: int, q: int, alpha: float = 0.05, *, draws: int = 1_999, seed: int = 0
) -> tuple[float, float]:
    """Simulate how often the tests reject samples whose measures are independent exponentials.

    A distribution far from normal: what the tests do not detect there, they will not detect
    elsewhere.

    Parameters
    ----------
    n, q : int
        Rows and dimensions, n > q + 1.
    alpha : float, default 0.05
    draws : int, default 1999
        Simulated samples.
    seed : int, default 0

    Returns
    -------
    tuple of float
        Shares of rejections: by skewness (upper tail) and by kurtosis (two-sided).

    Examples
    --------
    >>> skewness, kurtosis = simulated_power(10, 2)
    >>> 0.3 < skewness < 0.5, kurtosis < skewness
    (True, True)
    """
    null_b1, null_b2 = simulated_null(n, q, 9_999, seed)
    rng = np.random.default_rng([seed, n, q])
    b1, b2 = _simulated(n, q, draws, rng.standard_exponential)
    skewed = b1 > np.quantile(null_b1, 1 - alpha)
    low, high = np.quantile(null_b2, [alpha / 2, 1 - alpha / 2])
    return float(skewed.mean()), float(((b2 < low) | (b2 > high)).mean())


def _skewness(b1: float, n: int, p: int, null: Array) -> NormalityStatistic:
    df = p * (p + 1) * (p + 2) / 6
    chi2 = n * b1 / 6
    # 1974: the factor gives n b1 / 6 its exact mean under normality.
    corrected = chi2 * (p + 1) * (n + 1) * (n + 3) / (n * ((n + 1) * (p + 1) - 6))
    p_value = (_count_at_least(null, b1) + 1) / (len(null) + 1)
    return NormalityStatistic(
        value=b1,
        p_value=p_value,
        mcse=math.sqrt(p_value * (1 - p_value) / len(null)),
        p_asymptotic=float(special.chdtrc(df, chi2)),
        p_small_sample=float(special.chdtrc(df, corrected)),
    )


def _kurtosis(b2: float, n: int, p: int, null: Array) -> NormalityStatistic:
    z = (b2 - p * (p + 2)) / math.sqrt(8 * p * (p + 2) / n)
    # 1974: the exact mean and variance of b2 under normality.
    mean = p * (p + 2) * (n - 1) / (n + 1)
    spread = 8 * p * (p + 2) * (n - 3) * (n - p - 1) * (n - p + 1) / ((n + 3) * (n + 5))
    deviation = math.sqrt(spread) / (n + 1)
    exact = (b2 - mean) / deviation if deviation > 0 else math.nan
    upper = _count_at_least(null, b2)
    lower = _count_at_least(-null[::-1], -b2)
    tail = (min(upper, lower) + 1) / (len(null) + 1)
    return NormalityStatistic(
        value=b2,
        p_value=min(1.0, 2 * tail),
        mcse=2 * math.sqrt(tail * (1 - tail) / len(null)),
        p_asymptotic=_two_sided(z),
        p_small_sample=_two_sided(exact),
    )


def _count_at_least(ascending: Array, value: float) -> int:
    """Count simulated values that are as large, but for rounding."""
    threshold = value - 1e-9 * abs(value)
    return len(ascending) - int(np.searchsorted(ascending, threshold))


def _two_sided(z: float) -> float:
    return float(2 * special.ndtr(-abs(z)))
