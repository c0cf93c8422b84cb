"""The designs of a MANOVA: scatter between algorithms and within them, or stacked differences.

T-squared on the stacked differences assumes nothing but normality.

The scatter between (H) and within (E) also teaches the directions in which algorithms differ most.
The eigenvectors w of E^-1 H give new measures X w; the eigenvalues say how much of the difference
between algorithms each carries. On the rows that taught them, tests of the new measures reject far
too often: learn on one part of the data, apply to the rest.

Sources: Yildiz & Alpaydin, "Multivariate comparison of classification algorithms", sections 2.2
and 3.6; Rencher, *Methods of Multivariate Analysis* (1995), chapter 6, and section 8.6 (tests of
dimension).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, special
from jointstats.means import kernel_rank
from jointstats.means.kernel_hotelling import Errors, HotellingT2, one_sample


@dataclass(frozen=True)
class Scatter:
    """What a design leaves between algorithms (H) and within them (E).

    Attributes
    ----------
    effects : ndarray, shape (l, p)
        Weighted deviations of the algorithms' means: H = effects' effects.
    residuals : ndarray, shape (N, p)
        E = residuals' residuals.
    error : ColumnBasis
        Factor of E.
    levels, within : ndarray, shape (N, p)
        The results themselves, and the deviations in which a redundant measure shows: from the mean
        of the block, or of all.
    df_hypothesis, df_error : int
        Degrees of freedom of H and E.
    """

    effects: Array
    residuals: Array
    error: kernel_rank.ColumnBasis
    levels: Array
    within: Array
    df_hypothesis: int
    df_error: int

    def check(self) -> None:
        """Raise if the joint test cannot be computed, saying why."""
        silent = np.abs(self.effects).max(axis=0) <= self.error.rounding
        if np.all(self.error.constant & silent):
            raise kernel_rank.IdenticalAlgorithmsError("the same values everywhere")
        if kernel_rank.too_few_cases(self.error, self.df_error):
            raise kernel_rank.TooFewCasesError(f"{self.df_error} error degrees of freedom")
        if self.error.misfit(self.effects).any():
            raise kernel_rank.ConstantDifferenceError("a combination varies between groups only")

    @property
    def roots(self) -> Array:
        """Eigenvalues of E^-1 H, largest first, shape (min(rank, df_hypothesis),)."""
        s = min(int(self.error.rank), self.df_hypothesis)
        return np.asarray(np.linalg.svd(self.whitened, compute_uv=False)[:s] ** 2)

    @property
    def whitened(self) -> Array:
        """The effects in units of the scatter within algorithms."""
        whitened: Array = self.error.whiten(self.effects)
        whitened[..., ~self.error.independent] = 0.0
        return whitened


def one_way(values: ArrayLike, groups: ArrayLike) -> Scatter:
    """Scatter of the one-way design: rows of different algorithms are unpaired.

    Parameters
    ----------
    values : array_like, shape (N, p)
        One row per measurement.
    groups : array_like, shape (N,)
        The algorithm of each row; groups may differ in size.

    Returns
    -------
    Scatter
        df_hypothesis = l - 1, df_error = N - l.

    Examples
    --------
    >>> x = [[1.0, 2], [2, 1], [3, 3], [4, 5], [5, 3], [6, 5], [2, 2]]
    >>> design = one_way(x, ["a", "a", "a", "b", "b", "b", "a"])
    >>> design.df_hypothesis, design.df_error, design.roots.round(4)
    (1, 5, array([4.8302]))
    """
    x = np.asarray(values, dtype=float)
    labels, index = np.unique(np.asarray(groups), return_inverse=True)
    member = (index[:, None] == np.arange(len(labels))).astype(float)
    size = member.sum(axis=0)
    # Deviations from a first mean first: sums of large numbers lose digits.
    x_centred = x - x.mean(axis=0)
    means = member.T @ x_centred / size[:, None]
    residuals = x_centred - means[index]
    effects = np.sqrt(size)[:, None] * means
    return _scatter(effects, residuals, x, x_centred, len(labels) - 1, len(x) - len(labels))


def blocked(values: ArrayLike) -> Scatter:
    """Scatter of the design with data sets as blocks (one value per data set and algorithm).

    It assumes that all pairwise differences between algorithms have the same covariance.

    Parameters
    ----------
    values : array_like, shape (n, l, p)
        Values by data set, algorithm and measure.

    Returns
    -------
    Scatter
        df_hypothesis = l - 1, df_error = (l - 1)(n - 1).

    Examples
    --------
    >>> design = blocked(np.random.default_rng(1).normal(size=(10, 3, 2)))
    >>> design.df_hypothesis, design.df_error
    (2, 18)
    """
    x = np.asarray(values, dtype=float)
    n, algorithms, p = x.shape
    within = x - x.mean(axis=1, keepdims=True)
    means = within.mean(axis=0)
    residuals, within, levels = (part.reshape(-1, p) for part in (within - means, within, x))
    effects, df_h = np.sqrt(n) * means, algorithms - 1
    return _scatter(effects, residuals, levels, within, df_h, df_h * (n - 1))


def _scatter(
    effects: Array, residuals: Array, levels: Array, within: Array, df_h: int, df_e: int
) -> Scatter:
    error = kernel_rank.orthonormal_columns(residuals, scale=np.abs(levels).max(axis=0))
    return Scatter(effects, residuals, error, levels, within, df_h, df_e)


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
    values: ArrayLike, *, test_train_ratio: float = 0.0, errors: Errors = "raise"
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


class AnovaTests(NamedTuple):
    """Analysis of variance per measure, arrays of shape (p,).

    Attributes
    ----------
    f : ndarray
        NaN where a measure does not vary at all, inf where it varies between algorithms only.
    p_value : ndarray
        Not adjusted for the number of measures.
    """

    f: Array
    p_value: Array


def anova(design: Scatter) -> AnovaTests:
    """Test each measure on its own, in the same design, after (or without) the joint test.

    Parameters
    ----------
    design : Scatter
        From `one_way` or `blocked`; it need not be testable jointly.

    Returns
    -------
    AnovaTests

    Examples
    --------
    >>> x = [[1.0, 2], [2, 1], [3, 3], [4, 5], [5, 3], [6, 5], [2, 2]]
    >>> anova(one_way(x, list("aaabbba"))).p_value.round(4)
    array([0.0071, 0.025 ])
    """
    still = design.error.constant
    # F has no unit: in others squares may overflow or vanish
    unit = kernel_rank.column_units(np.concatenate([design.effects, design.residuals]))
    between = ((design.effects / unit) ** 2).sum(axis=0)
    between = np.where(still & (np.sqrt(between) * unit <= design.error.rounding), 0.0, between)
    within = np.where(still, 0.0, ((design.residuals / unit) ** 2).sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        f = (between / design.df_hypothesis) / (within / design.df_error)
    return AnovaTests(f, special.fdtrc(design.df_hypothesis, design.df_error, f))


@dataclass(frozen=True)
class LearnedMeasures:
    """Linear combinations of measures, most separating first; s = min(rank, l - 1) of them.

    Attributes
    ----------
    weights : ndarray, shape (p, s)
        Columns w with w' E w = df_error (unit variance within algorithms), largest weight positive;
        0 on redundant measures.
    standardised : ndarray, shape (p, s)
        Weights times each measure's standard deviation within algorithms: comparable between
        measures of different units.
    eigenvalues : ndarray, shape (s,)
        Of E^-1 H, largest first.
    shares : ndarray, shape (s,)
        Eigenvalues as shares of their sum; NaN if all are 0.
    chi2, df, p_value : ndarray, shape (s,)
        Bartlett's test that directions d + 1, ..., s carry nothing, for d = 0, ..., s - 1: the
        number of small p-values before the first large one estimates how many directions matter.
    """

    weights: Array
    standardised: Array
    eigenvalues: Array
    shares: Array
    chi2: Array
    df: NDArray[np.intp]
    p_value: Array


def learn(design: Scatter) -> LearnedMeasures:
    """Learn the measures that separate the algorithms of a design most.

    Parameters
    ----------
    design : Scatter
        From `jointstats.means.kernel_scatter.one_way` or ``blocked``.

    Returns
    -------
    LearnedMeasures

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        As in `jointstats.means.kernel_manova.manova`.

    Notes
    -----
    Bartlett's chi-squared for the roots after the d-th is
    [df_E - (q - df_H + 1) / 2] sum_{i > d} ln(1 + lambda_i) on (q - d)(df_H - d) degrees of
    freedom, q the rank: a large-sample approximation.

    Examples
    --------
    >>> from jointstats.means.kernel_scatter import one_way
    >>> counts = [[8, 1], [9, 2], [8, 2], [9, 4], [8, 5], [8, 4], [6, 2], [5, 1], [6, 2]]
    >>> learned = learn(one_way(counts, list("aaabbbccc")))
    >>> learned.weights.round(2).tolist(), learned.shares.round(2).tolist()
    ([[1.06, 1.5], [1.06, -1.5]], [0.6, 0.4])
    """
    design.check()
    error = design.error
    q, df_h, df_e = int(error.rank), design.df_hypothesis, design.df_error
    s = min(q, df_h)
    _, singular, directions = np.linalg.svd(design.whitened, full_matrices=False)
    weights = _point_upwards(np.sqrt(df_e) * error.combine(directions[:s])).T
    roots = singular[:s] ** 2
    chi2, df = _bartlett(roots, q, df_h, df_e)
    unit = kernel_rank.column_units(design.residuals)
    deviation = unit * np.sqrt(((design.residuals / unit) ** 2).sum(axis=0) / df_e)
    total = roots.sum()
    return LearnedMeasures(
        weights=weights,
        standardised=weights * deviation[:, None],
        eigenvalues=roots,
        shares=roots / total if total > 0 else np.full(s, np.nan),
        chi2=chi2,
        df=df,
        p_value=special.chdtrc(df, chi2),
    )


def _point_upwards(rows: Array) -> Array:
    """Flip rows whose largest entry (the first of those that tie but for rounding) is negative.

    A weight of zero has no sign, even if LAPACK's vector had one.
    """
    size = np.abs(rows)
    first = (size >= size.max(axis=1, keepdims=True) * (1 - 1e-9)).argmax(axis=1)
    return rows * np.where(rows[np.arange(len(rows)), first] < 0, -1.0, 1.0)[:, None] + 0.0


def _bartlett(roots: Array, q: int, df_h: int, df_e: int) -> tuple[Array, NDArray[np.intp]]:
    remaining = np.cumsum(np.log1p(roots)[::-1])[::-1]
    d = np.arange(len(roots))
    return (df_e - (q - df_h + 1) / 2) * remaining, (q - d) * (df_h - d)


def project(values: ArrayLike, weights: ArrayLike) -> Array:
    """Apply learned measures to values: new measures as columns.

    Parameters
    ----------
    values : array_like, shape (..., p)
        Values of the measures, in the order in which the weights were learned.
    weights : array_like, shape (p, s)

    Returns
    -------
    ndarray, shape (..., s)

    Examples
    --------
    >>> project([[1.0, 2.0]], [[0.5], [-1.0]])
    array([[-1.5]])
    """
    return np.asarray(np.asarray(values) @ np.asarray(weights))
