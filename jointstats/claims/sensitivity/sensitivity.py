"""What would change a verdict, and what would not, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from jointstats.base import wording
from jointstats.base.declare import declare
from jointstats.base.errors import Caution, InvalidValueError, JointStatsError, OptionError
from jointstats.base.kinds import Choices, FactorWord, HowMany, Number
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, TEXT, WHOLE, Row, column
from jointstats.claims.break_even import BreakEvenResult
from jointstats.claims.compared_pair import Names
from jointstats.claims.pair_votes import places_of_all
from jointstats.claims.sensitivity.factors import (
    DATASET,
    FACTORS,
    LEVEL,
    ROPE,
    VARY,
    Asked,
    Other,
    fewest,
    same_levels,
)
from jointstats.claims.sensitivity.questions import PAIRS, TESTS, Key, OfPairs, question_of
from jointstats.evidence.messages import Function, Option, TypeOf, track
from jointstats.table.folds import FoldTable
from jointstats.table.results_table import ResultsTable

_TAKEN = (
    *("compare_algorithms", "leaderboard", "claim_test", "glrt_test", "bayes_test"),
    "break_even",
)
Factors = Annotated[Sequence[FactorWord] | None, Choices()]
Price = Annotated[float | None, Number(0)]


DESCRIPTION = Caution(
    "This describes one analysis and is not a further test: a verdict that is chosen from these "
    "settings has no error rate."
)


class Decisions(Names):
    """What is decided; text in a table, with semicolons between them."""

    def __str__(self) -> str:
        return "; ".join(self)


@dataclass(frozen=True, kw_only=True)
class Setting(Row):
    """Another setting, and what is decided there: a row of :class:`SensitivityResult`."""

    factor: str = column(NAME, "what is varied")
    setting: str = column(TEXT, "the other setting")
    limit: bool = column(
        FLAG, "whether it is the nearest setting found that changes a decision", shown=False
    )
    changed: bool = column(FLAG, "whether a decision changes")
    n_changed: int = column(WHOLE, "pairs with another decision", heading="pairs")
    gone: Decisions = column(TEXT, "decisions of the result that are missing there")
    new: Decisions = column(TEXT, "decisions there that the result does not have")


@dataclass(frozen=True, kw_only=True)
class Factor(Row):
    """What was varied, and how often that changed something."""

    factor: str = column(NAME, "what is varied")
    tried: int = column(WHOLE, "number of settings tried, without limits")
    changed: int = column(WHOLE, "number of settings under which a decision changes")
    said: str = column(TEXT, "summary in words")


@dataclass(frozen=True, kw_only=True)
class Fewest(Row):
    """Data sets whose removal changes the state of a pair: as few as were found."""

    statement: str = column(TEXT, "the decision about the pair")
    found: int | None = column(
        WHOLE, "number of data sets whose removal changes it", unknown="not found"
    )
    exact: bool = column(FLAG, "whether all smaller sets were tried")
    datasets: Names = column(TEXT, "the data sets to remove", heading="data sets")


@dataclass(frozen=True, kw_only=True, repr=False)
class SensitivityResult(Result):
    """Outcome of :func:`jointstats.sensitivity`.

    Attributes
    ----------
    of : str
        The function whose result is varied.
    call_of : dict
        The call that repeats that result.
    statements : tuple of str
        What that result decides.
    settings : tuple of Setting
        Every other setting, factor by factor.
    factors : tuple of Factor
        The factors in sum.
    fewest : tuple of Fewest
        For pairs with a claim that is shown: how many data sets have to be removed to change the
        state.
    alpha : float
        The result's own level.
    alpha_from, alpha_below : float or None
        The decisions are the same at every level from the first to below the second; 0 and None
        without a limit.
    n_settings, n_changed : int
        Settings, limits not among them, and how many of them change something.
    n_pairs, n_pairs_changed : int
        Pairs of the comparison, and how many of them change under some of these settings; a test
        counts as one.
    not_tried : tuple of str
        What was not tried, and why.
    """

    words = "claims.sensitivity.words.SensitivityWords"

    test: ClassVar[str] = "sensitivity"
    no_p_value: ClassVar[str] = "the result that it varies has the p-values"
    announces: ClassVar[bool] = False  # it describes: the caution is part of what it shows

    of: str
    call_of: dict[str, Any]
    statements: tuple[str, ...]
    settings: tuple[Setting, ...]
    factors: tuple[Factor, ...]
    fewest: tuple[Fewest, ...]
    alpha: float
    alpha_from: float
    alpha_below: float | None
    n_settings: int
    n_changed: int
    n_pairs: int
    n_pairs_changed: int
    not_tried: tuple[str, ...] = ()

    @property
    def rows(self) -> Sequence[Setting]:
        """The settings."""
        return self.settings

    @property
    def changes(self) -> tuple[Setting, ...]:
        """Settings under which something else is decided, limits not among them."""
        return tuple(row for row in self.settings if row.changed and not row.limit)


@declare(
    "sensitivity",
    family="compare",
    asks="Which other settings would change the verdict?",
    gives="the decisions under other settings",
    needs="a result, and its table",
    mind="describes one analysis and is not a further test",
    validity=("other settings",),
)
def sensitivity(
    result: Result,
    table: ResultsTable | None = None,
    *,
    factors: Factors = None,
    most: HowMany = 200,
    price: Price = None,
) -> SensitivityResult:
    """Repeat the analysis under other settings, and list what changes.

    Parameters
    ----------
    result : Result
        Of :func:`jointstats.compare_algorithms`, :func:`jointstats.leaderboard`,
        :func:`jointstats.claim_test`, :func:`jointstats.glrt_test`,
        :func:`jointstats.bayes_test` or :func:`jointstats.break_even`.
    table : ResultsTable, optional
        The results, if the result does not keep them.
    factors : sequence of str, optional
        Only these of ``"level"`` (alpha), ``"rope"``, ``"measure"``, ``"data set"``, ``"family"``
        (of data sets), ``"algorithm"`` (each left out), ``"missing"`` (other treatments of missing
        results) and ``"runs"`` (medians); by default all.
    most : int, default 200
        The largest number of data sets, families and algorithms to leave out. `not_tried` lists the
        rest.
    price : float, optional
        Of a result of :func:`jointstats.break_even`: who is shown to be better at this price. The
        settings that change the answer are those that move a price across it.

    Returns
    -------
    SensitivityResult

    Raises
    ------
    OptionError, InvalidValueError
        For a result of another kind, or one that keeps no table.

    Notes
    -----
    Settings are compared by the states of the pairs and their winners, not by the measures or
    p-values behind a state. A single test is compared by its decision.

    Other levels of a comparison need no computation, because the corrected p-values determine them.
    Wider ropes are searched by some widths, then by bisection between the differences of two
    algorithms.

    `fewest` has, for up to ten pairs, data sets whose removal changes the state of the pair. They
    are searched greedily, one after another, so fewer may be enough; `exact` marks pairs for which
    all smaller sets were tried.

    The result describes one analysis. Choosing one of many settings after looking at them has no
    error rate; the level belongs to the analysis that was fixed in advance.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.glrt_test(js.load_dataset("example1"))
    >>> found = js.sensitivity(result, factors=["level", "data set"])
    >>> found.n_settings, found.n_changed
    (14, 0)

    Who is better at a price of 0.3 points of accuracy per doubling of training time:

    >>> prices = js.break_even(
    ...     js.load_frame("weka"), "RandomForest", "J48graft", dataset="dataset",
    ...     algorithm="algorithm", measures={"accuracy": "max", "training_time": "min"})
    >>> js.sensitivity(prices, price=0.3, factors=["level"]).statements
    ('RandomForest is better at 0.3 points of accuracy per doubling of training_time',)
    """
    of = _checked(result)
    _check_price(result, price)
    data = _table_of(result, table)
    question = question_of(result, price)
    base = question.answer(data)
    asked = Asked(question, data, base, question.levels(data), most)
    wanted = FACTORS if factors is None else [name for name in FACTORS if name in factors]
    rows: list[Setting] = []
    single: dict[Key, str] = {}
    changed: set[Key] = set()
    for name in wanted:
        for other in track(VARY[name](asked), None, "settings"):
            row, keys = _tried(asked, name, other)
            rows += [row] if row else []
            changed |= set() if other.limit else set(keys)
            if name == DATASET:
                single |= {key: next(iter(other.datasets)) for key in keys if key not in single}
    low, high = same_levels(asked)
    plain = [row for row in rows if not row.limit]
    return SensitivityResult(
        facts=replace(result.facts, data=data),
        call_of={name: value for name, value in result.call.items() if name != "source"},
        warnings=(DESCRIPTION,),
        of=of,
        statements=tuple(base.say(key) for key in base.decided),
        settings=tuple(rows),
        factors=tuple(
            _factor(name, rows, low, high)
            for name in wanted
            if name == LEVEL or any(row.factor == name for row in rows)
        ),
        fewest=tuple(
            Fewest(
                statement=base.say(key), found=len(gone) or None, exact=exact, datasets=Names(gone)
            )
            for key, gone, exact in (fewest(asked, single) if DATASET in wanted else ())
        ),
        alpha=question.alpha,
        alpha_from=low,
        alpha_below=high,
        n_settings=len(plain),
        n_changed=sum(row.changed for row in plain),
        n_pairs=(
            len(places_of_all(data.algorithms, question.control))
            if isinstance(question, OfPairs)
            else 1
        ),
        n_pairs_changed=len(changed),
        not_tried=tuple(asked.not_tried),
    )


def _tried(asked: Asked, factor: str, other: Other) -> tuple[Setting | None, list[Key]]:
    """What is decided under another setting, and the pairs with another decision."""
    try:
        there = other.answer()
    except JointStatsError as error:
        asked.not_tried.append(f"{wording.capital(other.setting)}: {error}")
        return None, []
    base, among = asked.base, {*asked.table.algorithms} - {other.algorithm}
    keys = base.differs(there, among)
    row = Setting(
        factor=factor,
        setting=other.setting,
        limit=other.limit,
        changed=bool(keys),
        n_changed=len(keys),
        gone=Decisions(base.say(key) for key in keys if key in base.decided),
        new=Decisions(there.say(key) for key in keys if key in there.decided),
    )
    return row, keys


def _factor(name: str, rows: Sequence[Setting], low: float, high: float | None) -> Factor:
    """A factor in sum."""
    rows_of_factor = [row for row in rows if row.factor == name]
    plain = [row for row in rows_of_factor if not row.limit]
    changed = sum(row.changed for row in plain)
    limits = [row.setting.removeprefix("a rope of ") for row in rows_of_factor if row.limit]
    if name == LEVEL:
        said = f"the same at every alpha{_between(low, high)}"
    elif name == ROPE:
        said = "no wider rope that was tried changes it"
        if limits:
            said = f"nearest wider rope that changes it: {'; '.join(limits)}"
    elif changed:
        verb = "changes" if changed == 1 else "change"
        said = f"{changed} of {wording.plural(len(plain), 'setting')} {verb} it"
    else:
        said = "no change"
    return Factor(factor=name, tried=len(plain), changed=changed, said=said)


def _between(low: float, high: float | None) -> str:
    first = f" from {wording.significant(low)}" if low else ""
    if high is None:
        return first
    return f"{first}{' to' if low else ''} below {wording.significant(high)}"


def _checked(result: Any) -> str:
    """The function that made a result that can be varied."""
    if not isinstance(result, Result):
        got = (Function("compare_algorithms"), "; got ", TypeOf(result), ".")
        raise InvalidValueError("The first argument must be a result, such as of ", *got)
    if not isinstance(result, (*PAIRS, *TESTS)) or "function" not in result.call:
        name = str(result.call.get("function", type(result).__name__))
        *first, last = map(Function, _TAKEN)
        listed = [part for function in first for part in (function, ", ")][:-1]
        other = (" or ", last, "; got one of ", Function(name), ".")
        raise InvalidValueError("sensitivity takes a result of ", *listed, *other)
    return str(result.call["function"])


def _check_price(result: Result, price: float | None) -> None:
    """A price is named for break-even prices, and for nothing else."""
    if not isinstance(result, BreakEvenResult):
        if price is not None:
            raise OptionError(
                Option("price"), " belongs to a result of ", Function("break_even"), "."
            )
    elif price is None:
        who = f"Name the price at which it is asked who is better, in {result.unit}: "
        raise OptionError(who, Option("price"), ".")


def _table_of(result: Any, table: Any) -> ResultsTable:
    data = result.data if table is None else table
    if isinstance(data, FoldTable):
        raise OptionError(
            "Folds of one data set are not left out one by one, because they depend on each other."
        )
    if not isinstance(data, ResultsTable):
        lost = "This result does not keep a results table: give the one that it was computed from, "
        raise OptionError(lost, Option("table"), ".")
    measures = tuple(result.measures)
    if isinstance(result, BreakEvenResult):
        measures = tuple(data.measures)  # units and scales are those of the whole table
    if data.algorithms == result.algorithms and tuple(data.measures) == measures:
        return data
    if not (set(result.algorithms) <= set(data.algorithms) and set(measures) <= {*data.measures}):
        raise OptionError(
            Option("table"),
            " lacks algorithms or measures of the result: give the one that it was computed from.",
        )
    return data.select(algorithms=result.algorithms, measures=measures)
