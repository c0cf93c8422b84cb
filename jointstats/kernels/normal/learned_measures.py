"""Measures learned from results: the directions in which algorithms differ most.

The eigenvectors w of E^-1 H give new measures X w; the eigenvalues say how much of the difference
between algorithms each carries. On the rows that taught them, tests of the new measures reject far
too often: learn on one part of the data, apply to the rest.

Sources: Yildiz & Alpaydin, "Multivariate comparison of classification algorithms", sections 2.2
and 3.6; Rencher, *Methods of Multivariate Analysis* (1995), section 8.6 (tests of dimension).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from jointstats.kernels.normal.rank import DesignError, column_units, require_finite
from jointstats.kernels.normal.scatter import Scatter

Floats = NDArray[np.float64]


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
    kept : ndarray of bool, shape (p,)
        Measures that are not combinations of earlier ones.
    chi2, df, p_value : ndarray, shape (s,)
        Bartlett's test that directions d + 1, ..., s carry nothing, for d = 0, ..., s - 1: the
        number of small p-values before the first large one estimates how many directions matter.
    """

    weights: Floats
    standardised: Floats
    eigenvalues: Floats
    shares: Floats
    kept: NDArray[np.bool_]
    chi2: Floats
    df: NDArray[np.intp]
    p_value: Floats


def learn(design: Scatter) -> LearnedMeasures:
    """Learn the measures that separate the algorithms of a design most.

    Parameters
    ----------
    design : Scatter
        From `jointstats.kernels.normal.scatter.one_way` or ``blocked``.

    Returns
    -------
    LearnedMeasures

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        As in `jointstats.kernels.normal.manova.manova`.

    Notes
    -----
    Bartlett's chi-squared for the roots after the d-th is
    [df_E - (q - df_H + 1) / 2] sum_{i > d} ln(1 + lambda_i) on (q - d)(df_H - d) degrees of
    freedom, q the rank: a large-sample approximation.

    Examples
    --------
    >>> from jointstats.kernels.normal.scatter import one_way
    >>> counts = [[8, 1], [9, 2], [8, 2], [9, 4], [8, 5], [8, 4], [6, 2], [5, 1], [6, 2]]
    >>> learned = learn(one_way(counts, list("aaabbbccc")))
    >>> learned.weights.round(2).tolist(), learned.shares.round(2).tolist()
    ([[1.06, 1.5], [1.06, -1.5]], [0.6, 0.4])
    """
    design.check()
    error = design.error
    z = np.where(error.kept, error.whiten(design.effects), 0.0)
    q, df_h, df_e = int(error.rank), design.df_hypothesis, design.df_error
    s = min(q, df_h)
    _, singular, directions = np.linalg.svd(z, full_matrices=False)
    weights = _point_upwards(np.sqrt(df_e) * error.combine(directions[:s])).T
    roots = singular[:s] ** 2
    chi2, df = _bartlett(roots, q, df_h, df_e)
    unit = column_units(design.residuals)
    deviation = unit * np.sqrt(((design.residuals / unit) ** 2).sum(axis=0) / df_e)
    total = roots.sum()
    return LearnedMeasures(
        weights=weights,
        standardised=weights * deviation[:, None],
        eigenvalues=roots,
        shares=roots / total if total > 0 else np.full(s, np.nan),
        kept=error.kept,
        chi2=chi2,
        df=df,
        p_value=special.chdtrc(df, chi2),
    )


def _point_upwards(rows: Floats) -> Floats:
    """Flip rows whose largest entry (the first of those that tie but for rounding) is negative.

    A weight of zero has no sign, whatever LAPACK's vectors had.
    """
    size = np.abs(rows)
    first = (size >= size.max(axis=1, keepdims=True) * (1 - 1e-9)).argmax(axis=1)
    return rows * np.where(rows[np.arange(len(rows)), first] < 0, -1.0, 1.0)[:, None] + 0.0


def _bartlett(roots: Floats, q: int, df_h: int, df_e: int) -> tuple[Floats, NDArray[np.intp]]:
    remaining = np.cumsum(np.log1p(roots)[::-1])[::-1]
    d = np.arange(len(roots))
    return (df_e - (q - df_h + 1) / 2) * remaining, (q - d) * (df_h - d)


def project(values: ArrayLike, weights: ArrayLike) -> Floats:
    """Apply learned measures to values: new measures as columns.

    Parameters
    ----------
    values : array_like, shape (..., p)
        Values of the measures, in the order in which the weights were learned.
    weights : array_like, shape (p, s)

    Returns
    -------
    ndarray, shape (..., s)

    Raises
    ------
    DesignError
        If the number of measures differs.
    NonFiniteError
        If a value is missing or infinite.

    Examples
    --------
    >>> project([[1.0, 2.0]], [[0.5], [-1.0]])
    array([[-1.5]])
    """
    x, w = require_finite(values), require_finite(weights)
    if w.ndim != 2 or x.shape[-1] != len(w):
        raise DesignError(f"{x.shape[-1]} measures, but weights of shape {w.shape}")
    projected: Floats = x @ w
    return projected
