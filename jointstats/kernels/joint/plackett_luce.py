"""Plackett–Luce model of rankings: a worth for each algorithm, drawn from its posterior.

The best of those left is algorithm i with probability λ_i / Σ λ; so down to the last. With
λ_i ~ Gamma(a, 1) and, for each stage of each ranking, Z ~ Exponential(Σ λ of those left),

    λ_i | Z ~ Gamma(a + number of stages that i wins, 1 + Σ Z over the stages at which i remains),

a Gibbs sampler (Caron & Doucet 2012). Rankings may have fractional weights: w equal stages have
Σ Z ~ Gamma(w). Worths matter up to a factor; their shares are given back.

A Gamma variable of shape a is below the smallest double with probability e^(−708 a): with 1/16 in
no draw ever, with 0.005 in one of 30. Priors of smaller shapes are therefore sampled in logarithms,
which takes longer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.gamma_tails import log_gamma_draws
from jointstats.kernels.messages import JointStatsError
from jointstats.kernels.progress import track

Array = NDArray[np.float64]

BURN_IN = 500
LEAST_PLAIN_SHAPE = 1 / 16
_BATCHES = 40


class InvalidRankingsError(JointStatsError):
    """Rankings, weights or a prior that the model cannot use."""


@dataclass(frozen=True)
class Worths:
    """Draws of the algorithms' worths.

    Attributes
    ----------
    share : ndarray, shape (draws, l)
        Shares of the total; each row sums to 1.
    log_share : ndarray, shape (draws, l)
        Their logarithms, which still differ where shares are too small for a double.
    """

    share: Array
    log_share: Array


def draw_worths(
    orders: ArrayLike,
    weights: ArrayLike,
    draws: int,
    rng: np.random.Generator,
    prior_shape: float = 1.0,
) -> Worths:
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
    Worths

    Raises
    ------
    InvalidRankingsError
        If a row is no permutation, a weight is negative, the shape is not positive, or so extreme
        that a draw is not finite.

    References
    ----------
    Caron and Doucet (2012), Efficient Bayesian inference for generalized Bradley–Terry models.

    Examples
    --------
    Two algorithms: the share of the first is Beta(1 + wins, 1 + losses), here of mean 9/12.

    >>> worths = draw_worths([[0, 1], [1, 0]], [8, 2], 4000, np.random.default_rng(1))
    >>> bool(abs(worths.share[:, 0].mean() - 0.75) < 0.02)
    True
    """
    order, weight = np.asarray(orders), np.asarray(weights, dtype=np.float64)
    if order.ndim != 2 or weight.shape != order.shape[:1] or order.shape[1] < 2:
        raise InvalidRankingsError("rankings (R, l) of two or more and weights (R,) are needed")
    if (np.sort(order, axis=1) != np.arange(order.shape[1])).any():
        raise InvalidRankingsError("every ranking must name each algorithm once")
    if not np.isfinite(weight).all() or (weight < 0).any() or not prior_shape > 0:
        raise InvalidRankingsError("weights must be at least 0 and the prior's shape positive")
    model = _Model(order[weight > 0], weight[weight > 0], prior_shape)
    plain = prior_shape >= LEAST_PLAIN_SHAPE
    step, state = (model.step, np.ones(model.l)) if plain else (model.log_step, np.zeros(model.l))
    sampled = np.empty((draws, model.l))
    with np.errstate(all="ignore"):
        for i in track(range(-BURN_IN, draws), BURN_IN + draws, "draws"):
            state = step(state, rng)
            if i >= 0:
                sampled[i] = state / state.sum() if plain else state - np.logaddexp.reduce(state)
        worths = Worths(sampled, np.log(sampled)) if plain else Worths(np.exp(sampled), sampled)
    if not np.isfinite(worths.log_share).all():
        raise InvalidRankingsError(f"a prior of shape {prior_shape:g} is beyond double precision")
    return worths


class _Model:
    """The rankings seen, and one Gibbs step of the worths, in plain numbers or in logarithms."""

    def __init__(self, order: NDArray[np.int64], weight: Array, prior_shape: float) -> None:
        self.order, self.l = order.astype(np.intp), order.shape[1]
        self.times = np.repeat(weight[:, None], self.l - 1, axis=1)
        wins = np.bincount(self.order[:, :-1].ravel(), self.times.ravel(), minlength=self.l)
        self.shapes, self.total_shape = prior_shape + wins, prior_shape * self.l

    def step(self, worth: Array, rng: np.random.Generator) -> Array:
        # Σ λ of those left at each stage, from the last stage backwards
        left = np.cumsum(worth[self.order][:, ::-1], axis=1)[:, :0:-1]
        waited = np.cumsum(rng.standard_gamma(self.times) / left, axis=1)
        # the last two of a ranking are left at the same, last stage
        total = np.column_stack([waited, waited[:, -1]])
        rate = 1.0 + np.bincount(self.order.ravel(), total.ravel(), minlength=self.l)
        worth = rng.standard_gamma(self.shapes) / rate
        # the scale mixes at once
        worth *= rng.standard_gamma(self.total_shape) / worth.sum()
        return worth

    def log_step(self, worth: Array, rng: np.random.Generator) -> Array:
        """The same with logarithms of all that `step` has."""
        left = np.logaddexp.accumulate(worth[self.order][:, ::-1], axis=1)[:, :0:-1]
        times = log_gamma_draws(self.times.ravel(), 1, rng).reshape(self.times.shape)
        waited = np.logaddexp.accumulate(times - left, axis=1)
        total = np.column_stack([waited, waited[:, -1]])
        rate = np.zeros(self.l)
        np.logaddexp.at(rate, self.order.ravel(), total.ravel())
        worth = log_gamma_draws(self.shapes, 1, rng)[:, 0] - rate
        scale = log_gamma_draws([self.total_shape], 1, rng).item()
        return worth + scale - np.logaddexp.reduce(worth)


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
