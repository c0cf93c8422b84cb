"""Hints at a mistake in directions or cells: one note each, and nothing is computed differently."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from jointstats.base.errors import Caution
from jointstats.base.options import shorten
from jointstats.evidence.averages import median_of
from jointstats.evidence.messages import Option, asked
from jointstats.table.directions import read
from jointstats.table.results_table import ResultsTable

# Kinds of measures whose names leave no doubt about the direction.
_SURE = {"score", "outcome", "loss", "time", "amount"}
_SENTINELS = (-1.0, -9.0, -99.0, -999.0, -9999.0)
# Columns of wide tables that describe the data sets, or sum up the others.
_NOT_ALGORITHM = re.compile(
    r"#.*|(n|num|number)?[ _.-]*(samples|instances|features|dimensions|classes|attributes)|"
    r"avg|average|mean|median|rank",
    re.I,
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
        yield Caution(
            f"{shorten(odd)} {are}. If such a column describes data sets, or sums up the others, "
            "keep the algorithms with ",
            asked("only"),
            ".",
        )
    for j, (measure, way) in enumerate(table.measures.items()):
        x = values[:, j]
        if not (x < 0).sum() > (x > 0).sum():  # results that are turned round have another sense
            yield from _direction(measure, way)
        cell = partial(_cell, x, datasets, table.algorithms)
        if (x < 0).any():
            yield from _negative(measure, x, cell)
        if (x > 1).any() and not read(measure).kinds & {"amount", "time"}:
            yield from _percent(measure, way, x, cell)


def _cell(x: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str], value: float) -> str:
    """The cell with a value, independent of the sequence of rows."""
    first, algorithm = min((datasets[d], algorithms[a]) for d, a in np.argwhere(x == value))
    return f'{algorithm} on "{first}"'


def _direction(measure: str, way: str) -> Iterator[Caution]:
    """A direction that contradicts the measure's name."""
    known = read(measure)
    if known.better not in ("", way) and known.kinds and known.kinds <= _SURE:
        better = "higher" if known.better == "max" else "lower"
        yield Caution(
            f'The direction of "{measure}" is "{way}", though {better} is better for most measures '
            "of this name. If it is so here, set ",
            Option("measures", {measure: known.better}),
            ".",
        )


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
    elif "time" in read(measure).kinds and len(below) <= max(
        1, len(known) / 10
    ):  # more are logarithms
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
