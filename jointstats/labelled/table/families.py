"""Families of data sets, which answer alike, and properties of algorithms, such as a price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.claims.votes import Units
from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options, wording
from jointstats.labelled.errors import (
    Caution,
    ColumnError,
    InvalidValueError,
    MissingValuesError,
    OptionError,
)
from jointstats.labelled.table import columns

if TYPE_CHECKING:
    from jointstats.labelled.table.building import Rows
    from jointstats.labelled.table.results_table import ResultsTable


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


@dataclass(frozen=True)
class Property:
    """One number for every algorithm, and whether a higher or a lower one is better.

    Attributes
    ----------
    direction : str
        ``"max"`` or ``"min"``.
    values : dict
        Algorithm to its value.
    """

    direction: str
    values: Mapping[str, float]

    def of(self, algorithms: Iterable[str]) -> Property:
        """The property of some algorithms."""
        return Property(self.direction, {name: self.values[name] for name in algorithms})

    def better(self, a: str, b: str) -> str | None:
        """Which of two algorithms has the better value; None if both have the same."""
        first, second = self.values[a], self.values[b]
        if first == second:
            return None
        return a if (first > second) == (self.direction == "max") else b


def checked_properties(per_algorithm: Any, measures: Iterable[str]) -> dict[str, str]:
    """Check `per_algorithm`: nothing, or a mapping of names that are no measures."""
    if per_algorithm is None or per_algorithm == {}:
        return {}
    ways = options.directions(per_algorithm, "per_algorithm", "property")
    both = [name for name in ways if name in measures]
    if both:
        raise OptionError(
            f'"{both[0]}" is named both in ',
            Option("measures"),
            " and in ",
            Option("per_algorithm"),
            ": it is one of them.",
        )
    return ways


def properties_of_rows(rows: Rows, ways: Mapping[str, str]) -> dict[str, Property]:
    """Properties from columns of a long table, which repeat them in every row of an algorithm."""
    found = {}
    for name, direction in ways.items():
        x = columns.numbers(
            columns.column(rows.frame, name, "property"),
            name,
            lambda i: f'for algorithm "{rows.algorithms[rows.a_codes[i]]}"',
        )
        found[name] = _property(name, direction, rows.algorithms, rows.a_codes, x)
    return found


def properties_of_values(
    values: Mapping[str, np.ndarray], ways: Mapping[str, str], algorithms: Sequence[str]
) -> dict[str, Property]:
    """Properties from arrays whose last axis is the algorithms; NaN where there is none."""
    found = {}
    for name, direction in ways.items():
        x = np.atleast_2d(values[name])
        codes = np.tile(np.arange(len(algorithms)), len(x))
        found[name] = _property(name, direction, algorithms, codes, x.ravel())
    return found


def _property(
    name: str, direction: str, algorithms: Sequence[str], codes: np.ndarray, x: np.ndarray
) -> Property:
    """The one value of every algorithm."""
    known = ~np.isnan(x)
    lowest = np.full(len(algorithms), np.inf)
    highest = np.full(len(algorithms), -np.inf)
    np.minimum.at(lowest, codes[known], x[known])
    np.maximum.at(highest, codes[known], x[known])
    if np.isinf(lowest).any():
        lacking = algorithms[int(np.isinf(lowest).argmax())]
        raise MissingValuesError(
            f'The algorithm "{lacking}" has no value of the property "{name}": every algorithm '
            "needs one."
        )
    if (lowest < highest).any():
        at = int((lowest < highest).argmax())
        raise InvalidValueError(
            f'The property "{name}" of the algorithm "{algorithms[at]}" is {lowest[at]:g} in one '
            f"place and {highest[at]:g} in another: a property is one number of the algorithm. If "
            "it differs between data sets, it is a measure (",
            asked("measures"),
            ").",
        )
    return Property(direction, dict(zip(algorithms, lowest.tolist(), strict=True)))
