"""The chances of the joint tests, and of a claim, for an assumed truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.base.errors import OptionError
from jointstats.base.parallel import ranges, spread
from jointstats.base.rows import ERROR, NAME, NUMBER, PROBABILITY, SHARE, TEXT, WHOLE, Row, column
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import Option
from jointstats.joint.kernel_decisions import TESTS, Options
from jointstats.planning import kernel_family_votes, kernel_power
from jointstats.planning.kernel_averaging import averaged_claim
from jointstats.planning.supposed_truth import Design

MOST_OUTCOMES = 20_000  # listed for an exact answer
PER_TASK = 50
_NETWORKS = ("network", "network_average")


@dataclass(frozen=True, kw_only=True)
class PlanChance(Row):
    """What a test decides with a number of data sets."""

    n: int = column(WHOLE, "data sets")
    test: str = column(NAME, "the test")
    right: float = column(PROBABILITY, "probability of a right decision")
    wrong: float = column(PROBABILITY, "probability of a wrong decision")
    undecided: float = column(PROBABILITY, "probability of no decision")
    mcse: float = column(ERROR, "Monte Carlo standard error of the largest; 0 if exact")
    method: str = column(TEXT, "how the probabilities were computed: exact or monte_carlo")


@dataclass(frozen=True, kw_only=True)
class PlanNeeded(Row):
    """How many data sets a test needs for the wanted probability of a right decision."""

    test: str = column(NAME, "the test")
    n: int | None = column(WHOLE, "the smallest number of data sets; unknown if above the limit")
    right: float | None = column(PROBABILITY, "probability of a right decision there")
    mcse: float | None = column(ERROR, "its Monte Carlo standard error")
    method: str | None = column(TEXT, "how the number was computed: exact or monte_carlo")


@dataclass(frozen=True, kw_only=True)
class PlanDesign(Row):
    """What a test needs with a number of runs of each data set, and in families."""

    test: str = column(NAME, "the test")
    runs: int = column(WHOLE, "runs of each data set")
    n: int | None = column(WHOLE, "the smallest number of data sets; unknown if above the limit")
    families: int | None = column(WHOLE, "families that they are in")
    total_runs: int | None = column(WHOLE, "runs of each algorithm on all data sets")
    right: float | None = column(PROBABILITY, "probability of a right decision there")
    mcse: float | None = column(ERROR, "its Monte Carlo standard error")
    kept: float = column(SHARE, "share of data sets whose averaged statement is the true one")
    correlation: float = column(NUMBER, "intra-class correlation of averaged statements")


@dataclass(frozen=True, kw_only=True)
class Planner:
    """What answers for one number of runs.

    Attributes
    ----------
    design : Design
    tests : sequence of str
        The tests that it answers for.
    alpha : float
    kept : float
        Share of data sets whose averaged statement is the true one.
    tau : float
        What averaging leaves of the correlation of true statements.
    """

    design: Design
    tests: Sequence[str]
    alpha: float
    kept: float = 1.0
    tau: float = 1.0

    @property
    def correlation(self) -> float:
        """Intra-class correlation of averaged statements."""
        return self.design.correlation * self.tau

    def chance(self, test: str, n: int) -> PlanChance:
        """What a test decides with this number of data sets."""
        raise NotImplementedError

    def enough(self, test: str, wanted: float, families: int) -> PlanChance | None:
        """The chances with the data sets that it needs; None if more than these families."""
        raise NotImplementedError

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """How many data sets it needs."""
        families = max_n // self.design.size
        there = self.enough(test, wanted, families) if families else None
        known = {name: getattr(there, name, None) for name in ("n", "right", "mcse", "method")}
        return PlanNeeded(test=test, **known)


@dataclass(frozen=True, kw_only=True)
class _SampledPlan(Planner):
    """A truth, and how often data sets are drawn from it."""

    truth: kernel_power.Truth
    replicates: int
    seed: int
    n_jobs: int | str | None

    def enough(self, test: str, wanted: float, families: int) -> PlanChance | None:
        """The chances with the smallest number that is enough; of two statements, in steps."""
        if self.truth.best < 0:
            return None
        size = self.design.size
        two = size == 1 and len(self.truth.shares) == 2 and test not in _NETWORKS
        return smallest(lambda n: self.chance(test, n * size), wanted, families, in_steps=two)

    def _sampled(
        self, test: str, n: int, count: Callable[..., tuple[int, int]], *about: Any, stream: Any
    ) -> PlanChance:
        """The shares of right and of wrong decisions, counted in pieces of the replicates."""
        pieces = ranges(self.replicates, PER_TASK)
        tasks = [(*about, self.seed, piece, *stream) for piece in pieces]
        counts = spread(count, tasks, self.n_jobs, "replicates")
        right, wrong = (np.array(counts).sum(axis=0) / self.replicates).tolist()
        most = max(right, wrong, 1 - right - wrong)
        share = (most * self.replicates + 1) / (self.replicates + 2)
        error = math.sqrt(share * (1 - share) / self.replicates)
        return chance_row(test, n, right, wrong, error)


@dataclass(frozen=True, kw_only=True)
class TruthPlan(_SampledPlan):
    """A truth and what is needed to say how often the tests decide rightly."""

    assumed: Options

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets."""
        about = (self.truth, n, test, self.alpha, self.assumed)
        most = self.replicates if test in _NETWORKS else MOST_OUTCOMES
        if kernel_power.n_compositions(n, len(self.truth.shares)) <= most:
            return chance_row(test, n, *kernel_power.exact_decisions(*about), 0.0)
        stream = (1 + TESTS.index(test),)
        return self._sampled(test, n, kernel_power.sampled_decisions, *about, stream=stream)


@dataclass(frozen=True, kw_only=True)
class FamilyPlan(_SampledPlan):
    """A truth in families of one size: their statements weigh 1 in all."""

    tests: Sequence[str] = ("glrt",)

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets in n / size families."""
        size = self.design.size
        about = (self.truth, n // size, size, self.correlation, self.alpha)
        return self._sampled(test, n, kernel_family_votes.sampled_leaders, *about, stream=())


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


TEST = "claim"


def refuse_beside_claim(given: Mapping[str, Any]) -> None:
    """Refuse further assumptions next to those about a claim."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(
                Option("claim_share"), " needs no further assumption: leave out ", Option(name), "."
            )


@dataclass(frozen=True, kw_only=True)
class ClaimPlan(Planner):
    """The share of data sets that seem to show a claim, and what is needed to plan its test.

    Families of data sets vote; a data set by itself is a family of one.
    """

    share: float
    holds: bool
    threshold: float
    alternative: Alternative
    tests: Sequence[str] = (TEST,)

    def _power(self, families: Any) -> np.ndarray:
        """Probability of a decision, with this number of families."""
        votes = kernel_family_votes.family_votes(self.share, self.design.size, self.correlation)
        return kernel_family_votes.votes_power(
            families, *votes, self.threshold, self.alpha, self.alternative
        )

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets."""
        decided = float(self._power([n // self.design.size])[0])
        right, wrong = (decided, 0.0) if self.holds else (0.0, decided)
        return chance_row(test, n, right, wrong, 0.0)

    def enough(self, test: str, wanted: float, families: int) -> PlanChance | None:
        """The chances with the number of data sets from which on they stay high enough."""
        power = self._power(np.arange(1, families + 1))
        first = kernel_family_votes.enough_from(power, wanted) if self.holds else None
        if first is None:
            return None
        return chance_row(test, self.design.size * (first + 1), float(power[first]), 0.0, 0.0)


def claim_planner(
    share: float, design: Design, threshold: float, alternative: Alternative, alpha: float
) -> Callable[[int], Planner]:
    """The planner of a number of runs, for a claim that holds on an assumed share of data sets."""
    plan = ClaimPlan(
        share=share,
        holds=kernel_family_votes.claim_holds(share, threshold, design.size, design.correlation),
        design=design,
        threshold=threshold,
        alternative=alternative,
        alpha=alpha,
    )

    def planner(runs: int) -> Planner:
        if design.noise is None:
            return plan
        names = list(design.noise) if isinstance(design.noise, Mapping) else ["the claim's"]
        shown, kept, tau = averaged_claim(share, design.error(runs, names))
        return replace(plan, share=shown, kept=kept, tau=tau)

    return planner


COMPARED_RUNS = (1, 2, 3, 5, 10)


def planned(
    planner: Callable[[int], Planner],
    design: Design,
    sizes: Sequence[int],
    wanted: float,
    max_n: int,
) -> dict[str, Any]:
    """What every plan says: the chances, what is needed, also with other numbers of runs."""
    of_runs = {design.runs} if design.noise is None else {*COMPARED_RUNS, design.runs}
    planners = {runs: planner(runs) for runs in sorted(of_runs)}
    cells = planners[design.runs]
    needs = {
        (test, runs): plan.needed(test, wanted, max_n)
        for test in cells.tests
        for runs, plan in planners.items()
    }
    rows = [_row(design, planners[runs], runs, needed) for (_, runs), needed in needs.items()]
    return {
        "chances": [cells.chance(test, n) for n in sizes for test in cells.tests],
        "needed": [needs[test, design.runs] for test in cells.tests],
        "designs": [] if design.plain else rows,
        "wanted": wanted,
        "max_n": max_n,
        "n_runs": design.runs,
        "noise": design.noise,
        "cluster_size": design.size,
        "cluster_correlation": design.correlation,
    }


def _row(design: Design, planner: Planner, runs: int, needed: PlanNeeded) -> PlanDesign:
    n = needed.n
    return PlanDesign(
        test=needed.test,
        runs=runs,
        n=n,
        families=None if n is None else n // design.size,
        total_runs=None if n is None else n * runs,
        right=needed.right,
        mcse=needed.mcse,
        kept=planner.kept,
        correlation=planner.correlation,
    )


def smallest(
    chance: Callable[[int], PlanChance], wanted: float, most: int, *, in_steps: bool = False
) -> PlanChance | None:
    """The smallest number whose chance of a right decision is high enough, by halving.

    Parameters
    ----------
    chance : callable
        The chances of a number.
    wanted : float
    most : int
        Where the search ends.
    in_steps : bool
        Whether the chances around a number rise in steps that fall back, as the binomial's: then it
        looks further, for numbers at which the chance falls short again.
    """
    known: dict[int, PlanChance] = {}

    def enough(n: int) -> bool:
        known[n] = known.get(n) or chance(n)
        return known[n].right >= wanted

    high = 1
    while not enough(high):
        if high >= most:
            return None
        high = min(2 * high, most)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    if in_steps:
        n = high
        while n <= min(2 * high + 20, most):  # as far beyond the last number that falls short
            high = high if enough(n) else n + 1
            n += 1
        if high > most or not enough(high):
            return None
    return known[high]
