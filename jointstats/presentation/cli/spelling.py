"""Messages in the words of the command line: the tests speak of options, a shell has flags."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from jointstats.kernels.messages import Function, Option, Part, Said, Spelled, Value, visible
from jointstats.presentation.cli.options import flag

# Arguments that are no flag with dashes.
_NAMES = {"measures": "--max and --min", "truth": "--shares", "table": "FILE"}

# Functions whose command is not their first word.
_COMMANDS = {"watch_leader": "leader"}


def for_the_shell(parts: Sequence[Part]) -> str:
    """Spell a message's options, values and functions as the command line does.

    Examples
    --------
    >>> for_the_shell([Option("min_folds"), " must be a number; got ", Value("x"), "."])
    '--min-folds must be a number; got "x".'
    >>> for_the_shell([Option("question", "control"), " needs ", Option("control", Said.ASKED)])
    '--question control needs --control'
    >>> for_the_shell(["Use ", Function("pairwise_tests", {"test": "glrt"}), "."])
    'Use "pairwise glrt".'
    """
    return visible("".join(map(_spelled, parts)))


@singledispatch
def _spelled(part: Any) -> str:
    return str(part)


@_spelled.register
def _(part: Option) -> str:
    if part.name == "measures" and isinstance(part.value, Mapping):
        return " ".join(f"--{way} {name}" for name, way in part.value.items())
    name = _NAMES.get(part.name) or flag(part.name)
    if part.name == "per_algorithm" and isinstance(part.value, Mapping):
        return " ".join([name, *(f"{key}={way}" for key, way in part.value.items())])
    if isinstance(part.value, Said) or part.value is True:
        return name
    if isinstance(part.value, Mapping):  # a flag for each: --rope accuracy 0.01 --rope time 1
        return " ".join(f"{name} {key} {_words(one)}" for key, one in part.value.items())
    return f"{name} {_words(part.value)}"


@_spelled.register
def _(part: Value) -> str:
    return _words(part.value) if isinstance(part.value, Mapping) else str(part)


@_spelled.register
def _(part: Function) -> str:
    if part.name == "pairwise_tests":
        return f'"pairwise {part.options["test"]}"' if "test" in part.options else '"pairwise"'
    options = "".join(f" {_spelled(Option(*pair))}" for pair in part.options.items())
    if part.name.endswith("_test"):
        return f'"test {part.name.removesuffix("_test")}{options}"'
    command = _COMMANDS.get(part.name) or part.name.split("_")[0]
    return f'"{command}{options}"'


@_spelled.register
def _(part: Spelled) -> str:
    return part.python if part.shell is None else part.shell


def _words(value: Any) -> str:
    """A value as words of the command line."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_words(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_words, value))
    text = str(value)
    return shlex.quote(text) if any(map(str.isspace, text)) else text  # of several words: one
