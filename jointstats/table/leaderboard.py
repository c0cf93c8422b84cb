"""Tables with a row for every algorithm, as leaderboards are: columns of data sets and measures.

Names of columns tell a measure and a data set, by a pattern or by the measures' names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options
from jointstats.base.errors import ColumnError, DuplicateRowsError, MissingValuesError, OptionError
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Option, asked
from jointstats.table import columns as cells
from jointstats.table.beside_values import checked_properties, in_families, properties_of_values
from jointstats.table.building import check_rules, finish
from jointstats.table.directions import read
from jointstats.table.gaps import check_size
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

Name = tuple[str, ...]  # the levels of a column's name that say something: mostly one
Places = dict[tuple[str, str], int]  # measure and data set to the number of a column

MEASURE, DATASET = "{measure}", "{dataset}"
EXAMPLE = Option("columns", f"{DATASET}_{MEASURE}")
_SEPARATORS = ("__", "::", "_", "/", ".", "-", ":", "|", " ")
_EDGES = "".join(set("".join(_SEPARATORS)))
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
    in_names = columns is None or MEASURE in columns
    read = _read(frame, algorithm, list(ways) if in_names else ())
    property_at = {name: _place_of(read.frame, read.names, name, "property") for name in known}
    free = [i for i in range(len(read.names)) if i != read.key and i not in property_at.values()]
    places = places_of(read.names, free, list(ways), columns)
    datasets = list(dict.fromkeys(dataset for _, dataset in places))
    wanted = read.algorithms if only is None else only
    chosen = options.known_names("algorithm", wanted, read.algorithms)
    check_size(datasets, chosen, ways)
    if missing == "raise":
        _refuse_uneven(places, datasets, list(ways), read)
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
    wanted = label(algorithm)
    key, series = None, frame.index.to_series(name=wanted)
    if (wanted,) in names or label(frame.index.name) != wanted:
        key = _place_of(frame, names, algorithm, "algorithm")
        series = frame.iloc[:, key].rename(wanted)
    codes, algorithms = cells.names(series, "algorithm")
    if len(algorithms) < len(codes):
        for measure in measures:
            if not any(measure in part for parts in names for part in parts):
                _place_of(frame, names, measure, "measure")
        twice = algorithms[int(np.argmax(np.bincount(codes)))]
        long = "If the table is long, with a row for each data set and algorithm, name the column "
        raise DuplicateRowsError(
            f'The algorithm "{twice}" has several rows. {long}of the data sets, ',
            *(asked("dataset"), "; otherwise every algorithm needs one row."),
        )
    ordered = np.argsort(codes, kind="stable")  # the algorithms' own order, such as a factor's
    return _Read(frame.iloc[ordered], names, key, algorithms)


def _place_of(frame: pd.DataFrame, names: Sequence[Name], name: Any, role: str) -> int:
    """The number of the one column of this name."""
    matches = [i for i, parts in enumerate(names) if parts == (label(name),)]
    if len(matches) != 1:  # the usual sentence says what is wrong
        plain = frame.iloc[:0].copy()
        plain.columns = [said(parts) for parts in names]
        cells.column(plain, name, role)
    return matches[0]


def algorithms_of(frame: pd.DataFrame, algorithm: Any) -> list[str]:
    """The algorithms of a leaderboard; each has one row."""
    return _read(frame, algorithm).algorithms


def _refuse_uneven(
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


def name_of(column: Any) -> Name:
    """The name of a column; of several levels, those that say something."""
    if not isinstance(column, tuple):
        return (label(column),)
    parts = tuple(map(label, column))
    return tuple(part for part in parts if part and not part.startswith("Unnamed: ")) or ("",)


def said(name: Name) -> str:
    """A name in a message, and where only text will do."""
    return "/".join(name)


def places_of(
    names: Sequence[Name], free: Sequence[int], measures: Sequence[str], pattern: str | None
) -> Places:
    """The place of each measure of each data set; other columns are ignored.

    Parameters
    ----------
    names : sequence of tuple
        Of all columns.
    free : sequence of int
        The columns that are nothing else.
    measures : sequence of str
    pattern : str or None
        With ``{measure}`` and ``{dataset}``, or ``{dataset}`` alone for one measure. Without one,
        the measures' names tell, before or after the data set.

    Raises
    ------
    ColumnError, OptionError
        If the names tell nothing, or not enough.
    """
    free_names = {i: names[i] for i in free}
    refuse_places(measures, DATASET, pattern)
    if pattern == DATASET:
        return _every_column(free_names, measures)
    if pattern is None:
        places = _told_by_measures(free_names, measures)
        _refuse_alone(free_names, places)
        return places
    if [pattern.count(MEASURE), pattern.count(DATASET)] != [1, 1]:
        raise OptionError(
            Option("columns"),
            f' must hold "{MEASURE}" and "{DATASET}" once each, such as "{DATASET}_{MEASURE}" '
            f'(or "{DATASET}" alone, of one measure); got "{pattern}".',
        )
    places = _reading(free_names, measures, pattern, strict=False)
    refuse_lacking(measures, {name for name, _ in places}, pattern, [*map(said, names)])
    return places


def refuse_lacking(
    measures: Iterable[str], there: Collection[str], pattern: str, columns: Sequence[str]
) -> None:
    """Refuse a measure for which a pattern finds no column.

    Raises
    ------
    ColumnError
    """
    lacking = [measure for measure in measures if measure not in there]
    if lacking:
        wanted = pattern.replace(MEASURE, lacking[0])
        none = f'The table has no column "{wanted}" of the measure "{lacking[0]}".'
        raise ColumnError(f"{none} The columns are {shorten(columns)}.")


def refuse_places(measures: Iterable[str], place: str, pattern: str | None) -> None:
    """Refuse a measure that is named as a pattern: places are of the names of columns.

    Raises
    ------
    OptionError
    """
    for measure in measures:
        if MEASURE in measure or place in measure:
            rest = measure.replace(MEASURE, "").replace(place, "").strip(_EDGES)
            how = measure.replace(rest, MEASURE) if rest and MEASURE not in measure else None
            raise OptionError(
                f'The measure "{measure}" is named as a pattern: name the measure alone',
                f', "{rest}", and say how columns are named, ' if rest else ", and the pattern by ",
                Option("columns", pattern or how or f"{place}_{MEASURE}"),
                ".",
            )


def _every_column(names: Mapping[int, Name], measures: Sequence[str]) -> Places:
    if len(measures) > 1:
        named = " is for one measure: of several, say how the columns are named, such as "
        raise OptionError(Option("columns", DATASET), named, EXAMPLE, ".")
    _refuse_pairs([said(name) for name in names.values()])
    return _once(((measures[0], said(name)), i) for i, name in names.items())


def _refuse_pairs(names: Sequence[str]) -> None:
    """Refuse pairs of columns that are two measures, such as "BBH" and "BBH Raw"."""
    there = set(names)
    shorter: dict[str, list[str]] = {}  # the names that others are, but for an end
    for long in names:
        for at in range(1, len(long)):
            if long[at] in _EDGES and long[:at] in there:
                shorter.setdefault(long[at:], []).append(long[:at])
    end, pairs = max(shorter.items(), key=lambda item: len(item[1]), default=("", []))
    if len(pairs) > 1 and 4 * len(pairs) >= len(names):
        measure = end.lstrip(_EDGES)
        mark = end.removesuffix(measure)
        raise ColumnError(
            f'In {len(pairs)} pairs of columns, such as "{pairs[0]}" and "{pairs[0]}{end}", the '
            "second seems to be another measure of the same data set: keep one of each, or name "
            f'the measure "{measure}" alone, with ',
            Option("columns", f"{DATASET}{mark}{MEASURE}"),
            ". If all are different data sets, give them other names.",
        )


def _refuse_alone(names: Mapping[int, Name], places: Places) -> None:
    """Refuse "IFEval Raw" next to "IFEval": an average, or a second measure of a data set."""
    for (measure, dataset), at in places.items():
        if (measure,) in names.values() and len(names[at]) == 1:
            column = said(names[at])
            first, *way = measure, MEASURE, DATASET
            if not column.startswith(measure):
                first, *way = dataset, DATASET, MEASURE
            mark = column[len(first) : len(column) - len(measure + dataset) + len(first)]
            raise ColumnError(
                f'The column "{column}" may be the measure "{measure}" on the data set "{dataset}",'
                f' or the measure "{dataset}" on the data set "{measure}", which has '
                f"a column, too: name the column with ",
                Option("columns", mark.join(way)),
                f' for the first; for the second, name the measure "{dataset}", with ',
                *(Option("columns", mark.join(way[::-1])), "."),
            )


def _told_by_measures(names: Mapping[int, Name], measures: Sequence[str]) -> Places:
    """The reading that finds every measure; of several, the one that reads most columns."""
    readings = []
    for order in ((MEASURE, DATASET), (DATASET, MEASURE)):
        for separator in _SEPARATORS:
            reading = _reading(names, measures, separator.join(order), strict=True)
            if {measure for measure, _ in reading} == set(measures) and reading not in readings:
                readings.append(reading)
    if not readings:
        raise _nothing_told(list(names.values()), measures)
    most = max(map(len, readings))
    first, *others = [reading for reading in readings if len(reading) == most]
    if others:
        raise _ambiguous(names, first, others[0])
    return first


def _reading(
    names: Mapping[int, Name], measures: Sequence[str], pattern: str, *, strict: bool
) -> Places:
    """The columns that a pattern fits."""
    pairs = []
    first = pattern.index(MEASURE) < pattern.index(DATASET)
    for i, name in names.items():
        # Of several levels, the first or last one may be the measure.
        measure, rest = (name[0], name[1:]) if first else (name[-1], name[:-1])
        pair = (measure, said(rest)) if rest and measure in measures else None
        pair = pair or by_pattern(said(name), measures, pattern, DATASET)
        if pair is not None and not (strict and pair[1].strip(_EDGES) != pair[1]):
            pairs.append((pair, i))
    return _once(pairs)


def by_pattern(
    column: str, measures: Iterable[str], pattern: str, place: str
) -> tuple[str, str] | None:
    """The measure in a column's name, the longest that fits, and the text in the place."""
    for measure in sorted(measures, key=len, reverse=True):
        before, after = pattern.replace(MEASURE, measure).split(place)
        other = column.removeprefix(before).removesuffix(after)
        if other and before + other + after == column:
            return measure, other
    return None


def _once(pairs: Iterable[tuple[tuple[str, str], int]]) -> Places:
    places: Places = {}
    for key, i in pairs:
        if key in places:
            raise ColumnError(f'The data set "{key[1]}" has two columns of the measure "{key[0]}".')
        places[key] = i
    return places


def _ambiguous(names: Mapping[int, Name], first: Places, other: Places) -> ColumnError:
    ways = [{i: key for key, i in reading.items()} for reading in (first, other)]
    at = next(i for i in ways[0] if ways[0][i] != ways[1].get(i))
    (measure, on), (two, there) = ways[0][at], ways[1].get(at, ("nothing", "none"))
    one = f'The column "{said(names[at])}" may be "{measure}" on the data set "{on}"'
    other_one = f', or "{two}" on "{there}": say how the columns are named, such as '
    return ColumnError(one, other_one, EXAMPLE, ".")


def _nothing_told(names: Sequence[Name], measures: Sequence[str]) -> ColumnError:
    alone = next((measure for measure in measures if (measure,) in names), None)
    if alone is not None:
        return ColumnError(
            f'The column "{alone}" holds one number for every algorithm: that is one data set, and '
            "a comparison needs several. If the number is a property of the algorithm, say ",
            Option("per_algorithm", {alone: read(alone).better or "min"}),
            "; results on several data sets have a column for each of them.",
        )
    single = len(measures) == 1
    which = f'measure "{measures[0]}"' if single else f"measures {shorten(measures)}"
    return ColumnError(
        f"Names of columns do not tell the {which} and the data sets: say how the columns are "
        "named, such as ",
        *(EXAMPLE, *((", or, if each is a data set, ", Option("columns", DATASET)) * single)),
        f". The columns are {shorten([*map(said, names)])}.",
    )
