"""Plackett–Luce model of rankings: a worth for each algorithm, drawn from its posterior.

The best of those left is algorithm i with probability λ_i / Σ λ; so down to the last. With
λ_i ~ Gamma(a, 1) and, for each stage of each ranking, Z ~ Exponential(Σ λ of those left),

    λ_i | Z ~ Gamma(a + number of stages that i wins, 1 + Σ Z over the stages at which i is left),

a Gibbs sampler (Caron & Doucet 2012). Rankings may have fractional weights: w equal stages have
Σ Z ~ Gamma(w). Worths matter up to a factor; their shares are given back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.progress import track

__all__ = ["InvalidRankingsError", "batch_error", "draw_worths"]

Array = NDArray[np.float64]

BURN_IN = 500
_BATCHES = 40


class InvalidRankingsError(JointStatsError):
    """Rankings, weights or a prior that the model cannot use."""


def draw_worths(
    orders: ArrayLike,
    weights: ArrayLike,
    draws: int,
    rng: np.random.Generator,
    prior_shape: float = 1.0,
) -> Array:
    """Draw the algorithms' worths, as shares, from their posterior.

    Parameters
    ----------
    orders : array_like of int, shape (R, l)
        Rankings, best to worst.
    weights : array_like, shape (R,)
        How often each was seen.
    draws : int
        Draws to keep, after `BURN_IN` that are not.
    rng : numpy.random.Generator
    prior_shape : float, default 1
        a: with 1 the prior of the shares is uniform.

    Returns
    -------
    (draws, l) float array
        Each row sums to 1.

    Raises
    ------
    InvalidRankingsError
        If a row is no permutation, a weight is negative, or the shape is not positive.

    References
    ----------
    Caron and Doucet (2012), Efficient Bayesian inference for generalized Bradley–Terry models.

    Examples
    --------
    Two algorithms: the share of the first is Beta(1 + wins, 1 + losses), here of mean 9/12.

    >>> worths = draw_worths([[0, 1], [1, 0]], [8, 2], 4000, np.random.default_rng(1))
    >>> bool(abs(worths[:, 0].mean() - 0.75) < 0.02)
    True
    """
    order, weight = np.asarray(orders, dtype=np.int64), np.asarray(weights, dtype=np.float64)
    if order.ndim != 2 or weight.shape != order.shape[:1] or order.shape[1] < 2:
        raise InvalidRankingsError("rankings (R, l) of two or more and weights (R,) are needed")
    if (np.sort(order, axis=1) != np.arange(order.shape[1])).any():
        raise InvalidRankingsError("every ranking must name each algorithm once")
    if not np.isfinite(weight).all() or (weight < 0).any() or not prior_shape > 0:
        raise InvalidRankingsError("weights must be at least 0 and the prior's shape positive")
    l = order.shape[1]
    order, weight = order[weight > 0], weight[weight > 0]
    wins = np.bincount(order[:, :-1].ravel(), np.repeat(weight, l - 1), minlength=l)
    worth = np.ones(l)
    kept = np.empty((draws, l))
    times = np.repeat(weight[:, None], l - 1, axis=1)
    for step in track(range(BURN_IN + draws), BURN_IN + draws, "draws"):
        # Σ λ of those left at each stage, from the last stage backwards
        left = np.cumsum(worth[order][:, ::-1], axis=1)[:, :0:-1]
        waited = np.cumsum(rng.standard_gamma(times) / left, axis=1)
        # the last two of a ranking are left at the same, last stage
        total = np.column_stack([waited, waited[:, -1]])
        rate = 1.0 + np.bincount(order.ravel(), total.ravel(), minlength=l)
        worth = rng.standard_gamma(prior_shape + wins) / rate
        worth *= rng.standard_gamma(prior_shape * l) / worth.sum()  # the scale mixes at once
        if step >= BURN_IN:
            kept[step - BURN_IN] = worth / worth.sum()
    return kept


def batch_error(values: Array) -> Array:
    """Monte Carlo standard error of means of correlated draws, from the means of batches.

    Parameters
    ----------
    values : (draws, …) float array

    Examples
    --------
    >>> x = np.random.default_rng(1).normal(size=40000)
    >>> bool(0.003 < batch_error(x) < 0.008)
    True
    """
    length = len(values) // _BATCHES
    if not length:
        return np.full(values.shape[1:], np.nan)
    means = values[: length * _BATCHES].reshape(_BATCHES, length, *values.shape[1:]).mean(axis=1)
    return means.std(axis=0, ddof=1) / np.sqrt(_BATCHES)
