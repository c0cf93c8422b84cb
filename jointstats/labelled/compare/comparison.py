"""The one call: joint tests beside the separate ones, and what they found."""

from __future__ import annotations

from typing import Any, Unpack

from jointstats.kernels.messages import Function, Option
from jointstats.labelled import options
from jointstats.labelled.compare.claims import claims_of
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard import board_of
from jointstats.labelled.compare.of_families import left_out, of_families
from jointstats.labelled.compare.of_the_table import of_the_table
from jointstats.labelled.compare.pairwise import own_cases, pairs_of_table, pairwise_tests
from jointstats.labelled.compare.parts import called, joint_tests, mean_tests, tests_alone
from jointstats.labelled.compare.properties import with_properties
from jointstats.labelled.compare.ranking import OneMeasure, rank_algorithms
from jointstats.labelled.compare.unknown import data_sets_of_pairs, missing_results
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import OptionError
from jointstats.labelled.findings.of_comparison import cautions_of, findings_of
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.joint.prior import PriorChoice
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.kinds import (
    Adjustment,
    Algorithm,
    Alpha,
    Groups,
    Jobs,
    Measures,
    OptionalMass,
    Rule,
    SampleSize,
    Seed,
    Ties,
    Within,
    YesNo,
)
from jointstats.labelled.single.separate import decided, pairs_of
from jointstats.labelled.table.groups import groups_of
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.pairs import ties_of_pairs


@declare(
    "comparison",
    family="compare",
    asks="Which algorithm is jointly better, on what, and how sure is that?",
    gives="sentences, tables, figures, a report",
    needs="data sets that all algorithms share",
    mind="reads as a whole: what one of its tests shows alone is not claimed",
)
def compare_algorithms(
    table: TableLike,
    *,
    control: Algorithm = None,
    prior: PriorChoice = "symmetric",
    prior_strength: OptionalMass = None,
    rule: Rule = "lower",
    ess: SampleSize = "auto",
    on: Measures = None,
    ties: Ties = "auto",
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    groups: Groups = None,
    within: Within = "all",
    normal: YesNo = False,
    rng: Seed = 0,
    n_jobs: Jobs = None,
    **roles: Unpack[TableRoles],
) -> Comparison:
    """Compare algorithms jointly on all measures, and on each measure separately.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    control : str, optional
        Compare only this algorithm with each other one.
    prior : {"symmetric", "jeffreys", "uniform", "imprecise"} or sequence of float
        Of the Bayesian tests, as for :func:`jointstats.bayes_test`; masses for two algorithms only.
    prior_strength : float, optional
        Total mass of the symmetric and the imprecise prior; 1 by default.
    rule : {"lower", "probability"}, default "lower"
        What decides in the Bayesian tests, as for :func:`jointstats.bayes_test`.
    ess : "auto" or float, default "auto"
        Equivalent sample size of the network test, as for :func:`jointstats.network_test`.
    on : sequence of str, optional
        Only these measures.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms on a measure, for the joint tests of two and of every pair: an
        outcome of their own, "practically equal"; or split, half a data set for each side (the
        papers' rule). "auto": an outcome where the measure has a rope. A word for each of some
        measures will do, too. Questions about more than two at once split their ties.
    alpha : float, default 0.05
        Probability, at most, of any false claim among those shown; level of the separate tests.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of p-values for their number.
    groups : dict, optional
        What is shown is then about groups of measures, such as ``{"quality": ["accuracy", "auc"],
        "cost": ["time"]}``, named before the results are seen; a measure in none stands alone.
    within : {"all", "some", "wins"}, int or dict, default "all"
        Better on a group, on one data set: on "all" of its measures; on "some", and worse on none;
        more "wins" on it than losses; or on so many, at least. Or a rule for each group.
    normal : bool, default False
        Also compare the means, assuming that differences are normal: Hotelling's test of two
        algorithms or MANOVA of more, and Mardia's check of normality.
    rng : int, Generator or None, default 0
        Seed of what the network test samples, and of permutations.
    n_jobs : int, optional
        Workers that share the pairs, as for :func:`jointstats.pairwise_tests`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    Comparison

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    What is *shown* of pairs comes from exact tests of their outcomes (better, practically equal
    within the rope, worse): a ladder from "better on everything more often than the reverse" to
    "better on everything on most data sets", beside it "not worse on anything and better on
    something", one common outcome, and trade-offs. All claims of all pairs are one family, whose
    probability of any false claim is at most `alpha` (sequential rejection, Goeman & Solari 2010).
    What the data *lean to* is probable by a prior learned from all pairs, with the expected number
    of wrong leanings. `docs/validity.md` has the studies of both.

    The joint tests beside are those of Benavoli & de Campos (2016), each by its own rule; the
    separate ones Wilcoxon's signed-rank test (the sign test if runs have failed, or data sets come
    in families) with the correction `p_adjust` over all pairs and measures.

    If the table has families of data sets (`cluster`, when it is made), the claims are tested by
    sign flips of whole families, and so are the questions of the joint tests: see
    `docs/families.md`.

    Properties of the algorithms (``per_algorithm``, when the table is made) are known and not
    tested: who is shown to be better and is no worse there wins; a worse one makes the pair a
    trade-off, which nobody wins.

    What stands behind it: rows "claims shown", "leanings", "intervals", "families" and "missing
    results" of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> print(js.compare_algorithms(js.load_dataset("example1")).verdict)
    Nothing is shown of A and B: B is better on both measures at once on 6 of 12 data sets, A on 1.
    """
    results = as_table(table, on=on, unknown_fits=True, families_fit=True, **roles)
    if control is not None:
        control = options.known_name(options.CONTROL, control, results.algorithms)
    if len(results.algorithms) > 2 and not isinstance(prior, str):
        raise OptionError(
            Option("prior"),
            " must be a name with more than two algorithms: a vector of masses fits one question "
            "only (",
            Function("bayes_test"),
            " takes it).",
        )
    grouped = groups_of(results.measures, groups, within)
    rules = pair_rules(ties, results.rope)
    tied = ties_of_pairs(results, pairs_of(results.algorithms, None))
    bayes = {"prior": prior, "prior_strength": prior_strength, "rule": rule}
    two = len(results.algorithms) == 2
    network = {"ess": ess, "rng": rng}
    joint, failures = joint_tests(results, control, bayes, network, alpha, p_adjust, ties)
    cautions = [
        *cautions_of(joint, failures, control, one_question=two),
        *of_the_table(results, rules, tied),
    ]
    separate = tests_alone(results, control, alpha, p_adjust)
    everyone = separate if control is None else tests_alone(results, None, alpha, p_adjust)
    pairs: dict[str, Any] = {}
    if not two:
        for test, settings in (("glrt", {"ties": ties}), ("bayes", {**bayes, "ties": ties})):
            if test == "bayes" and left_out(results, len(pairs_of(results.algorithms, control))):
                continue
            by: dict[str, Any] = {"p_adjust": p_adjust} if test == "glrt" else {}
            by |= {"control": control, "alpha": alpha}
            result = pairs_of_table(
                results, test, settings, cases=own_cases(results), n_jobs=n_jobs, **by
            )
            pairs[test] = called(result, pairwise_tests, test=test, **by, **settings)
    means: dict[str, Any] = {}
    if normal:
        means, more = mean_tests(results, alpha, p_adjust, rng)
        cautions += more
    rankings = rank_algorithms(results, decided(everyone.tests))
    certain = [rule == "equal" for rule in rules.values()]
    claimed = claims_of(results, control, alpha, certain=certain, groups=grouped)
    claimed, of_properties = with_properties(claimed, results)
    cautions += missing_results(results, claimed)
    used = data_sets_of_pairs(results, control)
    if claimed.families is not None:
        cautions = of_families(results, claimed, alpha, [*joint, *means], cautions)
    board = board_of(results, claimed, alpha, control=control, pareto=joint.get("pareto"))
    found = findings_of(
        claimed, joint, separate, tuple(rankings.values()), order=board.order,
        control=control, alpha=alpha, normal=means if normal else None, groups=grouped,
    )  # fmt: skip
    return Comparison(
        algorithms=results.algorithms,
        measures=results.measures,
        n=results.n + int(used.sum()),
        n_dropped=results.n_dropped - int(used.sum()),
        call={"rng": rng},
        joint=joint,
        pairs=pairs,
        decided=claimed.decided,
        wins=claimed.wins,
        open=claimed.open,
        expected_wrong=claimed.expected_wrong,
        level_shares=claimed.level_shares,
        separate={
            measure: OneMeasure(
                ranking=rankings[measure],
                tests=separate.tests[k :: len(results.measures)],
            )
            for k, measure in enumerate(results.measures)
        },
        separate_test=separate.test,
        leaderboard=board,
        dropped=tuple(d for d, is_used in zip(results.dropped, used, strict=True) if not is_used),
        ties=dict(zip(results.measures, tied.of_any.tolist(), strict=True)),
        n_failed=results.n_failed,
        alpha=alpha,
        p_adjust=p_adjust,
        control=control,
        rope=results.rope,
        tie_rules=rules,
        aggregate=results.aggregate,
        families=claimed.families,
        properties=dict(results.properties),
        groups=grouped,
        normal=means,
        found=(*found, *of_properties, *cautions),
        data=results,
    )  # fmt: skip
