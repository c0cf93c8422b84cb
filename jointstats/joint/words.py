"""Tests of dominance statements, worded: likelihood ratio, Bayesian, network."""

from __future__ import annotations

from collections import Counter

from jointstats.base import wording
from jointstats.base.order import Order, is_tie, names_of
from jointstats.base.phrases import fitting, in_words, on_all, on_measures
from jointstats.base.worded import title, verdict
from jointstats.claims.comparison import Comparison
from jointstats.joint import kernel_decisions
from jointstats.joint.bayes_result import BayesResult
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.result import ChosenShare, JointResult, Lead, ProbableStatement, Share
from jointstats.network.network_result import NetworkResult

MOST_COMMON = "the most common dominance statement"
NOT_SHOWN = "The data do not establish which dominance statement is most common"

# --- The likelihood-ratio test --------------------------------------------------------------------


@verdict.register
def _(result: GLRTResult) -> str:
    p = wording.p_value(result.p_value)
    test = f"exact p {p}, {'at most' if result.decided else 'above'} {result.alpha:g}"
    if result.best is None:
        return f"{NOT_SHOWN}. {_shared(result)}, {test}."
    said = wording.cell(result.best, result.question, result.control)
    units = wording.units(result.n_families or result.n, result.n_families)
    seen = f"{wording.count(result.n_a)} of {units}, the next on {wording.count(result.n_b)}"
    if result.decided:
        share = _share(result.share)
        return f'"{said}" is shown to be {MOST_COMMON} ({seen}; {test}). It was seen on {share}.'
    return f'{NOT_SHOWN}. "{said}" is the most frequent one ({seen}; {test}).'


def _shared(result: JointResult) -> str:
    """That several statements lead equally, with the first two where they are short."""
    tied = result.tied_best
    named = [f'"{wording.cell(order, result.question, result.control)}"' for order in tied[:2]]
    more = f" and {len(tied) - 2} more" if len(tied) > 2 else ""
    shown = f" ({', '.join(named)}{more})" if max(map(len, named)) < 100 else ""
    each = wording.units(result.statements[0].count, result.n_families)
    return f"{len(tied)} statements share the first place with {each} each{shown}"


# --- The Bayesian test ----------------------------------------------------------------------------


@verdict.register
def _(result: BayesResult) -> str:
    if result.best is None and not result.tied_best:
        return (
            f"{NOT_SHOWN}. The prior outweighs the data: a statement that was never seen is "
            "at least as probable as any other."
        )
    if result.best is None or result.decisive is None:
        return f"{NOT_SHOWN}. {_shared(result)}."
    said = wording.cell(result.best, result.question, result.control)
    decision = _by_the_papers if result.rule == "probability" else _by_bound
    return f"{decision(result, result.decisive, said)} {_how_often(result)}"


def _by_bound(result: BayesResult, decisive: float, said: str) -> str:
    """The decision by the lower bound."""
    imprecise = result.prior.name == "imprecise"
    mass = (
        max(kernel_decisions.LOWER_MASS, result.prior.strength)
        if imprecise
        else kernel_decisions.LOWER_MASS
    )
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
    if _of_the_papers(result) >= enough and result.unknown is None:
        papers = f"; the papers' rule needs a {kind} of only {enough:g}"
    return (
        f'{NOT_SHOWN}. "{said}" is the most common one with {kind} {first} ({bound}, but {limit} '
        f"is needed{papers})."
    )


def _of_the_papers(result: BayesResult) -> float:
    """What the papers' rule compares: the probability, or the imprecise prior's lower one."""
    imprecise = result.prior.name == "imprecise"
    return (result.probability_lower if imprecise else result.probability) or 0.0


def _by_the_papers(result: BayesResult, decisive: float, said: str) -> str:
    p = wording.probability(decisive, limit=result.threshold)
    kind = "lower probability" if result.prior.name == "imprecise" else "probability"
    limit, missing = f"{result.threshold:g}, the papers' rule", _of_missing(result)
    return _by_rule(said, result.decided, limit, f"{kind} {p}", missing)


def _of_missing(result: BayesResult) -> str:
    """That the number before allows for all values of the missing results."""
    return "" if result.unknown is None else ", missing results counted against it"


def _by_rule(said: str, decided: bool, limit: str, p: str, missing: str = "") -> str:
    """What reaches a probability, or does not."""
    if decided:
        return f'"{said}" reaches {limit} ({p} of being {MOST_COMMON}{missing}).'
    first = f'"{said}" is the most common one with {p}{missing}.'
    return f"No dominance statement reaches {limit}. {first}"


# --- The network test -----------------------------------------------------------------------------


@verdict.register
def _(result: NetworkResult) -> str:
    if result.best is None or result.share is None or result.probability is None:
        return f"{len(result.tied_best)} dominance statements share the first place."
    said = wording.cell(result.best, result.question, result.control)
    p = wording.probability(result.probability, result.mcse or 0.0, 1 - result.alpha)
    limit = f"{1 - result.alpha:g}, the papers' rule, for which no error rate is known"
    return f"{_by_rule(said, result.decided, limit, f'probability {p}')} {_how_often(result)}"


# --- How often, and how far ahead -----------------------------------------------------------------


def _how_often(result: BayesResult | NetworkResult) -> str:
    """On how many data sets the leading statement is, and how far ahead: two sentences."""
    if result.chosen_share is None:
        mean = wording.percent(result.share.mean) if result.share else "–"
        return f"It is expected on {mean} of data sets. {_lead(result.lead)}"
    return f"It was seen on {_share(result.chosen_share)}. {_lead(result.lead)}"


def _share(share: Share) -> str:
    low, high = wording.percent(share.low).removesuffix(" %"), wording.percent(share.high)
    chosen = ", corrected for having been picked" if isinstance(share, ChosenShare) else ""
    interval = f"{wording.interval(share.level)} {low}–{high}{chosen}"
    return f"{wording.percent(share.mean)} of data sets ({interval})"


def _lead(lead: Lead) -> str:
    p = wording.probability(lead.probability, lead.mcse or 0.0)
    if lead.ratio == 1:
        return f"It is the most common one with probability {p}."
    return (
        f"It is more than {lead.ratio:g} times as common as any other statement with probability "
        f"{p}."
    )


# --- Titles ---------------------------------------------------------------------------------------


@title.register
def _(result: JointResult, figure: str | None = None) -> str:
    if figure == "network" and isinstance(result, NetworkResult):
        return _dependences(result)
    seen = wording.seen(result.statements[0].count, result.n)
    if result.best is None:
        return _no_leader(result)
    said = in_title(result.best, result.question, result.control)
    if by_the_papers(result):
        reached = "reaches" if result.decided else "below"
        tail = f"{reached} {1 - result.alpha:g}"
        return fitting(*(f"{phrase}: {tail}" for phrase in said), f"The leading statement {tail}")
    if result.decided:
        tail = "shown to be the most common statement"
        return fitting(
            *(f"{phrase}: {tail}" for phrase in said),
            *(f"{phrase}: shown as most common" for phrase in said),
            f"One statement is {tail}",
        )
    return fitting(
        *(f"{phrase} on {seen}: not shown" for phrase in said),
        f"The leading statement was seen on {seen}: not shown",
    )


def by_the_papers(result: JointResult) -> bool:
    """Whether a probability of 1 − alpha decides: no error rate is kept, so nothing is *shown*."""
    return isinstance(result, NetworkResult) or (
        isinstance(result, BayesResult) and result.rule == "probability"
    )


def in_title(order: Order, question: str, control: str | None) -> list[str]:
    """A statement of any question in words, shorter from one to the next."""
    every = list(order)
    if question == "best":
        firsts = Counter(str(places[0]) for places in order.values() if places)
        name, times = firsts.most_common(1)[0]
        if times == len(every):
            return [f"{name} is best {on_all(every)}"]
        return [
            wording.cell(order, question),
            f"{name} is best on {times} of {len(every)} measures",
        ]
    if question == "control":
        best = [measure for measure in every if order[measure]]
        if len(best) == len(every):
            return [f"{control} is best {on_all(every)}"]
        where = f"on {in_words(len(best))} of {len(every)} measures"
        return [wording.cell(order, question, control), f"{control} is best {where}"]
    if any(len(names_of(places)) > 2 for places in order.values()):
        first = next(iter(order.values()))
        if all(places == first for places in order.values()):
            return [f"{wording.place(first)} {on_all(every)}", "The leading order"]
        return [wording.statement(order), "The leading orders"]
    return _of_two(order)


def _of_two(order: Order) -> list[str]:
    every = list(order)
    leads = {
        measure: None if is_tie(places) else str(names_of(places)[0])
        for measure, places in order.items()
    }
    counts = Counter(name for name in leads.values() if name)
    if not counts:
        return [f"{wording.listing(names_of(order[every[0]]))} are equal {on_all(every)}"]
    first, times = counts.most_common(1)[0]
    (other,) = (name for name in names_of(order[every[0]]) if name != first)
    if times == len(every):
        return [
            f"{first} is better than {other} {on_all(every)}", f"{first} is better {on_all(every)}",
        ]  # fmt: skip
    on = on_measures([measure for measure, name in leads.items() if name == first], every)
    return [wording.statement(order), f"{first} is better {on[0]}", f"{first} is better {on[-1]}"]


def _no_leader(result: JointResult) -> str:
    k = len(result.tied_best)
    if k > 1:
        seen = wording.plural(result.statements[0].count, "data set")
        many = wording.capital(in_words(k))
        return f"{many} statements share the first place, with {seen} each: not shown"
    return "The prior outweighs the data, so no statement is shown"


def _dependences(result: NetworkResult) -> str:
    m = len(result.measures)
    known = [edge for edge in result.edges if result.tells(edge)]
    if result.edges and not known:
        return "The data cannot tell which measures depend on each other"
    likely = sum(edge.probability > 0.5 for edge in known)
    if not likely and m == 2:
        both = wording.listing(list(result.measures))
        return fitting(
            f"{both} probably do not depend on each other",
            "The two measures probably do not depend on each other",
        )
    if not likely:
        return f"No two of {in_words(m)} measures probably depend on each other"
    if m == 2:
        return fitting(
            f"{wording.listing(list(result.measures))} probably depend on each other",
            "The two measures probably depend on each other",
        )
    verb = "depends" if likely == 1 else "depend"
    return f"{likely} of {m * (m - 1) // 2} pairs of measures probably {verb} on each other"


def answer(test: JointResult) -> str:
    """The leading statement with its p-value or posterior probability, in a sentence."""
    first = test.statements[0]
    seen = f"{wording.count(first.count)} of {wording.units(test.n, test.n_families)}"
    if isinstance(test, GLRTResult):
        p = f"exact p {wording.p_value(test.p_value)}"
        if test.best is None:
            return f"{_tied(test)}; {p}."
        others = wording.count(test.n_b)
        return f'{p} for "{wording.statement(test.best)}" ({seen}, the next on {others}).'
    if test.best is None or not isinstance(first, ProbableStatement):
        return f"{_tied(test)}."
    said = f'that "{wording.statement(test.best)}" is the most common statement'
    return f"{_probability(first)} {said}{_least(test)}."


def heading(result: Comparison) -> str:
    """What the tests take, and what they have in common with the verdict."""
    n = min((test.n for test in result.tests.values()), default=result.n)
    of = f" on the {wording.plural(n, 'complete data set')}" if n < result.n else ""
    return (
        f"The papers' tests{of} are separate, and the error rate above does not cover them. A "
        "dominance statement says which algorithm is better on which measure, on one data set"
    )


def title_beside(test: JointResult) -> str:
    """The same for a figure of posterior probabilities."""
    first = test.statements[0]
    if test.best is None or not isinstance(first, ProbableStatement):
        return _tied(test)
    tail = f"{_probability(first)} to be the most common statement"
    said = in_title(test.best, test.question, test.control)
    return fitting(*(f"{phrase}: {tail}" for phrase in said), f"The leading statement: {tail}")


def _probability(first: ProbableStatement) -> str:
    p = wording.probability(first.probability, first.mcse)
    return f"P {p}" if p[0] in "<>" else f"P = {p}"


def _least(test: JointResult) -> str:
    if not isinstance(test, BayesResult) or test.decisive is None or test.rule != "lower":
        return ""
    return f" ({wording.probability(test.decisive)} with the least favourable prior)"


def _tied(test: JointResult) -> str:
    k = len(test.tied_best)
    if k < 2:
        return "The prior outweighs the data, so no statement leads"
    seen = wording.units(test.statements[0].count, test.n_families)
    return f"{k} statements share the first place, with {seen} each"
