"""Findings about single measures: what the separate tests say, and who has the best mean rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.findings.base import Finding
from jointstats.labelled.single.separate import SeparateResult


@dataclass(frozen=True)
class Claim:
    """What a joint statement claims of one measure, and who wins there by the separate test."""

    first: str
    second: str
    measure: str
    winner: str | None
    pair: tuple[str, str]

    @property
    def confirmed(self) -> bool:
        """Whether the separate test decides the same."""
        return self.winner == self.first

    @property
    def contradicted(self) -> bool:
        """Whether the separate test decides the opposite."""
        return self.winner not in (None, self.first)


@dataclass(frozen=True, kw_only=True)
class MeasuresAlone(Finding):
    """What the separate tests find, and how much of the joint statements they confirm.

    Attributes
    ----------
    separate : SeparateResult
    claims : tuple of Claim
        Of the decided joint statements; of two algorithms also of one that merely leads.
    decided : bool
        Whether the statements are decided.
    """

    separate: SeparateResult
    claims: tuple[Claim, ...]
    decided: bool

    @property
    def confirmed(self) -> list[Claim]:
        """Claims that the separate tests decide, too."""
        return [claim for claim in self.claims if claim.confirmed]

    @property
    def contradicted(self) -> list[Claim]:
        """Claims whose opposite the separate tests decide."""
        return [claim for claim in self.claims if claim.contradicted]

    @property
    def open(self) -> list[Claim]:
        """Claims that the separate tests leave undecided."""
        return [claim for claim in self.claims if claim.winner is None]

    @property
    def winners(self) -> dict[str, str]:
        """Of two algorithms: measure to who wins it alone."""
        return {row.measure: row.winner for row in self.separate.tests if row.winner}


@dataclass(frozen=True, kw_only=True)
class FirstPlaces(Finding):
    """Who has the best mean rank on each measure."""

    told: ClassVar[bool] = False  # every front end shows the rankings themselves

    rankings: tuple[Ranking, ...]

    @property
    def firsts(self) -> dict[str, list[str]]:
        """Algorithm to the measures on which it has the best mean rank."""
        found: dict[str, list[str]] = {}
        for ranking in self.rankings:
            found.setdefault(ranking.algorithms[0], []).append(ranking.measure)
        return found

    @property
    def clear(self) -> list[str]:
        """Measures on which the first is told apart from the second, and so from all."""
        return [one.measure for one in self.rankings if not one.together(*one.algorithms[:2])]
