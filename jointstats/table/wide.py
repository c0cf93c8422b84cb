"""Results tables from wide frames, rows data sets and columns algorithms, or from matrices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options
from jointstats.base.errors import ColumnError, DirectionError, DuplicateRowsError, OptionError
from jointstats.base.kinds import Label
from jointstats.evidence.messages import Option, Part, Spelled, asked
from jointstats.table import beside_values
from jointstats.table import columns as cells
from jointstats.table.building import check_rules, finish
from jointstats.table.gaps import check_size
from jointstats.table.guesses import ALGORITHM
from jointstats.table.leaderboard import by_pattern, refuse_lacking, refuse_places
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import Failures, declared, note_failed

if TYPE_CHECKING:
    import pandas as pd


def wide_table(
    frames: pd.DataFrame | Mapping[Any, pd.DataFrame],
    *,
    measures: Mapping[Any, str],
    dataset: Label = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
    columns: str | None = None,
    cluster: Any = None,
    per_algorithm: Mapping[Any, str] | None = None,
    failed_words: Sequence[str] | None = None,
    limit: Mapping[Any, float] | None = None,
    even_failed: Sequence[Any] | None = None,
) -> ResultsTable:
    """A table from one frame, or a frame for each measure: rows data sets, columns algorithms."""
    ways = options.directions(measures)
    known = beside_values.checked_properties(per_algorithm, ways)
    check_rules(missing, None, None)
    said = {"failed_words": failed_words, "limit": limit, "even_failed": even_failed}
    failures = declared({"measures": ways, **said})
    by_name = _by_measure(frames, ways | known, dataset, columns)
    table = _joined(by_name, ways, dataset, rope, missing, only, failures)
    rows = None if isinstance(frames, Mapping) else frames.index.name
    refuse_algorithms_as_rows(rows if dataset is None else dataset, table.values, columns)
    if known:
        table = replace(table, properties=_properties(by_name, known, dataset, table.algorithms))
    return beside_values.in_families(table, cluster)


def algorithms_of(
    frame: pd.DataFrame,
    *,
    measures: Mapping[Any, str],
    dataset: Any = None,
    columns: str | None = None,
) -> list[str]:
    """The algorithms that have a column in a wide frame, as :func:`wide_table` reads it."""
    by_name = _by_measure(frame, options.directions(measures), dataset, columns)
    key = None if dataset is None else options.label(dataset)
    names = (options.label(c) for frame in by_name.values() for c in frame.columns)
    return [name for name in dict.fromkeys(names) if name != key]


def _properties(
    by_name: Mapping[str, pd.DataFrame],
    known: Mapping[str, str],
    dataset: Label,
    algorithms: Sequence[str],
) -> dict[str, beside_values.Property]:
    """The properties; each frame has a column for every algorithm."""
    import pandas as pd

    values = {}
    for name in known:
        frame = by_name[name]
        at = {options.label(c): i for i, c in enumerate(frame.columns)}
        present = [a for a in algorithms if a in at and a != options.label(dataset)]
        part = frame.iloc[:, [at[a] for a in present]].set_axis(present, axis=1)
        numbers = _numbers(part.set_axis([str(i + 1) for i in range(len(part))]), name)
        values[name] = (
            pd.DataFrame(numbers, columns=present).reindex(columns=[*algorithms]).to_numpy()
        )
    return beside_values.properties_of_values(values, known, algorithms)


def _by_measure(
    frames: Any, ways: Mapping[str, str], dataset: Any, pattern: str | None
) -> dict[str, pd.DataFrame]:
    """A frame for every measure, whose columns are algorithms (and the data set)."""
    if isinstance(frames, Mapping):
        if pattern is not None:
            raise OptionError(
                Option("columns"), " is for one frame of all measures; here is one for each."
            )
        by_name = {options.label(name): frame for name, frame in frames.items()}
        unknown = [name for name in by_name if name not in ways]
        lacking = [name for name in ways if name not in by_name]
        if unknown or lacking:
            name = (unknown + lacking)[0]
            other = Option("measures") if unknown else "the frames"
            raise DirectionError(f'The measure "{name}" is not in ', other, ": both must name it.")
        return by_name
    refuse_places(ways, "{algorithm}", pattern)
    if pattern not in (None, "{algorithm}"):
        return _split(frames, ways, dataset, str(pattern))
    if len(ways) == 1:
        return {next(iter(ways)): frames}
    if pattern is None and frames.columns.nlevels == 2:  # as pivot() makes them
        for outer in (0, 1):
            outers = frames.columns.unique(outer)
            by_name = {options.label(name): frames.xs(name, axis=1, level=outer) for name in outers}
            if set(ways) <= set(by_name):
                return {name: by_name[name] for name in ways}
    each = "; give a frame for each, such as "
    frame_each = Spelled(
        f'{each}{{"accuracy": df1, "time": df2}}', "", f"{each}list(accuracy = df1, time = df2)"
    )
    raise DirectionError(
        f"One wide frame holds one measure, but {len(ways)} are named: say how its columns are "
        "named, such as ",
        *(Option("columns", "{measure}_{algorithm}"), frame_each),
        *("; or, for a long frame, say ", asked("dataset"), " and ", asked("algorithm"), "."),
    )


def _split(
    frame: pd.DataFrame, ways: Mapping[str, str], dataset: Any, pattern: str
) -> dict[str, pd.DataFrame]:
    """Take one frame apart by the measures in the names of its columns."""
    places = [pattern.count(place) for place in ("{measure}", "{algorithm}")]
    if places != [1, 1]:
        once = ' must hold "{measure}" and "{algorithm}" once each, such as "{measure}_{algorithm}"'
        raise OptionError(Option("columns"), f'{once}; got "{pattern}".')
    # The data set's column, as the frame spells it.
    keys = [] if dataset is None else [cells.column(frame, dataset, "data set").name]
    renamed: dict[str, dict[Any, str]] = {name: {} for name in ways}
    for column in frame.columns:
        if column not in keys:
            pair = by_pattern(options.label(column), ways, pattern, "{algorithm}")
            if pair is not None:
                renamed[pair[0]][column] = pair[1]
    there = [name for name, names in renamed.items() if names]
    refuse_lacking(ways, there, pattern, [*map(options.label, frame.columns)])
    return {name: frame[[*keys, *names]].rename(columns=names) for name, names in renamed.items()}


def _joined(
    by_name: Mapping[str, pd.DataFrame],
    ways: dict[str, str],
    dataset: Label,
    rope: Any,
    missing: str,
    only: Sequence[Any] | None,
    failures: Failures,
) -> ResultsTable:
    """The frames of all measures in one table."""
    import pandas as pd

    frames = {name: _keyed(by_name[name], name, dataset) for name in ways}
    datasets = [*dict.fromkeys(row for frame in frames.values() for row in frame.index)]
    algorithms = dict.fromkeys(name for frame in frames.values() for name in frame.columns)
    chosen = options.known_names("algorithm", algorithms if only is None else only, algorithms)
    check_size(datasets, chosen, ways)
    values = np.full((len(datasets), len(ways), len(chosen)), np.nan)
    lost = np.zeros((len(datasets), len(chosen)), dtype=bool)
    rows, columns = pd.Index(datasets, dtype=object), pd.Index(chosen, dtype=object)
    for j, (name, frame) in enumerate(frames.items()):
        part, worded = failures.without_words(frame.loc[:, frame.columns.isin(columns)])
        x = _numbers(part, name)
        at = np.ix_(rows.get_indexer(part.index), columns.get_indexer(part.columns))
        values[:, j][at] = x
        lost[at] |= worded | failures.beyond(name, x)
        failures.note_near(name, x, partial(_of_cell, part.index, part.columns))
    if failures:
        note_failed(lost, failures, "result")
        for j, name in enumerate(ways):
            values[:, j][lost & (name not in failures.even)] = np.nan
    return finish(values, datasets, chosen, ways, rope, missing, n_rows=len(datasets))


def _keyed(frame: pd.DataFrame, measure: str, dataset: Label) -> pd.DataFrame:
    """The frame of a measure, with the names of data sets and of algorithms at its sides."""
    import pandas as pd

    cells.require_frame(frame)
    if dataset is not None:
        key = cells.column(frame, dataset, "data set")
        frame = frame.loc[:, [options.label(c) != options.label(dataset) for c in frame]]
    else:
        _refuse_names(frame)
        key = frame.index.to_series(name="the frame's index")
    codes, rows = cells.names(key, "data set")
    if len(rows) < len(codes):
        twice = rows[int(np.argmax(np.bincount(codes)))]
        several = f'The data set "{twice}" has several rows in the frame of "{measure}": combine '
        cure = ("them first, or use a long frame with ", asked("aggregate"), ".")
        raise DuplicateRowsError(several, *cure)
    columns = [options.label(c) for c in frame.columns]
    if len(set(columns)) < len(columns):
        twice = next(c for c, times in Counter(columns).items() if times > 1)
        raise ColumnError(f'The algorithm "{twice}" has several columns (measure "{measure}").')
    # As objects: pandas' text takes longer to read name by name.
    return frame.set_axis(pd.Index(rows, dtype=object)).set_axis(columns, axis=1)


def _numbers(frame: pd.DataFrame, measure: str) -> np.ndarray:
    """Numbers of all columns, in one step if nothing needs to be read or refused."""
    if all(isinstance(kind, np.dtype) and kind.kind in "fiub" for kind in frame.dtypes):
        x = frame.to_numpy(dtype=float)
        if not np.isinf(x).any():
            return x
    series = [frame.iloc[:, c] for c in range(frame.shape[1])]
    return cells.numbers_together(series, measure, partial(_cell_of, frame.index, frame.columns))


def _refuse_names(frame: pd.DataFrame) -> None:
    """Refuse a first column of text: it holds the data sets rather than results."""
    first = frame.iloc[:, 0].tolist() if frame.shape[1] else []
    if not first or not all(isinstance(cell, str) for cell in first):
        return
    read = cells.read_written(frame.iloc[:, 0])
    if read.odd.all() and not read.doubt:
        name = options.label(frame.columns[0])
        text = f'The column "{name}" holds text, such as "{first[0]}": if it names the data sets, '
        raise ColumnError(text, "say ", Option("dataset", name), ".")


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
    called = "" if name is None else options.label(name)
    if not ALGORITHM.fullmatch(called.strip()) or not columns_differ_more(values):
        return
    cure: tuple[Part, ...] = (Option("algorithm", called), " instead of ", asked("dataset"))
    if pattern is not None:
        cure += (", and ", Option("columns", pattern.replace("{algorithm}", "{dataset}")))
    raise ColumnError(
        f'The rows are called "{called}", and they differ less than the columns do: they seem '
        "to be algorithms, not data sets. Then say ",
        *(*cure, ". If they are data sets, give them another name."),
    )


def columns_differ_more(values: np.ndarray) -> bool:
    """Whether, over the measures, means of columns vary more than means of rows do."""
    whole = values[~np.isnan(values).any(axis=(1, 2))]
    if len(whole) < 2 or values.shape[2] < 2:
        return False
    size = whole.var(axis=(0, 2))
    varies = size > 0
    of_rows, of_columns = whole.mean(axis=2).var(axis=0), whole.mean(axis=0).var(axis=1)
    return bool((((of_columns - of_rows)[varies]) / size[varies]).sum() > 0)


def _cell_of(rows: Any, algorithms: Any, i: int, c: int) -> str:
    """What a message calls a cell, by the numbers of its row and column."""
    return f'for data set "{rows[i]}", algorithm "{algorithms[c]}"'


def _of_cell(rows: Any, algorithms: Any, i: int, c: int) -> str:
    return f"{algorithms[c]} on {rows[i]}"


def matrices_table(
    matrices: Mapping[Any, Any],
    *,
    measures: Mapping[Any, str],
    datasets: Sequence[Any] | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
    cluster: Any = None,
) -> ResultsTable:
    """A table from one matrix per algorithm, the papers' M^(A), M^(B) (Eq. 1)."""
    import pandas as pd

    ways = options.directions(measures)
    check_rules(missing, None, None)
    stack: list[np.ndarray] = []
    for name, matrix in matrices.items():
        x = cells.matrix_of(matrix, name, len(ways), "rows for data sets")
        if stack and len(x) != len(stack[0]):
            raise ColumnError(
                f'The matrix of algorithm "{options.label(name)}" has {len(x)} rows, the first '
                f"has {len(stack[0])}: every algorithm needs the same data sets."
            )
        stack.append(x)
    n = len(stack[0]) if stack else 0
    rows = [options.label(d) for d in (range(1, n + 1) if datasets is None else datasets)]
    if len(rows) != n:
        raise ColumnError(f"{len(rows)} data sets are named, but the matrices have {n} rows.")
    if len(set(rows)) < n:
        raise DuplicateRowsError("A data set is named twice in ", Option("datasets"), ".")
    algorithms = [options.label(name) for name in matrices]
    check_size(rows, algorithms, ways)
    values = np.full((n, len(ways), len(algorithms)), np.nan)
    for j, name in enumerate(ways):
        given = [pd.Series(list(x[:, j]) if x.dtype == object else x[:, j]) for x in stack]
        values[:, j] = cells.numbers_together(given, name, partial(_cell_of, rows, algorithms))
    table = finish(values, rows, algorithms, ways, rope, missing, n_rows=n)
    table = beside_values.in_families(table, cluster)
    return table if only is None else table.select(algorithms=only)
