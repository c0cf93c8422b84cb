"""Messages in R's spelling: the tests speak Python, with its dicts, None and keywords."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.evidence.messages import (
    Call,
    Extra,
    Function,
    Option,
    Part,
    Said,
    Spelled,
    TypeOf,
    Value,
    visible,
)

_SYNTACTIC = re.compile(r"[A-Za-z][\w.]*|\.[A-Za-z_.][\w.]*")
# What an argument turned out to be: the names of its Python type, and R's.
_KINDS = {
    "NoneType": "NULL",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "TRUE or FALSE",
    "list": "a vector or list without names",
    "dict": "a list with names",
    "ndarray": "a matrix",
    "DataFrame": "a data frame",
    "StatementCounts": "statement counts",
    "ResultsTable": "a results table",
    "FoldTable": "a table of folds",
}
# Methods of Python's classes that are functions in R.
_FUNCTIONS = {
    "StatementCounts.from_vector": "counts_from_vector",
    "StatementCounts.from_orders": "counts_from_orders",
    "to_frame": "as.data.frame",
}

# How extras come into this Python: R knows whose it is, and says so when it has started it.
_ADVICE: dict[str, str] = {}


def extras_come_by(advice: Mapping[str, str]) -> None:
    """Take from R what the user is to do for each extra."""
    _ADVICE.update(advice)


def for_r(parts: Sequence[Part]) -> str:
    """Spell a message's options, values and functions as R does.

    Examples
    --------
    >>> for_r(["such as ", Value({"accuracy": "max", "run time": "min"}), "; got ", Value(None)])
    'such as c(accuracy = "max", `run time` = "min"); got NULL'
    >>> for_r([Option("question", "control"), " needs ", Option("control", Said.ASKED), "."])
    'question = "control" needs `control`.'
    """
    return visible("".join(map(_spelled, parts)))


def _spelled(part: Part) -> str:
    match part:
        case Option(name, value) if not isinstance(value, Said):
            return f"{name} = {in_r(value)}"
        case Option(name):
            return name if part.value is Said.BARE else f"`{name}`"
        case Value(value):
            return in_r(value)
        case TypeOf():
            return _KINDS.get(str(part), str(part))
        case Call():
            data = part.data.replace("=", " = ")
            return _called(part, [data, *_given(part.every)])
        case Function():
            return _called(part, _given(part.options))
        case Extra(name):
            advice = f'install_jointstats(extras = "{name}"), then restart R'
            return _ADVICE.get(name, advice)
        case Spelled(r=str(words)):
            return words
    return str(part)


def _given(options: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {in_r(value)}" for name, value in options.items()]


def _called(function: Function, arguments: list[str]) -> str:
    return f"{_FUNCTIONS.get(function.name, function.name)}({', '.join(arguments)})"


def in_r(value: Any) -> str:
    """A plain value as R writes it.

    Examples
    --------
    >>> in_r([0.1, 2]), in_r({"acc": "up"}), in_r([True, "x", None])
    ('c(0.1, 2)', 'c(acc = "up")', 'list(TRUE, "x", NA)')
    """
    if value is None:
        return "NULL"
    if isinstance(value, list | tuple):
        return _vector(list(value), [_item(each) for each in value])
    if isinstance(value, Mapping):
        parts = [f"{name_in_r(str(name))} = {_item(each)}" for name, each in value.items()]
        return _vector(list(value.values()), parts)
    return _item(value)


def _item(value: Any) -> str:
    """An element of a vector: within one, nothing but a missing value can be None."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "NA"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{visible(quoted)}"'
    if isinstance(value, float) and math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    return in_r(value) if isinstance(value, list | tuple | Mapping) else str(value)


def _vector(values: list[Any], parts: list[str]) -> str:
    kinds = {float if type(value) is int else type(value) for value in values if value is not None}
    kind = "c" if len(kinds) <= 1 and not kinds & {list, tuple, dict} else "list"
    return f"{kind}({', '.join(parts)})"


def name_in_r(name: str) -> str:
    """A name as R takes it: in backquotes unless it is a syntactic one."""
    if _SYNTACTIC.fullmatch(name):
        return name
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"
