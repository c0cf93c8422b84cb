"""The corrected resampled t test: one measure over the folds of repeated cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Unpack

from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import OptionError
from jointstats.base.kinds import Adjustment, Algorithm, Alpha, Coverage, Measure, Ratio
from jointstats.base.options import checked_control
from jointstats.base.rows import NUMBER, column
from jointstats.evidence.arrays import special
from jointstats.evidence.messages import Function, Option, asked
from jointstats.means import cases as normal
from jointstats.means import post_hoc
from jointstats.single.separate import pairs_of
from jointstats.table.intake import as_table
from jointstats.table.samples import in_sequence

TEST = Function("corrected_t_test")


@dataclass(frozen=True, kw_only=True)
class CorrectedT(post_hoc.MeanDifference):
    """The corrected t test of two algorithms: a row of :class:`CorrectedTResult`."""

    low: float = column(
        NUMBER, "lower end of its interval", unit="of the measure", broom="conf.low"
    )
    high: float = column(
        NUMBER, "upper end of its interval", unit="of the measure", broom="conf.high"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class CorrectedTResult(normal.NormalResult):
    """Outcome of :func:`jointstats.corrected_t_test`.

    Attributes
    ----------
    measure : str
    tests : list of CorrectedT
        One per pair; the standard errors are the corrected ones, and each interval is of its pair
        alone.
    test_train_ratio : float
        n_test / n_train.
    effective_n : float
        How many independent folds the folds are worth.
    p_adjust : str
    control : str or None
    level : float
        Level of the intervals.
    """

    words = "single.words.CorrectedTWords"
    shows = "single.figures.of_corrected_t"

    test: ClassVar[str] = "corrected_t"

    measure: str
    tests: list[CorrectedT]
    test_train_ratio: float
    effective_n: float
    p_adjust: str
    control: str | None
    level: float

    @property
    def rows(self) -> list[CorrectedT]:
        """The tests."""
        return self.tests


@declare(
    "corrected t test",
    family="single",
    asks="Do algorithms differ on one measure in cross-validation on one data set?",
    gives="corrected p-value",
    needs="all folds of one data set",
    mind="a heuristic; the answer holds for this data set only",
    rests_on=("nadeau2003inference",),
    validity=("means",),
)
def corrected_t_test(
    table: TableLike,
    *,
    measure: Measure = None,
    test_train_ratio: Ratio = None,
    control: Algorithm = None,
    alpha: Alpha = 0.05,
    p_adjust: Adjustment = "holm",
    level: Coverage = 0.95,
    **roles: Unpack[TableRoles],
) -> CorrectedTResult:
    """Compare every pair of algorithms on one measure by the corrected resampled t test.

    Parameters
    ----------
    table : FoldTable or DataFrame
        Folds of one data set: a long data frame with ``fold=`` or ``run=``, or a table made of it.
    measure : str, optional
        The measure to test; needed if the table has several.
    test_train_ratio : float, optional
        n_test / n_train (default 1 / (k − 1) for k folds).
    control : str, optional
        Compare this algorithm with all others, and no other pairs.
    alpha : float, default 0.05
        Level at which the adjusted p-values decide.
    p_adjust : str, default "holm"
        Correction of the p-values for the number of pairs.
    level : float, default 0.95
        Coverage of the intervals of the mean differences.
    **roles
        Keywords of :func:`jointstats.results_table` for folds, if `table` is a data frame.

    Returns
    -------
    CorrectedTResult

    Raises
    ------
    OptionError
        If the rows are not folds, or if there are several measures and none is named.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Nadeau & Bengio (2003): t = d̄ / sqrt((1/J + n_test/n_train) s²) with J − 1 degrees of freedom,
    J = runs × folds. The paired t test treats folds as independent and rejects far too often. This
    test rejects much less often, but it is a heuristic without an exact level.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> df = pd.DataFrame({"fold": list(range(5)) * 2, "method": ["A"] * 5 + ["B"] * 5,
    ...                    "acc": [0.82, 0.85, 0.81, 0.86, 0.83, 0.80, 0.81, 0.80, 0.80, 0.79]})
    >>> result = js.corrected_t_test(df, fold="fold", algorithm="method", measures={"acc": "max"})
    >>> round(result.tests[0].t, 3), round(result.tests[0].p_value, 4)
    (2.6, 0.06)
    """
    cases = as_table(table, folds_fit=True, **roles)
    if measure is not None:
        cases = cases.select(measures=[measure])
    elif len(cases.measures) > 1:
        several = f" tests one measure, but there are {len(cases.measures)}: give "
        joint = (Function("hotelling_test"), " with ", Option("correction", "nadeau-bengio"))
        ways = (asked("measure"), ", or use ", *joint, " for all of them jointly.")
        raise OptionError(TEST, several, *ways)
    normal.require_normal(cases, TEST)
    ratio = normal.test_train_ratio(cases, "nadeau-bengio", test_train_ratio)
    control = checked_control(control, cases.algorithms)
    fits = post_hoc.paired_fits(in_sequence(cases), pairs_of(cases.algorithms, control), ratio)
    tests = [_bounded(row, level) for row in fits.singles(cases.measures, alpha, p_adjust)]
    measure = next(iter(cases.measures))
    return CorrectedTResult(
        facts=cases.facts,
        warnings=tuple(normal.overlap_caution(cases, ratio)),
        alpha=alpha,
        redundant=[],
        measure=measure,
        tests=tests,
        test_train_ratio=ratio,
        effective_n=1 / (1 / cases.n + ratio),
        p_adjust=p_adjust,
        control=control,
        level=level,
    )


def _bounded(row: post_hoc.MeanDifference, level: float) -> CorrectedT:
    """The same test with the interval of its difference."""
    half = row.error * float(special.stdtrit(row.df, (1 + level) / 2))
    low, high = row.mean_difference - half, row.mean_difference + half
    return CorrectedT(**vars(row), low=low, high=high)
