"""Priors over dominance statements: how much mass each statement gets before any data.

With a symmetric prior of total mass s, the Dirichlet parameter of a cell is its count plus s times
the share of the (l!)^m statements that it joins. The cells that were not observed are described in
groups of equal shares: there may be far too many to list.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from jointstats.base import options
from jointstats.base.errors import OptionError
from jointstats.base.kinds import Choice
from jointstats.base.rows import NAME, NUMBER, Row, column
from jointstats.evidence.messages import Option, TypeOf
from jointstats.joint.counts import StatementCounts

PriorWord = Literal["symmetric", "jeffreys", "uniform", "imprecise"]
PRIORS: tuple[str, ...] = get_args(PriorWord)
PriorChoice = Annotated[PriorWord | Sequence[float], Choice(other=True)]
Question = Literal["orders", "best", "control"]
_KERNEL_NAME: dict[str, Question] = {"orderings": "orders", "best": "best", "control": "control"}
_MASS_PER_STATE = {"jeffreys": 0.5, "uniform": 1.0}
MOST_STATES = 10**300  # beyond, a double cannot count them: their mass is spread continuously
MOST_STATES_OF_A_VECTOR = 10**6


@dataclass(frozen=True, kw_only=True)
class PriorUsed(Row):
    """The prior of a result."""

    name: str = column(NAME, "the prior's name")
    strength: float = column(NUMBER, "its total mass", unit="data sets")


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

    observed: np.ndarray
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


@dataclass(frozen=True)
class Prior:
    """Dirichlet prior of the statements of one set of counts.

    Attributes
    ----------
    name : str
        ``"symmetric"``, ``"jeffreys"``, ``"uniform"``, ``"imprecise"`` or ``"vector"``.
    strength : float
        Total mass s.
    observed : ndarray, shape (R,)
        Mass of each statement seen.
    unobserved_mass, unobserved_number : ndarray, shape (G,)
        The statements not seen, in groups: mass of one, and how many.
    diffuse_mass : float
        Mass of statements not seen that are too many to count in a double.
    """

    name: str
    strength: float
    observed: np.ndarray
    unobserved_mass: np.ndarray
    unobserved_number: np.ndarray
    diffuse_mass: float = 0.0

    @property
    def used(self) -> PriorUsed:
        """What a result says of it."""
        return PriorUsed(name=self.name, strength=self.strength)


def prior_of(
    counts: StatementCounts, prior: Any = "symmetric", strength: float | None = None
) -> Prior:
    """Spread the prior's mass over the statements of the question that was counted.

    Parameters
    ----------
    counts : StatementCounts
    prior : {"symmetric", "jeffreys", "uniform", "imprecise"} or sequence or dict
        ``"symmetric"``: total mass `strength` on the complete orderings, evenly (s/K each);
        ``"jeffreys"`` ½ and ``"uniform"`` 1 on each; ``"imprecise"``: bounds over all ways of
        spreading `strength` (Walley 1996). A statement of a coarser question gets the sum of its
        orderings. A sequence gives the mass of every statement, in code order.
    strength : float, optional
        Total mass s of the symmetric and imprecise priors (default 1).

    Returns
    -------
    Prior

    Raises
    ------
    OptionError
        For a mass that is not positive, or a vector of the wrong length.
    """
    if not isinstance(prior, str):
        return _vector(counts, prior, strength)
    if prior in _MASS_PER_STATE:
        if strength is not None:
            raise OptionError(
                Option("prior_strength"),
                " has no meaning with ",
                Option("prior", prior),
                ", which fixes the mass of every ordering: use ",
                Option("prior", "symmetric"),
                ".",
            )
        orderings = math.factorial(len(counts.algorithms)) ** len(counts.measures)
        orderings = counts.n_states if counts.equal.any() else orderings
        if orderings > MOST_STATES:
            raise OptionError(
                Option("prior", prior),
                " puts mass on each of more than 10^300 orderings: use ",
                Option("prior", "symmetric"),
                ".",
            )
        total = _MASS_PER_STATE[prior] * orderings
    else:
        total = 1.0 if strength is None else strength
    kind, l, m = _KERNEL_NAME[counts.question], len(counts.algorithms), len(counts.measures)
    possible = counts.n_states if counts.equal.any() else None
    shares = prior_groups(kind, l, m, counts.codes, n_statements=possible)
    listed = [group for group in shares.unobserved if group.n_cells <= MOST_STATES]
    return Prior(
        prior,
        total,
        total * shares.observed,
        np.array([total * group.probability for group in listed]),
        np.array([float(group.n_cells) for group in listed]),
        total * sum(group.mass for group in shares.unobserved if group.n_cells > MOST_STATES),
    )


def _vector(counts: StatementCounts, prior: Any, strength: float | None) -> Prior:
    if strength is not None:
        raise OptionError(
            Option("prior_strength"), " has no meaning with a vector: its sum is the strength."
        )
    if isinstance(prior, Mapping) or not isinstance(prior, Sequence | np.ndarray):
        raise OptionError(
            Option("prior"),
            f" must be a name ({', '.join(PRIORS)}) or the mass of every statement in code order; "
            "got ",
            TypeOf(prior),
            ".",
        )
    if counts.n_states > MOST_STATES_OF_A_VECTOR or len(prior) != counts.n_states:
        raise OptionError(
            Option("prior"),
            f" must hold the mass of each of the {counts.n_states} statements; got {len(prior)}.",
        )
    each = ("Each mass of ", Option("prior"))
    mass = np.array([options.number(each, x, 0, options.MOST_MASS, open_low=True) for x in prior])
    seen = np.ravel_multi_index(tuple(counts.codes.T), counts.states)
    rest = np.delete(mass, seen)
    return Prior("vector", float(mass.sum()), mass[seen], rest, np.ones(len(rest)))
