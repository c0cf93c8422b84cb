"""Better on each measure separately: the result, its rows, and the row of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled.compare.pairs import EachPair
from jointstats.labelled.order import Order
from jointstats.labelled.result import Result
from jointstats.labelled.rows import COUNT, NAME, P_VALUE, Row, column
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.results_table import Dropped


@dataclass(frozen=True, kw_only=True)
class EachMeasure(Row):
    """A row of :class:`EachResult`: one measure."""

    measure: str = column(NAME, "the measure")
    wins: float = column(COUNT, "data sets on which the leading algorithm is better")
    ties: float = column(COUNT, "data sets on which neither is better")
    losses: float = column(COUNT, "data sets on which the other is better")
    p_value: float = column(
        P_VALUE, "one-sided p-value: better on more than half of all data sets", broom="p.value"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class EachResult(Result):
    """Outcome of :func:`jointstats.glrt_test` and ``bayes_test`` with ``question="each"``.

    Attributes
    ----------
    by : {"glrt", "bayes"}
        The test that was asked.
    by_measure : tuple of EachMeasure
        In the order of the measures; wins are those of ``leader``.
    leader : str or None
        Whose fewest wins on a measure are more than the other's; None if they are equal.
    decided : bool
        Whether ``leader`` is shown to be better on each measure, on more than half of all data sets
        (those with ties count against it).
    winner : str or None
        ``leader``, if so.
    p_value : float
        Twice the largest one-sided one, because the data chose the direction; at most 1. It
        decides, in the Bayesian test, too.
    probability, mcse : float or None
        In the Bayesian test: that ``leader`` has the majority on every measure, and the Monte Carlo
        standard error (0 with one measure, where it is exact). They do not decide.
    prior_strength : float or None
    alpha : float
    n_tied : int
        Data sets with a tie on some measure.
    ties : dict
        Measure to the number of data sets tied on it.
    rope, dropped, n_failed, families
        As in :class:`JointResult`.
    """

    test: ClassVar[str] = "each"

    by: str
    question: str = "each"
    by_measure: tuple[EachMeasure, ...]
    leader: str | None
    decided: bool
    winner: str | None
    p_value: float
    probability: float | None
    mcse: float | None
    prior_strength: float | None
    alpha: float
    n_tied: int
    ties: dict[str, int]
    rope: dict[str, float] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    n_failed: int
    families: Families | None = None

    @property
    def rows(self) -> Sequence[EachMeasure]:
        """The measures."""
        return self.by_measure

    def as_pair(self) -> EachPair:
        """The row of two algorithms; its p-value is not yet adjusted."""
        weakest = min(self.by_measure, key=lambda row: row.wins)
        order: Order | None = None
        statement = None
        if self.leader is not None:
            a, b = self.algorithms
            other = b if self.leader == a else a
            order = {measure: [self.leader, other] for measure in self.measures}
            statement = f"{self.leader} is better than {other} on each measure"
        return EachPair(
            a=self.algorithms[0],
            b=self.algorithms[1],
            n=self.n,
            order=order,
            statement=statement,
            better=self.leader,
            fewest=weakest.wins,
            weakest=weakest.measure,
            probability=self.probability,
            mcse=self.mcse,
            p_value=self.p_value,
            p_adjusted=self.p_value,
            decided=self.decided,
            winner=self.winner,
        )
