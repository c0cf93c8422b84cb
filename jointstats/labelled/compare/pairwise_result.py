"""Results of the pairwise tests: a class for each kind of row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.labelled.compare.pairs import (
    LikelihoodPair,
    MeanPair,
    OrderedPair,
    PairRow,
    PosteriorPair,
    SeparatePair,
)
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.order import first_of
from jointstats.labelled.result import Result, worded

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, repr=False)
class PairwiseResult(Result):
    """Outcome of :func:`jointstats.pairwise_tests`.

    Attributes
    ----------
    test_name : str
        ``"claims"``, or the test of each pair.
    pairs : sequence of rows
        One per pair (and measure, for the separate tests), made when it is asked for, with ``a``,
        ``b``, ``better`` (who leads), ``winner`` (the same if decided, on all measures for a joint
        test, otherwise None) and ``n``; the other columns are those of the three kinds below.
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
    n_families : int or None
        Families that the test uses; None where each data set is a unit.
    """

    test: ClassVar[str] = "pairwise"

    test_name: str
    pairs: Sequence[Any]
    p_adjust: str
    alpha: float
    control: str | None
    cases: str
    expected_wrong: float | None
    rope: dict[str, float]
    n_families: int | None

    @property
    def rows(self) -> Sequence[Any]:
        """The pairs."""
        return self.pairs

    def matrix(self) -> pd.DataFrame:
        """The pairs as the papers' triangular matrix.

        Returns
        -------
        DataFrame
            Rows and columns are algorithms. A cell reads from row to column: for every measure
            ``>`` (the row is better), ``<`` or ``=`` (practically equal), then the p-value
            (adjusted) or the probability; ``*`` marks a decision.
        """
        return self.matrix_of(self.algorithms)

    def matrix_of(self, names: Sequence[str]) -> pd.DataFrame:
        """The same matrix of these algorithms only, in this order; a control is its only row."""
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


@dataclass(frozen=True, kw_only=True, repr=False)
class OrderedPairsResult(PairwiseResult):
    """Base of the pairwise tests with one answer for all measures: a row per pair."""

    pairs: Sequence[OrderedPair]

    def _cell(self, rows: Sequence[OrderedPair]) -> str:
        (row,) = rows
        if row.order is None or row.number is None:
            return "even"
        # Means that do not differ at all have no order.
        leads = [first_of(row.order.get(measure, ())) for measure in self.measures]
        signs = "".join(map(row.sign, leads))
        shown = (
            wording.narrow_p(row.number)
            if row.by_p
            else wording.narrow(wording.probability_cell(row.number, row.error))
        )
        return f"{signs} {shown}{'*' if row.decided else ''}"


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimPairsResult(PairwiseResult):
    """The claims of all pairs: rows as in ``Comparison.pairs``, each with its ``state``.

    Attributes
    ----------
    left_out : bool
        Whether pairs do without data sets on which a result is missing.
    """

    verdict: str = worded("verdict")
    pairs: LazyRows[ComparedPair]
    left_out: bool

    def _cell(self, rows: Sequence[ComparedPair]) -> str:
        (row,) = rows
        return row.state if row.winner is None else f"{row.state}: {row.winner}"


@dataclass(frozen=True, kw_only=True, repr=False)
class JointPairsResult(OrderedPairsResult):
    """A joint test of every pair.

    Rows have ``n``; ``order``, the leading statement, ``statement`` in words and ``count``, on how
    many of the n data sets it was seen; ``better``, ``decided``, ``winner``. The likelihood-ratio
    test adds ``p_value`` (exact), ``p_value_asymptotic`` and ``p_adjusted``; the others
    ``probability`` and ``mcse``; the Bayesian test ``probability_lower``, with the least favourable
    prior of mass 2, and ``decisive``, what its ``rule`` compares. With the imprecise prior
    ``probability`` is the lower one, and ``probability_upper`` stands beside it.
    """

    pairs: Sequence[LikelihoodPair | PosteriorPair]


@dataclass(frozen=True, kw_only=True, repr=False)
class MeanPairsResult(OrderedPairsResult):
    """Hotelling's test of every pair.

    It decides that the means differ (``decided``); ``winner`` leads on all measures, each of which
    shows it alone, too (``clear``).
    """

    pairs: Sequence[MeanPair]


@dataclass(frozen=True, kw_only=True, repr=False)
class SeparatePairsResult(PairwiseResult):
    """A separate test of every pair: a row per pair and measure, as of the test itself."""

    pairs: Sequence[SeparatePair]

    def _cell(self, rows: Sequence[SeparatePair]) -> str:
        return " | ".join(
            f"{row.sign(row.better)} {wording.narrow_p(row.p_adjusted)}{'*' if row.winner else ''}"
            for row in rows
        )
