"""What the columns of a long table hold, and the rules by which they are read: checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jointstats.kernels.messages import Option, Spelled
from jointstats.labelled import options
from jointstats.labelled.errors import OptionError
from jointstats.labelled.table import columns
from jointstats.labelled.table.all_runs import check_run_options
from jointstats.labelled.table.properties import checked_properties
from jointstats.labelled.table.swapped import refuse_swapped_roles

if TYPE_CHECKING:
    import pandas as pd

RAISE_OR_DROP = ("raise", "drop")
MISSING_RULES = (*RAISE_OR_DROP, "unknown", "worst")
LEAVE_OUT = ("drop", "unknown")  # data sets with gaps are no part of the values
AGGREGATES = ("mean", "median")
# How to ask for either of them.
MEAN_OR_MEDIAN = (
    Option("aggregate", "mean"),
    " or ",
    Spelled('aggregate="median"', "median", '"median"'),
)


@dataclass(frozen=True)
class Roles:
    """The keywords of :func:`jointstats.results_table`, for a whole table and for its pieces.

    Attributes
    ----------
    dataset, algorithm : str
    measures : dict
        Measure to direction.
    rope : dict
        Measure to width, of every measure.
    missing, aggregate, min_folds
    only : list or None
        As given: only the whole table knows all algorithms.
    cluster : str or None
        The column that holds the family of each data set.
    runs, run_kind, test_share
        The column that holds the run of each row, and what runs are.
    properties : dict
        Columns of properties of the algorithms to direction.
    """

    dataset: Any
    algorithm: Any
    measures: dict[str, str]
    rope: dict[str, float]
    missing: str
    aggregate: str | None
    min_folds: int | None
    only: Any
    cluster: Any
    runs: Any
    run_kind: str | None
    test_share: float
    properties: Mapping[str, str]

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
        properties = [(name, "property") for name in self.properties]
        for name, what in (dataset, algorithm, *measures, *properties, *others):
            columns.column(frame, name, what)

    @property
    def _keys(self) -> tuple[tuple[Any, str], ...]:
        """The columns that hold no results, and what each holds."""
        named = ((self.cluster, "family"), (self.runs, "run"))
        some = (one for one in named if one[0] is not None)
        return ((self.dataset, "data set"), (self.algorithm, "algorithm"), *some)


def checked_roles(
    *,
    dataset: Any,
    algorithm: Any,
    measures: Mapping[Any, str],
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    aggregate: str | None = None,
    min_folds: int | None = None,
    only: Sequence[Any] | None = None,
    cluster: Any = None,
    runs: Any = None,
    run_kind: str | None = None,
    test_share: float | None = None,
    per_algorithm: Mapping[Any, str] | None = None,
) -> Roles:
    """Check everything that can be checked without the table."""
    ways = options.directions(measures)
    known = checked_properties(per_algorithm, ways)
    refuse_swapped_roles(dataset, algorithm)
    run_kind, share = check_run_options(runs, run_kind, test_share, aggregate)
    aggregate = "mean" if runs is not None else aggregate
    min_folds = check_rules(missing, aggregate, min_folds)
    widths = options.ropes(rope, ways)
    return Roles(
        dataset, algorithm, ways, widths, missing, aggregate, min_folds, only,
        cluster, runs, run_kind, share, known,
    )  # fmt: skip


def check_rules(missing: str, aggregate: str | None, min_folds: Any) -> int | None:
    """Check the three rules; return `min_folds` as a number."""
    options.one_of("missing", missing, MISSING_RULES)
    if aggregate is not None:
        options.one_of("aggregate", aggregate, AGGREGATES)
    if min_folds is None:
        return None
    if aggregate is None:
        raise OptionError(
            Option("min_folds"),
            " goes with ",
            Option("aggregate"),
            ": say ",
            *MEAN_OR_MEDIAN,
            ".",
        )
    return options.whole_number("min_folds", min_folds, 1)
