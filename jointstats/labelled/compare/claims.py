"""What is claimed of every pair of algorithms: the strongest claim that is shown, or a leaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.family_claims import agreement_of_pairs, family_p_values
from jointstats.kernels.joint.ladder import RUNGS
from jointstats.kernels.joint.leanings import Leanings, leanings, power_of_pairs
from jointstats.kernels.joint.margin import Margin, by_exact_p, margin
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE
from jointstats.kernels.joint.pair_claims import (
    LADDERS,
    PairFamily,
    adjusted_family,
    ladder_shares,
)
from jointstats.kernels.joint.pair_counts import PairCounts, pair_counts
from jointstats.labelled.compare.pair_claim import (
    CLAIMS,
    LEANING,
    OPEN,
    SHOWN,
    Names,
    PairClaim,
)
from jointstats.labelled.errors import Caution
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.groups import Group, grouped_outcomes
from jointstats.labelled.table.pairs import outcomes_of_pairs, places_of_pairs
from jointstats.labelled.table.results_table import ResultsTable

_PLACES = {  # claim to its ladder and rung
    **{rung: (LADDERS.index("sweep"), i) for i, rung in enumerate(RUNGS)},
    "not_worse_more_often": (LADDERS.index("not_worse"), 0),
    "not_worse_most_data_sets": (LADDERS.index("not_worse"), 1),
    "outcome_most_common": (LADDERS.index("outcome"), 0),
    "outcome_most_data_sets": (LADDERS.index("outcome"), 1),
    "trade_off": (LADDERS.index("trade_off"), 0),
}


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
    families : Families or None
        Those of the data sets, if some family has two of them.
    """

    pairs: tuple[PairClaim, ...]
    singles: tuple[float, ...]
    expected_wrong: float
    level_shares: dict[str, float]
    families: Families | None = None

    def too_few(self, alpha: float) -> tuple[Caution, ...]:
        """That so few families can show nothing of so many pairs, if it is so."""
        if self.families is None:
            return ()
        pairs, most = len(self.pairs), max(self.level_shares.values())
        return self.families.too_few(alpha, share=most / pairs, pairs=pairs)


def claims_of(
    table: ResultsTable,
    control: str | None,
    alpha: float,
    *,
    certain: Sequence[bool] | None = None,
    singles: Sequence[float] = (),
    groups: Sequence[Group] = (),
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
    groups : sequence of Group
        Claims are then about these, not about the measures.
    """
    names = pairs_of(table.algorithms, control)
    seen, measures = outcomes_of_pairs(table, names), tuple(table.measures)
    roped = np.asarray(table.rope_widths) > 0
    sure = roped if certain is None else np.asarray(certain)
    equal = bool(sure.any()) or not all(group.alone for group in groups)
    conflict = None
    if groups:
        seen, sure, conflict = grouped_outcomes(seen, measures, groups, sure)
        measures = tuple(group.name for group in groups)
    counts = pair_counts(seen, sure, unclean=conflict)
    used = (seen <= WORSE).all(axis=2).any(axis=0)  # by some pair
    clusters = table.known_families(used)
    if clusters is not None:
        seen = seen[:, used]
        sure = sure[:, used] if groups else sure
        conflict = conflict[:, used] if conflict is not None else None
    by_flips = None
    if clusters is not None:
        by_flips = family_p_values(seen, counts, clusters, sure, conflict)
    family = adjusted_family(counts, equal=equal, singles=singles, alpha=alpha, p_values=by_flips)
    worst = None  # by counts, so not of families
    if clusters is None and (seen == MISSING).any():
        against = pair_counts(seen, sure, missing_against=True, unclean=conflict)
        worst = adjusted_family(against, equal=equal, singles=singles, alpha=alpha)
    leading = counts.clean if equal else counts.sweeps
    lean = None
    if clusters is None:
        power = power_of_pairs(*places_of_pairs(table, names).T)
        lean = leanings(leading[:, 0], leading[:, 1], power=power, alpha=alpha)
    made = _Pairs(
        measures, counts, family, worst, lean, leading, alpha, bool(roped.any()), tuple(groups)
    )
    rows = [made.row(i, a, b) for i, (a, b) in enumerate(names)]
    left = np.array([row.strength == LEANING for row in rows])
    rank = {SHOWN: 0, LEANING: 1, OPEN: 2}
    rows.sort(key=lambda row: (rank[row.strength], CLAIMS.index(row.claim), row.p_adjusted))
    shares = ladder_shares(len(measures), equal=equal)
    return Claimed(
        pairs=tuple(rows),
        singles=tuple(family.singles.tolist()),
        expected_wrong=0.0 if lean is None else lean.expected_wrong(left),
        level_shares={
            name: float(share) for name, share in zip(LADDERS, shares, strict=True) if share
        },
        families=None
        if clusters is None
        else families_worth(np.bincount(clusters), agreement_of_pairs(seen, clusters)),
    )


@dataclass(frozen=True)
class _Pairs:
    """Counts and p-values of all pairs, from which rows are made.

    Nothing leans (``lean`` is None) where data sets come in families: leanings are learned from
    counts of independent ones.
    """

    measures: tuple[str, ...]
    counts: PairCounts
    family: PairFamily
    worst: PairFamily | None
    lean: Leanings | None
    leading: np.ndarray
    alpha: float
    rope: bool
    groups: tuple[Group, ...]

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
            strength = LEANING if self.lean is not None and self.lean.leaning[i] else OPEN
        better, other, equal = self.parts(claim, i)
        side = self.side(claim, i, better, other)
        count, against, rest = self.numbers(claim, i)
        worst = None
        if self.worst is not None:
            worst = max(float(self.worst.adjusted[i][_PLACES[claim]]), adjusted[claim])
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
            n=int(self.counts.n[i]),
            probability=self.probability(i, side),
            p_value=float(self.family.p[i][_PLACES[claim]]),
            p_adjusted=adjusted[claim],
            sweeps_a=int(self.counts.sweeps[i, 0]),
            sweeps_b=int(self.counts.sweeps[i, 1]),
            wins_a=self.wins(i, 0),
            wins_b=self.wins(i, 1),
            rope=self.rope,
            grouped=bool(self.groups),
            p_adjusted_worst=worst,
            holds_at_worst=worst <= self.alpha if shown and worst is not None else None,
            shown=Names(shown),
            level=float(self.family.level[i][_PLACES[claim]]),
            in_families=self.lean is None,
        )

    def side(self, claim: str, i: int, better: tuple[str, ...], other: tuple[str, ...]) -> int:
        """Whom the claim is for: 0, 1, or -1 for both or nobody."""
        if claim in RUNGS:
            return int(self.family.side[i, 0])
        if claim.startswith("not_worse"):
            return int(self.family.side[i, 1])
        if better and other:
            return -1
        # Who is better on one group has not won where neither is better on another one.
        whole = {group.name for group in self.groups if not group.even}
        if whole & set(self.measures) - {*better, *other}:
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
        counts, n = self.counts, int(self.counts.n[i])
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
            return count, against, rest(claim, n - count, against + int(counts.hidden[i]))
        if claim.startswith("not_worse"):
            count, against = int(counts.clean[i, lead]), int(counts.clean[i, rival])
            return count, against, rest(claim, n - count, int(counts.maybe_clean[i, rival]))
        if claim == "each":
            count = int(counts.wins[i, :, lead].min())
            return count, None, n - count
        count, against = int(counts.sweeps[i, lead]), int(counts.sweeps[i, rival])
        if claim == "most_common":
            against = max(against, int(counts.outcome_count[i]))
            return count, against, rest(claim, n - count, against + int(counts.hidden[i]))
        return count, against, rest(claim, n - count, int(counts.maybe_sweeps[i, rival]))

    def probability(self, i: int, side: int) -> float | None:
        """That the one whom the claim is for leads truly; None if the claim is for nobody."""
        leads = self.leading[i]
        if self.lean is None or side < 0 or leads[0] == leads[1]:
            return None
        p = float(self.lean.probability[i])
        return p if leads[side] > leads[1 - side] else None


def rest(claim: str, left: int, opposed: int) -> int:
    """What counts against a claim: all others, if it says "most"; never more than there are."""
    return left if claim.endswith("most_data_sets") else min(opposed, left)


def margin_of(row: PairClaim) -> Margin | None:
    """How many data sets would have to say something else for the claim to fall, or to be shown.

    By its own p-value at the level that it is tested at; None for a trade-off, which rests on
    several measures, and for families, of which it matters which one changes.
    """
    if row.claim == "trade_off" or row.level <= 0 or row.in_families:
        return None
    return margin([row.count, row.rest], by_exact_p(row.level))
