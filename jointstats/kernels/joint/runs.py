"""What the runs of a data set say of its statement.

Two algorithms, several runs (folds, seeds) of each data set, m measures. The statement of a data
set is about the *expected* differences delta, and its runs tell of it with weights

    w(s) = P(delta in s | runs) / P(delta in s),

s running over the finest statements: on each measure better or worse, or, with a rope, better,
equal or worse. Differences of runs are normal with covariance sigma^2; their mean has c sigma^2,

    c = 1/J + q / (1 - q),    q the share of the cases that are tested on (0 if runs are
                              independent), since training sets overlap (Nadeau & Bengio 2003).

Three runs are too few for a variance, but many data sets together are enough: variances are
moderated (`jointstats.kernels.joint.moderated`). Measures share the degrees of freedom; their
correlation within a run is that of all residuals. Thus delta has a multivariate t distribution if
its prior is flat. A measure with a rope needs a proper prior, delta ~ N(0, tau^2): a flat one gives
what is equal no mass. A scale learned from all data sets also keeps P(delta in s | runs) honest
where runs differ more than data sets do; with a flat prior it is too confident there.

Probabilities come from one sum over the points of a lattice: a scale for the t distribution, then
measure after measure given those before (Genz 1992), branching into every outcome; every
probability is positive, however small.

Weights lean, they do not show. A flat prior for each data set lets the sizes of differences leak
into shares: where one algorithm wins half of the data sets by much and the other half is lost by
little, the weights favour the winner by much, in the engine and in sign flips of weights alike.
Statements of averaged runs keep the level of the exact tests there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaincinv, ndtr, ndtri

from jointstats.kernels.joint.moderated import (
    InvalidRunsError,
    ModeratedVariances,
    moderated_variances,
)
from jointstats.kernels.messages import Option, Value

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

POINTS = 512  # of the lattice; each is used with its mirror image
MOST_STATEMENTS = 4096
_AT_ONCE = 1 << 21
_NOTHING_KNOWN = 1e-12  # a precision that leaves the prior as it is
_RIDGE = 1e-6  # keeps measures that say the same from a singular correlation
_FARTHEST = 37.0  # standard deviations


@dataclass(frozen=True)
class RunWeights:
    """What the runs say of the statement of every data set.

    Attributes
    ----------
    codes : ndarray of int64, shape (S, m)
        Statements: 0 better, 1 worse; with a rope 0 better, 1 equal, 2 worse.
    weights : ndarray, shape (n, S)
        P(statement | runs) / P(statement), up to a factor for each data set; the greatest is 1.
    probability : ndarray, shape (n, S)
        P(statement | runs) of the data set for itself.
    prior : ndarray, shape (S,)
        P(statement).
    moderated : ModeratedVariances
        Of the runs.
    correlation : ndarray, shape (m, m)
        Of the measures within a run.
    prior_scale : ndarray, shape (m,)
        tau; infinite where the prior is flat.
    """

    codes: Ints
    weights: Array
    probability: Array
    prior: Array
    moderated: ModeratedVariances
    correlation: Array
    prior_scale: Array

    def entries(self, least: float = 1e-9) -> tuple[Ints, Ints, Array]:
        """Data sets, statements and weights, for `jointstats.kernels.joint.uncertain`.

        Parameters
        ----------
        least : float, default 1e-9
            Smaller weights, relative to the data set's greatest, are left out.

        Returns
        -------
        rows, states, weights : ndarray, shape (E,)
        """
        rows, states = np.nonzero(self.weights >= least)
        return rows, states, self.weights[rows, states]


def run_weights(
    differences: ArrayLike,
    ropes: ArrayLike | None = None,
    *,
    test_share: float = 0.0,
    prior_scale: ArrayLike | Literal["learned"] | None = None,
    points: int = POINTS,
    rng: int | np.random.Generator = 0,
) -> RunWeights:
    """Weights of the statements of every data set, from its runs.

    Parameters
    ----------
    differences : array_like, shape (n, J, m)
        First algorithm minus second, run by run, larger being better. A run with a missing value is
        left out; each data set needs one.
    ropes : array_like, shape (m,), optional
        Expected differences up to this size are practically none; 0 (the default): no such outcome.
    test_share : float, default 0
        Share of the cases on which each run tests, if the runs are those of repeated
        cross-validation or random splits; 0 if they are independent.
    prior_scale : array_like, shape (m,), or "learned", optional
        tau; infinite for a flat prior. By default flat without a rope, and learned with one;
        "learned" for all measures. Learned is the mean, over all data sets, of squared mean
        differences minus their noise, no less than the standard error of that noise, and no less
        than half the rope.
    points : int, default 512
        Of the lattice.
    rng : int or Generator, default 0
        Seed of the lattice's shift.

    Returns
    -------
    RunWeights

    Raises
    ------
    InvalidRunsError
        If a data set has no run, none has two, a value is infinite, ropes or scales are negative,
        a rope meets a flat prior, or there are more than 4096 statements.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52.
    Genz (1992), Numerical computation of multivariate normal probabilities, Journal of
    Computational and Graphical Statistics 1.

    Examples
    --------
    One measure, two data sets: the runs of the first agree, those of the second do not.

    >>> found = run_weights([[[1.0], [1.2], [0.8]], [[0.4], [-0.3], [0.05]]])
    >>> found.codes.tolist(), found.probability.round(2).tolist()
    ([[0], [1]], [[1.0, 0.0], [0.6, 0.4]])
    """
    x = np.asarray(differences, dtype=float)
    if x.ndim != 3 or np.isinf(x).any() or x.shape[2] == 0:
        raise InvalidRunsError("differences of runs must be numbers, data sets by runs by measures")
    rope = np.zeros(x.shape[2]) if ropes is None else np.asarray(ropes, dtype=float)
    if rope.shape != x.shape[2:] or not ((rope >= 0) & np.isfinite(rope)).all():
        raise InvalidRunsError("each measure has one rope, a number >= 0")
    if not 0 <= test_share < 1:
        raise InvalidRunsError(
            Option("test_share"), " must be at least 0 and below 1, not ", Value(test_share)
        )
    states = np.where(rope > 0, 3, 2)
    if np.prod(states.astype(float)) > MOST_STATEMENTS:
        raise InvalidRunsError("these measures have more than 4096 statements; use fewer")
    mean, s2, runs, residuals = _moments(x)
    moderated = moderated_variances(s2, runs - 1)
    correlation = _correlation(residuals, moderated)
    factor = 1 / runs + test_share / (1 - test_share)
    noise = factor[:, None] * np.maximum(moderated.variance, _least_variance(mean))
    tau = _scales(prior_scale, rope, mean, noise)
    points_ = _Points(points, len(rope), np.random.default_rng(rng))
    probability = np.empty((len(x), int(states.prod())))
    step = max(1, _AT_ONCE // (2 * points * probability.shape[1]))
    for start in range(0, len(x), step):
        some = slice(start, start + step)
        posterior = _posterior(
            mean[some], noise[some], moderated.df[some], correlation, tau, points_
        )
        probability[some] = _outcome_probabilities(*posterior, rope, points_)
    prior = _prior_probabilities(rope, tau)
    weights = probability / prior
    codes = np.indices(states.tolist()).reshape(len(states), -1).T.astype(np.int64)
    weights /= weights.max(axis=1, keepdims=True)
    return RunWeights(codes, weights, probability, prior, moderated, correlation, tau)


def _moments(x: Array) -> tuple[Array, Array, Array, Array]:
    """Means, variances, numbers of runs, and residuals of complete runs (0 elsewhere)."""
    complete = np.asarray(np.isfinite(x).all(axis=2))
    runs = complete.sum(axis=1).astype(float)
    if not (runs > 0).all():
        raise InvalidRunsError("each data set needs a run with a value of every measure")
    x = np.where(complete[..., None], x, 0.0)
    mean = x.sum(axis=1) / runs[:, None]
    residuals = np.where(complete[..., None], x - mean[:, None], 0.0)
    # Equal numbers may have a mean that differs from them by rounding.
    residuals[np.abs(residuals) <= 1e-14 * np.abs(mean[:, None])] = 0.0
    s2 = (residuals**2).sum(axis=1) / np.maximum(runs - 1, 1)[:, None]
    return mean, s2, runs, residuals


def _least_variance(mean: Array) -> Array:
    """Where runs never differ: so small that every difference of means is certain."""
    size = np.abs(mean).max(axis=0)
    return (1e-9 * np.where(size > 0, size, 1.0)) ** 2


def _correlation(residuals: Array, moderated: ModeratedVariances) -> Array:
    """Of the measures within a run, over all data sets, each scaled by its spread."""
    spread = np.sqrt(moderated.variance)
    scaled = residuals / np.where(spread > 0, spread, 1.0)[:, None]
    products = np.einsum("ijk,ijl->kl", scaled, scaled)
    size = np.sqrt(np.diag(products))
    size = np.where(size > 0, size, 1.0)
    correlation = products / np.outer(size, size) * (1 - _RIDGE)
    np.fill_diagonal(correlation, 1.0)
    return correlation


def _scales(
    given: ArrayLike | Literal["learned"] | None, rope: Array, mean: Array, noise: Array
) -> Array:
    """Tau of every measure."""
    if given is not None and not isinstance(given, str):
        tau = np.asarray(given, dtype=np.float64)
        if tau.shape != rope.shape or not (tau > 0).all():
            raise InvalidRunsError("each measure has one prior scale greater than 0")
        if (np.isinf(tau) & (rope > 0)).any():
            raise InvalidRunsError("a measure with a rope needs a finite prior scale")
        return tau
    typical = noise.mean(axis=0)
    moment = (mean**2).mean(axis=0) - typical
    least = np.maximum(typical * np.sqrt(2 / len(mean)), (rope / 2) ** 2)
    tau = np.sqrt(np.maximum(moment, least))
    return np.where((rope > 0) | (given is not None), tau, np.inf)


def _prior_probabilities(rope: Array, tau: Array) -> Array:
    """P(statement) of every statement; half for either outcome where the prior is flat."""
    out = np.ones(1)
    for r, t in zip(rope, tau, strict=True):
        tail = float(ndtr(-r / t))
        each = [tail, 1 - 2 * tail, tail] if r > 0 else [0.5, 0.5]
        out = np.outer(out, each).ravel()
    return out


class _Points:
    """A lattice of Richtmyer's, shifted at random and folded: every point and its mirror image.

    Attributes
    ----------
    scale : ndarray, shape (N,)
        For the t distribution's scale; the same in mirror images.
    others : ndarray, shape (m, N)
        For the measures; 1 minus it in mirror images, so that exchanging the algorithms mirrors
        the probabilities exactly.
    """

    def __init__(self, points: int, measures: int, rng: np.random.Generator) -> None:
        steps = np.sqrt(_primes(measures + 1))[:, None] * np.arange(1, points + 1)
        u = np.abs(2 * ((steps + rng.random((measures + 1, 1))) % 1.0) - 1)
        u = np.clip(u, 1e-12, 1 - 1e-12)
        self.scale = np.tile(u[0], 2)
        self.others = np.hstack([u[1:], 1 - u[1:]])


def _primes(number: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < number:
        if all(candidate % p for p in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _posterior(
    mean: Array, noise: Array, df: Array, correlation: Array, tau: Array, points: _Points
) -> tuple[Array, Array, Array]:
    """Given each point's scale: mean (n, N, m), Cholesky factor (n, N, m, m), weight (n, N).

    1/sigma^2 is drawn as q = chi^2(df) / df times what is expected. With W the inverse of the
    noise's covariance and T that of the prior, the precision is P = q W + T, the mean
    P^-1 q W x, and q has the further weight |qW|^(1/2) |P|^(-1/2) exp(-(q x'Wx - mean' P mean)/2).
    """
    kinds, place = np.unique(df, return_inverse=True)
    q = np.array([_scaled_chi_square(v, points.scale) for v in kinds])[place.ravel()]
    spread = np.sqrt(noise)
    factor = spread[:, :, None] * np.linalg.cholesky(correlation)
    if np.isinf(tau).all():
        centre = np.broadcast_to(mean[:, None], (*q.shape, mean.shape[1]))
        each = np.full(q.shape, 1 / q.shape[1])
        return centre, factor[:, None] / np.sqrt(q)[:, :, None, None], each
    known = np.linalg.inv(correlation) / (spread[:, :, None] * spread[:, None, :])
    towards = np.einsum("ikl,il->ik", known, mean)
    precision = q[..., None, None] * known[:, None] + np.diag(1 / tau**2)
    covariance = np.linalg.inv(precision)
    centre = q[..., None] * np.einsum("inkl,il->ink", covariance, towards)
    misfit = q * (mean * towards).sum(axis=1)[:, None]
    misfit = misfit - q * np.einsum("ink,ik->in", centre, towards)
    log_weight = 0.5 * mean.shape[1] * np.log(q) - 0.5 * np.linalg.slogdet(precision)[1]
    log_weight -= 0.5 * misfit
    weight = np.exp(log_weight - log_weight.max(axis=1, keepdims=True))
    covariance = (covariance + np.swapaxes(covariance, -1, -2)) / 2
    scaled = np.asarray(np.linalg.cholesky(covariance), dtype=np.float64)
    return centre, scaled, weight / weight.sum(axis=1, keepdims=True)


def _scaled_chi_square(df: float, u: Array) -> Array:
    """Quantiles of chi^2(df) / df; without any degree of freedom nothing is known of the noise."""
    if np.isinf(df):
        return np.ones(u.shape)
    return 2 * gammaincinv(df / 2, u) / df if df > 0 else np.full(u.shape, _NOTHING_KNOWN)


def _outcome_probabilities(
    centre: Array, factor: Array, weight: Array, rope: Array, points: _Points
) -> Array:
    """Probabilities (n, S) of all statements: a tree over the measures, at every point."""
    chance = weight[:, None]  # (n, branches, N)
    drawn: list[Array] = []
    for k, r in enumerate(rope):
        shift = sum((factor[:, None, :, k, j] * y for j, y in enumerate(drawn)), 0.0)
        shift = centre[:, None, :, k] + shift
        cuts = [np.inf, r, -r, -np.inf] if r > 0 else [np.inf, 0.0, -np.inf]
        bounds = [(cut - shift) / factor[:, None, :, k, k] for cut in cuts]
        last = k == len(rope) - 1
        branches = [
            _interval(low, high, None if last else points.others[k])
            for high, low in pairwise(bounds)
        ]
        size = (len(centre), -1, weight.shape[1])
        chance = np.stack([chance * p for p, _ in branches], axis=2).reshape(size)
        if not last:
            drawn = [np.repeat(y, len(branches), axis=1) for y in drawn]
            drawn.append(np.stack([y for _, y in branches], axis=2).reshape(size))
    out = chance.sum(axis=2)
    return out / out.sum(axis=1, keepdims=True)


def _interval(low: Array, high: Array, u: Array | None) -> tuple[Array, Array]:
    """Probability of an interval under the normal distribution, and its quantile u within it.

    Intervals above 0 are mirrored: the lower tail keeps its digits.
    """
    above = low > 0
    below, top = np.where(above, -high, low), np.where(above, -low, high)
    start = ndtr(below)
    p = ndtr(top) - start
    if u is None:
        return p, p
    y = ndtri(start + np.where(above, 1 - u, u) * p)
    y = np.clip(y, np.maximum(below, -_FARTHEST), np.minimum(top, _FARTHEST))
    return p, np.where(above, -y, y)
