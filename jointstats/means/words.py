"""Tests that assume normality, worded: Hotelling, MANOVA, Mardia, learned measures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jointstats.base import wording
from jointstats.base.phrases import better_on, fitting, listed_by_winner
from jointstats.drawing.document import Grid, Paragraph, Part, grid, level, number, orderings
from jointstats.drawing.words import Words, grid_of, table_of
from jointstats.means.cases import formula
from jointstats.means.learned import LearnedResult
from jointstats.means.manova_designs import STATISTICS
from jointstats.means.mardia import MardiaResult
from jointstats.means.means_results import HotellingResult, ManovaResult, Permutations

TERMS = 4  # of a learned measure in a sentence
SYMBOLS = {"t2": "T²", **STATISTICS}


def _together(measures: Sequence[str]) -> str:
    """The measures of a joint test of means."""
    return wording.listing(measures) + (" taken together" if len(measures) > 1 else "")


def _alone(measures: Sequence[str], what: str) -> str:
    """Which measures show something if they are tested alone: a sentence without a full stop."""
    verb = "show" if len(measures) > 1 else "shows"
    return f". Tested alone, {wording.listing(measures) or 'no single measure'} {verb} {what}"


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


_SAMPLES = {
    "differences": "the differences of {}",
    "algorithms": "the results of {}",
    "residuals": "the deviations of {} from the data sets' means",
    "stacked": "the stacked differences of {}",
}


class HotellingWords(Words):
    """The words of Hotelling's test."""

    result: HotellingResult

    def verdict(self) -> str:
        result = self.result
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

    def title(self, figure: str | None = None) -> str:
        result = self.result
        p = f"(p {wording.p_value(result.p_value)})"
        if result.form == "one-sample":
            differ = "is not" if result.decided else "may be"
            return fitting(f"The mean of {result.algorithms[0]} {differ} the hypothesised one {p}")
        of = f" of {wording.listing(list(result.algorithms))}"
        differ = "differ" if result.decided else "are not shown to differ"
        return fitting(*(f"The means{whose} {differ} {p}" for whose in (of, "")))

    def before(self) -> Sequence[Part | None]:
        result = self.result
        flips = result.p_value_sign_flip
        said = ""
        if flips is not None:
            said = f"F p {wording.p_value(result.p_value_normal)}; "
            said += f"sign-flip p {wording.p_value(flips)} (decides)."
        hold = f"Each measure alone ({level(result.level)} intervals hold together):"
        return [Paragraph(said) if said else None, Paragraph(hold)]

    def rows(self) -> Part | None:
        result = self.result
        rows = grid_of(result.tests, result)
        if result.form != "one-sample":
            return rows
        differs = [
            (*cells[:-1], "differs" if row.decided else "open")
            for cells, row in zip(rows.rows, result.tests, strict=True)
        ]
        return replace(rows, rows=tuple(differs))

    def after(self) -> Sequence[Part | None]:
        weights = [f"{name} {number(x)}" for name, x in self.result.direction_standardised.items()]
        return [
            Paragraph(
                "Direction (weights of the combination of measures that separates most, times the "
                f"measures' standard deviations): {', '.join(weights)}."
            )
        ]


class ManovaWords(Words):
    """The words of MANOVA."""

    result: ManovaResult

    def rows(self) -> Part | None:
        return table_of(self.result)  # all of them

    def verdict(self) -> str:
        result = self.result
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
        shown = (
            f"with the cliques {cliques(result.cliques)}" if grouped else "and all are separated"
        )
        return f"{said}. Pair by pair, {after}, {shown}."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        if not result.decided:
            return "The means are not shown to differ"
        apart = sum(row.decided for row in result.pairs)
        pairs = wording.plural(len(result.pairs), "pair")
        return f"The means differ; {apart} of {pairs} are separated"

    def before(self) -> Sequence[Part | None]:
        result = self.result
        flips = result.permutation
        return [
            Paragraph(
                f"Design: {result.design} ({result.design_reason}). It assumes that "
                f"{result.assumes}."
            ),
            _statistics(result),
            None if flips is None else Paragraph(_flipped(flips, result.cases)),
            Paragraph("Each measure alone, in the same design:"),
            grid_of(result.anovas, result),
            Paragraph("Every pair (Hotelling's T²):"),
        ]

    def after(self) -> Sequence[Part | None]:
        apart = "Cliques (in brackets, algorithms that no test separates): "
        orders = {name: (each.order, each.groups) for name, each in self.result.orderings.items()}
        return [
            Paragraph(apart + cliques(self.result.cliques)),
            orderings(orders, "mean", "t test"),
        ]


class MardiaWords(Words):
    """The words of Mardia's tests."""

    result: MardiaResult

    def rows(self) -> Part | None:
        return table_of(self.result)  # all of them

    def verdict(self) -> str:
        result = self.result
        tested = [row for row in result.samples if row.reason is None]
        least = min(row.p_least for row in tested if row.p_least is not None)
        numbers = (
            f"smallest p ({result.p_adjust}) {wording.p_value(least)}, alpha = {result.alpha:g}"
        )
        said = _SAMPLES[result.of_what]
        if not result.rejected:
            whom = "all pairs" if result.of_what == "differences" else "all algorithms"
            if len(tested) == 1 and result.of_what != "stacked":
                whom = tested[0].sample
            return f"No departure from normality is shown for {said.format(whom)} ({numbers})."
        names = [row.sample for row in tested if not row.normal]
        more = f" and {result.rejected - 3} more" if result.rejected > 3 else ""
        return (
            f"{wording.capital(said.format(wording.listing(names[:3]) + more))} are shown not to "
            f"be normal ({result.rejected} of {wording.plural(len(tested), 'sample')}; {numbers}). "
            "Prefer sign flips or the sign-based tests."
        )

    def title(self, figure: str | None = None) -> str:
        tested = [row for row in self.result.samples if row.reason is None]
        rejected = self.result.rejected
        if not rejected:
            return "No departure from normality is shown"
        are = "is" if rejected == 1 else "are"
        return f"{rejected} of {wording.plural(len(tested), 'sample')} {are} shown not to be normal"

    def before(self) -> Sequence[Part | None]:
        return [Paragraph(f"p from {self.result.draws} simulated normal samples of the same size:")]


class LearnedWords(Words):
    """The words of learned measures."""

    result: LearnedResult

    def verdict(self) -> str:
        result = self.result
        first, n = result.learned[0], len(result.learned)
        numbers = (
            f"Bartlett's p {wording.p_value(first.p_value)} by normal theory, "
            f"alpha = {result.alpha:g}"
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

    def title(self, figure: str | None = None) -> str:
        share = self.result.learned[0].share
        return f"M1 carries {100 * share:.0f} % of the difference between algorithms"

    def rows(self) -> Part | None:
        rows = [
            [
                row.measure,
                number(row.eigenvalue),
                wording.percent(row.share),
                _p(row.p_value),
                wording.ARROWS[row.direction],
            ]
            for row in self.result.learned
        ]
        return grid(["learned", "eigenvalue", "share", "Bartlett's p", "better"], rows, "lrrrl")

    def after(self) -> Sequence[Part | None]:
        result = self.result
        weights = [
            [
                name,
                *(
                    f"{number(row.weights[name])} ({number(row.standardised[name])})"
                    for row in result.learned
                ),
            ]
            for name in result.measures
        ]
        names, applied = [row.measure for row in result.learned], result.applied
        said = "" if applied is None else wording.plural(applied.n, f"other {result.cases}")
        return [
            Paragraph(
                "Weights (and, comparable between units, weights times standard deviations):"
            ),
            grid(["measure", *names], weights, "l" + "r" * len(names)),
            Paragraph(f"Applied to {said}.") if said else None,
        ]


def _flipped(flips: Permutations, cases: str) -> str:
    many = f"all, {flips.rearrangements}"
    error = ""
    if flips.mcse:
        many, error = f"random, {flips.rearrangements}", f" ± {wording.significant(flips.mcse, 1)}"
    return (
        f"Sign flips of whole {cases}s ({many}): p {wording.p_value(flips.p_value)}{error} "
        "(decides; p in the table is that of F)"
    )


def _statistics(result: ManovaResult) -> Grid:
    shown = [
        row
        for row in result.statistics
        if result.design != "stacked" or row.statistic in ("t2", "wilks")
    ]
    rows = []
    for row in shown:
        said = "tested" if result.permutation else "decides"
        mark = f" ({said})" if row.statistic == result.statistic_name else ""
        bound = row.p_value_lower_bound
        of_f = "" if bound is None else f" (the F's p {wording.p_value(bound)} is a lower bound)"
        exact = "exact" if row.exact else "simulated" if row.mcse else "approximate"
        of_p = [number(row.f), _df(row.df1, row.df2), _p(row.p_value), exact + of_f]
        if math.isnan(row.p_value):
            of_p = ["–", "–", "–", "no F with so few rows"]
        rows.append([SYMBOLS[row.statistic] + mark, number(row.value), *of_p])
    return grid(["statistic", "value", "F", "df", "p", ""], rows, "lrrlrl")


def _p(p: float | None) -> str:
    return "–" if p is None else wording.p_number(p)


def _df(df1: float, df2: float | None) -> str:
    return f"{wording.count(df1)}, {'–' if df2 is None else wording.count(df2)}"
