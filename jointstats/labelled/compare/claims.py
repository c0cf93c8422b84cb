"""What is claimed of every pair of algorithms: the strongest claim that is shown, or a leaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from jointstats.kernels.joint.leanings import leanings, power_of_pairs
from jointstats.kernels.joint.margin import Margin, by_exact_p, margin
from jointstats.kernels.joint.pair_claims import LADDERS, adjusted_family, ladder_shares
from jointstats.labelled.compare.claim_rows import ClaimsOfPairs
from jointstats.labelled.compare.evidence import evidence_of
from jointstats.labelled.compare.pair_claim import OPEN, SHOWN, PairClaim
from jointstats.labelled.errors import Caution
from jointstats.labelled.rows import cells
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.groups import Group
from jointstats.labelled.table.pairs import places_among
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True)
class Claimed:
    """The family of a comparison.

    Attributes
    ----------
    pairs : sequence of PairClaim
        Every pair, strongest claim first; each row is made when asked for.
    singles : tuple of float
        Corrected p-values of the single questions.
    expected_wrong : float
        Expected number of wrong ones among the leanings.
    level_shares : dict
        Kind of claim to its share of the level that each pair begins with.
    families : Families or None
        Those of the data sets, if some family has two of them.
    """

    pairs: Sequence[PairClaim]
    singles: tuple[float, ...]
    expected_wrong: float
    level_shares: dict[str, float]
    families: Families | None = None

    @property
    def strengths(self) -> list[str]:
        """How strong the claim of each pair is: what is open comes last."""
        return cells(self.pairs, ["strength"])["strength"]

    @property
    def decided(self) -> bool:
        """Whether something is shown of some pair."""
        return SHOWN in self.strengths

    @property
    def wins(self) -> Sequence[PairClaim]:
        """What is shown, and to whom the data lean."""
        return self.pairs[: len(self.pairs) - self.strengths.count(OPEN)]

    @property
    def open(self) -> Sequence[PairClaim]:
        """All other pairs."""
        return self.pairs[len(self.pairs) - self.strengths.count(OPEN) :]

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
    made, families = counted_claims(
        table, control, alpha, certain=certain, singles=singles, groups=groups
    )
    shares = ladder_shares(len(made.measures), equal=made.equal)
    lean = made.lean
    return Claimed(
        pairs=made.rows(),
        singles=tuple(made.family.singles.tolist()),
        expected_wrong=0.0 if lean is None else lean.expected_wrong(made.leaning),
        level_shares={
            name: float(share) for name, share in zip(LADDERS, shares, strict=True) if share
        },
        families=families,
    )


def counted_claims(
    table: ResultsTable,
    control: str | None,
    alpha: float,
    *,
    certain: Sequence[bool] | None = None,
    singles: Sequence[float] = (),
    groups: Sequence[Group] = (),
) -> tuple[ClaimsOfPairs, Families | None]:
    """The counts and p-values that claims are made of, and what families are worth."""
    names, measures = pairs_of(table.algorithms, control), tuple(table.measures)
    roped = np.array(list(table.rope.values())) > 0
    sure = roped if certain is None else np.asarray(certain)
    equal = bool(sure.any()) or not all(group.alone for group in groups)
    found = evidence_of(table, names, sure, groups)
    if groups:
        measures = tuple(group.name for group in groups)
    counts, by_flips = found.counts, found.by_flips
    family = adjusted_family(counts, equal=equal, singles=singles, alpha=alpha, p_values=by_flips)
    worst = None
    if found.worst is not None:
        worst = adjusted_family(found.worst, equal=equal, singles=singles, alpha=alpha)
    leading = counts.clean if equal else counts.sweeps
    places = places_among(table.algorithms, names)
    lean = None
    if found.families is None:
        power = power_of_pairs(*places.T)
        lean = leanings(leading[:, 0], leading[:, 1], power=power, alpha=alpha)
    made = ClaimsOfPairs(
        table.algorithms, measures, places, counts, family, worst, lean, leading, alpha,
        bool(roped.any()), tuple(groups), equal,
    )  # fmt: skip
    return made, found.families


def nearest_to_change(pairs: Sequence[PairClaim]) -> dict[str, Any]:
    """What would change the verdict: fields of `jointstats.labelled.findings.kinds.Margins`.

    The shown claim that the fewest other data sets would undo, what is nearest to being shown, and
    the margin of each; None where there is none. Only these rows are made.
    """
    found = cells(pairs, ("strength", "p_value", "level", "claim", "in_families", "count", "rest"))
    every = list(zip(*found.values(), strict=True))
    firm = [i for i, one in enumerate(every) if one[0] == SHOWN and _has_margin(*one[2:5])]
    left = [i for i, one in enumerate(every) if one[0] != SHOWN and one[2] > 0]
    by = cache(lambda level, count, rest: _margin(level, count, rest).data_sets)
    needed = [(by(every[i][2], *every[i][5:]), i) for i in firm]
    undone = min(((n, i) for n, i in needed if n is not None), default=(0, None))[1]
    nearest = min(left, key=lambda i: every[i][1] / every[i][2], default=None)
    first = None if undone is None else pairs[undone]
    then = None if nearest is None else pairs[nearest]
    return {
        "undone": first,
        "undone_by": None if first is None else margin_of(first),
        "next": then,
        "shown_by": None if then is None else margin_of(then),
    }


def margin_of(row: PairClaim) -> Margin | None:
    """How many data sets would have to say something else for the claim to fall, or to be shown.

    By its own p-value at the level that it is tested at; None for a trade-off, which rests on
    several measures, and for families, of which it matters which one changes.
    """
    if not _has_margin(row.level, row.claim, row.in_families):
        return None
    return _margin(row.level, row.count, row.rest)


def _has_margin(level: float, claim: str, in_families: bool) -> bool:
    return claim != "trade_off" and level > 0 and not in_families


def _margin(level: float, count: float, rest: float) -> Margin:
    return margin([count, rest], by_exact_p(level))
