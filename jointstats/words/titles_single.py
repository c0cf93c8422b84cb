"""Titles of the figures of tests of single measures, of mean values, and of studies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.normal.learned import LearnedResult
from jointstats.labelled.normal.mardia_result import MardiaResult
from jointstats.labelled.normal.means_results import HotellingResult, ManovaResult
from jointstats.labelled.rows import cells
from jointstats.labelled.single.bayes_sign import BayesSignResult
from jointstats.labelled.single.corrected_t import CorrectedTResult
from jointstats.labelled.single.friedman_result import FriedmanResult
from jointstats.labelled.single.separate import SeparateResult
from jointstats.labelled.studies.plan_result import PlanResult
from jointstats.labelled.studies.simulate import RocResult
from jointstats.words.first_clauses import title
from jointstats.words.title_words import fitting, on_all, on_measures

# --- One measure at a time ------------------------------------------------------------------------


def of_single_tests(tests: Sequence[Any], measures: Iterable[str], test: str) -> str:
    """What tests of single measures show: who is better on what, or how many differences."""
    found = cells(tests, ("a", "b", "measure", "winner"))
    every, name = list(measures), wording.TEST_NAMES.get(test, test)
    pairs = set(zip(found["a"], found["b"], strict=True))
    shown = sum(winner is not None for winner in found["winner"])
    n = len(found["winner"])
    if len(pairs) > 1:
        verb = "is" if shown == 1 else "are"
        return f"{shown or 'None'} of {n} differences on single measures {verb} shown ({name})"
    ((a, b),) = pairs
    if not shown:
        return fitting(
            f"No measure alone shows a difference between {a} and {b}",
            "No measure alone shows a difference",
        )
    on: dict[str, list[str]] = {}
    for winner, measure in zip(found["winner"], found["measure"], strict=True):
        if winner is not None:
            on.setdefault(winner, []).append(measure)
    long = "; ".join(f"{who} is better {on_measures(some, every)[0]}" for who, some in on.items())
    short = ", ".join(f"{who} better on {len(some)} of {len(every)}" for who, some in on.items())
    return fitting(long, f"Measure by measure: {short}", short)


@title.register
def _(result: SeparateResult, figure: str | None = None) -> str:
    return of_single_tests(result.tests, result.measures, result.test)


@title.register
def _(result: BayesSignResult, figure: str | None = None) -> str:
    better = sum(row.winner is not None for row in result.tests)
    equal = sum(row.decided for row in result.tests) - better
    n = wording.plural(len(result.tests), "difference")
    reached = f"probability {1 - result.alpha:g}"  # which no kept study calls shown
    if len({(row.a, row.b) for row in result.tests}) == 1 and not equal:
        said = of_single_tests(result.tests, result.measures, "Bayesian sign test")
        return (
            fitting(f"{said}: {reached}", f"{better} of {n} reach {reached}")
            if better
            else (f"No difference reaches {reached}")
        )
    return f"{better} of {n} reach {reached}, and {equal} to be practically zero"


@title.register
def _(result: CorrectedTResult, figure: str | None = None) -> str:
    (measure,) = {row.measure for row in result.tests}
    won = [row for row in result.tests if row.winner]
    if len(result.tests) == 1:
        row = result.tests[0]
        if not won:
            return f"{row.a} and {row.b} are not shown to differ on {measure}"
        return f"{row.winner} is better than {row.b if row.winner == row.a else row.a} on {measure}"
    return f"{len(won)} of {len(result.tests)} pairs are shown to differ on {measure}"


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
    unlike = [row.measure for row in result.tests if row.decided]
    if not unlike:
        return f"Interchangeable algorithms are not rejected {on_all(every)}"
    where = on_measures(unlike, every)
    return fitting(*(f"The algorithms are not interchangeable {on}" for on in where))


# --- Mean values ----------------------------------------------------------------------------------


@title.register
def _(result: HotellingResult, figure: str | None = None) -> str:
    p = f"(p {wording.p_value(result.p_value)})"
    if result.form == "one-sample":
        differ = "is not" if result.decided else "may be"
        return fitting(f"The mean of {result.algorithms[0]} {differ} the hypothesised one {p}")
    names = wording.listing(list(result.algorithms))
    if result.decided:
        return fitting(f"The means of {names} differ {p}", f"The means differ {p}")
    return fitting(
        f"The means of {names} are not shown to differ {p}",
        f"The means are not shown to differ {p}",
    )


@title.register
def _(result: ManovaResult, figure: str | None = None) -> str:
    apart = sum(row.decided for row in result.pairs)
    pairs = wording.plural(len(result.pairs), "pair")
    if not result.decided:
        return "The means are not shown to differ"
    return f"The means differ: {apart} of {pairs} are told apart"


@title.register
def _(result: MardiaResult, figure: str | None = None) -> str:
    tested = [row for row in result.samples if row.reason is None]
    rejected = sum(not row.normal for row in tested)
    if not rejected:
        return "No departure from normality is shown"
    are = "is" if rejected == 1 else "are"
    return f"{rejected} of {wording.plural(len(tested), 'sample')} {are} shown not to be normal"


@title.register
def _(result: LearnedResult, figure: str | None = None) -> str:
    share = result.learned[0].share
    return f"M1 carries {100 * share:.0f} % of the difference between algorithms"


# --- Studies --------------------------------------------------------------------------------------


@title.register
def _(result: PlanResult, figure: str | None = None) -> str:
    known = [row for row in result.needed if row.n is not None]
    wanted = f"with probability {result.wanted:g}"
    if result.claim_share is not None and known:
        return f"{known[0].n} data sets show the claim {wanted}"
    if not known:
        return f"{result.max_n} data sets are not enough to decide {wanted}"
    return fitting(
        f"To decide rightly {wanted}: "
        + ", ".join(f"{row.n} data sets for {row.test}" for row in known),
        f"From {min(int(row.n or 0) for row in known)} data sets on, rightly {wanted}",
    )


@title.register
def _(result: RocResult, figure: str | None = None) -> str:
    best = max(result.areas, key=lambda row: row.area)
    return f"Largest area under the ROC curve: {best.test}, {best.area:.3f}"
