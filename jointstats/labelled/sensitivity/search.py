"""The settings of each factor, one after another, and what is decided under them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.sensitivity import variants
from jointstats.labelled.sensitivity.questions import Levels, Question, Statement
from jointstats.labelled.sensitivity.result import (
    ALGORITHM,
    DATASET,
    FAMILY,
    LEVEL,
    MEASURE,
    MISSING,
    PRIOR,
    ROPE,
    RUNS,
    TIES,
    VERDICT,
    Factor,
    Setting,
    Statements,
    decided,
)
from jointstats.labelled.table.results_table import ResultsTable

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
WORK = 200_000_000  # outcomes that one factor may look at: with very many pairs, fewer settings


@dataclass
class Search:
    """What was tried so far.

    Attributes
    ----------
    question : Question
    table : ResultsTable
    base : tuple of Statement
        What is decided of the table as it is.
    most : int
        Computations for one factor, at most.
    about : str
        ``"verdict"``, or the test beside it.
    """

    question: Question
    table: ResultsTable
    base: tuple[Statement, ...]
    most: int
    about: str = VERDICT
    settings: list[Setting] = field(default_factory=list)
    factors: list[Factor] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    reruns: Counter[str] = field(default_factory=Counter)

    def decided(self, factor: str, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """What is decided there; the computation is counted."""
        self.reruns[factor] += 1
        return self.question.decided(table, **other)

    def tried(
        self,
        factor: str,
        setting: str,
        there: Iterable[Statement],
        *,
        measures: Collection[str] | None = None,
        algorithms: Collection[str] | None = None,
        limit: bool = False,
    ) -> Setting:
        """Write down what is decided under a setting, of these measures and algorithms."""
        on = tuple(self.table.measures) if measures is None else measures
        among = set(self.table.algorithms if algorithms is None else algorithms)
        was = [one.on(on) for one in self.base if among.issuperset(one.names) or not (
            self.question.by_pairs)]  # fmt: skip
        now = [one.on(on) for one in there]
        row = Setting(
            factor=factor,
            setting=setting,
            about=self.about,
            limit=limit,
            changed=set(was) != set(now),
            gone=Statements(one for one in was if one not in now),
            new=Statements(one for one in now if one not in was),
            n_decided=len(now),
            verdict=decided(now),
        )
        self.settings.append(row)
        return row

    def attempt(self, factor: str, setting: str, table: Callable[[], ResultsTable], **how: Any
                ) -> None:  # fmt: skip
        """Try a setting; one that cannot be computed is told, with the reason."""
        options = how.pop("options", {})
        try:
            there = self.decided(factor, table(), **options)
        except JointStatsError as error:
            self.not_tried.append(f"{wording.capital(setting)}: {error}")
        else:
            self.tried(factor, setting, there, **how)

    def sum_up(self, factor: str, how: str, said: str = "") -> None:
        """Sum up a factor, if something of it was tried."""
        own = [row for row in self.settings if row.factor == factor and row.about == self.about]
        plain = [row for row in own if not row.limit]
        if not own and not said:
            return
        changed = sum(row.changed for row in plain)
        self.factors.append(
            Factor(
                factor=factor,
                about=self.about,
                tried=len(plain),
                changed=changed,
                reruns=self.reruns[factor],
                how=how,
                said=said or _said(len(plain), changed),
            )
        )

    def allowed(self) -> int:
        """Computations for one factor: as many as asked for, with very many pairs fewer."""
        l = len(self.table.algorithms)
        pairs = l - 1 if self.question.control is not None else l * (l - 1) // 2
        size = pairs * len(variants.datasets_of(self.table)) * len(self.table.measures)
        return min(self.most, max(20, WORK // max(size, 1)))


def _said(tried: int, changed: int) -> str:
    if not changed:
        return "no change"
    verb = "changes" if changed == 1 else "change"
    return f"{changed} of {wording.plural(tried, 'setting')} {verb} it"


# --- Factors --------------------------------------------------------------------------------------


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


def measures(search: Search) -> None:
    """Each measure left out."""
    names = tuple(search.table.measures)
    if len(names) == 1 or search.question.of == "claim_test":  # a claim names its measures
        return
    for name in names:
        left = [one for one in names if one != name]
        search.attempt(
            MEASURE, f"without the measure {name}",
            lambda left=left: search.table.select(measures=left),  # type: ignore[misc]
            measures=left, options=_ungrouped(search.question.options, name),
        )  # fmt: skip
    search.sum_up(MEASURE, "exact")


def _ungrouped(options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Options that name measures, without this one."""
    other: dict[str, Any] = {}
    groups, ties = options.get("groups"), options.get("ties")
    if groups:
        kept = {group: [one for one in of if one != name] for group, of in groups.items()}
        other["groups"] = {group: of for group, of in kept.items() if of}
        within = options.get("within")
        if isinstance(within, Mapping):
            other["within"] = {k: v for k, v in within.items() if k in other["groups"]}
        if not other["groups"]:
            other |= {"groups": None, "within": "all"}
    if isinstance(ties, Mapping):
        other["ties"] = {one: rule for one, rule in ties.items() if one != name}
    return other


def algorithms(search: Search) -> None:
    """Each algorithm left out: pairs are then fewer, and share the level."""
    names, control = search.table.algorithms, search.question.control
    if len(names) == 2 or not search.question.by_pairs:
        return
    others = [name for name in names if name != control]
    tried = others[: search.allowed()]
    for name in tried:
        left = [one for one in names if one != name]
        search.attempt(
            ALGORITHM, f"without the algorithm {name}",
            lambda left=left: search.table.select(algorithms=left),  # type: ignore[misc]
            algorithms=left,
        )  # fmt: skip
    if len(tried) < len(others):
        search.not_tried.append(
            f"{len(others) - len(tried)} of {len(others)} algorithms were not left out: of so many "
            "pairs each takes long."
        )
    search.sum_up(ALGORITHM, "exact" if len(tried) == len(others) else "tried")


def datasets(search: Search) -> None:
    """Each data set left out; those that show the same give the same answer."""
    table, names = search.table, variants.datasets_of(search.table)
    question = search.question
    strict = not any(table.rope.values()) or len(table.algorithms) == 2
    kinds = variants.alike(
        table, question.control, by_outcomes=question.by_pairs or strict
    )  # fmt: skip
    known: dict[int, tuple[Statement, ...] | None] = {}
    left_out = 0
    for name, kind in zip(names, kinds.tolist(), strict=True):
        if kind not in known:
            if len(known) >= search.allowed():
                left_out += 1
                continue
            try:
                known[kind] = search.decided(DATASET, variants.without(table, {name}))
            except JointStatsError as error:
                search.not_tried.append(f"Without {name}: {error}")
                known[kind] = None
        there = known[kind]
        if there is not None:
            search.tried(DATASET, f"without {name}", there)
    if left_out:
        search.not_tried.append(
            f"{left_out} of {len(names)} data sets were not left out: most = "
            f"{search.allowed()} computations are spent."
        )
    search.sum_up(DATASET, "tried" if left_out else "exact")


def families(search: Search) -> None:
    """Each family of data sets left out as a whole."""
    table = search.table
    if table.families is None:
        return
    members: dict[str, set[str]] = {}
    for name in variants.datasets_of(table):
        members.setdefault(table.families[name], set()).add(name)
    if len(members) == len(variants.datasets_of(table)):
        return
    tried = list(members.items())[: search.allowed()]
    for family, own in tried:
        n = wording.plural(len(own), "data set")
        search.attempt(
            FAMILY, f"without the family {family} ({n})",
            lambda own=own: variants.without(table, own),  # type: ignore[misc]
        )  # fmt: skip
    if len(tried) < len(members):
        search.not_tried.append(f"{len(members) - len(tried)} of {len(members)} families.")
    search.sum_up(FAMILY, "exact" if len(tried) == len(members) else "tried")


def ropes(search: Search) -> None:
    """Per measure: no rope, half and twice the rope; and the nearest widths that change it."""
    limits: list[str] = []
    for name, width in search.table.rope.items():
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
            known[w] = search.decided(ROPE, variants.with_rope(search.table, name, w))
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
