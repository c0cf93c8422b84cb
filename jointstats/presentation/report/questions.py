"""The joint tests in the report: a section for each question, with its figure and its tables."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.findings.kinds import Pair, Wins, first
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.presentation import tables
from jointstats.presentation.figures.statements import PLACES
from jointstats.presentation.figures.words import statement
from jointstats.presentation.report import blocks, figures
from jointstats.words.phrases import chance_of, chance_of_first

MOST_STATEMENTS = 12  # rows of a table of results
MOST_PAIRS = 60  # rows of a table of pairs


# --- Pair by pair ---------------------------------------------------------------------------------


def pairs(result: Comparison) -> str:
    """Every pair: the leading result, how sure it is, and what the second test says."""
    wins = first(result.found, Wins)
    return "" if wins is None else figures.pairs(result) + _pair_table(result, wins)


def _pair_table(result: Comparison, wins: Wins) -> str:
    ranked = sorted(
        wins.pairs,
        key=lambda pair: (not pair.won, not pair.decided, -(pair.bayes.probability or 0.0)),
    )
    rows = [
        [
            _pair_result(pair),
            f"{wording.count(pair.bayes.count)} of {wording.count(pair.bayes.n)}",
            "–" if pair.bayes.probability is None else chance_of(pair),
            "win" if pair.won else "trade-off" if pair.decided else "no",
            wording.p_number(pair.glrt.p_adjusted),
            "yes" if pair.confirmed else "no",
        ]
        for pair in ranked[:MOST_PAIRS]
    ]
    p = wording.adjusted_p(result.p_adjust)
    names = ["leading result", "data sets", "probability", "decided",
             f"second test: {p}", "confirmed"]  # fmt: skip
    notes = [
        "The probability that this is truly the most common result of the pair comes from the "
        f"Bayesian test: {1 - result.alpha:g} or more decides. The second test is the "
        f"likelihood-ratio test: {result.alpha:g} or less confirms."
    ]
    if any(pair.glrt.p_adjusted >= 0.9995 for pair in wins.pairs):
        notes.append("1.00 after correction: no evidence by this test; not proof of equality.")
    left = len(ranked) - len(rows)
    notes += [f"{left} more pairs are not listed."] if left > 0 else []
    made = tables.Table(names, rows, "lrrlrl")
    caption = "Every pair, wins first, then clear trade-offs, then what is not decided"
    return blocks.table(made, caption) + blocks.paragraph(" ".join(notes))


def _pair_result(pair: Pair) -> str:
    if pair.order is None:
        return f"{pair.a} and {pair.b}: several results lead equally"
    return statement(pair.order, "orderings", None, PLACES)


# --- Two tests of one question --------------------------------------------------------------------


def question(bayes: BayesResult, glrt: GLRTResult | None, figure: str = "") -> str:
    """The answer in words, what the two tests say of it, its figure, and all that was seen."""
    said = [_bayes_says(bayes)] + ([] if glrt is None else [_glrt_says(glrt)])
    return blocks.paragraph(_answer(bayes)) + blocks.items(said) + figure + _statements(bayes)


def orders(result: Comparison) -> str:
    """Complete orders of more than two algorithms."""
    bayes, glrt = result.joint.get("bayes"), result.joint.get("glrt")
    if not result.pairs or not isinstance(bayes, BayesResult):
        return ""
    if max(row.count for row in bayes.statements) <= 1:
        return blocks.paragraph(_no_order(bayes))
    return question(bayes, glrt if isinstance(glrt, GLRTResult) else None)


def _no_order(bayes: BayesResult) -> str:
    """That every data set has an order of its own."""
    whole = bayes.n - bayes.n_tied
    said = f"{wording.plural(whole, 'data set')} each show a complete order of their own"
    if bayes.n_tied:
        number = wording.big(int(bayes.n_observed))
        said += f"; the {bayes.n_tied} with ties fit many orders each ({number} in total)"
    return f"{said}. No order repeats clearly, so this question has no answer here."


def _answer(test: BayesResult) -> str:
    if test.best is None:
        count = wording.plural(test.statements[0].count, "data set")
        return f"{len(test.tied_best)} results lead equally, with {count} each: no answer yet."
    said = statement(test.best, test.question, test.control, PLACES)
    row = next(row for row in test.statements if row.order == test.best)
    return (
        f"Leading result: {said} ({wording.seen(row.count, test.n)}; expected on "
        f"{wording.percent(row.share)} of future data sets)."
    )


def _bayes_says(test: BayesResult) -> str:
    need = f"{1 - test.alpha:g} or more decides"
    if test.best is None:
        return f"Bayesian test: not decided. Several results lead equally; a probability of {need}."
    decided = "decided" if test.decided else "not decided"
    return (
        f"Bayesian test: {decided}. The probability that this is truly the most common result is "
        f"{chance_of_first(test)}; {need}."
    )


def _glrt_says(test: GLRTResult) -> str:
    decided = "decided" if test.decided else "not decided"
    first, second = wording.count(test.n_a), wording.count(test.n_b)
    return (
        f"Likelihood-ratio test: {decided}. Chance alone gives such a lead ({first} data sets "
        f"against {second} with the next result) with exact p "
        f"{wording.p_value(test.p_value)}; {test.alpha:g} or less decides."
    )


def _statements(part: JointResult) -> str:
    """The leading results; of long orderings the first places only."""
    long = part.question == "orderings" and len(part.algorithms) > PLACES
    most = MOST_STATEMENTS // 2 if long else MOST_STATEMENTS
    made = tables.table(replace(part, statements=part.statements[:most]))
    rows = [
        [statement(row.order, part.question, part.control, PLACES), *cells[1:]]
        for row, cells in zip(part.statements, made.rows, strict=False)
    ]
    more, unseen = len(part.statements) - len(rows), part.unobserved
    notes = [f"The first {PLACES} places of each order."] if long else []
    if more > 0:
        notes.append(f"{wording.plural(more, 'rarer result')} not listed.")
    if unseen.states:
        p = unseen.probability
        known = f" (together probability {wording.probability(p)})" if p is not None else ""
        word = "possible result was" if unseen.states == 1 else "possible results were"
        notes.append(f"{wording.big(unseen.states)} {word} never seen{known}.")
    names = ["result", "data sets", *made.names[2:]]
    foot = blocks.paragraph(" ".join(notes)) if notes else ""
    return blocks.table(tables.Table(names, rows, made.sides), "The results, and how often") + foot


# --- Better on everything -------------------------------------------------------------------------


def never_beaten(result: Comparison) -> str:
    """How often each algorithm is not beaten on everything; who beats whom on everything."""
    part = result.joint.get("pareto")
    if not isinstance(part, ParetoResult):
        return ""
    caption = "Data sets on which no other algorithm beats this one on all measures"
    figure = figures.nondominated(part)
    return figure + blocks.table(tables.shares_table(part), caption) + _on_everything(result, part)


def _on_everything(result: Comparison, part: ParetoResult) -> str:
    """A weaker question of every pair: which side wins everything more often, if one does."""
    ranked = sorted(part.pairs, key=lambda row: -abs(row.probability - 0.5))
    rows = []
    for row in ranked[:MOST_PAIRS]:
        first, second = row.a, row.b
        ahead, behind, p = row.count_a, row.count_b, row.probability
        if p < 0.5:
            first, second, ahead, behind, p = second, first, behind, ahead, 1 - p
        rows.append(
            [
                f"{first} over {second}",
                wording.count(ahead),
                wording.count(behind),
                wording.count(max(part.n - ahead - behind, 0.0)),
                wording.probability(p),
                "yes" if row.winner else "not clear",
            ]
        )
    left = len(ranked) - len(rows)
    return (
        "<h3>A weaker question: whenever one side wins everything, is it the same side?</h3>"
        + blocks.paragraph(
            "Leave out every data set that is split or tied. Where one side is better "
            f"{wording.on_all(list(result.measures))}, is it usually the same side? Even a clear "
            "yes does not make that side the winner: these data sets can be the rule."
        )
        + blocks.table(
            tables.Table(
                ["pair", "first better on all", "second better on all", "split or tied",
                 "probability", "same side?"],
                rows,
                "lrrrrl",
            ),
            "Data sets on which one side is better on everything",
        )
        + (blocks.paragraph(f"{left} more pairs are not listed.") if left > 0 else "")
    )  # fmt: skip


# --- The network ----------------------------------------------------------------------------------


def network(result: Comparison) -> str:
    """Which measures move together, and what the side check makes of it."""
    part, bayes = result.joint.get("network"), result.joint.get("bayes")
    if not isinstance(part, NetworkResult) or not isinstance(bayes, BayesResult):
        return ""
    groups = [wording.listing(group.measures) for group in part.components]
    likely = [edge for edge in part.edges if edge.probability >= 0.5]
    if len(part.edges) == 1:
        p = wording.probability(part.edges[0].probability, 0.001)
        found = f"Here they probably {'do' if likely else 'do not'} (probability {p} of a link)."
    elif len(groups) == 1:
        found = "Here all measures hang together."
    else:
        found = f"Here it finds {len(groups)} groups: {'; '.join(groups)}."
    said = f"A side check first asks which measures move together. {found}"
    if part.probability is not None and bayes.probability is not None:
        same = part.best == bayes.best
        about = "the same result" if same else f"“{wording.statement(part.best or {})}”"
        said += (
            f" Treating them so gives {about} probability "
            f"{wording.probability(part.probability, part.mcse or 0.0)}. Quote "
            f"{wording.probability(bayes.probability)}, which does without."
        )
    return blocks.paragraph(said) + figures.network(part)
