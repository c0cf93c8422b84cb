"""The sentences of a comparison of two algorithms: what is decided, and where views disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.decisions import decision, prior_loss
from jointstats.labelled.single.separate import SeparateResult


def findings_two(joint: dict[str, Any], separate: SeparateResult) -> list[str]:
    """Sentences for two algorithms; the first is the verdict."""
    glrt, bayes = joint["glrt"], joint["bayes"]
    pareto = [joint["pareto"].verdict] if joint.get("pareto") is not None else []
    if glrt is None or bayes is None:
        lines = ["Not decided: ties leave too many statements for the joint tests."]
        return [*lines, *pareto, *_separate_view(None, False, separate)]
    said = decision(glrt, bayes)
    lines = [f"{said[:1].upper()}{said[1:]}."]
    if bayes.best is not None:
        said = "This statement" if bayes.best == glrt.best else f'"{wording.statement(bayes.best)}"'
        lines.append(
            f"{said} is expected on {bayes.share}; it leads the next one by more than "
            f"{100 * bayes.lead['delta']:g} percentage points with probability "
            f"{wording.probability(bayes.lead['probability'])}."
        )
    if prior_loss(bayes):
        lines.append(
            "This Bayesian decision depends on the prior, the opinion before the data: the least "
            f"favourable one worth 2 data sets would undo it ({prior_loss(bayes)})."
        )
    if joint.get("network") is not None:
        lines.append(_network_view(joint["network"], bayes))
    best = bayes.best if bayes.decided or not glrt.decided else glrt.best
    return lines + pareto + _separate_view(best, glrt.decided or bayes.decided, separate)


def _network_view(network: Any, bayes: Any) -> str:
    """What the dependences among the measures change."""
    groups = [wording.listing(part["measures"]) for part in network.components]
    if len(groups) == 1:
        about = "which takes all measures as connected"
    elif len(groups) == len(network.measures):
        about = f"which takes {wording.listing(groups)} as independent"
    else:
        about = f"which takes these groups as independent: {'; '.join(groups)}"
    if network.best is None:
        return f"In the network test ({about}), a side check, several statements lead equally."
    p = wording.probability(network.probability, network.mcse)
    same = network.best == bayes.best
    said = "it" if same else f'"{wording.statement(network.best)}"'
    beside = ""
    if same and bayes.probability is not None:
        beside = f" instead of {wording.probability(bayes.probability)}"
    decided = "decides" if network.decided else "does not decide"
    return (
        f"As a side check, the network test ({about}) gives {said} probability {p}{beside} and "
        f"{decided} it."
    )


def _separate_view(
    best: dict[str, list[str]] | None, decided: bool, separate: SeparateResult
) -> list[str]:
    """What the separate tests say, and where they contradict the joint ones."""
    lines = [separate.verdict]
    winners = {row["measure"]: row["winner"] for row in separate.tests}
    if best is None:
        return lines
    against = [m for m, who in winners.items() if who and who != best[m][0]]
    silent = [m for m, who in winners.items() if who is None]
    if against:
        lines.append(
            f"The two views disagree on {wording.listing(against)}: data sets on which "
            f"{winners[against[0]]} is better there mostly show another joint statement."
        )
    if decided and silent:
        lines.append(
            f"The joint statement includes {wording.listing(silent)}, where the separate test "
            "alone finds no difference."
        )
    if not decided and not silent and not against:
        lines.append(
            "Every measure alone is decided, their combination is not: the measures do not favour "
            "the same algorithm on the same data sets often enough."
        )
    return lines


def about(tests: Sequence[str], control: str | None, caution: str) -> str:
    """A caution, with the questions that it concerns.

    Examples
    --------
    >>> about(["glrt", "bayes", "bayes_best"], None, "7 data sets have ties.")
    'Complete orderings and who is best: 7 data sets have ties.'
    """
    questions = {
        "glrt": "complete orderings",
        "bayes": "complete orderings",
        "pareto": "better on all measures",
        "glrt_best": "who is best",
        "bayes_best": "who is best",
        "bayes_control": f"where {control} is best",
    }
    asked = wording.listing(list(dict.fromkeys(questions[name] for name in tests)))
    return f"{asked[:1].upper()}{asked[1:]}: {caution}"
