"""What a comparison found, by importance; the first finding is the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from jointstats.labelled.compare.pairs import LikelihoodPair, PosteriorPair
from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.errors import Caution, DecisionLostWarning, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Claim, Finding, Pair
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.order import Order, is_tie, names_of
from jointstats.labelled.single.separate import SeparateResult

if TYPE_CHECKING:  # its result class has findings, too
    from jointstats.labelled.compare.pairwise_result import JointPairsResult

# Test of a comparison to the question that it asks; these tests share their answers.
QUESTIONS = {
    "glrt": "orderings",
    "bayes": "orderings",
    "pareto": "pareto",
    "glrt_best": "best",
    "bayes_best": "best",
    "bayes_control": "control",
}


def findings_of(
    joint: Mapping[str, Any],
    pairs: Mapping[str, JointPairsResult],
    separate: SeparateResult,
    rankings: Sequence[Ranking],
    normal: Mapping[str, Any] | None = None,
) -> tuple[Finding, ...]:
    """What the tests of a comparison found; cautions are added by :func:`cautions_of`.

    Parameters
    ----------
    joint : mapping
        Test to its result, or None where ties forbid it.
    pairs : mapping
        ``glrt`` and ``bayes`` of every pair; empty for two algorithms.
    separate : SeparateResult
    rankings : sequence of Ranking
    normal : mapping, optional
        Tests of means, if asked for.
    """
    found = _of_many(joint, pairs, separate) if pairs else _of_two(joint, separate)
    found.append(kinds.FirstPlaces(measures=tuple(separate.measures), rankings=tuple(rankings)))
    return (*found, *([] if normal is None else _of_means(normal, joint)))


# --- Two algorithms -------------------------------------------------------------------------------


def _of_two(joint: Mapping[str, Any], separate: SeparateResult) -> list[Finding]:
    glrt, bayes = joint["glrt"], joint["bayes"]
    about: dict[str, Any] = {
        "algorithms": separate.algorithms,
        "measures": tuple(separate.measures),
    }
    pareto = _pareto(joint)
    if glrt is None or bayes is None:
        alone = kinds.MeasuresAlone(**about, separate=separate, claims=(), decided=False)
        return [kinds.TooManyTies(**about), *pareto, alone]
    answer = kinds.QuestionAnswer(**about, glrt=glrt, bayes=bayes)
    found: list[Finding] = [answer]
    if _lost_to_the_prior(bayes):
        found.append(kinds.PriorLoss(**about, answers=(bayes,), alpha=bayes.alpha, only=True))
    if joint.get("network") is not None:
        found.append(kinds.NetworkView(**about, network=joint["network"], bayes=bayes))
    alone = kinds.MeasuresAlone(
        **about,
        separate=separate,
        claims=_claims({separate.algorithms: answer.best}, separate),
        decided=glrt.decided or bayes.decided,
    )
    return [*found, *pareto, alone]


# --- More than two --------------------------------------------------------------------------------


def _of_many(
    joint: Mapping[str, Any], tests: Mapping[str, JointPairsResult], separate: SeparateResult
) -> list[Finding]:
    bayes, glrt = tests["bayes"], tests["glrt"]
    both = zip(bayes.pairs, glrt.pairs, strict=True)
    pairs = tuple(Pair(cast(PosteriorPair, p), cast(LikelihoodPair, q)) for p, q in both)
    about: dict[str, Any] = {
        "algorithms": separate.algorithms,
        "measures": tuple(separate.measures),
        "pairs": pairs,
        "control": bayes.control,
        "alpha": bayes.alpha,
        "p_adjust": glrt.p_adjust,
        "imprecise": any(pair.bayes.probability_upper is not None for pair in pairs),
    }
    found: list[Finding] = [kinds.Wins(**about)]
    unbeaten = kinds.Unbeaten(**about)
    if bayes.control is None and unbeaten.beaten and not unbeaten.one_beats_all:
        found.append(unbeaten)
    found.append(kinds.Confirmation(**about, expected_wrong=bayes.expected_wrong or 0.0))
    found += _lost(joint, pairs, separate, bayes.alpha)
    if found[0].trade_offs:  # type: ignore[attr-defined]
        found.append(kinds.TradeOffs(**about))
    if found[0].partly_equal:  # type: ignore[attr-defined]
        found.append(kinds.PartlyEqual(**about))
    found += _questions(joint, separate, bayes.control)
    decided = {(pair.a, pair.b): pair.order for pair in pairs if pair.decided}
    alone = kinds.MeasuresAlone(
        algorithms=separate.algorithms,
        measures=tuple(separate.measures),
        separate=separate,
        claims=_claims(decided, separate),
        decided=True,
    )
    return [*found, *_pareto(joint), alone]


def _lost(
    joint: Mapping[str, Any], pairs: Sequence[Pair], separate: SeparateResult, alpha: float
) -> list[Finding]:
    lost = tuple(pair.bayes for pair in pairs if pair.lost_to_the_prior(alpha))
    answers = tuple(
        joint[name] for name in ("bayes_best", "bayes") if _lost_to_the_prior(joint.get(name))
    )
    if not lost and not answers:
        return []
    names = tuple(separate.algorithms)
    measures = tuple(separate.measures)
    return [
        kinds.PriorLoss(algorithms=names, measures=measures, pairs=lost, answers=answers,
                        alpha=alpha)
    ]  # fmt: skip


def _questions(
    joint: Mapping[str, Any], separate: SeparateResult, control: str | None
) -> list[Finding]:
    """Who is best, whether the control is, and whether there is one order of all."""
    about: dict[str, Any] = {
        "algorithms": separate.algorithms,
        "measures": tuple(separate.measures),
    }
    found: list[Finding] = []
    best, orders = joint.get("bayes_best"), joint.get("bayes")
    if best is not None and joint.get("glrt_best") is not None:
        found.append(kinds.QuestionAnswer(**about, glrt=joint["glrt_best"], bayes=best))
        if best.best is not None and orders is not None and orders.best is not None:
            differ = tuple(m for m in best.best if best.best[m][0] != orders.best[m][0])
            if differ:
                found.append(kinds.DifferentFirsts(measures=differ))
    if control is not None and joint.get("bayes_control") is not None:
        found.append(kinds.ControlAnswer(**about, control=control, bayes=joint["bayes_control"]))
    if joint.get("glrt") is not None and orders is not None:
        found.append(kinds.QuestionAnswer(**about, glrt=joint["glrt"], bayes=orders))
    return found


def _pareto(joint: Mapping[str, Any]) -> list[Finding]:
    part = joint.get("pareto")
    if part is None:
        return []
    return [
        kinds.ParetoFinding(algorithms=part.algorithms, measures=tuple(part.measures), pareto=part)
    ]


def _lost_to_the_prior(bayes: BayesResult | None) -> bool:
    """Whether the least favourable prior of mass 2 would undo the decision."""
    low = None if bayes is None or not bayes.decided else bayes.probability_lower
    return bayes is not None and low is not None and low < 1 - bayes.alpha


def _claims(orders: Mapping[Any, Order | None], separate: SeparateResult) -> tuple[Claim, ...]:
    """What joint statements of pairs claim of each measure, and who wins there alone."""
    claims = []
    for row in separate.tests:
        pair = (row.a, row.b)
        order = orders.get(pair) or orders.get(pair[::-1])
        if order and not is_tie(order[row.measure]):
            first, second = names_of(order[row.measure])
            claims.append(Claim(first, second, row.measure, row.winner, pair))
    return tuple(claims)


# --- Mean values ----------------------------------------------------------------------------------


def _of_means(normal: Mapping[str, Any], joint: Mapping[str, Any]) -> list[Finding]:
    """What the means say, whether they may be trusted, and where the views differ."""
    main = normal.get("hotelling") or normal.get("manova")
    found: list[Finding] = [kinds.Means(test=main)]
    if main is None:
        return found
    if normal["mardia"] is not None:
        found.append(kinds.Normality(mardia=normal["mardia"]))
    if "hotelling" in normal:
        by = tuple(name for name in ("glrt", "bayes") if joint.get(name) and joint[name].decided)
        if main.decided != bool(by):
            found.append(kinds.MeansAgainstStatements(means_differ=main.decided, by=by))
    return found


# --- Cautions -------------------------------------------------------------------------------------


def cautions_of(
    joint: Mapping[str, Any],
    failures: Mapping[str, Caution],
    control: str | None,
    *,
    one_question: bool,
) -> tuple[Finding, ...]:
    """What the joint tests warn of, each caution once, with the questions that it concerns.

    Parameters
    ----------
    joint : mapping
        Test to its result, or None.
    failures : mapping
        Test that ties forbid to the reason.
    control : str or None
    one_question : bool
        Whether all tests ask the same question: two algorithms.
    """
    said: dict[Caution, list[str]] = {}  # each with the tests that raise it
    ties: dict[float, list[Caution]] = {}  # number of data sets with ties to what tests say of them
    for name, part in joint.items():
        for text in [failures[name]] if part is None else part.warnings:
            category = text.category
            if category is DecisionLostWarning and name in ("bayes", "bayes_best"):
                continue  # a finding tells of it
            said.setdefault(text, []).append(name)
            if category is TiesWarning and text not in ties.setdefault(part.n_tied, []):
                ties[part.n_tied].append(text)
    for texts in ties.values():
        _keep_first(texts, said)
    return tuple(
        kinds.TestCaution(
            questions=() if one_question else tuple(dict.fromkeys(QUESTIONS[n] for n in names)),
            message=text,
            control=control,
        )
        for text, names in said.items()
    )


def _keep_first(texts: Sequence[Caution], said: dict[Caution, list[str]]) -> None:
    """Tell of the same ties once: the likelihood-ratio test, asked first, has most to say."""
    for text in texts[1:]:
        said[texts[0]] += said.pop(text)
