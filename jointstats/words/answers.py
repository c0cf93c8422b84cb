"""The first screen: who wins, on what, at what price, how sure that is, and what would change it.

The report and the page have these answers; the words are those of the verdict and of the pairs.
"""

from __future__ import annotations

from collections import Counter

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import OPEN, WINS, ComparedPair
from jointstats.labelled.compare.comparison import Comparison
from jointstats.words.changes import changes
from jointstats.words.comparison import certainty, states
from jointstats.words.league import leaders
from jointstats.words.pair_sentences import counted, price, properties
from jointstats.words.results import verdict
from jointstats.words.several_pairs import MOST_NAMES
from jointstats.words.states import STATES

WORDS = 60  # of the first sentence

Answers = list[tuple[str, str]]


def first_sentence(result: Comparison) -> str:
    """The verdict; where naming all winners takes more than a few lines, who is unbeaten."""
    said = verdict(result)
    several = len(result.pairs) > 1
    return verdict(result.leaderboard) if several and len(said.split()) > WORDS else said


def answers(result: Comparison) -> Answers:
    """The questions of a reader who knows t tests at most, with their answers."""
    if len(result.pairs) == 1:
        row = result.pairs[0]
        who, what, sure = _who(row), _counts(row), f"{_p(row)} {certainty(result)}"
        cost, change = [], changes(result) or [_level(row)]
    else:
        who, what, sure = _leaders(result), _measures(result), certainty(result)
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
    """The winner with the price, or that neither wins."""
    first = row.names[0]
    answer = STATES[row.state].answer.format(first=first)
    if row.state == WINS:
        return f"{answer}{price(row, first)}{properties([row], first)}."
    return answer


def _leaders(result: Comparison) -> str:
    """Which algorithms have most wins, and which are unbeaten."""
    board = result.leaderboard
    if not board.n_wins:
        return f"No algorithm ({states(result.pairs)})."
    most = max(row.wins for row in board.board)
    first = [row.algorithm for row in board.board if row.wins == most]
    of = f" of {len(result.algorithms) - 1}" if result.control is None else ""
    verb, each = ("wins", "") if len(first) == 1 else ("win", " each")
    others = f"{most}{of} algorithms" if of else wording.plural(most, "algorithm")
    said = f"{wording.some(first, MOST_NAMES)} {verb} against {others}{each}, more than any other."
    if not board.unbeaten:
        return f"{said} Against each algorithm another one wins."
    return f"{said} No algorithm wins against {wording.any_of(board.unbeaten, MOST_NAMES)}."


def _counts(row: ComparedPair) -> str:
    """On how many data sets each of the two is better, measure by measure."""
    first, second = row.names
    named = counted(row, first, row.measures, units=False)
    return f"The numbers of data sets on which {first} is better, and {second}, are {named}."


def _p(row: ComparedPair) -> str:
    if row.state == OPEN:
        return f"Smallest corrected p-value {wording.p_value(row.p_adjusted)}."
    return f"Corrected p {wording.p_value(row.p_adjusted)}."


def _level(row: ComparedPair) -> str:
    """At which level a state would no longer be shown: its corrected p-value says it."""
    p = wording.significant(row.p_adjusted)
    return f"At a level (alpha) below {p} this would not be shown."


def _measures(result: Comparison) -> str:
    """In how many pairs one of the two is shown to be better on which measure, and the states."""
    columns = result.pairs.cells(("better_a", "better_b", "joint"))
    times = Counter(
        name
        for both in zip(columns["better_a"], columns["better_b"], strict=True)
        for name in {*both[0], *both[1]}
    )
    said = [f"on {name} in {times[name]}" for name in result.questions if times[name]]
    joint = sum(name is not None for name in columns["joint"])
    said += [f"on all together in {joint}"] if joint else []
    if not said:
        return "No algorithm is shown to be better than another one on any measure."
    pairs = wording.plural(len(result.pairs), "pair")
    return (
        f"Of {pairs}, one algorithm is shown to be better {wording.listing(said)}. "
        f"{states(result.pairs)}."
    )
