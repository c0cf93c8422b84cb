"""How large differences are: medians of the differences on each data set, in a measure's unit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.table.results_table import ResultsTable

DIGITS = 2


def is_share(values: NDArray[np.float64]) -> bool:
    """Whether values are shares, between 0 and 1."""
    known = values[np.isfinite(values)]
    return bool(len(known)) and known.min() >= 0 and known.max() <= 1


def sizes(result: Comparison) -> str:
    """The median difference of the only pair on each measure, a sentence; nothing if unknown."""
    if result.data is None:
        return ""
    first, second = result.pairs[0].names
    favours: dict[str, list[str]] = {first: [], second: []}
    for measure in result.measures:
        (size,) = _medians(result.data, measure, first, [second])
        if np.isfinite(size) and size:
            name = first if size > 0 else second
            favours[name].append(f"{_amount(result.data, measure, abs(size))} on {measure}")
    said = [f"{name} by {wording.listing(amounts)}" for name, amounts in favours.items() if amounts]
    return f"The median difference favours {wording.listing(said)}." if said else ""


def lead(result: Comparison, name: str, others: Sequence[str], measure: str) -> str:
    """By how much an algorithm is better than others, from least to most; nothing if not."""
    if result.data is None:
        return ""
    medians = _medians(result.data, measure, name, others)
    if not np.isfinite(medians).all() or medians.min() <= 0:
        return ""
    ends = dict.fromkeys(_amount(result.data, measure, x) for x in (medians.min(), medians.max()))
    return " to ".join(ends).replace(" points to", " to")


def _medians(
    table: ResultsTable, measure: str, name: str, others: Sequence[str]
) -> NDArray[np.float64]:
    """Median differences from others, above 0 where the named algorithm is better."""
    values = table.known()[:, list(table.measures).index(measure)]
    place = [table.algorithms.index(other) for other in (name, *others)]
    with np.errstate(invalid="ignore"):
        differences = values[:, place[:1]] - values[:, place[1:]]
    known = [column[~np.isnan(column)] for column in differences.T]
    return np.array([np.median(column) if len(column) else np.nan for column in known])


def _amount(table: ResultsTable, measure: str, size: float) -> str:
    """A difference in its unit: percentage points if more is better and all results are shares."""
    values = table.known()[:, list(table.measures).index(measure)]
    if table.measures[measure] == "max" and is_share(values):
        return f"{wording.significant(100 * size, DIGITS)} points"
    return wording.significant(size, DIGITS)
