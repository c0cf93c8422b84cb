"""Tests that assume normality, worded: Hotelling, MANOVA, Mardia, learned measures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jointstats.base import wording
from jointstats.base.phrases import better_on, fitting, listed_by_winner
from jointstats.base.worded import title, verdict
from jointstats.means.cases import formula
from jointstats.means.learned import LearnedResult
from jointstats.means.manova_designs import STATISTICS
from jointstats.means.mardia_result import MardiaResult
from jointstats.means.means_results import HotellingResult, ManovaResult

TERMS = 4  # of a learned measure in a sentence
SYMBOLS = {"t2": "T²", **{key: label for key, (_, label) in STATISTICS.items()}}


def _together(measures: Sequence[str]) -> str:
    """The measures of a joint test of means."""
    return wording.listing(measures) + (" taken together" if len(measures) > 1 else "")


def _alone(measures: Sequence[str], what: str) -> str:
    """Which measures show something if they are tested alone: a sentence without a full stop."""
    verb = "show" if len(measures) > 1 else "shows"
    return f". Tested alone, {wording.listing(measures) or 'no single measure'} {verb} {what}"


# --- Hotelling's test -----------------------------------------------------------------------------


@verdict.register
def _(result: HotellingResult) -> str:
    on = _together(list(result.measures))
    flips = "" if result.p_value_sign_flip is None else "sign-flip "
    numbers = (
        f"T² = {wording.significant(result.statistic)}, F({result.df1}, "
        f"{wording.count(result.df2)}) = {wording.significant(result.f)}, "
        f"{flips}p {wording.p_value(result.p_value)}, alpha = {result.alpha:g}"
    )
    names = wording.listing(result.algorithms)
    if result.form == "one-sample":
        said = f"The mean of {names} on {on} is not the hypothesised one"
        open_ = f"The data do not exclude the hypothesised mean of {names} on {on}"
    else:
        said = f"{names} differ in their mean on {on}"
        open_ = f"The data do not establish a difference between the means of {names} on {on}"
    if result.decided:
        return f"{said} ({numbers}){_single_measures(result)}."
    alone = [row.measure for row in result.tests if row.decided]
    tail = _alone(alone, "a difference") if alone and len(result.tests) > 1 else ""
    return f"{open_} ({numbers}){tail}."


def _single_measures(result: HotellingResult) -> str:
    """What the single measures show, where the joint test has decided."""
    tests, alone = result.tests, [row.measure for row in result.tests if row.decided]
    won = listed_by_winner([row.winner for row in tests], [row.measure for row in tests])
    if won:
        return ". " + "; ".join(better_on(who, on) for who, on in won.items())
    if len(tests) == 1:
        return f", and {tests[0].better} is better" if tests[0].better else ""
    if not alone:
        return ". No single measure shows it, but their combination does"
    return _alone(alone, "it")


@title.register
def _(result: HotellingResult, figure: str | None = None) -> str:
    p = f"(p {wording.p_value(result.p_value)})"
    if result.form == "one-sample":
        differ = "is not" if result.decided else "may be"
        return fitting(f"The mean of {result.algorithms[0]} {differ} the hypothesised one {p}")
    of = f" of {wording.listing(list(result.algorithms))}"
    differ = "differ" if result.decided else "are not shown to differ"
    return fitting(*(f"The means{whose} {differ} {p}" for whose in (of, "")))


# --- MANOVA ---------------------------------------------------------------------------------------


@verdict.register
def _(result: ManovaResult) -> str:
    numbers = (
        f"{SYMBOLS[result.statistic_name]} = {wording.significant(result.statistic)}, "
        f"{'sign-flip ' if result.permutation else ''}p {wording.p_value(result.p_value)}, "
        f"alpha = {result.alpha:g}; {_design(result)}"
    )
    names, on = wording.listing(list(result.algorithms)), _together(list(result.measures))
    several = len(result.algorithms) > 2
    separated = sum(row.decided for row in result.pairs)
    after = (
        f"{separated} of {wording.plural(len(result.pairs), 'pair')} "
        f"{'differs' if separated == 1 else 'differ'} (Hotelling, {result.p_adjust})"
    )
    if not result.decided:
        yet = f". Yet {after}" if separated else ""
        said = f"The data do not establish a difference between the means of {names} on {on}"
        return f"{said} ({numbers}){yet}."
    alone = [row.measure for row in result.anovas if row.decided]
    said = f"{names} do not {'all ' if several else ''}have the same mean on {on} ({numbers})"
    said += _alone(alone, "it") if len(result.measures) > 1 else ""
    if not several:
        return f"{said}."
    grouped = any(len(group) > 1 for group in result.cliques)
    shown = f"with the cliques {cliques(result.cliques)}" if grouped else "and all are separated"
    return f"{said}. Pair by pair, {after}, {shown}."


def _design(result: ManovaResult) -> str:
    if result.design == "stacked":
        corrected = ", corrected" if result.test_train_ratio else ""
        return f"T² on stacked differences{corrected}"
    if result.design == "blocked":
        return f"MANOVA with {result.cases}s as blocks"
    return "one-way MANOVA"


def cliques(groups: Sequence[Sequence[str]]) -> str:
    """Cliques as the paper prints them: "{c4.5, (lda, rf), qda}"."""
    inner = [group[0] if len(group) == 1 else f"({', '.join(group)})" for group in groups]
    return f"{{{', '.join(inner)}}}"


@title.register
def _(result: ManovaResult, figure: str | None = None) -> str:
    if not result.decided:
        return "The means are not shown to differ"
    apart = sum(row.decided for row in result.pairs)
    pairs = wording.plural(len(result.pairs), "pair")
    return f"The means differ; {apart} of {pairs} are separated"


# --- Mardia's tests -------------------------------------------------------------------------------

_SAMPLES = {
    "differences": "the differences of {}",
    "algorithms": "the results of {}",
    "residuals": "the deviations of {} from the data sets' means",
    "stacked": "the stacked differences of {}",
}


@verdict.register
def _(result: MardiaResult) -> str:
    tested = [row for row in result.samples if row.reason is None]
    least = min(row.p_least for row in tested if row.p_least is not None)
    numbers = f"smallest p ({result.p_adjust}) {wording.p_value(least)}, alpha = {result.alpha:g}"
    said = _SAMPLES[result.of_what]
    if not result.rejected:
        whom = "all pairs" if result.of_what == "differences" else "all algorithms"
        if len(tested) == 1 and result.of_what != "stacked":
            whom = tested[0].sample
        return f"No departure from normality is shown for {said.format(whom)} ({numbers})."
    names = [row.sample for row in tested if not row.normal]
    more = f" and {result.rejected - 3} more" if result.rejected > 3 else ""
    return (
        f"{wording.capital(said.format(wording.listing(names[:3]) + more))} are shown not to be "
        f"normal ({result.rejected} of {wording.plural(len(tested), 'sample')}; {numbers}). Prefer "
        "sign flips or the sign-based tests."
    )


@title.register
def _(result: MardiaResult, figure: str | None = None) -> str:
    tested = [row for row in result.samples if row.reason is None]
    rejected = sum(not row.normal for row in tested)
    if not rejected:
        return "No departure from normality is shown"
    are = "is" if rejected == 1 else "are"
    return f"{rejected} of {wording.plural(len(tested), 'sample')} {are} shown not to be normal"


# --- Learned measures -----------------------------------------------------------------------------


@verdict.register
def _(result: LearnedResult) -> str:
    first, n = result.learned[0], len(result.learned)
    numbers = (
        f"Bartlett's p {wording.p_value(first.p_value)} by normal theory, alpha = {result.alpha:g}"
    )
    if not result.matter:
        none = f"None of the {n} learned measures is" if n > 1 else "The learned measure is not"
        return f"{none} shown to matter ({numbers})."
    order = sorted(first.weights, key=lambda name: -abs(first.standardised[name]))
    shown = [name for name in order[:TERMS] if first.weights[name] != 0]
    terms = formula(np.array([first.weights[name] for name in shown]), 0.0, shown)
    more = " + …" if len(order) > TERMS else ""
    verb = "matters" if result.matter == 1 else "matter"
    some = f"{result.matter} of {n} learned measures" if n > 1 else "The learned measure"
    return (
        f"{some} {verb} ({numbers}). "
        f"M1 = {terms}{more} carries {wording.percent(first.share)} of the difference between "
        "algorithms."
    )


@title.register
def _(result: LearnedResult, figure: str | None = None) -> str:
    share = result.learned[0].share
    return f"M1 carries {100 * share:.0f} % of the difference between algorithms"
