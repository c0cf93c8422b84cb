"""Clauses about several pairs: who leads whom, at what price; the last ones are only counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.words.pair_sentences import dominations, other_of, properties, score, scores

MOST_GROUPS = 4
MOST_NAMES = 5

On = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Group:
    """Pairs that one clause can name.

    Attributes
    ----------
    name : str
        The algorithm that leads in all of them.
    on : tuple of tuple of str
        Measures on which it leads, and on which it trails; the same in all pairs.
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


def grouped(
    rows: Iterable[ComparedPair], order: Sequence[str], on: Callable[[ComparedPair, str], On]
) -> list[Group]:
    """Pairs by who leads on which measures, the largest groups first.

    Parameters
    ----------
    rows : iterable of ComparedPair
    order : sequence of str
        The algorithms, best first: of a pair without a winner, the first one is taken to lead.
    on : callable
        The measures of a row, seen from the algorithm that leads.
    """
    place = {name: k for k, name in enumerate(order)}
    found: dict[tuple[str, On], list[ComparedPair]] = {}
    for row in rows:
        name = row.winner or min(row.a, row.b, key=place.__getitem__)
        found.setdefault((name, on(row, name)), []).append(row)
    groups = [
        Group(name, shared, sorted(own, key=lambda row: place[other_of(row, name)]))
        for (name, shared), own in found.items()
    ]
    return sorted(groups, key=lambda group: (-len(group.rows), place[group.name]))


def listed(groups: Sequence[Group], say: Callable[[Group], str]) -> list[str]:
    """The first groups in words, the pairs of the others counted."""
    said = [say(group) for group in groups[:MOST_GROUPS]]
    rest = sum(len(group.rows) for group in groups[MOST_GROUPS:])
    return [*said, *more(rest)]


def more(rest: int) -> list[str]:
    """How many pairs are not named; nothing if all are."""
    verb = "is" if rest == 1 else "are"
    return [f"{wording.plural(rest, 'more pair')} {verb} like this"] if rest else []


def led(group: Group, verb: str) -> str:
    """Who wins against whom, or is ahead of whom on what, and what it costs."""
    names = [other_of(row, group.name) for row in group.rows]
    on = f" on {wording.listing(group.on[0])}" if group.on else ""
    return (
        f"{group.name} {verb} {wording.some(names, MOST_NAMES)}{on}"
        f"{_jointly(group.named, group.name)}{prices(group.named, group.name)}"
    )


def traded(group: Group) -> str:
    """On what an algorithm is better, and on what worse, than others, with all counts."""
    better, worse = group.on
    others = []
    for row in group.named:
        won = scores(row, (*better, *worse), group.name)
        joint = "" if row.joint is None else (
            f"; {row.joint} dominates on {dominations(row, row.joint)}"
        )  # fmt: skip
        others.append(f"{other_of(row, group.name)} ({won}{joint})")
    rest = len(group.rows) - len(others)
    said = wording.listing([*others, *([f"{rest} more"] if rest else [])])
    return (
        f"{group.name} is better on {wording.listing(better)}, and worse on "
        f"{wording.listing(worse)}, than {said}"
    )


def left_out_prices(groups: Sequence[Group]) -> str:
    """In how many pairs the other one has more wins on which measure, if not all are named."""
    if len(groups) <= MOST_GROUPS and all(group.named is group.rows for group in groups):
        return ""
    rows = [row for group in groups for row in group.rows]
    times = Counter(name for row in rows for name in row.price(str(row.winner)))
    if not times:
        return ""
    (first, most), *others = times.most_common()
    of_all = f"all {most}" if most == len(rows) else f"{most} of these {len(rows)}"
    named = [f"on {first} in {of_all} pairs", *(f"on {name} in {n}" for name, n in others)]
    return f" The other algorithm has more wins {wording.listing(named)}."


def prices(rows: Sequence[ComparedPair], name: str) -> str:
    """Every measure on which one of the others has more wins, with the counts; properties, too."""
    by_measure: dict[str, list[str]] = {}
    for row in rows:
        other = other_of(row, name)
        for measure in row.price(name):
            by_measure.setdefault(measure, []).append(f"{other} ({score(row, measure, other)})")
    named = [f"on {measure} go to {wording.listing(who)}" for measure, who in by_measure.items()]
    known = properties(rows, name)
    return f", but more wins {wording.listing(named)}{known}" if named else known


def _jointly(rows: Sequence[ComparedPair], name: str) -> str:
    """The joint claims that are shown, with the counts of all these pairs."""
    said = ""
    shown = [row for row in rows if row.joint == name]
    if shown:
        whom = "" if len(rows) == 1 else "each " if len(shown) == len(rows) else (
            f"{wording.listing([other_of(row, name) for row in shown])} "
        )  # fmt: skip
        own = _span([row.dominates(name) for row in shown])
        others = _span([row.dominates(other_of(row, name)) for row in shown])
        said = f", and dominates {whom}on {own} data sets to {others}"
    against = [row for row in rows if row.joint not in (None, name)]
    return said + "".join(
        f", although {row.joint} dominates on {dominations(row, str(row.joint))}" for row in against
    )


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"
