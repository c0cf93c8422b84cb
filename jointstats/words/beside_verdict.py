"""What the papers' tests add to the verdict of a comparison: numbers that decide nothing."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.result import JointResult, ProbableStatement
from jointstats.words.phrases import fitting
from jointstats.words.statements import in_title


def answer(test: JointResult) -> str:
    """The leading statement with its p-value or posterior probability, in a sentence."""
    first = test.statements[0]
    seen = f"{wording.count(first.count)} of {wording.units(test.n, test.n_families)}"
    if isinstance(test, GLRTResult):
        p = f"exact p {wording.p_value(test.p_value)}"
        if test.best is None:
            return f"{_tied(test)}; {p}."
        others = wording.count(test.n_b)
        return f'{p} for "{wording.statement(test.best)}" ({seen}, the next on {others}).'
    if test.best is None or not isinstance(first, ProbableStatement):
        return f"{_tied(test)}."
    said = f'that "{wording.statement(test.best)}" is the most common statement'
    return f"{_probability(first)} {said}{_least(test)}."


def heading(result: Comparison) -> str:
    """What the tests take, and what they have in common with the verdict."""
    n = min((test.n for test in result.tests.values()), default=result.n)
    of = f" on the {wording.plural(n, 'complete data set')}" if n < result.n else ""
    return (
        f"The papers' tests{of} are separate, and the error rate above does not cover them. A "
        "dominance statement says which algorithm is better on which measure, on one data set"
    )


def title(test: JointResult) -> str:
    """The same for a figure of posterior probabilities."""
    first = test.statements[0]
    if test.best is None or not isinstance(first, ProbableStatement):
        return _tied(test)
    tail = f"{_probability(first)} to be the most common statement"
    said = in_title(test.best, test.question, test.control)
    return fitting(*(f"{phrase}: {tail}" for phrase in said), f"The leading statement: {tail}")


def _probability(first: ProbableStatement) -> str:
    p = wording.probability(first.probability, first.mcse)
    return f"P {p}" if p[0] in "<>" else f"P = {p}"


def _least(test: JointResult) -> str:
    if not isinstance(test, BayesResult) or test.decisive is None or test.rule != "lower":
        return ""
    return f" ({wording.probability(test.decisive)} with the least favourable prior)"


def _tied(test: JointResult) -> str:
    k = len(test.tied_best)
    if k < 2:
        return "The prior outweighs the data, so no statement leads"
    seen = wording.units(test.statements[0].count, test.n_families)
    return f"{k} statements share the first place, with {seen} each"
