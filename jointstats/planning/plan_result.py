"""A plan: what it assumes about its unit of evidence, and its results.

The unit of evidence of a plan: runs of a data set, families of data sets.

Also what every planner shares: the search for the smallest number that is enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np

from jointstats.base.errors import OptionError
from jointstats.base.order import Order
from jointstats.base.result import Result
from jointstats.base.rows import ERROR, NAME, NUMBER, PROBABILITY, SHARE, TEXT, WHOLE, Row, column
from jointstats.evidence.messages import Option, asked
from jointstats.planning.kernel_family_votes import family_votes

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
                Option("n_runs"), " changes nothing without noise: give ", asked("noise"), ", too."
            )
        if self.size == 1 and self.correlation:
            raise OptionError(
                Option("cluster_correlation"),
                " is that of data sets of one family: give ",
                asked("cluster_size"),
                ", too.",
            )

    @property
    def plain(self) -> bool:
        """Whether every data set shows its true statement, and stands for itself."""
        return self.noise is None and self.size == 1

    def error(self, runs: int, measures: Collection[str]) -> np.ndarray:
        """Standard deviation of the average of some runs, by measure, where runs are noisy.

        Raises
        ------
        OptionError
            If the noise names other measures.
        """
        if isinstance(self.noise, Mapping):
            if set(self.noise) != set(measures):
                raise OptionError(
                    Option("noise"), f" must name the {len(measures)} measures of the plan."
                )
            of_run = [self.noise[measure] for measure in measures]
        else:
            of_run = [self.noise or 0.0] * len(measures)
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
        """What a test decides with this number of data sets."""

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """How many data sets it needs."""


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
    cells = planner(design.runs)
    needs = {
        (test, runs): plan.needed(test, wanted, max_n)
        for test in cells.tests
        for runs, plan in planners.items()
    }
    rows = [_row(design, planners[runs], runs, needed) for (_, runs), needed in needs.items()]
    return {
        "n": 0,
        "n_dropped": 0,
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
    chance: Callable[[int], PlanChance], wanted: float, most: int, in_steps: Callable[[int], bool]
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


@dataclass(frozen=True, kw_only=True)
class SupposedStatement(Row):
    """A statement of the assumed truth.

    Attributes
    ----------
    order : dict
        For each measure, the algorithms, best first.
    """

    order: Order
    share: float = column(SHARE, "its share of data sets", broom="estimate")


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


@dataclass(frozen=True, kw_only=True, repr=False)
class PlanResult(Result):
    """Outcome of :func:`jointstats.plan_datasets`.

    Attributes
    ----------
    n : int
        0: no data set has been seen.
    truth : list of SupposedStatement
        Largest share first.
    best : dict or None
        The statement with the largest share; None if several have it: every decision is then wrong.
    chances : list of PlanChance
        By ``n`` and ``test``.
    needed : list of PlanNeeded
        By ``test``.
    wanted, alpha : float
    max_n : int
    replicates : int
        Simulated sequences of data sets.
    seed : int
        Repeats the simulation.
    claim_share : float or None
        Assumed share of the data sets that show a claim, if a claim was planned; `truth` is then
        empty, and the only test is ``"claim"``.
    threshold : float or None
        The share that the claim's share has to exceed.
    alternative : str or None
        Alternative of the test of the claim.
    n_runs : int
        Runs of each data set, in `chances` and `needed`.
    noise : float, dict or None
        Standard deviation of one run, as a ratio to that of the expected differences.
    cluster_size : int
        Data sets in each family.
    cluster_correlation : float
        Intra-class correlation of true statements within a family.
    designs : list of PlanDesign
        By ``test`` and ``runs``: the numbers needed with 1, 2, 3, 5, 10 and `n_runs` runs, if there
        is noise, and in families; empty without both.
    """

    words = "planning.words.PlanWords"
    shows = "planning.figures.of_plan"

    test: ClassVar[str] = "plan"
    no_p_value: ClassVar[str] = "a plan has no results to test"

    truth: list[SupposedStatement]
    best: Order | None
    chances: list[PlanChance]
    needed: list[PlanNeeded]
    wanted: float
    alpha: float
    max_n: int
    replicates: int
    seed: int
    claim_share: float | None = None
    threshold: float | None = None
    alternative: str | None = None
    n_runs: int
    noise: float | Mapping[str, float] | None = None
    cluster_size: int
    cluster_correlation: float
    designs: list[PlanDesign] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether a claim of the assumed share holds on more than the threshold."""
        share, threshold = self.claim_share or 0.0, self.threshold or 0.0
        yes, no = family_votes(share, self.cluster_size, self.cluster_correlation)
        return yes > threshold * (yes + no)

    @property
    def rows(self) -> list[PlanChance]:
        """The chances."""
        return self.chances
