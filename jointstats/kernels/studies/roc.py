"""Areas under ROC curves, their standard errors, and paired differences.

A test gives every case a score; the area is the probability that a positive case scores more than
a negative one, ties counting half. With the scores of several tests on the same cases, the
covariance of their areas follows from each case's share in them (DeLong et al. 1988).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.messages import JointStatsError

Array = NDArray[np.float64]


class InvalidScoresError(JointStatsError):
    """Scores that give no curve: missing, or fewer than two cases of a kind."""


@dataclass(frozen=True)
class Areas:
    """Areas of T tests on the same cases.

    Attributes
    ----------
    area : (T,) float array
        1 separates perfectly, ½ is chance.
    covariance : (T, T) float array
        Of the estimated areas.
    """

    area: Array
    covariance: Array

    @property
    def standard_error(self) -> Array:
        """Standard error of each area."""
        return np.sqrt(np.diag(self.covariance))

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """Area of test i minus that of test j, and its standard error (paired)."""
        v = self.covariance
        variance = v[i, i] + v[j, j] - 2 * v[i, j]
        return float(self.area[i] - self.area[j]), float(np.sqrt(max(variance, 0.0)))


def areas(positive: ArrayLike, negative: ArrayLike) -> Areas:
    """Areas under the ROC curves of several tests, with their covariance.

    Parameters
    ----------
    positive : array_like, shape (P, T) or (P,)
        Scores of the positive cases; higher says "positive" more strongly.
    negative : array_like, shape (N, T) or (N,)
        Scores of the negative cases.

    Returns
    -------
    Areas

    Raises
    ------
    InvalidScoresError
        If a score is missing, or there are fewer than two positive or negative cases.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated
    receiver operating characteristic curves, Biometrics 44.

    Examples
    --------
    >>> found = areas([0.8, 0.9, 0.4], [0.4, 0.3, 0.1])
    >>> float(found.area[0].round(4)), float(found.standard_error[0].round(4))
    (0.9444, 0.0786)
    """
    p, q = _scores(positive), _scores(negative)
    if p.shape[1] != q.shape[1]:
        raise InvalidScoresError("positive and negative cases need scores of the same tests")
    # Share of the negatives below each positive, and of the positives above each negative.
    v10 = np.column_stack([_placement(a, b) for a, b in zip(p.T, q.T, strict=True)])
    v01 = 1 - np.column_stack([_placement(b, a) for a, b in zip(p.T, q.T, strict=True)])
    covariance = np.cov(v10, rowvar=False) / len(p) + np.cov(v01, rowvar=False) / len(q)
    return Areas(v10.mean(axis=0), np.atleast_2d(covariance))


def _scores(given: ArrayLike) -> Array:
    x = np.asarray(given, dtype=np.float64)
    x = x[:, None] if x.ndim == 1 else x
    if x.ndim != 2 or len(x) < 2 or np.isnan(x).any():
        raise InvalidScoresError("scores need two cases or more of each kind, none of them missing")
    return x


def _placement(scores: Array, others: Array) -> Array:
    """Share of the others that each score exceeds; equal ones count half."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, scores, side="left")
    not_above = np.searchsorted(ranked, scores, side="right")
    return (below + not_above) / (2 * len(ranked))


def curve(positive: ArrayLike, negative: ArrayLike) -> tuple[Array, Array, Array]:
    """Points of the empirical ROC curve of one test.

    Parameters
    ----------
    positive, negative : array_like, shapes (P,) and (N,)
        Scores; higher says "positive" more strongly.

    Returns
    -------
    false_positive_rate, true_positive_rate, threshold : arrays of equal length
        From (0, 0), where the threshold is infinite, to (1, 1): one point for each distinct score.
        Joined by straight lines they enclose the area that `areas` gives.

    Examples
    --------
    >>> fpr, tpr, _ = curve([0.8, 0.9, 0.4], [0.4, 0.3, 0.1])
    >>> fpr.round(2), tpr.round(2)
    (array([0.  , 0.  , 0.  , 0.33, 0.67, 1.  ]), array([0.  , 0.33, 0.67, 1.  , 1.  , 1.  ]))
    """
    p, q = _scores(positive)[:, 0], _scores(negative)[:, 0]
    threshold = np.unique(np.concatenate([p, q]))[::-1]

    def share(x: Array) -> Array:
        return 1 - np.searchsorted(np.sort(x), threshold, side="left") / len(x)

    start = np.zeros(1)
    return (
        np.concatenate([start, share(q)]),
        np.concatenate([start, share(p)]),
        np.concatenate([[np.inf], threshold]),
    )


def mean_curve(positive: ArrayLike, negative: ArrayLike, points: int = 101) -> tuple[Array, Array]:
    """Read the empirical curve off at evenly spaced false positive rates, for tables and figures.

    Parameters
    ----------
    positive, negative : array_like
        As for `curve`.
    points : int, default 101

    Returns
    -------
    false_positive_rate, true_positive_rate : arrays of length `points`
        On straight lines between the upper ends of the curve's vertical parts: never below the
        curve, nor further to the side of it than one of its steps.
    """
    fpr, tpr, _ = curve(positive, negative)
    last = np.append(fpr[1:] > fpr[:-1], True)  # upper ends of the vertical parts
    grid = np.linspace(0, 1, points)
    return grid, np.interp(grid, fpr[last], tpr[last])
