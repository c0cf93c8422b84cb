"""The first screen of a report: who wins, on what, at what price; and what its words mean."""

from __future__ import annotations

from collections.abc import Iterator

from jointstats.base import wording
from jointstats.base.phrases import guarantee
from jointstats.claims.compared_pair import OPEN, WINS, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.words import certainty, changes, headline
from jointstats.claims.words_pairs import STATES, counted, price, properties
from jointstats.claims.words_several import decided
from jointstats.claims.words_sizes import best_on, open_pairs, sizes, steps

Answers = list[tuple[str, str]]


def answers(result: Comparison) -> Answers:
    """The questions of a reader who knows t tests at most, with their answers."""
    if len(result.pairs) == 1:
        row = result.pairs[0]
        who, sure = _who(row), f"{_p(row)} {certainty(result)}"
        what = " ".join(filter(None, (_counts(row), sizes(result))))
        cost, change = "", changes(result) or [_level(row)]
    else:
        board, change = result.leaderboard, changes(result)
        rest = open_pairs(board)
        who, what = headline(board), " ".join(best_on(board))
        cost = " ".join(steps(board, without_open=bool(rest)))
        sure = " ".join(filter(None, (decided(board.pairs), rest, certainty(result))))
    said = {
        "Who wins?": who,
        "On what?" if len(result.pairs) == 1 else "Who is best on each measure?": what,
        "What does the next step cost?": cost,
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


def _counts(row: ComparedPair) -> str:
    """On how many data sets each of the two is better: measures by who has more wins."""
    first, second = row.names
    behind = [name for name in row.measures if row.wins(second)[name] > row.wins(first)[name]]
    rest = [name for name in row.measures if name not in behind]
    said = [f"{first} is better than {second} on {counted(row, first, rest)}"] if rest else []
    said += [f"{second} is better than {first} on {counted(row, second, behind)}"] if behind else []
    return f"{'; '.join(said)}."


def _p(row: ComparedPair) -> str:
    if row.state == OPEN:
        return f"Smallest corrected p-value {wording.p_value(row.p_adjusted)}."
    return f"Corrected p {wording.p_value(row.p_adjusted)}."


def _level(row: ComparedPair) -> str:
    """At which level a state would no longer be shown: its corrected p-value says it."""
    p = wording.significant(row.p_adjusted)
    return f"At a level (alpha) below {p} this would not be shown."


def meanings(result: Comparison) -> Iterator[tuple[str, str]]:
    """Each kind of word and number in the report with a plain explanation."""
    yield from _claims(result)
    yield from _tests(result)


def _claims(result: Comparison) -> Iterator[tuple[str, str]]:
    units = "data set" if not result.groups else "data set and group of measures"
    yield (
        "Better, equal, unknown",
        f"What one {units} says of two algorithms. Equal: they differ by no more than the rope. "
        "Unknown: a tie on a measure without a rope, or a missing result. What is unknown counts "
        "against every claim that it could help.",
    )
    if len(result.questions) > 1:
        yield (
            "Dominates",
            "Nowhere worse and somewhere better on a data set, all measures taken together.",
        )
    if result.n_families is not None:
        yield (
            "Family",
            "Data sets that may answer alike, such as versions of one source. A family has one "
            "vote: for the algorithm that is better on more of its data sets.",
        )
    if result.properties:
        yield (
            "Known",
            "A property of the algorithms, such as a price. It is stated as part of the price of a "
            "win and not tested.",
        )
    yield (
        "Shown",
        "A claim about a pair that passed an exact binomial test, such as better on more data sets "
        f"than worse. All claims about all pairs are tested together. {guarantee(result)}",
    )
    yield (
        "Corrected p",
        "The smallest level at which the claim is shown, all other claims taken into account. Of a "
        "state it is the largest among the claims on which the state rests. 1.00 means no "
        "evidence, not equality.",
    )
    mean_rank = "The average place on a measure over the data sets; 1 is best. It decides nothing."
    yield "Mean rank", mean_rank


def _tests(result: Comparison) -> Iterator[tuple[str, str]]:
    """Of two algorithms: the words of the papers' tests."""
    if result.tests:
        yield (
            "Statement",
            "What one data set shows of two algorithms: which is better on which measure. A tie is "
            "shared among the statements that it does not contradict.",
        )
    if "glrt" in result.tests:
        yield (
            "Exact p of the likelihood-ratio test",
            "How probable it is that chance alone puts the most frequent statement so far ahead of "
            "the next one.",
        )
    if "bayes" in result.tests:
        yield (
            "Probability of a statement",
            "How probable it is, given these data and the prior, that the statement is the most "
            "common one. It is not how often the statement holds: that is its share.",
        )
