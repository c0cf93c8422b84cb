"""Hotelling's T-squared: one-sample, paired and two-sample, of one comparison or a stack of them.

All forms are T^2 = c d' S^-1 d with d a mean (difference), S a covariance on nu degrees of freedom
and c the effective number of cases: k for k paired rows, n1 n2 / (n1 + n2) for two samples and
1 / (1/J + n_test/n_train) for the J = runs x folds of repeated cross-validation (Nadeau & Bengio).
Then (nu - q + 1) / (nu q) T^2 ~ F(q, nu - q + 1), q the rank of S.

Sources: Yildiz & Alpaydin, "Multivariate comparison of classification algorithms", equations 1-2;
Rencher, *Methods of Multivariate Analysis* (1995), chapter 5; Nadeau & Bengio, "Inference for the
generalization error", Machine Learning 52 (2003). The confidence ellipsoid of the mean difference:
Johnson & Wichern, *Applied Multivariate Statistical Analysis*, section 5.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Bools, special
from jointstats.means import kernel_rank

Errors = Literal["raise", "mark"]


class Status(IntEnum):
    """What became of one comparison of a stack."""

    OK = 0
    TOO_FEW_CASES = 1
    IDENTICAL = 2
    CONSTANT_DIFFERENCE = 3


@dataclass(frozen=True)
class HotellingT2:
    """Hotelling's test of one comparison, or of a stack of comparisons with leading shape (...).

    Attributes
    ----------
    statistic : ndarray, shape (...)
        T-squared; NaN where ``status`` is not `Status.OK` (as f, df2, p_value and weights are).
    f, df1, df2, p_value : ndarray, shape (...)
        F form: F(df1, df2), df1 = rank.
    mean : ndarray, shape (..., p)
        Mean difference.
    unit : ndarray, shape (..., p)
        Units in which the measures are not far from 1: powers of two, mostly 1.
    scaled : ndarray, shape (..., p, p)
        S in these units, on ``df`` degrees of freedom, of all measures, redundant ones too.
    weights : ndarray, shape (..., p)
        Direction S^-1 mean that separates the two most; 0 on dropped measures.
    columns : ColumnBasis
        Which measures vary, and which are in the test: not combinations of earlier ones.
    df : int
        Error degrees of freedom, k - 1 or n1 + n2 - 2.
    effective_n : float
        The factor c of T^2 = c d' S^-1 d; mean has covariance S / c.
    status : ndarray of int, shape (...)
        A `Status`.
    """

    statistic: Array
    f: Array
    df1: NDArray[np.intp]
    df2: Array
    p_value: Array
    mean: Array
    unit: Array
    scaled: Array
    weights: Array
    columns: kernel_rank.ColumnBasis
    df: int
    effective_n: float
    status: NDArray[np.intp]

    @property
    def independent(self) -> Bools:
        """Measures in the test, shape (..., p)."""
        return self.columns.independent

    @property
    def covariance(self) -> Array:
        """S, shape (..., p, p); infinite where squares are beyond what a double holds."""
        with np.errstate(over="ignore"):
            return self.scaled * self.unit[..., None, :] * self.unit[..., None]

    @property
    def deviations(self) -> Array:
        """Square roots of its diagonal, shape (..., p)."""
        return self.unit * np.sqrt(np.diagonal(self.scaled, axis1=-2, axis2=-1))

    @property
    def errors(self) -> Array:
        """Standard errors of the means, shape (..., p)."""
        variances = np.diagonal(self.scaled, axis1=-2, axis2=-1)
        return self.unit * np.sqrt(variances / self.effective_n)


def one_sample(
    x: ArrayLike,
    *,
    test_train_ratio: float = 0.0,
    scale: ArrayLike | None = None,
    errors: Errors = "raise",
) -> HotellingT2:
    """Test whether rows (differences of pairs, or from a mean) are zero in the mean (equation 1).

    Parameters
    ----------
    x : array_like, shape (..., k, p)
        Rows are cases (data sets or folds), columns measures.
    test_train_ratio : float, default 0
        n_test / n_train of repeated cross-validation: 1 / (folds - 1). 0 for independent rows. The
        corrected test is a heuristic, not a level-alpha test.
    scale : array_like, shape (..., p), optional
        Magnitude of the numbers that were subtracted to give ``x``; see `orthonormal_columns`.
    errors : {"raise", "mark"}, default "raise"
        Whether a comparison that cannot be tested raises, or becomes NaN with its `Status`.

    Returns
    -------
    HotellingT2

    Raises
    ------
    TooFewCasesError
        If there are no more cases than measures that vary.
    IdenticalAlgorithmsError
        If every row is zero.
    ConstantDifferenceError
        If a combination of measures has no variance, but a mean other than zero.

    Notes
    -----
    A measure that is a linear combination of earlier ones is dropped, and the rank q takes the
    place of p: (k - q) / (q (k - 1)) T^2 ~ F(q, k - q).

    Examples
    --------
    >>> d = [[0.02, 0.01], [0.05, -0.01], [0.01, 0.03], [0.04, 0.02], [0.03, 0.00]]
    >>> test = one_sample(d)
    >>> float(test.statistic.round(3)), int(test.df1), float(test.df2), float(test.p_value.round(5))
    (55.686, 2, 3.0, 0.01735)
    """
    values = np.asarray(x, dtype=float)
    mean, k = values.mean(axis=-2), values.shape[-2]
    return _t_squared(
        mean,
        values - mean[..., None, :],
        df=k - 1,
        effective_n=1 / (1 / k + test_train_ratio),
        scale=np.abs(values).max(axis=-2) if scale is None else scale,
        errors=errors,
    )


def paired(
    x: ArrayLike, y: ArrayLike, *, test_train_ratio: float = 0.0, errors: Errors = "raise"
) -> HotellingT2:
    """Test whether two algorithms have equal means on all measures, case by case (equation 1).

    Parameters
    ----------
    x, y : array_like, shape (..., k, p)
        Values of the two algorithms on the same cases. ``mean`` of the result is that of x - y.
    test_train_ratio, errors
        As in `one_sample`.

    Returns
    -------
    HotellingT2

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        As in `one_sample`.

    Examples
    --------
    >>> x = np.array([[0.82, 0.71], [0.85, 0.69], [0.81, 0.73], [0.84, 0.72], [0.83, 0.70]])
    >>> test = paired(np.column_stack([x, 1 - x[:, 0]]), [[0.8, 0.7, 0.2]] * 5)
    >>> test.independent.tolist(), float(test.statistic.round(3))  # the error rate is redundant
    ([True, True, False], 55.686)
    """
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    scale = np.maximum(np.abs(a).max(axis=-2), np.abs(b).max(axis=-2))
    return one_sample(a - b, test_train_ratio=test_train_ratio, scale=scale, errors=errors)


def two_sample(x: ArrayLike, y: ArrayLike, *, errors: Errors = "raise") -> HotellingT2:
    """Test whether two independent samples with one covariance have equal mean vectors.

    Parameters
    ----------
    x : array_like, shape (..., n1, p)
    y : array_like, shape (..., n2, p)
        Unpaired rows: other data sets, or other folds, for each algorithm.
    errors : {"raise", "mark"}, default "raise"
        As in `one_sample`.

    Returns
    -------
    HotellingT2

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        As in `one_sample`.

    Examples
    --------
    >>> test = two_sample([[1, 2], [2, 1], [3, 3], [2, 4]], [[4, 5], [5, 3], [6, 5]])
    >>> test.df, int(test.df1), float(test.df2), float(test.p_value.round(4))
    (5, 2, 4.0, 0.038)
    """
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    mean_a, mean_b = a.mean(axis=-2), b.mean(axis=-2)
    n1, n2 = a.shape[-2], b.shape[-2]
    return _t_squared(
        mean_a - mean_b,
        np.concatenate([a - mean_a[..., None, :], b - mean_b[..., None, :]], axis=-2),
        df=n1 + n2 - 2,
        effective_n=n1 * n2 / (n1 + n2),
        scale=np.maximum(np.abs(a).max(axis=-2), np.abs(b).max(axis=-2)),
        errors=errors,
    )


def _t_squared(
    mean: Array, residuals: Array, *, df: int, effective_n: float, scale: ArrayLike, errors: Errors
) -> HotellingT2:
    columns = kernel_rank.orthonormal_columns(residuals, scale=scale)
    # Differences that are rounding error are exact zeros, so that p = 1 and S stay clean.
    mean = np.where(columns.constant & (np.abs(mean) <= columns.rounding), 0.0, mean)
    residuals = np.where(columns.constant[..., None, :], 0.0, residuals)
    status = _status(columns, mean, df)
    for code, error in _ERRORS.items():
        if errors == "raise" and np.any(status == code):
            raise error(f"Hotelling's test on {df} error degrees of freedom: {code.name}")
    ok = status == Status.OK
    q = columns.rank
    z = np.where(columns.independent, columns.whiten(mean), 0.0)  # S = T'T / df
    statistic = np.where(ok, effective_n * df * (z**2).sum(axis=-1), np.nan)
    df2 = np.where(ok, df - q + 1.0, np.nan)
    f = statistic * df2 / (df * q)
    unit = kernel_rank.column_units(residuals)
    near = residuals / unit[..., None, :]
    return HotellingT2(
        statistic=statistic,
        f=f,
        df1=q,
        df2=df2,
        p_value=special.fdtrc(q, df2, f),
        mean=mean,
        unit=unit,
        scaled=near.swapaxes(-1, -2) @ near / max(df, 1),
        weights=np.where(ok[..., None], columns.combine(df * z), np.nan),
        columns=columns,
        df=df,
        effective_n=effective_n,
        status=status,
    )


def _status(columns: kernel_rank.ColumnBasis, mean: Array, df: int) -> NDArray[np.intp]:
    nothing = columns.constant.all(axis=-1) & (mean == 0).all(axis=-1)
    constant = columns.misfit(mean).any(axis=-1)
    few = kernel_rank.too_few_cases(columns, df)
    return np.select(
        [nothing & (df >= 1), few, constant],
        [Status.IDENTICAL, Status.TOO_FEW_CASES, Status.CONSTANT_DIFFERENCE],
        Status.OK,
    )


_ERRORS = {
    Status.TOO_FEW_CASES: kernel_rank.TooFewCasesError,
    Status.IDENTICAL: kernel_rank.IdenticalAlgorithmsError,
    Status.CONSTANT_DIFFERENCE: kernel_rank.ConstantDifferenceError,
}


class TTests(NamedTuple):
    """Student's t per measure on the fit's ``df``, arrays of shape (..., p).

    Attributes
    ----------
    t : ndarray
        NaN if the measure shows no difference at all, +-inf if a constant one.
    p_value : ndarray
        Two-sided, not adjusted for the number of measures.
    """

    t: Array
    p_value: Array


def t_tests(fit: HotellingT2) -> TTests:
    """Test each measure on its own, after (or without) the joint test.

    Paired t tests after `paired`, corrected resampled t tests with a ``test_train_ratio``, pooled t
    tests after `two_sample`. They need no invertible covariance: ``fit`` may be a marked one.

    Parameters
    ----------
    fit : HotellingT2

    Returns
    -------
    TTests

    Examples
    --------
    >>> test = one_sample([[0.02, 0.01], [0.05, -0.01], [0.01, 0.03], [0.04, 0.02], [0.03, 0.00]])
    >>> t_tests(test).t.round(3)
    array([4.243, 1.414])
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        t = fit.mean / fit.errors
    return TTests(t, 2 * special.stdtr(fit.df, -np.abs(t)))


@dataclass(frozen=True)
class ConfidenceRegion:
    """Confidence ellipsoid of the mean difference, and the intervals it casts on each measure.

    Attributes
    ----------
    centre : ndarray, shape (p,)
    axes : ndarray, shape (p, p)
        Unit vectors in columns, longest axis first; each one's largest entry is positive.
    radii : ndarray, shape (p,)
        Half lengths along ``axes``; 0 where measures are redundant.
    lower, upper : ndarray, shape (p,)
        Simultaneous T-squared intervals: all hold jointly (as those of every combination of
        measures do) with the stated probability.
    critical : float
        T-squared value that the region goes up to.
    """

    centre: Array
    axes: Array
    radii: Array
    lower: Array
    upper: Array
    critical: float


def confidence_region(fit: HotellingT2, level: float = 0.95) -> ConfidenceRegion:
    """Region of mean differences that the test at 1 - level would not reject.

    Parameters
    ----------
    fit : HotellingT2
        One comparison (not a stack) that was tested.
    level : float, default 0.95
        In (0, 1).

    Returns
    -------
    ConfidenceRegion

    Examples
    --------
    >>> test = one_sample([[0.02, 0.01], [0.05, -0.01], [0.01, 0.03], [0.04, 0.02], [0.03, 0.00]])
    >>> region = confidence_region(test)
    >>> region.radii.round(4), region.lower.round(4), region.upper.round(4)
    (array([0.0465, 0.0195]), array([-0.0057, -0.0257]), array([0.0657, 0.0457]))
    """
    q, df2 = int(fit.df1), float(fit.df2)
    critical = fit.df * q / df2 * float(special.fdtri(q, df2, level))
    most = fit.unit.max()
    share = fit.unit / most
    variances, axes = np.linalg.eigh(fit.scaled * share * share[:, None])
    variances, axes = np.clip(variances[::-1], 0, None), axes[:, ::-1]
    variances[q:] = 0.0
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=0)[None], axis=0)
    with np.errstate(over="ignore"):  # ends beyond the doubles are infinite
        half = np.sqrt(critical) * fit.errors
        return ConfidenceRegion(
            centre=fit.mean,
            axes=axes * np.sign(largest),
            radii=most * np.sqrt(critical * variances / fit.effective_n),
            lower=fit.mean - half,
            upper=fit.mean + half,
            critical=critical,
        )
