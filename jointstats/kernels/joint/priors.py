"""Prior masses of the cells of a question, when every statement has the same prior probability.

With a symmetric prior of total mass s, the Dirichlet parameter of a cell is its count plus s times
the share of the (l!)^m statements that it joins. The cells that were not observed are described in
groups of equal shares: there may be far too many to list.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.messages import Value

__all__ = [
    "PriorGroup",
    "PriorGroups",
    "Question",
    "UnknownQuestionError",
    "prior_groups",
]

Question = Literal["orders", "best", "control"]


class UnknownQuestionError(JointStatsError):
    """A question by a name that does not exist."""


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

    Raises
    ------
    UnknownQuestionError
        If there is no such question.

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
    elif question == "control":
        kinds = cells.sum(axis=1).tolist()
        shares = {
            ones: (
                Fraction((n_algorithms - 1) ** (n_measures - ones), n_algorithms**n_measures),
                math.comb(n_measures, ones),
            )
            for ones in range(n_measures + 1)
        }
    else:
        raise UnknownQuestionError("no question is called ", Value(question))
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
