"""Comparison of all algorithms: the state of every pair, and the papers' tests of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Unpack, get_args

from jointstats.base import options
from jointstats.base.declare import DaskFrame, TableLike, TableRoles, declare
from jointstats.base.errors import Caution, JointStatsError, OptionError, unheard
from jointstats.base.facts import Dropped, fact, presenters, worded
from jointstats.base.kinds import Algorithm, Alpha, Groups, Measures, Scale, TableName, Within
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.result import Result
from jointstats.base.rows import Table
from jointstats.claims import compared_pair
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.leaderboard import board_of
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.totals import Totals, table_notes, totals_of
from jointstats.evidence.messages import Function
from jointstats.table.beside_values import Group, Property

if TYPE_CHECKING:
    import pandas as pd

FrameName = Literal["pairs", "board", "measures"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison(Result):
    """Outcome of :func:`jointstats.compare_algorithms`.

    Attributes
    ----------
    pairs : sequence of ComparedPair
        Every pair, or every pair with the control: its state, the claims that are shown, counts and
        corrected p-values.
    leaderboard : LeaderboardResult
        A row for each algorithm, best first: see :func:`jointstats.leaderboard`.
    tests : dict
        For two algorithms, the papers' tests with their defaults: ``glrt``, ``bayes``, and
        ``network`` with several measures. The error rate of the claims does not cover them.
    findings : tuple of str
        The findings in sentences; the first is the verdict.
    control : str or None
    alpha : float
        Largest probability of any false claim.
    rope : dict
        The declared ropes, 0 included. On other measures a tie may hide a difference.
    groups : tuple of Group
        What the claims are about, if groups were named: `name`, `measures`, rule `within`.
    n_families : int or None
        Families that vote; None if data sets do.
    scale : dict or None
        Of each measure, whether sizes are a "difference" or a "ratio"; None of a table in parts.
    missing, aggregate : str or None
        How missing results were treated, and how several rows of an algorithm were combined.
    properties : dict
        Properties of the algorithms in the table, such as a price.
    dropped : tuple of Dropped
        Each data set that no pair uses, and why.
    n_failed : int
        Failed runs, ranked below all results.
    """

    words = "claims.words.ComparisonWords"
    shows = "claims.figures.of_comparison"

    test: ClassVar[str] = "compare"
    announces: ClassVar[bool] = False  # they stand in the notes

    findings: tuple[str, ...] = worded("findings")
    pairs: LazyRows[ComparedPair]
    leaderboard: LeaderboardResult
    tests: dict[str, Result]
    control: str | None
    alpha: float
    scale: dict[str, str] | None
    rope: dict[str, float] = fact()
    groups: tuple[Group, ...] = fact()
    n_families: int | None = fact()
    missing: str | None = fact()
    aggregate: str | None = fact()
    properties: dict[str, Property] = fact()
    dropped: tuple[Dropped, ...] = fact()
    n_failed: int = fact()

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms, best first: in this order everything lists them."""
        return self.leaderboard.order

    @property
    def questions(self) -> tuple[str, ...]:
        """What the claims are about: the measures, or groups of them."""
        return tuple(group.name for group in self.groups) or tuple(self.measures)

    @property
    def strongest(self) -> LazyRows[ComparedPair]:
        """The pairs by their states, wins first, and then by their p-values."""
        return compared_pair.strongest_first(self.pairs)

    def in_state(self, *states: str) -> LazyRows[ComparedPair]:
        """Return the pairs in one of these states, the smallest p-value first."""
        rows = self.strongest
        return rows.at([state in states for state in rows.cells(("state",))["state"]])

    @property
    def wins(self) -> LazyRows[ComparedPair]:
        """The pairs with a winner, the smallest p-value first."""
        return self.in_state(compared_pair.WINS)

    @property
    def rows(self) -> Sequence[ComparedPair]:
        """Every pair."""
        return self.pairs

    def pair(self, a: str, b: str) -> ComparedPair:
        """Return the row of two algorithms, in either order.

        Raises
        ------
        OptionError
            If they are no pair of this comparison.
        """
        row = compared_pair.row_of(self.pairs, a, b)
        if row is None:
            raise OptionError(f'"{a}" and "{b}" are no pair of this comparison.')
        return row

    def table(self, what: str = "pairs") -> Table:
        """Return the rows of :meth:`to_frame` as columns with their meanings."""
        options.one_of("what", what, get_args(FrameName))
        if what == "board":
            return self.leaderboard.table()
        return compared_pair.pairs_by_measure(self) if what == "measures" else super().table()

    def to_frame(self, what: FrameName = "pairs") -> pd.DataFrame:
        """Return a data frame with snake_case columns in a stable order.

        Parameters
        ----------
        what : {"pairs", "board", "measures"}, default "pairs"
            ``"pairs"``: a row for each pair, with its ``state``, ``winner``, what is shown, counts
            and corrected p-values by measure. ``"board"``: a row for each algorithm, best first.
            ``"measures"``: a row for each pair and measure (or group of measures).

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        OptionError
            If there is no such frame.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.compare_algorithms(js.load_dataset("example1"))
        >>> result.to_frame()[["a", "b", "state", "wins_a_accuracy", "wins_b_accuracy"]].values
        array([['A', 'B', 'open', 3, 9]], dtype=object)
        >>> list(result.to_frame("board")["algorithm"])
        ['B', 'A']
        >>> pairs = js.compare_algorithms(js.load_dataset("weka")).to_frame("pairs")
        >>> won = pairs[pairs["state"] == "win"].sort_values("p_adjusted")
        >>> list(won["winner"])
        ['RandomForest', 'Logistic', 'AODE']
        >>> result.to_frame("measures")["wins_b"].tolist()
        [9, 8]
        """
        return self.table(what).to_frame()

    def report_text(self, to: Literal["text", "latex"] = "text") -> str:
        r"""Return two paragraphs for a paper, "Methods" (at most 120 words) and "Results" (90).

        Parameters
        ----------
        to : {"text", "latex"}, default "text"
            In LaTeX names are escaped, and papers are cited by the keys of ``references()``.

        Returns
        -------
        str
            With an empty line between them; what does not fit goes to the supplement.

        Examples
        --------
        >>> import jointstats as js
        >>> text = js.compare_algorithms(js.load_dataset("example1")).report_text()
        >>> [paragraph.split()[0] for paragraph in text.split("\n\n")]
        ['Methods.', 'Results.']
        >>> js.compare_algorithms(js.load_dataset("example1")).report_text(to="latex")[:45]
        '\\paragraph{Methods.} We compared 2 algorithms'
        """
        return presenters["report_text"](self, to)

    def to_latex(self, table: TableName | None = None) -> str:
        r"""Return a table of the comparison in LaTeX (booktabs; longtable from 41 rows).

        Parameters
        ----------
        table : {"league", "pairs", "measures", "data", "statements"}, optional
            ``league`` (default): a row for each algorithm, best first, with its wins, losses and
            trade-offs and its mean ranks. ``pairs``: the state of every pair in a sentence.
            ``measures``: every pair on every measure, with wins, median differences and bounds.
            ``data``: data sets and algorithms, measure by measure, the best result in bold.
            ``statements``: of two algorithms, the Bayesian test of all statements.

        Returns
        -------
        str

        Raises
        ------
        OptionError
            If there is no such table.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.compare_algorithms(js.load_dataset("example1"))
        >>> print(result.to_latex().splitlines()[2])
        algorithm & wins & ahead & trade-offs & possible & open & behind & losses & accuracy $\uparrow$ & time $\downarrow$ \\
        """  # noqa: E501
        return presenters["latex"](self, table)

    def to_html(self, path: Any, *, sensitivity: bool = False) -> None:
        """Write a self-contained HTML report: the answer first, figures and tables below it.

        Parameters
        ----------
        path : str or path
            Its ending, if any, is ``.html``.
        sensitivity : bool, default False
            Add what :func:`jointstats.sensitivity` finds: which settings would change the verdict.
        """
        whole = options.flag("sensitivity", sensitivity)
        presenters["page"](self, options.page_path(path), sensitivity=whole)

    def to_markdown(self, table: TableName | None = None) -> str:
        """Return the same table in Markdown."""
        return presenters["markdown"](self, table)

    @property
    def best_first(self) -> tuple[str, ...]:
        """The algorithms in the order of the leaderboard; two as in the table."""
        return self.leaderboard.best_first

    def pair_sizes(self) -> set[int]:
        """How many data sets each pair shares."""
        return set(map(int, self.pairs.cells(("n",))["n"]))


_BY_COUNTS = Caution(
    "The papers' tests of two algorithms are left out, because a Dask data frame is not kept. Give "
    "them its counts (", Function("statement_counts"), ").",
)  # fmt: skip


@declare(
    "comparison",
    family="compare",
    asks="Which algorithm is better, on which measures, at what price, and with what confidence?",
    gives="the state of every pair, a leaderboard, figures, a report",
    needs="only which of two results is better; data sets that both algorithms of a pair have",
    mind="data sets must be independent, or in known families",
    rests_on=("goeman2010sequential",),
    validity=("claims shown", "bounds", "prices"),
)
def compare_algorithms(
    table: TableLike | DaskFrame,
    *,
    control: Algorithm = None,
    on: Measures = None,
    groups: Groups = None,
    within: Within = "jointly",
    scale: Scale = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> Comparison:
    """Compare algorithms on all measures, with one error rate for all claims about all pairs.

    Parameters
    ----------
    table : ResultsTable, DataFrame, dict of matrices, or Dask data frame
        A long table in a Dask data frame (extra ``scale``) need not fit into memory. The active
        Dask client counts the votes of each partition, or this process without a client. Partitions
        that share a data set or a family are shuffled first. The answer is that of the whole table.
        The results are not kept, so medians, the papers' tests and figures of results are missing
        (`data` is None).
    control : str, optional
        Compare this algorithm with all others, and no other pairs.
    on : sequence of str, optional
        Only these measures.
    groups : dict, optional
        Groups of measures to compare on, such as ``{"quality": ["accuracy", "auc"], "cost":
        ["time"]}``, named before the results are seen. A measure in no group is a group by itself.
    within : {"jointly", "wins"}, int or dict, default "jointly"
        Rule for "better on a group" on one data set: worse on none of its measures and better on at
        least one ("jointly"); better on more measures than worse ("wins"); or better on at least
        this number, more than half. Rules named by group apply to single groups.
    scale : {"difference", "ratio"} or dict, optional
        Whether sizes are differences or ratios of two results, for all measures or by measure. By
        default ratios where all results are positive, span a factor of 100 and are not below the
        rope.
    alpha : float, default 0.05
        Largest probability of any false claim.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    Comparison

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    On each data set and measure, one algorithm of a pair is better, they are equal within the rope,
    or it is unknown: a tie on a measure without a rope may hide a difference. The claims of a pair
    form chains from weak to strong: on each measure, for each of the two, *not worse* (with a
    positive rope), *more often* better than worse, and better on *most* data sets; *equal* on most
    data sets (with a positive rope); and jointly, for each of the two, *dominates* more often than
    it is dominated, and on most data sets. An algorithm dominates another if it is worse on no
    measure and better on some. An unknown outcome counts against a claim.

    Every claim has an exact binomial p-value. All claims of all pairs are tested by sequential
    rejection (Goeman & Solari 2010) in the order of p / w, where w is the weight of a claim's
    chain: a joint chain weighs as much as there are measures, any other 1. A claim is shown if the
    chains that are not finished err together with probability `alpha` at most, each tested at its
    weight times p / w. What a chain costs there is its exact size: a binomial p-value takes few
    values, and the largest one up to a level is less than the level. The probability of any false
    claim is at most `alpha`, if data sets are independent draws, and `control`, `on`, `groups` and
    ropes were named in advance. The state of a pair (win, ahead, …) follows from its claims without
    further error.

    If the table has families of data sets (`cluster`, when it is made), each family has one vote:
    the claims are then about families. With ``missing="unknown"`` a missing result counts against
    every claim; ``"drop"`` is right only if results are missing independently of all results.

    Two algorithms are also compared by the tests of Benavoli & de Campos (2016), with their
    defaults (``tests``). The error rate of the claims does not cover them.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.compare_algorithms(js.load_dataset("weka"))
    >>> [(row.winner, row.loser, row.better(row.winner)) for row in result.wins][1]
    ('Logistic', 'J48graft', ('auc',))
    """
    totals = totals_of(table, control=control, groups=groups, within=within, on=on, **roles)
    board = board_of(totals, alpha, scale)
    tests, refused = _tests(totals) if len(board.algorithms) == 2 else ({}, ())
    return Comparison(
        facts=board.facts,
        warnings=(*board.warnings, *refused, *table_notes(totals)),
        pairs=board.pairs,
        leaderboard=replace(board, call={"control": control, "on": on, "groups": groups}),
        tests=tests,
        control=totals.control,
        alpha=alpha,
        scale=None if board.sizes is None else board.sizes.scales,
    )


def _tests(totals: Totals) -> tuple[dict[str, Result], tuple[Caution, ...]]:
    """The papers' tests of two algorithms, with their defaults; those that refuse, with why.

    They take data sets that are complete.
    """
    if totals.data is None:
        return {}, (_BY_COUNTS,)
    # Only of two algorithms, and not yet for the help.
    from jointstats.joint.bayes import bayes_test
    from jointstats.joint.glrt import glrt_test
    from jointstats.network.network import network_test
    from jointstats.network.structure import MOST_EXACT_EDGES

    table = replace(totals.data, missing="drop") if totals.data.unknown else totals.data
    run: dict[str, Any] = {"glrt": glrt_test, "bayes": bayes_test}
    if 1 < len(table.measures) <= MOST_EXACT_EDGES and table.units.n_families is None:
        run["network"] = network_test
    results: dict[str, Result] = {}
    refused: list[Caution] = []
    for name, test in run.items():
        try:
            with unheard():
                results[name] = test(table)
        except JointStatsError as error:
            refused.append(Caution(Function(f"{name}_test"), " is left out: ", *error.parts))
    return results, tuple(refused)
