"""A result as a question that can be put to other tables, and what is decided there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from jointstats.labelled import wording
from jointstats.labelled.cautions import unheard
from jointstats.labelled.compare.claim_rows import ClaimsOfPairs
from jointstats.labelled.compare.claims import Claimed, counted_claims
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.compare.properties import with_properties
from jointstats.labelled.declare import declared
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.order import Order
from jointstats.labelled.rows import cells
from jointstats.labelled.table.groups import groups_of
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True)
class Statement:
    """Something that is decided.

    Attributes
    ----------
    names : tuple of str
        The algorithms that it is about.
    said : str
        In words, of all measures.
    order : dict or None
        Measure to names, best first, of a statement about all measures.
    """

    names: tuple[str, ...]
    said: str
    order: Order | None = field(default=None, compare=False)
    question: str = "orderings"
    control: str | None = None

    def on(self, measures: Collection[str]) -> str:
        """The statement in words, of these measures."""
        if self.order is None:
            return self.said
        own = {name: places for name, places in self.order.items() if name in measures}
        return wording.cell(own, self.question, self.control)


def ranked(names: tuple[str, ...], order: Order, question: str = "orderings",
           control: str | None = None) -> Statement:  # fmt: skip
    """The statement that ranks algorithms so."""
    return Statement(names, wording.cell(order, question, control), order, question, control)


@dataclass(frozen=True)
class Levels:
    """What is decided at every level, without another computation.

    Attributes
    ----------
    values : ndarray
        Levels, ascending, at which what is decided can change.
    at : callable
        From a level to the statements decided there.
    """

    values: np.ndarray
    at: Callable[[float], tuple[Statement, ...]]


@dataclass(frozen=True)
class Question:
    """What a result asks, of any table.

    Attributes
    ----------
    of : str
        The function.
    options : dict
        Its options, without those that choose from a table.
    alpha : float
    control : str or None
    by_pairs : bool
        Whether it speaks of pairs, so that an algorithm can be left out.
    """

    of: str
    options: Mapping[str, Any]
    alpha: float
    control: str | None
    by_pairs: bool

    def decided(self, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """What is decided of a table, with some other options."""
        raise NotImplementedError

    def levels(self, table: ResultsTable) -> Levels:
        """What is decided at every level."""
        raise NotImplementedError


# --- Claims about pairs ---------------------------------------------------------------------------


class OfClaims(Question):
    """What a comparison and a leaderboard show of pairs; their other tests are not repeated."""

    def claims(self, table: ResultsTable, **other: Any) -> ClaimsOfPairs:
        """Counts and p-values of all claims."""
        said = {**self.options, **other}
        measures = table.measures
        groups = groups_of(measures, said.get("groups"), said.get("within", "all"))
        certain = [rule == "equal" for rule in pair_rules(said["ties"], table.rope).values()]
        made, _ = counted_claims(
            table, self.control, self.alpha, certain=certain, groups=groups
        )  # fmt: skip
        return made

    def decided(self, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """Of each pair what is shown, however strong the claim."""
        return _shown(self.claims(table, **other), table)

    def levels(self, table: ResultsTable) -> Levels:
        """From the corrected p-values of all claims."""
        made = self.claims(table)
        values = np.unique(made.family.adjusted)
        return Levels(values[values < 1], partial(_shown_at, made, table))


def _shown_at(made: ClaimsOfPairs, table: ResultsTable, alpha: float) -> tuple[Statement, ...]:
    return _shown(replace(made, alpha=alpha), table)


def _shown(made: ClaimsOfPairs, table: ResultsTable) -> tuple[Statement, ...]:
    rows: Sequence[PairClaim] = made.rows()
    shown = int((made.strength == 0).sum())
    rows = rows[:shown]
    if table.properties and shown:
        none = Claimed(rows, (), 0.0, {})
        rows = with_properties(none, table)[0].pairs
    wanted = ("a", "b", "winner", "loser", "measures", "measures_other", "ahead")
    return tuple(_pair(*one) for one in zip(*cells(rows, wanted).values(), strict=True))


def _pair(
    a: str, b: str, winner: str | None, loser: str | None, first: Sequence[str],
    second: Sequence[str], ahead: str | None,
) -> Statement:  # fmt: skip
    """What is shown of a pair, however strongly."""
    if winner is not None:
        return Statement((a, b), f"{winner} beats {loser}")
    if ahead is not None or (first and second):
        return Statement((a, b), f"{a} and {b}: a trade-off")
    if first or second:
        better, other = (a, b) if first else (b, a)
        return Statement((a, b), f"{better} beats {other} on some groups")
    return Statement((a, b), f"{a} and {b} are practically equal")


# --- Whole tests ----------------------------------------------------------------------------------

_CHOOSING = ("on", "function", "source")  # what the table has been chosen by already


class OfTest(Question):
    """What a single test decides; the test itself answers, without checks and warnings."""

    def run(self, table: ResultsTable, **other: Any) -> Any:
        """The test's result."""
        one = declared(self.of)
        if one is None:
            raise LookupError(self.of)
        known = {name: value for name, value in self.options.items() if name not in _CHOOSING}
        with unheard():
            return one.function(table, **(known | other))

    def decided(self, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """What the test decides."""
        return tuple(said for _, is_so, said in answers_of(self.run(table, **other)) if is_so)

    def levels(self, table: ResultsTable) -> Levels:
        """From what decides, directly."""
        found = answers_of(self.run(table))
        values = np.unique([p for p, _, _ in found if p < 1])
        return Levels(values, lambda alpha: tuple(said for p, _, said in found if p <= alpha))


class OfPairwise(OfTest):
    """What a joint test decides of every pair, beside a comparison."""

    def decided(self, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """The pairs that it decides."""
        return tuple(
            ranked((row.a, row.b), row.order)
            for row in self.run(table, **other).pairs
            if row.decided and row.order
        )


def answers_of(result: Any) -> list[tuple[float, bool, Statement]]:
    """What a test can decide: the smallest level at which it does, and whether it did."""
    if isinstance(result, ClaimResult):
        leads = result.count > result.threshold * result.n
        said = Statement(result.algorithms, result.claim)
        return [(result.p_value, result.decided, said)] if leads else []
    if result.best is None:
        return []
    said = ranked(result.algorithms, result.best, result.question, result.control)
    if isinstance(result, GLRTResult):
        level: float | None = result.p_value
    elif isinstance(result, NetworkResult):
        level = None if result.probability is None else 1 - result.probability
    else:
        times = 2 if result.rule == "lower" else 1
        level = None if result.decisive is None else times * (1 - result.decisive)
    return [] if level is None else [(level, result.decided, said)]


# --- From a result --------------------------------------------------------------------------------

TESTS = (GLRTResult, BayesResult, NetworkResult, ClaimResult)
CLAIMS = (Comparison, LeaderboardResult)


def question_of(result: Any) -> Question:
    """What a result asks; its class is one of `CLAIMS` or `TESTS`."""
    kind = OfClaims if isinstance(result, CLAIMS) else OfTest
    one = declared(result.call["function"])
    known = {} if one is None else one.options
    return kind(
        of=result.call["function"],
        options={k: value for k, value in result.call.items() if k in known and k != "on"},
        alpha=result.alpha,
        control=getattr(result, "control", None),
        by_pairs=isinstance(result, CLAIMS),
    )


def bayes_beside(result: Any) -> Question | None:
    """The Bayesian test beside the claims of a comparison, of two algorithms or of every pair."""
    if not isinstance(result, Comparison):
        return None
    part = result.pairs.get("bayes") if result.pairs else result.joint.get("bayes")
    if part is None:
        return None
    kind, of = (OfPairwise, "pairwise_tests") if result.pairs else (OfTest, "bayes_test")
    options = {name: value for name, value in part.call.items() if name not in _CHOOSING}
    return kind(of, options, result.alpha, result.control, by_pairs=bool(result.pairs))
