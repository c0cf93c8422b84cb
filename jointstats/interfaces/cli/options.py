"""Options of the command line that follow from the signatures and help of the public functions."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any

from jointstats.base.declare import Declaration, DeclaredOption
from jointstats.base.errors import OptionError
from jointstats.base.kinds import Workers
from jointstats.interfaces.help import help_of, plain
from jointstats.interfaces.roles import by_name, once

# Where the shell's name is not Python's with dashes.
_FLAGS = {
    "a": "for",
    "b": "over",
    "rng": "seed",
    "n_jobs": "jobs",
    "n_algorithms": "algorithms",
    "n_measures": "measures",
    "shifts": "shift",
    "groups": "group",
}


_CLUSTER = (
    "let the workers of a Dask cluster do it: the address of its scheduler, such as "
    "tcp://10.0.0.1:8786"
)


def flag(name: str) -> str:
    """The flag of an option: ``--p-adjust``, ``--seed``."""
    return f"--{_FLAGS.get(name, name).replace('_', '-')}"


def flagged(name: str, *values: str) -> list[str]:
    """An option as words; a value that begins with a dash belongs to its flag by ``=``."""
    if len(values) == 1 and values[0].startswith("-"):
        return [f"{flag(name)}={values[0]}"]
    if any(value.startswith("-") for value in values):
        return [word for value in values for word in flagged(name, value)]
    return [flag(name), *values] if values else []


def add(parser: Any, declarations: Iterable[Declaration], without: Iterable[str] = ()) -> None:
    """Add a flag for every option of some declared functions, each once.

    What was not said stays None: the defaults are the functions' own.
    """
    known = set(without)
    for declaration in declarations:
        group = parser.add_argument_group(f"the {declaration.title}")
        parameters = help_of(declaration.function).parameters
        for name, option in declaration.options.items():
            if name in known or option.kind.shape == "object":
                continue
            known.add(name)
            text = parameters[name].text if name in parameters else ""
            group.add_argument(flag(name), dest=name, **_argument(option, text))
            if isinstance(option.kind, Workers):
                group.add_argument("--scheduler", metavar="ADDRESS", help=_CLUSTER)


def workers(namespace: argparse.Namespace) -> str:
    """The cluster that is to do the work in place of ``--jobs``."""
    scheduler = str(namespace.scheduler)
    if namespace.n_jobs is not None:
        raise OptionError("Say --jobs or --scheduler, not both.")
    if ":" not in scheduler:
        raise OptionError(
            f'--scheduler needs an address such as tcp://10.0.0.1:8786; got "{scheduler}".'
        )
    return scheduler


def _argument(option: DeclaredOption, text: str) -> dict[str, Any]:
    """Keywords of argparse for one option."""
    kind = option.kind
    said: dict[str, Any] = {"help": _help(option, text), "default": None}
    if option.required:
        said["required"] = True
    if kind.shape == "flag":
        return said | {"action": "store_true"}
    if kind.shape == "mapping":
        return said | {"nargs": 2, "action": "append", "metavar": ("MEASURE", "X")}
    if kind.shape == "one or mapping":
        noun, thing = "word" if kind.words else "number", _thing(kind).upper()
        said["help"] = f"{said['help']}; or {thing} and a {noun}, as often as needed"
        return said | {"nargs": "+", "action": "append", "metavar": "WORD" if kind.words else "X"}
    if kind.shape == "groups":
        said["help"] = f"{said['help']}; NAME and its MEASUREs, as often as needed"
        return said | {"nargs": "+", "action": "append", "metavar": "NAME"}
    if kind.shape in ("several", "several or mapping"):
        said |= {"nargs": "+", "action": "extend"}
    if kind.words and len(kind.words) <= 4:  # the function itself says what the words are
        return said | {"metavar": "{" + ",".join(kind.words) + "}"}
    return said | {"metavar": _metavar(option)}


def _metavar(option: DeclaredOption) -> str:
    if option.kind.shape == "several or mapping":
        return "MEASURE[=X]"
    named = getattr(option.kind, "of", "words" if option.kind.words else "")
    return {"column": "COL", "measure": "MEASURE"}.get(named, "NAME") if named else "X"


def _help(option: DeclaredOption, text: str) -> str:
    words = phrase(plain(text))
    if len(option.kind.words) > 4:
        words += f"; one of {', '.join(option.kind.words)}"
    default = option.default
    if option.required or default is None or default is False or default == ():
        return escaped(words)
    shown = " ".join(map(str, default)) if isinstance(default, tuple | list) else default
    return escaped(f"{words} (default: {shown})")


def phrase(text: str) -> str:
    """Sentences as a phrase of help, without a capital at the beginning or a full stop at the end.

    Examples
    --------
    >>> phrase("The measures to use. By default all.")
    'the measures to use; by default all'
    """
    parts = re.split(r"(?<=[.?])\s+(?=\(?[A-Z])", text.strip())
    ends = (re.sub(r"\.(\)?)$", r"\1", part) for part in parts)
    return "; ".join(re.sub(r"^\(?(?:A|[A-Z][a-z]+)\b", _lower, part) for part in ends)


def _lower(word: re.Match[str]) -> str:
    return word[0].lower()


def escaped(text: str) -> str:
    """Argparse would take a per cent sign for a place to fill in."""
    return text.replace("%", "%%")


def given(namespace: argparse.Namespace, declarations: Iterable[Declaration]) -> dict[str, Any]:
    """The options that were said, as values."""
    values: dict[str, Any] = {}
    for declaration in declarations:
        for name, option in declaration.options.items():
            said = getattr(namespace, name, None)
            if isinstance(option.kind, Workers) and getattr(namespace, "scheduler", None):
                values[name] = workers(namespace)
                continue
            if said is None or said is False or name in values:
                continue  # roles of columns are the table's business
            values[name] = _value(option, said)
    return values


def _value(option: DeclaredOption, said: Any) -> Any:
    kind, name = option.kind, option.name
    if kind.shape == "flag":
        return said
    if kind.shape == "mapping":
        return by_name(name, said, kind)
    if kind.shape == "one or mapping":
        return _one_or_mapping(name, said, kind)
    if kind.shape == "groups":
        return _groups(name, said)
    if kind.shape == "several or mapping":
        pairs = once(name, (kind.read(name, text) for text in said))
        return pairs if any(number is not None for number in pairs.values()) else list(pairs)
    if kind.shape == "several":
        return [kind.read(name, text) for text in said]
    return kind.read(name, said)


def _one_or_mapping(name: str, said: list[list[str]], kind: Any) -> Any:
    """``--ties WORD``, or ``--ties MEASURE WORD`` for each measure; numbers likewise."""
    noun, thing = "word" if kind.words else "number", _thing(kind)
    if len(said) == 1 and len(said[0]) == 1:
        return kind.read(name, said[0][0])
    if any(len(words) != 2 for words in said):
        raise OptionError(
            f"{flag(name)} takes one {noun}, or a {thing} and its {noun}, as often as needed."
        )
    return by_name(name, [(measure, word) for measure, word in said], kind, thing)


def _thing(kind: Any) -> str:
    """What the words of such an option are about."""
    return getattr(kind, "of", "measure")


def _groups(name: str, said: list[list[str]]) -> dict[str, list[str]]:
    """``--group NAME MEASURE ...``, each group once."""
    if not all(measures for _, *measures in said):
        raise OptionError(f"{flag(name)} takes the name of a group and its measures.")
    return once(name, ((group, measures) for group, *measures in said), "group")
