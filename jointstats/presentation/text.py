"""Results as text: the verdict first, then what it rests on, then what to keep in mind."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.joint.bayes import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import SeparateResult
from jointstats.presentation.pieces import (
    MOST_ROWS,
    grid,
    head,
    interval,
    join,
    notes,
    span,
    statements,
    wrap,
)


@singledispatch
def summary(result: Result) -> str:
    """The result as text."""
    return join(head(type(result).__name__, result), result.verdict, notes(result))


@summary.register
def _(result: GLRTResult) -> str:
    numbers = [
        f"exact p {wording.p_value(result.p_value_exact)} (the one we use)   "
        f"approximate p {wording.p_value(result.p_value)} "
        f"(χ²; −2 ln λ = {wording.significant(result.statistic, 4)})",
        f"most frequent statement: {wording.plural(result.n_a, 'data set')} (n_a); "
        f"next: {wording.count(result.n_b)} (n_b)",
    ]
    if result.lead_ratio_low > 1:
        numbers.append(
            f"With {100 * result.share.level:g} % confidence the first statement is at least "
            f"{wording.significant(result.lead_ratio_low)} times as probable as any other."
        )
    return join(
        head("Likelihood-ratio test of dominance statements", result),
        wrap(result.verdict),
        "\n".join(numbers),
        statements(result, ("count", "share")),
        notes(result),
    )


@summary.register
def _(result: BayesResult) -> str:
    columns: tuple[str, ...] = ("count", "probability", "share", "interval")
    if result.prior["name"] == "imprecise":
        columns = ("count", "probability_lower", "probability_upper", "share", "interval")
    prior = (
        f"prior: {result.prior['name']}, total mass {wording.significant(result.prior['strength'])}"
    )
    return join(
        head("Bayesian test of dominance statements", result),
        wrap(result.verdict),
        f"{prior}; probabilities are {result.method.replace('_', ' ')}",
        statements(result, columns),
        notes(result),
    )


@summary.register
def _(result: NetworkResult) -> str:
    limit = "no limit of parents"
    if result.max_parents is not None:
        limit = f"at most {wording.plural(result.max_parents, 'parent')}"
    about = {
        "best": f"best graph by BDeu ({limit})",
        "average": f"average over graphs ({limit})",
        "given": "given graph",
    }[result.structure]
    arrows = [f"{a['from']} {'→' if a['compelled'] else '–'} {a['to']}" for a in result.arcs]
    graph = "; ".join(arrows) or "no arc: the measures are independent"
    legend = " (→ compelled direction)" if any(a["compelled"] for a in result.arcs) else ""
    certain = [
        [e["a"], e["b"], wording.probability(e["probability"])]
        for e in sorted(result.edges, key=lambda e: -e["probability"])[:MOST_ROWS]
    ]
    groups = [
        [", ".join(c["measures"]), wording.statement(c["order"]),
         wording.probability(c["probability"], c["mcse"])]
        for c in result.components
    ]  # fmt: skip
    averaged = ""
    if result.average and result.average["difference"] is not None:
        averaged = wrap(
            f"Averaged over {result.average['classes']} classes of graphs; the best graph (weight "
            f"{wording.probability(result.average['best_weight'])}) alone gives "
            f"{wording.probability(result.average['probability_best'], result.mcse or 0.0)}."
        )
    return join(
        head("Bayesian-network test of dominance statements", result),
        wrap(result.verdict),
        wrap(f"{about[:1].upper()}{about[1:]}: {graph}{legend}"),
        averaged,
        "Groups of measures that depend on each other, each with its own test:",
        grid(["measures", "most probable statement", "probability"], groups, "llr"),
        f"Probability that two measures are dependent, given the others ({result.edges_method}):"
        if certain
        else "",
        grid(["measure", "measure", "probability"], certain, "llr") if certain else "",
        f"Probabilities of statements are {result.method.replace('_', ' ')}:",
        statements(result, ("count", "probability", "share", "interval")),
        notes(result),
    )


@summary.register
def _(result: SeparateResult) -> str:
    name = {"sign": "Sign test", "wilcoxon": "Wilcoxon signed-rank test"}[result.test]
    rows = [
        [
            row["measure"],
            row["a"],
            row["b"],
            f"{row['wins_a']}–{row['wins_b']}{_ties(row['ties'])}",
            wording.p_number(row["p_value"]),
            wording.p_number(row["p_adjusted"]),
            row["winner"] or "not decided",
            interval(row, "median"),
            interval(row, "cliffs"),
        ]
        for row in result.tests
    ]
    names = ["measure", "a", "b", "wins a–b", "p", wording.adjusted_p(result.p_adjust), "better",
             "median difference a − b", "Cliff's delta"]  # fmt: skip
    return join(
        head(f"{name} of each measure", result),
        wrap(result.verdict),
        grid(names, rows, "llllrrlll"),
        notes(result),
    )


def _ties(n: int) -> str:
    return f" ({wording.plural(n, 'tie')})" if n else ""


@summary.register
def _(result: PairwiseResult) -> str:
    joint = result.pairs and "order" in result.pairs[0]
    value = (
        "probability" if "probability" in result.pairs[0] else wording.adjusted_p(result.p_adjust)
    )
    matrix = result.matrix()
    rows = [[name, *map(str, matrix.loc[name])] for name in matrix.index]
    order = ", ".join(result.measures)
    reading = (
        f"Read from row to column: > row better, < column better, on {order} in this order; then "
        f"the {value}; * decided."
        if joint
        else f"Read from row to column, for {order} (separated by |): > row better; then the "
        f"{value}; * decided."
    )
    lines = [
        f"  {row['statement']} ({_value(row)})" for row in result.pairs if joint and row["decided"]
    ]
    decided = "Decided:\n" + "\n".join(lines) if lines and len(result.measures) > 1 else ""
    return join(
        head(f"Pairwise tests ({result.test_name})", result),
        wrap(result.verdict),
        wrap(reading),
        grid(["", *matrix.columns], rows, "l" * (1 + len(matrix.columns))),
        decided,
        notes(result),
    )


def _value(row: dict[str, Any]) -> str:
    """What speaks for a decided pair; means have no counts."""
    seen = f"seen on {wording.seen(row['count'], row['n'])}; " if "count" in row else ""
    if "probability" in row:
        return f"{seen}probability {wording.probability(row['probability'])}"
    return f"{seen}p {wording.p_value(row['p_adjusted'])}"


@summary.register
def _(result: ParetoResult) -> str:
    fronts = [
        [row["algorithm"], wording.count(row["count"]), wording.percent(row["share"]),
         span(row["share_low"], row["share_high"])]
        for row in result.nondominated
    ]  # fmt: skip
    pairs = [
        [row["a"], row["b"], f"{wording.count(row['count_a'])}–{wording.count(row['count_b'])}",
         wording.count(result.n - row["count_a"] - row["count_b"]),
         wording.probability(row["probability"]), row["winner"] or "not decided"]
        for row in result.pairs
    ]  # fmt: skip
    on = wording.listing(list(result.measures))
    return join(
        head("Dominance on all measures at once", result),
        wrap(result.verdict),
        wrap(f"Data sets on which no other algorithm is better on {on} at once:"),
        grid(
            ["algorithm", "count", "expected share", f"{result.level:.0%} interval"], fronts, "lrrl"
        ),
        wrap(
            "Data sets on which a, or b, is better on all measures; the others are split. The "
            "probability is that a is so more often than b."
        ),
        grid(["a", "b", "better a–b", "split", "probability", "more often"], pairs, "llrrrl"),
        notes(result),
    )


@summary.register
def _(result: Comparison) -> str:
    first, *rest = result.findings
    parts = [head("Comparison of algorithms", result), wrap(first)]
    parts.append("\n".join(wrap(f"- {line}", "  ") for line in rest))
    parts.append(ranking_lines(result))
    if result.pairs:
        parts.append(pairs_grid(result))
    else:
        if result.joint["bayes"] is not None:
            columns = ("count", "probability", "share", "interval")
            parts.append(statements(result.joint["bayes"], columns))
        parts.append(effects(result))
    parts.append(notes(result))
    return join(*parts)


def ranking_lines(result: Comparison) -> str:
    """All algorithms in one line per measure."""
    width = max(map(len, result.measures))
    lines = [
        f"  {measure:<{width}}  {part['ranking'].line}" for measure, part in result.separate.items()
    ]
    test = wording.TEST_NAMES[result.separate_test]
    note = f"Each measure, best first (> neighbours told apart by the {test}, comma: still open):"
    return "\n".join([note, *lines])


def pairs_grid(result: Comparison) -> str:
    """Every pair, jointly: the Bayesian test's matrix, and the counts in its empty half."""
    pairs = result.pairs["bayes"]
    matrix = pairs.matrix()
    seen = {(row["a"], row["b"]): wording.count(row["count"]) for row in pairs.pairs}
    if result.control:
        names, below = list(matrix.columns), "In the second row"
        rows = [
            [result.control, *map(str, matrix.loc[result.control])],
            ["", *(seen[result.control, other] for other in names)],
        ]
    else:
        names, below = list(result.algorithms), "Below the diagonal"
        rows = [
            [row, *(str(matrix.loc[row, column]) if i < j else seen.get((column, row), "")
                    for j, column in enumerate(names))]
            for i, row in enumerate(names)
        ]  # fmt: skip
    caption = wrap(
        f"Every pair, row against column: > better, < worse on {', '.join(result.measures)}; "
        f"the probability; * decided. {below}: seen on how many of "
        f"{wording.plural(result.n, 'data set')}."
    )
    return join(caption, grid(["", *names], rows, "l" * (1 + len(names))))


def effects(result: Comparison) -> str:
    """Effect sizes of two algorithms, a row per measure."""
    rows = []
    for measure, part in result.separate.items():
        row = part["tests"][0]
        rows.append([
            measure,
            f"{row['wins_a']}–{row['wins_b']}",
            wording.p_number(row["p_adjusted"]),
            interval(row, "median"),
            interval(row, "cliffs"),
        ])  # fmt: skip
    a, b = (next(iter(result.separate.values()))["tests"][0][side] for side in "ab")
    names = ["measure", f"wins {a}–{b}", wording.adjusted_p(result.p_adjust),
             f"median difference {a} − {b}", "Cliff's delta"]  # fmt: skip
    return grid(names, rows, "lrrll")


def report_text(result: Comparison) -> str:
    """A paragraph for a paper."""
    from jointstats import __version__

    way = {"max": "higher is better", "min": "lower is better"}
    measures = wording.listing([f"{name} ({way[d]})" for name, d in result.measures.items()])
    test = {"sign": "the sign test", "wilcoxon": "Wilcoxon's signed-rank test"}
    correction = wording.corrected(result.p_adjust).replace("after", "with")
    lower = "lower " if result.call["prior"] == "imprecise" else ""
    first, *rest = result.findings
    if first.startswith(("Decided", "Not decided")):
        first = f"The joint comparison is {first[:1].lower()}{first[1:]}"
    elif first.startswith("No overall winner"):
        first = f"There is {first[:1].lower()}{first[1:]}"
    network = []
    if result.joint.get("network") is not None:
        network = [
            "Dependences among the measures were modelled by a Bayesian network (BDeu score; "
            "Benavoli & de Campos, 2016)."
        ]
    bayes = next((p for p in result.joint.values() if isinstance(p, BayesResult)), None)
    prior = ""
    if bayes is not None:
        prior = f"; {bayes.prior['name']} prior of mass {bayes.prior['strength']:g}"
    return " ".join(
        [
            f"We compared {len(result.algorithms)} algorithms ({', '.join(result.algorithms)}) on "
            f"{wording.plural(result.n, 'data set')} and "
            f"{wording.plural(len(result.measures), 'performance measure')}: {measures}.",
            *_data_sentences(result),
            "Joint dominance statements were tested with the generalised likelihood-ratio test, "
            "using the exact conditional p-value (Hung & Fithian, 2019), and with the Bayesian "
            f"multinomial–Dirichlet test (Benavoli & de Campos, 2016{prior}), whose posterior "
            "probabilities were computed exactly by quadrature.",
            *network,
            f"Each measure was also tested separately with {test[result.separate_test]} "
            f"{correction}. We call a question decided if the {lower}posterior probability is at "
            f"least {1 - result.alpha:g} or the p-value at most {result.alpha:g}.",
            first,
            *rest,
            f"Computed with jointstats {__version__}.",
        ]
    )


def _data_sentences(result: Comparison) -> list[str]:
    """What was combined, left out, or tied before testing."""
    lines = []
    if result.aggregate:
        lines.append(f"Repeated runs were combined by their {result.aggregate}.")
    if result.n_dropped:
        verb = "was" if result.n_dropped == 1 else "were"
        lines.append(
            f"{wording.plural(result.n_dropped, 'data set')} with missing results {verb} left out."
        )
    if result.n_failed:
        verb = "was" if result.n_failed == 1 else "were"
        lines.append(
            f"{wording.plural(result.n_failed, 'failed run')} {verb} ranked below all results and "
            "tied with each other."
        )
    widths = [f"{name} {width:g}" for name, width in result.rope.items() if width]
    if widths:
        lines.append(f"Differences within {', '.join(widths)} were treated as ties.")
    tied = sum(result.ties.values())
    if tied:
        cells = result.n * len(result.measures)
        lines.append(
            f"Ties ({tied} of {cells} data set × measure cells) were split evenly among all "
            "compatible orderings."
        )
    return lines


from jointstats.presentation import text_normal  # noqa: E402, F401
