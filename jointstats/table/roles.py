"""What the columns of a long table hold, checked once; algorithms taken for data sets are seen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from jointstats.base import options
from jointstats.base.declare import AggregateWord, FailedRunsWord, MissingWord
from jointstats.base.errors import ColumnError, OptionError
from jointstats.base.options import label
from jointstats.evidence.messages import Option, Part, Spelled, asked
from jointstats.table import columns
from jointstats.table.beside_values import check_run_options, checked_properties
from jointstats.table.guesses import ALGORITHM, DATASET

if TYPE_CHECKING:
    import pandas as pd


def refuse_swapped_roles(dataset: Any, algorithm: Any) -> None:
    """Refuse a long frame whose two columns have each other's role.

    Raises
    ------
    ColumnError
    """
    first, second = label(dataset), label(algorithm)
    if _means(ALGORITHM, first) and _means(DATASET, second):
        raise ColumnError(
            f'The columns "{first}" and "{second}" seem to be exchanged: say ',
            *(Option("dataset", second), " and ", Option("algorithm", first)),
            ". If they are not, give them other names.",
        )


def refuse_algorithms_as_rows(name: Any, values: np.ndarray, pattern: str | None) -> None:
    """Refuse a wide table whose rows are called algorithms and look like them.

    The name alone does not tell: optimisers may well be compared on models. But data sets differ
    more than algorithms do, so that both together do.

    Parameters
    ----------
    name : str or None
        What the rows are called.
    values : ndarray, shape (n, m, l)
        Rows by measures by columns.
    pattern : str or None
        How the columns are named.

    Raises
    ------
    ColumnError
    """
    if name is None or not _means(ALGORITHM, label(name)) or not columns_differ_more(values):
        return
    cure: tuple[Part, ...] = (Option("algorithm", label(name)), " instead of ", asked("dataset"))
    if pattern is not None:
        cure += (", and ", Option("columns", pattern.replace("{algorithm}", "{dataset}")))
    raise ColumnError(
        f'The rows are called "{label(name)}", and they differ less than the columns do: they seem '
        "to be algorithms, not data sets. Then say ",
        *(*cure, ". If they are data sets, give them another name."),
    )


def _means(pattern: re.Pattern[str], name: str) -> bool:
    return pattern.fullmatch(name.strip()) is not None


def columns_differ_more(values: np.ndarray) -> bool:
    """Whether, over the measures, means of columns vary more than means of rows do."""
    whole = values[~np.isnan(values).any(axis=(1, 2))]
    if len(whole) < 2 or values.shape[2] < 2:
        return False
    size = whole.var(axis=(0, 2))
    varies = size > 0
    of_rows, of_columns = whole.mean(axis=2).var(axis=0), whole.mean(axis=0).var(axis=1)
    return bool((((of_columns - of_rows)[varies]) / size[varies]).sum() > 0)


RAISE_OR_DROP = ("raise", "drop")
MISSING_RULES: tuple[str, ...] = get_args(MissingWord)
LEAVE_OUT = ("drop", "unknown")  # data sets with gaps are no part of the values
AGGREGATES: tuple[str, ...] = get_args(AggregateWord)
FAILED_RUNS: tuple[str, ...] = get_args(FailedRunsWord)
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
        keys = {options.label(name): what for name, what in self._keys}
        return dict.fromkeys(self.measures, "measure") | keys

    def require(self, frame: pd.DataFrame) -> None:
        """Refuse a frame that lacks a column, or has it twice."""
        dataset, algorithm, *others = self._keys
        measures = [(name, "measure") for name in self.measures]
        properties = [(name, "property") for name in self.per_algorithm]
        for name, what in (dataset, algorithm, *measures, *properties, *others):
            columns.column(frame, name, what)

    @property
    def _keys(self) -> tuple[tuple[Any, str], ...]:
        """The columns that hold no results, and what each holds."""
        named = ((self.cluster, "family"), (self.runs, "run"))
        some = (key for key in named if key[0] is not None)
        return ((self.dataset, "data set"), (self.algorithm, "algorithm"), *some)


def check_rules(missing: str, aggregate: str | None, min_folds: Any) -> int | None:
    """Check the rules for rows of a data set and algorithm; return `min_folds` as a number."""
    options.one_of("missing", missing, MISSING_RULES)
    if aggregate is not None:
        options.one_of("aggregate", aggregate, AGGREGATES)
    if min_folds is None:
        return None
    if aggregate is None:
        needed = (Option("min_folds"), " needs ", Option("aggregate"))
        raise OptionError(*needed, ": say ", *MEAN_OR_MEDIAN, ".")
    return options.whole_number("min_folds", min_folds, 1)


def check_failed_runs(rule: str | None, aggregate: str | None, missing: str) -> None:
    """Check the rule for failed runs of several."""
    if rule is None:
        return
    options.one_of("failed_runs", rule, FAILED_RUNS)
    if aggregate is None:
        about = " is about several runs of a data set and algorithm: say "
        column = (", or name the column of the runs, ", asked("runs"), ".")
        raise OptionError(Option("failed_runs", rule), about, *MEAN_OR_MEDIAN, *column)
    if rule == "worst" and missing in LEAVE_OUT:
        counts = (Option("failed_runs", rule), " counts failed runs as results, and ")
        cure = (Option("missing", "worst"), " or ", Option("failed_runs", "drop"), ".")
        raise OptionError(*counts, Option("missing", missing), " does not: choose ", *cure)
