"""What the Bayesian test says of many pairs of algorithms, from statement counts in arrays.

Every pair gets what `jointstats.kernels.joint.dirichlet` and
`jointstats.kernels.joint.claims` give it alone, to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.counts import codes_of
from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.counting.statements import CASE_LIMIT, checked_totals, combinations_of_cells
from jointstats.kernels.joint.claims import LOWER_MASS, lower_probabilities
from jointstats.kernels.joint.dirichlet import probabilities_largest
from jointstats.kernels.joint.outcomes import EQUAL, agreeing
from jointstats.kernels.joint.priors import imprecise_bounds, upper_probabilities

Array = NDArray[np.float64]


MOST_STATES = 1 << 40  # so that a pair and its statement are one number of 64 bits
MOST_CODES = 1 << 23  # of all statements that all cases become: 64 MB


@dataclass(frozen=True)
class PairStatements:
    """The statements seen of every pair, in code order, S at most; zeros behind them.

    Attributes
    ----------
    n : int
        Cases of each pair.
    states : ndarray of int, shape (m,)
        Codes of each measure, 2 or 3.
    number : ndarray of int64, shape (P, S)
        Code of each statement as one number, the first measure most significant.
    weights : ndarray, shape (P, S)
        Counts; those of each pair sum to n.
    alone, possible : ndarray of int64, shape (P, S)
        How many cases are that statement for certain, and how many could be.
    seen : ndarray of int64, shape (P,)
        Statements of each pair.
    tied : ndarray of int64, shape (P,)
        Cases with a tie on some measure.
    """

    n: int
    states: NDArray[np.int64]
    number: NDArray[np.int64]
    weights: NDArray[np.float64]
    alone: NDArray[np.int64]
    possible: NDArray[np.int64]
    seen: NDArray[np.int64]
    tied: NDArray[np.int64]

    @property
    def n_states(self) -> int:
        """Number of possible statements."""
        return math.prod(self.states.tolist())

    @property
    def there(self) -> NDArray[np.bool_]:
        """Whether a place holds a statement, shape (P, S)."""
        return np.arange(self.weights.shape[1]) < self.seen[:, None]

    def codes(self, number: ArrayLike) -> NDArray[np.int64]:
        """Code of every measure behind such numbers, shape (..., m)."""
        return codes_of(number, self.states.tolist())


def pair_statements(
    outcomes: ArrayLike, states: ArrayLike, *, limit: int = CASE_LIMIT
) -> PairStatements:
    """Count the statements of every pair, with ties as outcomes or split, measure by measure.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        From `jointstats.kernels.joint.outcomes.pair_outcomes`; none is missing.
    states : array_like of int, shape (m,)
        3 where a tie is an outcome, 2 where it is split; at most 2^40 statements.
    limit : int, default 1_000_000
        Statements that one case may become.

    Returns
    -------
    PairStatements

    Raises
    ------
    ExpansionLimitError
        If a case has so many split ties that it would become more statements than the limit; or,
        without a case, if all pairs together would have more than `MOST_CODES` codes.

    Examples
    --------
    Two pairs on two cases, the second with a tie that is split:

    >>> found = pair_statements([[[0], [0]], [[1], [2]]], [2])
    >>> found.number, found.weights
    (array([[0, 0],
           [0, 1]]), array([[2. , 0. ],
           [0.5, 1.5]]))
    """
    given = np.asarray(outcomes)
    pairs, n, m = given.shape
    every = np.asarray(states, dtype=np.int64)
    sizes, first = agreeing(given.reshape(-1, m), every)
    totals = checked_totals(sizes, limit, 0)
    if int(totals.sum()) * m > MOST_CODES:
        raise ExpansionLimitError(int(totals.sum()), MOST_CODES // m)
    case, codes = combinations_of_cells(sizes, first)
    total = math.prod(every.tolist())
    worth = np.cumprod(np.append(1, every[:0:-1]))[::-1]
    of_pair = (case // n).astype(np.int64)
    keys, which = _distinct(of_pair * total + codes @ worth, pairs * total)
    pair, number = (keys // total).astype(np.intp), keys % total
    seen = np.bincount(pair, minlength=pairs)
    place = pair, np.arange(len(keys)) - (np.cumsum(seen) - seen)[pair]
    parts = totals[case]  # powers of two: sums of their inverses are exact

    def table(values: NDArray) -> NDArray:
        filled = np.zeros((pairs, int(seen.max())), dtype=values.dtype)
        filled[place] = values
        return filled

    return PairStatements(
        n=n,
        states=every,
        number=table(number),
        weights=table(np.bincount(which, 1.0 / parts)),
        alone=table(np.bincount(which[parts == 1], minlength=len(keys))),
        possible=table(np.bincount(which)),
        seen=seen,
        tied=(given == EQUAL).any(axis=2).sum(axis=1),
    )


def _distinct(keys: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The different ones of keys below a size, increasing, and which of them each key is."""
    if size > 4 * len(keys):
        found, which = np.unique(keys, return_inverse=True)
        return found, which
    there = np.bincount(keys.astype(np.intp), minlength=size) > 0  # no need to sort
    return np.flatnonzero(there).astype(np.int64), (np.cumsum(there) - 1)[keys]


@dataclass(frozen=True)
class PairPosteriors:
    """The leading statement of every pair, and how sure it is.

    Attributes
    ----------
    best : ndarray of int, shape (P,)
        Place of the leading statement; -1 where several lead, or one that was never seen.
    first : ndarray of int, shape (P,)
        Place of the most probable statement, one of several if they are equal.
    probability : ndarray, shape (P,)
        That the leading statement is the most probable one; NaN without one.
    lower, decisive : ndarray, shape (P,)
        The same with all of some prior mass on its strongest rival.
    """

    best: NDArray[np.intp]
    first: NDArray[np.intp]
    probability: Array
    lower: Array
    decisive: Array


def pair_posteriors(
    counts: PairStatements,
    mass: float,
    lower: float,
    decisive: float = LOWER_MASS,
    *,
    tolerance: float = 0.0,
) -> PairPosteriors:
    """Posteriors of all pairs with the same symmetric prior.

    Parameters
    ----------
    counts : PairStatements
    mass : float
        Prior mass of each statement, seen or not.
    lower : float
    decisive : float, default 1
        Masses of the least favourable priors.
    tolerance : float, default 0
        Parameters closer than this lead together.

    Returns
    -------
    PairPosteriors

    Examples
    --------
    >>> from jointstats.kernels.joint.pairs import pair_statements
    >>> counts = pair_statements([[[0]] * 6 + [[2]] * 2], [2])
    >>> found = pair_posteriors(counts, 0.5, 2.0)
    >>> found.best, found.probability.round(4), found.decisive.round(4)
    (array([0]), array([0.9233]), array([0.8555]))
    """
    there, weights = counts.there, counts.weights
    parameters = np.where(there, weights + mass, 0.0)
    unseen = counts.n_states - counts.seen
    groups = probabilities_largest(
        np.column_stack([parameters, np.where(unseen > 0, mass, 0.0)]),
        np.column_stack([there, unseen]).astype(float),
    )
    probability = np.where(there, groups[:, :-1], -1.0)
    best = leading(parameters, tolerance)
    best[mass >= parameters.max(axis=1) - tolerance] = -1  # no more than one of no case
    first = probability == probability.max(axis=1, keepdims=True)
    found = PairPosteriors(
        best,
        np.where(first, parameters, -1.0).argmax(axis=1),
        *np.full((3, len(weights)), np.nan),
    )
    some = np.flatnonzero(best >= 0)
    own = best[some]
    rivals = weights[some]
    leaders = rivals[np.arange(len(some)), own]
    rivals[np.arange(len(some)), own] = 0.0
    found.probability[some] = probability[some, own]
    found.lower[some] = lower_probabilities(leaders, rivals, lower)
    found.decisive[some] = lower_probabilities(leaders, rivals, decisive)
    return found


def upper_bounds(counts: PairStatements, place: NDArray[np.intp], strength: float) -> Array:
    """Upper probability of one statement of every pair, with all prior mass on itself.

    Examples
    --------
    >>> from jointstats.kernels.joint.pairs import pair_statements
    >>> counts = pair_statements([[[0]] * 6 + [[2]] * 2], [2])
    >>> upper_bounds(counts, np.array([0]), 2.0).round(4)
    array([0.9805])
    """
    found = upper_probabilities(counts.weights, place, strength)
    for i in np.flatnonzero(np.isnan(found)):
        own = counts.weights[i, : counts.seen[i]]
        found[i] = imprecise_bounds(own, counts.n_states, strength)[1][place[i]]
    return found


def leading(values: Array, tolerance: float = 0.0) -> NDArray[np.intp]:
    """Place of the largest value in every row; -1 where others come within the tolerance.

    Examples
    --------
    >>> leading(np.array([[1.0, 3.0], [2.0, 2.0]]))
    array([ 1, -1])
    """
    near = values >= values.max(axis=1, keepdims=True) - tolerance
    return np.where(near.sum(axis=1) == 1, near.argmax(axis=1), -1)
