"""Hints at a mistake in names, directions or cells: nothing is computed differently."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.errors import Caution, DoubtfulTableWarning
from jointstats.base.options import label, shorten, whole
from jointstats.evidence.messages import Option, asked
from jointstats.evidence.order_statistics import median_of
from jointstats.table import guesses
from jointstats.table.accounts import Columns, is_sum, named_in, several
from jointstats.table.directions import read
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


_LOOKED_AT = 20_000  # rows
_MOST_ALGORITHMS = 20  # algorithms whose pairs are looked at
_ALIKE = 8  # data sets with the same order on two measures
_LEANING = 0.9  # of the data sets within a rope
_NEAR = 0.997  # of the largest time
_STOPPED = 3  # runs near it, and at least one in 20
_VARIED = 8  # other times: fewer are grades or small counts
_SOURCE = re.compile(
    r"(?i)(data ?set[ _.-]?)?(famil(y|ies)|suite|source|collection|origin|repository|publisher)"
    r"([ _.-]?(name|id))?"
)
_MOST = 0.8  # of the data sets
_THOUSAND = (500.0, 2000.0)  # what the ratio of two units such as ms and s comes to, about
_FEWEST = 5  # data sets that show a unit


def sources(frame: pd.DataFrame, given: Mapping[str, Any], n: int) -> Iterator[Caution]:
    """Data sets that share a source, which a column names."""
    keys = several(given.get("dataset"))
    if "cluster" in given or "algorithm" not in given or not keys:
        return
    table = _columns(frame)
    named = {*named_in(given)} - {*keys}
    for name in table.by_name:
        shared = name == keys[0] if len(keys) > 1 else _SOURCE.fullmatch(name)
        if not shared or name in named or name == keys[-1] or table.names.count(name) > 1:
            continue
        n_sources = table.count(name)
        if 1 < n_sources <= n / 2 and (name in keys or table.determined(name, *keys)):
            text = f'The {n} data sets are of {n_sources} different "{name}". If those of one of '
            yield Caution(text, "them may agree, set ", Option("cluster", name), ".")
            return


def _columns(frame: pd.DataFrame) -> Columns:
    """The columns of a frame; only their names are known."""
    names = [*map(label, frame.columns)]
    return Columns(frame.set_axis(names, axis=1), [{"name": name} for name in names])


def metrics_by_row(frame: pd.DataFrame, given: Mapping[str, Any]) -> Iterator[Caution]:
    """A column that names the metric of each row, which the call does not use."""
    if "metric" in given or "algorithm" not in given:
        return
    named = {*named_in(given)}
    for i, name in enumerate(map(label, frame.columns)):
        if guesses.METRIC.fullmatch(name) and name not in named:
            cells = frame.iloc[:, i].dropna()
            metrics = [*map(str, cells.unique())] if cells.dtype.kind not in "fiub" else []
            if len(metrics) > 1:
                yield _doubt(
                    f'The column "{name}" names {shorten(metrics)}, and the call takes all rows as '
                    "one measure. State ",
                    *(asked("metric"), " and ", asked("value"), ", with a direction of each."),
                )


def undeclared(frame: pd.DataFrame, given: Mapping[str, Any]) -> Iterator[Caution]:
    """Columns of a long frame that may mark failed runs, and that the call does not name."""
    if "failed" in given or "algorithm" not in given:
        return
    named = {*named_in(given)}
    table = _columns(frame.iloc[:_LOOKED_AT])
    for i, name in enumerate(table.names):
        plain = frame.dtypes.iloc[i].kind in "iufcmM" and not guesses.is_telling(name)
        if plain or name in named or table.names.count(name) > 1 or not table.n:
            continue
        about = guesses.described(table.frame, i)
        marks = guesses.is_status(about) or (guesses.is_boolean(about) and not read(name).better)
        keys = (several(given.get(role)) for role in ("dataset", "algorithm"))
        if about["distinct"] > 1 and marks and not any(table.determined(name, *k) for k in keys):
            text = f'The column "{name}" may mark failed runs, and the call does not use it.'
            yield _doubt(text, *guesses.if_failed(about), ".")


def _limit(table: ResultsTable, measure: str, x: np.ndarray) -> Iterator[Caution]:
    """Times that were stopped: several at the maximum, far above most others, which vary."""
    x = x[~np.isnan(x)]
    if table.measures[measure] != "min" or "time" not in read(measure).kinds or not len(x):
        return
    top = x[x >= _NEAR * x.max()]
    if (
        x.min() >= 0  # others are logarithms or changes, or marks of failed runs
        and len(np.unique(x[x < _NEAR * x.max()])) >= _VARIED
        and len(top) >= max(_STOPPED, len(x) / 20)
        and len(top) <= len(x) / 2
        and median_of(x) < x.max() / 2
    ):
        places = max(0, int(np.floor(np.log10(top.min()))) - 1)
        below = float(np.floor(top.min() / 10**places) * 10**places)
        limit = below if below >= _NEAR * top.min() else float(top.min())
        yield Caution(
            f'"{measure}" is at most {x.max():.10g}, and about that in {len(top)} of '
            f"{len(x)} results. If these runs were stopped, set ",
            *(Option("limit", {measure: whole(limit)}), " and ", Option("missing", "worst"), "."),
        )


def _rope(table: ResultsTable, measure: str, x: np.ndarray) -> Iterator[Caution]:
    """A rope within which one of two algorithms is nearly always ahead."""
    width = table.rope[measure]
    if not width or len(table.algorithms) > _MOST_ALGORITHMS:
        return
    sign = 1 if table.measures[measure] == "max" else -1
    for a, b in combinations(range(x.shape[1]), 2):
        with np.errstate(over="ignore"):
            gaps = sign * (x[:, a] - x[:, b])
        within = np.abs(gaps) <= width
        first, second = int((gaps[within] > 0).sum()), int((gaps[within] < 0).sum())
        if within.sum() > len(x) / 2 and max(first, second) >= _LEANING * max(within.sum(), 10):
            ahead, behind = (a, b) if first > second else (b, a)
            means = [f"{np.nanmean(x[:, i]):.4g}" for i in (ahead, behind)]
            names = [table.algorithms[i] for i in (ahead, behind)]
            yield Caution(
                f'On "{measure}", {names[0]} and {names[1]} are equal within the rope of '
                f"{width:g} on {within.sum()} of {len(x)} data sets. {names[0]} is ahead on "
                f"{max(first, second)} of these (means {means[0]} and {means[1]}). The rope may be "
                "too wide."
            )
            return


def _orders(table: ResultsTable) -> Iterator[Caution]:
    """Two measures that order the algorithms alike everywhere, though data sets differ."""
    values = table.values * table.signs[:, None]
    if len(values) < _ALIKE or np.isnan(values).any() or values.shape[2] > _MOST_ALGORITHMS:
        return
    ahead = (values[..., :, None] > values[..., None, :]).reshape(*values.shape[:2], -1)
    for j, k in combinations(range(len(table.measures)), 2):
        if (ahead[:, j] != ahead[:, k]).any():
            continue
        _, times = np.unique(ahead[:, j], axis=0, return_counts=True)
        if times.max() <= 0.75 * len(values):
            first, second = [*table.measures][j], [*table.measures][k]
            yield Caution(
                f'"{first}" and "{second}" order the algorithms alike on all {len(values)} data '
                "sets. If they measure the same, keep one of them."
            )


def _units(measure: str, x: np.ndarray, algorithms: tuple[str, ...]) -> Iterator[Caution]:
    """An algorithm in percent among shares, or with a thousand times the others' numbers."""
    known = ~np.isnan(x)
    score = read(measure).kinds == {"score"}
    for a, name in enumerate(algorithms):
        others = np.delete(np.where(known, x, np.nan), a, axis=1)
        both = known[:, a] & ~np.isnan(others).any(axis=1)
        mine, rest = x[both, a], others[both]
        if len(mine) < _FEWEST or (rest <= 0).any() or (mine <= 0).any():
            continue
        with np.errstate(over="ignore"):
            ratios = mine[:, None] / rest
        many = ((ratios > _THOUSAND[0]) & (ratios < _THOUSAND[1])).all(axis=1).mean() >= _MOST
        percent = score and rest.max() <= 1 and np.mean((mine > 1) & (mine <= 100)) >= _MOST
        if percent or (many and not score):
            factor = "100" if percent else "1000"
            yield _doubt(
                f'The results of {name} on "{measure}" are about {factor} times those of the '
                "others on most data sets. Check whether they are in the same unit."
            )


def _doubt(*parts: Any) -> Caution:
    return Caution(*parts, category=DoubtfulTableWarning)


# Kinds of measures whose names leave no doubt about the direction.
_SURE = {"score", "outcome", "loss", "time", "amount"}
_SENTINELS = (-1.0, -9.0, -99.0, -999.0, -9999.0)
# Columns of wide tables that describe the data sets, or sum up the others.
_NOT_ALGORITHM = re.compile(
    r"(?i)#.*|(n|num|number)?[ _.-]*(samples|instances|features|dimensions|classes|attributes)|"
    r"avg|average|mean|median|rank"
)
_FAR = 10  # times as large as all others, or as their median
_FEW = 0.2  # of the results, at most, are taken for a mistake
_ENOUGH = 4  # other results

Cell = Callable[[float], str]  # names a cell with a value; looked for only where a hint is given


def hints(table: ResultsTable, *, from_heads: bool) -> Iterator[Caution]:
    """What seems to be a mistake; `from_heads` if heads of columns name the algorithms."""
    values, datasets = table.everything()
    named = table.algorithms if from_heads else ()
    odd = [name for name in named if _NOT_ALGORITHM.fullmatch(name.strip())]
    if odd:
        are = "is read as an algorithm" if len(odd) == 1 else "are read as algorithms"
        such = "If such a column describes data sets, or sums up the others, keep the algorithms "
        yield Caution(f"{shorten(odd)} {are}. {such}with ", asked("only"), ".")
    for j, (measure, way) in enumerate(table.measures.items()):
        x = values[:, j]
        if not (x < 0).sum() > (x > 0).sum():  # results that are turned round have another sense
            yield from _direction(measure, way)
        cell = partial(_cell, x, datasets, table.algorithms)
        if (x < 0).any():
            yield from _negative(measure, x, cell)
        if (x > 1).any() and not read(measure).kinds & {"amount", "time"}:
            yield from _percent(measure, way, x, cell)
    sums = [name for name in datasets if is_sum(name)]
    if sums:
        yield _doubt(
            f"Read as data sets: {shorten(sums)}. If these rows sum up the others, leave them out."
        )
    for j, measure in enumerate(table.measures):
        yield from _units(measure, values[:, j], table.algorithms)
        yield from _limit(table, measure, values[:, j])
        yield from _rope(table, measure, values[:, j])
    yield from _orders(table)


def _cell(x: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str], value: float) -> str:
    """The cell with a value, independent of the sequence of rows."""
    first, algorithm = min((datasets[d], algorithms[a]) for d, a in np.argwhere(x == value))
    return f'{algorithm} on "{first}"'


def _direction(measure: str, way: str) -> Iterator[Caution]:
    """A direction that contradicts the measure's name."""
    known = read(measure)
    if known.better not in ("", way) and known.kinds and known.kinds <= _SURE:
        better = "higher" if known.better == "max" else "lower"
        other = f"though {better} is better for most measures of this name. If it is so here, set "
        set_it = Option("measures", {measure: known.better})
        yield Caution(f'The direction of "{measure}" is "{way}", {other}', set_it, ".")


def _negative(measure: str, x: np.ndarray, cell: Cell) -> Iterator[Caution]:
    """Negative times, and a negative number that marks a failed run."""
    known = x[~np.isnan(x)]
    below, others = known[known < 0], known[known >= 0]
    mark, middle = float(below.min()), median_of(others) if len(others) else 0.0
    far = middle >= _FAR * abs(mark) or abs(mark) >= _FAR * middle > 0
    of = f"{len(below)} of {len(known)} results"
    if mark in _SENTINELS and far and (below == mark).all() and len(below) <= len(others):
        yield Caution(
            f'"{measure}" is {mark:g} in {of}, such as {cell(mark)}, and the median of the others '
            f"is {middle:.4g}. If it marks failed runs, leave these cells empty and set ",
            Option("missing", "worst"),
            ".",
        )
    elif "time" in read(measure).kinds and len(below) <= max(1, len(known) / 10):
        # More are logarithms.
        yield Caution(
            f'"{measure}" is negative in {of}, such as {mark:g} for {cell(mark)}: check these '
            "cells, because a time is at least 0."
        )


def _percent(measure: str, way: str, x: np.ndarray, cell: Cell) -> Iterator[Caution]:
    """Few numbers in percent among shares."""
    known = x[~np.isnan(x)]
    shares, large = known[known <= 1], known[known > 1]
    if way == "min" and not re.search("error", measure, re.I):
        return
    few = len(large) <= _FEW * len(known) and len(shares) >= _ENOUGH
    if few and shares.min() >= 0 and large.max() <= 100 and large.min() >= _FAR * shares.max() > 0:
        yield Caution(
            f'"{measure}" is {large.max():g} for {cell(large.max())}, but at most '
            f"{shares.max():.4g} in {len(shares)} of {len(known)} results. If it is in percent, "
            "divide it by 100."
        )


def look_alikes(table: ResultsTable) -> Iterator[Caution]:
    """Names of data sets, of algorithms or of measures that look alike."""
    kinds = {"data sets": table.datasets, "algorithms": table.algorithms}
    for what, every in (kinds | {"measures": tuple(table.measures)}).items():
        for group in alike(every):
            spelled = (ascii(name)[1:-1].replace(r"\\", "\\") for name in group)
            names = " and ".join(f'"{name}"' for name in spelled)
            those = f"The names {names} look alike, but are those of {len(group)} {what}: "
            yield Caution(f"{those}write them alike if they are meant to be one.")


_WITHOUT_WIDTH = re.compile(r"\\(?:xad|u061c|u180e|u200[b-f]|u206[0-4]|ufeff)")


def alike(names: Iterable[str]) -> list[list[str]]:
    r"""Names that differ only in what cannot be seen: letters without width, spaces, composition.

    Examples
    --------
    >>> alike(["iris", "wine", "iris\u200b", "Iris"])
    [['iris', 'iris\u200b']]
    """
    names = list(names)
    text = f"|{'|'.join(names)}|"
    if text.isascii() and not any(part in text for part in ("\\", "  ", "| ", " |")):
        return []  # all of each name is seen, as of most
    seen = defaultdict(list)
    for name in names:
        seen[_seen(name)].append(name)
    return [several for several in seen.values() if len(several) > 1]


def _seen(name: str) -> str:
    """What of a name is seen; letters without width are escapes by now (`options.label`)."""
    name = _WITHOUT_WIDTH.sub("", name)
    if not name.isascii():
        letters = unicodedata.normalize("NFC", name)
        name = "".join(letter for letter in letters if unicodedata.category(letter) != "Cf")
    return " ".join(name.split())
