"""Tests of one measure, worded: sign, Wilcoxon, Bayesian sign, corrected t, Friedman, Quade."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jointstats.base import wording
from jointstats.base.phrases import (
    better_on,
    fitting,
    listed_by_winner,
    on_all,
    on_measures,
    shown_of,
)
from jointstats.base.rows import cells
from jointstats.base.worded import title, verdict
from jointstats.single.bayes_sign import BayesSignResult
from jointstats.single.corrected_t import CorrectedT, CorrectedTResult
from jointstats.single.friedman_result import FriedmanResult, FriedmanTest
from jointstats.single.quade import QuadeResult, QuadeTest
from jointstats.single.separate import SeparateResult

_DIFFERENCES = "differences (pairs × measures)"

# --- Sign test and Wilcoxon's test ----------------------------------------------------------------


@verdict.register
def _(result: SeparateResult) -> str:
    columns = cells(result.tests, ("measure", "winner"))
    winners, measures = columns["winner"], columns["measure"]
    n_shown = sum(map(bool, winners))
    basis = f"{result.alpha:g} {wording.corrected(result.p_adjust)}"
    if len(measures) > len(set(measures)):
        return f"{shown_of(n_shown, len(winners), _DIFFERENCES)} (p ≤ {basis})."
    first = result.tests[0]
    if not n_shown:
        return f"{_no_measure(first.a, first.b)} (p > {basis})."
    said = "; ".join(better_on(who, on) for who, on in listed_by_winner(winners, measures).items())
    rest = _open([name for winner, name in zip(winners, measures, strict=True) if not winner])
    return f"Measure by measure, {said}{rest} (p ≤ {basis})."


@title.register
def _(result: SeparateResult, figure: str | None = None) -> str:
    return of_single_tests(result.tests, result.measures, result.test)


def of_single_tests(tests: Sequence[Any], measures: Iterable[str], test: str) -> str:
    """What tests of single measures show: who is better on what, or how many differences."""
    columns = cells(tests, ("a", "b", "measure", "winner"))
    every, name = list(measures), wording.TEST_NAMES.get(test, test)
    pairs = set(zip(columns["a"], columns["b"], strict=True))
    shown = sum(winner is not None for winner in columns["winner"])
    if len(pairs) > 1:
        said = shown_of(shown, len(columns["winner"]), "differences on single measures")
        return f"{said} ({name})"
    ((a, b),) = pairs
    if not shown:
        return fitting(_no_measure(a, b), "No measure alone shows a difference")
    on = listed_by_winner(columns["winner"], columns["measure"])
    long = "; ".join(f"{who} is better {on_measures(some, every)[0]}" for who, some in on.items())
    short = ", ".join(f"{who} better on {len(some)} of {len(every)}" for who, some in on.items())
    return fitting(long, f"Measure by measure: {short}", short)


def _no_measure(a: str, b: str) -> str:
    return f"No measure alone shows a difference between {a} and {b}"


def _open(measures: Sequence[str]) -> str:
    return f"; open on {wording.listing(measures)}" if measures else ""


# --- Bayesian sign test ---------------------------------------------------------------------------


@verdict.register
def _(result: BayesSignResult) -> str:
    tests, decided = result.tests, [row for row in result.tests if row.decided]
    basis = f"probability of at least {1 - result.alpha:g}"
    if len({(row.a, row.b) for row in tests}) > 1:
        better = sum(row.winner is not None for row in decided)
        return (
            f"{len(decided)} of {len(tests)} {_DIFFERENCES} reach a {basis}, {better} for one "
            f"algorithm and {len(decided) - better} for practical equality."
        )
    a, b = tests[0].a, tests[0].b
    if not decided:
        return (
            f"No measure is decided with a {basis}. It may be that {a} or {b} is better, or that "
            "both are practically equal."
        )
    limit = 1 - result.alpha
    sides: dict[str, list[str]] = {}
    for row in decided:
        p = wording.probability(max(row.probabilities), limit=limit)
        who = f"{a} and {b} are practically equal" if row.equivalent else f"{row.winner} is better"
        sides.setdefault(who, []).append(f"{row.measure} ({p})")
    said = "; ".join(f"{who} on {wording.listing(on)}" for who, on in sides.items())
    rest = _open([row.measure for row in tests if not row.decided])
    return f"With a {basis}, {said}{rest}."


@title.register
def _(result: BayesSignResult, figure: str | None = None) -> str:
    better = sum(row.winner is not None for row in result.tests)
    equal = sum(row.decided for row in result.tests) - better
    n = wording.plural(len(result.tests), "difference")
    reached = f"probability {1 - result.alpha:g}"  # which no kept study calls shown
    if len({(row.a, row.b) for row in result.tests}) > 1 or equal:
        return f"{better} of {n} reach {reached}, and {equal} to be practically zero"
    if not better:
        return f"No difference reaches {reached}"
    said = of_single_tests(result.tests, result.measures, "Bayesian sign test")
    return fitting(f"{said}: {reached}", f"{better} of {n} reach {reached}")


# --- Corrected t test -----------------------------------------------------------------------------


@verdict.register
def _(result: CorrectedTResult) -> str:
    level = f"alpha = {result.alpha:g}"
    if len(result.tests) > 1:
        n_shown = sum(row.winner is not None for row in result.tests)
        said = shown_of(n_shown, len(result.tests), "pairs")
        return (
            f"{said} on {result.measure} (corrected t test, p adjusted by {result.p_adjust}, "
            f"{level})."
        )
    row = result.tests[0]
    p = "not defined" if row.p_value is None else wording.p_value(row.p_value)
    numbers = f"corrected t test, p {p}, {level}"
    if row.winner:
        return f"{_better(row, result.measure)} ({numbers})."
    return (
        f"The data do not establish a difference between {row.a} and {row.b} on {result.measure} "
        f"({numbers})."
    )


@title.register
def _(result: CorrectedTResult, figure: str | None = None) -> str:
    won = [row for row in result.tests if row.winner]
    if len(result.tests) > 1:
        return f"{len(won)} of {len(result.tests)} pairs are shown to differ on {result.measure}"
    row = result.tests[0]
    if not won:
        return f"{row.a} and {row.b} are not shown to differ on {result.measure}"
    return _better(row, result.measure)


def _better(row: CorrectedT, measure: str) -> str:
    """The algorithm that is shown to be better, and the other."""
    return better_on(str(row.winner), [measure], than=row.b if row.winner == row.a else row.a)


# --- Friedman's test ------------------------------------------------------------------------------


@verdict.register
def _(result: FriedmanResult) -> str:
    """What is shown: of pairs if their tests are exact, otherwise of each measure."""
    tests, pairs = result.tests, result.pairs
    decided = [row.measure for row in tests if row.decided]
    on = wording.listing(decided or [row.measure for row in tests])
    least = wording.p_value(min(row.p_adjusted for row in tests))
    several = len(tests) > 1
    after = " after Holm's correction over the measures" if several else ""
    if result.post_hoc == "exact":
        rejects = "rejects" if decided else "does not reject"
        return (
            f"{_of_pairs(result)} Friedman's test {rejects} that all are "
            f"interchangeable on {on} ({'smallest ' if several else ''}p {least}{after})."
        )
    said = _interchangeable(tests, result.alpha)
    if result.post_hoc == "nemenyi":
        won = sum(row.winner is not None for row in pairs)
        said += (
            ". Nemenyi's test, approximate and for each measure alone, separates "
            f"{won} of {wording.plural(len(pairs), 'pair')}"
        )
    return f"{said}."


def _interchangeable(tests: Sequence[FriedmanTest] | Sequence[QuadeTest], alpha: float) -> str:
    """On which measures it is rejected that all are interchangeable, without a full stop."""
    decided = [row.measure for row in tests if row.decided]
    on = wording.listing(decided or [row.measure for row in tests])
    least = wording.p_value(min(row.p_adjusted for row in tests))
    basis = f"permutation p {least}; alpha = {alpha:g}"
    if len(tests) > 1:
        basis = f"smallest permutation p after Holm's correction over the measures{basis[13:]}"
    if decided:
        return f"The algorithms are not interchangeable on {on} ({basis})"
    return f"The data do not establish a difference between the algorithms on {on} ({basis})"


def _of_pairs(result: FriedmanResult) -> str:
    """What the exact tests of all pairs and measures show."""
    measures = [row.measure for row in result.tests]
    won = sum(row.winner is not None for row in result.pairs)
    basis = "exact sign tests with Holm's correction over all of them"
    if not won:
        least = wording.p_value(min(row.p_adjusted for row in result.pairs))
        return (
            "The data do not establish a difference between any two algorithms on "
            f"{wording.listing(measures)} ({basis}, smallest p {least}; "
            f"alpha = {result.alpha:g})."
        )
    what = f"pairs differ on {measures[0]}"
    if len(measures) > 1:
        what = (
            f"differences between two algorithms on a measure {'is' if won == 1 else 'are'} shown"
        )
    return f"{won} of {len(result.pairs)} {what} ({basis}; alpha = {result.alpha:g})."


@title.register
def _(result: FriedmanResult, figure: str | None = None) -> str:
    every = [row.measure for row in result.tests]
    won = sum(row.winner is not None for row in result.pairs)
    of = f"{won} of {len(result.pairs)}"
    are = "is" if won == 1 else "are"
    if result.post_hoc == "exact" and len(every) == 1:
        return f"{of} pairs {are} shown to differ on {every[0]}"
    if result.post_hoc == "exact":
        return f"{of} differences between two algorithms {are} shown"
    if result.post_hoc == "nemenyi":
        return f"Nemenyi's test separates {of} pairs (approximate)"
    return _interchangeable_title(result.tests)


def _interchangeable_title(tests: Sequence[FriedmanTest] | Sequence[QuadeTest]) -> str:
    every = [row.measure for row in tests]
    unlike = [row.measure for row in tests if row.decided]
    if not unlike:
        return f"Interchangeable algorithms are not rejected {on_all(every)}"
    where = on_measures(unlike, every)
    return fitting(*(f"The algorithms are not interchangeable {on}" for on in where))


# --- Quade's test ---------------------------------------------------------------------------------


@verdict.register
def _(result: QuadeResult) -> str:
    return f"{_interchangeable(result.tests, result.alpha)}."


@title.register
def _(result: QuadeResult, figure: str | None = None) -> str:
    return _interchangeable_title(result.tests)
