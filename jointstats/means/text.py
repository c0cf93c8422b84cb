"""Text of tests of means, and of single measures: what is next to their tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from jointstats.base import wording
from jointstats.drawing.cells import grid_of, table_of
from jointstats.drawing.document import Grid, Part, Stack, Words, grid, listed
from jointstats.drawing.pieces import level, span
from jointstats.interfaces.text import after, before, rows_of
from jointstats.means.learned import LearnedResult
from jointstats.means.mardia_result import MardiaResult
from jointstats.means.means_results import HotellingResult, ManovaResult, Permutations
from jointstats.means.words import SYMBOLS, cliques
from jointstats.single.bayes_sign import BayesSignResult
from jointstats.single.corrected_t import CorrectedTResult
from jointstats.single.friedman_result import FriedmanResult

# --- Hotelling's test and MANOVA ------------------------------------------------------------------


@before.register
def _(result: HotellingResult) -> Sequence[Part | None]:
    flips = result.p_value_sign_flip
    said = ""
    if flips is not None:
        said = f"F p {wording.p_value(result.p_value_normal)}; "
        said += f"sign-flip p {wording.p_value(flips)} (decides)."
    hold = f"Each measure alone ({level(result.level)} intervals hold together):"
    return [Words(said) if said else None, Words(hold)]


@rows_of.register
def _(result: HotellingResult) -> Part | None:
    rows = grid_of(result.tests, result)
    if result.form != "one-sample":
        return rows
    differs = [(*cells[:-1], "differs" if row.decided else "open")
               for cells, row in zip(rows.rows, result.tests, strict=True)]  # fmt: skip
    return replace(rows, rows=tuple(differs))


@after.register
def _(result: HotellingResult) -> Sequence[Part | None]:
    weights = [f"{name} {_number(x)}" for name, x in result.direction_standardised.items()]
    return [
        Words(
            "Direction (weights of the combination of measures that separates most, times the "
            f"measures' standard deviations): {', '.join(weights)}."
        )
    ]


@before.register
def _(result: ManovaResult) -> Sequence[Part | None]:
    flips = result.permutation
    return [
        Words(
            f"Design: {result.design} ({result.design_reason}). It assumes that {result.assumes}."
        ),
        _statistics(result),
        None if flips is None else Words(_flipped(flips, result.cases)),
        Words("Each measure alone, in the same design:"),
        grid_of(result.anovas, result),
        Words("Every pair (Hotelling's T²):"),
    ]


for kind in (ManovaResult, MardiaResult, CorrectedTResult, FriedmanResult):
    rows_of.register(kind, table_of)  # all of their rows


@after.register
def _(result: ManovaResult) -> Sequence[Part | None]:
    apart = "Cliques (in brackets, algorithms that no test separates): "
    orders = {name: (each.order, each.groups) for name, each in result.orderings.items()}
    return [Words(apart + cliques(result.cliques)), _orderings(orders, "mean", "t test")]


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
        of_p = [_number(row.f), _df(row.df1, row.df2), _p(row.p_value), exact + of_f]
        if math.isnan(row.p_value):
            of_p = ["–", "–", "–", "no F with so few rows"]
        rows.append([SYMBOLS[row.statistic] + mark, _number(row.value), *of_p])
    return grid(["statistic", "value", "F", "df", "p", ""], rows, "lrrlrl")


# --- Normality, and learned measures --------------------------------------------------------------


@before.register
def _(result: MardiaResult) -> Sequence[Part | None]:
    return [Words(f"p from {result.draws} simulated normal samples of the same size:")]


@rows_of.register
def _(result: LearnedResult) -> Part | None:
    rows = [
        [row.measure, _number(row.eigenvalue), wording.percent(row.share), _p(row.p_value),
         {"max": "↑", "min": "↓"}[row.direction]]
        for row in result.learned
    ]  # fmt: skip
    return grid(["learned", "eigenvalue", "share", "Bartlett's p", "better"], rows, "lrrrl")


@after.register
def _(result: LearnedResult) -> Sequence[Part | None]:
    weights = [
        [name, *(f"{_number(row.weights[name])} ({_number(row.standardised[name])})"
                 for row in result.learned)]
        for name in result.measures
    ]  # fmt: skip
    names, applied = [row.measure for row in result.learned], result.applied
    said = "" if applied is None else wording.plural(applied.n, f"other {result.cases}")
    return [
        Words("Weights (and, comparable between units, weights times standard deviations):"),
        grid(["measure", *names], weights, "l" + "r" * len(names)),
        Words(f"Applied to {said}.") if said else None,
    ]


# --- One measure at a time ------------------------------------------------------------------------


@before.register
def _(result: CorrectedTResult) -> Sequence[Part | None]:
    return [
        Words(
            f"{wording.plural(result.n, 'fold')} count as {_number(result.effective_n)} "
            f"independent ones (n_test / n_train = {_number(result.test_train_ratio)})"
        )
    ]


@before.register
def _(result: FriedmanResult) -> Sequence[Part | None]:
    if not result.pairs:
        return []
    basis = "exact sign tests, Holm over all pairs and measures"
    if result.critical_difference is not None:
        basis = "Nemenyi's test, approximate, each measure alone"
    pairs = f"Every pair ({basis}; rank difference a − b):"
    return [grid_of(result.tests, result), Words(pairs)]


@after.register
def _(result: FriedmanResult) -> Sequence[Part | None]:
    joined = {"exact": "exact sign test", "nemenyi": "Nemenyi test", "none": ""}[result.post_hoc]
    critical = result.critical_difference
    said = f"Critical difference of mean ranks: {_number(critical)}"
    return [
        None if critical is None else Words(said), _orderings(_ranked(result), "mean rank", joined)
    ]  # fmt: skip


def _ranked(result: FriedmanResult) -> dict[str, Ordered]:
    """The orderings, each name with its mean rank."""
    orders: dict[str, Ordered] = {}
    for measure, ranking in result.rankings.items():
        label = {
            name: f"{name} {rank:.2f}"
            for name, rank in zip(ranking.order, ranking.mean_ranks, strict=True)
        }
        groups = [[label[name] for name in group] for group in ranking.groups]
        orders[measure] = list(label.values()), groups
    return orders


MASS = {
    "rope": "all on equivalence",
    "sides": "half on each algorithm",
    "even": "a third on each outcome",
}
"""Where the prior mass lies, by the name of the prior."""


@before.register
def _(result: BayesSignResult) -> Sequence[Part | None]:
    return [
        Words(
            "Probability that on most data sets a is better, the two are equivalent, or b is "
            f"better (prior mass {wording.significant(result.prior_strength)}, {_lies(result)}; "
            f"{level(result.level)} intervals of the shares):"
        )
    ]


@rows_of.register
def _(result: BayesSignResult) -> Part | None:
    rows = [
        [row.measure, row.a, row.b, f"{row.wins_a}–{row.ties}–{row.wins_b}",
         *map(wording.probability_cell, row.probabilities),
         span(row.share_a_low, row.share_a_high), span(row.share_b_low, row.share_b_high),
         "equivalent" if row.equivalent else row.winner or "open"]
        for row in result.tests
    ]  # fmt: skip
    names = ["measure", "a", "b", "a–rope–b", "P(a)", "P(rope)", "P(b)", "share of a",
             "share of b", "reached by"]  # fmt: skip
    return grid(names, rows, "lllrrrrrrl", keys=3)


def _lies(result: BayesSignResult) -> str:
    """Where the prior mass lies, by measure if that differs."""
    of = {row.measure: MASS[row.prior] for row in result.tests}
    if len(set(of.values())) == 1:
        return next(iter(of.values()))
    return wording.listing([f"on {measure} {where}" for measure, where in of.items()])


# --- Pieces ---------------------------------------------------------------------------------------


Ordered = tuple[Sequence[str], Sequence[Sequence[str]]]  # names best first, and their groups


def _orderings(orderings: Mapping[str, Ordered], what: str, test: str) -> Stack | None:
    """The order on each measure, and the cliques."""
    joined = f", and those that no {test} separates" if test else ""
    lines = [f"Algorithms by {what}, best first{joined}:"]
    for measure, (order, groups) in orderings.items():
        together = "".join(f"; ({', '.join(group)})" for group in groups if len(group) > 1)
        lines.append(f"  {measure}: {', '.join(order)}{together}")
    return listed(lines, "    ")


def _number(x: float | None) -> str:
    return "–" if x is None else wording.significant(x)


def _p(p: float | None) -> str:
    return "–" if p is None else wording.p_number(p)


def _df(df1: float, df2: float | None) -> str:
    return f"{wording.count(df1)}, {'–' if df2 is None else wording.count(df2)}"
