"""The one call: joint tests beside the separate ones, and what they found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from jointstats.kernels.messages import Function, Option
from jointstats.labelled import options
from jointstats.labelled.compare.claims import claims_of, nearest_to_change
from jointstats.labelled.compare.leaderboard import board_of
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.compare.of_families import of_families
from jointstats.labelled.compare.of_the_table import of_the_table
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.compare.pairwise import own_cases, pairs_of_table, pairwise_tests
from jointstats.labelled.compare.pairwise_result import JointPairsResult
from jointstats.labelled.compare.parts import called, joint_tests, mean_tests, tests_alone
from jointstats.labelled.compare.ranking import OneMeasure, rank_algorithms
from jointstats.labelled.compare.runs import with_runs
from jointstats.labelled.compare.unknown import data_sets_of_pairs, missing_results
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution, OptionError
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.of_comparison import cautions_of, findings_of
from jointstats.labelled.joint import margin as margins
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.margin import Margin
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.prior import PriorChoice
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.kinds import (
    Adjustment,
    Algorithm,
    Alpha,
    Jobs,
    Measures,
    OptionalMass,
    Rule,
    SampleSize,
    Seed,
    Ties,
    YesNo,
)
from jointstats.labelled.lazy_rows import joined
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.presenters import presenters
from jointstats.labelled.result import Result, worded
from jointstats.labelled.rows import Table
from jointstats.labelled.single.separate import SeparateTest, decided, pairs_of
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.pairs import ties_of_pairs
from jointstats.labelled.table.results_table import Dropped, ResultsTable


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison(Result):
    """Outcome of :func:`jointstats.compare_algorithms`.

    Attributes
    ----------
    joint : dict
        Test to its result, of all measures together: ``glrt``, ``bayes`` (complete orderings) and,
        with several measures, ``pareto``; with two algorithms ``network``; with more than two
        ``glrt_best`` and ``bayes_best`` (who is best on each measure); with a control
        ``bayes_control``. None where ties forbid a test.
    pairs : dict
        With more than two algorithms: ``glrt`` and ``bayes`` of every pair, each by its own rule.
    decided : bool
        Whether something is shown of some pair.
    wins : sequence of PairClaim
        Of every pair the strongest claim that is shown (``strength="shown"``: any false one with
        probability `alpha` at most, over all claims of all pairs); of pairs without one, to whom
        the data lean (``"leaning"``: probable by a prior learned from all pairs). Strongest first.
    open : sequence of PairClaim
        All other pairs, with the weakest claim about who leads.
    expected_wrong : float
        Expected number of wrong ones among the leanings.
    level_shares : dict
        Share of a pair's level that each kind of claim begins with: ``sweep`` (better on every
        measure), ``not_worse``, ``outcome``, ``trade_off``; fixed before the data are seen.
    separate : dict
        Measure to :class:`OneMeasure`: ``tests`` of every pair, or every pair with the control, and
        ``ranking``: all algorithms in one line, always by the tests of all pairs.
    separate_test : str
        ``"wilcoxon"``; ``"sign"`` if failed runs leave orders only, or data sets come in families.
    findings : tuple of str
        What is decided, what is not, and where the joint and the separate view disagree: a plain
        sentence each. The first is the verdict.
    found : tuple of Finding
        The same as data, by importance, and with the cautions of which ``warnings`` tells.
    dropped : tuple of Dropped
        Each data set left out, and why.
    leaderboard : LeaderboardResult
        A row for each algorithm, best first, from the claims above; `order` is its order.
    ties : dict
        Measure to the number of data sets with a tie on it.
    n_failed : int
        Failed results, ranked below all others.
    tie_rules : dict
        Measure to what ties of two algorithms are: ``"equal"``, an outcome of their own, or
        ``"split"``.
    normal : dict
        If asked for: ``hotelling`` (two algorithms) or ``manova`` (more), and ``mardia``.
    alpha, p_adjust, control, rope
        The call's options.
    families : Families or None
        The families of the data sets, if some family has two of them, and what they are worth.
        Then `wins` come from sign flips of whole families, and nothing leans.
    data : ResultsTable or None
        The results themselves, for what is asked of them later; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "compare"
    announces: ClassVar[bool] = False  # they concern one of many tests, and stand in the notes

    warnings: tuple[Caution, ...] = worded("warnings")
    verdict: str = worded("verdict")
    joint: dict[str, JointResult | ParetoResult | None]
    pairs: dict[str, JointPairsResult]
    decided: bool
    wins: Sequence[PairClaim]
    open: Sequence[PairClaim]
    expected_wrong: float
    level_shares: dict[str, float]
    separate: dict[str, OneMeasure]
    separate_test: str
    findings: tuple[str, ...] = worded("findings")
    leaderboard: LeaderboardResult
    dropped: tuple[Dropped, ...]
    ties: dict[str, int]
    n_failed: int
    alpha: float
    p_adjust: str
    control: str | None
    rope: dict[str, float]
    tie_rules: dict[str, str] = field(default_factory=dict)
    aggregate: str | None = None
    families: Families | None = None
    normal: dict[str, NormalResult | None] = field(default_factory=dict)
    found: tuple[kinds.Finding, ...] = field(default=(), metadata={"plain": False})
    data: ResultsTable | None = field(default=None, compare=False, metadata={"plain": False})

    def with_warnings(self, cautions: Iterable[Caution]) -> Self:
        """The same result, warning of these."""
        return replace(self, found=kinds.with_cautions(self.found, cautions))

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms, best first: in this order everything lists them."""
        return self.leaderboard.order

    @property
    def rows(self) -> Sequence[SeparateTest]:
        """The separate tests, measure by measure."""
        return joined([part.tests for part in self.separate.values()])

    def table(self) -> Table:
        """The separate tests, the measure first."""
        return super().table().led_by("measure")

    def margins(self) -> kinds.Margins:
        """What would change the verdict."""
        about: dict[str, Any] = {"algorithms": self.algorithms, "measures": tuple(self.measures)}
        return kinds.Margins(**about, **nearest_to_change(joined([self.wins, self.open])))

    def bayes_margin(self, a: str, b: str) -> Margin | None:
        """How many data sets would change what the Bayesian test says of this pair."""
        counts, call = self._counts(a, b), self.call
        if counts is None or (self.data is not None and self.data.unknown):
            return None
        prior = (call["prior"], call["prior_strength"])
        return margins.bayes_margin(counts, *prior, self.alpha, call["rule"])

    def glrt_margin(self, a: str, b: str) -> Margin | None:
        """The same for the likelihood-ratio test, whose p-value is not corrected here."""
        counts = self._counts(a, b)
        return None if counts is None else margins.glrt_margin(counts, self.alpha)

    def _counts(self, a: str, b: str) -> StatementCounts | None:
        if self.data is None or self.families is not None:  # read, not made; which family changes?
            return None
        return count_table(self.data.select(algorithms=[a, b]), ties=self.call["ties"])

    def report_text(self) -> str:
        """A paragraph for a paper: n, tests, corrections, numbers, citations.

        Returns
        -------
        str
        """
        return presenters["report_text"](self)

    def to_html(self, path: Any) -> None:
        """Write a self-contained HTML report.

        Parameters
        ----------
        path : str or path
            Its ending, if any, is ``.html``.
        """
        presenters["page"](self, options.page_path(path))


@declare(
    "comparison",
    family="compare",
    asks="Which algorithm is jointly better, on what, and how sure is that?",
    gives="sentences, tables, figures, a report",
    needs="data sets that all algorithms share",
    mind="reads as a whole: a decision of one test alone is a lead",
)
def compare_algorithms(
    table: Any,
    *,
    control: Algorithm = None,
    prior: PriorChoice = "symmetric",
    prior_strength: OptionalMass = None,
    rule: Rule = "lower",
    ess: SampleSize = "auto",
    on: Measures = None,
    ties: Ties = "auto",
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    normal: YesNo = False,
    rng: Seed = 0,
    n_jobs: Jobs = None,
    **roles: Any,
) -> Comparison:
    """Compare algorithms jointly on all measures, and on each measure separately.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    control : str, optional
        Compare only this algorithm with each other one.
    prior : {"symmetric", "jeffreys", "uniform", "imprecise"} or sequence of float
        Of the Bayesian tests, as for :func:`jointstats.bayes_test`; masses for two algorithms only.
    prior_strength : float, optional
        Total mass of the symmetric and the imprecise prior; 1 by default.
    rule : {"lower", "probability"}, default "lower"
        What decides in the Bayesian tests, as for :func:`jointstats.bayes_test`.
    ess : "auto" or float, default "auto"
        Equivalent sample size of the network test, as for :func:`jointstats.network_test`.
    on : sequence of str, optional
        Only these measures.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms on a measure, for the joint tests of two and of every pair: an
        outcome of their own, "practically equal"; or split, half a data set for each side (the
        papers' rule). "auto": an outcome where the measure has a rope. A word for each of some
        measures will do, too. Questions about more than two at once split their ties.
    alpha : float, default 0.05
        Probability, at most, of any false claim among those shown; level of the separate tests.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of p-values for their number.
    normal : bool, default False
        Also compare the means, assuming that differences are normal: Hotelling's test of two
        algorithms or MANOVA of more, and Mardia's check of normality.
    rng : int, Generator or None, default 0
        Seed of what the network test samples, and of permutations.
    n_jobs : int, optional
        Workers that share the pairs, as for :func:`jointstats.pairwise_tests`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    Comparison

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    What is *shown* of pairs comes from exact tests of their outcomes (better, practically equal
    within the rope, worse): a ladder from "better on everything more often than the reverse" to
    "better on everything on most data sets", beside it "not worse on anything and better on
    something", one common outcome, and trade-offs. All claims of all pairs are one family, whose
    probability of any false claim is at most `alpha` (sequential rejection, Goeman & Solari 2010).
    What the data *lean to* is probable by a prior learned from all pairs, with the expected number
    of wrong leanings. `docs/validity.md` has the studies of both.

    If the table keeps its runs, ``n_sure`` of a pair says how many data sets are sure of what they
    say, and a finding how many are open (:func:`jointstats.run_certainty`). What is shown rests on
    averages all the same.

    The joint tests beside are those of Benavoli & de Campos (2016), each by its own rule; the
    separate ones Wilcoxon's signed-rank test (the sign test if runs have failed, or data sets come
    in families) with the correction `p_adjust` over all pairs and measures.

    If the table has families of data sets (`cluster`, when it is made), the claims are tested by
    sign flips of whole families, and so are the questions of the joint tests: see
    `docs/families.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> print(js.compare_algorithms(js.load_dataset("example1")).verdict)
    Nothing is shown of A and B: B is better on both measures at once on 6 of 12 data sets, A on 1.
    """
    results = as_table(table, on=on, unknown_fits=True, families_fit=True, **roles)
    if control is not None:
        control = options.known_name(options.CONTROL, control, results.algorithms)
    if len(results.algorithms) > 2 and not isinstance(prior, str):
        raise OptionError(
            Option("prior"),
            " must be a name with more than two algorithms: a vector of masses fits one question "
            "only (",
            Function("bayes_test"),
            " takes it).",
        )
    rules = pair_rules(ties, results.rope)
    tied = ties_of_pairs(results, pairs_of(results.algorithms, None))
    bayes = {"prior": prior, "prior_strength": prior_strength, "rule": rule}
    two = len(results.algorithms) == 2
    network = {"ess": ess, "rng": rng}
    joint, failures = joint_tests(results, control, bayes, network, alpha, p_adjust, ties)
    cautions = [
        *cautions_of(joint, failures, control, one_question=two),
        *of_the_table(results, rules, tied),
    ]
    separate = tests_alone(results, control, alpha, p_adjust)
    everyone = separate if control is None else tests_alone(results, None, alpha, p_adjust)
    pairs: dict[str, Any] = {}
    if not two:
        for test, settings in (("glrt", {"ties": ties}), ("bayes", {**bayes, "ties": ties})):
            by: dict[str, Any] = {"p_adjust": p_adjust} if test == "glrt" else {}
            by |= {"control": control, "alpha": alpha}
            result = pairs_of_table(
                results, test, settings, cases=own_cases(results), n_jobs=n_jobs, **by
            )
            pairs[test] = called(result, pairwise_tests, test=test, **by, **settings)
    means: dict[str, Any] = {}
    if normal:
        means, more = mean_tests(results, alpha, p_adjust, rng)
        cautions += more
    rankings = rank_algorithms(results, decided(everyone.tests))
    certain = [rule == "equal" for rule in rules.values()]
    claimed = claims_of(results, control, alpha, certain=certain)
    claimed, of_runs = with_runs(claimed, results, ties)
    cautions += missing_results(results, claimed)
    used = data_sets_of_pairs(results, control)
    if claimed.families is not None:
        cautions = of_families(results, claimed, alpha, [*joint, *means], cautions)
    on_all = joint.get("pareto")
    board = board_of(
        results, claimed, alpha, control=control, never_beaten=None if on_all is None else
        {row.algorithm: row.count for row in on_all.nondominated},
    )  # fmt: skip
    found = findings_of(
        claimed, joint, separate, tuple(rankings.values()),
        control=control, alpha=alpha, normal=means if normal else None,
    )  # fmt: skip
    return Comparison(
        algorithms=results.algorithms,
        measures=results.measures,
        n=results.n + int(used.sum()),
        n_dropped=results.n_dropped - int(used.sum()),
        call={"rng": rng},
        joint=joint,
        pairs=pairs,
        decided=claimed.decided,
        wins=claimed.wins,
        open=claimed.open,
        expected_wrong=claimed.expected_wrong,
        level_shares=claimed.level_shares,
        separate={
            measure: OneMeasure(
                ranking=rankings[measure],
                tests=separate.tests[k :: len(results.measures)],
            )
            for k, measure in enumerate(results.measures)
        },
        separate_test=separate.test,
        leaderboard=board,
        dropped=tuple(d for d, is_used in zip(results.dropped, used, strict=True) if not is_used),
        ties=dict(zip(results.measures, tied.of_any.tolist(), strict=True)),
        n_failed=results.n_failed,
        alpha=alpha,
        p_adjust=p_adjust,
        control=control,
        rope=results.rope,
        tie_rules=rules,
        aggregate=results.aggregate,
        families=claimed.families,
        normal=means,
        found=(*found, *of_runs, *cautions),
        data=results,
    )  # fmt: skip
