"""How many data sets a comparison needs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from jointstats.kernels.joint.claims import TESTS, Options
from jointstats.kernels.studies import power
from jointstats.labelled import options, wording
from jointstats.labelled.declare import declare
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.kinds import (
    Algorithms,
    Alpha,
    AtLeastTwo,
    Coverage,
    HowMany,
    Jobs,
    Kind,
    Mass,
    Means,
    ParentLimit,
    Rule,
    SampleSize,
    Seed,
    Share,
    Sides,
    Sizes,
)
from jointstats.labelled.order import Order
from jointstats.labelled.parallel import ranges, spread
from jointstats.labelled.studies.plan_claim import plan_claim, refuse_beside_claim
from jointstats.labelled.studies.plan_result import (
    PlanChance,
    PlanNeeded,
    PlanResult,
    SupposedStatement,
)
from jointstats.labelled.studies.simulate import StudyTests
from jointstats.labelled.studies.supposed_truth import supposed_truth

# One number, or a matrix: too much for a command line's word, and checked with the shifts.
Correlation = Annotated[Any, Kind()]
DEFAULT_N = (10, 20, 30, 50, 80, 120, 200)
MOST_OUTCOMES = 20_000  # listed for an exact answer
PER_TASK = 50
_NETWORKS = ("network", "network_average")


@declare(
    "plan",
    family="studies",
    asks="How many data sets are needed for a decision?",
    gives="chances of a right and a wrong decision",
    needs="a supposed truth, or a pilot study",
    mind="no better than the supposed truth",
)
def plan_datasets(
    truth: Any = None,
    *,
    shifts: Means = None,
    correlation: Correlation = 0.0,
    claim_share: Share = None,
    threshold: Coverage = 0.5,
    alternative: Sides = "greater",
    algorithms: Algorithms = None,
    measures: Mapping[Any, str] | None = None,
    n: Sizes = DEFAULT_N,
    wanted: Coverage = 0.8,
    tests: StudyTests = ("glrt", "bayes"),
    rule: Rule = "lower",
    alpha: Alpha = 0.05,
    max_n: HowMany = 2000,
    prior_strength: Mass = 1.0,
    ess: SampleSize = "auto",
    max_parents: ParentLimit = "auto",
    draws: HowMany = 1000,
    replicates: AtLeastTwo = 1000,
    rng: Seed = 0,
    n_jobs: Jobs = None,
    **roles: Any,
) -> PlanResult:
    """Find how the chance of a right decision grows with the number of data sets.

    Suppose a truth; say how often each test would name its most probable statement (right),
    another one (wrong), or none, and how many data sets it takes to be right often enough. Or
    suppose the share of data sets that show a claim, and plan :func:`jointstats.claim_test`.

    Parameters
    ----------
    truth : sequence of float, list of (dict, float), or results, optional
        Share of each statement, in code order (two algorithms, two measures: 00, 01, 10, 11,
        where 1 says that the second is better); or pairs of orderings by measure, best first, and
        their share; or a pilot study (results table, counts, data frame with `roles`), whose
        observed shares are taken for true.
    shifts : dict, optional
        Instead of `truth`. Two algorithms: measure to the mean of the first algorithm's advantage,
        in standard deviations of the differences over data sets (negative: the second is better).
        Any number: for each algorithm, measure to its mean advantage over a common level, in
        standard deviations of its results. Differences are normal.
    correlation : float or array_like, default 0
        With `shifts`: correlation between measures, of the differences or of each algorithm's
        results; one number, or a matrix.
    claim_share : float, optional
        Instead of `truth`: share of all data sets that show a claim. The one test is then that of
        the claim, whatever `tests` says.
    threshold : float, default 0.5
        With `claim_share`: the share that is to be exceeded.
    alternative : {"greater", "two-sided"}, default "greater"
        With `claim_share`: one-sided for a claim that is named beforehand, as a plan does.
    algorithms : sequence of str, optional
        Names; default ``"A"``, ``"B"``.
    measures : dict, optional
        Measure to direction; default ``M1``, ``M2``, … (``"max"``).
    n : int or sequence of int
        Numbers of data sets to look at.
    wanted : float, default 0.8
        Wanted probability of a right decision.
    tests : sequence of {"glrt", "bayes", "network", "network_average"}
        Likelihood ratio, Bayesian test, the same with the best network of the measures, and
        averaged over networks; by default the first two.
    rule : {"lower", "probability"}, default "lower"
        What decides in the Bayesian test, as for :func:`jointstats.bayes_test`.
    alpha : float, default 0.05
        Level: the exact p-value at most `alpha`, or the rule of the Bayesian test, decides; of the
        networks, a probability of at least 1 − `alpha`.
    max_n : int, default 2000
        Where the search for the number needed ends.
    prior_strength : float, default 1
        Prior mass of the Bayesian test.
    ess : float or "auto", default "auto"
        Equivalent sample size of the networks, as for :func:`jointstats.network_test`.
    max_parents : int, "auto" or None, default "auto"
        Limit on a measure's parents in the networks, as for :func:`jointstats.network_test`.
    draws : int, default 1000
        Posterior draws of a network test, where it is not exact.
    replicates : int, default 1000
        Simulated sequences of data sets, where outcomes are too many to list.
    rng : int, Generator or None, default 0
        Seed.
    n_jobs : int, optional
        Workers, as for :func:`jointstats.simulate_roc`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `truth` is a data frame.

    Returns
    -------
    PlanResult

    Raises
    ------
    OptionError, InvalidTruthError
        If an option, the shares or the correlation are out of range.

    Notes
    -----
    Exact if all outcomes can be listed (always for two statements); otherwise simulated, with the
    same sequences of data sets for all n and tests, which makes curves smooth. The numbers needed
    suppose that more data sets do not make a test less often right; for two statements, where they
    can (the binomial's steps), `n` is the number from which on the chance stays high enough. So it
    is for a claim, whose chances are exact binomial tails.

    Examples
    --------
    Seven of ten data sets favour A:

    >>> import jointstats as js
    >>> plan = js.plan_datasets([0.7, 0.3], n=[20, 50], tests=["glrt"])
    >>> [round(row.right, 4) for row in plan.chances], plan.needed[0].n
    ([0.4164, 0.7822], 54)

    A claim that holds on eight of ten data sets:

    >>> js.plan_datasets(claim_share=0.8, n=20).chances[0].right.__round__(4)
    0.8042
    """
    sizes = sorted({options.whole_number("n", one, 1) for one in _listed(n)})
    if claim_share is not None:
        alone = {"truth": truth, "shifts": shifts, "algorithms": algorithms, "measures": measures}
        refuse_beside_claim(alone | roles)
        return plan_claim(
            claim_share,
            sizes,
            threshold=threshold,
            alternative=alternative,
            alpha=alpha,
            wanted=wanted,
            max_n=max_n,
            replicates=replicates,
            seed=rng,
        )
    supposed, named = supposed_truth(truth, shifts, correlation, algorithms, measures, rng, roles)
    planned = _Plan(
        supposed,
        alpha,
        Options(prior_strength, ess, max_parents, draws, rule),
        replicates,
        rng,
        n_jobs,
    )
    return plan(planned, named, list(tests), sizes, wanted=wanted, max_n=max_n)


def plan(
    planned: _Plan,
    named: StatementCounts,
    chosen: Sequence[str],
    sizes: Sequence[int],
    *,
    wanted: float,
    max_n: int,
) -> PlanResult:
    """The chances and the numbers needed of a supposed truth; checks no options.

    Parameters
    ----------
    planned : _Plan
    named : StatementCounts
        They know the names behind the codes.
    chosen : sequence of str
        The tests.
    sizes, wanted, max_n
        As for :func:`jointstats.plan_datasets`.
    """
    supposed = planned.truth
    chances = [planned.chance(test, size) for size in sizes for test in chosen]
    needed = [planned.needed(test, wanted, max_n) for test in chosen]
    ranked = np.argsort(-supposed.shares, kind="stable")
    best = None if supposed.best < 0 else named.order(supposed.codes[supposed.best])
    return PlanResult(
        algorithms=named.algorithms,
        measures=named.measures,
        n=0,
        n_dropped=0,
        verdict=_verdict(named, best, needed, wanted, max_n),
        truth=[
            SupposedStatement(
                order=named.order(supposed.codes[i]), share=float(supposed.shares[i])
            )
            for i in ranked[:1000]
        ],
        best=best,
        chances=chances,
        needed=needed,
        wanted=wanted,
        alpha=planned.alpha,
        max_n=max_n,
        replicates=planned.replicates,
        seed=planned.seed,
    )  # fmt: skip


@dataclass(frozen=True)
class _Plan:
    """A truth and what is needed to say how often the tests decide rightly."""

    truth: power.Truth
    alpha: float
    assumed: Options
    replicates: int
    seed: int
    n_jobs: int | None

    def chance(self, test: str, n: int) -> PlanChance:
        if self._exact(test, n):
            right, wrong = power.exact_decisions(self.truth, n, test, self.alpha, self.assumed)
            error = 0.0
        else:
            right, wrong = self._sampled(test, n)
            most = max(right, wrong, 1 - right - wrong)
            share = (most * self.replicates + 1) / (self.replicates + 2)
            error = math.sqrt(share * (1 - share) / self.replicates)
        return PlanChance(
            n=n,
            test=test,
            right=right,
            wrong=wrong,
            undecided=max(0.0, 1 - right - wrong),
            mcse=error,
            method="monte_carlo" if error else "exact",
        )

    def _exact(self, test: str, n: int) -> bool:
        most = self.replicates if test in _NETWORKS else MOST_OUTCOMES
        return power.n_compositions(n, len(self.truth.shares)) <= most

    def _sampled(self, test: str, n: int) -> tuple[float, float]:
        stream = 1 + TESTS.index(test)
        tasks = [
            (self.truth, n, test, self.alpha, self.assumed, self.seed, piece, stream)
            for piece in ranges(self.replicates, PER_TASK)
        ]
        found = np.array(spread(power.sampled_decisions, tasks, self.n_jobs, "replicates"))
        right, wrong = found.sum(axis=0) / self.replicates
        return float(right), float(wrong)

    def needed(self, test: str, wanted: float, max_n: int) -> PlanNeeded:
        """The smallest n that gives the wanted chance of a right decision."""
        nowhere = PlanNeeded(test=test, n=None, right=None, mcse=None, method=None)
        if self.truth.best < 0:
            return nowhere
        known: dict[int, PlanChance] = {}

        def enough(n: int) -> bool:
            known[n] = known.get(n) or self.chance(test, n)
            return known[n].right >= wanted

        high = 1
        while not enough(high):
            if high == max_n:
                return nowhere
            high = min(2 * high, max_n)
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        if len(self.truth.shares) == 2 and test not in _NETWORKS:
            # The binomial's steps: look further for sizes at which the chance falls short again.
            for n in range(high, min(2 * high + 20, max_n) + 1):
                high = high if enough(n) else n + 1
            if high > max_n or not enough(high):
                return nowhere
        there = known[high]
        return PlanNeeded(
            test=test, n=high, right=there.right, mcse=there.mcse, method=there.method
        )


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence | range | np.ndarray):
        return [value]
    return list(value)


def _verdict(
    named: StatementCounts,
    best: Order | None,
    needed: list[PlanNeeded],
    wanted: float,
    max_n: int,
) -> str:
    if best is None:
        return "Several statements have the same, largest share: every decision would be wrong."
    parts = [
        f"{row.n} for {row.test}" if row.n else f"more than {max_n} for {row.test}"
        for row in needed
    ]
    return (
        f'To decide rightly that "{wording.statement(best)}" with probability {wanted:g} takes so '
        f"many data sets: {wording.listing(parts)}."
    )
