"""A claim named in advance, a Pareto front, and claims looked at again and again: worded."""

from __future__ import annotations

from collections.abc import Mapping

from jointstats.base import wording
from jointstats.base.phrases import both_failed, fitting, meaning_of_group
from jointstats.base.worded import title, verdict
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.watch_result import WatchResult

UNSEEN = "Written down, but no data set has been looked at"
VALID = "This stays valid however often one looks"


def more_than(threshold: float) -> str:
    """The share that is to be exceeded, in words: "more than half"."""
    return f"more than {part_of(threshold)}"


def part_of(share: float) -> str:
    """A share in words: "half", "60 %"."""
    return "half" if share == 0.5 else f"{100 * share:g} %"


@verdict.register
def _(result: ClaimResult) -> str:
    """What was shown, and what it rests on; what was not shown is not denied."""
    basis = _basis(result, "", wording.interval(result.level), "exact")
    show = "show" if result.decided else "do not establish"
    said = f"The data {show} that {_claimed(result)}. {basis}."
    failed = {row.measure: row.n_both_failed for row in result.by_measure}
    said += _failed({name: n for name, n in failed.items() if name in result.measures})
    said += "".join(f" {meaning_of_group(group)}" for group in result.groups)
    if result.p_value > result.alpha or result.decided:
        return said
    return said + _instead(result)


@verdict.register
def _(result: WatchResult) -> str:
    """What is shown by now and since when, or what the data do not establish yet."""
    if not result.looks:
        return f"{UNSEEN}. The claim is that {_claimed(result)}."
    basis = _basis(result, " by now", f"{100 * result.level:g} % confidence sequence", "anytime")
    if result.decided_at is not None:
        after = wording.plural(result.decided_at, "data set")
        said = f"After {after} the data show that {_claimed(result)}. {basis}. {VALID}."
        return said + _failed(result.both_failed)
    said = f"So far the data do not establish that {_claimed(result)}. {basis}."
    said += _failed(result.both_failed)
    if result.p_value > result.alpha_spent or result.n_unknown:
        return said
    return said + _instead(result)


def _failed(counts: Mapping[str, int | None]) -> str:
    """On how many data sets both failed, after another sentence."""
    said = both_failed(counts)
    return f" {said}" if said else ""


def _claimed(result: ClaimResult | WatchResult) -> str:
    """The claim and the share of data sets, or of families, that it is about: a clause."""
    more = more_than(result.threshold)
    if result.n_families is None:
        return f"{result.claim} on {more} of data sets like these"
    return f"in {more} of families like these, {result.claim} on most data sets"


def _basis(result: ClaimResult | WatchResult, when: str, interval: str, kind: str) -> str:
    """Votes, their share with its interval, and the p-value: a sentence without a full stop."""
    units = wording.units(result.yes + result.no, result.n_families)
    votes = f"It holds {'on' if result.n_families is None else 'in'} {result.yes} of {units}{when}"
    share = "" if result.share is None else f"{wording.percent(result.share)}, "
    ends = f"{100 * result.share_low:.1f}–{100 * result.share_high:.1f} %"
    sides = "one" if result.one_sided else "two"
    return (
        f"{votes} ({share}{interval} {ends}; {sides}-sided {kind} p "
        f"{wording.p_value(result.p_value)})"
    )


def _instead(result: ClaimResult | WatchResult) -> str:
    return f" They show instead that it holds on less than {part_of(result.threshold)}."


@title.register
def _(result: ClaimResult, figure: str | None = None) -> str:
    return _title(result, result.p_value <= result.alpha, "")


@title.register
def _(result: WatchResult, figure: str | None = None) -> str:
    if result.share is None:
        return UNSEEN
    when = " so far" if result.decided_at is None else f" after {result.decided_at}"
    return _title(result, result.p_value <= result.alpha_spent, when)


def _title(result: ClaimResult | WatchResult, small: bool, when: str) -> str:
    where, tail = more_than(result.threshold), f"{'' if result.decided else 'not '}shown{when}"
    if small and not result.decided:
        where, tail = f"less than {part_of(result.threshold)}", "shown"
    return fitting(
        f"{result.claim} on {where} of data sets: {tail}",
        f"{result.claim} on {where}: {tail}",
        f"The claim holds on {where} of data sets: {tail}",
    )
