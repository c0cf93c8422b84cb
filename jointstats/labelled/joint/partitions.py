"""Statement counts of a Dask data frame: counted by partition where its client says, and added.

What a data set shows depends on its own rows alone. So partitions are counted as they are if the
rows of each data set, or family of them, are in one; otherwise the rows are shuffled first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial, reduce
from inspect import signature
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options
from jointstats.labelled.errors import ColumnError, DirectionError, NoDataError, OptionError
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.table import columns
from jointstats.labelled.table.dropping import check_size, drop_incomplete, drop_unranked
from jointstats.labelled.table.families import families_of_rows
from jointstats.labelled.table.gaps import Gaps, find_gaps, judge_gaps, spelt
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.labelled.table.roles import Roles, checked_roles
from jointstats.labelled.table.rows import cell_values, coded_rows

if TYPE_CHECKING:
    import pandas as pd

# Counts the statements of a table, given `control`; workers can import it.
Count = Callable[..., StatementCounts]
Part = tuple[StatementCounts, Gaps]

_COLUMNS = {"dataset": "data set", "algorithm": "algorithm"}
_UNKNOWN = ("runs", "run_kind", "test_share", "per_algorithm")  # not kept by partition
_AT_ONCE = 8  # counts that are added in one step


def count_partitions(
    frame: Any, count: Count, *, control: Any = None, **keywords: Any
) -> StatementCounts:
    """Count the statements of a Dask data frame.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        A long table.
    count : callable
    control, **keywords
        As for :func:`jointstats.statement_counts`.
    """
    from dask import compute, delayed

    roles = _roles(keywords)
    roles.require(frame._meta)
    by_label = {options.label(name): name for name in frame.columns}
    frame = frame[[by_label[name] for name in roles.columns]]

    def of_each(function: Callable[..., Any], *more: Any) -> list[Any]:
        return list(compute(*[delayed(function)(part, *more) for part in frame.to_delayed()]))

    seen: list[_Names] = of_each(_names, roles)
    algorithms = _algorithms(seen, roles)
    if control is not None:
        control = options.known_name(options.CONTROL, control, algorithms)
    how = partial(count, control=control)
    if _split(seen):
        # By tasks: what a dead worker held is computed again by the others.
        frame = frame.shuffle(on=by_label[options.label(roles.unit)], shuffle_method="tasks")
    parts = [delayed(_counted)(p, roles, algorithms, how) for p in frame.to_delayed()]
    while len(parts) > 1:
        groups = [parts[i : i + _AT_ONCE] for i in range(0, len(parts), _AT_ONCE)]
        parts = [delayed(_added)(group) for group in groups]
    ((counts, gaps),) = compute(*parts)

    def spellings(plains: Collection[str]) -> list[str]:
        return [name for names in of_each(_spelt_like, roles, list(plains)) for name in names]

    judge_gaps(gaps, algorithms, roles.missing, spellings)
    if not counts.n:
        raise NoDataError("No data set is left: the table has no complete row.")
    found: StatementCounts = counts
    return found


def _roles(keywords: dict[str, Any]) -> Roles:
    """The keywords of a long table, as far as partitions can be counted with them."""
    given = {name: value for name, value in keywords.items() if value is not None}
    for name in given:
        if name not in signature(checked_roles).parameters or name in _UNKNOWN:
            raise OptionError(
                "The option ", Option(name), " has no meaning for a Dask data frame: leave it out."
            )
    if "measures" not in given:
        raise DirectionError(
            "Name each measure with its direction: ",
            Option("measures", {"accuracy": "max", "time": "min"}),
            ".",
        )
    for name, what in _COLUMNS.items():
        if name not in given:
            raise ColumnError(f"Say which column holds the {what}: ", asked(name), ".")
    return checked_roles(**given)


class _Names(NamedTuple):
    """Names in a partition: algorithms, their order if the column has one, and what stays together.

    That are the data sets, or their families, as hashes.
    """

    algorithms: list[str]
    levels: list[str] | None
    units: np.ndarray


def _names(frame: pd.DataFrame, roles: Roles) -> _Names:
    import pandas as pd

    rows = coded_rows(frame, roles)
    column = columns.column(frame, roles.algorithm, "algorithm")
    families = families_of_rows(rows, roles.cluster) or {}
    units = [*dict.fromkeys(families.get(name, name) for name in rows.datasets)]
    ordered = getattr(column.dtype, "ordered", False)
    return _Names(
        rows.algorithms,
        [options.label(level) for level in column.cat.categories] if ordered else None,
        pd.util.hash_array(np.array(units, dtype=object), categorize=False),
    )


def _algorithms(seen: Sequence[_Names], roles: Roles) -> list[str]:
    """The algorithms that are compared, as they appear, or in the order that the column has."""
    found = list(dict.fromkeys(name for part in seen for name in part.algorithms))
    levels = seen[0].levels if seen else None
    if levels is not None and all(part.levels == levels for part in seen):
        found = [name for name in levels if name in set(found)]
    if roles.only is not None:
        found = options.known_names("algorithm", roles.only, found)
    check_size(found, found, roles.measures)  # where an algorithm is, there is a data set
    return found


def _split(seen: Sequence[_Names]) -> bool:
    """Whether some data set, or family, has rows in several partitions."""
    every = np.sort(np.concatenate([part.units for part in seen]))
    return bool((every[1:] == every[:-1]).any())


def _spelt_like(frame: pd.DataFrame, roles: Roles, plains: Collection[str]) -> list[str]:
    return spelt(coded_rows(frame, roles).datasets, plains)


def _counted(frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str], count: Count) -> Part:
    """The counts of a partition, which may be empty, and what is missing there."""
    rows = coded_rows(frame, roles).of(algorithms)
    values, per_cell = cell_values(rows, roles)
    combined = per_cell if roles.aggregate else None
    gaps = find_gaps(values, rows.datasets, algorithms, roles.measures, combined)
    rope = {name: roles.rope.get(name, 0.0) for name in roles.measures}
    table = ResultsTable(
        values, tuple(rows.datasets), tuple(algorithms), roles.measures, rope, roles.missing,
        aggregate=roles.aggregate, roped=tuple(roles.rope),
        families=families_of_rows(rows, roles.cluster),
    )  # fmt: skip
    table = table if roles.missing == "worst" else drop_incomplete(table)
    return count(drop_unranked(table, part=True)), gaps


def _added(parts: Sequence[Part]) -> Part:
    counts, gaps = zip(*parts, strict=True)
    return reduce(add, counts), reduce(add, gaps)
