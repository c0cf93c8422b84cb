"""Layouts that become plain frames: index levels, metrics in rows, scores by fold; and ratios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from jointstats.base import errors, options
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Option, asked
from jointstats.table import columns, selecting
from jointstats.table.building import MEAN_OR_MEDIAN
from jointstats.table.results_table import ResultsTable
from jointstats.table.wide import columns_differ_more

if TYPE_CHECKING:
    import pandas as pd

Table = TypeVar("Table", bound=ResultsTable)
_METRIC_AND_VALUE = ("metric", "value")


def with_levels(frame: pd.DataFrame, given: Mapping[str, Any]) -> pd.DataFrame:
    """The frame with those levels of its index as columns that a role names."""
    wanted = {
        name
        for role in (*selecting.KEYS, "metric")
        if _names_a_column(given, role)
        for name in selecting.columns_of(given[role], frame) or [label(given[role])]
    }
    wanted |= {label(name) for role in ("where", "failed") for name in given.get(role, ())}
    if frame.index.nlevels == 1 and "dataset" not in given:  # rows of algorithms, or of data sets
        return frame
    there = {*map(label, frame.columns)}
    names = [f"level_{i}" if n is None else label(n) for i, n in enumerate(frame.index.names)]
    if not wanted & {*names} - there:
        return frame
    if twice := sorted(there & {*names}):
        raise errors.ColumnError(
            f'"{twice[0]}" is the name of a column and of a level of the index: rename one of them.'
        )
    return frame.rename_axis(index=names).reset_index()


def _names_a_column(given: Mapping[str, Any], role: str) -> bool:
    return given.get(role) is not None and not isinstance(given[role], Mapping)


def prepared(frame: pd.DataFrame, given: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The rows that are chosen, with a column for each key and measure, without failed runs."""
    if "where" in given:
        frame = selecting.selected(frame, given["where"])
    frame, roles = selecting.keyed(
        frame, {name: role for name, role in given.items() if name != "where"}
    )
    long = "algorithm" in roles and not {"dataset", "fold", "run"}.isdisjoint(roles)
    if not roles.keys().isdisjoint(_METRIC_AND_VALUE):
        if long and "value" in roles:
            frame, roles = selecting.without_failed_rows(frame, roles)
        frame, roles = spread(frame, roles)
    return selecting.without_failed(frame, roles) if long else (frame, roles)


def spread(frame: pd.DataFrame, given: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A column for each measure, of a frame with a row for each measure; and the other roles.

    Without a column of values, the frame is wide, and becomes a frame for each measure.

    Raises
    ------
    ColumnError
        If a measure is not a name of the column.
    DuplicateRowsError
        If a result is given twice.
    """
    rest = {name: role for name, role in given.items() if name not in _METRIC_AND_VALUE}
    metric, value = (given.get(name) for name in _METRIC_AND_VALUE)
    if metric is None or (value is None and "algorithm" in given):
        raise errors.OptionError(
            *(Option("metric"), " and ", Option("value"), " go together: the column that names "),
            "the measure of a row, and the column of its value.",
        )
    codes, names = columns.coded(frame, metric, "metric")
    rows_of = {}
    for measure in options.directions(given["measures"]):
        if measure not in names:
            raise errors.ColumnError(
                f'The column "{label(metric)}" (metric) holds no "{measure}". It holds '
                f"{shorten(names)}."
            )
        rows_of[measure] = np.flatnonzero(codes == names.index(measure))
    if value is None:
        plain = frame.loc[:, [label(c) != label(metric) for c in frame.columns]]
        return {measure: plain.iloc[rows] for measure, rows in rows_of.items()}, rest
    values = columns.column(frame, value, "value")
    if len(rows_of) > 1 and "dataset" in rest and _is_one_each(frame, rest["dataset"], rows_of):
        return _one_each(frame, values, rows_of, rest)
    return _joined(frame, values, rows_of, rest, (label(metric), label(value))), rest


def _is_one_each(frame: pd.DataFrame, dataset: Any, rows_of: Mapping[str, np.ndarray]) -> bool:
    """Whether each data set has one measure."""
    codes, _ = columns.coded(frame, dataset, "data set")
    datasets = [np.unique(codes[rows]) for rows in rows_of.values()]
    together = np.concatenate(datasets)
    return len(np.unique(together)) == len(together)


def _one_each(
    frame: pd.DataFrame,
    values: pd.Series,
    rows_of: Mapping[str, np.ndarray],
    given: Mapping[str, Any],
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """One measure of several, each on its own data sets; those to minimise have a minus.

    Raises
    ------
    OptionError
        If a rope is given, whose unit would differ by data set.
    """
    if given.get("rope") is not None:
        odd = "Each data set has one measure, and units differ between data sets. Leave out "
        raise errors.OptionError(odd, Option("rope"), ".")
    name, ways = label(values.name), options.directions(given["measures"])
    x = columns.numbers(values, name, lambda i: f"in row {i + 1}")
    for measure, rows in rows_of.items():
        x[rows] *= 1 if ways[measure] == "max" else -1
    dataset = columns.column(frame, given["dataset"], "data set")
    counts = [f'"{measure}" on {dataset.iloc[rows].nunique()}' for measure, rows in rows_of.items()]
    errors.note(
        errors.Caution(
            f"Each data set has one measure: {', '.join(counts)}. Results are compared within data "
            "sets, and those to minimise have a minus. Their units differ, so that only orders "
            "have a meaning."
        )
    )
    chosen = np.sort(np.concatenate([*rows_of.values()]))
    joined = frame.loc[:, [label(c) != name for c in frame.columns]].iloc[chosen]
    return joined.assign(**{name: x[chosen]}), {**given, "measures": {name: "max"}}


def _joined(
    frame: pd.DataFrame,
    values: pd.Series,
    rows_of: Mapping[str, np.ndarray],
    given: Mapping[str, Any],
    gone: tuple[str, str],
) -> pd.DataFrame:
    """One row for each data set, algorithm and run, and one more for each repetition."""
    import pandas as pd

    roles = {role: what for role, what in selecting.KEYS.items() if _names_a_column(given, role)}
    keys = [columns.coded(frame, given[role], what) for role, what in roles.items()]
    together = np.column_stack([codes for codes, _ in keys])
    _, first, cell = np.unique(together, axis=0, return_index=True, return_inverse=True)
    cell = np.ravel(cell)
    cells_of = {measure: pd.Series(cell[rows]) for measure, rows in rows_of.items()}
    times = {m: x.groupby(x).cumcount().to_numpy() for m, x in cells_of.items()}
    most = np.zeros(len(first), dtype=np.intp)
    for measure, rows in rows_of.items():
        np.maximum.at(most, cell[rows], times[measure] + 1)
        again = rows[times[measure] > 0]
        if len(again) and given.get("aggregate") is None:
            names = [names[codes[again[0]]] for codes, names in keys]
            where = (f'{what} "{name}"' for what, name in zip(roles.values(), names, strict=True))
            raise errors.DuplicateRowsError(
                f'"{measure}" is given {most[cell[again[0]]]} times for {", ".join(where)}. Keep '
                "the value that counts, or, if they are folds or runs, add ",
                *(*MEAN_OR_MEDIAN, "."),
            )
    order = np.argsort(first, kind="stable")  # of first appearance
    start = np.empty(len(first), dtype=np.intp)
    start[order] = np.cumsum(most[order]) - most[order]
    kept_columns = [label(c) not in gone for c in frame.columns]
    joined = frame.loc[:, kept_columns].iloc[np.repeat(first[order], most[order])]
    joined = joined.reset_index(drop=True)
    for measure, rows in rows_of.items():
        cells = np.full(len(joined), np.nan, dtype=float if values.dtype.kind in "fiu" else object)
        cells[start[cell[rows]] + times[measure]] = values.iloc[rows].to_numpy()
        if measure in map(label, joined.columns):
            raise errors.ColumnError(f'"{measure}" is a measure and a column: rename one of them.')
        joined[measure] = cells
    return joined


def are_scores(x: Any) -> bool:
    """Whether something has, by algorithm and data set, a vector of scores by fold."""
    if not isinstance(x, Mapping) or not x:
        return False
    if not all(isinstance(part, Mapping) and part for part in x.values()):
        return False
    every = [scores for part in x.values() for scores in part.values()]
    return all(not isinstance(scores, str) and np.ndim(scores) == 1 for scores in every)


def frame_of_scores(x: Mapping[Any, Any], given: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A long frame of such scores, with its roles; runs are kept if their kind is given."""
    import pandas as pd

    ways = options.directions(given["measures"])
    if len(ways) != 1:
        single = "Scores by algorithm and data set are of one measure: name it in "
        raise errors.OptionError(single, asked("measures"), ".")
    (measure,) = ways
    rows = [
        (label(algorithm), label(dataset), fold, score)
        for algorithm, part in x.items()
        for dataset, scores in part.items()
        for fold, score in enumerate(scores, 1)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "fold", measure])
    roles = {**given, "dataset": "dataset", "algorithm": "algorithm"}
    if "run_kind" in given:
        roles["runs"] = "fold"
    means = frame.pivot_table(values=measure, index="dataset", columns="algorithm")
    if columns_differ_more(means.to_numpy()[:, None, :]):
        errors.note(
            errors.Caution(
                f"The outer names ({shorten(list(means.columns))}) are read as algorithms, the "
                f"inner names ({shorten(list(means.index))}) as data sets, though the outer ones "
                "differ more. If they are data sets, turn the nesting round."
            )
        )
    return frame, roles


def relative(table: Table, baseline: Any) -> Table:
    """The ratios of all results to those of one algorithm, data set by data set.

    Raises
    ------
    ColumnError
        If there is no such algorithm.
    InvalidValueError
        If a result of it is missing, 0 or negative.
    """
    name = options.known_name("algorithm", baseline, table.algorithms)
    at = table.algorithms.index(name)
    values, datasets = table.everything()
    base = values[:, :, at]
    failed = np.isnan(base) if table.missing == "worst" else np.zeros(base.shape, dtype=bool)
    if (failed | (base <= 0)).any():
        d, j = np.argwhere(failed | (base <= 0))[0].tolist()
        what = "has no result" if failed[d, j] else f"is {base[d, j]:.6g}"
        raise errors.InvalidValueError(
            f'The baseline "{name}" {what} in "{list(table.measures)[j]}" on data set '
            f'"{datasets[d]}". Ratios need a baseline above 0: choose another algorithm for ',
            asked("relative_to"),
            ", or leave out the data set or the measure.",
        )
    errors.note(errors.Caution(f'Results are ratios to those of "{name}", data set by data set.'))
    n, runs = table.n, table.all_runs
    ratios = replace(table, values=table.values / base[:n, :, None])
    if table.incomplete is not None:
        ratios = replace(ratios, incomplete=table.incomplete / base[n:, :, None])
    if runs is None:
        return ratios
    place = {dataset: i for i, dataset in enumerate(datasets)}
    below = base[[place[dataset] for dataset in runs.datasets]]
    return replace(ratios, all_runs=replace(runs, values=runs.values / below[:, :, None, None]))
