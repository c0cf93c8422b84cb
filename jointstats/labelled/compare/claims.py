"""What is claimed of every pair of algorithms: the strongest claim that is shown, or a leaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.ladder import RUNGS
from jointstats.kernels.joint.leanings import Leanings, leanings, power_of_pairs
from jointstats.kernels.joint.margin import Margin, by_exact_p, margin
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE, pair_outcomes
from jointstats.kernels.joint.pair_claims import (
    LADDERS,
    PairCounts,
    PairFamily,
    adjusted_family,
    ladder_shares,
    pair_counts,
)
from jointstats.labelled.rows import COUNT, NAME, P_VALUE, PROBABILITY, TEXT, WHOLE, Row, column
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.results_table import ResultsTable

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

_PLACES = {  # claim to its ladder and rung
    **{rung: (LADDERS.index("sweep"), i) for i, rung in enumerate(RUNGS)},
    "not_worse_more_often": (LADDERS.index("not_worse"), 0),
    "not_worse_most_data_sets": (LADDERS.index("not_worse"), 1),
    "outcome_most_common": (LADDERS.index("outcome"), 0),
    "outcome_most_data_sets": (LADDERS.index("outcome"), 1),
    "trade_off": (LADDERS.index("trade_off"), 0),
}


class Names(tuple[str, ...]):
    """Names that are text in a table, with commas between them."""

    def __str__(self) -> str:
        return ", ".join(self)


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
    level : float
        At which the claim is tested, its part of alpha: ``p_value`` up to it shows the claim.
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
    shown: Names = column(TEXT, "all claims that are shown, strongest first", default=Names())
    n_sure: int | None = column(
        COUNT, "data sets whose runs are sure of what they say of the pair", default=None
    )
    rope: bool = False
    level: float = 0.0

    @property
    def names(self) -> tuple[str, str]:
        """The two, who wins or leads first."""
        if self.winner is None or self.loser is None:
            return self.a, self.b
        return self.winner, self.loser

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
        if self.winner is None:
            return {}
        own, other = self.wins_a, self.wins_b
        if self.winner == self.b:
            own, other = other, own
        return {measure: other[measure] for measure in own if other[measure] > own[measure]}


@dataclass(frozen=True)
class Claimed:
    """The family of a comparison.

    Attributes
    ----------
    pairs : tuple of PairClaim
        Every pair, strongest claim first.
    singles : tuple of float
        Corrected p-values of the single questions.
    expected_wrong : float
        Expected number of wrong ones among the leanings.
    level_shares : dict
        Kind of claim to its share of the level that each pair begins with.
    """

    pairs: tuple[PairClaim, ...]
    singles: tuple[float, ...]
    expected_wrong: float
    level_shares: dict[str, float]


def claims_of(
    table: ResultsTable,
    control: str | None,
    alpha: float,
    *,
    certain: Sequence[bool] | None = None,
    singles: Sequence[float] = (),
) -> Claimed:
    """Claim of every pair what is shown, and say to whom the others lean.

    Parameters
    ----------
    table : ResultsTable
    control : str or None
        Only the pairs with it.
    alpha : float
        Probability, at most, of any false claim; one minus it is the probability of a leaning.
    certain : sequence of bool, optional
        Measures whose ties are practical equality; by default those with a rope. Elsewhere a tie
        may hide a difference, and counts against whatever it could help.
    singles : sequence of float
        p-values of single questions of the same family.
    """
    names = pairs_of(table.algorithms, control)
    place = {name: i for i, name in enumerate(table.algorithms)}
    both = np.array([[place[a], place[b]] for a, b in names])
    seen = pair_outcomes(table.oriented(), table.rope_widths, both)
    roped = np.asarray(table.rope_widths) > 0
    sure = roped if certain is None else np.asarray(certain)
    equal = bool(sure.any())
    counts = pair_counts(seen, sure)
    family = adjusted_family(counts, equal=equal, singles=singles, alpha=alpha)
    leading = counts.clean if equal else counts.sweeps
    lean = leanings(
        leading[:, 0], leading[:, 1], power=power_of_pairs(both[:, 0], both[:, 1]), alpha=alpha
    )
    made = _Pairs(tuple(table.measures), counts, family, lean, leading, alpha, bool(roped.any()))
    rows = [made.row(i, a, b) for i, (a, b) in enumerate(names)]
    left = np.array([row.strength == LEANING for row in rows])
    rank = {SHOWN: 0, LEANING: 1, OPEN: 2}
    rows.sort(key=lambda row: (rank[row.strength], CLAIMS.index(row.claim), row.p_adjusted))
    shares = ladder_shares(len(table.measures), equal=equal)
    return Claimed(
        pairs=tuple(rows),
        singles=tuple(family.singles.tolist()),
        expected_wrong=lean.expected_wrong(left),
        level_shares={
            name: float(share) for name, share in zip(LADDERS, shares, strict=True) if share
        },
    )


@dataclass(frozen=True)
class _Pairs:
    """Counts and p-values of all pairs, from which rows are made."""

    measures: tuple[str, ...]
    counts: PairCounts
    family: PairFamily
    lean: Leanings
    leading: np.ndarray
    alpha: float
    rope: bool

    def row(self, i: int, a: str, b: str) -> PairClaim:
        """The row of a pair."""
        adjusted = {name: float(self.family.adjusted[i][at]) for name, at in _PLACES.items()}
        shown = tuple(name for name in CLAIMS if adjusted[name] <= self.alpha)
        if shown:
            claim, strength = shown[0], SHOWN
        else:
            claim = (
                "more_often"
                if (self.leading == self.counts.sweeps).all()
                else "not_worse_more_often"
            )
            strength = LEANING if self.lean.leaning[i] else OPEN
        better, other, equal = self.parts(claim, i)
        side = self.side(claim, i, better, other)
        count, against, rest = self.numbers(claim, i)
        named = (None, None) if side < 0 else (a, b) if side == 0 else (b, a)
        turned = side == 1
        return PairClaim(
            a=a,
            b=b,
            winner=named[0],
            loser=named[1],
            claim=claim,
            strength=strength,
            measures=Names(other if turned else better),
            measures_other=Names(better if turned else other),
            measures_equal=Names(equal),
            count=count,
            against=against,
            rest=rest,
            n=self.counts.n,
            probability=self.probability(i, side),
            p_value=float(self.family.p[i][_PLACES[claim]]),
            p_adjusted=adjusted[claim],
            sweeps_a=int(self.counts.sweeps[i, 0]),
            sweeps_b=int(self.counts.sweeps[i, 1]),
            wins_a=self.wins(i, 0),
            wins_b=self.wins(i, 1),
            rope=self.rope,
            shown=Names(shown),
            level=float(self.family.level[i][_PLACES[claim]]),
        )

    def side(self, claim: str, i: int, better: tuple[str, ...], other: tuple[str, ...]) -> int:
        """Whom the claim is for: 0, 1, or -1 for both or nobody."""
        if claim in RUNGS:
            return int(self.family.side[i, 0])
        if claim.startswith("not_worse"):
            return int(self.family.side[i, 1])
        if better and other:
            return -1
        return 0 if better else 1 if other else -1

    def parts(self, claim: str, i: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Measures on which the first is better, the second is, and both are equal."""
        if claim == "trade_off":
            return self.traded(i)
        if claim.startswith("outcome"):
            seen = self.counts.outcome[i]
            first, equal, second = (self.named(seen == which) for which in (BETTER, EQUAL, WORSE))
            return first, second, equal
        side = self.family.side[i, 0 if claim in RUNGS else 1]
        return ((), self.measures, ()) if side == 1 else (self.measures, (), ())

    def traded(self, i: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """The measures of a trade-off that are shown together, each with its direction."""
        at = _PLACES["trade_off"]
        level = max(self.family.level[i][at], self.family.p[i][at])
        clear = self.family.measures_p[i] <= level
        first = self.counts.wins[i, :, 0] > self.counts.wins[i, :, 1]
        return self.named(clear & first), self.named(clear & ~first), ()

    def wins(self, i: int, side: int) -> dict[str, int]:
        """Measure to the data sets on which one side is better."""
        return dict(zip(self.measures, self.counts.wins[i, :, side].tolist(), strict=True))

    def named(self, which: np.ndarray) -> tuple[str, ...]:
        return tuple(np.array(self.measures, dtype=object)[which])

    def numbers(self, claim: str, i: int) -> tuple[int, int | None, int]:
        """Data sets that show the claim, that show what stands against it, and that count so."""
        counts, n = self.counts, self.counts.n
        side = 0 if claim in RUNGS else 1
        lead = max(int(self.family.side[i, side]), 0)
        rival = 1 - lead
        if claim == "trade_off":
            first, second, _ = self.traded(i)
            ahead = counts.wins[i].max(axis=1)
            count = min(int(ahead[self.measures.index(name)]) for name in first + second)
            return count, None, n - count
        if claim.startswith("outcome"):
            count = int(counts.outcome_count[i])
            against = max(int(counts.next_outcome[i]), int(counts.sweeps[i].max()))
            return count, against, self.rest(claim, count, against + int(counts.hidden[i]))
        if claim.startswith("not_worse"):
            count, against = int(counts.clean[i, lead]), int(counts.clean[i, rival])
            return count, against, self.rest(claim, count, int(counts.maybe_clean[i, rival]))
        if claim == "each":
            count = int(counts.wins[i, :, lead].min())
            return count, None, n - count
        count, against = int(counts.sweeps[i, lead]), int(counts.sweeps[i, rival])
        if claim == "most_common":
            against = max(against, int(counts.outcome_count[i]))
            return count, against, self.rest(claim, count, against + int(counts.hidden[i]))
        return count, against, self.rest(claim, count, int(counts.maybe_sweeps[i, rival]))

    def rest(self, claim: str, count: int, opposed: int) -> int:
        """What counts against a claim: all others, if it says "most"; never more than there are."""
        left = self.counts.n - count
        return left if claim.endswith("most_data_sets") else min(opposed, left)

    def probability(self, i: int, side: int) -> float | None:
        """That the one whom the claim is for leads truly; None if the claim is for nobody."""
        leads = self.leading[i]
        if side < 0 or leads[0] == leads[1]:
            return None
        p = float(self.lean.probability[i])
        return p if leads[side] > leads[1 - side] else None


def margin_of(row: PairClaim) -> Margin | None:
    """How many data sets would have to say something else for the claim to fall, or to be shown.

    By its own p-value at the level that it is tested at; None for a trade-off, which rests on
    several measures.
    """
    if row.claim == "trade_off" or row.level <= 0:
        return None
    return margin([row.count, row.rest], by_exact_p(row.level))
