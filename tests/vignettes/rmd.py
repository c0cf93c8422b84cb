"""The numbers that the prose of a lecture claims, and the Python code that computes them.

A number in the prose is followed by the Python expression that computes it, invisibly to readers:

    the exact p-value is 0.508<!-- = glrt.p_value -->

The value must round to what is printed; `<0.001` must be an upper bound. A number that nobody
computes (a chosen level, a quoted result) is followed by `<!-- given -->`. On a slide, which is a
comment itself, the marks are `{= glrt.p_value}` and `{given}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from lecture_source import CHECK, SLIDE, Check, Chunk, pieces

# What is no claim: references, checks of exercises, shown code, formulas, addresses of links,
# numbers of list items and of named things.
SILENT = re.compile(
    r"^## References.*\Z|^<!-- (?:check|teach)\n.*?^-->|```.*?```|`[^`\n]+`|\$\$.*?\$\$|\$[^$\n]+\$"
    r"|\]\([^)]*\)|^\d+\. "
    r"|\b(?:Example|Exercise|Table|Theorem) \d+|\b\w+ \(?\d{4}\)",
    re.M | re.S,
)
NUMBER = re.compile(r"(?<![\w.])(<\s*)?(-?\d[\d,]*(?:\.\d+)?)(?!\w)")
MARK = re.compile(r"\s*%?\**\s*<!--\s*(?:=\s*(?P<expr>.*?)|(?P<given>given))\s*-->", re.S)


def opened(prose: str) -> str:
    """The prose with its slides as prose, too, their marks those of prose."""

    def slide(found: re.Match[str]) -> str:
        kept = re.sub(r"^@.*$", "", found[1], flags=re.M)
        return re.sub(r"\{(=[^{}]*|given)\}", r"<!-- \1 -->", kept)

    return SLIDE.sub(slide, prose)


def claims(prose: str) -> Iterator[tuple[str, str | None]]:
    """Each number of a piece of prose and its expression; None if it has none."""
    visible = SILENT.sub(lambda found: " " * len(found[0]), prose)
    marked = 0
    for found in NUMBER.finditer(visible):
        if found.start() < marked:
            continue  # inside the last expression
        mark = MARK.match(prose, found.end())
        if mark is None:
            yield found[0], None
        else:
            marked = mark.end()
            if not mark["given"]:
                yield found[0].replace(" ", ""), mark["expr"]


def agrees(printed: str, value: float) -> bool:
    """Is this what a careful writer would print of the value?"""
    text = printed.lstrip("<").replace(",", "")
    if printed.startswith("<"):
        return 0 <= value < float(text)
    decimals = len(text.partition(".")[2])
    return abs(value - float(text)) <= 0.5 * 10.0**-decimals * (1 + 1e-9)


def drifted(source: str) -> list[str]:
    """Run a lecture's Python chunks; what its prose says otherwise, one line per number.

    And the answers to exercises that the code does not compute, or whose check takes a wrong one.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    parts = pieces(source)
    for piece in parts:
        if isinstance(piece, Chunk) and piece.language == "python":
            exec(compile(piece.code, f"<{piece.label}>", "exec"), names)
    wrong: list[str] = []
    prose = (opened(piece.text) for piece in parts if not isinstance(piece, Chunk))
    for printed, expression in chain.from_iterable(map(claims, prose)):
        if expression is None:
            wrong.append(f"{printed} in the prose has no expression")
        elif not agrees(printed, value := float(eval(expression, names))):
            wrong.append(f"prose says {printed}, {expression} is {value:.10g}")
    for check in map(Check.of, CHECK.finditer(source)):
        if not check.accepts(right := eval(check.computed, names)):
            wrong.append(f"the answer is {check.answer}, {check.computed} is {right}")
        if check.accepts(eval(check.wrong, names)):
            wrong.append(f"{check.answer} is taken for {check.wrong}")
    return wrong
