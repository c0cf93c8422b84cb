"""Clauses about several pairs with their price: the first by name, the others counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.rows import cells
from jointstats.claims.compared_pair import AHEAD, OPEN, POSSIBLE_TRADE_OFF, TRADE_OFF, ComparedPair
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

MOST_GROUPS = 4
MOST_NAMES = 5
FEW = 3  # open measures that are named

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
