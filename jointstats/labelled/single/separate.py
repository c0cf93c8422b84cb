"""The separate tests: one measure at a time, for every pair of algorithms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.kernels.progress import track
from jointstats.kernels.single import multiplicity, paired
from jointstats.labelled import options, wording
from jointstats.labelled.result import Result
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

LEVEL = 0.95  # of the intervals


@dataclass(frozen=True, kw_only=True, repr=False)
class SeparateResult(Result):
    """Outcome of :func:`jointstats.sign_test` and :func:`jointstats.wilcoxon_test`.

    Attributes
    ----------
    tests : list of dict
        One per pair and measure: ``a``, ``b``, ``measure``, ``wins_a``, ``wins_b``, ``ties``,
        ``statistic``, ``p_value``, ``p_adjusted``, ``better`` (who leads), ``winner`` (the same
        if decided, otherwise None),
        ``median_difference`` (a − b, in the measure's units) with ``median_low`` and
        ``median_high``, ``cliffs_delta`` (above 0: a is better) with ``cliffs_low`` and
        ``cliffs_high``, ``method``.
    p_adjust : str
        How the p-values were adjusted, over all pairs and measures.
    alpha : float
    control : str or None
        If given, the only algorithm with which the others were compared.
    rope : dict
    """

    test: ClassVar[str] = "separate"

    tests: list[dict[str, Any]]
    p_adjust: str
    alpha: float
    control: str | None
    rope: dict[str, float]

    def _rows(self) -> list[dict[str, Any]]:
        return self.tests


class SignResult(SeparateResult):
    """Outcome of :func:`jointstats.sign_test`; attributes as :class:`SeparateResult`."""

    test: ClassVar[str] = "sign"


class WilcoxonResult(SeparateResult):
    """Outcome of :func:`jointstats.wilcoxon_test`; attributes as :class:`SeparateResult`."""

    test: ClassVar[str] = "wilcoxon"


def sign_test(
    table: Any,
    *,
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    control: Any = None,
    **roles: Any,
) -> SignResult:
    """Sign test of each measure, for every pair of algorithms.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level at which the adjusted p-value decides.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction for the number of tests: over all pairs and measures.
    control : str, optional
        Compare only this algorithm with each other one.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    SignResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Exact binomial p-values; ties (differences within the rope) are left out and counted.

    Examples
    --------
    >>> import jointstats as js
    >>> [round(t["p_value"], 4) for t in js.sign_test(js.load_dataset("example1")).tests]
    [0.146, 0.3877]
    """
    return _separate(SignResult, table, on, alpha, p_adjust, control, roles)


def wilcoxon_test(
    table: Any,
    *,
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    control: Any = None,
    **roles: Any,
) -> WilcoxonResult:
    """Wilcoxon's signed-rank test of each measure, for every pair of algorithms.

    Parameters
    ----------
    table, on, alpha, p_adjust, control, **roles
        As for :func:`jointstats.sign_test`.

    Returns
    -------
    WilcoxonResult

    Raises
    ------
    MissingValuesError
        If the table holds failed results: ranks of differences need values.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    The rules of R's ``wilcox.test(paired = TRUE)``: exact below 50 data sets without ties or
    zeros, otherwise normal with corrections for ties and continuity. Differences within the rope
    count as zeros. P-values are two-sided; the papers' matrices are one-directional (half).

    Examples
    --------
    >>> import jointstats as js
    >>> js.wilcoxon_test(js.load_dataset("pnn")).tests[0]["p_value"]
    0.125
    """
    return _separate(WilcoxonResult, table, on, alpha, p_adjust, control, roles)


def pairs_of(algorithms: tuple[str, ...], control: str | None) -> list[tuple[str, str]]:
    """All pairs, or the control with each other algorithm."""
    if control is None:
        return list(combinations(algorithms, 2))
    return [(control, other) for other in algorithms if other != control]


def _separate(
    result: type[Any],
    source: Any,
    on: Sequence[Any] | None,
    alpha: float,
    p_adjust: str,
    control: Any,
    roles: dict[str, Any],
) -> Any:
    alpha = options.level(alpha)
    options.one_of("p_adjust", p_adjust, multiplicity.METHODS)
    table = as_table(source, on=on, **roles)
    if control is not None:
        control = options.known_name("algorithm (control)", control, table.algorithms)
    name = result.test
    if name == "wilcoxon":
        table.require_values("wilcoxon_test")
    pairs = pairs_of(table.algorithms, control)
    tests = [row for pair in track(pairs, len(pairs), "pairs") for row in _pair(table, pair, name)]
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in tests], p_adjust)
    for row, p in zip(tests, adjusted, strict=True):
        row["p_adjusted"] = float(p)
        row["winner"] = row["better"] if p <= alpha else None
    return result(
        algorithms=table.algorithms,
        measures=table.measures,
        n=table.n,
        n_dropped=table.n_dropped,
        call={"function": f"{name}_test", "on": on, "alpha": alpha, "p_adjust": p_adjust,
              "control": control},
        verdict=_verdict(tests, p_adjust, alpha),
        tests=tests,
        p_adjust=p_adjust,
        alpha=alpha,
        control=control,
        rope=table.rope,
    )  # fmt: skip


def _pair(table: ResultsTable, pair: tuple[str, str], name: str) -> list[dict[str, Any]]:
    i, j = (table.algorithms.index(algorithm) for algorithm in pair)
    values = table.oriented()[:, :, [i, j]]
    beats = orders.preference(values, np.ones(len(table.measures)), table.rope_widths)
    rows = []
    for k, (measure, sign) in enumerate(zip(table.measures, table.signs, strict=True)):
        a, b = values[:, k, 0], values[:, k, 1]
        wins_a, wins_b = int(beats[:, k, 0, 1].sum()), int(beats[:, k, 1, 0].sum())
        row: dict[str, Any] = {
            "a": pair[0],
            "b": pair[1],
            "measure": measure,
            "wins_a": wins_a,
            "wins_b": wins_b,
            "ties": table.n - wins_a - wins_b,
        }
        if name == "sign":
            p = paired.sign_test_p_value(wins_a, wins_b)
            row |= {"statistic": float(wins_a), "p_value": p, "method": "exact"}
            lead = float(wins_a - wins_b)
        else:
            tied = ~(beats[:, k, 0, 1] | beats[:, k, 1, 0])
            v, p, method = paired.wilcoxon_p_value(np.where(tied, 0.0, a - b))
            row |= {"statistic": v, "p_value": p, "method": method}
            moved = wins_a + wins_b
            lead = v - moved * (moved + 1) / 4  # against the mean of V
        row["better"] = None if lead == 0 else pair[0] if lead > 0 else pair[1]
        rows.append(row | _effects(a, b, float(sign)))
    return rows


def _effects(a: np.ndarray, b: np.ndarray, sign: float) -> dict[str, float | None]:
    """Median difference in the measure's own units, and Cliff's delta; None where unknown."""
    delta, low, high = paired.cliffs_delta(a, b, LEVEL)
    effects: dict[str, float | None] = {}
    if np.isfinite(a).all() and np.isfinite(b).all():
        median, below, above = paired.median_interval(sign * (a - b), LEVEL)
    else:  # a failed run has no distance from the others
        median = below = above = math.nan
    effects |= {"median_difference": median, "median_low": below, "median_high": above}
    effects |= {"cliffs_delta": delta, "cliffs_low": low, "cliffs_high": high}
    # Adding 0 turns the −0.0 of a measure to be minimised into 0.0.
    return {key: None if x is None or math.isnan(x) else x + 0.0 for key, x in effects.items()}


def _verdict(tests: list[dict[str, Any]], p_adjust: str, alpha: float) -> str:
    decided = [row for row in tests if row["winner"]]
    basis = f"{alpha:g} {wording.corrected(p_adjust)}"
    if len({(row["a"], row["b"]) for row in tests}) > 1:
        return f"{len(decided)} of {len(tests)} differences (pairs × measures) have p ≤ {basis}."
    if not decided:
        return (
            f"No measure alone shows a difference between {tests[0]['a']} and {tests[0]['b']} "
            f"(p > {basis})."
        )
    by_winner: dict[str, list[str]] = {}
    for row in decided:
        by_winner.setdefault(row["winner"], []).append(row["measure"])
    said = "; ".join(f"{who} is better on {wording.listing(on)}" for who, on in by_winner.items())
    open_ = [row["measure"] for row in tests if not row["winner"]]
    rest = f"; not decided on {wording.listing(open_)}" if open_ else ""
    return f"Measure by measure: {said}{rest} (p ≤ {basis})."
