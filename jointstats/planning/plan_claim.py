"""The chances of the joint tests, and of a claim, for an assumed truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.base.errors import OptionError
from jointstats.base.parallel import ranges, spread
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import Option
from jointstats.joint.kernel_decisions import TESTS, Options
from jointstats.planning import kernel_power
from jointstats.planning.kernel_averaging import averaged_claim
from jointstats.planning.kernel_family_votes import (
    enough_from,
    family_votes,
    sampled_leaders,
    votes_power,
)
from jointstats.planning.plan_result import (
    Design,
    PlanChance,
    PlanNeeded,
    Planner,
    row_needed,
    smallest,
)

MOST_OUTCOMES = 20_000  # listed for an exact answer
PER_TASK = 50
_NETWORKS = ("network", "network_average")


@dataclass(frozen=True)
class TruthPlan:
    """A truth and what is needed to say how often the tests decide rightly."""

    truth: kernel_power.Truth
    tests: Sequence[str]
    alpha: float
    assumed: Options
    replicates: int
    seed: int
    n_jobs: int | str | None
    kept: float
    tau: float

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets."""
        if self._exact(test, n):
            right, wrong = kernel_power.exact_decisions(
                self.truth, n, test, self.alpha, self.assumed
            )
            return chance_row(test, n, right, wrong, 0.0)
        right, wrong = self._sampled(test, n)
        return chance_row(test, n, right, wrong, _error(right, wrong, self.replicates))

    def _exact(self, test: str, n: int) -> bool:
        most = self.replicates if test in _NETWORKS else MOST_OUTCOMES
        return kernel_power.n_compositions(n, len(self.truth.shares)) <= most

    def _sampled(self, test: str, n: int) -> tuple[float, float]:
        stream = 1 + TESTS.index(test)
        tasks = [
            (self.truth, n, test, self.alpha, self.assumed, self.seed, piece, stream)
            for piece in ranges(self.replicates, PER_TASK)
        ]
        return _shares(spread(kernel_power.sampled_decisions, tasks, self.n_jobs, "replicates"),
                       self.replicates)  # fmt: skip

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """The smallest n that gives the wanted chance of a right decision."""
        if self.truth.best < 0:
            return row_needed(test, None)
        two = len(self.truth.shares) == 2 and test not in _NETWORKS
        there = smallest(lambda n: self.chance(test, n), wanted, max_n, lambda n: two)
        return row_needed(test, there)


@dataclass(frozen=True)
class FamilyPlan:
    """A truth in families of one size: their statements weigh 1 in all."""

    truth: kernel_power.Truth
    size: int
    correlation: float
    alpha: float
    replicates: int
    seed: int
    n_jobs: int | str | None
    kept: float
    tau: float
    tests: Sequence[str] = ("glrt",)

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets in n / size families."""
        families, correlation = n // self.size, self.correlation * self.tau
        tasks = [
            (self.truth, families, self.size, correlation, self.alpha, self.seed, piece)
            for piece in ranges(self.replicates, PER_TASK)
        ]
        right, wrong = _shares(
            spread(sampled_leaders, tasks, self.n_jobs, "replicates"), self.replicates
        )
        return chance_row(test, n, right, wrong, _error(right, wrong, self.replicates))

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """The smallest number of data sets in whole families."""
        if self.truth.best < 0 or max_n < self.size:
            return row_needed(test, None)
        there = smallest(
            lambda families: self.chance(test, families * self.size),
            wanted,
            max_n // self.size,
            lambda families: False,
        )
        return row_needed(test, there)


def chance_row(test: str, n: int, right: float, wrong: float, error: float) -> PlanChance:
    """The chances as a row of the result."""
    return PlanChance(
        n=n,
        test=test,
        right=right,
        wrong=wrong,
        undecided=max(0.0, 1 - right - wrong),
        mcse=error,
        method="monte_carlo" if error else "exact",
    )


def _shares(counts: list[tuple[int, int]], replicates: int) -> tuple[float, float]:
    right, wrong = np.array(counts).sum(axis=0) / replicates
    return float(right), float(wrong)


def _error(right: float, wrong: float, replicates: int) -> float:
    most = max(right, wrong, 1 - right - wrong)
    share = (most * replicates + 1) / (replicates + 2)
    return math.sqrt(share * (1 - share) / replicates)


TEST = "claim"


def refuse_beside_claim(given: Mapping[str, Any]) -> None:
    """Refuse further assumptions next to those about a claim."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(
                Option("claim_share"), " needs no further assumption: leave out ", Option(name), "."
            )


@dataclass(frozen=True)
class ClaimPlan:
    """The share of data sets that seem to show a claim, and what is needed to plan its test.

    Families of data sets vote; a data set by itself is a family of one.
    """

    share: float
    holds: bool
    design: Design
    threshold: float
    alternative: Alternative
    alpha: float
    kept: float = 1.0
    tau: float = 1.0
    tests: Sequence[str] = (TEST,)

    def _power(self, families: Any) -> np.ndarray:
        """Probability of a decision, with this number of families."""
        votes = family_votes(self.share, self.design.size, self.design.correlation * self.tau)
        return votes_power(families, *votes, self.threshold, self.alpha, self.alternative)

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets."""
        decided = float(self._power([n // self.design.size])[0])
        right, wrong = (decided, 0.0) if self.holds else (0.0, decided)
        return chance_row(test, n, right, wrong, 0.0)

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """The number of data sets from which on the chance stays high enough."""
        size = self.design.size
        if not self.holds or max_n < size:
            return row_needed(test, None)
        kernel_power = self._power(np.arange(1, max_n // size + 1))
        first = enough_from(kernel_power, wanted)
        if first is None:
            return row_needed(test, None)
        return row_needed(
            test, chance_row(test, size * (first + 1), float(kernel_power[first]), 0.0, 0.0)
        )


def claim_planner(
    share: float, design: Design, threshold: float, alternative: Alternative, alpha: float
) -> Callable[[int], Planner]:
    """The planner of a number of runs, for a claim that holds on an assumed share of data sets."""
    yes, no = family_votes(share, design.size, design.correlation)
    plan = ClaimPlan(share, yes > threshold * (yes + no), design, threshold, alternative, alpha)

    def planner(runs: int) -> Planner:
        if design.noise is None:
            return plan
        names = list(design.noise) if isinstance(design.noise, Mapping) else ["the claim's"]
        averaged = averaged_claim(share, design.error(runs, names))
        return replace(plan, share=averaged.share, kept=averaged.kept, tau=averaged.tau)

    return planner
