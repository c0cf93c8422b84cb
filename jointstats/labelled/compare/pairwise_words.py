"""What the pairwise tests say of all pairs: how many reach what, and on which data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.errors import Caution
from jointstats.labelled.rows import cells


def own_cases_note(rows: Sequence[Any], common: int) -> tuple[Caution, ...]:
    """That pairs differ in their data sets, if some pair has more than all share."""
    sizes = cells(rows, ("n",))["n"]
    low, most = min(sizes), max(sizes)
    if most <= common:
        return ()
    span = wording.plural(most, "data set")
    are = "is" if common == 1 else "are"
    return (
        Caution(
            "Each pair is compared on the data sets that are complete for it: "
            f"{span if low == most else f'{low} to {span}'}; {common} {are} complete for all "
            "algorithms."
        ),
    )
