"""The one call: what the results show of every pair, and the papers' tests of two algorithms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

from jointstats.kernels.messages import Function
from jointstats.labelled.claims.compared_pair import compared_pairs
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard import board_of
from jointstats.labelled.compare.totals import Totals, table_notes, totals_of
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution, JointStatsError, unheard
from jointstats.labelled.given import DaskFrame, TableLike, TableRoles
from jointstats.labelled.joint.bayes import bayes_test
from jointstats.labelled.joint.glrt import glrt_test
from jointstats.labelled.joint.network import network_test
from jointstats.labelled.joint.structure import MOST_EXACT_EDGES
from jointstats.labelled.kinds import Algorithm, Alpha, Groups, Measures, Within
from jointstats.labelled.result import Result

_BY_COUNTS = Caution(
    "The papers' tests of two algorithms are left out, because a Dask data frame is not kept: give "
    "them its counts (", Function("statement_counts"), ").",
)  # fmt: skip


@declare(
    "comparison",
    family="compare",
    asks="Which algorithm is better, on which measures, at what price, and how sure is that?",
    gives="the state of every pair, a leaderboard, figures, a report",
    needs="orders only; data sets that the two of a pair share",
    mind="needs independent data sets, or their families",
)
def compare_algorithms(
    table: TableLike | DaskFrame,
    *,
    control: Algorithm = None,
    on: Measures = None,
    groups: Groups = None,
    within: Within = "all",
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> Comparison:
    """Compare algorithms on all measures, with one error rate for all claims about all pairs.

    Parameters
    ----------
    table : ResultsTable, DataFrame, dict of matrices, or Dask data frame
        A long table in a Dask data frame (extra ``scale``) need not fit into memory. Its votes are
        counted by partition, where the active Dask client says, and added up; without a client, in
        this process. Its rows are shuffled first where partitions share a data set or a family.
        The answer is that of the whole table, but does not keep the results: there are
        no medians, papers' tests, or figures of results (`data` is None).
    control : str, optional
        Compare only this algorithm with each other one.
    on : sequence of str, optional
        Only these measures.
    groups : dict, optional
        Compare on groups of measures, such as ``{"quality": ["accuracy", "auc"], "cost":
        ["time"]}``, named before the results are seen; a measure in none is a group by itself.
    within : {"all", "some", "wins"}, int or dict, default "all"
        Better on a group, on one data set: on "all" of its measures; on "some", and worse on none;
        more "wins" on it than losses; or on at least this number. Or a rule for each group.
    alpha : float, default 0.05
        Probability, at most, of any false claim among all claims that are shown.
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
    On each data set and measure, one algorithm of a pair is better, they are equal within the rope,
    or it is unknown: a tie on a measure without a rope may hide a difference. The claims of a pair
    form chains from weak to strong: on each measure, for each of the two, *not worse* (with a
    positive rope), *more often* better than worse, and better on *most* data sets; *equal* on most
    data sets (with a positive rope); and jointly, for each of the two, *dominates* more often than
    it is dominated, and on most data sets. To dominate is to be nowhere worse and somewhere better.
    What is unknown counts against a claim.

    Every claim has an exact binomial p-value. All claims of all pairs are tested by sequential
    rejection (Goeman & Solari 2010): a chain of weight w is shown up to the claim with p ≤ w α /
    (U − F), where U is the weight of all chains and F that of the finished ones; a joint chain
    weighs as much as there are measures, any other 1. The probability of any false claim is at most
    `alpha`, if data sets are independent draws. The state of a pair (win, ahead, trade-off, …)
    follows from its claims without further error.

    If the table has families of data sets (`cluster`, when it is made), each family has one vote:
    the claims are then about families. With ``missing="unknown"`` a missing result counts against
    every claim; with ``missing="drop"`` a pair does without the data set, as if results were
    missing at random.

    Two algorithms are also given to the tests of Benavoli & de Campos (2016), with their defaults
    (``tests``); these stand beside the claims, not behind them.

    What stands behind it: rows "claims shown" and "intervals" of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.compare_algorithms(js.load_dataset("weka"))
    >>> [(row.winner, row.loser, row.better(row.winner)) for row in result.wins][1]
    ('Logistic', 'J48graft', ('auc',))
    """
    totals = totals_of(table, control=control, groups=groups, within=within, on=on, **roles)
    head, shown = totals.head, totals.shown(alpha)
    pairs = compared_pairs(shown, head.properties)
    tests, refused = _tests(totals) if len(head.algorithms) == 2 else ({}, ())
    return Comparison(
        algorithms=head.algorithms,
        measures=head.measures,
        n=totals.n,
        n_dropped=len(totals.dropped),
        warnings=(*shown.too_few(), *refused, *table_notes(totals)),
        pairs=pairs,
        leaderboard=board_of(totals, shown, pairs, control=totals.control),
        tests=tests,
        control=totals.control,
        alpha=alpha,
        level=shown.level,
        rope=head.declared_rope,
        groups=totals.groups if any(not group.alone for group in totals.groups) else (),
        n_families=shown.n_families,
        missing=totals.missing,
        aggregate=head.aggregate,
        properties=dict(head.properties),
        dropped=totals.dropped,
        n_failed=totals.n_failed,
        data=totals.data,
    )


def _tests(totals: Totals) -> tuple[dict[str, Result], tuple[Caution, ...]]:
    """The papers' tests of two algorithms, with their defaults; those that refuse, with why.

    They take data sets that are complete.
    """
    if totals.data is None:
        return {}, (_BY_COUNTS,)
    table = replace(totals.data, missing="drop") if totals.data.unknown else totals.data
    run: dict[str, Any] = {"glrt": glrt_test, "bayes": bayes_test}
    if 1 < len(table.measures) <= MOST_EXACT_EDGES and table.units.n_families is None:
        run["network"] = network_test
    found: dict[str, Result] = {}
    refused: list[Caution] = []
    for name, test in run.items():
        try:
            with unheard():
                found[name] = test(table)
        except JointStatsError as error:
            refused.append(Caution(Function(f"{name}_test"), " is left out: ", *error.parts))
    return found, tuple(refused)
