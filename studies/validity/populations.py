"""Finite populations of data sets whose truth is known exactly, and tables drawn from them.

A population has 2 to 8 types of units, each with an integer weight. A unit is a data set, or a
family of several; a data set has a true result for every algorithm and measure. What is recorded
may be coarser (a clock that ticks) or missing. A claim is true if units vote for it with a larger
weight than against it, by the true results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from jointstats.claims.kernel_pairs import PairClaims
from jointstats.evidence import scores
from jointstats.evidence.outcomes import MISSING, pair_outcomes

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
SEED = 2016
DESIGNS = (
    "equal algorithms", "cycle", "half null", "on the boundary", "coarse clock", "positive ropes",
    "real ties", "with a control", "one measure", "unequal families", "families on the boundary",
    "worst results missing", "wins apart",
)  # fmt: skip


@dataclass(frozen=True)
class Population:
    """Units, their weights, and how their results are recorded.

    Attributes
    ----------
    members : tuple of ndarray, each of shape (k, m, l)
        True results of the data sets of each type of unit; larger is better.
    weights : ndarray of int, shape (T,)
    rope : ndarray, shape (m,)
    real : ndarray of bool, shape (m,)
        Measures with a declared rope.
    tick : float
        Results of the last measure are recorded in multiples of it; 0: as they are.
    hidden : float
        Share of the first algorithm's results, the worst ones, that are missing.
    pairs : ndarray of int, shape (P, 2)
    """

    members: tuple[Array, ...]
    weights: Ints
    rope: Array
    real: NDArray[np.bool_]
    pairs: Ints
    tick: float = 0.0
    hidden: float = 0.0

    @property
    def in_families(self) -> bool:
        """Whether some unit has several data sets."""
        return any(len(members) > 1 for members in self.members)

    def recorded(self, values: Array) -> Array:
        """What is recorded of true results of shape (n, m, l)."""
        recorded = values.copy()
        if self.tick:
            recorded[:, -1] = np.floor(recorded[:, -1] / self.tick) * self.tick
        if self.hidden:
            first = recorded[:, :, 0]
            worst = np.argsort(first.sum(axis=1), kind="stable")[: int(self.hidden * len(first))]
            recorded[worst, 0, 0] = np.nan
        return recorded

    def outcomes(self, values: Array) -> NDArray[np.int8]:
        """Outcomes of recorded results: hidden ties and missing results are unknown."""
        seen = pair_outcomes(values, self.rope, self.pairs)
        unknown = (seen == MISSING) | ((seen == 1) & ~self.real)
        return np.where(unknown, np.int8(scores.UNKNOWN), seen)

    def votes(self, values: Array) -> dict[str, Array]:
        """The vote of one unit on every claim, by its true results."""
        seen = np.moveaxis(pair_outcomes(values, self.rope, self.pairs), 2, 0)  # (m, P, k)
        sides = (seen, scores.mirrored(seen))
        votes_of = {
            "not_worse": [],
            "more_often": [],
            "most": [],
            "jointly": [],
            "jointly_most": [],
        }
        for side in sides:
            rows = np.moveaxis(side, 0, -1)
            for name, score in (
                ("not_worse", scores.not_worse(side)), ("more_often", scores.more_often(side)),
                ("most", scores.most(side)), ("jointly", scores.jointly_more_often(rows)),
                ("jointly_most", scores.jointly_most(rows)),
            ):  # fmt: skip
                votes_of[name].append(np.sign(score.sum(axis=-1, dtype=np.int64)))
        stacked = {name: np.stack(both, axis=-1) for name, both in votes_of.items()}
        return stacked | {"equal": np.sign(scores.equal(seen).sum(axis=-1, dtype=np.int64))}

    def truth(self) -> PairClaims:
        """1 where a claim is true, 0 where it is false, as arrays of p-values are."""
        total: dict[str, Array] = {}
        for values, weight in zip(self.members, self.weights, strict=True):
            for name, vote in self.votes(values).items():
                total[name] = total.get(name, 0) + weight * vote
        true = {name: (sums > 0).astype(float) for name, sums in total.items()}
        on_measures = np.stack([true["not_worse"], true["more_often"], true["most"]], axis=-1)
        joint = np.stack([true["jointly"], true["jointly_most"]], axis=-1)
        groups = np.zeros(len(true["equal"]), dtype=bool)
        return PairClaims(np.swapaxes(on_measures, 0, 1), true["equal"].T, joint, groups)

    def draw(self, rng: np.random.Generator, n: int) -> tuple[Array, Ints | None]:
        """Recorded results of n units, and the family of each data set."""
        share = self.weights / self.weights.sum()
        units = rng.choice(len(share), size=n, p=share)
        values = np.concatenate([self.members[u] for u in units])
        sizes = [len(self.members[u]) for u in units]
        families = np.repeat(np.arange(n), sizes) if self.in_families else None
        return self.recorded(values), families


def populations(design: str, number: int) -> Iterator[Population]:
    """Some populations of a design, each from a seed of its own."""
    for i in range(number):
        yield population(design, np.random.default_rng([SEED, DESIGNS.index(design), i]))


def population(design: str, rng: np.random.Generator) -> Population:
    """A random population of a design."""
    l = 2 if design in ("one measure",) else int(rng.integers(2, 6))
    m = 1 if design == "one measure" else int(rng.integers(2, 4))
    families = "families" in design
    base = Population(
        members=_units(rng, l, m, families),
        weights=np.zeros(0, dtype=np.int64),
        rope=np.zeros(m),
        real=np.zeros(m, dtype=bool),
        pairs=np.array(list(combinations(range(l), 2))),
    )
    weighted = replace(base, weights=rng.integers(1, 12, len(base.members)))
    if design == "positive ropes":
        return replace(weighted, rope=np.full(m, 1.0), real=np.ones(m, dtype=bool))
    if design == "real ties":
        return replace(weighted, real=np.ones(m, dtype=bool))
    if design == "with a control":
        return replace(weighted, pairs=np.array([[0, other] for other in range(1, l)]))
    if design == "coarse clock":
        return replace(weighted, tick=3.0)
    if design == "worst results missing":
        return replace(_exchangeable(weighted, rng), hidden=0.3)
    if design == "equal algorithms":
        return _exchangeable(weighted, rng)
    if design == "cycle":
        return _cycle(weighted)
    if design == "half null":
        return _half_null(weighted, rng)
    if design == "wins apart":
        return _wins_apart(weighted, rng)
    if "boundary" in design or families:
        return _on_the_boundary(weighted, rng)
    return weighted


def _units(rng: np.random.Generator, l: int, m: int, families: bool) -> tuple[Array, ...]:
    sizes = rng.choice([1, 1, 2, 5, 12], 8) if families else np.ones(8, dtype=int)
    number = int(rng.integers(2, 9))
    return tuple(rng.integers(0, 9, (int(k), m, l)).astype(float) for k in sizes[:number])


def _exchangeable(base: Population, rng: np.random.Generator) -> Population:
    """Every unit as often with its algorithms turned by each step: all claims are false."""
    l = base.members[0].shape[2]
    turned = tuple(np.roll(values, step, axis=2) for values in base.members for step in range(l))
    mirrored = tuple(values[:, :, ::-1] for values in turned)
    return replace(
        base, members=(*turned, *mirrored), weights=np.repeat(np.tile(base.weights, 2), l)
    )


def _cycle(base: Population) -> Population:
    """Everybody beats the next one on most data sets, and the last one the first."""
    m, l = base.members[0].shape[1:]
    line = np.arange(l)[::-1].astype(float)
    members = tuple(np.tile(np.roll(line, step), (1, m, 1)) for step in range(l))
    return replace(base, members=members, weights=np.ones(l, dtype=np.int64))


def _half_null(base: Population, rng: np.random.Generator) -> Population:
    """The first two are alike, everybody else is far below them."""
    low = tuple(
        np.concatenate([values[:, :, :2], values[:, :, 2:] - 40], axis=2) for values in base.members
    )
    swapped = tuple(values[:, :, [1, 0, *range(2, values.shape[2])]] for values in low)
    return replace(base, members=(*low, *swapped), weights=np.tile(base.weights, 2))


def _wins_apart(base: Population, rng: np.random.Generator) -> Population:
    """Much better on one measure, much worse on another, on the same data sets."""
    members = []
    for values in base.members:
        shift = values.copy()
        shift[:, 0, 0] += 30
        shift[:, -1, 0] -= 30
        members.append(shift)
    return _on_the_boundary(replace(base, members=tuple(members)), rng)


def _on_the_boundary(base: Population, rng: np.random.Generator) -> Population:
    """Weights such that some claim of the first pair has as much for it as against it."""
    votes = [base.votes(values) for values in base.members]
    names = ["more_often", "most", "jointly", "jointly_most"]
    for name in rng.permutation(names):
        cast = np.array([vote[name][..., 0].ravel()[0] for vote in votes])
        for_it, against = base.weights[cast > 0].sum(), base.weights[cast < 0].sum()
        if for_it and against:
            return replace(
                base,
                weights=np.where(cast > 0, base.weights * against,
                                 np.where(cast < 0, base.weights * for_it, base.weights)),
            )  # fmt: skip
    return base
