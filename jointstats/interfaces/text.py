"""Results as text: the verdict first, then what it rests on, then what to keep in mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch

from jointstats.base import wording
from jointstats.base.conditions import conditions
from jointstats.base.declare import declared
from jointstats.base.order import tied_measures
from jointstats.base.phrases import unknown
from jointstats.base.result import Result
from jointstats.drawing import layout, terminal
from jointstats.drawing.cells import grid_of, table_of
from jointstats.drawing.document import Document, Grid, Part, Words, compose, grid, listed, stack
from jointstats.drawing.leading import FIRST, among_the_first, first_of, left_out, standing_of
from jointstats.drawing.pieces import MOST_ROWS, head, notes
from jointstats.joint.bayes_result import BayesResult
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.pairwise_result import (
    JointPair,
    OrderedPair,
    OrderedPairsResult,
    PairRow,
    PairwiseResult,
    SeparatePairsResult,
)
from jointstats.joint.result import MOST_LISTED, JointResult
from jointstats.network.network_result import NetworkResult
from jointstats.single.separate import SeparateResult, SeparateTest

MOST_WIDE = 110  # characters of a statement; of longer ones there are fewer
MOST_TESTS = 66  # in a table of very many, so many as 12 algorithms have pairs


def summary(result: Result, width: int | None = None) -> str:
    """The whole result as text, as wide as the terminal; :data:`layout.WIDTH` elsewhere."""
    return terminal.written(document(result), width)


def shown(result: Result, width: int | None = None) -> str:
    """The result on one screen: what it says first, and where the rest is."""
    return terminal.written(short(result), width, most=layout.SCREEN)


@singledispatch
def document(result: Result) -> Document:
    """What the result says, in the order of reading: verdict, table, what to keep in mind."""
    return compose(
        head(title_of(result), result),
        Words(result.verdict, strong=True),
        *before(result),
        rows_of(result),
        *after(result),
        notes(result),
    )


@singledispatch
def before(result: Result) -> Sequence[Part | None]:
    """What is between the verdict and the table; by default nothing."""
    return ()


@singledispatch
def rows_of(result: Result) -> Part | None:
    """The table; by default the first rows, as declared, and how many more there are."""
    rows = table_of(result)
    more = left_out(len(rows.rows), MOST_ROWS)
    return noted(replace(rows, rows=rows.rows[:MOST_ROWS]), more)


def noted(rows: Grid, note: str) -> Part | None:
    """A table with a line below it, if there is one."""
    return stack(rows, Words(note)) if note else rows


@singledispatch
def after(result: Result) -> Sequence[Part | None]:
    """What is between the table and the notes; by default nothing."""
    return ()


@singledispatch
def short(result: Result) -> Document:
    """What one screen has room for; by default the beginning of all."""
    return document(result)


def has_short(result: Result) -> bool:
    """Whether what one screen has room for is more than the beginning of all."""
    return short.dispatch(type(result)) is not short.dispatch(object)


def title_of(result: Result) -> str:
    """The declared name of the test that was called, or what its results call it."""
    test = declared(result.call.get("function", "")) or declared(f"{result.test}_test")
    title = result.test.replace("_", " ") if test is None else test.title
    if isinstance(result, OrderedPairsResult | SeparatePairsResult):
        title += f" ({result.test_name})"
    return wording.capital(title)


@rows_of.register
def _(result: JointResult) -> Part | None:
    """The leading statements, and how many others there are."""
    rows = table_of(result)
    long = any(len(row[0]) > MOST_WIDE for row in rows.rows[:MOST_ROWS])
    rows = replace(rows, rows=rows.rows[: MOST_ROWS // 2 if long else MOST_ROWS])
    more = result.n_observed - len(rows.rows)
    states = len(result.statements) + result.unobserved.states - result.n_observed
    lines = []
    if more > 0:
        rest = wording.plural(more, "more statement")
        lines.append(f"{rest} seen: to_frame() has up to {MOST_LISTED}")
    if states > 0:
        p = result.unobserved.probability
        tail = ""
        if p is not None and len(result.statements) >= result.n_observed:
            tail = f", probability together {wording.probability(p)}"
        noun = "statement" if states == 1 else "statements"
        lines.append(f"{wording.big(states)} {noun} never seen{tail}")
    return stack(rows, listed(lines))


@before.register
def _(result: GLRTResult) -> Sequence[Part | None]:
    numbers = [
        f"exact p {wording.p_value(result.p_value)} (used here)   "
        f"approximate p {wording.p_value(result.p_value_asymptotic)} "
        f"(χ²; −2 ln λ = {wording.significant(result.statistic, 4)})"
    ]
    if result.n_tied and result.p_value_worst is not None:
        numbers.append(
            f"worst p {wording.p_value(result.p_value_worst)} (every tie against the first "
            "statement, as far as it can be)"
        )
    if result.lead_ratio_low > 1:
        numbers.append(
            f"With {100 * result.level:g} % confidence the first statement is at least "
            f"{wording.significant(result.lead_ratio_low)} times as common as any other, if "
            f"{conditions(result)}."
        )
    return [listed(numbers)]


@before.register
def _(result: BayesResult) -> Sequence[Part | None]:
    prior = f"prior: {result.prior.name}, total mass {wording.significant(result.prior.strength)}"
    return [
        Words(f"{prior}; probabilities are {how_computed(result.method)}"),
        None if result.unknown is None else Words(unknown(result.unknown)),
    ]


@before.register
def _(result: NetworkResult) -> Sequence[Part | None]:
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
    certain = sorted(result.edges, key=lambda e: -e.probability)[:MOST_ROWS]
    groups = [
        [
            ", ".join(c.measures),
            wording.statement(c.order),
            wording.probability_cell(c.probability, c.mcse),
        ]
        for c in result.components
    ]
    dependences: Sequence[Part] = (
        Words(
            "Probability that two measures are dependent, given the others "
            f"({result.edges_method}):"
        ),
        grid_of(certain, result),
    )
    averaged = None
    average = result.average
    if average is not None and average.probability_best is not None:
        averaged = Words(
            f"Averaged over {average.classes} classes of graphs; the best graph (weight "
            f"{wording.probability(average.best_weight)}) alone gives "
            f"{wording.probability(average.probability_best, result.mcse or 0.0)}."
        )
    return [
        Words(f"{wording.capital(about)}: {graph}{legend}"),
        averaged,
        Words(
            "Groups of measures that depend on each other, each with its own test, which takes "
            "this graph for the true one:"
        ),
        grid(["measures", "most probable statement", "probability"], groups, "llr"),
        *(dependences if certain else ()),
        Words(f"Probabilities of statements are {how_computed(result.method)}:"),
    ]


@before.register
def _(result: SeparateResult) -> Sequence[Part | None]:
    return [Words(wording.SYMMETRIC) if result.test == "wilcoxon" else None]


@rows_of.register
def _(result: SeparateResult) -> Part | None:
    tests = list(result.tests) if len(result.algorithms) <= FIRST else _first_tests(result)
    return noted(grid_of(tests, result), left_out(len(result.tests), len(tests), "test"))


def _first_tests(result: SeparateResult) -> list[SeparateTest]:
    """The tests of those few algorithms that win most, measure by measure."""
    order = standing_of(result.algorithms, result.tests)
    by_measure: dict[str, list[SeparateTest]] = {name: [] for name in result.measures}
    for row in result.tests:
        by_measure[row.measure].append(row)
    room = max(1, MOST_TESTS // len(by_measure))
    return [
        row
        for tests in by_measure.values()
        for row in among_the_first(tests, order, room, result.control)
    ]


@before.register(OrderedPairsResult)
@before.register(SeparatePairsResult)
def _(result: OrderedPairsResult | SeparatePairsResult) -> Sequence[Part | None]:
    """How to read the matrix of pairs."""
    row, column = ("row", "column") if result.control is None else (result.control, "the row")
    on, by_p = ", ".join(result.measures), result.pairs[0].by_p
    value = wording.adjusted_p(result.p_adjust) if by_p else "probability"
    reading = f"for {on} (separated by |): > {row} better; then the {value}; * shown."
    if isinstance(result, OrderedPairsResult):
        tied = any(tied_measures(pair.order or {}) for pair in result.pairs)
        equal = ", = practically equal" if tied else ""
        reading = (
            f"> {row} better, < {column} better{equal}, on {on} in this order; then the {value}; "
            f"* {_mark(result)}."
        )
        join = ":"
    else:
        join = ","
    return [
        Words(wording.SYMMETRIC) if result.test_name == "wilcoxon" else None,
        Words(f"Read from {row} to {column}{join} {reading}{first_of(len(result.algorithms))}"),
    ]


def _mark(result: OrderedPairsResult) -> str:
    """What a star says."""
    papers = getattr(result.pairs[0], "rule", None) not in (None, "lower")
    return "reaches the papers' rule" if papers else "shown"


@rows_of.register(OrderedPairsResult)
@rows_of.register(SeparatePairsResult)
def _(result: OrderedPairsResult | SeparatePairsResult) -> Part | None:
    """The matrix of all pairs; of very many algorithms those that win most pairs."""
    matrix = result.matrix_of(_first_of(result, list(result.pairs)))
    if result.control is not None:
        matrix = matrix.T
    rows = [[name, *map(str, matrix.loc[name])] for name in matrix.index]
    return grid(["", *matrix.columns], rows, "l" * (1 + len(matrix.columns)))


@after.register
def _(result: OrderedPairsResult) -> Sequence[Part | None]:
    """The pairs that are decided, in words."""
    won = [row for row in result.pairs if row.decided]
    first_won = won if len(result.algorithms) <= FIRST else won[:FIRST]
    rest = left_out(len(won), len(first_won), "pair")
    lines = [f"  {row.statement} ({_value(row)})" for row in first_won] + [f"  {rest}"] * bool(rest)
    named = lines and len(result.measures) > 1
    return [listed([f"{wording.capital(_mark(result))}:", *lines], "    ") if named else None]


def _first_of(result: PairwiseResult, pairs: Sequence[PairRow]) -> Sequence[str]:
    """The algorithms of the matrix: all, or of very many those that win most pairs."""
    if len(result.algorithms) <= FIRST:
        return result.algorithms
    names = standing_of(result.algorithms, pairs)[:FIRST]
    if result.control is not None and result.control not in names:
        names = (*names[:-1], result.control)
    return names


def _value(row: OrderedPair) -> str:
    """What speaks for a pair that is shown; means have no counts."""
    seen = f"seen on {wording.seen(row.count, row.n)}; " if isinstance(row, JointPair) else ""
    number = float(row.number or 0.0)
    if row.by_p:
        return f"{seen}p {wording.p_value(number)}"
    return f"{seen}probability {wording.probability(number, row.error)}"


def how_computed(method: str) -> str:
    """Of probabilities, in words."""
    return "sampled" if method == "monte_carlo" else method


# Importing the texts of the subjects registers them.
from jointstats.claims import text, text_claims  # noqa: E402, F401
from jointstats.claims.sensitivity import text as _sensitivity  # noqa: E402, F401
from jointstats.means import text as _means  # noqa: E402, F401
from jointstats.planning import text as _plans  # noqa: E402, F401
