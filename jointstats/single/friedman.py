"""Friedman's test of each measure, and tests of every pair after it; mean ranks, with cliques."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal, Unpack

import numpy as np

from jointstats.base import options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import AlgorithmError, Caution
from jointstats.base.facts import Dropped, fact
from jointstats.base.kinds import Alpha, Choice, Measures, Seed
from jointstats.base.result import Result
from jointstats.base.rows import BETTER, FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.evidence.messages import Function
from jointstats.evidence.multiplicity import adjust_p_values, critical_difference, nemenyi_p_values
from jointstats.means.post_hoc import apart, ordered
from jointstats.single import kernel_friedman as kernel
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable

WRONG_NEMENYI = {"alike": 0.254, "alternating": 0.518}
"""The largest share of a study's tables with six measures, at .05, in which Nemenyi's test
separated equal algorithms: where all are interchangeable, and
where two alternate between first and last place."""
NEMENYI_LIMITS = (
    "Nemenyi's test is approximate and corrects for the pairs of one measure only: at level 0.05 "
    f"it separated equal algorithms in up to {wording.percent(WRONG_NEMENYI['alike'])} of a "
    "study's tables with six measures, and in up to "
    f"{wording.percent(WRONG_NEMENYI['alternating'])} where two alternated between first and last. "
    "Exact tests of pairs control the error rate"
)
"""What the study found of the error rates: row "mean ranks" of the ledger."""
PostHoc = Annotated[Literal["exact", "nemenyi", "none"], Choice()]


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
    dropped: tuple[Dropped, ...] = fact()

    @property
    def rows(self) -> Sequence[FriedmanPair] | Sequence[FriedmanTest]:
        """The pairs, if there are any; otherwise the tests."""
        return self.pairs or self.tests

    @property
    def decided_on(self) -> dict[str, bool]:
        """For each measure, whether interchangeability of the algorithms is rejected."""
        return {row.measure: row.decided for row in self.tests}


@declare(
    "Friedman test",
    family="single",
    asks="Do the algorithms differ on each measure, and which pairs?",
    gives="exact p-values, mean ranks, tests of the pairs",
    needs="rankings only; three algorithms or more",
    mind="mean ranks depend on the other algorithms; a rope is ignored",
    rests_on=("friedman1937use", "demsar2006statistical"),
    validity=("mean ranks",),
)
def friedman_test(
    table: TableLike,
    *,
    post_hoc: PostHoc = "exact",
    on: Measures = None,
    alpha: Alpha = 0.05,
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> FriedmanResult:
    """Test whether algorithms differ on each measure by Friedman's test, and which pairs differ.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
        Of at least three algorithms.
    post_hoc : {"exact", "nemenyi", "none"}, default "exact"
        Tests of every pair: the exact sign test, with one correction (Holm) over all pairs and
        measures; or Nemenyi's test of mean ranks, approximate and for each measure alone.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of all decisions, and of the critical difference.
    rng : int, Generator or None, default 0
        Seed of the random permutations, if there are too many to list.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    FriedmanResult

    Warns
    -----
    JointStatsWarning
        How often Nemenyi's test was wrong in a study; and, if the table has ropes, that ranks do
        not use them.

    Raises
    ------
    AlgorithmError
        If there are fewer than three algorithms.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Algorithms are interchangeable if on every data set each way to distribute its ranks over them
    is equally probable. The p-value of a measure is the share of permutations within data sets
    with at least the observed χ²: all of them where they are few enough, otherwise 9,999 random
    ones (999 in large tables) and the observed one. Holm's correction is over the measures.
    Rejection does not imply that mean ranks differ: two algorithms that alternate between first and
    last place have equal mean ranks, but are not interchangeable with others in between.

    The pairs are tested by the data sets on which their ranks differ. The test does not depend on
    the other algorithms. "Shown" is controlled over all pairs and measures of the call; without
    tests of pairs, or with Nemenyi's, over all measures. Friedman's test has a separate correction,
    so that next to exact pairs it is not called shown. Failed runs rank last.

    The procedure of Demšar (2006) is ``post_hoc="nemenyi"``. It corrects for the pairs of one
    measure only, and separates two equal algorithms too often if they alternate between first and
    last place. See :func:`jointstats.compare_algorithms` for all measures jointly.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[1], [1], [1], [2], [1]], "B": [[2], [2], [3], [1], [2]],
    ...      "C": [[3], [3], [2], [3], [3]]}, measures={"error": "min"})
    >>> result = js.friedman_test(table)
    >>> result.rankings["error"].mean_ranks, round(result.tests[0].chi2, 3)
    ([1.2, 2.0, 2.8], 6.4)
    >>> round(result.tests[0].p_value, 4), result.tests[0].method
    (0.0394, 'exact')
    >>> [(row.a, row.b, row.p_value) for row in result.pairs]
    [('A', 'B', 0.375), ('A', 'C', 0.0625), ('B', 'C', 0.375)]
    """
    table = as_table(table, on=on, **roles)
    seed = options.seed(rng)
    l = len(table.algorithms)
    if l < 3:
        others = (Function("sign_test"), " or ", Function("wilcoxon_test"), ".")
        few = " compares at least three algorithms; for two use "
        raise AlgorithmError(Function("friedman_test"), few, *others)
    ranks = {measure: _ranks(table, k) for k, measure in enumerate(table.measures)}
    # All have the same seed, so that their sequence does not matter.
    tests = [kernel.friedman(r, seed) for r in ranks.values()]
    pairs = list(_pairs(table.algorithms, ranks, post_hoc, alpha))
    limits = (Caution(f"{NEMENYI_LIMITS}."),) if post_hoc == "nemenyi" else ()
    return FriedmanResult(
        facts=table.facts,
        warnings=(*limits, *unused_ropes(table, "Friedman")),
        tests=[FriedmanTest(**row) for row in permuted(ranks, tests, alpha)],
        pairs=pairs,
        rankings=_rankings(table, ranks, pairs),
        post_hoc=post_hoc,
        critical_difference=(
            critical_difference(l, table.n, alpha) if post_hoc == "nemenyi" else None
        ),
        alpha=alpha,
    )


def _ranks(table: ResultsTable, k: int) -> np.ndarray:
    """Ranks on a measure, 1 is best, ties share their mean rank; shape (n, l)."""
    from scipy.stats import rankdata

    return rankdata(-table.oriented()[:, k, :], axis=1)


def permuted(
    measures: Iterable[str], tests: Sequence[Any], alpha: float
) -> Iterator[dict[str, Any]]:
    """What permutation tests of the measures say, with Holm's correction: the fields of rows."""
    adjusted = adjust_p_values([test.p_value for test in tests], "holm").tolist()
    for measure, test, p in zip(measures, tests, adjusted, strict=True):
        method = "exact" if test.draws is None else "random permutations"
        more = {"measure": measure, "method": method, "p_adjusted": p, "decided": p <= alpha}
        yield vars(test) | more


def _pairs(
    algorithms: tuple[str, ...], ranks: dict[str, np.ndarray], post_hoc: str, alpha: float
) -> Iterator[FriedmanPair]:
    """Exact tests, with one correction over pairs and measures; or Nemenyi's of each measure."""
    exact = post_hoc == "exact"
    if exact:
        p = np.array([kernel.pair_p_values(r) for r in ranks.values()])
        adjusted = adjust_p_values(p.ravel(), "holm").reshape(p.shape)
    elif post_hoc == "nemenyi":
        adjusted = np.array([nemenyi_p_values(r) for r in ranks.values()])
        p = np.full(adjusted.shape, None)
    else:
        return
    first, second = np.triu_indices(len(algorithms), 1)
    for (measure, r), alone, together in zip(ranks.items(), p, adjusted, strict=True):
        wins, mean = kernel.wins_of_pairs(r), r.mean(axis=0)
        difference = mean[first] - mean[second]
        lead = wins[:, 0] - wins[:, 1] if exact else -difference
        columns = (wins, difference, lead, alone, together)
        of_pairs = zip(combinations(algorithms, 2), *(x.tolist() for x in columns), strict=True)
        for (a, b), (wins_a, wins_b), apart_by, ahead, p_value, p_adjusted in of_pairs:
            better = None if ahead == 0 else a if ahead > 0 else b
            yield FriedmanPair(
                a=a,
                b=b,
                measure=measure,
                wins_a=wins_a,
                wins_b=wins_b,
                rank_difference=apart_by,
                p_value=p_value,
                p_adjusted=p_adjusted,
                better=better,
                winner=better if p_adjusted <= alpha else None,
            )


def _rankings(
    table: ResultsTable, ranks: dict[str, np.ndarray], pairs: list[FriedmanPair]
) -> dict[str, RankOrdering]:
    rankings = {}
    for measure, r in ranks.items():
        mean = dict(zip(table.algorithms, r.mean(axis=0).tolist(), strict=True))
        separated = apart(row for row in pairs if row.measure == measure and row.winner)
        order, groups = ordered(table.algorithms, np.array(list(mean.values())), separated)
        rankings[measure] = RankOrdering(
            order=order, mean_ranks=[mean[name] for name in order], groups=groups if pairs else []
        )
    return rankings


def unused_ropes(table: ResultsTable, test: str) -> tuple[Caution, ...]:
    """That a test of ranks, named by its author, does not use the ropes that the table has."""
    named = [name for name, width in table.rope.items() if width]
    if not named:
        return ()
    rope = wording.listing(named)
    return (Caution(f"{test}'s test ranks every difference and ignores the rope of {rope}."),)
