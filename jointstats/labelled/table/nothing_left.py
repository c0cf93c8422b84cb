"""What is said where no data set is complete: the first gap, and the ways out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jointstats.kernels.messages import Function, Option, Part, asked
from jointstats.labelled import options

if TYPE_CHECKING:
    from jointstats.labelled.table.results_table import ResultsTable


def way_out(table: ResultsTable) -> tuple[Part, ...]:
    """What can be done if no data set is complete, in a sentence."""
    ran = [bool(whole.any()) for whole in table.complete.T]
    never = [name for name, some in zip(table.algorithms, ran, strict=True) if not some]
    if never and any(ran):
        return (
            f"{options.shorten(never)} {'has' if len(never) == 1 else 'have'} no complete "
            "result on any data set: keep the other algorithms when the table is made (",
            asked("only"),
            "), or say ",
            Option("missing", "worst"),
            " for failed runs.",
        )
    pairs: tuple[Part, ...] = ()
    if table.comparable and len(table.algorithms) > 2:
        own = (Function("pairwise_tests"), " with ", Option("cases", "pairwise"), ", ")
        pairs = (Option("missing", "drop"), " and ", *own)
        if table.unknown:
            pairs = (Function("compare_algorithms"), " or ", Function("pairwise_tests"), ", ")
    fewer = (", or fewer algorithms when the table is made (", asked("only"), ").")
    return ("Use ", *pairs, Option("missing", "worst"), *fewer)


def first_gap(table: ResultsTable) -> str:
    """The first missing result of a data set that was left out, in brackets."""
    gaps = np.argwhere(np.isnan([] if table.incomplete is None else table.incomplete))
    if len(gaps) == 0:
        return ""
    d, j, a = gaps[0].tolist()
    name, measure = table.dropped[d].dataset, list(table.measures)[j]
    return f' (the first: {measure} of {table.algorithms[a]} on "{name}")'
