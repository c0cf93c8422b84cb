"""What the results themselves call for saying in a comparison, whatever the tests find."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.labelled.findings import kinds
from jointstats.labelled.joint.ties import often_tied_of
from jointstats.labelled.table.pairs import PairTies
from jointstats.labelled.table.results_table import ResultsTable


def of_the_table(
    table: ResultsTable, rules: Mapping[str, str], ties: PairTies
) -> list[kinds.Finding]:
    """What the results themselves call for saying.

    Parameters
    ----------
    table : ResultsTable
    rules : mapping
        Measure to what ties of two algorithms are.
    ties : PairTies
        Of all pairs.
    """
    found: list[kinds.Finding] = [kinds.FailedRuns()] if table.n_failed else []
    values, _ = table.everything() if table.unknown else (table.values, ())
    there = ~np.isnan(values) | (not table.unknown)  # NaN is a failed run otherwise: it differs
    highest = values.max(axis=2, where=there, initial=-np.inf)
    with np.errstate(over="ignore"):  # infinite is no tie, either
        spread = highest - values.min(axis=2, where=there, initial=np.inf)
    size = np.abs(values).max(axis=2, where=there, initial=0.0)
    within = table.rope_widths + orders.TIE_TOLERANCE * size
    same = tuple(
        name
        for name, equal in zip(table.measures, (spread <= within).all(axis=0), strict=True)
        if equal and rules[name] == "split"
    )
    if same and len(same) < len(table.measures):
        found.append(kinds.EqualMeasures(measures=same))
    tied = zip(table.measures, ties.of_any.tolist(), strict=True)
    recorded = {name: n for name, n in tied if n and rules[name] == "split"}
    if recorded:
        found.append(kinds.RecordedTies(ties=recorded, n=len(values)))
    if len(table.algorithms) > 2:  # the tests of two say it themselves
        often = often_tied_of(ties, rules)
        found += [kinds.OftenTied(ties=often)] if often else []
    return found
