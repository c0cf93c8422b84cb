"""Multivariate analysis of variance of l algorithms, and T-squared on their stacked differences.

The four statistics are functions of the eigenvalues of E^-1 H of a design (`scatter`), computed as
squared singular values of H^(1/2) E^(-1/2), so that neither matrix is formed.

Sources: Yildiz & Alpaydin, "Multivariate comparison of classification algorithms", equation 3;
Rencher, *Methods of Multivariate Analysis* (1995), chapter 6; Rao's and Pillai's F approximations
in the form that R's summary.manova prints.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, special
from jointstats.means.kernel_hotelling import HotellingT2, one_sample
from jointstats.means.kernel_largest_root import largest_root_p_value
from jointstats.means.kernel_scatter import Scatter

MIN_STACKED_DF = 5
"""Least n - q for which the test on stacked differences is preferred to the blocked design."""


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


@dataclass(frozen=True)
class ManovaTests:
    """The four statistics of one design.

    Attributes
    ----------
    wilks, pillai, hotelling_lawley, roy : MultivariateStatistic
    rank : int
        Dimensions tested: measures that are not combinations of earlier ones.
    independent : ndarray of bool, shape (p,)
        Those measures.
    df_hypothesis, df_error : int
    roots : ndarray
        Eigenvalues of E^-1 H, largest first.
    """

    wilks: MultivariateStatistic
    pillai: MultivariateStatistic
    hotelling_lawley: MultivariateStatistic
    roy: MultivariateStatistic
    rank: int
    independent: Bools
    df_hypothesis: int
    df_error: int
    roots: Array


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
    tests = {
        name: MultivariateStatistic(*form, _sf(*form[1:]), s <= (2 if name == "wilks" else 1))
        for name, form in _f_forms(roots, q, df_h, df_e).items()
    }
    roy = tests["roy"]
    p_value, mcse = largest_root_p_value(roy.value, q, df_h, df_e, rng=rng)
    tests["roy"] = replace(
        roy, p_value=p_value, exact=mcse == 0, p_value_lower_bound=roy.p_value, mcse=mcse
    )
    return ManovaTests(
        **tests,
        rank=q,
        independent=design.error.independent,
        df_hypothesis=df_h,
        df_error=df_e,
        roots=roots,
    )


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


def _sf(f: float, df1: float, df2: float) -> float:
    """P(F(df1, df2) > f); NaN, as SciPy says, if the approximation has no positive df2."""
    return float(special.fdtrc(df1, df2, f))


def stacked_differences(values: ArrayLike) -> Array:
    """Differences of every algorithm from the first, measures side by side.

    Parameters
    ----------
    values : array_like, shape (n, l, p)
        Values by data set, algorithm and measure.

    Returns
    -------
    ndarray, shape (n, (l - 1) p)
        Column (a - 1) p + j is measure j of algorithm a minus that of algorithm 0.

    Examples
    --------
    >>> stacked_differences([[[1, 10], [2, 30], [4, 20]]])
    array([[ 1., 20.,  3., 10.]])
    """
    x = np.asarray(values, dtype=float)
    return (x[:, 1:] - x[:, :1]).reshape(len(x), -1)


def stacked(
    values: ArrayLike, *, test_train_ratio: float = 0.0, errors: Literal["raise", "mark"] = "raise"
) -> HotellingT2:
    """Test of equal means by T-squared on the stacked differences: no assumption but normality.

    Parameters
    ----------
    values : array_like, shape (n, l, p)
        Values by data set, algorithm and measure.
    test_train_ratio, errors
        As in `jointstats.means.kernel_hotelling.one_sample`.

    Returns
    -------
    HotellingT2
        F(q, n - q), q the rank of the (l - 1) p differences, which `stacked_differences` orders.

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        As in `jointstats.means.kernel_hotelling.one_sample`.

    Examples
    --------
    >>> test = stacked(np.random.default_rng(1).normal(size=(12, 3, 2)))
    >>> int(test.df1), float(test.df2)
    (4, 8.0)
    """
    x = np.asarray(values, dtype=float)
    scale = np.tile(np.abs(x).max(axis=(0, 1)), x.shape[1] - 1)
    return one_sample(
        stacked_differences(x), test_train_ratio=test_train_ratio, scale=scale, errors=errors
    )


def preferred_design(fit: HotellingT2) -> Literal["stacked", "blocked"]:
    """Design for paired rows: stacked differences if n - q >= 5, otherwise blocks.

    Parameters
    ----------
    fit : HotellingT2
        From `stacked`, with ``errors="mark"``: where it cannot be tested, blocks may serve.

    Returns
    -------
    str
        ``"stacked"`` or ``"blocked"``.

    Examples
    --------
    >>> values = np.random.default_rng(1).normal(size=(12, 4, 3))
    >>> [preferred_design(stacked(values[:, :l], errors="mark")) for l in (3, 4)]
    ['stacked', 'blocked']
    """
    return "stacked" if fit.df2 >= MIN_STACKED_DF else "blocked"
