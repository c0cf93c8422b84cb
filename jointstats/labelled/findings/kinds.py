"""What can be found: a small number of kinds, each with its algorithms, measures and numbers.

Nothing here is said in words, and nothing is computed that a test has not computed already: a kind
names the parts of a result that belong together, and what they amount to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.compare.pairs import PosteriorPair
from jointstats.labelled.errors import Caution
from jointstats.labelled.findings.base import Finding, Strength, cautions, first, statements
from jointstats.labelled.findings.every_pair import Claims, Leanings, Margins, OfPairs, Unbeaten
from jointstats.labelled.findings.single_measures import Against, FirstPlaces, MeasuresAlone
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.normal.mardia_result import MardiaResult
from jointstats.labelled.order import is_tie
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.groups import Group

__all__ = [
    "Against",
    "Claims",
    "ControlAnswer",
    "Decided",
    "DifferentFirsts",
    "EqualMeasures",
    "FailedRuns",
    "Finding",
    "FirstPlaces",
    "InFamilies",
    "InGroups",
    "Leanings",
    "LostPairs",
    "Margins",
    "Means",
    "MeansAgainstStatements",
    "MeasuresAlone",
    "MissingResults",
    "NetworkView",
    "Normality",
    "OfPairs",
    "OftenTied",
    "OwnCases",
    "ParetoFinding",
    "QuestionAnswer",
    "RecordedTies",
    "Strength",
    "TestCaution",
    "TooManyTies",
    "Unbeaten",
    "cautions",
    "first",
    "lost_to_the_prior",
    "statements",
    "with_cautions",
]


@dataclass(frozen=True, kw_only=True)
class InGroups(Finding):
    """That the claims are about groups of measures, and what better on a group is.

    Attributes
    ----------
    groups : tuple of Group
    """

    groups: tuple[Group, ...]


# --- Joint questions ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TooManyTies(Finding):
    """Ties leave too many statements for the joint tests of two algorithms."""


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Finding):
    """What the two joint tests say of one question; it is not among the claims of the verdict.

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
    def repeats(self) -> bool:
        """Whether some statement is seen twice."""
        return self.glrt.n_a >= 2

    @property
    def all_tied(self) -> bool:
        """Whether the algorithms tie on every measure of every data set."""
        everywhere = all(n == self.bayes.n for n in self.bayes.ties.values())
        as_outcome = all(map(is_tie, (self.bayes.best or {}).values()))
        return everywhere and (self.bayes.best is None or as_outcome)

    @property
    def imprecise(self) -> bool:
        """Whether the probability has a lower and an upper bound."""
        return self.bayes.prior.name == "imprecise"


@dataclass(frozen=True, kw_only=True)
class DifferentFirsts(Finding):
    """The most probable complete order puts others first on these measures than "who is best"."""


@dataclass(frozen=True, kw_only=True)
class ControlAnswer(Finding):
    """Whether the control is the best of all, which is another question than pair by pair."""

    control: str
    bayes: BayesResult


@dataclass(frozen=True, kw_only=True)
class NetworkView(Finding):
    """What the dependences among the measures change."""

    network: NetworkResult
    bayes: BayesResult


@dataclass(frozen=True, kw_only=True)
class ParetoFinding(Finding):
    """On how many data sets nobody is better than an algorithm on all measures at once."""

    pareto: ParetoResult


@dataclass(frozen=True, kw_only=True)
class InFamilies(Finding):
    """The data sets come in families, each of which is one observation."""

    families: Families


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
    """The means differ while no claim is shown, or the other way round.

    Attributes
    ----------
    means_differ : bool
    """

    means_differ: bool


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
class RecordedTies(Finding):
    """Some results are the same number, on measures without a rope.

    Attributes
    ----------
    ties : dict
        Measure to the number of data sets on which some two algorithms tie.
    n : int
        Data sets.
    """

    caution: ClassVar[bool] = True

    ties: dict[str, int]
    n: int


@dataclass(frozen=True, kw_only=True)
class OwnCases(Finding):
    """Pairs differ in their data sets: ``fewest`` to ``most``; ``common`` serve all."""

    caution: ClassVar[bool] = True

    fewest: int
    most: int
    common: int


@dataclass(frozen=True, kw_only=True)
class MissingResults(Finding):
    """Results are missing, and every test uses what is there.

    Attributes
    ----------
    missing, results : int
        Missing results, of all.
    datasets : int
        All data sets.
    common : int
        Those that are complete for all algorithms.
    fewest, most : int
        Data sets that a pair shares.
    shown : int
        Claims that are shown.
    undone : tuple of PairClaim or None
        Claims that are shown, and would not be if everything missing were against them; None if
        that is not computed, as where data sets come in families.
    alone : tuple of str
        Algorithms that have no result beside another's on some measure.
    with_runs : int
        Missing results some of whose runs are there.
    """

    caution: ClassVar[bool] = True

    missing: int
    results: int
    datasets: int
    common: int
    fewest: int
    most: int
    shown: int
    undone: tuple[PairClaim, ...] | None
    alone: tuple[str, ...]
    with_runs: int


@dataclass(frozen=True, kw_only=True)
class LostPairs(Finding):
    """Bayesian decisions that the least favourable prior worth 2 data sets would undo."""

    caution: ClassVar[bool] = True

    pairs: tuple[PosteriorPair, ...]
    alpha: float


def lost_to_the_prior(row: PosteriorPair, alpha: float) -> bool:
    """Whether the least favourable prior of mass 2 would undo the decision of a pair.

    By the default rule the least favourable prior of mass 1 has decided already.
    """
    low = row.probability_lower
    return row.rule == "probability" and row.decided and low is not None and low < 1 - alpha


# --- The pairwise tests ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Decided(Finding):
    """How many pairs, or differences of pairs on single measures, a test decides.

    Attributes
    ----------
    n_decided, n_tests : int
        With the rule ``"runs"``, on how many pairs the runs lean to a statement.
    by_measure : bool
        Whether each measure has its test.
    p_adjust : str or None
        None where probabilities decide.
    alpha : float
    rule : {"lower", "probability", "runs", "network"} or None
        What is compared where no p-value decides.
    """

    n_decided: int
    n_tests: int
    by_measure: bool
    p_adjust: str | None
    alpha: float
    rule: str | None = None
