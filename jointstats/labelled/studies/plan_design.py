"""The unit of evidence that a plan supposes: runs of a data set, families of data sets.

Also what every planner shares: the search for the smallest number that is enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jointstats.kernels.messages import Option, asked
from jointstats.labelled.errors import OptionError
from jointstats.labelled.studies.plan_result import PlanChance, PlanDesign, PlanNeeded

COMPARED_RUNS = (1, 2, 3, 5, 10)


@dataclass(frozen=True)
class Design:
    """Runs of each data set and how noisy they are, families and how much they agree.

    Attributes
    ----------
    runs : int
    noise : float, dict or None
        As given; None: statements are the true ones.
    size : int
        Data sets in a family.
    correlation : float
        Intra-class correlation of true statements within a family.
    """

    runs: int
    noise: float | Mapping[str, float] | None
    size: int
    correlation: float

    def __post_init__(self) -> None:
        if self.noise is None and self.runs != 1:
            raise OptionError(
                Option("n_runs"), " changes nothing without noise: say ", asked("noise"), ", too."
            )
        if self.size == 1 and self.correlation:
            raise OptionError(
                Option("cluster_correlation"),
                " is that of data sets of one family: say ",
                asked("cluster_size"),
                ", too.",
            )

    @property
    def plain(self) -> bool:
        """Whether every data set shows its true statement, and stands for itself."""
        return self.noise is None and self.size == 1

    def error(self, runs: int, measures: Collection[str]) -> np.ndarray:
        """Standard deviation of the average of some runs, by measure.

        Raises
        ------
        OptionError
            If the noise names other measures.
        """
        if self.noise is None:
            return np.zeros(len(measures))
        if isinstance(self.noise, Mapping):
            if set(self.noise) != set(measures):
                raise OptionError(
                    Option("noise"), f" must name the {len(measures)} measures of the plan."
                )
            of_run = [self.noise[measure] for measure in measures]
        else:
            of_run = [self.noise] * len(measures)
        return np.asarray(of_run, dtype=float) / math.sqrt(runs)

    def units(self, n: int) -> str:
        """The units of n data sets, after their number: ``in 40 families``, or nothing."""
        return "" if self.size == 1 else f" in {n // self.size} families"

    def whole(self, sizes: Sequence[int]) -> list[int]:
        """Numbers of data sets, each rounded up to whole families."""
        return sorted({self.size * math.ceil(n / self.size) for n in sizes})


class Planner(Protocol):
    """What answers for one number of runs."""

    @property
    def tests(self) -> Sequence[str]:
        """The tests that it answers for."""

    @property
    def kept(self) -> float:
        """Share of data sets whose averaged statement is the true one."""

    @property
    def tau(self) -> float:
        """What averaging leaves of the correlation of true statements."""

    def chance(self, test: str, n: int) -> PlanChance:
        """What a test decides with so many data sets."""

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """How many data sets it needs."""


def compared(
    planner: Callable[[int], Planner], design: Design, wanted: float, max_n: int
) -> tuple[list[PlanNeeded], list[PlanDesign]]:
    """What is needed with the runs of the plan, and with other numbers of runs or in families.

    The second list is empty for a plain plan.
    """
    of_runs = {design.runs} if design.noise is None else {*COMPARED_RUNS, design.runs}
    planners = {runs: planner(runs) for runs in sorted(of_runs)}
    tests = planners[design.runs].tests
    found = {
        (test, runs): one.needed(test, wanted, max_n)
        for test in tests
        for runs, one in planners.items()
    }
    rows = [_row(design, planners[runs], runs, needed) for (_, runs), needed in found.items()]
    return [found[test, design.runs] for test in tests], [] if design.plain else rows


def _row(design: Design, planner: Planner, runs: int, needed: PlanNeeded) -> PlanDesign:
    n, correlation = needed.n, design.correlation * planner.tau
    return PlanDesign(
        test=needed.test,
        runs=runs,
        n=n,
        families=None if n is None else n // design.size,
        total_runs=None if n is None else n * runs,
        right=needed.right,
        mcse=needed.mcse,
        kept=planner.kept,
        correlation=correlation,
    )


def smallest(
    chance: Callable[[int], PlanChance],
    wanted: float,
    most: int,
    in_steps: Callable[[int], bool],
) -> PlanChance | None:
    """The smallest number whose chance of a right decision is high enough, by halving.

    Parameters
    ----------
    chance : callable
        The chances of a number.
    wanted : float
    most : int
        Where the search ends.
    in_steps : callable
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
    if in_steps(high):
        n = high
        while n <= min(2 * high + 20, most):  # as far beyond the last number that falls short
            high = high if enough(n) else n + 1
            n += 1
        if high > most or not enough(high):
            return None
    return known[high]


def row_needed(test: str, there: PlanChance | None) -> PlanNeeded:
    """The number needed, from the chances there."""
    if there is None:
        return PlanNeeded(test=test, n=None, right=None, mcse=None, method=None)
    return PlanNeeded(test=test, n=there.n, right=there.right, mcse=there.mcse, method=there.method)
