"""The posterior of the Bayesian test where data sets come in families."""

from __future__ import annotations

import numpy as np

from jointstats.kernels.joint import deciding
from jointstats.kernels.joint.family_shares import family_tables, whole_counts
from jointstats.kernels.joint.leads import probability_leads
from jointstats.kernels.joint.many_largest import largest_of_many
from jointstats.kernels.joint.uncertain import CHAINS, PossibleCounts
from jointstats.kernels.messages import Option
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.bayes_decision import Decision
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.family_counts import FamilyCounts
from jointstats.labelled.joint.posterior import SENSITIVITY_STRENGTH, Posterior
from jointstats.labelled.joint.prior import Prior
from jointstats.labelled.joint.result import (
    ChosenShare,
    Lead,
    chosen_share,
    is_most_frequent,
)

DRAWS, SEED = 2048, 0


def posterior_of(counts: StatementCounts, prior: Prior, level: float) -> Posterior:
    """The posterior of counts, with families or without."""
    families = counts.in_families
    if families is None:
        return Posterior(counts, prior, level)
    return FamilyPosterior(counts, prior, level, families)


class FamilyPosterior(Posterior):
    """Each family has shares of its own around the common ones, whose posterior this is.

    ``tables`` are draws of how many data sets are worth counting: given these it is Dirichlet.
    """

    method = "monte_carlo"

    def __init__(
        self, counts: StatementCounts, prior: Prior, level: float, families: FamilyCounts
    ) -> None:
        if prior.name == "imprecise":
            raise OptionError(
                Option("prior", "imprecise"),
                " takes data sets for independent, but these come in families: use ",
                Option("prior", "symmetric"),
                ".",
            )
        self.counts, self.prior, self.level = counts, prior, level
        self.parameters = counts.weights + prior.observed
        self.worth = families.worth
        self.tables = _tables(families.counts, prior)
        groups, mcse = self.tables.average(
            largest_of_many(
                self.tables.counts + prior.observed,
                prior.unobserved_mass,
                prior.unobserved_number,
                diffuse_mass=prior.diffuse_mass,
            )
        )
        seen = len(counts.weights)
        self.probability, self.mcse = groups[:seen], mcse[:seen]
        self.probability_unseen = float(groups[seen:].sum())

    def leaders(self) -> np.ndarray:
        """The most probable statement; with others that are as frequent, as far as can be told."""
        first = int(self.probability.argmax())
        near = self.probability >= self.probability[first] - 5 * self.mcse[first]
        as_often = np.abs(self.parameters - self.parameters[first]) <= LEAD_TOLERANCE
        return np.flatnonzero(near & as_often)

    def chosen_share(self, i: int) -> ChosenShare | None:
        """Observed share, with the interval of as many data sets as these are worth."""
        count = float(self.counts.weights[i])
        if not is_most_frequent(self.counts, count):
            return None
        return chosen_share(self.counts, count, self.level, self.worth)

    def means(self, listed: np.ndarray) -> np.ndarray:
        """Expected shares of some statements: averages of Dirichlet ones."""
        a, rest = self._beta(listed)
        mean, _ = self.tables.average(a / (a + rest))
        return mean

    def intervals(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Credible intervals of the shares of some statements, from a share of every draw."""
        a, rest = self._beta(listed)
        tail = (1 - self.level) / 2
        drawn = np.random.default_rng(SEED).beta(a, np.maximum(rest, np.finfo(float).tiny))
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        return low, high

    def _beta(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Parameters of the shares of some statements, given every draw."""
        a = (self.tables.counts + self.prior.observed)[:, listed]
        return a, self.tables.counts.sum(axis=1)[:, None] + self.prior.strength - a

    def lower_bound(self, i: int, strength: float | None = None) -> float:
        """All prior mass on the strongest rival of every draw, or on a statement never seen."""
        mass = SENSITIVITY_STRENGTH if strength is None else strength
        counts = np.pad(self.tables.counts.astype(float), ((0, 0), (0, 1)))
        rivals = counts.copy()
        rivals[:, i] = -1.0
        counts[np.arange(len(counts)), rivals.argmax(axis=1)] += mass
        found, _ = self.tables.average(largest_of_many(counts)[:, i])
        return float(found)

    def decision(self, i: int, rule: str, alpha: float) -> Decision:
        """What the rules compare, averaged over what data sets are worth."""
        p, mass = float(self.probability[i]), deciding.LOWER_MASS
        return Decision(
            rule, alpha, self.lower_bound(i, mass) if rule == "lower" else p, p, p, mass
        )

    def lead(self, ratio: float) -> Lead:
        """Practical lead of the most probable statement, sampled."""
        prior, first = self.prior, int(self.probability.argmax())
        number = np.concatenate([np.ones(len(self.parameters)), prior.unobserved_number])
        step = max(1, len(self.tables.counts) // self.tables.chains)
        few = self.tables.counts[::step] + prior.observed  # one of each chain
        rows, back = np.unique(few, axis=0, return_inverse=True)
        values = np.array([
            probability_leads(
                np.concatenate([row, prior.unobserved_mass]), first, ratio,
                multiplicities=number, diffuse_mass=prior.diffuse_mass,
            )
            for row in rows
        ])[np.ravel(back)]  # fmt: skip
        a = self.tables.counts + prior.observed
        unseen = float(prior.unobserved_mass.max(initial=0.0))
        second = np.delete(a, first, axis=1).max(axis=1, initial=unseen)
        total = self.tables.counts.sum(axis=1) + prior.strength
        difference, _ = self.tables.average((a[:, first] - second) / total)
        return Lead(
            ratio=ratio,
            probability=float(values.mean()),
            mcse=float(values.std(ddof=1) / np.sqrt(len(values))),
            difference=float(difference),
        )


def _tables(counts: np.ndarray, prior: Prior) -> PossibleCounts:
    """Draws of what the data sets are worth; each chain rounds fractions at random by itself."""
    rng = np.random.default_rng(SEED)
    rest = float(prior.unobserved_mass @ prior.unobserved_number) + prior.diffuse_mass
    if (counts != np.rint(counts)).any():
        counts = np.array([whole_counts(counts, rng) for _ in range(CHAINS)])
    return family_tables(counts, prior.observed, rest, draws=DRAWS, rng=rng).tables
