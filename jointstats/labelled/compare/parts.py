"""The tests of a comparison, each by its inner function: none warns, none reads the table again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, cast

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.counting.orders import MAX_CODED_ALGORITHMS
from jointstats.kernels.messages import Function
from jointstats.labelled.declare import Declaration, declaration_of
from jointstats.labelled.errors import Caution, JointStatsError, OptionError
from jointstats.labelled.findings import kinds
from jointstats.labelled.joint.bayes import bayes_test, most_probable
from jointstats.labelled.joint.counting import count_table, explained
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.glrt import glrt_test, likelihood_ratio
from jointstats.labelled.joint.network import network_test, statement_network, tied_cases
from jointstats.labelled.joint.pareto import ParetoResult, dominance_on_all, pareto_test
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.joint.structure import MOST_EXACT_EDGES
from jointstats.labelled.joint.unknown import most_probable_of_unknown
from jointstats.labelled.normal.cases import require_normal
from jointstats.labelled.normal.hotelling import hotelling, hotelling_test, paired_rows
from jointstats.labelled.normal.hotelling_result import HotellingResult
from jointstats.labelled.normal.manova import manova, manova_test
from jointstats.labelled.normal.manova_result import ManovaResult
from jointstats.labelled.normal.mardia import mardia, mardia_test
from jointstats.labelled.normal.mardia_result import MardiaResult
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import SeparateResult, separate_tests, wilcoxon_test
from jointstats.labelled.table.results_table import ResultsTable

R = TypeVar("R", bound=Result)

_TOO_MANY = Caution(
    f"which one is the most frequent is not asked of more than {MAX_CODED_ALGORITHMS} algorithms; "
    "who is best on each measure is asked, and every pair."
)


def joint_tests(
    table: ResultsTable,
    control: str | None,
    bayes: dict[str, Any],
    network: dict[str, Any],
    alpha: float,
    p_adjust: str,
    ties: Any,
) -> tuple[dict[str, Any], dict[str, Caution]]:
    """Every joint test that the table allows; one that ties forbid is None, with the reason.

    Questions about more than two algorithms split their ties, whatever `ties` says of pairs.
    """
    of_two: dict[str, Any] = {"ties": ties} if len(table.algorithms) == 2 else {}
    level = {"alpha": alpha, **_defaults(bayes_test, "level")}

    @cache
    def counts(question: str, control: str | None = None) -> StatementCounts:
        try:
            return count_table(table, question, control, **of_two)
        except ExpansionLimitError as error:
            raise explained(error, table, question) from None

    def ratio(**asked: Any) -> JointResult:
        result = likelihood_ratio(counts(**asked), **level)
        return called(result, glrt_test, **asked, **of_two, **level)

    def posterior(**asked: Any) -> JointResult:
        how = {"rule": bayes["rule"], **_defaults(bayes_test, "lead_ratio")}
        if table.unknown:
            result = most_probable_of_unknown(
                table, asked["question"], asked.get("control"), of_two.get("ties", "auto"),
                prior=bayes["prior"], prior_strength=bayes["prior_strength"], **how, **level,
            )  # fmt: skip
            return called(result, bayes_test, **asked, **bayes, **of_two, **level)
        of = counts(**asked)
        mass = prior_of(of, bayes["prior"], bayes["prior_strength"])
        result = most_probable(of, mass, **how, **level)
        return called(result, bayes_test, **asked, **bayes, **of_two, **level)

    def on_all() -> ParetoResult:
        how = _defaults(pareto_test, "prior_strength") | {"p_adjust": p_adjust}
        if bayes["prior_strength"] is not None:
            how["prior_strength"] = bayes["prior_strength"]
        return called(dominance_on_all(table, **how, **level), pareto_test, **how, **level)

    def graph() -> JointResult:
        tied = tied_cases(table, counts("orderings"))
        how = _defaults(network_test, "structure", "max_parents", "lead_ratio", "target_mcse")
        result = statement_network(
            counts("orderings"), tied, ess=network["ess"], ties=ties, seed=network["rng"],
            **how, **level,
        )  # fmt: skip
        return called(result, network_test, **network, **of_two, **level)

    orderings, best = {"question": "orderings"}, {"question": "best"}
    run: dict[str, Callable[[], Any]] = {}
    found: dict[str, Any] = {}
    failures: dict[str, Caution] = {}
    if len(table.algorithms) <= MAX_CODED_ALGORITHMS:
        run |= {"glrt": lambda: ratio(**orderings), "bayes": lambda: posterior(**orderings)}
    else:
        found |= {"glrt": None, "bayes": None}
        failures |= dict.fromkeys(found, _TOO_MANY)
    if len(table.measures) > 1:
        run["pareto"] = on_all
    if len(table.algorithms) == 2 and 1 < len(table.measures) <= MOST_EXACT_EDGES:
        run["network"] = graph
    if len(table.algorithms) > 2:
        run["glrt_best"] = lambda: ratio(**best)
        run["bayes_best"] = lambda: posterior(**best)
        if control is not None:
            run["bayes_control"] = lambda: posterior(question="control", control=control)
    for name, test in run.items():
        try:
            if not table.n and not name.startswith("bayes"):
                found[name] = None  # no data set is complete: a finding says so
                continue
            found[name] = test()
        except OptionError:
            raise
        except JointStatsError as error:  # too many orderings: the coarser questions remain
            found[name], failures[name] = None, Caution(*error.parts)
    if len(failures) == len(found) and not table.unknown:
        raise JointStatsError(*next(c for c in failures.values() if c is not _TOO_MANY).parts)
    return found, failures


def _defaults(test: Any, *names: str) -> dict[str, Any]:
    """What a test takes where nothing is said."""
    declared = cast(Declaration, declaration_of(test)).options
    return {name: declared[name].default for name in names}


def called(result: R, test: Any, /, **said: Any) -> R:
    """A part of the comparison with the call that gives it alone."""
    declaration = declaration_of(test)
    return result if declaration is None else replace(result, call=declaration.call(said) | said)


def mean_tests(
    table: ResultsTable, alpha: float, p_adjust: str, rng: Any
) -> tuple[dict[str, Any], list[kinds.TestCaution]]:
    """Hotelling's test of two algorithms, or MANOVA of more, and Mardia's check; None if refused.

    With each the reason, or what it warns of.
    """
    run: dict[str, Callable[[], Any]] = {}
    how: dict[str, Any] = {"alpha": alpha, "p_adjust": p_adjust}

    def values(test: str) -> ResultsTable:
        table.require_datasets()
        require_normal(table, Function(test))
        return table

    def of_two() -> HotellingResult:
        rows = paired_rows(values("hotelling_test"), 0.0)
        more = _defaults(hotelling_test, "permutation", "draws", "level", "correction")
        seed = _defaults(hotelling_test, "rng")["rng"]
        return called(hotelling(rows, seed=seed, **more, **how), hotelling_test, **how)

    def of_many() -> ManovaResult:
        more = _defaults(manova_test, "design", "statistic", "correction", "draws")
        result = manova(values("manova_test"), ratio=0.0, seed=rng, **more, **how)
        return called(result, manova_test, rng=rng, **how)

    def normality() -> MardiaResult:
        more = _defaults(mardia_test, "samples", "draws")
        seed = _defaults(mardia_test, "rng")["rng"]
        return called(mardia(values("mardia_test"), seed=seed, **more, **how), mardia_test, **how)

    if len(table.algorithms) == 2:
        run["hotelling"] = of_two
    else:
        run["manova"] = of_many
    run["mardia"] = normality
    found: dict[str, Any] = {}
    cautions: list[Caution] = []
    for name, test in run.items():
        try:
            found[name] = test()
        except JointStatsError as error:
            found[name] = None
            cautions.append(Caution(*error.parts))
        else:
            cautions += found[name].warnings
    return found, [
        kinds.TestCaution(questions=("means",), message=text) for text in dict.fromkeys(cautions)
    ]


def tests_alone(
    table: ResultsTable, control: str | None, alpha: float, p_adjust: str
) -> SeparateResult:
    """Wilcoxon's test of every measure and pair; the sign test, if runs have failed.

    Only the sign test knows families of data sets.
    """
    test = "sign" if table.n_failed or table.known_in_families else "wilcoxon"
    level = _defaults(wilcoxon_test, "level")
    return separate_tests(table, test, control=control, alpha=alpha, p_adjust=p_adjust, **level)
