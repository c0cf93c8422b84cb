"""A claim in the user's words, such as "as accurate, and faster", and how often it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.joint import claim_tests as kernel
from jointstats.kernels.joint.outcomes import (
    BETTER,
    EQUAL,
    MISSING,
    WORSE,
    Claim,
    outcomes,
    pair_outcomes,
)
from jointstats.labelled import wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.joint.claim_families import (
    against_opposite_in_families,
    share_in_families,
)
from jointstats.labelled.joint.claim_result import (
    ClaimMeasure,
    ClaimResult,
    NamedClaim,
    UnknownClaim,
    verdict,
)
from jointstats.labelled.joint.named_claim import (
    exact_equality,
    named_claim,
    refuse_only,
    two_algorithms,
    ungrouped,
)
from jointstats.labelled.kinds import (
    Algorithm,
    Alpha,
    AtLeast,
    Coverage,
    Groups,
    Mass,
    Measures,
    Sides,
    Within,
)
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.groups import Group, groups_of, with_groups
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable


@declare(
    "claim test",
    family="joint",
    asks="Is one algorithm as accurate as another and faster, or whatever else you claim, on most "
    "data sets?",
    gives="share of data sets, exact p-value",
    needs="orders only; a rope where practically equal is claimed",
    mind="name the claim before you look at the results",
)
def claim_test(
    table: TableLike,
    a: Algorithm,
    b: Algorithm,
    *,
    better: Measures = None,
    not_worse: Measures = None,
    equal: Measures = None,
    at_least: AtLeast = None,
    groups: Groups = None,
    within: Within = "all",
    threshold: Coverage = 0.5,
    alternative: Sides = "greater",
    prior_strength: Mass = 1.0,
    alpha: Alpha = 0.05,
    level: Coverage = 0.95,
    on: Measures = None,
    **roles: Unpack[TableRoles],
) -> ClaimResult:
    """Test a claim about two algorithms: better here, not worse there, practically equal elsewhere.

    A data set shows the claim if it holds there on every measure that is named. Is that so on more
    than half of all data sets like these, and more often than the same with the two algorithms
    exchanged?

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    a : str
        The algorithm that the claim speaks for.
    b : str
        The algorithm with which it is compared.
    better : sequence of str, optional
        Measures on which `a` is better than `b`, by more than the rope.
    not_worse : sequence of str, optional
        Measures on which `a` is better than `b`, or practically equal.
    equal : sequence of str, optional
        Measures on which the two are practically equal: within the measure's rope.
    at_least : int, optional
        Better on at least so many of the measures in `better`; by default on all of them.
    groups : dict, optional
        Groups of measures, such as ``{"quality": ["accuracy", "auc"]}``, whose names can stand
        among the measures of `better` (better on the group: see `within`) and of `not_worse` and
        `equal` (for all of its measures).
    within : {"all", "some", "wins"}, int or dict, default "all"
        Better on a group: on "all" of its measures; on "some", and worse on none; more "wins" on it
        than losses; or on so many, at least. Or a rule for each group.
    threshold : float, default 0.5
        The share of data sets that is to be exceeded.
    alternative : {"greater", "two-sided"}, default "greater"
        Of both p-values: one-sided for a claim that was named before the results were seen,
        two-sided for any other.
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
    The claim holds on k of n data sets. Its share is tested by the exact binomial test, and has the
    Clopper–Pearson interval. The posterior is Beta(s/2 + k, s/2 + n − k): however many measures, a
    claim is one question with two answers. Against the opposite claim the data sets count that show
    exactly one of the two, as in the sign test. A one-sided p-value at most `alpha` goes with an
    interval of level 1 − 2 `alpha` above the threshold; a two-sided one is twice the smaller tail,
    as goes with the Clopper–Pearson interval. Statement counts will not do: they do not
    say who is practically equal.

    If the data sets come in families (`cluster`, when the table is made), both p-values come from
    sign flips of whole families, and `threshold` must be one half; the confidence interval is that
    of as many independent data sets as these are worth (Korn & Graubard 1998), carefully estimated,
    and each family has a share of its own around the common one, of which the posterior is.

    What stands behind it: rows "one claim", "probabilities" and "families" of the ledger in
    `docs/validity.md`.

    Examples
    --------
    As accurate within one percentage point, and faster:

    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[80.1, 9], [71.0, 8], [90.2, 7], [66.3, 5], [85.9, 6]],
    ...      "B": [[80.3, 4], [70.8, 5], [90.2, 3], [66.9, 4], [85.0, 5]]},
    ...     measures={"accuracy": "max", "time": "min"}, rope={"accuracy": 1})
    >>> result = js.claim_test(table, "B", "A", equal=["accuracy"], better=["time"])
    >>> result.count, result.p_value, result.decided
    (5, 0.03125, True)
    """
    first, second = two_algorithms(a, b)
    refuse_only(roles)
    if not isinstance(table, ResultsTable):
        roles["only"] = [first, second]
    source = as_table(table, on=on, families_fit=True, **roles)
    several = [one for one in groups_of(source.measures, groups, within) if not one.alone]
    not_worse, equal = (ungrouped(names, several) for names in (not_worse, equal))
    names = (*source.measures, *(one.name for one in several))
    claim = named_claim(names, better, not_worse, equal, at_least)
    grouped = tuple(one for one in several if one.name in claim.measures)
    of_groups = {name for one in grouped for name in one.measures}
    named = [name for name in source.measures if name in claim.measures | of_groups]
    pair = source.select(algorithms=[first, second], measures=named)
    found = claim_on_pair(
        pair,
        claim,
        grouped,
        threshold=threshold,
        alternative=alternative,
        prior_strength=prior_strength,
        alpha=alpha,
        level=level,
    )
    alone = len(pair.measures) == 1  # the other measures say what it costs
    return replace(found, data=source.select(algorithms=[first, second]) if alone else pair)


def claim_on_pair(
    pair: ResultsTable,
    claim: NamedClaim,
    groups: tuple[Group, ...] = (),
    *,
    threshold: float,
    alternative: kernel.Alternative,
    prior_strength: float,
    alpha: float,
    level: float,
) -> ClaimResult:
    """What :func:`claim_test` says of a finished table of two algorithms and the claim's measures.

    Parameters
    ----------
    pair : ResultsTable
    claim : NamedClaim
        It names the table's measures, or groups of them, and no other.
    groups : tuple of Group
        Those that it names.
    threshold, alternative, prior_strength, alpha, level
        As for :func:`jointstats.claim_test`.
    """
    seen = with_groups(
        outcomes(pair.oriented(), np.ones(len(pair.measures)), pair.rope_widths), pair, groups
    )
    coded = _coded(claim, [*pair.measures, *(group.name for group in groups)])
    holds, opposite = coded.holds(seen), coded.opposite_holds(seen)
    count, both = int(holds.sum()), int((holds & opposite).sum())
    only, other = count - both, int(opposite.sum()) - both
    sides: dict[str, Any] = {"alternative": alternative, "prior_strength": prior_strength}
    families = None
    if pair.in_families:
        clusters = pair.clusters
        found, families = share_in_families(holds, clusters, threshold, level=level, **sides)
        each = (holds & ~opposite, opposite & ~holds)
        against = against_opposite_in_families(*each, clusters, **sides)
    else:
        found = kernel.claim_share(count, pair.n, threshold, level=level, **sides)
        against = kernel.claim_against_opposite(only, other, **sides)
    a, b = pair.algorithms
    mirrored = coded.own_opposite
    result = ClaimResult(
        algorithms=pair.algorithms,
        measures=pair.measures,
        n=pair.n,
        n_dropped=pair.n_dropped,
        warnings=tuple(_cautions(claim, pair, threshold, alternative, alpha, families)),
        claim=claim.said(a, b),
        opposite=None if mirrored else claim.said(b, a),
        better=claim.better,
        not_worse=claim.not_worse,
        equal=claim.equal,
        at_least=claim.at_least,
        count=count,
        share=float(found.share),
        share_low=float(found.low),
        share_high=float(found.high),
        credible_low=float(found.credible_low),
        credible_high=float(found.credible_high),
        threshold=threshold,
        probability=float(found.probability),
        p_value=float(found.p_value),
        decided=bool(found.p_value <= alpha and count > threshold * pair.n),
        n_only=only,
        n_only_opposite=other,
        n_both=both,
        n_neither=pair.n - only - other - both,
        probability_opposite=None if mirrored else float(against.probability),
        p_value_opposite=None if mirrored else float(against.p_value),
        alternative=alternative,
        by_measure=_by_measure(pair, claim, seen, groups),
        groups=groups,
        prior_strength=prior_strength,
        alpha=alpha,
        level=level,
        rope=pair.rope,
        dropped=pair.dropped,
        n_failed=pair.n_failed,
        unknown=_unknown(
            pair,
            groups,
            coded,
            holds,
            threshold=threshold,
            alternative=alternative,
            prior_strength=prior_strength,
            level=level,
        ),
        families=families,
    )
    return replace(result, verdict=verdict(result))


def _unknown(
    pair: ResultsTable, groups: tuple[Group, ...], claim: Claim, holds: NDArray, **how: Any
) -> UnknownClaim | None:
    """Share and p-value with everything that is missing against the claim, and for it."""
    if not pair.unknown:
        return None
    seen = pair_outcomes(pair.known(), pair.rope_widths, [[0, 1]])[0][pair.n :]
    best = np.full(seen.shape[1], BETTER)
    best[list(claim.equal)] = EQUAL  # groups are only claimed to be better
    missing = seen == MISSING
    clusters = pair.known_families(slice(None))

    def share(filled: Any) -> Any:
        whole = with_groups(np.where(missing, filled, seen), pair, groups)
        all_hold = np.concatenate([holds, claim.holds(whole)])
        if clusters is None:
            return kernel.claim_share(int(all_hold.sum()), len(all_hold), **how)
        return share_in_families(all_hold, clusters, **how)[0]

    least, most = share(WORSE), share(best)
    return UnknownClaim(
        n=len(seen),
        share_lowest=float(least.share),
        share_highest=float(most.share),
        p_value_lowest=float(most.p_value),
        p_value_highest=float(least.p_value),
    )


def _coded(claim: NamedClaim, measures: list[str]) -> Claim:
    """The claim with the places of its measures in their stead."""

    def places(names: Sequence[str]) -> tuple[int, ...]:
        return tuple(measures.index(name) for name in names)

    return Claim(places(claim.better), places(claim.not_worse), places(claim.equal), claim.at_least)


def _by_measure(
    pair: ResultsTable, claim: NamedClaim, seen: NDArray[np.int64], groups: tuple[Group, ...]
) -> tuple[ClaimMeasure, ...]:
    better, equal, worse = ((seen == code).sum(axis=0).tolist() for code in (BETTER, EQUAL, WORSE))
    return tuple(
        ClaimMeasure(
            measure=name,
            asked=claim.asked(name),
            n_better=better[j],
            n_equal=equal[j],
            n_worse=worse[j],
            rope=pair.rope.get(name),
        )
        for j, name in enumerate([*pair.measures, *(group.name for group in groups)])
    )


# --- What to keep in mind -------------------------------------------------------------------------


def _cautions(
    claim: NamedClaim,
    pair: ResultsTable,
    threshold: float,
    alternative: kernel.Alternative,
    alpha: float,
    families: Families | None,
) -> Iterator[Caution]:
    yield from exact_equality(claim, pair.rope, " when the table is made).")
    if families is not None:
        yield from families.too_few(alpha, one_sided=alternative == "greater")
        return
    best = float(kernel.binomial_p_value(pair.n, pair.n, threshold, alternative))
    if best > alpha:
        yield Caution(
            f"{wording.plural(pair.n, 'data set')} cannot show it at level {alpha:g}: even if the "
            f"claim held on all of them, p would be {wording.significant(best)}."
        )
