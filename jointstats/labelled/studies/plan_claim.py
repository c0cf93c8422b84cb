"""How many data sets a claim needs that holds on a supposed share of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.messages import Option
from jointstats.kernels.studies.claim_power import claim_power, enough_from
from jointstats.labelled import wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.claim_result import more_than
from jointstats.labelled.studies.plan_result import PlanChance, PlanNeeded, PlanResult

TEST = "claim"


def refuse_beside_claim(given: Mapping[str, Any]) -> None:
    """A claim is one question: nothing else is to be supposed."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(Option("claim_share"), " stands alone: leave out ", Option(name), ".")


def plan_claim(
    share: float,
    sizes: Sequence[int],
    *,
    threshold: float,
    alternative: Alternative,
    alpha: float,
    wanted: float,
    max_n: int,
    replicates: int,
    seed: int,
) -> PlanResult:
    """The chances of a decision about the claim, and how many data sets are needed; all exact.

    Parameters
    ----------
    share : float
        Supposed true share of the data sets that show the claim.
    sizes : sequence of int
        Numbers of data sets to look at.
    threshold, alternative, alpha, wanted, max_n
        As for :func:`jointstats.plan_datasets`.
    replicates, seed
        Play no part; kept for the result.
    """
    right = share > threshold
    chances = [
        _chance(n, float(p), right=right)
        for n, p in zip(
            sizes,
            claim_power(sizes, share, threshold, alpha, alternative),
            strict=True,
        )
    ]
    needed = PlanNeeded(test=TEST, n=None, right=None, mcse=None, method=None)
    power = claim_power(np.arange(1, max_n + 1), share, threshold, alpha, alternative)
    first = enough_from(power, wanted) if right else None
    if first is not None:
        needed = PlanNeeded(
            test=TEST, n=first + 1, right=float(power[first]), mcse=0.0, method="exact"
        )
    return PlanResult(
        algorithms=(),
        measures={},
        n=0,
        n_dropped=0,
        verdict=_verdict(share, threshold, alternative, wanted, needed.n, max_n),
        truth=[],
        best=None,
        chances=chances,
        needed=[needed],
        wanted=wanted,
        alpha=alpha,
        max_n=max_n,
        replicates=replicates,
        seed=seed,
        claim_share=share,
        threshold=threshold,
        alternative=alternative,
    )


def _chance(n: int, power: float, *, right: bool) -> PlanChance:
    return PlanChance(
        n=n,
        test=TEST,
        right=power if right else 0.0,
        wrong=0.0 if right else power,
        undecided=max(0.0, 1 - power),
        mcse=0.0,
        method="exact",
    )


def _verdict(
    share: float,
    threshold: float,
    alternative: Alternative,
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
    sides = "one-sided" if alternative == "greater" else "two-sided"
    return (
        f"To show with probability {wanted:g} that a claim holds on {more} of data sets takes "
        f"{f'more than {max_n}' if n is None else n} of them, if it holds on {holds} ({sides})."
    )
