"""Families of data sets: versions of one source, tasks of one suite; they answer alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.claims.votes import Units
from jointstats.kernels.messages import Option
from jointstats.labelled import options, wording
from jointstats.labelled.errors import Caution, ColumnError
from jointstats.labelled.table import columns

if TYPE_CHECKING:
    from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    from jointstats.labelled.table.building import Rows


def families_of_rows(rows: Rows, cluster: Any) -> dict[str, str] | None:
    """The family of every data set, from a column of a long table, where one is named.

    Raises
    ------
    ColumnError
        If a data set is in two families, or in none.
    """
    if cluster is None:
        return None
    codes, names = columns.names(columns.column(rows.frame, cluster, "family"), "family")
    first = np.empty(len(rows.datasets), dtype=np.intp)  # every data set has a row
    first[rows.d_codes[::-1]] = codes[::-1]
    odd = np.flatnonzero(first[rows.d_codes] != codes)
    if len(odd):
        d = int(rows.d_codes[odd[0]])
        raise ColumnError(
            f'The data set "{rows.datasets[d]}" is in two families, "{names[first[d]]}" and '
            f'"{names[codes[odd[0]]]}": a data set has one.'
        )
    return {name: names[code] for name, code in zip(rows.datasets, first.tolist(), strict=True)}


def in_families(table: ResultsTable, given: Mapping[Any, Any] | None) -> ResultsTable:
    """The table with the family of every data set, from a mapping of names.

    Raises
    ------
    ColumnError
        If a data set is missing from it, or one that the table does not have is named.
    """
    if given is None:
        return table
    if not isinstance(given, Mapping):
        raise ColumnError(
            Option("cluster"), " of this table is a mapping: each data set, and its family."
        )
    datasets = (*table.datasets, *(one.dataset for one in table.dropped))
    found = {options.label(name): options.label(family) for name, family in given.items()}
    lacking = [name for name in datasets if name not in found]
    if lacking:
        raise ColumnError(f'The data set "{lacking[0]}" has no family: every one needs one.')
    unknown = [name for name in found if name not in datasets]
    if unknown:
        raise ColumnError(f'A family is given for "{unknown[0]}", which is no data set here.')
    return replace(table, families=found)


def families_ignored(units: Units, which: str = "this test takes") -> tuple[Caution, ...]:
    """What a test says that takes the data sets of one family for independent, if some are."""
    if units.n_families is None:
        return ()
    return (
        Caution(
            f"The {wording.count(len(units.clusters))} data sets are of "
            f"{wording.families(units.n_families)}, and {which} them for independent: "
            "too sure an answer if data sets of a family answer alike."
        ),
    )
