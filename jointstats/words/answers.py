"""The first screen: who wins, on what, at what price, how sure that is, and what would change it.

The report and the page have these answers; the words are those of the verdict and of the pairs.
"""

from __future__ import annotations

from collections import Counter

from jointstats.labelled import wording
from jointstats.labelled.claims import compared_pair as compared
from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.labelled.compare.comparison import Comparison
from jointstats.words.changes import changes
from jointstats.words.comparison import condition, headline, states
from jointstats.words.league import leaders
from jointstats.words.pair_sentences import counted, price, properties, sentence
from jointstats.words.results import verdict
from jointstats.words.several_pairs import MOST_NAMES

WORDS = 60  # of the first sentence

_NO_WINNER = {
    compared.TRADE_OFF: "Neither: it is a trade-off.",
    compared.PRACTICALLY_EQUAL: "Neither: they are practically equal.",
    compared.OPEN: "The data do not establish a difference.",
}

Answers = list[tuple[str, str]]


def first_sentence(result: Comparison) -> str:
    """The verdict: of one pair its sentence, of more which pairs have a winner.

    Where naming them takes more than a few lines: how many have one, and who is unbeaten.
    """
    if len(result.pairs) == 1:
        return sentence(result.pairs[0])
    said = headline(result)
    return said if len(said.split()) <= WORDS else verdict(result.leaderboard)


def answers(result: Comparison) -> Answers:
    """The questions of a reader who knows t tests at most, with their answers."""
    if len(result.pairs) == 1:
        row = result.pairs[0]
        who, what, sure = _who(row), _counts(row), f"{_p(row)} {condition(result)}"
        cost, change = [], changes(result) or [_level(row)]
    else:
        who, what, sure = _leaders(result), _measures(result), condition(result)
        cost, change = leaders(result), changes(result)
    said = {
        "Who wins?": who,
        "On what?": what,
        "At what price?": " ".join(cost),
        "How sure is that?": sure,
        "What would change it?": " ".join(change),
    }
    return [(question, answer) for question, answer in said.items() if answer]


def _who(row: ComparedPair) -> str:
    """Who wins, with the price; or that nobody does."""
    if row.state == compared.WINS:
        first = row.names[0]
        return f"{first} wins{price(row, first)}{properties([row], first)}."
    return _NO_WINNER.get(row.state, "Neither wins on all measures.")


def _leaders(result: Comparison) -> str:
    """Who has most wins, and against whom no algorithm wins."""
    board = result.leaderboard
    if not board.n_wins:
        return f"No algorithm: {states(result.pairs)}."
    most = max(row.wins for row in board.board)
    first = [row.algorithm for row in board.board if row.wins == most]
    of = f" of {len(result.algorithms) - 1}" if result.control is None else ""
    each = " each" if len(first) > 1 else ""
    said = f"Most wins: {wording.some(first, MOST_NAMES)} ({most}{of}{each})."
    if not board.unbeaten:
        return f"{said} Against each algorithm some other one wins."
    return f"{said} No algorithm wins against {wording.any_of(board.unbeaten, MOST_NAMES)}."


def _counts(row: ComparedPair) -> str:
    """On how many data sets each of the two is better, measure by measure."""
    first, second = row.names
    named = wording.listing([counted(row, measure, first) for measure in row.measures])
    return f"Data sets on which {first} is better, and on which {second} is: {named}."


def _p(row: ComparedPair) -> str:
    if row.state == compared.OPEN:
        return f"Smallest corrected p-value {wording.p_value(row.p_adjusted)}."
    return f"Corrected p {wording.p_value(row.p_adjusted)}."


def _level(row: ComparedPair) -> str:
    """At which level a state would no longer be shown: its corrected p-value says it."""
    p = wording.significant(row.p_adjusted)
    return f"At a level (alpha) below {p} this would not be shown."


def _measures(result: Comparison) -> str:
    """In how many pairs one of the two is shown to be better on which measure, and the states."""
    found = result.pairs.cells(("better_a", "better_b", "joint"))
    times = Counter(
        name
        for both in zip(found["better_a"], found["better_b"], strict=True)
        for name in {*both[0], *both[1]}
    )
    said = [f"on {name} in {times[name]}" for name in result.questions if times[name]]
    joint = sum(name is not None for name in found["joint"])
    said += [f"jointly in {joint}"] if joint else []
    if not said:
        return "No algorithm is shown to be better than another one on any measure."
    pairs = wording.plural(len(result.pairs), "pair")
    return (
        f"Of {pairs}, one algorithm is shown to be better {wording.listing(said)}. "
        f"{states(result.pairs)}."
    )
