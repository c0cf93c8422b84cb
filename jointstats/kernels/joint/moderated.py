"""Variances of few runs each, drawn towards what many data sets have in common (Smyth 2004).

With s^2 a variance of d degrees of freedom, and 1/sigma^2 ~ chi^2(d0) / (d0 s0^2) over data sets,
ln s^2 has the mean ln s0^2 + psi(d/2) - ln(d/2) - psi(d0/2) + ln(d0/2) and the variance
psi'(d/2) + psi'(d0/2): d0 and s0^2 follow from the moments of the logarithms, and s^2 becomes
(d0 s0^2 + d s^2) / (d0 + d), with d0 + d degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import digamma, polygamma

from jointstats.kernels.messages import JointStatsError

Array = NDArray[np.float64]


class InvalidRunsError(JointStatsError):
    """Runs from which no weights can be computed."""


@dataclass(frozen=True)
class ModeratedVariances:
    """Variances of all data sets, drawn towards what they have in common.

    Attributes
    ----------
    variance : ndarray, shape (n, m)
        (d0 s0^2 + d s^2) / (d0 + d).
    df : ndarray, shape (n,)
        d0 + d.
    prior_df : float
        d0; infinite if variances differ no more than by chance.
    prior_variance : ndarray, shape (m,)
        s0^2.
    """

    variance: Array
    df: Array
    prior_df: float
    prior_variance: Array


def moderated_variances(variances: ArrayLike, df: ArrayLike) -> ModeratedVariances:
    """Draw variances towards a common one, by the moments of their logarithms.

    Parameters
    ----------
    variances : array_like, shape (n, m)
        s^2 of every data set and measure.
    df : array_like of int, shape (n,)
        Their degrees of freedom; 0 where there is no variance.

    Returns
    -------
    ModeratedVariances

    Raises
    ------
    InvalidRunsError
        If no data set has a variance.

    Notes
    -----
    Measures have an s0^2 each and share d0: the excess of the log variances is averaged over them.
    A variance of 0 has no logarithm and is left out of the moments. With a single data set there is
    nothing to draw towards, and d0 is 0.

    References
    ----------
    Smyth (2004), Linear models and empirical Bayes methods for assessing differential expression in
    microarray experiments, Statistical Applications in Genetics and Molecular Biology 3, section 6.

    Examples
    --------
    >>> found = moderated_variances([[1.0], [1.1], [0.9], [1.0]], [2, 2, 2, 2])
    >>> found.prior_df, bool(np.ptp(found.variance) == 0)
    (inf, True)
    >>> found = moderated_variances([[1.0], [20.0], [0.01], [1.5]], [2, 2, 2, 2])
    >>> round(found.prior_df, 2)
    0.74
    """
    s2, d = np.asarray(variances, dtype=float), np.asarray(df, dtype=float)
    if s2.ndim != 2 or d.shape != s2.shape[:1] or not (d > 0).any():
        raise InvalidRunsError("the spread of runs needs a data set with at least two runs")
    excess, centres = [], np.zeros(s2.shape[1])
    for k, column in enumerate(s2.T):
        used = (d > 0) & (column > 0)
        if not used.any():
            centres[k] = -np.inf
            continue
        half = d[used] / 2
        e = np.log(column[used]) - digamma(half) + np.log(half)
        centres[k] = e.mean()
        if e.size > 1:
            excess.append(float(e.var(ddof=1) - polygamma(1, half).mean()))
    if not excess:
        d0, shift = 0.0, 0.0
    elif np.mean(excess) <= 0:
        d0, shift = np.inf, 0.0
    else:
        d0 = 2 * _trigamma_inverse(float(np.mean(excess)))
        shift = float(digamma(d0 / 2) - np.log(d0 / 2))
    prior = np.exp(centres + shift)
    share = d / (d0 + d) if d0 else np.ones(d.shape)
    known = np.where((d > 0)[:, None], s2, prior)
    return ModeratedVariances(prior + share[:, None] * (known - prior), d0 + d, d0, prior)


def _trigamma_inverse(value: float) -> float:
    """The y with trigamma(y) = value, by Newton's method for 1 / trigamma, which is nearly linear.

    Smyth (2004), appendix; it converges from below.
    """
    y = 0.5 + 1 / value
    for _ in range(100):
        trigamma = float(polygamma(1, y))
        step = trigamma * (1 - trigamma / value) / float(polygamma(2, y))
        y += step
        if abs(step) < 1e-13 * y:
            break
    return y
