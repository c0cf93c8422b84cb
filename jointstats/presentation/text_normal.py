"""Text of the tests that assume normality, and of the tests people already know."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from jointstats.labelled import wording
from jointstats.labelled.normal.learned import LearnedResult
from jointstats.labelled.normal.manova_designs import STATISTICS
from jointstats.labelled.normal.mardia_result import MardiaResult
from jointstats.labelled.normal.means_results import HotellingResult, ManovaResult, Permutations
from jointstats.labelled.single.corrected_t import CorrectedTResult
from jointstats.labelled.single.friedman_result import FriedmanResult, FriedmanTest
from jointstats.presentation.document import (
    Document,
    Grid,
    Part,
    Stack,
    Words,
    compose,
    grid,
    listed,
)
from jointstats.presentation.pieces import head, level, notes
from jointstats.presentation.text import document
from jointstats.words.normal import cliques


@document.register
def _(result: HotellingResult) -> Document:
    p = [f"F p {wording.p_value(result.p_value_normal)}"]
    if result.p_value_sign_flip is not None:
        p.append(f"sign-flip p {wording.p_value(result.p_value_sign_flip)} (decides)")
    numbers = (
        f"T² = {_number(result.statistic)}   F = {_number(result.f)} on {result.df1} and "
        f"{wording.count(result.df2)} degrees of freedom   {'   '.join(p)}"
    )
    rows = [
        [
            row.measure,
            _number(row.mean_difference),
            _interval(row.low, row.high),
            _number(row.t),
            _p(row.p_value),
            _p(row.p_adjusted),
            row.winner or ("differs" if row.decided else "open"),
            _number(result.direction_standardised[row.measure]),
        ]
        for row in result.tests
    ]
    two = len(result.algorithms) == 2
    against = " − ".join(result.algorithms) if two else "from the hypothesis"
    names = ["measure", "difference", "interval", "t", "p"]
    return compose(
        head("Hotelling's T² test", result),
        Words(result.verdict, strong=True),
        Words(numbers, keep=True),
        Words(
            f"Each measure alone (mean difference {against}; {level(result.level)} intervals that "
            "hold together):"
        ),
        grid(
            [*names, wording.adjusted_p(result.p_adjust), "better", "direction"],
            rows,
            "lrlrrrlr",
        ),
        Words(
            "Direction: weights of the combination of measures that separates most, times the "
            "measures' standard deviations."
        ),
        notes(result),
    )


@document.register
def _(result: ManovaResult) -> Document:
    design = f"Design: {result.design} ({result.design_reason}). It assumes that {result.assumes}."
    parts: list[Part | None] = [
        head("Multivariate analysis of variance", result),
        Words(result.verdict, strong=True),
        Words(design),
        _statistics(result),
    ]
    flips = result.permutation is not None
    if result.permutation is not None:
        parts.append(Words(_flipped(result.permutation, result.cases)))
    parts += [
        Words("Each measure alone, in the same design:"),
        grid(
            ["measure", "F", "df", *(["F p", "sign-flip p"] if flips else ["p"]),
             wording.adjusted_p(result.p_adjust), "shown"],
            [
                [row.measure, _number(row.f), _df(row.df1, row.df2), _p(row.p_value_normal),
                 *([_p(row.p_value)] if flips else []), _p(row.p_adjusted),
                 row.reason or _yes(row.decided)]
                for row in result.anovas
            ],
            "lrlrrrl" if flips else "lrlrrl",
        ),
        Words("Every pair (Hotelling's T²):"),
        grid(
            ["a", "b", "T²", "F", "df", "p", wording.adjusted_p(result.p_adjust), "shown"],
            [
                [row.a, row.b, _number(row.statistic), _number(row.f), _df(row.df1, row.df2),
                 _p(row.p_value), _p(row.p_adjusted), row.reason or _yes(row.decided)]
                for row in result.pairs
            ],
            "llrrlrrl",
            keys=2,
        ),
        Words(
            "Cliques (in brackets, algorithms that no test separates): "
            + cliques(result.cliques)
        ),
        _orderings(
            {measure: (one.order, one.groups) for measure, one in result.orderings.items()},
            "mean",
            "t test",
        ),
        notes(result),
    ]  # fmt: skip
    return compose(*parts)


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
    names = {"t2": "T²", **{key: label for key, (_, label) in STATISTICS.items()}}
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
        rows.append([names[row.statistic] + mark, _number(row.value), *of_p])
    return grid(["statistic", "value", "F", "df", "p", ""], rows, "lrrlrl")


@document.register
def _(result: MardiaResult) -> Document:
    rows = []
    for row in result.samples:
        if row.reason:
            rows.append([row.sample, *[""] * 8, row.reason])
            continue
        rows.append([
            row.sample,
            _number(row.skewness), _p(row.skewness_p_value), _p(row.skewness_p_small_sample),
            _p(row.skewness_p_adjusted),
            _number(row.kurtosis), _p(row.kurtosis_p_value), _p(row.kurtosis_p_small_sample),
            _p(row.kurtosis_p_adjusted),
            "may be" if row.normal else "no",
        ])  # fmt: skip
    correction = wording.adjusted_p(result.p_adjust)
    names = ["sample", "skewness", "p", "p 1974", correction, "kurtosis", "p", "p 1974",
             correction, "normal"]  # fmt: skip
    return compose(
        head("Mardia's tests of joint normality", result),
        Words(result.verdict, strong=True),
        Words(
            f"p from {result.draws} simulated normal samples of the same size; beside it the "
            "small-sample form of 1974:",
            keep=True,
        ),
        grid(names, rows, "lrrrrrrrrl"),
        notes(result),
    )


@document.register
def _(result: LearnedResult) -> Document:
    rows = [
        [row.measure, _number(row.eigenvalue), wording.percent(row.share),
         _p(row.p_value), {"max": "↑", "min": "↓"}[row.direction]]
        for row in result.learned
    ]  # fmt: skip
    weights = [
        [name]
        + [
            f"{_number(row.weights[name])} ({_number(row.standardised[name])})"
            for row in result.learned
        ]
        for name in result.measures
    ]
    names = [row.measure for row in result.learned]
    applied = result.applied
    rest = (
        None
        if applied is None
        else Words(f"Applied to {wording.plural(applied.n, f'other {result.cases}')}.")
    )
    return compose(
        head("Measures learned from results", result),
        Words(result.verdict, strong=True),
        grid(["learned", "eigenvalue", "share", "Bartlett's p", "better"], rows, "lrrrl"),
        Words("Weights (and, comparable between units, weights times standard deviations):"),
        grid(["measure", *names], weights, "l" + "r" * len(names)),
        rest,
        notes(result),
    )


@document.register
def _(result: CorrectedTResult) -> Document:
    rows = [
        [row.a, row.b, _number(row.mean_difference), _interval(row.low, row.high), _number(row.t),
         _p(row.p_value), _p(row.p_adjusted), row.winner or "open"]
        for row in result.tests
    ]  # fmt: skip
    worth = (
        f"{wording.plural(result.n, 'fold')} count as {_number(result.effective_n)} independent "
        f"ones (n_test / n_train = {_number(result.test_train_ratio)})"
    )
    return compose(
        head("Corrected resampled t test", result),
        Words(result.verdict, strong=True),
        Words(worth),
        grid(
            [
                "a",
                "b",
                "difference a − b",
                f"{level(result.level)} interval",
                "t",
                "p",
                wording.adjusted_p(result.p_adjust),
                "better",
            ],
            rows,
            "llrlrrrl",
            keys=2,
        ),
        notes(result),
    )


@document.register
def _(result: FriedmanResult) -> Document:
    rows = [
        [row.measure, _number(row.chi2), _p(row.p_value_chi2), _number(row.f),
         _df(row.df1, row.df2), _p(row.p_value_f), _p(row.p_value), _method(row),
         _p(row.p_adjusted), _yes(row.decided)]
        for row in result.tests
    ]  # fmt: skip
    heads = ["measure", "χ²", "p (χ²)", "F", "df", "p (F)", "p", "permutations", "p (Holm)",
             "rejected"]  # fmt: skip
    joined = {"exact": "exact sign test", "nemenyi": "Nemenyi test", "none": ""}[result.post_hoc]
    return compose(
        head("Friedman's test of each measure", result),
        Words(result.verdict, strong=True),
        grid(heads, rows, "lrrrlrrrrl"),
        *(_tests_of_pairs(result) if result.pairs else []),
        _orderings(_ranked(result), "mean rank", joined),
        notes(result),
    )


def _method(row: FriedmanTest) -> str:
    """How many permutations are behind a p-value."""
    return "all" if row.draws is None else f"{row.draws:,} random"


def _tests_of_pairs(result: FriedmanResult) -> list[Part | None]:
    name, basis, critical = "Holm", "exact sign tests, Holm over all pairs and measures", None
    if result.critical_difference is not None:
        name, basis = "Nemenyi", "Nemenyi's test, approximate, each measure alone"
        critical = Words(
            f"Critical difference of mean ranks: {_number(result.critical_difference)}"
        )
    rows = [
        [row.measure, row.a, row.b, f"{row.wins_a}–{row.wins_b}", _number(row.rank_difference),
         _p(row.p_adjusted), row.winner or "open"]
        for row in result.pairs
    ]  # fmt: skip
    heads = ["measure", "a", "b", "wins", "rank difference", f"p ({name})", "better"]
    return [
        Words(f"Every pair ({basis}; wins of a–b; rank difference a − b):"),
        grid(heads, rows, "lllrrrl", keys=3),
        critical,
    ]


def _ranked(result: FriedmanResult) -> dict[str, Ordered]:
    """The orderings, each name with its mean rank."""
    found: dict[str, Ordered] = {}
    for measure, one in result.rankings.items():
        label = {
            name: f"{name} {rank:.2f}" for name, rank in zip(one.order, one.mean_ranks, strict=True)
        }
        groups = [[label[name] for name in group] for group in one.groups]
        found[measure] = list(label.values()), groups
    return found


# --- Pieces ---------------------------------------------------------------------------------------


def underlined(order: Sequence[str], groups: Sequence[Sequence[str]]) -> list[str]:
    """Names in their order, and lines under those that no test separates.

    Examples
    --------
    >>> for line in underlined(["rf", "lda", "qda", "knn", "c4.5"], [["rf", "lda"]]):
    ...     print(line)
    rf  lda  qda  knn  c4.5
    ───────
    """
    gap = "  "
    starts, at = {}, 0
    for name in order:
        starts[name] = at
        at += len(name) + len(gap)
    lines = [gap.join(order)]
    for group in groups:
        line = [" "] * at
        for i, name in enumerate(order):
            if name not in group:
                continue
            stop = starts[name] + len(name)
            following = order[i + 1] if i + 1 < len(order) else None
            if following in group:
                stop += len(gap)
            line[starts[name] : stop] = "─" * (stop - starts[name])
        lines.append("".join(line).rstrip())
    return lines


Ordered = tuple[Sequence[str], Sequence[Sequence[str]]]  # names best first, and their groups


def _orderings(orderings: Mapping[str, Ordered], what: str, test: str) -> Stack | None:
    width = max(map(len, orderings))
    note = f"Algorithms by {what}, best first"
    note += f" (a line under those that no {test} separates):" if test else ":"
    lines = [note]
    for measure, (order, groups) in orderings.items():
        first, *under = underlined(order, groups)
        lines.append(f"  {measure:<{width}}  {first}")
        lines += [f"  {'':<{width}}  {line}" for line in under]
    return listed(lines, " " * (width + 4))


def _number(x: float | None) -> str:
    return "–" if x is None else wording.significant(x)


def _p(p: float | None) -> str:
    return "–" if p is None else wording.p_number(p)


def _interval(low: float, high: float) -> str:
    return f"[{_number(low)}, {_number(high)}]"


def _df(df1: float, df2: float | None) -> str:
    return f"{wording.count(df1)}, {'–' if df2 is None else wording.count(df2)}"


def _yes(decided: bool) -> str:
    return "yes" if decided else "no"
