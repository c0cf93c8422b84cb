"""The joint tests in the report: a section for each question, with its figure and its tables."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.presentation import tables
from jointstats.presentation.figures.statements import PLACES
from jointstats.presentation.figures.words import statement
from jointstats.presentation.leading import FIRST
from jointstats.presentation.report import blocks, figures
from jointstats.words.phrases import chance_of_first, unknown

MOST_STATEMENTS = 12  # rows of a table of statements


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
        return none_repeats(bayes, "complete order")
    return question(bayes, glrt if isinstance(glrt, GLRTResult) else None)


def none_repeats(bayes: BayesResult, what: str) -> str:
    """That every data set has an order, or an answer, of its own."""
    whole, one = bayes.n - bayes.n_tied, what.split()[-1]
    article = "an" if what.startswith("a") else "a"
    said = f"{wording.plural(whole, 'data set')} each show {article} {what} of their own"
    if bayes.n_tied:
        number = wording.big(int(bayes.n_observed))
        said += f"; the {bayes.n_tied} with ties fit many {one}s each ({number} in total)"
    said += f". No {one} is seen on several of them, so this question has no answer here."
    return blocks.paragraph(said)


def _answer(test: BayesResult) -> str:
    if test.best is None:
        count = wording.plural(test.statements[0].count, "data set")
        return f"{len(test.tied_best)} statements share the first place, with {count} each."
    said = statement(test.best, test.question, test.control, PLACES)
    row = next(row for row in test.statements if row.order == test.best)
    return (
        f"Most frequent statement: {said} ({'' if test.unknown is None else 'on average '}"
        f"{wording.seen(row.count, test.n)}; expected on "
        f"{wording.percent(row.share)} of future data sets)."
    )


def _bayes_says(test: BayesResult) -> str:
    if test.best is None:
        return "Bayesian test: several statements share the first place."
    return (
        "Bayesian test: the probability that this is the most common statement is "
        f"{chance_of_first(test)} (prior: {test.prior.name})."
        + ("" if test.unknown is None else f" {unknown(test.unknown)}")
    )


def _glrt_says(test: GLRTResult) -> str:
    first, second = wording.count(test.n_a), wording.count(test.n_b)
    return (
        f"Likelihood-ratio test: {test.exact} p {wording.p_value(test.p_value)} that chance alone "
        f"puts it so far ahead ({first} data sets, the next {second}). This question alone; it is "
        "not among the claims of the verdict."
    )


def _statements(part: JointResult) -> str:
    """The most frequent statements; of long orderings the first places only."""
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
        notes.append(f"{wording.plural(more, 'rarer statement')} not listed.")
    if unseen.states:
        p = unseen.probability
        known = f" (together probability {wording.probability(p)})" if p is not None else ""
        word = "possible statement was" if unseen.states == 1 else "possible statements were"
        notes.append(f"{wording.big(unseen.states)} {word} never seen{known}.")
    names = ["statement", "data sets", *made.names[2:]]
    foot = blocks.paragraph(" ".join(notes)) if notes else ""
    return (
        blocks.table(tables.Table(names, rows, made.sides), "The statements, and how often") + foot
    )


# --- Better on everything -------------------------------------------------------------------------


def never_beaten(result: Comparison) -> str:
    """How often each algorithm is not beaten on everything."""
    part = result.joint.get("pareto")
    if not isinstance(part, ParetoResult):
        return ""
    caption = "Data sets on which no other algorithm beats this one on all measures"
    made = tables.shares_table(part)
    if len(made.rows) <= FIRST:
        return figures.nondominated(part) + blocks.table(made, caption)
    whole = blocks.folded(f"All {len(made.rows)} algorithms", blocks.table(made, caption))
    return figures.nondominated(part) + whole


# --- The network ----------------------------------------------------------------------------------


def network(result: Comparison) -> str:
    """Which measures move together, and what the side check makes of it."""
    part, bayes = result.joint.get("network"), result.joint.get("bayes")
    if not isinstance(part, NetworkResult) or not isinstance(bayes, BayesResult):
        return ""
    groups = [wording.listing(group.measures) for group in part.components]
    likely = [edge for edge in part.edges if edge.probability >= 0.5]
    if len(part.edges) == 1:
        p = wording.probability(part.edges[0].probability)
        found = f"Here they probably {'do' if likely else 'do not'} (probability {p} of a link)."
    elif len(groups) == 1:
        found = "Here all measures hang together."
    else:
        found = f"Here it finds {len(groups)} groups: {'; '.join(groups)}."
    said = f"A side check first asks which measures move together. {found}"
    if part.probability is not None and bayes.probability is not None:
        same = part.best == bayes.best
        about = "the same statement" if same else f"“{wording.statement(part.best or {})}”"
        mcse = part.mcse or 0.0
        p = wording.probability(part.probability, mcse)
        if same and wording.probability(bayes.probability, mcse) == p:
            said += f" Treating them so gives the same statement the same probability, {p}."
        else:
            said += (
                f" Treating them so gives {about} probability {p}. Quote "
                f"{wording.probability(bayes.probability)}, which does without."
            )
    return blocks.paragraph(said) + figures.network(part)
