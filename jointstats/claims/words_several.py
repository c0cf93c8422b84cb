"""Several pairs in words: clauses with their price, counts by state, and the win map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.phrases import comparative, fitting, jointly
from jointstats.base.rows import cells
from jointstats.claims.compared_pair import (
    AHEAD,
    OPEN,
    POSSIBLE_TRADE_OFF,
    TRADE_OFF,
    WINS,
    ComparedPair,
)
from jointstats.claims.comparison import Comparison
from jointstats.claims.words_pairs import (
    STATES,
    open_measures,
    other_of,
    properties,
    score,
    scores,
    stated,
    together,
)
from jointstats.claims.words_sizes import size_of

MOST_GROUPS = 4
MOST_NAMES = 5
FEW = 3  # open measures that are named
OPEN_MEASURE = " (open)"  # after the words of a step

On = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class AlikePairs:
    """Pairs that one clause can name.

    Attributes
    ----------
    name : str
        The algorithm that is named first in all of them.
    on : tuple of tuple of str
        Measures on which it is better, and on which worse; the same in all pairs.
    rows : list of ComparedPair
        By the places of the other algorithms on the leaderboard.
    """

    name: str
    on: On
    rows: list[ComparedPair]

    @property
    def named(self) -> list[ComparedPair]:
        """The pairs whose other algorithm is named."""
        return self.rows if len(self.rows) <= MOST_NAMES + 1 else self.rows[:MOST_NAMES]


def _grouped(rows: Iterable[ComparedPair], order: Sequence[str], state: str) -> list[AlikePairs]:
    """Pairs by who is named first, and but for wins by measures, the largest groups first."""
    place = {name: k for k, name in enumerate(order)}
    pairs: dict[tuple[str, On], list[ComparedPair]] = {}
    for row in rows:
        name = row.subject or min(row.a, row.b, key=place.__getitem__)
        better = row.ahead(name) if state in (AHEAD, POSSIBLE_TRADE_OFF, TRADE_OFF) else ()
        worse = row.ahead(other_of(row, name)) if state == TRADE_OFF else ()
        pairs.setdefault((name, (better, worse)), []).append(row)
    groups = [
        AlikePairs(name, on, sorted(alike, key=lambda row: place[other_of(row, name)]))
        for (name, on), alike in pairs.items()
    ]
    return sorted(groups, key=lambda group: (-len(group.rows), place[group.name]))


def sentences(rows: Sequence[ComparedPair], order: Sequence[str], state: str) -> list[str]:
    """Pairs of one state: the largest groups by name, the others counted; without full stops."""
    rows = tuple(rows)  # each is made once
    groups = _grouped(rows, order, state)
    rest = sum(len(group.rows) for group in groups[MOST_GROUPS:])
    said = [_stated(group, state) for group in groups[:MOST_GROUPS]]
    unnamed = len(groups) > MOST_GROUPS or any(group.named is not group.rows for group in groups)
    return [*said, *more(rest), *(prices_of_all(rows) if unnamed and state != TRADE_OFF else [])]


def more(rest: int) -> list[str]:
    """How many pairs are not named; nothing if all are."""
    verb = "is" if rest == 1 else "are"
    return [f"{wording.plural(rest, 'more pair')} {verb} like this"] if rest else []


def _stated(group: AlikePairs, state: str) -> str:
    """The state of an algorithm and its rivals, with the price."""
    name, rows = group.name, group.named
    rest = len(group.rows) - len(rows)
    better, worse = (wording.listing(measures) for measures in group.on)
    others = [other_of(row, name) for row in rows]
    if state == TRADE_OFF:
        others = [_traded(row, name, (*group.on[0], *group.on[1])) for row in rows]
    second = wording.listing([*others, *([f"{rest} more"] if rest else [])])
    said = stated(state, name, second, better, worse)
    if state == TRADE_OFF:
        return said
    return f"{said}{_jointly(rows, name)}{prices(rows, name)}{_open(rows, name)}"


def _traded(row: ComparedPair, name: str, measures: Sequence[str]) -> str:
    """The other algorithm of a trade-off with all counts."""
    joint = "" if row.joint is None else f"; {row.joint} is {together([row], row.joint)}"
    return f"{other_of(row, name)} ({scores(row, measures, name)}{joint})"


def prices_of_all(rows: Sequence[ComparedPair]) -> list[str]:
    """In how many pairs the other one is more often better on what; nothing if in none."""
    times = Counter(name for row in rows for name in row.price(str(row.subject)))
    if not times:
        return []
    (first, most), *others = times.most_common()
    of_all = f"all {most}" if most == len(rows) else f"{most} of these {len(rows)}"
    named = [f"on {first} in {of_all} pairs", *(f"on {name} in {n}" for name, n in others)]
    return [f"The other algorithm is more often better {wording.listing(named)}"]


def prices(rows: Sequence[ComparedPair], name: str) -> str:
    """Each measure on which another one is more often better, with counts; known properties."""
    by_measure: dict[str, list[str]] = {}
    for row in rows:
        other = other_of(row, name)
        for measure in row.price(name):
            by_measure.setdefault(measure, []).append(f"{other} ({score(row, measure, other)})")
    named: list[str] = []
    for measure, who in by_measure.items():
        verb = (
            "" if named else "is more often better " if len(who) == 1 else "are more often better "
        )
        named.append(f"{wording.listing(who)} {verb}on {measure}")
    known = properties(rows, name)
    return f", but {wording.listing(named)}{known}" if named else known


def _open(rows: Sequence[ComparedPair], name: str) -> str:
    """The open measures of pairs with a winner, but for those in the price."""
    by_measure: dict[str, list[str]] = {}
    for row in (row for row in rows if row.winner):
        known = row.price(name)
        for measure in open_measures(row):
            if measure not in known:
                by_measure.setdefault(measure, []).append(other_of(row, name))
    against: dict[tuple[str, ...], list[str]] = {}
    for measure, rivals in by_measure.items():
        against.setdefault(tuple(rivals), []).append(measure)
    said = []
    for others, measures in against.items():
        some = wording.listing(measures) if len(measures) <= FEW else f"{len(measures)} measures"
        whom = "" if len(others) == len(rows) else f" against {wording.listing(others)}"
        said.append(f"{some} {'is' if len(measures) == 1 else 'are'} open{whom}")
    return f"; {', '.join(said)}" if said else ""


def _jointly(rows: Sequence[ComparedPair], name: str) -> str:
    """The joint claims that are shown, with the counts of all these pairs."""
    said = ""
    shown = [row for row in rows if row.joint == name]
    if shown:
        than = wording.listing([other_of(row, name) for row in shown])
        whom = f" than {than}" if len(shown) < len(rows) else ""
        said = f", {together(shown, name)}{whom}"
    against = [row for row in rows if row.joint not in (None, name)]
    return said + "".join(
        f", although {row.joint} is {together([row], str(row.joint))}" for row in against
    )


# --- All pairs, counted ---------------------------------------------------------------------------


def decided(pairs: LazyRows[ComparedPair]) -> str:
    """Of how many pairs something is shown, by state: a sentence."""
    n = len(pairs)
    rest = cells(pairs, ("state",))["state"].count(OPEN)
    if rest == n:
        return f"The data do not establish a difference in any of the {n} pairs."
    return f"Something is shown for {n - rest} of {n} pairs: {tally(pairs, left_out=OPEN)}."


def tally(pairs: LazyRows[ComparedPair], *, left_out: str = "") -> str:
    """How many pairs are in which state: "3 wins, 1 trade-off and 2 open"."""
    times = Counter(cells(pairs, ("state",))["state"])
    del times[left_out]
    return wording.listing(
        [words.counted(times[state]) for state, words in STATES.items() if times[state]]
    )


def states(pairs: LazyRows[ComparedPair]) -> str:
    """How many pairs have a winner, are trade-offs, and so on: a title without names."""
    return f"{tally(pairs)} among {wording.plural(len(pairs), 'pair')}"


# --- The win map ----------------------------------------------------------------------------------


def won(result: Comparison) -> list[tuple[str, str]]:
    """The winner and the loser of each pair with a winner."""
    columns = result.pairs.where(state=WINS).cells(("a", "b", "winner"))
    return [(first, b if first == a else a) for a, b, first in zip(*columns.values(), strict=True)]


def question_of(result: Comparison, measure: str) -> str:
    """What the claims are about: the measure, or its group."""
    return next((group.name for group in result.groups if measure in group.measures), measure)


def leader(result: Comparison) -> str | None:
    """The unbeaten algorithm with most wins, the first one of several; None if none is unbeaten."""
    wins = {row.algorithm: row.wins for row in result.leaderboard.board if row.unbeaten}
    return max(wins, key=wins.__getitem__, default=None)


def map_title(result: Comparison, on: tuple[str, str]) -> str:
    """A claim about the unbeaten algorithm with most wins; or how many are unbeaten."""
    pairs, n, name = won(result), len(result.algorithms), leader(result)
    unbeaten = result.leaderboard.unbeaten
    if not pairs:
        return states(result.pairs)
    if name is None:
        return "Against each algorithm another one wins"
    times = Counter(winner for winner, _ in pairs)
    beaten = [loser for winner, loser in pairs if winner == name]
    if len(beaten) == n - 1:
        return fitting(f"{name} wins against all {n - 1} others", "One algorithm wins against all")
    alike = [other for other in unbeaten if times[other] == times[name]]
    named = f"{name} wins against {wording.listing(beaten)}"
    counted = f"{name} wins against {len(beaten)} of {n - 1}"
    if len(alike) > 1:
        named = f"{wording.listing(alike)} each win against {len(beaten)} of {n - 1}"
        counted = f"{len(alike)} algorithms each win against {len(beaten)} of {n - 1}"
    if len(unbeaten) == 1:
        return fitting(f"{counted}; only {name} is unbeaten", f"Only {name} is unbeaten")
    price = "" if len(alike) > 1 else _only_at_a_price(result, name, on)
    more = [*([price] if price else []), f"{len(unbeaten)} of {n} are unbeaten"]
    said = [f"{wins}; {which}" for which in more for wins in (named, counted) if beaten]
    return fitting(*said, f"{len(unbeaten)} of {n} algorithms are unbeaten")


def _only_at_a_price(result: Comparison, name: str, on: tuple[str, str]) -> str:
    """That only a worse algorithm on the second measure can be better on the first, if shown.

    For every other algorithm one of two claims is shown: the named one is better on the first
    measure, or on the second.
    """
    gain, cost = (question_of(result, measure) for measure in on)
    worse, better = (
        comparative(measure, result.measures[measure], better=side)
        for measure, side in zip(on[::-1], (False, True), strict=True)
    )
    if worse.endswith(on[1]) or better.endswith(on[0]):
        return ""  # "only a worse cost algorithm" is no sentence
    columns = result.pairs.cells(("a", "b", "better_a", "better_b", "equal"))
    priced = False
    for a, b, better_a, better_b, equal in zip(*columns.values(), strict=True):
        if name in (a, b):
            ahead = {*(better_a if name == a else better_b)} - {*equal}
            if not ahead & {gain, cost}:
                return ""
            priced |= gain not in ahead
    return f"only a {worse} algorithm can be {better}" if priced else ""


def map_alt(result: Comparison, on: tuple[str, str]) -> str:
    """What the map shows, for readers who do not see it."""
    names = result.leaderboard.unbeaten
    which = f"Unbeaten: {wording.some(names, 12)}." if names else "None is unbeaten."
    return (
        f"Mean ranks of {len(result.algorithms)} algorithms on {on[0]} (across) and {on[1]} (up), "
        f"with arrows from winners. {which}"
    )


def map_notes(result: Comparison, *, each: bool, steps: bool, bounds: bool) -> tuple[str, ...]:
    """What arrows, points and the stair mean, and how sure all of it is: two lines.

    Parameters
    ----------
    result : Comparison
    each : bool
        Whether each beaten algorithm has one arrow.
    steps, bounds : bool
        Whether there are steps, and whether their words may have bounds.
    """
    one = "; of several winners one is drawn" if each else ""
    win = "shown jointly or on all measures"
    stair = " Stair: median cost of the next step; dashed: a side is open."
    return (
        f"Arrow: win ({win}{one}). Filled: unbeaten.{stair if steps else ''}",
        f"Claims{', and separately bounds,' if bounds else ''} hold {jointly(result)}.",
    )


def step_lines(
    result: Comparison, row: ComparedPair, name: str, on: tuple[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A step to an algorithm in words, a line for each measure; and with its name and with bounds.

    Without bounds an open measure is called so.
    """
    (gain, bounded_gain), (cost, bounded_cost) = (_size(result, row, name, each) for each in on)
    lines = f"{gain},", cost
    if gain.endswith(OPEN_MEASURE):  # in the shorter line
        lines = gain.removesuffix(OPEN_MEASURE), f"{OPEN_MEASURE.strip()}, {cost}"
    return lines, (f"{name}:", f"{bounded_gain},", bounded_cost)


def _size(result: Comparison, row: ComparedPair, name: str, measure: str) -> tuple[str, str]:
    """The median difference; if it is unknown or 0, on how many data sets who is better."""
    way, question = result.measures[measure], question_of(result, measure)
    shown = {*row.better_a, *row.better_b, *row.equal}
    mark = "" if question in shown else OPEN_MEASURE
    favoured, amount, bounds = size_of(result, row, measure)
    if favoured is None:
        wins = row.wins(name)[question]
        losses = row.wins(row.b if name == row.a else row.a)[question]
        word = comparative(measure, way, better=wins >= losses)
        said = f"{word} on {max(wins, losses)} of {row.n}{mark}"
        return said, said
    word = comparative(measure, way, better=favoured == name)
    if word.endswith(f" {measure}"):
        word = f"{word.removesuffix(measure)}on {measure}"
    return f"{amount} {word}{mark}", f"{amount} {word}{bounds or mark}"
