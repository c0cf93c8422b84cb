"""The posterior of the statements, and what the Bayesian test says of it."""

from __future__ import annotations

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import Caution, DecisionLostWarning, PriorSensitivityWarning
from jointstats.evidence import dirichlet, shares
from jointstats.evidence.leads import probability_leads
from jointstats.evidence.priors import imprecise_bounds
from jointstats.joint import kernel_decisions
from jointstats.joint.bayes_result import BayesResult, BayesStatement, Decision
from jointstats.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.joint.prior import Prior
from jointstats.joint.result import (
    MOST_LISTED,
    ChosenShare,
    Lead,
    Share,
    Unobserved,
    chosen_share,
    is_most_frequent,
    known_from,
    leaders,
)
from jointstats.joint.ties import split_cautions

SENSITIVITY_STRENGTH = 2.0  # Walley's more cautious choice
SENSITIVITY_LIMIT = 0.1  # a probability that can fall by more is the prior's doing


def answer_of(posterior: Posterior, *, rule: str, alpha: float, lead_ratio: float) -> BayesResult:
    """The result that a posterior gives, by the rule that decides."""
    counts = posterior.counts
    lead = posterior.leaders()
    outweighed = posterior.unseen_leads()
    best = int(lead[0]) if len(lead) == 1 and not outweighed else None
    lower = None if best is None else posterior.lower_bound(best)
    listed = posterior.sequence()[:MOST_LISTED]
    decision = Decision(rule, alpha) if best is None else posterior.decision(best, rule, alpha)
    lead_facts = posterior.lead(lead_ratio)
    share = None if best is None else posterior.share(best)
    chosen = None if best is None else posterior.chosen_share(best)
    return BayesResult(
        **known_from(counts),
        warnings=_cautions(posterior, best, lower, decision),
        statements=posterior.rows(listed),
        unobserved=posterior.unobserved(listed),
        best=None if best is None else counts.order(counts.codes[best]),
        tied_best=[counts.order(counts.codes[i]) for i in lead[:MOST_LISTED]]
        if best is None and not outweighed
        else [],
        decided=decision.made,
        alpha=alpha,
        level=posterior.level,
        method="exact",
        prior=posterior.prior.used,
        probability=None if best is None else float(posterior.probability[best]),
        probability_lower=lower,
        rule=rule,
        decisive=decision.decisive,
        threshold=decision.threshold,
        lead=lead_facts,
        share=share,
        chosen_share=chosen,
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

    def leaders(self) -> np.ndarray:
        """The statements that lead."""
        return leaders(self.parameters)

    def unseen_leads(self) -> bool:
        """Whether the prior alone makes a statement never seen as probable as the leader."""
        most = self.prior.unobserved_mass.max(initial=0.0)
        return bool(most >= self.parameters.max() - LEAD_TOLERANCE)

    def sequence(self) -> np.ndarray:
        """Most probable first; equal ones in code order."""
        return np.lexsort((-self.parameters, -self.probability))

    def share(self, i: int) -> Share:
        """Expected share of data sets that show a statement."""
        place = np.array([i])
        low, high = self.intervals(place)
        return Share(float(self.means(place)[0]), float(low[0]), float(high[0]), self.level)

    def chosen_share(self, i: int) -> ChosenShare | None:
        """Observed share of the most frequent statement; None for another."""
        count = float(self.counts.weights[i])
        most = is_most_frequent(self.counts, count)
        return chosen_share(self.counts, count, self.level) if most else None

    def rows(self, listed: np.ndarray) -> tuple[BayesStatement, ...]:
        """A row for each of some statements."""
        low, high = self.intervals(listed)
        mean = self.means(listed)
        bounds = self.bounds(listed)
        return tuple(
            BayesStatement(
                order=self.counts.order(self.counts.codes[i]),
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

    def means(self, listed: np.ndarray) -> np.ndarray:
        """Expected shares of some statements."""
        return np.asarray(shares.share_mean(self.parameters[listed], self.total))

    def intervals(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Credible intervals of the shares of some statements."""
        distinct, back = np.unique(self.parameters[listed], return_inverse=True)
        low, high = shares.share_interval(distinct, self.total, self.level)
        return low[back], high[back]

    def bounds(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper probability of some statements, with the imprecise prior."""
        if self.prior.name != "imprecise":
            return None
        counts = self.counts
        low, high = imprecise_bounds(counts.weights, counts.n_states, self.prior.strength)
        return low[listed], high[listed]

    def unobserved(self, listed: np.ndarray) -> Unobserved:
        """All other statements together."""
        unlisted = np.delete(self.probability, listed)
        return Unobserved(
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
        return kernel_decisions.lower_probability(*self.counts.deciding(i), strength)

    def decision(self, i: int, rule: str, alpha: float) -> Decision:
        """What the rules compare: the probability, or a lower bound."""
        strength = self.prior.strength if self.imprecise else 0.0
        if rule == "lower":
            return Decision(
                rule, alpha, self.lower_bound(i, max(kernel_decisions.LOWER_MASS, strength))
            )
        papers = self.lower_bound(i, strength) if self.imprecise else float(self.probability[i])
        return Decision(rule, alpha, papers)

    def lead(self, ratio: float) -> Lead:
        """Practical lead of the first statement over all others, seen or not."""
        parameters = np.concatenate([self.parameters, self.prior.unobserved_mass])
        number = np.concatenate([np.ones(len(self.parameters)), self.prior.unobserved_number])
        first = int(parameters.argmax())
        rivals = np.append(np.delete(parameters, first), 0.0)
        second = parameters[first] if number[first] > 1 else rivals.max()
        return Lead(
            ratio=ratio,
            probability=probability_leads(
                parameters, first, ratio,
                multiplicities=number, diffuse_mass=self.prior.diffuse_mass,
            ),
            difference=float(parameters[first] - second) / self.total,
        )  # fmt: skip


def _cautions(
    posterior: Posterior, best: int | None, lower: float | None, decision: Decision
) -> tuple[Caution, ...]:
    cautions: list[Caution] = []
    counts, prior = posterior.counts, posterior.prior
    what = wording.voters(counts.n_families)
    if prior.strength > counts.n_units and prior.name != "imprecise":
        cautions.append(
            Caution(
                f"The prior's mass ({wording.significant(prior.strength)}) exceeds the number of "
                f"{what} ({wording.count(counts.n_units)}): the prior dominates the answer. The "
                "symmetric prior has mass 1.",
                category=PriorSensitivityWarning,
            )
        )
    elif best is not None and lower is not None and prior.name != "imprecise":
        p = float(posterior.probability[best])
        if decision.rule == "probability" and p >= decision.threshold > lower:
            cautions.append(
                Caution(
                    "The decision depends on the prior (opinion before the data): the least "
                    f"favourable one worth {SENSITIVITY_STRENGTH:g} data sets gives "
                    f"{wording.probability(lower, limit=decision.threshold)} instead of "
                    f"{wording.probability(p, limit=decision.threshold)}, below "
                    f"{decision.threshold:g}, and would undo it. More data sets would settle it.",
                    category=DecisionLostWarning,
                )
            )
        elif p - lower > SENSITIVITY_LIMIT:
            cautions.append(
                Caution(
                    "The probability depends on the prior (opinion before the data): "
                    f"{wording.probability(p)} here, as low as {wording.probability(lower)} with "
                    f"another prior worth {SENSITIVITY_STRENGTH:g} data sets. More data sets would "
                    "settle it.",
                    category=PriorSensitivityWarning,
                )
            )
    return (*cautions, *split_cautions(counts))
