"""A comparison and a leaderboard as text: the verdict, the leaderboard, sentences, pairs."""

from __future__ import annotations

from itertools import pairwise

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pair_claim import LEANING, SHOWN, PairClaim
from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.presentation import first_table
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
)
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import (
    delta_interval,
    head,
    median_interval,
    notes,
    pair_sizes,
    statements,
)
from jointstats.presentation.text import document

MOST_IN_LINE = 10  # algorithms of a ranking in one line, if there are many


@document.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    parts: list[Part | None] = [head("Comparison of algorithms", result), Words(first, strong=True)]
    if result.pairs:
        parts.append(first_table.head(result.leaderboard))
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
    """All algorithms in one line per measure; of many the first."""
    width = max(map(len, result.measures))
    lines = [
        f"  {measure:<{width}}  {_line(part.ranking)}" for measure, part in result.separate.items()
    ]
    test = wording.TEST_NAMES[result.separate_test]
    note = f"Each measure, best first (> neighbours told apart by the {test}, comma: still open):"
    return listed([note, *lines], " " * (width + 4))


def _line(ranking: Ranking) -> str:
    """The algorithms in order; of many the first ones."""
    names = ranking.algorithms
    if len(names) <= FIRST:
        return ranking.line
    apart = [
        " > " if not ranking.together(a, b) else ", " for a, b in pairwise(names[:MOST_IN_LINE])
    ]
    said = names[0] + "".join(f"{sign}{name}" for sign, name in zip(apart, names[1:], strict=False))
    return f"{said} and {len(names) - MOST_IN_LINE} more"


def pairs_grid(result: Comparison) -> Document:
    """Every pair: on how many data sets each is better on everything, and what is shown."""
    if len(result.algorithms) > FIRST:
        every = wording.plural(len(result.wins) + len(result.open), "pair")
        return compose(Words(f"The {every} are not printed: wins and open list all."))
    rows = {frozenset((row.a, row.b)): row for row in (*result.wins, *result.open)}
    own = pair_sizes(result) != {result.n}
    upper = [result.control] if result.control else list(result.order)
    names = [name for name in result.order if name != result.control]

    def cell(a: str, b: str) -> str:
        row = rows.get(frozenset((a, b)))
        return "" if row is None else _pair_cell(row, a, own=own)

    grid_rows = [[a, *(cell(a, b) for b in names)] for a in upper]
    of_all = "data sets" if own else f"of {wording.plural(result.n, 'data set')}"
    fragile = any(row.holds_at_worst is False for row in rows.values())
    caption = Words(
        f"Every pair, row against column: on how many {of_all} "
        f"the row is better {_on_all(result)}, and the column"
        f"{', of those that both have' if own else ''}. > or < is "
        "shown, ~ leaning, x a trade-off, = practically equal"
        f"{'; ? not if all that is missing is against it' if fragile else ''}."
    )
    return compose(caption, grid(["", *names], grid_rows, "l" * (1 + len(names))))


def _on_all(result: Comparison) -> str:
    return "on every group" if result.groups else wording.on_all(list(result.measures))


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
    return f"{first}–{second}{f' of {row.n}' if own else ''}{sign}"


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
