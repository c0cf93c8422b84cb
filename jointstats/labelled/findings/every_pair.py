"""Findings about every pair of algorithms by both joint tests: who wins, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jointstats.labelled.compare.pairs import LikelihoodPair, Order, PosteriorPair
from jointstats.labelled.findings.base import Finding, Strength, strength_of


@dataclass(frozen=True)
class Pair:
    """One pair of algorithms by both joint tests; the Bayesian one names the winner."""

    bayes: PosteriorPair
    glrt: LikelihoodPair

    @property
    def a(self) -> str:
        """First algorithm."""
        return self.bayes.a

    @property
    def b(self) -> str:
        """Second algorithm."""
        return self.bayes.b

    @property
    def order(self) -> Order | None:
        """The leading statement; None if several lead equally."""
        return self.bayes.order

    @property
    def winner(self) -> str | None:
        """Who is better on every measure, if either test decides so."""
        return self.bayes.winner or self.glrt.winner

    @property
    def loser(self) -> str | None:
        """Who loses to the winner."""
        return self.bayes.loser or self.glrt.loser

    @property
    def decided(self) -> bool:
        """Whether the Bayesian test decides for the leading statement."""
        return self.bayes.decided

    @property
    def confirmed(self) -> bool:
        """Whether the likelihood-ratio test decides, after correction."""
        return self.glrt.decided

    @property
    def trade_off(self) -> bool:
        """Whether it is decided that each algorithm is better on some measures."""
        return self.bayes.trade_off

    @property
    def won(self) -> bool:
        """Whether the Bayesian test decides that one algorithm is better on every measure."""
        return self.bayes.winner is not None

    @property
    def strength(self) -> Strength:
        """Shown if both tests decide."""
        return strength_of(self.decided, self.confirmed)

    def lost_to_the_prior(self, alpha: float) -> bool:
        """Whether the least favourable prior of mass 2 would undo the Bayesian decision."""
        return lost_to_the_prior(self.bayes, alpha)


def lost_to_the_prior(row: PosteriorPair, alpha: float) -> bool:
    """Whether the least favourable prior of mass 2 would undo the decision of a pair."""
    low = row.probability_lower
    return row.decided and low is not None and low < 1 - alpha


@dataclass(frozen=True, kw_only=True)
class OfPairs(Finding):
    """Base of the findings about every pair, or every pair with the control.

    Attributes
    ----------
    pairs : tuple of Pair
    control : str or None
    alpha : float
    p_adjust : str
        Of the likelihood-ratio test.
    imprecise : bool
        Whether lower probabilities decide.
    """

    pairs: tuple[Pair, ...]
    control: str | None = None
    alpha: float = 0.05
    p_adjust: str = "holm"
    imprecise: bool = False

    @property
    def wins(self) -> dict[str, list[Pair]]:
        """Algorithm to the pairs that it wins on every measure, in the order of the pairs."""
        found: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            if pair.bayes.winner is not None:
                found.setdefault(pair.bayes.winner, []).append(pair)
        return found

    @property
    def decided(self) -> list[Pair]:
        """Pairs that the Bayesian test decides."""
        return [pair for pair in self.pairs if pair.decided]

    @property
    def trade_offs(self) -> list[Pair]:
        """Pairs that are decided, each algorithm better on some measures."""
        return [pair for pair in self.pairs if pair.trade_off]

    @property
    def partly_equal(self) -> list[Pair]:
        """Pairs that are decided to be practically equal on a measure, but no trade-off."""
        return [pair for pair in self.pairs if pair.bayes.partly_equal and not pair.trade_off]

    @property
    def beaten(self) -> set[str]:
        """Whoever loses a pair."""
        return {str(pair.bayes.loser) for pair in self.pairs if pair.won}

    @property
    def top(self) -> list[str]:
        """Winners whom nobody beats; all winners, if they beat each other in a circle."""
        wins = self.wins
        unbeaten = [name for name in self.algorithms if name in wins and name not in self.beaten]
        return unbeaten or list(wins)

    @property
    def decisive(self) -> list[Pair]:
        """The wins that say who is ahead: of the top; with a control its wins and losses."""
        if self.control is None:
            wins = self.wins
            return [pair for name in self.top for pair in wins[name]]
        won = [pair for pair in self.pairs if pair.bayes.winner == self.control]
        return won + [pair for pair in self.pairs if pair.won and pair not in won]

    @property
    def least_certain(self) -> Pair | None:
        """The decisive pair with the smallest probability; of trade-offs only, if nobody wins."""
        decided = self.decisive or self.trade_offs
        return least_certain(decided) if decided else None

    @property
    def nearest(self) -> Pair | None:
        """The undecided pair that is nearest to a decision."""
        left = [p for p in self.pairs if not p.decided and p.bayes.probability is not None]
        return max(left, key=_probability, default=None)

    @property
    def strength(self) -> Strength:
        """That of the strongest win."""
        order = list(Strength)
        return min((p.strength for p in self.decisive), key=order.index, default=Strength.OPEN)


def _probability(pair: Pair) -> float:
    return float(pair.bayes.probability or 0.0)


def least_certain(pairs: Sequence[Pair]) -> Pair:
    """The pair with the smallest probability."""
    return min(pairs, key=_probability)


@dataclass(frozen=True, kw_only=True)
class Wins(OfPairs):
    """Who is better than whom on every measure."""


@dataclass(frozen=True, kw_only=True)
class Unbeaten(OfPairs):
    """Whom nobody is shown to be better than."""

    @property
    def one_beats_all(self) -> bool:
        """Whether one algorithm beats every other."""
        return max(map(len, self.wins.values()), default=0) == len(self.algorithms) - 1

    @property
    def left(self) -> list[str]:
        """Their names; empty if everybody is beaten."""
        return [name for name in self.algorithms if name not in self.beaten]


@dataclass(frozen=True, kw_only=True)
class Confirmation(OfPairs):
    """How many decisions each joint test makes, and which of them both make.

    Attributes
    ----------
    expected_wrong : float
        Expected number of wrong ones among the Bayesian decisions.
    """

    expected_wrong: float

    @property
    def alone(self) -> list[Pair]:
        """Pairs that only the likelihood-ratio test decides."""
        return [pair for pair in self.pairs if pair.confirmed and not pair.decided]


@dataclass(frozen=True, kw_only=True)
class PartlyEqual(OfPairs):
    """Pairs that are practically equal on some measure, and no trade-off."""


@dataclass(frozen=True, kw_only=True)
class TradeOffs(OfPairs):
    """Pairs in which each algorithm is better on some measures."""
