"""Properties of the algorithms, such as their price: known, one number each, and no results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options
from jointstats.labelled.errors import InvalidValueError, MissingValuesError, OptionError
from jointstats.labelled.table import columns

if TYPE_CHECKING:
    from jointstats.labelled.table.building import Rows


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
