"""What Mardia's test returns, and its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jointstats.base.rows import ERROR, FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.means.cases import NormalResult


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
class MardiaResult(NormalResult):
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
