"""What is shown of the pairs of a comparison, in one clause: the headline of its figures.

It says no more than the claim that it names; names and measures are counted where they are many.
"""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import LEANING, SHOWN, PairClaim
from jointstats.labelled.findings.kinds import Claims
from jointstats.words.claims import equal, lost, outcome
from jointstats.words.phrases import side

ROOM = 70  # characters of a title
REVERSE = "more often than the reverse"

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_FULL = ("most_data_sets", "each")  # claims of all measures, on most data sets


def fitting(*candidates: str) -> str:
    """The first of several wordings that fits the room of a title; otherwise the shortest."""
    return next((one for one in candidates if len(one) <= ROOM), min(candidates, key=len))


def in_words(n: int) -> str:
    """A small number as a word.

    Examples
    --------
    >>> in_words(6), in_words(13)
    ('six', '13')
    """
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def on_all(measures: Sequence[str], *, noun: str = "measure") -> str:
    """Every measure, in words: "on accuracy", "on both measures", "on all six measures"."""
    n = len(measures)
    if n == 1:
        return f"on {measures[0]}"
    return f"on both {noun}s" if n == 2 else f"on all {in_words(n)} {noun}s"


def on_measures(some: Sequence[str], every: Sequence[str], *, noun: str = "measure") -> list[str]:
    """Some measures in words, and counted: whichever fits."""
    if len(some) == len(every):
        return [on_all(every, noun=noun)]
    return [f"on {wording.listing(some)}", f"on {in_words(len(some))} of {len(every)} {noun}s"]


def headline(finding: Claims) -> str:
    """What is shown of all pairs, or of those with a control."""
    if len(finding.algorithms) == 2 and len(finding.pairs) == 1:
        return of_pair(finding.pairs[0])
    if finding.control is not None:
        return _with_control(finding, finding.control)
    if not finding.wins:
        return _without_winner(finding)
    if finding.champion is not None:
        return _beats(finding, finding.champion)
    first = _ahead_alone(finding)
    if first is not None:
        return _beats(finding, first)
    if len(finding.won) == 1:
        return of_pair(finding.won[0])
    unbeaten = [name for name in finding.algorithms if name not in finding.beaten]
    if not unbeaten:
        return "Every algorithm is shown to be beaten by some other"
    has = "has" if len(finding.won) == 1 else "have"
    pairs = wording.plural(len(finding.pairs), "pair")
    return f"No overall winner: {len(finding.won)} of {pairs} {has} a shown winner"


def of_pair(row: PairClaim) -> str:
    """What is shown of one pair, or to whom it leans."""
    if row.strength != SHOWN:
        return _not_shown(row)
    if row.ahead is not None:
        return _but(row, row.ahead)
    if row.winner is not None:
        return _won(row, row.winner, str(row.loser))
    if row.traded:
        return _traded(row)
    if row.partly:
        return fitting(
            f"{outcome(row)} only",
            f"{row.a if row.measures else row.b} is better on some groups only",
        )
    every = on_all(tuple(row.wins_a), noun=_noun(row))
    both = wording.listing([row.a, row.b])
    return fitting(f"{both} are {equal(row)} {every}", f"{both} are {equal(row)}")


def _noun(row: PairClaim) -> str:
    return "group" if row.grouped else "measure"


def _won(row: PairClaim, winner: str, loser: str) -> str:
    every, beats = tuple(row.wins_a), f"{winner} beats {loser}"
    everywhere = on_all(every, noun=_noun(row))
    if lost(row):
        return fitting(f"{beats}, though {loser} is ahead on some {_noun(row)}", beats)
    if row.claim in _FULL:
        return fitting(f"{beats} {everywhere}", beats)
    if row.claim.startswith("outcome"):
        ties = f", {equal(row)} on {wording.listing(row.measures_equal)}"
        return fitting(
            f"{beats} on {wording.listing(row.measures or row.measures_other)}{ties}",
            f"{beats} on {len(row.measures or row.measures_other)} of {len(every)}, {equal(row)} "
            "on the others",
            beats,
        )
    if row.claim.startswith("not_worse"):
        return fitting(
            f"{beats}: not worse on any {_noun(row)}, better on some",
            f"{beats}: no worse anywhere, better somewhere",
            beats,
        )
    at_once = "" if len(every) == 1 else " at once"
    return fitting(
        f"{beats} {everywhere}{at_once} {REVERSE}", f"{beats} {everywhere} {REVERSE}",
        f"{beats} {REVERSE}", beats,
    )  # fmt: skip


def _traded(row: PairClaim) -> str:
    one, other = row.measures, row.measures_other
    return fitting(
        f"{row.a} is better on {wording.listing(one)}, {row.b} on {wording.listing(other)}",
        f"Trade-off: {row.a} better on {len(one)} of {len(row.wins_a)}, {row.b} on {len(other)}",
        f"{row.a} and {row.b} trade off",
    )


def _but(row: PairClaim, ahead: str) -> str:
    """Better on the measures, and worse in a property."""
    other = row.b if ahead == row.a else row.a
    known = [side(one, other) for one in row.known or () if one.better == other]
    return fitting(
        f"{ahead} is better by results, but {other} has {wording.listing(known)}",
        f"{ahead} is better by results, {other} by {len(known)} known",
        f"{ahead} and {other} trade off",
    )


def _not_shown(row: PairClaim) -> str:
    """Who is ahead of two of whom nothing is shown, and that it is not."""
    first, _ = row.names
    every = tuple(row.wins_a)
    n = wording.plural(row.n, "data set")
    tail = "leaning, not shown" if row.strength == LEANING else "not shown"
    where = on_all(every, noun=_noun(row))
    better, both = f"better {where}", "both " if len(every) == 2 else f"all {in_words(len(every))} "
    if not row.of_sweeps:
        better, both = f"no worse on any {_noun(row)}", ""
    if row.count == row.against == 0:
        return f"Neither is {better} on any of {n}"
    if row.count == row.against:
        return fitting(f"Each is {better} on {wording.count(row.count)} of {n}: not shown")
    count = wording.count(row.count)
    brief = better if len(every) == 1 or not both else f"better on {both.strip()}"
    return fitting(
        f"{first} is {brief} on {count} of {n}: {tail}",
        f"{brief[:1].upper()}{brief[1:]} on {count} of {n}: {tail}",
    )


def _without_winner(finding: Claims) -> str:
    pairs = wording.plural(len(finding.pairs), "pair")
    if finding.trade_offs and not finding.equal:
        k = wording.plural(len(finding.trade_offs), "trade-off")
        return f"Nobody is shown to beat another one; {k} in {pairs}"
    if finding.shown:
        return f"Nobody is shown to beat another one; {len(finding.shown)} of {pairs} shown"
    if finding.leaning:
        return f"Nothing is shown of {pairs}; {len(finding.leaning)} lean to one of the two"
    return f"Nothing is shown of any of {pairs}"


def _ahead_alone(finding: Claims) -> str | None:
    """Who wins two pairs or more, loses none, and wins more of them than anybody else."""
    net = {
        name: len(finding.wins.get(name, ())) - finding.losses.get(name, 0)
        for name in finding.algorithms
    }
    first = max(net, key=lambda name: net[name])
    alone = sum(one == net[first] for one in net.values()) == 1
    return first if alone and net[first] > 1 and first not in finding.beaten else None


def _beats(finding: Claims, name: str) -> str:
    rows = finding.wins[name]
    others, noun = len(finding.algorithms) - 1, _noun(rows[0])
    most = len(rows) == others
    everybody = "both" if others == 2 else f"all {others}"
    beats = f"{name} beats {everybody if most else f'{len(rows)} of {others}'} others"
    nobody = "" if most else ", and nobody is shown to beat it"
    if not any(map(lost, rows)) and all(row.claim in _FULL for row in rows):
        everywhere = on_all(tuple(rows[0].wins_a), noun=noun)
        return fitting(
            f"{beats} {everywhere}{nobody}", f"{beats} {everywhere}", f"{beats}{nobody}", beats
        )
    return fitting(f"{beats}{nobody}", beats)


def _with_control(finding: Claims, control: str) -> str:
    """How many beat the control, and how many it beats: nobody else was compared."""
    others = len(finding.algorithms) - 1
    over = [name for name in finding.wins if name != control]
    under = [str(row.loser) for row in finding.wins.get(control, ())]
    if len(finding.won) == 1:
        return of_pair(finding.won[0])
    if over and under:
        return fitting(
            f"{len(over)} of {others} algorithms beat {control}, and it beats {len(under)}",
            f"{len(over)} of {others} beat the control, and it beats {len(under)}",
        )
    if over:
        return fitting(
            f"{len(over)} of {others} algorithms beat {control}",
            f"{len(over)} of {others} algorithms beat the control",
        )
    if under:
        return fitting(
            f"{control} beats {len(under)} of {others} others",
            f"The control beats {len(under)} of {others} others",
        )
    if not finding.shown:
        return _without_winner(finding)
    return fitting(
        f"{control} is not shown to beat another one, or to be beaten",
        "The control is not shown to beat another one, or to be beaten",
    )
