"""The pairs of a comparison measure by measure: counts, the corrected p-value and what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jointstats.base.rows import P_VALUE, TEXT, Column, Table, cells

if TYPE_CHECKING:
    from jointstats.claims.comparison import Comparison

_P = Column(
    "p", P_VALUE,
    "corrected p-value of: the one with more wins is better on more data sets than the other",
    broom="adj.p.value",
)  # fmt: skip
_SHOWN = Column(
    "shown",
    TEXT,
    "what is shown on the measure: who is better or not worse, or that they are equal",
)
_CLAIMS = ("better_a", "better_b", "not_worse_a", "not_worse_b", "equal")


def pairs_by_measure(result: Comparison) -> Table:
    """A row for each pair and measure (or group of measures)."""
    table = result.table().by_measure(result.questions)
    declared = dict(zip((one.name for one in table.columns), table.values, strict=True))
    p = tuple(map(min, declared.pop("p_a"), declared.pop("p_b")))
    kept = tuple(column for column in table.columns if column.name in declared)
    return Table((*kept, _P, _SHOWN), (*declared.values(), p, tuple(_shown(result))))


def _shown(result: Comparison) -> Iterator[str | None]:
    """The claims that are shown for each pair on each measure, in words."""
    every = cells(result.pairs, ("a", "b", *_CLAIMS))
    for a, b, *claims in zip(*every.values(), strict=True):
        words = (f"{a} better", f"{b} better", f"{a} not worse", f"{b} not worse", "equal")
        for measure in result.questions:
            said = [word for word, on in zip(words, claims, strict=True) if measure in on]
            yield ", ".join(said) or None
