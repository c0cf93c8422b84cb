"""From a long frame to a results table: roles, names, values by cell, runs put together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.declare import AggregateWord, FailedRunsWord, MissingWord
from jointstats.evidence.messages import Option, Spelled, asked
from jointstats.table import beside_values, columns, gaps
from jointstats.table.beside_values import check_run_options, checked_properties
from jointstats.table.guesses import ALGORITHM, DATASET
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


RAISE_OR_DROP = ("raise", "drop")
LEAVE_OUT = ("drop", "unknown")  # data sets with gaps are no part of the values
# How to ask for either of them.
_MEDIAN = Spelled('aggregate="median"', "median", '"median"')
MEAN_OR_MEDIAN = (Option("aggregate", "mean"), " or ", _MEDIAN)


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The keywords of :func:`jointstats.results_table` for a long table, and for its pieces.

    They are checked as far as that needs no table.

    Attributes
    ----------
    dataset, algorithm : str
    measures : dict
        Direction of each measure.
    rope : dict
        The width of every measure whose rope is declared.
    missing, aggregate, min_folds, failed_runs
    only : list or None
        As given: only the whole table knows all algorithms.
    cluster : str or None
        The column that holds the family of each data set.
    runs, run_kind, test_share
        The column that holds the run of each row, and what runs are.
    per_algorithm : dict
        Columns of properties of the algorithms to direction.
    """

    dataset: Any
    algorithm: Any
    measures: dict[str, str]
    rope: Any = None
    missing: str = "raise"
    aggregate: str | None = None
    min_folds: int | None = None
    failed_runs: str | None = None
    only: Any = None
    cluster: Any = None
    runs: Any = None
    run_kind: str | None = None
    test_share: Any = None
    per_algorithm: Any = None

    def __post_init__(self) -> None:
        ways = options.directions(self.measures)
        properties = checked_properties(self.per_algorithm, ways)
        refuse_swapped_roles(self.dataset, self.algorithm)
        kind, share = check_run_options(self.runs, self.run_kind, self.test_share, self.aggregate)
        aggregate = "mean" if self.runs is not None else self.aggregate
        min_folds = check_rules(self.missing, aggregate, self.min_folds)
        check_failed_runs(self.failed_runs, aggregate, self.missing)
        checked = {"measures": ways, "rope": options.ropes(self.rope, ways), "run_kind": kind}
        checked |= {"test_share": share, "aggregate": aggregate, "min_folds": min_folds}
        for name, value in (checked | {"per_algorithm": properties}).items():
            object.__setattr__(self, name, value)

    @property
    def unit(self) -> Any:
        """The column of what is independent: families, or data sets."""
        return self.dataset if self.cluster is None else self.cluster

    @property
    def columns(self) -> dict[str, str]:
        """The columns that are needed, and what each holds."""
        needed = [(self.dataset, "data set"), (self.algorithm, "algorithm")]
        needed += [(name, "measure") for name in self.measures]
        needed += [(name, "property") for name in self.per_algorithm]
        needed += [(self.cluster, "family"), (self.runs, "run")]
        held: dict[str, str] = {}
        for name, what in needed:
            if name is not None:
                held.setdefault(options.label(name), what)
        return held

    def require(self, frame: pd.DataFrame) -> None:
        """Refuse a frame that lacks a column, or has it twice."""
        for name, what in self.columns.items():
            columns.column(frame, name, what)


def check_rules(missing: str, aggregate: str | None, min_folds: Any) -> int | None:
    """Check the rules for rows of a data set and algorithm; return `min_folds` as a number."""
    options.one_of("missing", missing, get_args(MissingWord))
    if aggregate is not None:
        options.one_of("aggregate", aggregate, get_args(AggregateWord))
    if min_folds is None:
        return None
    if aggregate is None:
        needed = (Option("min_folds"), " needs ", Option("aggregate"))
        raise errors.OptionError(*needed, ": say ", *MEAN_OR_MEDIAN, ".")
    return options.whole_number("min_folds", min_folds, 1)


def check_failed_runs(rule: str | None, aggregate: str | None, missing: str) -> None:
    """Check the rule for failed runs of several."""
    if rule is None:
        return
    options.one_of("failed_runs", rule, get_args(FailedRunsWord))
    if aggregate is None:
        about = " is about several runs of a data set and algorithm: say "
        column = (", or name the column of the runs, ", asked("runs"), ".")
        raise errors.OptionError(Option("failed_runs", rule), about, *MEAN_OR_MEDIAN, *column)
    if rule == "worst" and missing in LEAVE_OUT:
        counts = (Option("failed_runs", rule), " counts failed runs as results, and ")
        cure = (Option("missing", "worst"), " or ", Option("failed_runs", "drop"), ".")
        raise errors.OptionError(*counts, Option("missing", missing), " does not: choose ", *cure)


def refuse_swapped_roles(dataset: Any, algorithm: Any) -> None:
    """Refuse a long frame whose two columns have each other's role.

    Raises
    ------
    ColumnError
    """
    first, second = options.label(dataset), options.label(algorithm)
    if ALGORITHM.fullmatch(first.strip()) and DATASET.fullmatch(second.strip()):
        raise errors.ColumnError(
            f'The columns "{first}" and "{second}" seem to be exchanged: say ',
            *(Option("dataset", second), " and ", Option("algorithm", first)),
            ". If they are not, give them other names.",
        )


# --- Rows and cells ---


@dataclass(frozen=True, eq=False)
class LongRows:
    """Rows with the data set and the algorithm of each.

    Attributes
    ----------
    frame : DataFrame
    d_codes, a_codes : ndarray of int, shape (rows,)
        Positions in `datasets` and `algorithms`; every data set has a row.
    datasets, algorithms : list of str
    """

    frame: pd.DataFrame
    d_codes: np.ndarray
    datasets: list[str]
    a_codes: np.ndarray
    algorithms: list[str]

    def of(self, algorithms: Sequence[str]) -> LongRows:
        """The rows of these algorithms, in this order; not all of them need occur."""
        at = {name: i for i, name in enumerate(algorithms)}
        position = np.array([at.get(name, -1) for name in self.algorithms], dtype=np.intp)
        a_codes = position[self.a_codes]
        chosen = a_codes >= 0
        # A data set on which none of them was run is no part of the comparison.
        present, d_codes = np.unique(self.d_codes[chosen], return_inverse=True)
        datasets = [self.datasets[d] for d in present.tolist()]
        frame = self.frame if chosen.all() else self.frame[chosen]
        return LongRows(frame, d_codes, datasets, a_codes[chosen], list(algorithms))


def coded_rows(frame: pd.DataFrame, roles: Roles) -> LongRows:
    """The rows of a frame; every row needs its names."""
    datasets = columns.coded(frame, roles.dataset, "data set")
    return LongRows(frame, *datasets, *columns.coded(frame, roles.algorithm, "algorithm"))


@dataclass(frozen=True, eq=False)
class Cells:
    """What the rows of each data set and algorithm give together.

    Attributes
    ----------
    values : ndarray, shape (n, m, l)
        NaN where there is none; infinite, in the direction of worse, where failed runs outweigh
        the results.
    n_rows, n_failed, n_ranked : ndarray of int, shape (n, l)
        How many rows there are, how many of them lack a result, and how many of these count as
        worse than every result instead of being left out.
    """

    values: np.ndarray
    n_rows: np.ndarray
    n_failed: np.ndarray
    n_ranked: np.ndarray

    def ranked(
        self, datasets: Sequence[str], algorithms: Sequence[str]
    ) -> dict[tuple[str, str], int]:
        """`n_ranked` by the names of data set and algorithm, where it is not 0."""
        return {
            (datasets[d], algorithms[a]): int(self.n_ranked[d, a])
            for d, a in np.argwhere(self.n_ranked).tolist()
        }


def cell_values(rows: LongRows, roles: Roles, *, plainly: bool = False) -> Cells:
    """One value for each data set, measure and algorithm.

    Numbers of a part of a table are read `plainly`: it does not tell how all of it is written.

    Raises
    ------
    DuplicateRowsError, InvalidValueError
    """
    datasets, algorithms = rows.datasets, rows.algorithms
    d_codes, a_codes = rows.d_codes, rows.a_codes

    def where(i: int) -> str:
        return f'for data set "{datasets[d_codes[i]]}", algorithm "{algorithms[a_codes[i]]}"'

    cells = d_codes * len(algorithms) + a_codes
    n_cells = len(datasets) * len(algorithms)
    per_cell = np.bincount(cells, minlength=n_cells).reshape(len(datasets), len(algorithms))
    if roles.aggregate is None and per_cell.max(initial=0) > 1:
        _refuse_duplicates(rows.frame, per_cell, datasets, algorithms)
    values = np.full((len(datasets), len(roles.measures), len(algorithms)), np.nan)
    failed = np.zeros(len(cells), dtype=bool)
    for j, (name, direction) in enumerate(roles.measures.items()):
        series = columns.column(rows.frame, name, "measure")
        x = columns.numbers(series, name, where, plainly=plainly)
        failed |= np.isnan(x)
        if roles.failed_runs == "worst":
            x = np.where(np.isnan(x), -np.inf if direction == "max" else np.inf, x)
        if roles.aggregate is None:
            flat = np.full(n_cells, np.nan)
            flat[cells] = x
        else:
            flat = _combine(x, cells, per_cell, roles)
        values[:, j, :] = flat.reshape(per_cell.shape)
    n_failed = np.bincount(cells[failed], minlength=n_cells).reshape(per_cell.shape)
    ranked = np.isnan(values).any(axis=1) if roles.failed_runs != "worst" else True
    return Cells(values, per_cell, n_failed, n_failed * ranked)


def _refuse_duplicates(
    df: pd.DataFrame, per_cell: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> None:
    """Say what to do about several rows of a pair: copies are to be dropped, folds combined."""
    d, a = divmod(int(per_cell.argmax()), per_cell.shape[1])
    where = f'data set "{datasets[d]}" and algorithm "{algorithms[a]}"'
    number = int((per_cell > 1).sum())
    pairs = f"({number} such {'pair' if number == 1 else 'pairs'})"
    extra = int((per_cell - 1)[per_cell > 1].sum())
    # Half a letter, which JSON can hold, has no place in pandas' text.
    if int(df.map(lambda cell: ascii(str(cell))).duplicated().sum()) == extra:
        raise errors.DuplicateRowsError(
            f"{per_cell[d, a]} rows for {where} {pairs} are identical in every column: "
            "drop the copies."
        )
    runs = f"{per_cell[d, a]} rows for {where} {pairs}: if they are folds or runs, say "
    raise errors.DuplicateRowsError(runs, *MEAN_OR_MEDIAN, ".")


def _combine(x: np.ndarray, cells: np.ndarray, per_cell: np.ndarray, roles: Roles) -> np.ndarray:
    """Mean or median of each cell's rows.

    An infinite row is a failed run, worse than any number. So is a mean with it, and a median if
    failed runs reach its middle: neither depends on other algorithms.
    """
    valid = ~np.isnan(x)
    by_cell = np.argsort(cells[valid], kind="stable")
    filled, starts = np.unique(cells[valid][by_cell], return_index=True)
    ends = np.append(starts, len(by_cell))[1:]
    sorted_x = x[valid][by_cell].tolist()
    middle = _mean if roles.aggregate == "mean" else median
    flat = np.full(per_cell.size, np.nan)
    flat[filled] = [
        middle(sorted_x[i:j]) for i, j in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    n_valid = np.bincount(cells[valid], minlength=per_cell.size)
    # The other algorithms of the data set show how many folds there should have been.
    expected = np.broadcast_to(per_cell.max(axis=1, keepdims=True), per_cell.shape).ravel()
    needed = expected if roles.min_folds is None else np.minimum(roles.min_folds, expected)
    if roles.failed_runs == "drop" and roles.min_folds is None:
        needed = np.where(per_cell.ravel() < expected, expected, 1)  # a row that is lost, or failed
    flat[n_valid < np.maximum(needed, 1)] = np.nan
    return flat


def _mean(x: list[float]) -> float:
    """Mean by an exactly rounded sum: it depends neither on the rows' sequence nor on copies."""
    try:
        return math.fsum(x) / len(x)
    except OverflowError:  # the sum of numbers near the largest double
        return float(sum(map(Fraction, x)) / len(x))


def long_table(frame: pd.DataFrame, **given: Any) -> ResultsTable:
    """A table from a frame with a row for each data set and algorithm, and its `Roles`."""
    roles = Roles(**given)
    roles.require(frame)
    rows = coded_rows(frame, roles)
    if roles.only is not None:
        rows = rows.of(options.known_names("algorithm", roles.only, rows.algorithms))
    gaps.check_size(rows.datasets, rows.algorithms, roles.measures)
    cells = cell_values(rows, roles)
    if roles.failed_runs == "drop":
        _note_dropped_runs(cells)
    return finish(
        *(cells.values, rows.datasets, rows.algorithms, roles.measures, roles.rope, roles.missing),
        aggregate=roles.aggregate,
        n_rows=len(rows.frame),
        cells=cells if roles.aggregate else None,
        families=beside_values.families_of_rows(rows, roles.cluster),
        all_runs=None if roles.runs is None else beside_values.runs_of_rows(rows, roles),
        properties=beside_values.properties_of_rows(rows, roles.per_algorithm),
    )


def _note_dropped_runs(cells: Cells) -> None:
    """Note how many runs failed and are in no mean or median."""
    partly = cells.n_failed * (cells.n_failed < cells.n_rows)
    if partly.any():
        n, of = int(partly.sum()), wording.plural(int(cells.n_rows.sum()), "run")
        errors.note(
            errors.Caution(
                f"{n} of {of} failed: ", Option("failed_runs", "drop"), " leaves them out."
            )
        )


def finish(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    ways: dict[str, str],
    rope: Any,
    missing: str,
    *,
    cells: Cells | None = None,
    **known: Any,
) -> ResultsTable:
    """Apply the rule for missing values and freeze the table, whose size has been checked.

    What else is `known` of the table are attributes of it, such as its properties.

    Raises
    ------
    NoDataError
        If all algorithms failed everywhere on some measure.
    """
    of_runs = (0, 0) if cells is None else (cells.n_rows, cells.n_failed)
    missing_cells = gaps.find_gaps(values, datasets, algorithms, ways, *of_runs)
    gaps.judge_gaps(missing_cells, algorithms, missing, partial(gaps.spelt, datasets))
    for j, measure in enumerate(ways):
        if missing == "worst" and np.isnan(values[:, j]).all():  # perhaps another one is meant
            raise errors.NoDataError(f'The measure "{measure}" has no result: name another column.')
    failed = np.isinf(values)
    missing = "worst" if failed.any() else missing
    values = np.where(failed, np.nan, values)
    declared = options.ropes(rope, ways)
    table = ResultsTable(
        values=values,
        datasets=tuple(datasets),
        algorithms=tuple(algorithms),
        measures=ways,
        rope={name: declared.get(name, 0.0) for name in ways},
        roped=tuple(declared),
        missing=missing,
        failed=cells.ranked(datasets, algorithms) if cells and missing not in LEAVE_OUT else {},
        **known,
    )
    table = gaps.drop_incomplete(table) if missing in LEAVE_OUT else table
    if not table.comparable:  # otherwise its pairs can be: a test that needs more says so
        table.require_datasets()
    return table
