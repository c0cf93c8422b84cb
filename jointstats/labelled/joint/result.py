"""What the joint tests share: listed statements, ties for the lead, and the opening of a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jointstats.labelled import wording
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.result import Result

Order = dict[str, list[str]]
MOST_LISTED = 1000  # ties of many algorithms can show tens of thousands of statements


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

    def __str__(self) -> str:
        low, high = wording.percent(self.low).removesuffix(" %"), wording.percent(self.high)
        mean = wording.percent(self.mean)
        return f"{mean} of data sets ({100 * self.level:g} % interval {low}–{high})"


@dataclass(frozen=True, kw_only=True, repr=False)
class JointResult(Result):
    """Base of the results of the joint tests.

    Attributes
    ----------
    question : str
        ``"orderings"``, ``"best"`` or ``"control"``: what a statement says of each measure.
    control : str or None
        The control algorithm, for ``question="control"``.
    statements : list of dict
        Observed statements, the leading one first (1000 at most): ``order`` (measure to names,
        best first), ``count``, ``probability`` (None for the GLRT), ``mcse``, and the test's own
        columns.
    n_observed : int
        How many statements were seen, listed or not.
    unobserved : dict
        All statements not listed, together: ``states``, how many they are, and ``probability``.
    best : dict or None
        The leading statement's ``order``; None if several lead equally.
    tied_best : list of dict
        The orders that lead equally, if so.
    decided : bool
        Whether the test decides for ``best`` at level ``alpha``.
    alpha : float
    method : str
        ``"exact"`` or ``"monte_carlo"``.
    n_tied, tie_share : int, float
        Data sets with a tie on some measure, and their share of all.
    ties : dict
        Measure to the number of data sets tied on it.
    rope : dict
        Measure to the width of ties.
    dropped : list of dict
        ``dataset`` and ``reason`` of each data set left out.
    n_failed : int
        Failed results that were ranked below all others.
    """

    question: str
    control: str | None
    statements: list[dict[str, Any]]
    n_observed: int
    unobserved: dict[str, Any]
    best: Order | None
    tied_best: list[Order]
    decided: bool
    alpha: float
    method: str
    n_tied: int
    tie_share: float
    ties: dict[str, int]
    rope: dict[str, float]
    dropped: list[dict[str, str]] = field(default_factory=list)
    n_failed: int = 0

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"statement": wording.cell(row["order"], self.question, self.control)}
            | {key: value for key, value in row.items() if key != "order"}
            for row in self.statements
        ]


def facts(counts: StatementCounts) -> dict[str, Any]:
    """The fields of a :class:`JointResult` that come from the counts alone."""
    return {
        "algorithms": counts.algorithms,
        "measures": counts.measures,
        "n": counts.n,
        "n_dropped": counts.n_dropped,
        "question": counts.question,
        "control": counts.control,
        "n_tied": counts.n_tied,
        "tie_share": counts.n_tied / counts.n if counts.n else 0.0,
        "ties": counts.ties,
        "n_observed": len(counts.weights),
        "rope": counts.rope,
        "dropped": [{"dataset": d.dataset, "reason": d.reason} for d in counts.dropped],
        "n_failed": counts.n_failed,
    }


def leaders(weights: np.ndarray) -> np.ndarray:
    """Indices of the largest count: several if they lead equally."""
    return np.flatnonzero(weights >= weights.max() - LEAD_TOLERANCE)


def dependable_lead(counts: StatementCounts) -> str:
    """The lead of several equal statements in words, for a verdict that names none."""
    first = leaders(counts.weights)
    named = [
        f'"{wording.cell(counts.order(counts.codes[i]), counts.question, counts.control)}"'
        for i in first[:2]
    ]
    more = f" and {len(first) - 2} more" if len(first) > 2 else ""
    shown = f" ({', '.join(named)}{more})" if max(map(len, named)) < 100 else ""
    return (
        f"{len(first)} statements lead equally with "
        f"{wording.plural(counts.weights[first[0]], 'data set')} each{shown}"
    )
