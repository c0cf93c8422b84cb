"""All pairs at once: their claims with one error rate, and the joint tests on shared data sets.

Every number is the one that `glrt_test` or `bayes_test` of the pair gives, to the last bit. Where
the data sets come in families, or an option is one that few ask for, pairs are tested one by one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from jointstats.kernels.counting.counts import codes_of
from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import claims, glrt
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.joint.pairs import (
    MOST_STATES,
    PairStatements,
    leading,
    pair_posteriors,
    pair_statements,
    upper_bounds,
)
from jointstats.kernels.messages import Function, Option
from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import compared_pairs
from jointstats.labelled.claims.evidence import places_of_pairs, shown_of
from jointstats.labelled.compare.pairwise_result import (
    ClaimPairsResult,
    JointPair,
    LikelihoodPair,
    PosteriorPair,
)
from jointstats.labelled.declare import CLAIMS
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.posterior import SENSITIVITY_STRENGTH
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.lazy_rows import Coded, LazyRows, RowSource
from jointstats.labelled.order import Order, leader
from jointstats.labelled.parallel import ranges
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.results_table import ResultsTable


def claims_of_pairs(
    source: Any, settings: dict[str, Any], *, control: str | None, alpha: float
) -> ClaimPairsResult:
    """The claims of all pairs: states, counts and corrected p-values.

    Parameters
    ----------
    source : ResultsTable or StatementCounts
        Counts are refused.
    settings : dict
        Options that were given for a test: claims have none.
    control, alpha
        As for :func:`jointstats.pairwise_tests`, checked.

    Raises
    ------
    OptionError
    """
    for name in settings:
        raise OptionError(
            Option(name), " has no meaning for ", Function("pairwise_tests", {"test": CLAIMS}), "."
        )
    if isinstance(source, StatementCounts):
        raise OptionError(
            "Claims need the results, not their statement counts: give the table, or ",
            Option("test", "bayes"),
            ".",
        )
    shown = shown_of(source, pairs_of(source.algorithms, control), alpha)
    rows = compared_pairs(shown, source.properties)
    total = source.n + source.n_dropped
    return ClaimPairsResult(
        algorithms=source.algorithms,
        measures=source.measures,
        n=shown.n_used,
        n_dropped=total - shown.n_used,
        warnings=shown.too_few(),
        test_name=CLAIMS,
        pairs=rows,
        p_adjust="none",
        alpha=alpha,
        control=control,
        cases="pairwise",
        expected_wrong=None,
        rope=source.declared_rope,
        n_families=shown.n_families,
        left_out=source.missing == "drop" and source.incomplete is not None,
    )


P = TypeVar("P", bound=JointPair)

AT_ONCE = 1 << 19  # outcomes of pairs on data sets and measures
PLAIN = {"question": "orderings", "control": None, "runs_as": "averages"}


@dataclass(frozen=True, eq=False)
class JointPairs(RowSource[P]):
    """What a joint test says of pairs on the same data sets, as arrays.

    Attributes
    ----------
    kind : type of JointPair
    algorithms, measures : tuple of str
    states : tuple of int
        Codes of each measure: 3 where a tie is an outcome, otherwise 2.
    n : int
        Data sets.
    places : ndarray of int, shape (P, 2)
        The two algorithms of each pair.
    best : ndarray of int64, shape (P,)
        The leading statement as a number, the first measure most significant; -1 for none.
    decided : ndarray of bool, shape (P,)
    numbers : dict
        The other columns, shape (P,) each; NaN where a row says None.
    rule : str, optional
        That of the Bayesian test.
    """

    kind: type[P]
    algorithms: tuple[str, ...]
    measures: tuple[str, ...]
    states: tuple[int, ...]
    n: int
    places: np.ndarray
    best: np.ndarray
    decided: np.ndarray
    numbers: dict[str, np.ndarray]
    rule: str | None

    def __len__(self) -> int:
        return len(self.places)

    def row(self, i: int) -> P:
        """What the test says of a pair."""
        a, b = (self.algorithms[k] for k in self.places[i])
        order = self.order(i)
        better = None if order is None else leader(order)
        decided = bool(self.decided[i])
        own: dict[str, Any] = {} if self.rule is None else {"rule": self.rule}
        own |= {name: _known(column[i].item()) for name, column in self.numbers.items()}
        return self.kind(
            a=a,
            b=b,
            n=self.n,
            order=order,
            statement=None if order is None else wording.statement(order),
            better=better,
            decided=decided,
            winner=better if decided else None,
            **own,
        )

    def order(self, i: int) -> Order | None:
        """The leading statement of a pair; None if several lead."""
        if self.best[i] < 0:
            return None
        a, b = (self.algorithms[k] for k in self.places[i])
        named: Order = {}
        for measure, code, states in zip(
            self.measures, self._codes[i].tolist(), self.states, strict=True
        ):
            named[measure] = (
                [a, b] if code == 0 else [b, a] if code == states - 1 else [sorted([a, b])]
            )
        return named

    @cached_property
    def _codes(self) -> np.ndarray:
        """Code of each measure in the leading statements, shape (P, m)."""
        return codes_of(np.maximum(self.best, 0), self.states)

    def column(self, name: str) -> Sequence[Any] | np.ndarray | None:
        """The values of a column, without a row; None for what only rows can tell."""
        if name in self.numbers:
            values = self.numbers[name]
            return [*map(_known, values.tolist())] if np.isnan(values).any() else values
        if name in ("a", "b"):
            return Coded(self.algorithms, self.places[:, int(name == "b")])
        if name == "n":
            return np.full(len(self), self.n)
        if name == "decided":
            return self.decided
        if name == "statement":
            orders = map(self.order, range(len(self)))
            return [None if order is None else wording.statement(order) for order in orders]
        if name in ("better", "winner"):
            leads = self._leads if name == "better" else np.where(self.decided, self._leads, -1)
            return Coded((*self.algorithms, None), leads)
        if name == "rule" and self.rule is not None:
            return [self.rule] * len(self)
        return [None] * len(self) if name == "n_dropped" else None

    @property
    def _leads(self) -> np.ndarray:
        """Who leads on every measure, -1 for nobody."""
        first = (self._codes == 0).all(axis=1)
        second = (self._codes == np.array(self.states) - 1).all(axis=1)
        lead = np.where(first, self.places[:, 0], np.where(second, self.places[:, 1], -1))
        return np.where(self.best < 0, -1, lead)

    def corrected(self, p: np.ndarray, alpha: float) -> JointPairs[P]:
        """The same, decided by corrected p-values."""
        decided = (p <= alpha) & (self.best >= 0)
        return replace(self, decided=decided, numbers=self.numbers | {"p_adjusted": p})


def _known(value: Any) -> Any:
    return None if value != value else value


def at_once(test: str, source: Any, cases: str, settings: Mapping[str, Any]) -> bool:
    """Whether all pairs of a source can be tested together."""
    return (
        test in _TESTS
        and cases == "common"
        and isinstance(source, ResultsTable)
        and source.n > 0
        and source.units.n_families is None
        and all(settings.get(name, usual) == usual for name, usual in PLAIN.items())
        and isinstance(settings.get("prior", "symmetric"), str)  # the same on each statement
        and math.prod(_states(source, settings)) <= MOST_STATES
    )


def batches(source: ResultsTable, pairs: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """The pairs, some at a time."""
    many = max(1, AT_ONCE // (source.n * len(source.measures)))
    return [pairs[start:stop] for start, stop in ranges(len(pairs), many)]


def answers_at_once(
    test: str, source: ResultsTable, pairs: list[tuple[str, str]], alpha: float, settings: dict
) -> JointPairs | None:
    """What a joint test says of these pairs; None if ties leave too many statements of a pair."""
    try:
        return _answers(test, source, pairs, alpha, settings)
    except ExpansionLimitError as error:
        if error.case is not None or len(pairs) == 1:
            return None
    half = len(pairs) // 2
    parts = [
        answers_at_once(test, source, part, alpha, settings)
        for part in (pairs[:half], pairs[half:])
    ]
    return _together(parts)


def _answers(
    test: str, source: ResultsTable, pairs: list[tuple[str, str]], alpha: float, settings: dict
) -> JointPairs:
    places = places_of_pairs(source, pairs)
    seen = pair_outcomes(source.oriented(), source.rope_widths, places)
    counts = pair_statements(seen, _states(source, settings))
    kind, answer = _TESTS[test]
    best, decided, numbers = answer(source, pairs[0], counts, alpha, settings)
    return JointPairs(
        kind=kind,
        algorithms=source.algorithms,
        measures=tuple(source.measures),
        states=tuple(counts.states.tolist()),
        n=counts.n,
        places=places,
        best=np.where(best < 0, -1, _at(counts.number, best)),
        decided=decided,
        numbers=numbers,
        rule=settings.get("rule", "lower") if kind is PosteriorPair else None,
    )


def joined(parts: Sequence[JointPairs | None]) -> LazyRows | None:
    """The rows of all parts, one after the other; None if one of them is not there."""
    every = _together(parts)
    return None if every is None else LazyRows(every)


def _together(parts: Sequence[JointPairs | None]) -> JointPairs | None:
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in found])
        for name in ("places", "best", "decided")
    }
    arrays["numbers"] = {
        name: np.concatenate([part.numbers[name] for part in found]) for name in found[0].numbers
    }
    return replace(found[0], **arrays)


def _states(source: ResultsTable, settings: Mapping[str, Any]) -> list[int]:
    rules = pair_rules(settings.get("ties", "auto"), source.rope)
    return [3 if rule == "equal" else 2 for rule in rules.values()]


def _at(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Each row's value at its own place."""
    return values[np.arange(len(places)), places]


Answer = tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]


def _likelihood(
    source: ResultsTable,
    pair: tuple[str, str],
    counts: PairStatements,
    alpha: float,
    settings: Mapping[str, Any],
) -> Answer:
    """The likelihood-ratio test of every pair; p-values are not yet corrected."""
    ranked = -np.sort(-np.pad(counts.weights, ((0, 0), (0, 1))), axis=1)
    best, n_a = leading(counts.weights, LEAD_TOLERANCE), ranked[:, 0]
    n_b = np.where(best < 0, n_a, ranked[:, 1])
    p = glrt.exact_p_value(n_a, n_b)
    worst = np.full(len(best), np.nan)
    if (counts.states == 2).all():  # otherwise it is not known what a tied data set could be
        some = np.flatnonzero((best >= 0) & (counts.tied > 0))
        worst[some] = glrt.worst_p_values(counts.alone[some], counts.possible[some], best[some])
    return best, (p <= alpha) & (best >= 0), {
        "count": n_a,
        "p_value": p,
        "p_value_asymptotic": glrt.asymptotic_p_value(n_a, n_b),
        "p_value_worst": worst,
        "p_adjusted": p,
    }  # fmt: skip


def _posterior(
    source: ResultsTable,
    pair: tuple[str, str],
    counts: PairStatements,
    alpha: float,
    settings: Mapping[str, Any],
) -> Answer:
    """The Bayesian test of every pair."""
    prior = prior_of(
        StatementCounts(
            algorithms=pair,
            measures=source.measures,
            codes=counts.codes(counts.number[0, : counts.seen[0]]),
            weights=counts.weights[0, : counts.seen[0]],
            n=counts.n,
            tie_rules=pair_rules(settings.get("ties", "auto"), source.rope),
        ),
        settings.get("prior", "symmetric"),
        settings.get("prior_strength"),
    )
    own = prior.strength if prior.name == "imprecise" else None
    found = pair_posteriors(
        counts,
        float(prior.observed[0]),
        SENSITIVITY_STRENGTH if own is None else own,
        claims.LOWER_MASS if own is None else max(claims.LOWER_MASS, own),
        tolerance=LEAD_TOLERANCE,
    )
    rule = settings.get("rule", "lower")
    unknown = np.full(len(found.best), np.nan)
    probability, upper = found.probability, unknown
    if own is not None:
        probability = found.lower
        upper = np.where(found.best < 0, np.nan, upper_bounds(counts, found.first, own))
    decisive = found.decisive if rule == "lower" else probability
    decided = decisive >= claims.from_where(rule, alpha)  # false where nothing leads
    return found.best, decided, {
        "count": _at(counts.weights, found.first),
        "probability": probability,
        "probability_lower": found.lower if own is None else unknown,
        "probability_upper": upper,
        "mcse": np.zeros(len(decided)),
        "decisive": decisive,
    }  # fmt: skip


_TESTS: dict[str, tuple[type[JointPair], Any]] = {
    "glrt": (LikelihoodPair, _likelihood),
    "bayes": (PosteriorPair, _posterior),
}
