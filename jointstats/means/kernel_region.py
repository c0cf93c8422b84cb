"""Confidence ellipsoid of a mean difference, the counterpart of Hotelling's T-squared test.

Source: Johnson & Wichern, *Applied Multivariate Statistical Analysis*, section 5.4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jointstats.evidence.arrays import Array, special
from jointstats.means.kernel_hotelling import HotellingT2


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
    >>> from jointstats.means.kernel_hotelling import one_sample
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


def ellipse(centre: Array, shape: Array, points: int = 181) -> Array:
    """Points x with (x - centre)' shape^-1 (x - centre) = 1, in the plane.

    Parameters
    ----------
    centre : ndarray, shape (2,)
    shape : ndarray, shape (2, 2)
        Symmetric, not negative; if it is singular the ellipse is a segment or a point.
    points : int, default 181

    Returns
    -------
    ndarray, shape (points, 2)
        First equal to last.

    Examples
    --------
    >>> line = ellipse(np.zeros(2), np.diag([4.0, 1.0]))
    >>> line.shape, line.max(axis=0).round(3).tolist()
    ((181, 2), [2.0, 1.0])
    """
    squares, axes = np.linalg.eigh(shape)
    # The symmetric root, unlike the axes, has no signs to choose: the same points in R.
    root = axes @ np.diag(np.sqrt(np.clip(squares, 0, None))) @ axes.T
    angle = np.linspace(0, 2 * np.pi, points)
    return np.asarray(centre + np.column_stack([np.cos(angle), np.sin(angle)]) @ root)
