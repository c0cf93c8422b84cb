"""The posterior of the Bayesian test: Dirichlet, with exact probabilities."""

from __future__ import annotations

import numpy as np

from jointstats.kernels.joint import deciding, dirichlet, shares
from jointstats.kernels.joint.leads import probability_leads
from jointstats.labelled.errors import Caution
from jointstats.labelled.joint.bayes_decision import Decision
from jointstats.labelled.joint.bayes_result import BayesStatement
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.prior import Prior
from jointstats.labelled.joint.result import (
    ChosenShare,
    Lead,
    Share,
    Unobserved,
    chosen_share,
    is_most_frequent,
    leaders,
)

SENSITIVITY_STRENGTH = 2.0  # Walley's more cautious choice


class Posterior:
    """Dirichlet posterior of the statements seen, and of the groups of those that were not."""

    method = "exact"
    cautions: tuple[Caution, ...] = ()

    def __init__(self, counts: StatementCounts, prior: Prior, level: float) -> None:
        self.counts, self.prior, self.level = counts, prior, level
        self.parameters = counts.weights + prior.observed
        self.total = float(counts.weights.sum()) + prior.strength
        seen = len(counts.weights)
        groups = dirichlet.probability_largest(
            np.concatenate([self.parameters, prior.unobserved_mass]),
            np.concatenate([np.ones(seen), prior.unobserved_number]),
            diffuse_mass=prior.diffuse_mass,
        )
        self.probability = groups[:seen]
        self.probability_unseen = float(groups[seen:].sum())

    def leaders(self) -> np.ndarray:
        """Statements that lead, several if they lead equally."""
        return leaders(self.parameters)

    def unseen_leads(self) -> bool:
        """Whether the prior alone makes a statement never seen as probable as the leader."""
        most = self.prior.unobserved_mass.max(initial=0.0)
        return bool(most >= self.parameters.max() - LEAD_TOLERANCE)

    def sequence(self) -> np.ndarray:
        """Most probable first; equal ones in code order."""
        return np.lexsort((-self.parameters, -self.probability))

    def share(self, i: int) -> Share:
        """Expected share of a statement."""
        a = self.parameters[i]
        low, high = shares.share_interval(a, self.total, self.level)
        mean = shares.share_mean(a, self.total)
        return Share(float(mean), float(low), float(high), self.level)

    def chosen_share(self, i: int) -> ChosenShare | None:
        """Observed share of a statement that was chosen, if none was seen more often."""
        count = float(self.counts.weights[i])
        most = is_most_frequent(self.counts, count)
        return chosen_share(self.counts, count, self.level) if most else None

    def rows(self, listed: np.ndarray) -> tuple[BayesStatement, ...]:
        """The rows of some statements."""
        distinct, back = np.unique(self.parameters[listed], return_inverse=True)
        low, high = (end[back] for end in shares.share_interval(distinct, self.total, self.level))
        mean = shares.share_mean(self.parameters[listed], self.total)
        bounds = self.bounds()
        return tuple(
            BayesStatement(
                order=self.counts.order(self.counts.codes[i]),
                count=float(self.counts.weights[i]),
                probability=float(self.probability[i]),
                mcse=0.0,
                share=float(mean[k]),
                share_low=float(low[k]),
                share_high=float(high[k]),
                probability_lower=None if bounds is None else float(bounds[0][i]),
                probability_upper=None if bounds is None else float(bounds[1][i]),
            )
            for k, i in enumerate(listed.tolist())
        )

    def bounds(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper probability of every statement seen, with the imprecise prior."""
        if self.prior.name != "imprecise":
            return None
        counts = self.counts
        return dirichlet.imprecise_bounds(counts.weights, counts.n_states, self.prior.strength)

    def unobserved(self, listed: np.ndarray) -> Unobserved:
        """All statements that are not listed, together."""
        unlisted = np.delete(self.probability, listed)
        return Unobserved(
            states=self.counts.n_states - len(listed),
            probability=self.probability_unseen + float(unlisted.sum()),
        )

    @property
    def imprecise(self) -> bool:
        """Whether bounds stand for a probability."""
        return self.prior.name == "imprecise"

    def lower_bound(self, i: int, strength: float | None = None) -> float:
        """IDM lower probability: all prior mass on the most frequent other statement (or a new)."""
        if strength is None:
            strength = self.prior.strength if self.imprecise else SENSITIVITY_STRENGTH
        weights = self.counts.weights
        return deciding.lower_probability(float(weights[i]), np.delete(weights, i), strength)

    def decision(self, i: int, rule: str, alpha: float) -> Decision:
        """What the rules compare: the probability, or a lower bound."""
        p, own = float(self.probability[i]), 0.0
        papers = p
        if self.imprecise:
            own = self.prior.strength
            papers = self.lower_bound(i, own)
        mass = max(deciding.LOWER_MASS, own)
        decisive = self.lower_bound(i, mass) if rule == "lower" else papers
        return Decision(rule, alpha, decisive, p, papers, mass, imprecise=own == mass)

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
