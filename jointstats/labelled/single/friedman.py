"""Friedman's test of each measure, with Nemenyi's or Holm's post hoc tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar, Unpack

import numpy as np
from scipy import special

from jointstats.kernels.messages import Function
from jointstats.kernels.single import multiplicity
from jointstats.kernels.single.mean_ranks import holm_p_values, nemenyi_p_values
from jointstats.labelled import wording
from jointstats.labelled.compare.ranking import cliques
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import AlgorithmError, Caution
from jointstats.labelled.given import PostHocWord, TableLike, TableRoles
from jointstats.labelled.kinds import Alpha, Choice, Measures
from jointstats.labelled.normal.post_hoc import apart
from jointstats.labelled.result import Result
from jointstats.labelled.rows import FLAG, NAME, NUMBER, P_VALUE, WHOLE, Row, column
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import Dropped, ResultsTable

WRONG = 0.068
"""The largest share of tables, at .05, in which algorithms that are alike seemed not to be."""
WRONG_PAIRS = {"nemenyi": 0.147, "holm": 0.146}
"""The same of two that are alike, after each of the post hoc tests."""
POST_HOC = ("nemenyi", "holm", "none")
PostHoc = Annotated[PostHocWord, Choice(POST_HOC)]


@dataclass(frozen=True, kw_only=True)
class FriedmanTest(Row):
    """Whether the algorithms rank alike on one measure."""

    measure: str = column(NAME, "the measure")
    chi2: float = column(NUMBER, "Friedman's χ², corrected for ties, as R gives it")
    p_value_chi2: float = column(P_VALUE, "its p-value")
    f: float = column(NUMBER, "F of Iman & Davenport", broom="statistic")
    df1: int = column(WHOLE, "degrees of freedom of F: algorithms", broom="num.df")
    df2: int = column(WHOLE, "degrees of freedom of F: data sets", broom="den.df")
    p_value: float = column(P_VALUE, "p-value of F; decides", broom="p.value")
    p_adjusted: float = column(
        P_VALUE, "p-value adjusted by Holm over the measures", broom="adj.p.value"
    )
    decided: bool = column(FLAG, "whether the algorithms do not rank alike")


@dataclass(frozen=True, kw_only=True)
class FriedmanPair(Row):
    """Two algorithms on one measure, after Friedman's test."""

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    measure: str = column(NAME, "the measure")
    rank_difference: float = column(NUMBER, "of mean ranks, a − b; below 0: a is better")
    p_adjusted: float = column(
        P_VALUE, "p-value adjusted over the pairs of the measure", broom="adj.p.value"
    )
    better: str | None = column(NAME, "the algorithm with the better mean rank")
    winner: str | None = column(NAME, "the same, if decided")


@dataclass(frozen=True, kw_only=True)
class RankOrdering(Row):
    """Algorithms by their mean rank on one measure.

    Attributes
    ----------
    order : list of str
        Best mean rank first.
    mean_ranks : list of float
    groups : list of list of str
        Of at least two that no post hoc test separates.
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
        One per pair and measure. Empty without post hoc tests.
    rankings : dict
        Measure to :class:`RankOrdering`.
    post_hoc : {"nemenyi", "holm", "none"}
    critical_difference : float or None
        Nemenyi: mean ranks that differ by more are decided to differ.
    alpha : float
    """

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
        """Measure to whether the algorithms do not rank alike on it."""
        return {row.measure: row.decided for row in self.tests}


@declare(
    "Friedman test",
    family="single",
    asks="Do the mean ranks of all algorithms differ on this one measure, and whose?",
    gives="p-value, mean ranks, pairs",
    needs="orders only; three algorithms or more",
    mind="ranks depend on who else takes part; a rope is not used",
)
def friedman_test(
    table: TableLike,
    *,
    post_hoc: PostHoc = "nemenyi",
    on: Measures = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
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
        Level of all decisions, and of the critical difference.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    FriedmanResult

    Warns
    -----
    JointStatsWarning
        How often the approximation was wrong in a study; and, if the table has ropes, that ranks
        do not use them.

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

    The p-values are approximations. The pairs take all algorithms to be alike, or to jump alike
    between data sets: of two that are alike but are first and last by turns, they separate too
    many.

    What stands behind it: row "mean ranks" of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[1], [1], [1], [2], [1]], "B": [[2], [2], [3], [1], [2]],
    ...      "C": [[3], [3], [2], [3], [3]]}, measures={"error": "min"})
    >>> result = js.friedman_test(table, post_hoc="none")
    >>> result.rankings["error"].mean_ranks, round(result.tests[0].chi2, 3)
    ([1.2, 2.0, 2.8], 6.4)
    """
    return friedman(as_table(table, on=on, **roles), post_hoc=post_hoc, alpha=alpha)


def friedman(table: ResultsTable, *, post_hoc: str, alpha: float) -> FriedmanResult:
    """Test every measure of a finished table; neither warns nor checks options.

    Parameters
    ----------
    table : ResultsTable
    post_hoc, alpha
        As for :func:`jointstats.friedman_test`.

    Raises
    ------
    AlgorithmError
        If there are fewer than three algorithms.
    """
    if len(table.algorithms) < 3:
        raise AlgorithmError(
            Function("friedman_test"),
            " compares at least three algorithms; for two use ",
            Function("sign_test"),
            " or ",
            Function("wilcoxon_test"),
            ".",
        )
    ranks = {measure: _ranks(table, k) for k, measure in enumerate(table.measures)}
    tests = _tests(ranks, alpha)
    pairs = []
    if post_hoc != "none":
        for measure, r in ranks.items():
            pairs += _pairs(table, measure, r, post_hoc, alpha)
    return FriedmanResult(
        algorithms=table.algorithms,
        measures=table.measures,
        n=table.n,
        n_dropped=table.n_dropped,
        warnings=tuple(_cautions(table, post_hoc)),
        verdict=_verdict(tests, pairs, alpha),
        tests=tests,
        pairs=pairs,
        rankings=_rankings(table, ranks, pairs),
        post_hoc=post_hoc,
        critical_difference=_critical(table, alpha) if post_hoc == "nemenyi" else None,
        alpha=alpha,
        dropped=table.dropped,
    )


def _ranks(table: ResultsTable, k: int) -> np.ndarray:
    """Ranks on a measure, 1 is best, ties share their mean rank; shape (n, l)."""
    from scipy.stats import rankdata

    return rankdata(-table.oriented()[:, k, :], axis=1)


@dataclass(frozen=True)
class _F:
    """Friedman's χ², divided by the correction for ties, and the F of Iman & Davenport."""

    chi2: float
    p_value_chi2: float
    f: float
    df1: int
    df2: int
    p_value: float

    @classmethod
    def of(cls, ranks: np.ndarray) -> _F:
        """The test of one measure's ranks, shape (n, l)."""
        n, l = ranks.shape
        spread = float(((ranks - (l + 1) / 2) ** 2).sum())
        between = n * float(((ranks.mean(axis=0) - (l + 1) / 2) ** 2).sum())
        chi2 = (l - 1) * n * between / spread if spread else 0.0
        rest = n * (l - 1) - chi2
        df1, df2 = l - 1, (l - 1) * (n - 1)
        # Every data set ranks the algorithms alike: F is infinite.
        f = (n - 1) * chi2 / rest if rest > 1e-9 * n else math.inf
        p = float(special.fdtrc(df1, df2, f)) if df2 else 1.0
        return cls(chi2, float(special.chdtrc(l - 1, chi2)), f, df1, df2, p)


def _tests(ranks: dict[str, np.ndarray], alpha: float) -> list[FriedmanTest]:
    found = {measure: _F.of(r) for measure, r in ranks.items()}
    adjusted = multiplicity.adjust_p_values([one.p_value for one in found.values()], "holm")
    return [
        FriedmanTest(
            measure=measure,
            chi2=one.chi2,
            p_value_chi2=one.p_value_chi2,
            f=one.f,
            df1=one.df1,
            df2=one.df2,
            p_value=one.p_value,
            p_adjusted=float(p),
            decided=bool(p <= alpha),
        )
        for (measure, one), p in zip(found.items(), adjusted, strict=True)
    ]


def _pairs(
    table: ResultsTable, measure: str, ranks: np.ndarray, post_hoc: str, alpha: float
) -> list[FriedmanPair]:
    adjusted = (nemenyi_p_values if post_hoc == "nemenyi" else holm_p_values)(ranks)
    mean = ranks.mean(axis=0)
    rows = []
    pairs = combinations(range(len(table.algorithms)), 2)
    for (i, j), p in zip(pairs, adjusted.tolist(), strict=True):
        a, b = table.algorithms[i], table.algorithms[j]
        difference = float(mean[i] - mean[j])
        better = None if difference == 0 else a if difference < 0 else b
        rows.append(
            FriedmanPair(
                a=a,
                b=b,
                measure=measure,
                rank_difference=difference,
                p_adjusted=p,
                better=better,
                winner=better if p <= alpha else None,
            )
        )
    return rows


def _critical(table: ResultsTable, alpha: float) -> float:
    """Nemenyi's critical difference of mean ranks: q / sqrt(2) · sqrt(l (l + 1) / 6 n)."""
    from scipy.stats import studentized_range

    l = len(table.algorithms)
    q = float(studentized_range.ppf(1 - alpha, l, np.inf)) / math.sqrt(2)
    return q * math.sqrt(l * (l + 1) / (6 * table.n))


def _rankings(
    table: ResultsTable, ranks: dict[str, np.ndarray], pairs: list[FriedmanPair]
) -> dict[str, RankOrdering]:
    found = {}
    for measure, r in ranks.items():
        mean = r.mean(axis=0)
        order = np.argsort(mean, kind="stable")
        names = tuple(table.algorithms[i] for i in order)
        separated = apart(row for row in pairs if row.measure == measure and row.winner)
        groups = cliques(names, separated) if pairs else ()
        found[measure] = RankOrdering(
            order=list(names),
            mean_ranks=[float(mean[i]) for i in order],
            groups=[list(group) for group in groups],
        )
    return found


def _cautions(table: ResultsTable, post_hoc: str) -> list[Caution]:
    cautions = [_limits(post_hoc)]
    named = [name for name, width in table.rope.items() if width]
    if not named:
        return cautions
    return [
        *cautions,
        Caution(
            f"Friedman's test ranks every difference: the rope of {wording.listing(named)} is not "
            "used."
        ),
    ]


def _limits(post_hoc: str) -> Caution:
    """What the study found of the error rates: row "mean ranks" of the ledger."""
    text = (
        "The p-values are approximate: at level 0.05 the test showed a difference between "
        f"algorithms that are alike in up to {wording.percent(WRONG)} of a study's tables, most of "
        "all with few data sets and ties"
    )
    if post_hoc == "none":
        return Caution(f"{text}.")
    name, wrong = post_hoc.capitalize(), wording.percent(WRONG_PAIRS[post_hoc])
    return Caution(
        f"{text}; {name}'s test separated two that are alike in up to {wrong}, where their ranks "
        "jump from end to end."
    )


def _verdict(tests: list[FriedmanTest], pairs: list[FriedmanPair], alpha: float) -> str:
    decided = [row.measure for row in tests if row.decided]
    least = min(row.p_adjusted for row in tests)
    numbers = (
        f"approximate p adjusted by holm over the measures, the smallest {wording.p_value(least)}; "
        f"alpha = {alpha:g}"
    )
    if len(tests) == 1:
        numbers = f"approximate p {wording.p_value(least)}, alpha = {alpha:g}"
    if not decided:
        on = wording.listing([row.measure for row in tests])
        return f"Not shown: the algorithms do not rank alike on {on} ({numbers})."
    won = sum(row.winner is not None for row in pairs)
    after = f"; {won} of {wording.plural(len(pairs), 'pair')} separated" if pairs else ""
    on = wording.listing(decided)
    return f"Shown: the algorithms do not rank alike on {on} ({numbers}){after}."
