"""What a comparison says of missing results, if every test uses what is there."""

from __future__ import annotations

import numpy as np

from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.compare.pair_claim import SHOWN
from jointstats.labelled.findings.kinds import MissingResults
from jointstats.labelled.rows import cells
from jointstats.labelled.table.results_table import ResultsTable


def data_sets_of_pairs(table: ResultsTable, control: str | None) -> np.ndarray:
    """Which of the data sets left out some pair is compared on, shape (n_dropped,)."""
    used = np.zeros(table.n_dropped, dtype=bool)
    if table.unknown:
        whole = table.complete
        used[: len(whole)] = whole.sum(axis=1) > 1
        if control is not None:
            used[: len(whole)] &= whole[:, table.algorithms.index(control)]
    return used


def missing_results(table: ResultsTable, claimed: Claimed) -> list[MissingResults]:
    """How much is missing, what pairs share, and which claims rest on its being so at random."""
    if not table.unknown:
        return []
    values = table.known()
    pairs = claimed.pairs
    found = cells(pairs, ("n", "strength", "holds_at_worst"))
    sizes, undone = found["n"], [i for i, x in enumerate(found["holds_at_worst"]) if x is False]
    told = claimed.families is None or min(sizes) == len(values)
    return [
        MissingResults(
            missing=int(np.isnan(values).sum()),
            results=values.size,
            datasets=len(values),
            common=table.n,
            fewest=min(sizes),
            most=max(sizes),
            shown=found["strength"].count(SHOWN),
            undone=tuple(pairs[i] for i in undone) if told else None,
            alone=_alone(table, values),
            with_runs=_with_runs(table, values),
        )
    ]


def _alone(table: ResultsTable, values: np.ndarray) -> tuple[str, ...]:
    """Algorithms that have no result beside another's on some measure."""
    there = ~np.isnan(values)
    beside = there & (there.sum(axis=2, keepdims=True) > 1)
    lonely = ~beside.any(axis=0).all(axis=0)
    return tuple(name for name, is_so in zip(table.algorithms, lonely, strict=True) if is_so)


def _with_runs(table: ResultsTable, values: np.ndarray) -> int:
    """How many missing results have runs, but fewer than were asked for."""
    if table.all_runs is None:
        return 0
    runs = table.all_runs.of(table.everything()[1])
    return int((np.isnan(values) & np.isfinite(runs).any(axis=3)).sum())
