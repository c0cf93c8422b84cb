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

from jointstats.base import errors, options
from jointstats.base.kinds import Choice
from jointstats.base.rows import NAME, NUMBER, Row, column
from jointstats.evidence.messages import Option, TypeOf
from jointstats.joint.counts import StatementCounts

PriorWord = Literal["symmetric", "jeffreys", "uniform", "imprecise"]
PriorChoice = Annotated[PriorWord | Sequence[float], Choice(other=True)]
_MASS_PER_STATE = {"jeffreys": 0.5, "uniform": 1.0}
MOST_STATES = 10**300  # beyond, a double cannot count them: their mass is spread continuously
MOST_STATES_OF_A_VECTOR = 10**6


@dataclass(frozen=True, kw_only=True)
class PriorUsed(Row):
    """The prior of a result."""

    name: str = column(NAME, "the prior's name")
    strength: float = column(NUMBER, "its total mass", unit="data sets")


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
    total = _total(counts, prior, strength)
    kinds, cells = _cells_by_kind(counts)
    seen = Counter(kinds)
    share_of = {kind: float(share) for kind, (share, _) in cells.items()}
    unseen = [(share, n - seen[kind]) for kind, (share, n) in cells.items() if n > seen[kind]]
    listed = [(share, n) for share, n in unseen if n <= MOST_STATES]
    return Prior(
        prior,
        total,
        total * np.array([share_of[kind] for kind in kinds]),
        np.array([total * float(share) for share, _ in listed]),
        np.array([float(n) for _, n in listed]),
        total * sum(float(share * n) for share, n in unseen if n > MOST_STATES),
    )


def _total(counts: StatementCounts, prior: str, strength: float | None) -> float:
    """The prior's mass on all statements together."""
    if prior not in _MASS_PER_STATE:
        return 1.0 if strength is None else strength
    if strength is not None:
        fixed = ", which fixes the mass of every ordering: use "
        parts = (Option("prior", prior), fixed, Option("prior", "symmetric"), ".")
        raise errors.OptionError(Option("prior_strength"), " has no meaning with ", *parts)
    orderings = counts.n_states
    if counts.question != "orderings":
        orderings = math.factorial(len(counts.algorithms)) ** len(counts.measures)
    if orderings > MOST_STATES:
        many = " puts mass on each of more than 10^300 orderings: use "
        raise errors.OptionError(Option("prior", prior), many, Option("prior", "symmetric"), ".")
    return _MASS_PER_STATE[prior] * orderings


def _cells_by_kind(counts: StatementCounts) -> tuple[list[int], dict[int, tuple[Fraction, int]]]:
    """The kind of each statement seen; for each kind, a statement's share and how many there are.

    Where the control is best on few measures, a statement joins more orderings than where it is
    best on many. Otherwise all statements join the same number.
    """
    if counts.question != "control":
        number = counts.n_states
        return [0] * len(counts.codes), {0: (Fraction(1, number), number)}
    l, m = len(counts.algorithms), len(counts.measures)
    cells = {
        best: (Fraction((l - 1) ** (m - best), l**m), math.comb(m, best)) for best in range(m + 1)
    }
    return counts.codes.sum(axis=1).tolist(), cells


def _vector(counts: StatementCounts, prior: Any, strength: float | None) -> Prior:
    if strength is not None:
        raise errors.OptionError(
            Option("prior_strength"), " has no meaning with a vector: its sum is the strength."
        )
    if isinstance(prior, Mapping) or not isinstance(prior, Sequence | np.ndarray):
        raise errors.OptionError(
            Option("prior"),
            f" must be a name ({', '.join(get_args(PriorWord))}) or the mass of every statement in "
            "code order; got ",
            TypeOf(prior),
            ".",
        )
    if counts.n_states > MOST_STATES_OF_A_VECTOR or len(prior) != counts.n_states:
        raise errors.OptionError(
            Option("prior"),
            f" must hold the mass of each of the {counts.n_states} statements; got {len(prior)}.",
        )
    each = ("Each mass of ", Option("prior"))
    mass = np.array([options.number(each, x, 0, options.MOST_MASS, open_low=True) for x in prior])
    seen = np.ravel_multi_index(tuple(counts.codes.T), counts.states)
    rest = np.delete(mass, seen)
    return Prior("vector", float(mass.sum()), mass[seen], rest, np.ones(len(rest)))
