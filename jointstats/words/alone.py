"""Single measures and mean values in words, and the cautions of a comparison."""

from __future__ import annotations

from jointstats.kernels.messages import asked
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Claim, FirstPlaces, MeasuresAlone, Wins
from jointstats.labelled.joint.ties import recommended
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import ROOM, on_all

# --- Measure by measure ---------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.MeasuresAlone) -> list[str]:
    return _of_two(finding) if len(finding.algorithms) == 2 else _of_many(finding)


def _of_two(finding: MeasuresAlone) -> list[str]:
    lines = [finding.separate.verdict]
    against, silent = finding.contradicted, finding.open
    if against:
        lines.append(
            f"The two views disagree on {_measures(against)}: data sets on which "
            f"{against[0].winner} is better there mostly show another joint statement."
        )
    if finding.decided and silent:
        lines.append(
            f"The joint statement includes {_measures(silent)}, where the separate test alone "
            "finds no difference."
        )
    every = len(finding.claims) == len(finding.measures)
    if every and finding.claims and not (finding.decided or silent or against):
        lines.append(
            "Every measure alone is decided, their combination is not: the measures do not favour "
            "the same algorithm on the same data sets often enough."
        )
    return lines


def _measures(claims: list[Claim]) -> str:
    return wording.listing([claim.measure for claim in claims])


def _of_many(finding: MeasuresAlone) -> list[str]:
    test = wording.TEST_NAMES[finding.separate.test]
    text = f"On single measures ({test}), {finding.separate.verdict}"
    claims = finding.claims
    if not claims:
        return [text]
    n = len({claim.pair for claim in claims})
    pairs = "The decided pair claims" if n == 1 else f"The {n} decided pairs claim"
    what = f"{pairs} {len(claims)} of the {len(finding.separate.tests)}; it confirms"
    left = [claim for claim in claims if not claim.confirmed]
    if not left:
        text += f" {what} {'it' if len(claims) == 1 else 'all of them'}."
    else:
        named = f"{len(left)}"
        if len(left) <= 3:
            named = wording.listing(
                [f"{claim.first} over {claim.second} on {claim.measure}" for claim in left]
            )
        text += f" {what} {len(claims) - len(left)}, not {named}."
    against = [
        f"{claim.pair[0]} against {claim.pair[1]} on {claim.measure}"
        for claim in finding.contradicted
    ]
    if not against:
        return [text]
    some = wording.some(against, 3)
    return [text, f"The joint and the separate view contradict each other for {some}."]


@brief.register
def _(finding: kinds.MeasuresAlone) -> Answers:
    won = [f"{who} on {measure}" for measure, who in finding.winners.items()]
    if won:
        return Answers(on_what=f"Measure by measure: {wording.listing(won)}.")
    none = {
        1: "The measure alone shows no clear difference either.",
        2: "Neither measure alone shows a clear difference.",
    }
    clear = "No measure alone shows a clear difference."
    return Answers(on_what=none.get(len(finding.measures), clear))


# --- Mean ranks -----------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.FirstPlaces) -> list[str]:
    return [_best_ranks(finding, room=None)]


@brief.register
def _(finding: kinds.FirstPlaces) -> Answers:
    return Answers(on_what=_best_ranks(finding, room=2 * ROOM))


def _best_ranks(finding: FirstPlaces, room: int | None) -> str:
    """Who has the best mean rank on each measure, and whether the second is told apart."""
    together = finding.firsts
    firsts = [f"{who} on {wording.listing(on)}" for who, on in together.items()]
    while room is not None and len(firsts) > 1 and len("; ".join(firsts)) > room:
        firsts.pop()
    left = len(together) - len(firsts)
    said = "; ".join([*firsts, *([f"{left} more on the others"] if left else [])])
    clear = finding.clear
    if len(clear) == len(finding.measures):
        tail = "clearly ahead of the next"
    elif clear:
        tail = f"clearly ahead of the next only on {wording.listing(clear)}"
    else:
        tail = "never clearly ahead of the next"
    return f"Best average rank: {said} ({tail})."


def best_placed(finding: FirstPlaces, wins: Wins) -> str:
    """Who has the best mean rank on most measures, if this is not the one winner already."""
    n = len(finding.measures)
    name, own = max(finding.firsts.items(), key=lambda item: len(item[1]))
    if [name] == wins.top or name in wins.beaten or len(own) * 2 <= n:
        return ""
    on = on_all(finding) if len(own) == n else f"on {len(own)} of {n} measures"
    not_clear = "" if set(own) & set(finding.clear) else ", but is not clearly ahead"
    return f" {name} has the best average rank {on}{not_clear}."


# --- Mean values ----------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Means) -> list[str]:
    if finding.test is None:
        return ["Assuming normality: no test of means is possible (see the notes)."]
    return [f"Assuming normality: {finding.test.verdict}"]


@sentences.register
def _(finding: kinds.Normality) -> list[str]:
    return [f"Normality: {finding.mardia.verdict}"]


@sentences.register
def _(finding: kinds.MeansAgainstStatements) -> list[str]:
    if finding.means_differ:
        return [
            "The means differ, but no dominance statement is decided: a few data sets with large "
            "differences can move the means without deciding who is usually better."
        ]
    by = wording.listing([f"the {wording.TEST_NAMES[test]}" for test in finding.by])
    return [
        f"A dominance statement is decided (by {by}), but no difference of the means: the wins are "
        "frequent, yet small beside how much the differences vary."
    ]


# --- Cautions -------------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.TestCaution) -> list[str]:
    questions = {
        "orderings": "complete orderings",
        "pareto": "better on all measures",
        "best": "who is best",
        "control": f"where {finding.control} is best",
        "means": "assuming normality",
    }
    if not finding.questions:
        return [finding.message]
    about = wording.listing([questions[name] for name in finding.questions])
    said = finding.message
    return [Caution(f"{about[:1].upper()}{about[1:]}: ", *said.parts, category=said.category)]


@sentences.register
def _(finding: kinds.FailedRuns) -> list[str]:
    return [
        "A failed run has no value to rank: the sign test replaces Wilcoxon's test, for all pairs."
    ]


@sentences.register
def _(finding: kinds.OftenTied) -> list[str]:
    parts = recommended(finding.ties, " for some pair")
    return [Caution(*parts, category=TiesWarning)]


@sentences.register
def _(finding: kinds.EqualMeasures) -> list[str]:
    return [
        Caution(
            f"All algorithms are equal on {wording.listing(finding.measures)} on every data set, "
            "which is shared out as ties: leave it out (",
            asked("on"),
            ") to see what the other measures say.",
        )
    ]
