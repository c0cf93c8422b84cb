"""A claim in the user's words, such as "as accurate, and faster", and how often it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np

from jointstats.base import kinds, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution
from jointstats.claims import claim_result
from jointstats.claims.claim_result import ClaimMeasure, ClaimResult, NamedClaim
from jointstats.claims.pair_votes import Evidence
from jointstats.evidence import claim_tests as kernel
from jointstats.evidence.outcomes import BETTER, EQUAL, WORSE
from jointstats.evidence.scores import BOTH_FAILED, UNKNOWN
from jointstats.table.beside_values import Group, groups_of
from jointstats.table.intake import voting_table
from jointstats.table.results_table import ResultsTable

PAIR = np.array([[0, 1]])


@declare(
    "claim test",
    family="joint",
    asks='Does a claim about two algorithms, such as "as accurate and faster", hold on most '
    "data sets?",
    gives="exact p-value, and the share of data sets",
    needs='only which of two results is better; a rope if the claim includes "practically equal"',
    mind="state the claim before you see the results",
    validity=("one claim", "probabilities"),
)
def claim_test(
    table: TableLike,
    a: kinds.Algorithm,
    b: kinds.Algorithm,
    *,
    better: kinds.Measures = None,
    not_worse: kinds.NotWorse = None,
    equal: kinds.Measures = None,
    at_least: kinds.AtLeast = None,
    groups: kinds.Groups = None,
    within: kinds.Within = "jointly",
    threshold: kinds.Coverage = 0.5,
    alternative: kinds.Sides = "greater",
    prior_strength: kinds.Mass = 1.0,
    alpha: kinds.Alpha = 0.05,
    level: kinds.Coverage = 0.95,
    on: kinds.Measures = None,
    **roles: Unpack[TableRoles],
) -> ClaimResult:
    """Test a claim about two algorithms, such as "better on accuracy, not worse on time".

    A data set shows the claim if it holds there on every named measure. The test asks whether it
    holds on more than half of all data sets like these, and more often than the claim with the
    algorithms exchanged.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    a : str
        The algorithm that the claim favours.
    b : str
        The algorithm with which it is compared.
    better : sequence of str, optional
        Measures on which `a` is better than `b`, by more than the rope.
    not_worse : sequence of str, or dict, optional
        Measures on which `a` is better than `b`, or practically equal. With a margin for each, such
        as ``{"accuracy": 0.01}``, `a` is worse by at most that much, in the unit of the measure.
        The margin replaces the rope of the table in this claim; None keeps the rope.
    equal : sequence of str, optional
        Measures on which the two are practically equal, that is, within the rope. The measures need
        one.
    at_least : int, optional
        Smallest number of measures of `better` on which `a` has to be better; by default all.
    groups : dict, optional
        Groups of measures, such as ``{"quality": ["accuracy", "auc"]}``, whose names can be among
        the measures of `better` (better on the group: see `within`) and of `not_worse` and `equal`
        (for all of its measures).
    within : {"jointly", "wins"}, int or dict, default "jointly"
        Rule for "better on a group": worse on none of its measures and better on at least one
        ("jointly"); better on more measures than worse ("wins"); or better on at least this number,
        more than half. Rules named by group apply to single groups.
    threshold : float, default 0.5
        The share of data sets to exceed.
    alternative : {"greater", "two-sided"}, default "greater"
        For both p-values of a claim that is named in advance. A two-sided test also shows that it
        holds on a share below the threshold.
    prior_strength : float, default 1
        Total mass s of the prior.
    alpha : float, default 0.05
        The claim is decided (shown) if its exact p-value is at most `alpha`.
    level : float, default 0.95
        Coverage of the share's two intervals.
    on : sequence of str, optional
        Only these measures of the table; the claim can name no other.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    ClaimResult

    Raises
    ------
    JointStatsError
        For invalid input or options, and for claims that name no measure or contradict themselves.

    Notes
    -----
    A data set on which the claim holds votes for it, any other against it. A tie on a measure
    without a declared rope may hide a difference, and a result may be missing
    (``missing="unknown"``): then the data set votes against the claim if some possible value would.
    If the data sets come in families (`cluster`, when the table is made), each family has one vote,
    that of most of its data sets; a divided one has none.

    The share of votes is tested by the exact binomial test, and has the Clopper–Pearson interval.
    The posterior is Beta(s/2 + yes, s/2 + no): however many measures, a claim is one question with
    two answers. In the comparison with the opposite claim, data sets that show exactly one of the
    two vote. A one-sided p-value at most `alpha` corresponds to an interval of level 1 − 2 `alpha`
    above the threshold; a two-sided one is twice the smaller tail. Statement counts are refused,
    because they do not record practical equality.

    Examples
    --------
    As accurate within one percentage point, and faster:

    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[80.1, 9], [71.0, 8], [90.2, 7], [66.3, 5], [85.9, 6]],
    ...      "B": [[80.3, 4], [70.8, 5], [90.2, 3], [66.9, 4], [85.0, 5]]},
    ...     measures={"accuracy": "max", "time": "min"}, rope={"accuracy": 1})
    >>> result = js.claim_test(table, "B", "A", equal=["accuracy"], better=["time"])
    >>> result.yes, result.p_value, result.decided
    (5, 0.03125, True)

    At most half a point less accurate, with any rope of the table:

    >>> js.claim_test(table, "B", "A", not_worse={"accuracy": 0.5}, better=["time"]).yes
    4
    """
    first, second = claim_result.two_algorithms(a, b)
    claim_result.refuse_only(roles)
    if not isinstance(table, ResultsTable):
        roles["only"] = [first, second]
    source, margins = claim_result.with_margins(voting_table(table, on=on, **roles), not_worse)
    said = {"better": better, "not_worse": not_worse, "equal": equal}
    all_groups = groups_of(source.measures, groups, within)
    claim, grouped = _claim_about(source.measures, all_groups, said, at_least)
    claim = replace(claim, margins=margins)
    named = _named(source.measures, claim, grouped)
    pair = claim_result.pair_of(source, (first, second), named)
    claim_result.require_ropes(claim, pair.rope)
    evidence = Evidence.of(pair, (*(Group(name, (name,)) for name in pair.measures), *grouped))
    asked = claim_result.coded(claim, evidence.declared.questions)
    seen = evidence.outcomes(PAIR)[0]
    used = asked.present(seen)

    votes = partial(_votes, evidence)
    yes, no = votes(asked.score)
    n_units, _ = votes(asked.present)
    for_it, for_opposite = votes(asked.against)
    share = kernel.claim_share(yes, yes + no, threshold, prior_strength=prior_strength, level=level)
    against = kernel.claim_share(for_it, for_it + for_opposite, prior_strength=prior_strength)
    best = votes(asked.best_score)
    p = kernel.votes_p_value((yes, no), best, threshold, alternative)
    best_against = votes(asked.best_against)
    p_against = kernel.votes_p_value((for_it, for_opposite), best_against, alternative=alternative)
    a, b = pair.algorithms
    mirrored = asked.own_opposite
    # The other measures say what a claim on one costs.
    data = source.select(algorithms=[first, second]) if len(pair.measures) == 1 else pair
    known = {"rope": pair.declared_rope, "groups": grouped, "data": data}
    facts = claim_result.facts_of_pair(pair, used, evidence.units, **known)
    return ClaimResult(
        facts=facts,
        warnings=tuple(_too_few(n_units, facts.n_families, threshold, alternative, alpha)),
        claim=claim.said(a, b),
        opposite=None if mirrored else claim.said(b, a),
        better=claim.better,
        not_worse=claim.not_worse,
        equal=claim.equal,
        at_least=claim.at_least,
        yes=yes,
        no=no,
        neither=n_units - yes - no,
        n_unknown=int((asked.may_hold(seen) & ~asked.holds(seen)).sum()),
        share=yes / (yes + no) if yes + no else None,
        **_of_share(share),
        threshold=threshold,
        p_value=p,
        p_value_below=kernel.below_p_value(best, threshold),
        decided=p <= alpha and yes > threshold * (yes + no),
        yes_against=for_it,
        no_against=for_opposite,
        probability_opposite=None if mirrored else float(against.probability),
        p_value_opposite=None if mirrored else p_against,
        alternative=alternative,
        by_measure=_by_measure(pair, claim, evidence.declared.questions, seen[used]),
        prior_strength=prior_strength,
        alpha=alpha,
        level=level,
    )


def _claim_about(
    measures: Iterable[str], groups: Iterable[Group], said: Mapping[str, Any], at_least: int | None
) -> tuple[NamedClaim, tuple[Group, ...]]:
    """The claim in names of measures and groups, and the groups that it is about."""
    several = [group for group in groups if not group.alone]
    of_one = {role: claim_result.ungrouped(said[role], several) for role in ("not_worse", "equal")}
    names = (*measures, *(group.name for group in several))
    claim = claim_result.named_claim(names, said["better"], **of_one, at_least=at_least)
    return claim, tuple(group for group in several if group.name in claim.measures)


def _named(measures: Iterable[str], claim: NamedClaim, grouped: Sequence[Group]) -> list[str]:
    """The measures that a claim is about, by name or in a group."""
    of_groups = {name for group in grouped for name in group.measures}
    return [name for name in measures if name in claim.measures | of_groups]


def _votes(evidence: Evidence, score: Callable[..., Any]) -> tuple[int, int]:
    """Units that vote for a score of the only pair, and against it."""
    yes, no, _ = evidence.votes(score, PAIR)[0].tolist()
    return yes, no


def _of_share(share: kernel.ClaimShare) -> dict[str, Any]:
    """The share of units for which a claim holds: bounds, and the probability that it is enough."""
    return {
        "share_low": float(share.low),
        "share_high": float(share.high),
        "credible_low": float(share.credible_low),
        "credible_high": float(share.credible_high),
        "probability": float(share.probability),
    }


def _by_measure(
    pair: ResultsTable, claim: NamedClaim, questions: Sequence[str], seen: np.ndarray
) -> tuple[ClaimMeasure, ...]:
    codes = (BETTER, EQUAL, WORSE, UNKNOWN, BOTH_FAILED)
    better, equal, worse, unknown, failed = ((seen == code).sum(axis=0).tolist() for code in codes)
    return tuple(
        ClaimMeasure(
            measure=name,
            asked=claim.asked(name),
            n_better=better[j],
            n_equal=equal[j],
            n_worse=worse[j],
            n_unknown=unknown[j],
            n_both_failed=failed[j] if any(failed) else None,
            rope=pair.declared_rope.get(name),
        )
        for j, name in enumerate(questions)
    )


def _too_few(
    n_units: int,
    n_families: int | None,
    threshold: float,
    alternative: kernel.Alternative,
    alpha: float,
) -> Iterator[Caution]:
    best = float(kernel.binomial_p_value(n_units, n_units, threshold, alternative))
    if best > alpha:
        counted = wording.units(n_units, n_families)
        yield Caution(
            f"{wording.capital(counted)} cannot show it at level {alpha:g}: even if all of them "
            f"voted for the claim, p would be {wording.significant(best)}."
        )
