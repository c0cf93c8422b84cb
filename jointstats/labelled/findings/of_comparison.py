"""What a comparison found, by importance; the first finding is the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.errors import Caution, DecisionLostWarning, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Finding
from jointstats.labelled.single.separate import SeparateResult
from jointstats.labelled.table.groups import Group

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
    claimed: Claimed,
    joint: Mapping[str, Any],
    separate: SeparateResult,
    rankings: Sequence[Ranking],
    *,
    order: tuple[str, ...],
    control: str | None,
    alpha: float,
    normal: Mapping[str, Any] | None = None,
    groups: Sequence[Group] = (),
) -> tuple[Finding, ...]:
    """What the tests of a comparison found; cautions are added by :func:`cautions_of`.

    Parameters
    ----------
    claimed : Claimed
        What is claimed of every pair: the verdict.
    joint : mapping
        Test to its result, or None where ties forbid it.
    separate : SeparateResult
    rankings : sequence of Ranking
    order : tuple of str
        The algorithms as the leaderboard has them; two stay as they are in the table.
    control : str or None
    alpha : float
    normal : mapping, optional
        Tests of means, if asked for.
    groups : sequence of Group
        What the claims are about, if not the measures.
    """
    about: dict[str, Any] = {
        "algorithms": order if len(order) > 2 else separate.algorithms,
        "measures": tuple(separate.measures),
    }
    pairs = about | {"pairs": claimed.pairs, "control": control, "alpha": alpha}
    claims = kinds.Claims(**pairs)
    found: list[Finding] = [claims]
    if not all(group.alone for group in groups):
        found.append(kinds.InGroups(groups=tuple(groups)))
    if claimed.families is not None:
        found.append(kinds.InFamilies(**about, families=claimed.families))
    if claims.leaning:
        found.append(kinds.Leanings(**pairs, expected_wrong=claimed.expected_wrong))
    if control is None and len(separate.algorithms) > 2 and claims.won and not claims.champion:
        found.append(kinds.Unbeaten(**pairs))
    found += _questions(joint, about, control)
    found += _pareto(joint, about)
    found.append(
        kinds.MeasuresAlone(**about, separate=separate, against=_against(claims, separate))
    )
    found.append(kinds.FirstPlaces(measures=about["measures"], rankings=tuple(rankings)))
    return (*found, *([] if normal is None else _of_means(normal, claims)))


def _questions(
    joint: Mapping[str, Any], about: dict[str, Any], control: str | None
) -> list[Finding]:
    """Who is best, whether the control is, and which statement is the most frequent of all."""
    found: list[Finding] = []
    two = len(about["algorithms"]) == 2
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
    elif two:
        found.append(kinds.TooManyTies(**about))
    if two and orders is not None and joint.get("network") is not None:
        found.append(kinds.NetworkView(**about, network=joint["network"], bayes=orders))
    return found


def _pareto(joint: Mapping[str, Any], about: dict[str, Any]) -> list[Finding]:
    part = joint.get("pareto")
    if part is None or len(part.algorithms) == 2:
        return []
    return [kinds.ParetoFinding(**about, pareto=part)]


def _against(claims: kinds.Claims, separate: SeparateResult) -> tuple[kinds.Against, ...]:
    """Where a separate test decides against the winner of a pair."""
    won = {frozenset(row.names): row.names for row in claims.won}
    found = []
    for row in separate.tests:
        winner, loser = won.get(frozenset((row.a, row.b)), (None, None))
        if winner is not None and loser is not None and row.winner == loser:
            found.append(kinds.Against(winner, loser, row.measure))
    return tuple(found)


# --- Mean values ----------------------------------------------------------------------------------


def _of_means(normal: Mapping[str, Any], claims: kinds.Claims) -> list[Finding]:
    """What the means say, whether they may be trusted, and where the views differ."""
    main = normal.get("hotelling") or normal.get("manova")
    found: list[Finding] = [kinds.Means(test=main)]
    if main is None:
        return found
    if normal["mardia"] is not None:
        found.append(kinds.Normality(mardia=normal["mardia"]))
    if "hotelling" in normal and main.decided != bool(claims.shown):
        found.append(kinds.MeansAgainstStatements(means_differ=main.decided))
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
        Test that ties forbid to the reason; without one if no data set is complete.
    control : str or None
    one_question : bool
        Whether all tests ask the same question: two algorithms.
    """
    said: dict[Caution, list[str]] = {}  # each with the tests that raise it
    ties: dict[float, list[Caution]] = {}  # number of data sets with ties to what tests say of them
    for name, part in joint.items():
        own = [failures[name]] if name in failures else []
        for text in own if part is None else part.warnings:
            category = text.category
            if category is DecisionLostWarning:
                continue  # the verdict does not rest on this decision
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
