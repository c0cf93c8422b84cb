"""The first screen of the report: who wins, on what, how sure, and what would change that.

The words are those of the findings, in their short form; here they are chosen and arranged.
"""

from __future__ import annotations

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Finding
from jointstats.words.findings import Answers, brief


def answers(result: Comparison) -> Answers:
    """Answer the four questions of a reader who knows t tests at most."""
    two = not result.pairs
    said = _short(result, kinds.Claims) + _short(result, kinds.InGroups)
    said += _short(result, kinds.InFamilies)
    said += _short(result, kinds.Leanings)
    if two and not result.decided:
        said += _short(result, kinds.QuestionAnswer)
    if two:
        said += _short(result, kinds.MeasuresAlone)
    else:
        said += _short(result, kinds.FirstPlaces)
    return said + brief(result.margins())


def _short(result: Comparison, kind: type[Finding]) -> Answers:
    found = kinds.first(result.found, kind)
    return Answers() if found is None else brief(found)
