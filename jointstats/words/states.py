"""The vocabulary of pairs: each state as a noun, a sentence, an answer, with its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.labelled.claims import compared_pair as compared


@dataclass(frozen=True)
class State:
    """The words of a state: a noun for one pair and for several, a sentence, a meaning.

    In `sentence`, `{first}` and `{second}` are algorithms, `{better}` and `{worse}` measures of the
    first one. `answer` is to "Who wins?".
    """

    noun: str
    sentence: str
    meaning: str
    answer: str = "Neither wins on all measures."

    def counted(self, n: int) -> str:
        """How many pairs are in it: "3 wins", "6 ahead"."""
        return f"{n} {self.noun}{'s' * (n > 1 and self.noun in ('win', 'trade-off'))}"


STATES = {  # in the order in which counts list them
    compared.WINS: State(
        "win", "{first} wins against {second}",
        "Win: better on some measure, and better or practically equal on every other one. Or: "
        "better on all measures together on more data sets, and no measure on which the other "
        "algorithm is better more often.",
        "{first} wins",
    ),
    compared.TRADE_OFF: State(
        "trade-off", "{first} is better on {better} and worse on {worse} than {second}",
        "Trade-off: each algorithm is better on some measure.",
        "Neither wins, because this is a trade-off.",
    ),
    compared.AHEAD: State(
        "ahead", "{first} is ahead of {second} on {better}",
        "Ahead: better on some measures; the others are open, equal or not worse.",
    ),
    compared.JOINTLY_AHEAD: State(
        "jointly ahead", "{first} is jointly ahead of {second}",
        "Jointly ahead: better on all measures together (or worse on none and better on some) on "
        "more data sets than the other algorithm.",
    ),
    compared.PRACTICALLY_EQUAL: State(
        "practically equal", "{first} and {second} are practically equal",
        "Practically equal: on every measure, most differences are within its rope.",
        "Neither wins, because they are practically equal.",
    ),
    compared.NOT_WORSE: State(
        "not worse", "{first} is not worse than {second} on {better}",
        "Not worse: better or within the rope on more data sets than worse.",
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
