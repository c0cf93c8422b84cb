"""What Hotelling's test and MANOVA return, and the outline of a confidence region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.base import options
from jointstats.base.rows import BETTER, ERROR, FLAG, NAME, NUMBER, P_VALUE, TEXT, Row, column
from jointstats.evidence.arrays import Array
from jointstats.means.cases import NormalResult
from jointstats.means.post_hoc import ManovaPair, MeanDifference, MeanOrdering


@dataclass(frozen=True, kw_only=True)
class MeanTest(Row):
    """The t test of one measure, next to Hotelling's test of all: a row of its result."""

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
        "lower end of the simultaneous interval of the difference",
        unit="of the measure",
        broom="conf.low",
    )
    high: float = column(
        NUMBER,
        "upper end of the simultaneous interval of the difference",
        unit="of the measure",
        broom="conf.high",
    )
    t: float | None = column(NUMBER, "t; unknown if nothing varies", broom="statistic")
    df: float = column(NUMBER, "its degrees of freedom", shown=False)
    p_value: float = column(P_VALUE, "two-sided p-value", broom="p.value", shown=False)
    p_adjusted: float = column(P_VALUE, "p-value adjusted over the measures", broom="adj.p.value")
    decided: bool = column(
        FLAG, "whether the adjusted p-value decides that the means differ", shown=False
    )
    better: str | None = column(NAME, "the algorithm with the better mean", shown=False)
    winner: str | None = column(NAME, "the same, if decided", **BETTER)


@dataclass(frozen=True, kw_only=True)
class MeanRegion(Row):
    """Confidence ellipsoid of the mean difference.

    Attributes
    ----------
    level : float
        Coverage.
    centre : list of float
        The mean difference, by measure.
    axes : list of list of float
        Unit vectors in columns.
    radii : list of float
        Half the length of each axis.
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
        The one that decides: of F, or of the sign flips if they were requested.
    p_value_normal : float
        Of F.
    p_value_sign_flip : float or None
        Of the sign flips, if they were requested.
    decided : bool
        Whether ``p_value`` is at most ``alpha``: the mean vectors differ.
    tests : list of MeanTest
        One per measure.
    direction : dict
        For each measure, its weight in w = S⁻¹ d̄, the combination of measures that separates the
        two most (equation 2 of the paper); 0 for redundant measures.
    direction_standardised : dict
        The weights times each measure's standard deviation: comparable between units.
    covariance : list of list of float
        S, of the differences (pooled, for two samples), in the order of ``measures``.
    region : MeanRegion
        The confidence ellipsoid of the mean difference.
    differences : list of list of float
        A row per case, a column per measure: a − b of paired rows, or one sample less its
        hypothesis. For two samples, which have no pairs, every row of a less the mean of b, then
        the mean of a less every row of b: they have the tested mean and spread.
    sizes : dict
        The number of rows of each algorithm.
    effective_n : float
        The number of independent rows that T² counts.
    correction : str or None
        That of the overlap of training sets, if it was requested.
    test_train_ratio : float
        n_test / n_train of the correction; 0 without it.
    p_adjust : str
        How the p-values of ``tests`` were adjusted.
    method : {"exact", "monte_carlo"}
        How ``p_value`` was computed.
    mcse : float
        Its Monte Carlo standard error, 0 if exact.
    seed : int or None
        Of random sign flips.
    level : float
        Of the intervals and of the region.
    """

    words = "means.words.HotellingWords"
    shows = "means.figures.of_hotelling"

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
        """Return the outline of the confidence region of two measures' mean differences.

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
        return ellipse(centre, scale * shadow, points)


@dataclass(frozen=True, kw_only=True)
class ManovaStatistic(Row):
    """One statistic of a MANOVA: a row of the ``statistics`` of :class:`ManovaResult`."""

    statistic: str = column(NAME, "name of the statistic")
    value: float = column(NUMBER, "value of the statistic")
    f: float = column(NUMBER, "its F form")
    df1: float = column(NUMBER, "degrees of freedom of F: algorithms", broom="num.df")
    df2: float = column(NUMBER, "degrees of freedom of F: rows", broom="den.df")
    p_value: float = column(P_VALUE, "p-value by normal theory", broom="p.value")
    exact: bool = column(FLAG, "whether the p-value is exact")
    p_value_lower_bound: float | None = column(
        P_VALUE, "Roy only: the p-value of R's F, which is too small"
    )
    mcse: float = column(ERROR, "Monte Carlo standard error of the p-value")


@dataclass(frozen=True, kw_only=True)
class Anova(Row):
    """One measure on its own, in the design of the MANOVA: a row of its ``anovas``."""

    measure: str = column(NAME, "the measure")
    f: float | None = column(NUMBER, "F; unknown if there is no test", broom="statistic")
    df1: float = column(NUMBER, "degrees of freedom of F: algorithms", broom="num.df")
    df2: float | None = column(NUMBER, "degrees of freedom of F: rows", broom="den.df")
    p_value: float | None = column(
        P_VALUE, "p-value: of sign flips in the blocked design, otherwise of F", broom="p.value"
    )
    reason: str | None = column(TEXT, "why there is no test", unknown="")
    p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted over the measures", broom="adj.p.value"
    )
    decided: bool = column(FLAG, "whether the algorithms differ on the measure", heading="shown")
    p_value_normal: float | None = column(P_VALUE, "p-value of F", heading="p (F)")


@dataclass(frozen=True, kw_only=True)
class Permutations(Row):
    """The statistic's test by sign flips of whole rows, in the blocked design.

    Attributes
    ----------
    p_value : float
        Share of the flips whose statistic is as extreme as the observed one.
    mcse : float
        Its Monte Carlo standard error, 0 if exact.
    method : {"exact", "monte_carlo"}
    rearrangements : int
        Flips: all of them (a flip of all signs changes nothing: half are enough), or the number
        drawn.
    """

    p_value: float
    mcse: float
    method: str
    rearrangements: int


@dataclass(frozen=True, kw_only=True, repr=False)
class ManovaResult(NormalResult):
    """Outcome of :func:`jointstats.manova_test`.

    Attributes
    ----------
    design : {"stacked", "blocked", "one-way"}
    design_reason, assumes : str
        Why this design, and what it assumes.
    statistic_name : str
        ``"t2"`` for stacked differences, otherwise the requested one.
    statistic, f, df1, df2 : float
        Of that statistic.
    p_value : float
        The one that decides: of sign flips in the blocked design, otherwise ``p_value_normal``.
    p_value_normal : float
        By normal theory, that of ``f``.
    exact : bool
        Whether ``p_value`` is exact under the design's assumptions.
    mcse : float
        Its Monte Carlo standard error, 0 if nothing was sampled.
    decided : bool
        Whether ``p_value`` is at most ``alpha``.
    statistics : list of ManovaStatistic
        All statistics of the design, with their normal-theory p-values.
    roots : list of float
        Eigenvalues of E⁻¹H, largest first (not for stacked differences).
    permutation : Permutations or None
        Blocked design: sign flips of whole rows, whose ``p_value`` decides; ``mcse``, ``method``,
        ``rearrangements``.
    anovas : list of Anova
        Each measure on its own in the same design.
    pairs : list of ManovaPair
        Hotelling's test of every pair.
    cliques : list of list of str
        Maximal sets of algorithms without a pair that is decided to differ; they may overlap.
    singles : list of MeanDifference
        t tests of every pair on each measure; p-values are adjusted over all of them.
    orderings : dict
        For each measure, the algorithms sorted by mean, and those that no t test separates.
    sizes : dict
        The number of rows of each algorithm.
    correction : str or None
        That of the overlap of training sets, if it was requested.
    test_train_ratio : float
        n_test / n_train of the correction; 0 without it.
    p_adjust : str
        How the p-values of ``anovas``, ``pairs`` and ``singles`` were adjusted.
    seed : int or None
        Of random sign flips.
    """

    words = "means.words.ManovaWords"
    shows = "means.figures.of_manova"

    test: ClassVar[str] = "manova"

    design: str
    design_reason: str
    assumes: str
    statistic_name: str
    statistic: float
    f: float
    df1: float
    df2: float
    p_value: float
    p_value_normal: float
    exact: bool
    mcse: float
    decided: bool
    statistics: list[ManovaStatistic]
    roots: list[float]
    permutation: Permutations | None
    anovas: list[Anova]
    pairs: list[ManovaPair]
    cliques: list[list[str]]
    singles: list[MeanDifference]
    orderings: dict[str, MeanOrdering]
    sizes: dict[str, int]
    correction: str | None
    test_train_ratio: float
    p_adjust: str
    seed: int | None

    @property
    def rows(self) -> list[ManovaPair]:
        """The pairs."""
        return self.pairs


def ellipse(centre: Array, shape: Array, points: int = 181) -> Array:
    """Points x with (x - centre)' shape^-1 (x - centre) = 1, in the plane.

    Parameters
    ----------
    centre : ndarray, shape (2,)
    shape : ndarray, shape (2, 2)
        Symmetric, not negative; if it is singular the ellipse is a segment or a point.
    points : int, default 181

    Returns
    -------
    ndarray, shape (points, 2)
        First equal to last.

    Examples
    --------
    >>> line = ellipse(np.zeros(2), np.diag([4.0, 1.0]))
    >>> line.shape, line.max(axis=0).round(3).tolist()
    ((181, 2), [2.0, 1.0])
    """
    squares, axes = np.linalg.eigh(shape)
    # The symmetric root, unlike the axes, has no signs to choose: the same points in R.
    root = axes @ np.diag(np.sqrt(np.clip(squares, 0, None))) @ axes.T
    angle = np.linspace(0, 2 * np.pi, points)
    return np.asarray(centre + np.column_stack([np.cos(angle), np.sin(angle)]) @ root)
