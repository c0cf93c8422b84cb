"""The runs behind a table: folds, seeds or trials of every data set and algorithm, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options
from jointstats.labelled.errors import DuplicateRowsError, OptionError
from jointstats.labelled.table import columns

if TYPE_CHECKING:
    from jointstats.labelled.table.building import Rows
    from jointstats.labelled.table.roles import Roles

RUN_KINDS = ("cv", "independent")


@dataclass(frozen=True, eq=False)
class AllRuns:
    """Results run by run.

    Attributes
    ----------
    values : ndarray, shape (d, m, l, J)
        By data set, measure, algorithm and run, in the measures' own units; NaN where there is
        none.
    datasets : tuple of str
        All data sets of the input, those that the table left out among them.
    names : tuple of str
        Of the runs; the same run of two algorithms shared what they were run on.
    kind : {"cv", "independent"}
        Runs of cross-validation, or repeated splits, whose training sets overlap; or independent
        ones, such as seeds.
    test_share : float
        Share of the cases on which a run of cross-validation tests; 0 if runs are independent.
    """

    values: np.ndarray
    datasets: tuple[str, ...]
    names: tuple[str, ...]
    kind: str
    test_share: float

    def part(self, columns: Sequence[int], layers: Sequence[int]) -> AllRuns:
        """Some of the measures and algorithms, by position."""
        return replace(self, values=self.values[:, columns][:, :, layers])

    def of(self, datasets: Sequence[str]) -> np.ndarray:
        """Values of these data sets, shape (n, m, l, J)."""
        at = {name: i for i, name in enumerate(self.datasets)}
        return self.values[[at[name] for name in datasets]]


def check_run_options(
    runs: Any, run_kind: Any, test_share: Any, aggregate: str | None
) -> tuple[str | None, float]:
    """Check what is said of runs; return the kind and the share.

    Raises
    ------
    OptionError
        If an option is said without `runs`, or is none of its values, or the share that
        cross-validation needs is missing.
    """
    if runs is None:
        for name, value in (("run_kind", run_kind), ("test_share", test_share)):
            if value is not None:
                raise OptionError(Option(name), " goes with ", asked("runs"), ".")
        return None, 0.0
    if run_kind is None:
        raise OptionError(
            "Say what the runs are: ",
            Option("run_kind", "cv"),
            " (cross-validation or repeated splits: training sets overlap) or ",
            Option("run_kind", "independent"),
            " (such as seeds).",
        )
    options.one_of("run_kind", run_kind, RUN_KINDS)
    if aggregate == "median":
        raise OptionError(Option("runs"), " are combined by their mean, not by the median.")
    if run_kind == "independent":
        if test_share:
            raise OptionError(
                Option("test_share"), " is of cross-validation; independent runs have none."
            )
        return run_kind, 0.0
    if test_share is None:
        raise OptionError(
            "Say on which share of the cases each run tests, such as ",
            Option("test_share", 0.1),
            " in 10-fold cross-validation.",
        )
    share = options.number("test_share", test_share, 0, 1, open_low=True, open_high=True)
    return run_kind, share


def runs_of_rows(rows: Rows, roles: Roles) -> AllRuns:
    """The runs of a long table, each with a row for each algorithm that it has a result of.

    Raises
    ------
    DuplicateRowsError
        If a data set and algorithm have two rows of the same run.
    """
    series = columns.column(rows.frame, roles.runs, "run")
    codes, names = columns.names(series, "run")
    shape = (len(rows.datasets), len(rows.algorithms), len(names))
    cells = np.ravel_multi_index((rows.d_codes, rows.a_codes, codes), shape)
    number = np.bincount(cells, minlength=np.prod(shape))
    if number.max(initial=0) > 1:
        d, a, run = np.unravel_index(int(number.argmax()), shape)
        raise DuplicateRowsError(
            f'{number.max()} rows for data set "{rows.datasets[d]}", algorithm '
            f'"{rows.algorithms[a]}" and run "{names[run]}": a run is one row.'
        )
    values = np.full((len(roles.measures), number.size), np.nan)
    for j, name in enumerate(roles.measures):
        x = columns.column(rows.frame, name, "measure")
        values[j, cells] = columns.numbers(x, name, lambda i: f"in row {i + 1}")
    by_measure = values.reshape(-1, *shape)
    return AllRuns(
        values=np.moveaxis(by_measure, 0, 1),
        datasets=tuple(rows.datasets),
        names=tuple(names),
        kind=str(roles.run_kind),
        test_share=roles.test_share,
    )
