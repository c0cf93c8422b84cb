"""What a table shows of pairs of algorithms: all claims of all pairs as one family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.claims import pairs as kernel
from jointstats.kernels.claims.states import States, states_of_pairs
from jointstats.kernels.claims.votes import fewest_units, smallest_p
from jointstats.labelled import wording
from jointstats.labelled.claims.evidence import Evidence, Votes, places_of_pairs
from jointstats.labelled.errors import Caution
from jointstats.labelled.table.groups import Group
from jointstats.labelled.table.results_table import ResultsTable


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
    p, corrected : PairClaims
        One-sided p-values of all claims, and the same corrected as one family.
    states : States
    alpha : float
    level : float
        At which a claim of weight 1 is tested in the end: alpha / (U - F).
    n_used : int
        Data sets that some pair uses.
    n_units : int
        Data sets, or families of them, that can vote.
    in_families : bool
    total : float
        Weight U of all chains.
    """

    algorithms: tuple[str, ...]
    places: np.ndarray
    questions: tuple[str, ...]
    counts: kernel.PairCounts
    p: kernel.PairClaims
    corrected: kernel.PairClaims
    states: States
    alpha: float
    level: float
    n_used: int
    n_units: int
    n_families: int | None
    total: float

    @property
    def joint_weight(self) -> int:
        """Weight of the joint chains, the heaviest."""
        return len(self.questions)

    def too_few(self) -> tuple[Caution, ...]:
        """That so few data sets can show nothing, whatever the results, if it is so."""
        first = self.joint_weight * self.alpha / self.total
        if smallest_p(self.n_units) <= first:
            return ()
        of = self.n_families
        counted = wording.plural(self.n_units, "data set") if of is None else wording.families(of)
        smallest = wording.significant(smallest_p(self.n_units))
        return (
            Caution(
                f"{wording.capital(counted)} can show nothing about "
                f"{wording.plural(len(self.places), 'pair')} at alpha = {self.alpha:g}: the "
                f"smallest possible p is {smallest}, the first level "
                f"{wording.significant(first)}. It takes {fewest_units(first)} "
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
    return shown_by(
        votes, table.algorithms, places, evidence.questions, evidence.positive, int(used.sum()),
        alpha,
    )  # fmt: skip


def shown_by(
    votes: Votes,
    algorithms: tuple[str, ...],
    places: np.ndarray,
    questions: tuple[str, ...],
    positive: np.ndarray,
    n_used: int,
    alpha: float,
) -> Shown:
    """The same from votes, whether of a table or of its parts together.

    Parameters
    ----------
    votes : Votes
    algorithms, places, questions, n_used
        As of `Shown`.
    positive : ndarray of bool
        Questions with a positive rope.
    alpha : float
    """
    p = votes.pairs.claims(positive)
    corrected = kernel.corrected(p)
    return Shown(
        algorithms=algorithms,
        places=places,
        questions=questions,
        counts=votes.pairs.counts,
        p=p,
        corrected=corrected,
        states=states_of_pairs(votes.pairs.counts, corrected, alpha),
        alpha=alpha,
        level=kernel.final_level(corrected, alpha),
        n_used=n_used,
        n_units=votes.n_units,
        n_families=votes.n_units if votes.n_in_families else None,
        total=float(len(places) * kernel.total_weight(len(positive), int(positive.sum()))),
    )
