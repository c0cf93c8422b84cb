"""Adjusting p-values for the number of tests, by the methods of R's ``p.adjust``.

Why our own: SciPy has the false discovery rates only, and the family-wise methods (Holm's is the
default of every test here, Hommel's the sharpest) would cost a dependency on statsmodels for these
few lines. They agree with R's ``p.adjust`` to 2e-16, and with BH and BY of SciPy
(``false_discovery_control``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jointstats.kernels.messages import JointStatsError, Option, Value

METHODS = ("holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none")


class AdjustmentError(JointStatsError):
    """The adjustment's name is unknown or a p-value is outside [0, 1]."""


def adjust_p_values(p_values: ArrayLike, method: str = "holm") -> np.ndarray:
    """Adjust p-values so that each can be compared with the level itself.

    Parameters
    ----------
    p_values : array_like, shape (k,)
        Unadjusted p-values.
    method : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Holm, Hochberg, Hommel and Bonferroni control the family-wise error, BH (Benjamini &
        Hochberg 1995) and BY (Benjamini & Yekutieli 2001) the false discovery rate.

    Returns
    -------
    ndarray, shape (k,)

    Raises
    ------
    AdjustmentError
        If the method is unknown or a p-value is not between 0 and 1.

    Examples
    --------
    >>> adjust_p_values([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    if method not in METHODS:
        raise AdjustmentError(
            Option("p_adjust"), f" must be one of {', '.join(METHODS)}; got ", Value(method), "."
        )
    if np.isnan(p).any() or (p < 0).any() or (p > 1).any():
        raise AdjustmentError("p-values must lie between 0 and 1.")
    k = len(p)
    if method == "none":
        return p.copy()
    if method == "bonferroni":
        return np.minimum(1.0, k * p)
    order = np.argsort(p)
    ranks = np.arange(1, k + 1)
    ascending = p[order]
    if method == "holm":  # step down
        adjusted = np.maximum.accumulate((k - ranks + 1) * ascending)
    elif method == "hommel":
        adjusted = _hommel(ascending)
    else:  # step up
        factors = {
            "hochberg": (k - ranks + 1).astype(float),
            "BH": k / ranks,
            "BY": k / ranks * np.sum(1.0 / ranks),
        }[method]
        adjusted = np.minimum.accumulate((factors * ascending)[::-1])[::-1]
    out = np.empty(k)
    out[order] = np.minimum(1.0, adjusted)
    return out


def _hommel(p: np.ndarray) -> np.ndarray:
    """Hommel (1988) by closed testing of Simes' test, for p in ascending order.

    The adjusted p_(j) is the largest Simes p-value over all sets of hypotheses that hold j. For a
    size s, the worst such set holds the s−1 largest p-values beside j (or the s largest, if j is
    one of them).
    """
    k = len(p)
    adjusted = p.copy()
    for size in range(2, k + 1):
        upper = size * p[k - size + 1 :] / np.arange(2, size + 1)
        simes = upper.min()  # of the s−1 largest, at their ranks 2…s
        outside = slice(0, k - size + 1)
        adjusted[outside] = np.maximum(adjusted[outside], np.minimum(simes, size * p[outside]))
    # In exact arithmetic they ascend already; rounding can set a larger p-value one step below a
    # smaller one, or two equal ones apart.
    return np.maximum.accumulate(adjusted)
