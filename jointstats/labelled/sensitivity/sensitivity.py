"""What would change a verdict, and what would not, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from jointstats.kernels.messages import Function, Kind, Option
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import InvalidValueError, OptionError
from jointstats.labelled.given import FactorWord
from jointstats.labelled.kinds import Choices, HowMany
from jointstats.labelled.result import Result
from jointstats.labelled.sensitivity import left_out, rules
from jointstats.labelled.sensitivity.fewest import fewest
from jointstats.labelled.sensitivity.questions import (
    CLAIMS,
    TESTS,
    bayes_beside,
    question_of,
)
from jointstats.labelled.sensitivity.result import (
    ALGORITHM,
    DATASET,
    DESCRIPTION,
    FACTORS,
    FAMILY,
    LEVEL,
    MEASURE,
    MISSING,
    PRIOR,
    ROPE,
    RUNS,
    TIES,
    VERDICT,
    SensitivityResult,
    verdict,
)
from jointstats.labelled.sensitivity.search import Search
from jointstats.labelled.table.folds import FoldTable
from jointstats.labelled.table.results_table import ResultsTable

Factors = Annotated[Sequence[FactorWord] | None, Choices(FACTORS)]

_VARY: dict[str, Callable[[Search], None]] = {
    ROPE: rules.ropes,
    TIES: rules.ties,
    MEASURE: left_out.measures,
    DATASET: left_out.datasets,
    FAMILY: left_out.families,
    ALGORITHM: left_out.algorithms,
    MISSING: rules.missing,
    RUNS: rules.runs,
}


@declare(
    "sensitivity",
    family="compare",
    asks="What would change the verdict, and what would not?",
    gives="what is decided under other settings",
    needs="a result, and the table that it was computed from",
    mind="describes one analysis: nothing is shown anew",
)
def sensitivity(
    result: Result,
    table: ResultsTable | None = None,
    *,
    factors: Factors = None,
    most: HowMany = 200,
) -> SensitivityResult:
    """What would change the verdict of a result, and what would not.

    Parameters
    ----------
    result : Result
        Of :func:`jointstats.compare_algorithms`, :func:`jointstats.leaderboard`,
        :func:`jointstats.bayes_test`, :func:`jointstats.glrt_test`,
        :func:`jointstats.network_test` or :func:`jointstats.claim_test`.
    table : ResultsTable, optional
        The results, if the result does not keep them.
    factors : sequence of str, optional
        Only these of ``"level"`` (alpha), ``"rope"``, ``"ties"``, ``"measure"``, ``"data set"``,
        ``"family"`` (of data sets), ``"algorithm"`` (each left out), ``"missing"`` (other
        treatments of missing results), ``"runs"`` (medians) and ``"prior"``; by default all.
    most : int, default 200
        Computations for each factor, at most; of very many pairs fewer. What was not tried is said.

    Returns
    -------
    SensitivityResult

    Raises
    ------
    OptionError, InvalidValueError
        For a result of another kind, or one that keeps no table.

    Notes
    -----
    Two settings are compared by what they decide: of a pair, who beats whom, or that there is a
    trade-off, or practical equality; not by how strong a claim is. Data sets that show the same
    of every pair are alike: one of them left out answers for all.

    Levels need no other computation: the p-value or probability that decides says at which of them
    the same is decided. Ropes are searched: the nearest width below and above that changes
    something is found by bisection between some widths that are tried.

    What stands behind it: row "other settings" of the ledger in `docs/validity.md`.

    `fewest` says how many data sets must go before something is no longer decided. For a test of
    counts that is a subtraction: whoever goes shows the statement. For the claims about a pair all
    removals of k data sets are tried, up to which of several that are alike go; with other pairs
    beside, the bound is the one that holds whatever these do.

    The priors of a comparison are those of the Bayesian test beside its claims: the verdict itself
    rests on no prior.

    All this describes one analysis. Whoever looks at many settings and picks one of them has no
    error rate any more; the level belongs to the analysis that was fixed beforehand.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.glrt_test(js.load_dataset("example1"))
    >>> found = js.sensitivity(result, factors=["level", "data set"])
    >>> found.n_settings, found.n_changed
    (14, 0)
    """
    of = _checked(result)
    data = _table_of(result, table)
    question = question_of(result)
    base = question.decided(data)
    search = Search(question, data, base, most)
    asked = FACTORS if factors is None else tuple(factors)
    low, high = rules.levels(search) if LEVEL in asked else (
        rules.same_levels(question.levels(data), question.alpha, base)
    )  # fmt: skip
    for name in FACTORS:
        if name in asked and name in _VARY:
            _VARY[name](search)
    removable = fewest(search, result) if DATASET in asked else ()
    beside = _priors(search, result) if PRIOR in asked else None
    every = [search] if beside is None else [search, beside]
    settings = tuple(row for one in every for row in one.settings)
    own = [row for row in settings if row.about == VERDICT and not row.limit]
    not_tried = tuple(line for one in every for line in one.not_tried)
    return SensitivityResult(
        algorithms=data.algorithms,
        measures=data.measures,
        n=result.n,
        n_dropped=result.n_dropped,
        call_of={name: value for name, value in result.call.items() if name != "source"},
        warnings=(DESCRIPTION,),
        verdict=verdict(settings),
        of=of,
        statements=tuple(one.on(tuple(data.measures)) for one in base),
        settings=settings,
        factors=tuple(row for one in every for row in one.factors),
        fewest=removable,
        alpha=question.alpha,
        alpha_from=low,
        alpha_below=high,
        n_settings=len(own),
        n_changed=sum(row.changed for row in own),
        n_reruns=sum(sum(one.reruns.values()) for one in every),
        not_tried=not_tried,
    )


def _priors(search: Search, result: Any) -> Search | None:
    """Vary the priors of what rests on one: the result, or the Bayesian test beside a comparison.

    The latter is another question, with settings of its own.
    """
    if not isinstance(result, CLAIMS):
        rules.priors(search)
        return None
    beside = bayes_beside(result)
    if beside is None:
        return None
    other = Search(beside, search.table, beside.decided(search.table), search.most, "bayes")
    rules.priors(other)
    return other


def _checked(result: Any) -> str:
    """The function that made a result which can be asked."""
    if not isinstance(result, Result):
        raise InvalidValueError(
            "The first argument must be a result, such as of ", Function("compare_algorithms"),
            "; got ", Kind(result), ".",
        )  # fmt: skip
    if not isinstance(result, (*CLAIMS, *TESTS)) or "function" not in result.call:
        name = str(result.call.get("function", type(result).__name__))
        each = (
            (" with ", Option("question", "each")) if result.call.get("question") == "each" else ()
        )
        raise InvalidValueError(
            "What would change it is known of results of ", Function("compare_algorithms"), ", ",
            Function("leaderboard"), ", ", Function("bayes_test"), ", ", Function("glrt_test"),
            ", ", Function("network_test"), " and ", Function("claim_test"), "; not of one of ",
            Function(name), *each, ".",
        )  # fmt: skip
    return str(result.call["function"])


def _table_of(result: Any, table: Any) -> ResultsTable:
    found = getattr(result, "data", None) if table is None else table
    if isinstance(found, FoldTable):
        raise OptionError(
            "Folds of one data set are not left out one by one, because they depend on each other."
        )
    if not isinstance(found, ResultsTable):
        raise OptionError(
            "This result does not keep a results table: give the one that it was computed from, ",
            Option("table"), ".",
        )  # fmt: skip
    measures = tuple(result.measures)
    if found.algorithms == result.algorithms and tuple(found.measures) == measures:
        return found
    if not (set(result.algorithms) <= set(found.algorithms) and set(measures) <= {*found.measures}):
        raise OptionError(
            Option("table"), " lacks algorithms or measures of the result: give the one that it "
            "was computed from.",
        )  # fmt: skip
    return found.select(algorithms=result.algorithms, measures=measures)
