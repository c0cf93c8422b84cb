"""Names that a reader takes for one, and that are two to the computer."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from jointstats.labelled.cautions import note
from jointstats.labelled.errors import Caution
from jointstats.labelled.table.results_table import ResultsTable


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
