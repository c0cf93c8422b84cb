"""What all that is said of pairs rests on, from a results table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from jointstats.kernels.joint import rank_sets
from jointstats.kernels.joint.family_claims import agreement_of_pairs, family_p_values
from jointstats.kernels.joint.family_histograms import agreement_of_histograms, histogram_p_values
from jointstats.kernels.joint.outcomes import MISSING, WORSE
from jointstats.kernels.joint.pair_counts import PairCounts, pair_counts
from jointstats.kernels.joint.pair_histograms import (
    MOST_CELLS,
    counts_of_histograms,
    mirrored_outcomes,
    pair_histograms,
)
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.groups import Group, grouped_outcomes
from jointstats.labelled.table.pairs import outcomes_of_pairs, places_of_pairs
from jointstats.labelled.table.results_table import ResultsTable

_AT_ONCE = 1 << 20  # outcomes that are counted together


@dataclass(frozen=True)
class Evidence:
    """What the data sets show of some pairs.

    Attributes
    ----------
    counts : PairCounts
    worst : PairCounts or None
        With whatever is missing against every claim, if something is.
    by_flips : tuple of ndarray, or None
        p-values of sign flips, and of the measures, if the data sets come in families.
    families : Families or None
        What the data sets are worth then.
    """

    counts: PairCounts
    worst: PairCounts | None
    by_flips: tuple[np.ndarray, np.ndarray] | None
    families: Families | None


def evidence_of(
    source: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    sure: np.ndarray,
    groups: Sequence[Group] = (),
) -> Evidence:
    """What is counted of pairs.

    Parameters
    ----------
    source : ResultsTable
    pairs : sequence of (str, str)
    sure : ndarray of bool, shape (m,)
        Measures whose ties are an outcome; elsewhere they may hide a difference.
    groups : sequence of Group
        Outcomes are then those of groups of measures.
    """
    if not groups and _has_many(source):
        return _of_many(source, pairs, sure)
    seen = outcomes_of_pairs(source, pairs)
    conflict = None
    if groups:
        seen, sure, conflict = grouped_outcomes(seen, tuple(source.measures), groups, sure)
    counts = _counted(seen, sure, conflict)
    clusters = None
    if source.families is not None:
        used = (seen <= WORSE).all(axis=2).any(axis=0)  # by some pair
        clusters = source.known_families(used)
    if clusters is not None:
        seen = seen[:, used]
        sure = sure[:, used] if groups else sure
        conflict = None if conflict is None else conflict[:, used]
        worth = families_worth(np.bincount(clusters), agreement_of_pairs(seen, clusters))
        by_flips = family_p_values(seen, counts, clusters, sure, conflict)
        return Evidence(counts, None, by_flips, worth)
    worst = None  # by counts, so not of families
    if (seen == MISSING).any():
        worst = _counted(seen, sure, conflict, missing_against=True)
    return Evidence(counts, worst, None, None)


def _counted(
    seen: np.ndarray, sure: np.ndarray, conflict: np.ndarray | None, **how: Any
) -> PairCounts:
    """The counts of all pairs, of some at a time."""
    step = max(1, _AT_ONCE // seen[0].size)
    parts = [
        pair_counts(
            seen[some],
            sure[some] if sure.ndim > 1 else sure,
            unclean=None if conflict is None else conflict[some],
            **how,
        )
        for some in (slice(i, i + step) for i in range(0, len(seen), step))
    ]
    return PairCounts(
        **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(PairCounts)}
    )


def _has_many(table: ResultsTable) -> bool:
    """Whether there are more data sets than outcomes, so that histograms say it in less."""
    l, outcomes = len(table.algorithms), 4 ** len(table.measures)
    cells = outcomes * (1 if table.families is None else table.n_families)
    return len(table.known()) > cells and cells * l * (l - 1) // 2 <= MOST_CELLS


def _of_many(table: ResultsTable, pairs: Sequence[tuple[str, str]], sure: np.ndarray) -> Evidence:
    """The same as from the outcomes of every data set, to the last bit."""
    values, m, l = table.known(), len(table.measures), len(table.algorithms)
    there = ~np.isnan(values).any(axis=1)
    used = np.zeros(len(values), dtype=bool)
    places = places_of_pairs(table, pairs)
    for a, b in places.tolist():
        used |= there[:, a] & there[:, b]
    clusters = table.known_families(used)
    rows = slice(None) if clusters is None else used
    found = pair_histograms(values[rows], table.rope_widths, clusters, base=4)
    number = np.zeros((l, l), dtype=np.intp)
    number[np.triu_indices(l, 1)] = np.arange(found.shape[1])
    own = found[:, number[places.min(axis=1), places.max(axis=1)]]
    back = places[:, 0] > places[:, 1]
    own[:, back] = own[:, back][..., mirrored_outcomes(m, 4)]
    counts = counts_of_histograms(own.sum(axis=0), m, sure)
    if clusters is not None:
        worth = families_worth(np.bincount(clusters), agreement_of_histograms(own, m))
        return Evidence(counts, None, histogram_p_values(own, m, sure), worth)
    worst = None
    if np.isnan(values).any():
        worst = counts_of_histograms(own[0], m, sure, missing_against=True)
    return Evidence(counts, worst, None, None)


def won_of(source: ResultsTable) -> tuple[np.ndarray, np.ndarray]:
    """Data sets won of each other algorithm, measure by measure, shape (m, l, l), and p-values.

    These are one-sided, of who wins more data sets than it loses.
    """
    values = source.known()
    clusters = source.known_families(source.shared) if source.families is not None else None
    if clusters is None:
        wins = rank_sets.wins_of_all(values, source.rope_widths)
        return wins, rank_sets.direction_p_values(wins)
    by_family = rank_sets.wins_of_all(values[source.shared], source.rope_widths, clusters)
    return by_family.sum(axis=0), rank_sets.family_directions(by_family)


def sweeps_of(source: ResultsTable) -> np.ndarray:
    """Data sets on which each algorithm beats each other one on every measure, shape (l, l)."""
    return rank_sets.sweeps_of_all(source.known(), source.rope_widths)


def missing_of(source: ResultsTable) -> tuple[int, int]:
    """How many results are missing where every pair is compared on its own, of how many."""
    if not source.unknown:
        return 0, source.values.size
    values = source.known()
    return int(np.isnan(values).sum()), values.size
