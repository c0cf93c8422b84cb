"""What Friedman's test finds: a row for each measure, a row for each pair on it, and the order.

Mean ranks on each measure, and sets of algorithms without two that are apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from jointstats.base.result import Result
from jointstats.base.rows import BETTER, FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.evidence.multiplicity import groups
from jointstats.evidence.votes import Summed, count
from jointstats.table.results_table import Dropped


def cliques(names: tuple[str, ...], apart: set[frozenset[str]]) -> tuple[tuple[str, ...], ...]:
    """Largest sets of at least two names without a pair that is apart, in the order of the names.

    Runs of neighbours, if there are more such sets than anybody reads
    (:mod:`jointstats.evidence.multiplicity`).
    """
    place = {name: i for i, name in enumerate(names)}
    separated = np.zeros((len(names), len(names)), dtype=bool)
    for pair in apart:
        i, j = (place[name] for name in pair)
        separated[i, j] = separated[j, i] = True
    cliques = (np.flatnonzero(group).tolist() for group in groups(separated)[0])
    return tuple(tuple(names[i] for i in group) for group in cliques if len(group) > 1)


@dataclass(frozen=True, eq=False)
class Ranks(Summed):
    """Data sets on which one algorithm is ahead of another, by measure; those of parts add up.

    Attributes
    ----------
    behind : ndarray, shape (m, l, l)
        Data sets on which the second algorithm is better than the first; equal ones count half.
    both : ndarray, shape (m, l, l)
        Data sets that have results of both.
    """

    behind: np.ndarray
    both: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> Ranks:
        """From values turned upwards, NaN where missing, shape (n, m, l)."""
        behind, both = np.empty((2, values.shape[1], *values.shape[2:] * 2))
        for j, columns in enumerate(values.transpose(1, 2, 0)):
            there = (~np.isnan(columns)).astype(float)
            both[j] = there @ there.T
            behind[j] = both[j] / 2
            rooms = np.empty((2, *columns.shape), dtype=bool)
            for i, results in enumerate(columns):
                above, below = rooms[:, i + 1 :]
                np.greater(columns[i + 1 :], results, out=above)
                np.less(columns[i + 1 :], results, out=below)
                lead = 0.5 * (count(above) - count(below))
                behind[j, i, i + 1 :] += lead
                behind[j, i + 1 :, i] -= lead
        return cls(behind, both)

    @property
    def mean(self) -> np.ndarray:
        """Mean over data sets of the midranks (1 is best), shape (m, l).

        A midrank is 1, and for every other algorithm 1 if it is better, 1/2 if it is equal. Where
        values are missing each of these is averaged over the data sets that have both; of two that
        share none nothing is known: 1/2.
        """
        n = self.both[..., 0]
        share = np.where(self.both > 0, self.behind / np.maximum(self.both, 1), 0.5)
        # It is equal to itself: 1/2 is in the sums. Where all have the same, one division will do.
        complete = (self.both == n[..., None]).all(axis=-1) & (n > 0)
        of_whole = (self.behind.sum(axis=-1) + n / 2) / np.maximum(n, 1)
        return np.asarray(np.where(complete, of_whole, share.sum(axis=-1) + 0.5))


@dataclass(frozen=True, kw_only=True)
class FriedmanTest(Row):
    """Whether the algorithms are interchangeable on one measure."""

    measure: str = column(NAME, "the measure")
    chi2: float = column(
        NUMBER, "Friedman's χ², corrected for ties, as R gives it", broom="statistic", heading="χ²"
    )
    p_value_chi2: float = column(
        P_VALUE,
        "approximate p-value of χ², for reference",
        broom="p.value.asymptotic",
        heading="p (χ²)",
    )
    f: float = column(NUMBER, "F of Iman & Davenport, for reference", broom="statistic.f")
    df1: int = column(WHOLE, "degrees of freedom of F: algorithms", broom="num.df")
    df2: int = column(WHOLE, "degrees of freedom of F: data sets", broom="den.df")
    p_value_f: float = column(
        P_VALUE, "approximate p-value of F", broom="p.value.f", heading="p (F)"
    )
    p_value: float = column(
        P_VALUE, "p-value of χ² over permutations within data sets; decides", broom="p.value"
    )
    method: str = column(
        TEXT, "how the p-value was computed: exact (all permutations), or random permutations"
    )
    draws: int | None = column(WHOLE, "number of random permutations", shown=False)
    p_adjusted: float = column(
        P_VALUE, "p-value adjusted by Holm over the measures", broom="adj.p.value"
    )
    decided: bool = column(
        FLAG, "whether it is rejected that the algorithms are interchangeable", heading="rejected"
    )


@dataclass(frozen=True, kw_only=True)
class FriedmanPair(Row):
    """Two algorithms on one measure, after Friedman's test."""

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    measure: str = column(NAME, "the measure")
    wins_a: int = column(WHOLE, "data sets on which a ranks before b")
    wins_b: int = column(WHOLE, "data sets on which b ranks before a")
    rank_difference: float = column(
        NUMBER, "difference of the mean ranks, a − b; below 0: a is better"
    )
    p_value: float | None = column(
        P_VALUE, "two-sided exact p-value; Nemenyi's test has none", broom="p.value"
    )
    p_adjusted: float = column(
        P_VALUE,
        "p-value adjusted by Holm over all pairs and measures; Nemenyi: over the pairs of the "
        "measure",
        broom="adj.p.value",
    )
    better: str | None = column(
        NAME, "the algorithm with more wins; Nemenyi: better mean rank", shown=False
    )
    winner: str | None = column(NAME, "the better algorithm, if the test decides", **BETTER)


@dataclass(frozen=True, kw_only=True)
class RankOrdering(Row):
    """Algorithms sorted by mean rank on one measure.

    Attributes
    ----------
    order : list of str
        Best mean rank first.
    mean_ranks : list of float
        Their mean ranks, in that order.
    groups : list of list of str
        Of at least two that no test of pairs separates.
    """

    order: list[str]
    mean_ranks: list[float]
    groups: list[list[str]]


@dataclass(frozen=True, kw_only=True, repr=False)
class FriedmanResult(Result):
    """Outcome of :func:`jointstats.friedman_test`.

    Attributes
    ----------
    tests : list of FriedmanTest
        One per measure.
    pairs : list of FriedmanPair
        One per pair and measure. Empty without tests of pairs.
    rankings : dict
        For each measure, the algorithms by mean rank, and those that no test of pairs separates.
    post_hoc : {"exact", "nemenyi", "none"}
    critical_difference : float or None
        Nemenyi: mean ranks that differ by more are decided to differ.
    alpha : float
    """

    words = "single.words.FriedmanWords"
    shows = "single.figures.of_friedman"

    test: ClassVar[str] = "friedman"

    tests: list[FriedmanTest]
    pairs: list[FriedmanPair]
    rankings: dict[str, RankOrdering]
    post_hoc: str
    critical_difference: float | None
    alpha: float
    dropped: tuple[Dropped, ...]

    @property
    def rows(self) -> Sequence[FriedmanPair] | Sequence[FriedmanTest]:
        """The pairs, if there are any; otherwise the tests."""
        return self.pairs or self.tests

    @property
    def decided_on(self) -> dict[str, bool]:
        """For each measure, whether interchangeability of the algorithms is rejected."""
        return {row.measure: row.decided for row in self.tests}
