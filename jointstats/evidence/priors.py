"""Prior masses of the cells of a question, and bounds over all priors of a mass.

With a symmetric prior of total mass s, the Dirichlet parameter of a cell is its count plus s times
the share of the (l!)^m statements that it joins. The cells that were not observed are described in
groups of equal shares: there may be far too many to list.

Bounds over all priors of a mass: the imprecise Dirichlet model (Walley 1996).

It considers every way to spread the prior mass over the states; the least and the greatest
probability that a state is the most probable one have all of it on one state.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array
from jointstats.evidence.dirichlet import probabilities_largest, probability_largest

Question = Literal["orders", "best", "control"]


@dataclass(frozen=True)
class PriorGroup:
    """Unobserved cells with the same prior probability.

    Attributes
    ----------
    probability : float
        Prior probability of each (0 if below the smallest float).
    n_cells : int
        How many there are; exact, of any size.
    mass : float
        Prior probability of all of them together.
    """

    probability: float
    n_cells: int
    mass: float


@dataclass(frozen=True)
class PriorGroups:
    """Prior probabilities of all cells of a question; they sum to 1.

    Attributes
    ----------
    observed : ndarray, shape (R,)
        Prior probability of each observed cell, in the sequence given.
    unobserved : tuple of PriorGroup
        All other cells, in groups.
    """

    observed: NDArray[np.float64]
    unobserved: tuple[PriorGroup, ...]


def prior_groups(
    question: Question,
    n_algorithms: int,
    n_measures: int,
    cells: ArrayLike,
    *,
    n_statements: int | None = None,
) -> PriorGroups:
    """Prior probabilities of the observed cells, one by one, and of all others, in groups.

    Parameters
    ----------
    question : str
        ``"orders"``: full orderings, (l!)^m cells of one statement each. ``"best"``: the best
        algorithm on each measure, l^m cells. ``"control"``: where the control is best (1) or not
        (0), 2^m cells.
    n_algorithms, n_measures : int
        l and m. For a subset of the measures, m is the size of the subset.
    cells : array_like of int, shape (R, m)
        Distinct observed cells, of shape (R, m).
    n_statements : int, optional
        Number of statements of the question ``"orders"``, if it is not (l!)^m: with ties of two
        algorithms as an outcome there are 3 on a measure.

    Returns
    -------
    PriorGroups
        Groups without cells are left out.

    Examples
    --------
    Four algorithms, two measures, the control seen to be best on the second only:

    >>> found = prior_groups("control", 4, 2, [[0, 1]])
    >>> found.observed
    array([0.1875])
    >>> [(group.probability, group.n_cells) for group in found.unobserved]
    [(0.5625, 1), (0.1875, 1), (0.0625, 1)]
    """
    cells = np.asarray(cells)
    shares: dict[int, tuple[Fraction, int]]  # kind of cell -> prior of each, number of them
    kinds = [0] * len(cells)
    if question in ("orders", "best"):
        answers = math.factorial(n_algorithms) if question == "orders" else n_algorithms
        number = n_statements or answers**n_measures
        shares = {0: (Fraction(1, number), number)}
    else:
        kinds = cells.sum(axis=1).tolist()
        shares = {
            ones: (
                Fraction((n_algorithms - 1) ** (n_measures - ones), n_algorithms**n_measures),
                math.comb(n_measures, ones),
            )
            for ones in range(n_measures + 1)
        }
    seen = Counter(kinds)
    of_kind = {kind: float(share) for kind, (share, _) in shares.items()}
    return PriorGroups(
        np.array([of_kind[kind] for kind in kinds]),
        tuple(
            PriorGroup(float(share), n_cells - seen[kind], float(share * (n_cells - seen[kind])))
            for kind, (share, n_cells) in shares.items()
            if n_cells > seen[kind] and share > 0
        ),
    )


def imprecise_bounds(
    counts: ArrayLike, number_of_states: int, prior_strength: float
) -> tuple[Array, Array]:
    """Lower and upper probability that each observed state is the most probable one.

    The imprecise Dirichlet model (Walley 1996) considers every way to spread the prior mass over
    the states. The upper probability puts all of it on the state itself, the lower one all of it
    on the most frequent other state (an unobserved one if no other was observed).

    Parameters
    ----------
    counts : array_like, shape (R,)
        Counts of the observed states, possibly fractional.
    number_of_states : int
        How many states there are, observed or not; an integer of any size.
    prior_strength : float
        Total prior mass.

    Returns
    -------
    lower, upper : ndarray, shape (R,)
        Equal counts have equal bounds. A count of 0 has the lower probability 0.

    Examples
    --------
    >>> lower, upper = imprecise_bounds([1, 2, 6], 4, 2.0)
    >>> lower.round(4), upper.round(4)
    (array([0.0036, 0.0193, 0.7406]), array([0.1341, 0.2513, 0.9771]))
    """
    n = np.atleast_1d(np.asarray(counts, dtype=float))
    distinct, inverse, repeats = np.unique(n, return_inverse=True, return_counts=True)
    if number_of_states == 1 or not n.size:
        return np.ones(n.shape), np.ones(n.shape)
    lower = _imprecise_lower(distinct, repeats, prior_strength)
    upper = _imprecise_upper(distinct, repeats.astype(float), prior_strength)
    return lower[inverse], upper[inverse]


def _imprecise_lower(distinct: Array, repeats: NDArray[np.intp], strength: float) -> Array:
    """Prior mass on the most frequent state; for that state itself, on the second."""

    def with_mass_on(rival: int) -> Array:
        parameters = np.append(distinct, distinct[rival] + strength)
        multiplicities = np.append(repeats, 1)
        multiplicities[rival] -= 1
        largest = probabilities_largest(parameters[None], multiplicities[None].astype(float))
        return np.asarray(largest[0, :-1])

    if len(distinct) == 1 and repeats[0] == 1:  # the rival is a state that was never observed
        return probability_largest([distinct[0], strength])[:1]
    top = len(distinct) - 1
    out = with_mass_on(top) / np.maximum(repeats - (np.arange(top + 1) == top), 1)
    if repeats[top] == 1:
        out[top] = with_mass_on(top - 1)[top]
    return out


def _imprecise_upper(distinct: Array, repeats: Array, strength: float) -> Array:
    """Prior mass on the state itself."""
    counts, number = distinct[distinct > 0], repeats[distinct > 0]
    parameters = np.column_stack([np.tile(counts, (len(distinct), 1)), distinct + strength])
    others = number - (counts == distinct[:, None])
    every = np.column_stack([others, np.ones(len(distinct))])
    return np.asarray(probabilities_largest(parameters, every)[:, -1])
