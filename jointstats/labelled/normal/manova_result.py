"""What MANOVA returns, and its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.normal.post_hoc import ManovaPair, MeanDifference, MeanOrdering
from jointstats.labelled.rows import (
    ERROR,
    FLAG,
    NAME,
    NUMBER,
    P_VALUE,
    TEXT,
    Row,
    column,
)


@dataclass(frozen=True, kw_only=True)
class ManovaStatistic(Row):
    """One statistic of a MANOVA: a row of the ``statistics`` of :class:`ManovaResult`."""

    statistic: str = column(NAME, "its name")
    value: float = column(NUMBER, "its value")
    f: float = column(NUMBER, "its F form")
    df1: float = column(NUMBER, "degrees of freedom of F: algorithms", broom="num.df")
    df2: float = column(NUMBER, "degrees of freedom of F: rows", broom="den.df")
    p_value: float = column(P_VALUE, "its p-value by normal theory", broom="p.value")
    exact: bool = column(FLAG, "whether that p-value is exact")
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
    reason: str | None = column(TEXT, "why there is no test")
    p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted over the measures", broom="adj.p.value"
    )
    decided: bool = column(FLAG, "whether the algorithms differ on it")
    p_value_normal: float | None = column(P_VALUE, "p-value of F")


@dataclass(frozen=True, kw_only=True)
class Permutations(Row):
    """The statistic's test by sign flips of whole rows, of which it is the blocked design's.

    Attributes
    ----------
    p_value : float
        Share of the flips whose statistic is as extreme as the observed one.
    mcse : float
        Its Monte Carlo standard error, 0 if exact.
    method : {"exact", "monte_carlo"}
    rearrangements : int
        Flips: all of them (a flip of all signs changes nothing: half are enough), or so many drawn.
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
        ``"t2"`` for stacked differences, otherwise the one that was asked for.
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
        Maximal sets of algorithms of which no pair is decided to differ; they may overlap.
    singles : list of MeanDifference
        t tests of every pair on each measure; p-values are adjusted over all of them.
    orderings : dict
        Measure to :class:`MeanOrdering`: the algorithms by their means, and those that no t test
        separates.
    sizes : dict
        Algorithm to its number of rows.
    correction : str or None
    test_train_ratio : float
    p_adjust : str
    seed : int or None
    """

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
