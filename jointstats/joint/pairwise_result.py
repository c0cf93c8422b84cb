"""Results of the pairwise tests: a class for each kind of row, and the note on data sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from jointstats.base import wording
from jointstats.base.errors import Caution
from jointstats.base.facts import fact
from jointstats.base.result import Result
from jointstats.base.rows import Kind, Row, cells, column
from jointstats.single.separate import SeparateTest

if TYPE_CHECKING:
    import pandas as pd


def own_cases_note(rows: Sequence[Any], common: int) -> Iterator[Caution]:
    """That pairs differ in their data sets, if some pair has more than all share."""
    sizes = cells(rows, ("n",))["n"]
    low, most = min(sizes), max(sizes)
    if most > common:
        span = wording.plural(most, "data set")
        are = "is" if common == 1 else "are"
        yield Caution(
            "Each pair is compared on the data sets that are complete for it: "
            f"{span if low == most else f'{low} to {span}'}; {common} {are} complete for all "
            "algorithms."
        )


@dataclass(frozen=True, kw_only=True)
class PairRow(Row):
    """Two algorithms, and who leads."""

    a: str = column(Kind.NAME, "first algorithm of the pair")
    b: str = column(Kind.NAME, "second algorithm of the pair")

    by_p: ClassVar[bool] = True  # a p-value decides, otherwise a probability

    if TYPE_CHECKING:  # every kind declares them where its own columns stand
        n: int
        better: str | None
        winner: str | None

    @property
    def loser(self) -> str | None:
        """The algorithm that loses to the winner, if there is one."""
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a

    def sign(self, leader: str | None) -> str:
        """Sign between the first and the second where `leader` leads: better, worse, or equal."""
        return "=" if leader is None else ">" if leader == self.a else "<"


@dataclass(frozen=True, kw_only=True)
class OrderedPair(PairRow):
    """A pair with one answer for all measures.

    ``order`` has the two names for each, best first, or one list of both if they are practically
    equal there.
    """

    if TYPE_CHECKING:
        order: wording.Order | None
        statement: str | None
        decided: bool
        p_adjusted: float

        @property
        def error(self) -> float:
            """Monte Carlo error of a probability that decides."""

    @property
    def number(self) -> float | None:
        """What decides: the corrected p-value, or the probability."""
        return self.p_adjusted

    @property
    def trade_off(self) -> bool:
        """Whether it is decided that each algorithm is better on some measures."""
        return self.decided and wording.trade_off(self.order or {})


@dataclass(frozen=True, kw_only=True)
class JointPair(OrderedPair):
    """What a joint test says of a pair: the leading statement, and on how many data sets."""

    n: int = column(Kind.WHOLE, "data sets used", heading="data sets")
    count: float = column(
        Kind.COUNT, "data sets that show the leading statement", heading="seen on"
    )
    order: wording.Order | None
    statement: str | None = column(
        Kind.TEXT, "the leading statement in words", unknown="several share the first place"
    )
    better: str | None = column(
        Kind.NAME, "the algorithm that leads on every measure, if one does", shown=False
    )


@dataclass(frozen=True, kw_only=True)
class LikelihoodPair(JointPair):
    """A pair by the likelihood-ratio test: a row of :class:`JointPairsResult`."""

    p_value: float = column(Kind.P_VALUE, "exact p-value", broom="p.value")
    p_value_asymptotic: float = column(Kind.P_VALUE, "p-value by Theorem 1", shown=False)
    p_value_worst: float | None = column(
        Kind.P_VALUE,
        "exact p-value with every tie against the statement",
        shown=False,
        default=None,
    )
    p_adjusted: float = column(Kind.P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    decided: bool = column(Kind.FLAG, "whether the test decides for the statement", heading="shown")
    winner: str | None = column(
        Kind.NAME, "the algorithm that is decided to be better on every measure", shown=False
    )
    n_dropped: int | None = column(Kind.WHOLE, "data sets left out of this pair", default=None)

    def decide(self, p: float, alpha: float) -> LikelihoodPair:
        """The row with this corrected p-value."""
        decided = p <= alpha and bool(self.order)
        winner = self.better if decided else None
        return replace(self, p_adjusted=p, decided=decided, winner=winner)


@dataclass(frozen=True, kw_only=True)
class PosteriorPair(JointPair):
    """A pair by the Bayesian test or the network test: a row of :class:`JointPairsResult`."""

    by_p: ClassVar[bool] = False

    probability: float | None = column(
        Kind.PROBABILITY,
        "probability of being the most probable statement; the lower one with the imprecise prior",
    )
    probability_lower: float | None = column(
        Kind.PROBABILITY,
        "the same with the least favourable prior of mass 2",
        shown=False,
        default=None,
    )
    probability_upper: float | None = column(
        Kind.PROBABILITY, "upper probability with the imprecise prior", shown=False, default=None
    )
    mcse: float = column(Kind.ERROR, "Monte Carlo standard error of the probability")
    decisive: float | None = column(
        Kind.PROBABILITY,
        "what the rule of the Bayesian test compares with its limit",
        shown=False,
        default=None,
    )
    rule: str = "probability"
    decided: bool = column(Kind.FLAG, "whether the test decides for the statement", heading="shown")
    winner: str | None = column(
        Kind.NAME, "the algorithm that is decided to be better on every measure", shown=False
    )
    n_dropped: int | None = column(Kind.WHOLE, "data sets left out of this pair", default=None)

    @property
    def number(self) -> float | None:
        """The probability."""
        return self.probability

    @property
    def error(self) -> float:
        """That of the probability."""
        return self.mcse


@dataclass(frozen=True, kw_only=True)
class SeparatePair(SeparateTest, PairRow):
    """A pair on one measure: a row of :class:`SeparatePairsResult`."""

    p_value: float = column(Kind.P_VALUE, "two-sided p-value", broom="p.value")
    n: int = column(Kind.WHOLE, "data sets used", heading="data sets")
    n_dropped: int | None = column(Kind.WHOLE, "data sets left out of this pair", default=None)

    @property
    def decided(self) -> bool:
        """Whether the test decides for who leads."""
        return self.winner is not None


@dataclass(frozen=True, kw_only=True)
class MeanPair(OrderedPair):
    """A pair by Hotelling's test of the means; measures without any difference have no order."""

    n: int = column(Kind.WHOLE, "data sets, or folds, used", shown=False)
    order: wording.Order | None
    statement: str | None = column(
        Kind.TEXT,
        "which means are better, in words",
        heading="leading statement",
        unknown="several share the first place",
    )
    better: str | None = column(
        Kind.NAME, "the algorithm that leads on every measure with a difference", shown=False
    )
    clear: bool = column(Kind.FLAG, "whether each measure shows it alone, too", shown=False)
    p_value: float = column(Kind.P_VALUE, "p-value; 1 where no test is possible", broom="p.value")
    statistic: float | None = column(Kind.NUMBER, "Hotelling's T²", broom="statistic", shown=False)
    reason: str | None = column(Kind.TEXT, "why there is no test", shown=False)
    p_adjusted: float = column(Kind.P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    decided: bool = column(Kind.FLAG, "whether the means differ")
    winner: str | None = column(
        Kind.NAME, "the leading algorithm, if the test decides for it on every measure", shown=False
    )
    n_dropped: int | None = column(
        Kind.WHOLE, "data sets left out of this pair", shown=False, default=None
    )

    def decide(self, p: float, alpha: float) -> MeanPair:
        """The row with this corrected p-value."""
        decided = p <= alpha and bool(self.order)
        winner = self.better if decided and self.clear else None
        return replace(self, p_adjusted=p, decided=decided, winner=winner)


@dataclass(frozen=True, kw_only=True, repr=False)
class PairwiseResult(Result):
    """Outcome of :func:`jointstats.pairwise_tests`.

    Attributes
    ----------
    test_name : str
        The test of each pair.
    pairs : sequence of rows
        A row for each pair; for separate tests, for each pair and measure. ``better`` leads.
        ``winner`` is the same algorithm if the test decides, for a joint test on all measures.
    p_adjust : str
        How p-values were adjusted; ``"none"`` for probabilities.
    alpha : float
    control : str or None
    cases : {"common", "pairwise"}
        With ``"pairwise"``, ``n`` counts the data sets that some pair uses, and every row has its
        own ``n`` and ``n_dropped``.
    expected_wrong : float or None
        For probabilities: Σ(1 − P) over the decisions, the expected number of wrong ones under
        the test's own prior. It is not calibrated: with algorithms that are alike, more are wrong.
    rope : dict
        For each measure, the width within which results tie, where one was declared.
    n_families : int or None
        Families that the test uses; None if each data set is a unit.
    """

    words = "joint.words_pairwise.PairwiseWords"
    shows = "joint.figures.of_pairwise"

    test: ClassVar[str] = "pairwise"

    test_name: str
    pairs: Sequence[Any]
    p_adjust: str
    alpha: float
    control: str | None
    cases: str
    expected_wrong: float | None
    rope: dict[str, float] = fact()
    n_families: int | None = fact()

    @property
    def rows(self) -> Sequence[Any]:
        """The pairs."""
        return self.pairs

    def matrix(self) -> pd.DataFrame:
        """Return the pairs as the papers' triangular matrix.

        Returns
        -------
        DataFrame
            Rows and columns are algorithms. A cell reads from row to column: for every measure
            ``>`` (the row is better), ``<`` or ``=`` (practically equal), then the p-value
            (adjusted) or the probability; ``*`` marks a decision.
        """
        return self.matrix_of(self.algorithms)

    def matrix_of(self, names: Sequence[str]) -> pd.DataFrame:
        """Return the matrix of these algorithms only, in this order; a control is its only row."""
        import pandas as pd

        place = {name: i for i, name in enumerate(names)}
        cells: dict[tuple[str, str], list[PairRow]] = {}
        for row in self.pairs:
            if row.a in place and row.b in place:
                turn = self.control is None and place[row.b] < place[row.a]
                seen = replace(row, a=row.b, b=row.a) if turn else row
                cells.setdefault((seen.a, seen.b), []).append(seen)
        rows = [self.control] if self.control else list(names[:-1])
        columns = [a for a in names if a != self.control]
        columns = columns if self.control else list(names[1:])
        table = [
            [self._cell(cells[row, column]) if (row, column) in cells else "" for column in columns]
            for row in rows
        ]
        return pd.DataFrame(table, index=rows, columns=columns)

    def _cell(self, rows: Sequence[Any]) -> str:
        """The rows of one pair in the matrix."""
        raise NotImplementedError

    def pair_sizes(self) -> set[int]:
        """How many data sets pairs share, if some are not on all."""
        if self.cases == "common":
            return {self.n}
        return {row.n for row in self.rows if row.n is not None}


@dataclass(frozen=True, kw_only=True, repr=False)
class OrderedPairsResult(PairwiseResult):
    """Base of the pairwise tests with one answer for all measures: a row per pair."""

    words = "joint.words_pairwise.OrderedPairsWords"

    pairs: Sequence[OrderedPair]

    def _cell(self, rows: Sequence[OrderedPair]) -> str:
        (row,) = rows
        if row.order is None or row.number is None:
            return "even"
        # Means that do not differ at all have no order.
        leads = [wording.first_of(row.order.get(measure, ())) for measure in self.measures]
        signs = "".join(map(row.sign, leads))
        shown = (
            wording.narrow_p(row.number)
            if row.by_p
            else wording.narrow(wording.probability_cell(row.number, row.error))
        )
        return f"{signs} {shown}{'*' if row.decided else ''}"


@dataclass(frozen=True, kw_only=True, repr=False)
class JointPairsResult(OrderedPairsResult):
    """A joint test of every pair.

    Rows have ``n``; ``order``, the leading statement, ``statement`` in words and ``count``, on how
    many of the n data sets it was seen; ``better``, ``decided``, ``winner``. The likelihood-ratio
    test adds ``p_value`` (exact), ``p_value_asymptotic`` and ``p_adjusted``; the others
    ``probability`` and ``mcse``; the Bayesian test ``probability_lower``, with the least favourable
    prior of mass 2, and ``decisive``, what its ``rule`` compares. With the imprecise prior
    ``probability`` is the lower one, and ``probability_upper`` the upper one.
    """

    words = "joint.words_pairwise.JointPairsWords"

    pairs: Sequence[LikelihoodPair | PosteriorPair]


@dataclass(frozen=True, kw_only=True, repr=False)
class MeanPairsResult(OrderedPairsResult):
    """Hotelling's test of every pair.

    It decides that the means differ (``decided``); ``winner`` leads on all measures, and each
    measure shows it alone, too (``clear``).
    """

    pairs: Sequence[MeanPair]


@dataclass(frozen=True, kw_only=True, repr=False)
class SeparatePairsResult(PairwiseResult):
    """A separate test of every pair: a row per pair and measure, as of the test itself."""

    words = "joint.words_pairwise.SeparatePairsWords"

    pairs: Sequence[SeparatePair]

    def _cell(self, rows: Sequence[SeparatePair]) -> str:
        return " | ".join(
            f"{row.sign(row.better)} {wording.narrow_p(row.p_adjusted)}{'*' if row.winner else ''}"
            for row in rows
        )
