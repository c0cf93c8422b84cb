"""One question in words: what the two joint tests say of it, and what stands beside them."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import QuestionAnswer
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.result import how_often
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import between

_SUBJECTS = {
    "best": "Who is best on each measure",
    "orderings": "Order of all algorithms",
}


# --- One question ---------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.TooManyTies) -> list[str]:
    return ["Ties leave open which of too many statements is the most frequent."]


@sentences.register
def _(finding: kinds.QuestionAnswer) -> list[str]:
    glrt = finding.glrt
    if len(finding.algorithms) == 2:
        first = wording.capital(_most_frequent(finding))
        return [first, *_expected(finding), *_with_the_incomplete(finding.bayes)]
    subject = _SUBJECTS[finding.question]
    if finding.question == "orderings" and not finding.repeats:
        return [f"{subject}: no order was seen on more than one data set."]
    if glrt.best is None:
        return [f"{subject}: {_tied(finding)}."]
    return [f"{subject}: {_most_frequent(finding)}", *_with_the_incomplete(finding.bayes)]


def _with_the_incomplete(bayes: BayesResult) -> list[str]:
    """What the Bayesian test says with all that is known of incomplete data sets."""
    found = bayes.unknown
    if found is None or not found.n_partly or bayes.best is None or bayes.probability is None:
        return []
    low, high = found.probability_lowest or 0.0, found.probability_highest or 0.0
    return [
        f"With what is known of {wording.plural(found.n_partly, 'incomplete data set')}, "
        f'"{_said(bayes)}" is the most common one with probability '
        f"{wording.probability(bayes.probability)} if results are missing at random ("
        f"{between(low, high)} whatever they are)."
    ]


def _most_frequent(answer: QuestionAnswer) -> str:
    """The most frequent statement, and what the two tests say of it alone."""
    glrt, bayes = answer.glrt, answer.bayes
    if answer.all_tied:
        return f"{wording.listing(answer.algorithms)} tie on every measure of every data set."
    if glrt.best is None:
        return f"{_tied(answer)}."
    by_more = bayes.unknown is not None and bayes.unknown.n_partly  # more data sets, not the prior
    return (
        f'the most frequent statement is "{_said(glrt)}" (seen on '
        f"{wording.seen(glrt.n_a, glrt.n)}, the next on {wording.count(glrt.n_b)}; {glrt.exact} p "
        f"{wording.p_value(glrt.p_value)}{_probability(answer)})."
        + (
            ""
            if by_more or bayes.best in (None, glrt.best)
            else f' With the prior, "{_said(bayes)}" is more probably the most common one.'
        )
    )


def _tied(answer: QuestionAnswer) -> str:
    glrt = answer.glrt
    return (
        f"{len(glrt.tied_best)} statements share the first place, each seen on "
        f"{wording.seen(glrt.n_a, glrt.n)}"
    )


def _said(test: Any) -> str:
    return wording.cell(test.best, test.question, test.control)


def _probability(answer: QuestionAnswer) -> str:
    bayes = answer.bayes
    if bayes.best is None or bayes.best != answer.glrt.best or bayes.unknown is not None:
        return ""
    p = bayes.probability_lower if answer.imprecise else bayes.probability
    kind = "lower probability" if answer.imprecise else "probability"
    return f"; {kind} of being the most common one {wording.probability(float(p or 0.0))}"


def _expected(answer: QuestionAnswer) -> list[str]:
    """On how many data sets the leading statement is expected, and how far it leads."""
    bayes = answer.bayes
    if bayes.best is None or bayes.share is None or bayes.best != answer.glrt.best:
        return []
    return [f"It is {how_often(bayes.chosen_share, bayes.share, bayes.lead)}."]


# --- The same in short ----------------------------------------------------------------------------


@brief.register
def _(finding: kinds.TooManyTies) -> Answers:
    return Answers(how_sure=sentences(finding)[0])


@brief.register
def _(finding: kinds.QuestionAnswer) -> Answers:
    return Answers(how_sure=wording.capital(_most_frequent(finding)))


# --- Beside the two tests -------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.DifferentFirsts) -> list[str]:
    return [
        f"The most probable complete order puts another algorithm first on "
        f"{wording.listing(finding.measures)}: the most probable answers of two questions need not "
        "agree, only their expected shares do."
    ]


@sentences.register
def _(finding: kinds.ControlAnswer) -> list[str]:
    bayes = finding.bayes
    asked = f"Is {finding.control} the best of all?"
    if bayes.best is None or bayes.probability is None:
        return [f"{asked} Several answers share the first place."]
    row = next(row for row in bayes.statements if row.order == bayes.best)
    return [
        f'{asked} The most frequent answer is "{_said(bayes)}" '
        f"({'seen' if bayes.unknown is None else 'expected'} on "
        f"{wording.seen(row.count, bayes.n)}; probability of being the most common one "
        f"{wording.probability(bayes.probability)})."
    ]


@sentences.register
def _(finding: kinds.NetworkView) -> list[str]:
    network, bayes = finding.network, finding.bayes
    groups = [wording.listing(part.measures) for part in network.components]
    if len(groups) == 1:
        about = "which takes all measures as connected"
    elif len(groups) == len(network.measures):
        about = f"which takes {wording.listing(groups)} as independent"
    else:
        about = f"which takes these groups as independent: {'; '.join(groups)}"
    if network.best is None or network.probability is None:
        return [
            f"As a side check, the network test ({about}) leaves the first place to several "
            "statements."
        ]
    mcse = network.mcse or 0.0
    p = wording.probability(network.probability, mcse)
    same = network.best == bayes.best
    said = "it" if same else f'"{wording.statement(network.best)}"'
    beside = ""
    if same and bayes.probability is not None:
        agrees = wording.probability(bayes.probability, mcse) == p
        beside = ", too" if agrees else f" instead of {wording.probability(bayes.probability)}"
    return [f"As a side check, the network test ({about}) gives {said} probability {p}{beside}."]


@sentences.register
def _(finding: kinds.ParetoFinding) -> list[str]:
    order = finding.algorithms.index
    best = min(finding.pareto.nondominated, key=lambda row: (-row.share, order(row.algorithm)))
    return [
        f"On {wording.about(best.share)} of data sets nobody beats {best.algorithm} "
        f"{wording.on_all(list(finding.measures))} at once: the largest share of all algorithms."
    ]
