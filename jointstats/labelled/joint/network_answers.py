"""What a network, or the average over networks, says of the statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jointstats.kernels.network import dags
from jointstats.kernels.network import shares as network_shares
from jointstats.kernels.network.average import AveragePosterior
from jointstats.kernels.network.bdeu import CodedCases, matching_rows
from jointstats.kernels.network.posterior import NetworkPosterior
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.result import MOST_LISTED, Share

LEVEL = 0.95  # of the intervals
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
    """

    counts: StatementCounts
    cases: CodedCases
    posterior: NetworkPosterior | AveragePosterior

    @property
    def graphs(self) -> tuple[np.ndarray, np.ndarray]:
        """Graphs (K, m) and their weights: one graph, or those that are averaged."""
        if isinstance(self.posterior, AveragePosterior):
            graphs = np.array([network.parents for network in self.posterior.networks])
            return graphs, self.posterior.weights
        return self.posterior.parents[None, :], np.ones(1)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """Every observed statement, and the most probable ones that were not observed."""
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
        low, high = network_shares.moment_interval(mean, second, LEVEL)
        return [
            {
                "order": counts.order(codes[k]),
                "count": float(weights[k]),
                "probability": float(min(1.0, probability[k])),
                "mcse": float(mcse[k]),
                "share": float(mean[i]),
                "share_low": float(low[i]),
                "share_high": float(high[i]),
                "code": codes[k],
            }
            for i, k in enumerate(order.tolist())
        ]

    def statements(self) -> list[dict[str, Any]]:
        """The rows for the result."""
        return [{key: v for key, v in row.items() if key != "code"} for row in self.rows]

    def unobserved(self) -> dict[str, Any]:
        """All statements not listed, together."""
        states = self.counts.n_states - len(self.rows)
        listed = sum(row["probability"] for row in self.rows)
        return {"states": states, "probability": max(0.0, 1.0 - listed) if states else 0.0}

    def leaders(self) -> list[dict[str, Any]]:
        """Statements that lead equally: the same probability and the same expected share."""
        top = self.rows[0]
        return [
            row
            for row in self.rows
            if abs(row["share"] - top["share"]) <= LEAD_TOLERANCE
            and abs(row["probability"] - top["probability"])
            <= LEAD_TOLERANCE + 4 * (row["mcse"] + top["mcse"])
        ]

    def share(self) -> Share:
        """Expected share of the leading statement."""
        top = self.rows[0]
        return Share(top["share"], top["share_low"], top["share_high"], LEVEL)

    def lead(self, delta: float, rng: np.random.Generator) -> dict[str, float]:
        """Practical lead of the first statement over the second."""
        if len(self.rows) < 2:
            return {"delta": delta, "probability": 1.0, "mcse": 0.0, "difference": 1.0}
        first, second = self.rows[:2]
        probability, mcse = network_shares.lead_probability(
            self.cases, *self.graphs, [first["code"], second["code"]], delta, LEAD_DRAWS, rng
        )
        difference = first["share"] - second["share"]
        return {"delta": delta, "probability": probability, "mcse": mcse, "difference": difference}


def components(chosen: NetworkPosterior, counts: StatementCounts) -> list[dict[str, Any]]:
    """Each connected group of measures with its own most probable statement."""
    names = list(counts.measures)
    found = []
    for part in chosen.components:
        measures = [names[i] for i in part.group]
        own = counts.select(measures=measures)
        found.append(
            {
                "measures": measures,
                "order": own.order(part.codes[0]),
                "probability": float(part.probability[0]),
                "mcse": float(part.mcse[0]),
                "method": "monte_carlo" if part.draws else "exact",
            }
        )
    return found


def average_facts(
    answer: AveragePosterior,
    chosen: NetworkPosterior,
    parents: Sequence[int] | np.ndarray,
    best: dict[str, Any] | None,
) -> dict[str, Any]:
    """How far the average is from what the best graph alone says."""
    same = [dags.markov_equivalent(network.parents, parents) for network in answer.networks]
    alone = None if best is None else float(chosen.probability(best["code"][None, :])[0][0])
    return {
        "classes": len(answer.networks),
        "best_weight": float(np.sum(answer.weights[same])),
        "probability_best": alone,
        "difference": None if best is None or alone is None else best["probability"] - alone,
        "graph_draws": answer.class_draws,
        "weight_left_out": answer.dropped,
    }
