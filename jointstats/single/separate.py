"""The separate tests: one measure at a time, for every pair of algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Unpack

import numpy as np

from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.facts import fact
from jointstats.base.kinds import Adjustment, Algorithm, Alpha, Coverage, Measures
from jointstats.base.lazy_rows import Coded, ColumnSource, LazyRows
from jointstats.base.options import checked_control
from jointstats.base.result import Result
from jointstats.base.rows import BETTER, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.claims.pair_votes import places_of_pairs
from jointstats.evidence import multiplicity
from jointstats.evidence.messages import Function
from jointstats.single.kernel_paired import EFFECTS, EffectColumn, EffectSizes, tests_of_pairs
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable

LEVEL = 0.95  # of the intervals, unless another one is asked for
METHODS = ("approximate", "exact")


@dataclass(frozen=True, kw_only=True)
class SeparateTest(Row):
    """Two algorithms on one measure: a row of :class:`SeparateResult`."""

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    measure: str = column(NAME, "the measure")
    wins_a: int = column(WHOLE, "data sets (or families) on which a is better")
    wins_b: int = column(WHOLE, "data sets (or families) on which b is better")
    ties: int = column(
        WHOLE, "data sets (or families) with equal results, or a difference within the rope"
    )
    statistic: float = column(NUMBER, "wins of a (sign test), or Wilcoxon's V", shown=False)
    p_value: float = column(P_VALUE, "two-sided p-value", broom="p.value", shown=False)
    method: str = column(TEXT, "whether the p-value is exact or approximate", shown=False)
    better: str | None = column(NAME, "the algorithm that leads; unknown if none does", shown=False)
    median_difference: float | None = column(
        NUMBER,
        "median of a − b; unknown if a run failed",
        unit="of the measure",
        broom="estimate",
        heading="median a − b",
    )
    median_low: float | None = column(
        NUMBER,
        "lower end of the interval of the median; unknown with too few data sets, or families",
        unit="of the measure",
        broom="conf.low",
    )
    median_high: float | None = column(
        NUMBER, "upper end of the interval of the median", unit="of the measure", broom="conf.high"
    )
    cliffs_delta: float | None = column(
        NUMBER, "Cliff's delta; above 0: a is better", heading="Cliff's delta"
    )
    cliffs_low: float | None = column(NUMBER, "lower end of the interval of Cliff's delta")
    cliffs_high: float | None = column(NUMBER, "upper end of the interval of Cliff's delta")
    p_adjusted: float = column(
        P_VALUE, "p-value adjusted over all pairs and measures", broom="adj.p.value"
    )
    winner: str | None = column(NAME, "the leader, if the adjusted p-value decides", **BETTER)
    n: int | None = column(
        WHOLE, "data sets, or families, used, where tests differ in them", default=None
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class SeparateResult(Result):
    """Outcome of :func:`jointstats.sign_test` and :func:`jointstats.wilcoxon_test`.

    Attributes
    ----------
    tests : sequence of SeparateTest
        One per pair and measure; each is made, and its effect sizes computed, when it is read.
    p_adjust : str
        How the p-values were adjusted, over all pairs and measures.
    alpha : float
    control : str or None
        If given, the only algorithm with which the others were compared.
    rope : dict
        For each measure, the width within which results tie.
    level : float
        Level of the intervals.
    n_families : int or None
        Families that vote in the sign test; None if data sets do.
    """

    words = "single.words.SeparateWords"
    shows = "single.figures.of_separate"

    test: ClassVar[str] = "separate"

    tests: Sequence[SeparateTest]
    p_adjust: str
    alpha: float
    control: str | None
    rope: dict[str, float] = fact()
    level: float
    n_families: int | None = fact()

    @property
    def rows(self) -> Sequence[SeparateTest]:
        """The tests."""
        return self.tests

    def pair_sizes(self) -> set[int]:
        """How many data sets pairs share, if some are not on all."""
        return {row.n for row in self.rows if row.n is not None}


class SignResult(SeparateResult):
    """Outcome of :func:`jointstats.sign_test`; attributes as :class:`SeparateResult`."""

    test: ClassVar[str] = "sign"


class WilcoxonResult(SeparateResult):
    """Outcome of :func:`jointstats.wilcoxon_test`; attributes as :class:`SeparateResult`."""

    test: ClassVar[str] = "wilcoxon"


@declare(
    "sign test",
    family="single",
    pairs="separate",
    asks="Which algorithm is better on this measure on more data sets?",
    gives="adjusted p-value",
    needs="orders only",
    mind="needs more data sets than Wilcoxon's test if differences are normal, fewer if they have "
    "heavy tails",
    validity=("one measure", "intervals"),
)
def sign_test(
    table: TableLike,
    *,
    on: Measures = None,
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    control: Algorithm = None,
    level: Coverage = LEVEL,
    **roles: Unpack[TableRoles],
) -> SignResult:
    """Compare every pair of algorithms on each measure by the sign test.

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
        Compare this algorithm with all others, and no other pairs.
    level : float, default 0.95
        Coverage of the intervals of the median difference (at least) and of Cliff's delta (about).
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

    If the data sets come in families (`cluster`, when the table is made), each family has one vote,
    for the algorithm that is better on more of its data sets; intervals, which take data sets for
    independent, are unknown.

    The interval of the median difference is exact: by order statistics, its coverage is at least
    `level`. That of Cliff's delta is approximate, unless one algorithm is better in every
    comparison: in a study it covered deltas up to .6 in 92 to 96 %, those of .9 and more in as few
    as 82 %.

    Examples
    --------
    >>> import jointstats as js
    >>> [round(t.p_value, 4) for t in js.sign_test(js.load_dataset("example1")).tests]
    [0.146, 0.3877]
    """
    source = paired_table(table, on=on, families_fit=True, **roles)
    return separate_tests(source, "sign", alpha, p_adjust, control, level)


@declare(
    "Wilcoxon test",
    family="single",
    pairs="separate",
    asks="Which algorithm is better on this measure, if large differences count more?",
    gives="adjusted p-value, effect sizes",
    needs="differences that are symmetric about their median",
    mind="tests each measure separately",
    rests_on=("wilcoxon1945individual", "cliff1993dominance"),
    validity=("one measure", "intervals"),
)
def wilcoxon_test(
    table: TableLike,
    *,
    on: Measures = None,
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    control: Algorithm = None,
    level: Coverage = LEVEL,
    **roles: Unpack[TableRoles],
) -> WilcoxonResult:
    """Compare every pair of algorithms on each measure by Wilcoxon's signed-rank test.

    Parameters
    ----------
    table, on, alpha, p_adjust, control, level, **roles
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
    Zero differences are left out, as in R's ``wilcox.test(paired = TRUE)``; those within the rope
    count as zeros. Exact for fewer than 50 other differences, and for up to 200 if some of them are
    equal but for rounding (given the ties: Lehmann 1975); R is approximate if any are equal or
    zero. Otherwise the p-value is R's normal approximation, with corrections for ties and
    continuity. P-values are two-sided; the papers' matrices are one-directional (half).

    It assumes that differences are symmetric about their centre. If they are not, it may find a
    winner although both algorithms win as often; :func:`jointstats.sign_test` tests the number of
    wins. Intervals are those of :func:`jointstats.sign_test`.

    Examples
    --------
    >>> import jointstats as js
    >>> js.wilcoxon_test(js.load_dataset("pnn")).tests[0].p_value
    0.125
    """
    source = paired_table(table, on=on, **roles)
    return separate_tests(source, "wilcoxon", alpha, p_adjust, control, level)


def paired_table(source: Any, **keywords: Any) -> ResultsTable:
    """The table whose pairs have, on each measure, every data set with both results."""
    table = as_table(source, pair_by_pair=True, **keywords)
    if not table.comparable:
        table.require_datasets()
    return replace(table, missing="unknown") if table.missing == "drop" else table


def pairs_of(algorithms: tuple[str, ...], control: str | None) -> list[tuple[str, str]]:
    """All pairs, or the control with each other algorithm."""
    if control is None:
        return list(combinations(algorithms, 2))
    return [(control, other) for other in algorithms if other != control]


_RESULTS: dict[str, type[SeparateResult]] = {"sign": SignResult, "wilcoxon": WilcoxonResult}


def separate_tests(
    table: ResultsTable, test: str, alpha: float, p_adjust: str, control: Any, level: float
) -> Any:
    """Test every measure of a finished table, for every pair; neither warns nor checks options.

    Parameters
    ----------
    table : ResultsTable
    test : {"sign", "wilcoxon"}
    alpha, p_adjust, control, level
        As for :func:`jointstats.sign_test`.

    Returns
    -------
    SignResult or WilcoxonResult

    Raises
    ------
    MissingValuesError
        If Wilcoxon's test would have to rank failed results.
    """
    control = checked_control(control, table.algorithms)
    pairs = pairs_of(table.algorithms, control)
    columns = columns_of_pairs(table, pairs, test, level=level, p_adjust=p_adjust, alpha=alpha)
    # Those that no two algorithms share, on any measure.
    left_out = int((~table.shared).sum()) if table.unknown else table.n_dropped
    return _RESULTS[test](
        facts=replace(
            table.facts,
            n=table.n + table.n_dropped - left_out,
            n_dropped=left_out,
            dropped=() if table.unknown else table.dropped,
            n_families=_voting_families(table, test),
        ),
        tests=LazyRows(ColumnSource(SeparateTest, columns)),
        p_adjust=p_adjust,
        alpha=alpha,
        control=control,
        level=level,
    )


def _voting_families(table: ResultsTable, test: str) -> int | None:
    """How many families vote; Wilcoxon's test takes data sets for independent."""
    return table.shared_units.n_families if test == "sign" else None


def columns_of_pairs(
    table: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    test: str,
    *,
    level: float,
    p_adjust: str,
    alpha: float,
) -> dict[str, Any]:
    """Test every measure of every pair, and adjust the p-values for their number.

    Parameters
    ----------
    table, test, level, p_adjust, alpha
        As for `separate_tests`.
    pairs : sequence of (str, str)

    Returns
    -------
    dict
        The columns of :class:`SeparateTest`. Effect sizes are computed when a row is read.

    Raises
    ------
    MissingValuesError
        If Wilcoxon's test would have to rank failed results.
    """
    if test == "wilcoxon":
        table.require_values(Function("wilcoxon_test"))
    places, values = places_of_pairs(table, pairs), table.known()
    units = table.known_units if test == "sign" else None  # Wilcoxon's takes data sets for them
    tests = tests_of_pairs(values, table.rope_widths, places, test, units)
    p = multiplicity.adjust_p_values(tests.p_value.ravel(), p_adjust)
    m, nobody = len(table.measures), len(table.algorithms)
    first, second = (np.repeat(side, m) for side in places.T)
    lead = tests.lead.ravel()
    better = np.where(lead > 0, first, np.where(lead < 0, second, nobody))
    names = [*table.algorithms, None]
    measured, wins = tests.n.ravel(), tests.wins.reshape(-1, 2)
    independent = _voting_families(table, test) is None
    sizes = EffectSizes(values, table.signs, places, level, intervals=independent)
    return {
        "a": Coded(names, first),
        "b": Coded(names, second),
        "measure": Coded(list(table.measures), np.tile(np.arange(m), len(places))),
        "wins_a": wins[:, 0],
        "wins_b": wins[:, 1],
        "ties": measured - wins.sum(axis=1),
        "statistic": tests.statistic.ravel(),
        "p_value": tests.p_value.ravel(),
        "method": Coded(METHODS, tests.exact.ravel()),
        "better": Coded(names, better),
        **{name: EffectColumn(sizes, name) for name in EFFECTS},
        "p_adjusted": p,
        "winner": Coded(names, np.where(p <= alpha, better, nobody)),
        "n": measured if table.unknown else Coded([None], np.zeros(measured.size)),
    }
