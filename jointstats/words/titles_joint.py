"""Titles of the figures of joint tests and of claims."""

from __future__ import annotations

from collections import Counter

from jointstats.labelled import wording
from jointstats.labelled.joint.bayes_result import RUNS, BayesResult
from jointstats.labelled.joint.claim_result import ClaimResult, more_than, part_of
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.plackett_luce import PlackettLuceResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.joint.watch_result import LeaderResult, WatchResult
from jointstats.labelled.order import Order, is_tie, names_of
from jointstats.labelled.sensitivity.result import SensitivityResult
from jointstats.words.first_clauses import title
from jointstats.words.title_words import fitting, in_words, on_all, on_measures

# --- Joint tests ----------------------------------------------------------------------------------


@title.register
def _(result: JointResult, figure: str | None = None) -> str:
    if figure == "network" and isinstance(result, NetworkResult):
        return _dependences(result)
    first = result.statements[0]
    seen = wording.seen(first.count, result.n)
    if result.best is None:
        return _no_leader(result)
    said = statement(result.best, result.question, result.control)
    if isinstance(result, BayesResult) and result.rule == RUNS:
        return fitting(*(f"The runs lean to: {one}" for one in said))
    if by_the_papers(result):
        reached = "reaches" if result.decided else "below"
        tail = f"{reached} {1 - result.alpha:g}"
        return fitting(*(f"{one}: {tail}" for one in said), f"The leading statement {tail}")
    if result.decided:
        tail = "shown to be the most common statement"
        return fitting(
            *(f"{one}: {tail}" for one in said),
            *(f"{one}: shown as most common" for one in said),
            f"One statement is {tail}",
        )
    return fitting(
        *(f"{one} on {seen}: not shown" for one in said),
        f"The leading statement was seen on {seen}: not shown",
    )


def by_the_papers(result: JointResult) -> bool:
    """Whether a probability of 1 − alpha decides: no error rate is kept, so nothing is *shown*."""
    return isinstance(result, NetworkResult) or (
        isinstance(result, BayesResult) and result.rule == "probability"
    )


def statement(order: Order, question: str, control: str | None) -> list[str]:
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


@title.register
def _(result: SensitivityResult, figure: str | None = None) -> str:
    k, n = result.n_changed, result.n_settings
    if not k:
        return f"The verdict is the same under all {n} other settings"
    if result.n_pairs > 1:
        return f"{result.n_pairs_changed} of {result.n_pairs} pairs change under other settings"
    return f"{k} of {n} other settings change the verdict"


def _no_leader(result: JointResult) -> str:
    k = len(result.tied_best)
    if k > 1:
        seen = wording.plural(result.statements[0].count, "data set")
        many = wording.capital(in_words(k))
        return f"{many} statements share the first place, with {seen} each: not shown"
    return "The prior outweighs the data: nothing is shown"


def _dependences(result: NetworkResult) -> str:
    m = len(result.measures)
    told = [edge for edge in result.edges if result.tells(edge)]
    if result.edges and not told:
        return "The data cannot tell which measures depend on each other"
    likely = sum(edge.probability > 0.5 for edge in told)
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


@title.register
def _(result: ParetoResult, figure: str | None = None) -> str:
    best = max(result.nondominated, key=lambda row: row.count)
    what = wording.voters(result.n_families)
    often = f"Pareto-optimal on {wording.percent(best.share or 0.0)} of {what}"
    return fitting(f"{best.algorithm} is {often}", f"One algorithm is {often}")


# --- Claims and looks -----------------------------------------------------------------------------


@title.register
def _(result: ClaimResult, figure: str | None = None) -> str:
    return _claim(result, result.p_value <= result.alpha, "")


@title.register
def _(result: WatchResult, figure: str | None = None) -> str:
    if result.share is None:
        return "Written down, and no data set looked at yet"
    when = " so far" if result.decided_at is None else f" after {result.decided_at}"
    return _claim(result, result.p_value <= result.alpha_spent, when)


def _claim(result: ClaimResult | WatchResult, small: bool, when: str) -> str:
    where, tail = more_than(result.threshold), f"{'' if result.decided else 'not '}shown{when}"
    if small and not result.decided:
        where, tail = f"less than {part_of(result.threshold)}", "shown"
    return fitting(
        f"{result.claim} on {where} of data sets: {tail}",
        f"{result.claim} on {where}: {tail}",
        f"The claim holds on {where} of data sets: {tail}",
    )


@title.register
def _(result: LeaderResult, figure: str | None = None) -> str:
    if result.best is None:
        return "Written down, and no data set looked at yet"
    if result.certified is None:
        return "No statement is shown to be the most common one so far"
    said = statement(result.certified, result.question, None)
    tail = f"shown to lead after {result.decided_at}"
    return fitting(*(f"{one}: {tail}" for one in said), f"One statement is {tail} data sets")


@title.register
def _(result: PlackettLuceResult, figure: str | None = None) -> str:
    name, times = Counter(result.best.values()).most_common(1)[0]
    every = list(result.best)
    where = on_all(every) if times == len(every) else f"on {times} of {len(every)} measures"
    return fitting(f"{name} most probably comes first {where}")
