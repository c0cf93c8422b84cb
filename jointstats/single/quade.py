"""Quade's test of each measure: data sets on which algorithms differ more weigh more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, Unpack

from jointstats.base import options
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.facts import Dropped, fact
from jointstats.base.kinds import Alpha, Choice, Measures, Seed
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.evidence.messages import Function
from jointstats.single import kernel_friedman as kernel
from jointstats.single.friedman import permuted, unused_ropes
from jointstats.table.intake import as_table

Spread = Annotated[Literal["range", "sd"], Choice()]


@dataclass(frozen=True, kw_only=True)
class QuadeTest(Row):
    """Whether the algorithms are interchangeable on one measure."""

    measure: str = column(NAME, "the measure")
    best: str | None = column(
        NAME, "the algorithm with the best weighted mean rank; None: several", unknown="several"
    )
    mean_ranks: dict[str, float] = column(
        NUMBER,
        "mean rank of each algorithm, data sets weighted by the rank of their spread; 1 is best",
        spread="mean_rank",
        shown=False,
    )
    f: float = column(NUMBER, "Quade's F, as R gives it for ranges", broom="statistic", heading="F")
    df1: int = column(WHOLE, "degrees of freedom of F: algorithms", broom="num.df")
    df2: int = column(WHOLE, "degrees of freedom of F: data sets", broom="den.df")
    p_value_f: float = column(
        P_VALUE, "approximate p-value of F, for reference", broom="p.value.f", heading="p (F)"
    )
    p_value: float = column(
        P_VALUE, "p-value of F over permutations within data sets; decides", broom="p.value"
    )
    method: str = column(
        TEXT, "how the p-value was computed: exact (all permutations), or random permutations"
    )
    draws: int | None = column(WHOLE, "number of random permutations", shown=False)
    p_adjusted: float = column(
        P_VALUE,
        "p-value adjusted by Holm over the measures",
        broom="adj.p.value",
        heading="p (Holm)",
    )
    decided: bool = column(
        FLAG, "whether it is rejected that the algorithms are interchangeable", heading="rejected"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class QuadeResult(Result):
    """Outcome of :func:`jointstats.quade_test`.

    Attributes
    ----------
    tests : list of QuadeTest
        One per measure.
    spread : {"range", "sd"}
        What the data sets are ranked by.
    alpha : float
    """

    words = "single.words.QuadeWords"

    test: ClassVar[str] = "quade"

    tests: list[QuadeTest]
    spread: str
    alpha: float
    dropped: tuple[Dropped, ...] = fact()

    @property
    def rows(self) -> Sequence[QuadeTest]:
        """The tests."""
        return self.tests

    @property
    def decided_on(self) -> dict[str, bool]:
        """For each measure, whether interchangeability of the algorithms is rejected."""
        return {row.measure: row.decided for row in self.tests}


@declare(
    "Quade test",
    family="single",
    asks="Do algorithms differ on each measure, if data sets with large differences count more?",
    gives="exact p-values, weighted mean ranks",
    needs="values whose ranges can be compared between data sets",
    mind="mean ranks depend on the other algorithms; a rope is ignored",
    rests_on=("quade1979using",),
    validity=("one measure",),
)
def quade_test(
    table: TableLike,
    *,
    spread: Spread = "range",
    on: Measures = None,
    alpha: Alpha = 0.05,
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> QuadeResult:
    """Test whether algorithms differ on each measure by Quade's test.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
        For two algorithms or more.
    spread : {"range", "sd"}, default "range"
        What the data sets are ranked by: the range of their results, as Quade did, or the standard
        deviation, which depends on all algorithms and not on the best and the worst alone.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of all decisions.
    rng : int, Generator or None, default 0
        Seed of the random permutations, if there are too many to list.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    QuadeResult

    Warns
    -----
    JointStatsWarning
        If the table has ropes: ranks do not use them.

    Raises
    ------
    MissingValuesError
        If the table holds failed results: ranges need values.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Algorithms are ranked within each data set. A data set weighs as much as its range (best minus
    worst result), or its standard deviation, ranks among those of all data sets. Equal ones share
    their mean rank. The measure must therefore mean the same on all data sets; otherwise use
    :func:`jointstats.friedman_test`, where all data sets weigh the same.

    The p-value of a measure is the share of permutations within data sets with at least the
    observed F: all of them where they are few enough, otherwise 9,999 random ones (999 in large
    tables) and the observed one. It is valid if data sets are independent, because a permutation
    changes neither range nor standard deviation. With ranges F and its approximate p-value are
    those of R's ``quade.test``. Holm's correction is over the measures. Rejection does not state
    which algorithms differ: :func:`jointstats.wilcoxon_test` tests the pairs.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[1], [1], [1], [2], [1]], "B": [[2], [3], [3], [1], [2]],
    ...      "C": [[3], [5], [2], [4], [6]]}, measures={"error": "min"})
    >>> row = js.quade_test(table).tests[0]
    >>> row.best, round(row.f, 3), round(row.p_value, 4), row.method
    ('A', 6.069, 0.0316, 'exact')
    """
    table, seed = as_table(table, on=on, **roles), options.seed(rng)
    table.require_values(Function("quade_test"))
    values, names = table.oriented(), table.algorithms
    tests = [kernel.quade(values[:, k], seed, spread) for k in range(len(table.measures))]
    return QuadeResult(
        facts=table.facts,
        warnings=unused_ropes(table, "Quade"),
        tests=[
            QuadeTest(**row | {"best": _best(ranks), "mean_ranks": ranks})
            for row in permuted(table.measures, tests, alpha)
            for ranks in [dict(zip(names, row["mean_ranks"], strict=True))]
        ],
        spread=spread,
        alpha=alpha,
    )


def _best(ranks: dict[str, float]) -> str | None:
    first = [name for name, rank in ranks.items() if rank == min(ranks.values())]
    return first[0] if len(first) == 1 else None
