"""What Hotelling's test returns, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.normal import confidence_region as regions
from jointstats.labelled import options
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.rows import BETTER, FLAG, NAME, NUMBER, P_VALUE, Row, column


@dataclass(frozen=True, kw_only=True)
class MeanTest(Row):
    """The t test of one measure beside Hotelling's test of all: a row of its result."""

    a: str = column(NAME, "first algorithm")
    b: str | None = column(NAME, "second algorithm; unknown for one sample", unknown="hypothesis")
    measure: str = column(NAME, "the measure")
    mean_difference: float = column(
        NUMBER,
        "difference of the means, a − b, or from the hypothesis",
        unit="of the measure",
        broom="estimate",
        heading="mean a − b",
    )
    low: float = column(
        NUMBER,
        "lower end of its interval; the intervals of all measures hold together",
        unit="of the measure",
        broom="conf.low",
    )
    high: float = column(NUMBER, "upper end", unit="of the measure", broom="conf.high")
    t: float | None = column(NUMBER, "t; unknown if nothing varies", broom="statistic")
    df: float = column(NUMBER, "its degrees of freedom", shown=False)
    p_value: float = column(P_VALUE, "two-sided p-value", broom="p.value", shown=False)
    p_adjusted: float = column(P_VALUE, "p-value adjusted over the measures", broom="adj.p.value")
    decided: bool = column(FLAG, "whether the adjusted p-value decides", shown=False)
    better: str | None = column(NAME, "the algorithm with the better mean", shown=False)
    winner: str | None = column(NAME, "the same, if decided", **BETTER)


@dataclass(frozen=True, kw_only=True)
class MeanRegion(Row):
    """Confidence ellipsoid of the mean difference.

    Attributes
    ----------
    level : float
    centre : list of float
    axes : list of list of float
        Unit vectors in columns.
    radii : list of float
    critical : float
        T² value that the region goes up to.
    """

    level: float
    centre: list[float]
    axes: list[list[float]]
    radii: list[float]
    critical: float


@dataclass(frozen=True, kw_only=True, repr=False)
class HotellingResult(NormalResult):
    """Outcome of :func:`jointstats.hotelling_test`.

    Attributes
    ----------
    form : {"paired", "one-sample", "two-sample"}
    statistic : float
        T².
    f, df1, df2 : float
        Its F form; ``df1`` is the number of measures that no others determine.
    p_value : float
        The one that decides: of F, or of the sign flips if they were asked for.
    p_value_normal : float
        Of F.
    p_value_sign_flip : float or None
    decided : bool
        Whether ``p_value`` is at most ``alpha``: the mean vectors differ.
    tests : list of MeanTest
        One per measure.
    direction : dict
        Measure to its weight in w = S⁻¹ d̄, the combination of measures that separates the two
        most (equation 2 of the paper); 0 for redundant measures.
    direction_standardised : dict
        The weights times each measure's standard deviation: comparable between units.
    covariance : list of list of float
        S, of the differences (pooled, for two samples), in the order of ``measures``.
    region : MeanRegion
        The confidence ellipsoid of the mean difference; :meth:`ellipse` draws it.
    differences : list of list of float
        A row per case, a column per measure: a − b of paired rows, or one sample less its
        hypothesis. For two samples, which have no pairs, every row of a less the mean of b, then
        the mean of a less every row of b: they have the tested mean and spread.
    sizes : dict
        Algorithm to its number of rows.
    effective_n : float
        The number of independent rows that T² counts.
    correction : str or None
    test_train_ratio : float
        n_test / n_train of the correction; 0 without it.
    p_adjust : str
        How the p-values of ``tests`` were adjusted.
    method : {"exact", "monte_carlo"}
        How ``p_value`` was computed; ``mcse`` is its Monte Carlo standard error.
    seed : int or None
        Of random sign flips.
    level : float
        Of the intervals and of the region.
    """

    test: ClassVar[str] = "hotelling"

    form: str
    statistic: float
    f: float
    df1: int
    df2: float
    p_value: float
    p_value_normal: float
    p_value_sign_flip: float | None
    decided: bool
    tests: list[MeanTest]
    direction: dict[str, float]
    direction_standardised: dict[str, float]
    covariance: list[list[float]]
    region: MeanRegion
    differences: list[list[float]]
    sizes: dict[str, int]
    effective_n: float
    correction: str | None
    test_train_ratio: float
    p_adjust: str
    method: str
    mcse: float
    seed: int | None
    level: float

    @property
    def rows(self) -> list[MeanTest]:
        """The tests of single measures."""
        return self.tests

    def ellipse(self, measures: Sequence[Any] | None = None, points: int = 181) -> np.ndarray:
        """Outline of the confidence region of two measures' mean differences.

        With more than two measures it is the shadow of the ellipsoid on these two.

        Parameters
        ----------
        measures : sequence of two str, optional
            Default: the first two.
        points : int, default 181
            First equal to last.

        Returns
        -------
        ndarray, shape (points, 2)
        """
        chosen = list(self.measures)[:2] if measures is None else measures
        names = options.known_names("measure", chosen, self.measures)
        at = [list(self.measures).index(name) for name in names]
        centre = np.array(self.region.centre)[at]
        shadow = np.array(self.covariance)[np.ix_(at, at)]
        scale = self.region.critical / self.effective_n
        return regions.ellipse(centre, scale * shadow, points)
