"""A leaderboard: one row for each algorithm, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.result import Result
from jointstats.labelled.rows import FLAG, NAME, NUMBER, SHARE, WHOLE, Row, column
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.results_table import Dropped, ResultsTable


@dataclass(frozen=True, kw_only=True)
class LeaderboardRow(Row):
    """An algorithm: a row of :class:`LeaderboardResult`."""

    algorithm: str = column(NAME, "the algorithm")
    rank: int = column(
        WHOLE, "1 + algorithms better on every measure on more of these data sets", shown=False
    )
    rank_low: int = column(WHOLE, "first rank, jointly, that the shown pairs leave open")
    rank_high: int = column(WHOLE, "last such rank")
    may_be_best: bool = column(FLAG, "whether nobody is shown to be better jointly")
    beats: int = column(WHOLE, "algorithms that it is shown to be better than, by some claim")
    beaten_by: int = column(WHOLE, "algorithms that are shown to be better than it")
    trade_offs: int = column(WHOLE, "algorithms with which a trade-off is shown")
    equal: int | None = column(
        WHOLE, "algorithms with which a practically equal outcome is shown", default=None
    )
    leads: int = column(WHOLE, "pairs that lean to it, without being shown")
    trails: int = column(WHOLE, "pairs that lean to the other one")
    open: int = column(WHOLE, "all other pairs")
    never_beaten: float | None = column(
        SHARE, "share of the data sets on which nobody is better on every measure"
    )
    mean: dict[str, float | None] = column(
        NUMBER, "mean over the data sets; unknown if a run failed", unit="of the measure",
        spread=True,
    )  # fmt: skip
    median: dict[str, float | None] = column(
        NUMBER, "median over the data sets", unit="of the measure", spread=True
    )
    sd: dict[str, float | None] = column(
        NUMBER, "standard deviation over the data sets", unit="of the measure", spread=True
    )
    mean_rank: dict[str, float] = column(
        NUMBER, "mean rank over the data sets; 1 is best", spread=True
    )
    letters: dict[str, str] | None = column(
        NAME, "tiers: two that share a letter are not separated on the measure", spread=True,
        default=None,
    )  # fmt: skip
    rank_on: dict[str, int] = column(
        WHOLE, "1 + algorithms that win more of these data sets on the measure", spread="rank"
    )
    rank_low_on: dict[str, int] = column(
        WHOLE, "first rank that the shown pairs leave open on the measure", spread="rank_low"
    )
    rank_high_on: dict[str, int] = column(
        WHOLE, "last such rank on the measure", spread="rank_high"
    )
    properties: dict[str, float] | None = column(
        NUMBER, "what is known of the algorithm itself, such as its price", spread="known",
        default=None,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class LeaderboardResult(Result):
    """Outcome of :func:`jointstats.leaderboard`, and part of a comparison.

    Attributes
    ----------
    board : tuple of LeaderboardRow
        The algorithms, best first: by shown wins less shown losses, then by the mean of their mean
        ranks over the measures, then by name.
    best : tuple of str
        Who may be best: nobody is shown to be jointly better.
    best_on : dict
        Measure to the same on this measure alone.
    n_shown : int
        Pairs of which somebody is shown to be jointly better.
    n_pairs : int
        Pairs that were asked for.
    alpha : float
        Probability, at most, that any joint rank set, or any rank set of one measure, is wrong.
    control : str or None
        If given, only the pairs with it were asked for; then there are no letters.
    separated : dict
        Measure to the number of pairs that are separated on it.
    runs_of_neighbours : tuple of str
        Measures with more than 52 overlapping tiers: there a letter is a run of neighbours by mean
        rank, such as "c–f", and two without a common one need not be separated.
    rope : dict
    dropped : tuple of Dropped
    families : Families or None
        Those of the data sets, if some family has two of them.
    claims : sequence of PairClaim
        Of every pair what is claimed, strongest first: what the board counts. Not in
        :meth:`to_dict`.
    data : ResultsTable or None
        The results themselves, for figures; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "leaderboard"

    board: tuple[LeaderboardRow, ...]
    best: tuple[str, ...]
    best_on: dict[str, tuple[str, ...]]
    n_shown: int
    n_pairs: int
    separated: dict[str, int]
    runs_of_neighbours: tuple[str, ...]
    alpha: float
    control: str | None
    rope: dict[str, float]
    dropped: tuple[Dropped, ...]
    n_failed: int
    families: Families | None
    claims: Sequence[PairClaim] = field(metadata={"plain": False})
    data: ResultsTable | None = field(compare=False, repr=False, metadata={"plain": False})

    @property
    def rows(self) -> Sequence[LeaderboardRow]:
        """The algorithms, best first."""
        return self.board

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the algorithms, best first: in this order everything lists them."""
        return tuple(row.algorithm for row in self.board)

    def row(self, algorithm: str) -> LeaderboardRow:
        """The row of an algorithm."""
        return next(row for row in self.board if row.algorithm == algorithm)
