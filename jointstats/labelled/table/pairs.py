"""What the data sets of a table show of pairs of its algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.labelled.table.results_table import ResultsTable


def outcomes_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """Outcome of every pair on every data set of ``table.known()`` and measure, shape (P, n, m).

    Parameters
    ----------
    table : ResultsTable
    pairs : iterable of (str, str)
        Names of algorithms.
    """
    return pair_outcomes(table.known(), table.rope_widths, places_of_pairs(table, pairs))


def places_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """Where the two algorithms of every pair stand in the table, shape (P, 2)."""
    return places_among(table.algorithms, pairs)


def places_among(algorithms: Sequence[str], pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """The same among names of algorithms."""
    place = {name: i for i, name in enumerate(algorithms)}
    return np.array([[place[a], place[b]] for a, b in pairs]).reshape(-1, 2)
