"""What would change a verdict, in words: for the report's last answer."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.findings.kinds import Margins, Pair, QuestionAnswer, Wins
from jointstats.labelled.joint.margin import Margin
from jointstats.labelled.order import trade_off
from jointstats.words import phrases
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import if_short, on_all, short

MUCH = 0.1  # what a probability may lose to another prior unmentioned


@sentences.register
def _(finding: Margins) -> list[str]:
    if isinstance(finding.verdict, Wins):
        return [_of_pairs(finding.verdict, finding.bayes, finding.nearest)]
    return [_of_statement(finding.verdict, finding.bayes, finding.glrt)]


@brief.register
def _(finding: Margins) -> Answers:
    return Answers(what_would_change=sentences(finding)[0])


# --- One question ---------------------------------------------------------------------------------


def _of_statement(answer: QuestionAnswer, bayes: Margin | None, glrt: Margin | None) -> str:
    """What would change the verdict about two algorithms.

    Parameters
    ----------
    answer : QuestionAnswer
    bayes, glrt : Margin or None
        Of the two tests; None where a prior of one's own has none.
    """
    parts = []
    if bayes is not None:
        parts.append(_one(bayes, "would"))
    elif glrt is not None:
        parts.append(_one(glrt, "would, for the second test,"))
    if None not in (bayes, glrt) and glrt != bayes and glrt is not None and glrt.data_sets:
        what = "undo" if glrt.decided else "settle"
        parts.append(f"(For the stricter second test: {glrt.data_sets}, to {what} it.)")
    low, p = answer.bayes.probability_lower, answer.bayes.probability
    if not answer.imprecise and low is not None and p is not None and p - low > MUCH:
        parts.append(
            "From the least favourable starting opinion (prior) the probability would be "
            f"{wording.probability(low)}."
        )
    return " ".join(parts) or "More data sets."


def _one(found: Margin, would: str) -> str:
    if found.data_sets is None:
        return f"No small number of data sets {would} change it."
    number = wording.plural(found.data_sets, "data set")
    if found.decided:
        return f"{number} with the next most frequent result instead {would} undo the decision."
    return f"{number} more with this result, and none with another, {would} decide it."


# --- Every pair -----------------------------------------------------------------------------------


def _of_pairs(wins: Wins, undone: Margin | None, settled: Margin | None) -> str:
    """What would change the verdict about many algorithms.

    Parameters
    ----------
    wins : Wins
    undone : Margin or None
        Of the least certain decision.
    settled : Margin or None
        Of the undecided pair that is nearest to one.
    """
    weakest, next_ = wins.least_certain, wins.nearest
    closest = "" if next_ is None else _closest(wins, next_, settled)
    if wins.decisive and weakest is not None:
        return f"{_undone(wins, weakest, undone)} {closest}".strip()
    if len(wins.trade_offs) == len(wins.pairs) and weakest is not None:
        own = "Or your own weights: which measure matters most to you?"
        return f"{_undone(wins, weakest, undone)} {own}"
    return closest or "More data sets."


def _undone(wins: Wins, pair: Pair, found: Margin | None) -> str:
    """How many other results would undo the decision about a pair, and what would be left."""
    named = short(pair) if pair.won else f"{pair.a}–{pair.b}"
    if found is None or found.data_sets is None or not found.decided:
        return f"The least certain is {named}."
    text = (
        f"If {wording.count(found.data_sets)} of the {wording.plural(pair.bayes.n, 'data set')} "
        f"had shown the next most frequent result instead, {named} would be undecided"
    )
    if pair.winner is None:
        return f"{text}."
    left = len(wins.wins[pair.winner]) - 1
    kept = "no win" if left == 0 else wording.plural(left, "win")
    return if_short(text, f" and {pair.winner} left with {kept}") + "."


def _closest(wins: Wins, pair: Pair, found: Margin | None) -> str:
    """What would decide the pair that is nearest to it, and what that would mean."""
    if found is None or found.data_sets is None or found.decided:
        return (
            f"The next to be decided would be {pair.a} and {pair.b} "
            f"(probability {phrases.chance_of(pair)})."
        )
    more = wording.plural(found.data_sets, "more data set")
    better = pair.bayes.better
    if better is None and not trade_off(pair.order or {}):
        return f"{more} with the leading result would decide {pair.a} and {pair.b}."
    if better is None:
        return f"{more} with the leading result would show a trade-off of {pair.a} and {pair.b}."
    other, on = pair.b if better == pair.a else pair.a, on_all(wins)
    text = f"{more} on which {better} is better than {other} {on} would decide that pair"
    if wins.control is not None or not wins.decisive:
        return f"{text}."
    now = wording.plural(len(wins.wins.get(better, [])) + 1, "win")
    return if_short(text, f": {better} would have {now}, and {other} would be beaten") + "."
