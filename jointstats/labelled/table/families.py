"""Families of data sets: versions of one source, tasks of one suite; they answer alike."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.joint.agreement import agreement_within
from jointstats.kernels.joint.families import clusters_needed, design_effect, smallest_p_value
from jointstats.kernels.messages import Option
from jointstats.labelled import options, wording
from jointstats.labelled.cautions import note
from jointstats.labelled.errors import Caution, ColumnError
from jointstats.labelled.table import columns
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    from jointstats.labelled.table.rows import Rows


@dataclass(frozen=True)
class Families:
    """The families of the data sets that a test used, and what they are worth.

    Attributes
    ----------
    n : int
        Data sets.
    n_families : int
        Families, each of which is one independent observation.
    correlation : float or None
        How far data sets of one family answer alike, from 0 to 1: intra-class correlation of the
        statements. None where that cannot be known, as where all data sets show the same.
    design_effect : float or None
        By how much that inflates the variance of a share.
    effective_n : float or None
        So many independent data sets would tell a share as exactly: `n` over the design effect.
    smallest_p : float
        The smallest two-sided p-value that so many families can have.
    """

    n: int
    n_families: int
    correlation: float | None
    design_effect: float | None
    effective_n: float | None
    smallest_p: float

    @property
    def careful_n(self) -> float:
        """`effective_n`; where it is unknown, as if data sets of a family were copies."""
        return float(self.n_families if self.effective_n is None else self.effective_n)

    @property
    def said(self) -> str:
        """How many families there are, and what their data sets are worth, a sentence.

        Examples
        --------
        >>> start, rest = Families(60, 12, 0.3, 2.2, 27.27, 2.0**-11).said.split("; ")
        >>> start
        'The 60 data sets are of 12 families'
        >>> rest[:64]
        'those of a family agree (intra-class correlation 0.300), so that'
        """
        start = f"The {self.n} data sets are of {wording.families(self.n_families)}"
        if self.correlation is None or self.effective_n is None or self.design_effect is None:
            return f"{start}; how far those of a family agree cannot be told from these results."
        if self.correlation == 0:
            return f"{start}; no agreement within families is seen (intra-class correlation 0)."
        return (
            f"{start}; those of a family agree (intra-class correlation "
            f"{wording.significant(self.correlation)}), so that shares are known as from "
            f"{wording.significant(self.effective_n, 2)} independent data sets (design effect "
            f"{wording.significant(self.design_effect)})."
        )

    def too_few(
        self, alpha: float, *, one_sided: bool = False, share: float = 1.0, pairs: int = 1
    ) -> tuple[Caution, ...]:
        """That so few families can show nothing at this level, if it is so.

        `share` is the largest part of the level that one claim of several `pairs` begins with.
        """
        level = share * alpha * (2 if one_sided else 1)
        needed = clusters_needed(min(level, 0.999))
        return () if self.n_families >= needed else (
            too_few_families(self.n_families, alpha, needed, alpha / level, pairs),
        )  # fmt: skip


def too_few_families(
    n_families: int, alpha: float, needed: int, factor: float, pairs: int
) -> Caution:
    """That so few families can show nothing, nor less than `needed`.

    The smallest two-sided p-value that they can have counts times the factor.
    """
    smallest = wording.significant(min(1.0, factor * smallest_p_value(n_families)))
    of = f" of {pairs} pairs" if pairs > 1 else ""
    corrected = "corrected p-value" if factor > 1 else "p-value"
    return Caution(
        f"{wording.capital(wording.families(n_families))} can show nothing{of} at level "
        f"{alpha:g}, however many data sets they have: the smallest possible {corrected} is "
        f"{smallest}, and it takes {needed} families."
    )


def families_worth(sizes: np.ndarray, counts: np.ndarray) -> Families:
    """The families of data sets, and what these are worth.

    Parameters
    ----------
    sizes : ndarray of int, shape (C,)
        Data sets of each family.
    counts : ndarray, shape (C, R) or (P, C, R)
        How many of them show each statement.
    """
    rho = agreement_within(counts)
    n, known = int(sizes.sum()), not math.isnan(rho)
    effect = float(design_effect(sizes, rho)) if known else None
    return Families(
        n=n,
        n_families=len(sizes),
        correlation=rho if known else None,
        design_effect=effect,
        effective_n=None if effect is None else n / effect,
        smallest_p=smallest_p_value(len(sizes)),
    )


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
