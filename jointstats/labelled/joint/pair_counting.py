"""Counting what pairs of algorithms show in a results table, and in a part of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from jointstats.kernels.joint.outcomes import EQUAL, MISSING
from jointstats.kernels.joint.pair_histograms import pair_histograms
from jointstats.kernels.messages import Option, asked
from jointstats.kernels.single.moments import moments
from jointstats.labelled.cautions import announced
from jointstats.labelled.errors import InvalidValueError, OptionError
from jointstats.labelled.given import Labels, TableLike, TableRoles
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.family_counts import FamilyCounts
from jointstats.labelled.joint.pair_totals import PairTotals, verdict_of
from jointstats.labelled.joint.ties import with_ties
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable


@announced
def pair_totals(
    table: TableLike, *, on: Labels | None = None, **roles: Unpack[TableRoles]
) -> PairTotals:
    """Count what every pair of algorithms shows, all measures together.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    PairTotals

    Raises
    ------
    TooManyOutcomesError
        If three outcomes of so many measures, of all pairs (and families), do not fit into memory.
    OptionError
        If the table has properties (`per_algorithm`), which totals do not keep.
    JointStatsError
        For invalid input, as :func:`jointstats.results_table`.

    Examples
    --------
    >>> import jointstats as js
    >>> totals = js.pair_totals(js.load_dataset("example1"))
    >>> totals.outcomes.tolist()
    [[1, 0, 2, 0, 0, 0, 3, 0, 6]]
    """
    made = as_table(table, on=on, unknown_fits=True, families_fit=True, **roles)
    if made.properties:
        raise OptionError(
            Option("per_algorithm"), " has no meaning for totals: they keep no properties."
        )
    return totals_of(made)


def totals_of(table: ResultsTable) -> PairTotals:
    """The totals of a finished table, or of a part of one, which may be empty."""
    base = base_of(table.missing)
    values = table.known()
    # Those on which two algorithms have all results.
    used = (~np.isnan(values).any(axis=1)).sum(axis=1) > 1
    names, clusters, sizes, of_families = None, None, np.zeros(0, dtype=np.int64), None
    if table.families is not None:
        chosen = table.everything()[1] if table.unknown else table.datasets
        own = [table.families[name] for name in chosen]
        names = tuple(sorted(set(own)))
        number = {name: i for i, name in enumerate(names)}
        clusters = np.array([number[name] for name in own], dtype=np.int64)
    found = pair_histograms(values, table.rope_widths, clusters, base=base)
    if names is not None and clusters is not None:
        of_families = found[: len(names)]
        sizes = np.bincount(clusters[used], minlength=len(names))
    turned = values * table.signs[:, None]
    absent = ~np.isfinite(turned)
    exact = (absent | (turned == 0) | (turned == 1)).all(axis=(0, 2))
    lost = absent.sum(axis=0)
    if table.incomplete is not None and not table.unknown:
        lost = lost + np.isnan(table.incomplete).sum(axis=0)
    made = PairTotals(
        algorithms=table.algorithms,
        measures=table.measures,
        n=int(used.sum()),
        n_dropped=table.n + table.n_dropped - int(used.sum()),
        rope=table.rope,
        outcomes=found.sum(axis=0),
        binary=tuple(name for name, one in zip(table.measures, exact, strict=True) if one),
        sums={name: tuple(moments(turned[:, j])) for j, name in enumerate(table.measures)},
        lacking={name: lost[j] for j, name in enumerate(table.measures)},
        family_names=names,
        family_sizes=sizes,
        family_outcomes=of_families,
        n_failed=table.n_failed,
    )
    return replace(made, verdict=verdict_of(made))


def base_of(missing: str) -> int:
    """How many outcomes a measure has by the rule for missing results: 4 if one is "missing"."""
    return 4 if missing == "unknown" else 3


def counts_of_two(totals: PairTotals, ties: Any = "auto") -> StatementCounts:
    """Statement counts from the totals of two algorithms.

    Raises
    ------
    InvalidValueError
        If there are more than two.
    """
    if len(totals.algorithms) > 2:
        raise InvalidValueError(
            f"Totals of pairs say nothing of the {len(totals.algorithms)} algorithms as a whole: "
            "name two of them (",
            asked("only"),
            "), or give the results.",
        )
    rules = totals.rules(ties)
    there = (totals.states < MISSING).all(axis=1)
    states, weights = totals.states[there], totals.outcomes[0, there]
    seen = weights > 0
    states, weights = states[seen], weights[seen]
    tied = states == EQUAL
    n = int(weights.sum())
    families = None
    if totals.family_names is not None and totals.family_outcomes is not None:
        own = totals.family_outcomes[:, 0][:, there][:, seen]
        some = np.flatnonzero(own.any(axis=1))
        names = tuple(totals.family_names[i] for i in some.tolist())
        families = FamilyCounts(names, own[some].astype(float))
    counts = StatementCounts(
        algorithms=totals.algorithms,
        measures=totals.measures,
        codes=states,
        weights=weights.astype(float),
        n=n,
        n_tied=int(weights[tied.any(axis=1)].sum()),
        ties={name: int(weights[tied[:, j]].sum()) for j, name in enumerate(totals.measures)},
        rope=totals.rope,
        n_failed=totals.n_failed,
        tie_rules=dict.fromkeys(totals.measures, "equal"),
        families=families,
    )
    counts = with_ties(counts, rules)
    if "equal" in rules.values():
        return counts
    agrees = (tied | (states // 2 == counts.codes[:, None])).all(axis=2)
    whole = ~tied.any(axis=1)
    return replace(counts, alone=agrees @ (weights * whole), possible=agrees @ weights)
