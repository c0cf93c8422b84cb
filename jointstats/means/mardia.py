"""Mardia's test: are the results normal enough for Hotelling's test and MANOVA."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal, Unpack

import numpy as np

from jointstats.base import options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution
from jointstats.base.kinds import MOST_DRAWS, Adjustment, Alpha, Choice, Measures, Seed, Whole
from jointstats.base.rows import ERROR, FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.evidence import multiplicity
from jointstats.evidence.messages import Function
from jointstats.means import cases as normal
from jointstats.means import kernel_mardia as kernel
from jointstats.means import kernel_rank
from jointstats.means.kernel_scatter import stacked_differences
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import in_sequence

TEST = Function("mardia_test")
Samples = Annotated[Literal["differences", "algorithms", "residuals", "stacked"], Choice()]
Simulated = Annotated[int, Whole(99, MOST_DRAWS)]
WEAK = 0.8
"""With less power than this against a skewed distribution, a large p means little."""
LARGE = 200
"""From this number of rows on, power is not a question."""


@dataclass(frozen=True, kw_only=True)
class MardiaSample(Row):
    """Both of Mardia's tests of one sample.

    Attributes
    ----------
    kept : list of bool
        Measures that no others determine.
    """

    sample: str = column(NAME, "name of the tested sample")
    a: str | None = column(
        NAME, "first algorithm; unknown for all differences in one sample", shown=False
    )
    b: str | None = column(NAME, "second algorithm; known for differences only", shown=False)
    n: int = column(WHOLE, "rows")
    rank: int = column(
        WHOLE, "measures that no others determine; 0 if there is no test", shown=False
    )
    kept: list[bool]
    skewness: float | None = column(NUMBER, "skewness b₁")
    skewness_p_value: float | None = column(
        P_VALUE, "Monte Carlo p-value of the skewness; decides", shown=False
    )
    skewness_mcse: float | None = column(
        ERROR, "Monte Carlo standard error of that p-value", shown=False
    )
    skewness_p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted over all samples and both tests", heading="p_adjusted"
    )
    skewness_p_asymptotic: float | None = column(
        P_VALUE, "p-value by the χ² form of 1970", shown=False
    )
    skewness_p_small_sample: float | None = column(
        P_VALUE, "p-value by the small-sample form of 1974", shown=False
    )
    kurtosis: float | None = column(NUMBER, "kurtosis b₂")
    kurtosis_p_value: float | None = column(
        P_VALUE, "Monte Carlo p-value of the kurtosis; decides", shown=False
    )
    kurtosis_mcse: float | None = column(
        ERROR, "Monte Carlo standard error of that p-value", shown=False
    )
    kurtosis_p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted over all samples and both tests", heading="p_adjusted"
    )
    kurtosis_p_asymptotic: float | None = column(
        P_VALUE, "p-value by the normal form of 1970", shown=False
    )
    kurtosis_p_small_sample: float | None = column(
        P_VALUE, "p-value by the small-sample form of 1974", shown=False
    )
    normal: bool | None = column(
        FLAG, "false if one of the two adjusted p-values decides", heading="may be normal"
    )
    reason: str | None = column(TEXT, "why there is no test", shown=False)

    @property
    def p_least(self) -> float | None:
        """The smaller adjusted p-value."""
        if self.skewness_p_adjusted is None or self.kurtosis_p_adjusted is None:
            return None
        return min(self.skewness_p_adjusted, self.kurtosis_p_adjusted)


@dataclass(frozen=True, kw_only=True, repr=False)
class MardiaResult(normal.NormalResult):
    """Outcome of :func:`jointstats.mardia_test`.

    Attributes
    ----------
    of_what : {"differences", "algorithms", "residuals", "stacked"}
        Which samples were tested.
    samples : list of MardiaSample
        Each sample with both tests.
    rejected : int
        Samples that are not normal.
    decided : bool
        Whether any sample was rejected.
    power : dict
        Power of the ``skewness`` and the ``kurtosis`` test against independent exponential
        variables, for samples of this size.
    p_adjust : str
        Correction over all samples and both tests.
    draws, seed : int
        Number and seed of the simulated samples of the null distribution.
    """

    words = "means.words.MardiaWords"

    test: ClassVar[str] = "mardia"

    of_what: str
    samples: list[MardiaSample]
    rejected: int
    decided: bool
    power: dict[str, float]
    p_adjust: str
    draws: int
    seed: int

    @property
    def rows(self) -> list[MardiaSample]:
        """The samples."""
        return self.samples


@declare(
    "Mardia test",
    family="means",
    asks="Are the differences normal, as tests of means assume?",
    gives="p-values of skewness and kurtosis",
    needs="more rows than measures",
    mind="with few rows the test has little power",
    rests_on=("mardia1970measures",),
    validity=("means",),
)
def mardia_test(
    table: TableLike,
    *,
    samples: Samples = "differences",
    on: Measures = None,
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    draws: Simulated = 9_999,
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> MardiaResult:
    """Test joint normality of the results, the assumption of Hotelling's test and MANOVA.

    Parameters
    ----------
    table : ResultsTable, FoldTable, DataFrame, or dict of matrices
    samples : {"differences", "algorithms", "residuals", "stacked"}, default "differences"
        What should be normal: the differences of every pair of algorithms (paired T²); each
        algorithm's results themselves (the paper's check, and the one-way MANOVA); each
        algorithm's deviations from the mean of all algorithms on the same data set (MANOVA with
        blocks); all differences from the first algorithm side by side (T² on stacked differences).
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level at which the adjusted p-values decide.
    p_adjust : str, default "holm"
        Correction of the p-values for the number of samples, and for two tests of each.
    draws : int, default 9999
        Number of simulated normal samples for the p-values.
    rng : int, Generator or None, default 0
        Seed of the simulation. The null distribution depends on nothing but the numbers of rows
        and measures, so that a fixed seed does no harm.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    MardiaResult

    Warns
    -----
    JointStatsWarning
        If there are so few rows that even a strongly skewed distribution would pass.

    Raises
    ------
    TooFewCasesError
        If there are no more rows than measures + 1.
    IdenticalAlgorithmsError
        If nothing varies.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Mardia (1970). The result also has the asymptotic p-values, and those with the moments of 1974.
    With ten rows the asymptotic test of skewness never rejects.

    Examples
    --------
    >>> import jointstats as js, warnings
    >>> rng = np.random.default_rng(2)
    >>> A, B = rng.normal(size=(20, 2)), rng.exponential(size=(20, 2)) ** 2
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     result = js.mardia_test({"A": A, "B": B}, measures={"x": "max", "y": "max"},
    ...                             samples="algorithms")
    >>> [row.normal for row in result.samples]
    [True, False]
    """
    table = as_table(table, on=on, folds_fit=True, **roles)
    normal.require_normal(table, TEST)
    seed = options.seed(rng)
    parts = _samples(in_sequence(table), samples)
    tests = [_tested(part, table, draws, seed) for part in parts]
    _require_any(parts, tests, table)
    rows = _rows(parts, tests, alpha, p_adjust)
    power = _power(rows, alpha)
    rejected = sum(row.normal is False for row in rows)
    return MardiaResult(
        facts=table.facts,
        warnings=tuple(_cautions(rows, table, power)),
        alpha=alpha,
        redundant=_redundant(rows, table),
        of_what=samples,
        samples=rows,
        rejected=rejected,
        decided=rejected > 0,
        power=power,
        p_adjust=p_adjust,
        draws=draws,
        seed=seed,
    )


@dataclass(frozen=True)
class _Sample:
    """Rows that should be normal, and the magnitude of the numbers they were made from."""

    label: str
    a: str | None
    b: str | None
    rows: np.ndarray
    scale: np.ndarray


def _samples(table: ResultsTable, what: str) -> list[_Sample]:
    x, names = table.values, table.algorithms
    scale = np.abs(x).max(axis=(0, 2), initial=0.0)
    at = range(len(names))
    if what == "differences":
        return [
            _Sample(f"{names[i]} − {names[j]}", names[i], names[j], x[:, :, i] - x[:, :, j], scale)
            for i, j in combinations(at, 2)
        ]
    if what == "stacked":
        wide = stacked_differences(np.moveaxis(x, 1, 2))
        return [_Sample("all differences", None, None, wide, np.tile(scale, len(names) - 1))]
    if what == "residuals":
        x = x - x.mean(axis=2, keepdims=True)
    return [_Sample(names[i], names[i], None, x[:, :, i], scale) for i in at]


Found = kernel.MardiaTests | kernel_rank.NormalTheoryError


def _tested(part: _Sample, table: ResultsTable, draws: int, seed: int) -> Found:
    """The tests of a sample, or the error that says why there are none."""
    try:
        return kernel.mardia(part.rows, draws=draws, seed=seed, scale=part.scale)
    except kernel_rank.NormalTheoryError as error:
        p, size = part.rows.shape[1], wording.plural(table.n, table.facts.cases)
        reasons = {
            kernel_rank.TooFewCasesError: f"{size} for {p} dimensions: needed are at least {p + 2}",
            kernel_rank.IdenticalAlgorithmsError: "no measure varies",
        }
        return type(error)(reasons[type(error)])


def _require_any(parts: list[_Sample], tests: list[Found], table: ResultsTable) -> None:
    reasons = [test for test in tests if not isinstance(test, kernel.MardiaTests)]
    if len(reasons) < len(tests):
        return
    cures = {
        kernel_rank.TooFewCasesError: f". Use more {table.facts.cases}s or fewer measures.",
        kernel_rank.IdenticalAlgorithmsError: f" ({parts[0].label}); there is no distribution to "
        "test.",
    }
    first = reasons[0]
    raise type(first)(TEST, ": ", *first.parts, cures[type(first)])


def _rows(
    parts: list[_Sample], tests: list[Found], alpha: float, p_adjust: str
) -> list[MardiaSample]:
    """Both tests of each sample, p-values adjusted for their number."""
    tested = [test for test in tests if isinstance(test, kernel.MardiaTests)]
    p = [moment.p_value for test in tested for moment in (test.skewness, test.kurtosis)]
    adjusted = iter(multiplicity.adjust_p_values(p, p_adjust).tolist())
    return [_row(part, test, adjusted, alpha) for part, test in zip(parts, tests, strict=True)]


def _row(part: _Sample, test: Found, adjusted: Iterator[float], alpha: float) -> MardiaSample:
    """Both tests of a sample, or why there are none."""
    known = test if isinstance(test, kernel.MardiaTests) else None
    p = (next(adjusted), next(adjusted)) if known else None
    return MardiaSample(
        sample=part.label,
        a=part.a,
        b=part.b,
        n=len(part.rows),
        rank=known.rank if known else 0,
        kept=known.independent.tolist() if known else [],
        **_moment("skewness", test, p[0] if p else None),
        **_moment("kurtosis", test, p[1] if p else None),
        normal=min(p) > alpha if p else None,
        reason=None if known else str(test),
    )


def _moment(name: str, test: Found, p_adjusted: float | None) -> dict[str, Any]:
    """The columns of one of the two tests, unknown without it."""
    moment = getattr(test, name, None)
    columns = ("p_value", "mcse", "p_asymptotic", "p_small_sample")
    of_test = {f"{name}_{column}": getattr(moment, column, None) for column in columns}
    return {name: getattr(moment, "value", None), f"{name}_p_adjusted": p_adjusted} | of_test


def _power(rows: list[MardiaSample], alpha: float) -> dict[str, float]:
    """Power against exponential variables, of one test at level alpha, at the largest rank."""
    n = max(row.n for row in rows)
    q = max(row.rank for row in rows)
    if n > LARGE:
        return {"skewness": 1.0, "kurtosis": 1.0}
    skewness, kurtosis = kernel.simulated_power(n, q, alpha)
    return {"skewness": skewness, "kurtosis": kurtosis}


def _redundant(rows: list[MardiaSample], table: ResultsTable) -> list[normal.Redundant]:
    names = list(table.measures)
    return [
        normal.Redundant(
            measure=names[j % len(names)], because=f"others determine it ({row.sample})"
        )
        for row in rows
        for j, independent in enumerate(row.kept)
        if not independent
    ]


def _cautions(
    rows: list[MardiaSample], table: ResultsTable, power: dict[str, float]
) -> Iterator[Caution]:
    untested = [row for row in rows if row.reason]
    if untested:
        yield Caution(
            f"{len(untested)} of {wording.plural(len(rows), 'sample')} could not be tested "
            f"(the first: {untested[0].sample}, {untested[0].reason})."
        )
    if power["skewness"] < WEAK:
        size = wording.plural(table.n, table.facts.cases)
        yield Caution(
            f"With {size} a sample that passes need not be normal: of skewed samples (of "
            f"exponential variables), {100 * (1 - power['skewness']):.0f} % would pass the test "
            f"of skewness and {100 * (1 - power['kurtosis']):.0f} % that of kurtosis."
        )
