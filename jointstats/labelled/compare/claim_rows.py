"""Rows of what is claimed of pairs, from arrays of all pairs: made when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jointstats.kernels.joint.ladder import RUNGS
from jointstats.kernels.joint.leanings import Leanings
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE
from jointstats.kernels.joint.pair_claims import LADDERS, PairFamily
from jointstats.kernels.joint.pair_counts import PairCounts
from jointstats.labelled.compare.pair_claim import (
    CLAIMS,
    LEANING,
    OPEN,
    SHOWN,
    Names,
    PairClaim,
)
from jointstats.labelled.lazy_rows import Coded, Columns, LazyRows
from jointstats.labelled.table.groups import Group

_PLACES = {  # claim to its ladder and rung
    **{rung: (LADDERS.index("sweep"), i) for i, rung in enumerate(RUNGS)},
    "not_worse_more_often": (LADDERS.index("not_worse"), 0),
    "not_worse_most_data_sets": (LADDERS.index("not_worse"), 1),
    "outcome_most_common": (LADDERS.index("outcome"), 0),
    "outcome_most_data_sets": (LADDERS.index("outcome"), 1),
    "trade_off": (LADDERS.index("trade_off"), 0),
}
_LADDER, _RUNG = np.array([_PLACES[name] for name in CLAIMS]).T
_ON_SWEEPS = np.array([name in RUNGS for name in CLAIMS])
_AT = {name: i for i, name in enumerate(CLAIMS)}
_OUTCOMES = np.array([name.startswith("outcome") for name in CLAIMS])
_NOT_WORSE = np.array([name.startswith("not_worse") for name in CLAIMS])
_MOST = np.array([name.endswith("most_data_sets") for name in CLAIMS])
STRENGTHS = (SHOWN, LEANING, OPEN)


@dataclass(frozen=True)
class ClaimsOfPairs:
    """Counts and p-values of P pairs, and the claim of each that is told.

    Nothing leans (``lean`` is None) where data sets come in families: leanings are learned from
    counts of independent ones.

    Attributes
    ----------
    algorithms, measures : tuple of str
    places : ndarray of int, shape (P, 2)
        The two algorithms of each pair.
    counts : PairCounts
    family : PairFamily
    worst : PairFamily or None
        With whatever is missing against every claim.
    lean : Leanings or None
    leading : ndarray of int, shape (P, 2)
        Counts by which an algorithm leads.
    alpha : float
    rope : bool
        Whether some measure has one.
    groups : tuple of Group
        What the claims are about, if not about the measures.
    equal : bool
        Whether ties are an outcome on some measure.
    """

    algorithms: tuple[str, ...]
    measures: tuple[str, ...]
    places: np.ndarray
    counts: PairCounts
    family: PairFamily
    worst: PairFamily | None
    lean: Leanings | None
    leading: np.ndarray
    alpha: float
    rope: bool
    groups: tuple[Group, ...]
    equal: bool

    def rows(self) -> LazyRows[PairClaim]:
        """A row for each pair, strongest claim first."""
        columns = self._columns()
        order = np.lexsort((columns["p_adjusted"], self.claim, self.strength))
        return LazyRows(Columns(PairClaim, columns), order)

    @cached_property
    def shown(self) -> np.ndarray:
        """Which of `CLAIMS` are shown, shape (P, 9)."""
        return np.asarray(self.family.adjusted[:, _LADDER, _RUNG] <= self.alpha)

    @cached_property
    def claim(self) -> np.ndarray:
        """Place in `CLAIMS` of the strongest that is shown, or of the weakest of all."""
        by_sweeps = bool((self.leading == self.counts.sweeps).all())
        weakest = _AT["more_often" if by_sweeps else "not_worse_more_often"]
        return np.where(self.shown.any(axis=1), self.shown.argmax(axis=1), weakest)

    @cached_property
    def leaning(self) -> np.ndarray:
        """Pairs of which nothing is shown, but the data lean to one of the two."""
        if self.lean is None:
            return np.zeros(len(self.shown), dtype=bool)
        return self.lean.leaning & ~self.shown.any(axis=1)

    @cached_property
    def strength(self) -> np.ndarray:
        """Place in `STRENGTHS`."""
        return np.select([self.shown.any(axis=1), self.leaning], [0, 1], 2)

    def _columns(self) -> dict[str, Any]:
        claim, shown, strength = self.claim, self.shown, self.strength
        pairs, counts, family = np.arange(len(claim)), self.counts, self.family
        ladder, rung = _LADDER[claim], _RUNG[claim]
        adjusted = family.adjusted[pairs, ladder, rung]
        better, other, equal = self._measures(claim)
        side = self._side(claim, better, other)
        count, against, rest = self._numbers(claim, better | other)
        turned = (side == 1)[:, None]
        who = np.column_stack([self.places, np.full(len(claim), len(self.algorithms))])
        lost = np.array([1, 0, 2])[side]  # -1 is the last: nobody
        names = [*self.algorithms, None]
        columns: dict[str, Any] = {
            "a": Coded(names, self.places[:, 0]),
            "b": Coded(names, self.places[:, 1]),
            "winner": Coded(names, who[pairs, side]),
            "loser": Coded(names, who[pairs, lost]),
            "claim": Coded(CLAIMS, claim),
            "strength": Coded(STRENGTHS, strength),
            "measures": _listed(self.measures, np.where(turned, other, better)),
            "measures_other": _listed(self.measures, np.where(turned, better, other)),
            "measures_equal": _listed(self.measures, equal),
            "count": count,
            "against": [None if x < 0 else x for x in against.tolist()],
            "rest": rest,
            "n": counts.n,
            "probability": self._probability(side),
            "p_value": family.p[pairs, ladder, rung],
            "p_adjusted": adjusted,
            "sweeps_a": counts.sweeps[:, 0],
            "sweeps_b": counts.sweeps[:, 1],
            "wins_a": WinsColumn(self.measures, counts.wins[:, :, 0]),
            "wins_b": WinsColumn(self.measures, counts.wins[:, :, 1]),
            "shown": _listed(CLAIMS, shown),
            "rope": Coded([self.rope], np.zeros(len(claim))),
            "grouped": Coded([bool(self.groups)], np.zeros(len(claim))),
            "level": family.level[pairs, ladder, rung],
            "in_families": Coded([self.lean is None], np.zeros(len(claim))),
        }
        unknown = Coded([None], np.zeros(len(claim)))
        columns |= dict.fromkeys(("p_adjusted_worst", "holds_at_worst"), unknown)
        if self.worst is not None:
            worst = np.maximum(self.worst.adjusted[pairs, ladder, rung], adjusted)
            holds = np.where(strength == 0, worst <= self.alpha, 2)
            columns["p_adjusted_worst"] = worst
            columns["holds_at_worst"] = Coded([False, True, None], holds)
        return columns

    def _measures(self, claim: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Measures on which the first is better, the second is, and both are equal, (P, m) each."""
        seen = self.counts.outcome
        first, second = self._traded()
        lead = np.where(_ON_SWEEPS[claim], *self.family.side.T)
        every = np.ones(seen.shape, dtype=bool)
        outcome, traded = _OUTCOMES[claim][:, None], (claim == _AT["trade_off"])[:, None]
        won = np.equal(lead, 1)[:, None]
        return (
            np.select([traded, outcome], [first, seen == BETTER], every & ~won),
            np.select([traded, outcome], [second, seen == WORSE], every & won),
            (seen == EQUAL) & outcome,
        )

    def _traded(self) -> tuple[np.ndarray, np.ndarray]:
        """The measures of a trade-off that are shown together, for the first and the second."""
        at = _PLACES["trade_off"]
        level = np.maximum(self.family.level[:, *at], self.family.p[:, *at])
        clear = self.family.measures_p <= level[:, None]
        first = self.counts.wins[:, :, 0] > self.counts.wins[:, :, 1]
        return clear & first, clear & ~first

    def _side(self, claim: np.ndarray, better: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Whom each claim is for: 0, 1, or -1 for both or nobody."""
        for_first, for_second = better.any(axis=1), other.any(axis=1)
        by_measures = np.where(for_first == for_second, -1, np.where(for_first, 0, 1))
        # Who is better on one group has not won where neither is better on another one.
        whole = [not group.even for group in self.groups]
        if any(whole):
            by_measures[~(better | other)[:, whole].all(axis=1)] = -1
        return np.select(
            [_ON_SWEEPS[claim], _NOT_WORSE[claim]], list(self.family.side.T), by_measures
        )

    def _numbers(
        self, claim: np.ndarray, named: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Data sets that show the claim, that show what stands against it, and that count so.

        Against a trade-off, and against "each", nothing is counted: -1.
        """
        counts, pairs = self.counts, np.arange(len(claim))
        lead = np.maximum(np.where(_ON_SWEEPS[claim], *self.family.side.T), 0)
        sweeps, reverse = counts.sweeps[pairs, lead], counts.sweeps[pairs, 1 - lead]
        clean, unclean = counts.clean[pairs, lead], counts.clean[pairs, 1 - lead]
        ahead = np.where(named, counts.wins.max(axis=2), counts.n[:, None])
        each = counts.wins[pairs, :, lead].min(axis=1)
        next_outcome = np.maximum(counts.next_outcome, counts.sweeps.max(axis=1))
        common = np.maximum(reverse, counts.outcome_count)
        none = np.full(len(claim), -1)
        kinds = [
            claim == _AT["trade_off"],
            _OUTCOMES[claim],
            _NOT_WORSE[claim],
            claim == _AT["each"],
            claim == _AT["most_common"],
        ]
        shows = [ahead.min(axis=1), counts.outcome_count, clean, each, sweeps]
        count = np.select(kinds, shows, sweeps)
        against = np.select(kinds, [none, next_outcome, unclean, none, common], reverse)
        opposed = np.select(
            kinds,
            [
                counts.n,
                next_outcome + counts.hidden,
                counts.maybe_clean[pairs, 1 - lead],
                counts.n,
                common + counts.hidden,
            ],
            counts.maybe_sweeps[pairs, 1 - lead],
        )
        left = counts.n - count
        return count, against, np.where(_MOST[claim], left, np.minimum(opposed, left))

    def _probability(self, side: np.ndarray) -> list[float | None]:
        """That the one whom the claim is for leads truly; None if the claim is for nobody."""
        if self.lean is None:
            return [None] * len(side)
        ahead = np.sign(self.leading[:, 0] - self.leading[:, 1])
        told = ((side == 0) & (ahead > 0)) | ((side == 1) & (ahead < 0))
        p = self.lean.probability.tolist()
        return [x if said else None for x, said in zip(p, told.tolist(), strict=True)]


class WinsColumn(Sequence[Any]):
    """Measure to the data sets on which one side is better, of every pair."""

    def __init__(self, measures: Sequence[str], wins: np.ndarray) -> None:
        self.measures, self.wins = measures, wins

    def __len__(self) -> int:
        return len(self.wins)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return WinsColumn(self.measures, self.wins[i])
        return dict(zip(self.measures, self.wins[i].tolist(), strict=True))


def _listed(names: Sequence[str], which: np.ndarray) -> Coded:
    """Names, row by row; few sets of them differ."""
    sets, code = np.unique(which, axis=0, return_inverse=True)
    every = np.array(names, dtype=object)
    return Coded([Names(every[one]) for one in sets], np.ravel(code))
