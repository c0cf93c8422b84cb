"""Data sets that may show one of several statements: which statement is the most probable.

Runs, missing results, ties and censored times are of one kind. Data set i shows the statement z_i,
and its results R_i tell of it only what the weights w_i(s), proportional to P(R_i | s), say:

    theta ~ Dirichlet(a),   z_i | theta ~ theta,   P(R | theta) = prod_i sum_s theta_s w_i(s).

Given z the posterior of theta is Dirichlet(n(z) + a), and every exact kernel serves. With theta
integrated out, the counts n(z) have the distribution

    P(n | R)  ~  sum over all z with these counts of prod_i w_i(z_i)  *  prod_s (a_s)_(n_s),

(a)_n the rising factorial. While there are few possible counts the sum is built up data set by data
set and everything is exact. Beyond, independent chains draw every z_i given all others,

    P(z_i = s | the others)  ~  w_i(s) (n_s without i + a_s),

and what is exact given the counts is averaged over the draws (Rao and Blackwell).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.messages import JointStatsError

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

EXACT_LIMIT = 50_000  # counts of the statements that may be listed
_NEGLIGIBLE = 1e-17  # counts less probable than that are left out of the list
_EXACT_DATASETS = 400  # so many uncertain data sets at most: products of weights must not underflow
CHAINS = 64  # independent chains; the draws of one are a batch
_CANDIDATES = 16  # beginnings of which a chain takes one
_BURN_IN = 50


class InvalidWeightsError(JointStatsError):
    """Weights of statements that say nothing usable of some data set."""


@dataclass(frozen=True)
class PossibleCounts:
    """Counts of the statements that the data sets may show, listed or drawn.

    Attributes
    ----------
    counts : ndarray of int64, shape (D, R)
        How many data sets show each statement.
    probability : ndarray, shape (D,)
        Of each row; they sum to 1. All the same if drawn.
    chains : int
        0 if all possible counts are listed, but for those less probable than 1e-17; otherwise the
        rows are the draws of this number of independent chains, one after the other.
    """

    counts: Ints
    probability: Array
    chains: int

    def average(self, values: ArrayLike) -> tuple[Array, Array]:
        """Mean of what was computed from every row of counts, and its Monte Carlo standard error.

        Parameters
        ----------
        values : array_like, shape (D, ...)

        Returns
        -------
        mean, mcse : ndarray, shape (...)
            The standard error is that of the means of the chains, 0 if all counts are listed.

        Examples
        --------
        >>> listed = PossibleCounts(np.array([[2, 0], [1, 1]]), np.array([0.75, 0.25]), 0)
        >>> mean, mcse = listed.average(listed.counts)
        >>> mean.tolist(), mcse.tolist()
        ([1.75, 0.25], [0.0, 0.0])
        """
        x = np.asarray(values, dtype=float)
        mean = np.tensordot(self.probability, x, axes=1)
        if not self.chains:
            return mean, np.zeros(mean.shape)
        batches = x.reshape(self.chains, -1, *x.shape[1:]).mean(axis=1)
        return mean, batches.std(axis=0, ddof=1) / np.sqrt(self.chains)


def possible_counts(
    rows: ArrayLike,
    states: ArrayLike,
    weights: ArrayLike,
    prior: ArrayLike,
    *,
    draws: int = 16384,
    rng: int | np.random.Generator = 0,
    exact_limit: int = EXACT_LIMIT,
) -> PossibleCounts:
    """Posterior distribution of the counts of the statements.

    Parameters
    ----------
    rows, states : array_like of int, shape (E,)
        Data set i of n may show statement s of R: one entry for each that is possible.
    weights : array_like, shape (E,)
        P(results of i | s), up to a factor for each data set.
    prior : array_like, shape (R,)
        Dirichlet parameters of these statements. Those of all others do not matter.
    draws : int, default 16384
        How many, rounded up to the same number for each of 64 chains, if they must be drawn.
    rng : int or Generator, default 0
        Seed.
    exact_limit : int, default 50000
        Counts are listed while they are no more than that, drawn otherwise.

    Returns
    -------
    PossibleCounts

    Raises
    ------
    InvalidWeightsError
        If a weight is negative or not finite, a data set has no possible statement, or a statement
        no positive prior.

    Notes
    -----
    Chains begin with data sets in the sequence of their certainty, each drawn given those before,
    one of 16 such beginnings being taken in proportion to its importance.

    Examples
    --------
    One data set shows statement 0, the other is undecided: by Polya's urn it shows 0 with
    probability (1 + 1/2) / (1 + 1).

    >>> found = possible_counts([0, 1, 1], [0, 0, 1], [1.0, 0.5, 0.5], [0.5, 0.5])
    >>> found.counts.tolist(), found.probability.round(12).tolist()
    ([[1, 1], [2, 0]], [0.25, 0.75])
    """
    certain, doubtful, a = _checked(rows, states, weights, prior)
    base = np.bincount(certain, minlength=a.size)
    if not doubtful:
        return PossibleCounts(base[None], np.ones(1), 0)
    listed = _listed(base, doubtful, a, exact_limit)
    if listed is not None:
        return listed
    return _drawn(base, doubtful, a, draws, np.random.default_rng(rng))


Doubt = tuple[Ints, Array]  # the statements that a data set may show, and their weights


def _checked(
    rows: ArrayLike, states: ArrayLike, weights: ArrayLike, prior: ArrayLike
) -> tuple[Ints, list[Doubt], Array]:
    """Statements of the certain data sets, the doubtful ones from the surest on, the prior."""
    row, state = np.asarray(rows, dtype=np.intp), np.asarray(states, dtype=np.intp)
    w, a = np.asarray(weights, dtype=float), np.asarray(prior, dtype=float)
    if not (row.shape == state.shape == w.shape and row.ndim == 1):
        raise InvalidWeightsError("rows, states and weights must be vectors of one length")
    if not ((w >= 0) & np.isfinite(w)).all():
        raise InvalidWeightsError("weights must be finite and not negative")
    if a.ndim != 1 or not ((a > 0) & np.isfinite(a)).all() or (state >= a.size).any():
        raise InvalidWeightsError("every statement that is possible needs a prior greater than 0")
    if row.size and (row.min() < 0 or state.min() < 0):
        raise InvalidWeightsError("rows and states are numbered from 0")
    n, possible = int(row.max(initial=-1)) + 1, w > 0
    if (np.bincount(row[possible], minlength=n) == 0).any():
        raise InvalidWeightsError("every data set needs a statement with a weight greater than 0")
    # Several entries for the same data set and statement are one.
    key, place = np.unique(
        row[possible].astype(np.int64) * a.size + state[possible], return_inverse=True
    )
    mass = np.bincount(place, weights=w[possible])
    row, state = key // a.size, key % a.size
    starts = np.searchsorted(row, np.arange(n + 1))
    each = [slice(i, j) for i, j in pairwise(starts)]
    certain = np.array([state[s][0] for s in each if s.stop - s.start == 1], dtype=np.intp)
    doubtful = [(state[s], mass[s] / mass[s].max()) for s in each if s.stop - s.start > 1]
    doubtful.sort(key=lambda doubt: float(doubt[1].sum()))
    return certain, doubtful, a


def _log_rising(counts: Ints, a: Array) -> Array:
    """``ln prod_s (a_s)_(n_s)`` of every row of counts."""
    tops = counts.max(axis=0)
    out = np.zeros(len(counts))
    for s in np.flatnonzero(tops):
        n = np.arange(tops[s])
        table = np.append(0.0, np.cumsum(np.log(n + a[s])))
        out += table[counts[:, s]]
    return out


def _listed(base: Ints, doubtful: list[Doubt], a: Array, limit: int) -> PossibleCounts | None:
    """All possible counts with their probabilities, or None if they are too many.

    A row of counts is one number with a digit for every statement in doubt.
    """
    involved = np.unique(np.concatenate([state for state, _ in doubtful]))
    n, digit = len(doubtful), len(doubtful) + 1
    fits = involved.size * np.log2(digit) < 62
    if n > _EXACT_DATASETS or not fits or _fewest(doubtful) > limit:
        return None
    scale = np.zeros(a.size, dtype=np.int64)
    scale[involved] = np.array([digit**j for j in range(involved.size)], dtype=np.int64)
    keys: Ints = np.zeros(1, dtype=np.int64)
    mass: Array = np.ones(1)
    for state, weight in doubtful:
        reached, place = np.unique(keys[:, None] + scale[state], return_inverse=True)
        together = np.bincount(place.ravel(), weights=np.outer(mass, weight).ravel())
        keys, mass = reached, together / float(together.max())
        if keys.size > limit:
            return None
    counts = np.tile(base.astype(np.int64), (keys.size, 1))
    counts[:, involved] += keys[:, None] // scale[involved] % digit
    with np.errstate(divide="ignore"):
        log_p = np.log(mass) + _log_rising(counts, a)
    probability = np.exp(log_p - log_p.max())
    likely = probability > _NEGLIGIBLE * probability.sum()
    counts, probability = counts[likely], probability[likely]
    order = np.lexsort(counts.T[::-1])
    return PossibleCounts(counts[order], (probability / probability.sum())[order], 0)


def _fewest(doubtful: list[Doubt]) -> int:
    """A lower bound of how many counts are possible: data sets in the same doubt alone."""
    number = Counter(tuple(state.tolist()) for state, _ in doubtful)
    return max(comb(n + len(states) - 1, n) for states, n in number.items())


def _drawn(
    base: Ints, doubtful: list[Doubt], a: Array, draws: int, rng: np.random.Generator
) -> PossibleCounts:
    """Draws of counts: independent chains, moved in step."""
    counts, shown = _beginnings(base, doubtful, a, rng)
    per_chain = max(1, -(-draws // CHAINS))
    out = np.empty((CHAINS, per_chain, a.size), dtype=np.int64)
    chain = np.arange(CHAINS)
    for sweep in range(-_BURN_IN, per_chain):
        for i, (state, weight) in enumerate(doubtful):
            counts[chain, shown[:, i]] -= 1
            chances = weight * (counts[:, state] + a[state])
            shown[:, i] = state[_one_of_each_row(chances, rng)]
            counts[chain, shown[:, i]] += 1
        if sweep >= 0:
            out[:, sweep] = counts
    size = CHAINS * per_chain
    return PossibleCounts(out.reshape(size, a.size), np.full(size, 1.0 / size), CHAINS)


def _beginnings(
    base: Ints, doubtful: list[Doubt], a: Array, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Counts, and the statement of every data set in doubt, with which the chains begin."""
    size = CHAINS * _CANDIDATES
    counts, log_importance = np.tile(base.astype(np.int64), (size, 1)), np.zeros(size)
    shown = np.empty((size, len(doubtful)), dtype=np.int64)
    for i, (state, weight) in enumerate(doubtful):
        chances = weight * (counts[:, state] + a[state])
        log_importance += np.log(chances.sum(axis=1))
        shown[:, i] = state[_one_of_each_row(chances, rng)]
        counts[np.arange(size), shown[:, i]] += 1
    importance = log_importance.reshape(CHAINS, _CANDIDATES)
    importance = np.exp(importance - importance.max(axis=1, keepdims=True))
    taken = np.arange(CHAINS) * _CANDIDATES + _one_of_each_row(importance, rng)
    return counts[taken], shown[taken]


def _one_of_each_row(chances: Array, rng: np.random.Generator) -> Ints:
    """A column drawn in each row, in proportion to its chances."""
    up_to = np.cumsum(chances, axis=1)
    drawn = rng.random(len(chances)) * up_to[:, -1]
    return np.minimum((up_to <= drawn[:, None]).sum(axis=1), chances.shape[1] - 1)
