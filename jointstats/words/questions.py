"""One question in words: what the two joint tests say of it, and what stands beside them."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import QuestionAnswer, Strength
from jointstats.labelled.order import ahead as ahead_in
from jointstats.labelled.order import tied_measures, trade_off
from jointstats.words.forms import Answers, Opening, brief, opening, sentences
from jointstats.words.phrases import (
    LEAST_FAVOURABLE,
    MOST_NAMES,
    chance_of_first,
    short,
    would_decide,
)

COMPARISON = "The joint comparison is"
_SUBJECTS = {"best": "Who is best on each measure is", "orderings": "The complete order is"}


# --- Decided or not -------------------------------------------------------------------------------


def decision(answer: QuestionAnswer, *, share: bool = False) -> str:
    """What the two joint tests say of one question, with the numbers; a clause without subject.

    Parameters
    ----------
    answer : QuestionAnswer
    share : bool, default False
        Whether to add the expected share of the most probable statement.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.load_dataset("example1")
    >>> answer = QuestionAnswer(glrt=js.glrt_test(table), bayes=js.bayes_test(table))
    >>> print(decision(answer)[:67])
    not decided by either joint test: the most frequent statement is "B
    """
    glrt, bayes = answer.glrt, answer.bayes
    evidence = _evidence(answer) + (_share(bayes) if share else "")
    if answer.contradictory:
        return (
            "decided differently by the two joint tests, because the prior differs from the data: "
            f'the Bayesian test decides for "{_said(bayes)}", the likelihood-ratio test for '
            f'"{_said(glrt)}" ({evidence})'
        )
    if answer.strength is Strength.SHOWN:
        return f"decided by both joint tests: {_said(bayes)} ({evidence})"
    if answer.strength is Strength.LEANING:
        by, other = ("bayes", "glrt") if bayes.decided else ("glrt", "bayes")
        names = wording.TEST_NAMES
        said = _said(bayes if bayes.decided else glrt)
        return f"decided by the {names[by]}, not the {names[other]}: {said} ({evidence})"
    if glrt.best is None:
        return (
            f"not decided by either joint test: {len(glrt.tied_best)} statements lead equally, "
            f"each seen on {wording.seen(glrt.n_a, glrt.n)}"
        )
    return (
        "not decided by either joint test: the most frequent statement is "
        f'"{_said(glrt)}" ({evidence})'
    )


def _said(test: Any) -> str:
    return wording.cell(test.best, test.question, test.control)


def _evidence(answer: QuestionAnswer) -> str:
    glrt, bayes = answer.glrt, answer.bayes
    seen = f"seen on {wording.seen(glrt.n_a, glrt.n)}; exact p {wording.p_value(glrt.p_value)}"
    if bayes.best is None:
        return seen
    p = bayes.probability_lower if answer.imprecise else bayes.probability
    kind = "probability" if bayes.best == glrt.best else "probability of the most probable one"
    return f"{seen}; {kind} {wording.probability(float(p or 0.0))}"


def _share(bayes: Any) -> str:
    return f"; expected share {wording.percent(bayes.share.mean)}"


@opening.register
def _(finding: kinds.QuestionAnswer) -> Opening | None:
    return Opening(f"{decision(finding)}.", COMPARISON)


@opening.register
def _(finding: kinds.TooManyTies) -> Opening | None:
    said = "not decided: ties leave too many statements for the joint tests."
    return Opening(said, COMPARISON)


@sentences.register
def _(finding: kinds.TooManyTies) -> list[str]:
    return [Opening("not decided: ties leave too many statements for the joint tests.").alone]


@sentences.register
def _(finding: kinds.QuestionAnswer) -> list[str]:
    if len(finding.algorithms) == 2:
        return [Opening(f"{decision(finding)}.").alone, *_expected(finding)]
    bayes, subject = finding.bayes, _SUBJECTS[finding.question]
    if finding.question == "orderings" and not finding.repeats:
        return [
            "No complete order of the algorithms repeats clearly: which is most probable is open."
        ]
    if bayes.best is None and not bayes.tied_best:
        return [f"{subject} not decided by the Bayesian test: the prior outweighs the data."]
    return [f"{subject} {decision(finding, share=bayes.decided)}."]


def _expected(answer: QuestionAnswer) -> list[str]:
    """On how many data sets the leading statement is expected, and how far it leads."""
    bayes = answer.bayes
    if bayes.best is None:
        return []
    same = bayes.best == answer.glrt.best
    said = "This statement" if same else f'"{wording.statement(bayes.best)}"'
    return [
        f"{said} is expected on {bayes.share}; it leads the next one by more than "
        f"{100 * bayes.lead.delta:g} percentage points with probability "
        f"{wording.probability(bayes.lead.probability)}."
    ]


# --- The same in short ----------------------------------------------------------------------------


@brief.register
def _(finding: kinds.TooManyTies) -> Answers:
    return Answers(who=sentences(finding)[0])


@brief.register
def _(finding: kinds.QuestionAnswer) -> Answers:
    glrt, bayes = finding.glrt, finding.bayes
    n = wording.plural(bayes.n, "data set")
    if finding.all_tied:
        return Answers(
            f"Nobody: {wording.listing(finding.algorithms)} tie everywhere.",
            f"On {wording.listing(finding.measures)}, on every data set.",
            f"All {n} agree.",
            "Data sets on which they differ, or a narrower region of practical equivalence (rope).",
        )
    if bayes.best is None:
        return Answers(
            f"Nobody: {len(bayes.tied_best)} answers fit the data equally well.",
            "",
            f"Each of them was seen on {wording.count(glrt.n_a)} of {n}.",
            "One more data set could bring one of them into the lead; it would not decide yet.",
        )
    other = f"any other result on {wording.count(glrt.n_b)} at most"
    other = other if glrt.n_b else "no other result was seen"
    decides = would_decide(bayes.alpha, imprecise=finding.imprecise)
    return Answers(
        _who(finding),
        _on_what(finding),
        f"Seen on {wording.count(glrt.n_a)} of {n}; "
        f"{other}. The probability that it is truly the most common one is "
        f"{chance_of_first(bayes)} ({decides}). If the next result were just as common, a lead "
        f"this large would come up with probability {_p_in_words(glrt.p_value)} (a second "
        "test’s p-value).",
    )


def _who(answer: QuestionAnswer) -> str:
    leader, order = answer.leader, answer.bayes.best or {}
    mostly, equal = ahead_in(order), tied_measures(order)
    if answer.strength is Strength.OPEN:
        ahead = f"{leader} is ahead" if leader else "A trade-off is ahead"
        if equal and mostly:
            ahead = f"{mostly} is ahead where they differ"
        elif equal and not trade_off(order):
            ahead = "Practical equality is ahead"
        return f"Nobody, yet: not decided. {ahead}, but its lead could be chance."
    half = ""
    if not (answer.glrt.decided and answer.bayes.decided):
        half = " One of the two joint tests says so; the other does not."
    if leader:
        return f"{leader}.{half}"
    if equal and mostly:
        return f"{mostly}, where they differ: practically equal on {wording.listing(equal)}.{half}"
    if equal and not trade_off(order):
        return f"Nobody: practically equal on {wording.listing(equal)}.{half}"
    return f"Neither on everything: each is better on some measures.{half}"


def _on_what(answer: QuestionAnswer) -> str:
    bayes, leader, measures = answer.bayes, answer.leader, answer.measures
    said = wording.statement(bayes.best or {})
    everything = f"on all {len(measures)} measures"
    if len(measures) == 2:
        everything = f"on both {wording.listing(measures)}"
    if answer.strength is Strength.OPEN:
        if leader and len(measures) > 1:
            said = f"{leader} better {everything}"
        seen = f"{wording.count(bayes.statements[0].count)} of {bayes.n} data sets"
        return f"The result seen most often is: {said} ({seen})."
    if leader and len(measures) > 1:
        other = next(name for name in answer.algorithms if name != leader)
        return f"{leader} is better than {other} {everything}, on the same data set."
    return f"{said}."


def _p_in_words(p: float) -> str:
    return "below 0.001" if p < 0.001 else wording.significant(p, 2)


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
    return [f"Is {finding.control} the best of all? {finding.bayes.verdict}"]


@sentences.register
def _(finding: kinds.PriorLoss) -> list[str]:
    lost = [short(pair) for pair in finding.pairs]
    left = [_left(bayes, finding.alpha) for bayes in finding.answers]
    if finding.only:
        return [
            "This Bayesian decision depends on the prior, the opinion before the data: the least "
            f"favourable one worth 2 data sets would undo it ({left[0]})."
        ]
    asked = {"best": "who is best on each measure", "orderings": "the complete order"}
    lost += [
        f"{asked[bayes.question]} ({said})"
        for bayes, said in zip(finding.answers, left, strict=True)
    ]
    return [f"{LEAST_FAVOURABLE} leave open {wording.some(lost, MOST_NAMES)}."]


def _left(bayes: Any, alpha: float) -> str:
    """The probability that the least favourable prior leaves."""
    return f"probability {wording.probability(bayes.probability_lower)}, below {1 - alpha:g}"


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
        return [f"In the network test ({about}), a side check, several statements lead equally."]
    p = wording.probability(network.probability, network.mcse or 0.0)
    same = network.best == bayes.best
    said = "it" if same else f'"{wording.statement(network.best)}"'
    beside = ""
    if same and bayes.probability is not None:
        beside = f" instead of {wording.probability(bayes.probability)}"
    decided = "decides" if network.decided else "does not decide"
    return [
        f"As a side check, the network test ({about}) gives {said} probability {p}{beside} and "
        f"{decided} it."
    ]


@sentences.register
def _(finding: kinds.ParetoFinding) -> list[str]:
    return [finding.pareto.verdict]
