"""Quade's test of one measure: ranks within data sets, weighted by how far results are apart.

A data set's weight is the rank of the range of its results among those of all data sets: where
algorithms differ little, their order counts little. Under the null hypothesis the algorithms are
interchangeable; permutations within a data set do not change its range. So the permutation test is
exact, as Friedman's is.

Source: Quade (1979).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jointstats.evidence import special
from jointstats.single.kernel_friedman import permute_scores
from jointstats.single.kernel_signed_rank import doubled_midranks, rounding_of_differences

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Quade:
    """Quade's test of one measure.

    Attributes
    ----------
    mean_ranks : list of float
        Mean rank of each algorithm, data sets weighted; 1 is best.
    f, df1, df2, p_value_f : float
        F as R's ``quade.test`` gives it, its degrees of freedom and approximate p-value.
    p_value : float
        Share of the permutations within data sets with at least this F.
    draws : int or None
        Random permutations behind `p_value`; None: of all permutations.
    """

    mean_ranks: list[float]
    f: float
    df1: int
    df2: int
    p_value_f: float
    p_value: float
    draws: int | None


def quade(values: Array, seed: int = 0, spread: str = "range") -> Quade:
    """Quade's test of the values on one measure.

    Parameters
    ----------
    values : ndarray, shape (n, l)
        Results of l algorithms on each of n data sets; higher is better.
    seed : int, default 0
        Of the random permutations, if all are too many.
    spread : {"range", "sd"}, default "range"
        What the data sets are ranked by.

    Examples
    --------
    >>> found = quade(np.array([[3, 2, 1], [6, 4, 2], [7, 9, 2.0]]))
    >>> round(found.f, 3), round(found.p_value_f, 3), round(found.p_value, 3), found.draws
    (3.6, 0.128, 0.194, None)
    """
    n, l = values.shape
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(-values, axis=1)
    weights = doubled_weights(values, spread)
    # Four times Q (r - (l + 1) / 2): whole numbers also with ties.
    scores = weights[:, None] * (np.rint(2 * ranks).astype(np.int64) - (l + 1))
    total = float((scores.astype(np.float64) ** 2).sum())
    between = float((scores.sum(axis=0).astype(np.float64) ** 2).sum()) / n
    df1, df2 = l - 1, (l - 1) * (n - 1)
    f = 0.0
    if total:
        rest = total - between
        # Every data set ranks the algorithms alike, and all weigh the same: F is infinite.
        f = (n - 1) * between / rest if rest > 1e-9 * total else math.inf
    p_f = float(special.fdtrc(df1, df2, f)) if df2 else 1.0
    mean = np.average(ranks, axis=0, weights=weights)
    return Quade(mean.tolist(), f, df1, df2, p_f, *permute_scores(scores, seed))


def doubled_weights(values: Array, spread: str = "range") -> NDArray[np.int64]:
    """Twice the rank of each data set's spread, whole numbers; equal but for rounding is equal.

    Examples
    --------
    >>> doubled_weights(np.array([[0.9, 0.8], [0.8, 0.7], [0.5, 0.5]]))
    array([5, 5, 2])
    """
    low, high = values.min(axis=1), values.max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest: the widest
        width = high - low if spread == "range" else np.nan_to_num(values.std(axis=1), nan=np.inf)
        return doubled_midranks(width, rounding_of_differences(high, low))
