"""What a plan says: the supposed truth, the chances of decisions, and the numbers needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.kernels.studies.family_votes import family_votes
from jointstats.labelled.order import Order
from jointstats.labelled.result import Result
from jointstats.labelled.rows import (
    ERROR,
    NAME,
    NUMBER,
    PROBABILITY,
    SHARE,
    TEXT,
    WHOLE,
    Row,
    column,
)


@dataclass(frozen=True, kw_only=True)
class SupposedStatement(Row):
    """A statement of the supposed truth.

    Attributes
    ----------
    order : dict
        Measure to the algorithms, best first.
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
    method: str = column(TEXT, "how they were found: exact or monte_carlo")


@dataclass(frozen=True, kw_only=True)
class PlanNeeded(Row):
    """How many data sets a test needs for the wanted probability of a right decision."""

    test: str = column(NAME, "the test")
    n: int | None = column(WHOLE, "the smallest number of data sets; unknown if above the limit")
    right: float | None = column(PROBABILITY, "probability of a right decision there")
    mcse: float | None = column(ERROR, "its Monte Carlo standard error")
    method: str | None = column(TEXT, "how it was found: exact or monte_carlo")


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
    claim_share : float or None
        Supposed share of the data sets that show a claim, if that was asked; then `truth` is empty,
        and the one test is ``"claim"``.
    threshold : float or None
        The share that a claim's is to exceed.
    alternative : str or None
        Of a claim's test.
    n_runs : int
        Of each data set, in `chances` and `needed`.
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

    test: ClassVar[str] = "plan"

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
        """Whether a claim of the supposed share holds on more than the threshold."""
        share, threshold = self.claim_share or 0.0, self.threshold or 0.0
        yes, no = family_votes(share, self.cluster_size, self.cluster_correlation)
        return yes > threshold * (yes + no)

    @property
    def rows(self) -> list[PlanChance]:
        """The chances."""
        return self.chances
