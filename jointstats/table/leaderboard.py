"""Tables with a row for every algorithm, as leaderboards are: columns of data sets and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options
from jointstats.base.errors import ColumnError, DuplicateRowsError, MissingValuesError
from jointstats.evidence.messages import Option, asked
from jointstats.table import columns as cells
from jointstats.table.beside_values import checked_properties, in_families, properties_of_values
from jointstats.table.building import finish
from jointstats.table.column_names import Name, Places, name_of, places_of, said
from jointstats.table.results_table import ResultsTable, check_size
from jointstats.table.roles import check_rules

if TYPE_CHECKING:
    import pandas as pd

_ENOUGH = 4  # algorithms, whose values would hardly all agree with a mean by chance


def leaderboard_table(
    frame: Any,
    *,
    algorithm: Any,
    measures: Mapping[Any, str],
    columns: str | None = None,
    per_algorithm: Mapping[Any, str] | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
    cluster: Any = None,
) -> ResultsTable:
    """Make a results table from a frame with a row for every algorithm.

    Parameters
    ----------
    frame : DataFrame
    algorithm : str
        Column, or name of the index, that holds the algorithm.
    measures, columns, per_algorithm, rope, missing, only, cluster
        As in :func:`jointstats.results_table`.

    Returns
    -------
    ResultsTable
    """
    ways = options.directions(measures)
    known = checked_properties(per_algorithm, ways)
    check_rules(missing, None, None)
    in_names = columns is None or "{measure}" in columns
    read = _read(frame, algorithm, list(ways) if in_names else ())
    property_at = {name: read.place_of(name, "property") for name in known}
    free = [i for i in range(len(read.names)) if i != read.key and i not in property_at.values()]
    places = places_of(read.names, free, list(ways), columns)
    datasets = list(dict.fromkeys(dataset for _, dataset in places))
    chosen = read.algorithms
    if only is not None:
        chosen = options.known_names("algorithm", only, chosen)
    check_size(datasets, chosen, ways)
    if missing == "raise":
        _refuse_lacking(places, datasets, list(ways), read)
    values = np.full((len(datasets), len(ways), len(chosen)), np.nan)
    for j, measure in enumerate(ways):
        there = [i for i, dataset in enumerate(datasets) if (measure, dataset) in places]
        at = [places[measure, datasets[i]] for i in there]
        values[there, j] = read.numbers(at, measure, chosen)
    _refuse_averages(values, datasets)
    numbers = {name: read.numbers([place], name, chosen) for name, place in property_at.items()}
    of_each = properties_of_values(numbers, known, chosen)
    shape = (values, datasets, chosen, ways)
    table = finish(*shape, rope, missing, n_rows=len(chosen), properties=of_each)
    return in_families(table, cluster)


@dataclass(frozen=True)
class _Read:
    """A frame with the names of its columns, and the algorithms of its rows."""

    frame: pd.DataFrame
    names: list[Name]
    key: int | None  # the column of the algorithms; None if they are the index
    algorithms: list[str]

    def place_of(self, name: Any, role: str) -> int:
        """The number of the one column of this name."""
        return _place_of(self.frame, self.names, name, role)

    def numbers(self, at: Sequence[int], measure: str, algorithms: Sequence[str]) -> np.ndarray:
        """The numbers of some columns, for some algorithms, shape (columns, algorithms)."""

        def where(i: int, c: int) -> str:
            return f'in column "{said(self.names[at[c]])}", algorithm "{self.algorithms[i]}"'

        x = cells.numbers_together([self.frame.iloc[:, c] for c in at], measure, where)
        place = {name: i for i, name in enumerate(self.algorithms)}
        return x[[place[name] for name in algorithms]].T


def _read(frame: pd.DataFrame, algorithm: Any, measures: Sequence[str] = ()) -> _Read:
    """Find the algorithms; each has one row. These measures must be in the names of columns."""
    names = [name_of(column) for column in frame.columns]
    wanted = options.label(algorithm)
    key, series = None, frame.index.to_series(name=wanted)
    if (wanted,) in names or options.label(frame.index.name) != wanted:
        key = _place_of(frame, names, algorithm, "algorithm")
        series = frame.iloc[:, key].rename(wanted)
    codes, algorithms = cells.names(series, "algorithm")
    if len(algorithms) < len(codes):
        for measure in measures:
            if not any(measure in part for parts in names for part in parts):
                _place_of(frame, names, measure, "measure")
        twice = algorithms[int(np.argmax(np.bincount(codes)))]
        raise DuplicateRowsError(
            f'The algorithm "{twice}" has several rows. If the table is long, with a row for each '
            "data set and algorithm, name the column of the data sets, ",
            asked("dataset"),
            "; otherwise every algorithm needs one row.",
        )
    ordered = np.argsort(codes, kind="stable")  # the algorithms' own order, such as a factor's
    return _Read(frame.iloc[ordered], names, key, algorithms)


def _place_of(frame: pd.DataFrame, names: Sequence[Name], name: Any, role: str) -> int:
    matches = [i for i, parts in enumerate(names) if parts == (options.label(name),)]
    if len(matches) != 1:  # the usual sentence says what is wrong
        plain = frame.iloc[:0].copy()
        plain.columns = [said(parts) for parts in names]
        cells.column(plain, name, role)
    return matches[0]


def algorithms_of(frame: pd.DataFrame, algorithm: Any) -> list[str]:
    """The algorithms of a leaderboard; each has one row."""
    return _read(frame, algorithm).algorithms


def _refuse_lacking(
    places: Places, datasets: Sequence[str], measures: Sequence[str], read: _Read
) -> None:
    """Refuse a data set that has no column of some measure."""
    for dataset in datasets:
        there = [name for name in measures if (name, dataset) in places]
        if len(there) < len(measures):
            lacking = next(name for name in measures if name not in there)
            column = said(read.names[places[there[0], dataset]])
            cure = (Option("missing", "drop"), "), or say which columns hold what (")
            raise MissingValuesError(
                f'The data set "{dataset}" has a column of "{there[0]}" ("{column}"), but none of '
                f'"{lacking}": leave it out (',
                *(*cure, asked("columns"), ")."),
            )


def _refuse_averages(values: np.ndarray, datasets: Sequence[str]) -> None:
    """Refuse a data set that is the mean of the others, for every algorithm."""
    if len(values) < 3 or values.shape[2] < _ENOUGH or np.isnan(values).any():
        return
    others = (values.sum(axis=0) - values) / (len(values) - 1)
    for i, dataset in enumerate(datasets):
        width = np.array([_rounding(x) for x in values[i]])
        # Few decimals, such as those of 0 and 1, would agree with any mean.
        if (width > np.ptp(values[i], axis=1) / 20).any():
            continue
        if (np.abs(values[i] - others[i]) <= width[:, None]).all():
            raise ColumnError(
                f'The data set "{dataset}" is the mean of the others for every algorithm: leave '
                "its columns out, because an average is not a further result."
            )


def _rounding(x: np.ndarray) -> float:
    """What rounding to the decimals of these numbers may change, of the mean and its parts."""
    digits = next((d for d in range(10) if (np.round(x, d) == x).all()), 10)
    return 1.1 * 10.0**-digits
