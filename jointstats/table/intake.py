"""The first argument of every test: a results table, what one is made of, or its partitions.

What a data set shows depends on its own rows alone. So partitions are taken as they are if the
rows of each data set, or family of them, are in one; otherwise the rows are shuffled first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from inspect import signature
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.evidence.messages import Function, Option, Part, TypeOf, asked
from jointstats.table import columns
from jointstats.table.beside_values import families_ignored, families_of_rows
from jointstats.table.building import Roles, cell_values, coded_rows
from jointstats.table.gaps import Gaps, check_size, drop_incomplete, find_gaps, judge_gaps, spelt
from jointstats.table.hints import look_alikes
from jointstats.table.making import results_table
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import KEYS

if TYPE_CHECKING:
    import pandas as pd


T = TypeVar("T")
OfTable = Callable[[ResultsTable], Any]  # what adds up; workers can import the function

# Not kept by partition
_UNKNOWN = ("runs", "run_kind", "test_share", "per_algorithm", "failed_runs")
_AT_ONCE = 8  # totals that are added in one step


@dataclass(frozen=True)
class Partitions:
    """A Dask data frame whose columns are known.

    Attributes
    ----------
    frame : dask.dataframe.DataFrame
        The rows of a data set, or of a family, are in one partition.
    roles : Roles
    algorithms : list of str
    """

    frame: Any
    roles: Roles
    algorithms: list[str]

    def total(self, of_table: Callable[[ResultsTable], T]) -> T:
        """The total over all partitions; a partition may be empty.

        Parameters
        ----------
        of_table : callable
            From the table of a partition, which has all algorithms, to something with ``+``.
        """
        from dask import compute, delayed

        parts = [
            delayed(_of_part)(part, self.roles, self.algorithms, of_table)
            for part in self.frame.to_delayed()
        ]
        while len(parts) > 1:
            groups = [parts[i : i + _AT_ONCE] for i in range(0, len(parts), _AT_ONCE)]
            parts = [delayed(_added)(group) for group in groups]
        ((total, gaps),) = compute(*parts)

        def spellings(plains: Collection[str]) -> list[str]:
            spelt = of_each(self.frame, _spelt_like, self.roles, list(plains))
            return [name for names in spelt for name in names]

        judge_gaps(gaps, self.algorithms, self.roles.missing, spellings)
        result: T = total
        return result


def partitions_of(frame: Any, **keywords: Any) -> Partitions:
    """The partitions of a Dask data frame, shuffled if a data set or a family is split.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        A long table.
    **keywords
        As for :func:`jointstats.results_table`, and ``on``.
    """
    roles = _roles(keywords)
    roles.require(frame._meta)
    by_label = {options.label(name): name for name in frame.columns}
    frame = frame[[by_label[name] for name in roles.columns]]
    keys = [by_label[name] for name in roles.columns if name not in roles.measures]
    seen: list[_Names] = of_each(frame[keys], _names, roles)
    _refuse_two_families(seen, frame[keys], roles)
    if _split(seen):
        # By tasks: what a dead worker held is computed again by the others.
        frame = frame.shuffle(on=by_label[options.label(roles.unit)], shuffle_method="tasks")
    return Partitions(frame, roles, _algorithms(seen, roles))


def of_each(frame: Any, function: Callable[..., Any], *more: Any) -> list[Any]:
    """What a function says of each partition."""
    from dask import compute, delayed

    return list(compute(*[delayed(function)(part, *more) for part in frame.to_delayed()]))


def _roles(keywords: dict[str, Any]) -> Roles:
    """The keywords of a long table, as far as partitions can be counted with them."""
    given = {name: value for name, value in keywords.items() if value is not None}
    for name in given:
        if name not in signature(Roles).parameters or name in _UNKNOWN:
            raise errors.OptionError(
                "The option ", Option(name), " has no meaning for a Dask data frame: leave it out."
            )
        if name in KEYS and isinstance(given[name], list | tuple):
            raise errors.OptionError(
                Option(name), " of a Dask data frame is one column: join the names of several."
            )
    if "measures" not in given:
        such = Option("measures", {"accuracy": "max", "time": "min"})
        raise errors.DirectionError("Name each measure with its direction: ", such, ".")
    for name in ("dataset", "algorithm"):
        if name not in given:
            what = f"Say which column holds the {KEYS[name]}: "
            raise errors.ColumnError(what, asked(name), ".")
    return Roles(**given)


class _Names(NamedTuple):
    """Algorithms of a partition, their order, and hashes of data sets and families."""

    algorithms: list[str]
    levels: list[str] | None
    datasets: np.ndarray
    families: np.ndarray


def _names(frame: pd.DataFrame, roles: Roles) -> _Names:
    """The names in some rows, without reading the measures."""
    rows = coded_rows(frame, roles)
    column = columns.column(frame, roles.algorithm, "algorithm")
    datasets, of_rows = _hashes(rows.datasets), families_of_rows(rows, roles.cluster)
    families = datasets if of_rows is None else _hashes(of_rows.values())
    ordered = getattr(column.dtype, "ordered", False)
    levels = [options.label(level) for level in column.cat.categories] if ordered else None
    return _Names(rows.algorithms, levels, datasets, families)


def _hashes(names: Iterable[str]) -> np.ndarray:
    import pandas as pd

    return pd.util.hash_array(np.array(list(names), dtype=object), categorize=False)


def _algorithms(seen: Sequence[_Names], roles: Roles) -> list[str]:
    """The algorithms that are compared, as they appear, or in the order that the column has."""
    algorithms = list(dict.fromkeys(name for part in seen for name in part.algorithms))
    levels = seen[0].levels if seen else None
    if levels is not None and all(part.levels == levels for part in seen):
        algorithms = [name for name in levels if name in set(algorithms)]
    if roles.only is not None:
        algorithms = options.known_names("algorithm", roles.only, algorithms)
    check_size(algorithms, algorithms, roles.measures)  # where an algorithm is, there is a data set
    return algorithms


def _split(seen: Sequence[_Names]) -> bool:
    """Whether some data set, or family, has rows in several partitions."""
    every = np.sort(np.concatenate([np.unique(part.families) for part in seen]))
    return bool((every[1:] == every[:-1]).any())


def _refuse_two_families(seen: Sequence[_Names], frame: Any, roles: Roles) -> None:
    """Refuse a data set that is in one family in a partition, and in another one elsewhere."""
    datasets, families = (
        np.concatenate([getattr(part, name) for part in seen]) for name in ("datasets", "families")
    )
    order = np.argsort(datasets, kind="stable")
    same, other = (np.diff(codes[order].astype(np.int64)) for codes in (datasets, families))
    odd = order[1:][(same == 0) & (other != 0)]
    if len(odd):
        names = of_each(frame, _names_like, roles, int(datasets[odd[0]]))
        first = next(name for part in names for name in part)
        raise errors.ColumnError(f'The data set "{first}" is in two families: give it one.')


def _names_like(frame: pd.DataFrame, roles: Roles, hashed: int) -> list[str]:
    _, names = columns.coded(frame, roles.dataset, "data set")
    return [names[i] for i in np.flatnonzero(_hashes(names) == hashed).tolist()]


def _spelt_like(frame: pd.DataFrame, roles: Roles, plains: Collection[str]) -> list[str]:
    return spelt(coded_rows(frame, roles).datasets, plains)


def _of_part(
    frame: pd.DataFrame, roles: Roles, algorithms: Sequence[str], of_table: OfTable
) -> tuple[Any, Gaps]:
    """What is asked of a partition, which may be empty, and what is missing there."""
    rows = coded_rows(frame, roles).of(algorithms)
    cells = cell_values(rows, roles, plainly=True)
    combined = cells.n_rows if roles.aggregate else 0
    gaps = find_gaps(cells.values, rows.datasets, algorithms, roles.measures, combined, 0)
    rope = {name: roles.rope.get(name, 0.0) for name in roles.measures}
    worst = roles.missing == "worst"
    table = ResultsTable(
        *(cells.values, tuple(rows.datasets), tuple(algorithms), roles.measures, rope),
        missing=roles.missing,
        aggregate=roles.aggregate,
        roped=tuple(roles.rope),
        families=families_of_rows(rows, roles.cluster),
        failed=cells.ranked(rows.datasets, algorithms) if worst and roles.aggregate else {},
    )
    table = table if worst else drop_incomplete(table)
    return of_table(table), gaps


def _added(parts: Sequence[tuple[Any, Gaps]]) -> tuple[Any, Gaps]:
    totals, gaps = zip(*parts, strict=True)
    return reduce(add, totals), reduce(add, gaps)


def as_table(
    source: Any,
    *,
    on: Sequence[Any] | None = None,
    pair_by_pair: bool = False,
    folds_fit: bool = False,
    families_fit: bool = False,
    **keywords: Any,
) -> ResultsTable:
    """Turn the first argument of a test into a results table.

    A results table passes through (only ``only=`` may come with it); anything else is made one by
    :func:`jointstats.results_table`. `on` keeps some measures. With `pair_by_pair`, no data set
    need be complete for all algorithms. Unless `folds_fit` the test, a table of folds is noted;
    unless `families_fit`, families of data sets are.
    """
    table = _table(source, keywords)
    table = table if on is None else table.select(measures=on)
    cautions = [*table.notes, *in_sample(table), *look_alikes(table)]
    if table.dependent_rows and not folds_fit:
        cautions.append(table.dependent_rows)
    if not families_fit:
        cautions += families_ignored(table.shared_units if pair_by_pair else table.units)
    for caution in cautions:
        errors.note(caution)
    if not pair_by_pair:
        table.require_datasets()
    return table


def voting_table(source: Any, **keywords: Any) -> ResultsTable:
    """The same for a test of votes: units vote, and a pair has all data sets that it can use."""
    return as_table(source, pair_by_pair=True, families_fit=True, **keywords)


def _table(source: Any, keywords: Mapping[str, Any]) -> ResultsTable:
    import pandas as pd

    given = {name: value for name, value in keywords.items() if value is not None}
    for name in given:
        if name not in signature(results_table).parameters:
            raise errors.OptionError("The option ", Option(name), " has no meaning for this test.")
    if isinstance(source, ResultsTable):
        only = given.pop("only", None)
        if given:
            raise errors.OptionError(
                Option(next(iter(given))),
                " cannot be changed in a test of a results table: say it when the table is made.",
            )
        return source if only is None else source.select(algorithms=only)
    if type(source).__name__ == "StatementCounts":  # of the layer of the tests, above this one
        raise errors.InvalidValueError(
            "This test needs the values, not only counts of statements: give the results table."
        )
    source = columns.pandas_within(source)
    if not isinstance(source, pd.DataFrame | Mapping):
        kinds = "a results table, a data frame, or matrices by algorithm"
        got = (f"The first argument must be {kinds}; got ", TypeOf(source), ".")
        raise errors.InvalidValueError(*got, *columns.file_hint(source))
    return results_table(source, **given)


_ELSEWHERE = (Function("learn_measures"), " with ", asked("apply"), " or ", asked("share"))


def learned_here(table: ResultsTable) -> list[str]:
    """The table's measures that were learned on its own rows."""
    return [name for name in table.in_sample if name in table.measures]


def in_sample(table: ResultsTable) -> Iterator[errors.Caution]:
    """What any test says of measures that were learned on the table's own rows."""
    if names := learned_here(table):
        verb = "was" if len(names) == 1 else "were"
        learned = f"{wording.listing(names)} {verb} learned on these very rows, where a learned "
        cure = "measure separates the algorithms even if nothing differs: test other rows ("
        yield errors.Caution(learned, cure, *_ELSEWHERE, ").")


def refuse_in_sample(names: Sequence[str], test: Part) -> None:
    """Refuse measures learned on the rows to be tested: tests of means reject far too often.

    Raises
    ------
    InSampleError
    """
    if names:
        raise errors.InSampleError(
            test,
            f" cannot test {wording.listing(list(names))}: learned on these very rows, they "
            "separate the algorithms even where nothing differs. Learn on other rows (",
            *_ELSEWHERE,
            ").",
        )
