"""Columns that keep a call from being proposed: names and cells do not say what they mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from jointstats.base.options import shorten
from jointstats.evidence.messages import Option, Part
from jointstats.table.directions import is_spread

_YES_NO = ({"true", "false"}, {"yes", "no"})
_OUTCOME = re.compile(
    r"ok(ay)?|success(ful)?|succeeded|(un)?solved|done|completed?|finished|"
    r"fail(ed|ure)?|error|crash(ed)?|killed|aborted|(time|mem)[ _-]?(out|limit)|timed[ _-]?out|"
    r"oom|out[ _-]of[ _-](memory|time)|dnf",
    re.I,
)
_STATUS = re.compile(r"(\w+[ _.-]?)?status|outcome|(exit|return|error)[ _.-]?code", re.I)
_FAILURE = re.compile(
    r"errors?|exceptions?|termination|failures?|(\w+[ _.-])?error[ _.-]?(message|text)", re.I
)
_UNNAMED = re.compile(r"\s*(Unnamed: \d+)?\s*")

_MEANING: dict[str, tuple[Part, ...]] = {
    "boolean": (
        "yes or no. State the direction of a measure. If it marks failed runs, empty their results "
        "and set ", Option("missing", "worst"), ".",
    ),
    "status": ("may mark failed runs. Empty their results and set ", Option("missing", "worst"),
               "."),
    "unnamed": ("no name. Give it one, or leave it out.",),
    "spread": ("a spread of another column. Leave it out.",),
    "direction": ("the direction would be arbitrary. State it.",),
}  # fmt: skip
Column = Mapping[str, Any]
Doubts = Mapping[str, Sequence[str]]


def doubts(described: Sequence[Column], known: Collection[str] = ()) -> dict[str, list[str]]:
    """What is doubtful, with the names of columns or measures; `known` ones are not."""
    measures = [
        about["name"]
        for about in described
        if about["kind"].startswith("number") or about["percent"]
    ]
    measures += [
        name for about in described if _role(about) == "metric" for name in about.get("names", ())
    ]
    kinds = [(about["name"], kind) for about in described if (kind := _of_cells(about))]
    kinds += [(name, "spread") for name in measures if is_spread(name, measures)]
    found: dict[str, list[str]] = {}
    for name, kind in kinds:
        if name not in known:
            found.setdefault(kind, []).append(name)
    return found


def explained(found: Doubts) -> Iterator[tuple[Part, ...]]:
    """What each doubt means and how to settle it, in the order of their kinds."""
    for kind, meaning in _MEANING.items():
        if kind in found:
            yield (f"{shorten(found[kind])}: ", *meaning)
    if "measure" in found:
        yield ("The measure of these columns has no name and no direction. State both.",)


def refusal(found: Doubts) -> tuple[Part, ...]:
    """That no call is proposed, and what to decide first."""
    lines = [part for line in explained(found) for part in ("\n  ", *line)]
    return ("\nNo call is proposed, because columns leave doubts. State what is used:", *lines)


def _role(about: Column) -> str | None:
    role: str | None = (about["proposal"] or {}).get("role")
    return role


def _of_cells(about: Column) -> str | None:
    """What the cells of a column leave in doubt, and names that decide with them."""
    name, kind = about["name"], about["kind"]
    cells = {cell.casefold() for cell in about.get("names", ())}
    if kind == "empty":
        return None
    if _UNNAMED.fullmatch(name):
        return "unnamed"
    if _STATUS.fullmatch(name) or (kind != "number" and _FAILURE.fullmatch(name)):
        return "status"
    if any(cells and cells <= both for both in _YES_NO) or _is_zero_or_one(about):
        return "boolean"
    named = kind == "text" and _role(about) is not None
    return "status" if not named and any(map(_OUTCOME.fullmatch, cells)) else None


def _is_zero_or_one(about: Column) -> bool:
    """Whether a column without a known direction has the numbers 0 and 1 only."""
    proposal = about["proposal"] or {}
    unknown = proposal.get("role") == "measure" and not proposal.get("way")
    return unknown and (about.get("low"), about.get("high"), about["distinct"]) == (0, 1, 2)
