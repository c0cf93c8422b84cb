"""What is claimed of every pair of algorithms: the strongest claim that is shown, or a leaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.family_claims import agreement_of_pairs, family_p_values
from jointstats.kernels.joint.leanings import leanings, power_of_pairs
from jointstats.kernels.joint.margin import Margin, by_exact_p, margin
from jointstats.kernels.joint.outcomes import MISSING, WORSE, pair_outcomes
from jointstats.kernels.joint.pair_claims import LADDERS, adjusted_family, ladder_shares
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.labelled.compare.claim_rows import ClaimsOfPairs
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.errors import Caution
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.pairs import places_of_pairs
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

    pairs: LazyRows[PairClaim]
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
    seen: np.ndarray | None = None,
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
    seen : ndarray of int, shape (P, n, m), optional
        Outcomes of these pairs, if they are known already.
    """
    places = places_of_pairs(table, pairs_of(table.algorithms, control))
    if seen is None:
        seen = pair_outcomes(table.known(), table.rope_widths, places)
    roped = np.asarray(table.rope_widths) > 0
    sure = roped if certain is None else np.asarray(certain)
    equal = bool(sure.any())
    counts = pair_counts(seen, sure)
    clusters = None
    if table.families is not None:
        used = (seen <= WORSE).all(axis=2).any(axis=0)  # by some pair
        clusters = table.known_families(used)
        seen = seen if clusters is None else seen[:, used]
    by_flips = None if clusters is None else family_p_values(seen, counts, clusters, sure)
    family = adjusted_family(counts, equal=equal, singles=singles, alpha=alpha, p_values=by_flips)
    worst = None  # by counts, so not of families
    if clusters is None and (seen == MISSING).any():
        against = pair_counts(seen, sure, missing_against=True)
        worst = adjusted_family(against, equal=equal, singles=singles, alpha=alpha)
    leading = counts.clean if equal else counts.sweeps
    lean = None
    if clusters is None:
        power = power_of_pairs(*places.T)
        lean = leanings(leading[:, 0], leading[:, 1], power=power, alpha=alpha)
    made = ClaimsOfPairs(
        table.algorithms, tuple(table.measures), places, counts, family, worst, lean, leading,
        alpha, bool(roped.any()),
    )  # fmt: skip
    shares = ladder_shares(len(table.measures), equal=equal)
    return Claimed(
        pairs=made.rows(),
        singles=tuple(family.singles.tolist()),
        expected_wrong=0.0 if lean is None else lean.expected_wrong(made.leaning),
        level_shares={
            name: float(share) for name, share in zip(LADDERS, shares, strict=True) if share
        },
        families=None
        if clusters is None
        else families_worth(np.bincount(clusters), agreement_of_pairs(seen, clusters)),
    )


def margin_of(row: PairClaim) -> Margin | None:
    """How many data sets would have to say something else for the claim to fall, or to be shown.

    By its own p-value at the level that it is tested at; None for a trade-off, which rests on
    several measures, and for families, of which it matters which one changes.
    """
    if row.claim == "trade_off" or row.level <= 0 or row.in_families:
        return None
    return margin([row.count, row.rest], by_exact_p(row.level))
