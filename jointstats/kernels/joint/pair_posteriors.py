"""What the Bayesian test says of many pairs of algorithms, from their statement counts.

Every pair gets what `jointstats.kernels.joint.dirichlet` and
`jointstats.kernels.joint.deciding` give it alone, to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.joint.deciding import LOWER_MASS, lower_probabilities
from jointstats.kernels.joint.dirichlet import probabilities_largest
from jointstats.kernels.joint.imprecise import imprecise_bounds, upper_probabilities
from jointstats.kernels.joint.pair_statements import PairStatements

__all__ = ["PairPosteriors", "leading", "pair_posteriors", "upper_bounds"]

Array = NDArray[np.float64]


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
    >>> from jointstats.kernels.joint.pair_statements import pair_statements
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
    >>> from jointstats.kernels.joint.pair_statements import pair_statements
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
