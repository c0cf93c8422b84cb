"""What a comparison found: its tests, its claims, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from jointstats.kernels.messages import Option, Value
from jointstats.labelled import options, rows
from jointstats.labelled.compare.claims import nearest_to_change
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.compare.pair_answers import PairAnswer, pair_answers
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.compare.pairwise_result import JointPairsResult
from jointstats.labelled.compare.ranking import OneMeasure
from jointstats.labelled.errors import Caution, OptionError
from jointstats.labelled.findings import kinds
from jointstats.labelled.given import FrameName, TableName
from jointstats.labelled.joint import margin as margins
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.margin import Margin
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.lazy_rows import joined
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.presenters import presenters
from jointstats.labelled.result import Result, worded
from jointstats.labelled.rows import Table
from jointstats.labelled.single.separate import SeparateTest
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.groups import Group
from jointstats.labelled.table.properties import Property
from jointstats.labelled.table.results_table import Dropped, ResultsTable
from jointstats.labelled.wording import listing

if TYPE_CHECKING:
    import pandas as pd

FRAMES = ("pairs", "board", "tests")


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison(Result):
    """Outcome of :func:`jointstats.compare_algorithms`.

    Attributes
    ----------
    joint : dict
        Test to its result, of all measures together: ``glrt``, ``bayes`` (complete orderings) and,
        with several measures, ``pareto``; with two algorithms ``network``; with more than two
        ``glrt_best`` and ``bayes_best`` (who is best on each measure); with a control
        ``bayes_control``. None where ties forbid a test.
    pairs : dict
        With more than two algorithms: ``glrt`` and ``bayes`` of every pair, each by its own rule.
        With families of data sets and more than 190 pairs ``glrt`` alone.
    decided : bool
        Whether something is shown of some pair.
    wins : sequence of PairClaim
        Of every pair the strongest claim that is shown (``strength="shown"``: any false one with
        probability `alpha` at most, over all claims of all pairs); of pairs without one, to whom
        the data lean (``"leaning"``: probable by a prior learned from all pairs). Strongest first.
    open : sequence of PairClaim
        All other pairs, with the weakest claim about who leads.
    expected_wrong : float
        Wrong ones that are expected among the leanings.
    level_shares : dict
        Share of a pair's level that each kind of claim begins with, fixed beforehand: ``sweep``
        (better on every measure), ``not_worse``, ``outcome``, ``trade_off``.
    separate : dict
        Measure to :class:`OneMeasure`: ``tests`` of every pair, or every pair with the control, and
        ``ranking``: all algorithms in one line, always by the tests of all pairs.
    separate_test : str
        ``"wilcoxon"``; ``"sign"`` if runs failed, or data sets come in families.
    findings : tuple of str
        What is decided, what not, where views disagree; the first sentence is the verdict.
    found : tuple of Finding
        The same as data, by importance, and with the cautions of which ``warnings`` tells.
    dropped : tuple of Dropped
        Each data set left out, and why.
    leaderboard : LeaderboardResult
        A row for each algorithm, best first, from the claims above; `order` is its order.
    ties : dict
        Measure to the number of data sets with a tie on it.
    n_failed : int
        Failed results, ranked below all others.
    tie_rules : dict
        Measure to what ties of two are: ``"equal"``, an outcome of their own, or ``"split"``.
    normal : dict
        If asked for: ``hotelling`` (two algorithms) or ``manova`` (more), and ``mardia``.
    alpha, p_adjust, control, rope
        The call's options.
    families : Families or None
        Those of the data sets, if some has two of them. Then `wins` come from sign flips of whole
        families, and nothing leans.
    properties : dict
        What the table keeps of the algorithms beside their results, such as a price: a pair whose
        winner has a worse property is a trade-off (`PairClaim.known`).
    groups : tuple of Group
        What `wins` and `open` are about, if groups were named: `name`, `measures`, rule `within`.
    data : ResultsTable or None
        The results themselves, for later questions; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "compare"
    announces: ClassVar[bool] = False  # they concern one of many tests, and stand in the notes

    warnings: tuple[Caution, ...] = worded("warnings")
    verdict: str = worded("verdict")
    joint: dict[str, JointResult | ParetoResult | None]
    pairs: dict[str, JointPairsResult]
    decided: bool
    wins: Sequence[PairClaim]
    open: Sequence[PairClaim]
    expected_wrong: float
    level_shares: dict[str, float]
    separate: dict[str, OneMeasure]
    separate_test: str
    findings: tuple[str, ...] = worded("findings")
    leaderboard: LeaderboardResult
    dropped: tuple[Dropped, ...]
    ties: dict[str, int]
    n_failed: int
    alpha: float
    p_adjust: str
    control: str | None
    rope: dict[str, float]
    tie_rules: dict[str, str]
    aggregate: str | None
    families: Families | None
    properties: dict[str, Property]
    groups: tuple[Group, ...]
    normal: dict[str, NormalResult | None]
    found: tuple[kinds.Finding, ...] = field(metadata={"plain": False})
    data: ResultsTable | None = field(compare=False, metadata={"plain": False})

    def with_warnings(self, cautions: Iterable[Caution]) -> Self:
        """The same result, warning of these."""
        return replace(self, found=kinds.with_cautions(self.found, cautions))

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms, best first: in this order everything lists them."""
        return self.leaderboard.order

    @property
    def rows(self) -> Sequence[PairAnswer]:
        """Every pair with its joint and its separate answers: shown, leaning, open."""
        return pair_answers(joined([self.wins, self.open]), self.separate)

    @property
    def tests(self) -> Sequence[SeparateTest]:
        """The separate tests, measure by measure."""
        return joined([part.tests for part in self.separate.values()])

    def table(self, what: str = "pairs") -> Table:
        """The rows of :meth:`to_frame` as columns with their meanings."""
        if what not in FRAMES:
            raise OptionError(
                Option("what"), f" must be one of {listing(FRAMES)}; got ", Value(what), "."
            )
        if what == "board":
            return self.leaderboard.table()
        if what == "tests":
            return rows.table(self.tests).led_by("measure")
        return super().table()

    def to_frame(self, what: FrameName = "pairs") -> pd.DataFrame:
        """A data frame with snake_case columns in a stable order.

        Parameters
        ----------
        what : {"pairs", "board", "tests"}, default "pairs"
            ``"pairs"``: a row for each pair, what is shown first, with its claim (``winner``,
            ``claim``, ``strength``, ``p_adjusted``, ``trade_off``) and the separate answer on each
            measure (``better_on_…``, ``difference_on_…``, ``p_on_…``). ``"board"``: a row for each
            algorithm, best first. ``"tests"``: a row for each separate test.

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
        >>> result.to_frame()[["a", "b", "strength", "p_on_accuracy"]].round(3).values.tolist()
        [['A', 'B', 'open', 0.292]]
        >>> list(result.to_frame("board")["algorithm"])
        ['B', 'A']

        Columns are floats, whole numbers, truth values or text: they sort and filter as they are.

        >>> pairs = js.compare_algorithms(js.load_dataset("weka")).to_frame("pairs")
        >>> shown = pairs[pairs["strength"] == "shown"].sort_values("p_adjusted")
        >>> list(shown["winner"])
        ['Logistic', 'AODE', 'RandomForest']
        """
        return self.table(what).to_frame()

    def margins(self) -> kinds.Margins:
        """What would change the verdict."""
        about: dict[str, Any] = {"algorithms": self.algorithms, "measures": tuple(self.measures)}
        return kinds.Margins(**about, **nearest_to_change(joined([self.wins, self.open])))

    def bayes_margin(self, a: str, b: str) -> Margin | None:
        """How many data sets would change what the Bayesian test says of this pair."""
        counts, call = self._counts(a, b), self.call
        if counts is None or (self.data is not None and self.data.unknown):
            return None
        prior = (call["prior"], call["prior_strength"])
        return margins.bayes_margin(counts, *prior, self.alpha, call["rule"])

    def glrt_margin(self, a: str, b: str) -> Margin | None:
        """The same for the likelihood-ratio test, whose p-value is not corrected here."""
        counts = self._counts(a, b)
        return None if counts is None else margins.glrt_margin(counts, self.alpha)

    def _counts(self, a: str, b: str) -> StatementCounts | None:
        if self.data is None or self.families is not None:  # read, not made; which family changes?
            return None
        return count_table(self.data.select(algorithms=[a, b]), ties=self.call["ties"])

    def report_text(self) -> str:
        r"""Two paragraphs for a paper, "Methods" and "Results", of 90 words each at most.

        Returns
        -------
        str
            With an empty line between them; what there is no room for is said to be left to the
            supplement.

        Examples
        --------
        >>> import jointstats as js
        >>> text = js.compare_algorithms(js.load_dataset("example1")).report_text()
        >>> [paragraph.split()[0] for paragraph in text.split("\n\n")]
        ['Methods.', 'Results.']
        """
        return presenters["report_text"](self)

    def to_latex(self, table: TableName | None = None) -> str:
        r"""A table of the comparison in LaTeX (booktabs; of more than 40 rows longtable).

        Parameters
        ----------
        table : {"league", "pairs", "tests", "data", "statements"}, optional
            ``league`` (default): a row for each algorithm, best first, with its wins, trade-offs
            and losses and its mean ranks. ``pairs``: what is claimed of every pair. ``tests``: the
            separate tests. ``data``: data sets and algorithms, measure by measure, bold where
            nobody else is better on all measures at once, underlined where nobody is on this one.
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
        algorithm & wins & trade-offs & open & losses & accuracy $\uparrow$ & time $\downarrow$ \\
        """
        return presenters["latex"](self, table)

    def to_html(self, path: Any, *, sensitivity: bool = False) -> None:
        """Write a self-contained HTML report: the answer first, figures and tables below it.

        Parameters
        ----------
        path : str or path
            Its ending, if any, is ``.html``.
        sensitivity : bool, default False
            Try every other setting of :func:`jointstats.sensitivity` for the part "What would
            change the verdict"; by default those that take no time.
        """
        whole = options.flag("sensitivity", sensitivity)
        presenters["page"](self, options.page_path(path), sensitivity=whole)

    def to_markdown(self, table: TableName | None = None) -> str:
        """The same table in Markdown."""
        return presenters["markdown"](self, table)
