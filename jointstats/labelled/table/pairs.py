"""What the data sets of a table show of pairs of its algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.outcomes import EQUAL, pair_outcomes
from jointstats.labelled.table.results_table import ResultsTable

_AT_ONCE = 1 << 18  # outcomes that are made together


@dataclass(frozen=True)
class PairTies:
    """Where pairs of algorithms tie.

    Attributes
    ----------
    of_pairs : ndarray of int, shape (P, m)
        Data sets on which each pair ties, by measure.
    n : int
        Data sets.
    """

    of_pairs: np.ndarray
    n: int


def ties_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> PairTies:
    """Count the ties of pairs, of some of them at a time."""
    places, values = places_of_pairs(table, pairs), table.known()
    found = np.zeros((len(places), values.shape[1]), dtype=np.int64)
    step = max(1, _AT_ONCE // max(values[..., 0].size, 1))
    for some in (slice(start, start + step) for start in range(0, len(places), step)):
        equal = pair_outcomes(values, table.rope_widths, places[some]) == EQUAL
        found[some] = equal.sum(axis=1)
    return PairTies(found, len(values))


def places_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """Where the two algorithms of every pair stand in the table, shape (P, 2)."""
    return places_among(table.algorithms, pairs)


def places_among(algorithms: Sequence[str], pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """The same among names of algorithms."""
    place = {name: i for i, name in enumerate(algorithms)}
    return np.array([[place[a], place[b]] for a, b in pairs]).reshape(-1, 2)
