"""What can be found: a small number of kinds, each with its algorithms, measures and numbers.

Nothing here is said in words, and nothing is computed that a test has not computed already: a kind
names the parts of a result that belong together, and what they amount to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled.compare.pairs import Order, PosteriorPair
from jointstats.labelled.errors import Caution
from jointstats.labelled.findings.base import (
    Finding,
    Strength,
    cautions,
    first,
    statements,
    strength_of,
)
from jointstats.labelled.findings.every_pair import (
    Confirmation,
    OfPairs,
    Pair,
    PartlyEqual,
    TradeOffs,
    Unbeaten,
    Wins,
    least_certain,
    lost_to_the_prior,
)
from jointstats.labelled.findings.single_measures import Claim, FirstPlaces, MeasuresAlone
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.margin import Margin
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.normal.mardia_result import MardiaResult
from jointstats.labelled.order import is_tie, leader

__all__ = [
    "Claim",
    "Confirmation",
    "ControlAnswer",
    "Decided",
    "DifferentFirsts",
    "EqualMeasures",
    "FailedRuns",
    "Finding",
    "FirstPlaces",
    "LostPairs",
    "Margins",
    "Means",
    "MeansAgainstStatements",
    "MeasuresAlone",
    "NetworkView",
    "Normality",
    "OfPairs",
    "OftenTied",
    "OwnCases",
    "Pair",
    "ParetoFinding",
    "PartlyEqual",
    "PriorLoss",
    "QuestionAnswer",
    "Strength",
    "TestCaution",
    "TooManyTies",
    "TradeOffs",
    "Unbeaten",
    "Wins",
    "cautions",
    "first",
    "least_certain",
    "lost_to_the_prior",
    "statements",
    "strength_of",
    "with_cautions",
]


# --- Joint questions ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TooManyTies(Finding):
    """Ties leave too many statements for the joint tests of two algorithms."""


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Finding):
    """What the two joint tests say of one question.

    Attributes
    ----------
    glrt : GLRTResult
    bayes : BayesResult
    """

    glrt: GLRTResult
    bayes: BayesResult

    @property
    def question(self) -> str:
        """``"orderings"``, ``"best"`` or ``"control"``."""
        return self.bayes.question

    @property
    def strength(self) -> Strength:
        """Shown if both tests decide, and for the same statement."""
        if self.contradictory:
            return Strength.LEANING
        return strength_of(self.glrt.decided, self.bayes.decided)

    @property
    def contradictory(self) -> bool:
        """Whether both tests decide, for different statements."""
        return self.glrt.decided and self.bayes.decided and self.glrt.best != self.bayes.best

    @property
    def best(self) -> Order | None:
        """The statement that is decided, or leads."""
        only_glrt = self.glrt.decided and not self.bayes.decided
        return self.glrt.best if only_glrt else self.bayes.best

    @property
    def leader(self) -> str | None:
        """Who leads on every measure by the Bayesian test, if anybody does."""
        return leader({m: one for m, one in (self.bayes.best or {}).items() if one})

    @property
    def repeats(self) -> bool:
        """Whether some statement is seen twice, or decided all the same."""
        return self.glrt.n_a >= 2 or self.bayes.decided

    @property
    def all_tied(self) -> bool:
        """Whether the algorithms tie on every measure of every data set."""
        everywhere = all(n == self.bayes.n for n in self.bayes.ties.values())
        as_outcome = all(map(is_tie, (self.bayes.best or {}).values()))
        return everywhere and (self.bayes.best is None or as_outcome)

    @property
    def imprecise(self) -> bool:
        """Whether the lower bound of the probability decides."""
        return self.bayes.prior.name == "imprecise"


@dataclass(frozen=True, kw_only=True)
class DifferentFirsts(Finding):
    """The most probable complete order puts others first on these measures than "who is best"."""


@dataclass(frozen=True, kw_only=True)
class ControlAnswer(Finding):
    """Whether the control is the best of all, which is another question than pair by pair."""

    control: str
    bayes: BayesResult

    @property
    def strength(self) -> Strength:
        """Leaning at most: one test is asked."""
        return strength_of(self.bayes.decided, False)


@dataclass(frozen=True, kw_only=True)
class PriorLoss(Finding):
    """Bayesian decisions that the least favourable prior worth 2 data sets would undo.

    Attributes
    ----------
    pairs : tuple of PosteriorPair
    answers : tuple of BayesResult
        Of questions about all algorithms at once.
    alpha : float
    only : bool
        Whether there is but one decision to lose.
    """

    pairs: tuple[PosteriorPair, ...] = ()
    answers: tuple[BayesResult, ...] = ()
    alpha: float
    only: bool = False


@dataclass(frozen=True, kw_only=True)
class NetworkView(Finding):
    """What the dependences among the measures change."""

    network: NetworkResult
    bayes: BayesResult

    @property
    def strength(self) -> Strength:
        """Leaning at most: a side check."""
        return strength_of(self.network.decided, False)


@dataclass(frozen=True, kw_only=True)
class ParetoFinding(Finding):
    """Who is better on all measures at once more often than the other way round."""

    pareto: ParetoResult


@dataclass(frozen=True, kw_only=True)
class Margins(Finding):
    """What would change the verdict: how many data sets would have to say something else.

    Attributes
    ----------
    verdict : QuestionAnswer or Wins
    bayes : Margin or None
        Of two algorithms' leading statement; of more, of the least certain decision.
    glrt : Margin or None
        Of two algorithms' leading statement by the other test.
    nearest : Margin or None
        Of the undecided pair that is nearest to a decision.
    """

    told: ClassVar[bool] = False  # the report's last answer

    verdict: QuestionAnswer | Wins
    bayes: Margin | None = None
    glrt: Margin | None = None
    nearest: Margin | None = None


# --- Mean values ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Means(Finding):
    """What the test of the means says; None where the table allows none."""

    test: NormalResult | None


@dataclass(frozen=True, kw_only=True)
class Normality(Finding):
    """Whether normality may be assumed."""

    mardia: MardiaResult


@dataclass(frozen=True, kw_only=True)
class MeansAgainstStatements(Finding):
    """The means differ while no statement is decided, or the other way round.

    Attributes
    ----------
    means_differ : bool
    by : tuple of str
        The joint tests that decide a statement.
    """

    means_differ: bool
    by: tuple[str, ...] = ()


# --- Cautions -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TestCaution(Finding):
    """What some tests warn of, with the questions that it concerns.

    Attributes
    ----------
    questions : tuple of str
        Such as ``"orderings"``; empty if all tests ask the same question, ``"means"`` for tests
        that assume normality.
    message : Caution
    """

    __test__: ClassVar[bool] = False  # the name begins with "Test": no test case for pytest
    caution: ClassVar[bool] = True

    questions: tuple[str, ...]
    message: Caution
    control: str | None = None


def with_cautions(found: Sequence[Finding], said: Iterable[Caution]) -> tuple[Finding, ...]:
    """What was found, with cautions that are in words already instead of its own."""
    told = [finding for finding in found if not finding.caution]
    return (*told, *(TestCaution(questions=(), message=caution) for caution in said))


@dataclass(frozen=True, kw_only=True)
class FailedRuns(Finding):
    """Some runs failed, so the sign test stands in for Wilcoxon's."""

    caution: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class EqualMeasures(Finding):
    """All algorithms are equal on these measures, on every data set."""

    caution: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class OftenTied(Finding):
    """Some pair splits the ties of more than a tenth of the data sets.

    Attributes
    ----------
    ties : dict
        Measure to the number of data sets, of the pair with most.
    """

    caution: ClassVar[bool] = True

    ties: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class OwnCases(Finding):
    """Pairs differ in their data sets: ``fewest`` to ``most``; ``common`` serve all."""

    caution: ClassVar[bool] = True

    fewest: int
    most: int
    common: int


@dataclass(frozen=True, kw_only=True)
class LostPairs(PriorLoss):
    """The same as :class:`PriorLoss`, as a caution of the pairwise tests."""

    caution: ClassVar[bool] = True


# --- The pairwise tests ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Decided(Finding):
    """How many pairs, or differences of pairs on single measures, a test decides.

    Attributes
    ----------
    n_decided, n_tests : int
    by_measure : bool
        Whether each measure has its test.
    p_adjust : str or None
        None where probabilities decide.
    alpha : float
    expected_wrong : float or None
    """

    n_decided: int
    n_tests: int
    by_measure: bool
    p_adjust: str | None
    alpha: float
    expected_wrong: float | None = None
