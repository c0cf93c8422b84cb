"""Scatter between algorithms (H) and within them (E), of the one-way and the blocked design.

Source: Rencher, *Methods of Multivariate Analysis* (1995), chapter 6; Yildiz & Alpaydin,
"Multivariate comparison of classification algorithms", section 2.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from jointstats.kernels.normal.rank import (
    ColumnBasis,
    ConstantDifferenceError,
    DesignError,
    IdenticalAlgorithmsError,
    column_units,
    orthonormal_columns,
    require_enough_cases,
    require_finite,
)

Floats = NDArray[np.float64]


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
    df_hypothesis, df_error : int
        Degrees of freedom of H and E.
    """

    effects: Floats
    residuals: Floats
    error: ColumnBasis
    df_hypothesis: int
    df_error: int

    def check(self) -> None:
        """Raise if the joint test cannot be computed, saying why."""
        silent = np.abs(self.effects).max(axis=0) <= self.error.rounding
        if np.all(self.error.constant & silent):
            raise IdenticalAlgorithmsError("the algorithms have the same values everywhere")
        require_enough_cases(self.error, self.df_error)
        if self.error.misfit(self.effects).any():
            raise ConstantDifferenceError(
                "a measure, or a combination of measures, has no variation but for a fixed "
                "difference between algorithms: leave it out of the test"
            )

    @property
    def roots(self) -> Floats:
        """Eigenvalues of E^-1 H, largest first, shape (min(rank, df_hypothesis),)."""
        z = np.where(self.error.kept, self.error.whiten(self.effects), 0.0)
        s = min(int(self.error.rank), self.df_hypothesis)
        return np.linalg.svd(z, compute_uv=False)[:s] ** 2


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

    Raises
    ------
    DesignError
        If there are fewer than two groups, or lengths differ.
    NonFiniteError
        If a value is missing or infinite.

    Examples
    --------
    >>> x = [[1.0, 2], [2, 1], [3, 3], [4, 5], [5, 3], [6, 5], [2, 2]]
    >>> design = one_way(x, ["a", "a", "a", "b", "b", "b", "a"])
    >>> design.df_hypothesis, design.df_error, design.roots.round(4)
    (1, 5, array([4.8302]))
    """
    x = require_finite(values)
    labels, index = np.unique(np.asarray(groups), return_inverse=True)
    if len(index) != len(x):
        raise DesignError(f"{len(x)} rows of values, but {len(index)} groups")
    if len(labels) < 2:
        raise DesignError("a comparison needs at least two algorithms")
    member = (index[:, None] == np.arange(len(labels))).astype(float)
    size = member.sum(axis=0)
    # Deviations from a first mean first: sums of large numbers lose digits.
    x_centred = x - x.mean(axis=0)
    means = member.T @ x_centred / size[:, None]
    residuals = x_centred - means[index]
    effects = np.sqrt(size)[:, None] * means
    return _scatter(effects, residuals, x, len(labels) - 1, len(x) - len(labels))


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

    Raises
    ------
    DesignError
        If there are fewer than two algorithms.
    NonFiniteError
        If a value is missing or infinite.

    Examples
    --------
    >>> design = blocked(np.random.default_rng(1).normal(size=(10, 3, 2)))
    >>> design.df_hypothesis, design.df_error
    (2, 18)
    """
    x = require_finite(values)
    n, algorithms, p = x.shape
    if algorithms < 2:
        raise DesignError("a comparison needs at least two algorithms")
    within = x - x.mean(axis=1, keepdims=True)
    means = within.mean(axis=0)
    residuals = (within - means).reshape(n * algorithms, p)
    return _scatter(np.sqrt(n) * means, residuals, x, algorithms - 1, (algorithms - 1) * (n - 1))


def _scatter(effects: Floats, residuals: Floats, x: Floats, df_h: int, df_e: int) -> Scatter:
    scale = np.abs(x).reshape(residuals.shape).max(axis=0)
    error = orthonormal_columns(residuals, scale=scale)
    return Scatter(effects, residuals, error, df_h, df_e)


@dataclass(frozen=True)
class AnovaTests:
    """Analysis of variance per measure, arrays of shape (p,).

    Attributes
    ----------
    f : ndarray
        NaN where a measure does not vary at all, inf where it varies between algorithms only.
    df1, df2 : int
    p_value : ndarray
        Not adjusted for the number of measures.
    """

    f: Floats
    df1: int
    df2: int
    p_value: Floats


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
    unit = column_units(np.concatenate([design.effects, design.residuals]))
    between = ((design.effects / unit) ** 2).sum(axis=0)
    between = np.where(still & (np.sqrt(between) * unit <= design.error.rounding), 0.0, between)
    within = np.where(still, 0.0, ((design.residuals / unit) ** 2).sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        f = (between / design.df_hypothesis) / (within / design.df_error)
    p_value = special.fdtrc(design.df_hypothesis, design.df_error, f)
    return AnovaTests(f, design.df_hypothesis, design.df_error, p_value)
