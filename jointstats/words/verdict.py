"""What a comparison shows, in sentences: the verdict, its condition, and what would change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import (
    AHEAD,
    JOINTLY_AHEAD,
    NOT_WORSE,
    OPEN,
    PRACTICALLY_EQUAL,
    TRADE_OFF,
    WINS,
    ComparedPair,
)
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.rows import cells
from jointstats.words.changes import changes
from jointstats.words.conditions import guarantee
from jointstats.words.pair_sentences import counted, sentence, trade

FEW_WINS = 6  # told with all their counts; of more the winners are counted
FEW_NAMES = 4

_STATES = {  # how many pairs are in a state: of one pair, of more
    WINS: ("has a winner", "have a winner"),
    TRADE_OFF: ("is a trade-off", "are trade-offs"),
    AHEAD: ("has one algorithm ahead", "have one algorithm ahead"),
    JOINTLY_AHEAD: ("has one algorithm jointly ahead", "have one algorithm jointly ahead"),
    PRACTICALLY_EQUAL: ("is practically equal", "are practically equal"),
    NOT_WORSE: ("shows only what is not worse", "show only what is not worse"),
    OPEN: ("is open", "are open"),
}


_SHORT = {  # the same in a title
    WINS: ("win", "wins"),
    TRADE_OFF: ("trade-off", "trade-offs"),
    AHEAD: ("ahead", "ahead"),
    JOINTLY_AHEAD: ("jointly ahead", "jointly ahead"),
    PRACTICALLY_EQUAL: ("equal", "equal"),
    NOT_WORSE: ("not worse", "not worse"),
    OPEN: ("open", "open"),
}


@singledispatch
def findings(result: Any) -> tuple[str, ...]:
    """All that a result found, the verdict first."""
    raise NotImplementedError(type(result).__name__)


def verdict(result: Any) -> str:
    """What a result means, in a sentence or a few."""
    return findings(result)[0]


@findings.register
def _(result: Comparison) -> tuple[str, ...]:
    if len(result.pairs) == 1:
        lines = [sentence(result.pairs[0])]
    else:
        lines = [headline(result), *of_each_state(result)]
    lines += [group.meaning_sentence for group in result.groups if not group.alone]
    lines.append(condition(result))
    lines += changes(result)
    return tuple(lines)


@findings.register
def _(result: LeaderboardResult) -> tuple[str, ...]:
    unbeaten = wording.some(result.unbeaten, FEW_NAMES)
    pairs = wording.plural(result.n_pairs, "pair")
    has = "has" if result.n_wins == 1 else "have"
    first = f"{result.n_wins or 'None'} of {pairs} {has} a winner"
    if result.n_wins:
        first += f"; no algorithm wins against {unbeaten}"
    return (f"{first}.", condition(result))


def condition(result: Comparison | LeaderboardResult) -> str:
    """How probable a false claim is, and on what condition."""
    return guarantee(
        result.alpha, families=result.n_families is not None, left_out=result.missing == "drop"
    )


# --- All pairs ------------------------------------------------------------------------------------


def headline(result: Comparison) -> str:
    """Which pairs have a winner, and the price of the wins."""
    rows, pairs = result.wins, wording.plural(len(result.pairs), "pair")
    if result.control is not None:
        pairs = f"{pairs} with {result.control}"
    if not rows:
        return f"None of {pairs} has a winner; {_tally(result)}."
    has = "has" if len(rows) == 1 else "have"
    return f"{len(rows)} of {pairs} {has} a winner: {_winners(rows, result.order)}."


def _winners(rows: Sequence[ComparedPair], order: Sequence[str]) -> str:
    """Who wins against whom, in the order of the leaderboard, with the price of each win."""
    found = cells(rows, ("winner", "loser"))
    losers: dict[str, list[int]] = {}
    for i, winner in enumerate(found["winner"]):
        losers.setdefault(winner, []).append(i)
    place = {name: k for k, name in enumerate(order)}
    said = []
    for winner in sorted(losers, key=place.__getitem__):
        own = sorted(losers[winner], key=lambda i: place[found["loser"][i]])
        if len(rows) <= FEW_WINS:
            named = wording.listing([_loser(rows[i], winner) for i in own])
        else:
            named = wording.some([found["loser"][i] for i in own], FEW_NAMES)
        against = "wins against " if not said else "against "
        said.append(f"{winner} {against}{named}")
    if len(rows) <= FEW_WINS:
        return ", ".join(said)
    most = said[:FEW_NAMES]
    rest = len(said) - len(most)
    more = f", and {wording.plural(rest, 'more algorithm')} against others" if rest else ""
    return f"{', '.join(most)}{more}{_price_of_many(rows)}"


def _loser(row: ComparedPair, winner: str) -> str:
    loser = str(row.loser)
    on = row.price(winner)
    lost = wording.listing([counted(row, measure, loser) for measure in on])
    known = "; ".join(map(str, row.worse_properties(winner)))
    costs = "; ".join(filter(None, [f"which has more wins on {lost}" if lost else "", known]))
    return f"{loser} ({costs})" if costs else loser


def _price_of_many(rows: Sequence[ComparedPair]) -> str:
    """On which measures losers have more wins, and in how many of the pairs."""
    times: Counter[str] = Counter()
    data_sets: dict[str, list[int]] = {}
    for row in rows:
        winner, loser = row.names
        for measure in row.price(winner):
            times[measure] += 1
            data_sets.setdefault(measure, []).append(row.wins(loser)[measure])
    if not times:
        return ""
    named = [
        f"{measure} in {n} of these pairs (on up to {max(data_sets[measure])} data sets)"
        for measure, n in times.most_common()
    ]
    return f"; the losing algorithm has more wins on {wording.listing(named)}"


def _tally(result: Comparison) -> str:
    """How many pairs are in which state, a clause; the numbers add up to all."""
    times = Counter(cells(result.pairs, ("state",))["state"])
    said = [
        f"{times[state]} {words[times[state] > 1]}"
        for state, words in _STATES.items()
        if times[state] and state != WINS
    ]
    return wording.listing(said)


def states(pairs: LazyRows[ComparedPair]) -> str:
    """How many pairs have a winner, are trade-offs, and so on: a title that names nobody."""
    times = Counter(cells(pairs, ("state",))["state"])
    said = [f"{times[state]} {_SHORT[state][times[state] > 1]}" for state in _SHORT if times[state]]
    return f"{wording.plural(len(pairs), 'pair')}: {wording.listing(said)}"


def of_each_state(result: Comparison) -> list[str]:
    """What the pairs without a winner show, each state in a sentence or two."""
    said = []
    traded = result.in_state(TRADE_OFF)
    if traded:
        n = len(traded)
        shown = "; ".join(trade(row) for row in traded[:FEW_NAMES])
        more = f"; and {wording.plural(n - FEW_NAMES, 'more pair')}" if n > FEW_NAMES else ""
        said.append(f"{wording.plural(n, 'trade-off')}: {shown}{more}.")
    said += _ahead(result)
    rest = [state for state in (JOINTLY_AHEAD, PRACTICALLY_EQUAL, NOT_WORSE)]
    for row in result.in_state(*rest)[:FEW_NAMES]:
        said.append(sentence(row))
    if result.wins:
        said.append(f"Of the other pairs, {_tally(result)}." if _tally(result) else "")
    return [line for line in said if line]


def _ahead(result: Comparison) -> list[str]:
    """Who is ahead of whom on which measures, rivals in the order of the leaderboard."""
    place = {name: k for k, name in enumerate(result.order)}
    found: dict[tuple[str, tuple[str, ...]], list[ComparedPair]] = {}
    for row in result.in_state(AHEAD):
        found.setdefault((str(row.winner), row.ahead(str(row.winner))), []).append(row)
    said = []
    for (name, on), rows in sorted(found.items(), key=lambda one: (-len(one[1]), place[one[0][0]])):
        others = sorted((str(row.loser) for row in rows), key=place.__getitem__)
        every = len(others) == len(result.algorithms) - 1
        whom = f"all {len(others)} others" if every and len(others) > 2 else (
            wording.some(others, FEW_NAMES)
        )  # fmt: skip
        said.append(f"{name} is ahead of {whom} on {wording.listing(on)}{_lost(rows, name)}")
    most, rest = said[:FEW_NAMES], len(said) - FEW_NAMES
    more = f"; {wording.plural(rest, 'more statement')} of this kind: see pairs" if rest > 0 else ""
    return [f"{'; '.join(most)}{more}."] if most else []


def _lost(rows: Sequence[ComparedPair], name: str) -> str:
    """Where others have more wins, in all these pairs together, with the counts."""
    by_measure: dict[str, list[str]] = {}
    for row in rows:
        other = str(row.loser)
        for measure in row.price(name):
            own, theirs = row.wins(name)[measure], row.wins(other)[measure]
            by_measure.setdefault(measure, []).append(f"{other} {theirs} to {own}")
    if not by_measure:
        return ""
    named = [f"{measure} ({wording.listing(who)})" for measure, who in by_measure.items()]
    return f", but has fewer wins on {wording.listing(named)}"
