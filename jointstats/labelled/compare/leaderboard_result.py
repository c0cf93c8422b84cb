"""A leaderboard: one row for each algorithm, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.result import Result, worded
from jointstats.labelled.rows import FLAG, NAME, NUMBER, WHOLE, Row, column
from jointstats.labelled.table.results_table import Dropped, ResultsTable

COUNTED = ("wins", "ahead", "trade_offs", "equal", "open", "behind", "losses")
"""States of the pairs of an algorithm, from its side, best first: in this order all list them."""


@dataclass(frozen=True, kw_only=True)
class LeaderboardRow(Row):
    """An algorithm: a row of :class:`jointstats.LeaderboardResult`."""

    algorithm: str = column(NAME, "the algorithm")
    wins: int = column(WHOLE, "algorithms that it wins against")
    ahead: int = column(WHOLE, "pairs in which it is ahead, on some measures or jointly")
    trade_offs: int = column(WHOLE, "pairs that are trade-offs")
    equal: int | None = column(WHOLE, "pairs that are practically equal", default=None)
    open: int = column(WHOLE, "all other pairs")
    behind: int = column(WHOLE, "pairs in which the other is ahead")
    losses: int = column(WHOLE, "algorithms that win against it")
    unbeaten: bool = column(FLAG, "whether no algorithm wins against it")
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
    rank_low: dict[str, int] = column(
        WHOLE, "first rank on the measure that the shown claims leave open", spread=True
    )
    rank_high: dict[str, int] = column(WHOLE, "last such rank", spread=True)
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
        The algorithms, best first: by wins minus losses, then by the mean of their mean ranks over
        the measures, then by name.
    pairs : sequence of ComparedPair
        The states that are counted; not in :meth:`to_dict`.
    unbeaten : tuple of str
        Algorithms against which no algorithm wins.
    n_wins, n_pairs : int
        Pairs with a winner, and all pairs.
    alpha : float
        Probability, at most, of any false claim, and so of any wrong rank set.
    control : str or None
        If given, only the pairs with it were compared.
    rope : dict
        The declared ropes.
    n_families : int or None
        Families that vote; None where data sets do.
    missing : str or None
        How missing results were treated, if there are any.
    dropped : tuple of Dropped
    n_failed : int
    data : ResultsTable or None
        The results themselves, for figures; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "leaderboard"
    announces: ClassVar[bool] = False  # they stand in the notes

    verdict: str = worded("verdict")
    board: tuple[LeaderboardRow, ...]
    pairs: LazyRows[ComparedPair] = field(metadata={"plain": False})
    unbeaten: tuple[str, ...]
    n_wins: int
    n_pairs: int
    alpha: float
    control: str | None
    rope: dict[str, float]
    n_families: int | None
    missing: str | None
    dropped: tuple[Dropped, ...]
    n_failed: int
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
