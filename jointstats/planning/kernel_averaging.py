"""What averaging a few noisy runs does to the statement of a data set.

The expected differences of the algorithms vary over data sets: on one measure delta ~ N(mu, 1), in
units of their standard deviation. The average of r runs shows delta + e instead, where
e ~ N(0, v), v = nu^2 / r, and nu is the ratio of a run's standard deviation to that of the
expected differences. With k = mu / sqrt(1 + v) and Owen's T

    P(delta > 0, delta + e > 0) = (Phi(mu) + Phi(k)) / 2 - T(k, sqrt(v)),
    P(both have the same sign) = 1 - 2 T(k, sqrt(v)),

which is what Owen's formula for two correlated normal variables comes to here: one of its two T is
0. Noise is independent between measures, runs and data sets.

Two data sets of a family agree in their true statements with an intra-class correlation rho; their
averaged statements, which each blurs for itself, with tau rho, where tau is the share of the
variance of the averaged statement's indicators that the true statement explains (Goodman and
Kruskal 1954): sum_s' Cov_s' / sum_s' Var_s' of two data sets of one family.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints, special
from jointstats.evidence.counts import merge_rows
from jointstats.evidence.messages import JointStatsError
from jointstats.planning.kernel_power import Truth, common_factor, shift_shares, single_leader
from jointstats.planning.kernel_simulation import state_codes


class InvalidNoiseError(JointStatsError):
    """A truth whose statements no noise can be added to."""


@dataclass(frozen=True)
class Averaged:
    """The statements that averaged runs show, for an assumed truth.

    Attributes
    ----------
    truth : Truth
        Shares of the averaged statements. A decision is right if it names the statement with the
        largest *true* share.
    kept : float, default 1.0
        Share of data sets whose averaged statement is the true one.
    tau : float, default 1.0
        Goodman and Kruskal's: what is left of an intra-class correlation.
    """

    truth: Truth
    kept: float = 1.0
    tau: float = 1.0


def sign_pairs(mean: ArrayLike, noise: ArrayLike) -> Array:
    """Probability of each pair of a true sign and an averaged one.

    Parameters
    ----------
    mean : array_like
        Of the expected differences, in their standard deviations.
    noise : array_like
        Standard deviation of the average around the expected difference, in the same unit.

    Returns
    -------
    ndarray, shape (..., 2, 2)
        Rows: the true sign, plus first; columns: the averaged one.

    Examples
    --------
    >>> sign_pairs(0.0, 1.0).round(12)
    array([[0.375, 0.125],
           [0.125, 0.375]])
    """
    mean, noise = np.broadcast_arrays(np.asarray(mean, float), np.asarray(noise, float))
    k = mean / np.sqrt(1 + noise**2)
    split = special.owens_t(k, noise)
    plus = (special.ndtr(mean) + special.ndtr(k)) / 2 - split
    minus = (special.ndtr(-mean) + special.ndtr(-k)) / 2 - split
    lost = (special.ndtr(mean) - special.ndtr(k)) / 2 + split
    won = (special.ndtr(k) - special.ndtr(mean)) / 2 + split
    pairs = np.stack([np.stack([plus, lost], axis=-1), np.stack([won, minus], axis=-1)], axis=-2)
    return np.maximum(pairs, 0.0)


def averaged_claim(share: float, noise: ArrayLike) -> tuple[float, float, float]:
    """A claim about one difference, or about several that are independent and equally likely.

    Parameters
    ----------
    share : float
        True share of the data sets that show the claim: on all measures the difference is positive.
    noise : array_like, shape (m,)
        Of each measure.

    Returns
    -------
    share, kept, tau : float
        Share of data sets whose averaged runs show it; the others as of `Averaged`.

    Examples
    --------
    >>> averaged_claim(0.7, [1.0])[0].__round__(6), averaged_claim(0.7, [0.0])
    (0.644609, (0.7, 1.0, 1.0))
    """
    sd = np.atleast_1d(np.asarray(noise, dtype=float))
    if not sd.any():
        return share, 1.0, 1.0
    pairs = sign_pairs(special.ndtri(share ** (1 / sd.size)), sd)
    both = float(pairs[:, 0, 0].prod())
    shown = float(pairs[:, :, 0].sum(axis=1).prod())
    joint = np.array([[both, share - both], [shown - both, 1 - share - shown + both]])
    return shown, float(np.trace(joint)), _tau(joint.sum(axis=0), _purity(joint))


def averaged_shares(truth: Truth, noise: ArrayLike) -> Averaged:
    """Statements of two algorithms of given shares, each measure blurred for itself.

    The share of each measure's wins gives its mean. The sizes of differences are independent
    between measures, given which algorithm is better on each.

    Parameters
    ----------
    truth : Truth
        Of two algorithms without practical equality.
    noise : array_like, shape (m,)

    Returns
    -------
    Averaged

    Raises
    ------
    InvalidNoiseError
        If there are more algorithms, or practical equality.

    Examples
    --------
    >>> truth = Truth(np.array([[0], [1]]), np.array([0.7, 0.3]), (2,))
    >>> found = averaged_shares(truth, [1.0])
    >>> found.truth.shares.round(6), round(found.kept, 4)
    (array([0.644609, 0.355391]), 0.7709)
    """
    if set(truth.states) != {2}:
        raise InvalidNoiseError(
            "the noise of runs needs shares of two algorithms without practical equality, "
            "or shifts of the measures"
        )
    wins = truth.shares @ (truth.codes == 0)
    pairs = sign_pairs(special.ndtri(wins), noise)
    sums = pairs.sum(axis=2, keepdims=True)
    channel = np.divide(pairs, sums, out=np.tile(np.eye(2), (len(wins), 1, 1)), where=sums > 0)
    m = len(truth.states)
    shown = np.zeros(truth.states)
    shown[tuple(truth.codes.T)] = truth.shares
    for j in range(m):
        shown = np.moveaxis(np.tensordot(channel[j], shown, axes=(0, j)), 0, j)
    measure = np.arange(m)
    correct = channel[measure, truth.codes, truth.codes].prod(axis=1)
    purity = (channel**2).sum(axis=2)[measure, truth.codes].prod(axis=1)
    best = truth.codes[truth.best] if truth.best >= 0 else None
    parts = float(truth.shares @ correct), float(truth.shares @ purity)
    return _of_parts(shown, truth.states, best, *parts)


def averaged_shifts(shifts: ArrayLike, correlation: float, noise: ArrayLike) -> Averaged:
    """Statements of two algorithms whose expected differences are normal.

    As `jointstats.planning.kernel_power.shift_shares`: given the common factor of the measures,
    these are independent, and each has `sign_pairs`.

    Parameters
    ----------
    shifts, correlation
        As of that function.
    noise : array_like, shape (m,)

    Returns
    -------
    Averaged

    Examples
    --------
    >>> averaged_shifts([0.5, 0.5], 0.0, [1.0, 1.0]).truth.shares.round(4)
    array([0.4073, 0.2309, 0.2309, 0.1309])
    """
    mean, sd = np.asarray(shifts), np.asarray(noise)
    turn = np.array([1.0, -1.0]) if mean.size == 2 and correlation < 0 else np.ones(mean.size)
    leading = single_leader(shift_shares(mean, correlation))
    rho, mean = abs(correlation), mean * turn
    rest = math.sqrt(1 - rho)
    size = 1 << mean.size
    joint = np.zeros((size, size))
    for z, w in zip(*common_factor(), strict=True):
        pairs = sign_pairs((mean + math.sqrt(rho) * z) / rest, sd / rest)
        product = np.ones((1, 1))
        for pair in pairs:
            product = np.kron(product, pair)
        joint += w * product
    states = (2,) * mean.size
    if (turn < 0).any():  # the second measure was turned round: its signs change places
        joint = joint[np.ix_([1, 0, 3, 2], [1, 0, 3, 2])]
    best = None if leading < 0 else state_codes(states)[leading]
    return _of_parts(joint.sum(axis=0), states, best, float(np.trace(joint)), _purity(joint))


def averaged_draws(true: Ints, averaged: Ints, states: tuple[int, ...]) -> Averaged:
    """Statements of data sets that were drawn, and those of their averaged runs.

    Parameters
    ----------
    true, averaged : ndarray of int64, shape (N, m)
        Codes by measure.
    states : tuple of int

    Returns
    -------
    Averaged
        tau without what chance alone explains in these draws.
    """
    n, m = true.shape
    codes, shares = merge_rows(true, np.full(n, 1 / n))
    shown, shown_shares = merge_rows(averaged, np.full(n, 1 / n))
    pairs, together = merge_rows(np.hstack([true, averaged]), np.full(n, 1 / n))
    place = {tuple(code): share for code, share in zip(codes.tolist(), shares, strict=True)}
    of_pair = np.array([place[tuple(code)] for code in pairs[:, :m].tolist()])
    purity = float((together * np.maximum(together - 1 / n, 0.0) / of_pair).sum())
    leading = single_leader(shares)
    truth = Truth(shown, shown_shares, states)
    correct = float((true == averaged).all(axis=1).mean())
    return Averaged(
        _named(truth, None if leading < 0 else codes[leading]), correct, _tau(shown_shares, purity)
    )


def _of_parts(
    shown: Array, states: tuple[int, ...], best: Ints | None, correct: float, purity: float
) -> Averaged:
    shares = shown.ravel() / shown.sum()
    seen = shares > 0
    truth = Truth(state_codes(states)[seen], shares[seen], states)
    return Averaged(_named(truth, best), correct, _tau(truth.shares, purity))


def _named(truth: Truth, best: Ints | None) -> Truth:
    """The truth with the place of its right statement."""
    if best is None:
        return replace(truth, right=-1)
    place = np.flatnonzero((truth.codes == best).all(axis=1))
    return replace(truth, right=int(place[0]) if place.size else -1)


def _purity(joint: Array) -> float:
    """E sum_s' P(s' | true)^2."""
    true = joint.sum(axis=1, keepdims=True)
    return float(np.divide(joint**2, true, out=np.zeros_like(joint), where=true > 0).sum())


def _tau(shares: Array, purity: float) -> float:
    """(E sum_s' P(s' | true)^2 - sum_s' P(s')^2) / (1 - sum_s' P(s')^2)."""
    by_chance = float(shares @ shares)
    return max(0.0, min(1.0, (purity - by_chance) / (1 - by_chance))) if by_chance < 1 else 1.0
