"""Other tables of the same results: without data sets, with other ropes, other rules for gaps."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from jointstats.labelled.claims.evidence import places_of_pairs
from jointstats.labelled.errors import NoDataError
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.dropping import drop_incomplete, drop_unranked
from jointstats.labelled.table.results_table import ResultsTable


def datasets_of(table: ResultsTable) -> tuple[str, ...]:
    """The data sets that some pair may use, incomplete ones last."""
    return table.everything()[1]


def without(table: ResultsTable, datasets: Collection[str]) -> ResultsTable:
    """The table without some of its data sets."""
    kept = [i for i, name in enumerate(table.datasets) if name not in datasets]
    left = replace(
        table, values=table.values[kept], datasets=tuple(table.datasets[i] for i in kept)
    )
    if table.incomplete is not None:
        n = len(table.incomplete)
        there = [i for i, row in enumerate(table.dropped[:n]) if row.dataset not in datasets]
        left = replace(
            left,
            incomplete=table.incomplete[there],
            dropped=(*(table.dropped[i] for i in there), *table.dropped[n:]),
        )
    if not left.comparable:
        raise NoDataError("No data set is left.")
    return left


def families_of(table: ResultsTable) -> dict[str, set[str]]:
    """Families to their data sets; nothing where each data set is a unit."""
    found: dict[str, set[str]] = {}
    names, families = datasets_of(table), table.families or {}
    for name in names:
        found.setdefault(families.get(name, name), set()).add(name)
    return found if len(found) < len(names) else {}


def with_rope(table: ResultsTable, measure: str, width: float | None) -> ResultsTable:
    """The table with another rope on one measure; None: with none."""
    others = tuple(name for name in table.roped if name != measure)
    return replace(
        table,
        rope=table.rope | {measure: float(width or 0)},
        roped=others if width is None else (*others, measure),
    )


def differences(table: ResultsTable, measure: str, control: str | None) -> np.ndarray:
    """How far the two of every pair are apart on a measure: each size once, ascending, above 0.

    Only here a rope can begin to make another tie.
    """
    places = places_of_pairs(table, pairs_of(table.algorithms, control))
    values = table.everything()[0][:, list(table.measures).index(measure)]
    with np.errstate(invalid="ignore"):
        apart = np.abs(values[:, places[:, 0]] - values[:, places[:, 1]]).ravel()
    apart = np.unique(apart[np.isfinite(apart)])
    return apart[apart > 0]


def treatments(table: ResultsTable) -> Iterator[tuple[str, ResultsTable]]:
    """Other rules for what is missing, with the tables that follow, if something is missing.

    Without "unknown" where failed runs left nothing to compare: those data sets are gone.
    """
    if table.incomplete is None and not table.n_failed:
        return
    values, names = table.everything()
    n = 0 if table.incomplete is None else len(table.incomplete)
    whole = replace(
        table, values=values, datasets=names, incomplete=None, dropped=table.dropped[n:]
    )
    for rule in ("drop", "unknown", "worst"):
        if rule == table.missing or (rule == "unknown" and whole.dropped):
            continue
        other = replace(whole, missing=rule)
        yield rule, drop_unranked(other) if rule == "worst" else drop_incomplete(other)


def of_medians(table: ResultsTable) -> ResultsTable | None:
    """The table with medians of the runs in place of their means, if it keeps them."""
    if table.all_runs is None:
        return None

    def medians(values: np.ndarray, names: Collection[str]) -> np.ndarray:
        runs = table.all_runs.of(tuple(names)) if table.all_runs is not None else values
        made = np.full(values.shape, np.nan)
        there = ~np.isnan(values)
        made[there] = np.nanmedian(runs[there], axis=1)
        return made

    left = None if table.incomplete is None else medians(
        table.incomplete, [row.dataset for row in table.dropped[: len(table.incomplete)]]
    )  # fmt: skip
    return replace(
        table, values=medians(table.values, table.datasets), incomplete=left, aggregate="median"
    )
