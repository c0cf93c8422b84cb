"""The chances of the joint tests for a supposed truth: data sets for themselves, or in families."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.claims import TESTS, Options
from jointstats.kernels.studies import power
from jointstats.kernels.studies.family_votes import sampled_leaders
from jointstats.labelled.parallel import ranges, spread
from jointstats.labelled.studies.plan_design import row_needed, smallest
from jointstats.labelled.studies.plan_result import PlanChance, PlanNeeded

MOST_OUTCOMES = 20_000  # listed for an exact answer
PER_TASK = 50
_NETWORKS = ("network", "network_average")


@dataclass(frozen=True)
class TruthPlan:
    """A truth and what is needed to say how often the tests decide rightly."""

    truth: power.Truth
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
            right, wrong = power.exact_decisions(self.truth, n, test, self.alpha, self.assumed)
            return chance_row(test, n, right, wrong, 0.0)
        right, wrong = self._sampled(test, n)
        return chance_row(test, n, right, wrong, _error(right, wrong, self.replicates))

    def _exact(self, test: str, n: int) -> bool:
        most = self.replicates if test in _NETWORKS else MOST_OUTCOMES
        return power.n_compositions(n, len(self.truth.shares)) <= most

    def _sampled(self, test: str, n: int) -> tuple[float, float]:
        stream = 1 + TESTS.index(test)
        tasks = [
            (self.truth, n, test, self.alpha, self.assumed, self.seed, piece, stream)
            for piece in ranges(self.replicates, PER_TASK)
        ]
        return _shares(spread(power.sampled_decisions, tasks, self.n_jobs, "replicates"),
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

    truth: power.Truth
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
        families, own = n // self.size, self.correlation * self.tau
        tasks = [
            (self.truth, families, self.size, own, self.alpha, self.seed, piece)
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


def _shares(found: list[tuple[int, int]], replicates: int) -> tuple[float, float]:
    right, wrong = np.array(found).sum(axis=0) / replicates
    return float(right), float(wrong)


def _error(right: float, wrong: float, replicates: int) -> float:
    most = max(right, wrong, 1 - right - wrong)
    share = (most * replicates + 1) / (replicates + 2)
    return math.sqrt(share * (1 - share) / replicates)
