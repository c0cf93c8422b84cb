"""From a long frame to a results table: roles, aggregation, missing values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.table import gaps
from jointstats.labelled.table.all_runs import AllRuns, runs_of_rows
from jointstats.labelled.table.dropping import drop_incomplete, drop_unranked
from jointstats.labelled.table.families import families_of_rows
from jointstats.labelled.table.properties import Property, properties_of_rows
from jointstats.labelled.table.results_table import (
    ResultsTable,
    check_size,
)
from jointstats.labelled.table.roles import LEAVE_OUT, Roles, checked_roles
from jointstats.labelled.table.rows import cell_values, coded_rows

if TYPE_CHECKING:
    import pandas as pd


def long_table(
    df: pd.DataFrame,
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
) -> ResultsTable:
    """A table from a frame with a row for each data set and algorithm."""
    roles = checked_roles(
        dataset=dataset, algorithm=algorithm, measures=measures, rope=rope, missing=missing,
        aggregate=aggregate, min_folds=min_folds, only=only, cluster=cluster, runs=runs,
        run_kind=run_kind, test_share=test_share, per_algorithm=per_algorithm,
    )  # fmt: skip
    return table_of(df, roles)


def table_of(frame: pd.DataFrame, roles: Roles) -> ResultsTable:
    """Make a results table from a long data frame whose roles are checked."""
    rows = coded_rows(frame, roles)
    if roles.only is not None:
        rows = rows.of(options.known_names("algorithm", roles.only, rows.algorithms))
    check_size(rows.datasets, rows.algorithms, roles.measures)
    values, per_cell = cell_values(rows, roles)
    return finish(
        values, rows.datasets, rows.algorithms, roles.measures, roles.rope, roles.missing,
        aggregate=roles.aggregate, n_rows=len(rows.frame), per_cell=per_cell,
        families=families_of_rows(rows, roles.cluster),
        all_runs=None if roles.runs is None else runs_of_rows(rows, roles),
        properties=properties_of_rows(rows, roles.properties),
    )  # fmt: skip


def finish(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    ways: dict[str, str],
    rope: Any,
    missing: str,
    *,
    aggregate: str | None = None,
    n_rows: int = 0,
    per_cell: np.ndarray | None = None,
    families: Mapping[str, str] | None = None,
    all_runs: AllRuns | None = None,
    properties: Mapping[str, Property] | None = None,
) -> ResultsTable:
    """Apply the rule for missing values and freeze the table."""
    per_cell = per_cell if aggregate else None
    found = gaps.find_gaps(values, datasets, algorithms, ways, per_cell)
    gaps.judge_gaps(found, algorithms, missing, partial(gaps.spelt, datasets))
    declared = options.ropes(rope, ways)
    table = ResultsTable(
        values=values,
        datasets=tuple(datasets),
        algorithms=tuple(algorithms),
        measures=ways,
        rope={name: declared.get(name, 0.0) for name in ways},
        roped=tuple(declared),
        missing=missing,
        aggregate=aggregate,
        n_rows=n_rows,
        families=families,
        all_runs=all_runs,
        properties=properties or {},
    )
    check_size(datasets, table.algorithms, table.measures)
    table = drop_incomplete(table) if missing in LEAVE_OUT else table
    if not table.comparable:  # otherwise its pairs can be: a test that needs more says so
        table.require_datasets()
    return drop_unranked(table)
