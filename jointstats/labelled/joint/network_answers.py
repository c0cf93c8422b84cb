"""What a network, or the average over networks, says of the statements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jointstats.kernels.network import dags
from jointstats.kernels.network import leads as network_shares
from jointstats.kernels.network.average import AveragePosterior
from jointstats.kernels.network.bdeu import CodedCases, matching_rows
from jointstats.kernels.network.leads import lead_probability
from jointstats.kernels.network.posterior import NetworkPosterior
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.network_result import Average, Component, NetworkStatement
from jointstats.labelled.joint.result import (
    MOST_LISTED,
    ChosenShare,
    Lead,
    Share,
    Unobserved,
    chosen_share,
    is_most_frequent,
)

LEAD_DRAWS = 20_000
MOST_UNSEEN = 10  # probable statements listed although no data set shows them


@dataclass(frozen=True)
class Answers:
    """Statements with their probabilities and shares, the most probable first.

    Attributes
    ----------
    counts : StatementCounts
    cases : CodedCases
        What the posterior is computed from.
    posterior : NetworkPosterior or AveragePosterior
    level : float
        Of the intervals.
    """

    counts: StatementCounts
    cases: CodedCases
    posterior: NetworkPosterior | AveragePosterior
    level: float

    @property
    def graphs(self) -> tuple[np.ndarray, np.ndarray]:
        """Graphs (K, m) and their weights: one graph, or those that are averaged."""
        if isinstance(self.posterior, AveragePosterior):
            graphs = np.array([network.parents for network in self.posterior.networks])
            return graphs, self.posterior.weights
        return self.posterior.parents[None, :], np.ones(1)

    @property
    def rows(self) -> tuple[NetworkStatement, ...]:
        """Every observed statement, and the most probable ones that were not observed."""
        return self._listed[0]

    @property
    def codes(self) -> np.ndarray:
        """The codes of the rows."""
        return self._listed[1]

    @cached_property
    def _listed(self) -> tuple[tuple[NetworkStatement, ...], np.ndarray]:
        counts = self.counts
        probable = np.asarray(self.posterior.most_probable(MOST_UNSEEN), dtype=np.int64)
        unseen = probable[matching_rows(counts.codes, probable) < 0]
        codes = np.concatenate([counts.codes, unseen])
        weights = np.append(counts.weights, np.zeros(len(unseen)))
        probability, mcse = self.posterior.probability(codes)
        # Equal probabilities (such as none in all draws) by count, then in code order.
        order = np.lexsort((*codes.T[::-1], -weights, -probability))[:MOST_LISTED]
        # Ties can show a million statements: the shares of those listed are enough.
        mean, second = network_shares.average_moments(self.cases, *self.graphs, codes[order])
        low, high = network_shares.moment_interval(mean, second, self.level)
        rows = tuple(
            NetworkStatement(
                order=counts.order(codes[k]),
                count=float(weights[k]),
                probability=float(min(1.0, probability[k])),
                mcse=float(mcse[k]),
                share=float(mean[i]),
                share_low=float(low[i]),
                share_high=float(high[i]),
            )
            for i, k in enumerate(order.tolist())
        )
        return rows, codes[order]

    def unobserved(self) -> Unobserved:
        """All statements not listed, together."""
        states = self.counts.n_states - len(self.rows)
        listed = sum(row.probability for row in self.rows)
        return Unobserved(states=states, probability=max(0.0, 1.0 - listed) if states else 0.0)

    def leaders(self) -> list[NetworkStatement]:
        """Statements that lead equally: the same probability and the same expected share."""
        top = self.rows[0]
        return [
            row
            for row in self.rows
            if abs(row.share - top.share) <= LEAD_TOLERANCE
            and abs(row.probability - top.probability) <= LEAD_TOLERANCE + 4 * (row.mcse + top.mcse)
        ]

    def share(self) -> Share:
        """Expected share of the leading statement."""
        top = self.rows[0]
        return Share(top.share, top.share_low, top.share_high, self.level)

    def chosen_share(self) -> ChosenShare | None:
        """Observed share of the leading statement, if no other was seen more often."""
        count = self.rows[0].count
        most = is_most_frequent(self.counts, count)
        return chosen_share(self.counts, count, self.level) if most else None

    def lead(self, ratio: float, rng: np.random.Generator) -> Lead:
        """Practical lead of the first statement over all others."""
        if len(self.rows) < 2:
            return Lead(ratio=ratio, probability=1.0, mcse=0.0, difference=1.0)
        drawn = self.posterior.class_draws if isinstance(self.posterior, AveragePosterior) else 0
        probability, mcse = lead_probability(
            self.cases, *self.graphs, self.codes[0], ratio, LEAD_DRAWS, rng, graph_draws=drawn
        )
        top = self.rows[0]
        if probability > top.probability:  # two samples of the same thing, or of nested ones
            probability, mcse = top.probability, max(mcse, top.mcse)
        difference = top.share - self.rows[1].share
        return Lead(ratio=ratio, probability=probability, mcse=mcse, difference=difference)

    def average(
        self, answer: AveragePosterior, chosen: NetworkPosterior, *, several_lead: bool
    ) -> Average:
        """How far the average is from what the best graph alone says."""
        same = [
            dags.markov_equivalent(network.parents, chosen.parents) for network in answer.networks
        ]
        alone = None if several_lead else float(chosen.probability(self.codes[:1])[0][0])
        return Average(
            classes=len(answer.networks),
            best_weight=float(np.sum(answer.weights[same])),
            probability_best=alone,
            difference=None if alone is None else self.rows[0].probability - alone,
            graph_draws=answer.class_draws,
            weight_left_out=answer.dropped,
        )


def components(chosen: NetworkPosterior, counts: StatementCounts) -> tuple[Component, ...]:
    """Each connected group of measures with its own most probable statement."""
    names = list(counts.measures)
    found = []
    for part in chosen.components:
        measures = [names[i] for i in part.group]
        own = counts.select(measures=measures)
        found.append(
            Component(
                measures=measures,
                order=own.order(part.codes[0]),
                probability=float(part.probability[0]),
                mcse=float(part.mcse[0]),
                method="monte_carlo" if part.draws else "exact",
            )
        )
    return tuple(found)
