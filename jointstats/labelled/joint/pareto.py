"""Pareto dominance: which algorithm dominates which, and which ones none dominates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Unpack

import numpy as np

from jointstats.kernels.claims import pairs as kernel
from jointstats.kernels.claims.scores import ABSENT, may_dominate, mirrored
from jointstats.kernels.claims.votes import joined, votes
from jointstats.kernels.joint.claim_tests import confidence_interval
from jointstats.kernels.single import multiplicity
from jointstats.labelled import wording
from jointstats.labelled.claims.evidence import Evidence
from jointstats.labelled.declare import declare
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.kinds import Adjustment, Alpha, Coverage, Measures
from jointstats.labelled.lazy_rows import Coded, Columns, LazyRows
from jointstats.labelled.result import Result
from jointstats.labelled.rows import NAME, P_VALUE, SHARE, TEXT, WHOLE, Row, column
from jointstats.labelled.table.intake import voting_table
from jointstats.labelled.table.results_table import Dropped, ResultsTable


@dataclass(frozen=True, kw_only=True)
class ParetoPair(Row):
    """A row of :class:`ParetoResult`: how often each of two algorithms dominates the other."""

    a: str = column(NAME, "an algorithm")
    b: str = column(NAME, "another algorithm")
    count_a: int = column(
        WHOLE, "data sets (or families) on which a dominates", heading="a dominates"
    )
    count_b: int = column(
        WHOLE, "data sets (or families) on which b dominates", heading="b dominates"
    )
    p_value: float = column(
        P_VALUE, "exact p-value of the hypothesis that both dominate equally often", broom="p.value"
    )
    p_adjusted: float = column(P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    winner: str | None = column(
        NAME,
        "the algorithm that dominates more often, if that is shown",
        heading="more often",
        unknown="open",
    )
    price: str | None = column(
        TEXT,
        "measures on which the loser has more wins, with both counts",
        heading="price: more wins on",
        unknown="",
    )


@dataclass(frozen=True, kw_only=True)
class NondominatedShare(Row):
    """How often no algorithm dominates this one."""

    algorithm: str = column(NAME, "the algorithm")
    count: int = column(WHOLE, "data sets (or families) on which no algorithm dominates it")
    share: float | None = column(
        SHARE, "share of the data sets (or families) with a vote", broom="estimate"
    )
    share_low: float = column(SHARE, "lower end of its interval", broom="conf.low")
    share_high: float = column(SHARE, "upper end of its interval", broom="conf.high")


@dataclass(frozen=True, kw_only=True, repr=False)
class ParetoResult(Result):
    """Outcome of :func:`jointstats.pareto_test`.

    Attributes
    ----------
    n_families : int or None
        Families that vote; None if data sets do.
    pairs : sequence of ParetoPair
    nondominated : tuple of NondominatedShare
        One for each algorithm.
    alpha, level : float
        Level of decisions; coverage of the intervals of the shares.
    p_adjust : str
        How p-values were corrected for the number of pairs.
    rope : dict
        For each measure, the width within which results are equal, where a rope was declared.
    dropped : tuple of Dropped
        Data sets that were left out.
    data : ResultsTable or None
        The results themselves, for figures; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "pareto"

    n_families: int | None
    pairs: Sequence[ParetoPair]
    nondominated: tuple[NondominatedShare, ...]
    alpha: float
    level: float
    p_adjust: str
    rope: dict[str, float] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    data: ResultsTable | None = field(
        default=None, compare=False, repr=False, metadata={"plain": False}
    )

    @property
    def rows(self) -> Sequence[ParetoPair]:
        """The pairs."""
        return self.pairs


@declare(
    "Pareto test",
    family="joint",
    asks="Which algorithms are Pareto-optimal, and on how many data sets?",
    gives="shares of data sets, and an exact p-value of each pair",
    needs="only which of two results is better",
    mind="with many measures, rarely is one algorithm better on all of them",
    validity=("one measure",),
)
def pareto_test(
    table: TableLike,
    *,
    on: Measures = None,
    p_adjust: Adjustment = "holm",
    alpha: Alpha = 0.05,
    level: Coverage = 0.95,
    **roles: Unpack[TableRoles],
) -> ParetoResult:
    """Test, pair by pair, whether one algorithm dominates the other on more data sets.

    An algorithm dominates another on a data set if it is worse on no measure and better on some.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of the p-values for the number of pairs.
    alpha : float, default 0.05
        A pair has a winner if its corrected p-value is at most alpha.
    level : float, default 0.95
        Coverage of the intervals of the shares.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    ParetoResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    The claim that a dominates b more often is that of :func:`jointstats.compare_algorithms`: a data
    set votes for it if a dominates, against it if b may dominate. A tie on a measure without a
    declared rope may hide a difference, and so may a missing result (``missing="unknown"``). The
    p-value is twice the smaller one of the two claims of a pair. Families of data sets (`cluster`)
    have one vote each.

    An algorithm is Pareto-optimal on a data set if no other may dominate it there. The share of
    such data sets has the Clopper–Pearson interval; it is not tested.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.pareto_test(js.load_dataset("example1"))
    >>> pair = result.pairs[0]
    >>> pair.count_a, pair.count_b, pair.p_value, result.nondominated[1].count
    (1, 6, 0.125, 11)
    """
    source = voting_table(table, on=on, **roles)
    evidence = Evidence.of(source)
    names, places = (
        source.algorithms,
        np.array(list(combinations(range(len(source.algorithms)), 2))),
    )
    parts, (n, l) = [], evidence.values[:, 0].shape
    dominated, there = np.zeros((l, n), dtype=bool), np.zeros((l, n), dtype=bool)
    for some, seen in evidence.blocks(places):
        parts.append(kernel.votes_of_pairs(seen, evidence.units))
        first, second = places[some].T
        np.logical_or.at(dominated, second, may_dominate(seen))
        np.logical_or.at(dominated, first, may_dominate(mirrored(seen)))
        present = (seen != ABSENT).all(axis=-1)
        np.logical_or.at(there, first, present)
        np.logical_or.at(there, second, present)
    used = np.asarray(there.any(axis=0))
    if not used.any():
        source.require_datasets()
    cast = joined(parts)
    counts, p = cast.counts, cast.claims(evidence.positive)
    pairs = _pairs(names, tuple(source.measures), places, counts, p, p_adjust, alpha)
    nondominated = votes(np.where(there, np.where(dominated, -1, 1), 0), evidence.units)
    shares = tuple(
        _share(name, yes, no, level)
        for name, (yes, no, _) in zip(names, nondominated.tolist(), strict=True)
    )
    n_families = evidence.units.families_of(used)
    return ParetoResult(
        algorithms=names,
        measures=source.measures,
        n=int(used.sum()),
        n_dropped=source.n + source.n_dropped - int(used.sum()),
        n_families=n_families,
        pairs=pairs,
        nondominated=shares,
        alpha=alpha,
        level=level,
        p_adjust=p_adjust,
        rope=source.declared_rope,
        dropped=() if source.unknown else source.dropped,
        data=source,
    )


def _pairs(
    names: Sequence[str],
    measures: tuple[str, ...],
    places: np.ndarray,
    counts: kernel.PairCounts,
    p: kernel.PairClaims,
    p_adjust: str,
    alpha: float,
) -> LazyRows[ParetoPair]:
    """Every pair, tested for who dominates on more data sets."""
    of_sides = p.joint[..., kernel.JOINTLY_MORE_OFTEN]
    if len(measures) == 1:  # to dominate is to be better
        of_sides = p.measures[:, 0, :, kernel.MORE_OFTEN]
    p_values = np.minimum(1.0, 2 * of_sides.min(axis=1))
    adjusted = multiplicity.adjust_p_values(p_values, p_adjust)
    nobody = len(names)
    side = np.where(adjusted <= alpha, of_sides.argmin(axis=1), -1)
    winner = np.where(side < 0, nobody, np.take_along_axis(places, side[:, None] % 2, 1)[:, 0])
    columns: dict[str, Any] = {
        "a": Coded(names, places[:, 0]),
        "b": Coded(names, places[:, 1]),
        "count_a": counts.dominating_votes[:, 0],
        "count_b": counts.dominating_votes[:, 1],
        "p_value": p_values,
        "p_adjusted": adjusted,
        "winner": Coded((*names, None), winner),
        "price": Prices(measures, counts, side),
    }
    return LazyRows(Columns(ParetoPair, columns))


class Prices(Sequence[Any]):
    """Of every pair with a winner the measures on which the other has more wins: "time (39–12)".

    More are more by either count, in data sets or in votes of families.

    Parameters
    ----------
    measures : sequence of str
    counts : PairCounts
    side : ndarray of int, shape (P,)
        Who wins: 0, 1, or -1.
    """

    def __init__(
        self, measures: Sequence[str], counts: kernel.PairCounts, side: np.ndarray
    ) -> None:
        self.measures, self.counts, self.side = measures, counts, side

    def __len__(self) -> int:
        return len(self.side)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        side = int(self.side[i])
        if side < 0:
            return None
        wins, cast = self.counts.wins[i], self.counts.win_votes[i]
        behind = (wins[:, side] < wins[:, 1 - side]) | (cast[:, side] < cast[:, 1 - side])
        named = [
            f"{self.measures[j]} ({wins[j, 1 - side]}–{wins[j, side]})"
            for j in np.flatnonzero(behind).tolist()
        ]
        return wording.listing(named) or None


def _share(name: str, yes: int, no: int, level: float) -> NondominatedShare:
    low, high = confidence_interval(yes, yes + no, level)
    return NondominatedShare(
        algorithm=name,
        count=yes,
        share=yes / (yes + no) if yes + no else None,
        share_low=float(low),
        share_high=float(high),
    )
