"""What pairs of algorithms show: p-values of all claims, corrected as one family, and states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import Caution
from jointstats.claims import kernel_steps
from jointstats.claims.kernel_pairs import PairClaims, PairCounts
from jointstats.claims.kernel_states import States, states_of_pairs
from jointstats.claims.kernel_steps import Voters
from jointstats.claims.pair_votes import Declared, Evidence, Votes, places_of_pairs
from jointstats.table.groups import Group
from jointstats.table.results_table import ResultsTable


@dataclass(frozen=True)
class Shown:
    """The counts, p-values and states of P pairs.

    Attributes
    ----------
    algorithms : tuple of str
    places : ndarray of int, shape (P, 2)
        The two algorithms of each pair.
    questions : tuple of str
        Measures, or groups of them.
    counts : PairCounts
    voters : Voters
        Who can vote on the claims.
    p, corrected : PairClaims
        One-sided p-values of all claims, and the same corrected as one family.
    states : States
    alpha : float
    n_used : int
        Data sets that some pair uses.
    n_units : int
        Data sets, or families of them, that can vote.
    n_families : int or None
        The same if families vote.
    """

    algorithms: tuple[str, ...]
    places: np.ndarray
    questions: tuple[str, ...]
    counts: PairCounts
    voters: Voters
    p: PairClaims
    corrected: PairClaims
    states: States
    alpha: float
    n_used: int
    n_units: int
    n_families: int | None

    @cached_property
    def level(self) -> float:
        """The largest p-value with which one more claim of weight 1 would be shown."""
        return kernel_steps.level(self.corrected, self.voters, self.alpha)

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
    table: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    alpha: float,
    groups: Sequence[Group] = (),
) -> Shown:
    """Test every claim about some pairs of a table, and derive their states.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
    alpha : float
        Probability, at most, of any false claim among those shown.
    groups : sequence of Group
        Questions in place of measures.
    """
    evidence, places = Evidence.of(table, groups), places_of_pairs(table, pairs)
    votes, used = evidence.all_votes(places)
    return shown_by(votes, table.algorithms, places, evidence.declared, int(used.sum()), alpha)


def shown_by(
    votes: Votes,
    algorithms: tuple[str, ...],
    places: np.ndarray,
    declared: Declared,
    n_used: int,
    alpha: float,
) -> Shown:
    """The same from votes, whether of a table or of its parts together.

    Parameters
    ----------
    votes : Votes
    algorithms, places, n_used, alpha
        As of `Shown`.
    declared : Declared
        Of the questions.
    """
    counts, voters = votes.pairs.counts, declared.voters(votes.pairs.counts)
    p = votes.pairs.claims(declared.positive, declared.several)
    corrected = kernel_steps.corrected(p, voters)
    return Shown(
        algorithms=algorithms,
        places=places,
        questions=declared.questions,
        counts=counts,
        voters=voters,
        p=p,
        corrected=corrected,
        states=states_of_pairs(counts, corrected, alpha),
        alpha=alpha,
        n_used=n_used,
        n_units=votes.n_units,
        n_families=votes.n_units if votes.n_in_families else None,
    )
