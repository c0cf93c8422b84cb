"""The state of a pair: its vocabulary, and sentences with its price."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.phrases import both_failed, fitting, in_words, on_all
from jointstats.claims import compared_pair as compared
from jointstats.claims.compared_pair import ComparedPair
from jointstats.table.beside_values import Group

PAIR_ROOM = 150  # characters of what is shown of two algorithms, in a title


@dataclass(frozen=True)
class State:
    """The words of a state: a noun for one pair and for several, a sentence, a meaning.

    `brief` is a meaning for a screen that has the counts; nothing where the noun says enough.

    In `sentence`, `{first}` and `{second}` are algorithms, `{better}` and `{worse}` measures of the
    first one. `answer` is to "Who wins?".
    """

    noun: str
    sentence: str
    meaning: str
    answer: str = "Neither wins on all measures."
    brief: str = ""

    def counted(self, n: int) -> str:
        """How many pairs are in it: "3 wins", "6 ahead"."""
        return f"{n} {self.noun}{'s' * (n > 1 and self.noun in _COUNTED)}"


_COUNTED = ("win", "trade-off", "possible trade-off")  # nouns with a plural

STATES = {  # in the order in which counts list them
    compared.WINS: State(
        "win", "{first} wins against {second}",
        "Win: better on some measure, and better or practically equal on every other one. Or: "
        "better on all measures together on more data sets, and the other algorithm has "
        "more wins on no measure, unless they are practically equal there.",
        "{first} wins",
        "Win: better on all measures or jointly, and the other has more wins on none.",
    ),
    compared.TRADE_OFF: State(
        "trade-off", "{first} is better on {better} and worse on {worse} than {second}",
        "Trade-off: each algorithm is better on some measure.",
        "Neither wins, because this is a trade-off.",
        "Trade-off: each is better on some measure.",
    ),
    compared.AHEAD: State(
        "ahead", "{first} is ahead of {second} on {better}",
        "Ahead: better on some measures, and the other algorithm has more wins on no measure, "
        "unless they are practically equal there.",
        brief="Ahead: better on some measure, and the other has more wins on none.",
    ),
    compared.POSSIBLE_TRADE_OFF: State(
        "possible trade-off", "{first} is better than {second} on {better}",
        "Possible trade-off: one algorithm is better on some measures. The other one has more wins "
        "on another measure, which is open, or is jointly better.",
        "Neither wins, because this is a possible trade-off.",
        "Possible trade-off: one is better on some measure, the other has more wins on another.",
    ),
    compared.JOINTLY_BETTER: State(
        "jointly better", "{first} is jointly better than {second}",
        "Jointly better: better on all measures together (or worse on none and better on some) on "
        "more data sets than the other algorithm.",
    ),
    compared.PRACTICALLY_EQUAL: State(
        "practically equal", "{first} and {second} are practically equal",
        "Practically equal: on every measure, most differences are within its rope.",
        "Neither wins, because they are practically equal.",
    ),
    compared.NOT_WORSE: State(
        "not worse", "{first} is not worse than {second} on {better}",
        "Not worse: better or within the rope on more data sets than worse, and not better.",
    ),
    compared.OPEN: State(
        "open", "The data do not establish a difference between {first} and {second}",
        "Open: the data do not establish a difference, which is not the same as equality. The "
        "p-value is then the smallest of all claims.",
        "The data do not establish a difference.",
    ),
}  # fmt: skip


def stated(state: str, first: str, second: str, better: str = "", worse: str = "") -> str:
    """A state as a sentence about one algorithm and the others, without a full stop.

    Examples
    --------
    >>> stated("trade-off", "A", "B and C", "accuracy", "time")
    'A is better on accuracy and worse on time than B and C'
    """
    return STATES[state].sentence.format(first=first, second=second, better=better, worse=worse)


def sentence(row: ComparedPair) -> str:
    """The state of a pair with its price and corrected p-value, and what it rests on."""
    return ". ".join([f"{claim(row)}{_p(row)}", *_basis(row)]) + "."


def _p(row: ComparedPair) -> str:
    """The corrected p-value at the end of a sentence, of a trade-off that it is none of a win."""
    if row.state == compared.OPEN:
        return ""
    p = f"; corrected p {wording.p_value(row.p_adjusted)}"
    traded = row.state in (compared.TRADE_OFF, compared.POSSIBLE_TRADE_OFF)
    return f". This is a {row.state}, not a win{p}" if traded else p


def clause(row: ComparedPair) -> str:
    """The same without p-value and the last full stop."""
    return ". ".join([claim(row), *_basis(row)])


def state(row: ComparedPair) -> str:
    """The state of a pair with its price, but without the counts of its claims."""
    said = claim(row, counts=False)
    return f"{said} (trade-off)" if row.state == compared.TRADE_OFF else said


def headline(row: ComparedPair) -> str:
    """The same as a sentence with its corrected p-value, above a table of the counts."""
    return f"{claim(row, counts=False)}{properties([row], row.names[0])}{_p(row)}."


def claim(row: ComparedPair, *, counts: bool = True) -> str:
    """The state of a pair with its price, and with counts, in one sentence without a full stop."""
    first, second = row.names
    if row.state == compared.NOT_WORSE:
        return _not_worse(row, counts=counts)
    if not counts:
        better, worse = wording.listing(row.ahead(first)), wording.listing(row.ahead(second))
        return f"{stated(row.state, first, second, better, worse)}{price(row, first)}"
    better = counted(row, first, row.ahead(first))
    worse = counted(row, second, row.ahead(second), units=False)
    said = stated(row.state, first, second, better, worse)
    if row.state == compared.OPEN:
        return f"{said} ({scores(row, row.measures, row.a, units=True)})"
    if row.state == compared.PRACTICALLY_EQUAL:
        return f"{said} on {_equal(row)}"
    return f"{said}{price(row, first)}{properties([row], first)}"


def _not_worse(row: ComparedPair, *, counts: bool) -> str:
    """What is shown where no algorithm is ahead: not worse on some measures, or equal."""
    parts = []
    for name in (row.a, row.b):
        measures = [measure for measure in row.not_worse(name) if measure not in row.equal]
        if measures:
            on = counted(row, name, measures) if counts else wording.listing(measures)
            parts.append(stated(row.state, name, other_of(row, name), on))
    if row.equal:
        on = _equal(row) if counts else wording.listing(row.equal)
        parts.append(f"{stated(compared.PRACTICALLY_EQUAL, row.a, row.b)} on {on}")
    return "; ".join(parts)


def title(row: ComparedPair) -> str:
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


# --- Counts ---------------------------------------------------------------------------------------


def counted(
    row: ComparedPair,
    name: str,
    measures: Iterable[str],
    known: Collection[str] = (),
    *,
    units: bool = True,
) -> str:
    """Measures with the data sets on which one is better, and the reverse.

    Parameters
    ----------
    row : ComparedPair
    name : str
        The algorithm that comes first.
    measures : iterable of str
    known : collection of str
        Measures whose counts the sentence already has.
    units : bool
        Whether the first counts are called data sets.
    """
    listed = []
    for measure in measures:
        n = "" if measure in known else f" ({score(row, measure, name, units=units)})"
        listed.append(f"{measure}{n}")
        units = units and not n
    return wording.listing(listed)


def score(row: ComparedPair, measure: str, first: str, *, units: bool = False) -> str:
    """The counts: "30 of 51, the reverse on 20"; with families also theirs."""
    other = other_of(row, first)
    reverse = f"the reverse on {row.wins(other)[measure]}"
    said = f"{share_of(row, measure, first, units=units)}, {reverse}"
    votes = {row.a: row.votes_a, row.b: row.votes_b}
    mine, theirs = votes[first], votes[other]
    if not (mine and theirs and row.n_families):
        return said
    families = f"{mine[measure]} of {wording.families(row.n_families)}"
    return f"{said}; in {families}, the reverse in {theirs[measure]}"


def share_of(row: ComparedPair, measure: str, name: str, *, units: bool = False) -> str:
    """On how many of all data sets an algorithm is better: "30 of 51"."""
    of = wording.plural(row.n, "data set") if units else str(row.n)
    return f"{row.wins(name)[measure]} of {of}"


def scores(row: ComparedPair, measures: Iterable[str], first: str, *, units: bool = False) -> str:
    """Several measures with their counts, between semicolons."""
    return "; ".join(
        f"{name} {score(row, name, first, units=units and not i)}"
        for i, name in enumerate(measures)
    )


def other_of(row: ComparedPair, name: str) -> str:
    """The other algorithm of the pair."""
    return row.b if name == row.a else row.a


def jointly(rows: Sequence[ComparedPair]) -> str:
    """What it is to dominate: better on all measures, or with ties worse on none."""
    if any(any(row.ties.values()) or row.both_failed for row in rows):
        return "better on some measure and worse on none"
    return f"better {on_all(rows[0].measures)}"


def together(rows: Sequence[ComparedPair], name: str) -> str:
    """On how many of all data sets one dominates, and the reverse."""
    counts = _span([row.dominates(name) for row in rows])
    others = _span([row.dominates(other_of(row, name)) for row in rows])
    unit = "data set" if {row.n for row in rows} == {1} else "data sets"
    of = f"{_span([row.n for row in rows])} {unit}"
    return f"{jointly(rows)} on {counts} of {of}, the reverse on {others}"


def also_jointly(row: ComparedPair) -> str:
    """The joint claim that is shown about a pair, to add to its names; nothing if none is."""
    return "" if row.joint is None else f" ({row.joint} is {together([row], row.joint)})"


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


# --- The price ------------------------------------------------------------------------------------


def price(row: ComparedPair, name: str) -> str:
    """Where the other algorithm is more often better than the one that wins or is ahead."""
    if row.subject is None:
        return ""
    other = other_of(row, name)
    parts = []
    if row.price(name):
        parts.append(f"is more often better on {counted(row, other, row.price(name), units=False)}")
    if row.dominates(other) > row.dominates(name) and row.joint is None:
        parts.append(f"is {together([row], other)}")
    return f", but {other} {wording.listing(parts)}" if parts else ""


def properties(rows: Sequence[ComparedPair], name: str) -> str:
    """Known properties in which one algorithm is worse than others, as part of the price."""
    known: dict[str, list[str]] = {}
    for row in rows:
        for difference in row.worse_properties(name):
            values = difference.values
            rival = f"{values[other_of(row, name)]:g} ({other_of(row, name)})"
            known.setdefault(f"{difference.name} {values[name]:g} ({name})", []).append(rival)
    named = [f"{mine}, {', '.join(rivals)}" for mine, rivals in known.items()]
    return f"; known {'; '.join(named)}" if named else ""


# --- What the state rests on ----------------------------------------------------------------------


def _basis(row: ComparedPair) -> list[str]:
    """The further claims about a pair, the open measures, and failures: sentences."""
    failed = both_failed(row.both_failed or {}).removesuffix(".")
    if row.state == compared.OPEN:
        return [failed] if failed else []
    first, second = row.names
    known = row.price(first) if row.subject else ()
    said = [_shown(row, first, "It" if row.winner else first), _shown(row, second, second, known)]
    if row.equal and row.state not in (compared.PRACTICALLY_EQUAL, compared.NOT_WORSE):
        said.append(f"They are practically equal on {_equal(row)}")
    return [*filter(None, said), *_open(row, known), *([failed] if failed else [])]


def _shown(row: ComparedPair, name: str, subject: str, known: Collection[str] = ()) -> str:
    """The claims for one of the two that the sentence on the state lacks."""
    parts = []
    if row.state == compared.WINS and row.ahead(name):
        parts.append(f"better on {counted(row, name, row.ahead(name))}")
    not_worse = [measure for measure in row.not_worse(name) if measure not in row.equal]
    if not_worse and row.state != compared.NOT_WORSE:
        parts.append(f"not worse on {counted(row, name, not_worse, known)}")
    if row.joint == name:
        parts.append(together([row], name))
    return f"{subject} is {wording.listing(parts)}" if parts else ""


def _equal(row: ComparedPair) -> str:
    """Measures of practical equality with the number of data sets; who is better within a rope."""
    named = []
    for measure in row.equal:
        within = [
            f"; {name} is better on {score(row, measure, name)}"
            for name in (row.a, row.b)
            if measure in row.better(name)
        ]
        named.append(f"{measure} ({row.ties[measure]} of {row.n} data sets{''.join(within)})")
    return wording.listing(named)


def _open(row: ComparedPair, known: Collection[str] = ()) -> list[str]:
    """The measures without a claim; with counts, but for those in the price."""
    rest = open_measures(row)
    verb = "is" if len(rest) == 1 else "are"
    return [f"{counted(row, row.names[0], rest, known)} {verb} open"] if rest else []


def open_measures(row: ComparedPair) -> list[str]:
    """The measures without a claim."""
    shown = {*row.equal, *row.better_a, *row.better_b, *row.not_worse_a, *row.not_worse_b}
    return [measure for measure in row.measures if measure not in shown]


def meaning_of_group(group: Group) -> str:
    """What better on a group of measures means, a sentence.

    Examples
    --------
    >>> meaning_of_group(Group("quality", ("accuracy", "auc")))
    '"better on quality" means worse on none of accuracy and auc, and better on at least one.'
    """
    on, rule = wording.listing(group.measures), group.within
    said = {
        "jointly": f"worse on none of {on}, and better on at least one",
        "wins": f"better on more of {on} than worse",
    }.get(str(rule), f"better on at least {rule} of {on}")
    return f'"better on {group.name}" means {f"better on {on}" if group.alone else said}.'
