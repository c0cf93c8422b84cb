"""What pairs of algorithms show: corrected p-values, states, and bounds of the medians.

Sizes are those of `jointstats.evidence.bounds`, with the chains of the table without groups. They
are worked out when they are first read.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from jointstats.base import options, wording
from jointstats.base.errors import Caution, InvalidScaleError
from jointstats.base.kinds import ScaleWord
from jointstats.claims import kernel_states
from jointstats.claims.kernel_pairs import PairClaims, PairCounts
from jointstats.claims.kernel_states import States, Voters, states_of_pairs
from jointstats.claims.pair_votes import Declared, Evidence, Votes, places_of_all
from jointstats.evidence.arrays import Array
from jointstats.evidence.bounds import Bounds, Shortfalls, bounds_of_pairs, shortfalls
from jointstats.evidence.messages import Option
from jointstats.evidence.order_statistics import is_share, is_wide, on_scale
from jointstats.evidence.steps import Chains
from jointstats.evidence.votes import joined, taken
from jointstats.table.beside_values import Group
from jointstats.table.results_table import ResultsTable

DIFFERENCE, RATIO = get_args(ScaleWord)
DIGITS = 2  # of a size in words


@dataclass(frozen=True, eq=False)
class Sizes:
    """Median differences of P pairs, above 0 where the first algorithm is better.

    Attributes
    ----------
    evidence : Evidence
        Of the measures, not of groups.
    table : ResultsTable
    scales : dict of str
        ``"difference"`` or ``"ratio"``, by measure.
    pairs : ndarray of int, shape (P, 2)
    chains : Chains
        Of all pairs.
    alpha : float
        Probability, at most, that some bound does not hold.
    """

    evidence: Evidence
    table: ResultsTable
    scales: dict[str, str]
    pairs: NDArray[np.intp]
    chains: Chains
    alpha: float

    @property
    def ratio(self) -> NDArray[np.bool_]:
        """Measures on a ratio scale."""
        return np.array([scale == RATIO for scale in self.scales.values()])

    @cached_property
    def bounds(self) -> Bounds:
        """In the units of the measures; natural logarithms of factors on a ratio scale."""
        evidence = self.evidence
        scaled = on_scale(evidence.values, self.table.signs, self.ratio)
        return joined(
            [
                bounds_of_pairs(
                    evidence.values, self.pairs[some], evidence.missing, self.chains, self.alpha,
                    evidence.units, scaled,
                )
                for some in evidence.steps(len(self.pairs))
            ]
        )  # fmt: skip

    def behind(self, n_algorithms: int) -> Shortfalls:
        """How far each algorithm is behind the best of the others."""
        return shortfalls(self.bounds, self.pairs, n_algorithms)

    def column(self, side: str) -> Array:
        """Medians, or lower or upper bounds, of all pairs as they are printed."""
        return self.printed(getattr(self.bounds, side))

    def printed(self, sizes: Array) -> Array:
        """Differences in the units of the measures, and factors; NaN where it is not bounded."""
        known = np.where(np.isfinite(sizes), sizes, np.nan)
        with np.errstate(over="ignore"):
            return np.where(self.ratio, np.exp(np.where(self.ratio, known, 0.0)), known)

    def said(self, measure: str, size: float) -> str:
        """A size in its unit; a factor with as many digits as tell it from 1, two at least."""
        if self.scales[measure] != RATIO:
            return difference(self.table, measure, size)
        digits = DIGITS
        while digits < 6 and float(wording.significant(size, digits)) == 1 != size:
            digits += 1
        return f"{wording.significant(size, digits)} times"


def by_measure(names: Iterable[str], numbers: Array) -> dict[str, Any]:
    """Measures with the numbers of a pair or of an algorithm; None where one is unknown."""
    row = zip(names, numbers.tolist(), strict=True)
    return {name: x if math.isfinite(x) else None for name, x in row}


def in_points(table: ResultsTable, measure: str) -> bool:
    """Whether differences are percentage points: more is better, and all results are shares."""
    values = table.known()[:, list(table.measures).index(measure)]
    return table.measures[measure] == "max" and is_share(values)


def difference(table: ResultsTable, measure: str, size: float, *, exact: bool = False) -> str:
    """A difference in its unit."""
    share = in_points(table, measure)
    size = 100 * size if share else size
    number = f"{size:g}" if exact else wording.significant(size, DIGITS)
    return f"{number} point{'' if size == 1 else 's'}" if share else number


def scales_of(table: ResultsTable, declared: Mapping[str, str] | str | None) -> dict[str, str]:
    """The scale of each measure: as declared, or a ratio if positive results span a factor of 100.

    A rope above the smallest result is no precision of a clock, but a size in the unit of the
    measure: then sizes are differences, too.

    Raises
    ------
    ColumnError
        If a scale is declared for a measure that the table does not have.
    """
    if isinstance(declared, str):
        return dict.fromkeys(table.measures, declared)
    kind = ("measure (named in ", Option("scale"), ")")
    known = list(table.measures)
    named = {options.known_name(kind, name, known): x for name, x in (declared or {}).items()}
    columns = np.moveaxis(table.everything()[0], 1, 0)
    return {
        name: named.get(name) or (RATIO if is_wide(column, width) else DIFFERENCE)
        for name, column, width in zip(known, columns, table.rope_widths, strict=True)
    }


def require_positive(table: ResultsTable, scales: Mapping[str, str]) -> None:
    """Refuse a result on a ratio scale that has no logarithm.

    Raises
    ------
    InvalidScaleError
        With its measure, algorithm and data set.
    """
    values, names = table.everything()
    for measure in (name for name, scale in scales.items() if scale == RATIO):
        column = values[:, list(table.measures).index(measure)]
        for i, j in np.argwhere(np.isfinite(column) & (column <= 0)).tolist():
            raise InvalidScaleError(
                f"A ratio needs results above 0, but {measure} is {column[i, j]:g} for "
                f"{table.algorithms[j]} on {names[i]}: choose ",
                Option("scale", {measure: DIFFERENCE}),
                f', or correct data set "{names[i]}".',
            )


def sizes_of(
    table: ResultsTable,
    evidence: Evidence,
    pairs: NDArray[np.intp],
    chains: Chains,
    alpha: float,
    scale: Mapping[str, str] | str | None = None,
) -> Sizes:
    """The sizes of a table.

    Parameters
    ----------
    table : ResultsTable
    evidence : Evidence
        Of the table; its groups do not matter.
    pairs : ndarray of int, shape (P, 2)
    chains : Chains
        Of the claims about the pairs; with groups those of the measures are used instead.
    alpha : float
    scale : dict or str, optional
    """
    if evidence.groups:
        evidence = replace(evidence, groups=())
        votes, _ = evidence.all_votes(pairs)
        chains = evidence.declared.voters(votes).chains
    scales = scales_of(table, scale)
    require_positive(table, scales)
    return Sizes(evidence, table, scales, pairs, chains, alpha)


@dataclass(frozen=True)
class Shown:
    """The counts, p-values and states of P pairs, once for those of a kind: with the same votes.

    Attributes
    ----------
    algorithms : tuple of str
    places : ndarray of int, shape (P, 2)
        The two algorithms of each pair.
    kind : ndarray of int, shape (P,)
        The kind of each pair.
    questions : tuple of str
        Measures, or groups of them.
    counts : PairCounts
        Of each kind.
    voters : Voters
        Who can vote on the claims.
    corrected : PairClaims
        p-values of all claims of each kind, corrected as one family, of all pairs.
    of_kinds : States
        States of each kind.
    alpha : float
    n_units : int
        Data sets, or families of them, that can vote.
    n_families : int or None
        The same if families vote.
    """

    algorithms: tuple[str, ...]
    places: np.ndarray
    kind: np.ndarray
    questions: tuple[str, ...]
    counts: PairCounts
    voters: Voters
    corrected: PairClaims
    of_kinds: States
    alpha: float
    n_units: int
    n_families: int | None

    @cached_property
    def states(self) -> States:
        """The states of all pairs."""
        return taken(self.of_kinds, self.kind)

    @cached_property
    def level(self) -> float:
        """The largest p-value with which one more claim of weight 1 would be shown."""
        return kernel_states.level(self.corrected, self.voters, self.alpha)

    def too_few(self) -> tuple[Caution, ...]:
        """A caution if there are too few data sets for any claim, or for any on one measure."""
        joint, alone = self.voters.chains.at_best(self.n_units)
        if not len(self.places) or alone <= self.alpha:
            return ()
        none = joint > self.alpha
        best, kind = (joint, "any claim") if none else (alone, "any claim on one measure")
        several = none and len(self.questions) > 1
        fewest = self.voters.chains.fewest_units(self.alpha, joint=several)
        of = self.n_families
        counted = wording.plural(self.n_units, "data set") if of is None else wording.families(of)
        return (
            Caution(
                f"{wording.capital(counted)} cannot establish {kind} about "
                f"{wording.plural(len(self.places), 'pair')} at alpha = {self.alpha:g}: the "
                f"smallest possible corrected p is {wording.significant(best)}. It takes {fewest} "
                f"{wording.voters(of)}."
            ),
        )


def shown_of(
    table: ResultsTable, alpha: float, control: str | None = None, groups: Sequence[Group] = ()
) -> Shown:
    """Test every claim about all pairs of a table, and derive their states.

    Parameters
    ----------
    table : ResultsTable
    alpha : float
        Probability, at most, of any false claim among those shown.
    control : str, optional
        Only its pairs.
    groups : sequence of Group
        Questions in place of measures.
    """
    evidence, places = Evidence.of(table, groups), places_of_all(table.algorithms, control)
    votes, _ = evidence.all_votes(places)
    return shown_by(votes, table.algorithms, places, evidence.declared, alpha)


def shown_by(
    votes: Votes, algorithms: tuple[str, ...], places: np.ndarray, declared: Declared, alpha: float
) -> Shown:
    """The same from votes, whether of a table or of its parts together.

    Parameters
    ----------
    votes : Votes
    algorithms, places, alpha
        As of `Shown`.
    declared : Declared
        Of the questions.
    """
    counts, voters = votes.kinds.counts, declared.voters(votes)
    p = votes.kinds.claims(declared.positive, declared.several)
    corrected = kernel_states.corrected(p, voters)
    return Shown(
        algorithms=algorithms,
        places=places,
        kind=votes.kind,
        questions=declared.questions,
        counts=counts,
        voters=voters,
        corrected=corrected,
        of_kinds=states_of_pairs(counts, corrected, alpha),
        alpha=alpha,
        n_units=votes.n_units,
        n_families=votes.n_units if votes.n_in_families else None,
    )
