"""What a comparison says of families: that they are too few, and which tests overlook them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.findings import kinds
from jointstats.labelled.table.families import families_ignored
from jointstats.labelled.table.results_table import ResultsTable

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
    if taken and table.in_families:  # they use the complete data sets
        verb = "takes" if len(taken) == 1 else "take"
        said.append(families_ignored(table, f"{wording.listing(taken)} {verb}"))
    return [*kept, *(kinds.TestCaution(questions=(), message=one) for one in said)]
