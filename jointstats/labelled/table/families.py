"""Families of data sets: versions of one source, tasks of one suite; they answer alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled import options, wording
from jointstats.labelled.cautions import note
from jointstats.labelled.errors import Caution, ColumnError
from jointstats.labelled.table import columns
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    from jointstats.labelled.table.rows import Rows


def families_of_rows(rows: Rows, cluster: Any) -> dict[str, str]:
    """The family of every data set, from a column of a long table.

    Raises
    ------
    ColumnError
        If a data set is in two families, or in none.
    """
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


def note_families(source: Any, *, known: bool = False) -> None:
    """Note that a test takes the data sets of a table, or of counts, for independent.

    With `known` the test also uses incomplete data sets of the table.
    """
    if known and source.unknown and source.known_in_families:
        note(families_ignored(source, known=True))
    elif source.in_families and not (known and source.unknown):
        note(families_ignored(source))


def families_ignored(table: Any, which: str = "this test takes", *, known: bool = False) -> Caution:
    """What a test says that takes the data sets of one family for independent.

    With `known` the test also uses incomplete data sets of the table.
    """
    n, n_families = table.n, table.n_families
    if known:
        clusters = table.known_clusters[table.shared]
        n, n_families = len(clusters), len(np.unique(clusters))
    return Caution(
        f"The {wording.count(n)} data sets are of {wording.families(n_families)}, and "
        f"{which} them for independent: too sure an answer if data sets of a family answer alike."
    )
