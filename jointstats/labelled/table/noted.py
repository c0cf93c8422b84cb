"""What is noted of any table on its way into a test: learned measures, names that look alike."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jointstats.kernels.messages import Function, Part, asked
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, InSampleError, note

if TYPE_CHECKING:
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


def note_look_alikes(table: ResultsTable) -> None:
    """Note names of data sets, of algorithms or of measures that look alike."""
    for what, names in (
        ("data sets", table.datasets),
        ("algorithms", table.algorithms),
        ("measures", table.measures),
    ):
        for several in look_alikes(names):
            spelled = " and ".join(f'"{ascii(name)[1:-1]}"' for name in several)
            note(
                Caution(
                    f"The names {spelled} look alike, but are those of {len(several)} {what}: "
                    "write them alike if they are meant to be one."
                )
            )


def look_alikes(names: Iterable[str]) -> list[list[str]]:
    r"""Names that differ only in what cannot be seen: letters without width, spaces, composition.

    Examples
    --------
    >>> look_alikes(["iris", "wine", "iris\u200b", "Iris"])
    [['iris', 'iris\u200b']]
    """
    seen = defaultdict(list)
    for name in names:
        seen[_seen(name)].append(name)
    return [several for several in seen.values() if len(several) > 1]


def _seen(name: str) -> str:
    """What of a name is seen."""
    if not name.isascii():
        letters = unicodedata.normalize("NFC", name)
        name = "".join(one for one in letters if unicodedata.category(one) != "Cf")
    return " ".join(name.split())
