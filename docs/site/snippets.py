"""Code in the pages: found, run, and compared with the output that the page promises.

A Python expression that is followed by comment lines promises that its value, printed, reads so;
``...`` stands for anything. In R code, lines that begin with ``#>`` promise so of the whole block.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its title, its code, and where it ends."""

    language: str
    title: str
    code: str
    end: int


def blocks(text: str, language: str) -> Iterator[Block]:
    """The blocks of a page that are written in a language."""
    for found in FENCE.finditer(text):
        if found[1] == language:
            title = re.search(r'title="([^"]*)"', found[2])
            yield Block(found[1], title[1] if title else "", found[3], found.end())


def run(code: str, namespace: dict[str, Any]) -> list[tuple[str, str]]:
    """Run a Python block; return each promised output with what was computed instead."""
    lines, pairs = code.split("\n"), []
    for node in ast.parse(code).body:
        source = ast.unparse(node)
        promise = promised(lines, node.end_lineno or 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if isinstance(node, ast.Expr):
                value = eval(compile(source, "<page>", "eval"), namespace)
                if promise:
                    pairs.append((promise, str(value)))
            else:
                exec(compile(source, "<page>", "exec"), namespace)
    return pairs


def promised(lines: list[str], line: int) -> str:
    """The comment lines that follow a line."""
    found = []
    for text in lines[line:]:
        if not text.startswith("#"):
            break
        found.append(text.removeprefix("#"))
    return " ".join(found)


def agrees(promise: str, output: str) -> bool:
    """Whether an output reads as promised, up to white space."""
    pieces = [re.escape(squeezed(piece)) for piece in promise.split("...")]
    return re.search(r".*".join(pieces).replace(r"\ ", " "), squeezed(output), re.S) is not None


def squeezed(text: str) -> str:
    """Text with every run of white space as one blank."""
    return " ".join(text.split())
