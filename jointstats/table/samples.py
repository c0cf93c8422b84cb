"""What tests of means take: unpaired rows of each algorithm, and the sequence of their rows.

A sum of floating-point numbers depends on their sequence, and so does the row that a random sign
falls on. Tests of means therefore sort the rows by name: a file whose rows were sorted otherwise
has the same answer, to the last bit and with the same seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.facts import Dropped, Facts
from jointstats.evidence.messages import Option, Part, TypeOf, asked
from jointstats.table import columns
from jointstats.table.building import RAISE_OR_DROP
from jointstats.table.intake import learned_here
from jointstats.table.results_table import ResultsTable

Table = TypeVar("Table", bound=ResultsTable)
_NUMBER = re.compile("([0-9]+)")


@dataclass(frozen=True, eq=False)
class Samples:
    """Rows of each algorithm, with nothing that pairs them.

    Attributes
    ----------
    measures : dict
        Direction of each measure.
    values : dict
        The rows of each algorithm, an array of shape (n_i, p); columns in the order of
        ``measures``.
    dropped : tuple of Dropped
        Rows left out for a missing value.
    paired_source : bool
        Whether they come from a table whose rows are paired by data set.
    in_sample : tuple of str
        Measures that were learned on these rows.
    """

    measures: dict[str, str]
    values: dict[str, np.ndarray]
    dropped: tuple[Dropped, ...] = ()
    paired_source: bool = False
    in_sample: tuple[str, ...] = ()

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names, in order of first appearance."""
        return tuple(self.values)

    @property
    def n(self) -> int:
        """Rows of all algorithms together."""
        return sum(map(len, self.values.values()))

    @property
    def facts(self) -> Facts:
        """What every result knows of these rows."""
        return Facts(
            algorithms=self.algorithms,
            measures=self.measures,
            n=self.n,
            n_dropped=len(self.dropped),
            dropped=self.dropped,
            missing="drop" if self.dropped else None,
            cases="row",
        )

    @property
    def stacked(self) -> tuple[np.ndarray, np.ndarray]:
        """All rows, shape (n, p), and the number of each row's algorithm."""
        sizes = [len(x) for x in self.values.values()]
        return np.concatenate(list(self.values.values())), np.repeat(np.arange(len(sizes)), sizes)

    def of_measures(self, names: Sequence[str]) -> Samples:
        """These measures only."""
        if not names:
            raise errors.NoDataError("At least one measure is needed; none is named.")
        at = [list(self.measures).index(name) for name in names]
        return replace(
            self,
            measures={name: self.measures[name] for name in names},
            values={name: x[:, at] for name, x in self.values.items()},
            in_sample=tuple(name for name in self.in_sample if name in names),
        )


def as_samples(
    source: Any,
    *,
    algorithm: Any = None,
    measures: Any = None,
    missing: str | None = None,
    only: Any = None,
    on: Any = None,
    **others: Any,
) -> Samples:
    """Read unpaired rows from a long data frame, from matrices by algorithm, or from a table.

    Parameters
    ----------
    source : DataFrame, dict of array_like of shape (n_i, p), or ResultsTable
        A table's rows are paired by data set: here that pairing is put aside.
    algorithm : str
        For a data frame: the column that holds the algorithm.
    measures : dict
        For each measure, ``"max"`` or ``"min"``; for matrices in the order of their columns.
    missing : {"raise", "drop"}, default "raise"
        Where a value is missing: stop, or leave out that row.
    only : sequence of str, optional
        Keep only these algorithms.
    on : sequence of str, optional
        Keep only these measures.
    """
    odd = [name for name, value in others.items() if value is not None and name != "dataset"]
    if odd:
        raise errors.OptionError(Option(odd[0]), " has no meaning for unpaired rows.")
    rule = options.one_of("missing", missing or "raise", RAISE_OR_DROP)
    if isinstance(source, ResultsTable):
        if algorithm is not None or measures is not None:
            raise errors.OptionError(
                Option("algorithm"), " and ", Option("measures"), " are those of the table."
            )
        source.require_datasets()
        source.require_values("A test of unpaired rows")
        samples = Samples(
            source.measures,
            {name: source.values[:, :, a] for a, name in enumerate(source.algorithms)},
            source.dropped,
            paired_source=True,
            in_sample=tuple(learned_here(source)),
        )
    else:
        if measures is None:
            which = "Say for every measure whether higher or lower is better, such as "
            such = Option("measures", {"accuracy": "max", "time": "min"})
            raise errors.DirectionError(which, such, ".")
        ways = options.directions(measures)
        source = columns.pandas_within(source)
        by_name = isinstance(source, Mapping)
        raw = _of_mapping(source, ways) if by_name else _of_frame(source, algorithm, ways)
        samples = _without_missing(raw, ways, rule)
    if on is not None:
        samples = samples.of_measures(options.known_names("measure", on, samples.measures))
    if only is None:
        return samples
    names = options.known_names("algorithm", only, samples.algorithms)
    return replace(samples, values={name: samples.values[name] for name in names})


def require_algorithms(samples: Samples, test: Part, least: int, most: int | None = None) -> None:
    """Refuse fewer or more algorithms than the test compares, or one without rows."""
    n = len(samples.algorithms)
    if n < least or (most is not None and n > most):
        needed = f"exactly {least}" if least == most else f"at least {least}"
        needed += " algorithm" if least == 1 else " algorithms"
        there = f"there are {n} ({options.shorten(samples.algorithms)})"
        raise errors.AlgorithmError(
            test, f" needs {needed}; {there}: name them with ", asked("only"), "."
        )
    empty = [name for name, rows in samples.values.items() if len(rows) == 0]
    if empty:
        raise errors.AlgorithmError(f'The algorithm "{empty[0]}" has no complete row.')


def _of_frame(source: Any, algorithm: Any, ways: dict[str, str]) -> dict[str, np.ndarray]:
    import pandas as pd

    if not isinstance(source, pd.DataFrame):
        kinds = "a long data frame, as matrices by algorithm, or as a results table"
        raise errors.InvalidValueError(f"Unpaired rows come as {kinds}; got ", TypeOf(source), ".")
    if algorithm is None:
        raise errors.ColumnError("Say which column holds the algorithm: ", asked("algorithm"), ".")
    codes, names = columns.coded(source, algorithm, "algorithm")

    def where(i: int) -> str:
        return f'in row {i + 1}, algorithm "{names[codes[i]]}"'

    x = np.column_stack(
        [columns.numbers(columns.column(source, m, "measure"), m, where) for m in ways]
    )
    return {name: x[codes == i] for i, name in enumerate(names)}


def _of_mapping(source: Mapping[Any, Any], ways: dict[str, str]) -> dict[str, np.ndarray]:
    import pandas as pd

    values = {}
    for given, rows in source.items():
        name = options.label(given)
        matrix = columns.matrix_of(rows, name, len(ways), "rows")
        cells = [
            columns.numbers(pd.Series(list(x)), measure, _row_of(name), plainly=True)
            for x, measure in zip(matrix.T, ways, strict=True)
        ]
        values[name] = np.column_stack(cells)
    return values


def _row_of(name: str) -> Any:
    return lambda i: f'in row {i + 1} of algorithm "{name}"'


def _without_missing(raw: dict[str, np.ndarray], ways: dict[str, str], rule: str) -> Samples:
    values, dropped = {}, []
    for name, rows in raw.items():
        absent = np.isnan(rows)
        for i in np.flatnonzero(absent.any(axis=1)):
            measure = list(ways)[int(absent[i].argmax())]
            dropped.append(Dropped(f"row {i + 1} of {name}", f"{measure} is missing"))
        values[name] = rows[~absent.any(axis=1)]
    if dropped and rule == "raise":
        raise errors.MissingValuesError(
            f"{wording.plural(len(dropped), 'row')} "
            f"{'has' if len(dropped) == 1 else 'have'} a missing value "
            f"(the first: {dropped[0].dataset}, {dropped[0].reason}): say ",
            Option("missing", "drop"),
            " to leave them out.",
        )
    return Samples(ways, values, tuple(dropped))


# --- The sequence of rows ---


def by_name(names: Sequence[str]) -> np.ndarray:
    """Positions of names in their sequence, in which numbers count as numbers.

    Examples
    --------
    >>> by_name(["run 10", "run 9", "iris"]).tolist()
    [2, 1, 0]
    """
    return np.array(sorted(range(len(names)), key=lambda i: _by_digits(names[i])), dtype=np.intp)


def by_value(x: np.ndarray) -> np.ndarray:
    """Positions of rows that have no names, by their values, the first column first.

    Examples
    --------
    >>> by_value(np.array([[2.0, 1.0], [1.0, 3.0], [1.0, 2.0]])).tolist()
    [2, 1, 0]
    """
    return np.lexsort(x.T[::-1])


def rows_in(values: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The rows in a sequence; in one piece of memory, whose layout decides how NumPy adds up."""
    return np.ascontiguousarray(values[order])


def in_sequence(table: Table) -> Table:
    """The table with its complete rows in the sequence of their names."""
    order = by_name(table.datasets)
    names = tuple(table.datasets[i] for i in order)
    return replace(table, values=rows_in(table.values, order), datasets=names)


def samples_in_sequence(samples: Samples) -> Samples:
    """The same rows of each algorithm, by their values."""
    return replace(
        samples, values={name: rows_in(x, by_value(x)) for name, x in samples.values.items()}
    )


def _by_digits(name: str) -> tuple[list[str | tuple[int, str]], str]:
    """Text and numbers in turn; a number by its digits, however many; then the name as it is."""
    parts = _NUMBER.split(name)
    numbers = [(len(digits), digits) for digits in (part.lstrip("0") for part in parts[1::2])]
    mixed: list[str | tuple[int, str]] = [""] * len(parts)
    mixed[::2], mixed[1::2] = parts[::2], numbers
    return mixed, name
