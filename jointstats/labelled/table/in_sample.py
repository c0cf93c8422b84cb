"""Measures that were learned on the very rows to be tested: which tests warn, and which refuse."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.errors import InSampleError, JointStatsWarning
from jointstats.labelled.table.results_table import ResultsTable


def learned_here(table: ResultsTable) -> list[str]:
    """The table's measures that were learned on its own rows."""
    return [name for name in table.in_sample if name in table.measures]


def warn_in_sample(table: ResultsTable) -> None:
    """Warn before any test of measures that were learned on the table's own rows."""
    names = learned_here(table)
    if names:
        verb = "was" if len(names) == 1 else "were"
        warnings.warn(
            f"{wording.listing(names)} {verb} learned on these very rows, where a learned measure "
            "separates the algorithms even if nothing differs: test other rows (learn_measures "
            "with apply= or share=).",
            JointStatsWarning,
            stacklevel=4,
        )


def refuse_in_sample(names: Sequence[str], test: str) -> None:
    """Refuse measures learned on the rows to be tested: tests of means reject far too often.

    Raises
    ------
    InSampleError
    """
    if names:
        raise InSampleError(
            f"{test} cannot test {wording.listing(list(names))}: learned on these very rows, "
            "they separate the algorithms even where nothing differs. Learn on other rows "
            "(learn_measures with apply= or share=)."
        )
