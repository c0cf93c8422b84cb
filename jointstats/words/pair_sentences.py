"""What is shown of a pair, in one sentence, with its price.

Wherever a winner's name appears, every measure on which the other algorithm has more wins appears
with its counts. A joint claim that is shown is in the same sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from jointstats.labelled import wording
from jointstats.labelled.claims import compared_pair as compared
from jointstats.labelled.claims.compared_pair import ComparedPair


def sentence(row: ComparedPair) -> str:
    """The state of a pair, its corrected p-value, what it rests on and what it costs."""
    p = "" if row.state == compared.OPEN else f" (corrected p {wording.p_value(row.p_adjusted)})"
    return f"{_head(row)}{p}{_basis(row)}."


def clause(row: ComparedPair) -> str:
    """The same without p-value and full stop."""
    return f"{_head(row)}{_basis(row)}"


def state(row: ComparedPair) -> str:
    """The state of a pair with its price, but without what it rests on."""
    first = row.names[0]
    if row.state == compared.NOT_WORSE:
        return _not_worse(row)
    on = f" on {wording.listing(row.ahead(first))}" if row.state == compared.AHEAD else ""
    return f"{_head(row)}{on}{price(row, first) if row.winner else ''}"


def _not_worse(row: ComparedPair) -> str:
    """What is shown where no algorithm is ahead: not worse on some measures, or equal."""
    parts = []
    for name in (row.a, row.b):
        measures = [measure for measure in row.not_worse(name) if measure not in row.equal]
        if measures:
            other = other_of(row, name)
            parts.append(f"{name} is not worse than {other} on {wording.listing(measures)}")
    if row.equal:
        on = wording.listing(row.equal)
        parts.append(f"{row.a} and {row.b} are practically equal on {on}")
    return "; ".join(parts)


def counted(row: ComparedPair, measure: str, first: str) -> str:
    """Data sets won on a measure by one of the two and by the other: "accuracy (30 to 20)"."""
    return f"{measure} ({score(row, measure, first)})"


def score(row: ComparedPair, measure: str, first: str) -> str:
    """The counts alone: "30 to 20", with families "30 to 20, in families 8 to 5"."""
    other = other_of(row, first)
    won = f"{row.wins(first)[measure]} to {row.wins(other)[measure]}"
    votes = {row.a: row.votes_a, row.b: row.votes_b}
    mine, theirs = votes[first], votes[other]
    if mine is None or theirs is None:
        return won
    return f"{won}, in families {mine[measure]} to {theirs[measure]}"


def scores(row: ComparedPair, measures: Iterable[str], first: str) -> str:
    """Several measures with their counts: "accuracy 30 to 20, time 12 to 38"."""
    between = ", " if row.votes_a is None else "; "
    return between.join(f"{name} {score(row, name, first)}" for name in measures)


def other_of(row: ComparedPair, name: str) -> str:
    """The other algorithm of the pair."""
    return row.b if name == row.a else row.a


def dominations(row: ComparedPair, name: str) -> str:
    """Data sets on which one of the two dominates, and the other: "27 data sets to 0"."""
    n = wording.plural(row.dominates(name), "data set")
    return f"{n} to {row.dominates(other_of(row, name))}"


def price(row: ComparedPair, name: str) -> str:
    """Where the other one has more wins or dominates more often; nothing if nowhere.

    Parameters
    ----------
    row : ComparedPair
    name : str
        The algorithm that wins or is ahead.
    """
    other = other_of(row, name)
    parts = []
    if row.price(name):
        parts.append(f"has more wins on {_counted(row, other, row.price(name))}")
    if row.dominates(other) > row.dominates(name) and row.joint is None:
        parts.append(f"dominates on {dominations(row, other)}")
    return f", but {other} {wording.listing(parts)}" if parts else ""


def properties(rows: Sequence[ComparedPair], name: str) -> str:
    """Known properties in which one algorithm is worse than others, as part of the price."""
    known: dict[str, list[str]] = {}
    for row in rows:
        for one in row.worse_properties(name):
            other = f"{one.values[other_of(row, name)]:g} ({other_of(row, name)})"
            known.setdefault(f"{one.name} {one.values[name]:g} ({name})", []).append(other)
    named = [f"{own}, {', '.join(others)}" for own, others in known.items()]
    return f"; known: {'; '.join(named)}" if named else ""


# --- The parts of a sentence ----------------------------------------------------------------------


def _head(row: ComparedPair) -> str:
    """The two algorithms and their state."""
    first, second = row.names
    return {
        compared.WINS: f"{first} wins against {second}",
        compared.AHEAD: f"{first} is ahead of {second}",
        compared.JOINTLY_AHEAD: f"{first} is jointly ahead of {second}",
        compared.TRADE_OFF: f"{first} and {second} are a trade-off",
        compared.PRACTICALLY_EQUAL: f"{first} and {second} are practically equal",
        compared.NOT_WORSE: f"{first} and {second} are not shown to differ",
        compared.OPEN: f"The data do not establish a difference between {first} and {second}",
    }[row.state]


def _basis(row: ComparedPair) -> str:
    """What is shown, what it costs, and which measures are open."""
    if row.state == compared.OPEN:
        return f" (data sets won: {scores(row, row.measures, row.a)})"
    return _led(row) if row.winner else _even(row)


def _led(row: ComparedPair) -> str:
    """The same of a pair in which one algorithm wins or is ahead."""
    first, second = row.names
    told = row.price(first)
    equal = [f"is practically equal {_equal(row)}"] if row.equal else []
    own = wording.listing([*_parts(row, first), *equal])
    others = wording.listing(_parts(row, second, told))
    costs = f"{price(row, first)}{properties([row], first)}"
    return f": it {own}{costs}{f'; {second} {others}' if others else ''}{_open(row, told)}"


def _even(row: ComparedPair) -> str:
    """The same of a pair without a winner."""
    sides = [(name, wording.listing(_parts(row, name))) for name in row.names]
    shown = [f"{name} {said}" for name, said in sides if said]
    if row.state == compared.PRACTICALLY_EQUAL:
        shown = [_equal(row), *shown]
    elif row.equal:
        shown.append(f"they are practically equal {_equal(row)}")
    return f": {'; '.join(shown)}{_open(row)}"


def _parts(row: ComparedPair, name: str, told: Collection[str] = ()) -> list[str]:
    """What is shown for one of the two, but for practical equality: predicates.

    Counts of measures that are told in the price are not repeated.
    """
    parts = []
    if row.ahead(name):
        parts.append(f"is better on {_counted(row, name, row.ahead(name))}")
    not_worse = [measure for measure in row.not_worse(name) if measure not in row.equal]
    if not_worse:
        parts.append(f"is not worse on {_counted(row, name, not_worse, told)}")
    if row.joint == name:
        parts.append(f"dominates on {dominations(row, name)}")
    return parts


def _equal(row: ComparedPair) -> str:
    """Measures of practical equality with the number of data sets; who is better within a rope."""
    named = []
    for name in row.equal:
        within = [
            f"; {who} is better on {score(row, name, who)}"
            for who in (row.a, row.b)
            if name in row.better(who)
        ]
        named.append(f"{name} ({row.ties[name]} of {row.n}{''.join(within)})")
    return f"on {wording.listing(named)}"


def _open(row: ComparedPair, told: Collection[str] = ()) -> str:
    """The measures of which nothing is shown; with counts, but for those in the price."""
    named = {*row.equal, *row.better_a, *row.better_b, *row.not_worse_a, *row.not_worse_b}
    left = [name for name in row.measures if name not in named]
    if not left:
        return ""
    verb = "is" if len(left) == 1 else "are"
    return f"; {_counted(row, row.names[0], left, told)} {verb} open"


def _counted(
    row: ComparedPair, name: str, measures: Iterable[str], told: Collection[str] = ()
) -> str:
    return wording.listing(
        [measure if measure in told else counted(row, measure, name) for measure in measures]
    )
