"""Complaints in R's spelling: the tests speak Python, with its dicts, None and keywords."""

from __future__ import annotations

import ast
import math
import re
from typing import Any

# A value in quotes, or several of them: "mean" or "median".
_TEXT = r'"[^"]*"'
_VALUE = rf"{_TEXT}|\[[^\]]*\]|-?\d[\d.e-]*\d|\d|\w+"
_PATTERN = re.compile(
    rf"""
      \b pip\ install\ 'jointstats\[\w+\]'  (?P<install>)
    | \b got\ (?P<got> .+?) (?= \.$ | \.\ [A-Z] | :\ did | $)
    | \{{ (?P<mapping> [^{{}}]*) \}}
    | (?P<quoted> {_TEXT})
    | (?<![\w.-]) (?P<option> [a-z]\w*) = (?P<value> {_VALUE} | (?=\{{) )?
    | \b (?P<constant> None(?!\ of\b) | True | False | nan) \b
    """,
    re.VERBOSE,
)
_ENTRY = re.compile(rf'"(?P<name>[^"]*)": (?P<value>{_VALUE})')
_SYNTACTIC = re.compile(r"[A-Za-z][\w.]*|\.[A-Za-z_.][\w.]*")
_CONSTANTS = {"None": "NULL", "True": "TRUE", "False": "FALSE", "nan": "NA", "inf": "Inf"}
# What an argument turned out to be: the names of its Python type, and R's.
_KINDS = {
    "NoneType": "NULL", "str": "text", "int": "a number", "float": "a number",
    "bool": "TRUE or FALSE",
    "list": "a vector or list without names", "dict": "a list with names", "ndarray": "a matrix",
    "DataFrame": "a data frame", "StatementCounts": "statement counts",
    "ResultsTable": "a results table", "FoldTable": "a table of folds",
}  # fmt: skip
_PHRASES = {
    "a networkx.DiGraph of the measures, or a list of arcs (parent, child)": (
        "or a list of arcs, each c(parent, child)"
    ),
    "such dicts": "such named vectors",
    "StatementCounts.from_vector": "counts_from_vector",
    "StatementCounts.from_orders": "counts_from_orders",
    "to_frame()": "as.data.frame()",
}


def for_r(sentence: str) -> str:
    """Spell values and arguments as R does; names in quotes stay as they are.

    Examples
    --------
    >>> for_r('Say it for every measure, such as {"accuracy": "max", "run time": "min"}; got None.')
    'Say it for every measure, such as c(accuracy = "max", `run time` = "min"); got NULL.'
    >>> for_r('question="control" needs control=, the name of an algorithm.')
    'question = "control" needs `control`, the name of an algorithm.'
    >>> for_r("only must be names; got ['AODE', 2, True].")
    'only must be names; got list("AODE", 2, TRUE).'
    """
    for python, r in _PHRASES.items():
        sentence = sentence.replace(python, r)
    return _PATTERN.sub(_spelled, sentence)


def _spelled(found: re.Match[str]) -> str:
    if found["install"] is not None:
        return "install_jointstats(), then restart R"
    if found["got"]:
        return f"got {_got(found['got'])}"
    if found["mapping"] is not None:
        return _named(found["mapping"])
    if found["quoted"]:
        return found[0]
    if found["constant"]:
        return _CONSTANTS[found["constant"]]
    value = found["value"]
    if value is None:
        return f"`{found['option']}`"
    return f"{found['option']} = {_CONSTANTS.get(value, value)}"


def _named(entries: str) -> str:
    """The inside of a dict as a named vector, or as a list if its values are no plain ones."""
    pairs = [(name, value) for name, value in _ENTRY.findall(entries)]
    inside = ", ".join(f"{_name(name)} = {value}" for name, value in pairs)
    plain = all(value[0] in '"-0123456789' for _, value in pairs)
    return f"c({inside})" if plain else f"list({inside})"


def _name(name: str) -> str:
    return name if _SYNTACTIC.fullmatch(name) else f"`{name}`"


def _got(text: str) -> str:
    """What was given instead: a Python value, or the name of its type."""
    if text in _KINDS:
        return _KINDS[text]
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    try:
        return value_in_r(ast.literal_eval(_NO_LITERALS.sub(_literal, text)))
    except (ValueError, SyntaxError):
        return text


# R's missing value arrives as nan, and within a vector nothing else can be None.
_NO_LITERALS = re.compile(r"\b(nan|inf)\b")


def _literal(found: re.Match[str]) -> str:
    return "None" if found[0] == "nan" else "1e999"


def value_in_r(value: Any) -> str:
    """A plain value as R writes it.

    Examples
    --------
    >>> value_in_r([0.1, 2]), value_in_r({"acc": "up"}), value_in_r([True, "x"])
    ('c(0.1, 2)', 'c(acc = "up")', 'list(TRUE, "x")')
    """
    if isinstance(value, list | tuple):
        return _vector(list(value), [value_in_r(one) for one in value])
    if isinstance(value, dict):
        parts = [f"{_name(str(name))} = {value_in_r(one)}" for name, one in value.items()]
        return _vector(list(value.values()), parts)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if value is None:
        return "NA"
    return _CONSTANTS.get(str(value), "-Inf" if value == -math.inf else str(value))


def _vector(values: list[Any], parts: list[str]) -> str:
    kinds = {float if type(one) is int else type(one) for one in values if one is not None}
    kind = "c" if len(kinds) <= 1 and not kinds & {list, tuple, dict} else "list"
    return f"{kind}({', '.join(parts)})"
