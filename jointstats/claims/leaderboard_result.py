"""What a leaderboard has: its rows, shortfalls, and a filter by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from jointstats.base import options
from jointstats.base.errors import NoDataError
from jointstats.base.facts import Dropped, fact
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, NUMBER, SHARE, WHOLE, Row, Table, column
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.shown import Sizes, by_measure

if TYPE_CHECKING:
    import pandas as pd


BoardName = Literal["board", "measures"]
COUNTED = (
    "wins", "ahead", "trade_offs", "possible_trade_offs", "equal", "open", "behind", "losses",
)  # fmt: skip
"""States of the pairs of an algorithm, from its side, best first: in this order all list them."""


@dataclass(frozen=True, kw_only=True)
class LeaderboardRow(Row):
    """An algorithm: a row of :class:`jointstats.LeaderboardResult`."""

    algorithm: str = column(NAME, "the algorithm")
    wins: int = column(WHOLE, "algorithms that it wins against")
    ahead: int = column(WHOLE, "pairs in which it is ahead or jointly better")
    trade_offs: int = column(WHOLE, "pairs that are trade-offs")
    possible_trade_offs: int = column(WHOLE, "pairs that are possible trade-offs")
    equal: int | None = column(WHOLE, "pairs that are practically equal", default=None)
    open: int = column(WHOLE, "all other pairs")
    behind: int = column(WHOLE, "pairs in which the other algorithm is ahead or jointly better")
    losses: int = column(WHOLE, "algorithms that win against it")
    unbeaten: bool = column(FLAG, "whether no algorithm wins against it")
    undominated: float | None = column(
        SHARE,
        "share of the data sets (or families) on which no algorithm dominates it; unknown if only "
        "pairs with a control were compared",
        default=None,
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
    rank_low: dict[str, int] = column(
        WHOLE, "first rank on the measure that is possible given the shown claims", spread=True
    )
    rank_high: dict[str, int] = column(
        WHOLE, "last rank on the measure that is possible given the shown claims", spread=True
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
        The algorithms, best first: by wins minus losses, then by the mean of their mean ranks over
        the measures, then by name.
    pairs : sequence of ComparedPair
        The states that are counted; not in :meth:`to_dict`.
    unbeaten : tuple of str
        Algorithms against which no algorithm wins.
    n_wins, n_pairs : int
        Pairs with a winner, and all pairs.
    alpha : float
        Largest probability of any false claim, and so of any wrong rank set.
    control : str or None
        If given, only the pairs with it were compared.
    rope : dict
        The declared ropes.
    n_families : int or None
        Families that vote; None if data sets do.
    missing : str or None
        How missing results were treated, if there are any.
    dropped : tuple of Dropped
        Each data set that no pair uses, and why.
    n_failed : int
        Failed runs, ranked below all results.
    """

    words = "claims.words.LeaderboardWords"
    shows = "claims.figures.of_leaderboard"

    test: ClassVar[str] = "leaderboard"
    no_p_value: ClassVar[str] = "the pairs of compare_algorithms() have the p-values"
    announces: ClassVar[bool] = False  # they stand in the notes

    board: tuple[LeaderboardRow, ...]
    pairs: LazyRows[ComparedPair] = field(metadata={"plain": False})
    sizes: Sizes | None = field(default=None, compare=False, repr=False, metadata={"plain": False})
    unbeaten: tuple[str, ...]
    n_wins: int
    n_pairs: int
    alpha: float
    control: str | None
    rope: dict[str, float] = fact()
    n_families: int | None = fact()
    missing: str | None = fact()
    dropped: tuple[Dropped, ...] = fact()
    n_failed: int = fact()

    @property
    def rows(self) -> Sequence[LeaderboardRow]:
        """The algorithms, best first."""
        return self.board

    def table(self, what: str = "board") -> Table:
        """Return the rows of :meth:`to_frame` as columns with their meanings."""
        board = super().table()
        if options.one_of("what", what, get_args(BoardName)) == "board":
            return board
        return board.by_measure([*dict.fromkeys([*self.measures, *self.board[0].rank_low])])

    def to_frame(self, what: BoardName = "board") -> pd.DataFrame:
        """Return a data frame with snake_case columns in a stable order.

        Parameters
        ----------
        what : {"board", "measures"}, default "board"
            A row for each algorithm, best first; or a row for each algorithm and measure (or group
            of measures), with means, medians, standard deviations and ranks.

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        OptionError
            If there is no such frame.

        Examples
        --------
        >>> import jointstats as js
        >>> board = js.leaderboard(js.load_dataset("example1"))
        >>> rows = board.to_frame("measures")
        >>> rows["algorithm"].iloc[0], rows["measure"].iloc[0], float(rows["mean_rank"].iloc[0])
        ('B', 'accuracy', 1.25)
        """
        return self.table(what).to_frame()

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the algorithms, best first: in this order everything lists them."""
        return tuple(row.algorithm for row in self.board)

    def shortfalls(self) -> dict[str, dict[str, tuple[float | None, float | None, float | None]]]:
        """How far each algorithm is behind any other in the median, with joint bounds.

        Returns
        -------
        dict
            Algorithm to measure to (low, median, high), in the unit of the measure; on a ratio
            scale a factor. 0, or the factor 1: behind no other. None: no bound.

        Raises
        ------
        NoDataError
            If the table was read in parts: order statistics do not add up.

        Examples
        --------
        >>> import jointstats as js
        >>> board = js.leaderboard(js.load_dataset("weka"))
        >>> low, median, high = board.shortfalls()["AODE"]["accuracy"]
        >>> round(low, 3), round(median, 3), round(high, 3)
        (0.0, 0.012, 0.037)
        """
        if self.sizes is None:
            raise NoDataError("Shortfalls need the whole table, which was read in parts.")
        behind = self.sizes.behind(len(self.algorithms))
        low, middle, high = (
            [by_measure(self.sizes.scales, row) for row in self.sizes.printed(side)]
            for side in (behind.low, behind.middle, behind.high)
        )
        return {
            name: {
                measure: (low[i][measure], middle[i][measure], high[i][measure])
                for measure in self.measures
            }
            for i, name in enumerate(self.algorithms)
        }

    def at_most_behind(self, **limits: float) -> tuple[str, ...]:
        """The algorithms that are at most so far behind any other, by the high bounds.

        Parameters
        ----------
        **limits
            Measure to the largest shortfall, in its unit; on a ratio scale the largest factor.

        Returns
        -------
        tuple of str
            Best first, by mean rank on the measures without a limit.

        Raises
        ------
        ColumnError
            If there is no such measure.

        Examples
        --------
        >>> import jointstats as js
        >>> js.leaderboard(js.load_dataset("weka")).at_most_behind(accuracy=0.05)[0]
        'RandomForest'
        """
        for name in limits:
            options.known_name("measure", name, list(self.measures))
        behind = self.shortfalls()
        others = [name for name in self.measures if name not in limits] or list(self.measures)
        near = [
            row
            for row in self.board
            if all(
                (high := behind[row.algorithm][name][2]) is not None and high <= limit
                for name, limit in limits.items()
            )
        ]
        ranked = sorted(near, key=lambda row: sum(row.mean_rank[name] for name in others))
        return tuple(row.algorithm for row in ranked)

    def row(self, algorithm: str) -> LeaderboardRow:
        """Return the row of an algorithm."""
        return next(row for row in self.board if row.algorithm == algorithm)

    @property
    def best_first(self) -> tuple[str, ...]:
        """The algorithms in the order of the leaderboard; two as in the table."""
        return self.order if len(self.algorithms) > 2 else self.algorithms
