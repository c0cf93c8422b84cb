"""Columns that may mark failed runs, from their names and cells, and how a call declares them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jointstats.evidence.messages import Option, Part, asked

Column = Mapping[str, Any]
_OUTCOMES = re.compile(
    r"ok(ay)?|success(ful)?|succeeded|(un)?solved|done|completed?|finished|optimal|(in)?feasible|"
    r"fail(ed|ure)?|error|crash(ed)?|killed|aborted|(time|mem)[ _-]?(out|limit)|timed[ _-]?out|"
    r"oom|out[ _-]of[ _-](memory|time)|dnf|converged|diverged|unknown",
    re.I,
)
_BAD = re.compile(
    r"un(solved|known)|fail|err|crash|kill|abort|(time|mem)\w*[ _-]?(out|limit)|timed|oom|dnf|"
    r"infeasible|diverged|out[ _-]of",
    re.I,
)
_STATUS = re.compile(
    r"(\w+[ _.-]?)?status|outcome|result[ _.-]?type|(exit|return|error)[ _.-]?code|errors?|"
    r"exceptions?|termination|failures?|(\w+[ _.-])?error[ _.-]?(message|text)",
    re.I,
)


def is_telling(name: str) -> bool:
    """Whether numbers under a name may say how a run ended."""
    return bool(_STATUS.fullmatch(name) or _OUTCOMES.fullmatch(name))


def is_status(about: Column) -> bool:
    """Whether a column may mark failed runs, from the name or the cells."""
    cells = [cell for cell in about.get("names", ()) if cell]
    odd = about["kind"] != "number" or re.search("status|code", about["name"], re.I)
    by_name = bool(odd and _STATUS.fullmatch(about["name"]))
    return by_name or (about["kind"] == "text" and any(map(_OUTCOMES.fullmatch, cells)))


def is_boolean(about: Column) -> bool:
    """Whether a column holds yes and no, or 0 and 1."""
    cells = {cell.casefold() for cell in about.get("names", ())} - {""}
    words = any(cells and cells <= both for both in ({"true", "false"}, {"yes", "no"}))
    return words or (about.get("low"), about.get("high"), about["distinct"]) == (0, 1, 2)


def marking(about: Column) -> tuple[Part, ...]:
    """How to declare that a column marks failed runs."""
    values: list[Any] = [cell for cell in about.get("names", ()) if _BAD.search(cell)]
    if is_boolean(about):
        values = [_BAD.search(about["name"]) is not None]
    chosen = values[0] if len(values) == 1 else values
    mark = Option("failed", {about["name"]: chosen}) if values else asked("failed")
    return (mark, " and ", Option("missing", "worst"))
