"""How many data sets a claim needs that holds on a supposed share of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.messages import Option, asked
from jointstats.kernels.studies.averaging import averaged_claim
from jointstats.kernels.studies.claim_power import claim_power, enough_from
from jointstats.kernels.studies.family_power import flip_power, rises_in_steps
from jointstats.labelled import wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.claim_result import more_than
from jointstats.labelled.studies.plan_design import (
    Design,
    Planner,
    compared,
    row_needed,
    smallest,
    with_runs,
)
from jointstats.labelled.studies.plan_result import PlanChance, PlanNeeded, PlanResult
from jointstats.labelled.studies.plan_truth import chance_row

TEST = "claim"


def refuse_beside_claim(given: Mapping[str, Any]) -> None:
    """A claim is one question: nothing else is to be supposed."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(Option("claim_share"), " stands alone: leave out ", Option(name), ".")


@dataclass(frozen=True)
class ClaimPlan:
    """The share of data sets that seem to show a claim, and what is needed to plan its test."""

    share: float
    holds: bool
    design: Design
    threshold: float
    alternative: Alternative
    alpha: float
    replicates: int
    seed: int
    kept: float = 1.0
    tau: float = 1.0
    tests: Sequence[str] = (TEST,)

    def chance(self, test: str, n: int) -> PlanChance:
        """The chances with n data sets."""
        error = 0.0
        if self.design.size == 1:
            found = claim_power(n, self.share, self.threshold, self.alpha, self.alternative)
            decided = float(found)
        else:
            level = self.alpha if self.alternative == "greater" else self.alpha / 2
            flips = flip_power(
                self.share, n // self.design.size, self.design.size,
                self.design.correlation * self.tau, level,
                replicates=self.replicates, seed=self.seed,
            )  # fmt: skip
            decided, error = flips.more, flips.mcse
        return chance_row(
            test, n, decided if self.holds else 0.0, 0.0 if self.holds else decided, error
        )

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """The number of data sets from which on the chance stays high enough."""
        size, own = self.design.size, self.design.correlation * self.tau
        if not self.holds or max_n < size:
            return row_needed(test, None)
        if size > 1:
            there = smallest(
                lambda families: self.chance(test, families * size),
                wanted,
                max_n // size,
                lambda families: rises_in_steps(families, size, own),
            )
            return row_needed(test, there)
        every = np.arange(1, max_n + 1)
        power = claim_power(every, self.share, self.threshold, self.alpha, self.alternative)
        first = enough_from(power, wanted)
        if first is None:
            return row_needed(test, None)
        return row_needed(test, chance_row(test, first + 1, float(power[first]), 0.0, 0.0))


def plan_claim(
    share: float,
    sizes: Sequence[int],
    design: Design,
    *,
    threshold: float,
    alternative: Alternative,
    alpha: float,
    wanted: float,
    max_n: int,
    replicates: int,
    seed: int,
) -> PlanResult:
    """The chances of a decision about the claim, and how many data sets are needed.

    Parameters
    ----------
    share : float
        Supposed true share of the data sets that show the claim.
    sizes : sequence of int
        Numbers of data sets to look at.
    design : Design
        Runs and families.
    threshold, alternative, alpha, wanted, max_n
        As for :func:`jointstats.plan_datasets`.
    replicates, seed
        Where families share their differences in more ways than can be listed.
    """
    if design.size > 1 and threshold != 0.5:
        raise OptionError(
            "Sign flips of families test a majority: leave out ",
            asked("threshold"),
            ", or ",
            asked("cluster_size"),
            ".",
        )
    holds = share > threshold

    def planner(runs: int) -> Planner:
        plan = ClaimPlan(share, holds, design, threshold, alternative, alpha, replicates, seed)
        if design.noise is None:
            return plan
        names = list(design.noise) if isinstance(design.noise, Mapping) else ["the claim's"]
        found = averaged_claim(share, design.error(runs, names))
        return replace(plan, share=found.share, kept=found.kept, tau=found.tau)

    planned = planner(design.runs)
    needed, designs = compared(planner, design, wanted, max_n)
    return PlanResult(
        algorithms=(),
        measures={},
        n=0,
        n_dropped=0,
        verdict=_verdict(share, threshold, alternative, design, wanted, needed[0].n, max_n),
        truth=[],
        best=None,
        chances=[planned.chance(TEST, n) for n in sizes],
        needed=needed,
        designs=designs,
        wanted=wanted,
        alpha=alpha,
        max_n=max_n,
        replicates=replicates,
        seed=seed,
        claim_share=share,
        threshold=threshold,
        alternative=alternative,
        n_runs=design.runs,
        noise=design.noise,
        cluster_size=design.size,
        cluster_correlation=design.correlation,
    )


def _verdict(
    share: float,
    threshold: float,
    alternative: Alternative,
    design: Design,
    wanted: float,
    n: int | None,
    max_n: int,
) -> str:
    more, holds = more_than(threshold), wording.percent(share)
    if share <= threshold:
        return (
            f"A claim that holds on {holds} of data sets does not hold on {more}: every decision "
            "would be wrong."
        )
    families = "" if design.size == 1 or n is None else f" in {n // design.size} families"
    sides = "one-sided" if alternative == "greater" else "two-sided"
    return (
        f"To show with probability {wanted:g} that a claim holds on {more} of data sets takes "
        f"{f'more than {max_n}' if n is None else n} of them{families}{with_runs(design)}, if it "
        f"holds on {holds} ({sides})."
    )
