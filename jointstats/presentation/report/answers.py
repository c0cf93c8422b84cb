"""The first screen of the report: who wins, on what, how sure, and what would change that.

The words are those of the findings, in their short form; here they are chosen and arranged.
"""

from __future__ import annotations

from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Finding, QuestionAnswer, Strength
from jointstats.words.alone import best_placed
from jointstats.words.findings import Answers, brief
from jointstats.words.phrases import if_short

WHO = 300  # characters of the first answer beyond which what can be spared is left out


def answers(result: Comparison) -> Answers:
    """Answer the four questions of a reader who knows t tests at most."""
    wins = kinds.first(result.found, kinds.Wins)
    if wins is not None:
        return _of_many(result, wins)
    answer = kinds.first(result.found, kinds.QuestionAnswer)
    if answer is None:
        return brief(result.found[0])
    return _of_two(result, answer)


def _short(result: Comparison, kind: type[Finding]) -> Answers:
    found = kinds.first(result.found, kind)
    return Answers() if found is None else brief(found)


def _of_two(result: Comparison, answer: QuestionAnswer) -> Answers:
    said = brief(answer)
    nobody = answer.strength is Strength.OPEN or answer.bayes.best is None
    if nobody and not answer.all_tied:
        said += _short(result, kinds.MeasuresAlone)
    return said if said.what_would_change else said + _change(result)


def _of_many(result: Comparison, wins: kinds.Wins) -> Answers:
    said = brief(wins)
    places = kinds.first(result.found, kinds.FirstPlaces)
    if places is not None:
        said += brief(places)
        if wins.decisive and wins.control is None:
            who = if_short(said.who, best_placed(places, wins), WHO)
            said = Answers(who, said.on_what)
    return said + _short(result, kinds.Confirmation) + _change(result)


def _change(result: Comparison) -> Answers:
    margins = result.margins()
    return Answers() if margins is None else brief(margins)
