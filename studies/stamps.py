"""What the stamp of a study holds: its own code, and the recorded answers of what it covers.

A stamp says whether a study would compute today what it computed when it ran. Names and folders of
its programs, import lines, comments, docstrings and the layout of the code do not matter; nor do
the sentences of an answer. A statement of its programs does, and a number of a recorded answer.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parents[1] / "tests" / "recorded" / "before.json.gz"

Numbers = dict[str, float | None]
"""Numbers of recorded answers, by the call and the place in its answer."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- Code -----------------------------------------------------------------------------------------


def code(programs: Iterable[Path]) -> str:
    """SHA-256 of what programs do, whatever the files are called and wherever they import from."""
    return code_of(path.read_text(encoding="utf-8") for path in programs)


def code_of(texts: Iterable[str]) -> str:
    """SHA-256 of the statements of these programs, in any order."""
    return digest("\n".join(sorted(repr(_bare(ast.parse(text))) for text in texts)))


def _bare(node: Any) -> Any:
    """A syntax tree as nested tuples; nothing that is empty, as Python's versions differ there."""
    if isinstance(node, ast.AST):
        fields = ((name, _bare(value)) for name, value in ast.iter_fields(node))
        return (type(node).__name__, *((name, value) for name, value in fields if value != ()))
    if isinstance(node, list):
        return tuple(_bare(one) for one in node if not _is_aside(one))
    return () if node is None else repr(node)


def _is_aside(node: Any) -> bool:
    """An import, or a string that stands alone."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return isinstance(node.value.value, str)
    return isinstance(node, ast.Import | ast.ImportFrom)


# --- Answers --------------------------------------------------------------------------------------


def recorded(file: Path = RECORD) -> dict[str, Any]:
    """The recorded answers by their calls."""
    return unpacked(file.read_bytes())


def unpacked(packed: bytes) -> dict[str, Any]:
    answers: dict[str, Any] = json.loads(gzip.decompress(packed))["answers"]
    return answers


def numbers(answers: Mapping[str, Any], functions: Collection[str]) -> Numbers:
    """Every number of the answers of some functions."""
    return {
        f"{call} {path}": value
        for call, answer in answers.items()
        if function_of(call) in functions
        for path, value in _leaves(answer.get("numbers", {}))
        if path != ".schema"
    }


def function_of(call: str) -> str:
    """``"weka glrt_test(alpha=0.1)"`` calls ``glrt_test``."""
    named = re.search(r" (\w+)\(", call)
    return named[1] if named else ""


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, float | None]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from _leaves(item, f"{path}.{key}")
    elif not isinstance(value, str):  # words, and digests of what has a last bit
        yield path, value


def answers_of(found: Numbers) -> str:
    """SHA-256 of numbers to nine digits: processors have their own last bits."""
    return digest("\n".join(f"{place} {_nine(found[place])}" for place in sorted(found)))


def _nine(value: float | None) -> str:
    return f"{0.0 if abs(value) < 1e-12 else value:.9g}" if isinstance(value, float) else f"{value}"


def same_rules(before: Numbers, now: Numbers) -> bool:
    """Whether two records agree in all numbers that both have.

    Calls and fields may have joined or left.
    """
    both = before.keys() & now.keys()
    return bool(both) and all(_near(before[place], now[place]) for place in both)


def _near(before: float | None, now: float | None) -> bool:
    if isinstance(before, float) and isinstance(now, float):
        return math.isclose(before, now, rel_tol=1e-9, abs_tol=1e-12)
    return before == now
