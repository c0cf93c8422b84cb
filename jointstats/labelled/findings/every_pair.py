"""Findings about every pair of algorithms: what is shown, to whom the data lean, what is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jointstats.kernels.joint.margin import Margin
from jointstats.labelled.compare.pair_claim import LEANING, OPEN, SHOWN, PairClaim
from jointstats.labelled.findings.base import Finding, Strength


@dataclass(frozen=True, kw_only=True)
class OfPairs(Finding):
    """Base of the findings about every pair, or every pair with the control.

    Attributes
    ----------
    pairs : tuple of PairClaim
        Every pair, strongest claim first.
    control : str or None
    alpha : float
    """

    pairs: tuple[PairClaim, ...]
    control: str | None = None
    alpha: float = 0.05

    def _with(self, strength: str) -> list[PairClaim]:
        return [row for row in self.pairs if row.strength == strength]

    @property
    def shown(self) -> list[PairClaim]:
        """Pairs of which something is shown."""
        return self._with(SHOWN)

    @property
    def leaning(self) -> list[PairClaim]:
        """Pairs of which nothing is shown, but the data lean to one of the two."""
        return self._with(LEANING)

    @property
    def open(self) -> list[PairClaim]:
        """All others."""
        return self._with(OPEN)

    @property
    def won(self) -> list[PairClaim]:
        """Pairs with a winner that is shown."""
        return [row for row in self.shown if row.winner is not None]

    @property
    def trade_offs(self) -> list[PairClaim]:
        """Pairs in which each algorithm is shown to be better on some measures."""
        return [row for row in self.shown if row.winner is None and row.traded]

    @property
    def partly(self) -> list[PairClaim]:
        """Pairs in which one is shown to be better on some groups, and neither on the others."""
        return [
            row
            for row in self.shown
            if row.winner is None and not row.traded and (row.measures or row.measures_other)
        ]

    @property
    def equal(self) -> list[PairClaim]:
        """Pairs that are shown to be practically equal on everything."""
        return [
            row
            for row in self.shown
            if row.winner is None and not row.measures and not row.measures_other
        ]

    @property
    def wins(self) -> dict[str, list[PairClaim]]:
        """Winner to the pairs that it is shown to win; wins minus losses decide who is first."""
        found: dict[str, list[PairClaim]] = {}
        for row in self.won:
            found.setdefault(str(row.winner), []).append(row)
        lost = [row.loser for row in self.won]
        place = {name: i for i, name in enumerate(self.algorithms)}
        ranked = sorted(found, key=lambda name: (lost.count(name) - len(found[name]), place[name]))
        return {name: found[name] for name in ranked}

    @property
    def beaten(self) -> set[str]:
        """Whoever is shown to lose a pair."""
        return {str(row.loser) for row in self.won}

    @property
    def champion(self) -> str | None:
        """Who is shown to beat every other algorithm."""
        for name, rows in self.wins.items():
            if len(rows) == len(self.algorithms) - 1:
                return name
        return None

    @property
    def strength(self) -> Strength:
        """That of the strongest claim."""
        if self.shown:
            return Strength.SHOWN
        return Strength.LEANING if self.leaning else Strength.OPEN


@dataclass(frozen=True, kw_only=True)
class Claims(OfPairs):
    """What is shown of the pairs: the verdict of a comparison."""


@dataclass(frozen=True, kw_only=True)
class Leanings(OfPairs):
    """Pairs of which nothing is shown, but the data lean to one of the two.

    Attributes
    ----------
    expected_wrong : float
        How many of these are expected to be wrong.
    """

    expected_wrong: float


@dataclass(frozen=True, kw_only=True)
class Unbeaten(OfPairs):
    """Whom nobody is shown to beat."""

    @property
    def left(self) -> list[str]:
        """Their names; empty if everybody is beaten."""
        return [name for name in self.algorithms if name not in self.beaten]


@dataclass(frozen=True, kw_only=True)
class Margins(Finding):
    """What would change the verdict: how many data sets would have to say something else.

    Attributes
    ----------
    undone : PairClaim or None
        The shown claim that the fewest other results would undo.
    undone_by : Margin or None
        How many.
    next : PairClaim or None
        The pair without a shown claim that is nearest to one.
    shown_by : Margin or None
        How many more data sets would show it.
    """

    told: ClassVar[bool] = False  # the report's last answer

    undone: PairClaim | None = None
    undone_by: Margin | None = None
    next: PairClaim | None = None
    shown_by: Margin | None = None
