"""Findings about single measures: what the separate tests say, and who has the best mean rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.findings.base import Finding
from jointstats.labelled.rows import cells
from jointstats.labelled.single.separate import SeparateResult


@dataclass(frozen=True)
class Against:
    """A measure on which the separate test decides against the winner of a pair."""

    winner: str
    loser: str
    measure: str


@dataclass(frozen=True, kw_only=True)
class MeasuresAlone(Finding):
    """What the separate tests find, and where they decide against what is shown jointly.

    Attributes
    ----------
    separate : SeparateResult
    against : tuple of Against
    """

    separate: SeparateResult
    against: tuple[Against, ...]

    @property
    def winners(self) -> dict[str, str]:
        """Of two algorithms: measure to who wins it alone."""
        return {row.measure: row.winner for row in self.separate.tests if row.winner}

    @property
    def shown(self) -> bool:
        """Whether any difference is shown."""
        return any(cells(self.separate.tests, ("winner",))["winner"])


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
