"""How many data sets a comparison needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Unpack

import numpy as np
from numpy.typing import ArrayLike

from jointstats.base import kinds, options
from jointstats.base.declare import PlanRoles, declare
from jointstats.base.facts import Facts
from jointstats.base.result import Result
from jointstats.base.rows import SHARE, Row, column
from jointstats.base.wording import Order
from jointstats.joint.counts import StatementCounts
from jointstats.joint.kernel_decisions import Options
from jointstats.planning import chances as answers
from jointstats.planning.kernel_averaging import Averaged
from jointstats.planning.kernel_family_votes import claim_holds
from jointstats.planning.kernel_power import Truth
from jointstats.planning.simulate import StudyTests
from jointstats.planning.supposed_truth import Design, PlanWidth, supposed_truth, widths_of

# One number, or a matrix: too much for a command line's word, and checked with the shifts.
Correlation = Annotated[ArrayLike, kinds.OptionKind()]
DEFAULT_N = (10, 20, 30, 50, 80, 120, 200)


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
    widths : list of PlanWidth
        By ``n`` and ``measure``: the bounds of the median difference that
        :func:`jointstats.compare_algorithms` is expected to give, if `truth` is a pilot study of
        two algorithms, without noise and families.
    """

    words = "planning.words.PlanWords"
    shows = "planning.figures.of_plan"

    test: ClassVar[str] = "plan"
    no_p_value: ClassVar[str] = "a plan tests nothing"

    truth: list[SupposedStatement]
    best: Order | None
    chances: list[answers.PlanChance]
    needed: list[answers.PlanNeeded]
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
    designs: list[answers.PlanDesign] = field(default_factory=list)
    widths: list[PlanWidth] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether a claim of the assumed share holds on more than the threshold."""
        share, threshold = self.claim_share or 0.0, self.threshold or 0.0
        return claim_holds(share, threshold, self.cluster_size, self.cluster_correlation)

    @property
    def rows(self) -> list[answers.PlanChance]:
        """The chances."""
        return self.chances


@declare(
    "plan",
    family="studies",
    asks="How many data sets are needed for a decision?",
    gives="probabilities of a right and of a wrong decision",
    needs="an assumed truth, or a pilot study",
    mind="the answer is as good as the assumed truth",
    rests_on=("benavoli2016joint",),
    validity=("plans",),
)
def plan_datasets(
    truth: Any = None,
    *,
    shifts: kinds.Means = None,
    correlation: Correlation = 0.0,
    claim_share: kinds.Share = None,
    threshold: kinds.Coverage = 0.5,
    alternative: kinds.Sides = "greater",
    n_runs: kinds.HowMany = 1,
    noise: kinds.NoiseRatio = None,
    cluster_size: kinds.HowMany = 1,
    cluster_correlation: kinds.Agreement = 0.0,
    algorithms: kinds.Algorithms = None,
    measures: Mapping[Any, str] | None = None,
    n: kinds.Sizes = DEFAULT_N,
    wanted: kinds.Coverage = 0.8,
    tests: StudyTests = ("glrt", "bayes"),
    rule: kinds.Rule = "lower",
    alpha: kinds.Alpha = 0.05,
    max_n: kinds.HowMany = 2000,
    prior_strength: kinds.Mass = 1.0,
    ess: kinds.SampleSize = "auto",
    max_parents: kinds.ParentLimit = "auto",
    draws: kinds.Drawings = 1000,
    replicates: kinds.Replicates = 1000,
    rng: kinds.Seed = 0,
    n_jobs: kinds.Jobs = None,
    **roles: Unpack[PlanRoles],
) -> PlanResult:
    """Find how the chance of a right decision grows with the number of data sets.

    For an assumed truth, the result states how often each test names the most probable statement
    (right), another one (wrong) or none, and how many data sets it takes to be right often enough.
    Or assume the share of data sets that show a claim, and plan :func:`jointstats.claim_test`.

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
        the claim, and `tests` is ignored.
    threshold : float, default 0.5
        With `claim_share`: the share to exceed.
    alternative : {"greater", "two-sided"}, default "greater"
        With `claim_share`: one-sided for a claim that is stated in advance, as a plan does.
    n_runs : int, default 1
        With `noise`: runs of each data set, whose results are averaged. Other numbers of runs are
        compared in ``designs``.
    noise : float or dict, optional
        Standard deviation of one run, as a ratio to that of the expected differences over data
        sets. By default results show every data set's true statement. With `claim_share`, one
        number assumes a claim about one measure; numbers by measure assume a claim to be better on
        all of them. One number, or one for each measure.
    cluster_size : int, default 1
        Data sets in each family, such as versions of one source. A family has one vote for a claim,
        and its statements have a total weight of 1 in the likelihood-ratio test, the only test of a
        truth with families. `n` is rounded up to whole families.
    cluster_correlation : float, default 0
        With `cluster_size`: intra-class correlation of true statements within a family.
    algorithms : sequence of str, optional
        Names; default ``"A"``, ``"B"``.
    measures : dict, optional
        Direction of each measure; default ``M1``, ``M2``, … (``"max"``).
    n : int or sequence of int
        Numbers of data sets to compute.
    wanted : float, default 0.8
        Wanted probability of a right decision.
    tests : sequence of {"glrt", "bayes", "network", "network_average"}
        Likelihood ratio, Bayesian test, the same with the best network of the measures, and
        averaged over networks; by default the first two.
    rule : {"lower", "probability"}, default "lower"
        Decision rule of the Bayesian test, as for :func:`jointstats.bayes_test`.
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
        Maximum number of parents of a measure in the networks, as for
        :func:`jointstats.network_test`.
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
    OptionError, InvalidTruthError, InvalidNoiseError
        If an option, the shares or the correlation are out of range, or the noise of runs has no
        meaning for the assumed truth.

    Notes
    -----
    Exact if all outcomes can be listed (always for two statements); otherwise simulated, with the
    same sequences of data sets for all n and tests, which makes curves smooth. The numbers needed
    assume that more data sets never make a test less often right. For two statements they can (the
    binomial has steps); `n` is then the number from which on the chance stays high enough. The same
    holds for a claim, whose chances are exact binomial tails, also with families.

    With `noise`, expected differences are normal over data sets and errors are normal, independent
    between runs and measures; of shares, the sizes of differences are independent between measures
    given which algorithm is better on each. A decision is right if it names the statement with the
    largest *true* share. With `cluster_size`, each family has its own shares, Dirichlet around the
    common ones.

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

    The same in families of three that agree, and with single runs as noisy as data sets differ:

    >>> js.plan_datasets(claim_share=0.8, cluster_size=3, cluster_correlation=0.3).needed[0].n
    48
    >>> plan = js.plan_datasets(claim_share=0.8, noise=1)
    >>> [(row.runs, row.n) for row in plan.designs]
    [(1, 35), (2, 26), (3, 26), (5, 21), (10, 21)]

    From a pilot study, how wide the bounds of the median difference will be:

    >>> plan = js.plan_datasets(js.load_dataset("example1"), n=[12, 50], tests=["glrt"])
    >>> [(row.n, round(row.low, 3), round(row.high, 3)) for row in plan.widths[::2]]
    [(12, -1.0, 0.683), (50, -1.0, -0.674)]
    """
    seed = options.seed(rng)
    design = Design(n_runs, noise, cluster_size, cluster_correlation)
    sizes = design.whole([options.whole_number("n", size, 1) for size in _listed(n)])
    said: dict[str, Any]
    if claim_share is not None:
        alone = {"truth": truth, "shifts": shifts, "algorithms": algorithms, "measures": measures}
        answers.refuse_beside_claim(alone | roles)
        planner = answers.claim_planner(claim_share, design, threshold, alternative, alpha)
        said = {"facts": Facts(algorithms=(), measures={}), "truth": [], "best": None}
        said |= {"claim_share": claim_share, "threshold": threshold, "alternative": alternative}
    else:
        supposed = supposed_truth(truth, shifts, correlation, algorithms, measures, seed, roles)
        drawn = {"design": design, "alpha": alpha}
        drawn |= {"replicates": replicates, "seed": seed, "n_jobs": n_jobs}
        assumed = Options(prior_strength, ess, max_parents, draws, rule)

        def planner(runs: int) -> answers.Planner:
            shown = Averaged(supposed.truth)
            if design.noise is not None:
                shown = supposed.averaged(design.error(runs, supposed.named.measures), seed)
            more: dict[str, Any] = vars(shown) | drawn
            if design.size > 1:
                return answers.FamilyPlan(**more)
            return answers.TruthPlan(**more, tests=list(tests), assumed=assumed)

        said = _supposed(supposed.truth, supposed.named)
        if design.plain:
            said["widths"] = widths_of(supposed.pilot, sizes, alpha)
    return PlanResult(
        **said,
        alpha=alpha,
        replicates=replicates,
        seed=seed,
        **answers.planned(planner, design, sizes, wanted, max_n),
    )


def _supposed(truth: Truth, named: StatementCounts) -> dict[str, Any]:
    """The assumed statements in names, the largest shares first."""
    ranked = np.argsort(-truth.shares, kind="stable")
    return {
        "facts": Facts(algorithms=named.algorithms, measures=named.measures),
        "truth": [
            SupposedStatement(order=named.order(truth.codes[i]), share=float(truth.shares[i]))
            for i in ranked[:1000]
        ],
        "best": None if truth.best < 0 else named.order(truth.codes[truth.best]),
    }


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence | range | np.ndarray):
        return [value]
    return list(value)
