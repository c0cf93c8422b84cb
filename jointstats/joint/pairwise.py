"""Every pair of algorithms: the papers' matrices, for any of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from inspect import signature
from itertools import compress
from typing import Annotated, Any, Literal

import numpy as np

from jointstats.base import errors, wording
from jointstats.base.declare import (
    Declaration,
    PairTest,
    TableOrCounts,
    declaration,
    declare,
    pair_tests,
)
from jointstats.base.kinds import Adjustment, Algorithm, Alpha, CasesWord, Choice, Jobs, Measures
from jointstats.base.lazy_rows import Coded, ColumnSource, LazyRows
from jointstats.base.options import checked_control
from jointstats.base.parallel import spread
from jointstats.base.rows import cells
from jointstats.claims.pair_votes import ties_of_pairs
from jointstats.evidence import multiplicity
from jointstats.evidence.messages import Function, Option, asked
from jointstats.joint import pairwise_result as results
from jointstats.joint.counts import StatementCounts
from jointstats.joint.many_pairs import MOST_MEASURES, ManyPairs, likelihood_pairs, posterior_pairs
from jointstats.joint.rules import often_tied, pair_rules, recommended, sharing_of
from jointstats.single.separate import LEVEL, columns_of_pairs, paired_table, pairs_of
from jointstats.table.intake import as_table
from jointstats.table.making import results_table
from jointstats.table.results_table import ResultsTable

KNOW_FAMILIES = ("bayes", "glrt", "sign")  # others take the data sets of a family for independent


@declare(
    "pairwise tests",
    family="compare",
    asks="Which pairs of algorithms differ?",
    gives="a row for each pair, and a matrix",
    needs="as for the chosen test",
    mind="p-values are corrected for the number of pairs; probabilities are not",
    validity=("every pair",),
)
def pairwise_tests(
    table: TableOrCounts,
    *,
    test: Annotated[
        Literal["bayes", "glrt", "network", "sign", "wilcoxon", "hotelling"] | None, PairTest()
    ] = None,
    p_adjust: Adjustment = "holm",
    control: Algorithm = None,
    cases: Annotated[CasesWord, Choice()] = "auto",
    on: Measures = None,
    alpha: Alpha = 0.05,
    n_jobs: Jobs = None,
    **keywords: Any,
) -> results.PairwiseResult:
    """Compare every pair of algorithms by one test of each.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    test : {"bayes", "glrt", "network", "sign", "wilcoxon", "hotelling"}
        The test of each pair, which must be named. Joint tests (and Hotelling's, of means) give one
        answer per pair, separate tests one per pair and measure. The claims of all pairs with one
        error rate are those of :func:`jointstats.compare_algorithms`.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of a test's p-values for their number. Probabilities are not adjusted.
    control : str, optional
        Compare this algorithm with all others, and no other pairs.
    cases : {"auto", "common", "pairwise"}, default "auto"
        Use the data sets that are complete for all algorithms ("common"); or, for a table made with
        ``missing="drop"`` or ``"unknown"``, those that are complete for the pair (more data, but
        pairs no longer share their data sets). "auto": those of the pair with
        ``missing="unknown"`` and in the sign and Wilcoxon tests; the common ones otherwise.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of the decisions.
    n_jobs : int or str, optional
        Workers that share the pairs (extra ``parallel``), -1 for one per core; or the address of a
        Dask scheduler (extra ``scale``), such as "tcp://10.0.0.1:8786". The default is that of an
        enclosing ``joblib.parallel_config``, otherwise one. Results do not depend on it.
    **keywords
        Options of the test, and keywords of :func:`jointstats.results_table` for a data frame.

    Returns
    -------
    PairwiseResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.pairwise_tests(js.load_dataset("example1"), test="glrt")
    >>> result.pairs[0]["p_value"], result.pairs[0]["winner"]
    (0.5078125, None)
    """
    if test is None:
        every = wording.any_of([f'"{name}"' for name in pair_tests()])
        raise errors.OptionError(
            "Name the test of each pair, ", asked("test"), f": {every}. ",
            Function("compare_algorithms"), " has the claims of all pairs, with one error rate.",
        )  # fmt: skip
    declared, fit = declaration(f"{test}_test"), test in KNOW_FAMILIES
    source, settings = _source(table, on, keywords, cases, families_fit=fit)
    used = own_cases(source, test) if cases == "auto" else cases
    if used == "common" and isinstance(source, ResultsTable):
        source.require_datasets()
    control = checked_control(control, source.algorithms)
    settings = _settings(declared, test, settings)
    pairs = pairs_of(source.algorithms, control)
    own = used == "pairwise" and isinstance(source, ResultsTable)
    if own:
        pairs = [pair for pair in pairs if source.n + _recovered(source, [pair])] or pairs
    rows = _rows(declared, test, source, pairs, used, alpha, p_adjust, settings, n_jobs)
    recovered = _recovered(source, pairs) if own else 0
    by_p, expected_wrong = rows[0].by_p, None
    if not by_p:
        of = cells(rows, ("probability", "decided"))
        sure = compress(of["probability"], of["decided"])
        expected_wrong = float(sum(1 - p for p in sure))
    voting = source.shared_units if isinstance(source, ResultsTable) else source
    return _RESULTS[declared.pairs](
        facts=replace(
            source.facts,
            n=source.n + recovered,
            n_dropped=source.n_dropped - recovered,
            dropped=() if recovered else source.dropped,
            n_families=voting.n_families if fit else None,
        ),
        test_name=test,
        pairs=rows,
        p_adjust=p_adjust if by_p else "none",
        alpha=alpha,
        control=control,
        cases=used,
        expected_wrong=expected_wrong,
        warnings=(
            *results.own_cases_note(rows, source.n),
            *_often_tied(source, pairs, declared, settings),
        ),
        call=settings,
    )


def own_cases(source: Any, test: str) -> str:
    """The data sets that pairs use by default.

    Their own where missing results are unknown, or dropped from tests of single measures. Joint
    tests share the complete ones, so that the answers for pairs agree with those for all.
    """
    if not isinstance(source, ResultsTable) or source.incomplete is None:
        return "common"
    separate = test in ("sign", "wilcoxon")
    return "pairwise" if source.unknown or separate else "common"


def _rows(
    declared: Declaration, test: str, source: Any, pairs: list[tuple[str, str]], cases: str,
    alpha: float, p_adjust: str, settings: dict, n_jobs: int | str | None,
) -> Sequence[Any]:  # fmt: skip
    """What the test says of every pair, decided."""
    if declared.pairs == "separate":
        return _separate_rows(test, source, pairs, cases, alpha, p_adjust, **settings)
    said = {name: one.default for name, one in declared.options.items()} | settings
    if cases == "common" and _alike(test, source, said):
        many = ManyPairs(source, pairs, said["ties"])
        if test == "glrt":
            return likelihood_pairs(many, alpha, p_adjust)
        return posterior_pairs(many, alpha, said["rule"], said["prior"], said["prior_strength"])
    parts = [[pair] for pair in pairs]
    # Pairs on the same rows are one batch; sign flips take long enough to be shared out.
    if declared.pair_rows and cases == "common" and not settings.get("permutation"):
        parts = [pairs]
    tasks = [(test, source, part, cases, alpha, settings) for part in parts]
    rows = tuple(row for part in spread(_answers, tasks, n_jobs, "pairs") for row in part)
    if cases == "pairwise" and isinstance(source, ResultsTable):
        total = source.n + source.n_dropped
        rows = tuple(replace(row, n_dropped=total - row.n) for row in rows)
    return _adjusted(rows, alpha, p_adjust) if rows[0].by_p else rows


def _alike(test: str, source: Any, said: dict[str, Any]) -> bool:
    """Whether pairs differ in their counts only: these are then made, and tested, together."""
    return (
        test in ("glrt", "bayes")
        and isinstance(source, ResultsTable)
        and len(source.measures) <= MOST_MEASURES
        and source.units.n_families is None
        and said["question"] == "orderings"
        and said["control"] is None
        and str(said.get("prior", "symmetric")) in ("symmetric", "jeffreys", "uniform")
    )


def _separate_rows(
    test: str, source: Any, pairs: list[tuple[str, str]], cases: str, alpha: float, p_adjust: str,
    *, level: float = LEVEL, **_: Any,
) -> LazyRows[results.SeparatePair]:  # fmt: skip
    """A row for each pair and measure: the separate tests of all pairs are one batch."""
    table, dropped = source, None
    if isinstance(source, ResultsTable) and cases == "common":
        table = replace(source, missing="drop", incomplete=None)
    table = paired_table(table, families_fit=test in KNOW_FAMILIES)
    columns = columns_of_pairs(table, pairs, test, level=level, p_adjust=p_adjust, alpha=alpha)
    n = columns["n"] if table.unknown else np.full(len(columns["a"]), table.n)
    if cases == "pairwise":
        dropped = (source.n + source.n_dropped - n).tolist()
    made = {"n": n, "n_dropped": dropped or Coded([None], np.zeros(len(n)))}
    return LazyRows(ColumnSource(results.SeparatePair, columns | made))


def _often_tied(
    source: Any, pairs: list[tuple[str, str]], declared: Declaration, settings: dict[str, Any]
) -> Iterator[errors.Caution]:
    """That a pair ties often on a measure whose ties the test splits, if a table can tell."""
    if "ties" not in declared.options or not isinstance(source, ResultsTable):
        return
    ties, _ = sharing_of(settings.get("ties", "auto"))
    most = ties_of_pairs(source, pairs).max(axis=0).tolist()
    ties_of = dict(zip(source.measures, most, strict=True))
    often = often_tied(ties_of, pair_rules(ties, source.rope), len(source.shared))
    if often:
        said = recommended({name: ties_of[name] for name in often}, " for some pair")
        yield errors.Caution(*said, category=errors.TiesWarning)


_ROLES = frozenset(signature(results_table).parameters)


def _source(
    table: Any,
    on: Sequence[Any] | None,
    keywords: dict[str, Any],
    cases: str,
    *,
    families_fit: bool,
) -> tuple[Any, dict[str, Any]]:
    """The table (or counts), and what is left of the keywords for the test."""
    roles = {name: value for name, value in keywords.items() if name in _ROLES}
    settings = {name: value for name, value in keywords.items() if name not in _ROLES}
    if not isinstance(table, StatementCounts):
        how = {"pair_by_pair": cases != "common", "families_fit": families_fit}
        source = as_table(table, on=on, folds_fit=True, **how, **roles)
        return source, settings
    only = roles.pop("only", None)
    if roles:
        raise errors.OptionError(Option(next(iter(roles))), " has no meaning for counts.")
    return table.select(algorithms=only, measures=on), settings


def _part(source: Any, pair: tuple[str, str], cases: str) -> Any:
    """The results of a pair on the data sets that it has in common, or its counts."""
    if not isinstance(source, ResultsTable):
        return source.select(algorithms=pair)
    part = source.select(algorithms=pair, recover=cases == "pairwise")
    part.require_datasets()
    return part if part.incomplete is None else replace(part, missing="drop", incomplete=None)


def _recovered(source: ResultsTable, pairs: list[tuple[str, str]]) -> int:
    """How many of the data sets left out are complete for one of the pairs."""
    first, second = ([source.algorithms.index(pair[side]) for pair in pairs] for side in (0, 1))
    both = source.complete[:, first] & source.complete[:, second]
    return int(np.count_nonzero(both.any(axis=1)))


def _settings(declared: Declaration, test: str, given: dict[str, Any]) -> dict[str, Any]:
    """The test's own options, checked."""
    for name in given:
        if name not in declared.pair_options:
            call = Function("pairwise_tests", {"test": test})
            raise errors.OptionError(Option(name), " has no meaning for ", call, ".")
    return declared.checked(given)


def _answers(
    test: str, source: Any, pairs: list[tuple[str, str]], cases: str, alpha: float, settings: dict
) -> list[Any]:
    """A row for each pair: what a joint test says of it, or a test of means on the same data sets.

    Cautions of single pairs are left out: the verdict is about all of them.
    """
    declared = declaration(f"{test}_test")
    if declared.pairs == "joint":
        parts = [_part(source, pair, cases) for pair in pairs]
        return [declared.function(part, alpha=alpha, **settings).as_pair() for part in parts]
    if isinstance(source, StatementCounts) or declared.pair_rows is None:
        values = " needs values: give the results, not their statement counts."
        raise errors.OptionError(Function("pairwise_tests", {"test": test}), values)
    part = source if cases == "common" else _part(source, pairs[0], cases)
    return declared.pair_rows(part, pairs, alpha, **settings)


# What a test may say of a pair -> what comes of all pairs.
_RESULTS: dict[str, type[results.PairwiseResult]] = {
    "joint": results.JointPairsResult,
    "separate": results.SeparatePairsResult,
    "means": results.MeanPairsResult,
}


def _adjusted(rows: Sequence[Any], alpha: float, p_adjust: str) -> tuple[Any, ...]:
    """The rows, decided by p-values that are corrected for their number."""
    adjusted = multiplicity.adjust_p_values(cells(rows, ["p_value"])["p_value"], p_adjust)
    return tuple(row.decide(float(p), alpha) for row, p in zip(rows, adjusted, strict=True))
