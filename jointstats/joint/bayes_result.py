"""What the Bayesian test returns, its rows, and its decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.base.rows import PROBABILITY, WHOLE, Row, column
from jointstats.joint import kernel_decisions
from jointstats.joint.pairwise_result import PosteriorPair
from jointstats.joint.prior import PriorUsed
from jointstats.joint.result import ChosenShare, JointResult, Lead, ProbableStatement, Share


@dataclass(frozen=True, kw_only=True)
class BayesStatement(ProbableStatement):
    """A row of :class:`BayesResult`.

    Attributes
    ----------
    order : dict
        For each measure, the names that the statement ranks, best first.
    count : float
        Data sets that show it; fractional where ties were split.
    probability : float
        That it is the most probable statement, given the data.
    mcse : float
        0: the probability is exact.
    share, share_low, share_high : float
        Expected share of data sets that show it, and its credible interval.
    """

    probability_lower: float | None = column(
        PROBABILITY, "its lower bound over the imprecise prior", heading="P lower", default=None
    )
    probability_upper: float | None = column(
        PROBABILITY, "its upper bound over the imprecise prior", heading="P upper", default=None
    )


@dataclass(frozen=True, kw_only=True)
class Unknown(Row):
    """What missing results leave open: the ends between which every value of them leads."""

    n_complete: int = column(WHOLE, "data sets without a missing result")
    n_partly: int = column(WHOLE, "data sets with a missing result and some known ones")
    n_silent: int = column(WHOLE, "data sets without a known result")
    probability_lowest: float | None = column(
        PROBABILITY, "probability of the leading statement, with every missing result against it"
    )
    probability_highest: float | None = column(
        PROBABILITY, "probability of the leading statement, with every missing result for it"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class BayesResult(JointResult):
    """Outcome of :func:`jointstats.bayes_test`.

    Attributes
    ----------
    statements : tuple of BayesStatement
    prior : PriorUsed
        Its ``name`` and ``strength`` (total mass).
    probability : float or None
        That of ``best``: P(it is the most probable statement | data); None if several lead.
    probability_lower : float or None
        Its lower bound over the imprecise prior of strength 2 (or the given one).
    rule : {"lower", "probability"}
        What decides: see :func:`jointstats.bayes_test`.
    decisive, threshold : float
        ``best`` is decided if `decisive`, by that rule, is at least `threshold`. With
        ``missing="unknown"`` it is that of the least favourable missing results. `decisive` is None
        if several statements lead.
    lead : Lead
        ``probability`` P(θ₁ > ``ratio`` · θ_k for every other k) of the first statement, and its
        expected ``difference`` to the second.
    share : Share or None
        Expected share of data sets that show ``best``. Its credible interval is that of a statement
        fixed in advance.
    chosen_share : ChosenShare or None
        Observed share of ``best``, with an interval that covers although the data chose the
        statement; None if another statement was seen more often.
    unknown : Unknown or None
        With ``missing="unknown"``: how many data sets are complete, and the probability of ``best``
        with every missing result against it, and for it.

    Others as in :class:`JointResult`.
    """

    words = "joint.words.BayesWords"
    shows = "joint.figures.of_bayes"
    shows_beside = "joint.figures.below_comparison"

    test: ClassVar[str] = "bayes"

    statements: tuple[BayesStatement, ...]
    prior: PriorUsed
    probability: float | None
    probability_lower: float | None
    rule: str
    decisive: float | None
    threshold: float
    lead: Lead
    share: Share | None
    chosen_share: ChosenShare | None
    unknown: Unknown | None = None

    @property
    def rows(self) -> Sequence[BayesStatement]:
        """The statements."""
        return self.statements

    def as_pair(self) -> PosteriorPair:
        """Return the row of two algorithms; the probability that decides comes first."""
        first, lower = self.statements[0], self.probability_lower
        imprecise = self.prior.name == "imprecise"
        return self._as_pair(
            PosteriorPair,
            probability=lower if imprecise else self.probability,
            probability_lower=None if imprecise else lower,
            probability_upper=first.probability_upper if imprecise and self.best else None,
            mcse=first.mcse,
            decisive=self.decisive,
            rule=self.rule,
        )

    @property
    def by_the_papers(self) -> bool:  # type: ignore[override]
        """Whether a probability of 1 - alpha decides, the papers' rule."""
        return self.rule == "probability"


@dataclass(frozen=True)
class Decision:
    """What a rule compares with its limit.

    Attributes
    ----------
    rule : {"lower", "probability"}
    alpha : float
    decisive : float or None
        What is compared; None if several statements lead.
    """

    rule: str
    alpha: float
    decisive: float | None = None

    @property
    def threshold(self) -> float:
        """From where on it decides."""
        return kernel_decisions.from_where(self.rule, self.alpha)

    @property
    def made(self) -> bool:
        """Whether it decides."""
        return self.decisive is not None and self.decisive >= self.threshold
