"""A comparison and its leaderboard, worded: verdict, condition, titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from jointstats.labelled import wording
from jointstats.labelled.claims import compared_pair as compared
from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.rows import cells
from jointstats.words import several_pairs as several
from jointstats.words.changes import changes
from jointstats.words.conditions import guarantee
from jointstats.words.contract import findings, title, verdict
from jointstats.words.pair_sentences import (
    clause,
    counted,
    other_of,
    price,
    properties,
    sentence,
)
from jointstats.words.phrases import ROOM, fitting, meaning_of_group, on_all, on_measures

FEW = 4  # pairs that are named one by one
MOST_UNBEATEN = 3  # that are named
PAIR_ROOM = 2 * ROOM  # characters of what is shown of two algorithms

_STATES = {  # how many pairs are in a state: of one pair, of more
    compared.WINS: ("has a winner", "have a winner"),
    compared.TRADE_OFF: ("is a trade-off", "are trade-offs"),
    compared.AHEAD: ("has one algorithm ahead", "have one algorithm ahead"),
    compared.JOINTLY_AHEAD: ("has one algorithm jointly ahead", "have one algorithm jointly ahead"),
    compared.PRACTICALLY_EQUAL: ("is practically equal", "are practically equal"),
    compared.NOT_WORSE: ("shows only a weaker claim", "show only weaker claims"),
    compared.OPEN: ("is open", "are open"),
}

_SHORT = {  # the same in a title
    compared.WINS: ("win", "wins"),
    compared.TRADE_OFF: ("trade-off", "trade-offs"),
    compared.AHEAD: ("ahead", "ahead"),
    compared.JOINTLY_AHEAD: ("jointly ahead", "jointly ahead"),
    compared.PRACTICALLY_EQUAL: ("equal", "equal"),
    compared.NOT_WORSE: ("not worse", "not worse"),
    compared.OPEN: ("open", "open"),
}


@findings.register
def _(result: Comparison) -> tuple[str, ...]:
    if len(result.pairs) == 1:
        lines = [sentence(result.pairs[0])]
    else:
        lines = [headline(result), *of_each_state(result)]
    lines += [meaning_of_group(one) for one in result.groups if not one.alone]
    lines.append(condition(result))
    lines += changes(result)
    return tuple(lines)


@findings.register
def _(result: LeaderboardResult) -> tuple[str, ...]:
    first = _have_winners(result.n_wins, result.n_pairs, result.control)
    if result.n_wins:
        first += f"; unbeaten: {wording.some(result.unbeaten, MOST_UNBEATEN) or 'none'}"
    return (f"{first}.", condition(result))


@verdict.register(Comparison)
@verdict.register(LeaderboardResult)
def _(result: Comparison | LeaderboardResult) -> str:
    return findings(result)[0]


def condition(result: Comparison | LeaderboardResult) -> str:
    """How probable a false claim is, and on what condition."""
    return guarantee(
        result.alpha, families=result.n_families is not None, left_out=result.missing == "drop"
    )


# --- All pairs ------------------------------------------------------------------------------------


def headline(result: Comparison) -> str:
    """Which pairs have a winner, at what price; without a winner, how many are in which state."""
    first = _have_winners(len(result.wins), len(result.pairs), result.control)
    if not result.wins:
        return f"{first}; {tally(result.pairs)}."
    groups = several.grouped(result.wins, result.order, lambda row, name: ())
    said = several.listed(groups, lambda group: several.led(group, "wins against"))
    return f"{first}: {'; '.join(said)}.{several.left_out_prices(groups)}"


def _have_winners(wins: int, pairs: int, control: str | None) -> str:
    of_all = wording.plural(pairs, "pair") + ("" if control is None else f" with {control}")
    return f"{wins or 'None'} of {of_all} {'have' if wins > 1 else 'has'} a winner"


def tally(pairs: LazyRows[ComparedPair]) -> str:
    """How many pairs without a winner are in which state, a clause."""
    times = Counter(cells(pairs, ("state",))["state"])
    said = [
        f"{times[state]} {words[times[state] > 1]}"
        for state, words in _STATES.items()
        if times[state] and state != compared.WINS
    ]
    return wording.listing(said)


def states(pairs: LazyRows[ComparedPair]) -> str:
    """How many pairs have a winner, are trade-offs, and so on: a title that names nobody."""
    times = Counter(cells(pairs, ("state",))["state"])
    said = [f"{times[state]} {_SHORT[state][times[state] > 1]}" for state in _SHORT if times[state]]
    return f"{wording.plural(len(pairs), 'pair')}: {wording.listing(said)}"


def of_each_state(result: Comparison) -> list[str]:
    """What the pairs without a winner show: each state in a sentence, after a number."""
    said = []
    for state in _STATES:
        rows = result.in_state(state)
        if rows and state != compared.WINS:
            n = wording.plural(len(rows), "pair")
            said.append(f"{n} {_STATES[state][len(rows) > 1]}{_named(state, rows, result)}")
    return said


def _named(state: str, rows: LazyRows[ComparedPair], result: Comparison) -> str:
    """Pairs of one state: the first ones by name, the others counted."""
    if state == compared.TRADE_OFF:
        groups = several.grouped(rows, result.order, _better_and_worse)
        return f". {'. '.join(several.listed(groups, several.traded))}."
    if state == compared.AHEAD:
        groups = several.grouped(rows, result.order, lambda row, name: (row.ahead(name),))
        said = several.listed(groups, lambda group: several.led(group, "is ahead of"))
        return f". {'. '.join(said)}.{several.left_out_prices(groups)}"
    pairs_alone = state in (compared.PRACTICALLY_EQUAL, compared.OPEN)
    shown = rows if len(rows) <= FEW + 1 else rows[:FEW]
    said = [f"{row.a} and {row.b}" if pairs_alone else clause(row) for row in shown]
    rest = len(rows) - len(said)
    if pairs_alone:
        return f": {'; '.join([*said, *([f'{rest} more'] if rest else [])])}."
    return f". {'. '.join([*said, *several.more(rest)])}."


def _better_and_worse(row: ComparedPair, name: str) -> several.On:
    return row.ahead(name), row.ahead(other_of(row, name))


# --- Titles ---------------------------------------------------------------------------------------


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
    if row.state == compared.TRADE_OFF:
        a, b = (_counted(row, name, row.ahead(name)) for name in (first, second))
        return f"{first} is better {a}, {second} {b}"
    if row.winner is None:
        return ""
    better = row.ahead(first)
    on = _counted(row, first, better) if len(better) < 3 else on_measures(better, row.measures)[-1]
    head = {
        compared.WINS: f"{first} wins against {second}{f': better {on}' if better else ''}",
        compared.AHEAD: f"{first} is ahead of {second} {on}",
        compared.JOINTLY_AHEAD: f"{first} is jointly ahead of {second}",
    }[row.state]
    return f"{head}{price(row, first)}{properties([row], first)}"


def _counted(row: ComparedPair, name: str, measures: Sequence[str]) -> str:
    return f"on {wording.listing([counted(row, measure, name) for measure in measures])}"


_NAMELESS = {
    compared.WINS: "one wins",
    compared.AHEAD: "one is ahead",
    compared.JOINTLY_AHEAD: "one is jointly ahead",
    compared.NOT_WORSE: "one is not worse",
}


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
