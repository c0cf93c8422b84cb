"""What is claimed of one pair: its strongest claim that is shown, to whom it leans, or open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from jointstats.kernels.joint.ladder import RUNGS
from jointstats.labelled.rows import (
    COUNT,
    FLAG,
    NAME,
    P_VALUE,
    PROBABILITY,
    TEXT,
    WHOLE,
    Row,
    column,
)

SHOWN, LEANING, OPEN = "shown", "leaning", "open"

CLAIMS = (
    "most_data_sets",
    "outcome_most_data_sets",
    "each",
    "not_worse_most_data_sets",
    "trade_off",
    "most_common",
    "outcome_most_common",
    "not_worse_more_often",
    "more_often",
)
"""Names of the claims, strongest first: of several that are shown, the first is told."""


class Names(tuple[str, ...]):
    """Names that are text in a table, with commas between them."""

    def __str__(self) -> str:
        return ", ".join(self)


@dataclass(frozen=True, kw_only=True)
class KnownDifference:
    """A property in which the two algorithms of a pair differ.

    Attributes
    ----------
    name : str
    better : str
        Who has the better value.
    values : dict
        Algorithm to its value.
    direction : str
        ``"max"`` or ``"min"``.
    """

    name: str
    better: str
    values: Mapping[str, float]
    direction: str

    def __str__(self) -> str:
        (a, first), (b, second) = self.values.items()
        return f"{self.name} {first:g} ({a}), {second:g} ({b})"


class Known(tuple[KnownDifference, ...]):
    """What is known of a pair beside its results; text in a table."""

    def __str__(self) -> str:
        return "; ".join(map(str, self))

    def against(self, name: str) -> bool:
        """Whether the other one is better in some property."""
        return any(one.better != name for one in self)


def is_partly(
    winner: str | None, ahead: str | None, measures: Collection[str], others: Collection[str]
) -> bool:
    """Whether a claim says that one is better on some groups, and nobody on the others."""
    return winner is None and ahead is None and bool(measures) != bool(others)


@dataclass(frozen=True, kw_only=True)
class PairClaim(Row):
    """What is claimed of a pair: a row of ``Comparison.wins`` or ``Comparison.open``.

    Attributes
    ----------
    rest : int
        Data sets that count against the claim in its p-value, those whose ties may hide as much
        among them.
    rope : bool
        Whether some measure has a rope: ties are then practical, not exact ones.
    grouped : bool
        Whether it is about groups of measures: `measures` and the like are names of groups.
    level : float
        At which the claim is tested, its part of alpha: ``p_value`` up to it shows the claim.
    in_families : bool
        Whether the p-value is one of families of data sets, not of single ones.
    """

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")
    winner: str | None = column(NAME, "who is claimed, or leaned to, to be better")
    loser: str | None = column(NAME, "the other one of the two")
    claim: str = column(NAME, "what is claimed; where nothing is shown, the weakest claim")
    strength: str = column(NAME, '"shown", "leaning" or "open"')
    measures: Names = column(TEXT, "where the winner is claimed to be better (of a trade-off: a)")
    measures_other: Names = column(TEXT, "where the other one is", default=Names())
    measures_equal: Names = column(
        TEXT, "where both are claimed to be practically equal", default=Names()
    )
    count: int = column(COUNT, "data sets that show it; on each measure, the fewest")
    against: int | None = column(
        COUNT, "data sets that show the opposite, or the next most frequent outcome"
    )
    rest: int
    n: int = column(WHOLE, "data sets used")
    probability: float | None = column(
        PROBABILITY,
        "that who leads is so more often than the other, by a prior learned from all pairs",
    )
    p_value: float = column(P_VALUE, "exact two-sided p-value of the claim", broom="p.value")
    p_adjusted: float = column(
        P_VALUE, "the same corrected for all claims of all pairs", broom="adj.p.value"
    )
    sweeps_a: int = column(COUNT, "data sets on which a is better on every measure")
    sweeps_b: int = column(COUNT, "data sets on which b is")
    wins_a: dict[str, int] = column(COUNT, "data sets on which a is better", spread=True)
    wins_b: dict[str, int] = column(COUNT, "data sets on which b is better", spread=True)
    p_adjusted_worst: float | None = column(
        P_VALUE, "corrected p-value with whatever is missing against every claim", default=None
    )
    holds_at_worst: bool | None = column(
        FLAG, "whether the claim stays shown, whatever the missing results are", default=None
    )
    shown: Names = column(TEXT, "all claims that are shown, strongest first", default=Names())
    known: Known | None = column(
        TEXT, "properties in which the two differ, with their values", default=None
    )
    ahead: str | None = column(
        NAME,
        "who is shown to be better on the measures, and does not win for a property",
        default=None,
    )
    rope: bool = False
    grouped: bool = False
    level: float = 0.0
    in_families: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """The two, who wins or leads first."""
        first = self.winner or self.ahead
        return (self.b, self.a) if first == self.b else (self.a, self.b)

    @property
    def traded(self) -> bool:
        """Whether each of the two is claimed to be better on something."""
        return bool(self.measures and self.measures_other)

    @property
    def partly(self) -> bool:
        """Whether one is claimed to be better on some groups, and nobody on the others."""
        return is_partly(self.winner, self.ahead, self.measures, self.measures_other)

    @property
    def of_sweeps(self) -> bool:
        """Whether it is about being better on every measure."""
        return self.claim in RUNGS

    @property
    def order(self) -> dict[str, list[str]]:
        """Measure to the two names, better first, where the claim ranks them."""
        first, second = self.names
        found = {measure: [first, second] for measure in self.measures}
        found |= {measure: [second, first] for measure in self.measures_other}
        return {measure: found[measure] for measure in self.wins_a if measure in found}

    @property
    def lost_measures(self) -> dict[str, int]:
        """Measures on which the other one is better more often, with the number of data sets."""
        if self.winner is None and self.ahead is None:
            return {}
        own, other = self.wins_a, self.wins_b
        if self.names[0] == self.b:
            own, other = other, own
        return {measure: other[measure] for measure in own if other[measure] > own[measure]}
