"""The sentences of a comparison: what is decided, what is not, and where views disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.single.separate import SeparateResult
from jointstats.labelled.table.results_table import ResultsTable


def findings_two(joint: dict[str, Any], separate: SeparateResult) -> list[str]:
    """Sentences for two algorithms; the first is the verdict."""
    glrt, bayes = joint["glrt"], joint["bayes"]
    pareto = [joint["pareto"].verdict] if joint.get("pareto") is not None else []
    if glrt is None or bayes is None:
        lines = ["Not decided: ties leave too many statements for the joint tests."]
        return [*lines, *pareto, *_separate_view(None, False, separate)]
    lines = [_pair_decision(glrt, bayes)]
    if bayes.best is not None:
        said = "This statement" if bayes.best == glrt.best else _quoted(bayes)
        lines.append(
            f"{said} is expected on {bayes.share}; it leads the next one by more than "
            f"{100 * bayes.lead['delta']:g} percentage points with probability "
            f"{wording.probability(bayes.lead['probability'])}."
        )
    if joint.get("network") is not None:
        lines.append(_network_view(joint["network"], bayes))
    best = bayes.best if bayes.decided or not glrt.decided else glrt.best
    return lines + pareto + _separate_view(best, glrt.decided or bayes.decided, separate)


def _pair_decision(glrt: Any, bayes: Any) -> str:
    """What the two joint tests decide together."""
    evidence = (
        f"{wording.count(glrt.n_a)} of {wording.plural(glrt.n, 'data set')}; exact p "
        f"{wording.p_value(glrt.p_value_exact)}"
    )
    if bayes.best is not None:
        p = bayes.probability_lower if bayes.prior["name"] == "imprecise" else bayes.probability
        evidence += f"; probability {wording.probability(p)}"
    if glrt.decided and bayes.decided:
        if glrt.best == bayes.best:
            return f"Decided by both joint tests: {wording.statement(bayes.best)} ({evidence})."
        return (
            f"The joint tests contradict each other, because the prior differs from the data: the "
            f"Bayesian test decides for {_quoted(bayes)}, the likelihood-ratio test for "
            f"{_quoted(glrt)} ({evidence})."
        )
    if glrt.decided or bayes.decided:
        yes, no = (
            ("likelihood-ratio", "Bayesian") if glrt.decided else ("Bayesian", "likelihood-ratio")
        )
        said = wording.statement((glrt if glrt.decided else bayes).best)
        return f"Decided by the {yes} test but not by the {no} test: {said} ({evidence})."
    if glrt.best is None:
        return f"Not decided: {len(glrt.tied_best)} statements lead equally ({evidence})."
    return (
        "Not decided: neither algorithm is jointly better; the most frequent statement is "
        f"{_quoted(glrt)} ({evidence})."
    )


def _quoted(test: Any) -> str:
    return f'"{wording.statement(test.best)}"'


def _network_view(network: Any, bayes: Any) -> str:
    """What the dependences among the measures change."""
    groups = [wording.listing(part["measures"]) for part in network.components]
    if len(groups) == 1:
        about = "the measures are one connected group"
    else:
        about = f"independent groups of measures: {'; '.join(groups)}"
    if network.best is None:
        return f"With the measures' network ({about}) several statements lead equally."
    p = wording.probability(network.probability, network.mcse)
    said = (
        "this statement" if network.best == bayes.best else f'"{wording.statement(network.best)}"'
    )
    decided = "decided" if network.decided else "not decided"
    return f"With the measures' network ({about}) {said} has probability {p}: {decided}."


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
            "Every measure alone is decided, the combination is not: the measures do not favour "
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
        "pareto": "dominance on all measures",
        "glrt_best": "who is best",
        "bayes_best": "who is best",
        "bayes_control": f"where {control} is best",
    }
    asked = wording.listing(list(dict.fromkeys(questions[name] for name in tests)))
    return f"{asked[:1].upper()}{asked[1:]}: {caution}"


def findings_many(
    table: ResultsTable,
    joint: dict[str, Any],
    pairs: dict[str, PairwiseResult],
    separate: SeparateResult,
    control: str | None,
) -> list[str]:
    """Sentences for more than two algorithms; the first is the verdict."""
    lines = [_pair_verdict(table, pairs["bayes"], control)]
    lines += _against_glrt(pairs)
    lines += _best_view(joint.get("bayes_best"), joint.get("bayes"))
    if joint.get("pareto") is not None:
        lines.append(joint["pareto"].verdict)
    ordering = joint.get("bayes")
    if ordering is not None and not ordering.decided:
        lines.append(
            f"Complete orderings: not decided; {ordering.n_observed} of "
            f"{wording.big(len(ordering.statements) + ordering.unobserved['states'])} possible "
            f"statements were seen on {wording.plural(ordering.n, 'data set')}."
        )
    elif ordering is not None:
        lines.append(f"Complete orderings: {ordering.verdict}")
    lines.append(f"Measure by measure: {separate.verdict}")
    lines += _views_disagree(pairs["bayes"], separate)
    return lines


def _beaten(pairs: PairwiseResult) -> dict[str, list[str]]:
    """Algorithm to those it is decided to beat on every measure."""
    found: dict[str, list[str]] = {}
    for row in pairs.pairs:
        if row["winner"]:
            loser = row["b"] if row["winner"] == row["a"] else row["a"]
            found.setdefault(row["winner"], []).append(loser)
    return found


def _pair_verdict(table: ResultsTable, pairs: PairwiseResult, control: str | None) -> str:
    beaten = _beaten(pairs)
    on = f"on all {len(table.measures)} measures" if len(table.measures) > 1 else "on the measure"
    mixed = sum(row["decided"] and not row["winner"] for row in pairs.pairs)
    undecided = sum(not row["decided"] for row in pairs.pairs)
    rest = [f"{wording.plural(mixed, 'pair')} decided as a trade-off"] if mixed else []
    if not beaten:
        than = "another" if control is None else f"the control {control}, nor worse,"
        nobody = f"no algorithm is jointly better than {than} {on}"
        if not mixed:
            return f"Not decided: {nobody}."
        which = f"{mixed} of {mixed + undecided} pairs" if undecided else _every(mixed)
        return (
            f"Trade-offs: {nobody}, but {which} {'is' if mixed == 1 else 'are'} decided, each "
            "algorithm better on some measures."
        )
    rest += [f"{wording.plural(undecided, 'pair')} not decided"] if undecided else []
    if control is not None:
        won, lost = beaten.get(control, []), [name for name in beaten if name != control]
        parts = [f"{control} is jointly better {on} than {wording.listing(won)}"] if won else []
        if lost:
            parts.append(f"{wording.listing(lost)} {'is' if len(lost) == 1 else 'are'} jointly "
                         f"better {on} than {control}")  # fmt: skip
        said = "; ".join(parts)
        return f"Decided by the Bayesian test, pair by pair: {said}{_tail(rest)}."
    most = max(map(len, beaten.values()))
    others = len(table.algorithms) - 1
    top = [name for name in table.algorithms if len(beaten.get(name, [])) == most]
    each = "" if len(top) == 1 else " each"
    named = f" ({', '.join(beaten[top[0]])})" if len(top) == 1 else ""
    whom = "every other algorithm" if most == others else f"{most} of the {others} others{named}"
    return (
        f"Decided by the Bayesian test, pair by pair: {wording.listing(top)} "
        f"{'is' if len(top) == 1 else 'are'} jointly better {on} than {whom}{each}{_tail(rest)}."
    )


def _every(pairs: int) -> str:
    return {1: "the pair", 2: "both pairs"}.get(pairs, f"all {pairs} pairs")


def _tail(parts: list[str]) -> str:
    return "".join(f"; {part}" for part in parts)


def _against_glrt(pairs: dict[str, PairwiseResult]) -> list[str]:
    """How many decisions each joint test makes, and how many of them both make."""
    decided = {
        name: {(row["a"], row["b"]) for row in part.pairs if row["decided"]}
        for name, part in pairs.items()
    }
    bayes, glrt = decided["bayes"], decided["glrt"]
    both = len(bayes & glrt)
    how = {"none": "not adjusted"}.get(pairs["glrt"].p_adjust, pairs["glrt"].p_adjust)
    wrong = (
        f" (expected wrong among them: {wording.expected(pairs['bayes'].expected_wrong or 0.0)})"
    )
    line = (
        f"Of {wording.plural(len(pairs['bayes'].pairs), 'pair')} the Bayesian test decides "
        f"{len(bayes)}{wrong if bayes else ''} and the "
        f"likelihood-ratio test {len(glrt)} (exact p, {how}); "
        f"{both} {'is' if both == 1 else 'are'} decided by both."
    )
    mixed = [row for row in pairs["bayes"].pairs if row["decided"] and not row["winner"]]
    lines = [line]
    if mixed:
        shown = "; ".join(row["statement"] for row in mixed[:3])
        more = f"; and {len(mixed) - 3} more" if len(mixed) > 3 else ""
        lines.append(
            f"{wording.plural(len(mixed), 'decided pair')} {'is' if len(mixed) == 1 else 'are'} a "
            f"trade-off, each better on some measures: {shown}{more}."
        )
    return lines


def _best_view(best: Any, ordering: Any) -> list[str]:
    """Who is best on each measure, and whether the most probable ordering says the same."""
    if best is None:
        return []
    lines = [f"Question “who is best on each measure”: {best.verdict}"]
    if best.best is None or ordering is None or ordering.best is None:
        return lines
    differ = [m for m in best.best if best.best[m][0] != ordering.best[m][0]]
    if differ:
        lines.append(
            f"The most probable complete ordering puts another algorithm first on "
            f"{wording.listing(differ)}: the most probable answers of two questions need not "
            "agree, only their expected shares do."
        )
    return lines


def _views_disagree(pairs: PairwiseResult, separate: SeparateResult) -> list[str]:
    """Where a decided joint statement and a decided separate test contradict each other."""
    order = {(row["a"], row["b"]): row for row in pairs.pairs}
    against, silent = [], 0
    for row in separate.tests:
        joint = order.get((row["a"], row["b"]))
        if joint is None or not joint["decided"]:
            continue
        if row["winner"] and row["winner"] != joint["order"][row["measure"]][0]:
            against.append(f"{row['a']} against {row['b']} on {row['measure']}")
        silent += row["winner"] is None
    lines = []
    if against:
        more = f" and {len(against) - 3} more" if len(against) > 3 else ""
        lines.append(
            f"The joint and the separate view contradict each other for "
            f"{wording.listing(against[:3])}{more}."
        )
    if silent:
        lines.append(
            f"{wording.plural(silent, 'difference')} that the decided joint statement of a pair "
            f"includes {'is' if silent == 1 else 'are'} not found by the separate tests."
        )
    return lines
