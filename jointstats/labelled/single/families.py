"""What data sets in families are worth on single measures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jointstats.kernels.joint.family_claims import agreement_of_pairs
from jointstats.kernels.joint.outcomes import WORSE
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.pairs import outcomes_of_pairs
from jointstats.labelled.table.results_table import ResultsTable


def worth_of_pairs(table: ResultsTable, pairs: Sequence[tuple[str, str]]) -> Families:
    """What the data sets are worth: how far those of a family agree on who is better, on average.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
        Names of algorithms; every pair and measure counts.
    """
    seen = outcomes_of_pairs(table, pairs)
    alone = np.moveaxis(seen, 2, 1).reshape(-1, seen.shape[1], 1)
    used = (alone <= WORSE).any(axis=(0, 2))
    alone = alone[:, used]
    _, clusters = np.unique(table.known_clusters[used], return_inverse=True)
    return families_worth(np.bincount(clusters), agreement_of_pairs(alone, clusters))
