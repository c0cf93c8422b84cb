"""A joint test of many pairs: their statements are counted together, and rows made when read.

The outcomes of a pair on a data set make one number, and a tie that is split shares its weight
among statements by a fixed table. All weights are multiples of a power of two, so counts are exact
in any sequence, and every answer equals that of the pair tested alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.base.lazy_rows import Coded, ColumnSource, LazyRows
from jointstats.claims.pair_votes import places_of_pairs
from jointstats.evidence import glrt, multiplicity
from jointstats.evidence.counts import codes_of
from jointstats.evidence.dirichlet import probabilities_largest
from jointstats.evidence.messages import track
from jointstats.evidence.outcomes import EQUAL, ResultColumns
from jointstats.evidence.votes import joined
from jointstats.joint.counts import LEAD_TOLERANCE, no_counts
from jointstats.joint.kernel_decisions import LOWER_MASS, from_where, lower_probabilities
from jointstats.joint.pairwise_result import LikelihoodPair, PosteriorPair
from jointstats.joint.posterior import SENSITIVITY_STRENGTH
from jointstats.joint.prior import prior_of
from jointstats.joint.rules import pair_rules
from jointstats.table.results_table import ResultsTable

MOST_MEASURES = 6  # of more, a pair has too many statements to count each
_AT_ONCE = 1 << 18  # outcomes, and counts, that are made together

# Weight of each statement in better, equal and worse, where a tie is split or an outcome.
_SPLIT = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
_EQUAL = np.eye(3)


@dataclass(frozen=True, eq=False)
class Leads:
    """What the counts of each pair say of its leading statement.

    Attributes
    ----------
    first : ndarray of int, shape (P,)
        Number of the leading statement; of several that lead equally, the first.
    several : ndarray of bool, shape (P,)
        Whether several lead equally.
    weights : ndarray, shape (P, K)
        Counts of the statements, decreasing.
    tied : ndarray of bool, shape (P,)
        Whether a data set has a tie.
    certain, rival : ndarray, shape (P,)
        Data sets that can show the leading statement only, and the most that can show another one.
    """

    first: np.ndarray
    several: np.ndarray
    weights: np.ndarray
    tied: np.ndarray
    certain: np.ndarray
    rival: np.ndarray


class ManyPairs:
    """The statements of pairs of a complete table, whose data sets are in no families.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
    ties : str or mapping
        As for :func:`jointstats.glrt_test`, checked.
    """

    def __init__(
        self, table: ResultsTable, pairs: Sequence[tuple[str, str]], ties: str | Mapping[str, str]
    ) -> None:
        self.table, self.places = table, places_of_pairs(table, pairs)
        rules = pair_rules(ties, table.rope)
        self.none = no_counts(table.algorithms[:2], table.measures, rules)
        self.leads = self._leads([_EQUAL if equal else _SPLIT for equal in self.none.equal])
        self.codes = codes_of(self.leads.first, self.none.states)

    def _leads(self, shares: list[np.ndarray]) -> Leads:
        """Count all statements, those of some pairs at a time."""
        columns, widths = ResultColumns.of(self.table.oriented()), self.table.rope_widths
        m = len(shares)
        digits = 3 ** np.arange(m)[::-1]
        of_outcomes = reduce(np.kron, shares)
        tied = (np.indices((3,) * m).reshape(m, -1) == EQUAL).any(axis=0)
        step = max(1, _AT_ONCE // max(self.table.n * m, 3**m))
        parts = []
        starts = range(0, len(self.places), step)
        for start in track(starts, len(starts), "parts"):
            seen = columns.outcomes(widths, self.places[start : start + step])
            number = seen @ digits + 3**m * np.arange(len(seen))[:, None]
            counts = np.bincount(number.ravel(), minlength=len(seen) * 3**m).reshape(len(seen), -1)
            parts.append(_leads_of(counts.astype(float), of_outcomes, tied))
        return joined(parts)

    def rows(
        self, kind: Any, known: np.ndarray, decided: np.ndarray, columns: Mapping[str, Any]
    ) -> LazyRows[Any]:
        """A row for each pair.

        Parameters
        ----------
        kind : type of JointPair
        known : ndarray of bool, shape (P,)
            Whether one statement leads.
        decided : ndarray of bool, shape (P,)
        columns : mapping
            What the test adds; None: nothing in any row.
        """
        first, second = self.places.T
        nobody = len(self.table.algorithms)
        names = [*self.table.algorithms, None]
        last = np.array(self.none.states) - 1
        better = np.select(
            [known & (self.codes == 0).all(axis=1), known & (self.codes == last).all(axis=1)],
            [first, second],
            nobody,
        )
        orders = _Orders(self, known)
        same = np.zeros(len(known), dtype=np.intp)
        added = {
            name: values if isinstance(values, np.ndarray | list) else Coded([values], same)
            for name, values in columns.items()
        }
        every: dict[str, Any] = {
            "a": Coded(names, first),
            "b": Coded(names, second),
            "n": Coded([self.table.n], same),
            "count": self.leads.weights[:, 0],
            "order": orders,
            "statement": replace(orders, in_words=True),
            "better": Coded(names, better),
            "decided": decided,
            "winner": Coded(names, np.where(decided, better, nobody)),
            "n_dropped": Coded([None], same),
        }
        return LazyRows(ColumnSource(kind, every | added))


@dataclass(frozen=True, eq=False)
class _Orders(Sequence[Any]):
    """The leading statement of each pair, as :meth:`StatementCounts.order` has it, or in words.

    Attributes
    ----------
    many : ManyPairs
    known : ndarray of bool, shape (P,)
        Whether one statement leads; otherwise the value is None.
    in_words : bool
    """

    many: ManyPairs
    known: np.ndarray
    in_words: bool = False

    def __len__(self) -> int:
        return len(self.known)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not self.known[i]:
            return None
        many = self.many
        a, b = (many.table.algorithms[place] for place in many.places[i].tolist())
        said: list[list[Any]] = [[a, b], [sorted((a, b))], [b, a]]
        codes = zip(many.none.measures, many.codes[i].tolist(), many.none.states, strict=True)
        order = {name: said[2 * code // (states - 1)] for name, code, states in codes}
        return wording.statement(order) if self.in_words else order


def _leads_of(counts: np.ndarray, shares: np.ndarray, tied: np.ndarray) -> Leads:
    """The leads of some pairs.

    Parameters
    ----------
    counts : ndarray, shape (P, 3^m)
        Data sets with each combination of outcomes.
    shares : ndarray, shape (3^m, K)
        What a data set of each adds to the count of each statement.
    tied : ndarray of bool, shape (3^m,)
        Combinations with a tie.
    """
    weights = counts @ shares
    leads = weights >= weights.max(axis=1, keepdims=True) - LEAD_TOLERANCE
    first, pairs = leads.argmax(axis=1), np.arange(len(counts))
    possible = counts @ (shares > 0)
    possible[pairs, first] = 0
    return Leads(
        first=first,
        several=leads.sum(axis=1) > 1,
        weights=-np.sort(-weights, axis=1),
        tied=counts @ tied > 0,
        certain=(counts @ (shares == 1))[pairs, first],
        rival=possible.max(axis=1),
    )


def likelihood_pairs(many: ManyPairs, alpha: float, p_adjust: str) -> LazyRows[LikelihoodPair]:
    """The likelihood-ratio test of every pair; p-values are corrected for their number."""
    leads, known = many.leads, ~many.leads.several
    n_a, second = leads.weights[:, :2].T
    n_b = np.where(leads.several, n_a, second)
    p_value = glrt.exact_p_value(n_a, n_b)
    adjusted = multiplicity.adjust_p_values(p_value, p_adjust)
    return many.rows(
        LikelihoodPair,
        known,
        known & (adjusted <= alpha),
        {
            "p_value": p_value,
            "p_value_asymptotic": glrt.asymptotic_p_value(n_a, n_b),
            "p_value_worst": _worst(many),
            "p_adjusted": adjusted,
        },
    )


def _worst(many: ManyPairs) -> Sequence[float | None]:
    """The p-value with every tie against the leading statement, where ties are split."""
    leads = many.leads
    there = leads.tied & ~leads.several & ~many.none.equal.any()
    ahead = there & (leads.certain > leads.rival)
    certain, rival = (np.where(ahead, count, 1.0) for count in (leads.certain, leads.rival))
    p = glrt.exact_p_value(certain, rival).tolist()
    return [x if known else None for x, known in zip(p, there.tolist(), strict=True)]


def posterior_pairs(
    many: ManyPairs, alpha: float, rule: str, prior: str, prior_strength: float | None
) -> LazyRows[PosteriorPair]:
    """The Bayesian test of every pair, with a prior that has one mass for all statements."""
    (mass,) = prior_of(many.none, prior, prior_strength).unobserved_mass
    counts, back = np.unique(many.leads.weights, axis=0, return_inverse=True)
    counts, back = counts[:, : max(2, int((counts > 0).sum(axis=1).max()))], back.ravel()
    parameters = np.hstack([counts + mass, np.full((len(counts), 1), mass)])
    most = parameters[:, 0] - LEAD_TOLERANCE
    unseen = many.none.n_states - counts.shape[1]
    known = (parameters[:, 1] < most) & (mass < most)
    number = np.ones(parameters.shape)
    number[:, -1] = unseen
    probability = np.full(len(counts), np.nan)
    probability[known] = probabilities_largest(parameters[known], number[known])[:, 0]
    of_mass = {
        strength: lower_probabilities(counts[:, 0], counts[:, 1:], strength)
        for strength in (LOWER_MASS, SENSITIVITY_STRENGTH)
    }
    decisive = of_mass[LOWER_MASS] if rule == "lower" else probability
    decided = known & (decisive >= from_where(rule, alpha))

    def column(values: np.ndarray) -> list[float | None]:
        of_counts = [x if there else None for x, there in zip(values.tolist(), known, strict=True)]
        return [of_counts[i] for i in back.tolist()]

    return many.rows(
        PosteriorPair,
        known[back],
        decided[back],
        {
            "probability": column(probability),
            "probability_lower": column(of_mass[SENSITIVITY_STRENGTH]),
            "probability_upper": None,
            "mcse": 0.0,
            "decisive": column(decisive),
            "rule": rule,
        },
    )
