"""A public test is declared once: its signature, its numpydoc, and one line above it.

From the declaration follow the checks of its options, the ``call`` that repeats a result, the
command line, the bridge's checks, the functions of R with their help, the reference pages, and the
tables "which test".
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    cast,
    get_type_hints,
)

from jointstats.base import options
from jointstats.base.errors import RolesError, announce, noting
from jointstats.base.kinds import Label, Labels, OptionKind, Workers
from jointstats.base.result import Result

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    import pandas as pd

    from jointstats.joint.counts import StatementCounts
    from jointstats.table.results_table import ResultsTable

    TableLike: TypeAlias = ResultsTable | pd.DataFrame | Mapping[Any, Any]
    TableOrCounts: TypeAlias = TableLike | StatementCounts
else:  # annotations are read when the package runs, too, and load nothing
    TableLike = TableOrCounts = Any


AggregateWord = Literal["mean", "median"]
FailedRunsWord = Literal["worst", "drop"]
MissingWord = Literal["raise", "drop", "unknown", "worst"]
RunKind = Literal["cv", "independent"]
Key = Label | Labels  # one column, or several whose names are joined
FormatWord = (
    Literal["auto", "csv", "csv2", "tsv", "parquet", "json", "jsonl", "excel", "tables"]
    | Literal["weka", "tsml", "jmetal", "sklearn", "lm-eval", "inspect", "amlb", "tabarena"]
    | Literal["mteb", "helm", "open-llm-leaderboard", "opencompass", "harbor", "mlflow"]
    | Literal["optuna", "wandb", "open-problems", "omnibenchmark"]
)


class DaskFrame(Protocol):
    """A data frame of Dask, described without Dask's own types."""

    @property
    def npartitions(self) -> int:
        """Number of its partitions."""

    def to_delayed(self) -> Any:
        """Partitions that are computed later."""


class _Roles(TypedDict, total=False):
    dataset: Key
    algorithm: Key
    rope: Mapping[Any, float] | float | None
    missing: MissingWord
    aggregate: AggregateWord | None
    min_folds: int | None
    failed_runs: FailedRunsWord | None
    cluster: Any  # a column, or the family of each data set
    runs: Key
    run_kind: RunKind | None
    test_share: float | None
    per_algorithm: Mapping[Any, str] | None
    columns: str | None
    datasets: Labels | None
    metric: Label
    value: Label
    relative_to: Label
    where: Mapping[Any, Any] | None
    failed: Mapping[Any, Any] | None
    failed_words: Sequence[str] | None
    limit: Mapping[Any, float] | None
    even_failed: Labels | None
    fold: Label
    run: Label
    of: Label


class PlanRoles(_Roles, total=False):
    """Keywords of a table where the test itself has ``measures``."""

    only: Labels | None


class TableRoles(_Roles, total=False):
    """Keywords of :func:`jointstats.results_table`, for a test that is given something else."""

    measures: Mapping[Any, str]
    only: Labels | None


# Families, in the order in which the reference and the tables list them.
FAMILIES = {
    "compare": "All algorithms and measures",
    "joint": "Joint tests of dominance statements",
    "single": "One measure at a time",
    "means": "Means of all measures, assuming normality",
    "studies": "Planning and simulation",
}


@dataclass(frozen=True)
class DeclaredOption:
    """One keyword of a public function: its kind and its default."""

    name: str
    kind: OptionKind
    default: Any

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True)
class Declaration:
    """What is known of a public test.

    Attributes
    ----------
    function : callable
        As declared, without the checks.
    title : str
        Its name in words, in the middle of a sentence.
    family : str
        One of `FAMILIES`.
    asks, gives, needs, mind : str
        For the table "which test": its question, its answer, what it needs, what to keep in mind.
    pairs : str
        What `pairwise_tests` gets from it: one statement (``"joint"``: its result has
        ``as_pair()``), a row for each measure (``"separate"``: its result has ``tests``), the means
        of all measures (``"means"``); empty: nothing.
    pair_rows : callable or None
        What answers for several pairs on the same rows in one call; otherwise the function itself.
    rests_on : tuple of str
        Keys of the papers whose test it is, in ``base/references.bib``.
    validity : tuple of str
        Rows of the ledger (``studies/ledger.py``) whose studies check its error rates.
    """

    function: Callable[..., Any]
    title: str
    family: str
    asks: str
    gives: str
    needs: str
    mind: str
    pairs: str = ""
    pair_rows: Callable[..., Any] | None = None
    rests_on: tuple[str, ...] = ()
    validity: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.function.__name__

    @property
    def short(self) -> str:
        """Name on the command line: without ``_test``."""
        return self.name.removesuffix("_test")

    @cached_property
    def options(self) -> Mapping[str, DeclaredOption]:
        """The keywords that have a kind, by name."""
        hints = get_type_hints(self.function, include_extras=True)
        options = {}
        for parameter in inspect.signature(self.function).parameters.values():
            kinds = getattr(hints.get(parameter.name), "__metadata__", ())
            if kinds and isinstance(kinds[0], OptionKind):
                options[parameter.name] = DeclaredOption(
                    parameter.name, kinds[0].of_type(hints[parameter.name]), parameter.default
                )
        return options

    @property
    def pair_options(self) -> Mapping[str, DeclaredOption]:
        """The keywords that `pairwise_tests` understands, for the table or for the test."""
        if self.pair_rows is None:
            return self.options
        taken = inspect.signature(self.pair_rows).parameters
        return {name: option for name, option in self.options.items() if name in taken}

    def checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The keywords with every option in its proper type; defaults and roles pass through."""
        return {name: self._checked(name, value) for name, value in given.items()}

    def _checked(self, name: str, value: Any) -> Any:
        option = self.options.get(name)
        # None is "not said" wherever it is the default, but for seeds, where it asks for any.
        if option is None or (value is None and option.default is None):
            return value
        return option.kind.check(name, value)

    def by_position(self, data: Sequence[Any]) -> dict[str, Any]:
        """The options among the arguments that were given without their names."""
        named = zip(inspect.signature(self.function).parameters, data, strict=False)
        return {name: value for name, value in named if name in self.options}

    def differs(self, name: str, value: Any) -> bool:
        """Whether an argument is not its default; other languages say every option."""
        default = self.options[name].default if name in self.options else None
        plain = isinstance(value, str | int | float)
        return not (value is default or (plain and value == default))

    def proposing(
        self, error: RolesError, data: Sequence[Any], given: Mapping[str, Any]
    ) -> RolesError:
        """The refusal that proposes a call of the function that was called."""
        said = {**self.by_position(data), **given}
        first = next(iter(inspect.signature(self.function).parameters))
        known = {name: x for name, x in said.items() if name != first and self.differs(name, x)}
        frame = "df" if first in ("table", "truth") else "table=df"
        return error.for_call(name=self.name, data=frame, known=known)

    def call(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What repeats a result: every option that matters to it, said or by default."""
        said = {
            name: given.get(name, option.default)
            for name, option in self.options.items()
            if not isinstance(option.kind, Workers)
        }
        return {"function": self.name} | said


def declare(title: str, **about: Any) -> Callable[[F], F]:
    """Declare a public test.

    The decorated function gets checked options; its result gets the ``call`` that repeats it, and
    what it warns of is given to Python's own warnings, too.

    Parameters
    ----------
    title : str
        The test's name in words, such as ``"sign test"``.
    **about
        The other attributes of its `Declaration`.
    """

    def wrap(function: F) -> F:
        declaration = Declaration(function, title, **about)

        @wraps(function)
        def checked(*data: Any, **given: Any) -> Any:
            chosen = declaration.checked(given)
            with noting() as notes:
                try:
                    result = function(*data, **chosen)
                except RolesError as error:
                    raise declaration.proposing(error, data, chosen) from None
            if not isinstance(result, Result):
                return result
            # What the function says itself stands for what no kind declares: a test's options.
            said = declaration.by_position(data) | chosen
            result = replace(result, call=declaration.call(said) | result.call)
            if notes is not None:  # within another call, that one speaks
                announce((*notes, *result.warnings) if result.announces else notes)
                if notes:
                    result = result.with_warnings((*notes, *result.warnings))
            return result

        checked.declaration = declaration  # type: ignore[attr-defined]
        return cast(F, checked)

    return wrap


def declaration_of(function: Any) -> Declaration | None:
    """The declaration of a public function, if it has one."""
    return getattr(function, "declaration", None)


def catalogue() -> dict[str, Declaration]:
    """Names to declared functions, family by family, in the order of the public names."""
    import jointstats

    functions = (getattr(jointstats, name) for name in jointstats.public_names())
    tests = [test for test in map(declaration_of, functions) if test is not None]
    order = list(FAMILIES)
    return {test.name: test for test in sorted(tests, key=lambda test: order.index(test.family))}


def checked_by(row: str) -> tuple[str, ...]:
    """Names of the public tests whose error rates a row of the ledger checks."""
    return tuple(test.name for test in catalogue().values() if row in test.validity)


def pair_tests() -> dict[str, Declaration]:
    """The tests that `pairwise_tests` can run, by their short names."""
    return {test.short: test for test in catalogue().values() if test.pairs}


def declared(name: str) -> Declaration | None:
    """The declaration of one public name; no other test is loaded for it."""
    import jointstats

    return declaration_of(getattr(jointstats, name, None))


def declaration(name: str) -> Declaration:
    """The declaration of a public function that is known to have one."""
    known = declared(name)
    if known is None:
        raise LookupError(name)
    return known


def pair_test(short: Any) -> Declaration | None:
    """One of `pair_tests`, or None."""
    test = declared(f"{short}_test")
    return test if test is not None and test.pairs else None


@dataclass(frozen=True)
class PairTest(OptionKind):
    """A test that `pairwise_tests` can run."""

    shape: ClassVar[str] = "one"

    def check(self, name: str, value: Any) -> Any:
        """Return the short name of such a test, or say which there are."""
        test = pair_test(value)
        return options.one_of(name, value, self.words) if test is None else test.short

    @property
    def words(self) -> tuple[str, ...]:
        """Their short names."""
        return tuple(pair_tests())
