"""How far data sets of one family answer alike: the intra-class correlation of what they show.

From the analysis of variance of indicators (Fleiss and Cuzick 1979), one for each statement, added
up over statements and, in a comparison, over pairs of algorithms. With n_ck data sets of cluster c
that show statement k, n_c of the cluster, N_k of the statement and n in all, the sums of squares
are

    within   sum_c (n_c - sum_k n_ck^2 / n_c),        all   n - sum_k N_k^2 / n,

and what is left lies between clusters; over their degrees of freedom, n - C and C - 1, they are the
mean squares W and B. Then rho = (B - W) / (B + (n_0 - 1) W), n_0 = (n - sum_c n_c^2 / n)/(C - 1)
being the size of a cluster, on average. With two answers this is the usual one of a share; with
many it is near Fleiss' kappa.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["agreement_within", "mean_squares"]

Array = NDArray[np.float64]


def mean_squares(counts: ArrayLike) -> tuple[Array, Array, Array]:
    """Mean squares between and within clusters, and the mean size of a cluster.

    Parameters
    ----------
    counts : array_like, shape (..., C, R)
        How many data sets of each cluster show each statement.

    Returns
    -------
    between, within, size : ndarray, shape (...)
        Missing (NaN) where there is one cluster only, or none has two data sets.
    """
    n = np.asarray(counts, dtype=float)
    of_cluster = n.sum(axis=-1)
    total, clusters = of_cluster.sum(axis=-1), (of_cluster > 0).sum(axis=-1)
    inside = (n**2).sum(axis=-1) / np.maximum(of_cluster, 1.0)
    squares = of_cluster.sum(axis=-1) - inside.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        every = total - (n.sum(axis=-2) ** 2).sum(axis=-1) / total
        between = (every - squares) / (clusters - 1)
        within = squares / (total - clusters)
        size = (total - (of_cluster**2).sum(axis=-1) / total) / (clusters - 1)
    known = (clusters > 1) & (total - clusters >= 1)
    found = (np.where(known, x, np.nan) for x in (between, within, size))
    between, within, size = found
    return between, within, size


def agreement_within(counts: ArrayLike) -> float:
    """Intra-class correlation of the statements, between 0 and 1.

    Parameters
    ----------
    counts : array_like, shape (C, R) or (P, C, R)
        How many data sets of each cluster show each statement; of several pairs of algorithms,
        whose sums of squares are added up.

    Returns
    -------
    float
        NaN if nothing can be known of it: no cluster has two data sets, there is one cluster only,
        or all data sets show the same.

    References
    ----------
    Fleiss and Cuzick (1979), The reliability of dichotomous judgments, Applied Psychological
    Measurement 3.

    Examples
    --------
    Four families of three that agree within; of which one does not:

    >>> agreement_within([[3, 0], [3, 0], [0, 3], [0, 3]])
    1.0
    >>> round(agreement_within([[3, 0], [3, 0], [0, 3], [1, 2]]), 3)
    0.727
    """
    between, within, size = mean_squares(counts)
    known = np.isfinite(between)
    b, w = float(np.sum(between[known])), float(np.sum(within[known]))
    if not known.any() or b + w <= 0:
        return float("nan")
    typical = float(np.mean(size[known]))
    return max(0.0, (b - w) / (b + (typical - 1) * w))
