"""How many data sets must go before something is no longer decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jointstats.kernels.joint import removals
from jointstats.kernels.joint.claim_tests import binomial_p_value
from jointstats.kernels.joint.removals import removals_of_pair
from jointstats.labelled.compare.pair_claim import Names
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.margin import rule_of_bayes, rule_of_glrt
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.sensitivity import variants
from jointstats.labelled.sensitivity.questions import OfClaims, Statement
from jointstats.labelled.sensitivity.result import Fewest
from jointstats.labelled.sensitivity.search import Search
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.groups import grouped_outcomes, groups_of
from jointstats.labelled.table.pairs import outcomes_of_pairs

MOST_PAIRS = 10  # of which removals are looked for
REMOVED = "removed"  # what their computations are counted under


def fewest(search: Search, result: Any) -> tuple[Fewest, ...]:
    """Of what is decided, how many data sets must go at the least."""
    if not search.base:
        return ()
    if search.table.known_in_families:
        search.not_tried.append(
            "How many data sets must go: they come in families, and it matters which ones go."
        )
        return ()
    if isinstance(search.question, OfClaims):
        return tuple(_of_pairs(search, search.question))
    k = _by_counts(result)
    if k is None:
        search.not_tried.append("How many data sets must go is not known from counts alone.")
        return ()
    said = search.base[0].on(tuple(search.table.measures))
    return (Fewest(statement=said, at_least=k, found=k, exact=True, datasets=Names()),)


def _by_counts(result: Any) -> int | None:
    """Where whoever goes shows the statement: by subtraction; None where ties were split."""
    if isinstance(result, ClaimResult):
        return _of_claim(result)
    if not isinstance(result, GLRTResult | BayesResult) or result.data is None:
        return None
    split = "split" in result.tie_rules.values() and result.n_tied
    if split or result.data.unknown:
        return None
    ties: dict[str, Any] = {"ties": result.call["ties"]} if len(result.algorithms) == 2 else {}
    counts = count_table(result.data, result.question, result.control, **ties)
    if isinstance(result, GLRTResult):
        return removals.fewest_of_leader(counts.weights, rule_of_glrt(result.alpha))
    said = result.call
    rule = rule_of_bayes(
        counts, said["prior"], said["prior_strength"], result.alpha, result.rule
    )  # fmt: skip
    return None if rule is None else removals.fewest_of_leader(counts.weights, rule)


def _of_claim(result: ClaimResult) -> int | None:
    """Data sets that show the claim go: any other one makes it more frequent."""
    for k in range(1, result.count + 1):
        count, n = result.count - k, result.n - k
        if count <= result.threshold * n:
            return k
        sides: Any = result.alternative
        p = binomial_p_value(count, n, result.threshold, sides)
        if float(p) > result.alpha:
            return k
    return None


def _of_pairs(search: Search, question: OfClaims) -> Iterator[Fewest]:
    """Of each pair: a bound from its own counts, and a removal that was tried on the whole."""
    table, measures = search.table, tuple(search.table.measures)
    names = [one for one in search.base if one.names]
    n_pairs = len(pairs_of(table.algorithms, question.control))
    certain = np.array(
        [rule == "equal" for rule in pair_rules(question.options["ties"], table.rope).values()]
    )
    groups = groups_of(measures, question.options.get("groups"),
                       question.options.get("within", "all"))  # fmt: skip
    equal = bool(certain.any()) or not all(group.alone for group in groups)
    every = variants.datasets_of(table)
    looked = 0
    for one in names[:MOST_PAIRS]:
        if search.spent(REMOVED):
            break
        looked += 1
        seen, sure, conflict = outcomes_of_pairs(table, [_pair(one)])[0], certain, None
        if groups:
            seen, sure, conflict = grouped_outcomes(seen, measures, groups, certain)
        low, found, removed = _search(
            search, one,
            removals_of_pair(seen, sure, conflict, equal=equal), question.alpha / n_pairs, every,
        )  # fmt: skip
        yield Fewest(
            statement=one.on(measures),
            at_least=low,
            found=found,
            exact=found == low,
            datasets=Names(every[i] for i in removed),
        )
    if len(names) > looked:
        search.not_tried.append(
            f"How many data sets must go was looked for of {looked} of {len(names)} pairs."
        )


def _search(
    search: Search, one: Statement, tried: Iterator[removals.Removed], level: float,
    every: tuple[str, ...],
) -> tuple[int, int | None, tuple[int, ...]]:  # fmt: skip
    """At least so many, so many that are enough, and which.

    With fewer than the first the pair's p-value stays at the level that it has in any case, its
    part of alpha before anything is shown: it is shown, whatever the others do.
    """
    low, bounded = 0, True
    for k, removed in enumerate(tried, start=1):
        bounded = bounded and removed.every and removed.p_value <= level
        low = k if bounded else low
        if removed.p_value <= level:
            continue
        if search.spent(REMOVED):
            break
        gone = {every[i] for i in removed.places}
        left = variants.without(search.table, gone) if len(gone) < len(every) else None
        there = () if left is None else search.decided(REMOVED, left)
        if all(set(_pair(other)) != set(_pair(one)) for other in there):
            return low + 1, k, removed.places
    return low + 1, None, ()


def _pair(one: Statement) -> tuple[str, str]:
    a, b = one.names
    return a, b
