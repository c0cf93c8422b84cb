"""Measures that were learned on the very rows to be tested: which tests warn, and which refuse."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.kernels.messages import Function, Part, asked
from jointstats.labelled import wording
from jointstats.labelled.cautions import note
from jointstats.labelled.errors import Caution, InSampleError
from jointstats.labelled.table.results_table import ResultsTable

_ELSEWHERE = (Function("learn_measures"), " with ", asked("apply"), " or ", asked("share"))


def learned_here(table: ResultsTable) -> list[str]:
    """The table's measures that were learned on its own rows."""
    return [name for name in table.in_sample if name in table.measures]


def note_in_sample(table: ResultsTable) -> None:
    """Note, for any test, measures that were learned on the table's own rows."""
    names = learned_here(table)
    if names:
        verb = "was" if len(names) == 1 else "were"
        note(
            Caution(
                f"{wording.listing(names)} {verb} learned on these very rows, where a learned "
                "measure separates the algorithms even if nothing differs: test other rows (",
                *_ELSEWHERE,
                ").",
            )
        )


def refuse_in_sample(names: Sequence[str], test: Part) -> None:
    """Refuse measures learned on the rows to be tested: tests of means reject far too often.

    Raises
    ------
    InSampleError
    """
    if names:
        raise InSampleError(
            test,
            f" cannot test {wording.listing(list(names))}: learned on these very rows, they "
            "separate the algorithms even where nothing differs. Learn on other rows (",
            *_ELSEWHERE,
            ").",
        )
