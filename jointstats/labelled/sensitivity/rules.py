"""Other rules for the same results: levels, ropes, ties, missing results, runs and priors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.sensitivity import variants
from jointstats.labelled.sensitivity.questions import Levels, Statement
from jointstats.labelled.sensitivity.result import (
    LEVEL,
    MISSING,
    PRIOR,
    ROPE,
    RUNS,
    TIES,
)
from jointstats.labelled.sensitivity.search import Search

LEVELS = (0.01, 0.05, 0.1)
WIDTHS = (0.05, 0.1, 0.25, 0.5)  # shares of the differences between which a rope is searched
PRIORS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("prior strength 0.5", {"prior": "symmetric", "prior_strength": 0.5}),
    ("prior strength 1", {"prior": "symmetric", "prior_strength": 1.0}),
    ("prior strength 2", {"prior": "symmetric", "prior_strength": 2.0}),
    ("prior strength 4", {"prior": "symmetric", "prior_strength": 4.0}),
    ("Jeffreys' prior", {"prior": "jeffreys", "prior_strength": None}),
    ("a uniform prior", {"prior": "uniform", "prior_strength": None}),
    ("the imprecise prior of strength 1", {"prior": "imprecise", "prior_strength": 1.0}),
    ("the imprecise prior of strength 2", {"prior": "imprecise", "prior_strength": 2.0}),
)
SIZES = (0.5, 1.0, 2.0, 4.0)  # equivalent sample sizes of the network test


def levels(search: Search) -> tuple[float, float | None]:
    """Other levels, and between which levels nothing changes: from what decides, directly."""
    found, alpha = search.question.levels(search.table), search.question.alpha
    search.reruns[LEVEL] += 1
    for level in LEVELS:
        if level != alpha:
            search.tried(LEVEL, f"alpha = {level:g}", found.at(level))
    low, high = same_levels(found, alpha, search.base)
    if low:
        below = found.at(np.nextafter(low, 0))
        search.tried(LEVEL, f"alpha below {wording.significant(low)}", below, limit=True)
    if high is not None:
        search.tried(
            LEVEL, f"alpha from {wording.significant(high)}", found.at(high), limit=True
        )  # fmt: skip
    search.sum_up(LEVEL, "exact", f"the same is decided at every alpha{_between_levels(low, high)}")
    return low, high


def _between_levels(low: float, high: float | None) -> str:
    first = f" from {wording.significant(low)}" if low else ""
    if high is None:
        return first
    return f"{first}{' to' if low else ''} below {wording.significant(high)}"


def same_levels(
    found: Levels, alpha: float, base: tuple[Statement, ...]
) -> tuple[float, float | None]:
    """From which level to below which the same is decided; 0 and None if nothing ends it."""
    now = set(base)
    values = found.values.tolist()
    below = [p for p in values if p <= alpha]
    above = [p for p in values if p > alpha]
    low = 0.0
    for p, before in reversed(list(zip(below, [0.0, *below], strict=False))):
        if set(found.at(before)) != now:
            low = p
            break
    high = next((p for p in above if set(found.at(p)) != now), None)
    return low, high


def ropes(search: Search) -> None:
    """Per measure: no rope, half and twice the rope; and the nearest widths that change it."""
    limits: list[str] = []
    for name, width in search.table.rope.items():
        if search.spent(ROPE):
            search.not_tried.append(f"Ropes on {name}: other measures have taken long enough.")
            continue
        for other in (0.0, width / 2, 2 * width) if width else ():
            search.attempt(
                ROPE, f"a rope of {other:g} on {name}",
                lambda name=name, other=other: variants.with_rope(  # type: ignore[misc]
                    search.table, name, other
                ),
            )  # fmt: skip
        limits += _rope_limits(search, name, width)
    said = f"nearest widths that change it: {'; '.join(limits)}" if limits else (
        "no width that was tried changes it"
    )  # fmt: skip
    search.sum_up(ROPE, "searched", said)


def _rope_limits(search: Search, name: str, width: float) -> Iterator[str]:
    """The nearest rope below and above that changes something, and where it is."""
    apart = variants.differences(search.table, name, search.question.control)
    if not apart.size:
        return
    known: dict[float, tuple[Statement, ...]] = {width: search.base}

    def same(w: float) -> bool:
        if w not in known:
            try:
                known[w] = search.decided(ROPE, variants.with_rope(search.table, name, w))
            except JointStatsError:  # ties leave too much open: nothing is decided there
                known[w] = ()
        return set(known[w]) == set(search.base)

    steps = np.quantile(apart, WIDTHS, method="lower").tolist()
    wider = sorted({w for w in steps if w > width})
    narrower = sorted({0.0, *(w for w in steps if w < width)} - {width}, reverse=True)
    for side in (narrower, wider):
        before = width
        for w in side:
            if not same(w):
                at = _between(apart, before, w, same)
                search.tried(ROPE, f"a rope of {at:g} on {name}", known[at], limit=True)
                yield f"{wording.significant(at)} on {name}"
                break
            before = w


def _between(apart: np.ndarray, good: float, bad: float, same: Callable[[float], bool]) -> float:
    """The width nearest to the good one, of those where ties begin, at which the same is not so."""
    low, high = sorted((good, bad))
    inside = [w for w in apart.tolist() if low < w < high]
    steps = [good, *(inside if good < bad else reversed(inside)), bad]
    first, last = 0, len(steps) - 1
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (middle, last) if same(steps[middle]) else (first, middle)
    return float(steps[last])


def ties(search: Search) -> None:
    """Ties as an outcome of their own, or split."""
    options = search.question.options
    if "ties" not in options:
        return
    rope = search.table.rope
    done = [pair_rules(options["ties"], rope)]
    two = len(search.table.algorithms) == 2
    for rule in ("auto", "equal", "split"):
        found = pair_rules(rule, rope)
        if found in done or not (two or search.question.by_pairs):
            continue
        done.append(found)
        said = {"auto": "ties an outcome where there is a rope",
                "equal": "ties as an outcome of their own", "split": "ties split"}  # fmt: skip
        search.attempt(TIES, said[rule], lambda: search.table, options={"ties": rule})
    search.sum_up(TIES, "exact")


def missing(search: Search) -> None:
    """Other treatments of what is missing."""
    said = {
        "drop": "incomplete data sets dropped",
        "unknown": "missing results unknown",
        "worst": "missing results as failed runs",
    }
    try:
        for rule, table in variants.treatments(search.table):
            search.attempt(MISSING, said[rule], lambda table=table: table)  # type: ignore[misc]
    except JointStatsError as error:
        search.not_tried.append(f"Other treatments of missing results: {error}")
    if search.table.missing == "worst" and search.table.dropped:
        search.not_tried.append(
            "Missing results unknown: the data sets on which a measure failed for every algorithm "
            "are no longer in the table."
        )
    search.sum_up(MISSING, "exact")


def runs(search: Search) -> None:
    """Medians of the runs in place of their means."""
    made = variants.of_medians(search.table)
    if made is not None:
        search.attempt(RUNS, "medians of the runs", lambda: made)
    elif search.table.aggregate is not None:
        search.not_tried.append(
            "Medians or means of the runs: the table does not keep them (runs, when it is made)."
        )
    search.sum_up(RUNS, "exact")


def priors(search: Search) -> None:
    """Other priors, and the other rule; of the network test other sample sizes."""
    options = search.question.options
    for said, other in PRIORS if "prior" in options else ():
        same = all(options.get(k) == v for k, v in other.items()) or (
            other["prior_strength"] == 1.0
            and options.get("prior") == other["prior"]
            and options.get("prior_strength") is None
        )
        if not same:
            search.attempt(PRIOR, said, lambda: search.table, options=other)
    if "rule" in options:
        rule = "probability" if options["rule"] == "lower" else "lower"
        name = {"probability": "the papers' rule", "lower": "the rule of the lower bound"}[rule]
        search.attempt(PRIOR, name, lambda: search.table, options={"rule": rule})
    for size in SIZES if search.question.of == "network_test" else ():
        if options.get("ess") != size:
            search.attempt(
                PRIOR, f"equivalent sample size {size:g}", lambda: search.table,
                options={"ess": size},
            )  # fmt: skip
    search.sum_up(PRIOR, "tried")
