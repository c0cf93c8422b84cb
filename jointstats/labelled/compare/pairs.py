"""Rows of the pairwise tests: one type for each kind of answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from jointstats.labelled.order import Order, trade_off
from jointstats.labelled.rows import (
    COUNT,
    ERROR,
    FLAG,
    NAME,
    NUMBER,
    P_VALUE,
    PROBABILITY,
    TEXT,
    WHOLE,
    Row,
    column,
)
from jointstats.labelled.single.separate import SeparateTest


@dataclass(frozen=True, kw_only=True)
class PairRow(Row):
    """Two algorithms, and who leads."""

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")

    by_p: ClassVar[bool] = True  # a p-value decides, otherwise a probability

    if TYPE_CHECKING:  # every kind declares them where its own columns stand
        n: int
        better: str | None
        winner: str | None

    @property
    def loser(self) -> str | None:
        """Who loses to the winner, if somebody wins."""
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a

    def sign(self, leader: str | None) -> str:
        """How the first stands to the second, where `leader` leads: better, worse, or equal."""
        return "=" if leader is None else ">" if leader == self.a else "<"


@dataclass(frozen=True, kw_only=True)
class OrderedPair(PairRow):
    """A pair with one answer for all measures.

    ``order`` has the two names for each, best first, or one list of both if they are practically
    equal there.
    """

    if TYPE_CHECKING:
        order: Order | None
        statement: str | None
        decided: bool

        @property
        def number(self) -> float | None:
            """What decides: the corrected p-value, or the probability."""

        @property
        def error(self) -> float:
            """Monte Carlo error of a probability that decides."""

    @property
    def trade_off(self) -> bool:
        """Whether it is decided that each algorithm is better on some measures."""
        return self.decided and trade_off(self.order or {})


@dataclass(frozen=True, kw_only=True)
class JointPair(OrderedPair):
    """What a joint test says of a pair: the leading statement, and on how many data sets."""

    n: int = column(WHOLE, "data sets used")
    count: float = column(COUNT, "data sets that show the leading statement")
    order: Order | None
    statement: str | None = column(TEXT, "the leading statement in words")
    better: str | None = column(NAME, "who leads on every measure")


@dataclass(frozen=True, kw_only=True)
class LikelihoodPair(JointPair):
    """A pair by the likelihood-ratio test: a row of :class:`JointPairsResult`."""

    p_value: float = column(P_VALUE, "exact p-value", broom="p.value")
    p_value_asymptotic: float = column(P_VALUE, "p-value by Theorem 1")
    p_value_worst: float | None = column(
        P_VALUE, "exact p-value with every tie against the statement", default=None
    )
    p_adjusted: float = column(P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    decided: bool = column(FLAG, "whether the test decides for the statement")
    winner: str | None = column(NAME, "who is decided to be better on every measure")
    n_dropped: int | None = column(WHOLE, "data sets left out of this pair", default=None)

    @property
    def number(self) -> float | None:
        """The corrected p-value."""
        return self.p_adjusted

    def decide(self, p: float, alpha: float) -> LikelihoodPair:
        """The row with this corrected p-value."""
        decided = p <= alpha and bool(self.order)
        winner = self.better if decided else None
        return replace(self, p_adjusted=p, decided=decided, winner=winner)


@dataclass(frozen=True, kw_only=True)
class PosteriorPair(JointPair):
    """A pair by the Bayesian test or the network test: a row of :class:`JointPairsResult`."""

    by_p: ClassVar[bool] = False

    probability: float | None = column(
        PROBABILITY, "of being the most probable statement; with the imprecise prior the lower one"
    )
    probability_lower: float | None = column(
        PROBABILITY, "the same with the least favourable prior of mass 2", default=None
    )
    probability_upper: float | None = column(
        PROBABILITY, "upper probability with the imprecise prior", default=None
    )
    mcse: float = column(ERROR, "Monte Carlo standard error of the probability")
    decisive: float | None = column(
        PROBABILITY, "what the rule of the Bayesian test compares with its limit", default=None
    )
    rule: str = "probability"
    decided: bool = column(FLAG, "whether the test decides for the statement")
    winner: str | None = column(NAME, "who is decided to be better on every measure")
    n_dropped: int | None = column(WHOLE, "data sets left out of this pair", default=None)

    @property
    def number(self) -> float | None:
        """The probability."""
        return self.probability

    @property
    def error(self) -> float:
        """That of the probability."""
        return self.mcse


@dataclass(frozen=True, kw_only=True)
class SeparatePair(SeparateTest, PairRow):
    """A pair on one measure: a row of :class:`SeparatePairsResult`."""

    n: int = column(WHOLE, "data sets used")
    n_dropped: int | None = column(WHOLE, "data sets left out of this pair", default=None)

    def decide(self, p: float, alpha: float) -> SeparatePair:
        """The row with this corrected p-value."""
        return replace(self, p_adjusted=p, winner=self.better if p <= alpha else None)

    @property
    def decided(self) -> bool:
        """Whether the test decides for who leads."""
        return self.winner is not None


@dataclass(frozen=True, kw_only=True)
class MeanPair(OrderedPair):
    """A pair by Hotelling's test of the means; measures without any difference have no order."""

    n: int = column(WHOLE, "data sets, or folds, used", shown=False)
    order: Order | None
    statement: str | None = column(
        TEXT,
        "which means are better, in words",
        heading="leading statement",
        unknown="several share the first place",
    )
    better: str | None = column(NAME, "who leads on every measure that differs", shown=False)
    clear: bool = column(FLAG, "whether each measure shows it alone, too", shown=False)
    p_value: float = column(P_VALUE, "p-value; 1 where no test is possible", broom="p.value")
    statistic: float | None = column(NUMBER, "Hotelling's T²", broom="statistic", shown=False)
    reason: str | None = column(TEXT, "why there is no test", shown=False)
    p_adjusted: float = column(P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    decided: bool = column(FLAG, "whether the means differ")
    winner: str | None = column(NAME, "who leads, if this is decided and clear", shown=False)
    n_dropped: int | None = column(
        WHOLE, "data sets left out of this pair", shown=False, default=None
    )

    @property
    def number(self) -> float | None:
        """The corrected p-value."""
        return self.p_adjusted

    def decide(self, p: float, alpha: float) -> MeanPair:
        """The row with this corrected p-value."""
        decided = p <= alpha and bool(self.order)
        winner = self.better if decided and self.clear else None
        return replace(self, p_adjusted=p, decided=decided, winner=winner)
