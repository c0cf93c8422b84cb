"""What a comparison says of families: that they are too few, and which tests overlook them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jointstats.kernels.messages import Function
from jointstats.labelled import wording
from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.errors import Caution
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

MOST_PAIRS = 190  # of families, whose posteriors by pairs take 50 ms each: those of 20 algorithms

_LEFT_OUT = Caution(
    f"With families of data sets the Bayesian test of every pair takes long: of more than "
    f"{MOST_PAIRS} pairs it is left out here (",
    Function("pairwise_tests", {"test": "bayes"}),
    " gives it).",
)


def left_out(table: ResultsTable, pairs: int) -> bool:
    """Whether a comparison does without the Bayesian test of so many pairs."""
    return table.known_in_families and pairs > MOST_PAIRS


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
    if left_out(table, len(claimed.pairs)):
        said.append(_LEFT_OUT)
    taken = [name for test, name in _INDEPENDENT.items() if test in ran]
    if taken and table.in_families:  # they use the complete data sets
        verb = "takes" if len(taken) == 1 else "take"
        said.append(families_ignored(table, f"{wording.listing(taken)} {verb}"))
    return [*kept, *(kinds.TestCaution(questions=(), message=one) for one in said)]
