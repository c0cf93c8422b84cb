"""The titles of figures: the first clause of a result's verdict, short enough for a line.

``title(result, figure)`` is the only place that makes them. A title says no more than what is
shown; a figure that shows something else than the verdict (ranks, measures alone) has a clause of
its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import (
    AHEAD,
    JOINTLY_AHEAD,
    NOT_WORSE,
    TRADE_OFF,
    WINS,
    ComparedPair,
)
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.labelled.compare.pairwise_result import (
    ClaimPairsResult,
    MeanPairsResult,
    PairwiseResult,
    SeparatePairsResult,
)
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.rows import cells
from jointstats.words import titles_joint, titles_single
from jointstats.words.first_clauses import first_clause, title
from jointstats.words.pair_sentences import clause, counted, price, properties
from jointstats.words.title_words import ROOM, fitting, on_all, on_measures
from jointstats.words.titles_single import of_single_tests
from jointstats.words.verdict import states

PAIR_ROOM = 2 * ROOM  # characters of what is shown of two algorithms

__all__ = ["WORDED", "first_clause", "of_single_tests", "title"]

WORDED = (titles_joint, titles_single)  # they register their titles when they are imported


@title.register
def _(result: Comparison, figure: str | None = None) -> str:
    if figure == "network" and isinstance(result.tests.get("network"), NetworkResult):
        return title(result.tests["network"], figure)
    if len(result.pairs) == 1:
        return _of_pair(result.pairs[0])
    return title(result.leaderboard, figure)


def _of_pair(row: ComparedPair) -> str:
    """What is shown of a pair, with its price; without room for it the state, and nobody named."""
    for said in (clause(row), _short(row)):
        if said and len(said) <= PAIR_ROOM:
            return said
    state = f"{on_all(row.measures)}: {_NAMELESS.get(row.state, row.state)}"
    return fitting(f"{row.a} and {row.b} {state}", f"Two algorithms {state}")


def _short(row: ComparedPair) -> str:
    """The two sides of a trade-off; or who wins or is ahead, on which measures, at what price."""
    first, second = row.names
    if row.state == TRADE_OFF:
        a, b = (_counted(row, name, row.ahead(name)) for name in (first, second))
        return f"{first} is better {a}, {second} {b}"
    if row.winner is None:
        return ""
    better = row.ahead(first)
    on = _counted(row, first, better) if len(better) < 3 else on_measures(better, row.measures)[-1]
    head = {
        WINS: f"{first} wins against {second}{f': better {on}' if better else ''}",
        AHEAD: f"{first} is ahead of {second} {on}",
        JOINTLY_AHEAD: f"{first} is jointly ahead of {second}",
    }[row.state]
    return f"{head}{price(row, first)}{properties([row], first)}"


def _counted(row: ComparedPair, name: str, measures: Sequence[str]) -> str:
    return f"on {wording.listing([counted(row, measure, name) for measure in measures])}"


_NAMELESS = {
    WINS: "one wins", AHEAD: "one is ahead", JOINTLY_AHEAD: "one is jointly ahead",
    NOT_WORSE: "one is not worse",
}  # fmt: skip


@title.register
def _(result: LeaderboardResult, figure: str | None = None) -> str:
    if figure in ("bump", "ranks"):
        ranked = {
            name: [row.algorithm for row in sorted(result.board, key=lambda r: r.mean_rank[name])]
            for name in result.measures
        }
        return _first_ranks(ranked)
    return states(result.pairs)


def _first_ranks(orders: Mapping[str, Sequence[str]]) -> str:
    """Who has the best mean rank on how many measures."""
    first, times = Counter(order[0] for order in orders.values()).most_common(1)[0]
    if len(orders) == 1:
        return fitting(f"{first} has the best mean rank {on_all(list(orders))}")
    if times == len(orders):
        return f"{first} has the best mean rank {on_all(list(orders))}"
    return f"{first} has the best mean rank on {times} of {len(orders)} measures"


@title.register
def _(result: ClaimPairsResult, figure: str | None = None) -> str:
    return states(result.pairs)


@title.register
def _(result: PairwiseResult, figure: str | None = None) -> str:
    name = wording.TEST_NAMES.get(result.test_name, result.test_name)
    if isinstance(result, SeparatePairsResult):
        return of_single_tests(result.pairs, result.measures, result.test_name)
    found = cells(result.pairs, ("a", "b", "decided", "winner"))
    k, n = sum(map(bool, found["decided"])), len(result.pairs)
    if isinstance(result, MeanPairsResult):
        return f"The means of {k} of {wording.plural(n, 'pair')} differ ({name})"
    by_p = result.pairs[0].by_p
    winners = [winner for winner in found["winner"] if winner]
    if k == len(winners) == 1:
        i = found["winner"].index(winners[0])
        loser = found["b"][i] if winners[0] == found["a"][i] else found["a"][i]
        said = f"{winners[0]} is better than {loser} {on_all(tuple(result.measures))}"
        if not by_p:
            return fitting(f"{said}: {reaches(result)}", f"1 of {n} pairs {reaches(result)}")
        return fitting(f"{said} ({name})", said, f"1 of {n} pairs is shown ({name})")
    are = f"{'is' if k == 1 else 'are'} shown" if by_p else reaches(result, k)
    return f"{k or 'None'} of {wording.plural(n, 'pair')} {are} ({name})"


def reaches(result: PairwiseResult, n: int = 1) -> str:
    """What the posteriors of `n` pairs reach if they are decided."""
    by_the_least = getattr(result.pairs[0], "rule", None) == "lower"
    limit = 1 - result.alpha / (2 if by_the_least else 1)
    return f"{'reaches' if n == 1 else 'reach'} P = {limit:g}"
