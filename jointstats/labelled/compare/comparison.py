"""The one call: joint tests beside the separate ones, and what they decide, in plain sentences."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from jointstats.labelled import options, wording
from jointstats.labelled.compare.findings import about, findings_two
from jointstats.labelled.compare.findings_many import findings_many
from jointstats.labelled.compare.findings_normal import normal_findings, normal_tests
from jointstats.labelled.compare.pairwise import PairwiseResult, pairwise_tests
from jointstats.labelled.compare.ranking import rank_algorithms
from jointstats.labelled.errors import JointStatsError, OptionError
from jointstats.labelled.joint import margin as margins
from jointstats.labelled.joint.bayes import DECISION_LOST, bayes_test
from jointstats.labelled.joint.counting import count_table, statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.glrt import glrt_test
from jointstats.labelled.joint.margin import Margin
from jointstats.labelled.joint.network import network_test
from jointstats.labelled.joint.pareto import ParetoResult, pareto_test
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.joint.structure import MOST_EXACT_EDGES
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import SeparateResult, sign_test, wilcoxon_test
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable


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
        With more than two algorithms: ``glrt`` and ``bayes`` of every pair.
    separate : dict
        Measure to a dict: ``ranking`` (all algorithms in one line), ``tests`` (of every pair).
    separate_test : str
        ``"wilcoxon"``; ``"sign"`` if failed runs leave orders only.
    findings : tuple of str
        What is decided, what is not, and where the joint and the separate view disagree: a plain
        sentence each. The first is the verdict.
    dropped : list of dict
        ``dataset`` and ``reason`` of each data set left out.
    ties : dict
        Measure to the number of data sets with a tie on it.
    n_failed : int
        Failed results, ranked below all others.
    normal : dict
        If asked for: ``hotelling`` (two algorithms) or ``manova`` (more), and ``mardia``.
    alpha, p_adjust, control, rope
        The call's options.
    table : ResultsTable or None
        The results themselves, for what is asked of them later; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "compare"

    joint: dict[str, JointResult | ParetoResult | None]
    pairs: dict[str, PairwiseResult]
    separate: dict[str, dict[str, Any]]
    separate_test: str
    findings: tuple[str, ...]
    dropped: list[dict[str, str]]
    ties: dict[str, int]
    n_failed: int
    alpha: float
    p_adjust: str
    control: str | None
    rope: dict[str, float]
    aggregate: str | None = None
    normal: dict[str, NormalResult | None] = field(default_factory=dict)
    table: ResultsTable | None = field(default=None, compare=False, metadata={"plain": False})

    def _rows(self) -> list[dict[str, Any]]:
        """One row per measure and pair of the separate tests, with the joint answers beside."""
        rows = []
        for measure, part in self.separate.items():
            for row in part["tests"]:
                rows.append({"measure": measure} | {k: v for k, v in row.items() if k != "measure"})
        return rows

    def bayes_margin(self, a: str, b: str) -> Margin | None:
        """How many data sets would change what the Bayesian test says of this pair."""
        counts, call = self._counts(a, b), self.call
        if counts is None:
            return None
        return margins.bayes_margin(counts, call["prior"], call["prior_strength"], self.alpha)

    def glrt_margin(self, a: str, b: str) -> Margin | None:
        """The same for the likelihood-ratio test, whose p-value is not corrected here."""
        counts = self._counts(a, b)
        return None if counts is None else margins.glrt_margin(counts, self.alpha)

    def _counts(self, a: str, b: str) -> StatementCounts | None:
        if self.table is None:  # a result that was read, not made
            return None
        return count_table(self.table.select(algorithms=[a, b]))

    def report_text(self) -> str:
        """A paragraph for a paper: n, tests, corrections, numbers, citations.

        Returns
        -------
        str
        """
        from importlib import import_module

        return import_module("jointstats.presentation.text").report_text(self)

    def to_html(self, path: Any) -> None:
        """Write a self-contained HTML report.

        Parameters
        ----------
        path : str or path
            Its ending, if any, is ``.html``.
        """
        from importlib import import_module

        page = import_module("jointstats.presentation.report.page")
        page.write(self, options.page_path(path))


def compare_algorithms(
    table: Any,
    *,
    control: Any = None,
    prior: Any = "symmetric",
    prior_strength: float | None = None,
    ess: Any = "auto",
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    normal: bool = False,
    rng: Any = 0,
    n_jobs: int | None = None,
    **roles: Any,
) -> Comparison:
    """Compare algorithms jointly on all measures, and on each measure separately.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    control : str, optional
        Compare only this algorithm with each other one.
    prior, prior_strength
        Of the Bayesian test, as for :func:`jointstats.bayes_test`.
    ess : "auto" or float, default "auto"
        Equivalent sample size of the network test, as for :func:`jointstats.network_test`.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of all decisions.
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
    The joint tests are those of Benavoli & de Campos (2016); the separate ones Wilcoxon's
    signed-rank test (the sign test if runs have failed) with the correction over all pairs and
    measures. The exact p-value and the posterior probability decide, each at `alpha`.

    Examples
    --------
    >>> import jointstats as js
    >>> print(js.compare_algorithms(js.load_dataset("example1")).findings[0][:67])
    Not decided by either joint test: the most frequent statement is "B
    """
    alpha = options.level(alpha)
    results = as_table(table, on=on, **roles)
    if control is not None:
        control = options.known_name("algorithm (control)", control, results.algorithms)
    if len(results.algorithms) > 2 and not isinstance(prior, str):
        raise OptionError(
            "prior must be a name with more than two algorithms: a vector of masses fits one "
            "question only (bayes_test takes it)."
        )
    bayes = {"prior": prior, "prior_strength": prior_strength}
    rng = options.seed(rng)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the parts carry their own; the findings speak
        joint, cautions = _joint(results, control, bayes, {"ess": ess, "rng": rng}, alpha)
        cautions += _of_the_table(results)
        separate = _separate(results, control, alpha, p_adjust)
        pairs = {}
        if len(results.algorithms) > 2:
            pairs = {
                "glrt": pairwise_tests(
                    results,
                    test="glrt",
                    control=control,
                    alpha=alpha,
                    p_adjust=p_adjust,
                    n_jobs=n_jobs,
                ),
                "bayes": pairwise_tests(
                    results, test="bayes", control=control, alpha=alpha, n_jobs=n_jobs, **bayes
                ),
            }
        everyone = separate
        if control is not None:
            everyone = _separate(results, None, alpha, p_adjust)
        means: dict[str, Any] = {}
        if normal:
            means, more = normal_tests(results, alpha, p_adjust, rng)
            cautions += [text for text in more if text not in cautions]
    rankings = rank_algorithms(results, everyone.tests)
    two = len(results.algorithms) == 2
    findings = (
        findings_two(joint, separate)
        if two
        else findings_many(results, joint, pairs, separate, control)
    )
    if normal:
        findings = [*findings, *normal_findings(means, joint)]
    return Comparison(
        algorithms=results.algorithms,
        measures=results.measures,
        n=results.n,
        n_dropped=results.n_dropped,
        call={"function": "compare_algorithms", "control": control, "prior": prior,
              "prior_strength": prior_strength, "ess": ess, "on": on, "alpha": alpha,
              "p_adjust": p_adjust, "normal": normal, "rng": rng},
        warnings=tuple(cautions),
        verdict=findings[0],
        joint=joint,
        pairs=pairs,
        separate={
            measure: {
                "ranking": rankings[measure],
                "tests": [row for row in separate.tests if row["measure"] == measure],
            }
            for measure in results.measures
        },
        separate_test=separate.test,
        findings=tuple(findings),
        dropped=[{"dataset": d.dataset, "reason": d.reason} for d in results.dropped],
        ties=_ties(results),
        n_failed=results.n_failed,
        alpha=alpha,
        p_adjust=p_adjust,
        control=control,
        rope=results.rope,
        aggregate=results.aggregate,
        normal=means,
        table=results,
    )  # fmt: skip


def _joint(
    table: ResultsTable,
    control: str | None,
    bayes: dict[str, Any],
    network: dict[str, Any],
    alpha: float,
) -> tuple[dict[str, Any], list[str]]:
    """Every joint test that the table allows; one that ties forbid is None, with the reason."""

    @cache
    def counts(question: str, control: str | None = None) -> StatementCounts:
        return statement_counts(table, question=question, control=control)

    run: dict[str, Callable[[], Any]] = {
        "glrt": lambda: glrt_test(counts("orderings"), alpha=alpha),
        "bayes": lambda: bayes_test(counts("orderings"), alpha=alpha, **bayes),
    }
    if len(table.measures) > 1:
        mass = 1.0 if bayes["prior_strength"] is None else bayes["prior_strength"]
        run["pareto"] = lambda: pareto_test(table, alpha=alpha, prior_strength=mass)
    if len(table.algorithms) == 2 and 1 < len(table.measures) <= MOST_EXACT_EDGES:
        run["network"] = lambda: network_test(table, alpha=alpha, **network)
    if len(table.algorithms) > 2:
        best: dict[str, Any] = {"question": "best", "alpha": alpha}
        run["glrt_best"] = lambda: glrt_test(counts("best"), **best)
        run["bayes_best"] = lambda: bayes_test(counts("best"), **best, **bayes)
        if control is not None:
            against: dict[str, Any] = {"question": "control", "control": control, "alpha": alpha}
            run["bayes_control"] = lambda: bayes_test(
                counts("control", control), **against, **bayes
            )
    found: dict[str, Any] = {}
    cautions: dict[str, list[str]] = {}  # each with the tests that raise it
    for name, test in run.items():
        try:
            found[name] = test()
            said = _cautions(name, found[name])
        except OptionError:
            raise
        except JointStatsError as error:  # too many orderings: the coarser questions remain
            found[name] = None
            said = [str(error)]
        for text in said:
            cautions.setdefault(text, []).append(name)
    if all(part is None for part in found.values()):
        raise JointStatsError(next(iter(cautions)))
    for short in [text for text in cautions if _begins_another(text, cautions)]:
        long = next(text for text in cautions if text != short and text.startswith(short))
        cautions[long] += cautions.pop(short)
    if len(table.algorithms) == 2:  # all tests ask the same question
        return found, list(cautions)
    return found, [about(names, control, text) for text, names in cautions.items()]


def _begins_another(text: str, texts: Iterable[str]) -> bool:
    return any(other != text and other.startswith(text) for other in texts)


def _cautions(name: str, result: Any) -> list[str]:
    """A test's warnings, but for decisions lost to the prior, of which a finding tells."""
    told = name in ("bayes", "bayes_best")
    return [t for t in result.warnings if not (told and t.startswith(DECISION_LOST))]


def _separate(
    table: ResultsTable, control: str | None, alpha: float, p_adjust: str
) -> SeparateResult:
    test = sign_test if table.n_failed else wilcoxon_test
    return test(table, control=control, alpha=alpha, p_adjust=p_adjust)


def _of_the_table(table: ResultsTable) -> list[str]:
    """What the results themselves call for saying."""
    texts = []
    if table.n_failed:
        texts.append(
            "A failed run has no value to rank: the sign test replaces Wilcoxon's test, for all "
            "pairs."
        )
    spread = table.values.max(axis=2) - table.values.min(axis=2)  # NaN, if a run failed: differs
    same = [
        name
        for name, of_measure, width in zip(table.measures, spread.T, table.rope_widths, strict=True)
        if bool((of_measure <= width).all())
    ]
    if same and len(same) < len(table.measures):
        texts.append(
            f"All algorithms are equal on {wording.listing(same)} on every data set, which is "
            "shared out as ties: leave it out (on=) to see what the other measures say."
        )
    return texts


def _ties(table: ResultsTable) -> dict[str, int]:
    """Data sets on which some pair of algorithms ties, by measure."""
    import numpy as np

    from jointstats.kernels.counting import orders

    ranked = orders.rank_cells(table.oriented(), np.ones(len(table.measures)), table.rope_widths)
    tied = ranked.tied.reshape(table.n, len(table.measures)).sum(axis=0)
    return dict(zip(table.measures, tied.tolist(), strict=True))
