"""Friedman's test of each measure, with Nemenyi's or Holm's post hoc tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from scipy import special

from jointstats.kernels.single import multiplicity
from jointstats.kernels.single.mean_ranks import holm_p_values, nemenyi_p_values
from jointstats.labelled import options, wording
from jointstats.labelled.compare.ranking import cliques
from jointstats.labelled.errors import AlgorithmError, JointStatsWarning
from jointstats.labelled.normal.post_hoc import apart
from jointstats.labelled.result import Result, warn
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

POST_HOC = ("nemenyi", "holm", "none")


@dataclass(frozen=True, kw_only=True, repr=False)
class FriedmanResult(Result):
    """Outcome of :func:`jointstats.friedman_test`.

    Attributes
    ----------
    tests : list of dict
        One per measure: ``measure``, ``chi2`` and ``p_value_chi2`` (Friedman, corrected for ties,
        as R gives it), ``f``, ``df1``, ``df2`` and ``p_value`` (Iman & Davenport; decides),
        ``p_adjusted`` (Holm, over the measures), ``decided``.
    pairs : list of dict
        One per pair and measure: ``a``, ``b``, ``measure``, ``rank_difference`` (of mean ranks,
        a − b; below 0: a is better), ``p_adjusted`` (over the pairs of the measure), ``better``,
        ``winner``. Empty without post hoc tests.
    rankings : dict
        Measure to ``order`` (best mean rank first), ``mean_ranks`` and ``groups`` (of at least two
        that no post hoc test separates).
    post_hoc : {"nemenyi", "holm", "none"}
    critical_difference : float or None
        Nemenyi: mean ranks that differ by more are decided to differ.
    alpha : float
    """

    test: ClassVar[str] = "friedman"

    tests: list[dict[str, Any]]
    pairs: list[dict[str, Any]]
    rankings: dict[str, dict[str, Any]]
    post_hoc: str
    critical_difference: float | None
    alpha: float
    dropped: list[dict[str, str]]

    def _rows(self) -> list[dict[str, Any]]:
        return self.pairs or self.tests


def friedman_test(
    table: Any,
    *,
    post_hoc: str = "nemenyi",
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    **roles: Any,
) -> FriedmanResult:
    """Friedman's test of each measure, and which algorithms differ.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
        Of at least three algorithms.
    post_hoc : {"nemenyi", "holm", "none"}, default "nemenyi"
        Tests of every pair by mean ranks: with the studentised range, or normal with Holm's
        correction over the pairs of a measure.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    FriedmanResult

    Warns
    -----
    JointStatsWarning
        If the table has ropes, which ranks do not use.

    Raises
    ------
    AlgorithmError
        If there are fewer than three algorithms.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    The procedure of Demšar (2006). Failed runs rank last. It sees one measure at a time: see
    :func:`jointstats.compare_algorithms` for all measures jointly.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.results_table_matrices(
    ...     {"A": [[1], [1], [1], [2], [1]], "B": [[2], [2], [3], [1], [2]],
    ...      "C": [[3], [3], [2], [3], [3]]}, measures={"error": "min"})
    >>> result = js.friedman_test(table, post_hoc="none")
    >>> result.rankings["error"]["mean_ranks"], round(result.tests[0]["chi2"], 3)
    ([1.2, 2.0, 2.8], 6.4)
    """
    options.one_of("post_hoc", post_hoc, POST_HOC)
    alpha = options.level(alpha)
    results = as_table(table, on=on, **roles)
    if len(results.algorithms) < 3:
        raise AlgorithmError(
            "friedman_test compares at least three algorithms; for two use sign_test or "
            "wilcoxon_test."
        )
    ranks = {measure: _ranks(results, k) for k, measure in enumerate(results.measures)}
    tests = [_friedman(measure, r) for measure, r in ranks.items()]
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in tests], "holm")
    for row, p in zip(tests, adjusted, strict=True):
        row |= {"p_adjusted": float(p), "decided": bool(p <= alpha)}
    pairs = []
    if post_hoc != "none":
        for measure, r in ranks.items():
            pairs += _pairs(results, measure, r, post_hoc, alpha)
    return FriedmanResult(
        algorithms=results.algorithms,
        measures=results.measures,
        n=results.n,
        n_dropped=results.n_dropped,
        call={"function": "friedman_test", "post_hoc": post_hoc, "on": on, "alpha": alpha},
        warnings=warn(_cautions(results)),
        verdict=_verdict(tests, pairs, alpha),
        tests=tests,
        pairs=pairs,
        rankings=_rankings(results, ranks, pairs),
        post_hoc=post_hoc,
        critical_difference=_critical(results, alpha) if post_hoc == "nemenyi" else None,
        alpha=alpha,
        dropped=[{"dataset": d.dataset, "reason": d.reason} for d in results.dropped],
    )


def _ranks(table: ResultsTable, k: int) -> np.ndarray:
    """Ranks on a measure, 1 is best, ties share their mean rank; shape (n, l)."""
    from scipy.stats import rankdata

    return rankdata(-table.oriented()[:, k, :], axis=1)


def _friedman(measure: str, ranks: np.ndarray) -> dict[str, Any]:
    """Friedman's χ², divided by the correction for ties, and the F of Iman & Davenport."""
    n, l = ranks.shape
    spread = float(((ranks - (l + 1) / 2) ** 2).sum())
    between = n * float(((ranks.mean(axis=0) - (l + 1) / 2) ** 2).sum())
    chi2 = (l - 1) * n * between / spread if spread else 0.0
    rest = n * (l - 1) - chi2
    df1, df2 = l - 1, (l - 1) * (n - 1)
    # Every data set ranks the algorithms alike: F is infinite.
    f = (n - 1) * chi2 / rest if rest > 1e-9 * n else math.inf
    return {
        "measure": measure,
        "chi2": chi2,
        "p_value_chi2": float(special.chdtrc(l - 1, chi2)),
        "f": f,
        "df1": df1,
        "df2": df2,
        "p_value": float(special.fdtrc(df1, df2, f)) if df2 else 1.0,
    }


def _pairs(
    table: ResultsTable, measure: str, ranks: np.ndarray, post_hoc: str, alpha: float
) -> list[dict[str, Any]]:
    adjusted = (nemenyi_p_values if post_hoc == "nemenyi" else holm_p_values)(ranks)
    mean = ranks.mean(axis=0)
    rows = []
    pairs = combinations(range(len(table.algorithms)), 2)
    for (i, j), p in zip(pairs, adjusted.tolist(), strict=True):
        a, b = table.algorithms[i], table.algorithms[j]
        difference = float(mean[i] - mean[j])
        better = None if difference == 0 else a if difference < 0 else b
        rows.append(
            {
                "a": a,
                "b": b,
                "measure": measure,
                "rank_difference": difference,
                "p_adjusted": p,
                "better": better,
                "winner": better if p <= alpha else None,
            }
        )
    return rows


def _critical(table: ResultsTable, alpha: float) -> float:
    """Nemenyi's critical difference of mean ranks: q / sqrt(2) · sqrt(l (l + 1) / 6 n)."""
    from scipy.stats import studentized_range

    l = len(table.algorithms)
    q = float(studentized_range.ppf(1 - alpha, l, np.inf)) / math.sqrt(2)
    return q * math.sqrt(l * (l + 1) / (6 * table.n))


def _rankings(
    table: ResultsTable, ranks: dict[str, np.ndarray], pairs: list[dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    found = {}
    for measure, r in ranks.items():
        mean = r.mean(axis=0)
        order = np.argsort(mean, kind="stable")
        names = tuple(table.algorithms[i] for i in order)
        separated = apart([row for row in pairs if row["measure"] == measure], "winner")
        groups = cliques(names, separated) if pairs else ()
        found[measure] = {
            "order": list(names),
            "mean_ranks": [float(mean[i]) for i in order],
            "groups": [list(group) for group in groups],
        }
    return found


def _cautions(table: ResultsTable) -> list[tuple[type[Warning], str]]:
    named = [name for name, width in table.rope.items() if width]
    if not named:
        return []
    return [
        (
            JointStatsWarning,
            f"Friedman's test ranks every difference: the rope of {wording.listing(named)} is not "
            "used.",
        )
    ]


def _verdict(tests: list[dict[str, Any]], pairs: list[dict[str, Any]], alpha: float) -> str:
    decided = [row["measure"] for row in tests if row["decided"]]
    least = min(row["p_adjusted"] for row in tests)
    correction = "p adjusted by holm over the measures" if len(tests) > 1 else "p"
    numbers = f"{correction}, the smallest {wording.p_value(least)}; alpha = {alpha:g}"
    if len(tests) == 1:
        numbers = f"p {wording.p_value(least)}, alpha = {alpha:g}"
    if not decided:
        on = wording.listing([row["measure"] for row in tests])
        return f"Not decided: the algorithms may rank alike on {on} ({numbers})."
    won = sum(row["winner"] is not None for row in pairs)
    after = f"; {won} of {wording.plural(len(pairs), 'pair')} separated" if pairs else ""
    on = wording.listing(decided)
    return f"Decided: the algorithms do not rank alike on {on} ({numbers}){after}."
