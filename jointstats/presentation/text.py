"""Results as text: the verdict first, then what it rests on, then what to keep in mind."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pair_claim import LEANING, SHOWN, PairClaim
from jointstats.labelled.compare.pairs import EachPair, JointPair, OrderedPair
from jointstats.labelled.compare.pairwise_result import (
    OrderedPairsResult,
    PairwiseResult,
    SeparatePairsResult,
)
from jointstats.labelled.declare import declared
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.order import tied_measures
from jointstats.labelled.result import Result
from jointstats.labelled.single.separate import SeparateResult
from jointstats.presentation.cells import table_of
from jointstats.presentation.document import (
    Document,
    Grid,
    Part,
    Stack,
    Words,
    compose,
    grid,
    listed,
    stack,
    text,
)
from jointstats.presentation.pieces import (
    MOST_ROWS,
    delta_interval,
    head,
    level,
    median_interval,
    notes,
    pair_sizes,
    span,
    statements,
)
from jointstats.words.phrases import unknown


def summary(result: Result) -> str:
    """The result as text."""
    return text(document(result))


@singledispatch
def document(result: Result) -> Document:
    """What the result says, in the order of reading; default: its verdict and its table."""
    made = table_of(result)
    left = len(made.rows) - MOST_ROWS
    more = f"… and {wording.plural(left, 'more row')} (to_frame() lists all)" if left > 0 else ""
    return compose(
        head(_title(result), result),
        Words(result.verdict),
        replace(made, rows=made.rows[:MOST_ROWS]),
        Words(more) if more else None,
        notes(result),
    )


def _title(result: Result) -> str:
    """The declared name of the test that was called, or what its results call it."""
    found = declared(result.call.get("function", ""))
    title = result.test.replace("_", " ") if found is None else found.title
    return wording.capital(title)


@document.register
def _(result: GLRTResult) -> Document:
    first = (
        f"exact p {wording.p_value(result.p_value)} (the one we use)   "
        f"approximate p {wording.p_value(result.p_value_asymptotic)} "
        f"(χ²; −2 ln λ = {wording.significant(result.statistic, 4)})"
    )
    if result.families is not None:
        first = f"p {wording.p_value(result.p_value)} by sign flips of whole families"
    numbers = [
        first,
        f"most frequent statement: {wording.plural(result.n_a, 'data set')} (n_a); "
        f"next: {wording.count(result.n_b)} (n_b)",
    ]
    if result.n_tied and result.p_value_worst is not None:
        numbers.append(
            f"worst p {wording.p_value(result.p_value_worst)} (every tie against the first "
            "statement, as far as it can be)"
        )
    if result.lead_ratio_low > 1:
        numbers.append(
            f"With {100 * result.level:g} % confidence the first statement is at least "
            f"{wording.significant(result.lead_ratio_low)} times as probable as any other."
        )
    return compose(
        head("Likelihood-ratio test of dominance statements", result),
        Words(result.verdict),
        listed(numbers),
        statements(result),
        notes(result),
    )


@document.register
def _(result: BayesResult) -> Document:
    prior = f"prior: {result.prior.name}, total mass {wording.significant(result.prior.strength)}"
    if result.families is not None:
        prior += "; families have shares of their own around the common ones"
    return compose(
        head("Bayesian test of dominance statements", result),
        Words(result.verdict),
        Words(f"{prior}; probabilities are {how_computed(result.method)}"),
        None if result.unknown is None else Words(unknown(result.unknown)),
        statements(result),
        notes(result),
    )


@document.register
def _(result: NetworkResult) -> Document:
    limit = "no limit of parents"
    if result.max_parents is not None:
        limit = f"at most {wording.plural(result.max_parents, 'parent')}"
    about = {
        "best": f"best graph by BDeu ({limit})",
        "average": f"average over graphs ({limit})",
        "given": "given graph",
    }[result.structure]
    arrows = [f"{a.from_} {'→' if a.compelled else '–'} {a.to}" for a in result.arcs]
    graph = "; ".join(arrows) or "no arc: the measures are independent"
    legend = " (→ compelled direction)" if any(a.compelled for a in result.arcs) else ""
    certain = [
        [e.a, e.b, wording.probability_cell(e.probability)]
        for e in sorted(result.edges, key=lambda e: -e.probability)[:MOST_ROWS]
    ]
    groups = [
        [
            ", ".join(c.measures),
            wording.statement(c.order),
            wording.probability_cell(c.probability, c.mcse),
        ]
        for c in result.components
    ]
    dependences = (
        Words(
            "Probability that two measures are dependent, given the others "
            f"({result.edges_method}):"
        ),
        grid(["measure", "measure", "probability"], certain, "llr", keys=2),
    )
    averaged = None
    average = result.average
    if average is not None and average.probability_best is not None:
        averaged = Words(
            f"Averaged over {average.classes} classes of graphs; the best graph (weight "
            f"{wording.probability(average.best_weight)}) alone gives "
            f"{wording.probability(average.probability_best, result.mcse or 0.0)}."
        )
    return compose(
        head("Bayesian-network test of dominance statements", result),
        Words(result.verdict),
        Words(f"{wording.capital(about)}: {graph}{legend}"),
        averaged,
        Words("Groups of measures that depend on each other, each with its own test:"),
        grid(["measures", "most probable statement", "probability"], groups, "llr"),
        *(dependences if certain else ()),
        Words(f"Probabilities of statements are {how_computed(result.method)}:"),
        statements(result),
        notes(result),
    )


@document.register
def _(result: SeparateResult) -> Document:
    name = {"sign": "Sign test", "wilcoxon": "Wilcoxon signed-rank test"}[result.test]
    percent = level(result.level)
    rows = [
        [
            row.measure,
            row.a,
            row.b,
            f"{row.wins_a}–{row.wins_b}{'' if row.n is None else f' of {row.n}'}{_ties(row.ties)}",
            wording.p_number(row.p_value),
            wording.p_number(row.p_adjusted),
            row.winner or "not decided",
            median_interval(row),
            delta_interval(row),
        ]
        for row in result.tests
    ]
    names = ["measure", "a", "b", "wins a–b", "p", wording.adjusted_p(result.p_adjust), "better",
             f"median difference a − b [{percent}]", f"Cliff's delta [{percent}]"]  # fmt: skip
    return compose(
        head(f"{name} of each measure", result),
        Words(result.verdict),
        grid(names, rows, "llllrrlll", keys=3),
        notes(result),
    )


def _ties(n: int) -> str:
    return f" ({wording.plural(n, 'tie')})" if n else ""


@document.register
def _(result: OrderedPairsResult) -> Document:
    value = wording.adjusted_p(result.p_adjust) if result.pairs[0].by_p else "probability"
    tied = any(tied_measures(row.order or {}) for row in result.pairs)
    equal = ", = practically equal" if tied else ""
    reading = (
        f"Read from row to column: > row better, < column better{equal}, on "
        f"{', '.join(result.measures)} in this order; then the {value}; * decided."
    )
    lines = [f"  {row.statement} ({_value(row)})" for row in result.pairs if row.decided]
    decided = listed(["Decided:", *lines], "    ") if lines and len(result.measures) > 1 else None
    return _pairwise(result, reading, decided)


@document.register
def _(result: SeparatePairsResult) -> Document:
    reading = (
        f"Read from row to column, for {', '.join(result.measures)} (separated by |): > row "
        f"better; then the {wording.adjusted_p(result.p_adjust)}; * decided."
    )
    return _pairwise(result, reading)


def _pairwise(result: PairwiseResult, reading: str, *more: Stack | None) -> Document:
    matrix = result.matrix()
    rows = [[name, *map(str, matrix.loc[name])] for name in matrix.index]
    return compose(
        head(f"Pairwise tests ({result.test_name})", result),
        Words(result.verdict),
        Words(reading),
        grid(["", *matrix.columns], rows, "l" * (1 + len(matrix.columns))),
        *more,
        notes(result),
    )


def _value(row: OrderedPair) -> str:
    """What speaks for a decided pair; means have no counts."""
    seen = f"seen on {wording.seen(row.count, row.n)}; " if isinstance(row, JointPair) else ""
    if isinstance(row, EachPair):
        seen = f"fewest on {row.weakest}: {wording.seen(row.fewest, row.n)}; "
    number = float(row.number or 0.0)
    if row.by_p:
        return f"{seen}p {wording.p_value(number)}"
    return f"{seen}probability {wording.probability(number, row.error)}"


@document.register
def _(result: ParetoResult) -> Document:
    fronts = [
        [row.algorithm, wording.count(row.count), wording.percent(row.share),
         span(row.share_low, row.share_high)]
        for row in result.nondominated
    ]  # fmt: skip
    pairs = [
        [row.a, row.b, f"{wording.count(row.count_a)}–{wording.count(row.count_b)}",
         wording.count(result.n - row.count_a - row.count_b),
         wording.probability_cell(row.probability), wording.p_number(row.p_adjusted),
         row.winner or "not decided"]
        for row in result.pairs
    ]  # fmt: skip
    on = wording.listing(list(result.measures))
    return compose(
        head("Dominance on all measures at once", result),
        Words(result.verdict),
        Words(f"Data sets on which no other algorithm is better on {on} at once:"),
        grid(
            ["algorithm", "count", "expected share", wording.credible(result.level)], fronts, "lrrl"
        ),
        Words(
            "Data sets on which a, or b, is better on all measures, and on which neither is. The "
            "probability is that a is so more often than b; the exact p-value decides."
        ),
        grid(
            ["a", "b", "better a–b", "neither", "probability", wording.adjusted_p(result.p_adjust),
             "more often"],
            pairs, "llrrrrl", keys=2,
        ),
        notes(result),
    )  # fmt: skip


@document.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    parts: list[Part | None] = [head("Comparison of algorithms", result), Words(first)]
    parts.append(stack(*(Words(f"- {line}", "  ") for line in rest)))
    parts.append(ranking_lines(result))
    if result.pairs:
        parts += pairs_grid(result)
    else:
        bayes = result.joint["bayes"]
        if isinstance(bayes, BayesResult):
            parts.append(statements(bayes))
        parts.append(effects(result))
    parts.append(notes(result))
    return compose(*parts)


def ranking_lines(result: Comparison) -> Stack | None:
    """All algorithms in one line per measure."""
    width = max(map(len, result.measures))
    lines = [
        f"  {measure:<{width}}  {part.ranking.line}" for measure, part in result.separate.items()
    ]
    test = wording.TEST_NAMES[result.separate_test]
    note = f"Each measure, best first (> neighbours told apart by the {test}, comma: still open):"
    return listed([note, *lines], " " * (width + 4))


def how_computed(method: str) -> str:
    """Of probabilities, in words."""
    return "sampled" if method == "monte_carlo" else method


def pairs_grid(result: Comparison) -> Document:
    """Every pair: on how many data sets each is better on everything, and what is shown."""
    rows = {frozenset((row.a, row.b)): row for row in (*result.wins, *result.open)}
    own = pair_sizes(result) != {result.n}
    upper = [result.control] if result.control else list(result.algorithms)
    names = [name for name in result.algorithms if name != result.control]

    def cell(a: str, b: str) -> str:
        row = rows.get(frozenset((a, b)))
        return "" if row is None else _pair_cell(row, a, own=own)

    grid_rows = [[a, *(cell(a, b) for b in names)] for a in upper]
    of_all = "data sets" if own else f"of {wording.plural(result.n, 'data set')}"
    fragile = any(row.holds_at_worst is False for row in rows.values())
    caption = Words(
        f"Every pair, row against column: on how many {of_all} "
        f"the row is better {wording.on_all(list(result.measures))}, and the column"
        f"{', of those that both have' if own else ''}. > or < is "
        "shown, ~ leaning, x a trade-off, = practically equal"
        f"{'; ? not if all that is missing is against it' if fragile else ''}."
        + ("" if _unsaid(result) else " Sure: data sets whose runs are.")
    )
    return compose(caption, grid(["", *names], grid_rows, "l" * (1 + len(names))))


def _unsaid(result: Comparison) -> bool:
    """Whether no pair says how many data sets are sure: the table keeps no runs."""
    return all(row.n_sure is None for row in (*result.wins, *result.open))


def _pair_cell(row: PairClaim, a: str, *, own: bool) -> str:
    """Both counts of a pair and its sign, seen from one of the two."""
    first, second = row.sweeps_a, row.sweeps_b
    if row.b == a:
        first, second = second, first
    sign = ""
    if row.strength == LEANING:
        sign = " ~"
    elif row.strength == SHOWN:
        nobody = " x" if row.measures else " ="
        sign = nobody if row.winner is None else " >" if row.winner == a else " <"
    if row.holds_at_worst is False:
        sign += "?"
    sure = "" if row.n_sure is None else f" ({row.n_sure} sure)"
    return f"{first}–{second}{f' of {row.n}' if own else ''}{sign}{sure}"


def effects(result: Comparison) -> Grid:
    """Effect sizes of two algorithms, a row per measure."""
    rows = []
    for measure, part in result.separate.items():
        row = part.tests[0]
        rows.append([
            measure,
            f"{row.wins_a}–{row.wins_b}",
            wording.p_number(row.p_adjusted),
            median_interval(row),
            delta_interval(row),
        ])  # fmt: skip
    first = next(iter(result.separate.values())).tests[0]
    a, b = first.a, first.b
    names = ["measure", f"wins {a}–{b}", wording.adjusted_p(result.p_adjust),
             f"median difference {a} − {b}", "Cliff's delta"]  # fmt: skip
    return grid(names, rows, "lrrll")


from jointstats.presentation import (  # noqa: E402, F401
    studies,
    text_claims,
    text_leaderboard,
    text_looks,
    text_normal,
    text_runs,
)
