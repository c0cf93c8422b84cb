"""Nemenyi's test: all pairs of algorithms by their mean ranks, approximately."""

from __future__ import annotations

import numpy as np


def nemenyi_p_values(ranks: np.ndarray) -> np.ndarray:
    """Nemenyi's test of every pair, adjusted by the studentised range of all l mean ranks.

    Parameters
    ----------
    ranks : ndarray, shape (n, l)
        Ranks of l algorithms on each of n data sets; ties share their mean rank.

    Returns
    -------
    ndarray, shape (l (l − 1) / 2,)
        Of the pairs (0, 1), (0, 2), …, (1, 2), …: P(Q ≥ √2 z) for the range Q of l independent
        standard normal variables, with z = |R_a − R_b| / √(l (l + 1) / 6n) (Demšar 2006,
        section 3.2.2).

    Examples
    --------
    >>> nemenyi_p_values(np.array([[1, 2, 3], [1, 2, 3], [2, 1, 3]])).round(4).tolist()
    [0.9122, 0.1025, 0.2317]
    """
    from scipy.stats import studentized_range

    range_of_all = np.sqrt(2.0) * _standardised_differences(ranks)
    # Equal differences are common, and the distribution is slow.
    distinct, back = np.unique(range_of_all, return_inverse=True)
    return studentized_range.sf(distinct, ranks.shape[1], np.inf)[back]


def critical_difference(l: int, n: int, alpha: float) -> float:
    """Mean ranks that differ by more are separated by Nemenyi's test: q / √2 · √(l (l + 1) / 6n).

    Examples
    --------
    >>> round(critical_difference(4, 14, 0.05), 3)
    1.254
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(1 - alpha, l, np.inf)) / np.sqrt(2.0)
    return float(q * np.sqrt(l * (l + 1) / (6.0 * n)))


def _standardised_differences(ranks: np.ndarray) -> np.ndarray:
    """|R_a − R_b| / √(l (l + 1) / 6n) of every pair."""
    n, l = ranks.shape
    mean = ranks.mean(axis=0)
    a, b = np.triu_indices(l, 1)
    return np.abs(mean[a] - mean[b]) / np.sqrt(l * (l + 1) / (6.0 * n))
