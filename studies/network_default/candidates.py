"""The ways to choose a graph that are compared.

All of them are functions h of sets of measures: the local score of a measure i with parents P is
h(P + i) − h(P), so that equivalent graphs score alike, and the same search finds the best graph.

BDeu            no limit of parents: the papers' choice; the score of all others but qNML
≤ 1, ≤ 2        a fixed limit
n/c             at most max(1, ⌊log_r(n/c)⌋) parents: c cases for each of their configurations
α*              equivalent sample size max(1, min((r − 1)², n/10)) instead of 1: the same if l = 2
κ               prior of a graph ∝ exp(−κ · arcs)
1/C             prior of a parent set ∝ 1 / C(m−1, size) (Friedman & Koller 2003)
qNML            quotient normalised maximum likelihood (Silander et al. 2018)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from scipy.special import gammaln, xlogy

from jointstats.network.kernel_bdeu import CodedCases, SetScores, _Sets, set_scores, set_size
from jointstats.network.kernel_best_dag import best_dag, default_ess

Choice = Callable[[CodedCases, SetScores], np.ndarray]


def unlimited(cases: CodedCases, scores: SetScores) -> np.ndarray:
    return best_dag(scores)[0]


def at_most(limit: int) -> Choice:
    return lambda cases, scores: best_dag(scores, limit)[0]


def cases_per_configuration(c: float) -> Choice:
    def choose(cases: CodedCases, scores: SetScores) -> np.ndarray:
        free = math.log(max(cases.n / c, 1)) / math.log(cases.states.min())
        return best_dag(scores, max(1, math.floor(free + 1e-9)))[0]

    return choose


def fewer_arcs(kappa: float, then: Choice = unlimited) -> Choice:
    """A set of k measures costs κ k(k−1)/2, so that a parent set of size k costs κ k."""

    def choose(cases: CodedCases, scores: SetScores) -> np.ndarray:
        k = set_size(scores.masks)
        return then(cases, replace(scores, values=scores.values - kappa * k * (k - 1) / 2))

    return choose


def with_default_prior(cases: CodedCases) -> CodedCases:
    return replace(cases, ess=default_ess(cases.n, cases.states))


def heavier(then: Choice) -> Choice:
    def choose(cases: CodedCases, scores: SetScores) -> np.ndarray:
        heavy = with_default_prior(cases)
        return then(heavy, set_scores(heavy))

    return choose


def even_sizes(cases: CodedCases, scores: SetScores) -> np.ndarray:
    k = np.arange(scores.m + 1)
    log_choose = gammaln(scores.m) - gammaln(k + 1) - gammaln(np.maximum(scores.m - k, 1))
    cost = np.append(0.0, np.cumsum(log_choose[:-1]))
    return best_dag(replace(scores, values=scores.values - cost[set_size(scores.masks)]))[0]


class QnmlSets(_Sets):
    """The walk over all sets of measures that BDeu's scores use, with the values of qNML."""

    def _lookup(self) -> tuple[None, int]:
        return None, 1

    def _values(self, labels: np.ndarray, masks: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        flat = (labels + np.arange(len(labels))[:, None] * self.rows).ravel()
        mass = np.bincount(flat, np.tile(self.cases.weights, len(labels)), labels.size)
        fit = xlogy(mass, mass / self.cases.n).reshape(labels.shape).sum(axis=1)
        n, states = self.cases.n, self.cases.states[0]
        regret = [log_regret(n, states**k) for k in range(self.cases.m + 1)]
        return fit - np.array(regret)[sizes]


def qnml(then: Choice = unlimited) -> Choice:
    def choose(cases: CodedCases, scores: SetScores) -> np.ndarray:
        blocks = list(QnmlSets(cases, cases.m).visit())
        masks = np.concatenate([block[0] for block in blocks])
        values = np.concatenate([block[1] for block in blocks])
        return then(cases, replace(scores, values=values[np.argsort(masks)]))

    return choose


def log_regret(n: float, states: float) -> float:
    """Log of the multinomial normalising sum (Szpankowski & Weinberger 2012), 0 for one state."""
    if states == 1:
        return 0.0
    a = states / n
    c = 0.5 + 0.5 * math.sqrt(1 + 4 / a)
    return n * (math.log(a) + (a + 2) * math.log(c) - 1 / c) - 0.5 * math.log(c + 2 / a)


CANDIDATES: dict[str, Choice] = {
    "BDeu": unlimited,
    "≤ 1": at_most(1),
    "≤ 2": at_most(2),
    "n/2": cases_per_configuration(2),
    "n/5": cases_per_configuration(5),
    "n/10": cases_per_configuration(10),
    "n/20": cases_per_configuration(20),
    "n/10, α*": heavier(cases_per_configuration(10)),
    "κ = 1": fewer_arcs(1),
    "κ = 2": fewer_arcs(2),
    "1/C": even_sizes,
    "n/10, κ = 1": fewer_arcs(1, cases_per_configuration(10)),
    "qNML": qnml(),
    "qNML, n/10": qnml(cases_per_configuration(10)),
}


def choose_all(cases: CodedCases, names: Iterable[str] = CANDIDATES) -> dict[str, np.ndarray]:
    """The graph that each candidate chooses."""
    scores = set_scores(cases)
    return {name: CANDIDATES[name](cases, scores) for name in names}
