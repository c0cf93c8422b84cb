"""What is shown of a pair, in one sentence, with its price.

Wherever a winner's name appears, every measure on which the other algorithm has more wins appears
with its counts. A joint claim that is shown is in the same sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


def sentence(row: ComparedPair, *, p: bool = True) -> str:
    """The state of a pair, what it rests on and what it costs.

    Parameters
    ----------
    row : ComparedPair
    p : bool
        With the corrected p-value of the state.
    """
    said = _WORDS[row.state](row)
    price = _properties(row)
    number = ""
    if p and row.state != OPEN:
        number = f" (corrected p {wording.p_value(row.p_adjusted)})"
    return f"{said}{price}{number}."


def clause(row: ComparedPair) -> str:
    """The same without p-value and full stop, for titles."""
    return f"{_WORDS[row.state](row)}{_properties(row)}"


def counted(row: ComparedPair, measure: str, first: str) -> str:
    """Data sets won on a measure by one of the two and by the other: "accuracy (30 to 20)"."""
    other = row.b if first == row.a else row.a
    won = f"{row.wins(first)[measure]} to {row.wins(other)[measure]}"
    return f"{measure} ({won}{_families(row, measure, first)})"


def price(row: ComparedPair, name: str, *, but: Sequence[str] = ()) -> str:
    """Where the other one has more wins, with the counts; nothing if nowhere.

    Parameters
    ----------
    row : ComparedPair
    name : str
        The algorithm that wins or is ahead.
    but : sequence of str
        Measures that are in the sentence already.
    """
    other = row.b if name == row.a else row.a
    on = [measure for measure in row.price(name) if measure not in but]
    if not on:
        return ""
    named = wording.listing([counted(row, measure, other) for measure in on])
    return f", but {other} has more wins on {named}"


def _families(row: ComparedPair, measure: str, first: str) -> str:
    if row.votes_a is None or row.votes_b is None:
        return ""
    mine, theirs = (row.votes_a, row.votes_b) if first == row.a else (row.votes_b, row.votes_a)
    return f"; families {mine[measure]} to {theirs[measure]}"


def _better(row: ComparedPair, name: str, measures: Sequence[str]) -> str:
    return wording.listing([counted(row, measure, name) for measure in measures])


def _equal(row: ComparedPair) -> str:
    """Measures of practical equality with the number of data sets."""
    return wording.listing([f"{name} ({row.ties[name]} of {row.n})" for name in row.equal])


def _jointly(row: ComparedPair, name: str) -> str:
    """The joint claim, if it is shown for this one."""
    if row.joint != name:
        return ""
    other = row.b if name == row.a else row.a
    return f"it dominates on {row.dominates(name)} data sets to {row.dominates(other)}"


def _win(row: ComparedPair) -> str:
    first, second = row.names
    parts = []
    if row.better(first):
        parts.append(f"better on {_better(row, first, row.better(first))}")
    if row.equal:
        parts.append(f"practically equal on {_equal(row)}")
    if row.joint == first:
        parts.append(_jointly(row, first))
    return f"{first} wins against {second}: {', '.join(parts)}{price(row, first)}"


def _traded(row: ComparedPair) -> str:
    return f"{row.a} and {row.b} are a trade-off: {trade(row)}"


def trade(row: ComparedPair) -> str:
    """What the two of a trade-off are better on, and the joint claim, a clause."""
    a, b = row.a, row.b
    joint = ""
    if row.joint is not None:
        other = b if row.joint == a else a
        joint = (
            f"; {row.joint} dominates on {row.dominates(row.joint)} data sets to "
            f"{row.dominates(other)}"
        )
    return (
        f"{a} is better than {b} on {_better(row, a, row.ahead(a))}, {b} on "
        f"{_better(row, b, row.ahead(b))}{joint}"
    )


def _is_ahead(row: ComparedPair) -> str:
    first, second = row.names
    on = row.ahead(first)
    said = f"{first} is ahead of {second} on {_better(row, first, on)}"
    return f"{said}{_rest(row, first, on)}"


def _is_jointly_ahead(row: ComparedPair) -> str:
    first, second = row.names
    said = (
        f"{first} is jointly ahead of {second}: it dominates on {row.dominates(first)} data sets "
        f"to {row.dominates(second)}"
    )
    return f"{said}{_rest(row, first, (), joint=False)}"


def _rest(row: ComparedPair, first: str, on: Sequence[str], *, joint: bool = True) -> str:
    """What is known of the other measures: equal, not worse or open; and the joint claim."""
    second = row.b if first == row.a else row.a
    parts = []
    equal = [name for name in row.equal if name not in on]
    if equal:
        parts.append(f"practically equal on {_equal(row)}")
    for name, other in ((first, second), (second, first)):
        measures = [m for m in row.not_worse(name) if m not in equal]
        if measures:
            parts.append(f"{name} is not worse than {other} on {_better(row, name, measures)}")
    named = {*on, *equal, *row.not_worse_a, *row.not_worse_b, *row.better_a, *row.better_b}
    left = [name for name in row.measures if name not in named]
    if joint and row.joint == first:
        parts.append(_jointly(row, first))
    said = f"; {'; '.join(parts)}" if parts else ""
    if left:
        verb = "is" if len(left) == 1 else "are"
        said += f"; {_better(row, first, left)} {verb} open"
    return said


def _all_equal(row: ComparedPair) -> str:
    return f"{row.a} and {row.b} are practically equal on {_equal(row)}"


def _is_not_worse(row: ComparedPair) -> str:
    for name, other in ((row.a, row.b), (row.b, row.a)):
        on = [measure for measure in row.not_worse(name) if measure not in row.equal]
        if on:
            said = f"{name} is not worse than {other} on {_better(row, name, on)}"
            return f"{said}{_rest(row, name, on)}"
    if row.equal:
        said = f"{row.a} and {row.b} are practically equal on {_equal(row)}"
        return f"{said}{_rest(row, row.a, row.equal)}"
    # Better within the rope on some measure that is also shown to be equal.
    return f"{row.a} and {row.b} differ by no more than the rope{_rest(row, row.a, ())}"


def _open(row: ComparedPair) -> str:
    first = row.a if sum(row.wins_a.values()) >= sum(row.wins_b.values()) else row.b
    second = row.b if first == row.a else row.a
    seen = wording.listing([counted(row, name, first) for name in row.measures])
    return (
        f"The data do not establish a difference between {first} and {second}; data sets won on "
        f"{seen}"
    )


_WORDS: dict[str, Callable[[ComparedPair], str]] = {
    PRACTICALLY_EQUAL: _all_equal,
    TRADE_OFF: _traded,
    WINS: _win,
    AHEAD: _is_ahead,
    JOINTLY_AHEAD: _is_jointly_ahead,
    NOT_WORSE: _is_not_worse,
    OPEN: _open,
}


def _properties(row: ComparedPair) -> str:
    """Known properties in which the one that wins or is ahead is worse, as part of the price."""
    if row.winner is None or not row.known:
        return ""
    worse = row.worse_properties(row.winner)
    if not worse:
        return ""
    named = wording.listing([str(one) for one in worse])
    return f"; known: {named}"
