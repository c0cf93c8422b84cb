"""A comparison and its leaderboard, worded: verdict, findings, titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from jointstats.base import wording
from jointstats.base.conditions import guarantee
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.phrases import ROOM, fitting, in_words, meaning_of_group, on_all
from jointstats.base.rows import cells
from jointstats.base.worded import findings, title, verdict
from jointstats.claims import compared_pair as compared
from jointstats.claims import words_several as several
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard import LeaderboardResult
from jointstats.claims.sensitivity.words import changes
from jointstats.claims.words_league import opposing_means, sizes
from jointstats.claims.words_pairs import (
    STATES,
    also_jointly,
    claim,
    clause,
    price,
    properties,
    sentence,
    stated,
    together,
)
from jointstats.network.network_result import NetworkResult

FEW = 4  # pairs that are named one by one
MOST_UNBEATEN = 3  # that are named
PAIR_ROOM = 2 * ROOM  # characters of what is shown of two algorithms


@findings.register
def _(result: Comparison) -> tuple[str, ...]:
    if len(result.pairs) == 1:
        lines = [" ".join(filter(None, (sentence(result.pairs[0]), sizes(result))))]
    else:
        lines = [headline(result), *_of_each_state(result)]
    lines += opposing_means(result)
    lines += [meaning_of_group(group) for group in result.groups if not group.alone]
    lines.append(certainty(result))
    lines += changes(result)
    return tuple(lines)


@findings.register
def _(result: LeaderboardResult) -> tuple[str, ...]:
    first = _have_winners(result.n_wins, result.n_pairs, result.control)
    if result.n_wins and result.unbeaten:
        unbeaten = wording.any_of(result.unbeaten, MOST_UNBEATEN)
        first += f". No algorithm wins against {unbeaten}"
    elif result.n_wins:
        first += ". Against each algorithm another one wins"
    return (f"{first}.", guarantee(result))


@verdict.register(Comparison)
@verdict.register(LeaderboardResult)
def _(result: Comparison | LeaderboardResult) -> str:
    return findings(result)[0]


def certainty(result: Comparison | LeaderboardResult) -> str:
    """How probable a false claim is, and for what p-values are corrected."""
    n = len(result.pairs)
    pairs = f" about all {n} pairs" if n > 1 else ""
    return f"{guarantee(result)} Each p is corrected for all claims{pairs}."


# --- All pairs ------------------------------------------------------------------------------------


def headline(result: Comparison) -> str:
    """Which pairs have a winner, at what price; without a winner, how many are in which state."""
    first = _have_winners(len(result.wins), len(result.pairs), result.control)
    if not result.wins:
        return f"{first}: {tally(result.pairs)}."
    return ". ".join([first, *several.sentences(result.wins, result.order, compared.WINS)]) + "."


def _have_winners(wins: int, pairs: int, control: str | None) -> str:
    of_all = wording.plural(pairs, "pair") + ("" if control is None else f" with {control}")
    if not wins:
        return f"None of the {of_all} has a winner" if pairs > 1 else "The pair has no winner"
    return f"{wins} of {of_all} {'have' if wins > 1 else 'has'} a winner"


def tally(pairs: LazyRows[ComparedPair], *, wins: bool = True) -> str:
    """How many pairs are in which state: "3 wins, 1 trade-off and 2 open"."""
    times = Counter(cells(pairs, ("state",))["state"])
    if not wins:
        del times[compared.WINS]
    return wording.listing(
        [words.counted(times[state]) for state, words in STATES.items() if times[state]]
    )


def states(pairs: LazyRows[ComparedPair]) -> str:
    """How many pairs have a winner, are trade-offs, and so on: a title without names."""
    return f"{tally(pairs)} among {wording.plural(len(pairs), 'pair')}"


def _of_each_state(result: Comparison) -> list[str]:
    """What the pairs without a winner show: each state in a paragraph, after a number."""
    return [
        f"{wording.capital(STATES[state].noun)} ({wording.plural(len(rows), 'pair')})"
        f"{_named(state, rows, result)}."
        for state in STATES
        if state != compared.WINS and (rows := result.in_state(state))
    ]


def _named(state: str, rows: LazyRows[ComparedPair], result: Comparison) -> str:
    """Pairs of one state: the first ones by name, the others counted."""
    if state in (compared.TRADE_OFF, compared.AHEAD, compared.POSSIBLE_TRADE_OFF):
        return "".join(f". {said}" for said in several.sentences(rows, result.order, state))
    shown = rows if len(rows) <= FEW + 1 else rows[:FEW]
    rest = len(rows) - len(shown)
    if state in (compared.PRACTICALLY_EQUAL, compared.OPEN):
        names = [f"{row.a} and {row.b}{also_jointly(row)}" for row in shown]
        return f": {'; '.join([*names, *([f'{rest} more'] if rest else [])])}"
    return "".join(f". {said}" for said in [*map(clause, shown), *several.more(rest)])


# --- Titles ---------------------------------------------------------------------------------------


@title.register
def _(result: Comparison, figure: str | None = None) -> str:
    if figure == "network" and isinstance(result.tests.get("network"), NetworkResult):
        return title(result.tests["network"], figure)
    if len(result.pairs) == 1:
        return _of_pair(result.pairs[0])
    return title(result.leaderboard, figure)


def _of_pair(row: ComparedPair) -> str:
    """The claim about a pair with its price; without room for it the state, without names."""
    first, second = row.names
    few = [
        f"{in_words(len(row.ahead(name)))} of {len(row.measures)} measures" for name in row.names
    ]
    joint = ""
    if row.winner == row.joint == first:
        joint = f", {together([row], first)}"
    short = f"{stated(row.state, first, second, *few)}{joint}{price(row, first)}"
    short += properties([row], first)
    claims = [short, claim(row)] if joint else [claim(row), short]
    for said in (clause(row), *claims[: 1 if row.state == compared.NOT_WORSE else 2]):
        if len(said) <= PAIR_ROOM:
            return said
    noun = STATES[row.state].noun
    return fitting(f"{row.a} and {row.b}: {noun}", f"Two algorithms: {noun}")


@title.register
def _(result: LeaderboardResult, figure: str | None = None) -> str:
    if figure == "ranks":
        ranked = {
            name: [row.algorithm for row in sorted(result.board, key=lambda r: r.mean_rank[name])]
            for name in result.measures
        }
        return _first_ranks(ranked)
    return states(result.pairs)


def _first_ranks(orders: Mapping[str, Sequence[str]]) -> str:
    """The algorithm with the best mean rank on most measures."""
    first, times = Counter(order[0] for order in orders.values()).most_common(1)[0]
    if len(orders) == 1:
        return fitting(f"{first} has the best mean rank {on_all(list(orders))}")
    if times == len(orders):
        return f"{first} has the best mean rank {on_all(list(orders))}"
    return f"{first} has the best mean rank on {times} of {len(orders)} measures"
