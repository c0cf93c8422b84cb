"""The Bayesian test where data sets may show one of several statements.

Runs and missing results leave open which statement a data set shows. The test is computed for all
that the data sets may show, and averaged (`jointstats.kernels.joint.uncertain`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from jointstats.kernels.joint.dirichlet import largest_of_many
from jointstats.kernels.joint.leads import probability_leads
from jointstats.kernels.joint.shares import mixed_interval
from jointstats.kernels.joint.uncertain import CHAINS, EXACT_LIMIT, PossibleCounts, possible_counts
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.posterior import (
    SENSITIVITY_STRENGTH,
    Posterior,
    answer_of,
    probabilities,
)
from jointstats.labelled.joint.prior import Prior
from jointstats.labelled.joint.result import ChosenShare, Lead

DRAWS = 4096  # of the counts, where they must be drawn
_LEAST_DRAWS = 1024
_MOST_STEPS = 2e8  # choices among statements that the chains weigh
_MOST_NUMBERS = 1e6  # in the matrix of all draws
_LEADS = 128  # counts for which the practical lead is computed: there is no form for many at once


def uncertain_answer(
    rows: ArrayLike,
    states: ArrayLike,
    weights: ArrayLike,
    n: float,
    statements: StatementCounts,
    prior: Prior,
    *,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
    draws: int | None = None,
    rng: int | np.random.Generator = 0,
    exact_limit: int = EXACT_LIMIT,
) -> BayesResult:
    """What the Bayesian test says of data sets that may show one of several statements.

    Parameters
    ----------
    rows, states : array_like of int, shape (E,)
        Data set i of those in doubt, numbered from 0, may show the statement in this row of
        ``statements.codes``.
    weights : array_like, shape (E,)
        P(results of i | statement), up to a factor for each data set.
    n : float
        Data sets altogether.
    statements : StatementCounts
        Every statement that a data set may show. Their counts, which may be 0, are of the data
        sets that are not in doubt.
    prior : Prior
        Of these statements, as `prior_of` makes it.
    rule, alpha, lead_ratio, level
        As for :func:`jointstats.bayes_test`, checked.
    draws : int, optional
        Counts drawn, if they are too many to list: 4096, or fewer where that takes long.
    rng : int or Generator, default 0
        Seed of the draws.
    exact_limit : int, default 50000
        Counts are listed while they are no more than that, drawn otherwise.

    Returns
    -------
    BayesResult
        Counts are expected ones, and what the rules compare is averaged over all that the data
        sets may show. Where none is in doubt, all is as without it.

    Raises
    ------
    InvalidWeightsError
        If a data set has no possible statement, or a statement no positive prior.
    """
    if draws is None:
        draws = _affordable(np.size(rows), len(statements.weights))
    known = statements.weights + prior.observed
    counts = possible_counts(
        rows, states, weights, known, draws=draws, rng=rng, exact_limit=exact_limit
    )
    posterior = UncertainPosterior(statements, counts, n, prior, level)
    return answer_of(posterior, rule=rule, alpha=alpha, lead_ratio=lead_ratio)


def _affordable(entries: int, statements: int) -> int:
    """Draws that take seconds at most."""
    by_steps = CHAINS * (_MOST_STEPS / (CHAINS * max(entries, 1)) - 50)
    fewest = min(DRAWS, by_steps, _MOST_NUMBERS / max(statements, 1))
    return int(max(_LEAST_DRAWS, fewest))


class UncertainPosterior(Posterior):
    """A posterior for every count that is possible, and their average.

    Parameters
    ----------
    statements : StatementCounts
        With the counts of data sets that are not in doubt.
    found : PossibleCounts
        Of the data sets in doubt.
    n : float
    prior : Prior
    level : float
    """

    def __init__(
        self,
        statements: StatementCounts,
        counts: PossibleCounts,
        n: float,
        prior: Prior,
        level: float,
    ) -> None:
        self.prior, self.level, self.possible = prior, level, counts
        self.method = "monte_carlo" if counts.chains else "exact"
        known = statements.weights + prior.observed
        self.each = counts.counts + known  # parameters for every count, (D, R)
        self.certain = len(self.each) == 1
        expected = self._mean(counts.counts)
        self.counts = replace(statements, weights=statements.weights + expected, n=n)
        self.parameters = known + expected
        self.total = float(self.counts.weights.sum()) + prior.strength
        groups, mcse = counts.average(probabilities(self.each, prior))
        seen = len(known)
        self.probability, self.mcse = groups[:seen], mcse[:seen]
        self.probability_unseen = float(groups[seen:].sum())

    def _mean(self, values: np.ndarray) -> np.ndarray:
        mean: np.ndarray = self.possible.average(values)[0]
        return mean

    def leaders(self) -> np.ndarray:
        """The most probable statement; several only if their probabilities are equal."""
        if self.certain:
            return super().leaders()
        most = np.flatnonzero(self.probability >= self.probability.max() - 1e-9)
        by_count = self.parameters[most]
        return most[by_count >= by_count.max() - 1e-9]

    def intervals(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Credible intervals of the shares of some statements."""
        if self.certain:
            return super().intervals(listed)
        ends = [
            mixed_interval(self.each[:, i], self.possible.probability, self.total, self.level)
            for i in listed
        ]
        low, high = np.array(ends).reshape(-1, 2).T
        return low, high

    def chosen_share(self, i: int) -> ChosenShare | None:
        """None: how often the statement was seen is not known."""
        return super().chosen_share(i) if self.certain else None

    def lower_bound(self, i: int, strength: float | None = None) -> float:
        """The lower probability for every count that is possible, averaged."""
        if self.certain:
            return super().lower_bound(i, strength)
        if strength is None:
            strength = self.prior.strength if self.imprecise else SENSITIVITY_STRENGTH
        return float(self._mean(_lower(self.each - self.prior.observed, i, strength)))

    def bounds(self, listed: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper probability of some statements, with the imprecise prior."""
        if self.certain or not self.imprecise:
            return super().bounds(listed)
        counts = self.each - self.prior.observed
        low = [self.lower_bound(i) for i in listed]
        high = [
            float(self._mean(largest_of_many(_added(counts, i, self.prior.strength))[:, i]))
            for i in listed
        ]
        return np.array(low), np.array(high)

    def lead(self, ratio: float) -> Lead:
        """Practical lead of the first statement, averaged over counts that stand for all."""
        if self.certain:
            return super().lead(ratio)
        prior, first = self.prior, int(self.sequence()[0])
        seen = self.each.shape[1]
        number = np.concatenate([np.ones(seen), prior.unobserved_number])
        places, share = _standing_for_all(self.possible)
        chance = [
            probability_leads(
                np.concatenate([self.each[d], prior.unobserved_mass]), first, ratio,
                multiplicities=number, diffuse_mass=prior.diffuse_mass,
            )
            for d in places
        ]  # fmt: skip
        rivals = np.append(np.delete(self.parameters, first), prior.unobserved_mass)
        return Lead(
            ratio=ratio,
            probability=float(share @ chance),
            mcse=None if len(share) < _LEADS else float(np.std(chance, ddof=1) / _LEADS**0.5),
            difference=float(self.parameters[first] - rivals.max(initial=0.0)) / self.total,
        )


def _added(counts: np.ndarray, column: int | np.ndarray, mass: float) -> np.ndarray:
    """Counts with more mass in one column of each row."""
    more = counts.copy()
    more[np.arange(len(more)), column] += mass
    return more


def _lower(counts: np.ndarray, i: int, strength: float) -> np.ndarray:
    """Probability that i is the largest with all prior mass on its strongest rival, by row."""
    rivals = np.column_stack([np.delete(counts, i, axis=1), np.zeros(len(counts))])
    against = _added(rivals, rivals.argmax(axis=1), strength)
    return largest_of_many(np.column_stack([counts[:, i], against]))[:, 0]


def _standing_for_all(counts: PossibleCounts) -> tuple[list[int], np.ndarray]:
    """Rows of counts and their weights: all, or some that lie evenly through their probability."""
    if len(counts.probability) < _LEADS:
        return list(range(len(counts.probability))), counts.probability
    at = np.searchsorted(np.cumsum(counts.probability), (np.arange(_LEADS) + 0.5) / _LEADS)
    return at.tolist(), np.full(_LEADS, 1 / _LEADS)
