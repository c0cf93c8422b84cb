"""Findings about every pair of algorithms: what is shown, to whom the data lean, what is open."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from jointstats.kernels.joint.margin import Margin
from jointstats.labelled.compare.pair_claim import CLAIMS, LEANING, OPEN, SHOWN, PairClaim
from jointstats.labelled.findings.base import Finding, Strength


def by_strength(rows: Iterable[PairClaim], order: Sequence[str]) -> list[PairClaim]:
    """Claims, strongest first; of equally strong ones that about the better algorithms."""
    place = {name: i for i, name in enumerate(order)}
    strength = (SHOWN, LEANING, OPEN).index
    return sorted(
        rows,
        key=lambda row: (
            strength(row.strength), CLAIMS.index(row.claim), row.p_adjusted,
            *sorted((place[row.a], place[row.b])),
        ),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class OfPairs(Finding):
    """Base of the findings about every pair, or every pair with the control.

    Its algorithms are in the order of the leaderboard, and so is whatever goes by algorithm.

    Attributes
    ----------
    pairs : sequence of PairClaim
        Every pair: what is shown first, then the leanings, then the open ones.
    control : str or None
    alpha : float
    """

    pairs: Sequence[PairClaim]
    control: str | None
    alpha: float

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """How many pairs are shown, and how many are shown or leaning: rows are looked up only."""
        of = (SHOWN, LEANING, OPEN).index
        ends = (bisect_right(self.pairs, i, key=lambda row: of(row.strength)) for i in (0, 1))
        return next(ends), next(ends)

    @cached_property
    def shown(self) -> Sequence[PairClaim]:
        """Pairs of which something is shown."""
        return by_strength(self.pairs[: self._ends[0]], self.algorithms)

    @cached_property
    def leaning(self) -> Sequence[PairClaim]:
        """Pairs of which nothing is shown, but the data lean to one of the two."""
        return self.pairs[self._ends[0] : self._ends[1]]

    @property
    def open(self) -> Sequence[PairClaim]:
        """All others."""
        return self.pairs[self._ends[1] :]

    @property
    def n_undecided(self) -> int:
        """Pairs of which nothing is shown."""
        return len(self.pairs) - self._ends[0]

    @cached_property
    def won(self) -> list[PairClaim]:
        """Pairs with a winner that is shown."""
        return [row for row in self.shown if row.winner is not None]

    @cached_property
    def trade_offs(self) -> list[PairClaim]:
        """Pairs in which each algorithm is better on something: shown, or known of a property."""
        return [
            row
            for row in self.shown
            if row.winner is None and (row.traded or row.ahead is not None)
        ]

    @property
    def partly(self) -> list[PairClaim]:
        """Pairs in which one is shown to be better on some groups, and neither on the others."""
        return [row for row in self.shown if row.partly]

    @cached_property
    def equal(self) -> list[PairClaim]:
        """Pairs that are shown to be practically equal on everything."""
        return [
            row
            for row in self.shown
            if row.winner is None and not row.measures and not row.measures_other
        ]

    @cached_property
    def wins(self) -> dict[str, list[PairClaim]]:
        """Winner to the pairs that it is shown to win."""
        found: dict[str, list[PairClaim]] = {}
        for row in self.won:
            found.setdefault(str(row.winner), []).append(row)
        return {name: found[name] for name in self.algorithms if name in found}

    @cached_property
    def losses(self) -> dict[str, int]:
        """Whoever is shown to lose pairs, with their number."""
        return Counter(str(row.loser) for row in self.won)

    @property
    def beaten(self) -> set[str]:
        """Whoever is shown to lose a pair."""
        return set(self.losses)

    @cached_property
    def leading(self) -> dict[str, int]:
        """To whom the data lean, with the number of pairs; most pairs first."""
        found = Counter(str(row.winner) for row in self.leaning)
        return dict(sorted(found.items(), key=lambda item: (-item[1], self._place[item[0]])))

    @cached_property
    def _place(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.algorithms)}

    @property
    def champion(self) -> str | None:
        """Who is shown to beat every other algorithm."""
        most = len(self.algorithms) - 1
        return next((name for name, rows in self.wins.items() if len(rows) == most), None)

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
