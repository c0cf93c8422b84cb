"""Any false claim among those shown: the family of all claims of all pairs, on simulated tables."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from designs import Array, Design, Truth, chunks, generator, truth
from numpy.typing import NDArray

from jointstats.kernels.joint.pair_claims import (
    LADDERS,
    WEIGHTS,
    PairCounts,
    adjusted_family,
    claim_p_values,
    pair_counts,
)

ALPHA = 0.05
COMPARISON = "compare_algorithms"
"""The function whose kernel says which claims are shown."""
CLAIMS = (
    "more_often", "most_common", "each", "most_data_sets",
    "not_worse", "not_worse_mostly", "outcome", "outcome_mostly", "trade_off",
)  # fmt: skip
"""Columns of what is shown of a pair."""

Certain = bool | tuple[bool, ...]
"""Whether ties are practical equality (a rope), or may hide a difference; or by measure."""

_COUNTS = tuple(f.name for f in fields(PairCounts))


@dataclass(frozen=True)
class Shown:
    """What is shown of each pair of each table, and what of it is false: shape (tables, P, 9)."""

    shown: NDArray[np.bool_]
    false: NDArray[np.bool_]


def shown_claims(outcomes: Array, known: Truth, certain: Certain, alpha: float = ALPHA) -> Shown:
    """All claims of tables of shape (tables, P, n, m), by the kernel of the comparison."""
    tables, pairs, n, m = outcomes.shape
    equal = bool(np.any(certain))
    sure = np.broadcast_to(certain, (m,))
    counts = pair_counts(outcomes.reshape(tables * pairs, n, m), sure)
    shown = np.zeros((tables, pairs, len(CLAIMS)), dtype=bool)
    false = np.zeros_like(shown)
    # Where no ladder passes its first rung on what it begins with, nothing is shown.
    there = np.array([True, equal and m > 1, equal or m > 1, m > 1])
    weights = np.where(there, WEIGHTS, 0.0) / pairs / np.sum(WEIGHTS, where=there)
    first = claim_p_values(counts)[:, :, 0].reshape(tables, pairs, len(LADDERS))
    seen: dict[bytes, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}
    for table in np.flatnonzero((first <= alpha * weights * (1 + 1e-9)).any(axis=(1, 2))):
        part = _part(counts, slice(table * pairs, (table + 1) * pairs))
        key = b"".join(getattr(part, name).tobytes() for name in _COUNTS)
        if key not in seen:  # with few data sets, many tables have the same counts
            seen[key] = _of_one_table(part, known, equal, alpha)
        shown[table], false[table] = seen[key]
    return Shown(shown, false)


def _of_one_table(
    counts: PairCounts, known: Truth, equal: bool, alpha: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    found = adjusted_family(counts, equal=equal)
    is_shown = found.adjusted <= alpha
    shown = np.concatenate(
        [is_shown[:, 0], is_shown[:, 1, :2], is_shown[:, 2, :2], is_shown[:, 3, :1]], axis=1
    )
    pair = np.arange(len(shown))
    m = counts.outcome.shape[1]
    number = counts.outcome @ 3 ** np.arange(m - 1, -1, -1)
    # Of a trade-off, every measure that the level of its ladder allows to be named must be right.
    p, adjusted = found.p[:, 3, 0], found.adjusted[:, 3, 0]
    named = found.measures_p <= (alpha * p / adjusted * (1 + 1e-12))[:, None]
    leads = counts.wins.argmax(axis=-1)
    true_leads = known.wins[pair[:, None], np.arange(m), leads]
    true = np.concatenate(
        [
            known.sweep[pair, found.side[:, 0]],
            known.clean[pair, found.side[:, 1]],
            known.outcome[pair, number],
            (true_leads | ~named).all(axis=1, keepdims=True),
        ],
        axis=1,
    )
    return shown, shown & ~true


def _part(counts: PairCounts, rows: slice) -> PairCounts:
    return PairCounts(**{name: getattr(counts, name)[rows] for name in _COUNTS})


def error_rate(
    name: str, design: Design, n: int, certain: Certain, tables: int
) -> dict[str, float]:
    """Share of tables with any false claim, and how many claims of each kind a table shows."""
    rng, known = generator(name), truth(design.true_theta, design.m)
    wrong, shown = 0, np.zeros(len(CLAIMS))
    for size in chunks(design, tables, n):
        found = shown_claims(design.sample(rng, size, n), known, certain)
        wrong += int(found.false.any(axis=(1, 2)).sum())
        shown += found.shown.sum(axis=(0, 1))
    return {"tables": tables, "wrong": wrong} | dict(
        zip(CLAIMS, (shown / tables).round(4).tolist(), strict=True)
    )


def limit(tables: int, rate: float = ALPHA) -> float:
    """Three standard errors above the promised rate."""
    return rate + 3 * float(np.sqrt(rate * (1 - rate) / tables))
