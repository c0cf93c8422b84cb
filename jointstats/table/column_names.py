"""Names of columns that tell a measure and a data set, by a pattern or by the measures' names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jointstats.base.errors import ColumnError, OptionError
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Option
from jointstats.table.directions import direction

Name = tuple[str, ...]  # the levels of a column's name that say something: mostly one
Places = dict[tuple[str, str], int]  # measure and data set to the number of a column

MEASURE, DATASET = "{measure}", "{dataset}"
EXAMPLE = Option("columns", f"{DATASET}_{MEASURE}")
_SEPARATORS = ("__", "::", "_", "/", ".", "-", ":", "|", " ")
_EDGES = "".join(set("".join(_SEPARATORS)))


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
    lacking = [measure for measure in measures if measure not in {name for name, _ in places}]
    if lacking:
        wanted = pattern.replace(MEASURE, lacking[0])
        raise ColumnError(
            f'The table has no column "{wanted}" of the measure "{lacking[0]}". {_columns(names)}'
        )
    return places


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


# --- What cannot be read --------------------------------------------------------------------------


def _columns(names: Sequence[Name]) -> str:
    return f"The columns are {shorten([said(name) for name in names])}."


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
            Option("per_algorithm", {alone: direction(alone) or "min"}),
            "; results on several data sets have a column for each of them.",
        )
    single = len(measures) == 1
    which = f'measure "{measures[0]}"' if single else f"measures {shorten(measures)}"
    return ColumnError(
        f"Names of columns do not tell the {which} and the data sets: say how the columns are "
        "named, such as ",
        *(EXAMPLE, *((", or, if each is a data set, ", Option("columns", DATASET)) * single)),
        f". {_columns(names)}",
    )
