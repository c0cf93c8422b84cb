"""Random finite populations of units, with true claims, medians and prices.

A population has a few types of units with integer weights. A unit is a data set, or a family of
several; its measures depend on one another. The truth is counted over all units. Recorded results
may be coarser than the true ones, or missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from jointstats.claims.kernel_pairs import PairVotes, votes_of_pairs
from jointstats.claims.kernel_states import Voters
from jointstats.claims.pair_votes import outcomes_of_group
from jointstats.evidence import scores
from jointstats.evidence.outcomes import MISSING, pair_outcomes
from jointstats.evidence.votes import Units
from jointstats.table.beside_values import Group

Array = NDArray[np.float64]
SEED = 2033
FEATURES = (
    "distinct results", "real ties", "ropes", "ties that hide a difference", "families", "groups",
    "a control", "worst results missing", "missing results dropped", "failures as worst results",
)  # fmt: skip
TRUTHS = ("exchangeable", "two exchangeable", "traded", "random weights")
UNITS = (5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, 200)
TICK, DROPPED, WORST = 1.0, 0.15, 0.3


@dataclass(frozen=True)
class Population:
    """Types of units and how their results are recorded; larger results are better.

    Attributes
    ----------
    feature, truth : str
    n : int
        Units of a table.
    members, recorded : list of ndarray, each of shape (k, m, l)
        True and recorded results of the data sets of each type of unit.
    weights : ndarray of int
    pairs : ndarray of int, shape (P, 2)
    """

    feature: str
    truth: str
    n: int
    members: list[Array]
    recorded: list[Array]
    weights: NDArray[np.int64]
    pairs: NDArray[np.int64]
    groups: tuple[Group, ...] = field(default=())

    @property
    def m(self) -> int:
        return int(self.members[0].shape[1])

    @property
    def rope(self) -> Array:
        return np.full(self.m, 0.5 if self.feature == "ropes" else 0.0)

    @property
    def missing(self) -> int:
        dropped = self.feature == "missing results dropped"
        return scores.ABSENT if dropped else scores.UNKNOWN

    @property
    def several(self) -> NDArray[np.bool_]:
        return np.array([not group.alone for group in self.groups] or [False] * self.m)

    def outcomes(self, values: Array, *, true: bool = False) -> NDArray[np.int8]:
        """Outcomes of the pairs on each question; true ties are ties."""
        seen = pair_outcomes(values, self.rope, self.pairs)
        seen[seen == MISSING] = self.missing
        if not true and self.feature not in ("ropes", "real ties"):
            seen[seen == 1] = scores.UNKNOWN
        first, second = (
            np.isneginf(values[..., self.pairs[:, 0]]),
            np.isneginf(values[..., self.pairs[:, 1]]),
        )
        seen[np.moveaxis(first & second, 2, 0)] = scores.BOTH_FAILED
        if not self.groups:
            return seen
        places = [[int(name) for name in group.measures] for group in self.groups]
        return np.stack(
            [outcomes_of_group(seen[..., p], g) for p, g in zip(places, self.groups, strict=True)],
            axis=-1,
        )

    def votes(self, values: Array, units: Units | None, *, true: bool = False) -> PairVotes:
        return votes_of_pairs(self.outcomes(values, true=true), units)

    def voters(self, votes: PairVotes, *, grouped: bool = True) -> Voters:
        """Who can vote, on the groups or on their measures."""
        several = self.several if grouped else np.zeros(self.m, dtype=bool)
        zero = self.feature in ("ropes", "real ties", "failures as worst results")
        n = votes.counts.voters
        if self.groups and not grouped:  # all results are there
            n = np.full((len(n), self.m), self.n)
        return Voters(
            of_questions=n,
            joint=votes.counts.joint_voters,
            roped=self.rope[: len(several)] > 0,
            may_be_zero=several | zero,
            groups=several,
            families=self.feature == "families",
        )

    def draw(self, rng: np.random.Generator) -> tuple[Array, Units | None]:
        """The recorded results of a table, and its units."""
        which = rng.choice(len(self.weights), size=self.n, p=self.weights / self.weights.sum())
        values, units = self._table(self.recorded, which)
        if self.feature == "missing results dropped":
            values[rng.random(values.shape) < DROPPED] = np.nan
        return values, units

    def everything(self, *, recorded: bool = False) -> tuple[Array, Units | None]:
        """Every unit as often as it weighs."""
        which = np.repeat(np.arange(len(self.weights)), self.weights)
        return self._table(self.recorded if recorded else self.members, which)

    def _table(self, of: list[Array], which: NDArray[np.int64]) -> tuple[Array, Units | None]:
        values = np.concatenate([of[unit] for unit in which])
        if self.feature != "families":
            return values, None
        sizes = [len(of[unit]) for unit in which]
        return values, Units(np.repeat(np.arange(len(which)), sizes))


def population(number: int) -> Population:
    """The population of a number; features and truths take turns."""
    rng = np.random.default_rng([SEED, number])
    feature = FEATURES[number % len(FEATURES)]
    truth = TRUTHS[number // len(FEATURES) % len(TRUTHS)]
    l = int(rng.integers(3 if feature == "a control" else 2, 5))
    m = int(rng.integers(3, 5)) if feature == "groups" else int(rng.integers(1, 4))
    number_of_types = int(rng.integers(2, 9))
    sizes = rng.choice([1, 1, 2, 3, 5], number_of_types)
    sizes = sizes if feature == "families" else np.ones(number_of_types, dtype=int)
    members = [_unit(rng, int(k), m, l, feature) for k in sizes]
    weights = rng.integers(1, 10, number_of_types)
    members, weights = _true(truth, members, weights)
    every = np.array(list(combinations(range(l), 2)))
    groups = (Group("a", ("0", "1")), Group("b", tuple(map(str, range(2, m)))))
    return Population(
        feature=feature,
        truth=truth,
        n=int(rng.choice(UNITS)),
        members=members,
        recorded=_recorded(feature, members, weights),
        weights=weights,
        pairs=every[every[:, 0] == 0] if feature == "a control" else every,
        groups=groups if feature == "groups" else (),
    )


def _unit(rng: np.random.Generator, k: int, m: int, l: int, feature: str) -> Array:
    """Results of the data sets of a unit: measures share a part, positive or negative."""
    shared = rng.normal(size=(k, 1, l)) * rng.choice([-1, 1], size=(1, m, 1))
    values: Array = shared + rng.normal(size=(k, m, l))
    if feature in ("real ties", "ropes"):
        values = np.round(values)
    if feature == "failures as worst results":
        failed = rng.random((k, 1, l)) < rng.choice([0.1, 0.5])
        values = np.where(failed, -np.inf, values)
    return values


def _true(
    truth: str, members: list[Array], weights: NDArray[np.int64]
) -> tuple[list[Array], NDArray[np.int64]]:
    """Make algorithms exchangeable, so that claims about them are false by nothing."""
    l = members[0].shape[2]
    if truth == "random weights":
        return members, weights
    if truth == "two exchangeable":
        lower = np.where(np.arange(l) > 1, 40.0, 0.0)
        members = [values - lower for values in members]
        orders = [np.arange(l), np.array([1, 0, *range(2, l)])]
    else:
        turns = [np.roll(np.arange(l), step) for step in range(l)]
        orders = [order[::way] for order in turns for way in (1, -1)]
    members = [values[:, :, order] for values in members for order in orders]
    if truth == "traded":  # the first gains on one measure what it loses on another
        for values in members:
            values[:, 0, 0] += 40.0
            values[:, -1, 0] -= 40.0
    return members, np.repeat(weights, len(orders))


def _recorded(feature: str, members: list[Array], weights: NDArray[np.int64]) -> list[Array]:
    if feature == "ties that hide a difference":
        return [np.floor(values / TICK) * TICK for values in members]
    if feature != "worst results missing":
        return members
    results = np.array([values[0, 0, 0] for values in members])
    order = np.argsort(results, kind="stable")
    hidden = np.cumsum(weights[order]) <= WORST * weights.sum()
    recorded = [values.copy() for values in members]
    for unit in order[hidden]:
        recorded[unit][0, 0, 0] = np.nan
    return recorded
