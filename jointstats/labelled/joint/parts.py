"""Counts of the parts of a table, with what only the whole can judge.

Parts go through the checks of :func:`jointstats.results_table`. An error of one of them is not
raised at once: the whole table might have had another before it. It is kept, and the error that is
raised is the one that :func:`jointstats.results_table` would give.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import (
    DuplicateRowsError,
    InvalidValueError,
    JointStatsError,
    NoDataError,
    TieExpansionError,
)
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.pair_totals import PairTotals
from jointstats.labelled.table import columns
from jointstats.labelled.table.dropping import drop_incomplete, drop_unranked
from jointstats.labelled.table.families import families_of_rows
from jointstats.labelled.table.gaps import Gaps, find_gaps, judge_gaps, spelt
from jointstats.labelled.table.results_table import (
    ResultsTable,
    check_size,
)
from jointstats.labelled.table.roles import LEAVE_OUT, Roles
from jointstats.labelled.table.rows import Rows, cell_values, coded_rows

if TYPE_CHECKING:
    import pandas as pd

Rules = dict[str, str]
Totals = StatementCounts | PairTotals
# What is counted of a part of a table, whose data sets may be none: a function that workers can
# import. What it gives of several parts adds up.
Count = Callable[[ResultsTable], Totals]

# --- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Survey:
    """Names in a part.

    Attributes
    ----------
    algorithms : list of str
    levels : list of str or None
        Of an ordered categorical column of algorithms (from R: of a factor), in its order.
    runs : ndarray
        A hash of the data set of each run of rows of one data set.
    n_rows : int
    fault : JointStatsError or None
        A row without a name.
    """

    algorithms: list[str]
    levels: list[str] | None
    runs: np.ndarray
    n_rows: int
    fault: JointStatsError | None = None


def survey(frame: pd.DataFrame, roles: Roles, first: int | None = None) -> Survey:
    """Look through the names of a part; `first` rows come before it (default: by its index)."""
    first = (int(frame.index[0]) if len(frame) else 0) if first is None else first
    try:
        own = columns.column(frame, roles.algorithm, "algorithm")
        series = columns.column(frame, roles.dataset, "data set")
        codes, datasets = columns.names(series, "data set", first)
        _, algorithms = columns.names(own, "algorithm", first)
    except JointStatsError as fault:
        return Survey([], None, np.zeros(0, dtype=np.uint64), len(frame), fault)
    levels = None
    if getattr(own.dtype, "ordered", False):
        levels = [options.label(level) for level in own.cat.categories]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    return Survey(algorithms, levels, hashes(datasets)[codes[starts]], len(frame))


def hashes(names: Sequence[str]) -> np.ndarray:
    """A number for every name, the same in every process."""
    import pandas as pd

    return pd.util.hash_array(np.array(names, dtype=object), categorize=False)


def known_algorithms(seen: Sequence[Survey], roles: Roles) -> list[str]:
    """The algorithms that are compared, if every row of every part has its names."""
    for part in seen:
        if part.fault is not None:
            raise part.fault
    found = list(dict.fromkeys(name for part in seen for name in part.algorithms))
    levels = seen[0].levels if seen else None
    if levels is not None and all(part.levels == levels for part in seen):
        found = [name for name in levels if name in set(found)]
    if roles.only is not None:
        found = options.known_names("algorithm", roles.only, found)
    check_size(found, found, roles.measures)  # where an algorithm is, there is a data set
    return found


def in_one_run(seen: Sequence[Survey]) -> bool:
    """Whether each data set has one run of rows, which may go on from one part to the next."""
    runs = [part.runs for part in seen if len(part.runs)]
    later = [part[1:] if part[0] == before[-1] else part for before, part in pairwise(runs)]
    return _distinct([*runs[:1], *later])


def in_one_part(seen: Sequence[Survey]) -> bool:
    """Whether the rows of each data set are in one part."""
    return _distinct([np.unique(part.runs) for part in seen])


def _distinct(numbers: Sequence[np.ndarray]) -> bool:
    every = np.sort(np.concatenate(numbers)) if numbers else np.zeros(0)
    return not (every[1:] == every[:-1]).any()


def spelt_like(frame: pd.DataFrame, roles: Roles, plains: Collection[str]) -> list[str]:
    """The data sets of a part whose plain spelling is one of these."""
    _, datasets = columns.names(columns.column(frame, roles.dataset, "data set"), "data set")
    return spelt(datasets, plains)


# --- counts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PartialCounts:
    """Counts of a part, its gaps, and the error that it meets first; parts add up."""

    counts: Totals | None
    gaps: Gaps | None
    fault: JointStatsError | None = None

    def __add__(self, other: PartialCounts) -> PartialCounts:
        faults = [part.fault for part in (self, other) if part.fault is not None]
        return PartialCounts(
            _sum(self.counts, other.counts),
            _sum(self.gaps, other.gaps),
            min(faults, key=_stage, default=None),
        )


# Errors of a part's values in the order in which a whole table meets them; gaps are judged before
# the last.
_STAGES = (DuplicateRowsError, InvalidValueError, TieExpansionError)


def _stage(fault: JointStatsError) -> int:
    return next((i for i, kind in enumerate(_STAGES) if isinstance(fault, kind)), -1)


def _sum(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


def count_part(
    frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str], count: Count
) -> PartialCounts:
    """Counts of the data sets in a frame, all of whose rows are there; it may be empty."""
    try:
        return count_rows(coded_rows(frame, roles), roles, algorithms, count)
    except JointStatsError as fault:
        return PartialCounts(None, None, fault)


def count_rows(rows: Rows, roles: Roles, algorithms: Sequence[str], count: Count) -> PartialCounts:
    """Counts of rows whose names are coded."""
    rows = rows.of(algorithms)
    gaps = None
    try:
        families = None if roles.cluster is None else families_of_rows(rows, roles.cluster)
        values, per_cell = cell_values(rows, roles)
        gaps = find_gaps(
            values, rows.datasets, algorithms, roles.measures, per_cell if roles.aggregate else None
        )
        table = ResultsTable(
            values, tuple(rows.datasets), tuple(algorithms), roles.measures, roles.rope,
            roles.missing, aggregate=roles.aggregate, families=families,
        )  # fmt: skip
        table = drop_incomplete(table) if roles.missing in LEAVE_OUT else table
        if roles.missing == "raise" and gaps.number:
            return PartialCounts(None, gaps)
        return PartialCounts(count(drop_unranked(table, part=True)), gaps)
    except JointStatsError as fault:
        return PartialCounts(None, gaps, fault)


def statements(table: ResultsTable, *, ties: Rules) -> StatementCounts:
    """The statement counts; `ties` says what ties are on each measure, as :func:`tie_rules`."""
    if table.n:
        return statement_counts(table, ties=ties)
    return StatementCounts(
        table.algorithms,
        table.measures,
        np.zeros((0, len(table.measures)), dtype=np.int64),
        np.zeros(0),
        ties=dict.fromkeys(table.measures, 0),
        rope=table.rope,
        dropped=table.dropped,
        alone=np.zeros(0, dtype=np.int64),
        possible=np.zeros(0, dtype=np.int64),
        tie_rules=ties,
    )


def added(parts: Iterable[PartialCounts]) -> PartialCounts:
    """Several parts together, one after the other: they need not all be there at once."""
    return reduce(add, parts)


def total_counts(
    parts: Iterable[PartialCounts],
    roles: Roles,
    algorithms: Sequence[str],
    spellings: Callable[[Collection[str]], Iterable[str]],
) -> Totals:
    """Counts of the whole table, after the checks that need all of it.

    Parameters
    ----------
    parts : iterable of PartialCounts
    roles : Roles
    algorithms : sequence of str
    spellings : callable
        As for :func:`judge_gaps`.
    """
    whole = added(parts)
    if whole.fault is not None and not isinstance(whole.fault, TieExpansionError):
        raise whole.fault
    if whole.gaps is not None:
        judge_gaps(whole.gaps, algorithms, roles.missing, spellings)
    if whole.fault is not None:
        raise whole.fault
    if whole.counts is None or whole.counts.n == 0:
        raise _nothing_left(whole, roles, algorithms)
    return whole.counts


def _nothing_left(whole: PartialCounts, roles: Roles, algorithms: Sequence[str]) -> JointStatsError:
    """What the whole table would say if no data set is left."""
    table = ResultsTable(
        np.empty((0, len(roles.measures), len(algorithms))),
        (),
        tuple(algorithms),
        roles.measures,
        roles.rope,
    )
    if roles.missing in LEAVE_OUT and whole.gaps is not None:  # then all data sets have gaps
        values = np.where(whole.gaps.present, 0.0, np.nan)
        table = drop_incomplete(replace(table, values=values, datasets=whole.gaps.datasets))
    try:
        if table.dropped:
            table.require_datasets()
        check_size([], algorithms, roles.measures)
    except JointStatsError as error:
        return error
    return NoDataError("No data set is left.")
