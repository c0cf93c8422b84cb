"""What the joint tests share: listed statements, ties for the lead, and the opening of a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import InvalidValueError
from jointstats.base.facts import Dropped, fact
from jointstats.base.result import Result
from jointstats.base.rows import Column, Kind, Row, Table, column, table
from jointstats.evidence.glrt import chosen_share_interval
from jointstats.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.joint.pairwise_result import JointPair

P = TypeVar("P", bound=JointPair)
_ROUNDING = 1e-9  # thirds of families that sum to a whole number
MOST_LISTED = 100  # ties of many algorithms can show tens of thousands of statements


@dataclass(frozen=True)
class Share:
    """An expected share of data sets, with its interval.

    Attributes
    ----------
    mean, low, high : float
        Between 0 and 1.
    level : float
        Coverage of the interval.
    """

    mean: float
    low: float
    high: float
    level: float


@dataclass(frozen=True)
class ChosenShare(Share):
    """The share of a statement that was chosen for being the most frequent one.

    Its interval covers the share in spite of that, for any number of statements.
    """


@dataclass(frozen=True, kw_only=True)
class Statement(Row):
    """A dominance statement that data sets show.

    Attributes
    ----------
    order : dict
        For each measure, the names that the statement ranks, best first; two that are practically
        equal are one list of both.
    """

    order: wording.Order
    count: float = column(Kind.COUNT, "data sets that show the statement")


@dataclass(frozen=True, kw_only=True)
class ProbableStatement(Statement):
    """A statement with its posterior probability.

    Attributes
    ----------
    order, count
        As in :class:`Statement`.
    """

    probability: float = column(Kind.PROBABILITY, "that it is the most probable statement")
    mcse: float = column(Kind.ERROR, "Monte Carlo standard error of the probability, 0 if exact")
    share: float = column(
        Kind.SHARE,
        "expected share of data sets that show the statement",
        broom="estimate",
        heading="expected share",
    )
    share_low: float = column(Kind.SHARE, "lower end of its credible interval", broom="conf.low")
    share_high: float = column(Kind.SHARE, "upper end of its credible interval", broom="conf.high")


@dataclass(frozen=True, kw_only=True)
class Unobserved(Row):
    """All statements that are not listed, together."""

    states: int = column(Kind.WHOLE, "number of statements that are not listed")
    probability: float | None = column(
        Kind.PROBABILITY, "that one of them is the most probable statement", default=None
    )


@dataclass(frozen=True, kw_only=True)
class Lead(Row):
    """Practical lead of the first statement over all others."""

    ratio: float = column(
        Kind.NUMBER, "ratio to the probability of every other statement that would matter"
    )
    probability: float = column(
        Kind.PROBABILITY, "probability that the first statement leads by more than this ratio"
    )
    mcse: float | None = column(
        Kind.ERROR, "Monte Carlo standard error of the probability", default=None
    )
    difference: float = column(Kind.NUMBER, "expected difference of the first two shares")


_IN_WORDS = Column("statement", Kind.TEXT, "the dominance statement in words")


@dataclass(frozen=True, kw_only=True, repr=False)
class JointResult(Result):
    """Base of the results of the joint tests.

    Attributes
    ----------
    question : str
        ``"orderings"``, ``"best"`` or ``"control"``: what a statement says of each measure.
    control : str or None
        The control algorithm, for ``question="control"``.
    statements : tuple of Statement
        Observed statements, the leading one first (100 at most), with the test's own columns.
    n_observed : int
        How many statements were seen, listed or not.
    unobserved : Unobserved
        All statements not listed, together.
    best : dict or None
        The leading statement: the names for each measure, best first; None if several lead equally.
    tied_best : list of dict
        The orders that lead equally, if so.
    decided : bool
        Whether the test decides for ``best`` at level ``alpha``.
    alpha, level : float
        Level of the decision; coverage of the intervals.
    method : str
        ``"exact"`` or ``"monte_carlo"``.
    n_tied, tie_share : int, float
        Data sets with a tie on some measure, and their share of all.
    ties : dict
        For each measure, the number of data sets tied on it.
    tie_rules : dict
        For each measure, what its ties are: ``"equal"``, a separate outcome, or ``"split"``.
    rope : dict
        For each measure, the width of ties.
    dropped : tuple of Dropped
        Each data set left out, and why.
    n_failed : int
        Failed runs that were ranked below all results.
    n_families : int or None
        Families whose statements weigh 1 in all; None where those of each data set do.
    """

    words = "joint.words.JointWords"
    # Whether a probability of 1 - alpha decides: no error rate is kept, so nothing is *shown*.
    by_the_papers: ClassVar[bool] = False

    question: str
    control: str | None
    statements: Sequence[Statement]
    n_observed: int
    unobserved: Unobserved
    best: wording.Order | None
    tied_best: list[wording.Order]
    decided: bool
    alpha: float
    level: float
    method: str
    n_tied: int = fact()
    tie_share: float = fact()
    ties: dict[str, int] = fact()
    rope: dict[str, float] = fact()
    dropped: tuple[Dropped, ...] = fact()
    n_failed: int = fact()
    tie_rules: dict[str, str] = fact()
    n_families: int | None = fact()

    @property
    def rows(self) -> Sequence[Statement]:
        """The statements."""
        return self.statements

    def table(self) -> Table:
        """The statements, in words, with their columns."""
        said = [wording.cell(row.order, self.question, self.control) for row in self.rows]
        return table(self.rows).with_first(_IN_WORDS, said)

    def as_pair(self) -> JointPair:
        """The answer about two algorithms, as a row of :func:`jointstats.pairwise_tests`."""
        raise NotImplementedError

    def _as_pair(self, kind: type[P], **columns: Any) -> P:
        """The row with what all joint tests say, and further columns."""
        better = wording.leader(self.best or {})
        return kind(
            a=self.algorithms[0],
            b=self.algorithms[1],
            n=self.n,
            count=self.statements[0].count,
            order=self.best,
            statement=None if self.best is None else wording.statement(self.best),
            better=better,
            decided=self.decided,
            winner=better if self.decided else None,
            **columns,
        )


def known_from(counts: StatementCounts) -> dict[str, Any]:
    """The fields of a :class:`JointResult` that come from the counts alone."""
    return {
        "facts": counts.facts,
        "question": counts.question,
        "control": counts.control,
        "n_observed": len(counts.weights),
    }


def of_leader(
    counts: StatementCounts, first: ProbableStatement | None, level: float
) -> dict[str, Any]:
    """The fields of a result about the statement that leads alone; None where none does.

    The observed share is None, too, if another statement was seen more often.
    """
    if first is None:
        return dict.fromkeys(("best", "probability", "share", "chosen_share"))
    most = first.count >= counts.weights.max() - LEAD_TOLERANCE
    return {
        "best": first.order,
        "probability": first.probability,
        "share": Share(first.share, first.share_low, first.share_high, level),
        "chosen_share": chosen_share(counts, first.count, level) if most else None,
    }


def chosen_share(counts: StatementCounts, count: float, level: float) -> ChosenShare:
    """Observed share of the most frequent statement, which has this count."""
    n = counts.n_units
    if not 0 < n < np.inf:
        raise InvalidValueError(f"The number of data sets must be above 0 and finite; got {n}.")
    count = min(count, n)  # sums of fractions may leave the range by an ulp
    low, high = chosen_share_interval(count, n, level)
    return ChosenShare(count / n, float(low), float(high), level)


def deciding(counts: StatementCounts, i: int) -> tuple[float, np.ndarray]:
    """The weights of a statement and of its rivals, as exact p-values and bounds take them.

    Families that are divided among statements make weights that are not whole numbers: these are
    rounded down.
    """
    weight, rivals = counts.weights[i], np.delete(counts.weights, i)
    if counts.n_families is None:
        return float(weight), rivals
    return float(np.floor(weight + _ROUNDING)), np.floor(rivals + _ROUNDING)


def leaders(weights: np.ndarray) -> np.ndarray:
    """Indices of the largest count: several if they lead equally."""
    return np.flatnonzero(weights >= weights.max() - LEAD_TOLERANCE)
