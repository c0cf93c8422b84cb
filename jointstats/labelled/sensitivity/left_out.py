"""Measures, algorithms, data sets and families of these, each left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.sensitivity import variants
from jointstats.labelled.sensitivity.questions import Statement
from jointstats.labelled.sensitivity.result import (
    ALGORITHM,
    DATASET,
    FAMILY,
    MEASURE,
)
from jointstats.labelled.sensitivity.search import Search


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
