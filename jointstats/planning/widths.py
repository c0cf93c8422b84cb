"""How wide the bounds of median differences will be, with data sets like those of a pilot study.

The data sets of the pilot study stand for all there are: n data sets are drawn from them. The k-th
smallest of n draws is at most the i-th smallest of the N differences of the pilot study with
probability P(Beta(k, n − k + 1) <= i / N), from which its expectation follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jointstats.base.rows import NAME, NUMBER, TEXT, WHOLE, Row, column
from jointstats.claims.pair_votes import Evidence
from jointstats.claims.shown import by_measure, sizes_of
from jointstats.evidence.arrays import Array, special
from jointstats.evidence.bounds import places
from jointstats.evidence.order_statistics import differences, on_scale
from jointstats.evidence.steps import Chains
from jointstats.table.results_table import ResultsTable


@dataclass(frozen=True, kw_only=True)
class PlanWidth(Row):
    """The bounds of a median difference that are expected with a number of data sets."""

    n: int = column(WHOLE, "data sets")
    measure: str = column(NAME, "the measure")
    low: float | None = column(
        NUMBER, "expected low bound, of the first algorithm over the second; unknown: too few"
    )
    high: float | None = column(NUMBER, "expected high bound")
    scale: str = column(TEXT, "whether sizes are differences, or factors: ratio")


def widths_of(table: ResultsTable | None, sizes: Iterable[int], alpha: float) -> list[PlanWidth]:
    """The expected bounds of two algorithms in a pilot study, by number of data sets and measure.

    Parameters
    ----------
    table : ResultsTable or None
        Of two algorithms whose data sets are in no families; otherwise there are no widths.
    sizes : iterable of int
    alpha : float
        Probability, at most, that some bound does not hold.
    """
    if table is None or len(table.algorithms) != 2 or table.families:
        return []
    evidence, pair = Evidence.of(table), np.array([[0, 1]])
    known = sizes_of(table, evidence, pair, _chains(evidence, table.n), alpha)
    scaled = on_scale(evidence.values, known.signs, known.ratio)
    low, high = differences(evidence.values, pair, evidence.missing, scaled)
    of_measures = [np.sort(d[d == other]) for d, other in zip(low[0], high[0], strict=True)]
    rows = []
    for n in sizes:
        k = int(places(_chains(evidence, n), [n], alpha)[0])
        bounds = np.array([[expected(d, k, n), expected(d, n + 1 - k, n)] for d in of_measures])
        low_of, high_of = (by_measure(known, side) for side in known.printed(bounds.T))
        rows += [
            PlanWidth(n=n, measure=name, low=low_of[name], high=high_of[name], scale=scale)
            for name, scale in known.scales.items()
        ]
    return rows


def expected(values: Array, k: int, n: int) -> float:
    """The expectation of the k-th smallest of n draws from values in ascending order.

    NaN where there is no such place, and where it may be infinite.

    Examples
    --------
    The smaller one of two draws of 0 and 1 is 1 with probability 1/4:

    >>> expected(np.array([0.0, 1.0]), 1, 2).__round__(9)
    0.25
    """
    if not 1 <= k <= n or not len(values):
        return float("nan")
    below = special.betainc(k, n - k + 1, np.linspace(0, 1, len(values) + 1))
    chance = np.diff(below)
    return float(chance @ values) if np.isfinite(values).all() else float("nan")


def _chains(evidence: Evidence, n: int) -> Chains:
    """The chains of two algorithms with n data sets."""
    return evidence.declared.voting(np.full((1, len(evidence.measures)), n), np.array([n])).chains
