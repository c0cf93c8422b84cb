"""Single measures and mean values in words, and the cautions of a comparison."""

from __future__ import annotations

from collections import Counter

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import FirstPlaces
from jointstats.labelled.joint.ties import recommended
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import FEW, MOST_NAMES, ROOM, tally

MOST_AGAINST = 3  # differences that are named

# --- Measure by measure ---------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.MeasuresAlone) -> list[str]:
    text, test = finding.separate.verdict, finding.separate.test
    if len(finding.algorithms) > 2:
        name = wording.supposing(test) if finding.shown else wording.TEST_NAMES[test]
        text = f"Each measure alone ({name}): {text[:1].lower()}{text[1:]}"
    elif finding.shown:
        text += wording.supposed(test)
    if not finding.against:
        return [text]
    named = [f"{one.loser} over {one.winner} on {one.measure}" for one in finding.against]
    if len(finding.algorithms) > FEW and len(named) > MOST_AGAINST:
        most = tally(dict(Counter(one.loser for one in finding.against).most_common()))
        return [f"{text} In {len(named)} of these the better one is shown to lose jointly: {most}."]
    told = wording.some(named, MOST_AGAINST)
    return [f"{text} It shows {told}, although jointly the other one is shown to win."]


@brief.register
def _(finding: kinds.MeasuresAlone) -> Answers:
    won = [f"{who} on {measure}" for measure, who in finding.winners.items()]
    if won:
        rests = finding.separate.test in wording.SUPPOSED
        where = ", if differences are symmetric" if rests else ""
        return Answers(on_what=f"Measure by measure{where}: {wording.listing(won)}.")
    none = {
        1: "The measure alone shows no difference either.",
        2: "Neither measure alone shows a difference.",
    }
    clear = "No measure alone shows a difference."
    return Answers(on_what=none.get(len(finding.measures), clear))


# --- Mean ranks -----------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.FirstPlaces) -> list[str]:
    return [_best_ranks(finding, room=None)]


@brief.register
def _(finding: kinds.FirstPlaces) -> Answers:
    return Answers(on_what=_best_ranks(finding, room=2 * ROOM))


def _best_ranks(finding: FirstPlaces, room: int | None) -> str:
    """Who has the best mean rank on each measure; who is told apart, the letters say."""
    together = finding.firsts
    every = len(together) == 1 and len(finding.measures) > 1
    firsts = [
        f"{who} {wording.on_all(on) if every else f'on {wording.listing(on)}'}"
        for who, on in together.items()
    ]
    while room is not None and len(firsts) > 1 and len("; ".join(firsts)) > room:
        firsts.pop()
    left = len(together) - len(firsts)
    said = "; ".join([*firsts, *([f"{left} more on the others"] if left else [])])
    return f"Best mean rank: {said}."


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
            "The means differ, but nothing is shown about how often one is better: a few data sets "
            "with large differences can move the means."
        ]
    return [
        "It is shown how often one is better, but no difference of the means: the wins are "
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
    return [Caution(f"{wording.capital(about)}: ", *said.parts, category=said.category)]


@sentences.register
def _(finding: kinds.FailedRuns) -> list[str]:
    return [
        "A failed run has no value to rank: the sign test replaces Wilcoxon's test, for all pairs."
    ]


@sentences.register
def _(finding: kinds.MissingResults) -> list[str]:
    plural = wording.plural
    low, most = finding.fewest, plural(finding.most, "data set")
    shared = most if low == finding.most else f"{low} to {most}"
    said = (
        f"{plural(finding.missing, 'result')} of {finding.results} "
        f"{'is' if finding.missing == 1 else 'are'} missing. Each pair is compared on the data "
        f"sets with all measures of both ({shared}), each measure alone on those with that measure "
        "of both. "
    )
    common = f"{finding.common} of {plural(finding.datasets, 'data set')}"
    if finding.common:
        said += (
            f"Questions about all algorithms use the {common} that are complete; the Bayesian "
            "test also uses what is known of the others."
        )
    else:
        said += (
            "No data set is complete for all algorithms: questions about all of them are answered "
            "by the Bayesian test only, from what is known."
        )
    more: list[str] = []
    if finding.with_runs:
        all_of_them = "It has" if finding.missing == 1 else "All of these have"
        part = f"{finding.with_runs} of the missing results have"
        some = all_of_them if finding.with_runs == finding.missing else part
        more.append(
            Caution(
                f"{some} some runs, but not all: ", asked("min_folds"), " says how many are enough."
            )
        )
    if finding.alone:
        one = len(finding.alone) == 1
        more.append(
            Caution(
                f"{wording.some(finding.alone, MOST_NAMES)} {'has' if one else 'have'} no result "
                "beside another algorithm's on some measure: "
                f"{'its place' if one else 'their places'} there and as the best "
                f"{'is a guess' if one else 'are guesses'} (",
                asked("only"),
                " keeps the others).",
            )
        )
    return [said, _at_worst(finding), *more]


def _at_worst(finding: kinds.MissingResults) -> str:
    """What becomes of the claims if what is missing is not missing at random."""
    assumed = (
        "This is right if whether a result is missing does not depend on what it would have been; "
        "runs that crashed are failed runs ("
    )
    cure = (Option("missing", "worst"), ").")
    if not finding.shown:
        return Caution(assumed, *cure)
    if finding.undone is None:
        return Caution(
            assumed, *cure, " What they could change otherwise is not computed with families."
        )
    kept = finding.shown - len(finding.undone)
    if not finding.undone:
        held = "every claim that is shown holds"
        held = "the claim that is shown holds" if finding.shown == 1 else held
    elif not kept:
        held = "no claim that is shown holds"
    else:
        verb = "holds" if kept == 1 else "hold"
        held = f"{kept} of the {finding.shown} claims that are shown {verb}"
    return Caution(assumed, *cure, f" Whatever the missing results are, {held}.")


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


@sentences.register
def _(finding: kinds.RecordedTies) -> list[str]:
    named = [f"{measure} on {number}" for measure, number in finding.ties.items()]
    return [
        Caution(
            f"Some results are the same number ({wording.some(named, 4)} of "
            f"{wording.plural(finding.n, 'data set')}). As such ties may hide differences, the "
            "claims count them against whatever they could help; with a rope, or ",
            Option("ties", "equal"),
            ", they are practical equality.",
        )
    ]
