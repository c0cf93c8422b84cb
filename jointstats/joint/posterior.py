"""The posterior of the statements, and the result and the decision of the Bayesian test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.base import errors, wording
from jointstats.base.rows import PROBABILITY, WHOLE, Row, column
from jointstats.evidence import dirichlet, tails
from jointstats.joint import kernel_decisions
from jointstats.joint import result as shared
from jointstats.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.joint.pairwise_result import PosteriorPair
from jointstats.joint.prior import Prior, PriorUsed
from jointstats.joint.rules import split_cautions


@dataclass(frozen=True, kw_only=True)
class BayesStatement(shared.ProbableStatement):
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
class BayesResult(shared.JointResult):
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
    lead: shared.Lead
    share: shared.Share | None
    chosen_share: shared.ChosenShare | None
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


SENSITIVITY_STRENGTH = 2.0  # Walley's more cautious choice
SENSITIVITY_LIMIT = 0.1  # a probability that can fall by more is the prior's doing


def most_probable(
    counts: StatementCounts,
    prior: Prior,
    *,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
) -> BayesResult:
    """What the Bayesian test says of counts, given options that are checked; it does not warn."""
    if counts.n_states < 2:
        raise errors.AlgorithmError("Only one statement is possible: there is nothing to test.")
    posterior = Posterior(counts, prior, level)
    lead = shared.leaders(posterior.parameters)
    # The prior alone may make a statement never seen as probable as the leader.
    most = prior.unobserved_mass.max(initial=0.0)
    outweighed = most >= posterior.parameters.max() - LEAD_TOLERANCE
    best = int(lead[0]) if len(lead) == 1 and not outweighed else None
    lower = None if best is None else posterior.lower_bound(best)
    tied = lead[: shared.MOST_LISTED if best is None and not outweighed else 0]
    # Most probable first; equal ones in code order.
    listed = np.lexsort((-posterior.parameters, -posterior.probability))[: shared.MOST_LISTED]
    decisive = None if best is None else posterior.decisive(best, rule)
    threshold = kernel_decisions.from_where(rule, alpha)
    rows = posterior.rows(listed)
    return BayesResult(
        **shared.known_from(counts),
        **shared.of_leader(counts, None if best is None else rows[0], level),
        warnings=tuple(_cautions(posterior, best, lower, rule, threshold)),
        statements=rows,
        unobserved=posterior.unobserved(listed),
        tied_best=counts.orders(counts.codes[tied]),
        decided=decisive is not None and decisive >= threshold,
        alpha=alpha,
        level=level,
        method="exact",
        prior=prior.used,
        probability_lower=lower,
        rule=rule,
        decisive=decisive,
        threshold=threshold,
        lead=posterior.lead(lead_ratio),
    )


class Posterior:
    """Dirichlet posterior of the statements seen, and of the groups of those that were not."""

    def __init__(self, counts: StatementCounts, prior: Prior, level: float) -> None:
        self.counts, self.prior, self.level = counts, prior, level
        self.parameters = counts.weights + prior.observed
        self.total = float(counts.weights.sum()) + prior.strength
        seen = len(counts.weights)
        (groups,) = dirichlet.largest_of_many(
            self.parameters[None],
            prior.unobserved_mass,
            prior.unobserved_number,
            diffuse_mass=prior.diffuse_mass,
        )
        self.probability = groups[:seen]
        self.probability_unseen = float(groups[seen:].sum())

    def rows(self, listed: np.ndarray) -> tuple[BayesStatement, ...]:
        """A row for each of some statements."""
        parameters, back = np.unique(self.parameters[listed], return_inverse=True)
        mean = (parameters / self.total)[back]
        ends = tails.share_interval(parameters, self.total, self.level)
        low, high = ends[0][back], ends[1][back]
        bounds = self.bounds(listed)
        orders = self.counts.orders(self.counts.codes[listed])
        return tuple(
            BayesStatement(
                order=orders[k],
                count=float(self.counts.weights[i]),
                probability=float(self.probability[i]),
                mcse=0.0,
                share=float(mean[k]),
                share_low=float(low[k]),
                share_high=float(high[k]),
                probability_lower=None if bounds is None else float(bounds[0][k]),
                probability_upper=None if bounds is None else float(bounds[1][k]),
            )
            for k, i in enumerate(listed.tolist())
        )

    def bounds(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper probability of some statements, with the imprecise prior."""
        if not self.imprecise:
            return None
        counts = self.counts
        low, high = dirichlet.imprecise_bounds(counts.weights, counts.n_states, self.prior.strength)
        return low[listed], high[listed]

    def unobserved(self, listed: np.ndarray) -> shared.Unobserved:
        """All other statements together."""
        unlisted = np.delete(self.probability, listed)
        return shared.Unobserved(
            states=self.counts.n_states - len(listed),
            probability=self.probability_unseen + float(unlisted.sum()),
        )

    @property
    def imprecise(self) -> bool:
        """Whether the prior is a set of priors."""
        return self.prior.name == "imprecise"

    def lower_bound(self, i: int, strength: float | None = None) -> float:
        """IDM lower probability: all prior mass on the most frequent other statement (or a new)."""
        if strength is None:
            strength = self.prior.strength if self.imprecise else SENSITIVITY_STRENGTH
        return kernel_decisions.lower_probability(*shared.deciding(self.counts, i), strength)

    def decisive(self, i: int, rule: str) -> float:
        """What a rule compares with its limit: the probability, or a lower bound."""
        strength = self.prior.strength if self.imprecise else 0.0
        if rule == "lower":
            return self.lower_bound(i, max(kernel_decisions.LOWER_MASS, strength))
        return self.lower_bound(i, strength) if self.imprecise else float(self.probability[i])

    def lead(self, ratio: float) -> shared.Lead:
        """Practical lead of the first statement over all others, seen or not."""
        parameters = np.concatenate([self.parameters, self.prior.unobserved_mass])
        number = np.concatenate([np.ones(len(self.parameters)), self.prior.unobserved_number])
        first = int(parameters.argmax())
        rivals = np.append(np.delete(parameters, first), 0.0)
        second = parameters[first] if number[first] > 1 else rivals.max()
        spread: dict[str, Any] = {"multiplicities": number, "diffuse_mass": self.prior.diffuse_mass}
        return shared.Lead(
            ratio=ratio,
            probability=dirichlet.probability_leads(parameters, first, ratio, **spread),
            difference=float(parameters[first] - second) / self.total,
        )


def _cautions(
    posterior: Posterior, best: int | None, lower: float | None, rule: str, threshold: float
) -> Iterator[errors.Caution]:
    if not posterior.imprecise:
        yield from _of_the_prior(posterior, best, lower, rule, threshold)
    yield from split_cautions(posterior.counts)


def _of_the_prior(
    posterior: Posterior, best: int | None, lower: float | None, rule: str, threshold: float
) -> Iterator[errors.Caution]:
    """That the prior dominates the answer, or that another one would change it."""
    counts, prior = posterior.counts, posterior.prior
    if prior.strength > counts.n_units:
        mass, units = wording.significant(prior.strength), wording.voters(counts.n_families)
        exceeds = f"exceeds the number of {units} ({wording.count(counts.n_units)})"
        said = f"The prior's mass ({mass}) {exceeds}: the prior dominates the answer."
        known = " The symmetric prior has mass 1."
        yield errors.Caution(said + known, category=errors.PriorSensitivityWarning)
        return
    if best is None or lower is None:
        return
    p, worth = float(posterior.probability[best]), f"worth {SENSITIVITY_STRENGTH:g} data sets"
    depends = "depends on the prior (opinion before the data)"
    more = "More data sets would settle it."
    if rule == "probability" and p >= threshold > lower:
        low, own = (wording.probability(x, limit=threshold) for x in (lower, p))
        gives = f"the least favourable one {worth} gives {low} instead of {own}"
        said = f"The decision {depends}: {gives}, below {threshold:g}, and would undo it. {more}"
        yield errors.Caution(said, category=errors.DecisionLostWarning)
    elif p - lower > SENSITIVITY_LIMIT:
        here = f"{wording.probability(p)} here, as low as {wording.probability(lower)}"
        said = f"The probability {depends}: {here} with another prior {worth}. {more}"
        yield errors.Caution(said, category=errors.PriorSensitivityWarning)
