"""How sure the statements of the data sets are, given their runs: the result, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from jointstats.labelled import wording
from jointstats.labelled.joint.runs import PROBABLE, SURE
from jointstats.labelled.order import Order
from jointstats.labelled.result import Result
from jointstats.labelled.rows import (
    COUNT,
    FLAG,
    NAME,
    NUMBER,
    PROBABILITY,
    TEXT,
    WHOLE,
    Row,
    column,
)
from jointstats.labelled.table.results_table import Dropped


@dataclass(frozen=True, kw_only=True)
class DatasetCertainty(Row):
    """A row of :class:`RunCertaintyResult`: a data set and two algorithms.

    Attributes
    ----------
    order, order_averaged : dict or None
        The statements as measure to names, best first; None if the averages tie without a rope.
    probabilities : dict
        Statement in words to its probability, the most probable first, down to 0.001.
    """

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")
    dataset: str = column(NAME, "the data set", heading="data set")
    runs: int = column(WHOLE, "runs with results of both")
    order: Order
    statement: str = column(
        TEXT, "most probable statement about the expected results", heading="most probable"
    )
    probability: float = column(PROBABILITY, "of that statement, given the runs of this data set")
    order_averaged: Order | None
    averaged: str | None = column(
        TEXT,
        "what the averages show, where that is something else",
        heading="averages show",
        unknown="the same",
    )
    probability_averaged: float = column(PROBABILITY, "of what the averages show", shown=False)
    differs: bool = column(FLAG, "whether that is less probable", shown=False)
    probabilities: dict[str, float]
    df: float | None = column(
        NUMBER, "degrees of freedom of the variances; none is infinity", unknown="∞"
    )
    sd: dict[str, float] = column(
        NUMBER,
        "standard deviation of the difference between runs, drawn towards all data sets'",
        unit="of the measure",
        spread=True,
        shown=False,
    )


@dataclass(frozen=True, kw_only=True)
class PairCertainty(Row):
    """Two algorithms over all data sets."""

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")
    n: int = column(WHOLE, "data sets used")
    n_sure: int = column(
        WHOLE, f"data sets with a statement of probability at least {SURE:g}", heading="sure"
    )
    n_probable: int = column(WHOLE, f"others with one of at least {PROBABLE:g}", heading="probable")
    n_open: int = column(WHOLE, "all others", heading="open")
    n_differ: int = column(
        WHOLE,
        "data sets whose averages show what is not the most probable",
        heading="averages differ",
    )
    expected_wrong: float = column(
        COUNT, "expected number of data sets whose averages show what is false", heading="wrong"
    )
    df: float | None = column(
        NUMBER, "degrees of freedom that all data sets lend to each; none is infinity", unknown="∞"
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class RunCertaintyResult(Result):
    """Outcome of :func:`jointstats.run_certainty`.

    Attributes
    ----------
    datasets : tuple of DatasetCertainty
        Pair by pair in the sequence of `pairs`, each in the sequence of the table.
    pairs : tuple of PairCertainty
    n_sure, n_probable, n_open, n_differ : int
        The sums over the pairs.
    expected_wrong : float
        Expected number of averaged statements that are false, over all pairs.
    run_kind : {"cv", "independent"}
    test_share : float
        Share of the cases on which a run of cross-validation tests; 0 if runs are independent.
    n_runs : int
        Runs named in the table.
    control : str or None
    tie_rules : dict
        Measure to what ties are: ``"equal"``, an outcome within the rope, or ``"split"``: none.
    rope : dict
        Measure to the width within which expected results are practically equal.
    dropped : tuple of Dropped
    """

    test: ClassVar[str] = "run_certainty"

    datasets: Sequence[DatasetCertainty]
    pairs: Sequence[PairCertainty]
    n_sure: int
    n_probable: int
    n_open: int
    n_differ: int
    expected_wrong: float
    run_kind: str
    test_share: float
    n_runs: int
    control: str | None
    tie_rules: dict[str, str]
    rope: dict[str, float]
    dropped: tuple[Dropped, ...]

    @property
    def rows(self) -> Sequence[DatasetCertainty]:
        """The data sets."""
        return self.datasets


def verdict(pairs: Sequence[PairCertainty]) -> str:
    """How many statements are sure, and what averaging is expected to have got wrong."""
    total = sum_of(pairs)
    sure, probable, left = (total[name] for name in ("n_sure", "n_probable", "n_open"))
    fewest, most = min(row.n for row in pairs), max(row.n for row in pairs)
    of = each = wording.plural(most, "data set")
    if len(pairs) > 1:
        each = f"× {each}" if fewest == most else f"on {fewest} to {each} each"
        of = f"{sum(row.n for row in pairs)} statements ({len(pairs)} pairs {each})"
    return (
        f"By the runs {sure} of {of} {_are(sure)} sure (probability at least {SURE:g}), {probable} "
        f"{_are(probable)} probable (at least {PROBABLE:g}), {left} {_are(left)} open; the "
        f"averages are expected to mislead on {wording.expected(total['expected_wrong'])}."
    )


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def sum_of(pairs: Sequence[PairCertainty]) -> dict[str, Any]:
    """The sums over pairs."""
    names = ("n_sure", "n_probable", "n_open", "n_differ", "expected_wrong")
    return {name: sum(row[name] for row in pairs) for name in names}
