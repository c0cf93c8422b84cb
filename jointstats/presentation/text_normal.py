"""Text of the tests that assume normality, and of the tests people already know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.normal.hotelling import HotellingResult
from jointstats.labelled.normal.learned import LearnedResult
from jointstats.labelled.normal.manova import ManovaResult, cliques_text
from jointstats.labelled.normal.manova_designs import STATISTICS
from jointstats.labelled.normal.mardia import MardiaResult
from jointstats.labelled.single.bayes_sign import BayesSignResult
from jointstats.labelled.single.corrected_t import CorrectedTResult
from jointstats.labelled.single.friedman import FriedmanResult
from jointstats.presentation.pieces import grid, head, join, notes, span, wrap
from jointstats.presentation.text import summary


@summary.register
def _(result: HotellingResult) -> str:
    p = [f"F p {wording.p_value(result.p_value_normal)}"]
    if result.p_value_sign_flip is not None:
        p.append(f"sign-flip p {wording.p_value(result.p_value_sign_flip)} (decides)")
    numbers = (
        f"T² = {_number(result.statistic)}   F = {_number(result.f)} on {result.df1} and "
        f"{wording.count(result.df2)} degrees of freedom   {'   '.join(p)}"
    )
    rows = [
        [
            row["measure"],
            _number(row["mean_difference"]),
            _interval(row),
            _number(row["t"]),
            _p(row["p_value"]),
            _p(row["p_adjusted"]),
            row["winner"] or ("differs" if row["decided"] else "not decided"),
            _number(result.direction_standardised[row["measure"]]),
        ]
        for row in result.tests
    ]
    two = len(result.algorithms) == 2
    against = " − ".join(result.algorithms) if two else "from the hypothesis"
    level = f"{100 * result.region['level']:g} %"
    names = ["measure", "difference", "interval", "t", "p"]
    return join(
        _head("Hotelling's T² test", result),
        wrap(result.verdict),
        numbers,
        f"Each measure alone (mean difference {against}; {level} intervals that hold together):",
        grid(
            [*names, wording.adjusted_p(result.p_adjust), "better", "direction"],
            rows,
            "lrlrrrlr",
        ),
        wrap(
            "Direction: weights of the combination of measures that separates most, times the "
            "measures' standard deviations."
        ),
        _notes(result),
    )


@summary.register
def _(result: ManovaResult) -> str:
    design = f"Design: {result.design} ({result.design_reason}). It assumes that {result.assumes}."
    parts = [
        _head("Multivariate analysis of variance", result),
        wrap(result.verdict),
        wrap(design),
        _statistics(result),
    ]
    if result.permutation is not None:
        free = result.permutation
        how = "all" if free["method"] == "exact" else "random"
        parts.append(
            f"Algorithms exchanged within {result.cases}s ({how}, {free['rearrangements']}): p "
            f"{wording.p_value(free['p_value'])}"
        )
    parts += [
        "Each measure alone, in the same design:",
        grid(
            ["measure", "F", "df", "p", wording.adjusted_p(result.p_adjust), "decided"],
            [
                [row["measure"], _number(row["f"]), _df(row), _p(row["p_value"]),
                 _p(row["p_adjusted"]), row["reason"] or _yes(row["decided"])]
                for row in result.anovas
            ],
            "lrlrrl",
        ),
        "Every pair (Hotelling's T²):",
        grid(
            ["a", "b", "T²", "F", "df", "p", wording.adjusted_p(result.p_adjust), "decided"],
            [
                [row["a"], row["b"], _number(row["statistic"]), _number(row["f"]), _df(row),
                 _p(row["p_value"]), _p(row["p_adjusted"]),
                 row["reason"] or _yes(row["decided"])]
                for row in result.pairs
            ],
            "llrrlrrl",
        ),
        wrap(
            "Cliques (in brackets, algorithms that no test separates): "
            + cliques_text(result.cliques)
        ),
        _orderings(result.orderings, "mean", "t test"),
        _notes(result),
    ]  # fmt: skip
    return join(*parts)


def _statistics(result: ManovaResult) -> str:
    names = {"t2": "T²", **{key: label for key, (_, label) in STATISTICS.items()}}
    shown = [
        row
        for row in result.statistics
        if result.design != "stacked" or row["statistic"] in ("t2", "wilks")
    ]
    rows = []
    for row in shown:
        mark = " (decides)" if row["statistic"] == result.statistic_name else ""
        bound = row["p_value_lower_bound"]
        of_f = "" if bound is None else f" (the F's p {wording.p_value(bound)} is a lower bound)"
        exact = "exact" if row["exact"] else "simulated" if row["mcse"] else "approximate"
        rows.append(
            [names[row["statistic"]] + mark, _number(row["value"]), _number(row["f"]), _df(row),
             _p(row["p_value"]), exact + of_f]
        )  # fmt: skip
    return grid(["statistic", "value", "F", "df", "p", ""], rows, "lrrlrl")


@summary.register
def _(result: MardiaResult) -> str:
    rows = []
    for row in result.samples:
        if row["reason"]:
            rows.append([row["sample"], *[""] * 8, row["reason"]])
            continue
        cells = [row["sample"]]
        for name in ("skewness", "kurtosis"):
            cells += [_number(row[name])] + [
                _p(row[f"{name}_{key}"]) for key in ("p_value", "p_small_sample", "p_adjusted")
            ]
        rows.append([*cells, "may be" if row["normal"] else "no"])
    correction = wording.adjusted_p(result.p_adjust)
    names = ["sample", "skewness", "p", "p 1974", correction, "kurtosis", "p", "p 1974",
             correction, "normal"]  # fmt: skip
    return join(
        _head("Mardia's tests of joint normality", result),
        wrap(result.verdict),
        f"p from {result.draws} simulated normal samples of the same size; beside it the "
        "small-sample form of 1974:",
        grid(names, rows, "lrrrrrrrrl"),
        _notes(result),
    )


@summary.register
def _(result: LearnedResult) -> str:
    rows = [
        [row["measure"], _number(row["eigenvalue"]), wording.percent(row["share"]),
         _p(row["p_value"]), {"max": "↑", "min": "↓"}[row["direction"]]]
        for row in result.learned
    ]  # fmt: skip
    weights = [
        [name]
        + [
            f"{_number(row['weights'][name])} ({_number(row['standardised'][name])})"
            for row in result.learned
        ]
        for name in result.measures
    ]
    names = [row["measure"] for row in result.learned]
    applied = result.applied
    rest = (
        ""
        if applied is None
        else f"Applied to {wording.plural(applied.n, f'other {result.cases}')}."
    )
    return join(
        _head("Measures learned from results", result),
        wrap(result.verdict),
        grid(["learned", "eigenvalue", "share", "Bartlett's p", "better"], rows, "lrrrl"),
        "Weights (and, comparable between units, weights times standard deviations):",
        grid(["measure", *names], weights, "l" + "r" * len(names)),
        rest,
        _notes(result),
    )


@summary.register
def _(result: CorrectedTResult) -> str:
    rows = [
        [row["a"], row["b"], _number(row["mean_difference"]), _interval(row), _number(row["t"]),
         _p(row["p_value"]), _p(row["p_adjusted"]), row["winner"] or "not decided"]
        for row in result.tests
    ]  # fmt: skip
    level = f"{100 * (1 - result.alpha):g} % interval"
    worth = (
        f"{wording.plural(result.n, 'fold')} count as {_number(result.effective_n)} independent "
        f"ones (n_test / n_train = {_number(result.test_train_ratio)})"
    )
    return join(
        _head("Corrected resampled t test", result),
        wrap(result.verdict),
        worth,
        grid(
            [
                "a",
                "b",
                "difference a − b",
                level,
                "t",
                "p",
                wording.adjusted_p(result.p_adjust),
                "better",
            ],
            rows,
            "llrlrrrl",
        ),
        _notes(result),
    )


@summary.register
def _(result: FriedmanResult) -> str:
    rows = [
        [row["measure"], _number(row["chi2"]), _p(row["p_value_chi2"]), _number(row["f"]),
         _df(row), _p(row["p_value"]), _p(row["p_adjusted"]), _yes(row["decided"])]
        for row in result.tests
    ]  # fmt: skip
    pairs = [
        [row["measure"], row["a"], row["b"], _number(row["rank_difference"]),
         _p(row["p_adjusted"]), row["winner"] or "not decided"]
        for row in result.pairs
    ]  # fmt: skip
    name = {"nemenyi": "Nemenyi", "holm": "Holm", "none": ""}[result.post_hoc]
    critical = ""
    if result.critical_difference is not None:
        critical = f"Critical difference of mean ranks: {_number(result.critical_difference)}"
    after = [
        f"Every pair ({name}; rank difference a − b):",
        grid(["measure", "a", "b", "rank difference", "p", "better"], pairs, "lllrrl"),
        critical,
    ]
    lines = {
        m: r | {"order": [f"{a} {v:.2f}" for a, v in zip(r["order"], r["mean_ranks"], strict=True)]}
        for m, r in result.rankings.items()
    }
    for measure, ranking in lines.items():
        label = dict(zip(result.rankings[measure]["order"], ranking["order"], strict=True))
        ranking["groups"] = [[label[a] for a in g] for g in result.rankings[measure]["groups"]]
    return join(
        head("Friedman's test of each measure", result),
        wrap(result.verdict),
        grid(["measure", "χ²", "p (χ²)", "F", "df", "p", "p (Holm)", "decided"], rows, "lrrrlrrl"),
        *(after if pairs else []),
        _orderings(lines, "mean rank", f"{name} test" if name else ""),
        notes(result),
    )


@summary.register
def _(result: BayesSignResult) -> str:
    rows = [
        [
            row["measure"],
            row["a"],
            row["b"],
            f"{row['wins_a']}–{row['ties']}–{row['wins_b']}",
            *(wording.probability(row[f"probability_{region}"]) for region in ("a", "rope", "b")),
            span(row["share_a_low"], row["share_a_high"]),
            span(row["share_b_low"], row["share_b_high"]),
            "equivalent" if row["equivalent"] else row["winner"] or "not decided",
        ]
        for row in result.tests
    ]
    names = ["measure", "a", "b", "a–rope–b", "P(a)", "P(rope)", "P(b)", "share of a",
             "share of b", "decided for"]  # fmt: skip
    return join(
        head("Bayesian sign test of each measure", result),
        wrap(result.verdict),
        wrap(
            "Probability that on most data sets a is better, the two are equivalent, or b is "
            f"better (prior mass {_number(result.prior_strength)}; 95 % intervals of the shares):"
        ),
        grid(names, rows, "lllrrrrrrl"),
        notes(result),
    )


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


def _orderings(orderings: dict[str, dict[str, Any]], what: str, test: str) -> str:
    width = max(map(len, orderings))
    note = f"Algorithms by {what}, best first"
    note += f" (a line under those that no {test} separates):" if test else ":"
    lines = [note]
    for measure, ordering in orderings.items():
        first, *under = underlined(ordering["order"], ordering["groups"])
        lines.append(f"  {measure:<{width}}  {first}")
        lines += [f"  {'':<{width}}  {line}" for line in under]
    return "\n".join(lines)


def _head(title: str, result: NormalResult) -> str:
    measures = ", ".join(
        f"{name} {'↑' if way == 'max' else '↓'}" for name, way in result.measures.items()
    )
    of = f" of {result.of}" if result.of else ""
    sizes = wrap(
        f"{wording.plural(result.n, result.cases)}{of}; algorithms: "
        f"{', '.join(result.algorithms)}; measures: {measures} (↑ higher, ↓ lower is better)"
    )
    return f"{title}\n{'=' * len(title)}\n{sizes}"


def _notes(result: NormalResult) -> str:
    lines = list(result.warnings)
    if result.n_dropped:
        named = [f"{d['dataset']} ({d['reason']})" for d in result.dropped[:3]]
        more = f" and {result.n_dropped - 3} more" if result.n_dropped > 3 else ""
        lines.append(
            f"{wording.plural(result.n_dropped, result.cases)} left out: "
            f"{wording.listing(named)}{more}."
        )
    return "\n".join(wrap(f"Note: {line}", "      ") for line in lines)


def _number(x: float | None) -> str:
    return "–" if x is None else wording.significant(x)


def _p(p: float | None) -> str:
    return "–" if p is None else wording.p_number(p)


def _interval(row: dict[str, Any]) -> str:
    return f"[{_number(row['low'])}, {_number(row['high'])}]"


def _df(row: dict[str, Any]) -> str:
    parts = ["–" if row[key] is None else wording.count(row[key]) for key in ("df1", "df2")]
    return ", ".join(parts)


def _yes(decided: bool) -> str:
    return "yes" if decided else "no"
