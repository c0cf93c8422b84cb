"""Tests of dominance statements, worded: likelihood ratio, Bayesian, network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import wording
from jointstats.base.phrases import between, conditions, fitting, in_words, on_all, on_measures
from jointstats.drawing import document
from jointstats.drawing.document import MOST_ROWS, Grid, Paragraph, Part
from jointstats.drawing.words import Words, grid_of, table_of
from jointstats.joint import kernel_decisions
from jointstats.joint import result as shared
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.posterior import BayesResult, Unknown
from jointstats.network.network_result import NetworkResult

MOST_WIDE = 110  # characters of a statement; of longer ones there are fewer
MOST_COMMON = "the most common dominance statement"
NOT_SHOWN = "The data do not establish which dominance statement is most common"


def _shared(result: shared.JointResult) -> str:
    """That several statements lead equally, with the first two where they are short."""
    tied = result.tied_best
    named = [f'"{wording.cell(order, result.question, result.control)}"' for order in tied[:2]]
    more = f" and {len(tied) - 2} more" if len(tied) > 2 else ""
    shown = f" ({', '.join(named)}{more})" if max(map(len, named)) < 100 else ""
    each = wording.units(result.statements[0].count, result.n_families)
    return f"{len(tied)} statements share the first place with {each} each{shown}"


def _by_bound(result: BayesResult, decisive: float, said: str) -> str:
    """The decision by the lower bound."""
    imprecise = result.prior.name == "imprecise"
    mass = max(kernel_decisions.LOWER_MASS, result.prior.strength if imprecise else 0.0)
    least = wording.probability(decisive, limit=result.threshold)
    worth, limit = wording.plural(mass, "data set"), f"{result.threshold:g}"
    if imprecise and mass == result.prior.strength:
        kind, first = "lower probability", least
        bound = f"the imprecise prior is worth {worth}"
    else:
        kind, first = "probability", wording.probability(result.probability or 0.0)
        bound = f"{least} with the least favourable prior worth {worth}"
    bound += _of_missing(result)
    if result.decided:
        said = f'"{said}" is shown to be {MOST_COMMON}'
        return f"{said} ({kind} {first}; {bound}; {limit} is enough)."
    papers, enough = "", kernel_decisions.from_where("probability", result.alpha)
    by_papers = (result.probability_lower if imprecise else result.probability) or 0.0
    if by_papers >= enough and result.unknown is None:
        papers = f"; the papers' rule needs a {kind} of only {enough:g}"
    return (
        f'{NOT_SHOWN}. "{said}" is the most common one with {kind} {first} ({bound}, but {limit} '
        f"is needed{papers})."
    )


def _by_the_papers(result: BayesResult, decisive: float, said: str) -> str:
    p = wording.probability(decisive, limit=result.threshold)
    kind = "lower probability" if result.prior.name == "imprecise" else "probability"
    limit, missing = f"{result.threshold:g}, the papers' rule", _of_missing(result)
    return by_rule(said, result.decided, limit, f"{kind} {p}", missing)


def _of_missing(result: BayesResult) -> str:
    """That the number before allows for all values of the missing results."""
    return "" if result.unknown is None else ", missing results counted against it"


def by_rule(said: str, decided: bool, limit: str, p: str, missing: str = "") -> str:
    """What reaches a probability, or does not."""
    if decided:
        return f'"{said}" reaches {limit} ({p} of being {MOST_COMMON}{missing}).'
    first = f'"{said}" is the most common one with {p}{missing}.'
    return f"No dominance statement reaches {limit}. {first}"


def how_often(result: Any) -> str:
    """On how many data sets the leading statement is, and how far ahead: two sentences."""
    if result.chosen_share is None:
        mean = wording.percent(result.share.mean) if result.share else "–"
        return f"It is expected on {mean} of data sets. {_lead(result.lead)}"
    return f"It was seen on {_share(result.chosen_share)}. {_lead(result.lead)}"


def _share(share: shared.Share) -> str:
    low, high = wording.percent(share.low).removesuffix(" %"), wording.percent(share.high)
    chosen = ", corrected for having been picked" if isinstance(share, shared.ChosenShare) else ""
    interval = f"{wording.interval(share.level)} {low}–{high}{chosen}"
    return f"{wording.percent(share.mean)} of data sets ({interval})"


def _lead(lead: shared.Lead) -> str:
    p = wording.probability(lead.probability, lead.mcse or 0.0)
    if lead.ratio == 1:
        return f"It is the most common one with probability {p}."
    return (
        f"It is more than {lead.ratio:g} times as common as any other statement with probability "
        f"{p}."
    )


def in_title(order: wording.Order, question: str, control: str | None) -> list[str]:
    """A statement of any question in words, shorter from one to the next."""
    every = list(order)
    if question != "orderings":
        firsts = Counter(str(places[0]) for places in order.values() if places)
        name, times = firsts.most_common(1)[0] if control is None else (control, firsts[control])
        if times == len(every):
            return [f"{name} is best {on_all(every)}"]
        number = times if control is None else in_words(times)
        short = f"{name} is best on {number} of {len(every)} measures"
        return [wording.cell(order, question, control), short]
    if any(len(wording.names_of(places)) > 2 for places in order.values()):
        first = next(iter(order.values()))
        if all(places == first for places in order.values()):
            return [f"{wording.place(first)} {on_all(every)}", "The leading order"]
        return [wording.statement(order), "The leading orders"]
    return _of_two(order)


def _of_two(order: wording.Order) -> list[str]:
    every = list(order)
    leads = {
        measure: None if wording.is_tie(places) else str(wording.names_of(places)[0])
        for measure, places in order.items()
    }
    counts = Counter(name for name in leads.values() if name)
    if not counts:
        return [f"{wording.listing(wording.names_of(order[every[0]]))} are equal {on_all(every)}"]
    first, times = counts.most_common(1)[0]
    (other,) = (name for name in wording.names_of(order[every[0]]) if name != first)
    if times == len(every):
        where = on_all(every)
        return [f"{first} is better than {other} {where}", f"{first} is better {where}"]
    on = on_measures([measure for measure, name in leads.items() if name == first], every)
    return [wording.statement(order), f"{first} is better {on[0]}", f"{first} is better {on[-1]}"]


def _no_leader(result: shared.JointResult) -> str:
    k = len(result.tied_best)
    if k > 1:
        seen = wording.plural(result.statements[0].count, "data set")
        many = wording.capital(in_words(k))
        return f"{many} statements share the first place, with {seen} each: not shown"
    return "The prior outweighs the data, so no statement is shown"


def title_beside(test: shared.JointResult) -> str:
    """The same for a figure of posterior probabilities."""
    first = test.statements[0]
    if test.best is None or not isinstance(first, shared.ProbableStatement):
        return _tied(test)
    tail = f"{_probability(first)} to be the most common statement"
    said = in_title(test.best, test.question, test.control)
    return fitting(*(f"{phrase}: {tail}" for phrase in said), f"The leading statement: {tail}")


def _probability(first: shared.ProbableStatement) -> str:
    p = wording.probability(first.probability, first.mcse)
    return f"P {p}" if p[0] in "<>" else f"P = {p}"


def _least(test: shared.JointResult) -> str:
    if not isinstance(test, BayesResult) or test.decisive is None or test.rule != "lower":
        return ""
    return f" ({wording.probability(test.decisive)} with the least favourable prior)"


def _tied(test: shared.JointResult) -> str:
    k = len(test.tied_best)
    if k < 2:
        return "The prior outweighs the data, so no statement leads"
    seen = wording.units(test.statements[0].count, test.n_families)
    return f"{k} statements share the first place, with {seen} each"


def unknown(missing: Unknown) -> str:
    """How many data sets are incomplete, and what the missing results could do: a sentence."""
    complete = wording.plural(missing.n_complete, "complete data set")
    said = (
        f"Counts and probabilities are those of {complete}. They are right if "
        f"{wording.MISSING_BY_CHANCE}."
    )
    if missing.n_partly:
        said += f" Of {missing.n_partly} more something is known."
    if missing.n_silent:
        said += f" Of {missing.n_silent} nothing is known."
    low, high = missing.probability_lowest, missing.probability_highest
    if low is None or high is None:
        return said
    return (
        f"{said} For all possible missing results, the probability of the leading statement is "
        f"{between(low, high)}."
    )


class JointWords(Words):
    """The words of any test of dominance statements."""

    result: shared.JointResult

    def answer(self) -> str:
        """The leading statement with its p-value or posterior probability, in a sentence."""
        test, first = self.result, self.result.statements[0]
        seen = f"{wording.count(first.count)} of {wording.units(test.n, test.n_families)}"
        if isinstance(test, GLRTResult):
            p = f"exact p {wording.p_value(test.p_value)}"
            if test.best is None:
                return f"{_tied(test)}; {p}."
            others = wording.count(test.n_b)
            return f'{p} for "{wording.statement(test.best)}" ({seen}, the next on {others}).'
        if test.best is None or not isinstance(first, shared.ProbableStatement):
            return f"{_tied(test)}."
        said = f'that "{wording.statement(test.best)}" is the most common statement'
        return f"{_probability(first)} {said}{_least(test)}."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        seen = wording.seen(result.statements[0].count, result.n)
        if result.best is None:
            return _no_leader(result)
        said = in_title(result.best, result.question, result.control)
        if result.by_the_papers:
            tail = f"{'reaches' if result.decided else 'below'} {1 - result.alpha:g}"
            tails, short = [f": {tail}"], f"The leading statement {tail}"
        elif result.decided:
            tail = "shown to be the most common statement"
            tails, short = [f": {tail}", ": shown as most common"], f"One statement is {tail}"
        else:
            tail = f"on {seen}: not shown"
            tails, short = [f" {tail}"], f"The leading statement was seen {tail}"
        return fitting(*(phrase + tail for tail in tails for phrase in said), short)

    def rows(self) -> Part | None:
        """The leading statements, and how many others there are."""
        result = self.result
        rows = table_of(result)
        long = any(len(row[0]) > MOST_WIDE for row in rows.rows[:MOST_ROWS])
        rows = replace(rows, rows=rows.rows[: MOST_ROWS // 2 if long else MOST_ROWS])
        more = result.n_observed - len(rows.rows)
        states = len(result.statements) + result.unobserved.states - result.n_observed
        lines = []
        if more > 0:
            rest = wording.plural(more, "more statement")
            lines.append(f"{rest} seen: to_frame() has up to {shared.MOST_LISTED}")
        if states > 0:
            p = result.unobserved.probability
            tail = ""
            if p is not None and len(result.statements) >= result.n_observed:
                tail = f", probability together {wording.probability(p)}"
            noun = "statement" if states == 1 else "statements"
            lines.append(f"{wording.big(states)} {noun} never seen{tail}")
        return document.stack(rows, document.listed(lines))

    def table(self) -> Grid:
        return table_of(self.result)


class GLRTWords(JointWords):
    """The words of the likelihood-ratio test."""

    result: GLRTResult

    def verdict(self) -> str:
        result = self.result
        p = wording.p_value(result.p_value)
        test = f"exact p {p}, {'at most' if result.decided else 'above'} {result.alpha:g}"
        if result.best is None:
            return f"{NOT_SHOWN}. {_shared(result)}, {test}."
        said = wording.cell(result.best, result.question, result.control)
        units = wording.units(result.n_families or result.n, result.n_families)
        seen = f"{wording.count(result.n_a)} of {units}, the next on {wording.count(result.n_b)}"
        if result.decided:
            share = _share(result.share)
            return (
                f'"{said}" is shown to be {MOST_COMMON} ({seen}; {test}). It was seen on {share}.'
            )
        return f'{NOT_SHOWN}. "{said}" is the most frequent one ({seen}; {test}).'

    def before(self) -> Sequence[Part | None]:
        result = self.result
        numbers = [
            f"exact p {wording.p_value(result.p_value)} (used here)   "
            f"approximate p {wording.p_value(result.p_value_asymptotic)} "
            f"(χ²; −2 ln λ = {wording.significant(result.statistic, 4)})"
        ]
        if result.n_tied and result.p_value_worst is not None:
            numbers.append(
                f"worst p {wording.p_value(result.p_value_worst)} (every tie against the first "
                "statement, as far as it can be)"
            )
        if result.lead_ratio_low > 1:
            numbers.append(
                f"With {100 * result.level:g} % confidence the first statement is at least "
                f"{wording.significant(result.lead_ratio_low)} times as common as any other, if "
                f"{conditions(result)}."
            )
        return [document.listed(numbers)]


class BayesWords(JointWords):
    """The words of the Bayesian test."""

    result: BayesResult

    def verdict(self) -> str:
        result = self.result
        if result.best is None and not result.tied_best:
            return (
                f"{NOT_SHOWN}. The prior outweighs the data: a statement that was never seen is "
                "at least as probable as any other."
            )
        if result.best is None or result.decisive is None:
            return f"{NOT_SHOWN}. {_shared(result)}."
        said = wording.cell(result.best, result.question, result.control)
        decision = _by_the_papers if result.rule == "probability" else _by_bound
        return f"{decision(result, result.decisive, said)} {how_often(result)}"

    def before(self) -> Sequence[Part | None]:
        result = self.result
        prior = (
            f"prior: {result.prior.name}, total mass {wording.significant(result.prior.strength)}"
        )
        return [
            Paragraph(f"{prior}; probabilities are {document.how_computed(result.method)}"),
            None if result.unknown is None else Paragraph(unknown(result.unknown)),
        ]


def _dependences(result: NetworkResult) -> str:
    m = len(result.measures)
    known = [edge for edge in result.edges if result.tells(edge)]
    if result.edges and not known:
        return "The data cannot tell which measures depend on each other"
    likely = sum(edge.probability > 0.5 for edge in known)
    if m == 2:
        tail = f"probably {'depend' if likely else 'do not depend'} on each other"
        both = wording.listing(list(result.measures))
        return fitting(f"{both} {tail}", f"The two measures {tail}")
    if not likely:
        return f"No two of {in_words(m)} measures probably depend on each other"
    verb = "depends" if likely == 1 else "depend"
    return f"{likely} of {m * (m - 1) // 2} pairs of measures probably {verb} on each other"


class NetworkWords(JointWords):
    """The words of the network test."""

    result: NetworkResult

    def title(self, figure: str | None = None) -> str:
        return _dependences(self.result) if figure == "network" else super().title(figure)

    def verdict(self) -> str:
        result = self.result
        if result.best is None or result.share is None or result.probability is None:
            return f"{len(result.tied_best)} dominance statements share the first place."
        said = wording.cell(result.best, result.question, result.control)
        p = wording.probability(result.probability, result.mcse or 0.0, 1 - result.alpha)
        limit = f"{1 - result.alpha:g}, the papers' rule, for which no error rate is known"
        return f"{by_rule(said, result.decided, limit, f'probability {p}')} {how_often(result)}"

    def before(self) -> Sequence[Part | None]:
        result = self.result
        limit = "no limit of parents"
        if result.max_parents is not None:
            limit = f"at most {wording.plural(result.max_parents, 'parent')}"
        about = {
            "best": f"best graph by BDeu ({limit})",
            "average": f"average over graphs ({limit})",
            "given": "given graph",
        }[result.structure]
        arrows = (f"{a.from_} {'→' if a.compelled else '–'} {a.to}" for a in result.arcs)
        graph = "; ".join(arrows) or "no arc: the measures are independent"
        legend = " (→ compelled direction)" if any(a.compelled for a in result.arcs) else ""
        certain = sorted(result.edges, key=lambda e: -e.probability)[:MOST_ROWS]
        groups = []
        for group in result.components:
            p = wording.probability_cell(group.probability, group.mcse)
            groups.append([", ".join(group.measures), wording.statement(group.order), p])
        dependences: Sequence[Part] = (
            Paragraph(
                "Probability that two measures are dependent, given the others "
                f"({result.edges_method}):"
            ),
            grid_of(certain, result),
        )
        averaged, average = None, result.average
        if average is not None and average.probability_best is not None:
            averaged = Paragraph(
                f"Averaged over {average.classes} classes of graphs; the best graph (weight "
                f"{wording.probability(average.best_weight)}) alone gives "
                f"{wording.probability(average.probability_best, result.mcse or 0.0)}."
            )
        return [
            Paragraph(f"{wording.capital(about)}: {graph}{legend}"),
            averaged,
            Paragraph(
                "Groups of measures that depend on each other, each with its own test, which takes "
                "this graph for the true one:"
            ),
            document.grid(["measures", "most probable statement", "probability"], groups, "llr"),
            *(dependences if certain else ()),
            Paragraph(f"Probabilities of statements are {document.how_computed(result.method)}:"),
        ]
