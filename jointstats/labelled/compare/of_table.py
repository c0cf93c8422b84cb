"""What the table itself calls for saying in a comparison: failures, ties, families."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.labelled import wording
from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.findings import kinds
from jointstats.labelled.joint.ties import often_tied_pairs
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import families_ignored
from jointstats.labelled.table.results_table import ResultsTable


def of_the_table(
    table: ResultsTable, rules: Mapping[str, str], tied: Mapping[str, int]
) -> list[kinds.Finding]:
    """What the results themselves call for saying."""
    found: list[kinds.Finding] = [kinds.FailedRuns()] if table.n_failed else []
    spread = table.values.max(axis=2) - table.values.min(axis=2)  # NaN, if a run failed: differs
    within = table.rope_widths + orders.TIE_TOLERANCE * np.abs(table.values).max(axis=2)
    same = tuple(
        name
        for name, equal in zip(table.measures, (spread <= within).all(axis=0), strict=True)
        if equal and rules[name] == "split"
    )
    if same and len(same) < len(table.measures):
        found.append(kinds.EqualMeasures(measures=same))
    recorded = {name: n for name, n in tied.items() if n and rules[name] == "split"}
    if recorded:
        found.append(kinds.RecordedTies(ties=recorded, n=table.n))
    if len(table.algorithms) > 2:  # the tests of two say it themselves
        often = often_tied_pairs(table, pairs_of(table.algorithms, None), rules)
        found += [kinds.OftenTied(ties=often)] if often else []
    return found


_INDEPENDENT = {
    "pareto": "dominance on all measures",
    "network": "the network test",
    "hotelling": "Hotelling's test",
    "manova": "MANOVA",
    "mardia": "Mardia's tests",
}


def of_families(
    table: ResultsTable,
    claimed: Claimed,
    alpha: float,
    ran: Sequence[str],
    cautions: Iterable[kinds.Finding],
) -> list[kinds.Finding]:
    """That families are too few, and which tests beside take their data sets for independent.

    A test that is part of the comparison need not say again that they are too few.
    """
    few = claimed.families.too_few(alpha) if claimed.families else ()
    kept = [one for one in cautions if not isinstance(one, kinds.TestCaution)
            or one.message not in few]  # fmt: skip
    said = list(claimed.too_few(alpha))
    taken = [name for test, name in _INDEPENDENT.items() if test in ran]
    if taken:
        verb = "takes" if len(taken) == 1 else "take"
        said.append(families_ignored(table, f"{wording.listing(taken)} {verb}"))
    return [*kept, *(kinds.TestCaution(questions=(), message=one) for one in said)]


def tied_datasets(table: ResultsTable) -> dict[str, int]:
    """Data sets on which some pair of algorithms ties, by measure."""
    ranked = orders.rank_cells(table.oriented(), np.ones(len(table.measures)), table.rope_widths)
    tied = ranked.tied.reshape(table.n, len(table.measures)).sum(axis=0)
    return dict(zip(table.measures, tied.tolist(), strict=True))
