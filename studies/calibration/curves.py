"""What each test states of simulated tables, and whether it is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import truths
from truths import Array, Generator

import jointstats as js

Stated = Iterator[tuple[float, bool]]
"""Probabilities, and of each whether what it is about is true."""
Truth = Callable[[Generator], Array]
OWN, NORMAL = "its own prior", "normal results"
LEVELS = (0.5, 0.8, 0.95)
FUNCTIONS = {
    "Bayesian test": "bayes_test",
    "network": "network_test",
    "claim": "claim_test", "Bayesian sign test": "bayes_sign_test",
}  # fmt: skip
"""What was called, by how the names of curves begin; the first that fits."""


@dataclass(frozen=True)
class Curve:
    """A probability that is printed, under truths of one kind.

    Attributes
    ----------
    name : str
        Whose probabilities.
    tables_of : str
        Algorithms, measures, data sets.
    truth : str
        Where the truth comes from; ``OWN``: then the probabilities must be right.
    tables : int
        How many tables are simulated.
    stated : callable
        All that is stated of one table.
    """

    name: str
    tables_of: str
    truth: str
    tables: int
    stated: Callable[[Generator], Stated]

    @property
    def key(self) -> str:
        return f"{self.name} | {self.tables_of} | {self.truth}"

    @property
    def function(self) -> str:
        name = self.name.removeprefix("intervals, ")
        return next(called for begin, called in FUNCTIONS.items() if name.startswith(begin))

    @property
    def own(self) -> bool:
        return self.truth == OWN


def statements(result: js.BayesResult | js.NetworkResult, shares: Array, l: int) -> Stated:
    """That a statement is the most probable one: each that occurs, and the others together."""
    best = int(np.argmax(shares))
    codes = [truths.joint_code(row.order, l) for row in result.statements]
    for row, code in zip(result.statements, codes, strict=True):
        yield row.probability, code == best
    if result.unobserved.probability is not None and result.unobserved.states:
        yield result.unobserved.probability, best not in codes


def plain(truth: Truth, l: int, m: int, n: int, rng: Generator) -> Stated:
    shares = truth(rng)
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    return statements(js.bayes_test(table), shares, l)


def lower(truth: Truth, m: int, n: int, rng: Generator) -> Stated:
    """The same of the leading statement alone, under the least favourable prior."""
    shares = truth(rng)
    table = truths.table_of(truths.drawn(shares, n, 2, m, rng), 2)
    result = js.bayes_test(table, prior="imprecise")
    if result.best is not None and result.probability_lower is not None:
        yield result.probability_lower, truths.joint_code(result.best, 2) == int(np.argmax(shares))


def network(structure: str, truth: Truth, l: int, m: int, n: int, rng: Generator) -> Stated:
    shares = truth(rng)
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    result = js.network_test(table, structure=structure, target_mcse=0.005)
    return statements(result, shares, l)


def edges(l: int, m: int, n: int, rng: Generator) -> Stated:
    """That two measures depend on each other directly."""
    shares, adjacent = truths.network(l, m, n, rng)
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    for edge in js.network_test(table, target_mcse=0.05).edges:
        i, j = (int(name[1:]) - 1 for name in (edge.a, edge.b))
        yield edge.probability, bool(adjacent[i, j])


def groups(truth: Truth, arcs: list[tuple[str, str]] | str, n: int, rng: Generator) -> Stated:
    """That a group's statement is its most probable one, of a graph that has several groups."""
    shares = truth(rng)
    table = truths.table_of(truths.drawn(shares, n, 2, 3, rng), 2)
    result = js.network_test(table, structure=arcs, target_mcse=0.05)
    for group in result.components if len(result.components) > 1 else ():
        places = [int(name[1:]) - 1 for name in group.measures]
        others = tuple(i for i in range(3) if i not in places)
        of_group = shares.reshape(2, 2, 2).sum(axis=others)
        yield group.probability, truths.joint_code(group.order, 2) == int(np.argmax(of_group))


def pair_and_one(rng: Generator) -> Array:
    """Shares of a network that is known: of three measures the first two depend on each other."""
    alone = rng.beta(0.5, 0.5)
    return np.outer(truths.symmetric(2, 2, rng), [alone, 1 - alone]).ravel()


def claim(n: int, rng: Generator) -> Stated:
    """That a claim holds on most data sets; its share is Beta(1/2, 1/2)."""
    share = rng.beta(0.5, 0.5)
    codes = (rng.random((n, 1)) >= share).astype(np.int64)
    result = js.claim_test(truths.table_of(codes, 2), "a1", "a2", better=["m1"])
    yield result.probability, share > result.threshold


def opposite(n: int, rng: Generator) -> Stated:
    """That a claim holds more often than its opposite, whatever the share that shows neither."""
    ahead, neither = rng.beta(0.5, 0.5), rng.random()
    # Codes of two measures: better on both, worse on both, or neither.
    shares = np.array(
        [(1 - neither) * ahead, neither / 2, neither / 2, (1 - neither) * (1 - ahead)]
    )
    table = truths.table_of(truths.drawn(shares, n, 2, 2, rng), 2)
    result = js.claim_test(table, "a1", "a2", better=["m1", "m2"])
    if result.probability_opposite is not None:
        yield result.probability_opposite, ahead > 0.5


def lead(structure: str, l: int, m: int, n: int, rng: Generator) -> Stated:
    """That the first statement is more than 1.25 times as common as any other."""
    plain = structure == "none"
    shares = truths.symmetric(l, m, rng) if plain else truths.network(l, m, n, rng)[0]
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    result: js.BayesResult | js.NetworkResult = (
        js.bayes_test(table)
        if plain
        else js.network_test(table, structure=structure, target_mcse=0.01)
    )
    if result.best is None or result.lead is None:
        return
    code = truths.joint_code(result.best, l)
    yield result.lead.probability, bool(shares[code] > 1.25 * np.delete(shares, code).max())


def signs(prior: str, n: int, rng: Generator, level: float = 0.95) -> tuple[Any, Array]:
    """A test of three outcomes, better, practically equal and worse, and their true shares.

    Those of the default with a rope, which has all of its mass on equality, are drawn elsewhere.
    """
    if prior == "sides":
        ahead = rng.beta(0.5, 0.5)
        shares = np.array([ahead, 0.0, 1 - ahead])
    else:
        shares = truths.dirichlet(np.full(3, 1 / 3), 1, rng)[0]
    difference = rng.choice([1.0, 0.0, -1.0], n, p=shares)
    table = js.results_table(
        {"a1": difference, "a2": np.zeros(n)}, measures={"m1": "max"}, rope={"m1": 0.5}
    )
    return js.bayes_sign_test(table, prior=prior, level=level).tests[0], shares


def outcomes(prior: str, n: int, rng: Generator) -> Stated:
    """Better, practically equal or worse: that it is the most probable."""
    row, shares = signs(prior, n, rng)
    for i, probability in enumerate(row.probabilities):
        yield probability, i == int(np.argmax(shares))


def outcome_intervals(n: int, rng: Generator) -> Stated:
    level = float(rng.choice(LEVELS))
    row, shares = signs("even", n, rng, level)
    for share, (_, low, high) in zip(shares, row.shares, strict=True):
        yield level, bool(low <= share <= high)


def plain_intervals(l: int, m: int, n: int, rng: Generator) -> Stated:
    """That the share of a statement which occurs is in its interval."""
    shares, level = truths.symmetric(l, m, rng), float(rng.choice(LEVELS))
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    return intervals(js.bayes_test(table, level=level), shares, l)


def network_intervals(structure: str, l: int, m: int, n: int, rng: Generator) -> Stated:
    (shares, _), level = truths.network(l, m, n, rng), float(rng.choice(LEVELS))
    table = truths.table_of(truths.drawn(shares, n, l, m, rng), l)
    result = js.network_test(table, structure=structure, target_mcse=0.05, level=level)
    return intervals(result, shares, l)


def intervals(result: js.BayesResult | js.NetworkResult, shares: Array, l: int) -> Stated:
    for row in result.statements:
        if row.share_low is not None and row.share_high is not None:
            share = shares[truths.joint_code(row.order, l)]
            yield result.level, bool(row.share_low <= share <= row.share_high)


def claim_interval(n: int, rng: Generator) -> Stated:
    share, level = rng.beta(0.5, 0.5), float(rng.choice(LEVELS))
    codes = (rng.random((n, 1)) >= share).astype(np.int64)
    result = js.claim_test(truths.table_of(codes, 2), "a1", "a2", better=["m1"], level=level)
    yield level, bool(result.credible_low <= share <= result.credible_high)


def curves() -> list[Curve]:
    """All curves: those under the tests' own priors, then those elsewhere."""
    return [*of_the_plain_test(), *of_the_network(), *of_other_tests(), *of_intervals()]


def of_the_plain_test() -> Iterator[Curve]:
    for l, m, n in ((2, 1, 10), (2, 2, 10), (2, 2, 40), (2, 3, 40), (3, 2, 20)):
        stated = partial(plain, partial(truths.symmetric, l, m), l, m, n)
        yield Curve("Bayesian test", sizes(l, m, n), OWN, 2_000, stated)
    for n in (10, 40):
        stated = partial(plain, partial(truths.normal, 2), 2, 2, n)
        yield Curve("Bayesian test", sizes(2, 2, n), NORMAL, 2_000, stated)
        stated = partial(lower, partial(truths.normal, 2), 2, n)
        yield Curve("Bayesian test, lower probability", sizes(2, 2, n), NORMAL, 2_000, stated)


def of_the_network() -> Iterator[Curve]:
    names = {"average": "network, averaged", "best": "network, best graph"}
    for structure, name in names.items():
        for l, m, n in ((2, 3, 40), (3, 2, 40)):
            stated = partial(network, structure, partial(of_network, l, m, n), l, m, n)
            truth = OWN if structure == "average" else "prior of the average"
            yield Curve(name, sizes(l, m, n), truth, 1_000, stated)
        stated = partial(network, structure, partial(truths.normal, 3), 2, 3, 40)
        yield Curve(name, sizes(2, 3, 40), NORMAL, 1_000, stated)
    for structure, name in (("none", "Bayesian test"), ("average", "network, averaged")):
        stated = partial(lead, structure, 2, 2, 40)
        yield Curve(f"{name}, lead of 1.25", sizes(2, 2, 40), OWN, 1_000, stated)
    yield Curve("network, edges", sizes(2, 4, 40), OWN, 1_000, partial(edges, 2, 4, 40))
    yield Curve("network, groups of a given graph", sizes(2, 3, 10), OWN, 1_000,
                partial(groups, pair_and_one, [("m1", "m2")], 10))  # fmt: skip
    for n in (10, 40):
        yield Curve("network, groups of the best graph", sizes(2, 3, n), "prior of the average",
                    1_000, partial(groups, partial(of_network, 2, 3, n), "best", n))  # fmt: skip
    yield Curve("network, groups of the best graph", sizes(2, 3, 40), NORMAL, 1_000,
                partial(groups, partial(truths.normal, 3), "best", 40))  # fmt: skip


def of_network(l: int, m: int, n: int, rng: Generator) -> Array:
    return truths.network(l, m, n, rng)[0]


def of_other_tests() -> Iterator[Curve]:
    yield Curve("claim", "n = 20", OWN, 2_000, partial(claim, 20))
    yield Curve("claim, against the opposite", "n = 20", OWN, 1_000, partial(opposite, 20))
    for prior, truth in (("even", OWN), ("sides", OWN), ("rope", 'prior "even"')):
        yield Curve(f'Bayesian sign test, prior "{prior}"', "n = 20", truth, 2_000,
                    partial(outcomes, prior, 20))  # fmt: skip


def of_intervals() -> Iterator[Curve]:
    yield Curve("intervals, Bayesian test", sizes(2, 2, 20), OWN, 2_000,
                partial(plain_intervals, 2, 2, 20))  # fmt: skip
    for structure, name in (("average", "averaged"), ("best", "best graph")):
        truth = OWN if structure == "average" else "prior of the average"
        yield Curve(f"intervals, network, {name}", sizes(2, 3, 40), truth, 1_000,
                    partial(network_intervals, structure, 2, 3, 40))  # fmt: skip
    yield Curve("intervals, claim", "n = 20", OWN, 2_000, partial(claim_interval, 20))
    yield Curve('intervals, Bayesian sign test, prior "even"', "n = 20", OWN, 500,
                partial(outcome_intervals, 20))  # fmt: skip


def sizes(l: int, m: int, n: int) -> str:
    return f"l = {l}, m = {m}, n = {n}"
