"""What is next to the values: families of data sets, groups of measures, properties, runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.declare import RunKind
from jointstats.evidence.messages import Option, Value, asked
from jointstats.evidence.scores import RULES, Rule
from jointstats.evidence.votes import Units
from jointstats.table import columns

if TYPE_CHECKING:
    from jointstats.table.building import LongRows, Roles
    from jointstats.table.results_table import ResultsTable


def families_of_rows(rows: LongRows, cluster: Any) -> dict[str, str] | None:
    """The family of every data set, from a column of a long table, where one is named.

    Raises
    ------
    ColumnError
        If a data set is in two families, or in none.
    """
    if cluster is None:
        return None
    codes, names = columns.coded(rows.frame, cluster, "family")
    first = np.empty(len(rows.datasets), dtype=np.intp)  # every data set has a row
    first[rows.d_codes[::-1]] = codes[::-1]
    odd = np.flatnonzero(first[rows.d_codes] != codes)
    if len(odd):
        d = int(rows.d_codes[odd[0]])
        raise errors.ColumnError(
            f'The data set "{rows.datasets[d]}" is in two families, "{names[first[d]]}" and '
            f'"{names[codes[odd[0]]]}": give it one.'
        )
    return {name: names[code] for name, code in zip(rows.datasets, first.tolist(), strict=True)}


def in_families(table: ResultsTable, given: Mapping[Any, Any] | None) -> ResultsTable:
    """The table with the family of every data set, from a mapping of names.

    Raises
    ------
    ColumnError
        If a data set is missing from it, or one that the table does not have is named.
    """
    if given is None:
        return table
    if not isinstance(given, Mapping):
        raise errors.ColumnError(
            Option("cluster"), " of this table must map each data set to its family."
        )
    datasets = (*table.datasets, *(gap.dataset for gap in table.dropped))
    by_name = {options.label(name): options.label(family) for name, family in given.items()}
    lacking = [name for name in datasets if name not in by_name]
    if lacking:
        raise errors.ColumnError(f'The data set "{lacking[0]}" has no family: every one needs one.')
    unknown = [name for name in by_name if name not in datasets]
    if unknown:
        raise errors.ColumnError(
            f'A family is given for "{unknown[0]}", which is not a data set here.'
        )
    return replace(table, families=by_name)


def families_ignored(units: Units) -> tuple[errors.Caution, ...]:
    """What a test says that takes the data sets of one family for independent, if some are."""
    if units.n_families is None:
        return ()
    n, families = wording.count(len(units.clusters)), wording.families(units.n_families)
    ignored = f"The {n} data sets are of {families}, and this test takes them for independent: "
    return (errors.Caution(f"{ignored}too sure an answer if data sets of a family answer alike."),)


@dataclass(frozen=True)
class Property:
    """One number for every algorithm, and whether a higher or a lower one is better.

    Attributes
    ----------
    direction : str
        ``"max"`` or ``"min"``.
    values : dict
        The value of each algorithm.
    """

    direction: str
    values: Mapping[str, float]

    def of(self, algorithms: Iterable[str]) -> Property:
        """The property of some algorithms."""
        return Property(self.direction, {name: self.values[name] for name in algorithms})

    def better(self, a: str, b: str) -> str | None:
        """Which of two algorithms has the better value; None if both have the same."""
        first, second = self.values[a], self.values[b]
        if first == second:
            return None
        return a if (first > second) == (self.direction == "max") else b


def checked_properties(per_algorithm: Any, measures: Iterable[str]) -> dict[str, str]:
    """Check `per_algorithm`: nothing, or a mapping of names that are not measures."""
    if per_algorithm is None or per_algorithm == {}:
        return {}
    ways = options.directions(per_algorithm, "per_algorithm", "property")
    both = [name for name in ways if name in measures]
    if both:
        options_ = (Option("measures"), " and in ", Option("per_algorithm"))
        raise errors.OptionError(
            f'"{both[0]}" is named both in ', *options_, ": it is one of them."
        )
    return ways


def properties_of_rows(rows: LongRows, ways: Mapping[str, str]) -> dict[str, Property]:
    """Properties from columns of a long table, which repeat them in every row of an algorithm."""

    def where(i: int) -> str:
        return f'for algorithm "{rows.algorithms[rows.a_codes[i]]}"'

    properties = {}
    for name, direction in ways.items():
        x = columns.numbers(columns.column(rows.frame, name, "property"), name, where)
        properties[name] = _property(name, direction, rows.algorithms, rows.a_codes, x)
    return properties


def properties_of_values(
    values: Mapping[str, np.ndarray], ways: Mapping[str, str], algorithms: Sequence[str]
) -> dict[str, Property]:
    """Properties from arrays whose last axis is the algorithms; NaN where there is none."""
    properties = {}
    for name, direction in ways.items():
        x = np.atleast_2d(values[name])
        codes = np.tile(np.arange(len(algorithms)), len(x))
        properties[name] = _property(name, direction, algorithms, codes, x.ravel())
    return properties


def _property(
    name: str, direction: str, algorithms: Sequence[str], codes: np.ndarray, x: np.ndarray
) -> Property:
    """The one value of every algorithm."""
    lowest, highest = np.full((2, len(algorithms)), [[np.inf], [-np.inf]])
    np.fmin.at(lowest, codes, x)
    np.fmax.at(highest, codes, x)
    if np.isinf(lowest).any():
        lacking = algorithms[int(np.isinf(lowest).argmax())]
        raise errors.MissingValuesError(
            f'The algorithm "{lacking}" has no value of the property "{name}": every algorithm '
            "needs one."
        )
    if (lowest < highest).any():
        at = int((lowest < highest).argmax())
        raise errors.InvalidValueError(
            f'The property "{name}" of the algorithm "{algorithms[at]}" is {lowest[at]:g} in one '
            f"place and {highest[at]:g} in another: a property is one number of the algorithm. If "
            "it differs between data sets, it is a measure (",
            asked("measures"),
            ").",
        )
    return Property(direction, dict(zip(algorithms, lowest.tolist(), strict=True)))


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
    """Check the options of runs; return the kind and the share.

    Raises
    ------
    OptionError
        If an option is given without `runs`, or has no valid value, or if the share that
        cross-validation needs is missing.
    """
    if runs is None:
        for name, value in (("run_kind", run_kind), ("test_share", test_share)):
            if value is not None:
                raise errors.OptionError(Option(name), " needs ", asked("runs"), ".")
        return None, 0.0
    if run_kind is None:
        first = " (cross-validation or repeated splits: training sets overlap) or "
        kinds = (Option("run_kind", "cv"), first, Option("run_kind", "independent"))
        raise errors.OptionError("Add what the runs are: ", *kinds, " (such as seeds).")
    options.one_of("run_kind", run_kind, get_args(RunKind))
    if aggregate == "median":
        raise errors.OptionError(Option("runs"), " are averaged, not combined by the median.")
    if run_kind == "independent":
        if test_share:
            raise errors.OptionError(
                Option("test_share"), " is of cross-validation; independent runs have none."
            )
        return run_kind, 0.0
    if test_share is None:
        needed = "Say on which share of the cases each run tests, such as "
        raise errors.OptionError(needed, Option("test_share", 0.1), " in 10-fold cross-validation.")
    share = options.number("test_share", test_share, 0, 1, open_low=True, open_high=True)
    return run_kind, share


def runs_of_rows(rows: LongRows, roles: Roles) -> AllRuns:
    """The runs of a long table, each with a row for each algorithm that it has a result of.

    Raises
    ------
    DuplicateRowsError
        If a data set and algorithm have two rows of the same run.
    """
    codes, names = columns.coded(rows.frame, roles.runs, "run")
    shape = (len(rows.datasets), len(rows.algorithms), len(names))
    cells = np.ravel_multi_index((rows.d_codes, rows.a_codes, codes), shape)
    number = np.bincount(cells, minlength=np.prod(shape))
    if number.max(initial=0) > 1:
        d, a, run = np.unravel_index(int(number.argmax()), shape)
        raise errors.DuplicateRowsError(
            f'{number.max()} rows for data set "{rows.datasets[d]}", algorithm '
            f'"{rows.algorithms[a]}" and run "{names[run]}": keep one for each run.'
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


@dataclass(frozen=True)
class Group:
    """Measures that are taken together.

    They are in place of single measures, such as quality and cost. On a data set a group has one
    outcome, as a measure has, by the rule within the group. Claims about measures are then claims
    about groups.

    Attributes
    ----------
    name : str
        Its name.
    measures : tuple of str
        Its measures.
    within : {"jointly", "wins"} or int
        Rule for "better on the group": worse on no measure and better on at least one; better on
        more measures than worse; or better on at least this number.
    """

    name: str
    measures: tuple[str, ...]
    within: Rule = "jointly"

    @property
    def alone(self) -> bool:
        """Whether it is a single measure."""
        return len(self.measures) == 1


def groups_of(
    measures: Sequence[str] | Mapping[str, str], groups: Any, within: Any
) -> tuple[Group, ...]:
    """The groups of a table's measures; a measure in no group is a group by itself.

    Parameters
    ----------
    measures : sequence of str
        All measures, in their order.
    groups : mapping or None
        For each name, the measures of the group; None for no groups.
    within : {"jointly", "wins"}, int, or mapping of groups to such

    Raises
    ------
    OptionError
        If a group has no measure, or the name of another's measure, a measure is in two groups, or
        the rule does not fit.
    ColumnError
        If a measure is unknown.
    """
    if groups is None:
        if within not in (None, "jointly"):
            lacking = " says what better on a group is: name the groups, "
            raise errors.OptionError(Option("within"), lacking, Option("groups"), ".")
        return ()
    named = dict(_named(measures, groups))
    taken = {measure: name for name, of in named.items() for measure in of}
    rules = _rules(within, named)
    by_name: dict[str, Group] = {}
    for measure in measures:
        name = taken.get(measure, measure)
        if name not in by_name:
            by_name[name] = Group(name, named.get(name, (measure,)), rules.get(name, "jointly"))
    return tuple(by_name.values())


def _named(
    measures: Sequence[str] | Mapping[str, str], groups: Mapping[Any, Any]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every group's name and its measures, checked."""
    kind = ("measure (named in ", Option("groups"), ")")
    taken: dict[str, str] = {}
    for label, given in groups.items():
        name = options.label(label)
        of = tuple(options.known_names(kind, given, measures))
        if not of:
            raise errors.OptionError(
                f'The group "{name}" has no measure: name some, or leave it out.'
            )
        for measure in of:
            if measure in taken:
                raise errors.OptionError(
                    f'The measure "{measure}" is in the groups "{taken[measure]}" and "{name}": '
                    "name it in one of them only."
                )
            taken[measure] = name
        if name in measures and of != (name,):
            raise errors.OptionError(
                f'The group "{name}" has the name of a measure: call it otherwise.'
            )
        yield name, of


def _rules(within: Any, named: Mapping[str, tuple[str, ...]]) -> dict[str, Rule]:
    """The rule of every group, checked against how many measures it has."""
    if isinstance(within, Mapping):
        for name in within:
            if name not in named:
                known = options.shorten(tuple(named))
                unknown = f' names "{name}", which is not a group; known: {known}.'
                raise errors.OptionError(Option("within"), unknown)
    rules: dict[str, Rule] = {}
    for name, of in named.items():
        rule = within.get(name, "jointly") if isinstance(within, Mapping) else within
        m = len(of)
        if rule not in RULES and m > 1 and not m < 2 * rule <= 2 * m:
            must = f"more than half of them and at most all, from {m // 2 + 1} to {m}"
            required = f' requires {rule} of the measures of "{name}": it must be {must}; got '
            raise errors.OptionError(Option("within"), required, Value(rule), ".")
        rules[name] = rule
    return rules
